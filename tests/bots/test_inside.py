"""The search inside the WebAssembly module computes the same numbers as the search outside."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

import gamespec
from interpreter.bots import sights
from interpreter.bots.trials import tried
from interpreter.bots.view import View
from interpreter.bots.worth import rewards_of
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels import search
from interpreter.play.luck import Draws
from interpreter.play.search import Iteration

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

GAMES = (
    "pig", "kuhn-poker", "leduc-poker", "liars-dice", "goofspiel", "goofspiel+hidden-bids", "hearts",
    "euchre", "hanabi", "trapper", "trumpet", "trumpet+revoke", "carcassonne+traders-and-builders",
    "ogallala", "rufus",
)  # fmt: skip


def in_the_middle(engine: CompiledEngine, seed: int) -> View:
    """Return the view that a bot has at a random decision in a random game."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    answers: list[int] = []
    game = engine.begin(seed)
    while not game.over:
        answers.append(luck.randrange(len(game.options)))
        game.play(game.options[answers[-1]])
    game = engine.begin(seed, record=True)
    for answer in answers[: luck.randrange(len(answers))]:
        game.play(game.options[answer])
    assert game.decision is not None
    return View(engine, game, game.decision)


@pytest.mark.parametrize("by_score", [False, True])
@pytest.mark.parametrize("name", sampled(GAMES, "bots", 20))
def test_options_fare_alike_inside_and_outside(name: str, *, by_score: bool) -> None:
    """Both searches give each option the same number of visits and, to the last bit, the same reward."""
    program = gamespec.load(name).program()
    engine = CompiledEngine(program, jobs=1)
    for seed in range(2):
        view, draws = in_the_middle(engine, seed), Draws(seed, "test")
        games = tried(view, draws, 8)
        drawn = [Iteration.drawn(draws) for _ in range(80)]
        rewards = rewards_of(program, by_score=by_score)
        inside = view.option_stats(games, [each for each, _ in drawn], rewards.reward, sights.EXPLORES)
        if inside is None:
            assert by_score
            assert not program.score
            continue
        outside = sights.outside(view, games, drawn, rewards_of(program, by_score=by_score))
        assert inside == {option.number: outside.get(option.number, (0, 0.0)) for option in view.options}
        assert sum(taken for taken, _ in inside.values()) == len(drawn)


def test_a_full_table_is_the_same_inside_and_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the table of statistics is full, both searches try options without an entry at random.

    Nothing is stored about these options.
    """
    monkeypatch.setattr(search, "FEWEST", 16)
    monkeypatch.setattr(search, "MOST", 16)
    program = gamespec.load("goofspiel").program()
    engine = CompiledEngine(program, jobs=1)
    game = engine.begin(1, record=True)
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    games, drawn = tried(view, draws, 8), [Iteration.drawn(draws) for _ in range(80)]
    rewards = rewards_of(program, by_score=False)
    inside = view.option_stats(games, [each for each, _ in drawn], rewards.reward, sights.EXPLORES)
    assert inside == sights.outside(view, games, drawn, rewards)
    assert len(inside) > 12  # three quarters of 16 may be used
    assert sum(taken for taken, _ in inside.values()) < len(drawn)


def test_statistics_are_those_of_the_options_of_the_game() -> None:
    """In both searches, the game's own options have statistics, even if the roots offer other options.

    A redeal for which no history was found may offer other options. In this test, the root is another deal of
    hearts, in which the player holds, and passes on, other cards.
    """
    program = gamespec.load("hearts").program()
    engine = CompiledEngine(program, jobs=1)
    game, root = (engine.begin(seed, record=True) for seed in (1, 2))
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    drawn = [Iteration.drawn(draws) for _ in range(40)]
    rewards = rewards_of(program, by_score=False)
    inside = view.option_stats([root], [each for each, _ in drawn], rewards.reward, sights.EXPLORES)
    own, others = ({option.number for option in each.options} for each in (game, root))
    assert root.player == game.player
    assert inside is not None
    assert inside == sights.outside(view, [root], drawn, rewards)
    assert set(inside) == own
    assert {inside[number] for number in own - others} == {(0, 0.0)}


def test_the_definitional_engine_searches_outside() -> None:
    """With the same random numbers, the search outside gives the same statistics on both engines."""
    program = gamespec.load("kuhn-poker").program()
    option_stats = []
    for engine in (DefinitionalEngine(program), CompiledEngine(program, jobs=1)):
        game = engine.begin(3, record=True)
        assert game.decision is not None
        view, draws = View(engine, game, game.decision), Draws(1, "test")
        twin = CompiledEngine(program, jobs=1).begin(3, record=True)
        games = [engine.restore(other.position) for other in twin.redeals(game.player, 5, 8)]
        drawn = [Iteration.drawn(draws) for _ in range(40)]
        option_stats.append(sights.outside(view, games, drawn, rewards_of(program, by_score=False)))
    assert option_stats[0] == option_stats[1]


ALIKE = """
    players: 3
    components: {nut: {attributes: {worth: 1..2}, rows: [{id: acorn, worth: 1}], copies: 3, start: heap}}
    zones:
      heap: {of: nut, ordered: true, seen_by: nobody}
      cheek: {of: nut, per: player, seen_by: owner}
      nest: {of: nut}
    setup:
      - shuffle: heap
      - for: {p: players}
        do: [{move: "top(heap, 1)", to: "cheek[p]"}, {reveal: "cheek[p]"}]
    actions:
      steal:
        with: {n: {from: "filter(n in cheek: n not in cheek[me])"}}
        do: [{move: n, to: nest}]
    phases: {play: {do: [{offer: [steal], by: seat(1)}]}}
    score: "size(cheek[player])"
"""
"""A game in which the first player takes one of two identical nuts in different places. Its owner loses."""


def test_copies_that_are_offered_side_by_side_are_options_of_their_own(
    game_of: Callable[[str], Spec],
) -> None:
    """Identical components in different places are separate options. Two iterations try each option once."""
    program = game_of(ALIKE).program()
    engine = CompiledEngine(program, jobs=1)
    game = engine.begin(1, record=True)
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    drawn = [Iteration.drawn(draws)[0] for _ in range(2)]
    inside = view.option_stats(
        tried(view, draws, 2), drawn, rewards_of(program, by_score=False).reward, sights.EXPLORES
    )
    assert inside is not None
    assert [taken for taken, _ in inside.values()] == [1, 1]
