"""Tests for screens that fit a terminal: what is left out first, and how options are listed in few lines."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter import Game
from interpreter.drawn.text.fold import FOLDS
from interpreter.drawn.text.folded import cut, flowed
from interpreter.drawn.text.named import named
from interpreter.drawn.text.options import Listing
from interpreter.drawn.text.screens import fitted
from interpreter.drawn.text.windows import cropped, rows_cut
from interpreter.scene.asked import asked_of
from interpreter.scene.choices import Asked, Choice, Member, Said
from interpreter.scene.scene import scene_of
from interpreter.scene.things import Board, Cell, Piece
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.drawn.text.screens import Screen
    from interpreter.scene.things import Scene

TABLE = """\
game: table
title: Table
players: 3
components:
  card: {attributes: {n: 1..30}, all: {n: 1..30}, label: "{n}", start: pile}
zones:
  pile: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  shown: {of: card, per: player}
  gone: {of: card}
variables:
  trump: {type: 1..4?, start: none}
  round: {type: 0..9}
  ready: {per: player, type: bool}
  coins: {per: player, type: 0..9}
setup:
  - for: {p: players, i: 1..4}
    do: [{move: "top(pile, 1)", to: "hand[p]"}]
  - for: {p: players, i: 1..3}
    do: [{move: "top(pile, 1)", to: "shown[p]"}]
  - {set: {"coins[seat(1)]": 2}}
phases:
  play:
    turns: clockwise
    do:
      - choose: {c: {from: "hand[me]"}}
        ask: always
      - {move: c, to: gone}
limit: {decisions: 4, then: draw}
"""
"""Of thirty cards, each player has four in hand and three in the open, so that 30 - 3 * 7 = 9 are left."""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Words]:
    """Return a game of `TABLE` at its beginning, with its words."""
    file = tmp_path_factory.mktemp("table") / "game.yaml"
    file.write_text(TABLE, encoding="utf-8")
    made = gamespec.load(file).compiled()
    return Game(made.program, record=True), Words(made, "en")


def screen(started: tuple[Game, Words], height: int, told: Sequence[str] = ()) -> Screen:
    """Return the screen of the first player, 60 characters wide."""
    game, words = started
    asked = asked_of(words, game)
    assert asked is not None
    labels = [choice.label for choice in asked.choices]
    listing = Listing(asked, labels, range(len(labels)), "en")
    return fitted(scene_of(words, game, 0), told, asked.prompt, listing, (), 60, height)


def test_what_is_empty_or_not_set_is_left_out(started: tuple[Game, Words]) -> None:
    """Empty zones and values that are none or false are not shown, but numbers that are 0 are."""
    shown = screen(started, 100)
    table = "\n".join(shown.table)
    assert "gone" not in table
    assert "trump" not in table
    assert "ready" not in table
    assert "round: 0" in table
    assert "coins" in table
    assert shown.whole


def test_the_own_hand_stands_next_to_the_question(started: tuple[Game, Words]) -> None:
    """The last line of the table shows the own hand, and others' things come before it."""
    shown = screen(started, 100)
    assert shown.table[-1].startswith("you: hand: ")
    assert [line.split(":")[0] for line in shown.table[-3:]] == ["p2", "p3", "you"]


def test_a_low_screen_loses_the_things_of_others_first(started: tuple[Game, Words]) -> None:
    """The lower the screen, the less is shown; the own hand, the question and an option always are."""
    lengths = []
    for height in range(30, 7, -1):
        shown = screen(started, height, ["news"] * 10)
        whole = [*shown.told, *shown.table, *shown.question, *shown.options.lines]
        assert len(whole) <= height
        assert any("hand: " in line for line in shown.table)
        assert shown.options.lines[0].strip().startswith("1")
        assert len(shown.told) + shown.before == 10
        lengths.append(len(whole))
    assert lengths == sorted(lengths, reverse=True)
    lowest = screen(started, 8, ["news"] * 10)
    assert not any(line.startswith("p2:") for line in lowest.table)
    assert not lowest.whole


def test_a_terminal_too_low_still_shows_the_shortest_screen(started: tuple[Game, Words]) -> None:
    """If nothing fits, the shortest screen is shown."""
    assert screen(started, 1, ["news"]) == screen(started, 0, ["news"])
    assert screen(started, 1).options.lines


def test_each_fold_shows_less_than_the_one_before() -> None:
    """No fold shows more lines of anything than the fold before it."""
    for before, after in pairwise(FOLDS):
        assert after.news <= before.news
        assert after.options <= before.options
        assert after.common <= before.common
        assert after.text <= before.text
        assert after.own <= before.own
        assert after.gaps <= before.gaps
        assert after.legend <= before.legend


def test_texts_flow_and_are_cut() -> None:
    """Texts share lines, a long text is wrapped, and what does not fit ends with an ellipsis."""
    assert flowed(["aa", "bb", "cc"], 7) == ["aa   bb", "cc"]
    assert flowed(["aa", "bbb ccc ddd", "ee"], 8) == ["aa", "bbb ccc", "  ddd", "ee"]
    assert flowed(["aa", "bb", "cc", "dd"], 7, 1) == ["aa …"]
    assert cut("one two three", 10) == "one two …"
    assert cut("one", 3) == "one"


# --- options ------------------------------------------------------------------------------------------------


def asked(*labels: str) -> Asked:
    """Return a decision with an option for each label, whose words are its steps."""
    words = list(dict.fromkeys(word for label in labels for word in label.split()))
    choices = tuple(
        Choice(i, label, tuple(Said(n, (words.index(word),)) for n, word in enumerate(label.split())))
        for i, label in enumerate(labels)
    )
    return Asked(0, "?", ("a", "b", "c"), tuple(Member(word) for word in words), choices)


def listing(*labels: str, start: int | None = None) -> Listing:
    """Return the list of all these options."""
    return Listing(asked(*labels), labels, range(len(labels)), "en", start)


PAIRS = [f"put {card} {cell}" for card in ("ace", "ten") for cell in ("a1", "a2", "a3", "b1", "b2", "b3")]
"""Two times six options."""


def test_options_stand_side_by_side_if_they_must() -> None:
    """Options take one column if they fit, and else the fewest columns in which they fit."""
    four = listing("a", "b", "c", "d")
    assert four.page(40, 4).lines == ("   1  a", "   2  b", "   3  c", "   4  d")
    assert four.page(40, 3).lines == ("   1  a     2  b", "   3  c     4  d")
    assert four.page(40, 1).lines == ("   1  a     2  b     3  c     4  d",)
    assert four.needs(40, columns=False) == 4
    assert four.needs(40, columns=True) == 1


def test_options_that_begin_alike_share_a_line() -> None:
    """If twelve options do not fit, ranges of six show what their options have in common."""
    page = listing(*(f"{pair} in the very middle of the table" for pair in PAIRS)).page(80, 3)
    assert page.lines[:2] == (
        " 1-6  put ace … in the very middle of the table",
        "7-12  put ten … in the very middle of the table",
    )
    assert "12 options" in page.lines[2]
    assert page.following == 0


def test_pages_go_on_where_the_last_one_ended() -> None:
    """With six lines, one of which is the hint, pages of 30 characters list the options one after another."""
    first = listing(*PAIRS, start=0).page(30, 6)
    assert first.following is not None
    assert first.lines[0] == "   1  put ace a1"
    second = listing(*PAIRS, start=first.following).page(30, 6)
    assert second.lines[0].split()[0] == str(first.following + 1)


def test_a_long_option_cannot_pass_for_another() -> None:
    """The second line of a long option begins with an ellipsis, not with a number that its text contains."""
    text = "take the long way round the big lake 9  pass"
    lines = listing(text).page(40, 5).lines
    assert lines == ("   1  take the long way round the big", "      … lake 9  pass")


# --- boards -------------------------------------------------------------------------------------------------


def board(rows: int, *, changed: int | None = None, pieces: Sequence[int] = ()) -> Board:
    """Return a board with a column of cells, of which one has changed and some have pieces."""
    stone = Piece(("z0.c0",), "stone", "o", "stone")
    cells = tuple(
        Cell(f"s0.{i}", str(i), (0, i), (), (stone,) * (i in pieces), changed=i == changed)
        for i in range(rows)
    )
    names = tuple((float(i), str(i)) for i in range(rows))
    return Board("b", "b", "squares", cells, (-0.5, -0.5, 0.5, rows - 0.5), ((0.0, "x"),), names)


def rows(part: Board) -> list[str]:
    """Return the names of the rows of a board."""
    return [text for _, text in part.rows]


def test_the_rows_that_matter_are_kept() -> None:
    """Without room, a board shows rows that have changed, or can be chosen, or else have pieces."""

    def fits(part: Board) -> bool:
        return len(part.rows) <= 3

    assert "8" in rows(rows_cut(board(10, changed=8), fits, ()))
    assert rows(rows_cut(board(10), fits, ["s0.0", "s0.2"])) == ["0", "1", "2"]
    assert rows(rows_cut(board(10, pieces=(7, 8, 9)), fits, ())) == ["7", "8", "9"]
    assert rows_cut(board(3), fits, ()) == board(3)


def test_empty_edges_are_cropped() -> None:
    """A cropped board begins and ends with rows on which something lies; an empty board stays whole."""
    assert rows(cropped(board(10, pieces=(3, 5)))) == ["3", "4", "5"]
    assert cropped(board(4)) == board(4)


# --- things by their names ----------------------------------------------------------------------------------


def scene(started: tuple[Game, Words]) -> Scene:
    """Return what the first player sees."""
    return scene_of(started[1], started[0], 0)


def shown(started: tuple[Game, Words], text: str) -> list[str]:
    """Return the lines of everything with a name."""
    return [line for each in named(scene(started), text, 60) for line in each.lines]


def test_things_are_found_by_name(started: tuple[Game, Words]) -> None:
    """A zone's name shows the zones of all players, as far as they are known; a player's name, the player."""
    hands = shown(started, "hand")
    assert len(hands) == 3
    assert hands[0].startswith("p1 (you): hand: ")
    assert hands[1:] == ["p2: hand: 4 hidden", "p3: hand: 4 hidden"]
    assert shown(started, "p2 shown")[0].startswith("p2: shown: ")
    assert shown(started, "gone") == ["gone: empty"]
    assert shown(started, "trump") == ["trump: none"]
    assert "hand 4" in shown(started, "p3")[0]
    assert shown(started, "moon") == []
