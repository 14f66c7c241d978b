"""Tells an answer and what came of it in a few words, for the line that says what others have done.

It says what the log says, but shorter: the answer by the components that everybody has been shown since, and
what has moved or come up until the next turn begins.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from interpreter.engine.game import Game
from interpreter.engine.knowledge.knowledge import EVERYBODY
from interpreter.play.events import (
    Asked,
    Changed,
    Decided,
    Event,
    Moved,
    PhaseBegan,
    Remembered,
    Revealed,
    Shuffled,
    TurnBegan,
)
from interpreter.scene.happened.log import log_of
from interpreter.scene.happened.news import Weight, is_gain
from interpreter.scene.labels import Label

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from interpreter.play.options import Option
    from interpreter.words import Words

__all__ = ["Given", "Part", "in_short", "retold"]

MOST = 3
"""Maximum number of things that are told of what came of an answer."""
SEVERAL = 2
"""Number of components that each player gets at least, where new ones are dealt to all."""
LISTED = 4
"""Maximum number of components that go the same way and are named one by one."""


class Part(NamedTuple):
    """A part of what is told, and how much it means to the reader."""

    text: str
    weight: Weight = Weight.USUAL


class Given(NamedTuple):
    """An answer, with the position in which it was given, and the events and their labels since."""

    position: Sequence[int]
    option: Option
    events: Sequence[Event]
    labels: Mapping[int, Label]


def in_short(words: Words, given: Given, seat: int | None) -> tuple[str | None, list[Part]]:
    """Return what an answer says, and what came of it, as far as a seat (or a spectator) can tell.

    An answer that the reader is not told is `None`. Of what came of it, the weightiest is told.
    """
    at = next(n for n, event in enumerate(given.events) if isinstance(event, Decided) and not event.forced)
    decided = given.events[at]
    assert isinstance(decided, Decided)  # noqa: S101 - it was found so
    labels = retold(words, given)
    dealt = _dealt_anew(words, given.events)
    told = [(number, event) for number, event in _told(words, given) if not _deals(event, dealt)]
    renumbered = {new: labels[old] for new, (old, _) in enumerate(told) if old in labels}
    lines = log_of(
        words, [event for _, event in told], renumbered, EVERYBODY if seat is None else seat, most=LISTED
    )
    first = lines[:1] if lines and lines[0].by == decided.player else []
    rest = [Part(line.text, line.weight) for line in lines[len(first) :] if not line.quiet]
    anew = [Part(words.texts.gettext("a new hand is dealt"))] if dealt else []
    weightiest = sorted(range(len(rest)), key=lambda at: -rest[at].weight)[: MOST - len(anew)]
    told_of = [rest[at] for at in sorted(weightiest)]
    return (first[0].text if first else None), [*told_of, *anew]


def retold(words: Words, given: Given) -> Mapping[int, Label]:
    """Return the labels since an answer, whose own label names what everybody has been shown since."""
    at = next(n for n, event in enumerate(given.events) if isinstance(event, Decided) and not event.forced)
    decided = given.events[at]
    assert isinstance(decided, Decided)  # noqa: S101 - it was found so
    shown = _shown(words, given, decided)
    if not shown or at not in given.labels:
        return given.labels
    said = _said(words, given, shown, given.labels[at].own)
    return given.labels if said.public is None and said.told is None else {**given.labels, at: said}


def _shown(words: Words, given: Given, decided: Decided) -> set[int]:
    """Return the components of an answer that everybody was shown later."""
    everybody = (1 << words.program.players) - 1
    if decided.told & everybody != everybody:
        return set()
    picks = words.program.actions[given.option.action].picks
    chosen = {
        c
        for pick, value in zip(picks, given.option.values, strict=True)
        if pick.component
        for c in (value if isinstance(value, tuple) else (value,))
    }
    return chosen & {
        event.component
        for event in given.events
        if isinstance(event, Moved | Revealed) and event.seen & everybody == everybody
    }


def _said(words: Words, given: Given, shown: Iterable[int], own: str | None) -> Label:
    """Return the label of an answer, as of its time, if the components had been known to everybody."""
    position, known = list(given.position), words.program.layout.known
    for c in shown:
        position[known + c] |= (1 << words.program.players) - 1
    return Label.public_of(words, Game.restore(words.program, position), given.option, own)


def _dealt_anew(words: Words, events: Sequence[Event]) -> set[int]:
    """Return the zones that are shuffled, and from which all players then get several components each."""
    shuffled, got = set[int](), dict[int, Counter[int]]()
    for event in events:
        if isinstance(event, Shuffled):
            shuffled.add(event.zone)
        elif isinstance(event, Moved) and event.source in shuffled:
            got.setdefault(event.source, Counter())[words.program.zones[event.target].owner] += 1
    players = range(words.program.players)
    return {zone for zone, counts in got.items() if all(counts[seat] >= SEVERAL for seat in players)}


def _deals(event: Event, zones: AbstractSet[int]) -> bool:
    """Return whether something goes into or out of one of the zones from which players are dealt anew."""
    return isinstance(event, Moved) and (event.source in zones or event.target in zones)


def _told(words: Words, given: Given) -> list[tuple[int, Event]]:
    """Return the events that are told, with their numbers: up to the next turn, and no values but gains."""
    found: list[tuple[int, Event]] = []
    for number, event in enumerate(given.events):
        match event:
            case TurnBegan() | PhaseBegan() if found:
                break
            case Asked() | PhaseBegan() | Remembered() | Shuffled() | TurnBegan():
                continue
            case Changed() if not is_gain(words, event):
                continue
            case _:
                found.append((number, event))
    return found
