"""Commands for testing a game."""
