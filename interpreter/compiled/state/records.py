"""The layout of an option in memory, where the values of its picks follow one another.

If the action has a `most`, the option's value for it comes first.
"""

from __future__ import annotations

from gamespec.program import Action, Program
from gamespec.program.frozen import dataclass

__all__ = ["Field", "Record"]


@dataclass(frozen=True, slots=True)
class Field:
    """The value of a slot within an option: its first word, the slot, and its size in words."""

    word: int
    slot: int
    size: int


@dataclass(frozen=True, slots=True)
class Record:
    """The layout of an action's options. If it is `weighed`, the first word is the value of `most`."""

    fields: tuple[Field, ...]
    words: int
    weighed: bool

    @classmethod
    def of(cls, program: Program, action: Action) -> Record:
        """Return the layout of the options of an action."""
        word = int(action.most is not None)
        fields: list[Field] = []
        for pick in action.picks:
            size = program.slots[pick.slot].size
            fields.append(Field(word, pick.slot, size))
            word += size
        return cls(tuple(fields), word, action.most is not None)
