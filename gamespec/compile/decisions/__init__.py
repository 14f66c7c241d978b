"""Compiles decisions, actions and their options."""
