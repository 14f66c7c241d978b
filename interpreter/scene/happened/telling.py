"""Tells an answer and what came of it in a few words, for the line that says what others have done.

It says what the log says, but shorter: the answer by the components that everybody has been shown since, and
what has moved or come up until the next turn begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from interpreter.engine.game import Game
from interpreter.engine.knowledge.knowledge import EVERYBODY
from interpreter.play.events import (
    Asked,
    Changed,
    Decided,
    Event,
    Laid,
    Moved,
    PhaseBegan,
    Remembered,
    Revealed,
    Shuffled,
    TurnBegan,
)
from interpreter.scene.happened.log import log_of
from interpreter.scene.labels import Label
from interpreter.scene.reading import is_player
from interpreter.words.public import public_label
from interpreter.words.whose import path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.play.options import Option
    from interpreter.words import Words

__all__ = ["Given", "in_short"]

MOST = 3
"""Maximum number of things that are told of what came of an answer."""


class Given(NamedTuple):
    """An answer, with the position in which it was given, and the events and their labels since."""

    position: Sequence[int]
    option: Option
    events: Sequence[Event]
    labels: Mapping[int, Label]


def in_short(words: Words, given: Given, seat: int | None) -> tuple[str | None, list[str]]:
    """Return what an answer says, and what came of it, as far as a seat (or a spectator) can tell.

    An answer that the reader is not told, or gave, is `None`.
    """
    at = next(n for n, event in enumerate(given.events) if isinstance(event, Decided) and not event.forced)
    decided = given.events[at]
    assert isinstance(decided, Decided)  # noqa: S101 - it was found so
    own = decided.player == seat
    shown = _shown(words, given, decided, own=own)
    labels = dict(given.labels)
    said = _said(words, given, shown) if shown and not own else None
    if said is not None and at in labels:
        labels[at] = Label(labels[at].own, said)
    told = _told(words, given, decided.player, shown if own or said is not None else {})
    renumbered = {new: labels[old] for new, (old, _) in enumerate(told) if old in labels}
    lines = log_of(words, [event for _, event in told], renumbered, EVERYBODY if seat is None else seat)
    first = lines[:1] if lines and lines[0].by == decided.player else []
    rest = [line.text for line in lines[len(first) :]]
    return (first[0].text if first and not own else None), rest[:MOST]


def _shown(words: Words, given: Given, decided: Decided, *, own: bool) -> dict[int, int]:
    """Return the components of an answer that everybody was shown later, with the number of the event.

    Whoever gave the answer (`own`) knows all of them.
    """
    everybody = (1 << words.program.players) - 1
    if decided.told & everybody != everybody and not own:
        return {}
    picks = words.program.actions[given.option.action].picks
    chosen = {
        c
        for pick, value in zip(picks, given.option.values, strict=True)
        if pick.component
        for c in (value if isinstance(value, tuple) else (value,))
    }
    found: dict[int, int] = {}
    for number, event in enumerate(given.events):
        if isinstance(event, Moved | Revealed) and (own or event.seen & everybody == everybody):
            c = event.component
            if c in chosen and c not in found:
                found[c] = number
    return found


def _said(words: Words, given: Given, shown: Mapping[int, int]) -> str | None:
    """Return the public text of an answer, as of its time, if the components had been known to everybody."""
    position, known = list(given.position), words.program.layout.known
    for c in shown:
        position[known + c] |= (1 << words.program.players) - 1
    game = Game.restore(words.program, position)
    return public_label(words, game, given.option)


def _told(words: Words, given: Given, by: int, shown: Mapping[int, int]) -> list[tuple[int, Event]]:
    """Return the events that are told, with their numbers.

    Values that change are left out, and what the answer itself has told: moves of its components, of tiles
    that are laid, and of what the player `by` had before everybody. Nothing is told of the next turn.
    """
    said = {number for number in shown.values() if not _goes_on(words, given.events, number)}
    laid = {event.tile for event in given.events if isinstance(event, Laid)}
    everybody, known = (1 << words.program.players) - 1, words.program.layout.known
    found: list[tuple[int, Event]] = []
    for number, event in enumerate(given.events):
        match event:
            case TurnBegan() | PhaseBegan() if found:
                break
            case Asked() | Changed() | Laid() | PhaseBegan() | Remembered() | Shuffled() | TurnBegan():
                continue
            case Moved(component, source):
                open_ = given.position[known + component] & everybody == everybody
                if number in said or component in laid or (open_ and _owner(words, source) == by):
                    continue
                found.append((number, event))
            case _:
                found.append((number, event))
    return found


def _goes_on(words: Words, events: Sequence[Event], number: int) -> bool:
    """Return whether an event is a step of a component along a board, on which it then goes further."""
    first, alike = events[number], words.program.alike
    return isinstance(first, Moved) and any(
        isinstance(then, Moved)
        and alike[then.component] == alike[first.component]
        and then.source == first.target
        and path(words, first.source, first.target) is not None
        and path(words, then.source, then.target) is not None
        for then in events[number + 1 :]
    )


def _owner(words: Words, zone: int) -> int | None:
    """Return the player to whom a zone belongs, or `None` if it belongs to nobody."""
    rule = words.rule(zone)
    if not rule.zone.keys or not is_player(rule.zone.keys[0]):
        return None
    return (zone - rule.zone.first) * rule.zone.dims[0][1] // rule.zone.count
