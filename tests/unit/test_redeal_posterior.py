"""Redeals follow the exact posterior, do not depend on the truth, and leave future chance open."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from math import comb
from random import Random
from typing import TYPE_CHECKING

import pytest
from hidden_games import SHIPPED, WRITTEN, critical, is_large, is_small, some
from long_checks import split
from posterior import chi_squared, seen_by_all, settled, shares

from gamespec import load
from interpreter import Game
from interpreter.redeal import histories

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from posterior import Posteriors

    from gamespec import Spec
    from gamespec.program import Program
    from interpreter.protocol import Playing

    Walked = Callable[[str], tuple[Program, Posteriors]]

ONE_LEFT = """
    players: 2
    components: {card: {attributes: {rank: 1..3}, all: {rank: 1..3}, start: deck}}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      table: {of: card}
    setup:
      - shuffle: deck
      - {move: "top(deck, 2)", to: table}
      - shuffle: deck
      - {move: "top(deck, 1)", to: "hand[seat(1)]"}
    phases: {play: {turns: clockwise, do: [{choose: {n: {from: 0..1}}}]}}
"""
"""A game in which only one continuation is possible after the last shuffle."""


@pytest.mark.parametrize(
    ("name", "most", "states", "number"),
    split([
        ("kuhn-poker", 16, 1, 150),
        ("leduc-poker", 16, 1, 120),
        ("goofspiel+hidden-bids", 16, 1, 80),
        ("dice", 60, 1, 150),
        ("passing", 60, 1, 120),
        ("suits", 60, 1, 120),
        ("recycled", 40, 1, 120),
        ("hints", 40, 1, 60),
        ("marks", 40, 2, 100),
        ("copies", 60, 1, 150),
        ("untold", 60, 2, 120),
        ("returned", 16, 1, 150),
        ("returned", 16, 3, 120),
        ("kuhn-poker", 16, 3, 150),
        ("dice", 60, 2, 150),
        ("passing", 60, 2, 120),
        ("suits", 60, 2, 120),
        ("hints", 40, 2, 60),
    ], "redeals", is_small, lambda name, most, states, number: is_large(name) or states > 1),
)  # fmt: skip
def test_redeals_come_by_the_posterior(
    name: str, most: int, states: int, number: int, walked: Walked
) -> None:
    """Histories occur in redeals with their exact probabilities, by a chi-squared test at 0.001."""
    _, found = walked(name)
    for player, same in some(found, most, states):
        exact = shares(same, player, seen_by_all)
        redealt = [same[0].game.redealt(player, seed) for seed in range(number)]
        assert all(game.exact for game in redealt)
        counts = Counter(seen_by_all(game) for game in redealt)
        assert set(counts) <= set(exact)
        statistic, free = chi_squared(counts, exact)
        assert statistic <= critical(free)


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize(
    ("name", "most", "number"),
    split([
        ("kuhn-poker", 16, 150),
        ("passing", 60, 120),
        ("hints", 40, 60),
        ("leduc-poker", 16, 120),
        ("suits", 60, 120),
        ("recycled", 40, 120),
        ("copies", 60, 120),
    ], "redeals", is_small, is_large),
)  # fmt: skip
def test_positions_come_by_the_posterior(  # noqa: PLR0913 - the parameters of the test, and fixtures
    name: str, most: int, number: int, *, together: bool, walked: Walked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Components lie in redeals without records by their exact probabilities (chi-squared at 0.001).

    So it is if many components change places together, of which few proposals are accepted.
    """
    if together:
        monkeypatch.setattr(histories, "ALONE", 4)
        monkeypatch.setattr(histories, "LIKELY", 0.1)
    _, found = walked(name)
    for player, same in some(found, most, 1):
        exact = shares(same, player, where_all_lie)
        redeals = [next(iter(same[0].game.redeals(player, seed, 1))) for seed in range(number)]
        assert all(game.exact for game in redeals)
        counts = Counter(where_all_lie(game) for game in redeals)
        assert set(counts) <= set(exact)
        statistic, free = chi_squared(counts, exact)
        assert statistic <= critical(free)


def where_all_lie(game: Playing) -> Hashable:
    """Return the zones of all components, the same for all copies, and the variables."""
    p, program = game.position, game.program
    lie = Counter((of, p[program.layout.zone_of + c]) for c, of in enumerate(program.alike))
    values = tuple(v for store in program.stores for v in p[store.place : store.place + store.count])
    return frozenset(lie.items()), values


@pytest.mark.parametrize("name", split([*SHIPPED, *WRITTEN], "redeals", is_small, is_large))
def test_a_redeal_does_not_depend_on_the_truth(name: str, walked: Walked) -> None:
    """If two histories look the same to a player, equal seeds make equal redeals, integer for integer."""
    _, found = walked(name)
    hidden = sorted(((key, same) for key, same in found.items() if len(same) > 1), key=lambda item: item[0])
    for (player, shown), same in Random(name).sample(hidden, min(12, len(hidden))):  # noqa: S311 - not for secrets
        first, last = same[0].game, same[-1].game
        assert first.events != last.events
        for seed in range(2):
            one, other = (settled(game, 7).redealt(player, seed, most=300) for game in (first, last))
            assert one.exact == other.exact
            if one.exact:
                assert one.position == other.position
                assert one.redealt(player, seed, most=300).position == one.position
                assert one.information_state(player) == shown


def most_by_chance(number: int, chance: Fraction, level: Fraction) -> int:
    """Return the least bound that the number of successes exceeds with a probability of at most `level`."""
    left, right = Fraction(1), 0
    while left > level:
        left -= comb(number, right) * chance**right * (1 - chance) ** (number - right)
        right += 1
    return right - 1


@pytest.mark.parametrize(
    "name", split(["kuhn-poker", "dice", "suits"], "redeals", lambda _: False, lambda name: name != "dice")
)
def test_a_guesser_is_right_no_more_often_than_the_posterior_allows(name: str, walked: Walked) -> None:
    """Guessing from 25 redeals what the next player holds succeeds no more often than the posterior allows.

    The best guess from the information state alone is right with at most the sum of the greatest
    probabilities over all states. By chance, 25 games exceed the bound on right guesses once in a thousand.
    """
    program, found = walked(name)
    states = [(p, same) for (p, _), same in found.items() if same[0].game.player == p and len(same) > 1]
    all_of_it = sum(history.share for _, same in states for history in same)
    best = Fraction(0)
    for player, same in states:
        by_value: dict[Hashable, Fraction] = defaultdict(Fraction)
        for history in same:
            by_value[held(history.game, (player + 1) % program.players)] += history.share
        best += max(by_value.values())
    number = 25
    bound = most_by_chance(number, best / all_of_it, Fraction(1, 1000))
    assert bound < number
    truths = [(player, history) for player, same in states for history in same]
    luck, right = Random(name), 0  # noqa: S311 - not for secrets
    for player, truth in luck.choices(truths, [float(h.share) for _, h in truths], k=number):
        other, first = (player + 1) % program.players, luck.randrange(1 << 32)
        redealt = [truth.game.redealt(player, first + i, most=100) for i in range(25)]
        guess = Counter(held(game, other) for game in redealt if game.exact).most_common(1)
        right += bool(guess) and guess[0][0] == held(truth.game, other)
    assert right <= bound


def held(game: Game, player: int) -> Hashable:
    """Return what a player hides: a variable that only this player sees, or the lowest card of the hand."""
    program = game.program
    for store in program.stores:
        if store.bank is None and store.seen[0] == 1:
            return game.position[store.place + player]
    hand = next(n for n, zone in enumerate(program.zones) if zone.seen == 1 << player)
    return min(game.atoms.contents(game.position, hand), default=None)


def test_what_must_come_after_a_shuffle_is_no_surprise(game_of: Callable[[str], Spec]) -> None:
    """A redeal is exact if part of the history ends at a shuffle and the next move needs no draw."""
    game = Game(game_of(ONE_LEFT).program(), 1, record=True)
    for player in (0, 1):
        assert game.redealt(player, 1).exact


def dice(game: Game, number: int) -> list[int]:
    """Return the next dice if every player takes the first option, which is to roll."""
    game, rolled = Game.restore(game.program, game.position, record=True), []
    while len(rolled) < number and not game.over:
        game.play(game.options[0])
        rolled = [event.value for event in game.events if type(event).__name__ == "Drew"]
    return rolled[:number]


def test_neither_redeals_nor_clones_roll_the_dice_to_come() -> None:
    """Neither redeals nor clones with a new seed roll the dice that the game itself will roll.

    Ten dice coincide by chance once in 6 ** 10, over 60 million, and none of 80 other games may coincide.
    """
    game = Game(load("pig").program(), 1000, record=True)
    game.play(game.options[0])
    to_come = dice(game, 10)
    assert len(to_come) == 10
    redealt = [game.redealt(game.player, seed) for seed in range(40)]
    assert all(other.exact for other in redealt)
    for other in (*redealt, *(game.clone(seed) for seed in range(40))):
        assert dice(other, 10) != to_come


def test_a_redeal_is_exact_only_with_a_whole_record() -> None:
    """A redeal of a restored position is exact only if its record is given, too."""
    program = load("kuhn-poker").program()
    game = Game(program, 3, record=True)
    game.play(game.options[0])
    assert not Game.restore(program, game.position).redealt(0, 1).exact
    assert not Game.restore(program, game.position, record=True).redealt(0, 1).exact
    assert game.record is not None
    assert Game.restore(program, game.position, record=game.record).redealt(0, 1).exact
