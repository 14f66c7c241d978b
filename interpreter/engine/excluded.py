"""Part-knowledge: what players can exclude of components that they do not know.

`reveal … only` shows an attribute of a component, or whether it has a value. For each attribute that a game
shows so, the position holds, for each component of the kind and each player, a bit for each value that the
player knows not to be printed there (`gamespec.program.tables.Attribute` says where). Who knows which
component it is, knows all that is printed on it: nothing is excluded beside that.

It lies with the component and follows it. What is said here is less than can be deduced: that four of the
five red ones lie elsewhere excludes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamespec.program import Program
from gamespec.program.tables import Attribute
from interpreter.play.events import PartKnowledge

__all__ = ["Excluded"]

Position = list[int]


class Excluded:
    """What players can exclude, for one program."""

    def __init__(self, program: Program) -> None:
        self.players = program.players
        self.any = bool(program.attributes)
        self._kinds = tuple(
            (range(kind.first, kind.first + kind.size), shown)
            for kind, shown in zip(program.kinds, program.shown, strict=True)
            if shown
        )

    def _held(self, c: int) -> Iterator[tuple[int, int, int]]:
        """For each attribute shown of a component: where its integers begin, its value's bit, all bits."""
        for components, shown in self._kinds:
            if c in components:
                for attribute in shown:
                    place, printed = self._of(attribute, c - components.start)
                    yield place, attribute.bit(printed), attribute.all

    def _of(self, attribute: Attribute, number: int) -> tuple[int, int]:
        return attribute.place + number * self.players, attribute.printed[number]

    def of(self, p: Position, c: int, player: int) -> tuple[int, ...]:
        """What a player can exclude of a component, by attribute."""
        return tuple(p[place + player] for place, _, _ in self._held(c))

    def told(self, p: Position, c: int) -> PartKnowledge:
        """What all players can exclude of a component."""
        if not self.any or next(self._held(c), None) is None:
            return ()
        return tuple(self.of(p, c, player) for player in range(self.players))

    def show(self, p: Position, c: int, seen: int, attribute: Attribute, value: int) -> bool:
        """Let players know of a component whether it has a value; whether it has."""
        first = next(components.start for components, shown in self._kinds if c in components)
        place, printed = self._of(attribute, c - first)
        bit = attribute.bit(value)
        gone = attribute.all & ~bit if printed == value else bit
        for player in range(self.players):
            if seen >> player & 1:
                p[place + player] |= gone
        return printed == value

    def forget(self, p: Position, c: int, players: int) -> None:
        """Nothing is excluded of a component by some players any more."""
        for place, _, _ in self._held(c):
            for player in range(self.players):
                if players >> player & 1:
                    p[place + player] = 0

    def more(self, p: Position, c: int, than: int) -> int:
        """Which players' list of what they exclude is greater for one component than for an alike one."""
        found = 0
        for player in range(self.players):
            if self.of(p, c, player) > self.of(p, than, player):
                found |= 1 << player
        return found

    def exchange(self, p: Position, c: int, with_: int, players: int) -> None:
        """What some players exclude of two alike components changes places."""
        for (place, _, _), (other, _, _) in zip(self._held(c), self._held(with_), strict=True):
            for player in range(self.players):
                if players >> player & 1:
                    p[place + player], p[other + player] = p[other + player], p[place + player]

    def confuse(self, p: Position, among: Iterable[int], players: int, known: int) -> None:
        """Some players can no longer tell components apart: any may be what one of them could have been.

        `known` is where it lies who knows which they are, as it was before.
        """
        held = [(c, tuple(self._held(c))) for c in among]
        for player in range(self.players):
            if not players >> player & 1:
                continue
            for number in range(len(held[0][1])):
                left = 0
                for c, kept in held:
                    place, bit, every = kept[number]
                    left |= bit if p[known + c] >> player & 1 else every & ~p[place + player]
                for _, kept in held:
                    place, _, every = kept[number]
                    p[place + player] = every & ~left

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
        for components, _ in self._kinds:
            for c in components:
                for place, bit, every in self._held(c):
                    for player in range(self.players):
                        mask = p[place + player]
                        if mask & (bit | ~every) or (mask and p[known + c] >> player & 1):
                            yield c
