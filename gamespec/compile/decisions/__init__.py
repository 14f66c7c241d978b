"""Decisions, actions and their options, compiled."""
