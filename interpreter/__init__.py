"""The engine, and what stands on it: plays, explains, examines and simulates any checked game.

The engine's names are here; those of words are imported when they are first used (PEP 562), so that whoever
only plays a program imports nothing of the language.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from interpreter.engine import Broken, Decision, Fault, Game, Observation, Option, Refused, Result, Unknown

if TYPE_CHECKING:
    from interpreter.words import Words, diagnose, why

__all__ = [
    "Broken",
    "Decision",
    "Fault",
    "Game",
    "Observation",
    "Option",
    "Refused",
    "Result",
    "Unknown",
    "Words",
    "diagnose",
    "why",
]


def __getattr__(name: str) -> Any:
    """A public name, imported on first use."""
    if name not in __all__:
        message = f"module `interpreter` has no attribute `{name}`"
        raise AttributeError(message)
    value = getattr(import_module("interpreter.words"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
