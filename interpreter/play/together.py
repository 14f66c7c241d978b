"""Decides from the program whether all players of a game win or lose together.

A game is *cooperative* if no ending can distinguish its players. It certainly is if all players form one
team. Otherwise each ending is examined. An entry of `end` that names winners must name either all players or
none; and if a game can end without naming winners, its ranking must not depend on the player. The control
flow shows whether a game can reach the end of its phases. A game counts as cooperative only if this is
proved; authors can state it with `teams: true`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.failing import parts
from gamespec.program.tables import Head

__all__ = [
    "all_may_lose",
    "is_cooperative",
    "may_be_ranked",
    "scores_are_equal",
    "share_scores",
    "teams_of",
    "units_of",
]


def teams_of(program: Program) -> tuple[int, ...]:
    """Return the team of each seat. If all players win or lose together, they form one team."""
    return (0,) * program.players if is_cooperative(program) else program.teams


def units_of(teams: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team, in the order of the teams' first seats; `teams` has each seat's team."""
    found: dict[int, tuple[int, ...]] = {}
    for seat, team in enumerate(teams):
        found[team] = (*found.get(team, ()), seat)
    return tuple(found.values())


def all_may_lose(program: Program) -> bool:
    """Return whether a game may end without a winner although somebody could have won."""
    return any(rule.winner is not None and rule.winner.domain.is_list for rule in program.end)


@lru_cache(maxsize=64)
def is_cooperative(program: Program) -> bool:
    """Return whether all players provably win or lose together."""
    if len(set(program.teams)) == 1:
        return True
    named = [rule.winner for rule in program.end if rule.winner is not None]
    ranked = (*program.score, *program.ranking)
    if not (named or ranked) or not all(_is_all_or_none(winner, program.players) for winner in named):
        return False
    return not may_be_ranked(program) or not any(_names(each, program.seat) for each in ranked)


def share_scores(program: Program) -> bool:
    """Return whether what counts is a score, because all players win or lose together."""
    return is_cooperative(program) and bool(program.score)


def scores_are_equal(program: Program) -> bool:
    """Return whether all players provably have the same score in every result."""
    if program.score:
        return not any(_names(part, program.seat) for part in program.score)
    return is_cooperative(program)


def may_be_ranked(program: Program) -> bool:
    """Return whether a game may end with neither a declared winner nor a declared draw."""
    unsaid = any(rule.winner is None and not rule.draw for rule in program.end)
    return unsaid or program.limit.outcome == Head.LIMIT_RANK or _may_finish(program)


def _is_all_or_none(winner: x.Expression, players: int) -> bool:
    """Return whether a list of players provably contains either all players or none."""
    match winner:
        case x.Fixed(values=values):
            return len(set(values)) in {0, players}
        case x.If(then=then, otherwise=otherwise):
            return _is_all_or_none(then, players) and _is_all_or_none(otherwise, players)
        case x.Quantifier(kind="filter", variable=variable, over=over, body=body):
            return _is_all_or_none(over, players) and not _names(body, variable)
        case x.Apply(function=function):
            return _is_all_or_none(function.body, players)
        case x.Let(body=body):
            return _is_all_or_none(body, players)
        case x.Distinct(of=of) | x.Reverse(of=of):
            return _is_all_or_none(of, players)
        case _:
            return False


def _names(node: x.Expression, variable: int) -> bool:
    """Return whether an expression contains `variable`. The bodies of called functions are not searched."""
    if isinstance(node, x.Variable):
        return node.variable == variable
    return any(_names(part, variable) for part in parts(node))


def _may_finish(program: Program) -> bool:
    """Return whether some path through the instructions leads to the end of all phases.

    Every routine is assumed to run, and every condition to have either value. Only unreachable instructions
    are excluded.
    """
    stack = [0, *(routine.entry for routine in program.routines if routine.back is not None)]
    seen: set[int] = set()
    while stack:
        at = stack.pop()
        if at in seen:
            continue
        seen.add(at)
        if isinstance(program.code[at], g.Finish):
            return True
        stack += _next(program, at)
    return False


def _next(program: Program, at: int) -> Iterator[int]:
    """Yield the possible successors of an instruction. A called routine is assumed to come back."""
    match program.code[at]:
        case g.Jump(to=to):
            yield to
        case g.NextTurn(who=None):
            yield at + 1
        case g.BranchUnless(to=to) | g.LoopNext(leave=to) | g.NextTurn(leave=to):
            yield from (at + 1, to)
        case g.Decide(otherwise=otherwise):
            yield from (at + 1, *(() if otherwise is None else (otherwise,)))
        case g.LeavePhase(phase=phase):
            yield program.phases[phase].leave
        case g.StopTurn(whole_phase=whole):
            yield from (phase.leave if whole else phase.turn_end for phase in program.phases)
        case g.Return():
            return
        case _:
            yield at + 1
