"""Observations of positions, and the positions that a player cannot distinguish."""
