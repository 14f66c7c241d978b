"""Determines the partial knowledge of components that a position stores, and that events allow.

The contract derives from the events alone which values a player may exclude for a component. These are the
values that `reveal … only` has ruled out. If the player once knew the component, they are all values except
the one printed on it. Events do not show that something is forgotten, so this is taken from the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from gamespec.program import Program
from gamespec.program.tables import Attribute
from interpreter.play.events import Shown

__all__ = ["ShownSoFar", "candidates", "excluded"]


def excluded(program: Program, position: Sequence[int], c: int, player: int) -> tuple[int, ...]:
    """Return the values that a player excludes for component `c`.

    There is one bit mask for each separately shown attribute of the component's kind.
    """
    return tuple(position[_place(program, attribute, c) + player] for attribute in _attributes(program, c))


def candidates(program: Program, position: Sequence[int], c: int, player: int) -> tuple[int, ...]:
    """Return the components that may lie in the place of component `c`, as far as a player can tell.

    If the player knows `c`, this is `c` alone. Otherwise these are the components with the same back that
    have none of the excluded values. A component is not ruled out because it is known to lie elsewhere; this
    is so everywhere in partial knowledge.
    """
    if position[program.layout.known + c] >> player & 1:
        return (c,)
    kind = next(kind for kind in program.kinds if kind.first <= c < kind.first + kind.size)
    gone = tuple(zip(_attributes(program, c), excluded(program, position, c, player), strict=True))
    return tuple(
        other
        for other in range(kind.first, kind.first + kind.size)
        if program.backs[other] == program.backs[c]
        and not any(mask & a.bit(a.printed[other - kind.first]) for a, mask in gone)
    )


def _attributes(program: Program, c: int) -> Iterator[Attribute]:
    for attribute in program.attributes:
        kind = program.kinds[attribute.kind]
        if kind.first <= c < kind.first + kind.size:
            yield attribute


def _place(program: Program, attribute: Attribute, c: int) -> int:
    return attribute.place + (c - program.kinds[attribute.kind].first) * program.players


class ShownSoFar:
    """The values that players may exclude at most, according to the events.

    There is one bit mask for each integer of a position that stores excluded values.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._may: dict[int, int] = {}

    def knows(self, c: int, players: int) -> None:
        """Record that the players in the mask `players` know component `c`."""
        for attribute in _attributes(self.program, c):
            own = attribute.bit(self._printed(attribute, c))
            for player in range(self.program.players):
                if players >> player & 1:
                    self._add(_place(self.program, attribute, c) + player, attribute.all & ~own)

    def take(self, event: Shown) -> bool:
        """Process an event in which a value is shown, and return whether the event is true."""
        attribute = self.program.attributes[event.attribute]
        bit = attribute.bit(event.value)
        for player in range(self.program.players):
            if event.seen >> player & 1:
                place = _place(self.program, attribute, event.component) + player
                self._add(place, attribute.all & ~bit if event.whether else bit)
        return event.whether == (self._printed(attribute, event.component) == event.value)

    def together(self, components: Iterable[int]) -> None:
        """Let copies that no player can distinguish share the values that have been shown of them."""
        own = [[_place(self.program, a, c) for a in _attributes(self.program, c)] for c in components]
        for places in zip(*own, strict=True):
            for player in range(self.program.players):
                for place in places:
                    mask = reduce(or_, (self._may.get(other + player, 0) for other in places))
                    self._add(place + player, mask)

    def settle(self, position: Sequence[int]) -> Iterator[int]:
        """Yield each component for which a player excludes more than was shown.

        Afterwards, the excluded values of the position are adopted.
        """
        for c in range(len(self.program.start)) if self.program.attributes else ():
            for attribute in _attributes(self.program, c):
                first = _place(self.program, attribute, c)
                for place in range(first, first + self.program.players):
                    if position[place] & ~self._may.get(place, 0):
                        yield c
                    self._may[place] = position[place]

    def _add(self, place: int, mask: int) -> None:
        self._may[place] = self._may.get(place, 0) | mask

    def _printed(self, attribute: Attribute, c: int) -> int:
        return attribute.printed[c - self.program.kinds[attribute.kind].first]
