"""Tests for what people say to one another at a table, and for the names that they give themselves."""

from __future__ import annotations

import html
import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from served import Page, hosted, page

from interpreter.serve.chat import MOST_LINES, Chat, Line
from interpreter.serve.notices import Refusal
from interpreter.serve.protocol import LONGEST_LINE, Say, message

if TYPE_CHECKING:
    from pathlib import Path

TWO = ("--seats", "human,human", "--seed", "11")
HOSTILE = "<img src=x onerror=alert(1)>"


def said(opened: Page) -> list[tuple[str, str, bool]]:
    """Receive the next chat lines, each as its speaker, its text, and whether it is the page's own."""
    heard = opened.until(lambda told: told["kind"] == "chat")
    return [(line["by"], line["text"], line["mine"]) for line in heard["lines"]]


def test_a_line_reaches_all_at_the_table(tmp_path: Path) -> None:
    """Everybody gets a line once, without the table; the server sends it as text, whatever it contains.

    Spectators read, but are refused if they speak. A page that is opened later gets all lines.
    """
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server, ExitStack() as stack:
        who = ("p1", "p2", "watch", "host")
        pages = {each: stack.enter_context(page(server, each)) for each in who}
        pages["p1"].say("say", line=f" {HOSTILE} ")
        for each in who:
            assert said(pages[each]) == [("X", HOSTILE, each == "p1")]
        pages["host"].say("say", line="two minutes left")
        for each in who:
            before = len(pages[each].heard)
            assert said(pages[each]) == [("host", "two minutes left", each == "host")]
            assert len(pages[each].heard) == before + 1, "nothing else was sent"
        pages["watch"].say("say", line="mate in two")
        assert pages["watch"].refused() == "only players at the table can do that"
        with page(server, "p2", "de") as late:
            assert [line[:2] for line in said(late)] == [("X", HOSTILE), ("die Leitung", "two minutes left")]


def test_lines_are_kept_with_the_table(tmp_path: Path) -> None:
    """After a restart, what people said is still there."""
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server, page(server, "p1") as first:
        first.say("say", line="until tomorrow")
        said(first)
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server, page(server, "p2") as second:
        assert said(second) == [("X", "until tomorrow", False)]


def test_a_table_keeps_the_latest_lines() -> None:
    """The oldest lines go first, and a page that has read some of them is sent only what it has not."""
    chat = Chat()
    for number in range(MOST_LINES + 5):
        chat.say(Line("p1", "", str(number)))
    assert [chat.lines[0].text, chat.lines[-1].text] == ["5", str(MOST_LINES + 4)]
    assert [line.text for line in chat.since(MOST_LINES + 3)] == [str(MOST_LINES + 3), str(MOST_LINES + 4)]
    assert chat.since(chat.said) == []
    assert len(chat.since(0)) == MOST_LINES


WRONG: list[Any] = [
    "",
    "   ",
    "a" * (LONGEST_LINE + 1),
    "two\nlines",
    "\u202eright to left",
    "\x00",
    None,
    3,
    ["x"],
]


@pytest.mark.parametrize("line", WRONG)
def test_lines_are_checked(line: object) -> None:
    """A line is refused if it is empty, too long, more than one line, or has invisible characters."""
    with pytest.raises(Refusal) as refused:
        message(json.dumps({"kind": "say", "line": line}))
    assert str(refused.value) == f"`line` must be a line of 1 to {LONGEST_LINE} characters"


@pytest.mark.parametrize("line", ["é", "a" * LONGEST_LINE, "👩\u200d👧", "</script>"])
def test_any_text_may_be_said(line: str) -> None:
    """Letters of all languages, emojis and signs are allowed, up to the longest line."""
    assert message(json.dumps({"kind": "say", "line": line})) == Say(line)


def named(name: str) -> Any:
    """Return a function that recognizes a table in which the first player has a name."""
    return lambda told: told["kind"] == "table" and told["players"][0]["name"] == name


def test_a_person_has_a_name(tmp_path: Path) -> None:
    """The name stands beside that of the seat, on the table, too, and as text; it is kept with the table.

    A bot in the seat does not bear it. Who leaves the seat takes the name along.
    """
    full = f"X \N{EN DASH} {HOSTILE}"
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server, ExitStack() as stack:
        first, second = (stack.enter_context(page(server, who)) for who in ("p1", "p2"))
        first.say("call", called=HOSTILE)
        for each in (first, second):
            each.until(named(full))
            assert HOSTILE not in each.table["html"]
            assert html.escape(HOSTILE) in each.table["html"]
        assert first.table["you"]["called"] == HOSTILE
        first.say("say", line="hello")
        assert said(second)[-1][0] == full
        first.say("undo")
        first.refused()
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server, ExitStack() as stack:
        first, host = (stack.enter_context(page(server, who)) for who in ("p1", "host"))
        assert first.table["players"][0]["name"] == full
        first.say("replace", seat=1, by="greedy")
        host.until(named("X"))
        first.say("take")
        host.until(named(full))
        first.say("leave")
        host.until(named("X"))
        host.say("call", called="host")
        assert host.refused() == "only players at the table can do that"
        first.say("call", called="a" * 31)
        assert first.refused() == "`called` must be a line of 0 to 30 characters"
