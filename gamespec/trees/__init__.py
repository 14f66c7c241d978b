"""Expressions as trees: as they were written, and typed."""
