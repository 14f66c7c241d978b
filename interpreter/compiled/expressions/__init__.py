"""Expressions as instructions."""
