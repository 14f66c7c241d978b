"""Tests of whole sheets: golden sheets of small games, and what holds of the sheets of all games."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from long_checks import sampled
from shipped import loaded
from strategies.games import sketches
from strategies.print import printed
from strategies.sample import sample

import gamespec
from gamespec.model import model as m
from gamespec.model.walk import every_step
from gamespec.trees import ast
from interpreter.locale import catalogue
from interpreter.rulebook import sheet_of
from interpreter.rulebook.marks import Style, drawn, plain
from interpreter.rulebook.page import page
from interpreter.rulebook.plain import markdown, text
from interpreter.rulebook.variants import differences
from interpreter.scenario import load_scenarios
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from strategies.sketch import Sketch

    from gamespec.text.source import Span
    from interpreter.rulebook import Sheet

GOLDEN = Path(__file__).parents[2] / "rulebook"
LANGUAGES = ("en", "de")
ENGLISH = {
    "the", "of", "is", "are", "if", "you", "your", "and", "or", "for", "with", "not", "each", "every", "any",
    "move", "set", "choose", "take", "otherwise", "from", "to", "there", "holds", "at", "number", "player",
}  # fmt: skip
"""Frequent English words that are no German ones."""


PREPOSITIONS = (
    "of",
    "in",
    "on",
    "at",
    "to",
    "from",
    "for",
    "with",
    "by",
    "von",
    "in",
    "auf",
    "zu",
    "bei",
    "aus",
)
OTHERWISE = re.compile("; (otherwise|sonst) ")
CONDITION = re.compile("(,? if |, wenn ).*")
SIGN = re.compile(" [+−×÷] ")  # noqa: RUF001 - as in sentences
AUTHORS = re.compile("[“„][^“”]*[“”]")


@cache
def sheet(name: str, language: str) -> Sheet:
    """Return the sheet of a shipped game or of a variant."""
    spec = loaded(name)
    return sheet_of(spec, Words(spec.compiled(), language), load_scenarios(spec)[0])


def place(span: Span) -> tuple[str, int, int]:
    """Return what makes two spans the same."""
    return span.source.name, span.start, span.end


def expressions(part: object) -> Iterator[ast.Expression]:
    """Yield the expressions of a game that are rules: all but those of texts and looks."""
    if isinstance(part, ast.Expression):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from expressions(each)
    elif is_dataclass(part) and not isinstance(part, type | ast.Template | m.Templates | m.View | m.TypeRef):
        for field in fields(part):
            yield from expressions(getattr(part, field.name))


def untold(spec: gamespec.Spec, told: Sheet) -> list[str]:
    """Return the steps and the expressions of a game that are the place of no line of its sheet."""
    places = {place(span) for line in told.all() for span in line.places}
    missing = [each.text for each in expressions(spec.model) if place(each.span) not in places]
    return missing + [str(step.span) for step in every_step(spec.model) if place(step.span) not in places]


def unmarked(told: Sheet) -> Iterator[str]:
    """Yield the sentences of a sheet, with a dash for each name and each quotation of the specification."""
    dashes = Style(str, lambda _: "–", lambda _: "–", lambda text, _: text)  # noqa: RUF001 - in no sentence
    yield from (AUTHORS.sub("", drawn(line.text, dashes)) for line in told.all() if line.quoted is None)


def levels(sentence: str) -> Iterator[str]:
    """Yield the parts of a sentence between its brackets, those inside of others first, or fail."""
    open_parts = [""]
    for char in sentence:
        if char == "(":
            open_parts.append("")
        elif char == ")":
            assert len(open_parts) > 1, f"a bracket too many: {sentence}"
            yield open_parts.pop()
            open_parts[-1] += "…"
        else:
            open_parts[-1] += char
    assert len(open_parts) == 1, f"a bracket stays open: {sentence}"
    yield open_parts[0]


def check_sentences(told: Sheet) -> None:
    """Check that sentences have brackets in pairs, no two prepositions in a row, and cases in brackets."""
    words = "|".join(PREPOSITIONS)
    doubled = re.compile(rf"\b({words}) ({words})\b(?! least| most)")
    for sentence in unmarked(told):
        assert not doubled.search(sentence), sentence
        for part in levels(sentence):
            values = [CONDITION.sub("", case) for case in part.split("; ")] if OTHERWISE.search(part) else []
            assert not [each for each in values if SIGN.search(each)], sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["tic-tac-toe", "pig", "hearts"])
def test_golden_sheets(name: str, language: str, golden: Callable[[Path, str], None]) -> None:
    """The sheets of three small games say what they have been read to say."""
    golden(GOLDEN / f"{name}.{language}.md", markdown(sheet(name, language)).rstrip("\n"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sampled(gamespec.games(), "generated", 8))
def test_every_step_and_every_condition_is_told(name: str, language: str) -> None:
    """Each step and each expression of a game's rules is the place of at least one line."""
    assert untold(loaded(name), sheet(name, language)) == []


@pytest.mark.parametrize("name", [*sampled(gamespec.games(), "generated", 8), "trapper+tactical"])
def test_links_lead_to_parts_of_the_sheet(name: str) -> None:
    """Every link on the page has a target, targets are unique, and nothing is requested from elsewhere."""
    shown = page(sheet(name, "en"), loaded(name).files[0].parent)
    targets = re.findall(r' id="([^"]+)"', shown)
    assert {*re.findall(r'href="#([^"]+)"', shown)} <= {*targets}
    assert len(targets) == len({*targets})
    assert not re.search(r"(src|href)=\"(?!#)|url\(|@import", shown)


@pytest.mark.parametrize("name", sampled(gamespec.games(), "generated", 8))
def test_german_sheets_have_no_english(name: str) -> None:
    """A German sheet has no English word outside of quotations and of the names of the specification."""
    bare = Style(str, lambda _: "", lambda _: "", lambda text, _: text)
    lines = [line for line in sheet(name, "de").all() if line.quoted is None]
    words = {word for line in lines for word in re.findall(r"[A-Za-zÄÖÜäöüß]+", drawn(line.text, bare))}
    assert not words & ENGLISH


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sampled(gamespec.games(), "generated", 8))
def test_sentences_can_be_read_in_one_way(name: str, language: str) -> None:
    """Brackets are in pairs, prepositions never stand in a row, and cases never run into a sum."""
    check_sentences(sheet(name, language))


@pytest.mark.parametrize("name", sampled(gamespec.games(), "generated", 8))
def test_every_name_is_marked(name: str) -> None:
    """No name of several words that the author gives a part of the game stands in a sentence unmarked."""
    game = loaded(name).model
    declared = [*game.zones, *game.variables, *game.resources, *game.options]
    labels = [each.label for each in game.zones] + [each.label for each in game.variables]
    labels += [each.label for each in game.resources] + [each.label for each in game.options]
    names = [label.in_("en") for label in labels if label is not None]
    names += [each.ident.name.replace("_", " ") for each in (*declared, *game.functions, *game.actions)]
    for sentence in unmarked(sheet(name, "en")):
        assert not [each for each in names if " " in each and re.search(rf"\b{re.escape(each)}\b", sentence)]


@given(made=sketches())
@sample(20)
def test_generated_games_are_told(made: Sketch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The sheet of any game tells each step and each expression, in both languages and as text and page."""
    path = tmp_path_factory.mktemp("told") / "game.yaml"
    path.write_text(printed(made.document()), encoding="utf-8")
    try:
        spec = gamespec.load(path)
    except gamespec.SpecError:
        return
    for language in LANGUAGES:
        told = sheet_of(spec, Words(spec.compiled(), language))
        assert untold(spec, told) == []
        check_sentences(told)
        assert text(told)
        assert page(told, path.parent)


def test_a_variant_begins_with_what_differs() -> None:
    """The sheet of a variant tells first what is new, gone or changed, each with its place in the overlay."""
    told = sheet("trapper+tactical", "en").parts[0]
    assert told.anchor == "differences"
    lines = {plain(line.text): line for line in told.all()}
    assert {"New: Raise", "Gone: Play", "Changed: open", "Before: play"} <= {*lines}
    assert lines["New: Raise"].places[0].source.name.endswith("tactical.yaml")
    assert lines["Gone: Play"].places[0].source.name.endswith("game.yaml")
    assert not [part for part in sheet("trapper", "en").parts if part.anchor == "differences"]


def test_only_rules_differ() -> None:
    """A sheet differs from itself in no rule, and from one that lacks a line in that line."""
    told = sheet("pig", "en")
    assert [line.text for line in differences(told, told, catalogue("en")).all()] == ["No rule differs."]
    (course,) = (part for part in told.parts if part.anchor == "actions")
    roll, hold = course.parts
    other = replace(course, parts=(roll, replace(hold, lines=hold.lines[:-1])))
    changed = replace(told, parts=tuple(other if part is course else part for part in told.parts))
    shown = [plain(line.text) for line in differences(told, changed, catalogue("en")).all()]
    assert shown == ["Actions:", "Hold:", f"Gone: {plain(hold.lines[-1].text)}"]


def test_a_variant_of_a_variant_is_told_apart(tmp_path: Path) -> None:
    """Of two variants that name a file, only the one that names another variant is said to change one."""
    folder = tmp_path / "tiny" / "variants"
    folder.mkdir(parents=True)
    shipped = Path(loaded("pig").path).read_text(encoding="utf-8").replace("game: pig", "game: tiny")
    (folder.parent / "game.yaml").write_text(shipped, encoding="utf-8")
    for name, below in (("first", "../game.yaml"), ("second", "first.yaml")):
        about = f"language: 1\ngame: tiny-{name}\ntitle: {name}\nextends: {below}\n"
        (folder / f"{name}.yaml").write_text(f"{about}edit: [{{set: {{title: {name}}}}}]\n", encoding="utf-8")
    spec = gamespec.load(folder.parent)
    told = markdown(sheet_of(spec, Words(spec.compiled()), load_scenarios(spec)[0]))
    assert told.lower().count("changes another variant") == 1
    assert "`first.yaml`" in told
