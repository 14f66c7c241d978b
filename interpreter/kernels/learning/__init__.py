"""Policies that are learned from games of their own, written once for both engines."""
