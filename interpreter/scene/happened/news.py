"""Tells news from what follows by itself, such as turns, shuffles, and values that each turn sets anew."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from gamespec.model import model as m
from gamespec.model.walk import every_phase
from gamespec.trees import ast
from gamespec.trees import types as t
from interpreter.play.events import Changed, Moved, Revealed, Shown, Shuffled, TurnBegan
from interpreter.words.held import has_forms
from interpreter.words.keys import is_player
from interpreter.words.moved import is_turned_up
from interpreter.words.whose import owner_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.play.events import Event
    from interpreter.words import Words

__all__ = ["Weight", "is_gain", "is_news", "weight_of"]


class Weight(IntEnum):
    """How much an event means to a reader, where not all that happened can be told."""

    LITTLE = 0
    """Something is drawn or turned up."""
    USUAL = 1
    MUCH = 2
    """A player has more or less of something that counts, or the reader loses something."""


def is_news(words: Words, event: Event) -> bool:
    """Return whether players want to be told of an event.

    It depends on nothing that is hidden: only on the declarations, and on what the event shows if it is told.
    """
    match event:
        case TurnBegan() | Shuffled():
            return False
        case Shown(whether=whether):
            return whether
        case Moved(c, source, target):
            unnamed = words.called_by_kind(c) is not None and is_turned_up(words, source, target)
            return source != target and not unnamed
        case Changed(store, _, _, after):
            declared, start = words.names.stores[store], words.program.stores[store].start
            reset = not declared.keys and after in {t.NONE, start[0]}
            return not reset and declared.name not in _by_themselves(words)
        case _:
            return True


def weight_of(words: Words, event: Event, seat: int | None) -> Weight:
    """Return how much an event means to a seat, or to a spectator."""
    match event:
        case Changed():
            return Weight.MUCH if _counts(words, event) else Weight.USUAL
        case Moved(_, source, target):
            if seat is not None and owner_of(words, source) == seat != owner_of(words, target):
                return Weight.MUCH
            return Weight.LITTLE if words.rule(source).seen_by == "nobody" else Weight.USUAL
        case Revealed():
            return Weight.LITTLE
        case _:
            return Weight.USUAL


def is_gain(words: Words, event: Changed) -> bool:
    """Return whether a player now has more of something, such as points, or something holds of the player."""
    return event.after > event.before and _counts(words, event)


def _counts(words: Words, event: Changed) -> bool:
    """Return whether a variable counts what a player has, or says what holds of the player."""
    store = words.names.stores[event.store]
    if len(store.keys) != 1 or not is_player(store.keys[0]):
        return False
    return isinstance(store.type, t.Bool) or has_forms(words, event.store)


@lru_cache(maxsize=16)
def _by_themselves(words: Words) -> frozenset[str]:
    """Return the names of the variables that say who is next, and of those that each turn sets first."""
    found: set[str] = set()
    for phase in every_phase(words.names.world.game.phases):
        if phase.turns is None:
            continue
        found |= {
            x.root.name for x in (phase.first, phase.next) if x is not None and isinstance(x.root, ast.Name)
        }
        found |= set(_set_first(phase.do))
    return frozenset(found)


def _set_first(steps: tuple[m.Step, ...]) -> Iterator[str]:
    for step in steps:
        if not isinstance(step, m.Set):
            return
        for pair in step.pairs:
            if isinstance(pair.place.root, ast.Name):
                yield pair.place.root.name
