"""What each shipped game adds to the shared packages; nothing outside a game's folder names it."""
