"""The integers of a position: their layout, checks and changes."""
