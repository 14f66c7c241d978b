"""Waiting for what can be seen: never for a time that something is likely to take."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PATIENCE", "busy", "until"]

PATIENCE = 300.0
"""Seconds after which a test gives up; on no machine does what is waited for take a tenth of that."""


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds. Raises AssertionError if it never does."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.01)


def busy(process: int) -> float:
    """Seconds of the processor that a process has taken so far; a great number where nobody tells."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except FileNotFoundError:
        return PATIENCE
    return int(fields[11]) / 100
