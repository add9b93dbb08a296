"""What designers write of Terrain Storm, checked and compiled."""
