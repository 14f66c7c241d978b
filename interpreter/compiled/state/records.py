"""Records: how options lie in memory: the values of an option's picks, one after another.

Before them stands what the option's `most` came to, if its action has one.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program import Action, Program

__all__ = ["Field", "Record"]


@dataclass(frozen=True, slots=True)
class Field:
    """Where a value lies in an option: from which word, of which slot, and of how many words."""

    word: int
    slot: int
    size: int


@dataclass(frozen=True, slots=True)
class Record:
    """How an option of an action lies in memory; if it is weighed, what `most` came to is the first word."""

    fields: tuple[Field, ...]
    words: int
    weighed: bool

    @classmethod
    def of(cls, program: Program, action: Action) -> Record:
        """The record of an action."""
        word = int(action.most is not None)
        fields: list[Field] = []
        for pick in action.picks:
            size = program.slots[pick.slot].size
            fields.append(Field(word, pick.slot, size))
            word += size
        return cls(tuple(fields), word, action.most is not None)
