"""Enumerates the options of a decision."""
