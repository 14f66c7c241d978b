"""How a game is decided: places and scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import EndRule
from gamespec.program.tables import Head
from interpreter.engine.fuel import refill
from interpreter.play.result import Result

if TYPE_CHECKING:
    from interpreter.engine.machine import Machine

__all__ = ["decide_places", "result", "scores"]


def decide_places(machine: Machine, p: list[int]) -> None:
    """Write the final places into the position."""
    program, outcome = machine.program, p[Head.OUTCOME]
    rule = program.end[outcome - Head.END] if outcome >= Head.END else None
    if rule is not None and rule.winner is not None:
        winners = _winners(machine, rule, p)
        ranks: list[tuple[int, ...]] = [(int(i in winners),) for i in range(program.players)]
    elif outcome in {Head.LIMIT_DRAW, Head.TRUNCATED} or (rule is not None and rule.draw):
        ranks = [()] * program.players
    else:
        ranks = [_rank(machine, p, player) for player in range(program.players)]
    for player, rank in enumerate(ranks):
        p[program.layout.places + player] = 1 + sum(other > rank for other in ranks)


def _winners(machine: Machine, rule: EndRule, p: list[int]) -> set[int]:
    assert rule.winner is not None  # noqa: S101 - asked by the caller
    if rule.winner.domain.is_list:
        return set(machine.evaluator.listing(rule.winner)(p))
    return {machine.evaluator.number(rule.winner)(p)}


def _rank(machine: Machine, p: list[int], player: int) -> tuple[int, ...]:
    e, ranking = machine.evaluator, machine.program.ranking
    e.scratch[e.place(machine.program.seat)] = player
    return tuple(e.number(node)(p) for node in ranking)


def result(machine: Machine, p: list[int]) -> Result | None:
    """The result of a game; `None` while it goes on."""
    program, outcome = machine.program, p[Head.OUTCOME]
    if outcome == Head.RUNNING:
        return None
    places = tuple(p[program.layout.places + i] for i in range(program.players))
    if program.score is None:
        first = [i for i, place in enumerate(places) if place == 1]
        drawn = len(first) == program.players > 1
        found = tuple(0 if drawn else 1 if i in first else -1 for i in range(program.players))
    else:
        found = scores(machine, p)
    return Result(places, found, outcome)


def scores(machine: Machine, p: list[int]) -> tuple[int, ...]:
    """What the game's `score` makes of a position for each seat; it must have one."""
    program = machine.program
    assert program.score is not None  # noqa: S101 - asked by the caller
    value, place = machine.evaluator.number(program.score), machine.evaluator.place(program.seat)
    refill(machine.evaluator.scratch)
    found: list[int] = []
    for player in range(program.players):
        machine.evaluator.scratch[place] = player
        found.append(value(p))
    return tuple(found)
