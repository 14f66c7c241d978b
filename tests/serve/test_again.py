"""Tests for what follows the end of a game: the course of the scores, and another game with other seats."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from served import Page, hosted, page

import gamespec
from interpreter.play.known import recognized
from interpreter.serve.course import MOST_SCORES, Course
from interpreter.serve.edition import Edition

if TYPE_CHECKING:
    from pathlib import Path

COUNTING = """\
language: 1
game: counting
title: Counting
players: 2
variables:
  points: {per: player, type: 0..999}
actions:
  take: {with: {n: {from: 1..3}}, do: [{set: {"points[me]": "points[me] + n"}}]}
phases:
  main: {turns: clockwise, do: [{offer: [take]}]}
end:
  enough: {when: "sum(p in players: points[p]) >= LAST"}
score: points[player]
ranking: ["points[player]"]
limit: {decisions: 1000, then: draw}
"""


def counting(folder: Path, last: int) -> Path:
    """Write a game in which players add 1 to 3 points to their own, until the sum is at least `last`."""
    path = folder / "game.yaml"
    path.write_text(COUNTING.replace("LAST", str(last)), encoding="utf-8")
    return path


def table(message: dict[str, Any]) -> bool:
    """Return whether a message shows the table."""
    return bool(message["kind"] == "table")


def taken(course: Course, numbers: list[int]) -> Course:
    """Take the options with the given indexes."""
    for number in numbers:
        course.take(course.game.options[number])
    return course


def course_of(path: Path) -> Course:
    """Begin a game of a specification."""
    spec = gamespec.load(path)
    return Course(Edition(spec, spec.compiled()), 1)


def test_the_history_holds_the_scores_after_each_answer(tmp_path: Path) -> None:
    """The first player takes 3 and 2, and the second 1 and 3, so the scores are their sums."""
    course = taken(course_of(counting(tmp_path, 9)), [2, 0, 1, 2])
    assert course.game.over
    assert [tuple(each.scores) for each in course.score_history()] == [(0, 0), (3, 0), (3, 1), (5, 1), (5, 4)]
    assert [each.answers for each in course.score_history()] == [0, 1, 2, 3, 4]


def test_the_history_has_what_the_view_shows(tmp_path: Path) -> None:
    """A view may count what is missing to 9: 9 - 0, then 9 - 3, and so on. The scores stay what they are."""
    path = counting(tmp_path, 9)
    text = path.read_text("utf-8")
    text += "functions: {missing: {with: {p: player}, is: '9 - points[p]'}}\n"
    path.write_text(text + "view: {functions: {missing: {score: lowest}}}\n", encoding="utf-8")
    course = taken(course_of(path), [2, 0, 1, 2])
    assert [tuple(each.scores) for each in course.score_history()] == [(9, 9), (6, 9), (6, 8), (4, 8), (4, 5)]
    assert [tuple(each.scores) for each in course.every_score()][-1] == (5, 4)


def test_the_history_of_a_long_game(tmp_path: Path) -> None:
    """Of a long game only some scores are shown, the first and the last among them."""
    answers = 2 * MOST_SCORES + 10
    course = taken(course_of(counting(tmp_path, answers)), [0] * answers)
    found = course.score_history()
    assert len(found) == MOST_SCORES + 1
    assert found[0].scores == (0, 0)
    assert found[-1].scores == (answers / 2, answers / 2)
    assert all(sum(each.scores) == each.answers for each in found)


def test_no_history_without_a_score(tmp_path: Path) -> None:
    """A game that has no score has no course of the scores."""
    path = counting(tmp_path, 3)
    path.write_text(path.read_text("utf-8").replace("score: points[player]\n", ""), encoding="utf-8")
    assert taken(course_of(path), [2]).score_history() == ()


def play(pages: list[Page], last: int) -> None:
    """Let players take 3 until the game is over, which it is after a sum of `last`."""
    for _ in range(0, last, 3):
        asked = next(each for each in pages if each.table["asked"])
        asked.answer(asked.table["asked"]["choices"][2]["number"])
        for each in pages:
            while each.table["revision"] < asked.table["revision"]:
                each.hear()


def test_the_chart_comes_with_the_end(tmp_path: Path) -> None:
    """The chart of the scores is sent when the game is over, and not before."""
    with (
        hosted(tmp_path / "t", counting(tmp_path, 9), "--seats", "human,human") as server,
        ExitStack() as stack,
    ):
        pages = [stack.enter_context(page(server, who)) for who in ("p1", "p2", "watch")]
        play(pages, 9)
        for each in pages:
            tables = [json.loads(text) for _, text in each.heard]
            assert [message["over"] for message in tables if "chart" in message["html"]] == [True]
        pages[0].say("look", at=1)
        assert "chart" not in pages[0].until(table)["html"]


def test_playing_again(tmp_path: Path) -> None:
    """If everybody agrees, another game begins, in which all people sit one seat further on with their links.

    The finished game is kept. After a restart with the same command, everybody still has the new seat.
    """
    folder, arguments = tmp_path / "t", ("--seats", "human,human,random", "--seed", "11")
    game = counting(tmp_path, 9)
    game.write_text(game.read_text("utf-8").replace("players: 2", "players: 3"), encoding="utf-8")
    with hosted(folder, game, *arguments) as server, ExitStack() as stack:
        first, second, watching = (stack.enter_context(page(server, who)) for who in ("p1", "p2", "watch"))
        first.say("again")
        assert first.refused() == "the game is not over yet"
        while not first.table["over"]:
            for each in (first, second):
                if each.wait_for_turn():
                    each.answer(each.table["asked"]["choices"][-1]["number"])
        seed, revision = server.game["seed"], first.table["revision"]
        watching.say("again")
        assert watching.refused() == "only players at the table can do that"
        first.say("call", called="Ann")
        first.say("say", line="well played")
        first.say("again")
        asked = second.until(lambda message: table(message) and message["proposal"])["proposal"]
        assert asked["text"] == "p1 \N{EN DASH} Ann asks to play again"
        second.say("agree", proposal=asked["number"])
        for each, seat in ((first, 1), (second, 2)):
            each.until(lambda message: table(message) and message["revision"] > revision)
            assert each.table["you"]["seat"] == seat
            assert not each.table["over"]
            assert each.table["happened"] == (
                "another game: everybody has moved on by one seat; the previous game is kept as `finished-1`"
            )
        assert [player["by"] for player in first.table["players"]] == ["random", "human", "human"]
        assert [player["name"] for player in first.table["players"]] == ["p1", "p2 \N{EN DASH} Ann", "p3"]
        talk = second.until(lambda message: message["kind"] == "chat" and message["whole"])
        assert talk["lines"][0]["by"] == "p2 \N{EN DASH} Ann", "what she said is still hers"
        assert server.game["seed"] != seed
        assert json.loads((folder / "finished-1.json").read_text(encoding="utf-8"))["seed"] == seed
        assert first.wait_for_turn()
        assert first.table["asked"]["seat"] == 1
        first.answer()
        watching.until(lambda message: table(message) and message["answers"] == 2)
        tokens = server.tokens
        with page(server, "p1") as late:
            assert late.table["you"]["seat"] == 1
    with hosted(folder, game, *arguments) as again:
        assert again.tokens["p2"] == tokens["p1"], "the link that was the first seat's is now the second's"
        assert [chair.by for chair in again.table.chairs.seats] == ["random", "human", "human"]


def test_who_moves_on_is_told_nothing_of_the_old_seat(animals: Path, tmp_path: Path) -> None:
    """After another game has begun, a page shows the cards of the new seat only, and its log begins anew."""
    with (
        hosted(tmp_path / "t", animals, "--seats", "human,human", "--seed", "11") as server,
        ExitStack() as stack,
    ):
        first, second = (stack.enter_context(page(server, who)) for who in ("p1", "p2"))
        while not first.table["over"]:
            for each in (first, second):
                if each.wait_for_turn():
                    each.answer()
        first.say("again")
        second.say("agree", proposal=second.until(lambda m: table(m) and m["proposal"])["proposal"]["number"])
        for each in (first, second):
            each.until(lambda message: table(message) and message["answers"] == 0)
            assert each.table["log"]["from"] == 0
            each.say("look", at=0)
        game, words = server.table.course.game, server.table.words("en")
        owned = [
            {words.component(c) for c in range(12) if recognized(game.program, game.position, c) >> seat & 1}
            for seat in (0, 1)
        ]
        assert len(owned[0]) == len(owned[1]) == 3
        for each, seat in ((first, 1), (second, 0)):
            assert all(name in each.table["html"] for name in owned[seat])
            assert not any(name in each.table["html"] for name in owned[1 - seat])
