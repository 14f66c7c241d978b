"""Commands for measuring a game."""
