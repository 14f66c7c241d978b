"""Partial knowledge: what players can exclude of components that they do not know.

`reveal … only` shows an attribute of a component, or whether it has a value. For each attribute that a game
shows in this way, the position has, for each component of the kind and each player, a bit for each value that
the player knows not to be printed there (see `gamespec.program.tables.Attribute`). If a player knows the
component, nothing is excluded as well, because that player knows everything printed on it.

Partial knowledge moves with its component. It is less than could be deduced: for example, that four of the
five red ones lie elsewhere excludes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from gamespec.program import Program
from gamespec.program.tables import Attribute
from interpreter.kernels.terms import Position
from interpreter.play.fields import PartKnowledge

__all__ = ["Excluded", "Shown"]

Among = Callable[[Position, int, int], Iterator[int]]
"""Yields the components of a zone with the same back as a component."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A separately shown attribute of a kind, and where its excluded values are stored."""

    place: int
    """The place of the integers of the first component of the kind, one per player."""
    components: range
    all: int
    """The bits of all values."""
    bits: tuple[int, ...]
    """The bit of the printed value of each component."""
    players: tuple[int, ...]
    seats: int

    @staticmethod
    def of(attribute: Attribute, components: range, seats: int) -> Shown:
        """Make the description of an attribute of some components in a game with `seats` players."""
        bits = tuple(map(attribute.bit, attribute.printed))
        return Shown(attribute.place, components, attribute.all, bits, tuple(range(seats)), seats)

    def show(self, p: Position, c: int, seen: int, bit: int) -> bool:
        """Show players whether a component has the value of a bit; return whether it has."""
        own = self.bits[c - self.components.start]
        gone = self.all & ~bit if own == bit else bit
        for player in self.players:
            if seen & 1 << player:
                p[self.place + player + (c - self.components.start) * self.seats] |= gone
        return own == bit


class Excluded:
    """What players can exclude, for one program; `among` yields the components with one back in a zone."""

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
        """Return the attribute whose bits are at a place."""
        return next(shown for _, kind in self.kinds for shown in kind if shown.place == place)

    # --- kernels --------------------------------------------------------------------------------------

    def forget(self, p: Position, c: int, players: int) -> None:
        """Clear what some players exclude of a component."""
        for components, kind in self.kinds:
            if c in components:
                for player in self.players:
                    if players & 1 << player:
                        for shown in kind:
                            p[shown.place + player + (c - components.start) * self.seats] = 0

    def more(self, p: Position, c: int, than: int) -> int:
        """Return the players who exclude more of one component than of an alike one."""
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
        """Exchange what some players exclude of two alike components."""
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
        """Make some players confuse a component with those in its zone that have the same back.

        For these players, each of these components may then be whatever any of them could have been. Which
        players know the identity of a component does not change.
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

    # --- queries from Python --------------------------------------------------------------------------------

    def _held(self, c: int) -> Iterator[tuple[int, int, int]]:
        """Yield for each shown attribute of a component its first integer, its value's bit, and all bits."""
        for components, kind in self.kinds:
            if c in components:
                for shown in kind:
                    number = c - components.start
                    yield shown.place + number * self.seats, shown.bits[number], shown.all

    def of(self, p: Position, c: int, player: int) -> tuple[int, ...]:
        """Return what a player can exclude of a component, by attribute."""
        return tuple(p[place + player] for place, _, _ in self._held(c))

    def told(self, p: Position, c: int) -> PartKnowledge:
        """Return what all players can exclude of a component."""
        if not self.any or next(self._held(c), None) is None:
            return ()
        return tuple(self.of(p, c, player) for player in self.players)

    def take(self, p: Position, c: int, told: PartKnowledge) -> None:
        """Give a component the partial knowledge of another one, except where it would be wrong."""
        for player, excluded in enumerate(told):
            held = self.possible(excluded, c)
            for mask, (place, _, _) in zip(excluded, self._held(c), strict=True):
                p[place + player] = mask if held else 0

    def possible(self, excluded: Iterable[int], c: int) -> bool:
        """Return whether a component has no excluded value, by attribute."""
        return not any(mask & bit for mask, (_, bit, _) in zip(excluded, self._held(c), strict=True))

    def strange(self, p: Position, known: int) -> Iterator[int]:
        """Yield the components with inconsistent exclusions.

        A player excludes the true value or an impossible one, or excludes something of a component that the
        player knows.
        """
        for components, _ in self.kinds:
            for c in components:
                for place, bit, every in self._held(c):
                    for player in self.players:
                        mask = p[place + player]
                        if mask & (bit | ~every) or (mask and p[known + c] >> player & 1):
                            yield c
