"""Separate evaluation of a program's expressions, with random values for the locals that they read."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import NONE, Domain
from gamespec.program.failing import parts
from gamespec.program.tables import Head
from interpreter import Game
from interpreter.compiled.analysis.facts import expressions_of

__all__ = ["evaluable", "locals_given", "positions"]


def evaluable(program: Program) -> list[x.Expression]:
    """Return the expressions of a program that can be evaluated separately.

    They have no free variables. Constants, locals and `me` are left out, because they are trivial.
    """
    plain = x.Const | x.Fixed | x.Me | x.Local
    return [node for node in expressions_of(program) if not isinstance(node, plain) and not _free(node)]


def _free(node: x.Expression) -> frozenset[int]:
    """Return the numbers of the free variables of an expression."""
    if isinstance(node, x.Variable):
        return frozenset({node.variable})
    inside = [_free(part) for part in parts(node)]
    if isinstance(node, x.Quantifier | x.Reach | x.Longest | x.Let):
        inside[-1] -= {node.variable}
    return frozenset().union(*inside)


def locals_of(node: x.Expression) -> Iterator[x.Local]:
    """Yield each occurrence of a local in an expression."""
    if isinstance(node, x.Local):
        yield node
    for part in parts(node):
        yield from locals_of(part)


def locals_given(program: Program, position: Sequence[int], node: x.Expression, seed: int) -> list[int]:
    """Return a copy of a position in which the locals that an expression reads have random values.

    The values lie in the domains of the locals. A player is acting in the copy.
    """
    luck, p = random.Random(seed), list(position)  # noqa: S311 - nothing secret
    frames = program.layout.frames
    p[Head.ME] = max(p[Head.ME], 0)
    p[frames:] = [0] * (len(p) - frames)
    for local in locals_of(node):
        place, domain = program.slots[local.slot].place, local.domain
        if domain.is_list:
            values = [_value(luck, domain.member) for _ in range(luck.randint(0, min(domain.most, 6)))]
            p[place : place + 1 + len(values)] = [len(values), *values]
        else:
            p[place] = _value(luck, domain)
    return p


def _value(luck: random.Random, domain: Domain) -> int:
    """Return a random value from a domain, which may be `NONE` if the domain is optional."""
    if domain.optional and (domain.low > domain.high or luck.random() < 0.2):
        return NONE
    return luck.randint(domain.low, domain.high)


def positions(program: Program, games: int, seed: int) -> Iterator[list[int]]:
    """Yield a random selection of the positions that occur in `games` random games."""
    luck = random.Random(seed)  # noqa: S311 - as above
    for number in range(games):
        game = Game(program, number)
        while not game.over:
            if luck.random() < 0.2:
                yield list(game.position)
            game.play(luck.choice(game.options))
