"""Goofspiel with four cards and descending prizes has the same counts as OpenSpiel's, with one difference.

OpenSpiel's `goofspiel`, played in turns, has 501 decision nodes, 576 ends and 270 information states.
OpenSpiel's information state holds the cards in both hands and the winner of each prize, but not the order in
which cards were played, so it does not have perfect recall. Our information state is everything that a player
has been able to observe. There are 322 such states, or 270 if they are reduced to what OpenSpiel's contain.
With hidden bids (`imp_info` in OpenSpiel), both programs count 162.
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
    """The whole tree has the number of decisions, ends and information states that arithmetic predicts.

    Before round k + 1 there are (4·3·…)² histories, with k factors. The last cards are forced.
    """
    found = tree(load("goofspiel").program(options=OPTIONS))
    before = [(factorial(CARDS) // factorial(CARDS - k)) ** 2 for k in range(CARDS)]  # 1, 16, 144, 576
    assert (found.decision, found.terminal, found.chance) == (501, before[-1], 0)
    assert found.information_states == 2 * sum(before[:-1]) == 322


def test_as_they_sum_up() -> None:
    """There are 270 states if they are told apart only by both hands and by the winner of each prize."""
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
    """There are 162 information states, as in OpenSpiel, if players learn only the winner of each prize."""
    found = tree(load("goofspiel+hidden-bids").program(options=OPTIONS))
    assert (found.decision, found.terminal, found.information_states) == (501, 576, 162)
