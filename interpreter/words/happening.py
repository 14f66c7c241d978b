"""The parts of a sentence about an effect, which allow several effects to be combined in one sentence."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["SUBJECT", "Happening"]

SUBJECT = "\0"
"""The place in a sentence of what the sentence is about."""


class Happening(NamedTuple):
    """An effect on one thing.

    `what` names the thing, and each of the other sentences contains `SUBJECT` in its place. `one` is about
    one thing, `many` about several. `wide` and `wide_many` name a family instead of a zone. Only effects with
    the same `sort` can be combined. `kind` is the kind of an unknown component, and "" for anything else.
    """

    what: str
    one: str
    many: str
    wide: str
    wide_many: str
    sort: int = 0
    kind: str = ""

    @property
    def sentence(self) -> str:
        """The sentence about this effect alone."""
        return self.one.replace(SUBJECT, self.what)
