"""The input of a lint, which is a sound game with its description and its code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from gamespec.compile.draft.draft import Emitted, Label, Routine
from gamespec.model import model as m
from gamespec.model.walk import blocks, routines
from gamespec.program.frozen import dataclass
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span
from gamespec.world.world import FirstCopy, Numbers, World

__all__ = ["Part", "Subject", "Where", "walk"]


@dataclass(frozen=True, eq=False, slots=True)
class Subject:
    """A game to lint.

    `used` are the names that it uses under any choice of options. `parts` is the code reachable by default:
    first setup and phases, then the routines, each with its name. `first_copies` are the places that name one
    of several identical copies. `numbers` are the places that compare numbers; the value is `None` where the
    types depend on the options. `world` is the default binding of names.
    """

    game: m.Game
    used: AbstractSet[str]
    parts: tuple[Part, ...]
    first_copies: Mapping[Span, FirstCopy]
    numbers: Mapping[Span, Numbers | None]
    world: World
    found: Collector

    @property
    def code(self) -> tuple[Emitted, ...]:
        """All instructions of all parts."""
        return tuple(item for part in self.parts for item in part.items if isinstance(item, Emitted))


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """Code that runs from start to end, which is that of a `routine`, or of the game's setup and phases."""

    routine: Routine | None
    items: tuple[Emitted | Label, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Where:
    """The context of a step, with its routine and the conditions that hold around it."""

    routine: str
    guards: tuple[str, ...] = ()


def walk(game: m.Game) -> Iterator[tuple[m.Step, Where]]:
    """Yield every step of a game, each with its context."""
    for routine, steps, asked in routines(game):
        yield from _steps(steps, Where(routine, asked))


def _steps(steps: tuple[m.Step, ...], where: Where) -> Iterator[tuple[m.Step, Where]]:
    for step in steps:
        yield step, where
        inner = [(Where(where.routine, (*where.guards, guard)), block) for guard, block in blocks(step)]
        for inside, block in inner:
            yield from _steps(block, inside)
        if isinstance(step, m.If) and step.then and isinstance(step.then[-1], m.Stop):
            where = inner[-1][0]  # what follows runs only if its condition does not hold
