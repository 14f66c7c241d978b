"""Commands for using a game elsewhere."""
