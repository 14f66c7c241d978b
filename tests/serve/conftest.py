"""Fixtures for the tests of served tables."""

from __future__ import annotations

from animals import animals

__all__ = ["animals"]
