"""Items of scripts: the outcomes of chance and the answers of one history, one after another, as integers.

A replay takes the next item wherever the game needs one. If the item does not fit, the script has gone
astray, and the replay ends. Items are weighed: the weight of a history is the product of the probabilities of
its outcomes, and of one over the number of options for each answer of another player. Orders are not weighed,
since each has the same probability. Copies are distinguished, so each of them has its share of their
probability.

    ORDER    the number of components, and these from the top
    VALUE    the value that is thrown
    MEANT    the component that was meant by a place
    SIGHT    two words: a hash of what a player has been shown so far (`sights`)
    ANSWER   the room in words; the action of the program; whether it says which copies were taken (or any);
             in as many words as there is room, those of the option
    PICK     the room in words; a 32-bit number, the fraction of the options to skip; as many words as an
             answer with that room has

After the last item a script has its *luck*: 32-bit numbers, each of which decides one draw that is told to
nobody, in turn. It is the fraction of the shares to skip. So a history whose answers are others may make
fewer of these draws, or more.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TypeAlias

from gamespec.program import Program
from interpreter.play.options import Value

__all__ = [
    "HEAD",
    "RAISED",
    "Fields",
    "Item",
    "components_of",
    "fields_of",
    "part_of",
    "values_of",
    "words_of",
]

HEAD = 4
"""Number of words of an answer before those of its option."""

RAISED = 512
"""If a weight is below 2 to the power of minus this, it is multiplied by 2 to this power."""

Fields: TypeAlias = tuple[int, tuple[int, ...]]
"""The layout of an action's options: their size in words, and the word at which the value of each pick
begins.
"""


class Item(IntEnum):
    """The kinds of items."""

    ORDER = 0
    VALUE = 1
    MEANT = 2
    SIGHT = 3
    ANSWER = 4
    PICK = 5


def fields_of(program: Program) -> tuple[Fields, ...]:
    """Return the layout of the options of each action (`scripted`)."""
    found = list[Fields]()
    for action in program.actions:
        at, places = int(action.most is not None), list[int]()
        for pick in action.picks:
            places.append(at)
            at += program.slots[pick.slot].size
        found.append((at, tuple(places)))
    return tuple(found)


def components_of(program: Program, action: int) -> tuple[tuple[int, bool], ...]:
    """Return the words at which options have components, and whether the number of these precedes them."""
    _, places = fields_of(program)[action]
    picks = zip(program.actions[action].picks, places, strict=True)
    return tuple((at, pick.counts is not None) for pick, at in picks if pick.component)


def values_of(words: Sequence[int], places: Sequence[int], several: Sequence[bool]) -> tuple[Value, ...]:
    """Return the values of an option, given its words and the index at which each value begins."""
    return tuple(
        tuple(words[at + 1 : at + 1 + words[at]]) if many else words[at]
        for at, many in zip(places, several, strict=True)
    )


def words_of(values: Sequence[Value], fields: Fields) -> list[int]:
    """Return the words of an option, given its values and the layout of its action."""
    size, places = fields
    words = [0] * size
    for at, value in zip(places, values, strict=True):
        if isinstance(value, tuple):
            words[at : at + 1 + len(value)] = [len(value), *value]
        else:
            words[at] = value
    return words


def part_of(number: int, fraction: int) -> int:
    """Return a fraction of a number: `fraction`, taken as unsigned, over 2 to the power of 32."""
    return number * (fraction & 0xFFFF_FFFF) >> 32
