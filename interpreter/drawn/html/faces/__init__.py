"""Draws the faces and backs of cards, squares and dice."""
