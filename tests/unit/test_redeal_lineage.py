"""Redeals with a lineage: equal along a game and from its record, and from the exact posterior."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random
from typing import TYPE_CHECKING

import pytest
from hidden_games import critical, is_large, is_small
from long_checks import split
from posterior import chi_squared, settled, shares

from gamespec import load
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.events import EventKind
from interpreter.redeal.index import SightIndex
from interpreter.redeal.mended import Mended

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from posterior import Posteriors

    from gamespec import Spec
    from gamespec.program import Program
    from interpreter.protocol import Engine, Playing

    Walked = Callable[[str], tuple[Program, Posteriors]]

COMPARED = 12
"""Number of decisions at which redeals along a game are compared with those from its record."""


@pytest.mark.parametrize("name", ["euchre", "rufus", "hanabi", "leduc-poker", "carcassonne"])
def test_a_lineage_along_a_game_is_that_of_its_record(name: str) -> None:
    """What is kept of a lineage along a game changes no redeal, on any engine, integer for integer."""
    program = load(name).program()
    engine, luck, compared = CompiledEngine(program, jobs=1), Random(2), 0  # noqa: S311 - nothing secret
    while compared < COMPARED:
        game: Playing = engine.begin(luck.randrange(1 << 32), record=True)
        while not game.over and compared < COMPARED:
            player, seed = game.player, luck.randrange(1 << 32)
            found = [other.position for other in game.redeals(player, seed, 3, apart=1 / 8, lineage=9)]
            if luck.randrange(3) == 0:
                others: list[Engine] = [engine] if compared % 6 else [engine, DefinitionalEngine(program)]
                for one in others:
                    again = one.restore(game.position, record=game.record or False)
                    more = again.redeals(player, seed, 3, apart=1 / 8, lineage=9)
                    assert [other.position for other in more] == found
                compared += 1
            game.play(luck.choice(game.options))


def test_most_anchors_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game of cards, most anchors go on from those before; each shows the player what the game did."""
    went_on, asked, onward = list[bool](), 0, Mended.onward

    def counted(*args: object) -> Mended | None:
        found = onward(*args)  # type: ignore[arg-type]  # as it was called
        went_on.append(found is not None)
        return found

    monkeypatch.setattr(Mended, "onward", counted)
    game: Playing = CompiledEngine(load("euchre").program(), jobs=1).begin(1, record=True)
    luck = Random(1)  # noqa: S311 - nothing secret
    for _ in range(60):
        player = game.player
        other = next(iter(game.redeals(player, 5, 1, lineage=3)))
        assert other.exact
        assert other.observation(player) == game.observation(player)
        asked += 1
        game.play(luck.choice(game.options))
    assert sum(went_on) > asked / 2


@pytest.mark.parametrize(
    ("name", "number"),
    split([
        ("kuhn-poker", 150),
        ("leduc-poker", 150),
        ("marks", 150),
        ("dice", 150),
        ("passing", 150),
        ("hints", 150),
        ("untold", 150),
        ("recycled", 150),
    ], "redeals", is_small, is_large),
)  # fmt: skip
def test_lineages_come_by_the_posterior(name: str, number: int, walked: Walked) -> None:
    """Redeals of as many lineages have the exact probabilities, by a chi-squared test at 0.001.

    The player has decided before, so that anchors go on from earlier ones.
    """
    program, found = walked(name)
    engine = CompiledEngine(program, jobs=1)
    states = [
        (player, shown, same)
        for (player, shown), same in found.items()
        if same[0].game.player == player and len(same) > 1 and asked(shown, player) > 1
    ]
    assert states
    player, _, same = max(states, key=lambda state: (len(state[2]), state[:2]))
    exact = shares(same, player, where_all_lie)
    game = settled(same[0].game, 7)
    again: Playing = engine.restore(game.position, record=game.record or False)
    redeals = [next(iter(again.redeals(player, seed, 1, lineage=seed))) for seed in range(number)]
    assert all(other.exact for other in redeals)
    counts = Counter(where_all_lie(other) for other in redeals)
    assert set(counts) <= set(exact)
    statistic, free = chi_squared(counts, exact)
    assert statistic <= critical(free)


def asked(shown: tuple[tuple[int, ...], ...], player: int) -> int:
    """Return how often a player was asked."""
    return sum(sight[:2] == (EventKind.ASKED, player) for sight in shown)


def where_all_lie(game: Playing) -> Hashable:
    """Return the zones of all components, the same for all copies, and the variables."""
    p, program = game.position, game.program
    lie = Counter((of, p[program.layout.zone_of + c]) for c, of in enumerate(program.alike))
    values = tuple(v for store in program.stores for v in p[store.place : store.place + store.count])
    return frozenset(lie.items()), values


LAID = """
    players: 2
    components: {card: {attributes: {rank: 1..8}, per: player, all: {rank: 1..8}, start: "hand[owner]"}}
    zones:
      hand: {of: card, per: player, seen_by: owner}
      laid: {of: card, per: player, seen_by: nobody}
    actions:
      lay: {with: {c: {from: "hand[me]"}}, do: [{move: c, to: "laid[me]"}]}
    phases: {play: {turns: clockwise, until: "size(laid) == 16", do: [{offer: [lay]}]}}
"""
"""Two players lay cards face down, from hands that are never shuffled."""


def test_cards_that_were_not_chosen_change_places_with_those_that_were(
    game_of: Callable[[str], Spec],
) -> None:
    """Each card of the other player is laid equally often, whichever the first guess lays.

    Two of eight are laid, so each lies there in a quarter of 200 redeals: by the binomial distribution, not
    between 25 and 77 times with a probability below 0.0001.
    """
    low, high = 25, 77
    outside = sum(comb(200, k) * 3 ** (200 - k) for k in range(201) if not low <= k <= high)
    assert outside * 10_000 < 4**200
    program = game_of(LAID).program()
    game: Playing = CompiledEngine(program, jobs=1).begin(1, record=True)
    for _ in range(4):
        game.play(game.options[0])
    theirs = [c for c, owner in enumerate(program.owners) if owner == 1]
    laid = Counter(dict.fromkeys(theirs, 0))
    for seed in range(200):
        position = next(iter(game.redeals(0, seed, 1))).position
        laid.update(c for c in theirs if position[program.layout.zone_of + c] != program.start[c])
    assert laid.total() == 400
    assert all(low <= number <= high for number in laid.values())


def test_an_index_grows_with_the_sights() -> None:
    """An index of sights that grew in two steps finds what one of all sights finds."""
    program = load("euchre").program()
    game = CompiledEngine(program, jobs=1).begin(3, record=True)
    while len(game.information_state(1)) < 200:
        game.play(game.options[0])
    shown = game.information_state(1)
    grown, whole = SightIndex(program, shown[:90], 1, 10), SightIndex(program, shown, 1, 10)
    grown.extend(shown)
    for at in range(10, len(shown), 7):
        for c in range(len(program.alike)):
            assert grown.next_seen(c, at) == whole.next_seen(c, at)
        for player in range(program.players):
            assert grown.next_answer(player, at) == whole.next_answer(player, at)
        for zone in range(len(program.zones)):
            assert grown.departures(zone, at, 3) == whole.departures(zone, at, 3)
