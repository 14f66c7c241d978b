"""Phrases: every one that is said has its German, and every German one is said somewhere."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

from interpreter.words.phrases import GERMAN, phrase

ROOT = Path(__file__).parents[2]
SOURCES = [
    path
    for part in ("gamespec", "interpreter")
    for path in sorted((ROOT / part).rglob("*.py"))
    if path.name != "phrases.py"
]


def texts(node: ast.AST) -> set[str]:
    """The texts in a piece of source."""
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def looked_up(tree: ast.AST) -> set[str]:
    """The texts that are looked up: what `word` is given, the last of what `phrase` is, and reasons."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case (
                ast.Call(ast.Attribute(attr="word"), args=[given])
                | ast.Call(ast.Name("phrase"), args=[_, given])
                | ast.Call(ast.Name("CannotGoOn"), args=[given, *_])
            ):
                found |= texts(given)
            case _:
                pass
    return found


def test_every_phrase_has_its_german() -> None:
    """What the sources look up by a text of theirs is in the table."""
    for path in SOURCES:
        said = looked_up(ast.parse(path.read_text(encoding="utf-8")))
        assert not {text for text in said if text not in GERMAN}, path


def test_every_german_phrase_is_said() -> None:
    """Each entry of the table stands in some source, be it in a table of the source's own."""
    there = set[str]().union(*(texts(ast.parse(path.read_text(encoding="utf-8"))) for path in SOURCES))
    assert not GERMAN.keys() - there


def test_phrases_have_the_same_holes() -> None:
    """What is filled into the English is filled into the German, in the same order."""
    parsed = {text: list(Formatter().parse(text)) for pair in GERMAN.items() for text in pair}
    holes = {text: [field for _, field, _, _ in parts if field is not None] for text, parts in parsed.items()}
    assert not {english for english, german in GERMAN.items() if holes[english] != holes[german]}


def test_other_languages_are_english() -> None:
    """A language without a table is English."""
    assert [phrase(language, "or") for language in ("de", "en", "fr")] == ["oder", "or", "or"]
