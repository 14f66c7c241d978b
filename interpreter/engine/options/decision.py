"""Enumerates the options of a decision, and determines their numbers.

Options are enumerated in place. Each candidate value is written into its local, so that the conditions on
later values can read it. After the enumeration, these locals are 0 again.

If components may be chosen unseen, combinations of values that amount to the same answer (see `unseen`) count
as one option. The options are then sorted by number, because the order of the lists may depend on facts that
the decider does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gamespec.program import Action, Pick
from gamespec.program import expressions as x
from gamespec.program.budget import OPTION
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.engine.options.ordinals import Ordinals
from interpreter.engine.options.several import several
from interpreter.engine.options.unseen import Unseen
from interpreter.engine.state.position import put_local
from interpreter.kernels.budget import spend
from interpreter.play.options import Option, Value

__all__ = ["Trial", "Walk", "candidates_of", "enumerator", "give", "given_first", "judge", "walker"]

Position = list[int]
Values = tuple[Value, ...]

Trial = Callable[[Position, int | None, int, tuple[Value, ...]], Position]
"""Returns the position after the steps of an action, and leaves the given position unchanged.

The arguments are the position, the site or `None`, the number of the action, and the chosen values. If there
is a site, the action first receives the values that the site hands over; otherwise it has already received
them.
"""

Walk = Callable[[Position], list[tuple[Value, ...]]]


def enumerator(
    e: Evaluator, site: int, trial: Trial, *, judged: bool = True
) -> Callable[[Position], list[Option]]:
    """Return a function that lists the options at site number `site` in a position.

    Without `judged`, it tries no options, and also lists those that would not be kept. Then no action at the
    site may have `most`.
    """
    asks = e.program.sites[site]
    branches = tuple(zip(asks.actions, asks.given, strict=True))
    if any(e.program.actions[action].most is not None for action in asks.actions):
        return _with_the_most(e, site, branches, trial)
    makers = tuple(_branch(e, site, action, given, trial, judged=judged) for action, given in branches)

    def options(p: Position) -> list[Option]:
        found: list[Option] = []
        for make in makers:
            make(p, found)
        return found

    return options


def _with_the_most(
    e: Evaluator, site: int, branches: tuple[tuple[int, tuple[x.Expression, ...]], ...], trial: Trial
) -> Callable[[Position], list[Option]]:
    """Return a function that lists the options at a site where some actions have `most`.

    Among the options of the actions with `most`, it lists only those with the greatest value.
    """
    weights: list[list[int] | None] = [
        [] if e.program.actions[action].most is not None else None for action, _ in branches
    ]
    makers = tuple(
        _branch(e, site, action, given, trial, weighed)
        for (action, given), weighed in zip(branches, weights, strict=True)
    )

    def options(p: Position) -> list[Option]:
        parts: list[tuple[list[Option], list[int] | None]] = []
        for make, weighed in zip(makers, weights, strict=True):
            found: list[Option] = []
            if weighed is not None:
                weighed.clear()
            make(p, found)
            parts.append((found, weighed))
        greatest = max((weight for _, weighed in parts for weight in weighed or ()), default=0)
        return [
            option
            for found, weighed in parts
            for option, weight in zip(found, weighed or [greatest] * len(found), strict=True)
            if weight == greatest
        ]

    return options


def give(e: Evaluator, action: Action, given: tuple[x.Expression, ...]) -> Callable[[Position], None] | None:
    """Return a function that hands an action its given values, or `None` if there are no such values."""
    if not given:
        return None
    slots = e.program.slots
    parts = tuple((slots[slot].place, e.value(node)) for slot, node in zip(action.given, given, strict=True))

    def hand_over(p: Position) -> None:
        for at, value in [(at, value(p)) for at, value in parts]:
            put_local(p, at, value)

    return hand_over


def walker(  # noqa: PLR0913 - an action, and how it is tried
    e: Evaluator,
    site: int | None,
    number: int,
    trial: Trial,
    weights: list[int] | None = None,
    *,
    judged: bool = True,
) -> Walk:
    """Return a function that lists the combinations of values of action `number`, ignoring its `when`.

    For each combination, the function also appends to `weights`, if given, the value that the action's `most`
    has after its steps. Without `judged`, nothing is tried.
    """
    program, action = e.program, e.program.actions[number]
    fits = judge(e, site, number, trial, weights) if judged else None
    candidates = tuple(candidates_of(e, pick) for pick in action.picks)
    slots = tuple(program.slots[pick.slot] for pick in action.picks)
    depth, last, scratch = len(slots), len(slots) - 1, e.scratch

    def walk(p: Position, level: int, chosen: tuple[Value, ...], found: list[tuple[Value, ...]]) -> None:
        if level == depth:
            if fits is None or fits(p, chosen):
                found.append(chosen)
            return
        slot, values = slots[level], candidates[level](p)
        if level == last:
            spend(scratch, OPTION * len(values), action.picks[level].at)
        for value in values:
            put_local(p, slot.place, value)
            walk(p, level + 1, (*chosen, value), found)
        p[slot.place : slot.place + slot.size] = [0] * slot.size

    def combinations(p: Position) -> list[tuple[Value, ...]]:
        found: list[tuple[Value, ...]] = []
        walk(p, 0, (), found)
        return found

    return combinations


def judge(
    e: Evaluator, site: int | None, number: int, trial: Trial, weights: list[int] | None = None
) -> Callable[[Position, tuple[Value, ...]], bool] | None:
    """Return a function that tries the steps of an action and tests the conditions that follow them.

    Return `None` if the action has no such condition.
    """
    action = e.program.actions[number]
    keeps = e.number(action.keeps) if action.keeps is not None else None
    most = e.number(action.most) if weights is not None and action.most is not None else None
    if keeps is None and most is None:
        return None

    def fits(p: Position, chosen: tuple[Value, ...]) -> bool:
        q = trial(p, site, number, chosen)
        if keeps is not None and not keeps(q):
            return False
        if most is not None and weights is not None:
            weights.append(most(q))
        return True

    return fits


Asked = TypeVar("Asked")
Found = TypeVar("Found")


def given_to(
    e: Evaluator,
    number: int,
    given: tuple[x.Expression, ...],
    ask: Callable[[Position, Asked], list[Found]],
) -> Callable[[Position, Asked], list[Found]]:
    """Wrap `ask` so that the action receives its given values before the call and loses them afterwards."""
    action, slots = e.program.actions[number], e.program.slots
    hand_over = give(e, action, given)
    places = tuple((slots[slot].place, [0] * slots[slot].size) for slot in action.given)
    if hand_over is None:
        return ask

    def asked(p: Position, of: Asked) -> list[Found]:
        hand_over(p)
        found = ask(p, of)
        for at, zeros in places:
            p[at : at + len(zeros)] = zeros
        return found

    return asked


def given_first(e: Evaluator, number: int, given: tuple[x.Expression, ...], walk: Walk) -> Walk:
    """Wrap `walk` so that the action first receives its given values, and then its `when` is tested."""
    action = e.program.actions[number]
    when = e.number(action.when) if action.when is not None else None
    if when is None and not given:
        return walk
    asked = given_to(e, number, given, lambda p, _: walk(p) if when is None or when(p) else [])
    return lambda p: asked(p, None)


def _branch(  # noqa: PLR0913 - an action, what it is given, and how it is tried
    e: Evaluator,
    site: int,
    number: int,
    given: tuple[x.Expression, ...],
    trial: Trial,
    weights: list[int] | None = None,
    *,
    judged: bool = True,
) -> Callable[[Position, list[Option]], None]:
    program, unseen, ordinals = e.program, Unseen(e.program, number), Ordinals(e, number)
    walk = walker(e, site, number, trial, weights, judged=judged)
    combinations = given_first(e, number, given, walk)

    def branch(p: Position, found: list[Option]) -> None:
        found += [Option(program, number, values) for values in combinations(p)]

    if not unseen.possible and not ordinals.possible:
        return branch

    def numbered(p: Position, found: list[Values]) -> list[tuple[Values, Values]]:
        """Return the answers for the combinations, each with the values from which its number is computed."""
        pairs = (
            unseen.ordered(p, found, ordinals) if unseen.possible else [(values, values) for values in found]
        )
        return [(answer, ordinals.counted(p, meant, answer)) for answer, meant in pairs]

    answers = given_to(e, number, given, numbered)

    def by_place(p: Position, found: list[Option]) -> None:
        found += [Option(program, number, *both) for both in answers(p, combinations(p))]

    return by_place


def _face(e: Evaluator, pick: Pick) -> Callable[[Position, int], int] | None:
    """Return a function that computes a key for a component.

    Components that are alike have equal keys if they are offered only once. Each component that is unknown to
    the decider has a key of its own. Return `None` if each component is offered separately.
    """
    if not pick.alike:
        return None
    faces, known = e.program.faces, e.program.layout.known
    if not pick.hidden:
        return lambda _, c: faces[c]
    return lambda p, c: faces[c] if p[known + c] >> p[Head.ME] & 1 else -1 - c


def _holds_each_once(source: x.Expression) -> bool:
    """Return whether the value of a list expression certainly contains no duplicates."""
    if isinstance(source, x.Fixed):
        return len(set(source.values)) == len(source.values)
    return isinstance(source, x.Contents)


def candidates_of(e: Evaluator, pick: Pick) -> Callable[[Position], list[Value]]:
    """Return a function that lists the values of a pick.

    While the pick's condition is tested for a value, the value is in its local.
    """
    if pick.counts is not None:
        return several(e, pick)
    source = e.listing(pick.source)
    where = e.number(pick.where) if pick.where is not None else None
    unique = _holds_each_once(pick.source)
    place, adds_none = e.program.slots[pick.slot].place, pick.adds_none
    face = _face(e, pick)
    scratch, each, at = e.scratch, pick.each, pick.at

    def candidates(p: Position) -> list[Value]:
        found: list[Value] = []
        alike: set[int] = set()
        values = source(p)
        spend(scratch, 2 + len(values) * each, at)
        for value in values if unique else dict.fromkeys(values):
            if face is not None and face(p, value) in alike:
                continue
            if where is not None:
                p[place] = value
                if not where(p):
                    continue
            if face is not None:
                alike.add(face(p, value))
            found.append(value)
        if adds_none and NONE not in found:
            found.append(NONE)
        p[place] = 0
        return found

    return candidates
