"""Tests for the structure of documents.

What the schemas accept and reject follows from docs/reference/language.md.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gamespec.description.declared import VERBS
from gamespec.documents.document import Mapping, read_document
from gamespec.schema import check_structure
from gamespec.system.resources import directory
from gamespec.text.codes import page
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.source import Source

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "language.md"

HEAD = """\
game: sample
title: Sample
players: 2..4
"""
TAIL = """\
phases:
  play: {turns: clockwise, do: []}
limit: {decisions: 100, then: draw}
"""


def check(text: str, schema: str = "game") -> list[Diagnostic]:
    """Return the diagnostics for the structure of `text`, which must be well-formed YAML."""
    found = Collector()
    node = read_document(Source("f.yaml", text), found)
    assert node is not None
    assert len(found) == 0, list(found)
    assert check_structure(node, schema, found) is (len(found) == 0)
    return list(found)


def faults(body: str) -> list[tuple[str, str, int]]:
    """Return the code, source text and line of each mistake in a game with the sections `body`.

    Lines are counted from the beginning of `body`.
    """
    return [(d.code, d.span.text, d.span.line - 3) for d in check(HEAD + body + TAIL)]


def one(body: str) -> Diagnostic:
    """Return the only diagnostic for a game with the sections `body`."""
    (d,) = check(HEAD + body + TAIL)
    return d


# --- The reference ------------------------------------------------------------------------------------------


def examples() -> list[str]:
    """Return all YAML blocks in the reference."""
    return re.findall(r"```yaml\n(.*?)```", REFERENCE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", [e for e in examples() if not e.lstrip().startswith("-")])
def test_reference_examples(text: str) -> None:
    """Every example in the reference has the structure that the schemas describe."""
    found = Collector()
    node = read_document(Source("f.yaml", text), found)
    assert isinstance(node, Mapping), list(found)
    schema = (
        "scenarios" if "scenarios" in node.names() else "variant" if "extends" in node.names() else "game"
    )
    check_structure(node, schema, found)
    fragment = "game" not in node.names()
    wrong = [d for d in found if not (fragment and d.code == "GS121" and d.message.endswith("in a game"))]
    assert wrong == []


def test_reference_example_of_a_step() -> None:
    """Examples in the reference that are steps have the structure that the schemas describe."""
    for text in examples():
        if text.lstrip().startswith("-"):
            assert faults("setup:\n" + re.sub("(?m)^", "  ", text).rstrip() + "\n") == []


@pytest.mark.parametrize("schema", ["bands", "game", "scenarios"])
def test_schemas_are_schemas(schema: str) -> None:
    """Each schema is valid JSON Schema, allows or forbids additional keys, and describes every property."""
    contents = json.loads((directory("schemas") / f"{schema}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(contents)

    def explained(part: dict[str, Any]) -> bool:
        target = part.get("$ref", "#").rpartition("/")[2]
        return "description" in part or "description" in contents["$defs"].get(target, {})

    def walk(part: object, path: str) -> None:
        if isinstance(part, list):
            for item in part:
                walk(item, path)
        if not isinstance(part, dict):
            return
        if "properties" in part and not path.endswith("/properties"):
            assert "additionalProperties" in part, path
            for name, about in part["properties"].items():
                assert explained(about), f"{path}/{name}"
        for name, inside in part.items():
            walk(inside, f"{path}/{name}")

    walk(contents, "#")


def test_verbs_are_those_of_the_reader() -> None:
    """The verbs by which the schema distinguishes steps are those of the program, in the same order."""
    contents = json.loads((directory("schemas") / "game.schema.json").read_text(encoding="utf-8"))
    cases = contents["$defs"]["step"]["allOf"]
    assert [case["if"]["required"] for case in cases] == [[verb] for verb in VERBS]


# --- One mistake, one diagnostic ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # These mistakes are in keys.
        ("zonez: {}\n", [("GS120", "zonez", 1)]),
        ("zones:\n  deck: {off: card}\n", [("GS120", "off", 2)]),  # that `of` is missing is not reported
        ("zones:\n  deck: {ordered: true}\n", [("GS121", "deck", 2)]),
        ("setup:\n  - move: x\n", [("GS121", "move", 2)]),
        ("setup:\n  - move: x\n    too: y\n", [("GS120", "too", 3)]),
        ("setup:\n  - move: x\n    to: y\n    until: z\n", [("GS120", "until", 4)]),
        ("setup:\n  - move: x\n    to: y\n    a: 1\n    b: 2\n", [("GS120", "a", 4), ("GS120", "b", 5)]),
        ("setup:\n  - mvoe: x\n    to: y\n", [("GS120", "mvoe", 2)]),
        ("setup:\n  - if: x\n    then:\n      - stopp: loop\n", [("GS120", "stopp", 4)]),
        ("spaces:\n  b: {gird: [1, 2]}\n", [("GS120", "gird", 2)]),
        ("spaces:\n  b: {track: 9, shape: hex}\n", [("GS120", "shape", 2)]),
        ("spaces:\n  b: {loop: true}\n", [("GS121", "b", 2)]),
        ("spaces:\n  b: {track: 9, grid: [1, 2]}\n", [("GS127", "grid", 2)]),
        ("end:\n  a: {when: x, winner: me, draw: true}\n", [("GS127", "draw", 2)]),
        # Two verbs in a step, or none, are reported where steps are read.
        ("setup:\n  - move: x\n    to: y\n    set: {a: 1}\n", []),
        ("setup:\n  - to: y\n", []),
        # A key in the next step, which has no verb, is reported there, and one in an expression as syntax.
        ("setup:\n  - move: x\n  - to: y\n", []),
        ("setup:\n  - move: x\n  - to: y\n    move: z\n", [("GS121", "move", 2)]),
        ("setup:\n  - move: x to y\n", []),
        # These values have the wrong type.
        ("setup: x\n", [("GS122", "x", 1)]),
        ("setup:\n", [("GS122", "setup", 1)]),
        ("setup:\n  - 3\n", [("GS122", "3", 2)]),
        ("setup:\n  shuffle: x\n", [("GS122", "shuffle: x", 2)]),
        ("setup:\n  if: x\n  then: []\n", [("GS122", "setup", 1)]),
        ("setup:\n  - if:\n    then: []\n", [("GS122", "if", 2)]),
        ("score: [a]\n", [("GS122", "[a]", 1)]),
        ("zones:\n  deck: {of: card, ordered: yes}\n", [("GS122", "yes", 2)]),
        ("options:\n  x: {type: 1..2, default: [1]}\n", [("GS122", "[1]", 2)]),
        # These values have the right type but are not allowed.
        ("setup:\n  - offer: [a]\n    ask: chioce\n", [("GS123", "chioce", 3)]),
        ("setup:\n  - stop: 3\n", [("GS122", "3", 2)]),
        ("zones:\n  Deck: {of: card}\n", [("GS123", "Deck", 2)]),
        ("enums:\n  suit: [red, Blue]\n", [("GS123", "Blue", 2)]),
        ("setup:\n  - for: {}\n    do: []\n", [("GS123", "{}", 2)]),
        ("setup:\n  - set: {}\n", [("GS123", "{}", 2)]),
        ("spaces:\n  b: {grid: [1]}\n", [("GS123", "[1]", 2)]),
        ("about: {english: x}\n", [("GS123", "english", 1)]),
    ],
)
def test_faults(body: str, expected: list[tuple[str, str, int]]) -> None:
    """Each mistake causes one diagnostic with the smallest possible span.

    An empty value is marked at its key.
    """
    assert faults(body) == expected


def test_document_that_is_no_mapping() -> None:
    """A document that is not a mapping is reported at the place where its contents begin."""
    for text, place in (("- a\n- b\n", "a"), ("3\n", "3")):
        (d,) = check(text)
        assert (d.code, d.span.text) == ("GS122", place)


def test_missing_sections() -> None:
    """Each section that a game lacks is reported at the first key of the game."""
    found = check("game: x\n")
    assert [d.message for d in found] == [
        f"missing key `{k}` in a game" for k in ("title", "players", "phases", "limit")
    ]
    assert {d.span.text for d in found} == {"game"}


# --- Messages -----------------------------------------------------------------------------------------------


def test_words_of_unknown_keys() -> None:
    """An unknown key is reported with the most similar known key, and with all known keys if they are few."""
    d = one("setup:\n  - move: x\n    too: y\n")
    assert d.message == "unknown key `too` in a `move` step"
    assert d.help == "did you mean `to`?"
    assert d.notes == ("keys here: `move`, `to`, `at`, `id`",)
    assert one("zonez: {}\n").help == "did you mean `zones`?"
    assert one("setup:\n  - mvoe: x\n").help == "did you mean `move`?"


def test_words_of_missing_keys() -> None:
    """A missing key is reported with the description that the schema gives for the key."""
    d = one("zones:\n  deck: {}\n")
    assert d.message == "missing key `of` in a zone"
    assert d.notes == ("`of`: The kind of component it holds.",)
    forms = "`grid`, `hexagon`, `triangle`, `track`, `cells`, `plane`, `edges` or `corners`"
    assert one("spaces:\n  b: {}\n").message == f"missing key in a space: {forms}"


@pytest.mark.parametrize(
    ("body", "message", "cure"),
    [
        ("setup: 3\n", "expected a list of steps, got the number `3`", None),
        ("setup:\n", "expected a list of steps, got nothing", None),
        ("setup: {a: 1}\n", "expected a list of steps, got a mapping of 1 key", "write `[{a: 1}]`"),
        (
            "score: [a, b]\n",
            "expected an expression, or a mapping of names to parts, got a list of 2 items",
            'quote the expression, and write its lists in braces: `"{a, b}"`',
        ),
        (
            "setup:\n  - offer: [a]\n    ask: chioce\n",
            "expected one of `always`, `choice`, got the text `chioce`",
            "did you mean `choice`?",
        ),
        ("setup:\n  - check: ende\n", "expected `end`, got the text `ende`", "did you mean `end`?"),
        ("spaces:\n  b: {grid: [1]}\n", "expected at least 2 items, got a list of 1 item", None),
        ("zones:\n  deck: {of: card, ordered: 1}\n", "expected `true` or `false`, got the number `1`", None),
    ],
)
def test_words_of_wrong_values(body: str, message: str, cure: str | None) -> None:
    """The message about a wrong value says what was expected and what was found."""
    d = one(body)
    assert (d.message, d.help) == (message, cure)


def test_numbers_out_of_bounds() -> None:
    """The message about a number that is out of bounds states the bound."""
    (d,) = check(HEAD.replace("2..4", "0") + TAIL)
    assert (d.code, d.message) == ("GS123", "expected a number of at least 1, got the number `0`")


# --- Scenarios ----------------------------------------------------------------------------------------------


def test_scenarios() -> None:
    """Answers, checks and draws may occur under `when`, and the steps of games under `given`."""
    text = """\
scenarios:
  - id: TRA-28
    given:
      - {move: x, to: y}
    when:
      - take: {tile: bear_4, pawn: green}
        by: seat(1)
      - pass
      - {expect: a == b}
      - {chance: die, is: 3}
    then:
      - a == b
      - offered: {pass: {}}
      - ended: true
"""
    assert check(text, "scenarios") == []
    wrong = text.replace("to: y", "too: y").replace("is: 3", "is: 3, by: x").replace("ended", "endet")
    assert [(d.code, d.span.text) for d in check(wrong, "scenarios")] == [
        ("GS120", "too"),
        ("GS120", "by"),
        ("GS120", "endet"),
    ]


# --- Pages of codes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["GS120", "GS121", "GS122", "GS123", "GS127"])
def test_page_examples(code: str) -> None:
    """On the page of a code, the first example contains exactly one mistake of that code.

    The second example contains no mistake.
    """
    wrong, right = re.findall(r"```yaml\n(.*?)```", page(code), re.DOTALL)
    assert [fault[0] for fault in faults(wrong)] == [code]
    assert faults(right) == []


def test_many_unknown_keys_do_not_read_all_names_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of a mapping are not listed anew for each of its unknown keys."""
    body = HEAD + TAIL + "".join(f"{a}{b}_wrong: 1\n" for a in "abcdefgh" for b in "abcdefgh")
    listed, names = [], Mapping.names

    def noted(node: Mapping) -> tuple[str, ...]:
        listed.append(node)
        return names(node)

    monkeypatch.setattr(Mapping, "names", noted)
    assert len([d for d in check(f"language: 1\n{body}") if d.code == "GS120"]) == 64
    assert len(listed) < 10
