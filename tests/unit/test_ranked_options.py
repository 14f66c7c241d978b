"""Tests for random choices where options are tried: which option is taken, and how many are tried for it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from interpreter.compiled.engine import CompiledEngine
from interpreter.engine import DefinitionalEngine
from interpreter.play.luck import Draws, Seeds
from interpreter.play.playout import uniform
from interpreter.play.tally import NOTHING, Counts, Pace, Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from interpreter.protocol import Engine

    Maker = Callable[[str], Spec]

MARKED = """
players: 1
spaces: {{row: {{grid: [10, 1]}}}}
variables: {{at: {{type: row?}}, sum: {{type: 0..99}}}}
actions:
  mark: {{with: {{c: {{from: row}}}}, keeps: {keeps}, do: [{{set: {{at: c, sum: {sum}}}}}]}}
  wait: {{when: at == none and {waits}, with: {{d: {{from: row}}}}, do: [{{set: {{at: d}}}}]}}
phases: {{only: {{do: [{{offer: [mark, wait], by: seat(1), ask: {ask}, otherwise: []}}]}}}}
score: "0 if at == none else column(at)"
"""
"""A game of one decision: to mark one of ten cells, if it is kept, or to wait at one of them, if `waits`."""

KEPT = "(column(at) if at != none else 0)"


def marked(keeps: str, *, total: str = "0", waits: str = "false", ask: str = "always") -> str:
    """Return the text of the game."""
    return MARKED.format(keeps=f'"{keeps}"', sum=f'"{total}"', waits=waits, ask=ask)


FEW = Counts(pace=True, few=True)

ENGINES: list[Callable[..., Engine]] = [DefinitionalEngine, CompiledEngine]


def seeds(count: int) -> list[Seeds]:
    """Return the seeds of some games."""
    return [Seeds.of(3, number) for number in range(count)]


@pytest.mark.parametrize("make", ENGINES)
def test_choices_are_uniform(game_of: Maker, make: Callable[..., Engine]) -> None:
    """Of ten places and ten waits, 5 and 10 are options, and each is taken equally often.

    With 15 equally frequent outcomes, Pearson's statistic has 14 degrees of freedom. It exceeds 36.12 with a
    probability of 0.001.
    """
    program = game_of(marked(f"{KEPT} % 2 == 0", waits="true")).program()
    engine, games, taken = make(program), 3000, Counter[int]()
    for each in seeds(games):
        game = engine.begin(each.game)
        decision = game.decision
        assert decision is not None
        taken[uniform(decision, Draws(each.luck, "policy")).number] += 1
    assert len(taken) == 15
    mean = games / 15
    assert sum((found - mean) ** 2 / mean for found in taken.values()) < 36.12


def test_all_ways_to_play_agree(game_of: Maker) -> None:
    """A batch, with counts or without, a policy, playouts and lanes take the same options."""
    program = game_of(marked(f"{KEPT} % 3 != 1", waits="true")).program()
    definitional, compiled = DefinitionalEngine(program), CompiledEngine(program)
    some = seeds(200)
    wanted = [playout.result for playout in definitional.batch(some, uniform)]
    assert len({result.scores for result in wanted if result is not None}) == 10
    for engine in (definitional, compiled):
        assert [playout.result for playout in engine.batch(some)] == wanted
        counted = engine.batch(some, tally=Counts(pace=True))
        assert [playout.result for playout in counted] == wanted
        begun = [engine.begin(each.game) for each in some]
        on = [game.playouts([each])[0].result for game, each in zip(begun, some, strict=True)]
        assert on == wanted
    lanes = compiled.lanes(200, seed=3, autoreset=False)
    lanes.step([-1] * 200)
    assert [tuple(row) for row in lanes.scores.tolist()] == [
        result.scores for result in wanted if result is not None
    ]


@pytest.mark.parametrize("tally", [NOTHING, FEW, Counts(lead=True, components=True)])
@pytest.mark.parametrize("ask", ["always", "choice"])
@pytest.mark.parametrize("make", ENGINES)
def test_few_options_are_tried(game_of: Maker, make: Callable[..., Engine], ask: str, tally: Counts) -> None:
    """The last of ten cells cannot be tried without a fault, and is tried in a tenth of all games.

    Otherwise another cell is marked, and if that is to be a choice, yet another cell shows that it is one. A
    game that counts its options tries all of them. The bounds are four standard deviations from the mean.
    """
    text = marked("true", total="1 // (0 if column(c) == 10 else 1)", ask=ask)
    engine, some = make(game_of(text).program()), seeds(1000)
    faults = sum(playout.fault is not None for playout in engine.batch(some, tally=tally))
    assert abs(faults - 1000 * 0.1) < 4 * (1000 * 0.1 * 0.9) ** 0.5
    assert all(playout.fault is not None for playout in engine.batch(some[:9], tally=Counts(pace=True)))


@pytest.mark.parametrize(
    ("kept", "ask", "asked"), [(0, "always", 0), (1, "always", 1), (1, "choice", 0), (2, "choice", 1)]
)
@pytest.mark.parametrize("make", ENGINES)
def test_who_has_no_choice_is_not_asked(
    game_of: Maker, make: Callable[..., Engine], kept: int, ask: str, asked: int
) -> None:
    """With `ask: choice`, a player decides only if at least two options are kept, however few are tried."""
    program = game_of(marked(f"{KEPT} <= {kept}", ask=ask)).program()
    playouts = [*make(program).batch(seeds(50))]
    assert {playout.decisions for playout in playouts} == {asked}
    assert {playout.result.scores[0] for playout in playouts if playout.result} == {
        *range(1, kept + 1)
    } or not kept


@pytest.mark.parametrize("make", ENGINES)
@pytest.mark.parametrize("ask", ["always", "choice"])
@pytest.mark.parametrize("kept", [1, 2, 9])
def test_forced_decisions_are_counted_without_counting_options(
    game_of: Maker, make: Callable[..., Engine], kept: int, ask: str
) -> None:
    """A decision is forced if one option is kept, whether it is asked or not; options are not counted."""
    program = game_of(marked(f"{KEPT} <= {kept}", ask=ask)).program()
    forced = int(kept == 1)
    wanted = Pace(0, 0, alone=forced * (ask == "choice"), forced=forced, options=0, most=0)
    for playout in make(program).batch(seeds(50), tally=FEW):
        assert playout.tally == Tally(pace=wanted)
        assert playout.decisions == 1 - wanted.alone


@pytest.mark.parametrize("name", ["actions", "course", "reached"])
def test_counts_that_need_all_options_count_all(name: str) -> None:
    """`few` is only a permission: counts that require all options count them as if it were not given."""
    assert replace(FEW, **{name: True}).options
    assert not FEW.options
    assert FEW
    assert not Counts(few=True)


CARDS = """
players: 1
components: {{card: {{attributes: {{rank: 1..3}}, all: {{rank: 1..3}}, copies: {copies}, start: hand}}}}
zones: {{hand: {{of: card}}, pile: {{of: card}}}}
actions:
  lay: {{with: {{c: {{from: hand{several}}}}}, {judged}, do: [{{move: c, to: pile}}]}}
  wait: {{do: []}}
phases: {{only: {{do: [{{offer: [lay, wait], by: seat(1)}}]}}}}
"""


@pytest.mark.parametrize(
    ("copies", "several", "judged", "ranked"),
    [
        (1, "", "keeps: size(pile) < 2", True),
        (1, "", "when: true", False),  # nothing is tried
        (1, "", "most: size(pile)", False),  # all are tried, in order to compare them
        (1, ", count: 2", "keeps: size(pile) < 3", False),  # the value is a combination
        (2, "", "keeps: size(pile) < 2", False),  # copies share a number
    ],
)
def test_which_options_are_ranked(
    game_of: Maker, copies: int, several: str, judged: str, *, ranked: bool
) -> None:
    """Options are ranked where some are tried, if each has single values with numbers of their own."""
    program = game_of(CARDS.format(copies=copies, several=several, judged=judged)).program()
    assert bool(program.ranked) == ranked
