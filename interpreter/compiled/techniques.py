"""The techniques of speed, each of which can be left out: what a module does is the same with and without."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PLAIN", "Techniques"]


@dataclass(frozen=True, slots=True)
class Techniques:
    """Which techniques a module is made with."""

    remembered: bool = True
    """What does not change while a loop goes on is found out once (`remembered`)."""


PLAIN = Techniques(remembered=False)
"""None of them."""
