"""Redeals of components whose order of moves tells which of them were where."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from interpreter.protocol import Playing

HANDS = """
    players: 4
    components:
      card: {attributes: {rank: 1..20}, all: {rank: 1..20}, start: deck}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
"""
"""Twenty cards and four hands."""

THROWN_IN = f"""
    {HANDS.strip()}
    phases:
      play:
        do:
          - for: {{deal: 1..3}}
            do:
              - {{move: hand, to: deck}}
              - shuffle: deck
              - for: {{p: players}}
                do: [{{move: "top(deck, 4)", to: "hand[p]"}}]
              - for: {{p: players}}
                do: [{{choose: {{n: {{from: 0..1}}}}, by: p}}]
"""
"""Each deal is thrown in: all hands return to the deck in the order of declaration, and are shuffled."""

RETURNED = f"""
    {HANDS.strip()}
    setup:
      - shuffle: deck
      - for: {{p: players}}
        do: [{{move: "top(deck, 4)", to: "hand[p]"}}]
    phases:
      play:
        do:
          - for: {{p: players}}
            do: [{{choose: {{n: {{from: 0..1}}}}, by: p}}]
          - {{move: hand, to: deck}}
          - for: {{p: players}}
            do: [{{choose: {{m: {{from: 0..1}}}}, by: p}}]
"""
"""All hands return to the deck, and are not shuffled, so that what the order tells remains true."""


@pytest.mark.parametrize("text", [THROWN_IN, RETURNED])
def test_the_order_of_moves_tells_which_component_was_where(
    text: str, game_of: Callable[[str], Spec]
) -> None:
    """Redeals are found, show the player the same, and are equal on all engines.

    A player with four of twenty cards sees in which order the twelve cards of three others return. The
    other sixteen cards can lie in 16! / (4! 4! 4! 4!) = 63,063,000 ways in three hands and the deck. The four
    in the deck determine the hands, so at most 16! / (12! 4!) = 1,820 of these ways agree with the order.
    """
    program = game_of(text).program()
    engines = CompiledEngine(program, jobs=1), DefinitionalEngine(program)
    for seed in range(3):
        luck = Random(seed)  # noqa: S311 - nothing secret
        game: Playing = engines[0].begin(seed, record=True)
        for _ in range(4):
            game.play(luck.choice(game.options))
        while not game.over:
            player, shown = game.player, game.information_state(game.player)
            redealt = game.redealt(player, seed)
            assert redealt.exact
            assert redealt.information_state(player) == shown
            other = engines[1].restore(game.position, record=game.record or False)
            assert other.redealt(player, seed).position == redealt.position
            lines = [[g.position for g in one.redeals(player, 1, 3, apart=1 / 8)] for one in (game, other)]
            assert lines[0] == lines[1]
            assert all(g.exact for g in game.redeals(player, 1, 3, apart=1 / 8))
            for _ in range(3):
                if not game.over:
                    game.play(luck.choice(game.options))
