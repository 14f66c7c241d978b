"""Partial knowledge: the values that a player can exclude for a component that the player does not know.

`reveal … only` shows one attribute of a component, or shows whether it has a certain value. For each
attribute that a game shows in this way, the position has a bit for each component of the kind, each player
and each value. The bit is set if the player knows that the value is not printed on the component (see
`gamespec.program.tables.Attribute`). For a component that the player knows, no bits are set, because that
player knows everything printed on it.

Partial knowledge moves with its component. It does not contain everything that could be deduced. For example,
if four of the five red components are known to lie elsewhere, red is still not excluded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from gamespec.program.tables import Attribute
from interpreter.kernels.terms import Position
from interpreter.play.fields import PartKnowledge

__all__ = ["Excluded", "Shown"]

Among = Callable[[Position, int, int], Iterator[int]]
"""A function that yields the components of a zone that have the same back as a given component."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An attribute that is shown separately, and where the values excluded for it are stored."""

    place: int
    """The index in the position of the first component's integers, of which there is one per player."""
    components: range
    all: int
    """Bit mask of all values of the attribute."""
    bits: tuple[int, ...]
    """For each component, the bit of the value that is printed on it."""
    players: tuple[int, ...]
    seats: int

    @staticmethod
    def of(attribute: Attribute, components: range, seats: int) -> Shown:
        """Return the description of `attribute` for a range of components in a game with `seats` players."""
        bits = tuple(map(attribute.bit, attribute.printed))
        return Shown(attribute.place, components, attribute.all, bits, tuple(range(seats)), seats)

    def show(self, p: Position, c: int, seen: int, bit: int) -> bool:
        """Show the players in `seen` whether a component has the value of `bit`; return whether it does."""
        own = self.bits[c - self.components.start]
        gone = self.all & ~bit if own == bit else bit
        for player in self.players:
            if seen & 1 << player:
                p[self.place + player + (c - self.components.start) * self.seats] |= gone
        return own == bit


class Excluded:
    """What the players of one program can exclude.

    The function `among` yields the components of a zone that have the same back as a given component.
    """

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
        """Return the attribute whose bits begin at the index `place` of the position."""
        return next(shown for _, kind in self.kinds for shown in kind if shown.place == place)

    # --- kernels --------------------------------------------------------------------------------------

    def forget(self, p: Position, c: int, players: int) -> None:
        """Clear the values that the players in the bit mask `players` exclude for a component."""
        for components, kind in self.kinds:
            if c in components:
                for player in self.players:
                    if players & 1 << player:
                        for shown in kind:
                            p[shown.place + player + (c - components.start) * self.seats] = 0

    def more(self, p: Position, c: int, than: int) -> int:
        """Return the bit mask of the players who exclude more for `c` than for its copy `than`."""
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
        """Swap what the players in the bit mask `players` exclude for two alike components."""
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
        """Let players confuse a component with the components in its zone that have the same back.

        For the players in the bit mask `players`, each of these components may then be whatever any of them
        could have been. This does not change which players know the identity of a component.
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
        """Yield, for each shown attribute of a component, where its integers begin and two bit masks.

        The first mask is the bit of the component's own value, and the second one has the bits of all values.
        """
        for components, kind in self.kinds:
            if c in components:
                for shown in kind:
                    number = c - components.start
                    yield shown.place + number * self.seats, shown.bits[number], shown.all

    def of(self, p: Position, c: int, player: int) -> tuple[int, ...]:
        """Return a bit mask of the values that a player excludes, for each shown attribute of `c`."""
        return tuple(p[place + player] for place, _, _ in self._held(c))

    def told(self, p: Position, c: int) -> PartKnowledge:
        """Return what each player excludes for a component; empty if the component has no shown attribute."""
        if not self.any or next(self._held(c), None) is None:
            return ()
        return tuple(self.of(p, c, player) for player in self.players)

    def take(self, p: Position, c: int, told: PartKnowledge) -> None:
        """Give a component the partial knowledge `told` of another component.

        A player whose knowledge would be wrong for this component excludes nothing afterwards.
        """
        for player, excluded in enumerate(told):
            held = self.possible(excluded, c)
            for mask, (place, _, _) in zip(excluded, self._held(c), strict=True):
                p[place + player] = mask if held else 0

    def possible(self, excluded: Iterable[int], c: int) -> bool:
        """Return whether none of a component's values is excluded, given one bit mask per attribute."""
        return not any(mask & bit for mask, (_, bit, _) in zip(excluded, self._held(c), strict=True))

    def strange(self, p: Position, known: int) -> Iterator[int]:
        """Yield a component each time that a player's exclusions for it are inconsistent.

        They are inconsistent if the player excludes the true value or a value that does not exist, or
        excludes anything for a component that the player knows.
        """
        for components, _ in self.kinds:
            for c in components:
                for place, bit, every in self._held(c):
                    for player in self.players:
                        mask = p[place + player]
                        if mask & (bit | ~every) or (mask and p[known + c] >> player & 1):
                            yield c
