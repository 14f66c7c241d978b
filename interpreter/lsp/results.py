"""What the latest checks of all files found, as places in the texts that the editor has now.

While a later stage is still to run, what it found before is kept at the places to which the edit moved it,
unless the edit touched them. So messages neither flicker nor point at the wrong line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gamespec.analysis import Analysis, Stage, Symbol
from gamespec.analysis.outline import outline
from gamespec.documents.document import read_document
from gamespec.program.frozen import replace
from gamespec.system.plain import real
from gamespec.text.diagnostics import Collector, Diagnostic, Remark
from gamespec.text.source import Source, Span
from interpreter.lsp.checking import STAGES, Found
from interpreter.lsp.moved import moved
from interpreter.lsp.texts import Texts

__all__ = ["Results", "here", "span_here"]


@dataclass
class _Of:
    """The results of one file: the latest of each stage, and the latest analysis that has an index."""

    stages: dict[Stage, Found] = field(default_factory=dict)
    latest: Found | None = None
    good: Analysis | None = None
    named: Analysis | None = None


@dataclass
class Results:
    """The results of all files that are checked, by real path."""

    texts: Texts
    _of: dict[Path, _Of] = field(default_factory=dict)

    def take(self, found: Found) -> None:
        """Keep what a check found."""
        of = self._of.setdefault(found.path, _Of())
        of.stages[found.stage] = of.latest = found
        analysis = found.analysis
        if analysis is not None and analysis.index.declarations:
            of.good = analysis
            if found.stage != "structure":
                of.named = analysis

    def drop(self, path: Path) -> None:
        """Forget what is known of a file."""
        self._of.pop(path, None)

    def analysis(self, path: Path) -> Analysis | None:
        """Return the latest analysis of a specification that knows names, with types if there is one."""
        of = self._of.get(real(path))
        return None if of is None else of.named or of.good

    def symbols(self, path: Path) -> tuple[Symbol, ...]:
        """Return the outline of a file as it is now, or as it was when its YAML could be read last."""
        text = self.texts.text(path)
        node = read_document(Source(str(path), text), Collector())
        if node is not None:
            return outline(node)
        analysis = self.analysis(path)
        names = (source.name for source in analysis.sources) if analysis is not None else ()
        name = next((n for n in names if real(Path(n)) == real(path)), None)
        return () if analysis is None or name is None else analysis.symbols(name)

    def reading(self, path: Path) -> Iterator[Path]:
        """Yield the checked specifications that read a file, which may be an overlay's base or a table."""
        place = real(path)
        for target, of in self._of.items():
            if target != place and of.good is not None and place in map(real, of.good.files):
                yield target

    def all(self) -> Iterator[tuple[Path, Analysis]]:
        """Yield the latest analyses that know names."""
        for path, of in self._of.items():
            if (analysis := of.named or of.good) is not None:
                yield path, analysis

    def diagnostics(self) -> dict[Path, tuple[Diagnostic, ...]]:
        """Return all mistakes by the file in which they are, each once, sorted by place."""
        found: dict[Path, dict[tuple[object, ...], Diagnostic]] = {}
        for path, of in self._of.items():
            found.setdefault(path, {})
            for d in self._said(of):
                moved_d = here(d, self.texts)
                if moved_d is None:
                    continue
                place = real(Path(d.span.source.name))
                key = (d.code, d.message, moved_d.span.start, moved_d.span.end)
                found.setdefault(place, {}).setdefault(key, moved_d)
        return {
            path: tuple(sorted(those.values(), key=lambda d: (d.span.start, d.code)))
            for path, those in found.items()
        }

    def _said(self, of: _Of) -> Iterator[Diagnostic]:
        """Yield the mistakes of the latest stage, and those that only later stages found before the edit."""
        if of.latest is None:
            return
        yield from of.latest.diagnostics
        at = STAGES.index(of.latest.stage)
        if at + 1 == len(STAGES) or any(d.severity == "error" for d in of.latest.diagnostics):
            return
        before = [of.stages[s] for s in STAGES if s in of.stages and s != of.latest.stage]
        later = [found for found in before if STAGES.index(found.stage) > at]
        known = {_key(d) for found in before if STAGES.index(found.stage) < at for d in found.diagnostics}
        for found in later[-1:]:
            yield from (d for d in found.diagnostics if _key(d) not in known)


def _key(d: Diagnostic) -> tuple[str, str, str]:
    return d.code, d.message, d.span.text


def here(d: Diagnostic, texts: Texts) -> Diagnostic | None:
    """Return a diagnostic with its places in the texts as they are now, or `None` if an edit touched it."""
    span = span_here(d.span, texts)
    if span is None:
        return None
    others = ((remark, span_here(remark.span, texts)) for remark in d.others)
    kept = tuple(Remark(place, remark.text) for remark, place in others if place is not None)
    return replace(d, label=Remark(span, d.label.text), others=kept)


def span_here(span: Span, texts: Texts) -> Span | None:
    """Return a span in the text as it is now, or `None` if an edit touched it."""
    opened = texts.open.get(real(Path(span.source.name)))
    if opened is None or opened.text == span.source.text:
        return span
    place = moved(span.source.text, opened.text).forward(span.start, span.end)
    return None if place is None else Span(Source(span.source.name, opened.text), *place)
