"""Linking of a draft into a program and its names."""
