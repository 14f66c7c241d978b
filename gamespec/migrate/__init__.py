"""Files in an older form, rewritten into the language of today as far as that is safe.

`REWRITES` is the table: what each changes, and the language since which it is needed. A rewrite is a function
of its own in a file of its own; it edits the text at the places of nodes and leaves everything else,
comments and order included, as it was written. A file that says its language needs only what came later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gamespec.documents.document import Mapping, Scalar, read_document
from gamespec.language import KEY, LANGUAGE, check_language
from gamespec.migrate.edits import Edit, edited
from gamespec.migrate.language import say_language
from gamespec.migrate.literals import tell_of_literals
from gamespec.migrate.rewrite import Old
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

__all__ = ["REWRITES", "Migrated", "Rewrite", "migrate"]


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A change that files in a language before `language` need."""

    language: int
    run: Callable[[Old], Iterable[Edit]]


REWRITES = (
    Rewrite(1, tell_of_literals),
    Rewrite(1, say_language),
)


@dataclass(frozen=True, slots=True)
class Migrated:
    """The text of a file in the language of today, and what was done to it, in words."""

    text: str
    done: tuple[str, ...]


def migrate(source: Source, beside: tuple[Mapping, ...], found: Collector) -> Migrated | None:
    """A file in the language of today; None if it can't be read, which is reported.

    `beside` are the documents of the game it belongs to. What only the author can decide is reported, too,
    as warnings.
    """
    before = found.errors
    root = read_document(source, found)
    if root is None or found.errors > before or not check_language(root, found):
        return None
    if not isinstance(root, Mapping) or not {"game", "scenarios", "bands"} & set(root.names()):
        message = f"`{source.name}` is neither a game nor an overlay nor a file of scenarios or bands"
        note = "it has no key `game`, `scenarios` or `bands`"
        found.report("GS121", message, source.span(), notes=(note,))
        return None
    old = Old(source, root, beside, found)
    written = _language(root)
    edits = [edit for rewrite in REWRITES if rewrite.language > written for edit in rewrite.run(old)]
    return Migrated(edited(source.text, edits), tuple(edit.says for edit in edits))


def _language(root: Mapping) -> int:
    """The language a file says; 0 if it does not say one."""
    said = root.get(KEY)
    if said is None:
        return 0
    return said.value if isinstance(said, Scalar) and type(said.value) is int else LANGUAGE
