"""Tests that no character that acts on a terminal is ever printed, whatever a specification contains."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec.text.visible import in_one_line, visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    Run = Callable[..., Result]

CLI = Path(__file__).parents[3] / "interpreter" / "cli"
ODD = "\x1b]0;x\x07\x1b[31m\x9b31m\u202eesrever\u2066\u2069\u200b\u200f\u2028\u2029\x85\x7f\r\ufeff\xad"
"""Text of odd characters that act on a terminal.

They set a window title and colors, reverse the writing direction, or break lines. A C1 control, zero-width
spaces and others are also among them.
"""
GAME = """\
game: odd
title: ODD
about: ODD
players: 2
options:
  size: {type: 1..3, default: 1, label: ODD}
enums:
  shade: {dark: ODD, light: Light}
components:
  card:
    attributes: {shade: shade}
    all: {shade: shade}
    label: SHADED
    start: deck
zones:
  deck: {of: card, label: ODD}
  done: {of: card}
actions:
  take:
    label: TAKEN
    with: {c: {from: deck}}
    do: [{move: c, to: done}]
phases:
  play: {turns: clockwise, until: empty(deck), do: [{offer: [take], prompt: ODD}]}
limit: {decisions: 10, then: rank}
rulings:
  one: {heading: ODD, says: ODD}
"""
SCENARIOS = """\
scenarios:
  - id: ODD-1
    title: ODD
    heading: ODD
    players: 2
    when: [ODD]
    then: [size(deck) == 7]
"""


def written(text: str) -> str:
    """Return YAML text in which each placeholder is replaced by a quoted text with odd characters."""
    texts = {"SHADED": "{shade} " + ODD, "TAKEN": "take {c}\n  9  pass " + ODD, "ODD": ODD}
    return re.sub(r"\b(?:SHADED|TAKEN|ODD)\b(?!-)", lambda found: json.dumps(texts[found[0]]), text)


def acting(text: str) -> list[str]:
    """Return the characters in `text` that act on a terminal, except line ends."""
    return [c for c in text if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and c != "\n"]


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a sound game whose texts and folder name contain odd characters."""
    folder = tmp_path / f"odd {ODD.replace('/', '')}"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "game.yaml").write_text(written(GAME), encoding="utf-8")
    (folder / "scenarios" / "odd.yaml").write_text(written(SCENARIOS), encoding="utf-8")
    monkeypatch.chdir(tmp_path)  # what is typed may save something here
    return folder


def test_what_is_seen() -> None:
    """Control characters are shown as symbols, and characters that turn or hide text as a mark.

    Letters of any script are left as they are.
    """
    assert visible("a\x1b[1mb\x00\tc\nd") == "a␛[1mb␀    c\nd"
    assert visible("\x9b\u202e\u2066\u200b\u2028\ud800") == "\ufffd" * 6
    assert visible("Bär 熊 דוב e\u0301") == "Bär 熊 דוב e\u0301"
    assert in_one_line("a\n 1  b") == "a␊ 1  b"
    assert acting(visible(ODD)) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("show",),
        ("show", "--format", "markdown"),
        ("show", "--resolved"),
        ("rules",),
        ("rules", "--lang", "de"),
        ("validate", "-v"),
        ("simulate", "--games", "2"),
        ("simulate", "--games", "2", "--format", "json"),
        ("perft", "--depth", "1"),
        ("test", "-v", "--coverage", "1"),
        ("test", "--format", "json"),
        ("play", "--seats", "random,random"),
        ("play", "--lang", "de"),
        ("diff", "--set", "size=2"),
        ("diff", "--set", "size=2", "--format", "json"),
        ("show", "--set", f"{ODD}=1"),
        ("show", f"--{ODD}"),
        ("init", "--from"),
    ],
)
def test_no_command_shows_what_acts(run: Run, odd: Path, arguments: tuple[str, ...]) -> None:
    """No command prints the odd characters that a game contains."""
    command, *more = arguments
    typed = f"look\nwhy {ODD}=1 2\n{ODD}\ntake\n1\nsave {odd.parent / 'x.json'}\nsave {ODD}/x\nquit\n"
    outcome = (
        run(command, odd, *more, typed=typed) if more[:1] != ["--from"] else run(command, ODD, *more, odd)
    )
    assert outcome.exit_code in {0, 1, 2}, outcome.output
    assert acting(outcome.output) == []
    assert command != "play" or not re.search(r"(?m)^ +9 +pass", outcome.output)
    if command == "play" and "--lang" in more:
        replayed = run("replay", odd.parent / "x.json")
        assert replayed.exit_code == 0, replayed.output
        assert acting(replayed.output) == []


@pytest.mark.parametrize("style", ["full", "concise", "json", "github"])
def test_no_diagnostic_shows_what_acts(run: Run, odd: Path, style: str) -> None:
    """No format of diagnostics prints odd characters in messages, names, excerpts or fixes.

    JSON contains them only as escapes.
    """
    bad = GAME.replace("game: odd", "game: odd\nODD: 1\n? ODD\n: 2").replace("empty(deck)", "emty(deck)")
    turned = bad.replace("Light", "L\u202eight\u2066 *")
    for text in (bad, turned, GAME.replace("Light", "\x1b[31m"), GAME.replace("{deck}", "'d\u202eeck'")):
        (odd / "game.yaml").write_text(written(text), encoding="utf-8")
        outcome = run("validate", odd, "--format", style)
        assert outcome.exit_code == 1
        assert acting(outcome.output) == []
        if style == "json":
            listed = json.loads(outcome.stdout)
            files = {str(odd / "game.yaml"), str(odd / "scenarios" / "odd.yaml")}
            assert {one["path"] for one in listed} <= files


def test_errors_show_nothing_that_acts(run: Run, tmp_path: Path) -> None:
    """Errors about arguments and saved games print no odd characters either."""
    file = tmp_path / "x.json"
    file.write_text(json.dumps({"format": "gamespec-game-1", ODD: 1}), encoding="utf-8")
    for arguments in [
        (ODD,),
        ("show", ODD),
        ("explain", ODD),
        ("replay", ODD),
        ("replay", file),
        (f"--{ODD}",),
    ]:
        outcome = run(*arguments)
        assert outcome.exit_code in {1, 2}
        assert acting(outcome.output) == []


def test_all_printing_is_in_one_place() -> None:
    """Only the module `screen` prints, apart from `interrupts`, which may run before `screen` is imported."""
    printing = re.compile(r"click\.(?:echo|secho|style)\(|(?<!\.)\bprint\(|sys\.std(?:out|err)\.write")
    modules = {path.name: path.read_text(encoding="utf-8") for path in sorted(CLI.rglob("*.py"))}
    assert [name for name, text in modules.items() if printing.search(text)] == [
        "interrupts.py",
        "screen.py",
    ]
