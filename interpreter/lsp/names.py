"""What a name in a file means, where it is declared, and all places that use it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from gamespec.analysis import Analysis, Declaration
from gamespec.catalogue import UnknownGame, find
from gamespec.documents.reach import Reach
from gamespec.expr.scope import RESERVED
from gamespec.system.plain import is_file, real
from gamespec.text.source import Source, Span
from interpreter.lsp.edited_names import edited_names
from interpreter.lsp.moved import Moved, moved
from interpreter.lsp.place import where
from interpreter.lsp.results import Results
from interpreter.lsp.scenario_names import names_in_scenarios
from interpreter.lsp.texts import Texts

__all__ = ["Finder", "Named", "why_not"]


class Named(NamedTuple):
    """A name at a place of a file as the editor has it, and what it means in one specification.

    `declares` says whether the name is declared there.
    """

    span: Span
    declaration: Declaration
    analysis: Analysis
    declares: bool = False


@dataclass(frozen=True)
class Finder:
    """Finds names in the files of a workspace."""

    texts: Texts
    results: Results

    def at(self, path: Path, offset: int) -> Named | None:
        """Return the name at a place, or `None` if there is none that means anything."""
        for analysis in self._about(path):
            for named in self.mentions(path, analysis):
                if named.span.start <= offset <= named.span.end:
                    return named
        return None

    def mentions(self, path: Path, analysis: Analysis) -> Iterator[Named]:
        """Yield the names in a file, at their places in its text as it is now."""
        text = self.texts.text(path)
        if self.texts.kind(path) == "scenarios":
            source = Source(str(path), text)
            yield from (Named(span, d, analysis) for span, d in names_in_scenarios(source, analysis))
            return
        place = real(path)
        if self.texts.extends(path):
            edits = edited_names(Source(str(path), text), analysis)
            yield from (Named(span, d, analysis, _is_at(d, span)) for span, d in edits)
        source = Source(str(path), text)
        here: dict[str, Moved | None] = {}  # what became of the texts that were checked, if of this file
        for mention in analysis.index.mentions:
            span = mention.place
            name = span.source.name
            if name not in here:
                here[name] = moved(span.source.text, text) if real(Path(name)) == place else None
            change = here[name]
            now = None if change is None else change.forward(span.start, span.end)
            if now is not None:
                declaration = mention.declaration
                yield Named(Span(source, *now), declaration, analysis, _is_at(declaration, span))

    def declared(self, path: Path, offset: int) -> Span | None:
        """Return where a name is declared, or the file that `extends` or `table` names at a place."""
        named = self.at(path, offset)
        if named is not None:
            return named.declaration.place
        return self._file(path, offset)

    def uses(self, named: Named, others: Iterable[tuple[Path, Analysis]]) -> list[Named]:
        """Return all places that name the same thing, in its own files and in those of other specifications.

        `others` are the files in which to look, each with an analysis of the specification it belongs to.
        """
        found: dict[tuple[Path, int], Named] = {}
        own = [(real(Path(source.name)), named.analysis) for source in named.analysis.sources]
        tables = [(real(file), named.analysis) for file in named.analysis.files[len(own) :]]
        for path, analysis in (*own, *tables, *others):
            for each in self.mentions(path, analysis):
                if _same(each.declaration, named.declaration):
                    found[path, each.span.start] = each
        return list(found.values())

    def analysis(self, path: Path) -> Analysis | None:
        """Return an analysis of the specification that a file belongs to, or `None` if none is known."""
        return next(self._about(path), None)

    def game_of(self, path: Path) -> Path | None:
        """Return the specification to which scenarios, bands or a table belong, if there is one."""
        folder = path.parent
        near = (folder / "game.yaml", folder.parent / "game.yaml")
        return next((each for each in near if is_file(each) or real(each) in self.texts.open), None)

    def _about(self, path: Path) -> Iterator[Analysis]:
        """Yield the analyses of specifications that a file belongs to, the closest first."""
        own = self.results.analysis(path)
        if own is not None:
            yield own
        game = self.game_of(path)
        if own is None and game is not None and (analysis := self.results.analysis(game)) is not None:
            yield analysis
        for target in self.results.reading(path):
            if (analysis := self.results.analysis(target)) is not None:
                yield analysis

    def _file(self, path: Path, offset: int) -> Span | None:
        """Return the beginning of the file that is named at a place, or `None`."""
        text = self.texts.text(path)
        here = where(text, offset)
        if here.role != "value" or not here.path:
            return None
        said = text[here.start : here.end].strip("\"' ")
        if here.path == ("extends",):
            try:
                first: Path | None = find(said, path.parent)[0]
            except UnknownGame:
                own = path.parent.parent / "game.yaml"
                first = own if is_file(own) else None
            return None if first is None else Source(str(first), "").span()
        file = path.parent / said
        inside = Reach.of(path).covers(file, path.parent)
        return Source(str(file), "").span() if said.endswith(".csv") and inside and is_file(file) else None


def _same(one: Declaration, other: Declaration) -> bool:
    """Return whether two declarations, perhaps of two analyses, declare the same thing."""
    if one.name != other.name or one.kind != other.kind or one.owner != other.owner:
        return False
    if one.place is None or other.place is None:
        return one.place is other.place
    return (
        real(Path(one.place.source.name)) == real(Path(other.place.source.name))
        and one.place.start == other.place.start
    )


def _is_at(declaration: Declaration, span: Span) -> bool:
    """Return whether a name is declared at a place of the same texts."""
    place = declaration.place
    return place is not None and (place.source.name, place.start) == (span.source.name, span.start)


_NAME = re.compile(r"[a-z][a-z0-9_]*")


def why_not(named: Named, name: str) -> str | None:
    """Return why something cannot be given a name, or `None` if it can."""
    declaration = named.declaration
    if declaration.place is None:
        return f"`{declaration.name}` is built in"
    if not _NAME.fullmatch(name):
        return f"`{name}` is no name: it has a letter and then letters, digits and `_`, all in lower case"
    if name in RESERVED:
        return f"`{name}` is a reserved word"
    taken = [
        d
        for d in named.analysis.index.declarations
        if d.name == name
        and d.owner == declaration.owner
        and (d.kind == declaration.kind or d.kind != "local")
    ]
    if declaration.kind != "local" and taken:
        article = "an" if taken[0].kind[0] in "aeiou" else "a"
        return f"there is already a `{name}`, which is {article} {taken[0].kind}"
    return None
