"""Turns: which components must change places so that they move in the order that a player was shown.

Components of a set move in the order of their declaration. If they leave several zones, or some of them are
seen, their order tells the player which of them were where. A guess does not use this. But where a replay
first shows the player another move, the replay itself tells which component was not to move in that turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from interpreter.kernels.sights import sight
from interpreter.play.events import Asked, Event, EventKind, Moved
from interpreter.play.information import InformationState, Sight
from interpreter.play.observation import Unknown

__all__ = ["Difference", "difference", "tells_order"]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first sight, at the index `at`, that a replay does not show the player.

    The `events` are those that the player is shown since the game last waited; that with the index `turn`
    came in place of the sight.
    """

    at: int
    shown: Sight
    player: int
    events: Sequence[Event]
    turn: int

    @property
    def in_turn(self) -> bool:
        """Whether a component moved in place of another one to the same zone, and one of them is unseen."""
        event, (sort, *rest) = self.events[self.turn], self.shown
        if sort != EventKind.MOVED or not isinstance(event, Moved):
            return False
        return event.target == rest[2] and (rest[0] < 0 or not self._seen(event))

    def replacements(self, groups: Mapping[int, Sequence[int]], lies: Sequence[int]) -> list[dict[int, int]]:
        """Return ways in which components may replace one another so that the sight follows the turns before.

        There are none unless a component moved in place of another one (`in_turn`). `groups` has the
        components by their backs, and `lies` the zone of each where the game stopped.
        """
        event, (_, which, source, *_) = self.events[self.turn], self.shown
        if not self.in_turn or not isinstance(event, Moved):
            return []
        seen, group = self._seen(event), self._group(event, groups)
        if group is None:
            return []
        before, after = self._pile(event.target)
        moving = {e.component for e in (*before, event, *after)}
        idle = [c for c in group if c not in moving]
        unseen = [e for e in after if not self._seen(e) and e.component in group]
        later = [e.component for e in unseen if e.source == source]
        others = idle if which >= 0 else later or [c for c in idle if lies[c] == source]
        if not seen:
            return [{event.component: other, other: event.component} for other in others]
        past = [e.component for e in _rising(before) if not self._seen(e) and e.component in group]
        return [_shifted(c, past, other) for c in idle for other in others if c != other]

    def _group(self, event: Moved, groups: Mapping[int, Sequence[int]]) -> Sequence[int] | None:
        """Return the components with the back of the one that should have moved, or should not have."""
        if self.shown[1] >= 0:
            return next((group for group in groups.values() if event.component in group), None)
        group = groups.get(Unknown - self.shown[1], ())
        return group if self._seen(event) or event.component in group else None

    def _seen(self, event: Moved) -> bool:
        return bool(event.seen >> self.player & 1)

    def _pile(self, target: int) -> tuple[list[Moved], list[Moved]]:
        """Return the moves into a zone that come directly before the turn, and those directly after it."""
        before = _moves(reversed(self.events[: self.turn]), target)
        return before[::-1], _moves(self.events[self.turn + 1 :], target)


def _moves(events: Iterable[Event], target: int) -> list[Moved]:
    """Return the moves into a zone with which events begin."""
    found = list[Moved]()
    for event in events:
        if not isinstance(event, Moved) or event.target != target:
            break
        found.append(event)
    return found


def _rising(moves: Sequence[Moved]) -> Sequence[Moved]:
    """Return the last moves that are in the order of declaration, and so may be those of one set."""
    first = len(moves)
    while first > 0 and (first == len(moves) or moves[first - 1].component < moves[first].component):
        first -= 1
    return moves[first:]


def _shifted(idle: int, past: Sequence[int], later: int) -> dict[int, int]:
    """Return how an idle component takes part, and another one no more, without a change of earlier turns.

    Of those that moved in the `past`, each one after it takes the place of the next one, and the last one
    that of the `later` one.
    """
    line = [idle, *(c for c in past if c > idle), later]
    return {c: before for before, c in pairwise(line)} | {idle: later}


def difference(
    program: Program, player: int, expected: InformationState, begin: int, told: Sequence[Event]
) -> Difference | None:
    """Return where the events `told` first show a player something other than expected.

    The sights `expected` begin at the index `begin`. Events that are still to come do not differ.
    """
    sights = ((event, sight(program, event, player)) for event in told if not isinstance(event, Asked))
    events = [(event, seen) for event, seen in sights if seen]
    for turn, (wanted, (_, seen)) in enumerate(zip(expected, events, strict=False)):
        if wanted != seen:
            return Difference(begin + turn, wanted, player, [event for event, _ in events], turn)
    return None


def tells_order(program: Program, shown: InformationState) -> bool:
    """Return whether sights may tell in which order components left unordered zones.

    So it is if they went to one zone, some of them unseen, and not all look the same to the player.
    """
    for one, other in pairwise(shown):
        if one[0] == other[0] == EventKind.MOVED and one[3] == other[3] and min(one[1], other[1]) < 0:
            unordered = not (program.zones[one[2]].ordered or program.zones[other[2]].ordered)
            if unordered and one[1:3] != other[1:3]:
                return True
    return False
