"""Migrates files in an older form to the current language, as far as that is safe.

`REWRITES` lists the rewrites, each with the language since which it has been needed. Each rewrite is a
function in a file of its own. It edits the text at the places of nodes and leaves everything else, including
comments and order, as it was written. A file that declares its language needs only the rewrites for later
languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gamespec.documents.document import Mapping, Scalar, read_document
from gamespec.language import KEY, LANGUAGE, check_language
from gamespec.migrate.edits import Edit, edited
from gamespec.migrate.language import say_language
from gamespec.migrate.literals import tell_of_literals
from gamespec.migrate.rewrite import Old
from gamespec.program.frozen import dataclass
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

__all__ = ["REWRITES", "Migrated", "Rewrite", "migrate"]


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A rewrite that is needed for files in a language before `language`."""

    language: int
    run: Callable[[Old], Iterable[Edit]]


REWRITES = (
    Rewrite(1, tell_of_literals),
    Rewrite(1, say_language),
)


@dataclass(frozen=True, slots=True)
class Migrated:
    """The text of a file in the current language, with a description of each edit."""

    text: str
    done: tuple[str, ...]


def migrate(source: Source, beside: tuple[Mapping, ...], found: Collector) -> Migrated | None:
    """Migrate a file to the current language, or return `None` after reporting that it cannot be read.

    `beside` are the documents of the game to which the file belongs. Points that only the author can decide
    are reported as warnings.
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
    """Return the number of the language that a file declares, or 0 if it declares none."""
    said = root.get(KEY)
    if said is None:
        return 0
    return said.value if isinstance(said, Scalar) and type(said.value) is int else LANGUAGE
