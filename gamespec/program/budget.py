"""What computing costs of the budget that a game has from one question to the next.

One unit pays for an instruction, for an iteration, for a candidate, for a member of a list that is made. What
is computed again and again may be long, so that it costs one unit more for every `PARTS` names, numbers and
operators in it: those prices are counted once, from what the author wrote, and stand in the program as `cost`
and `each`. Costs are charged where a list begins, before it is gone through; an engine may charge a little
earlier or later than another, but what the reference (section 15) says is the same in all.
"""

from __future__ import annotations

__all__ = ["BUDGET", "INTEGERS", "OPTION", "PARTS", "RESERVE", "SHUFFLED"]

BUDGET = 4_000_000
"""Units of work from one question to the next, and for each value that is asked from outside."""

RESERVE = BUDGET // 10
"""Units that a turn or a phase needs to begin with.

Where turns or phases follow one another and nobody is asked, one of them is where the budget ends: not
whichever step of them would have come to its end.
"""

PARTS = 8
"""So many parts of an expression cost one unit more, or so many members of a list that is only looked at."""

INTEGERS = 32
"""So many integers of a position that are copied or cleared as one cost a unit."""

OPTION = 3
"""Units for each combination of values that is tried whole, beside those of its last value."""

SHUFFLED = 6
"""Units for each component of a zone that is shuffled."""
