"""Compiles expressions to closures."""
