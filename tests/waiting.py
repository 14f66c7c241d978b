"""Functions that wait until a condition can be observed, instead of for an estimated time."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PATIENCE", "busy", "until"]

PATIENCE = 300.0
"""Time after which a test gives up, in seconds. It is at least ten times the time that any machine needs."""


def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds. Raises `AssertionError` after `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "the condition did not become true in time"
        time.sleep(0.01)


def busy(process: int) -> float:
    """Return the processor time that a process has used, in seconds, or a large number if it is unknown."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except FileNotFoundError:
        return PATIENCE
    return int(fields[11]) / 100
