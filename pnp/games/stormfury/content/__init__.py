"""What designers write of Project Stormfury, checked and compiled."""
