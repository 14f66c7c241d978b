"""Tests for scenarios that set the order of a shuffle, from the top down, wherever the shuffle happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]

# The deck is shuffled before the first turn and in each turn. Every player has a pile, which is shuffled at
# the end of the player's own turn. `mixed` is shuffled only by a step under `given`.
GAME = """
    players: 2
    components:
      card: {attributes: {n: 1..5}, all: {n: 1..5}, start: deck}
      coin:
        attributes: {worth: 1..2}
        rows: [{id: copper, worth: 1, copies: 2}, {id: gold, worth: 2}]
        start: purse
      disc: {attributes: {of: player, n: 1..3}, all: {of: players, n: 1..3}, start: "pile[of]"}
      chip: {attributes: {n: 1..3}, all: {n: 1..3}, start: mixed}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      shown: {of: card, ordered: true}
      purse: {of: coin, ordered: true}
      pile: {of: disc, per: player, ordered: true, seen_by: owner}
      mixed: {of: chip, ordered: true}
      heap: {of: card}
    setup: [{shuffle: deck}]
    phases:
      play:
        turns: clockwise
        do:
          - choose: {n: {from: 1..2}}
          - {move: "top(deck, n)", to: shown}
          - {shuffle: deck}
          - {shuffle: purse}
          - {shuffle: "pile[me]"}
    limit: {decisions: 9, then: truncate}
"""


def told(game_of: Maker, when: str, then: str, more: str = "") -> str:
    """Run a scenario with the given `when` and `then`, and return the report, which is empty if it passes."""
    spec = game_of(GAME)
    folder = spec.path.parent / "scenarios"
    folder.mkdir()
    text = f"language: 1\nscenarios:\n  - {{id: a, title: A, heading: H, {more}when: {when}, then: {then}}}\n"
    (folder / "a.yaml").write_text(text, encoding="utf-8")
    (scenario,) = load_scenarios(spec)[0]
    return run_scenario(spec, scenario).report


def order(zone: str, *numbers: int, by: str = "c.n") -> str:
    """Return the text of the condition that the components in a zone have these numbers, from the top."""
    return f'"map(c in {zone}: {by}) == {{{", ".join(map(str, numbers))}}}"'


@pytest.mark.parametrize(
    ("when", "then"),
    [
        # The list sets the shuffle of the set-up.
        ("[{chance: deck, is: [card_3, card_1, card_5, card_2, card_4]}, {choose: {n: 2}}]",
         order("shown", 1, 3)),
        # The second list sets the shuffle in the first turn. An empty list leaves the shuffle of the set-up
        # to chance.
        ("[{chance: deck, is: [card_5, card_1]}, {chance: deck, is: [card_3, card_2]}, {choose: {n: 2}}]",
         order("top(deck, 2)", 3, 2)),
        ("[{chance: deck, is: []}, {chance: deck, is: []}, {choose: {n: 1}}]", "size(deck) == 4"),
        # Equal copies are interchangeable.
        ("[{chance: purse, is: [copper, gold, copper]}, {choose: {n: 1}}]",
         order("purse", 1, 2, 1, by="c.worth")),
        # The list sets the shuffle of one zone in a family, however the shuffling step names the zone.
        ('[{chance: "pile[seat(2)]", is: [p2_2, p2_3]}, {choose: {n: 1}}, {choose: {n: 1}}]',
         order("top(pile[seat(2)], 2)", 2, 3)),
    ],
)  # fmt: skip
def test_a_shuffle_brings_what_is_said(game_of: Maker, when: str, then: str) -> None:
    """The first list for a zone sets its first shuffle, the second list its second shuffle."""
    assert told(game_of, when, f"[{then}]") == ""


def test_a_shuffle_under_given(game_of: Maker) -> None:
    """A scenario can also set the order of shuffles in steps under `given`."""
    when = "[{chance: mixed, is: [chip_2, chip_3]}, {choose: {n: 1}}]"
    assert told(game_of, when, f"[{order('mixed', 2, 3, 1)}]", "given: [{shuffle: mixed}], ") == ""


@pytest.mark.parametrize(
    ("when", "what"),
    [
        ("[{chance: deck, is: [card_1, card_1]}, {choose: {n: 1}}]", "error[GS103]: `card_1` twice"),
        ("[{chance: purse, is: [gold, gold]}, {choose: {n: 1}}]", "error[GS103]: `gold` twice"),
        ("[{chance: deck, is: [gold]}, {choose: {n: 1}}]", "error[GS302]"),
        ("[{chance: mixed, is: [chip_2]}, {choose: {n: 1}}]", "error[GS201]: no step shuffles `mixed`"),
        ("[{chance: heap, is: [card_2]}, {choose: {n: 1}}]", "error[GS201]: no step shuffles `heap`"),
        ("[{chance: dekc, is: [card_2]}, {choose: {n: 1}}]", "error[GS201]: unknown name `dekc`"),
        ("[{chance: pile, is: [p1_1]}, {choose: {n: 1}}]", "error[GS302]: a shuffle is of a zone"),
        ("[{chance: deck, is: card_2}, {choose: {n: 1}}]", "error[GS201]: no `random` step draws from"),
        # In the first turn, a card leaves the deck before the second shuffle.
        ("[{chance: deck, is: [card_2]}, {chance: deck, is: [card_2]}, {choose: {n: 1}}]",
         "error[GS511]: `card_2` is not in `deck` when that is shuffled"),
        ("[{chance: deck, is: []}, {chance: deck, is: []}, {chance: deck, is: [card_1]}, {choose: {n: 1}}]",
         "`deck` was not shuffled so often"),
    ],
)  # fmt: skip
def test_what_a_shuffle_cannot_bring(game_of: Maker, when: str, what: str) -> None:
    """A list is refused if one of its components is impossible, or if the shuffle never happens.

    A component is impossible if it occurs twice, is of the wrong kind, or is not in the zone.
    """
    report = told(game_of, when, "[size(deck) <= 4]")
    assert what in report
