"""Rule coverage: which parts of a specification no scenario and no random game ever reached.

A *point* is a step, one outcome of a condition that steps hang on, an action, an entry of `end`, or a row
of a table that is read while the game goes on. What runs are instructions; those of all programs of a game
(for numbers of players and options, and for what scenarios set up) lead back to its points by the places they
were written at. What is only tried, to see whether an option is one, does not count.

`tally` watches games by the observer that the engine offers, `points` says what there is to reach, `measure`
runs scenarios and games.
"""

from interpreter.coverage.measure import Coverage, measure
from interpreter.coverage.points import Point, points
from interpreter.coverage.tally import Tally

__all__ = ["Coverage", "Point", "Tally", "measure", "points"]
