"""Writes which variants lie beside a game, and what each of them changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.catalogue import said_to_extend, variant_folders
from gamespec.documents.document import Mapping, Node, Scalar, Sequence, read_document
from gamespec.documents.files import read_source
from gamespec.system.plain import is_file
from gamespec.text.diagnostics import Collector
from gamespec.text.visible import cut
from interpreter.rulebook.marks import cleaned, code, name
from interpreter.rulebook.sheet import Line, Part

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import gamespec
    from interpreter.rulebook.writer import Writer

__all__ = ["Variants"]

ABOUT = frozenset({"language", "game", "title", "about", "extends", "edit", "view"})
"""The keys of an overlay that add no rules, and `edit`, which is told by its edits."""

LONGEST = 60
"""The greatest number of characters that are quoted of a value."""


class Variants:
    """Writes the part of the sheet on variants."""

    def __init__(self, writer: Writer, spec: gamespec.Spec) -> None:
        self.w, self.s, self.spec = writer, writer.s, spec
        self.gettext = writer.gettext

    def part(self) -> Part:
        """Return the part on the variants beside the game that are not part of it already."""
        return Part(self.gettext("Variants"), "variants", tuple(self._variants()))

    def _variants(self) -> Iterator[Line]:
        folder = next(iter(variant_folders(self.spec.path)))
        laid = {path.resolve() for path in self.spec.files}
        for path in sorted(folder.glob("*.yaml")):
            if path.resolve() in laid or said_to_extend(path) is None:
                continue
            found = Collector()
            source = read_source(path, found)
            node = None if source is None else read_document(source, found)
            if isinstance(node, Mapping):
                yield self._variant(path, node)

    def _variant(self, path: Path, node: Mapping) -> Line:
        title = name(self._text(node.get("title")) or path.stem)
        said = f"{title} ({code(f'{self.spec.name}+{path.stem}')})"
        if about := self._text(node.get("about")):
            said = f"{said}: {about}"
        lines = [*self._added(path, node), *self._edits(node.get("edit"))]
        return self.w.line(f"{said}:" if lines and not about else said, node.span, lines=lines)

    def _text(self, node: Node | None) -> str:
        """Return an author's text, which may have several languages."""
        if isinstance(node, Mapping):
            node = node.get(self.s.language) or node.get("en")
        return cleaned(node.text) if isinstance(node, Scalar) else ""

    def _added(self, path: Path, node: Mapping) -> Iterator[Line]:
        extended = node.get("extends")
        if isinstance(extended, Scalar) and self._is_variant(path.parent / extended.text):
            yield self.w.line(
                self.gettext("changes another variant: {variant}", variant=code(extended.text)), extended.span
            )
        for entry in node.entries:
            if entry.key.text not in ABOUT:
                names = ""
                if isinstance(entry.value, Mapping):
                    names = ", ".join(code(each.key.text) for each in entry.value.entries)
                section = code(entry.key.text)
                if names:
                    yield self.w.line(
                        self.gettext("adds to {section}: {names}", section=section, names=names),
                        entry.key.span,
                    )
                else:
                    yield self.w.line(self.gettext("adds to {section}", section=section), entry.key.span)

    def _is_variant(self, path: Path) -> bool:
        """Return whether a path is that of another variant, rather than of the game or the game's name."""
        return is_file(path) and said_to_extend(path) is not None

    def _edits(self, node: Node | None) -> Iterator[Line]:
        for edit in node.items if isinstance(node, Sequence) else ():
            for entry in edit.entries if isinstance(edit, Mapping) else ():
                yield from self._edit(entry.key, entry.value)

    def _edit(self, verb: Scalar, value: Node) -> Iterator[Line]:
        paths = value.entries if isinstance(value, Mapping) else ()
        match verb.text:
            case "set":
                for entry in paths:
                    yield self.w.line(self._set(entry.key.text, entry.value), entry.key.span)
            case "add":
                for entry in paths:
                    text = self.gettext(
                        "adds to {section}: {names}", section=code(entry.key.text), names=_quoted(entry.value)
                    )
                    yield self.w.line(text, entry.key.span)
            case "remove":
                gone = value.items if isinstance(value, Sequence) else (value,)
                names = ", ".join(code(each.text) for each in gone if isinstance(each, Scalar))
                yield self.w.line(self.gettext("leaves out: {names}", names=names), value.span)
            case "before":
                yield self.w.line(
                    self.gettext("puts something before {part}", part=_quoted(value)), value.span
                )
            case "after":
                yield self.w.line(
                    self.gettext("puts something after {part}", part=_quoted(value)), value.span
                )
            case _:
                return

    def _set(self, path: str, value: Node) -> str:
        first, _, rest = path.partition(".")
        ident, _, key = rest.partition(".")
        if first == "options" and key == "default" and ident in self.s.world.options:
            said = self.s.nouns.declared(ident)
            words = {"true": self.gettext("yes"), "false": self.gettext("no")}
            shown = words.get(value.span.text, cleaned(value.span.text))
            return self.gettext("{option}: {value}", option=said, value=shown)
        return self.gettext("{part} becomes {value}", part=code(path), value=_quoted(value))


def _quoted(node: Node) -> str:
    """Return a value as it is written, in one line."""
    return code(cut(" ".join(node.span.text.split()), LONGEST))
