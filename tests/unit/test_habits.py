"""Tests that a habit from another language is answered with what to write in this language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gamespec.documents.document import Mapping, Scalar, read_document
from gamespec.expr.parse import parse_expression
from gamespec.habits import SYNONYMS, VERBS, assigned
from gamespec.loader import check
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

SCHEMA = Path(__file__).resolve().parents[2] / "schemas" / "game.schema.json"
SOURCE = Source("game.yaml", "+1")
GAME = """\
language: 1
game: sample
title: Sample
players: 2
variables: {{x: {{type: 0..9}}}}
phases:
  play:
    turns: clockwise
    do:
      - choose: {{n: {{from: 1..2}}}}
      - {step}
end: {{over: {{when: x == 9, draw: true}}}}
limit: {{decisions: 10, then: draw}}
"""


@pytest.mark.parametrize("name", VERBS)
def test_verbs(name: str, tmp_path: Path) -> None:
    """If a step uses the verb of another language, the help names the verb with the same effect here."""
    steps = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]["step"]["properties"]
    named = re.match(r"`([a-z]+)", VERBS[name])
    assert named is not None
    assert named[1] in steps
    assert name not in steps
    path = tmp_path / "game.yaml"
    path.write_text(GAME.format(step=f"{name}: x"), encoding="utf-8")
    assert VERBS[name] in {d.help for d in check(path).diagnostics}


def test_a_verb_with_another_meaning(tmp_path: Path) -> None:
    """`draw` draws a board here; a step that takes a card with it is one mistake, with what to write."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME.format(step="{draw: deck, to: hand}"), encoding="utf-8")
    (told,) = check(path).diagnostics
    assert told.message == "missing keys `rows`, `with` in a `draw` step"
    assert "`move: " in (told.help or "")


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("zones: {hand: {of: card, per: player, seen_by: me}}", "`owner`"),
        ("zones: {hand: {of: card, per: player, seen_by: private}}", "`owner`"),
        ("zones: {deck: {of: card, seen_by: hidden}}", "`nobody`"),
        ("zones: {hand: {of: card, seen_by: public}}", "`everyone`"),
        ("ranking: x", "`[x]`"),
        ("ranking: -m[player]", '`["-m[player]"]`'),
    ],
)
def test_values(written: str, instead: str, tmp_path: Path) -> None:
    """A value of another language, and the only member of a list, are answered with what to write."""
    path = tmp_path / "game.yaml"
    cards = "components: {card: {rows: [{id: a}], start: elsewhere}}"
    path.write_text(f"{GAME.format(step='stop: turn')}{cards}\n{written}\n", encoding="utf-8")
    assert f"write {instead}" in {d.help for d in check(path).diagnostics}


@pytest.mark.parametrize("name", SYNONYMS)
def test_synonyms(name: str, tmp_path: Path) -> None:
    """A verb that means the same as one here is answered with that one, and with the keys that it needs."""
    steps = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    assert SYNONYMS[name] in steps["step"]["properties"]
    assert name not in steps["step"]["properties"]
    path = tmp_path / "game.yaml"
    path.write_text(GAME.format(step=f"{name}: x"), encoding="utf-8")
    needed = steps[f"step_{SYNONYMS[name]}"].get("required", [])
    keys = [f"`{SYNONYMS[name]}: …`", *(f"`{key}: …`" for key in needed)]
    help_ = f"write {' with '.join(keys)}" if needed else f"write `{SYNONYMS[name]}`"
    assert help_ in {d.help for d in check(path).diagnostics}


@pytest.mark.parametrize(
    ("step", "set_", "cured"),
    [
        ("add: {x: 1}", "set: {x: x + 1}", True),
        ("decrease: {x: n}", "set: {x: x - n}", True),
        ("add: 1", "set: {x: x + 1}", False),  # to what, nobody says
        ("add: {x: 1, to: x}", "set: {x: x + 1}", False),
    ],
)
def test_adding(step: str, set_: str, cured: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a row of the table
    """A verb that adds is answered with `set`, which writes the variable twice."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME.format(step=step), encoding="utf-8")
    (told,) = check(path).diagnostics
    assert told.help == f"write `{set_}`"
    assert [edit.text for cure in told.cures for edit in cure.edits] == ([set_] if cured else [])


@pytest.mark.parametrize("value", ["+1", 1])
def test_a_number_with_a_plus(value: str | int) -> None:
    """`+1` is answered with the number and with the sum, quoted or not; which is meant has to be asked."""
    found = Collector()
    assert parse_expression(Scalar(value, "+1", SOURCE.span(0, 2), SOURCE.span(0, 2)), found) is None
    (told,) = found
    assert told.help == "write `1`; to add it to a variable, name that: `x + 1`"
    assert [cure.asks for cure in told.cures] == [True]


@pytest.mark.parametrize(
    ("text", "mapping"),
    [
        ("x = x + 1", "{x: x + 1}"),
        ("x := 3", "{x: 3}"),
        ("x += 1", "{x: x + 1}"),
        ("x -= a + b", "{x: x - (a + b)}"),
        ("mark[cell] = me", '{"mark[cell]": me}'),
        ("led = the(first(c in trick: true))", '{led: "the(first(c in trick: true))"}'),
        ("x == 1", None),
        ("x", None),
    ],
)
def test_assignments(text: str, mapping: str | None) -> None:
    """An assignment is rewritten as a mapping that is valid YAML with valid expressions."""
    assert assigned(text) == mapping
    if mapping is not None:
        found = Collector()
        read = read_document(Source("game.yaml", mapping), found)
        assert isinstance(read, Mapping)
        (entry,) = read.entries
        assert isinstance(entry.value, Scalar)
        assert parse_expression(entry.key, found) is not None
        assert parse_expression(entry.value, found) is not None
        assert not list(found)


def test_set_says_so(tmp_path: Path) -> None:
    """If a `set` step contains an assignment, the help proposes the corresponding mapping."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME.format(step="set: x = x + 1"), encoding="utf-8")
    assert "write `{x: x + 1}`" in {d.help for d in check(path).diagnostics}
