"""Emits the course of a game as structured code, and the functions that process a whole position."""
