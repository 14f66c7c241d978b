"""Tests for the collector of diagnostics, and for the limits that keep a check short."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamespec.loader import check, load
from gamespec.text.diagnostics import LONGEST, MOST_KEPT, Collector, large
from gamespec.text.render import render
from gamespec.text.source import Source
from interpreter import Game

HEAD = "language: 1\ngame: sample\ntitle: Sample\nplayers: 2\nlimit: {decisions: 10, then: draw}\n"
PHASES = "phases: {play: {do: []}}\n"


def mistakes(folder: Path, body: str, **others: str) -> list[tuple[str, str]]:
    """Return the code and message of each mistake in a game whose specification contains `body`.

    `others` maps the names of files beside it, with `__` in place of the dot, to their texts.
    """
    for name, text in others.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    path = folder / "game.yaml"
    path.write_text(HEAD + body + ("" if "phases:" in body else PHASES), encoding="utf-8")
    return [(d.code, d.message) for d in check(path).diagnostics]


def test_what_is_not_told_is_counted(tmp_path: Path) -> None:
    """Of 300 unknown names, the first 200 are reported, followed by the number of those left out.

    JSON output is limited in the same way.
    """
    names = ", ".join(f"nosuch{i}" for i in range(300))
    found = mistakes(tmp_path, f"ranking: [{names}]\n")
    assert len(found) == MOST_KEPT + 1
    assert found[-1] == ("GS116", "there are 100 more mistakes")
    records = json.loads(render(check(tmp_path / "game.yaml").diagnostics, "json"))
    assert [r["code"] for r in records].count("GS201") == MOST_KEPT
    assert records[-1]["message"] == "there are 100 more mistakes"


def test_the_same_mistake_is_counted_once() -> None:
    """A mistake that is reported twice at the same place counts once, even beyond the limit."""
    found, source = Collector(), Source("a", "x" * 1_000)
    for _ in range(2):
        for at in range(MOST_KEPT + 5):
            found.report("GS201", "unknown", source.span(at, at + 1))
    assert (len(found), found.errors, found.full) == (MOST_KEPT + 5, MOST_KEPT + 5, True)
    assert list(found)[-1].message == "there are 5 more mistakes"


def test_messages_are_cut() -> None:
    """Messages, help texts and notes are cut off at the maximum length."""
    found = Collector()
    found.report("GS201", "a" * 90_000, Source("a", "x").span(0, 1), help="b" * 90_000, notes=("c" * 90_000,))
    (d,) = found
    assert {len(d.message), len(d.help or ""), *map(len, d.notes)} == {LONGEST}


def test_large_numbers_are_rounded() -> None:
    """In messages, a number of more than 18 digits is replaced by a bound."""
    assert large(10**18 - 1) == "9" * 18
    assert large(10**5_000) == "more than 10¹⁸"
    assert large(-(10**5_000)) == "less than -10¹⁸"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (f"rulings:\n{'  r: {heading: h, says: s}' * 0}  all: [{'1, ' * 15_000}]\n", "15,000 values"),
        (f"about: {'a' * 250_001}\n", "250,000 characters"),
        (f"score: {'1 + ' * 1_000}1\n", "4,000 characters"),
        (f"tables: {{t: {{columns: {{n: 0..9}}, table: [{', '.join(['t.csv'] * 65)}]}}}}\n", "20,000 fields"),
    ],
)
def test_limits_are_told_at_a_place(tmp_path: Path, body: str, message: str) -> None:
    """If a specification exceeds a limit, that is reported at the part that exceeds it."""
    found = mistakes(tmp_path, body, t__csv="n\n" + "1\n" * 500)
    assert [text for code, text in found if code == "GS115" and message in text], found


def test_a_chain_of_overlays_is_bounded(tmp_path: Path) -> None:
    """A chain of thirty-two files that extend one another is allowed, and a thirty-third is refused."""
    assert mistakes(tmp_path, "") == []
    for i in range(32):
        below = f"o{i - 1}.yaml" if i else "game.yaml"
        (tmp_path / f"o{i}.yaml").write_text(
            f"language: 1\nextends: ./{below}\ngame: o\ntitle: O\n", encoding="utf-8"
        )
    assert check(tmp_path / "o30.yaml").diagnostics == ()
    assert [d.code for d in check(tmp_path / "o31.yaml").diagnostics] == ["GS115"]


def test_overlays_change_a_bounded_number_of_parts(tmp_path: Path) -> None:
    """An overlay with four hundred edits is allowed, and one with 401 edits is refused."""
    mistakes(tmp_path, "")
    edits = tmp_path / "edits.yaml"
    for number, codes in ((400, []), (401, ["GS115"])):
        text = (
            "language: 1\nextends: ./game.yaml\ngame: o\ntitle: O\nedit:\n" + "- set: {title: T}\n" * number
        )
        edits.write_text(text, encoding="utf-8")
        assert [d.code for d in check(edits).diagnostics] == codes


@pytest.mark.parametrize(
    "body",
    [
        "score: {}\n", "score: 1 + {}\n", "spaces: {{b: {{track: {}}}}}\n", "score: a#{}\n",
        "ranking: [-{}]\n",
        "options: {{o: {{type: 0..9, default: {}}}}}\n", "variables: {{v: {{type: 0..{}}}}}\n", "about: {}\n",
        "variables: {{v: {{per: [0..{}, bool], type: bool}}}}\n",
    ],
)  # fmt: skip
def test_numbers_of_thousands_of_digits(tmp_path: Path, body: str) -> None:
    """A number with thousands of digits is reported as a mistake wherever it occurs.

    It causes no other failure.
    """
    found = mistakes(tmp_path, body.format("9" * 5_000))
    assert found
    assert {code for code, _ in found} <= {"GS113", "GS115", "GS201", "GS302", "GS304"}


def test_a_path_of_thousands_of_digits(tmp_path: Path) -> None:
    """An index with thousands of digits in the path of an edit is reported, as no such part exists."""
    mistakes(tmp_path, "")
    edit = tmp_path / "edit.yaml"
    edit.write_text(
        "language: 1\nextends: ./game.yaml\ngame: o\ntitle: O\n"
        f"edit: [remove: phases.play.do.{'9' * 5_000}]\n",
        encoding="utf-8",
    )
    assert [d.code for d in check(edit).diagnostics] == ["GS211"]


def test_doubled_names_are_told_in_the_order_of_the_file(tmp_path: Path) -> None:
    """If several component names are used twice, the one that comes first in the file is reported."""
    rows = ", ".join(f"{{id: {name}, n: 1}}" for name in ("wolf", "bear", "bear", "wolf", "fox", "fox"))
    found = mistakes(
        tmp_path,
        f"components: {{c: {{attributes: {{n: 0..9}}, rows: [{rows}], start: z}}}}\n"
        "zones: {z: {of: c}}\n",
    )
    assert [m for c, m in found if c == "GS209"] == ["two components are called `wolf`"]


CARDS = (
    "components: {c: {attributes: {n: 0..9}, all: {n: 0..2}, start: z%s}}\nzones: {z: {of: c}, y: {of: c}}\n"
)
ASK = "phases: {play: {turns: clockwise, do: [%s{choose: {a: {from: z}}}, {move: a, to: y}]}}\n"


@pytest.mark.parametrize("step", ["{move: none, to: y}", "{reveal: none}"])
def test_nothing_is_no_component(tmp_path: Path, step: str) -> None:
    """A step that moves or reveals the constant `none` is a mistake."""
    message = "a component is needed, but this is always `none`"
    assert mistakes(tmp_path, CARDS % "" + ASK % f"{step}, ") == [("GS302", message)]


def test_labels_are_checked_in_every_language(tmp_path: Path) -> None:
    """In every language, labels are checked for unknown names and for values that components do not have."""
    label = ", label: {en: '{n}', de: '{nosuch(1)}', fr: '{size(y)}'}"
    texts = "label: {en: x, fr: '{q}'}, prompt: '{w}'"
    ask = f"phases: {{play: {{turns: clockwise, do: [{{choose: {{a: {{from: z}}}}, {texts}}}]}}}}\n"
    found = mistakes(tmp_path, CARDS % label + ask)
    assert [code for code, _ in found] == ["GS201", "GS201", "GS201"]
    found = mistakes(tmp_path, CARDS % ", label: {en: '{n}', fr: '{size(y)}'}" + ASK % "")
    assert [code for code, _ in found] == ["GS306"]


def test_an_action_is_given_a_list(tmp_path: Path) -> None:
    """An action that is offered inside a loop is given the list of the current round.

    In the rounds i = 2 and i = 3, the list is {1, i}. The action is offered to each player in turn.
    """
    path = tmp_path / "game.yaml"
    path.write_text(
        HEAD + "actions: {a: {given: {l: list of 1..3}, with: {v: {from: l}}, do: []}}\n"
        "phases: {play: {turns: clockwise, do: [{for: {i: 2..3}, do: "
        "[{offer: [{a: {l: '{1, i}'}}], by: players}]}]}}\n",
        encoding="utf-8",
    )
    game = Game(load(path).program(), seed=1)
    offered = []
    for _ in range(4):
        offered.append([option.values[0] for option in game.options])
        game.play(game.options[0])
    assert offered == [[1, 2], [1, 2], [1, 3], [1, 3]]


@pytest.mark.parametrize("levels", [1, 3, 8, 14, 30])
def test_a_chain_of_functions_plays_or_is_refused(tmp_path: Path, levels: int) -> None:
    """A chain of nested functions either can be evaluated by the engine or is refused by the checker."""
    path = tmp_path / "game.yaml"
    calls = [f"{'1 + (' * levels}f{i + 1}(a){')' * levels}" for i in range(30)]
    functions = "".join(f"  f{i}: {{with: {{a: 0..9}}, is: {call}}}\n" for i, call in enumerate(calls))
    path.write_text(
        f"{HEAD}functions:\n{functions}  f30: {{with: {{a: 0..9}}, is: a}}\n"
        "phases: {play: {turns: clockwise, do: [{choose: {a: {from: 1..3, where: f0(a) > 0}}}]}}\n",
        encoding="utf-8",
    )
    checked = check(path)
    assert {d.code for d in checked.diagnostics} <= {"GS106", "GS401"}
    if checked.spec is not None:
        assert len(Game(checked.spec.program(), seed=1).options) == 3
