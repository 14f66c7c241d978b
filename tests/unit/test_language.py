"""Tests for the key `language`, with which a file declares the version of the language it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec import check, load
from interpreter.scenario import load_scenarios

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
game: sample
title: Sample
players: 2
phases:
  play: {turns: clockwise, do: [{choose: {n: {from: 1..3}}}]}
limit: {decisions: 10, then: draw}
"""
OVERLAY = "game: other\ntitle: Other\nextends: ../game.yaml\nedit: [{set: {limit.decisions: 5}}]\n"
SCENARIOS = "scenarios: [{id: a, title: A, heading: H, players: 2, then: [me == seat(1)]}]\n"
SAID = "language: 1\n"


def _written(folder: Path, game: str, overlay: str = "", scenarios: str = "") -> Path:
    for name, text in (("game", game), ("variants/other", overlay), ("scenarios/a", scenarios)):
        if text:
            path = folder / f"{name}.yaml"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return folder


def test_each_file_says_its_language(tmp_path: Path) -> None:
    """If a game and an overlay lack `language`, each of them gets a warning at its first key."""
    folder = _written(tmp_path, GAME, OVERLAY)
    checked = check(f"{folder}+other")
    assert checked.spec is not None
    told = [
        (d.code, d.severity, d.span.source.name.rpartition("/")[2], d.span.text) for d in checked.diagnostics
    ]
    assert told == [
        ("GS150", "warning", "game.yaml", "game"),
        ("GS150", "warning", "other.yaml", "game"),
    ]


def test_nothing_is_told_of_what_says_it(tmp_path: Path) -> None:
    """Files that declare their language get no warning.

    The key in an overlay does not conflict with the key in the game.
    """
    folder = _written(tmp_path, SAID + GAME, SAID + OVERLAY)
    assert check(f"{folder}+other").diagnostics == ()


def test_what_is_worse_comes_first(tmp_path: Path) -> None:
    """If a game has a mistake, the warning about its missing `language` is left out."""
    folder = _written(tmp_path, GAME.replace("1..3", "1..x"))
    assert [d.code for d in check(folder).diagnostics] == ["GS201"]


@pytest.mark.parametrize(("number", "cure"), [("2", "use a newer gamespec"), ("0", "write `language: 1`")])
def test_an_unknown_language_is_not_read(tmp_path: Path, number: str, cure: str) -> None:
    """For a file in an unknown language version, the only message says which versions are supported."""
    folder = _written(tmp_path, f"language: {number}\n" + GAME.replace("phases", "phazes"))
    (found,) = check(folder).diagnostics
    assert (found.code, found.severity, found.help) == ("GS151", "error", cure)
    assert found.notes == ("this version reads language 1",)


@pytest.mark.parametrize("value", ["one", "[1]", "1.5", "true"])
def test_a_language_is_a_number(tmp_path: Path, value: str) -> None:
    """A value of `language` that is not an integer is reported as a structural mistake."""
    folder = _written(tmp_path, f"language: {value}\n{GAME}")
    codes = {d.code for d in check(folder).diagnostics if d.severity == "error"}
    assert codes & {"GS111", "GS122"}
    assert codes <= {"GS111", "GS122"}


def test_scenarios_say_it_too(tmp_path: Path) -> None:
    """A scenario file without `language` is read with a warning.

    A scenario file in an unknown language version is not read.
    """
    folder = _written(tmp_path, SAID + GAME, scenarios=SCENARIOS)
    scenarios, found = load_scenarios(load(folder))
    assert [(d.code, d.severity) for d in found] == [("GS150", "warning")]
    assert [s.id for s in scenarios] == ["a"]
    _written(folder, SAID + GAME, scenarios="language: 3\n" + SCENARIOS)
    scenarios, found = load_scenarios(load(folder))
    assert [(d.code, d.severity) for d in found] == [("GS151", "error")]
    assert scenarios == []
