"""The engine: plays, saves, observes and simulates any checked game."""

from interpreter.decision import Decision, Option
from interpreter.errors import Broken, Fault, Refused
from interpreter.game import Game
from interpreter.knowledge import Observation, Unknown
from interpreter.ranking import Result

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
]
