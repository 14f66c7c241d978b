"""Diagnostics, each of which reports an author's mistake with its place and a proposed fix.

Passes collect diagnostics and go on; they never raise an exception for an author's mistake. A diagnostic has
a stable code (see `codes`), a headline that states the fact, one primary label, further labels for places
that explain the fault, and a `help` text that proposes a fix.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import field
from typing import Literal

from gamespec.program.frozen import dataclass
from gamespec.text.advice import Advice, Cure
from gamespec.text.quoting import with_quotes
from gamespec.text.source import Span

__all__ = ["Collector", "Diagnostic", "Remark", "Severity", "large"]

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Remark:
    """A place in a source, and a text about it."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A mistake of an author. `label` marks the place at fault, and `others` mark places that explain it."""

    code: str
    message: str
    label: Remark
    others: tuple[Remark, ...] = ()
    help: str | None = None
    notes: tuple[str, ...] = ()
    severity: Severity = "error"
    remedies: tuple[Cure, ...] = ()
    """Cures that `help` does not put into words."""
    follows: tuple[Span, ...] = ()
    """The places of mistakes that merely follow from this one, and are not reported beside it."""

    @property
    def span(self) -> Span:
        """The place at fault."""
        return self.label.span

    @property
    def cures(self) -> tuple[Cure, ...]:
        """The edits that remove the mistake, the best first. Each does so by itself."""
        found = (*(self.help.cures(self.span) if isinstance(self.help, Advice) else ()), *self.remedies)
        return tuple(map(with_quotes, found)) if self.code == "GS125" or self.code > "GS2" else found


MOST_KEPT = 200
"""Maximum number of mistakes that are reported. Any further mistakes are only counted."""

LONGEST = 400
"""Maximum length of a message, a help text or a note, in characters."""


def large(number: int) -> str:
    """Format a number for a message. A number with too many digits to read is abbreviated."""
    return str(number) if abs(number) < 10**18 else f"{'less than -' if number < 0 else 'more than '}10¹⁸"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


_Key = tuple[str, str, int, int, str]


def _key(d: Diagnostic) -> _Key:
    """Return what distinguishes a mistake from others: its code, its place and its message."""
    return d.code, d.span.source.name, d.span.start, d.span.end, d.message


@dataclass
class Collector:
    """The diagnostics of one run, in the order of the source, with each fault once.

    It holds at most `MOST_KEPT` diagnostics. If there are more, the last one says how many.
    """

    _found: dict[_Key, Diagnostic] = field(default_factory=dict)
    characters: int = 0  # of the expressions read in this run
    _errors: int = 0
    _hidden: set[_Key] = field(default_factory=set)
    _rest: Span | None = None

    def report(  # noqa: PLR0913 - one keyword for each part of a message
        self,
        code: str,
        message: str,
        span: Span,
        *,
        label: str = "",
        others: tuple[Remark, ...] = (),
        help: str | None = None,  # noqa: A002 - the word of the message's format
        notes: tuple[str, ...] = (),
        severity: Severity = "error",
        remedies: tuple[Cure, ...] = (),
        follows: tuple[Span, ...] = (),
    ) -> None:
        """Add a diagnostic, unless one with the same code and message exists at the same place."""
        cure = None if help is None else _cut(help)
        cut = tuple(_cut(note) for note in notes)
        said = Remark(span, label)
        self.add(Diagnostic(code, _cut(message), said, others, cure, cut, severity, remedies, follows))

    def add(self, d: Diagnostic) -> None:
        """Add a diagnostic, unless the collector has it, and drop those that follow from it."""
        self.withdraw(d.follows)
        key = _key(d)
        if key in self._found or key in self._hidden:
            return
        self._errors += d.severity == "error"
        if len(self._found) < MOST_KEPT:
            self._found[key] = d
        else:
            self._hidden.add(key)
            self._rest = self._rest or d.span

    def withdraw(self, places: Collection[Span]) -> None:
        """Drop the errors at some places, which merely follow from another mistake."""
        for each in [each for each in self._found.values() if each.span in places] if places else ():
            del self._found[_key(each)]
            self._errors -= each.severity == "error"

    @property
    def full(self) -> bool:
        """Return whether further mistakes are only counted, so that callers need not search for a fix."""
        return len(self._found) == MOST_KEPT

    def take(self, more: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were collected elsewhere."""
        for d in more:
            self._found.setdefault(_key(d), d)

    def __iter__(self) -> Iterator[Diagnostic]:
        yield from sorted(self._found.values(), key=lambda d: (d.span.source.name, d.span.start, d.code))
        if self._rest is not None:
            more = f"{len(self._hidden):,} more {'mistake' if len(self._hidden) == 1 else 'mistakes'}"
            yield Diagnostic(
                "GS116", f"there {'is' if len(self._hidden) == 1 else 'are'} {more}", Remark(self._rest)
            )

    def __len__(self) -> int:
        return len(self._found) + len(self._hidden)

    @property
    def errors(self) -> int:
        """Return the number of errors."""
        return self._errors
