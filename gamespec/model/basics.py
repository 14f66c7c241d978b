"""Names, texts, types and other parts of which declarations, steps and views consist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from gamespec.documents.document import Scalar
from gamespec.model.spelling import ref
from gamespec.program.frozen import dataclass
from gamespec.text.source import Span
from gamespec.trees.ast import Expression, Node, Template

__all__ = [
    "CHARACTER",
    "ID",
    "KINDS",
    "LEFT",
    "NAMES",
    "NUMBERS",
    "SOME",
    "WORD",
    "Diagram",
    "Files",
    "Ident",
    "Named",
    "Row",
    "Seen",
    "SeenBy",
    "Spelt",
    "Templates",
    "Text",
    "TypeRef",
]


@dataclass(frozen=True, slots=True)
class Ident:
    """A name and its place in the file."""

    name: str
    span: Span

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Text:
    """A text in one or several languages.

    If it is a noun, it may also have a form for each grammatical number.

    The grammatical numbers are the plural categories of CLDR (`one`, `other` …). The form for `other` is the
    text itself.
    """

    by_language: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def in_(self, language: str) -> str:
        """Return the text as a reader of `language` sees it (see `chosen`)."""
        return self.by_language.get(self.chosen(language), "")

    def chosen(self, language: str) -> str:
        """Return the language in which a reader of `language` sees the text.

        This is `language` itself if the text is available in it, otherwise English, and otherwise the first
        language of the text.
        """
        texts = self.by_language
        return next((each for each in (language, "en", *texts) if texts.get(each)), language)

    def __str__(self) -> str:
        return self.in_("en")


@dataclass(frozen=True, slots=True)
class Templates:
    """A text that contains expressions, in one or several languages."""

    by_language: Mapping[str, Template]


@dataclass(frozen=True, slots=True)
class TypeRef:
    """A type as written. `root` is a name, `space.direction` or a range, and `names` is an inline list."""

    span: Span
    root: Node | None
    form: Literal["plain", "list", "zone"] = "plain"
    optional: bool = False
    names: tuple[Ident, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board drawn as lines of characters, each character with its place."""

    span: Span
    lines: tuple[tuple[Ident, ...], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row in a list of components or in a table, with its cells by the name of their column.

    If a column has keys, the cell for one key has a name such as `cost.ruby`. `names` maps such a name to the
    place of the key.
    """

    cells: Mapping[str, Scalar]
    span: Span
    names: Mapping[str, Span]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spelt:
    """A part of a file, with its place."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Named(Spelt):
    """A declaration, with its name as the key of a mapping, and the place of its value."""

    ident: Ident


Files = tuple[Scalar, ...]
"""The names of the files that hold the rows of a declaration."""

SeenBy = Ident | Expression | None
"""The players who learn the outcome of a step: `everyone` (the default), `nobody`, or those in an expression.
"""

Seen = Literal["everyone", "nobody", "owner", "others"]
"""The players who see the contents of a zone or variable."""

CHARACTER = {"title": "a single character", "pattern": "^[^\\s.#]$"}
SOME = {"minProperties": 1}
LEFT = "`loop`, `event`, `turn`, `phase`, the `id` of a loop or the name of a phase"
ID = "^[A-Za-z0-9-]+$"
NUMBERS = "a number of players, or a range such as `2..4`"
KINDS = {"if": {"type": "object", "required": ["part_of"]}, "then": ref("part"), "else": ref("kind")}
NAMES = {"items": ref("name"), "minItems": 1}
WORD = {"pattern": "^[a-z][a-z0-9_]*$"}
