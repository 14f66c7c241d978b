"""Derives from the events alone which players may know each component, as a part of the contract."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import assert_never

from gamespec.compile import Compiled
from interpreter.engine.state.effects import Atoms
from interpreter.play.events import (
    Asked,
    BackSeen,
    Changed,
    Decided,
    Drew,
    Ended,
    Event,
    Laid,
    Moved,
    PhaseBegan,
    Remembered,
    Revealed,
    Shown,
    Shuffled,
    Transferred,
    TurnBegan,
)
from interpreter.play.known import copies
from interpreter.play.options import Value
from interpreter.protocol import Playing
from interpreter.shown import ShownSoFar

__all__ = ["MayKnow", "members"]


def members(value: Value) -> tuple[int, ...]:
    """Return the chosen value or values of a pick as a sorted tuple, because their order has no meaning."""
    return tuple(sorted(value)) if isinstance(value, tuple) else (value,)


class MayKnow:
    """The players who may know each component, derived from the events alone.

    After an event, a player may know a component if the player sees it in its old or new place, knew it
    before, or is shown it; no other player may know it. Events do not show that a player loses track of a
    component, so this is taken from the position. For indistinguishable copies, only the number of copies
    that a player may know is checked.
    """

    def __init__(self, compiled: Compiled, atoms: Atoms, claim: Callable[[bool, str], None]) -> None:
        self.compiled, self.atoms, self.claim = compiled, atoms, claim
        self.read = 0
        self.masks = [atoms.sees(zone, c) for c, zone in enumerate(compiled.program.start)]
        self.zones = list(compiled.program.start)
        self.shown = ShownSoFar(compiled.program)

    def follow(self, game: Playing) -> None:
        """Process the events that have happened since the last call, and check the position."""
        for c, known in enumerate(self.masks):
            self.shown.knows(c, known)
        for event in game.events[self.read :]:
            self.take(event)
        self.read = len(game.events)
        deceived = next(self.shown.settle(game.position), None)
        self.claim(deceived is None, f"somebody excludes of component {deceived} what was not shown")
        self._compare(game.position)

    def _compare(self, position: Sequence[int]) -> None:
        """Check that players know no more than they may know, then adopt the position's knowledge."""
        program, known = self.compiled.program, self.atoms.known
        for c, may in enumerate(self.masks):
            alike = copies(program, position, c)
            does = position[known + c] if not alike else 0
            self.claim(not does & ~may, f"component {c} became known to somebody who never saw it")
            for player in range(program.players) if alike else ():
                held = [position[known + other] >> player & 1 for other in (c, *alike)]
                able = [self.masks[other] >> player & 1 for other in (c, *alike)]
                what = f"seat {player + 1} knows {sum(held)} alike {c}, and saw {sum(able)}"
                self.claim(sum(held) <= sum(able), what)
        for c in range(len(self.masks)):
            self.masks[c] = position[known + c]
        self.zones = [position[self.atoms.zone_of + c] for c in range(len(self.masks))]

    def _alike(self, c: int) -> list[int]:
        """Return the other components that are indistinguishable from component `c` in its current place."""
        faces, zone = self.atoms.faces, self.zones[c]
        if faces[c] < 0 or self.atoms.ordered[zone]:
            return []
        there = (other for other, its in enumerate(self.zones) if its == zone and other != c)
        return [other for other in there if faces[other] == faces[c]]

    def _named(self, c: int) -> int:
        """Return a mask of the players who may know component `c` or an indistinguishable copy of it."""
        return reduce(or_, (self.masks[other] for other in self._alike(c)), self.masks[c])

    def _taken(self, c: int) -> None:
        """Record that a step takes component `c`.

        If the component has indistinguishable copies, each player who may know any of them is assumed to know
        this one.
        """
        alike = self._alike(c)
        for other in alike:
            better = self.masks[other] & ~self.masks[c]
            self.masks[other] &= ~better
            self.masks[c] |= better
        if alike:
            self.shown.together((c, *alike))

    def take(self, event: Event) -> None:
        """Process one event, and check what it reveals."""
        match event:
            case Moved(c, source, target, seen):
                self._taken(c)
                may = self.masks[c] | self.atoms.sees(source, c) | self.atoms.sees(target, c)
                self.claim(not seen & ~may, f"{event} names a component to somebody who never saw it")
                self.masks[c], self.zones[c] = seen, target
                self.shown.knows(c, seen)
            case Revealed(c, seen):
                self.masks[c] |= seen
                self.shown.knows(c, seen)
            case Shown(c):
                self.shown.together((c, *self._alike(c)))
                self.claim(self.shown.take(event), f"{event} is not so")
            case Drew(_, _, c, seen, component):
                told_more = component and c >= 0 and seen & ~self._named(c)
                self.claim(not told_more, f"{event} names a component to somebody who does not know it")
            case Decided(who, action, values, told, _, shown):
                self.claim(bool(shown >> who & 1), f"who decides is not told: {event}")
                name = self.compiled.names.actions[action].name
                picks = self.compiled.program.actions[action].picks
                for pick, value, seen in zip(picks, values, told, strict=True):
                    for c in members(value) if pick.component else ():
                        told_more = c >= 0 and seen & ~self._named(c)
                        what = f"the answer {name} names component {c} to somebody who does not know it"
                        self.claim(not told_more, what)
            case (
                Changed()
                | Transferred()
                | Laid()
                | Shuffled()
                | BackSeen()
                | Asked()
                | PhaseBegan()
                | TurnBegan()
                | Remembered()
                | Ended()
            ):
                pass  # they reveal no component
            case _:
                assert_never(event)
