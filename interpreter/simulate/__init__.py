"""Many games played out, and what they say about a game."""

from interpreter.play.tally import Counts, Tally
from interpreter.simulate.draws import Draws, Seeds
from interpreter.simulate.playout import Playout, playout, playouts, uniform
from interpreter.simulate.statistics import Mean, wilson
from interpreter.simulate.summary import FaultCount, Seat, Summary

__all__ = [
    "Counts",
    "Draws",
    "FaultCount",
    "Mean",
    "Playout",
    "Seat",
    "Seeds",
    "Summary",
    "Tally",
    "playout",
    "playouts",
    "uniform",
    "wilson",
]
