"""The integers of a position: laid out, checked and changed."""
