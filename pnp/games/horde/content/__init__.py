"""What designers write of The Horde of Upwind, checked and compiled."""
