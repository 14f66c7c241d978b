"""Rule coverage, which finds the parts of a specification that no scenario and no random game reached.

A *point* is a step, one outcome of a step's condition, an action, an entry of `end`, or a row of a table that
is read during play. A program runs instructions, and the spans of the instructions lead back to the points.
This works across all programs of a game, which differ by the numbers of players, the options, and the set-ups
of scenarios. Trials that only test whether something is an option do not count.

`tally` watches games through the engine's observer, `points` lists the points, and `measure` runs scenarios
and games.
"""

from interpreter.coverage.measure import Coverage, measure
from interpreter.coverage.points import Point, points
from interpreter.coverage.tally import Tally

__all__ = ["Coverage", "Point", "Tally", "measure", "points"]
