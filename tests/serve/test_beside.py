"""Tests for what people read and choose beside the table: colours, how a game goes, who sees what, codes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from served import hosted, page

import gamespec
from gamespec.program.written import program_hash
from gamespec.system.resources import directory
from interpreter import Game, Words
from interpreter.play.luck import Draws
from interpreter.scene.happened.decided import decided
from interpreter.scene.things import Ending, Ranked, ScoresAfter
from interpreter.scene.whose import whose
from interpreter.serve.beside.codes import BORDER, code_of, in_blocks
from interpreter.serve.beside.colors import PALETTE, choices, looks_of_seats
from interpreter.serve.beside.goes import goes
from interpreter.serve.beside.measured import NAME, measured
from interpreter.serve.course import Course
from interpreter.serve.edition import Edition
from interpreter.serve.sent import codes_for

if TYPE_CHECKING:
    from pathlib import Path

DRAFT = """\
language: 1
game: draft
title: Draft
players: 3
enums: {name: [a, b, c, d, e]}
components:
  card: {attributes: {name: name}, all: {name: name}, label: "{name}", start: open}
zones:
  open: {of: card}
  hidden: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
actions:
  take: {with: {c: {from: open}}, do: [{move: c, to: "hand[me]"}]}
  hide: {with: {c: {from: "hand[me]"}}, do: [{move: c, to: hidden}, {shuffle: hidden}]}
phases:
  main: {turns: clockwise, do: [{offer: [take, hide]}]}
limit: {decisions: 20, then: draw}
"""

TAKE, HIDE = 0, 1


# --- colours ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["othello", "hex", "connect-four", "nine-mens-morris", "breakthrough", "tic-tac-toe"]
)
def test_colours_that_mean_something(name: str) -> None:
    """Where the players are named and there are no more names than players, nobody chooses a colour."""
    assert choices(gamespec.load(name).model, ["", ""], 0) == []


def test_names_come_with_colours() -> None:
    """Carcassonne declares six named looks, so two players choose among the four others and their own."""
    game = gamespec.load("carcassonne").model
    assert choices(game, ["", ""], 0) == ["red", "green", "yellow", "black", "pink"]
    assert choices(game, ["pink", ""], 1) == ["blue", "red", "green", "yellow", "black"]
    looks = looks_of_seats(game, ["pink", ""])
    assert {seat: str(look.name) for seat, look in looks.items()} == {0: "Pink"}
    words = Words(gamespec.load("carcassonne").compiled(2), "de", looks=looks)
    assert (words.player(0), words.player(1)) == ("Rosa", "Blau")


def test_two_seats_never_have_the_same_colour() -> None:
    """A seat whose usual colour somebody has chosen gets another one; the earlier of two choices counts."""
    for name in ("carcassonne", "rufus", "trapper", "pig"):
        game = gamespec.load(name).model
        for first in PALETTE:
            for second in PALETTE:
                looks = looks_of_seats(game, [first, second, ""])
                usual = [look.color for look in game.view.players] or ["red", "blue", "green"]
                colors = [looks[seat].color if seat in looks else usual[seat] for seat in range(3)]
                assert len(set(colors)) == 3, (name, first, second, colors)


def test_everybody_sees_a_chosen_colour(tmp_path: Path) -> None:
    """The seat, its tokens and the log are dyed for all; a colour of another seat is refused; it is kept."""
    folder = tmp_path / "t"
    with (
        hosted(folder, "carcassonne", "--seats", "human,human", "--seed", "1") as server,
        page(server, "p1", "en") as first,
        page(server, "p2", "en") as second,
    ):
        first.answer()
        first.say("dye", color="yellow")
        seen = second.until(lambda message: message["kind"] == "table" and "Yellow" in message["html"])
        assert seen["players"][0]["name"] == "Yellow"
        assert seen["log"]["from"] == 0
        assert "Red" not in json.dumps(seen)
        assert "yellow" not in seen["you"]["colors"]
        second.say("dye", color="yellow")
        assert "somebody else has it" in second.refused()
    with hosted(folder, "carcassonne", "--seats", "human,human") as server, page(server, "p1", "en") as first:
        assert first.table["you"]["color"] == "yellow"


GREETING = """\
language: 1
game: greeting
title: Greeting
players: 2..3
actions:
  greet:
    label: "greet {who}"
    with: {who: {from: players, where: who != me}}
phases:
  talk: {turns: clockwise, do: [{offer: [greet]}]}
limit: {decisions: 3, then: draw}
view:
  players: [{name: Red, color: red}, {name: Blue, color: blue}, {name: Green, color: green}]
"""


def test_the_log_calls_players_by_their_present_names(tmp_path: Path) -> None:
    """An answer that names a player is told anew when the name has changed, in every language."""
    (tmp_path / "game.yaml").write_text(GREETING, encoding="utf-8")
    spec = gamespec.load(tmp_path / "game.yaml")
    course = Course(Edition(spec, spec.compiled()), 1)
    course.take(course.game.options[0])
    looks = looks_of_seats(spec.model, ["", "green"])
    for language in ("en", "de"):
        words = Words(spec.compiled(), language, looks=looks)
        assert "Green" in str(course.told(words, 1, None))
        assert "Blue" not in str(course.told(words, 1, None))
        course.forget_labels()


# --- who can see this ---------------------------------------------------------------------------------------


def called(seat: int) -> str:
    """Name a seat."""
    return f"p{seat + 1}"


def taken(game: Game, action: int, index: int = 0) -> None:
    """Take an option of an action, by its index."""
    game.apply([each for each in game.options if each.action == action][index])


def test_what_was_shown_is_known(tmp_path: Path) -> None:
    """A card taken from the open is known to all until it is shuffled away; none is told of hidden cards."""
    path = tmp_path / "game.yaml"
    path.write_text(DRAFT, encoding="utf-8")
    made = gamespec.load(path).compiled(3)
    words, game = Words(made), Game(made.program, 1, record=True)
    open_, hidden, hand = 0, 1, 2
    said = lambda seat, ref: whose(words, game, seat, ref, called)  # noqa: E731 - short
    assert said(0, f"z{open_}.c0") == "seen by all"
    taken(game, TAKE)
    assert said(0, f"z{hand}.c0") == "seen only by you; p2 and p3 have seen it, too"
    assert said(1, f"z{hand}.c0") == "seen by p1; you know what it is; p3 has seen it, too"
    assert said(None, f"z{hand}.c0") == "seen by p1"
    taken(game, TAKE)
    taken(game, TAKE)
    taken(game, HIDE)
    assert said(0, f"z{hidden}.0") == "seen by nobody where it lies"
    assert said(0, f"z{hidden}.c0") == ""
    assert said(1, f"z{hand + 1}.c1") == "seen only by you; p1 and p3 have seen it, too"


@pytest.mark.parametrize("name", ["hearts", "trapper", "hanabi", "ogallala"])
def test_nothing_is_said_of_hidden_components_and_nothing_false(name: str) -> None:
    """Of a component that a seat does not know, nothing is said, and whoever has seen one does know it."""
    made = gamespec.load(name).compiled()
    words, game, luck = Words(made), Game(made.program, 5, record=True), Draws(5, "test")
    layout, program = made.program.layout, made.program
    for _ in range(12):
        for seat in range(program.players):
            seen = game.observation(seat)
            there = [zone for zone, lying in enumerate(seen.zones) if lying]
            for zone in there[:: max(1, len(there) // 8)]:
                for c in {*seen.zones[zone][:3], *(luck.below(len(program.alike)) for _ in range(3))} - {-1}:
                    text = whose(words, game, seat, f"z{zone}.c{c}", called)
                    assert (text == "") == (c not in seen.zones[zone])
                    if "seen it, too" in text:
                        others = [p for p in range(program.players) if f"p{p + 1}" in text.rpartition(";")[2]]
                        assert all(game.position[layout.known + c] >> p & 1 for p in others)
        if not game.over:
            game.apply(game.options[luck.below(len(game.options))])


# --- what decided a game ------------------------------------------------------------------------------------


def test_what_decided() -> None:
    """The winner led from the third answer on; 9 of 12 points came at once; the second part was 7 to 1."""
    ending = Ending(
        "",
        (Ranked(1, 0, 12, (5, 7), won=True), Ranked(2, 1, 5, (4, 1), won=False)),
        ("x", "y"),
        truncated=False,
    )
    course = [ScoresAfter(at, scores) for at, scores in enumerate([(0, 0), (0, 2), (2, 2), (11, 2), (12, 5)])]
    found = decided(Words(gamespec.load("pig").compiled()).texts, ending, course, called)
    assert found == (
        ("p1 took the lead for good with answer 3 of 4", 3),
        ("the largest gain: 9 points for p1 with answer 3", 3),
        ("y: 7 for p1, 1 for p2", None),
    )


def test_nothing_decided() -> None:
    """Nothing is said of a draw, of a game that was stopped, or of one in which low scores win."""
    texts = Words(gamespec.load("pig").compiled()).texts
    won, lost = Ranked(1, 0, 5, (), won=True), Ranked(2, 1, 3, (), won=False)
    course = [ScoresAfter(0, (0, 0)), ScoresAfter(1, (3, 3))]
    drawn, low = replace(lost, won=True), replace(lost, score=9)
    for second, truncated in ((drawn, False), (lost, True), (low, False)):
        ending = Ending("", (won, second), (), truncated=truncated)
        assert decided(texts, ending, course, called) == ()


# --- the rest -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["carcassonne", "rufus", "trapper", "ogallala", "trumpet"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_how_the_printed_games_go(name: str, language: str) -> None:
    """Each has a box, the rules in short, and phases in which every question has something to choose."""
    spec = gamespec.load(name)
    made = spec.compiled()
    found = goes(Edition(spec, made), Words(made, language))
    assert found["box"]
    assert len(found["always"]) >= 5
    assert {each["lang"] for each in found["always"]} == {language}
    asked = [each for phase in found["phases"] for each in phase["asks"]]
    assert asked
    assert all(each["actions"] or each["prompt"] for each in asked)


def test_how_trapper_goes() -> None:
    """An action stands with the words for its values, and with the questions that follow it."""
    spec = gamespec.load("trapper")
    made = spec.compiled()
    found = goes(Edition(spec, made), Words(made))
    first = found["phases"][0]["asks"][0]
    assert first["prompt"]["text"] == "What do you do?"
    assert first["actions"][0]["title"]["text"] == "\u2039trapper\u203a: play \u2026 \u2039card\u203a"
    assert [each["prompt"]["text"] for each in first["actions"][0]["asks"]] == [
        "Which tile do you take?", "What do you attach first?"
    ]  # fmt: skip
    (coin, payout) = found["tables"]
    assert payout["rows"][0] == ["1", "12"]
    assert coin["columns"] == ["value", "amount"]


def test_a_code_says_the_same_in_a_terminal() -> None:
    """The path and the blocks show the same modules: dark ones are blank in a terminal."""
    link = "http://192.168.0.7:8000/seat/abcdefghijklmnopqrstuv"
    code, lines = code_of(link), in_blocks(link)
    dark = set()
    for part in code.path.split("z")[:-1]:
        x, y = map(int, part[1 : part.index("h")].split())
        dark |= {(x + step, y) for step in range(int(part[part.index("h") + 1 : part.index("v")]))}
    blank = set()
    for row, line in enumerate(lines):
        for column, block in enumerate(line):
            upper, lower = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}[block]
            blank |= {(column - BORDER, 2 * row - BORDER)} if not upper else set()
            blank |= {(column - BORDER, 2 * row + 1 - BORDER)} if not lower else set()
    assert {(x, y) for x, y in blank if y < code.size + BORDER} == dark
    assert (0, 0) in dark
    assert (7, 7) not in dark


def test_who_is_sent_codes(tmp_path: Path) -> None:
    """A seat gets the code of its own link only, the host all; there are none on this machine alone."""
    with hosted(tmp_path / "t", "pig", "--seats", "human,human") as server:
        for who in ("p1", "watch", "host"):
            with page(server, who) as opened:
                opened.say("codes")
                assert opened.until(lambda message: message["kind"] == "codes")["codes"] == {}
        for viewer, path in server.table.chairs.links():
            found = codes_for(server.table, viewer, "http://192.168.0.7:8000")["codes"]
            assert path in found
            assert len(found) == (4 if viewer.role == "host" else 1)


def test_measurements() -> None:
    """What ships are shares of the bots that have a level, with intervals, for the program that ships."""
    found = [path for game in gamespec.games() if (path := directory("games") / game / NAME).is_file()]
    assert found
    for path in found:
        record = json.loads(path.read_text(encoding="utf-8"))
        assert record["program"] == program_hash(gamespec.load(path.parent.name).compiled().unmeasured)
        for level, told in record["levels"].items():
            assert level in ("fair", "strong")
            assert 0 <= told["low"] <= told["share"] <= told["high"] <= 100
            assert told["games"] >= 10


def test_other_rules_were_not_measured() -> None:
    """What was measured holds for the program with which it was measured, not for other options."""
    usual, other = (gamespec.load("liars-dice").compiled(options=each) for each in ({}, {"faces": 4}))
    assert measured(usual.program, "fair", "mcts:50") is not None
    assert measured(usual.program, "fair", "mcts:200") is None
    assert measured(other.program, "fair", "mcts:50") is None
