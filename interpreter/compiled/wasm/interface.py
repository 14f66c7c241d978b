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
"""What running a game gives: somebody must decide, or it is over."""

GLOBALS = {"fuel": 0, "saved": 0}
"""What a module keeps beside its memory, and what it is at first: what is left of the budget; the top of the
stack of copies."""

HERE = -1
"""The place of a fault that a function raises for whoever calls it: it is one of its numbers, `at`."""

BATCH = 1024
"""Maximum number of games played in one call."""

MOST_BYTES = 1 << 23
"""Maximum size of their results, in bytes, unless a single game exceeds it."""


class Use(Flag):
    """The use of a module. Each needs about as much code as another, so few modules serve several."""

    STEPS = auto()
    """To play step by step: `start`, `answer`, `ask`, `score` and `children`."""
    GAMES = auto()
    """To play games to their end: `batch` from their beginning, `playouts` from a position."""
    RECORDS = auto()
    """To play step by step and tell what happens; and to `replay`."""


Fields: TypeAlias = tuple[int, tuple[int, ...]]
"""How an action's values lie in an option: how many words it takes, and by pick where its value begins."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The location of listed options: by action, in the order of the decision's site.

    From `table` on lie two words for each of these: where its options begin, and how many there are. `fields`
    says for each action of the program how its options lie there, one behind another.
    """

    table: int
    fields: tuple[Fields, ...]


@dataclass(frozen=True, slots=True)
class Raised:
    """A fault that a module can raise; `names` are those of the numbers that come with it."""

    code: str
    at: int
    message: str
    cure: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Access:
    """An access to memory in a module that is checked: its place, or `HERE` where there is none to tell.

    `function` and `instruction` are those of the module, `regions` what the access is meant for.
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
    """Where a batch of games lies, new ones or playouts from a position: its seeds, and what came of each.

    Of each game there are two numbers of 64 bits, its seed and the key of its luck; and, in words of 32, how
    many decisions it took, its outcome, by seat the places and the parts of the score, and what was counted
    of it if it was a new one: `width` words in all. If a game came to a stop, `done` says how many are over.
    At most so many as `most` are played in one call.

    From `counters` on lies what is counted of the game that is played, and what counting remembers: so many
    bytes as `counted`, all 0 when a game begins.
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
    """Where the positions lie, one behind another, that options lead to; so many at most in one call."""

    address: int
    most: int


@dataclass(frozen=True, slots=True)
class Interface:
    """How a host finds in a module's memory what it tells.

    `beginning` is the position before set-up. `parts` is where the parts of the score stand when a game is
    over, by seat; `picked` where a replay tells which option was taken (`replays`). `accesses` are those to
    memory that a module looks at which is checked (`checked`).
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
        """All of it as numbers, texts, lists and dicts."""
        return asdict(self)

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Interface:
        """What was written. Raises `KeyError`, `TypeError` or `ValueError` where nothing of the kind was."""
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
