"""What a host must know about a module, such as the addresses of its results and its possible faults.

An interface is derived from a module, and consists only of integers and strings, so it can be cached together
with the machine code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from enum import Flag, auto
from typing import Any, TypeAlias

from gamespec.program.frozen import dataclass

__all__ = [
    "GLOBALS", "HERE", "OTHER", "OVER", "SAME",
    "Access", "Batches", "Children", "Fields", "Interface", "Listed", "Raised", "Use",
]  # fmt: skip

OVER = 0
"""The result of running a game to its end.

If the game waits at a decision instead, the result is the number of options.
"""

OTHER, SAME = 0, 1
"""The results of replaying a script (`course.replays`): whether its player was shown what it says."""

GLOBALS = {"fuel": 0, "saved": 0}
"""The globals of every module, with their initial values.

They hold the remaining budget, and the top of the stack to which trials copy.
"""

HERE = -1
"""Marks a fault that a function raises on behalf of its caller.

The number `at` of such a fault is the actual place.
"""


class Use(Flag):
    """What a module is used for.

    Each use needs about the same amount of code, so few modules serve more than one.
    """

    STEPS = auto()
    """Playing step by step, with `start`, `answer`, `ask`, `score` and `children`."""
    GAMES = auto()
    """Playing games to their end: `batch` from the beginning, `playouts` from a position."""
    WEIGHED = auto()
    """Playing games to their end, with `batch`, or choosing one option, with `decide`, by a policy
    (`kernels.learning.policy`).
    """
    LEARNS = auto()
    """With `WEIGHED`: the policy learns from each game (`kernels.learning.learner`)."""
    RECORDS = auto()
    """Playing step by step while recording events, replaying with `replay`, and searching over sights."""
    LANES = auto()
    """Playing many games side by side, with `step` (`kernels.arrays.lanes`)."""
    BY_NUMBER = auto()
    """Lanes with observations, and with actions by number."""
    BY_PICK = auto()
    """Lanes with observations, and with actions by pick."""
    SEARCHES = auto()
    """Searching over positions, with `search` (`kernels.trees.positions`)."""
    GUIDED = auto()
    """With `SEARCHES` or `RECORDS`: a policy guides the search (`play.search`)."""
    SOLVES = auto()
    """Solving games without hidden information (`course.solving`)."""


Fields: TypeAlias = tuple[int, tuple[int, ...]]
"""The layout of an action's options.

It consists of the size of an option in words, and the index of the word at which the value of each pick
begins.
"""


@dataclass(frozen=True, slots=True)
class Listed:
    """Where listed options are, by action, in the order of the actions at the decision's site.

    At `table`, each of these actions has two words, which are the address of its options and their number.
    The options of an action follow one another. `fields` holds the layout of options for each action of the
    program.
    """

    table: int
    fields: tuple[Fields, ...]


@dataclass(frozen=True, slots=True)
class Raised:
    """A fault that a module can raise. `names` holds the names of the numbers in its message."""

    code: str
    at: int
    message: str
    cure: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Access:
    """A memory access in a checked module, and its place in the program, or `HERE` if it has none.

    `function` and `instruction` say where the access is in the module. `regions` holds the names of the
    regions in one of which the access must be.
    """

    at: int
    function: str
    instruction: str
    regions: tuple[str, ...]

    def __str__(self) -> str:
        where = "" if self.at == HERE else f" at place {self.at}"
        return f"`{self.instruction}` in `{self.function}`{where} is meant for {' or '.join(self.regions)}"


@dataclass(frozen=True, slots=True)
class Batches:
    """Where the seeds and results of a batch are, for new games or playouts from a position.

    At `seeds`, each game has two 64-bit integers, which are its seed and the key for its random choices. At
    `results`, it has `width` 32-bit words. These are the number of decisions, the outcome, the places by
    seat, the parts of the score by seat and, for a new game, its counters. If a fault ends the call, `done`
    holds the number of finished games. `most` is the maximum number of games per call.

    At `counters`, `counted` bytes hold the counters of the current game, and whatever else counting needs.
    All are 0 when a game begins.
    """

    seeds: int
    results: int
    width: int
    done: int
    most: int
    counters: int
    counted: int


@dataclass(frozen=True, slots=True)
class Children:
    """The address of the positions to which options lead, and the maximum number of positions per call."""

    address: int
    most: int


@dataclass(frozen=True, slots=True)
class Interface:
    """What a host must know in order to use a module.

    `beginning` is the position before set-up. `parts` is the address of the parts of the score, by seat,
    which are written when a game is over. `picked` is the address of the option that a replay has taken
    (`replays`). `lane` is the number of integers that a lane stores for its position (`lanes`). `accesses`
    holds the verified memory accesses of a checked module (`checked`).
    """

    beginning: tuple[int, ...]
    faults: tuple[Raised, ...]
    listed: Listed
    parts: int
    batches: Batches
    children: Children
    picked: int
    lane: int = 0
    accesses: tuple[Access, ...] = ()

    def written(self) -> dict[str, Any]:
        """Return the interface as a dict that contains only numbers, strings, lists and dicts."""
        return asdict(self)

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Interface:
        """Convert the result of `written` to an interface. Raises `KeyError`, `TypeError` or `ValueError`."""
        faults = [{**fault, "names": tuple(fault["names"])} for fault in written["faults"]]
        fields = tuple((words, tuple(places)) for words, places in written["listed"]["fields"])
        return cls(
            tuple(written["beginning"]),
            tuple(Raised(**fault) for fault in faults),
            Listed(written["listed"]["table"], fields),
            written["parts"],
            Batches(**written["batches"]),
            Children(**written["children"]),
            written["picked"],
            written["lane"],
            tuple(Access(**{**each, "regions": tuple(each["regions"])}) for each in written["accesses"]),
        )
