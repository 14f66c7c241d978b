"""Effects of the definitional engine on components: the kernels, and what is recorded of them."""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.program import Program
from interpreter.kernels.chance import Streams
from interpreter.kernels.components import Components
from interpreter.kernels.terms import Lists, Position, Sink
from interpreter.play.events import BackSeen, Event, Revealed, Shown, Shuffled

__all__ = ["Atoms"]


class Atoms(Components):
    """The changes that components can undergo, for one program."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, Lists())

    def contents(self, p: Position, zone: int) -> list[int]:
        """Return the components of a zone, from the top."""
        return [*self.along(p, zone)]

    def shuffle(self, p: Position, zone: int, streams: Streams, sink: Sink, top: Sequence[int] = ()) -> None:
        """Shuffle a zone below what is put on `top`; players who do not see into it lose track."""
        count = self.collect(p, zone)
        streams.arrange(p, self.program.zones[zone].stream, self.order, count)
        order = self.order[:count]
        self.arrange(p, zone, [*top, *(c for c in order if c not in top)] if top else order, sink)

    def arrange(self, p: Position, zone: int, order: Sequence[int], sink: Sink) -> None:
        """Put a zone in an order, as a shuffle does."""
        self.order[: len(order)] = order
        self.shuffled(p, zone, len(order))
        if sink is not None:
            sink.append(Shuffled(zone))
            self._show(p, zone, sink)

    def _show(self, p: Position, zone: int, sink: list[Event]) -> None:
        """Emit the result of a shuffle by place: all backs, and components to players who see into the zone.

        A place that can have only one outcome, because it is the last or all remaining components are alike,
        is not shown.
        """
        contents = self.contents(p, zone)
        backs = _until_alike(contents, self.backs)
        told = _until_alike(contents, self.program.alike) if self.seen[zone] else 0
        for place, c in enumerate(contents[: max(backs, told)]):
            if place < backs:
                sink.append(BackSeen(c, zone, place))
            seen = p[self.known + c] & self.everyone
            if seen and place < told:
                sink.append(Revealed(c, seen, zone, place))

    def reveal_all(self, p: Position, components: Sequence[int], seen: int, sink: Sink) -> None:
        """Let players know components, all at once."""
        for c in components:
            self.reveal(p, c, seen, sink)
        for c in components:
            self.step_back(c)

    def show(
        self, p: Position, components: Sequence[int], seen: int, attribute: int, value: int | None
    ) -> list[Shown]:
        """Let players know whether components have a value of an attribute; with `None`, which value.

        All of the components are shown at once. Returns the events.
        """
        events: list[Shown] = []
        table = self.program.attributes[attribute]
        shown, first = self.excluded.attribute(table.place), self.program.kinds[table.kind].first
        for c in components:
            self.stand_out(p, c)
            told = self.excluded.told(p, c)
            known = p[self.known + c] & self.everyone
            asked = table.printed[c - first] if value is None else value
            whether = shown.show(p, c, seen & ~known, table.bit(asked))
            zone, place = p[self.zone_of + c], self.place_of(p, c)
            events.append(Shown(c, seen, known, zone, place, attribute, asked, whether, told))
        for c in components:
            self.step_back(c)
        return events


def _until_alike(contents: list[int], alike: Sequence[int]) -> int:
    """Return the place from which on all components in a zone are alike."""
    at = len(contents)
    while at and alike[contents[at - 1]] == alike[contents[-1]]:
        at -= 1
    return at
