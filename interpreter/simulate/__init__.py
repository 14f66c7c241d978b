"""Simulation of many games, with statistics about the games and a table that has one row per game."""

from interpreter.play.tally import ALL, Counts, Tally
from interpreter.simulate.draws import Draws, Seeds
from interpreter.simulate.formats.formats import FORMATS, format_of
from interpreter.simulate.formats.parts import Damaged, OtherRun, OtherVersion
from interpreter.simulate.intervals import Confidence, Fixed, Until, mean_of, share_of, wilson
from interpreter.simulate.measures import MEASURES, Estimate, Measures, own_measures
from interpreter.simulate.plans import RANDOM, Plan, Played, plan_of
from interpreter.simulate.playout import Playout, enough, playout, playouts, uniform
from interpreter.simulate.runs import Run, run
from interpreter.simulate.statistics import Mean
from interpreter.simulate.summary import FaultCount, Seat, Summary
from interpreter.simulate.table import Table, parts_of

__all__ = [
    "ALL",
    "FORMATS",
    "MEASURES",
    "RANDOM",
    "Confidence",
    "Counts",
    "Damaged",
    "Draws",
    "Estimate",
    "FaultCount",
    "Fixed",
    "Mean",
    "Measures",
    "OtherRun",
    "OtherVersion",
    "Plan",
    "Played",
    "Playout",
    "Run",
    "Seat",
    "Seeds",
    "Summary",
    "Table",
    "Tally",
    "Until",
    "enough",
    "format_of",
    "mean_of",
    "own_measures",
    "parts_of",
    "plan_of",
    "playout",
    "playouts",
    "run",
    "share_of",
    "uniform",
    "wilson",
]
