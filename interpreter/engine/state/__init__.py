"""Defines, checks and changes the integers of a position."""
