"""Decisions: the options of a step at which somebody decides, and their numbers.

The options are enumerated in place: each candidate value is written into the local it is for, so that
the conditions of later values see it; afterwards those locals are 0 again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gamespec.expr import core
from gamespec.expr.types import NONE
from gamespec.program import ActionSpec, PickSpec, Site
from interpreter.evaluate import Evaluator

__all__ = ["Decision", "Option", "enumerator"]

Position = list[int]


class Option:
    """An answer: an action (or `choose` step) with its values."""

    __slots__ = ("spec", "value_tuple")

    def __init__(self, spec: ActionSpec, values: tuple[int, ...]) -> None:
        self.spec = spec
        self.value_tuple = values

    @property
    def action(self) -> str:
        """The action's name, or the `choose` step's."""
        return self.spec.name

    @property
    def values(self) -> dict[str, int]:
        """The values by name."""
        return {p.slot.name: v for p, v in zip(self.spec.picks, self.value_tuple, strict=True)}

    @property
    def number(self) -> int:
        """The option's number within the game: the same in every position."""
        number = 0
        for pick, value in zip(self.spec.picks, self.value_tuple, strict=True):
            number = number * (pick.size + pick.optional) + _digit(pick, value)
        return self.spec.number + number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and (self.spec, self.value_tuple) == (other.spec, other.value_tuple)

    def __hash__(self) -> int:
        return hash((id(self.spec), self.value_tuple))

    def __repr__(self) -> str:
        return f"<Option {self.number} {self.action} {self.values}>"


def _digit(pick: PickSpec, value: int) -> int:
    if value == NONE:
        return pick.size
    if pick.faces is not None:
        kind = pick.slot.type
        base = kind.first if hasattr(kind, "first") else kind.of.first  # type: ignore[union-attr]
        return pick.faces[value - base]
    return value - pick.first


@dataclass(frozen=True, eq=False, slots=True)
class Decision:
    """Who decides (the seat, from 0), at which step, between what."""

    player: int
    site: Site
    options: tuple[Option, ...]


def enumerator(e: Evaluator, site: Site) -> Callable[[Position], list[Option]]:
    """A function that gives the options of a site in a position."""
    makers = tuple(_branch(e, spec) for spec in site.branches)

    def options(p: Position) -> list[Option]:
        found: list[Option] = []
        for make in makers:
            make(p, found)
        return found

    return options


def _branch(e: Evaluator, spec: ActionSpec) -> Callable[[Position, list[Option]], None]:
    when = e.number(spec.when) if spec.when is not None else None
    candidates = tuple(_candidates(e, pick) for pick in spec.picks)
    slots = tuple(pick.slot.at for pick in spec.picks)
    depth = len(slots)

    def walk(p: Position, level: int, chosen: tuple[int, ...], found: list[Option]) -> None:
        if level == depth:
            found.append(Option(spec, chosen))
            return
        at = slots[level]
        for value in candidates[level](p):
            p[at] = value
            walk(p, level + 1, (*chosen, value), found)
        p[at] = 0

    def branch(p: Position, found: list[Option]) -> None:
        if when is None or when(p):
            walk(p, 0, (), found)

    return branch


def _candidates(e: Evaluator, pick: PickSpec) -> Callable[[Position], list[int]]:
    """The values of one pick, its local set to each while its condition is asked."""
    source = e.listing(pick.source)
    where = e.number(pick.where) if pick.where is not None else None
    unique = isinstance(pick.source, core.Contents | core.Fixed)
    at, faces, optional = pick.slot.at, e.program.faces if pick.faces is not None else None, pick.optional

    def candidates(p: Position) -> list[int]:
        found: list[int] = []
        alike: set[int] = set()
        values = source(p)
        for value in values if unique else dict.fromkeys(values):
            if faces is not None and faces[value] in alike:
                continue
            if where is not None:
                p[at] = value
                if not where(p):
                    continue
            if faces is not None:
                alike.add(faces[value])
            found.append(value)
        if optional and NONE not in found:
            found.append(NONE)
        p[at] = 0
        return found

    return candidates
