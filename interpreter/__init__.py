"""The engine and everything that is based on it, for playing, explaining, examining and simulating games.

A public name is imported when it is first used (PEP 562). Therefore a caller who only plays a program imports
nothing of the language, and the author of another engine imports nothing of this engine. Nothing else is
imported before that, because the command line is part of this package and must respond to an interrupt from
its first line on.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from interpreter.asking import Hidden
    from interpreter.game import Game
    from interpreter.play.errors import Broken, Fault, Refused
    from interpreter.play.observation import Observation, Unknown
    from interpreter.play.options import Decision, Option
    from interpreter.play.result import Result
    from interpreter.scenario import set_up
    from interpreter.words import Words, diagnose, why

__all__ = [
    "Broken",
    "Decision",
    "Fault",
    "Game",
    "Hidden",
    "Observation",
    "Option",
    "Refused",
    "Result",
    "Unknown",
    "Words",
    "diagnose",
    "set_up",
    "why",
]

__gamespec__ = True
"""Marks this package as that of gamespec; see `gamespec.__main__`."""

_PLACES = {
    "Broken": "play.errors",
    "Decision": "play.options",
    "Fault": "play.errors",
    "Game": "game",
    "Hidden": "asking",
    "Observation": "play.observation",
    "Option": "play.options",
    "Refused": "play.errors",
    "Result": "play.result",
    "set_up": "scenario",
    "Unknown": "play.observation",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in __all__:
        message = f"module `interpreter` has no attribute `{name}`"
        raise AttributeError(message)
    from importlib import import_module

    value = getattr(import_module(f"interpreter.{_PLACES.get(name, 'words')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
