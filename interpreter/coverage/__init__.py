"""Rule coverage: the parts of a specification that no scenario and no random game ever reached.

A *point* is a step, one outcome of a step's condition, an action, an entry of `end`, or a row of a table that
is read during play. Programs run instructions; the spans of these lead back to the points, across all
programs of a game (for numbers of players and options, and for the set-ups of scenarios). Trials that only
test whether something is an option do not count.

`tally` watches games through the engine's observer, `points` lists the points, and `measure` runs scenarios
and games.
"""

from interpreter.coverage.measure import Coverage, measure
from interpreter.coverage.points import Point, points
from interpreter.coverage.tally import Tally

__all__ = ["Coverage", "Point", "Tally", "measure", "points"]
