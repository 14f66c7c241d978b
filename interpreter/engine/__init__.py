"""The definitional engine: plays a closed program, and imports nothing else of the language."""

from interpreter.engine.decision import Decision, Option
from interpreter.engine.errors import Broken, Fault, Refused
from interpreter.engine.game import Game
from interpreter.engine.knowledge import Observation, Unknown
from interpreter.engine.playout import DefinitionalEngine, Playout
from interpreter.engine.ranking import Result

__all__ = [
    "Broken",
    "Decision",
    "DefinitionalEngine",
    "Fault",
    "Game",
    "Observation",
    "Option",
    "Playout",
    "Refused",
    "Result",
    "Unknown",
]
