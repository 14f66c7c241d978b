"""Tests for `knows` and `hidden` in scenarios: what they state, how they fail, and what they cannot state."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec
    from interpreter.scenario.run import Outcome

    Said = Callable[[str], Outcome]

# Cards 1 to 4 begin in the deck, which nobody sees. Each player has a hand of cards, and a number under a
# cup.
GAME = """\
players: 2
components:
  card: {attributes: {rank: 1..4}, all: {rank: 1..4}, start: deck}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  table: {of: card}
variables:
  cup: {per: player, type: 1..6, start: 1, seen_by: owner}
  turns: {type: 0..9}
  best: {type: card?}
resources:
  gold: {per: player, type: 0..9, start: 5, supply: 20}
actions:
  draw: {do: [{move: "top(deck, 1)", to: "hand[me]"}]}
  show: {with: {c: {from: "hand[me]"}}, do: [{reveal: c}]}
  whisper: {with: {c: {from: "hand[me]"}}, do: [{reveal: c, to: right(me)}]}
phases:
  play: {turns: clockwise, do: [{offer: [draw, show, whisper]}, {set: {turns: turns + 1}}]}
limit: {decisions: 3, then: draw}
"""

# There are two red tiles (1 and 2), two blue tiles (1 and 3) and a green tile (3), each with its shape on the
# back. A hand is visible to everybody except its owner. For each tile, the owner is told whether it has a
# certain color, or which number it has.
HINTS = """\
players: 2
enums: {colour: [red, blue, green], shape: [round, square]}
components:
  tile:
    attributes: {colour: colour, number: 1..3, shape: shape, lucky: bool}
    back: [shape]
    rows:
      - {id: red_1, colour: red, number: 1, shape: round, lucky: false}
      - {id: red_2, colour: red, number: 2, shape: round, lucky: true}
      - {id: blue_1, colour: blue, number: 1, shape: round, lucky: false}
      - {id: blue_3, colour: blue, number: 3, shape: round, lucky: true}
      - {id: green_3, colour: green, number: 3, shape: square, lucky: true}
    start: deck
zones:
  deck: {of: tile, ordered: true, seen_by: nobody}
  hand: {of: tile, per: player, ordered: true, seen_by: others}
  row: {of: tile, per: 1..3, seen_by: nobody, capacity: 1}
variables:
  led: {type: colour, start: red}
actions:
  colours: {with: {x: {from: colour}}, do: [{reveal: "hand[left(me)]", only: {colour: x}, to: left(me)}]}
  numbers: {do: [{reveal: "hand[left(me)]", only: number, to: left(me)}]}
  lead: {with: {x: {from: colour}}, do: [{set: {led: x}}]}
phases:
  play: {turns: clockwise, do: [{offer: [colours, numbers, lead]}]}
limit: {decisions: 3, then: draw}
"""
DEALT = "given: [{move: '{red_1, blue_3}', to: 'hand[seat(2)]'}]\n"  # from the top: blue_3, red_1
RED = DEALT + "when: [colours: {x: red}]\n"

OPEN = "given: [{move: '{card_1, card_2}', to: table}]\n"
HELD = "given: [{move: card_1, to: 'hand[seat(1)]'}]\n"


@pytest.fixture
def said(game_of: Callable[[str], Spec], tmp_path: Path) -> Said:
    """Return a function that runs one scenario of the card game and returns its outcome."""
    return _said(game_of(indent(GAME, "    ")), tmp_path)


@pytest.fixture
def hinted(game_of: Callable[[str], Spec], tmp_path: Path) -> Said:
    """Return a function that runs one scenario of the game of hints and returns its outcome."""
    return _said(game_of(indent(HINTS, "    ")), tmp_path)


def _said(spec: Spec, tmp_path: Path) -> Said:
    folder = tmp_path / "scenarios"
    folder.mkdir()

    def run(text: str) -> Outcome:
        (folder / "one.yaml").write_text(
            "language: 1\nscenarios:\n  - id: ONE\n" + indent(text, "    "), encoding="utf-8"
        )
        scenarios, found = load_scenarios(spec)
        assert not found
        return run_scenario(spec, scenarios[0])

    return run


@pytest.mark.parametrize(
    "text",
    [
        HELD + "then: [knows: {seat(1): [card_1]}, hidden: {seat(2): [card_1]}]",
        HELD + "then: [knows: {seat(1): ['hand[seat(1)]', card_1.rank]}]",
        HELD + "then: [hidden: {seat(2): ['hand[seat(1)]', card_1.rank, 'the(hand[seat(1)]).rank']}]",
        "then: [hidden: {seat(1): [deck, 'top(deck)', 'bottom(deck)'], seat(2): [deck]}]",
        OPEN + "then: [knows: {seat(1): [table], seat(2): [table, card_2, '{card_1, card_2}']}]",
        "then: [knows: {seat(1): ['cup[seat(1)]', turns, best]}, hidden: {seat(1): ['cup[seat(2)]']}]",
        HELD + "when: [show: {c: card_1}]\nthen: [knows: {seat(2): [card_1]}]",
        HELD + "when: [whisper: {c: card_1}]\nthen: [knows: {seat(2): [card_1, 'hand[right(me)]']}]",
        HELD
        + "when: [{hidden: {seat(2): [card_1]}}, show: {c: card_1}, {knows: {seat(2): [card_1]}}, draw: {}]\n"
        "then: [knows: {seat(2): ['hand[seat(2)]']}, hidden: {seat(1): ['hand[seat(2)]']}]",
        "given: [{reveal: card_1}]\nthen: [knows: {seat(2): [card_1]}, hidden: {seat(2): [card_2]}]",
        "given: [{reveal: card_1}, {shuffle: deck}]\nthen: [hidden: {seat(2): [card_1]}]",
    ],
)
def test_what_holds(said: Said, text: str) -> None:
    """Until a shuffle, players know what they saw arrive or were shown (reference, section 13)."""
    outcome = said(text)
    assert outcome.passed, outcome.report


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            HELD + "then: [knows: {seat(2): [card_1]}]",
            "expected that p2 knows `card_1`\n  card_1 (hand[p1]) is known to p1\n",
        ),
        (
            HELD + "then: [hidden: {seat(1): [card_1.rank]}]",
            "expected that p1 does not know `card_1.rank`\n  card_1.rank (hand[p1]) is known to p1\n",
        ),
        (
            "then: [knows: {seat(2): ['top(deck)']}]",
            "expected that p2 knows `top(deck)`\n  card_1 (deck) is known to nobody\n",
        ),
        (
            OPEN + "then: [hidden: {seat(2): ['{card_1, card_2, card_3}']}]",
            "expected that p2 does not know `{card_1, card_2, card_3}`\n  card_1 (table) is known to p1, p",
        ),
        (
            OPEN + "then: [knows: {seat(2): ['{card_1, card_2, card_3}']}]",
            "expected that p2 knows `{card_1, card_2, card_3}`\n  card_3 (deck) is known to nobody\nwhat",
        ),
        (
            "then: [knows: {seat(1): [turns, 'cup[seat(2)]']}]",
            "expected that p1 knows `cup[seat(2)]`\n  cup[p2] is known to p2\n",
        ),
        (
            "then: [hidden: {seat(1): ['cup[seat(2)]'], seat(2): ['cup[me]', 'cup[right(me)]']}]",
            "expected that p2 does not know `cup[right(me)]`\n  cup[p2] is known to p2\n",
        ),
        (
            "then: [hidden: {seat(1): ['hand[seat(2)]']}]",
            "there is nothing to know, `hand[seat(2)]` is empty\n",
        ),
        (
            "then: [hidden: {seat(1): ['first(c in table: c.rank > 2)']}]",
            "there is nothing to know, `first(c in table: c.rank > 2)` is none\n",
        ),
        (
            "when: [draw: {}, draw: {}, draw: {}]\nthen: [hidden: {seat(1): ['hand[me]']}]",
            "there is no `me`: the game is over, nobody is asked\n",
        ),
    ],
)
def test_what_does_not_hold(said: Said, text: str, says: str) -> None:
    """The report on a failed statement says who knows what.

    A statement about an empty zone or about `none` fails, whether it is `knows` or `hidden`.
    """
    outcome = said(text)
    assert not outcome.passed
    assert not outcome.diagnostics, outcome.report
    assert outcome.report.partition(": ")[2].startswith(says), outcome.report


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("then: [knows: {seat(1): [card_9]}]", "GS201", "unknown name `card_9`"),
        ("then: [knows: {seat(3): [card_1]}]", "GS304", "`3` never fits into `1..2`"),
        ("then: [knows: {turns: [card_1]}]", "GS302", "expected `player`, but this is a number"),
        ("then: [knows: {seat(1): [card_1.suit]}]", "GS207", "`card` has no attribute `suit`"),
        ("then: [knows: {seat(1): ['top(deck).rank']}]", "GS303", "this `card` may be `none`"),
        ("then: [knows: {seat(1): [cup]}]", "GS305", "`cup` has one member for each `player`"),
        (
            "then: [hidden: {seat(1): [turns + 1]}]",
            "GS302",
            "only components and variables can be known, this is",
        ),
        (
            "then: [hidden: {seat(1): [seat(1)]}]",
            "GS302",
            "only components and variables can be known, this is",
        ),
        (
            "then: [hidden: {seat(1): [card_1.rank + 1]}]",
            "GS302",
            "only components and variables can be known,",
        ),
        ("then: [knows: {seat(1): ['gold[seat(2)]']}]", "GS128", "resources are open: everybody knows them"),
        ("then: [hidden: {seat(1): [gold.bank]}]", "GS128", "resources are open: everybody knows them"),
        ("then: [knows: {seat(1): [card_1], 'seat( 1 )': [card_2]}]", "GS103", "`seat(1)` twice"),
        (
            "then: [{knows: {seat(1): [deck]}, hidden: {seat(2): [deck]}}]",
            "GS127",
            "`knows` and `hidden` exclude",
        ),
        ("then: [knows: {seat(1): card_1}]", "GS122", "expected a list of components and variables"),
        ("then: [knows: {seat(1): []}]", "GS123", "expected at least 1 item"),
        ("then: [knows: {}]", "GS123", "expected at least 1 key"),
        ("then: [{knows: {seat(1): [deck]}, by: seat(1)}]", "GS121", "missing key"),
    ],
)
def test_what_has_no_meaning_is_a_mistake(said: Said, text: str, code: str, says: str) -> None:
    """A mistake is reported with its code and place, and no game is played."""
    outcome = said(text)
    assert not outcome.passed
    assert [d.code for d in outcome.diagnostics] == [code], outcome.report
    (found,) = outcome.diagnostics
    assert found.message.startswith(says)
    assert found.span.source.name.endswith("one.yaml")


@pytest.mark.parametrize(
    "text",
    [
        # As far as the backs show, a round tile can be any of the round tiles, but the square tile is unique.
        "then: [knows: {seat(1): [red_1.shape, green_3.shape, green_3.colour, 'green_3.number == 3']}]",
        "then: [hidden: {seat(1): [green_3, red_1.colour, 'red_1.colour == red', 'red_1.number == 3']}]",
        # No round tile is green, so players know of every round tile that it is not green.
        (
            "then: [knows: {seat(1): ['red_1.colour != green', 'red_1.colour == green', "
            "'red_1.colour in {red, blue}']}]"
        ),
        DEALT + "then: [hidden: {seat(2): ['the(top(hand[seat(2)])).colour']}]",
        DEALT + "then: [knows: {seat(1): ['nth(hand[seat(2)], 1).colour', 'hand[seat(2)]']}]",
        # After a hint, the other tile is known not to be red, and all remaining round tiles are blue.
        RED
        + "then: [knows: {seat(2): ['nth(hand[me], 1).colour == red', 'nth(hand[me], 2).colour == red']}]",
        RED + "then: [knows: {seat(2): ['nth(hand[me], 1).colour', 'nth(hand[me], 2).colour == blue']}]",
        # Red tiles have the numbers 1 and 2, blue tiles 1 and 3.
        RED + "then: [hidden: {seat(2): ['nth(hand[me], 1).number', 'nth(hand[me], 1).number == 3']}]",
        RED + "then: [knows: {seat(2): ['nth(hand[me], 1).number == 2', 'nth(hand[me], 2).number < 3']}]",
        RED + "then: [hidden: {seat(2): ['nth(hand[me], 2).number < 2', 'hand[me]']}]",
        # After a hint about another color, the tile may still be red or blue.
        DEALT + "when: [colours: {x: green}]\nthen: [hidden: {seat(2): ['nth(hand[me], 1).colour']}]",
        # A round tile with the number 3 is blue and lucky. A tile with the number 1 is not lucky, whatever
        # its color is.
        DEALT + "when: [numbers: {}]\nthen:\n"
        "  - knows: {seat(2): [blue_3.number, blue_3.colour, red_1.lucky, 'red_1.lucky == true']}\n"
        "  - hidden: {seat(2): [red_1.colour, 'red_1.colour == blue', red_1]}",
        # After a shuffle, players no longer know what they were shown, but they still see the backs.
        (
            "given:\n"
            "  - {reveal: deck, only: number, to: seat(1)}\n"
            "then: [knows: {seat(1): [blue_3.colour]}, hidden: {seat(2): [blue_3.colour]}]"
        ),
        (
            "given:\n"
            "  - {reveal: deck, only: number, to: seat(1)}\n"
            "  - {shuffle: deck}\n"
            "then: [knows: {seat(1): [red_1.shape]}, hidden: {seat(1): [blue_3.colour, red_1.number]}]"
        ),
        # The components are named by their places.
        (
            "given:\n"
            "  - {move: blue_3, to: 'row[2]'}\n"
            "  - {reveal: 'row[2]', only: {colour: blue}, to: seat(2)}\n"
            "then:\n"
            "  - knows: {seat(2): ['the(row[2]).colour', 'the(c in row[2]: true).colour == red']}\n"
            "  - hidden: {seat(1): ['the(row[2]).colour'], seat(2): ['the(row[2]).number', 'row[2]', "
            "'top(deck, 2)']}"
        ),
    ],
)
def test_what_is_known_in_part(hinted: Said, text: str) -> None:
    """An attribute is known if all components that may lie in the place have the same value.

    The backs, and what the player was shown, restrict these components.
    """
    outcome = hinted(text)
    assert outcome.passed, outcome.report


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            RED + "then: [hidden: {seat(2): ['nth(hand[me], 2).colour == red']}]",
            (
                "expected that p2 does not know `nth(hand[me], 2).colour == red`\n"
                "  red_1.colour == red (hand[p2]) is known to p1, p2\n"
            ),
        ),
        (
            RED + "then: [knows: {seat(2): ['nth(hand[me], 2).number']}]",
            "expected that p2 knows `nth(hand[me], 2).number`\n  red_1.number (hand[p2]) is known to p1\n",
        ),
        (
            DEALT + "then: [knows: {seat(2): ['red_1.colour in {red,  green}']}]",
            (
                "expected that p2 knows `red_1.colour in {red, green}`\n"
                "  red_1.colour in {red, green} (hand[p2]) is known to p1\n"
            ),
        ),
        (
            "then: [hidden: {seat(2): [red_1.shape]}]",
            "expected that p2 does not know `red_1.shape`\n  red_1.shape (deck) is known to p1, p2\n",
        ),
    ],
)
def test_what_is_not_known_in_part(hinted: Said, text: str, says: str) -> None:
    """The report on a failed statement about an attribute says who knows the attribute."""
    outcome = hinted(text)
    assert not outcome.passed
    assert not outcome.diagnostics, outcome.report
    assert outcome.report.partition(": ")[2].startswith(says), outcome.report


@pytest.mark.parametrize(
    ("subject", "code", "says"),
    [
        ("red_1.colour == led", "GS306", "this must be known before the game begins"),
        ("red_1.colour == yellow", "GS201", "unknown name `yellow`"),
        ("red_1.colour == 2", "GS301", "cannot compare `colour` with `2`"),
        ("red_1.number >= 1", "GS128", "this is the same of all of its kind: everybody knows it"),
        ("red_1.number + 1 == 2", "GS302", "only components and variables can be known,"),
        ("1 < red_1.number < 3", "GS302", "only components and variables can be known,"),
        ("led == red", "GS302", "only components and variables can be known, this is a `bool`"),
        ("top(deck).colour == red", "GS303", "this `tile` may be `none`"),
        (
            "red_1.number == sum(a in 1..9999: sum(b in 1..9999: a))",
            "GS309",
            "this takes too long to compute before the game begins",
        ),
    ],
)
def test_what_cannot_be_known_in_part_is_a_mistake(hinted: Said, subject: str, code: str, says: str) -> None:
    """Part of a component can be known only as an attribute or as its comparison with a constant."""
    outcome = hinted(f"then: [knows: {{seat(1): ['{subject}']}}]")
    assert [d.code for d in outcome.diagnostics] == [code], outcome.report
    assert outcome.diagnostics[0].message.startswith(says), outcome.report
