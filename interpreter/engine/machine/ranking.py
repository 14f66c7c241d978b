"""Determines the places and scores at the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import EndRule
from gamespec.program.tables import Head
from interpreter.kernels.budget import refill
from interpreter.play.result import DRAWS, Result, ended_by, result_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.engine.expressions.evaluate import Evaluator
    from interpreter.engine.machine.machine import Machine

__all__ = ["decide_places", "leader", "result", "scores"]


def decide_places(machine: Machine, p: list[int]) -> None:
    """Write the final places of the players into the position. The players of a team share their place."""
    program, outcome = machine.program, p[Head.OUTCOME]
    rule = ended_by(program, outcome)
    if rule is not None and rule.winner is not None:
        won = {program.teams[player] for player in _winners(machine, rule, p)}
        ranks: dict[int, tuple[int, ...]] = {team: (int(team in won),) for team in program.teams}
        first = 1 if won else 2
    else:
        drawn = outcome in DRAWS or (rule is not None and rule.draw)
        ranks = dict.fromkeys(program.teams, ()) if drawn else _ranked(machine.evaluator, p)
        first = 1
    for player, team in enumerate(program.teams):
        p[program.layout.places + player] = first + sum(rank > ranks[team] for rank in ranks.values())


def _winners(machine: Machine, rule: EndRule, p: list[int]) -> set[int]:
    assert rule.winner is not None  # noqa: S101 - asked by the caller
    if rule.winner.domain.is_list:
        return set(machine.evaluator.listing(rule.winner)(p))
    return {machine.evaluator.number(rule.winner)(p)}


def _ranked(e: Evaluator, p: list[int]) -> dict[int, tuple[int, ...]]:
    """Return, for each team, the numbers by which it is ranked, each summed over the players of the team."""
    program = e.program
    seat, numbers = e.place(program.seat), [e.number(node) for node in program.ranking]
    ranks = dict.fromkeys(program.teams, (0,) * len(numbers))
    for player, team in enumerate(program.teams):
        e.scratch[seat] = player
        ranks[team] = tuple(so_far + number(p) for so_far, number in zip(ranks[team], numbers, strict=True))
    return ranks


def leader(e: Evaluator, p: list[int]) -> int | None:
    """Return the team that would be alone in first place if the game were ranked now, or `None`.

    The computation has a full budget. Callers pass an evaluator of their own to keep the game's budget
    unchanged.
    """
    refill(e.scratch)
    ranks = _ranked(e, p)
    best = max(ranks.values())
    first = [team for team, rank in ranks.items() if rank == best]
    return first[0] if len(first) == 1 else None


def result(machine: Machine, p: list[int]) -> Result | None:
    """Return the result of a game, or `None` if the game is not over."""
    program, outcome = machine.program, p[Head.OUTCOME]
    if outcome == Head.RUNNING:
        return None
    places = tuple(p[program.layout.places + i] for i in range(program.players))
    return result_of(program, outcome, places, scores(machine, p) if program.score else ())


def scores(machine: Machine, p: list[int], seats: Iterable[int] | None = None) -> tuple[tuple[int, ...], ...]:
    """Return, for each of some seats (or all), the value of each part of `score`, which must exist."""
    program, e = machine.program, machine.evaluator
    parts, seat = [e.number(node) for node in program.score], e.place(program.seat)
    refill(e.scratch)
    found: list[tuple[int, ...]] = []
    for player in range(program.players) if seats is None else seats:
        e.scratch[seat] = player
        found.append(tuple(part(p) for part in parts))
    return tuple(found)
