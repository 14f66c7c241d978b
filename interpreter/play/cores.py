"""How much of the machine this process may use."""

from __future__ import annotations

import os

__all__ = ["cores"]


def cores() -> int:
    """How many threads, or processes, can run at once."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1
