"""Tests for the check that compares histories that look the same to a player.

The check must notice anything by which the player could tell such histories apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from strategies.claims import Tally
from strategies.dice import Rolled
from strategies.discreet import told_by
from strategies.indistinct import nothing_tells_apart

from interpreter import Game
from interpreter.inspection import Inspector
from interpreter.kernels import sights
from interpreter.play.events import BackSeen, Changed, Event, Moved, Revealed
from interpreter.scene.computed import Computed
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.compile import Compiled
    from gamespec.program import Program
    from interpreter.play.information import Sight

GAME = """
language: 1
game: looking
title: Looking
players: 2
components:
  card: {attributes: {n: 0..1, hue: 0..1}, all: {n: 0..1, hue: 0..1}, back: [hue], start: deck}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  table: {of: card, ordered: true, seen_by: nobody}
variables:
  die: {per: player, type: 0..2, seen_by: owner}
  guess: {type: 0..2}
setup:
  - {shuffle: deck}
  - for: {p: players}
    do:
      - {move: "top(deck, 1)", to: "hand[p]"}
      - random: {n: {from: 0..2}}
        seen_by: nobody
      - set: {"die[p]": n}
phases:
  play:
    turns: clockwise
    do:
      - choose: {n: {from: 0..2, where: "CONDITION"}}
        otherwise: []
      - {reveal: "hand[me]"}
      - {move: "top(deck, 1)", to: table}
      - {shuffle: table}
limit: {decisions: 2, then: draw}
"""


@pytest.fixture
def looking(game_of: Callable[[str], Spec]) -> Callable[[str], Compiled]:
    """Return a function that compiles the game with the given condition on choices."""
    return lambda condition: game_of(GAME.replace("CONDITION", condition)).compiled()


def played(compiled: Compiled, *, trusted: bool = False) -> Tally:
    """Compare histories of a game, and return the tally of what was found.

    If `trusted` is true, an offer that reveals something is a failure.
    """
    tally = Tally()
    nothing_tells_apart(compiled, Rolled(1), tally, 100, trusted=trusted)
    return tally


@pytest.mark.long("contract")
def test_what_the_decider_knows_tells_nothing(looking: Callable[[str], Compiled]) -> None:
    """An offer that depends only on the player's own die reveals nothing about the other player's die."""
    counts = played(looking("n != die[me]")).counts
    assert counts["offers that may tell"] == 0
    assert counts["one offer of two positions"] > 0


@pytest.mark.long("contract")
def test_an_offer_that_tells(looking: Callable[[str], Compiled]) -> None:
    """An offer that depends on the other player's die is counted, or is a failure if `trusted` is set."""
    compiled = looking("n != die[left(me)]")
    game = Game(compiled.program, 1, record=True)
    assert told_by(compiled, game) is None
    assert played(compiled).counts["offers that told"] > 0
    with pytest.raises(AssertionError, match="reveals more than was shown"):
        played(compiled, trusted=True)


@pytest.mark.parametrize("missing", [Moved, Revealed, Changed, BackSeen])
def test_a_sight_that_is_missing(
    missing: type[Event], looking: Callable[[str], Compiled], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check notices if events of one sort are shown to nobody.

    The test hides such events, and then the same information state has two different observations.
    """
    sight = sights.sight

    def blind(program: Program, event: Event, player: int) -> Sight | None:
        return None if isinstance(event, missing) else sight(program, event, player)

    compiled = looking("n >= 0")
    monkeypatch.setattr(sights, "sight", blind)
    with pytest.raises(AssertionError, match="has two observations for one sequence"):
        played(compiled)


def test_a_value_that_tells(game_of: Callable[[str], Spec], monkeypatch: pytest.MonkeyPatch) -> None:
    """The check notices if a view shows values of functions as they are in the true position.

    The function is the other player's die, which is not shown if it is evaluated as it should be.
    """
    shown = GAME.replace("setup:", 'functions: {thrown: {with: {p: player}, is: "die[p]"}}\nsetup:')
    compiled = game_of(shown.replace("CONDITION", "n >= 0")).compiled()
    game = Game(compiled.program, 1)
    computed = Computed(Words(compiled), game, game.observation(game.player))
    assert [computed.number("thrown", seat) is None for seat in range(2)] == [
        seat != game.player for seat in range(2)
    ]
    played(compiled)

    def true(self: Computed, name: str, *args: int) -> int | None:
        function = compiled.names.world.functions.made[name]
        value = Inspector.of(compiled, self._game).applied(function, args)
        assert isinstance(value, int)
        return value

    monkeypatch.setattr(Computed, "number", true)
    with pytest.raises(AssertionError, match="receives two different things"):
        played(compiled)
