"""Scenes drawn: as text for terminals, and as HTML and SVG for browsers and notebooks."""
