"""What can be written in a specification, as phrases that the page inserts: blocks, keys, steps, built-ins.

Everything comes from what says it elsewhere: the snippets of the editor extension, the schema, and the tables
of built-ins. What they say in English is a message of the catalogues (`messages`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from typing import Literal, NamedTuple

from gamespec.expr.builtins import BUILTINS
from gamespec.expr.longest import LONGEST_FORMS
from gamespec.expr.quantifiers import QUANTIFIER_FORMS
from gamespec.system import resources
from interpreter.locale import Catalogue, catalogue
from interpreter.lsp.keys import keys_at
from interpreter.lsp.place import Level

__all__ = ["Phrase", "messages", "phrases", "sections"]

Place = Literal["file", "section", "entry", "key", "step", "expression"]
"""Where a phrase belongs: alone in a file, at the left margin, among the entries of a section, in such an
entry, among steps, or in an expression."""

_SECTIONS = {
    "option": "options",
    "kind": "components",
    "deck": "zones",
    "hand": "zones",
    "grid": "spaces",
    "variable": "variables",
    "function": "functions",
    "action": "actions",
    "phase": "phases",
    "invariant": "invariants",
    "scenario": "scenarios",
}
"""The sections to which the snippets of entries belong, by prefix."""

_NOTHING = frozenset[str]()
_BLOCK = "title of a block"
"""The context of the titles of blocks among the messages: many are words with other meanings elsewhere."""


class Phrase(NamedTuple):
    """A phrase with its meaning, its place and its group. The text is in the syntax of snippets."""

    title: str
    about: str
    place: Place
    text: str
    section: str = ""
    group: str = ""


def phrases(language: str) -> list[Phrase]:
    """Return all phrases, group by group, with their groups and meanings in a language."""
    texts = catalogue(language)
    groups = {
        texts.gettext("Ready-made blocks"): (_translated(each, texts) for each in _blocks()),
        texts.gettext("Sections"): _sections(),
        texts.gettext("Steps"): _steps(),
        **{texts.gettext("Keys in {section}", section=name): _keys(name) for name in sections()},
        texts.gettext("In expressions"): _calls(),
    }
    return [
        each._replace(group=group, about=texts.gettext(each.about))
        for group, found in groups.items()
        for each in found
    ]


def messages(
    *_babel: object, **_options: object
) -> Iterator[tuple[int, str, str | tuple[str, str], list[str]]]:
    """Yield what the phrases say, in the form that Babel expects of an extraction method."""
    for block in _blocks():
        yield 0, "pgettext", (_BLOCK, block.title), []
    keys = chain.from_iterable(map(_keys, sections()))
    for each in chain(_blocks(), _sections(), _steps(), keys, _calls()):
        yield 0, "gettext", each.about, []


def sections() -> list[str]:
    """Return the sections of a game in their usual order."""
    return [key.name for key in keys_at("game", (), _NOTHING)]


def _blocks() -> Iterator[Phrase]:
    text = (resources.directory("snippets") / "gamespec.json").read_text(encoding="utf-8")
    for title, snippet in json.loads(text).items():
        body, section = "\n".join(snippet["body"]), _SECTIONS.get(snippet["prefix"], "")
        place: Place = "entry" if section else "step" if body.startswith("- ") else "file"
        yield Phrase(title, snippet["description"], place, body, section)


def _translated(block: Phrase, texts: Catalogue) -> Phrase:
    return block._replace(title=texts.pgettext(_BLOCK, block.title))


def _sections() -> Iterator[Phrase]:
    for key in keys_at("game", (), _NOTHING):
        needed = [each.name for each in keys_at("game", _way(key.name), _NOTHING) if each.needed]
        given = ", ".join(f"{name}: ${number}" for number, name in enumerate(needed, 1))
        value = f" {{{given}}}" if given else "\n  $0" if key.shape == "{" else " $0"
        text = f"{key.name}:{value}"
        yield Phrase(key.name, key.about, "section", text, key.name)


def _steps() -> Iterator[Phrase]:
    way = _way("setup", 0)
    for verb in keys_at("game", way, _NOTHING):
        if verb.verb:
            beside = frozenset({verb.name})
            needed = [key.name for key in keys_at("game", way, beside) if key.needed]
            lines = [f"{name}: ${number}" for number, name in enumerate((verb.name, *needed), 1)]
            yield Phrase(verb.name, verb.about, "step", "- " + "\n  ".join(lines))


def _keys(section: str) -> Iterator[Phrase]:
    for key in keys_at("game", _way(section, "name"), _NOTHING):
        yield Phrase(key.name, key.about, "key", f"{key.name}: $0", section)


def _calls() -> Iterator[Phrase]:
    for form in BUILTINS.values():
        yield _call(form.name, form.signature, form.doc)
    for name, (body, result, doc) in QUANTIFIER_FORMS.items():
        yield _call(name, f"{name}(x in LIST: {body.upper()}) -> {result}", doc, "${1:x} in ${2:LIST}: $3")
    for name, (signature, doc) in LONGEST_FORMS.items():
        yield _call(name, signature, doc)


def _call(name: str, signature: str, doc: str, given: str = "$1") -> Phrase:
    return Phrase(signature, doc, "expression", f"{name}({given})")


def _way(*steps: str | int) -> tuple[Level, ...]:
    return tuple(Level(step, _NOTHING) for step in steps)
