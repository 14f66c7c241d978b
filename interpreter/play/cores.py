"""The processors available to this process."""

from __future__ import annotations

import os

__all__ = ["cores"]


def cores() -> int:
    """Return how many threads, or processes, can run at once."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1
