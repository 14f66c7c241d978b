"""Commands for playing a game."""
