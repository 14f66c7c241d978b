"""Says who can see a thing on the table: by the rules of its zone, and by what a seat has been shown.

A zone says who sees into it. Besides, a player who sees a component on its way still knows it where it lies,
until the zone is shuffled or something leaves it unseen (`kernels.components`). What is told of others
follows from events that the reader was shown, so it tells nothing that the reader could not work out. Where
that is not certain, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from gamespec.program.instructions import RevealTo
from gamespec.program.tables import BY_OWNER
from interpreter.play.events import Moved, Revealed, Shuffled
from interpreter.play.observation import Unknown

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.engine.game import Game
    from interpreter.play.events import Event
    from interpreter.scene.things import Ref
    from interpreter.words import Words

__all__ = ["whose"]

_REF = re.compile(r"z(\d{1,6})\.(c?)(\d{1,6})", re.ASCII)
"""Matches the ref of a component, or of what lies at a place of a zone."""


def whose(words: Words, game: Game, seat: int | None, ref: Ref, called: Callable[[int], str]) -> str:
    """Return who can see the thing with a ref, or "" if a seat cannot tell or there is no such thing.

    A seat of `None` stands for a spectator. `called` gives the name of a seat.
    """
    seen = game.common_observation() if seat is None else game.observation(seat)
    found, program = _REF.fullmatch(ref), words.program
    if found is None or int(found[1]) >= len(seen.zones):
        return ""
    zone, number = int(found[1]), int(found[3])
    lying = seen.zones[zone]
    component = number if found[2] else None
    if component not in lying if component is not None else not _hides(lying, number):
        return ""
    mask = _sees(program, zone, component)
    if mask is None:
        return ""
    own = 0 if seat is None else 1 << seat
    said = [_sentence(words, mask, seat, called)]
    if component is None or mask == _everybody(program):
        return said[0]
    if not mask & own and seat is not None:
        said.append(words.texts.gettext("you know what it is"))
    also = 0 if seat is None else _surely(program, game, seat, component) & ~mask & ~own
    if names := _names(words, also, called):
        who = words.all_of(names)
        said.append(
            words.texts.ngettext("{who} has seen it, too", "{who} have seen it, too", len(names), who=who)
        )
    return "; ".join(said)


def _hides(lying: tuple[int, ...], place: int) -> bool:
    """Return whether something that the reader does not know lies at a place."""
    return place < len(lying) and lying[place] == Unknown


def _everybody(program: Program) -> int:
    return (1 << program.players) - 1


def _sees(program: Program, zone: int, c: int | None) -> int | None:
    """Return the mask of players who see into a zone, which may depend on the owner of a component."""
    seen = program.zones[zone].seen
    if seen >= 0:
        return seen & _everybody(program)
    if c is None or program.owners[c] < 0:
        return None
    owner = 1 << program.owners[c]
    return owner if seen == BY_OWNER else _everybody(program) & ~owner


def _names(words: Words, mask: int, called: Callable[[int], str]) -> list[str]:
    return [called(seat) for seat in range(words.program.players) if mask >> seat & 1]


def _sentence(words: Words, mask: int, seat: int | None, called: Callable[[int], str]) -> str:
    """Say who sees into the zone of a thing."""
    texts, own = words.texts, 0 if seat is None else 1 << seat
    if mask == _everybody(words.program):
        return texts.gettext("seen by all")
    if not mask:
        return texts.gettext("seen by nobody where it lies")
    if mask == own:
        return texts.gettext("seen only by you")
    names = _names(words, mask & ~own, called)
    who = words.all_of(names)
    if mask & own:
        return texts.gettext("seen by you and {who}", who=who)
    return texts.ngettext("seen by {who}", "seen by {who}", len(names), who=who)


def _surely(program: Program, game: Game, seat: int, c: int) -> int:
    """Return the mask of players who know a component where it lies, as far as a seat can be sure of it.

    There is no telling which of several copies somebody saw, so nobody is certain about those.
    """
    if program.alike.count(program.alike[c]) > 1:
        return 0
    track = _Track(program, seat, c)
    track.follow(game.events)
    return track.mask & game.position[program.layout.known + c]


class _Track:
    """Follows a component through the events that a seat is shown.

    `mask` are the players who know the component in `zone`. The zone is `None` while the seat may have lost
    sight of the component.
    """

    def __init__(self, program: Program, seat: int, c: int) -> None:
        self.program, self.seat, self.c = program, seat, c
        self.open = all(step.to is None for step in program.code if isinstance(step, RevealTo))
        self.zone: int | None = None
        self.mask = 0

    def follow(self, events: Iterable[Event]) -> None:
        """Process events in order."""
        for event in events:
            match event:
                case Moved(component=component) if component == self.c:
                    self._moved(event)
                case Moved(component=component, source=source, target=target) if source == self.zone:
                    if not self.program.zones[source].ordered:
                        self.mask &= self._seers(source, component) | self._seers(target, component)
                case Shuffled(zone=zone) if zone == self.zone:
                    self.mask &= self._seers(zone, self.c)
                case Revealed(component=component, seen=seen, zone=zone) if component == self.c:
                    self._revealed(seen, zone)

    def _moved(self, event: Moved) -> None:
        if not event.seen >> self.seat & 1:
            self.zone, self.mask = None, 0
            return
        kept = self.mask if self.zone == event.source and self.program.zones[event.source].ordered else 0
        self.mask = kept | self._seers(event.source, self.c) | self._seers(event.target, self.c)
        self.zone = event.target

    def _revealed(self, seen: int, zone: int) -> None:
        if seen >> self.seat & 1:
            kept = self.mask if self.zone == zone else 0
            shown = _everybody(self.program) if self.open else 0
            self.zone, self.mask = zone, kept | shown | self._seers(zone, self.c)

    def _seers(self, zone: int, c: int) -> int:
        return _sees(self.program, zone, c) or 0
