"""Compiles phases and steps to instructions."""
