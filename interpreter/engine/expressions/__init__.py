"""Compilation of expressions to closures."""
