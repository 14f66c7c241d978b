"""The computation budget of a game between two decisions, and the prices of operations.

Each instruction, iteration, candidate, and member of a list that is built costs one unit. A long expression
that is evaluated repeatedly costs one more unit for every `PARTS` names, numbers and operators. These prices
are computed once, from the author's text, and are stored in the program as `cost` and `each`. Costs are
charged when a list begins, before iterating over it. Engines may charge slightly earlier or later than one
another, but the guarantees of the reference (section 15) are the same in all of them.
"""

from __future__ import annotations

__all__ = ["BUDGET", "INTEGERS", "OPTION", "PARTS", "RESERVE", "SHUFFLED"]

BUDGET = 4_000_000
"""Units of work between two decisions, and for each value that is evaluated from outside."""

RESERVE = BUDGET // 10
"""Units that a turn or a phase needs to begin.

If turns or phases follow one another without a decision, the budget ends at the start of one of them, rather
than at an arbitrary step inside.
"""

PARTS = 8
"""Number of parts of an expression, or of members of a list that is only scanned, per additional unit."""

INTEGERS = 32
"""Number of integers of a position that are copied or cleared as a block per unit."""

OPTION = 3
"""Units for each combination of values that is tried completely, besides the units for its last value."""

SHUFFLED = 6
"""Units for each component of a zone that is shuffled."""
