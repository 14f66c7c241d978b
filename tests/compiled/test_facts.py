"""Facts about expressions are true whenever the definitional engine evaluates the expressions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from evaluated import evaluable, locals_given
from strategies import engine
from strategies.claims import Tally, built
from strategies.dice import Rolled
from strategies.expressions import plain
from strategies.games import make_game
from strategies.judgements import batch, begun

from interpreter import Fault, Game
from interpreter.compiled.analysis.facts import Facts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec
    from gamespec.program import expressions as x

SEEDS = 20
TRIED = 4
"""Number of times that an expression is evaluated, each time with other values of its locals."""
NO_MATTER = {"GS508"}
"""Codes of faults that do not depend on the expression alone, namely that of an exhausted budget."""


def holds(facts: Facts, node: x.Expression, game: Game, position: list[int], tally: Counter[str]) -> None:
    """Assert that the facts about an expression are true at a position, and count the kind of case."""
    try:
        value = game.machine.evaluator.asked(node, position)
    except Fault as fault:
        tally["fails"] += fault.code not in NO_MATTER
        if fault.code not in NO_MATTER and not facts.fails(node):
            fault.add_note(f"which was not foreseen: {node}")
            raise
        return
    tally["never fails"] += not facts.fails(node)
    if node.domain.is_list and facts.once(node):
        tally["once"] += len(value) > 1
        assert len(set(value)) == len(value), (value, node)
    elif node.domain.is_list:
        tally["repeats"] += len(set(value)) < len(value)


def test_expressions_of_generated_games(tmp_path: Path) -> None:
    """Facts are true of the expressions in random games, and of random expressions in the games' scope."""
    (tmp_path / "gamespec.toml").touch()
    tally: Counter[str] = Counter()
    for seed in range(SEEDS):
        dice = Rolled(seed)
        asked = batch(dice, make_game(dice), 12, played=True)
        program = built(asked.sketch, tmp_path, Tally())
        game = begun(program, asked.answers) if program is not None else None
        if program is None or game is None:
            continue
        facts = Facts(program)
        for node in evaluable(program):
            for again in range(TRIED):
                holds(facts, node, game, locals_given(program, game.position, node, seed + again), tally)
        for text in asked.texts:
            made = engine.closed(game, plain(text))
            if made is not None:
                holds(Facts(made[1]), made[0], game, locals_given(program, game.position, made[0], 0), tally)
    print(tally)  # noqa: T201 - shown with a failure, and with `-s`
    assert tally["never fails"] > 10 * SEEDS
    assert min(tally["fails"], tally["once"], tally["repeats"]) > SEEDS


# --- cases with known answers -------------------------------------------------------------------------

SMALL = """
players: 2
spaces: {board: {grid: [3, 2]}, ring: {track: 4, loop: true}}
components:
  card:
    attributes: {rank: 1..3}
    rows: [{id: a, rank: 1}, {id: b, rank: 2}, {id: c, rank: 2}]
    start: deck
zones: {deck: {of: card, ordered: true}, hand: {of: card, per: player}}
variables:
  small: {type: 1..3, start: 1}
  wide: {type: 0..9, start: 1}
  huge: {type: 0..2000000000, start: 1}
  who: {type: player?}
  here: {type: board, start: a1}
functions:
  less: {with: {n: 0..3}, is: "3 - n"}
  shared: {with: {n: 0..9}, is: "9 // n"}
  both: {is: "{small, wide}"}
  ranks: {with: {n: 0..9}, is: "filter(c in deck: c.rank > n)"}
phases: {play: {turns: clockwise, do: [{choose: {p: {from: players}}}]}}
limit: {decisions: 3, then: draw}
"""

FAILS = {
    "9 // small": False,  # from 1 to 3: never 0
    "9 // wide": True,  # may be 0
    "9 % (wide - 5)": True,  # from -5 to 4
    "huge + small": False,  # at most 2,000,000,003 of 2,147,483,647
    "huge + huge": True,  # up to 4,000,000,000
    "the(who)": True,  # may be `none`
    "less(small)": False,  # from 1 to 3; the parameter is from 0 to 3
    "less(wide)": True,  # 9 is no value of the parameter
    "shared(small)": True,  # in a function, only the parameter's type is known
    "seat(small)": True,  # there are two players, and small may be 3
    "the(deck)": True,  # it may contain none, or several
    "the(c in deck: c.rank == 1)": True,
    "first(c in deck: c.rank == 1)": False,
    "min(c in deck: c.rank)": True,  # an empty list has no minimum
    "max(c in deck: c.rank)": True,
    "max(small, wide)": False,
    "sum(c in deck: c.rank)": False,  # at most 9
    "sum(n in both(): n * huge)": True,
    "nth(deck, small)": True,  # it may contain fewer
    "top(deck, small)": False,  # as many as it contains
    "any(c in deck: 9 // c.rank > 2)": False,  # ranks are from 1 to 3
    "any(c in deck: 9 // (c.rank - 2) > 2)": True,  # a card of rank 2 is among them
    "any(n in both(): 9 // (n + 1) > 2)": False,  # from 1 to 10
    "9 // small if wide > 0 else 9 // wide": True,  # either side may be evaluated
    "wide > 0 and 9 // wide > 1": True,  # never fails, but the analysis does not see it
}
"""Expressions, each with whether it may fail according to the analysis. The comments give the reasons."""

ONCE = {
    "deck": True,  # a component lies in one place
    "top(deck, 2)": True,
    "both()": False,  # `small` may equal `wide`
    "distinct(both())": True,
    "union(both(), both())": True,  # holds each value once
    "map(c in deck: c.rank)": False,  # two cards have the same rank
    "filter(n in 1..small: n < wide)": True,  # ascending numbers
    "sort(c in deck: c.rank)": True,  # the same cards in another order
    "sort(n in both(): n)": False,
    "ranks(small)": True,  # a part of the deck
    "best(c in deck: c.rank)": True,
    "neighbours(here)": True,  # in a grid
    "deck if wide > 0 else hand[seat(1)]": True,  # both lists are
    "let(n = small + 1: {n, n})": False,  # the same value twice
    "reverse(deck)": True,
}
"""Lists, each with whether they are known to contain no value twice. The comments give the reasons."""


@pytest.fixture
def small(game_of: Callable[[str], Spec]) -> Game:
    """Return a game that waits for its only decision."""
    return Game(engine.program_of(game_of(SMALL)), 1)


@pytest.mark.parametrize("text", FAILS)
def test_what_may_fail(text: str, small: Game) -> None:
    """The analysis says that an expression may fail in exactly the expected cases."""
    found = engine.closed(small, text)
    assert found is not None
    assert Facts(found[1]).fails(found[0]) == FAILS[text]


@pytest.mark.parametrize("text", ONCE)
def test_what_holds_nothing_twice(text: str, small: Game) -> None:
    """The analysis says that a list contains no value twice in exactly the expected cases."""
    found = engine.closed(small, text)
    assert found is not None
    assert Facts(found[1]).once(found[0]) == ONCE[text]
