"""Compiles the end of a game, the ranking of its players, and its measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from gamespec.compile.draft.builder import Builder
from gamespec.compile.draft.draft import EndRule
from gamespec.expr.elaborate import check_condition, elaborate
from gamespec.expr.operators import ANY_INT, arithmetic
from gamespec.expr.scope import Derived, MeUse, Scope
from gamespec.program import Limit
from gamespec.program.tables import Head
from gamespec.resolve.types import constant
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["Outcome", "compile_end", "compile_limit", "compile_outcome", "derived_values"]


def compile_end(b: Builder) -> tuple[EndRule, ...]:
    """Compile the conditions that end the game, and the expressions for the winners."""
    me = MeUse(available=True)
    scope = b.scope(me)
    rules: list[EndRule] = []
    for declared in b.world.game.end:
        when = check_condition(declared.when, scope)
        winner = None
        if declared.winner is not None:
            winner = elaborate(declared.winner, scope)
            player: t.Type = b.world.player
            players = t.ListType(b.world.player, b.world.players)
            if not t.accepts(player, winner.type) and not t.accepts(players, winner.type):
                scope.error(
                    "GS302",
                    f"`winner` needs a player or a list of players, but this is {t.a(winner.type)}",
                    winner.span,
                )
        rules.append(EndRule(declared.ident.name, when, winner, declared.draw, declared.ident.span))
    b.end_uses_me = me.used
    return tuple(rules)


def _ranking(b: Builder, seat: core.Slot) -> tuple[tuple[core.Core, ...], tuple[core.Core, ...]]:
    """Compile the parts of a player's score, and the numbers that rank the players.

    The first ranking number counts most. `seat` is the local for the player.
    """
    game = b.world.game
    scope = b.scope(MeUse(available=False)).bind_slot("player", seat, game.ident.span)
    score = tuple(elaborate(part.body, scope, ANY_INT) for part in game.score)
    if not score:
        return (), tuple(elaborate(e, scope, ANY_INT) for e in game.ranking)
    whole = _whole(score, scope)
    ranks = scope if "score" in b.world.symbols else scope.bind("score", whole)
    return score, tuple(elaborate(e, ranks, ANY_INT) for e in game.ranking) or (whole,)


def _whole(score: Sequence[core.Core], scope: Scope) -> core.Core:
    """Return the sum of the parts of a score."""
    return reduce(lambda a, b: arithmetic("+", a, b, scope, b.span), score)


def _measures(b: Builder, seat: core.Slot) -> tuple[core.Core, ...]:
    """Compile the measures in the order of declaration.

    A measure that is taken for each player reads the player from `seat`.
    """
    game, made = b.world.game, []
    plain = b.scope(MeUse(available=False))
    of_player = plain.bind_slot("player", seat, game.ident.span)
    for declared in game.measures:
        scope = of_player if declared.per is not None else plain
        value = elaborate(declared.body, scope)
        if not isinstance(value.type, t.Int | t.Bool | t.Bad):
            message = f"a measure must be a number or a condition, but this is {t.a(value.type)}"
            value = scope.inside(declared.body.source).error("GS302", message, value.span)
        made.append(value)
    return tuple(made)


class Outcome(NamedTuple):
    """The parts of a player's score, the numbers that rank the players, and the measures."""

    score: tuple[core.Core, ...]
    ranking: tuple[core.Core, ...]
    measures: tuple[core.Core, ...]


def compile_outcome(b: Builder, seat: core.Slot) -> Outcome:
    """Compile the score, the ranking and the measures. Those of a player read the player from `seat`."""
    return Outcome(*_ranking(b, seat), _measures(b, seat))


def derived_values(b: Builder, outcome: Outcome, seat: core.Slot) -> Mapping[str, Derived]:
    """Return the measures and the score by their names. Those of a player read the player from `seat`."""
    game, score = b.world.game, outcome.score
    measures = zip(game.measures, outcome.measures, strict=True)
    found = {each.ident.name: Derived(value, None if each.per is None else seat) for each, value in measures}
    if score:
        scope = b.scope(MeUse(available=False))
        found.setdefault("score", Derived(_whole(score, scope), seat))
    return found


def compile_limit(b: Builder) -> Limit | None:
    """Compile the limit on the number of decisions, and the outcome at the limit.

    Returns `None` if the game has no limit or if the limit is not a constant.
    """
    limit = b.world.game.limit
    if limit is None:
        return None
    decisions = constant(limit.decisions, b.world, b.found, t.Int(1, 1_000_000))
    outcomes = {"rank": Head.LIMIT_RANK, "draw": Head.LIMIT_DRAW, "truncate": Head.TRUNCATED}
    return None if decisions is None else Limit(decisions, outcomes[limit.then])
