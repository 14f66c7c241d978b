"""Shipped games, each loaded once for all tests in a process that do not modify it."""

from __future__ import annotations

from functools import cache

from gamespec import load

__all__ = ["loaded"]

loaded = cache(load)
