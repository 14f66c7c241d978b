"""Typing rules of the built-ins, by topic."""
