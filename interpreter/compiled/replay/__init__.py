"""Histories replayed inside modules: from scripts, from records, and from guesses that are mended."""
