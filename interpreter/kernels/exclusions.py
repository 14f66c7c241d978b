"""Part-knowledge: what players can exclude of components that they do not know.

`reveal … only` shows an attribute of a component, or whether it has a value. For each attribute that a game
shows so, the position holds, for each component of the kind and each player, a bit for each value that the
player knows not to be printed there (`gamespec.program.tables.Attribute` says where). Who knows which
component it is, knows all that is printed on it: nothing is excluded beside that.

It lies with the component and follows it. What is said here is less than can be deduced: that four of the
five red ones lie elsewhere excludes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from gamespec.program import Program
from gamespec.program.tables import Attribute
from interpreter.kernels.terms import Position
from interpreter.play.events import PartKnowledge

__all__ = ["Excluded", "Shown"]

Among = Callable[[Position, int, int], Iterator[int]]
"""Yields what lies in a zone and has the same back as a component."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An attribute of a kind that is shown, and where the bits of what is excluded lie."""

    place: int
    """Where the integers of the first component of the kind lie, one for each player."""
    components: range
    all: int
    """The bits of all values."""
    bits: tuple[int, ...]
    """The bit of the value that is printed on each component."""
    players: tuple[int, ...]
    seats: int

    @staticmethod
    def of(attribute: Attribute, components: range, seats: int) -> Shown:
        """An attribute of some components in a game with so many players."""
        bits = tuple(map(attribute.bit, attribute.printed))
        return Shown(attribute.place, components, attribute.all, bits, tuple(range(seats)), seats)

    def show(self, p: Position, c: int, seen: int, bit: int) -> bool:
        """Let players know of a component whether it has the value of a bit; whether it has."""
        own = self.bits[c - self.components.start]
        gone = self.all & ~bit if own == bit else bit
        for player in self.players:
            if seen & 1 << player:
                p[self.place + player + (c - self.components.start) * self.seats] |= gone
        return own == bit


class Excluded:
    """What players can exclude, for one program. `among` yields what a component lies among."""

    def __init__(self, program: Program, known: int, among: Among) -> None:
        self.seats, self.players = program.players, tuple(range(program.players))
        self.any = bool(program.attributes)
        self.known, self.among = known, among
        self.kinds = tuple(
            (components, tuple(Shown.of(attribute, components, program.players) for attribute in shown))
            for kind, shown in zip(program.kinds, program.shown, strict=True)
            if shown
            for components in (range(kind.first, kind.first + kind.size),)
        )

    def attribute(self, place: int) -> Shown:
        """The attribute whose bits lie at a place."""
        return next(shown for _, kind in self.kinds for shown in kind if shown.place == place)

    # --- kernels --------------------------------------------------------------------------------------

    def forget(self, p: Position, c: int, players: int) -> None:
        """Nothing is excluded of a component by some players any more."""
        for components, kind in self.kinds:
            if c in components:
                for player in self.players:
                    if players & 1 << player:
                        for shown in kind:
                            p[shown.place + player + (c - components.start) * self.seats] = 0

    def more(self, p: Position, c: int, than: int) -> int:
        """Which players' list of what they exclude is greater for one component than for an alike one."""
        found = 0
        for components, kind in self.kinds:
            if c in components:
                for player in self.players:
                    for shown in kind:
                        mine = p[shown.place + player + (c - components.start) * self.seats]
                        theirs = p[shown.place + player + (than - components.start) * self.seats]
                        if mine > theirs:
                            found |= 1 << player
                        if mine != theirs:
                            break
        return found

    def exchange(self, p: Position, c: int, other: int, players: int) -> None:
        """What some players exclude of two alike components changes places."""
        for components, kind in self.kinds:
            if c in components:
                for player in self.players:
                    if players & 1 << player:
                        for shown in kind:
                            held = p[shown.place + player + (c - components.start) * self.seats]
                            p[shown.place + player + (c - components.start) * self.seats] = p[
                                shown.place + player + (other - components.start) * self.seats
                            ]
                            p[shown.place + player + (other - components.start) * self.seats] = held

    def confuse(self, p: Position, c: int, zone: int, players: int) -> None:
        """Some players no longer tell a component from those beside it in a zone with the same back.

        Any may then be what one of them could have been; who knows which they are is as it was before.
        """
        for components, kind in self.kinds:
            if c in components:
                for player in self.players:
                    if players & 1 << player:
                        for shown in kind:
                            left = 0
                            for other in self.among(p, zone, c):
                                if p[self.known + other] & 1 << player:
                                    left |= shown.bits[other - components.start]
                                else:
                                    left |= (
                                        shown.all
                                        & ~p[shown.place + player + (other - components.start) * self.seats]
                                    )
                            for other in self.among(p, zone, c):
                                p[shown.place + player + (other - components.start) * self.seats] = (
                                    shown.all & ~left
                                )

    # --- what Python asks -----------------------------------------------------------------------------

    def _held(self, c: int) -> Iterator[tuple[int, int, int]]:
        """For each attribute shown of a component: where its integers begin, its value's bit, all bits."""
        for components, kind in self.kinds:
            if c in components:
                for shown in kind:
                    number = c - components.start
                    yield shown.place + number * self.seats, shown.bits[number], shown.all

    def of(self, p: Position, c: int, player: int) -> tuple[int, ...]:
        """What a player can exclude of a component, by attribute."""
        return tuple(p[place + player] for place, _, _ in self._held(c))

    def told(self, p: Position, c: int) -> PartKnowledge:
        """What all players can exclude of a component."""
        if not self.any or next(self._held(c), None) is None:
            return ()
        return tuple(self.of(p, c, player) for player in self.players)

    def take(self, p: Position, c: int, told: PartKnowledge) -> None:
        """Let a component have the part-knowledge of another one; of whoever it would deceive, nothing."""
        for player, excluded in enumerate(told):
            held = self.possible(excluded, c)
            for mask, (place, _, _) in zip(excluded, self._held(c), strict=True):
                p[place + player] = mask if held else 0

    def possible(self, excluded: Iterable[int], c: int) -> bool:
        """Whether a component has no value that is excluded, by attribute."""
        return not any(mask & bit for mask, (_, bit, _) in zip(excluded, self._held(c), strict=True))

    def strange(self, p: Position, known: int) -> Iterator[int]:
        """The components of which somebody excludes what is so or nowhere printed, or who knows them."""
        for components, _ in self.kinds:
            for c in components:
                for place, bit, every in self._held(c):
                    for player in self.players:
                        mask = p[place + player]
                        if mask & (bit | ~every) or (mask and p[known + c] >> player & 1):
                            yield c
