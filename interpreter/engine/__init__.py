"""The definitional engine, which plays a closed program and imports no other part of the language."""

from interpreter.engine.game import Game
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.errors import Broken, Fault, Refused
from interpreter.play.observation import Observation, Unknown
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout
from interpreter.play.result import Result

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
