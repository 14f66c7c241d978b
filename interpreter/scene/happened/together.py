"""Combines consecutive effects on several things in one sentence of the log."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter.play.events import Changed, Moved
from interpreter.words.happening import SUBJECT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.play.events import Event
    from interpreter.words import Words
    from interpreter.words.happening import Happening, Sentence

__all__ = ["Together"]

TARGETS = 8
"""Minimum number of zones of a family to which things go for which the log names the family instead."""

SOURCES = 3
"""Minimum number of zones of a family from which things go for which the log names the family instead."""


class Together:
    """Consecutive effects that the log can combine, because their order does not matter."""

    def __init__(self) -> None:
        self._told: list[tuple[Event, Happening]] = []
        self._sort: type[Event] | None = None
        self._from: set[int] = set()
        self._to: set[int] = set()
        self._changed: set[tuple[int, int]] = set()

    @property
    def events(self) -> list[Event]:
        """The events that are told together."""
        return [event for event, _ in self._told]

    def takes(self, event: Event) -> bool:
        """Return whether an event has the same type as the previous events and does not depend on them."""
        if self._sort not in {None, type(event)}:
            return False
        match event:
            case Moved(_, source, target):
                return source not in self._to and target not in self._from
            case Changed(store, index):
                return (store, index) not in self._changed
            case _:
                return True

    def add(self, event: Event, told: Happening) -> None:
        """Add an event that `takes` has accepted, with its description."""
        self._sort = type(event)
        self._told.append((event, told))
        match event:
            case Moved(_, source, target):
                self._from.add(source)
                self._to.add(target)
            case Changed(store, index):
                self._changed.add((store, index))
            case _:
                pass

    def split(self, event: Event, told: Happening) -> tuple[Together, Together]:
        """Return the effects that must be told before an event that `takes` has refused, and the others.

        The others are the last effects, if they say the same as the event about other things.
        """
        before, after = Together(), Together()
        first = len(self._told)
        while first and self._told[first - 1][1][1:] == told[1:]:
            first -= 1
        for each in self._told[:first]:
            before.add(*each)
        for each in self._told[first:]:
            after.add(*each)
        return (before, after) if after.takes(event) else (self, Together())

    def lines(self, words: Words, most: int | None = None) -> Iterator[str]:
        """Yield a line for each distinct effect, in which more than `most` components are only counted.

        If an effect concerns many zones of a family, the line names the family.
        """
        targets: dict[tuple[str, Sentence], set[Sentence]] = {}
        sources: dict[Sentence, set[Sentence]] = {}
        for _, each in self._told:
            targets.setdefault((each.what, each.to_family), set()).add(each.said)
            sources.setdefault(each.from_family, set()).add(each.said)
        alike: dict[tuple[int, Sentence], list[Happening]] = {}
        for _, each in self._told:
            said = each.said
            if len(targets[each.what, each.to_family]) >= TARGETS:
                said = each.to_family
            elif len(sources[each.from_family]) >= SOURCES:
                said = each.from_family
            alike.setdefault((each.sort, said), []).append(each)
        for (_, said), some in alike.items():
            yield from _sentences(words, said, some, most)


def _sentences(words: Words, said: Sentence, some: Sequence[Happening], most: int | None) -> Iterator[str]:
    """Yield sentences about the things in `some`, all of which are affected alike.

    The things are counted and listed in a single sentence. Unknown components of one sort have a sentence
    each, unless the author gives their name plural forms. More than `most` of a kind with plural forms are
    only counted.
    """
    families = {each.family for each in some}
    if most is not None and len(some) > most and len(families) == 1 and "" not in families:
        (family,) = families
        if counted := words.counted(family, words.kind(family), len(some)):
            yield said.many.replace(SUBJECT, counted)
            return
    called = Counter((each.what, each.kind) for each in some)
    ((what, kind), *others), count = called, len(some)
    if not others and kind and words.counted(kind, what, count) is None:
        yield from (said.one.replace(SUBJECT, what) for _ in some)
        return
    told = (words.counted(kind, what, n) or _times(n, what) for (what, kind), n in called.items())
    yield (said.one if count == 1 else said.many).replace(SUBJECT, ", ".join(told))


def _times(count: int, what: str) -> str:
    return what if count == 1 else f"{count} x {what}"
