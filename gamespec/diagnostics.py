"""Diagnostics: what a spec's author did wrong, where, and what to write instead.

Passes collect diagnostics and go on; they never raise for an author's mistake. A diagnostic has a
stable code (see `codes`), a headline that states the fact, one primary label, further labels where
another place explains the fault, and `help` that proposes a cure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from gamespec.source import Span

__all__ = ["Collector", "Diagnostic", "Label", "Severity"]

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Label:
    """A place and what is to be said of it."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake of an author. `label` is the place at fault; `others` explain it."""

    code: str
    message: str
    label: Label
    others: tuple[Label, ...] = ()
    help: str | None = None
    notes: tuple[str, ...] = ()
    severity: Severity = "error"

    @property
    def span(self) -> Span:
        """The place at fault."""
        return self.label.span


@dataclass
class Collector:
    """The diagnostics of one run, each fault once, in the order of the places."""

    _found: dict[tuple[str, str, int, int, str], Diagnostic] = field(default_factory=dict)

    def report(  # noqa: PLR0913 - one keyword for each part of a message
        self,
        code: str,
        message: str,
        span: Span,
        *,
        label: str = "",
        others: tuple[Label, ...] = (),
        help: str | None = None,  # noqa: A002 - the word of the message's format
        notes: tuple[str, ...] = (),
        severity: Severity = "error",
    ) -> None:
        """Add one diagnostic; the same code and message at the same place is kept once."""
        key = (code, span.source.name, span.start, span.end, message)
        self._found.setdefault(
            key, Diagnostic(code, message, Label(span, label), others, help, notes, severity)
        )

    def take(self, more: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were collected elsewhere."""
        for d in more:
            self._found.setdefault((d.code, d.span.source.name, d.span.start, d.span.end, d.message), d)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self._found.values(), key=lambda d: (d.span.source.name, d.span.start, d.code)))

    def __len__(self) -> int:
        return len(self._found)

    @property
    def errors(self) -> int:
        """How many of them are errors."""
        return sum(d.severity == "error" for d in self._found.values())
