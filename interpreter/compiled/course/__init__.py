"""The course of a game as structured code, and what a module does with a whole position."""
