"""Compiles expressions for explicit chance, which raise a signal when they read an unsettled order.

This module alone decides which reads depend on an order. The contents of a zone with an unsettled order are a
`Pending` list. Its length and its set of members can be read. Reading a particular member raises the signal
`Unsettled`, with the place that must be settled first. Expressions are read only when they are needed. An
expression that is skipped by a short circuit, a branch or an early stop is not read.

The following operations do not depend on the order: `size`, `empty`, `in`, `count`, `sum`, `min`, `max`,
`matching`, `trail`, `path`, `the` with a condition, and moving all components of a zone. `any`, `all` and
`none` do not depend on it either, unless the order decides whether a fault comes first. The results of
`filter`, `map`, `sort`, `best`, `union`, `distinct` and `reverse` for a pending list are again pending,
unless the order of the result is determined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, overload

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import INT_MAX, Domain
from gamespec.program.instructions import ShuffleZone
from interpreter.engine.expressions.evaluate import Evaluator, Listing, Number
from interpreter.engine.state.unsettled import SHIFT, Unsettled
from interpreter.kernels.situations import Situations
from interpreter.kernels.terms import Lists
from interpreter.kernels.tiling import Tiling
from interpreter.play.errors import Fault

__all__ = ["Pending", "WatchingEvaluator", "unordered"]

Position = list[int]


class Pending(Sequence[int]):
    """A list in an unsettled order, which holds its members as they currently lie.

    For each member, `places` has the component whose place must be settled before the member may be read, or
    -1 if it may be read now. `certain` is true if the set of members is known and only their order is
    unsettled. `whole` is true if the members are all components of a zone, in the order of the zone.
    """

    __slots__ = ("certain", "members", "places", "whole")

    def __init__(
        self, members: list[int], places: list[int], *, certain: bool = True, whole: bool = False
    ) -> None:
        self.members = members
        self.places = places
        self.certain = certain
        self.whole = whole

    @property
    def first(self) -> int:
        """The component whose place must be settled first."""
        return next(place for place in self.places if place >= 0)

    def __len__(self) -> int:
        return len(self.members)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            members, places = self.members[index], self.places[index]
            if max(places, default=-1) < 0:
                return members
            return Pending(members, places, certain=self.certain and len(members) == len(self.members))
        if self.places[index] >= 0:
            raise Unsettled(self.places[index])
        return self.members[index]

    def __iter__(self) -> Iterator[int]:
        for member, place in zip(self.members, self.places, strict=True):
            if place >= 0:
                raise Unsettled(place)
            yield member

    def __contains__(self, value: object) -> bool:
        if self.certain:
            return value in self.members
        if any(m == value for m, place in zip(self.members, self.places, strict=True) if place < 0):
            return True
        raise Unsettled(self.first)


def unordered(members: Sequence[int]) -> Sequence[int]:
    """Return the members of a list in any order if their set is certain, and otherwise the list itself.

    The result is meant for readers that ignore the order.
    """
    return members.members if isinstance(members, Pending) and members.certain else members


class WatchingEvaluator(Evaluator):
    """An evaluator whose closures raise `Unsettled` when they read a place that is not settled.

    For a program that never shuffles, it behaves like any other evaluator.
    """

    def __init__(self, program: Program, tilings: Sequence[Tiling]) -> None:
        super().__init__(program, tilings)
        self.shuffles = any(isinstance(i, ShuffleZone) for i in program.code)
        self._free: set[int] = set()

    def listing(self, node: x.Expression) -> Listing:
        """Compile a list expression. If its order does not matter, the value has the members in any order."""
        closure = super().listing(node)
        if id(node) not in self._free:
            return closure
        return lambda p: unordered(closure(p))

    def freely(self, nodes: Sequence[x.Expression], make: Callable[[], Any]) -> Any:
        """Compile with `make` an expression to which the order of the lists in `nodes` does not matter."""
        added = {id(node) for node in nodes} - self._free
        self._free |= added
        try:
            return make()
        finally:
            self._free -= added

    def _compile(self, node: x.Expression) -> Any:
        if not self.shuffles:
            return super()._compile(node)
        match node:
            case x.ZoneEnd() | x.ZoneEnds():
                return self._end(super()._compile(node))
            case x.Longest(over=over, body=body):
                plain = super()._compile
                return self.freely((over, body), lambda: plain(node))
            case x.ExtremeOf(_, _, _, of):
                plain = super()._compile
                return self.freely((of,), lambda: plain(node))
            case x.Union(_, _, left, right):
                return self._followed(node, (left, right))
            case x.Distinct(_, _, of):
                return self._followed(node, (of,))
            case x.Contents():
                return self._contents(super()._compile(node))
            case _:
                return super()._compile(node)

    def _followed(self, node: x.Expression, of: tuple[x.Expression, ...]) -> Listing:
        """Compile a list expression whose result takes its order from the lists in `of`."""
        plain = super()._compile
        free: Listing = self.freely(of, lambda: plain(node))
        return _follow(free, tuple(self.listing(source) for source in of))

    def _contents(self, plain: Listing) -> Listing:
        known = self.program.layout.known

        def contents(p: Position) -> Sequence[int]:
            found = list(plain(p))
            places = [c if p[known + c] >> SHIFT else -1 for c in found]
            return Pending(found, places, whole=True) if max(places, default=-1) >= 0 else found

        return contents

    def _end(self, plain: Any) -> Any:
        """Wrap the closure for `top` or `bottom` of a zone, which must be settled to be read."""
        known = self.program.layout.known

        def end(p: Position) -> int | Sequence[int]:
            found: int | list[int] = plain(p)
            if isinstance(found, int):
                if found >= 0 and p[known + found] >> SHIFT:
                    raise Unsettled(found)
                return found
            places = [c if p[known + c] >> SHIFT else -1 for c in found]
            return Pending(found, places, certain=False) if max(places, default=-1) >= 0 else found

        return end

    def situations(self, history: int) -> Situations:
        """Return the reader of past situations in a history.

        The reader requires that the order of each ordered zone that belongs to a situation is settled.
        """
        digits, zones = self.program.histories[history].digits, self.program.zones
        read = tuple({d.of for d in digits if d.read == "occupant" and zones[d.of].ordered})
        if not self.shuffles or not read:
            return super().situations(history)
        return _Settled(self.program, history, read)

    def _narrow(self, node: x.Narrow) -> Any:
        usual = super()._narrow
        if not self.shuffles or not node.domain.is_list:
            return usual(node)
        fits: Listing = self.freely((node.of,), lambda: usual(node))
        listing = self.listing(node.of)

        def narrow(p: Position) -> Sequence[int]:
            fits(p)
            return listing(p)

        return narrow

    def _quantifier(self, node: x.Quantifier) -> Any:
        in_order = super()._quantifier(node)
        if not self.shuffles:
            return in_order
        match node.kind:
            case "count" | "sum" | "min" | "max" | "the":
                return self._free_quantifier(node)
            case "matching":
                plain = super()._quantifier
                return self.freely((node.over, node.body), lambda: plain(node))
            case "any" | "all" | "none":
                return self._quick(node, in_order)
            case "filter" | "map" | "best" | "sort":
                return self._derived(node)
            case _:
                return in_order

    def _free_quantifier(self, node: x.Quantifier) -> Any:
        usual = super()._quantifier
        return self.freely((node.over,), lambda: usual(node))

    def _quick(self, node: x.Quantifier, in_order: Number) -> Number:
        """Compile an `any`, `all` or `none` expression.

        These expressions stop early, so the order of the list may decide whether a faulty member is reached.
        If the order is unsettled, the body is evaluated for all members; if this raises a fault, the order
        must be settled.
        """
        over = self.listing(node.over)
        counted: Number = self._free_quantifier(replace(node, kind="count", domain=Domain(0, INT_MAX)))

        def quick(p: Position) -> int:
            members = over(p)
            if not isinstance(members, Pending) or not members.certain:
                return in_order(p)
            try:
                found = counted(p)
            except Fault:
                raise Unsettled(members.first) from None
            return found > 0 if node.kind == "any" else found == (len(members) if node.kind == "all" else 0)

        return quick

    def _derived(self, node: x.Quantifier) -> Listing:
        """Compile a list that is derived from another list and may depend on its unsettled order."""
        free: Listing = self._free_quantifier(node)
        keys: Listing | None = None
        if node.kind == "sort":
            keys = self._free_quantifier(replace(node, kind="map"))
        over = self.listing(node.over)
        if node.kind == "map":
            return _mapped(free, over)
        return _follow(free, (over,), keys, selects=node.kind in {"filter", "best"})


def _mapped(free: Listing, over: Listing) -> Listing:
    """Return a closure for a `map` expression, in which a value is as settled as the member it comes from."""

    def mapped(p: Position) -> Sequence[int]:
        found = free(p)
        source = over(p) if len(set(found)) > 1 else found
        return Pending(list(found), source.places) if isinstance(source, Pending) else found

    return mapped


def _follow(
    free: Listing, sources: Sequence[Listing], keys: Listing | None = None, *, selects: bool = False
) -> Listing:
    """Return a closure for a list that takes its order from the lists in `sources`.

    The result is settled if it is the same for every order of its sources. That is the case if all its
    members are equal, if `keys` sort them without ties, or if it only `selects` members that are settled
    themselves.
    """

    def follow(p: Position) -> Sequence[int]:
        found = free(p)
        if len(set(found)) <= 1:
            return found
        source = next((x for x in (source(p) for source in sources) if isinstance(x, Pending)), None)
        if source is None:
            return found
        if selects:
            at = dict(zip(source.members, source.places, strict=True))
            if all(at[x] < 0 for x in found):
                return found
        if keys is not None:
            order = keys(p)
            if len(set(order)) == len(order):
                return found
        return Pending(list(found), [source.first] * len(found))

    return follow


class _Settled(Situations):
    """Past situations that can be compared only when the ordered zones they contain are settled."""

    def __init__(self, program: Program, history: int, zones: Sequence[int]) -> None:
        super().__init__(program, program.histories[history], Lists())
        self._zones, self._layout = zones, program.layout

    def pack(self, p: Position) -> None:
        """Pack the present situation. Raises `Unsettled` if one of the zones has an unsettled order."""
        for zone in self._zones:
            c = p[self._layout.first + zone]
            while c >= 0:
                if p[self._layout.known + c] >> SHIFT:
                    raise Unsettled(c)
                c = p[self._layout.next + c]
        super().pack(p)
