"""Drawings of scenes: text for terminals, HTML and SVG for browsers and notebooks."""
