"""Commands for writing a game."""
