"""Commands for finding one's way."""
