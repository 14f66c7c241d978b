"""Results of functions that are kept until what they read changes.

A function is pure and a position a list of integers, so what it gives for some arguments follows from the
integers that were read while it was evaluated. Those are noted, each with its place; the result holds in
every position that has the same ones there, whatever game it belongs to and however it came about. So
nobody needs to tell of a change: clones, trials, positions that are restored or written from outside are
all alike, and a game that keeps nothing pays nothing.

A result costs of the budget what its evaluation cost, and where that much is not left it is evaluated
again, up to where the budget ends. So a game goes on alike with results and without, also one that is
restored. A fault, and an order that is not settled, is met again each time.

To note what is read takes longer than to read it. A function of whose results too few are asked for again
rests: for a while it is evaluated as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, KeysView, Sequence
from dataclasses import fields, is_dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from gamespec.program import expressions as x
from gamespec.program.tables import Head
from interpreter.kernels.budget import exhausted

if TYPE_CHECKING:
    from interpreter.engine.expressions.evaluate import Evaluator

__all__ = ["KEPT", "WAYS", "Kept", "may_keep"]

Position = list[int]
Reader = Callable[[Position], Any]
"""Gives what lies at some places of a position."""

KEPT = 1_024
"""For so many combinations of arguments the results of a function are kept."""

WAYS = 4
"""So many results for one combination, of different positions: the last that were asked for."""

TRIED, REST = 256, 4_096
"""When so many evaluations have been noted, and fewer results asked for again, nothing is kept in so many
applications."""

_MANY, _RUN = 64, 3
"""From so many integers on, so many of them side by side are compared as one."""

_ME = Head.ME


class _Result(NamedTuple):
    """The value of a function wherever `read` gives what it `gave`; the evaluation cost `cost`."""

    read: Reader
    gave: Any
    value: int | Sequence[int]
    cost: int
    places: tuple[int, ...]


class _Noted(dict[int, int]):
    """A position that is read integer by integer: those that have been, by their places."""

    __slots__ = ("position",)
    position: Position

    def __missing__(self, place: int) -> int:
        value = self[place] = self.position[place]
        return value

    @property
    def places(self) -> KeysView[int]:
        """What has been read."""
        return self.keys()

    def note(self, places: Iterable[int]) -> None:
        """Note that the integers at some places have been read."""
        for place in places:
            self[place]


class _NotedWhole(list[int]):
    """A position of which parts are read as one, or copied."""

    __slots__ = ("places", "position")
    position: Position
    places: dict[int, None]

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        self.note(range(len(self.position))[at] if isinstance(at, slice) else (at.__index__(),))
        return self.position[at]

    def __len__(self) -> int:
        return len(self.position)

    def note(self, places: Iterable[int]) -> None:
        """Note that the integers at some places have been read."""
        self.places.update(dict.fromkeys(places))


def _noted(position: Position) -> _Noted:
    noted = _Noted()
    noted.position = position
    return noted


def _noted_whole(position: Position) -> _NotedWhole:
    noted = _NotedWhole()
    noted.position, noted.places = position, {}
    return noted


class Kept:
    """The results of one function, of all its applications together."""

    def __init__(self, e: Evaluator, function: x.Function) -> None:
        parts = tuple(_parts(function.body, set()))
        whole = any(isinstance(part, _WHOLE) for part in parts)
        self.noting: Callable[[Position], Any] = _noted_whole if whole else _noted
        self.uses_me = any(isinstance(part, x.Me) for part in parts)
        self.results: dict[tuple[Any, ...], list[_Result]] = {}
        self.readers: dict[tuple[int, ...], Reader] = {}
        self.parameters = tuple(e.place(variable) for variable in function.parameters)
        self.body, self.cost, self.scratch = e.value(function.body), function.cost, e.scratch
        self.noted = self.again = self.rest = 0

    def application(self, e: Evaluator, node: x.Apply, usual: Callable[[Position], Any]) -> Any:
        """The closure of an application, for which `usual` keeps nothing."""
        args, results, scratch, at = self._arguments(e, node), self.results, self.scratch, node.at

        def apply(p: Any) -> Any:
            if self.rest:
                self.rest -= 1
                return usual(p)
            given = args(p)
            known = results.get(given)
            if known is not None:
                plain: Position = p if type(p) is list else p.position
                for i, (read, gave, value, cost, places) in enumerate(known):
                    if read(plain) == gave:
                        left = scratch[0] - cost
                        if left < 0:
                            break
                        scratch[0] = left
                        self.again += 1
                        if i:
                            known.insert(0, known.pop(i))
                        if p is not plain:
                            p.note(places)
                        return value
            return self._evaluated(p, given, at)

        return apply

    def _arguments(self, e: Evaluator, node: x.Apply) -> Callable[[Position], tuple[Any, ...]]:
        """The arguments of an application, and after them the player who acts if it depends on that."""
        args = [_tuple(e.listing(arg)) if arg.domain.is_list else e.number(arg) for arg in node.args]
        if self.uses_me:
            args.append(lambda p: p[_ME])
        match args:
            case []:
                return lambda _: ()
            case [only]:
                return lambda p: (only(p),)
            case [first, second]:
                return lambda p: (first(p), second(p))
            case _:
                every = tuple(args)
                return lambda p: tuple([arg(p) for arg in every])

    def _evaluated(self, p: Any, args: tuple[Any, ...], at: int) -> Any:
        """The value for some arguments, which is kept. Raises `Fault`."""
        plain: Position = p if type(p) is list else p.position
        noted, scratch = self.noting(plain), self.scratch
        before = scratch[0]
        for place, given in zip(self.parameters, args, strict=False):  # the player who acts may come last
            scratch[place] = given
        left = scratch[0] = before - self.cost
        if left < 0:
            raise exhausted(at)
        try:
            value = self.body(noted)
        finally:
            if p is not plain:  # whoever goes on after a fault has read this as well
                p.note(noted.places)
        if isinstance(value, list):
            value = tuple(value)
        places = tuple(noted.places)
        read = itemgetter(*places) if 0 < len(places) < _MANY else self._reader(places)
        self._keep(args, _Result(read, read(plain), value, before - scratch[0], places))
        return value

    def _keep(self, args: tuple[Any, ...], result: _Result) -> None:
        """Keep a result before others for the same arguments; see whether that is worth it."""
        known = self.results.get(args)
        if known is None:
            if len(self.results) >= KEPT:
                self.results.clear()
            known = self.results[args] = []
        known.insert(0, result)
        del known[WAYS:]
        self.noted += 1
        if self.noted == TRIED:
            self.rest = REST if self.again < TRIED else 0
            self.noted = self.again = 0

    def _reader(self, places: tuple[int, ...]) -> Reader:
        """What gives the integers at many places, or at none; made once, for it takes a while."""
        read = self.readers.get(places)
        if read is None:
            if len(self.readers) >= KEPT:
                self.readers.clear()
            read = self.readers[places] = _reader(places)
        return read


def _tuple(listing: Callable[[Position], Sequence[int]]) -> Callable[[Position], Any]:
    """A list as a tuple. One whose order is not settled stays what it is, and equals no other."""

    def members(p: Position) -> Any:
        found = listing(p)
        return tuple(found) if isinstance(found, list | range) else found

    return members


def _reader(places: tuple[int, ...]) -> Reader:
    """What gives the integers at some places, those side by side as one."""
    found: list[int | slice] = []
    for _, run in groupby(enumerate(sorted(places)), lambda pair: pair[1] - pair[0]):
        beside = [place for _, place in run]
        found += beside if len(beside) < _RUN or beside[0] < 0 else [slice(beside[0], beside[-1] + 1)]
    return itemgetter(*found) if found else lambda _: None


_WHOLE = x.OfPlane | x.Occurred | x.Can | x.InARow
"""What reads parts of a position as one, or copies it."""


def may_keep(e: Evaluator, function: x.Function) -> bool:
    """Whether an evaluation always costs the same; distances far apart are paid for once in a computation."""
    return all(
        e.board(part.space).small for part in _parts(function.body, set()) if isinstance(part, x.Distance)
    )


def _parts(node: object, applied: set[x.Function]) -> Iterator[object]:
    """The parts of an expression, with those of the functions that it applies."""
    if isinstance(node, tuple):
        for each in node:
            if not isinstance(each, int):
                yield from _parts(each, applied)
    elif isinstance(node, x.Function):
        if node not in applied:
            applied.add(node)
            yield from _parts(node.body, applied)
    elif is_dataclass(node):
        yield node
        for field in fields(node):
            yield from _parts(getattr(node, field.name), applied)
