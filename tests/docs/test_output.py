"""Tests that the page about the output of commands lists exactly the keys that their JSON contains."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from long_checks import sampled

from interpreter.cli.app import cli
from interpreter.cli.common.boundary import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "output.md"

FAULTY = """\
language: 1
game: faulty
title: Faulty
players: 2
variables: {n: {type: 0..9}}
functions: {half: {with: {x: 0..9}, is: 8 // x}}
actions: {count: {do: [{set: {n: n + 1}}]}}
phases: {play: {turns: clockwise, do: [{offer: [count]}]}}
end: {over: {when: "n > 3 and half(4 - n) > 0", draw: true}}
invariants: {low: {is: n < 9, says: The count stays low.}}
limit: {decisions: 9, then: draw}
"""
"""Game in which a function divides by zero after four decisions."""

ENDLESS = """\
language: 1
game: endless
title: Endless
players: 2
variables: {n: {type: 0..9}}
actions: {wait: {}, go: {when: n > 8, do: [{set: {n: 0}}]}}
phases: {play: {turns: clockwise, do: [{offer: [wait, go], ask: always}]}}
limit: {decisions: 9, then: draw}
"""
"""Game that nobody can end, and in which one action is never on offer."""

TELLS = """\
language: 1
game: tells
title: Tells
players: 2
components: {card: {attributes: {n: 1..6}, all: {n: 1..6}, start: deck}}
zones: {deck: {of: card, ordered: true, seen_by: nobody}}
setup: [{shuffle: deck}]
actions: {wait: {}, go: {when: "the(top(deck)).n > 3"}}
phases: {play: {turns: clockwise, do: [{offer: [wait, go], ask: always}]}}
limit: {decisions: 9, then: draw}
"""
"""Game in which the options tell what nobody can know."""

COMMANDS = {
    "validate": [("validate", "bad.yaml")],
    "icons": [("icons", "paw")],
    "test": [("test", "pig"), ("test", "faulty.yaml", "--coverage", "0")],
    "test --bands": [("test", "tic-tac-toe", "--bands")],
    "test --base": [("test", "goofspiel+hidden-bids", "--base")],
    "fuzz": [
        ("fuzz", "faulty.yaml", "--seconds", "1"),
        ("fuzz", "endless.yaml", "--seconds", "3"),
        ("fuzz", "tells.yaml", "--seconds", "10"),
        ("fuzz", "faulty.yaml", "--list"),
    ],
    "simulate": [
        ("simulate", "faulty.yaml", "--games", "2"),
        ("simulate", "pig", "--games", "2", "--seats", "greedy,random", "--jobs", "1"),
        ("simulate", "pig", "--until", "10pp"),
        ("simulate", "trapper", "--players", "3", "--games", "100"),
    ],
    "compare": [
        ("compare", "pig", "--set", "goal=50", "--games", "2"),
        ("compare", "pig", "--set", "goal=50", "--until", "10pp", "--games", "20"),
    ],
    "sweep": [
        ("sweep", "ogallala", "--set", "boats_to_end=3,4", "--set", "boats_at_most=3", "--games", "2"),
    ],
    "profile": [("profile", "faulty.yaml", "--games", "2")],
    "ladder": [("ladder", "tic-tac-toe", "--games", "2", "--bots", "random,greedy", "--jobs", "1")],
    "ladder --exploit": [("ladder", "kuhn-poker", "--bots", "random,greedy", "--exploit", "2")],
    "learn": [("learn", "kuhn-poker", "--games", "1100", "-o", "kuhn.policy")],
    "solve": [
        ("solve", "tic-tac-toe"),
        ("solve", "connect-four", "--budget", "1s", "--memory", "16"),
        ("solve", "pig", "--set", "goal=10", "--set", "sides=2"),
    ],
    "solve (equilibrium)": [("solve", "kuhn-poker")],
    "perft": [("perft", "kuhn-poker", "--full"), ("perft", "kuhn-poker", "--depth", "1", "--divide")],
    "diff": [
        ("diff", "trapper", "trapper+young"),
        ("diff", "carcassonne", "carcassonne+traders-and-builders"),
    ],
    "replay": [("replay", "saved.json")],
}


def sections() -> dict[str, set[str]]:
    """Return the keys that the page lists for each command, keyed by the heading of the command."""
    text = PAGE.read_text(encoding="utf-8").partition("## JSON")[2].partition("\n## ")[0]
    parts = re.split(r"^### (.*)$", text, flags=re.MULTILINE)[1:]
    rows = [re.findall(r"^\| (`.*?) \|", body, re.MULTILINE) for body in parts[1::2]]
    return {
        name: set(re.findall(r"`(.*?)`", " ".join(row))) for name, row in zip(parts[::2], rows, strict=True)
    }


def keys(value: object, listed: set[str], above: str = "") -> Iterator[str]:
    """Yield the keys in `value`, written as on the page, such as `above[].key`.

    If the page lists no key inside a value, the inside of the value is skipped.
    """
    if isinstance(value, list):
        for item in value:
            yield from keys(item, listed, f"{above}[]" if above else "")
    elif isinstance(value, dict):
        for key, inside in value.items():
            path = f"{above}.{key}" if above else key
            if any(other.startswith((f"{path}.", f"{path}[]")) for other in listed):
                yield from keys(inside, listed, path)
            else:
                yield path


def test_the_page_has_every_command_with_json() -> None:
    """Each command that can print JSON has a heading on the page, and `COMMANDS` contains it."""
    there = {name.partition(" ")[0] for name in sections()}
    group = cli.make_context("gamespec", ["list"])
    printing = set()
    for name in cli.list_commands(group):
        command = cli.get_command(group, name)
        assert command is not None
        choices = [getattr(p.type, "choices", ()) for p in command.params if p.name == "style"]
        printing |= {name} if any("json" in each for each in choices) else set()
    assert there == printing
    assert sections().keys() == COMMANDS.keys()


@pytest.mark.parametrize("name", sampled(COMMANDS, "manual", 2))
def test_keys_are_those_of_the_page(name: str, place: Path) -> None:
    """The output contains only keys that the page lists, and each listed key occurs in some output."""
    (place / "bad.yaml").write_text(
        "language: 1\ngame: bad\ntitle: {en: a, e: b}\nplayers: 2\nplayers: 3\n", "utf-8"
    )
    (place / "faulty.yaml").write_text(FAULTY, encoding="utf-8")
    (place / "endless.yaml").write_text(ENDLESS, encoding="utf-8")
    (place / "tells.yaml").write_text(TELLS, encoding="utf-8")
    run = CliRunner()
    run.invoke(cli, ["play", "pig", "--seats", "random,random", "--save", "saved.json"])
    listed = sections()[name]
    found: set[str] = set()
    for arguments in COMMANDS[name]:
        printed = json.loads(run.invoke(cli, [*arguments, "--format", "json"]).stdout)
        if "--coverage" in arguments:
            found |= set(keys(printed["scenarios"], listed)) | set(
                keys({"coverage": printed["coverage"]}, listed)
            )
        else:
            found |= set(keys(printed, listed))
    assert found - listed == set()
    inside = {"rows"} if name == "diff" else set()  # no shipped variant changes rows
    assert {key for key in listed - found if key.partition("[")[0] not in inside} == set()


def test_statuses_are_those_of_the_page() -> None:
    """The page has exactly one row for each exit status."""
    text = PAGE.read_text(encoding="utf-8").partition("## Exit statuses")[2].partition("\n## ")[0]
    assert [int(number) for number in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)] == sorted(Status)
