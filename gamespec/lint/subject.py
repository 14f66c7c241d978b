"""What a lint looks at: a sound game, with its description and its code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from gamespec.compile.draft.draft import Emitted, Label, Routine
from gamespec.model import model as m
from gamespec.model.walk import blocks, routines
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span
from gamespec.world.world import FirstCopy, Numbers, World

__all__ = ["Part", "Subject", "Where", "walk"]


@dataclass(frozen=True, eq=False, slots=True)
class Subject:
    """A game to look at. `used` is what any choice of options uses, `parts` what can be reached by default.

    The first part is set-up and phases; of each other one it is said which routine it is. `first_copies` are
    the places where one of several alike copies is asked for, `numbers` those where numbers are compared,
    `None` where their types depend on the choice of options; `world` is what the names mean by default.
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
    """Code that runs from its beginning to its end: of a `routine`, or of the whole course of the game."""

    routine: Routine | None
    items: tuple[Emitted | Label, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Where:
    """Where a step stands: the routine it is a part of, and the conditions that hold around it."""

    routine: str
    guards: tuple[str, ...] = ()


def walk(game: m.Game) -> Iterator[tuple[m.Step, Where]]:
    """Every step of a game, and where it stands."""
    for routine, steps, asked in routines(game):
        yield from _steps(steps, Where(routine, asked))


def _steps(steps: tuple[m.Step, ...], where: Where) -> Iterator[tuple[m.Step, Where]]:
    for step in steps:
        yield step, where
        inner = [(Where(where.routine, (*where.guards, guard)), block) for guard, block in blocks(step)]
        for inside, block in inner:
            yield from _steps(block, inside)
        if isinstance(step, m.If) and step.then and isinstance(step.then[-1], m.Stop):
            where = inner[-1][0]  # what follows is run only where its condition does not hold
