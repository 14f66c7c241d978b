"""Drawings of scenes, as text for terminals, and as HTML with SVG for browsers and notebooks."""
