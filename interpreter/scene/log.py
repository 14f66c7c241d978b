"""Describes what has happened in lines of text, as far as a seat can tell."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.play.events import Changed, Decided, Moved
from interpreter.words.happened import happening
from interpreter.words.happening import SUBJECT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from interpreter.play.events import Event
    from interpreter.scene.labels import Label
    from interpreter.words import Words
    from interpreter.words.happening import Happening

__all__ = ["counted_runs", "line_of", "log_lines"]

MANY = 8
"""Minimum number of zones of a family for which the log names the family instead of the zones.

The zones must share the same effect.
"""


def log_lines(
    words: Words, events: Sequence[Event], labels: Mapping[int, Label], player: int | None, since: int = 0
) -> list[str]:
    """Return lines about the events from `since` on, as far as a player can tell.

    If `player` is `None`, the reader knows everything; if it is `EVERYBODY`, only what all players know.
    `labels` are the labels of answers by the number of the event. Consecutive effects of one kind are
    combined in one line, and so are equal lines.
    """
    return counted_runs(words, _lines(words, events, labels, player, since))


def counted_runs(words: Words, lines: Iterable[str]) -> list[str]:
    """Combine equal consecutive lines, as in `a card goes from deck to p2's hand (6 times)`."""
    found: list[str] = []
    for line, run in groupby(lines):
        count = len(list(run))
        times = words.texts.ngettext("({count} time)", "({count} times)", count)
        found.append(line if count == 1 else f"{line} {times}")
    return found


def _lines(
    words: Words, events: Sequence[Event], labels: Mapping[int, Label], player: int | None, since: int
) -> Iterator[str]:
    together = _Together()
    for number in range(since, len(events)):
        event = events[number]
        if (found := happening(words, event, player)) is not None:
            if not together.takes(event):
                yield from together.lines(words)
                together = _Together()
            together.add(event, found)
        elif (text := line_of(words, event, labels.get(number), player)) is not None:
            yield from together.lines(words)
            together = _Together()
            yield text
    yield from together.lines(words)


def line_of(words: Words, event: Event, label: Label | None, player: int | None) -> str | None:
    """Describe an event for a player, using the label of an answer if the player may see it.

    Return `None` if the event is not to be mentioned.
    """
    text = words.event(event, player)
    if text is None or label is None or not isinstance(event, Decided):
        return text
    said = label.own if player in {None, event.player} else label.public
    return f"{words.player(event.player)}: {said}" if said else text


class _Together:
    """Consecutive effects that the log can combine, because their order does not matter."""

    def __init__(self) -> None:
        self._told: list[Happening] = []
        self._sort: type[Event] | None = None
        self._from: set[int] = set()
        self._to: set[int] = set()
        self._changed: set[tuple[int, int]] = set()

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
        self._told.append(told)
        match event:
            case Moved(_, source, target):
                self._from.add(source)
                self._to.add(target)
            case Changed(store, index):
                self._changed.add((store, index))
            case _:
                pass

    def lines(self, words: Words) -> Iterator[str]:
        """Yield a line for each distinct effect.

        If an effect concerns many zones of a family, the line names the family.
        """
        zones: dict[tuple[str, str], set[str]] = {}
        for each in self._told:
            zones.setdefault((each.what, each.wide), set()).add(each.one)
        alike: dict[tuple[int, str, str], list[Happening]] = {}
        for each in self._told:
            wide = len(zones[each.what, each.wide]) >= MANY
            said = (each.wide, each.wide_many) if wide else (each.one, each.many)
            alike.setdefault((each.sort, *said), []).append(each)
        for (_, one, many), some in alike.items():
            yield from _sentences(words, one, many, some)


def _sentences(words: Words, one: str, many: str, some: Sequence[Happening]) -> Iterator[str]:
    """Yield sentences about the things in `some`, all of which are affected alike.

    The things are counted and listed in a single sentence. Unknown components of one sort have a sentence
    each, unless the author gives their name plural forms.
    """
    called = Counter((each.what, each.kind) for each in some)
    ((what, kind), *others), count = called, len(some)
    if not others and kind and words.counted(kind, what, count) is None:
        yield from (one.replace(SUBJECT, what) for _ in some)
        return
    told = (words.counted(kind, what, n) or _times(n, what) for (what, kind), n in called.items())
    yield (one if count == 1 else many).replace(SUBJECT, ", ".join(told))


def _times(count: int, what: str) -> str:
    return what if count == 1 else f"{count} x {what}"
