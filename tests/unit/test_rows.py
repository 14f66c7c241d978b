"""Tests for rows as values, with the type `KIND.row` and the attribute `row` of components."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named, elaborated

from gamespec import SpecError
from interpreter.answers import Answers
from interpreter.contract import hold
from interpreter.perft import histories

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

MARKET = """
    language: 1
    players: 2
    components:
      action:
        attributes: {cost: 0..9}
        rows:
          - {id: smithy, cost: 4, copies: 2}
          - {id: village, cost: 3}
        start: "pile[row]"
        label: "{row} for {cost}"
      chip:
        per: player
        attributes: {n: 1..9}
        all: {n: 7..8}
        copies: 2
        start: "chips[owner]"
    zones:
      pile: {of: action, per: action.row, ordered: true}
      hand: {of: action, per: player, seen_by: owner}
      chips: {of: chip, per: player}
    variables:
      bought: {per: action.row, type: 0..9}
      last: {type: action.row?}
      first: {type: action.row, start: village}
      least: {type: chip.row, start: chip_7}
    actions:
      buy:
        label: "buy {r}"
        with: {r: {from: action.row, where: "not empty(pile[r])"}}
        do:
          - set: {"bought[r]": "bought[r] + 1", last: r}
          - {move: "top(pile[r], 1)", to: "hand[me]"}
    phases:
      play: {turns: clockwise, until: "all(r in action.row: empty(pile[r]))", do: [{offer: [buy]}]}
    end:
      never: {when: first != village or least != chip.row.chip_7, draw: true}
"""


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("size(action.row)", "2", 2),
        ("size(pile[smithy])", "0..3", 2),
        ("size(pile[action.row.village])", "0..3", 1),
        ("map(c in action: c.row)", "list of action.row", (0, 0, 1)),
        ("count(c in action: smithy == c.row)", "0..3", 2),
        ("count(c in action: c.row in {village})", "0..3", 1),
        ("smithy in map(c in pile: c.row)", "bool", 1),
        ("map(c in chip: c.row)", "list of chip.row", (0, 0, 1, 1, 0, 0, 1, 1)),
        ("count(c in chip: c.row == chip_8 and c.owner == me)", "0..8", 2),
        ("smithy.row == village.row", "bool", 0),
        ("action.row.smithy..village", "list of action.row", (0, 1)),
        ("number(first)", "1..2", 2),
        ("smithy.cost", "0..9", 4),
        ("chip_7", "chip.row", 0),
    ],
)
def test_values(game_of: Callable[[str], Spec], text: str, type_: str, value: object) -> None:
    """Rows are values like those of an enumeration.

    A name that can mean a row or a component means the component unless a row is expected.
    """
    from gamespec.trees.types import show

    game = Named(game_of(MARKET))
    node, found = elaborated(game.compiled, text)
    assert not found.errors, [d.message for d in found]
    assert node is not None
    assert show(node.type) == type_
    assert game.asked(node) == value


def test_each_row_has_a_pile(game_of: Callable[[str], Spec]) -> None:
    """A family of zones can have one zone for each row.

    Two smithies and a village can be bought in 3!/2! = 3 orders. After one, two and three purchases there are
    2, 3 and 3 histories.
    """
    compiled = game_of(MARKET).compiled()
    assert histories(compiled.program, 3) == [2, 3, 3]
    assert hold(compiled, range(10), stride=1).games == 10


def test_what_people_read(game_of: Callable[[str], Spec]) -> None:
    """A row has the label of its components, and within that label, `row` is the row's own name."""
    game = Named(game_of(MARKET))
    decision = game.decision
    assert decision is not None
    assert [game.text(option) for option in decision.options] == ["buy smithy for 4", "buy village for 3"]
    answers = Answers(game.compiled)
    named = answers.of(decision, decision.options[1])
    assert dict(named.values) == {"r": "village"}
    assert answers.option(game, named) == decision.options[1]


HIDDEN = """
    language: 1
    players: 2
    components:
      card: {attributes: {n: 1..3}, rows: [{id: red, n: 1, copies: 2}, {id: blue, n: 1}], start: deck BACK}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
    setup:
      - reveal: top(deck, 1)
        only: ONLY
        to: seat(1)
"""


def secret(only: str, back: str = "") -> str:
    """Return a game in which seat 1 is shown the part `only` of the top card of the deck.

    `back` is added to the declaration of the cards.
    """
    return HIDDEN.replace("ONLY", only).replace("BACK", back)


@pytest.mark.parametrize("only", ["row", "{row: red}", "{row: blue}"])
def test_a_row_is_shown_by_itself(game_of: Callable[[str], Spec], only: str) -> None:
    """`reveal … only: row` shows the row of a card, but not which copy it is.

    There are only two rows, so a card that is not blue is known to be red. The player who is not shown the
    card learns nothing.
    """
    game = Named(game_of(secret(only)))
    said = [game.words.describe(game, player) for player in range(2)]
    assert said == ["deck: 1 hidden (red), 2 hidden", "deck: 3 hidden"]


def test_a_row_on_the_back(game_of: Callable[[str], Spec]) -> None:
    """With `back: [row]`, two cards have the same back if and only if they belong to the same row."""
    steps = "setup:\n      - shuffle: deck\n"
    text = HIDDEN.partition("setup:")[0] + steps
    plain = game_of(text.replace("BACK", "")).compiled().program
    marked = game_of(text.replace("BACK", ", back: [row]")).compiled().program
    assert plain.backs == (0, 0, 0)
    assert marked.backs == (0, 0, 2)


def test_a_name_of_the_game_called_row(game_of: Callable[[str], Spec]) -> None:
    """If the game itself declares a name `row`, then `row` in `start` and in labels has that meaning."""
    text = """
    language: 1
    components:
      card: {attributes: {n: 1..3}, all: {n: 1..3}, start: row}
    zones:
      row: {of: card, ordered: true}
    """
    game = Named(game_of(text))
    node, found = elaborated(game.compiled, "size(row) + count(c in row: c.row == card_2)")
    assert not found.errors
    assert node is not None
    assert game.asked(node) == 3 + 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("type: action.row?}", "type: pile.row?}"), "GS308: this is not a type (`pile` has no rows)"),
        (("type: action.row?}", "type: actoin.row?}"), "GS308: this is not a type (None)"),
        (
            ("attributes: {cost: 0..9}", "attributes: {cost: 0..9, pays: chip.row?}"),
            "GS308: this is not a type (declare `chip` before the parts that use its rows)",
        ),
        (("start: village}", "start: vilage}"), "GS201: unknown name `vilage` (did you mean `village`?)"),
        (
            ("least != chip.row.chip_7", "least != chip.row.chip_9"),
            "GS201: `chip.row` has no value `chip_9` (did you mean `chip_7` or `chip_8`?)",
        ),
        (
            ('to: "hand[me]"', 'to: "pile[last]"'),
            "GS303: an `action.row` is needed, but this may be `none` (test `last != none` in the same expr",
        ),
        (
            ("first != village", "first != chip_7"),
            "GS301: cannot compare `action.row` with `chip.row` (None)",
        ),
        (
            ("first != village", "first != village#1"),
            "GS201: unknown name `village#1` (did you mean `village`?)",
        ),
        (
            ("copies: 2}", "copies: 2}\n          - {id: smithy, cost: 1}"),
            "GS209: two rows are called `smithy`",
        ),
    ],
)
def test_mistakes(game_of: Callable[[str], Spec], change: tuple[str, str], said: str) -> None:
    """Each wrong use of a row is reported with the expected message and help text."""
    assert change[0] in MARKET
    with pytest.raises(SpecError) as failed:
        game_of(MARKET.replace(*change, 1)).compiled()
    assert any(f"{d.code}: {d.message} ({d.help})".startswith(said) for d in failed.value.diagnostics), [
        f"{d.code}: {d.message} ({d.help})" for d in failed.value.diagnostics
    ]
