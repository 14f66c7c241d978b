"""Compilation of decisions, actions and their options."""
