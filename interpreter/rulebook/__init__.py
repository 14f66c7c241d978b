"""Tells a specification as a rule sheet: what the machine believes the rules are, sentence by sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gamespec import SpecError, load
from interpreter.rulebook.course import Course, repeated
from interpreter.rulebook.ending import Ending
from interpreter.rulebook.examples import examples_of
from interpreter.rulebook.kinds import Kinds
from interpreter.rulebook.marks import cleaned
from interpreter.rulebook.places import Places
from interpreter.rulebook.sheet import Example, Line, Part, Sheet
from interpreter.rulebook.speaker import Speaker
from interpreter.rulebook.terms import Terms
from interpreter.rulebook.things import Things
from interpreter.rulebook.variants import Variants, differences, unknown
from interpreter.rulebook.writer import Writer
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    import gamespec
    from interpreter.scenario import Scenario

__all__ = ["Example", "Line", "Part", "Sheet", "sheet_of"]


def sheet_of(spec: gamespec.Spec, words: Words, scenarios: Iterable[Scenario] = ()) -> Sheet:
    """Return the rule sheet of a game in the language of `words`, with scenarios as examples.

    The sheet of a variant begins with what differs from its game.
    """
    sheet = _sheet(spec, words, scenarios)
    if not spec.laid_over:
        return sheet
    try:
        told = _differences(spec, words, sheet)
    except SpecError as error:
        told = unknown(words.texts, error.diagnostics)
    return replace(sheet, parts=(told, *sheet.parts))


def _differences(spec: gamespec.Spec, words: Words, sheet: Sheet) -> Part:
    """Return how a variant differs from its game. Raises `SpecError` if the game itself has mistakes."""
    base = load(spec.files[0], spec.reach)
    players = words.program.players if words.program.players in base.players else None
    apart = repeated(spec.model)  # so that a procedure stands at the same place on both sheets
    before = _sheet(base, Words(base.compiled(players), words.language), apart=apart)
    return differences(before, sheet, words.texts)


def _sheet(
    spec: gamespec.Spec, words: Words, scenarios: Iterable[Scenario] = (), apart: frozenset[str] = frozenset()
) -> Sheet:
    """Return the sheet of a game by itself. Procedures in `apart` are told apart, though run only once."""
    writer, examples = Writer(Speaker(words)), examples_of(scenarios)
    kinds = Kinds(writer)
    things, places = Things(writer, kinds), Places(writer, kinds)
    course, terms = Course(writer, examples, apart), Terms(writer, kinds, examples)
    parts = (
        things.components(),
        places.boards(),
        places.zones(),
        places.values(),
        course.setup(),
        course.phases(),
        course.actions(),
        course.repeated(),
        course.events(),
        Ending(writer, examples).part(),
        terms.functions(),
        terms.options(),
        Variants(writer, spec).part(),
        terms.rulings(),
        terms.invariants(),
        terms.measures(),
    )
    language = words.language
    about = "" if spec.about is None else cleaned(spec.about.in_(language))
    told = tuple(part for part in parts if part.lines or part.parts)
    return Sheet(cleaned(spec.title.in_(language)), about, _facts(spec, words), told, language)


def _facts(spec: gamespec.Spec, words: Words) -> tuple[str, ...]:
    """Return for how many players the game is, and for how many the sheet is written."""
    fewest, most = spec.players[0], spec.players[-1]
    texts, number = words.texts, words.program.players
    if fewest == most:
        return (texts.ngettext("{n} player", "{n} players", most, n=most),)
    allowed = texts.gettext("{fewest} to {most} players", fewest=fewest, most=most)
    return (allowed, texts.ngettext("told for {n} player", "told for {n} players", number, n=number))
