"""What can go wrong while a game runs. Three things that are never mixed.

`Fault` is the author's mistake, found at run time; `Refused` is a player's answer that is not on offer;
`Broken` is a bug of gamespec.
"""

from __future__ import annotations

from gamespec.diagnostics import Diagnostic, Label
from gamespec.source import Span

__all__ = ["Broken", "Fault", "Refused"]


class Fault(Exception):
    """The specification did something impossible; `diagnostic` says what and where."""

    def __init__(self, code: str, message: str, span: Span, help: str | None = None) -> None:  # noqa: A002
        super().__init__(f"{span}: {message}")
        self.diagnostic = Diagnostic(code, message, Label(span), help=help)


class Refused(Exception):
    """A player's answer is not on offer."""


class Broken(AssertionError):
    """A position that no specification can bring about: a bug of gamespec."""
