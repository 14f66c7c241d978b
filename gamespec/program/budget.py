"""The computation budget of a game between two decisions, and the prices of operations.

Each instruction costs one unit, and so does each iteration, each candidate, and each member of a list that is
built. A long expression that is evaluated repeatedly costs one more unit for every `PARTS` names, numbers and
operators. These prices are computed once, from the author's text, and are stored in the program as `cost` and
`each`. The costs of an iteration are charged when its list begins. Engines may charge slightly earlier or
later than one another, but the guarantees of the reference (section 15) hold for all of them.
"""

from __future__ import annotations

__all__ = ["BUDGET", "INTEGERS", "OPTION", "PARTS", "RESERVE", "SHUFFLED"]

BUDGET = 4_000_000
"""Units of work that a game may spend between two decisions, or on one value that is evaluated from outside.
"""

RESERVE = BUDGET // 10
"""Units that must be left for a turn or a phase to begin.

If turns or phases follow one another without a decision, the budget therefore ends at the start of one of
them, rather than at an arbitrary step inside.
"""

PARTS = 8
"""Number of parts that cost one additional unit. Parts are those of an expression, or the members of a list
that is only scanned.
"""

INTEGERS = 32
"""Number of integers of a position that cost one unit when they are copied or cleared as a block."""

OPTION = 3
"""Units for each complete combination of values that is tried, in addition to the units for its last value.
"""

SHUFFLED = 6
"""Units for each component of a zone that is shuffled."""
