"""The parts of a sentence about an effect, which allow several effects to be combined in one sentence."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["SUBJECT", "Happening", "Sentence", "always"]

SUBJECT = "\0"
"""The place in a sentence of what the sentence is about."""


class Sentence(NamedTuple):
    """A sentence about one thing, and the same sentence about several things. Both contain `SUBJECT`."""

    one: str
    many: str


class Happening(NamedTuple):
    """An effect on one thing.

    `what` names the thing, and `said` says what happens to it. For a move between zones, `to_family` names
    the family of the target instead of the target, and `from_family` that of the source; for anything else,
    they are equal to `said`. Only effects with the same `sort` can be combined. `kind` is the kind of an
    unknown component, and "" for anything else. `family` is the kind of any component that moves.
    """

    what: str
    said: Sentence
    to_family: Sentence
    from_family: Sentence
    sort: int = 0
    kind: str = ""
    family: str = ""

    @property
    def sentence(self) -> str:
        """The sentence about this effect alone."""
        return self.said.one.replace(SUBJECT, self.what)


def always(what: str, said: Sentence, sort: int = 0) -> Happening:
    """Return an effect that is no move between zones."""
    return Happening(what, said, said, said, sort)
