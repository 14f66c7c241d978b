"""Tests for the log of a game, in the words in which players read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec import load
from interpreter.play.luck import Seeds
from interpreter.replay import Origin
from interpreter.scene.happened.log import log_lines
from interpreter.sitting import Sitting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

CARDS = """\
language: 1
game: cards
title: Cards
players: 3
components:
  card:
    name: a card
    attributes: {n: {type: 1..18}}
    all: {n: 1..18}
    label: "{n}"
    start: deck
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  row: {of: card, per: 1..9}
  down: {of: card, per: 1..9, seen_by: nobody, label: {en: face down, de: verdeckt}}
  gone: {of: card}
variables:
  mark: {per: 1..3, type: 0..9}
  other: {type: 0..9}
actions:
  double:
    label: {en: "set the mark to {2 * mark[1]}", de: "die Marke auf {2 * mark[1]} setzen"}
    do: [{set: {"mark[1]": "2 * mark[1]"}}]
  lay:
    label: {en: "lay {c}", de: "{c} legen"}
    with: {c: {from: "hand[me]"}}
    do: [{move: c, to: gone}]
phases:
  play:
    turns: clockwise
    do:
      - set: {"mark[1]": 1 + size(gone)}
      - {offer: [double], ask: choice}
      - offer: [lay]
limit: {decisions: 30, then: draw}
"""
"""Game in which every turn contains a forced answer whose label depends on the position."""


@pytest.fixture
def sat(tmp_path: Path) -> Callable[..., Sitting]:
    """Return a function that begins a game of three players after the given steps of the set-up."""

    def made(*set_up: str, end: int = 2, language: str = "en", seats: str = "human") -> Sitting:
        file = tmp_path / "cards.yaml"
        steps = "\n".join(f"  - {step}" for step in set_up)
        over = f'{{when: "size(gone) == {end}", draw: true}}'
        file.write_text(f"{CARDS}setup:\n{steps}\nend: {{over: {over}}}\n", encoding="utf-8")
        spec = load(str(file))
        return Sitting(spec.compiled(3), Origin.of(spec), Seeds(0, 0), (seats,) * 3, language)

    return made


def _told(game: Sitting, seat: int | None = None) -> list[str]:
    """Return the log as the player at `seat` reads it.

    If `seat` is None, return the log that everybody reads after the game.
    """
    if seat is None:
        return game.told_to_all(0)
    return log_lines(game.words, game.game.events, game.labels, seat)


AROUND = "{for: {n: 1..3, p: players}, do: [{move: 'top(deck, 1)', to: 'hand[p]'}]}"


@pytest.mark.parametrize(
    ("set_up", "lines"),
    [
        pytest.param(
            ["{for: {n: 1..9}, do: [{reveal: 'top(deck, 1)'}, {move: 'top(deck, 1)', to: 'row[n]'}]}"],
            [
                line
                for n in range(1, 10)
                for line in (f"{n + 9} is revealed", f"{n + 9} goes from the deck to row {n}")
            ],
            id="other sorts of events in between",
        ),
        pytest.param(
            ["{move: 'top(deck, 2)', to: 'row[1]'}", "{move: 'row[1]', to: 'row[2]'}"],
            ["10, 11 go from the deck to row 1", "10, 11 go from row 1 to row 2"],
            id="on from where others have come",
        ),
        pytest.param(
            ["{move: 'hand[seat(2)]', to: 'gone'}"],
            ["2, 5, 8 go from p2's hand to the gone"],
            id="what was hidden until then",
        ),
        pytest.param(["{reveal: 'top(deck, 2)'}"], ["10, 11 are revealed"], id="revealed"),
        pytest.param(
            ["{set: {'mark[1]': 3, other: 3, 'mark[3]': 3, 'mark[2]': 1}}", "{set: {'mark[1]': 2}}"],
            [
                "mark 1, mark 3 up from 0 to 3",
                "other up from 0 to 3",
                "mark 2 up from 0 to 1",
                "mark 1 down from 3 to 2",
            ],
            id="values",
        ),
    ],
)
def test_what_happens_to_several_is_a_line(
    sat: Callable[..., Sitting], set_up: Sequence[str], lines: list[str]
) -> None:
    """Cards that move between the same zones share a line, as do variables that change to the same value.

    The move of the cards comes first.
    """
    told = _told(sat(AROUND, *set_up, end=12), 0)
    assert told[:3] == [
        "you get 1, 4, 7 from the deck",
        *(f"{p} gets a card from the deck (3 times)" for p in ("p2", "p3")),
    ]
    assert told[3 : told.index("phase play")] == lines


def test_what_goes_to_many_zones_goes_to_the_family(sat: Callable[..., Sitting]) -> None:
    """If many cards go to zones of one family, they share a line that names the family.

    Nine cards that are laid face down on nine places share a line; seven such cards have a line each.
    """
    nine, seven = (f"{{for: {{n: 1..{n}}}, do: [{{move: 'top(deck, 1)', to: 'down[n]'}}]}}" for n in (9, 7))
    hands = "{for: {p: players}, do: [{move: 'top(deck, 3)', to: 'hand[p]'}]}"
    assert _told(sat(nine, hands), 0)[0] == "a card goes from the deck to the face down (9 times)"
    assert _told(sat(nine, hands, language="de"), 0)[0] == "a card geht von deck nach verdeckt (9-mal)"
    assert _told(sat(seven, hands), 0)[:7] == [
        f"a card goes from the deck to face down {n}" for n in range(1, 8)
    ]


def test_an_answer_that_comes_by_itself_has_its_label(sat: Callable[..., Sitting]) -> None:
    """A forced answer is logged with the label that it had when it was given.

    The label contains twice the number of the turn.
    """
    game = sat(AROUND)
    doubled = [f"{who}: set the mark to {2 * turn}" for who, turn in (("you", 1), ("p2", 2))]
    assert [line for line in _told(game, 0) if "set" in line] == doubled[:1]
    game.answer(game.game.options[0])
    assert [line for line in _told(game, 0) if "set" in line] == doubled
    assert [line for line in _told(game) if "set" in line] == ["p1: set the mark to 2", doubled[1]]
    assert game.undo()
    assert [line for line in _told(game, 0) if "set" in line] == doubled[:1]


def test_a_game_of_bots_is_told_by_labels(sat: Callable[..., Sitting]) -> None:
    """A spectator of a game between bots reads everything, with labels in the chosen language."""
    game = sat(AROUND, language="de", seats="random")
    assert game.wait_for_human() is None
    told = _told(game)
    assert "p1: die Marke auf 2 setzen" in told
    assert "1, 4, 7 gehen von deck nach hand von p1" in told
    assert any(line in told for line in ("p1: 1 legen", "p1: 4 legen", "p1: 7 legen"))


EVENINGS = """\
language: 1
game: evenings
title: Evenings
players: 3
variables: {done: {per: player, type: bool, lasts: evening}}
actions:
  stake: {with: {amount: {from: 1..3}, on: {from: 4..6}}, do: []}
phases:
  evenings:
    until: false
    phases:
      evening:
        turns: clockwise
        who: not done[player]
        do: [{offer: [stake]}, {set: {"done[me]": true}}]
limit: {decisions: 4, then: draw}
"""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["you: stake 1, 4", "p3: stake 1, 4", "for p3 now: done", "for you, p2, p3 no longer: done"]),
        (
            "de",
            [
                "Sie: stake 1, 4",
                "p3: stake 1, 4",
                "für p3 gilt jetzt: done",
                "für Sie, p2, p3 gilt nicht mehr: done",
            ],
        ),
    ],
)
def test_a_game_without_labels(tmp_path: Path, language: str, told: list[str]) -> None:
    """Answers read as their options do, the reader is `you`, and what ends for all players is one line."""
    file = tmp_path / "game.yaml"
    file.write_text(EVENINGS, encoding="utf-8")
    spec = load(str(file))
    game = Sitting(spec.compiled(3), Origin.of(spec), Seeds(0, 0), ("human",) * 3, language)
    for _ in range(3):
        game.answer(game.game.options[0])
    lines = _told(game, 0)
    assert [line for line in lines if line in told] == told
