"""Tests for the sentences of the log, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec import load
from interpreter.play.luck import Seeds
from interpreter.replay import Origin
from interpreter.scene.happened.log import log_lines
from interpreter.sitting import Sitting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


BOARD = """\
language: 1
game: board
title: Board
players: 2
enums: {color: [red, green]}
spaces:
  board: {grid: [4, 4]}
  track: {track: 9}
components:
  pawn:
    name: {en: {one: a pawn, other: pawns}, de: {one: ein Bauer, other: Bauern}}
    rows: [{id: knight}]
    start: "stand[a1]"
  card:
    name: {en: {one: a card, other: cards}, de: {one: eine Karte, other: Karten}}
    rows: [{id: ace}]
    copies: 4
    start: deck
zones:
  stand: {of: pawn, per: board}
  hidden: {of: card, per: board, seen_by: nobody, label: {en: face-down cards, de: verdeckte Karten}}
  open: {of: card, per: board, label: {en: open cards, de: offene Karten}}
  deck: {of: card, ordered: true, seen_by: nobody, label: {en: draw pile, de: Stapel}}
  hand: {of: card, per: player, seen_by: owner, label: {en: hand, de: Hand}}
  row: {of: card, per: track}
variables:
  leads: {type: player?, label: {en: leads, de: spielt aus}}
  led: {type: color?, label: {en: color led, de: angespielte Farbe}}
  fox: {type: track, start: "cell(track, 1)", label: {en: the fox, de: der Fuchs}}
  stopped: {per: player, type: bool, label: {en: has stopped, de: hat aufgehört}}
  broken: {type: bool, label: {en: hearts are broken, de: Herz ist gebrochen}}
  tricks: {per: player, type: 0..9, label: {en: {one: trick, other: tricks}, de: {one: Stich, other: Stiche}}}
  rounds: {per: [player, color], type: 0..9, label: {en: rounds, de: Runden}}
resources:
  gold:
    per: player
    type: 0..9
    supply: 9
    label: {en: {one: coin, other: coins}, de: {one: Münze, other: Münzen}}
  points:
    per: [player, color]
    type: 0..9
    label: {en: {one: point, other: points}, de: {one: Punkt, other: Punkte}}
actions:
  done: {do: []}
phases:
  play: {turns: clockwise, do: [{offer: [done]}]}
limit: {decisions: 1, then: draw}
"""


@pytest.fixture
def sentences(tmp_path: Path) -> Callable[..., list[str]]:
    """Return a function that returns the log of some steps for a seat, in a language."""

    def told(steps: str, seat: int | None, language: str) -> list[str]:
        file = tmp_path / "board.yaml"
        file.write_text(f"{BOARD}setup:\n  - {steps}\n", encoding="utf-8")
        spec = load(str(file))
        game = Sitting(spec.compiled(2), Origin.of(spec), Seeds(0, 0), ("human",) * 2, language)
        lines = log_lines(game.words, game.game.events, game.labels, seat)
        return lines[: next(i for i, line in enumerate(lines) if "phase" in line.lower())]

    return told


@pytest.mark.parametrize(
    ("steps", "english", "german"),
    [
        pytest.param(
            "{move: 'stand[a1]', to: 'stand[b1]'}",
            "knight moves from a1 to b1",
            "knight zieht von a1 nach b1",
            id="on the board",
        ),
        pytest.param(
            "{move: 'top(deck, 2)', to: 'hand[seat(2)]'}",
            "p2 gets 2 cards from the draw pile",
            "p2 bekommt 2 Karten von Stapel",
            id="cards nobody knows",
        ),
        pytest.param(
            "{move: 'top(deck, 1)', to: 'hand[seat(1)]'}",
            "you get ace from the draw pile",
            "Sie bekommen ace von Stapel",
            id="a card of mine",
        ),
        pytest.param(
            "{move: 'top(deck, 1)', to: 'open[c2]'}",
            "ace goes from the draw pile to c2",
            "ace geht von Stapel nach c2",
            id="to a cell",
        ),
        pytest.param(
            "{move: 'top(deck, 1)', to: 'hidden[c2]'}",
            "a card goes from the draw pile to the face-down cards (c2)",
            "eine Karte geht von Stapel nach „verdeckte Karten“ (c2)",
            id="to a cell, in another family",
        ),
        pytest.param(
            "{move: 'top(deck, 1)', to: 'row[cell(track, 2)]'}",
            "ace goes from the draw pile to row 2",
            "ace geht von Stapel nach row 2",
            id="to a cell with a number",
        ),
        pytest.param(
            "{set: {leads: seat(2)}}", "leads: now p2", "spielt aus: jetzt p2", id="what a player does"
        ),
        pytest.param("{set: {leads: seat(1)}}", "leads: now you", "spielt aus: jetzt Sie", id="what I do"),
        pytest.param(
            "{set: {led: green}}", "color led is now green", "angespielte Farbe ist jetzt green", id="a value"
        ),
        pytest.param(
            "{set: {fox: 'cell(track, 3)'}}",
            "the fox moves from 1 to 3",
            "der Fuchs zieht von 1 nach 3",
            id="a cell as a value",
        ),
        pytest.param(
            "{set: {'stopped[seat(2)]': true}}",
            "for p2 now: has stopped",
            "für p2 gilt jetzt: hat aufgehört",
            id="what holds of a player",
        ),
        pytest.param(
            "{set: {broken: true}}",
            "now: hearts are broken",
            "jetzt: Herz ist gebrochen",
            id="what holds",
        ),
        pytest.param(
            "{set: {'tricks[seat(2)]': 1}}",
            "p2 has 1 trick (+1)",
            "p2 hat 1 Stich (+1)",
            id="points of a player",
        ),
        pytest.param(
            "{set: {'tricks[seat(1)]': 2}}",
            "you have 2 tricks (+2)",
            "Sie haben 2 Stiche (+2)",
            id="my points",
        ),
        pytest.param(
            "{set: {'rounds[seat(1), red]': 2}}",
            "your rounds (red) up from 0 to 2",
            "Runden von Ihnen (red): von 0 auf 2 gestiegen",
            id="a number with more keys",
        ),
        pytest.param(
            "{transfer: 2, from: gold.bank, to: 'gold[seat(2)]'}",
            "p2 gets 2 coins from the bank",
            "p2 bekommt 2 Münzen aus dem Vorrat",
            id="tokens",
        ),
        pytest.param(
            "{transfer: 2, from: points.bank, to: 'points[seat(1), red]'}",
            "you get 2 points (red)",
            "Sie bekommen 2 Punkte (red)",
            id="tokens of a bank without limit",
        ),
    ],
)
def test_the_log_speaks_in_sentences(
    sentences: Callable[..., list[str]], steps: str, english: str, german: str
) -> None:
    """Moves and changes of values are sentences for the reader in seat 1, in both languages."""
    assert sentences(steps, 0, "en") == [english]
    assert sentences(steps, 0, "de") == [german]


def test_what_ends_is_said(sentences: Callable[..., list[str]]) -> None:
    """A sentence says that a value falls, ends, or no longer holds."""
    up = "{set: {leads: seat(2), led: red, broken: true, 'tricks[seat(2)]': 3}}"
    down = "{set: {leads: none, led: none, broken: false, 'tricks[seat(2)]': 1}}"
    assert sentences(f"{up}\n  - {down}", 0, "en")[4:] == [
        "leads: now nobody",
        "color led is no longer set",
        "no longer: hearts are broken",
        "p2 has 1 trick (-2)",
    ]


def test_two_zones_of_a_cell(sentences: Callable[..., list[str]]) -> None:
    """Cards that are turned on their cells share a sentence, which names the cells.

    Who knows everything reads where they go.
    """
    lay = [f"{{move: 'top(deck, 1)', to: 'hidden[{cell}]'}}" for cell in ("a1", "b1")]
    turn = [f"{{move: 'hidden[{cell}]', to: 'open[{cell}]'}}" for cell in ("a1", "b1")]
    both = "\n  - ".join([*lay, *turn])
    assert sentences(both, None, "en")[-1] == "ace on a1, ace on b1 go from face-down cards to open cards"
    assert sentences(both, 0, "en")[-1] == "ace on a1, ace on b1 are turned up"
    assert sentences(both, 0, "de")[-1] == "ace auf a1, ace auf b1 werden aufgedeckt"
    assert sentences(both, None, "de")[-1] == (
        "ace auf a1, ace auf b1 gehen von „verdeckte Karten“ nach „offene Karten“"
    )


def test_a_trick_is_taken_in_one_sentence(sentences: Callable[..., list[str]]) -> None:
    """Cards that go from three zones of a family or more to one zone share a sentence."""
    lay = [f"{{move: 'top(deck, 1)', to: 'open[{cell}]'}}" for cell in ("a1", "b1", "c1")]
    take = [f"{{move: 'open[{cell}]', to: 'hand[seat(2)]'}}" for cell in ("a1", "b1", "c1")]
    assert sentences("\n  - ".join([*lay, *take]), 0, "en")[-1] == "p2 takes 3 x ace from the open cards"
