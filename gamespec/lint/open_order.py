"""GS408: components that are shuffled in full view and then put onto a pile that nobody sees.

A player who sees into a zone sees the order after a shuffle, and still knows it when all the components move
together. This lint follows the code from each such shuffle to the next moves of the whole zone, before any
decision. From there it follows the code into and out of routines. It is silent if the pile may be shuffled
anywhere on the way.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.compile.draft.draft import Emitted, Routine, Site
from gamespec.lint.graph import Graph
from gamespec.lint.hidden import Hidden
from gamespec.lint.subject import Part, Subject
from gamespec.program import instructions as g
from gamespec.text.diagnostics import Remark
from gamespec.trees import core

__all__ = ["open_order"]

Place = tuple[Part, int]
"""An instruction, as a part of the game's code and an index within that part."""

_APART = {g.Decide, g.RunAnswer, g.Call, g.NextTurn, g.StartPhase}
"""Instructions that separate steps which have nothing to do with one another."""
_LEAVES = {g.StopTurn, g.LeavePhase}
"""Instructions after which the code continues later in its part, or in a caller."""


def open_order(subject: Subject) -> None:
    """Report moves onto hidden piles that preserve an order which everybody has seen."""
    hidden, ways, told = Hidden(subject), _Ways(subject), set[Emitted]()
    ordered = {zone.ident.name for zone in subject.game.zones if zone.ordered}
    for part in subject.parts:
        for at, item in enumerate(ways.items(part)):
            zone = _shuffled(item)
            if zone is None or hidden.zone(zone.zone.name) != "everyone":
                continue
            for place in ways.next_to((part, at), zone):
                move, pile = ways.item(place), _onto(ways.item(place), zone)
                name = pile.zone.name if pile is not None else ""
                unseen = name in ordered and hidden.zone(name) == "nobody"
                if unseen and move not in told and not ways.shuffles(place, name):
                    told.add(move)
                    _report(subject, zone.zone.name, name, move, item)


def _report(subject: Subject, zone: str, pile: str, move: Emitted, shuffle: Emitted) -> None:
    subject.found.report(
        "GS408", f"everybody knows the order in which `{zone}` comes onto `{pile}`", move.span,
        severity="warning", others=(Remark(shuffle.span, "everybody sees it shuffled here"),),
        help=f"shuffle `{pile}` after the move",
    )  # fmt: skip


class _Ways:
    """The control flow of a whole game."""

    def __init__(self, subject: Subject) -> None:
        self._graphs = {part: Graph(part) for part in subject.parts}
        self._of = {part.routine: part for part in subject.parts if part.routine is not None}
        self._runs: dict[Routine, list[Place]] = {}
        for part, graph in self._graphs.items():
            for at, item in enumerate(graph.items):
                for routine in _routines(item):
                    self._runs.setdefault(routine, []).append((part, at))

    def items(self, part: Part) -> tuple[Emitted, ...]:
        """Return the instructions of a part."""
        return self._graphs[part].items

    def item(self, place: Place) -> Emitted:
        """Return the instruction at a place."""
        return self.items(place[0])[place[1]]

    def next_to(self, start: Place, zone: core.Zone) -> Iterator[Place]:
        """Yield the places of a part after `start`, up to a move or shuffle of `zone`, or a decision."""
        part, at = start
        left, seen = list(self._graphs[part].onward[at]), set[int]()
        while left:
            at = left.pop()
            if at in seen or at == len(self.items(part)):
                continue
            seen.add(at)
            yield part, at
            item = self.items(part)[at]
            again = _shuffled(item)
            touched = _onto(item, zone) is not None or (again is not None and _same(again, zone))
            if not touched and item.op not in _APART:
                left += self._graphs[part].onward[at]

    def shuffles(self, start: Place, pile: str) -> bool:
        """Return whether a zone of the family `pile` may be shuffled after a place, before its code ends."""
        left, seen = self._after(start), set[Place]()
        while left:
            place = left.pop()
            if place in seen:
                continue
            seen.add(place)
            shuffled = _shuffled(self.item(place))
            if shuffled is not None and shuffled.zone.name == pile:
                return True
            left += self._after(place)
            left += [(self._of[each], 0) for each in _routines(self.item(place)) if self._entered(each)]
        return False

    def _entered(self, routine: Routine) -> bool:
        return routine in self._of and bool(self.items(self._of[routine]))

    def _after(self, place: Place) -> list[Place]:
        """Return the places that may follow a place.

        After the last instruction of a routine, these are the places that follow the calls of the routine.
        """
        part, at = place
        onward, end = self._graphs[part].onward[at], len(self.items(part))
        if self.items(part)[at].op in _LEAVES:
            onward = (*range(at + 1, end + 1),)
        found = [(part, other) for other in onward if other < end]
        if part.routine is not None and (not onward or end in onward):
            found += [each for run in self._runs.get(part.routine, ()) for each in self._after(run)]
        return found


def _routines(item: Emitted) -> Iterator[Routine]:
    """Yield the routines that an instruction may run."""
    for operand in item.operands:
        if isinstance(operand, Routine) and item.op is g.Call:
            yield operand
        elif isinstance(operand, Site):
            yield from (branch.routine for branch in operand.branches if branch.routine is not None)


def _shuffled(item: Emitted) -> core.Zone | None:
    """Return the zone that an instruction shuffles, or `None` if it shuffles none."""
    match item.operands:
        case (core.Zone() as zone,) if item.op is g.ShuffleZone:
            return zone
        case _:
            return None


def _onto(item: Emitted, zone: core.Zone) -> core.Zone | None:
    """Return the destination of an instruction that moves all components of `zone`, or `None`."""
    match item.operands:
        case (core.Contents(zone=core.Zone() as source) | (core.Zone() as source), core.Zone() as to, *_) if (
            item.op is g.MoveTo and _same(source, zone)
        ):
            return to
        case _:
            return None


def _same(a: core.Zone, b: core.Zone) -> bool:
    """Return whether two expressions for zones are written identically."""
    return a.zone is b.zone and [k.span.text for k in a.keys] == [k.span.text for k in b.keys]
