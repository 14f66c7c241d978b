"""Who may know which component it is, followed from the events alone: a part of the contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from gamespec.compile import Compiled
from interpreter.engine.effects import Atoms
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
    Revealed,
    Shown,
    Shuffled,
    Transferred,
    TurnBegan,
)
from interpreter.play.options import Value
from interpreter.protocol import Playing
from interpreter.shown import ShownSoFar

__all__ = ["MayKnow", "members"]


def members(value: Value) -> tuple[int, ...]:
    """What is chosen for one name; several values have no order."""
    return tuple(sorted(value)) if isinstance(value, tuple) else (value,)


class MayKnow:
    """Who can know what, followed from the events alone.

    Whoever sees a component where it was or where it comes to, knew it before, or is shown it, may know it
    afterwards; nobody else. That somebody loses track only the position says.
    """

    def __init__(self, compiled: Compiled, atoms: Atoms, claim: Callable[[bool, str], None]) -> None:
        self.compiled, self.atoms, self.claim = compiled, atoms, claim
        self.read = 0
        self.masks = [atoms.sees(zone, c) for c, zone in enumerate(compiled.program.start)]
        self.shown = ShownSoFar(compiled.program)

    def follow(self, game: Playing) -> None:
        """Take in the events since the last time."""
        for c, known in enumerate(self.masks):
            self.shown.knows(c, known)
        for event in game.events[self.read :]:
            self.take(event)
        self.read = len(game.events)
        deceived = next(self.shown.settle(game.position), None)
        self.claim(deceived is None, f"somebody excludes of component {deceived} what was not shown")
        known = self.atoms.known
        for c, may in enumerate(self.masks):
            does = game.position[known + c]
            self.claim(not does & ~may, f"component {c} became known to somebody who never saw it")
            self.masks[c] = does

    def take(self, event: Event) -> None:
        """Take in one event."""
        match event:
            case Moved(c, source, target, seen):
                may = self.masks[c] | self.atoms.sees(source, c) | self.atoms.sees(target, c)
                self.claim(not seen & ~may, f"{event} names a component to somebody who never saw it")
                self.masks[c] = seen
                self.shown.knows(c, seen)
            case Revealed(c, seen):
                self.masks[c] |= seen
                self.shown.knows(c, seen)
            case Shown():
                self.claim(self.shown.take(event), f"{event} is not so")
            case Drew(_, _, c, seen, component):
                told_more = component and c >= 0 and seen & ~self.masks[c]
                self.claim(not told_more, f"{event} names a component to somebody who does not know it")
            case Decided(who, action, values, told, _, shown):
                self.claim(bool(shown >> who & 1), f"who decides is not told: {event}")
                name = self.compiled.names.actions[action].name
                picks = self.compiled.program.actions[action].picks
                for pick, value, seen in zip(picks, values, told, strict=True):
                    for c in members(value) if pick.component else ():
                        told_more = c >= 0 and seen & ~self.masks[c]
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
                | Ended()
            ):
                pass  # they name no component to some and not to others
            case _:
                assert_never(event)
