"""What a specification says to people, for reading beside the table: how it goes, options, rulings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from gamespec.trees import types as t
from interpreter.serve.beside.goes import goes

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from gamespec.model.model import Text
    from gamespec.spec import Spec
    from gamespec.world.symbols import OptionValue
    from interpreter.serve.edition import Edition
    from interpreter.words import Words

__all__ = ["Example", "Examples", "Rulebook", "no_examples", "rules_of"]


class Example(NamedTuple):
    """What a worked example of the rules shows, and the heading of the rules to which it belongs."""

    heading: str
    title: str


Examples: TypeAlias = "Callable[[Spec], Sequence[Example]]"
"""Returns the worked examples of a specification, in order."""


def no_examples(_: Spec) -> Sequence[Example]:
    """Return no worked examples."""
    return ()


class Rulebook:
    """The rules of the edition at a table, as they are sent to pages, made once for each language."""

    def __init__(self, examples: Examples = no_examples) -> None:
        self._examples = examples
        self._edition: Edition | None = None
        self._read: Sequence[Example] = ()
        self._made: dict[str, dict[str, Any]] = {}

    async def said(self, edition: Edition, words: Words, executor: Executor) -> dict[str, Any]:
        """Return the rules in the language of `words`. The executor reads the worked examples."""
        if self._edition is not edition:
            loop = asyncio.get_running_loop()
            read = await loop.run_in_executor(executor, self._examples, edition.spec)
            self._edition, self._read, self._made = edition, read, {}
        if words.language not in self._made:
            self._made[words.language] = rules_of(edition, words, self._read)
        return self._made[words.language]


def rules_of(edition: Edition, words: Words, examples: Sequence[Example]) -> dict[str, Any]:
    """Return what the specification of an edition says to people, as a dict that can be written as JSON.

    Texts are in the language of `words` if they exist in it. Each one names its own language.
    """
    spec, language = edition.spec, words.language
    game = spec.model
    return {
        "kind": "rules",
        "title": _said(spec.title, language),
        "about": None if spec.about is None else _said(spec.about, language),
        "variants": list(spec.laid_over),
        "options": _options(edition, words),
        "ends": [_said(end.label, language) for end in game.end if end.label is not None],
        "goes": goes(edition, words),
        "rulings": _by_heading((ruling.heading, _said(ruling.says, language)) for ruling in game.rulings),
        "examples": _by_heading(
            (example.heading, {"text": example.title, "lang": ""}) for example in examples if example.title
        ),
    }


def _said(text: Text, language: str) -> dict[str, str]:
    """Return a text with the language in which it is written."""
    return {"text": text.in_(language), "lang": text.chosen(language)}


def _options(edition: Edition, words: Words) -> list[dict[str, Any]]:
    """Return the options with the values in force, and whether these are the defaults."""
    spec, chosen = edition.spec, edition.compiled.names.world.options
    usual = spec.world(edition.players).options
    language = words.language
    return [
        {
            "label": option.label.in_(language) if option.label is not None else option.ident.name,
            "value": _value(chosen[option.ident.name], words),
            "usual": chosen[option.ident.name].value == usual[option.ident.name].value,
        }
        for option in spec.model.options
    ]


def _value(option: OptionValue, words: Words) -> str:
    if isinstance(option.type, t.Bool):
        return words.texts.gettext("yes") if option.value else words.texts.gettext("no")
    return words.value(option.type, option.value)


def _by_heading(entries: Iterable[tuple[str, dict[str, str]]]) -> list[dict[str, Any]]:
    """Group texts by the headings to which they belong. Headings keep the order of their first texts."""
    groups: dict[str, list[dict[str, str]]] = {}
    for heading, said in entries:
        groups.setdefault(heading, []).append(said)
    return [{"heading": heading, "says": says} for heading, says in groups.items()]
