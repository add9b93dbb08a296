"""What designers write of Tempest, checked and compiled."""
