"""What a host must know about a module: the addresses of its results, and its possible faults.

It is derived from the module and consists only of integers and texts, so it can be cached beside the machine
code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Flag, auto
from typing import Any, TypeAlias

__all__ = [
    "BATCH", "DECIDE", "GLOBALS", "HERE", "MOST_BYTES", "OVER",
    "Access", "Batches", "Children", "Fields", "Interface", "Listed", "Raised", "Use",
]  # fmt: skip

DECIDE, OVER = 1, 2
"""Results of running a game: it waits at a decision, or it is over."""

GLOBALS = {"fuel": 0, "saved": 0}
"""The globals of every module and their initial values: the remaining budget, and the top of the stack of
copies.
"""

HERE = -1
"""The place of a fault that a function raises on behalf of its caller; the fault's number `at` is the real
place.
"""

BATCH = 1024
"""Maximum number of games played in one call."""

MOST_BYTES = 1 << 23
"""Maximum size of the results of one call, in bytes, unless a single game exceeds it."""


class Use(Flag):
    """The use of a module; each needs about as much code as any other, so few modules serve several."""

    STEPS = auto()
    """To play step by step: `start`, `answer`, `ask`, `score` and `children`."""
    GAMES = auto()
    """To play games to their end: `batch` from their beginning, `playouts` from a position."""
    RECORDS = auto()
    """To play step by step and record events, and to `replay`."""


Fields: TypeAlias = tuple[int, tuple[int, ...]]
"""The layout of an action's options: their size in words, and the word at which the value of each pick
begins.
"""


@dataclass(frozen=True, slots=True)
class Listed:
    """The location of listed options, by action in the order of the decision's site.

    At `table`, each of these actions has two words: the address of its options, which are consecutive, and
    their number. `fields` has the layout of options for each action of the program.
    """

    table: int
    fields: tuple[Fields, ...]


@dataclass(frozen=True, slots=True)
class Raised:
    """A fault that a module can raise; `names` are the names of its numbers."""

    code: str
    at: int
    message: str
    cure: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Access:
    """A memory access in a checked module, with its place in the program, or `HERE` if it has none.

    `function` and `instruction` are those of the module. `regions` are the names of the regions in which the
    access must lie.
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
    """The location of a batch of games, new ones or playouts from a position: seeds and results.

    At `seeds`, each game has two 64-bit numbers: its seed, and the key of its random choices. At `results` it
    has `width` words of 32 bits: the number of decisions, the outcome, the places by seat, the parts of the
    score by seat and, for a new game, its counters. If a fault ends the call, `done` holds the number of
    finished games. `most` is the maximum number of games per call.

    At `counters`, `counted` bytes hold the counters of the current game and what counting keeps beside them.
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
    """The address of the positions that options lead to, and the maximum number of positions per call."""

    address: int
    most: int


@dataclass(frozen=True, slots=True)
class Interface:
    """What a host must know to use a module.

    `beginning` is the position before set-up. `parts` is the address of the parts of the score by seat,
    written when a game is over, and `picked` that of the option that a replay has taken (`replays`).
    `accesses` are the verified memory accesses of a checked module (`checked`).
    """

    beginning: tuple[int, ...]
    faults: tuple[Raised, ...]
    listed: Listed
    parts: int
    batches: Batches
    children: Children
    picked: int
    accesses: tuple[Access, ...] = ()

    def written(self) -> dict[str, Any]:
        """Return the interface as numbers, texts, lists and dicts."""
        return asdict(self)

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Interface:
        """Convert the result of `written` back. Raises `KeyError`, `TypeError` or `ValueError`."""
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
            tuple(Access(**{**each, "regions": tuple(each["regions"])}) for each in written["accesses"]),
        )
