"""Encodes events as rows of integers and decodes them; fields are in their order of declaration (`fields`).

A row begins with the sort of the event, followed by the fields that take one word each. If there is a field
that takes several words, it comes last, as the number of its words followed by these words. Partial knowledge
of a component takes one word for each player and attribute. Each value of an answer takes three words: a mask
of the players who recognize it, its form (`Form`), and the value itself. If the value is a list, the third
word is the length of the list, and its elements follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from operator import attrgetter
from typing import Any, get_args

from gamespec.program import Pick, Program
from interpreter.play.events import Asked, Decided, Event
from interpreter.play.fields import Declared, PartKnowledge, Said, declared
from interpreter.play.options import Value

__all__ = ["DECLARED", "Form", "events_of", "order_of", "row_of"]

DECLARED: dict[type[Any], Declared] = {
    event: declared(event) for event in get_args(Event) if event is not Asked
}
"""The declaration of each class of events that has rows. `Asked` has none, because options are listed
instead.
"""

_BY_SORT = {int(each.sort): each for each in DECLARED.values()}


class Form(IntEnum):
    """The form of one value in an answer."""

    NUMBER = 0
    COMPONENT = 1
    NUMBERS = 2
    COMPONENTS = 3

    @classmethod
    def of(cls, pick: Pick) -> Form:
        """Return the form of a pick's values."""
        return cls(int(pick.component) + (0 if pick.counts is None else 2))


# --- from events to rows --------------------------------------------------------------------------------


def row_of(program: Program, event: Event) -> list[int]:
    """Return the row of an event, as a list of words."""
    said = DECLARED[type(event)]
    row = [said.sort, *_WORDS[type(event)](event)]
    if said.several is not None:
        rest = (
            _answer(program, event)
            if isinstance(event, Decided)
            else [word for own in getattr(event, said.several.name) for word in own]
        )
        row += (len(rest), *rest)
    return row


def _words(said: Declared) -> Callable[[Event], tuple[int, ...]]:
    """Return a function that extracts those fields of an event that take one word each."""
    names = [field.name for field in said.fields]
    get: Callable[[Event], Any] = attrgetter(*names)
    return get if len(names) > 1 else lambda event: (get(event),)


_WORDS = {event: _words(said) for event, said in DECLARED.items()}


def _answer(program: Program, event: Decided) -> list[int]:
    words: list[int] = []
    picks = program.actions[event.action].picks
    for pick, value, seen in zip(picks, event.values, event.seen, strict=True):
        words += (seen, Form.of(pick))
        words += (len(value), *value) if isinstance(value, tuple) else (value,)
    return words


# --- from rows to events --------------------------------------------------------------------------------


def events_of(program: Program, words: Sequence[int]) -> list[Event]:
    """Return the events that a sequence of rows encodes, in order."""
    return [*_events(program, words)]


def _events(program: Program, words: Sequence[int]) -> Iterator[Event]:
    at = 0
    while at < len(words):
        said = _BY_SORT[words[at]]
        values = {
            field.name: bool(words[at + field.at]) if field.flag else words[at + field.at]
            for field in said.fields
        }
        at += said.size
        if said.several is not None:
            end = at + words[at - 1]
            values |= _several(program, said, values, words[at:end])
            at = end
        yield said.event(**values)


def _several(
    program: Program, said: Declared, values: dict[str, Any], words: Sequence[int]
) -> dict[str, Any]:
    """Return, by name, the event's fields that are encoded in the counted words at the end of its row."""
    assert said.several is not None  # noqa: S101 - asked by the caller
    if said.several.said is Said.ANSWER:
        return _answered(program, values["action"], words)
    return {said.several.name: _by_player(program.players, words)}


def _by_player(players: int, words: Sequence[int]) -> PartKnowledge:
    each = len(words) // players
    return tuple(tuple(words[each * i : each * (i + 1)]) for i in range(players)) if each else ()


def _answered(program: Program, action: int, words: Sequence[int]) -> dict[str, Any]:
    at, seen, values = 0, list[int](), list[Value]()
    for pick in program.actions[action].picks:
        mask, _, value = words[at : at + 3]
        at += 3
        seen.append(mask)
        if pick.counts is None:
            values.append(value)
        else:
            values.append(tuple(words[at : at + value]))
            at += value
    return {"seen": tuple(seen), "values": tuple(values)}


# --- their order ----------------------------------------------------------------------------------------


def order_of(event: type[Any], backs: Sequence[int]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that computes the sort key of an event.

    The key consists of the event's fields that `order` names, in which a component is replaced by its back.
    """
    order = DECLARED[event].order

    def key(one: Event) -> tuple[Any, ...]:
        return tuple(
            backs[getattr(one, field.name)] if field.said is Said.KNOWN else getattr(one, field.name)
            for field in order
        )

    return key
