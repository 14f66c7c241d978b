"""Answers whether a player could take one of some actions now, and how many times in a row.

The answer is computed on a copy of the position without locals, so it does not disturb the code that is
running. The values of an action are enumerated as for a decision. The search for a possible action stops at
the first option. The search for the longest row tries each option and continues from the position after its
steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gamespec.program import Pick
from gamespec.program import expressions as x
from gamespec.program.budget import INTEGERS, OPTION
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.engine.expressions.evaluate import Evaluator, Number
from interpreter.engine.options.decision import Trial, candidates_of
from interpreter.engine.state.position import put_local
from interpreter.kernels.budget import spend
from interpreter.play.options import Value

__all__ = ["looking"]

Position = list[int]
Take = Callable[[Position, tuple[Value, ...]], bool]
"""Receives a combination of values in a position, and returns whether to stop the search."""
Search = Callable[[Position, Take], bool]
"""Calls a `Take` with each combination of values of an action until a call stops the search. Returns whether
a call stopped it.
"""


def looking(e: Evaluator, trial: Trial) -> Callable[[x.Can | x.InARow], Number]:
    """Return the function that compiles lookahead expressions. `trial` tries an action on a copy."""

    def compiled(node: x.Can | x.InARow) -> Number:
        return _can(e, trial, node) if isinstance(node, x.Can) else _in_a_row(e, trial, node)

    return compiled


def _can(e: Evaluator, trial: Trial, node: x.Can) -> Number:
    """Compile an expression that tells whether a player could take one of some actions."""
    alone, searches = _alone(e, node), tuple(_options(e, trial, number) for number in node.actions)

    def possible(p: Position) -> int:
        q = alone(p)
        return any(search(q, _first) for search in searches)

    return possible


def _first(_: Position, __: tuple[Value, ...]) -> bool:
    return True


def _in_a_row(e: Evaluator, trial: Trial, node: x.InARow) -> Number:
    """Compile an expression that tells how many times in a row a player could take one of some actions."""
    alone, times, frames = _alone(e, node), node.times, e.program.layout.frames
    searches = tuple((number, _options(e, trial, number, kept=False)) for number in node.actions)
    actions = e.program.actions
    keeps = {n: e.number(rule) for n in node.actions if (rule := actions[n].keeps) is not None}

    def longest(p: Position, left: int) -> int:
        found = 0

        def take(number: int, values: tuple[Value, ...]) -> bool:
            nonlocal found
            q = trial(p, None, number, values)
            if number in keeps and not keeps[number](q):
                return False
            if left > 1:
                q[frames:] = [0] * (len(q) - frames)
                found = max(found, 1 + longest(q, left - 1))
            else:
                found = 1
            return found == left

        for number, search in searches:
            if search(p, lambda _, values, n=number: take(n, values)):  # type: ignore[misc] # a default binds it
                break
        return found

    return lambda p: longest(alone(p), times)


def _alone(e: Evaluator, node: x.Can | x.InARow) -> Callable[[Position], Position]:
    """Return a function that copies a position, clears all locals, and makes the player in question act."""
    player, frames, scratch, at = e.number(node.player), e.program.layout.frames, e.scratch, node.at

    def alone(p: Position) -> Position:
        who = player(p)
        spend(scratch, 1 + len(p) // INTEGERS, at)
        q = p[:]
        q[frames:] = [0] * (len(q) - frames)
        q[Head.ME] = who
        return q

    return alone


def _options(e: Evaluator, trial: Trial, number: int, *, kept: bool = True) -> Search:
    """Return a search through the combinations of values of action `number`.

    If `kept` is true, the search skips combinations that the action's `keeps` does not allow.
    """
    action = e.program.actions[number]
    when = e.number(action.when) if action.when is not None else None
    keeps = e.number(action.keeps) if kept and action.keeps is not None else None
    lists = tuple(_candidates(e, pick) for pick in action.picks)
    slots = tuple(e.program.slots[pick.slot] for pick in action.picks)
    depth, last, scratch = len(slots), len(slots) - 1, e.scratch

    def walk(p: Position, level: int, chosen: tuple[Value, ...], take: Take) -> bool:
        if level == depth:
            return (keeps is None or bool(keeps(trial(p, None, number, chosen)))) and take(p, chosen)
        slot = slots[level]
        for value in lists[level](p):
            if level == last:
                spend(scratch, OPTION, action.picks[level].at)
            put_local(p, slot.place, value)
            if walk(p, level + 1, (*chosen, value), take):
                return True
        p[slot.place : slot.place + slot.size] = [0] * slot.size
        return False

    return lambda p, take: (when is None or bool(when(p))) and walk(p, 0, (), take)


def _candidates(e: Evaluator, pick: Pick) -> Callable[[Position], Iterable[Value]]:
    """Return a function that yields the values of one pick lazily, in the order used for a decision."""
    if pick.counts is not None:
        return candidates_of(e, pick)
    source, where = e.listing(pick.source), e.number(pick.where) if pick.where is not None else None
    place, scratch, faces = e.program.slots[pick.slot].place, e.scratch, e.program.faces

    def candidates(p: Position) -> Iterator[Value]:
        values = source(p)
        spend(scratch, 2 + len(values) * pick.each, pick.at)
        alike: set[int] = set()
        gone = False  # whether `none` was one of them
        for value in dict.fromkeys(values):
            if pick.alike and faces[value] in alike:
                continue
            if where is not None:
                p[place] = value
                if not where(p):
                    continue
            if pick.alike:
                alike.add(faces[value])
            gone = gone or value == NONE
            yield value
        if pick.adds_none and not gone:
            yield NONE

    return candidates
