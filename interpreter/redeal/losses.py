"""Losses: what a plan must place in a zone, because the player knew it there and then lost track of it.

If components that everyone has seen are shuffled into a deck, exactly these were there. A plan works
backward: what it leaves in the deck at the end plus what it lets come from there must match them. For the
next loss, this module counts what is still missing, and how many components are still to come back into the
zone.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from interpreter.play.events import EventKind
from interpreter.redeal.sightings import Part, Sightings

__all__ = ["Losses", "LostThere", "losses"]


@dataclass(slots=True)
class _Loss:
    """What the player loses track of in a zone.

    Before the next loss there, the components `seen` leave it and become known, and `unseen` others leave. A
    hidden move within the zone is no departure.
    """

    lost: Counter[int]
    seen: Counter[int] = field(default_factory=Counter)
    unseen: int = 0


LostThere = dict[int, list[_Loss]]
"""For each zone what the player loses track of there, in order."""


def losses(sightings: Sightings, part: Part) -> LostThere:
    """Return the losses of a part of the sequence, which do not depend on the plan."""
    found: LostThere = {}
    for at in range(part.start, part.stop):
        if at in sightings.lost:
            zone, lost = sightings.lost[at]
            found.setdefault(zone, []).append(_Loss(lost))
        sight = sightings.shown[at]
        if sight[0] not in {EventKind.MOVED, EventKind.REVEALED} or sight[2] not in found:
            continue
        last = found[sight[2]][-1]
        if sight[0] == EventKind.MOVED and sight[1] < 0:
            if sight[2] == sight[3]:
                continue
            certain = sightings.fates.onward(at).seen
            if certain is None:
                last.unseen += 1
            else:
                last.seen[certain] += 1
        elif at in sightings.news:
            last.seen[sight[1]] += 1
    return found


class Losses:
    """The losses that a plan still has to meet, going backward."""

    def __init__(self, found: LostThere) -> None:
        self._waiting = {zone: those[:] for zone, those in found.items()}
        self._next: dict[int, _Loss] = {}
        self._seen: dict[int, Counter[int]] = {}
        self._unseen: dict[int, int] = {}
        for zone in found:
            self.met(zone)

    def met(self, zone: int) -> None:
        """Mark the last loss in a zone as met; go on to the one before it."""
        waiting = self._waiting[zone]
        if not waiting:
            self._next.pop(zone, None)
            return
        loss = self._next[zone] = waiting.pop()
        self._seen[zone], self._unseen[zone] = loss.seen.copy(), loss.unseen

    def back(self, zone: int, c: int | None) -> None:
        """Record that a component has come back into a zone: a certain one, or one that was drawn."""
        if zone not in self._next:
            return
        if c is None:
            self._unseen[zone] -= 1
        else:
            self._seen[zone][c] -= 1

    def welcome(self, zone: int, bag: Counter[int], c: int, room: int = 0) -> bool:
        """Return whether what is missing can still come into a zone if a component is put there.

        `room` more are to be put there after it.
        """
        if zone not in self._next:
            return True
        fewer = self._next[zone].lost[c] > bag[c] + self._seen[zone][c]
        return self._lacking(zone, bag) - fewer <= self._unseen[zone] + room

    def spared(self, zone: int, bag: Counter[int], c: int) -> bool:
        """Return whether what is missing can still come into a zone if a component was not there."""
        if zone not in self._next:
            return True
        more = self._next[zone].lost[c] > bag[c] - 1 + self._seen[zone][c]
        return self._lacking(zone, bag) + more <= self._unseen[zone]

    def _lacking(self, zone: int, bag: Counter[int]) -> int:
        seen = self._seen[zone]
        return sum(max(0, number - bag[c] - seen[c]) for c, number in self._next[zone].lost.items())
