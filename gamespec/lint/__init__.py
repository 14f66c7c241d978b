"""Warnings about what is legal but can hardly be meant."""

from gamespec.lint.unused import unused

__all__ = ["unused"]
