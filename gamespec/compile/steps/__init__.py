"""Phases and steps, compiled."""
