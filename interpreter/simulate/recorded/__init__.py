"""Recorded games: stored compactly, and converted to the columns of a table."""
