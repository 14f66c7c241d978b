"""Shipped games, each read once for all tests of a process that only look at it."""

from __future__ import annotations

from functools import cache

from gamespec import load

__all__ = ["loaded"]

loaded = cache(load)
