"""The engine, and what stands on it: plays, explains, examines and simulates any checked game."""

from interpreter.engine import Broken, Decision, Fault, Game, Observation, Option, Refused, Result, Unknown

__all__ = ["Broken", "Decision", "Fault", "Game", "Observation", "Option", "Refused", "Result", "Unknown"]
