"""Many games played out, and what they say about a game."""

from interpreter.simulate.draws import Draws
from interpreter.simulate.playout import Playout, Policy, playout, playouts, uniform
from interpreter.simulate.statistics import Mean, wilson
from interpreter.simulate.summary import FaultCount, Seat, Summary

__all__ = [
    "Draws",
    "FaultCount",
    "Mean",
    "Playout",
    "Policy",
    "Seat",
    "Summary",
    "playout",
    "playouts",
    "uniform",
    "wilson",
]
