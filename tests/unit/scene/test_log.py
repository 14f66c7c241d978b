"""Tests for the log of a game, in the words in which players read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec import load
from interpreter.play.luck import Seeds
from interpreter.replay import Origin
from interpreter.scene.log import log_lines
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
                for line in (f"{n + 9} is revealed", f"{n + 9} goes from deck to row {n}")
            ],
            id="other sorts of events in between",
        ),
        pytest.param(
            ["{move: 'top(deck, 2)', to: 'row[1]'}", "{move: 'row[1]', to: 'row[2]'}"],
            ["10, 11 go from deck to row 1", "10, 11 go from row 1 to row 2"],
            id="on from where others have come",
        ),
        pytest.param(
            ["{move: 'hand[seat(2)]', to: 'gone'}"],
            ["2, 5, 8 go from p2's hand to gone"],
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
        "1, 4, 7 go from deck to your hand",
        *(f"a card goes from deck to {p}'s hand (3 times)" for p in ("p2", "p3")),
    ]
    assert told[3 : told.index("phase play")] == lines


def test_what_goes_to_many_zones_goes_to_the_family(sat: Callable[..., Sitting]) -> None:
    """If many cards go to zones of one family, they share a line that names the family.

    Nine cards that are laid face down on nine places share a line; seven such cards have a line each.
    """
    nine, seven = (f"{{for: {{n: 1..{n}}}, do: [{{move: 'top(deck, 1)', to: 'down[n]'}}]}}" for n in (9, 7))
    hands = "{for: {p: players}, do: [{move: 'top(deck, 3)', to: 'hand[p]'}]}"
    assert _told(sat(nine, hands), 0)[0] == "a card goes from deck to face down (9 times)"
    assert _told(sat(nine, hands, language="de"), 0)[0] == "a card geht von deck nach verdeckt (9-mal)"
    assert _told(sat(seven, hands), 0)[:7] == [f"a card goes from deck to face down {n}" for n in range(1, 8)]


def test_an_answer_that_comes_by_itself_has_its_label(sat: Callable[..., Sitting]) -> None:
    """A forced answer is logged with the label that it had when it was given.

    The label contains twice the number of the turn.
    """
    game = sat(AROUND)
    doubled = [f"p{turn}: set the mark to {2 * turn}" for turn in (1, 2)]
    assert [line for line in _told(game, 0) if "set" in line] == doubled[:1]
    game.answer(game.game.options[0])
    assert [line for line in _told(game, 0) if "set" in line] == doubled
    assert [line for line in _told(game) if "set" in line] == doubled
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
            "2 cards go from draw pile to p2's hand",
            "2 Karten gehen von Stapel nach Hand von p2",
            id="cards nobody knows",
        ),
        pytest.param(
            "{move: 'top(deck, 1)', to: 'hand[seat(1)]'}",
            "ace goes from draw pile to your hand",
            "ace geht von Stapel nach Hand von Ihnen",
            id="a card of mine",
        ),
        pytest.param(
            "{move: 'top(deck, 1)', to: 'open[c2]'}",
            "ace goes from draw pile to c2",
            "ace geht von Stapel nach c2",
            id="to a cell",
        ),
        pytest.param(
            "{move: 'top(deck, 1)', to: 'hidden[c2]'}",
            "a card goes from draw pile to face-down cards (c2)",
            "eine Karte geht von Stapel nach „verdeckte Karten“ (c2)",
            id="to a cell, in another family",
        ),
        pytest.param(
            "{move: 'top(deck, 1)', to: 'row[cell(track, 2)]'}",
            "ace goes from draw pile to row 2",
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
    """Cards that are turned on their cells share a sentence, which names the cells."""
    lay = [f"{{move: 'top(deck, 1)', to: 'hidden[{cell}]'}}" for cell in ("a1", "b1")]
    turn = [f"{{move: 'hidden[{cell}]', to: 'open[{cell}]'}}" for cell in ("a1", "b1")]
    both = "\n  - ".join([*lay, *turn])
    assert sentences(both, None, "en")[-1] == "ace on a1, ace on b1 go from face-down cards to open cards"
    assert sentences(both, None, "de")[-1] == (
        "ace auf a1, ace auf b1 gehen von „verdeckte Karten“ nach „offene Karten“"
    )


MOVES = """\
language: 1
game: moves
title: Moves
players: 2
spaces:
  board: {grid: [4, 4]}
components:
  pawn: {per: player, label: "pawn of {owner}", rows: [{id: pawn}], copies: 2, start: "stand[a1]"}
  card: {label: "card {n}", attributes: {n: {type: 1..6}}, all: {n: 1..6}, start: "hand[seat(1)]"}
zones:
  stand: {of: pawn, per: board}
  hand: {of: card, per: player, seen_by: owner}
  open: {of: card, per: board}
variables:
  man: {per: board, type: player?, label: man}
  energy: {type: 0..9, start: 9}
actions:
  walk:
    label: "walk to {cell}"
    with: {cell: {from: board}}
    do:
      - set: {energy: energy - 1}
      - {move: "nth(stand[a1], 1)", to: "stand[b1]"}
      - set: {energy: energy - 1}
      - {move: "nth(stand[b1], 1)", to: "stand[c1]"}
      - set: {energy: energy + 2}
      - {move: "nth(stand[c1], 1)", to: "stand[cell]"}
  play:
    label: "play {c} on {cell}"
    with: {c: {from: "hand[me]"}, cell: {from: board}}
    do: [{move: c, to: "open[cell]"}]
  lay:
    label: "lay {c}"
    with: {c: {from: "hand[me]"}}
    do: [{move: c, to: "open[d1]"}]
  jump:
    label: "jump"
    do: [{set: {"man[a1]": none, "man[b1]": me}}]
  take:
    label: "take"
    do: [{set: {"man[a1]": none}}, {set: {"man[b2]": me}}]
setup:
  - set: {"man[a1]": seat(1), "man[b2]": seat(2)}
phases:
  play: {turns: clockwise, do: [{offer: [walk, play, lay, jump, take]}]}
limit: {decisions: 1, then: draw}
"""


@pytest.fixture
def after(tmp_path: Path) -> Callable[..., list[str]]:
    """Return a function that returns what the log of a seat says of an answer, given by its text."""

    def told(answer: str, seat: int | None) -> list[str]:
        file = tmp_path / "moves.yaml"
        file.write_text(MOVES, encoding="utf-8")
        spec = load(str(file))
        sitting = Sitting(spec.compiled(2), Origin.of(spec), Seeds(0, 0), ("human",) * 2, "en")
        before, game = len(sitting.game.events), sitting.game
        sitting.answer(next(o for o in game.options if sitting.words.option(game, o) == answer))
        lines = log_lines(sitting.words, sitting.game.events, sitting.labels, seat, before)
        return [line for line in lines if "over" not in line and "turn" not in line]

    return told


def test_steps_are_joined(after: Callable[..., list[str]]) -> None:
    """The steps of a pawn are one move, and changes of a number in one direction are one change.

    The energy falls twice by 1, from 9, and then rises by 2.
    """
    assert after("walk to d4", 0) == [
        "p1: walk to d4",
        "energy down from 9 to 7",
        "pawn of p1 moves from a1 to d4",
        "energy up from 7 to 9",
    ]


def test_what_an_answer_names_is_left_out(after: Callable[..., list[str]]) -> None:
    """A move is left out if the reader has read the card and the cell in the answer.

    The other player has read neither, because nobody else knew the card when it was chosen. If an answer
    names only the card, the log says where the card goes.
    """
    assert after("play card 2 on b3", 0) == ["p1: play card 2 on b3"]
    assert after("play card 2 on b3", None) == ["p1: play card 2 on b3"]
    assert after("play card 2 on b3", 1) == ["p1: play card on b3", "card 2 goes from p1's hand to b3"]
    assert after("lay card 2", 0) == ["p1: lay card 2", "card 2 goes from your hand to d1"]


def test_values_move_on_boards(after: Callable[..., list[str]]) -> None:
    """A value that leaves one cell of a board and appears on another has moved there."""
    assert after("jump", 0) == ["p1: jump", "man: p1 moves from a1 to b1"]
    assert after("take", 0) == ["p1: take", "man: p1 moves from a1 to b2, where p2 was"]


def test_a_trick_is_taken_in_one_sentence(sentences: Callable[..., list[str]]) -> None:
    """Cards that go from three zones of a family or more to one zone share a sentence."""
    lay = [f"{{move: 'top(deck, 1)', to: 'open[{cell}]'}}" for cell in ("a1", "b1", "c1")]
    take = [f"{{move: 'open[{cell}]', to: 'hand[seat(2)]'}}" for cell in ("a1", "b1", "c1")]
    assert sentences("\n  - ".join([*lay, *take]), 0, "en")[-1] == "3 x ace go from open cards to p2's hand"
