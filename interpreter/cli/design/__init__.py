"""Commands for changing a game's rules."""
