"""Tests for each rewrite of older files, with the text before, the text after and the diagnostics."""

from __future__ import annotations

import pytest

from gamespec.documents.document import Mapping, read_document
from gamespec.documents.nodes import plain
from gamespec.migrate import migrate
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source


def _root(text: str) -> Mapping:
    found = Collector()
    node = read_document(Source("beside", text), found)
    assert isinstance(node, Mapping)
    assert len(found) == 0
    return node


def _migrated(text: str, *beside: str) -> tuple[str | None, list[tuple[str, str]]]:
    """Return the text after migration, and the code and source text of each diagnostic.

    The text is None if the file cannot be migrated.
    """
    found = Collector()
    after = migrate(Source("game.yaml", text), tuple(_root(b) for b in beside), found)
    return (None if after is None else after.text), [(d.code, d.span.text) for d in found]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("game: x\ntitle: X\n", "language: 1\ngame: x\ntitle: X\n"),
        ("# a\n\n# b\ngame: x # c\n\n\n", "# a\n\n# b\nlanguage: 1\ngame: x # c\n\n\n"),
        (
            "%YAML 1.2\n--- # a\n  game: x\n  title: X",
            "%YAML 1.2\n--- # a\n  language: 1\n  game: x\n  title: X",
        ),
        ("# a\r\ngame: x\r\n", "# a\r\nlanguage: 1\r\ngame: x\r\n"),
        ("game: x\rtitle: X\r", "language: 1\rgame: x\rtitle: X\r"),
        ("game: x", "language: 1\ngame: x"),
        ('"game": x\n', 'language: 1\n"game": x\n'),
        ("? game\n: x\n", "language: 1\n? game\n: x\n"),
        ("&a game: &b x\nabout: *b\n", "language: 1\n&a game: &b x\nabout: *b\n"),
        ("--- &r\ngame: x\n", "--- &r\nlanguage: 1\ngame: x\n"),
        ("{game: x, title: X}\n", "{language: 1, game: x, title: X}\n"),
        ("--- {\n  game: x\n}\n", "--- {language: 1,\n  game: x\n}\n"),
        ('{"game": "x"}', '{language: 1, "game": "x"}'),
        ("scenarios: [{id: a}]\n", "language: 1\nscenarios: [{id: a}]\n"),
        ("game: ünï # ∑ 🎲\n", "language: 1\ngame: ünï # ∑ 🎲\n"),
    ],
)
def test_the_language_is_said_and_nothing_else_changes(before: str, after: str) -> None:
    """Migration adds `language` before the first key and changes nothing else.

    Migrating the result again leaves it unchanged.
    """
    assert _migrated(before) == (after, [])
    assert plain(_root(after)) == {"language": 1, **plain(_root(before))}  # type: ignore[dict-item]
    assert _migrated(after) == (after, [])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("game: [x\n", "GS101"),
        ("game: x\ngame: y\n", "GS103"),
        ("language: 2\ngame: x\n", "GS151"),
        ("- a\n", "GS121"),
        ("services: {web: {}}\n", "GS121"),
        ("", "GS109"),
    ],
)
def test_what_cannot_be_read_stays(text: str, code: str) -> None:
    """A file is refused as usual if it is not a specification or is in an unknown version of the language."""
    after, told = _migrated(text)
    assert after is None
    assert [c for c, _ in told] == [code]


DICE = "enums: {color: [red, blue]}\nvariables: {d1: {type: 1..6}, d2: {type: 1..6}}\n"


@pytest.mark.parametrize(
    "expression",
    [
        "sum(x in {d1, d2}: x)",
        "size({1, 2, 1})",
        "size({me, left(me)})",
        "count(c in {a.rank, 3}: c > 1)",
        "size(map(x in 1..3: size({x, 2})))",
        "size({red, red})",
        "size({seat(1), seat(d1)})",
        "size({d1, 2} if d2 == 1 else {1, 2})",
    ],
)
def test_a_list_that_may_hold_a_value_twice_is_told(expression: str) -> None:
    """Migration reports a list that may contain a value twice, if it is used where duplicates matter."""
    text = f'game: x\n{DICE}setup:\n  - set: {{d1: "{expression}"}}\n'
    after, told = _migrated(text)
    assert after == f"language: 1\n{text}"
    assert [code for code, _ in told] == ["GS152"]
    assert told[0][1] in expression


@pytest.mark.parametrize(
    "expression",
    [
        "size({1, 2, 3})",
        "size({red, blue})",
        "size({color.red, color.blue})",
        "size({seat(1), seat(2)})",
        "size({cell(path, 1), cell(path, 2), cell(board, 1, 2)})",
        "d1 in {d2, 3}",
        "any(x in {d1, d2}: x > 3)",
        "max(x in {d1, d2}: x)",
        "size(union({d1, d2}, {}))",
        "size(distinct({d1, d2}))",
        "size({d1})",
    ],
)
def test_a_list_is_not_told_where_it_makes_no_difference(expression: str) -> None:
    """Migration reports no list whose values are distinct, or that is used where duplicates do not matter."""
    text = f'game: x\n{DICE}setup:\n  - set: {{d1: "{expression}"}}\n'
    assert _migrated(text) == (f"language: 1\n{text}", [])


def test_a_file_that_says_its_language_means_what_it_says() -> None:
    """In a file that already declares `language: 1`, migration reports no lists."""
    text = f'language: 1\ngame: x\n{DICE}setup:\n  - set: {{d1: "size({{d1, d2}})"}}\n'
    assert _migrated(text) == (text, [])


@pytest.mark.parametrize("beside", [DICE, "edit: [{set: {variables.d1: {type: 1..6}}}]\n"])
def test_names_may_be_declared_beside(beside: str) -> None:
    """When an overlay is migrated, its names are looked up in the game that it extends."""
    text = 'game: y\nextends: x\nsetup: [{set: {d1: "sum(x in {d1, red}: 1)"}}]\n'
    assert _migrated(text)[1] == []
    assert _migrated(text, beside)[1] == [("GS152", "{d1, red}")]
