"""Writes which variants lie beside a game, and how a variant differs from the game that it changes.

The difference is that of two sheets: their parts are matched by their anchors, their lines by their words. So
it is told in the words of the sheets, and leaves out whatever an overlay changes without changing a rule.
"""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from gamespec.catalogue import said_to_extend, variant_folders
from gamespec.documents.document import Mapping, Node, Scalar, read_document
from gamespec.documents.files import read_source
from gamespec.text.diagnostics import Collector
from interpreter.locale import gettext_noop
from interpreter.rulebook.marks import cleaned, code, link, name, unlinked
from interpreter.rulebook.sheet import Line, Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import gamespec
    from gamespec.text.diagnostics import Diagnostic
    from interpreter.locale import Catalogue
    from interpreter.rulebook.sheet import Sheet
    from interpreter.rulebook.writer import Writer

__all__ = ["Variants", "differences", "unknown"]

NEW = gettext_noop("New: {sentence}")
GONE = gettext_noop("Gone: {sentence}")
CHANGED = gettext_noop("Changed: {sentence}")
BEFORE = gettext_noop("Before: {sentence}")

NO_RULES = frozenset({"variants", "invariants", "measures"})
"""The anchors of the parts that say no rules, which are not compared."""


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
        said = name(self._text(node.get("title")) or path.stem)
        if about := self._text(node.get("about")):
            said = f"{said}: {about}"
        lines = []
        extended = node.get("extends")
        if isinstance(extended, Scalar) and said_to_extend(path.parent / extended.text) is not None:
            text = self.gettext("changes another variant: {variant}", variant=code(extended.text))
            lines.append(self.w.line(text, extended.span))
        command = code(f"gamespec rules {self.spec.name}+{path.stem}")
        lines.append(self.w.line(self.gettext("what it changes: {command}", command=command), end=False))
        return self.w.line(said, node.span, lines=lines)

    def _text(self, node: Node | None) -> str:
        """Return an author's text, which may have several languages."""
        if isinstance(node, Mapping):
            node = node.get(self.s.language) or node.get("en")
        return cleaned(node.text) if isinstance(node, Scalar) else ""


def differences(base: Sheet, sheet: Sheet, texts: Catalogue) -> Part:
    """Return the part that tells how the rules of a sheet differ from those of the game `base`."""
    compared = Compared(texts)
    title = texts.gettext("How this differs from {game}", game=base.title)
    lines = tuple(compared.parts(base.parts, sheet.parts))
    return Part(title, "differences", lines or (Line(texts.gettext("No rule differs.")),))


def unknown(texts: Catalogue, mistakes: Sequence[Diagnostic]) -> Part:
    """Return the part on differences if the game has mistakes that the variant cures."""
    text = texts.gettext("The game itself has mistakes, so what differs from it is not told.")
    places = tuple(mistake.span for mistake in mistakes[:1])
    return Part(texts.gettext("How this differs"), "differences", (Line(text, places),))


class Compared:
    """Compares parts and lines of two sheets, and writes what is new, gone or changed."""

    def __init__(self, texts: Catalogue) -> None:
        self.fill = texts.gettext  # for phrases of tables, which are not read from here

    def parts(self, old: Sequence[Part], new: Sequence[Part]) -> Iterator[Line]:
        """Yield a line for each part that differs."""
        before = {part.anchor: part for part in old if part.anchor not in NO_RULES}
        after = {part.anchor: part for part in new if part.anchor not in NO_RULES}
        for anchor, part in after.items():
            led = link(part.title, anchor)
            if anchor not in before and part.places:
                yield Line(self.fill(NEW, sentence=led), part.places)
                continue
            was = before.get(anchor, Part(part.title, anchor))
            lines = (*self.lines(was.lines, part.lines), *self.parts(was.parts, part.parts))
            if lines:
                yield Line(f"{led}:", part.places, lines)
        for anchor, part in before.items():
            if anchor not in after:
                yield Line(self.fill(GONE, sentence=part.title), part.places)

    def lines(self, old: Sequence[Line], new: Sequence[Line]) -> Iterator[Line]:
        """Yield lines for what differs between two lists of lines."""
        matcher = SequenceMatcher(None, [*map(_words, old)], [*map(_words, new)], autojunk=False)
        for tag, first, last, start, end in matcher.get_opcodes():
            if tag != "equal":
                yield from self._changed([*old[first:last]], new[start:end])

    def _changed(self, old: list[Line], new: Sequence[Line]) -> Iterator[Line]:
        """Yield lines for what takes the place of what. Lines with the same sentence differ below it."""
        kept = {line.text: line for line in old}
        fresh = [line for line in new if line.text not in kept]
        gone = [line for line in old if line.text not in {each.text for each in new}]
        pairs = dict(zip(map(id, fresh), gone, strict=True)) if len(fresh) == len(gone) else {}
        for line in new:
            if line.text in kept:
                below = tuple(self.lines(kept[line.text].lines, line.lines))
                yield Line(line.text, line.places, below)
            elif id(line) in pairs:
                yield self._told(CHANGED, line)
                yield self._told(BEFORE, _apart(pairs[id(line)]))
            else:
                yield self._told(NEW, line)
        if not pairs:
            yield from (self._told(GONE, _apart(line)) for line in gone)

    def _told(self, message: str, line: Line) -> Line:
        text = self.fill(message, sentence=line.text)
        return Line(text, line.places, tuple(map(_unmarked, line.lines)))


def _words(line: Line) -> tuple[object, ...]:
    """Return what makes two lines the same."""
    return (line.text, *map(_words, line.lines))


def _apart(line: Line) -> Line:
    """Return a line of the other sheet without links, which lead to parts that this sheet may lack."""
    return replace(line, text=unlinked(line.text), lines=tuple(map(_apart, line.lines)))


def _unmarked(line: Line) -> Line:
    """Return a line without its anchor and its examples, which belong to the line that it repeats."""
    return replace(line, anchor="", examples=(), lines=tuple(map(_unmarked, line.lines)))
