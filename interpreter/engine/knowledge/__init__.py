"""What each player can tell of a position."""
