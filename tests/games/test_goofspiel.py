"""Goofspiel with four cards and descending prizes: the counts of OpenSpiel's game, and where ours differ.

OpenSpiel (`goofspiel`, played in turns) has 501 decision nodes, 576 ends and 270 information states. Its
information state names the cards that both still hold and who won each prize, but not which card was played
when, so it forgets; ours are everything a player has been able to tell. That is 322, and 270 when
summed up like theirs.
With hidden bids (`imp_info` there) both count 162.
"""

from __future__ import annotations

from math import factorial

from gamespec import load
from interpreter import Game
from interpreter.perft import children, tree
from interpreter.play.events import Moved

CARDS = 4
OPTIONS = {"cards": CARDS, "prize_order": "descending"}


def test_counts() -> None:
    """Before round k + 1 there are (4·3·…)² histories, k factors each; the last cards play themselves."""
    found = tree(load("goofspiel").program(options=OPTIONS))
    before = [(factorial(CARDS) // factorial(CARDS - k)) ** 2 for k in range(CARDS)]  # 1, 16, 144, 576
    assert (found.decision, found.terminal, found.chance) == (501, before[-1], 0)
    assert found.information_states == 2 * sum(before[:-1]) == 322


def test_as_they_sum_up() -> None:
    """Told apart by the cards that both still hold and by who won which prize, there are 270."""
    compiled = load("goofspiel").compiled(options=OPTIONS)
    zones = compiled.world.zones
    hand, won, lost = (zones[name].zone.first for name in ("hand", "won", "lost"))
    found: set[object] = set()

    def walk(game: Game) -> None:
        if game.over:
            return
        held = tuple(tuple(game.atoms.contents(game.position, hand + seat)) for seat in (0, 1))
        prizes = (e.target for e in game.events if isinstance(e, Moved))
        found.add((game.player, held, tuple(z for z in prizes if z in {won, won + 1, lost})))
        for after in children(game):
            walk(after)

    walk(Game(compiled.program, explicit=True, record=True))
    assert len(found) == 270


def test_hidden_bids() -> None:
    """Whoever is told only who won each prize has 162 information states, as with OpenSpiel's `imp_info`."""
    found = tree(load("goofspiel+hidden-bids").program(options=OPTIONS))
    assert (found.decision, found.terminal, found.information_states) == (501, 576, 162)
