"""What can be written in a specification, as phrases that the page inserts: blocks, keys, steps, built-ins.

Everything comes from what says it elsewhere: the snippets of the editor extension, the schema, and the tables
of built-ins.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal, NamedTuple

from gamespec.expr.builtins import BUILTINS
from gamespec.expr.longest import LONGEST_FORMS
from gamespec.expr.quantifiers import QUANTIFIER_FORMS
from gamespec.system import resources
from interpreter.lsp.keys import keys_at
from interpreter.lsp.place import Level

__all__ = ["Phrase", "phrases", "sections"]

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


class Phrase(NamedTuple):
    """A phrase with its group, its meaning and its place. The text is in the syntax of snippets."""

    group: str
    title: str
    about: str
    place: Place
    text: str
    section: str = ""


def phrases() -> list[Phrase]:
    """Return all phrases, group by group."""
    return [*_blocks(), *_sections(), *_steps(), *_keys(), *_calls()]


def sections() -> list[str]:
    """Return the sections of a game in their usual order."""
    return [key.name for key in keys_at("game", (), _NOTHING)]


def _blocks() -> Iterator[Phrase]:
    text = (resources.directory("snippets") / "gamespec.json").read_text(encoding="utf-8")
    for title, snippet in json.loads(text).items():
        body, section = "\n".join(snippet["body"]), _SECTIONS.get(snippet["prefix"], "")
        place: Place = "entry" if section else "step" if body.startswith("- ") else "file"
        yield Phrase("Ready-made blocks", title, snippet["description"], place, body, section)


def _sections() -> Iterator[Phrase]:
    for key in keys_at("game", (), _NOTHING):
        needed = [each.name for each in keys_at("game", _way(key.name), _NOTHING) if each.needed]
        given = ", ".join(f"{name}: ${number}" for number, name in enumerate(needed, 1))
        value = f" {{{given}}}" if given else "\n  $0" if key.shape == "{" else " $0"
        text = f"{key.name}:{value}"
        yield Phrase("Sections", key.name, key.about, "section", text, key.name)


def _steps() -> Iterator[Phrase]:
    way = _way("setup", 0)
    for verb in keys_at("game", way, _NOTHING):
        if verb.verb:
            beside = frozenset({verb.name})
            needed = [key.name for key in keys_at("game", way, beside) if key.needed]
            lines = [f"{name}: ${number}" for number, name in enumerate((verb.name, *needed), 1)]
            yield Phrase("Steps", verb.name, verb.about, "step", "- " + "\n  ".join(lines))


def _keys() -> Iterator[Phrase]:
    for section in sections():
        for key in keys_at("game", _way(section, "name"), _NOTHING):
            yield Phrase(f"Keys in `{section}`", key.name, key.about, "key", f"{key.name}: $0", section)


def _calls() -> Iterator[Phrase]:
    for form in BUILTINS.values():
        yield _call(form.name, form.signature, form.doc)
    for name, (body, result, doc) in QUANTIFIER_FORMS.items():
        yield _call(name, f"{name}(x in LIST: {body.upper()}) -> {result}", doc, "${1:x} in ${2:LIST}: $3")
    for name, (signature, doc) in LONGEST_FORMS.items():
        yield _call(name, signature, doc)


def _call(name: str, signature: str, doc: str, given: str = "$1") -> Phrase:
    return Phrase("In expressions", signature, doc, "expression", f"{name}({given})")


def _way(*steps: str | int) -> tuple[Level, ...]:
    return tuple(Level(step, _NOTHING) for step in steps)
