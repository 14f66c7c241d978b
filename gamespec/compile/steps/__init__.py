"""Compilation of phases and steps."""
