"""Formats a text: reads it, prints it anew, and proves that both mean the same."""

from __future__ import annotations

import re

from gamespec.documents.document import read_document
from gamespec.documents.files import check_characters
from gamespec.documents.yaml_tree import read_tree
from gamespec.layout.printer import printed
from gamespec.layout.proof import prove_equal
from gamespec.layout.remarks import written
from gamespec.layout.roles import roles_of
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

__all__ = ["formatted", "formatted_source"]

BOM = "\ufeff"
_LINE_END = re.compile("\r\n|\n|\r")


def formatted(text: str, name: str = "text") -> str:
    """Return a game, an overlay, scenarios or bands in gamespec's layout.

    `name` is the name of the file in messages. `gamespec docs format` describes what changes. Raises
    `SpecError` if the text is not YAML, or is too large. Other mistakes do no harm.
    """
    found = Collector()
    new = formatted_source(Source(name, text), found)
    if new is None:
        from gamespec.spec import SpecError

        raise SpecError(name, tuple(found))
    return new


def formatted_source(source: Source, found: Collector) -> str | None:
    """Return the text of a source in the layout, or `None` after reporting why it cannot be read.

    The text keeps its byte order mark and the kind of its first line end. Raises `ChangedMeaning` if the new
    text would mean something else, which is a bug.
    """
    if not check_characters(source, found):
        return None
    end = _LINE_END.search(source.text)
    text = _LINE_END.sub("\n", source.text.removeprefix(BOM))
    tree = read_tree(text)
    if tree is None:
        errors = found.errors
        read_document(source, found)
        assert found.errors > errors  # noqa: S101 - it reports why there is no tree
        return None
    roles = roles_of(tree.root)
    new = "".join(f"{line}\n" for line in written(printed(tree, roles)))
    if new != text:
        prove_equal(tree, new, roles)
    new = new.replace("\n", end[0]) if end is not None and end[0] == "\r\n" else new
    return BOM + new if source.text.startswith(BOM) else new
