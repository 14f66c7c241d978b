"""Decisions: the options of a step at which somebody decides, and their numbers.

The options are enumerated in place: each candidate value is written into the local it is for, so that
the conditions of later values see it; afterwards those locals are 0 again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import comb

from gamespec.expr import core
from gamespec.expr.types import NONE
from gamespec.compile.draft import ActionSpec, PickSpec, Site
from gamespec.work import OPTION, PARTS, weight
from interpreter.engine.evaluate import Evaluator
from interpreter.engine.fuel import spend
from interpreter.engine.position import put_local

__all__ = ["Decision", "Option", "Value", "enumerator", "give"]

Position = list[int]


Value = int | tuple[int, ...]
"""What is chosen for one name: a value, or several."""


class Option:
    """An answer: an action (or `choose` step) with its values."""

    __slots__ = ("spec", "value_tuple")

    def __init__(self, spec: ActionSpec, values: tuple[Value, ...]) -> None:
        self.spec = spec
        self.value_tuple = values

    @property
    def action(self) -> str:
        """The action's name, or the `choose` step's."""
        return self.spec.name

    @property
    def values(self) -> dict[str, Value]:
        """The values by name."""
        return {p.slot.name: v for p, v in zip(self.spec.picks, self.value_tuple, strict=True)}

    @property
    def number(self) -> int:
        """The option's number within the game: the same in every position."""
        number = 0
        for pick, value in zip(self.spec.picks, self.value_tuple, strict=True):
            number = number * pick.total + _digit(pick, value)
        return self.spec.number + number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and (self.spec, self.value_tuple) == (other.spec, other.value_tuple)

    def __hash__(self) -> int:
        return hash((id(self.spec), self.value_tuple))

    def __repr__(self) -> str:
        return f"<Option {self.number} {self.action} {self.values}>"


def _digit(pick: PickSpec, value: Value) -> int:
    if isinstance(value, tuple):
        return _rank(pick, value)
    if value == NONE:
        return pick.size
    if pick.faces is not None:
        kind = pick.slot.type
        base = kind.first if hasattr(kind, "first") else kind.of.first  # type: ignore[union-attr]
        return pick.faces[value - base]
    return value - pick.first


def _rank(pick: PickSpec, values: tuple[int, ...]) -> int:
    """The place of a combination among those of its pick: fewer first, then in lexicographic order."""
    assert pick.counts is not None  # noqa: S101 - only then are there several
    rank = sum(comb(pick.size, k) for k in range(pick.counts[0], len(values)))
    least = 0
    for i, digit in enumerate(sorted(v - pick.first for v in values)):
        left = len(values) - i - 1
        rank += sum(comb(pick.size - skipped - 1, left) for skipped in range(least, digit))
        least = digit + 1
    return rank


@dataclass(frozen=True, eq=False, slots=True)
class Decision:
    """Who decides (the seat, from 0), at which step, between what."""

    player: int
    site: Site
    options: tuple[Option, ...]

    def __repr__(self) -> str:
        return f"<Decision of p{self.player + 1} at `{self.site.name}`, {len(self.options)} options>"


Trial = Callable[[Position, Site, ActionSpec, tuple[Value, ...]], Position]
"""Gives the position after an action's steps, without changing the one before."""


def enumerator(e: Evaluator, site: Site, trial: Trial) -> Callable[[Position], list[Option]]:
    """A function that gives the options of a site in a position."""
    makers = tuple(
        _branch(e, site, spec, given, trial) for spec, given in zip(site.branches, site.given, strict=True)
    )

    def options(p: Position) -> list[Option]:
        found: list[Option] = []
        for make in makers:
            make(p, found)
        return found

    return options


def give(e: Evaluator, spec: ActionSpec, given: tuple[core.Core, ...]) -> Callable[[Position], None] | None:
    """A function that hands an action what it is given; `None` if that is nothing."""
    if not given:
        return None
    parts = tuple((slot.at, e.value(node)) for slot, node in zip(spec.given, given, strict=True))

    def hand_over(p: Position) -> None:
        for at, value in [(at, value(p)) for at, value in parts]:
            put_local(p, at, value)

    return hand_over


def _branch(
    e: Evaluator, site: Site, spec: ActionSpec, given: tuple[core.Core, ...], trial: Trial
) -> Callable[[Position, list[Option]], None]:
    when = e.number(spec.when) if spec.when is not None else None
    keeps = e.number(spec.keeps) if spec.keeps is not None else None
    candidates = tuple(_candidates(e, pick) for pick in spec.picks)
    slots = tuple(pick.slot for pick in spec.picks)
    depth, hand_over, scratch = len(slots), give(e, spec, given), e.scratch
    places, last = tuple((slot.at, [0] * slot.size) for slot in spec.given), depth - 1

    def walk(p: Position, level: int, chosen: tuple[Value, ...], found: list[Option]) -> None:
        if level == depth:
            if keeps is None or keeps(trial(p, site, spec, chosen)):
                found.append(Option(spec, chosen))
            return
        slot, values = slots[level], candidates[level](p)
        if level == last:
            spend(scratch, OPTION * len(values), spec.picks[level].span)
        for value in values:
            put_local(p, slot.at, value)
            walk(p, level + 1, (*chosen, value), found)
        p[slot.at : slot.at + slot.size] = [0] * slot.size

    def branch(p: Position, found: list[Option]) -> None:
        if hand_over is not None:
            hand_over(p)
        if when is None or when(p):
            walk(p, 0, (), found)
        for at, zeros in places:
            p[at : at + len(zeros)] = zeros

    return branch


def _several(e: Evaluator, pick: PickSpec) -> Callable[[Position], list[Value]]:
    """The combinations of one pick; of those that are alike the first for which `where` holds."""
    assert pick.counts is not None  # noqa: S101 - asked by the caller
    source, (low, high), slot = e.listing(pick.source), pick.counts, pick.slot
    where = e.number(pick.where) if pick.where is not None else None
    faces = e.program.faces if pick.faces is not None else None
    scratch, each, span = e.scratch, weight(pick.where), pick.span

    def candidates(p: Position) -> list[Value]:
        members = list(dict.fromkeys(source(p)))
        found: list[Value] = []
        for k in range(low, min(high, len(members)) + 1):
            spend(scratch, comb(len(members), k) * (each + k // PARTS), span)
            seen: set[tuple[int, ...]] = set()
            for combination in combinations(members, k):
                alike = tuple(sorted(faces[c] for c in combination)) if faces is not None else ()
                if alike in seen:
                    continue
                put_local(p, slot.at, combination)
                if where is None or where(p):
                    found.append(combination)
                    if alike:
                        seen.add(alike)
        p[slot.at : slot.at + slot.size] = [0] * slot.size
        return found

    return candidates


def _holds_each_once(source: core.Core) -> bool:
    """Whether a list is known to hold nothing twice."""
    if isinstance(source, core.Fixed):
        return len(set(source.values)) == len(source.values)
    return isinstance(source, core.Contents)


def _candidates(e: Evaluator, pick: PickSpec) -> Callable[[Position], list[Value]]:
    """The values of one pick, its local set to each while its condition is asked."""
    if pick.counts is not None:
        return _several(e, pick)
    source = e.listing(pick.source)
    where = e.number(pick.where) if pick.where is not None else None
    unique = _holds_each_once(pick.source)
    at, faces, adds_none = pick.slot.at, e.program.faces if pick.faces is not None else None, pick.adds_none
    scratch, each, span = e.scratch, weight(pick.where), pick.span

    def candidates(p: Position) -> list[Value]:
        found: list[Value] = []
        alike: set[int] = set()
        values = source(p)
        spend(scratch, 2 + len(values) * each, span)
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
        if adds_none and NONE not in found:
            found.append(NONE)
        p[at] = 0
        return found

    return candidates
