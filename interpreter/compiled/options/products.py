"""Counts the options of independent picks: their number is the product of the picks' numbers of candidates.

If no pick of an action depends on the value of another pick, the options are all combinations of one
candidate per pick, with the last pick varying fastest. A random choice then does not list them. The
candidates of each pick are found once, and the number of an option selects one candidate of each, like the
digits of a number. If the candidates of a pick form a set, even they are not listed. The bits of the set are
counted, and one bit is selected.

The conditions of later picks must not fail, and must not rely on what an earlier pick proves. They are
evaluated here even if an earlier pick has no candidates, whereas the language would not evaluate them.
"""

from __future__ import annotations

from typing import TypeAlias

from gamespec.program import Action, Pick
from gamespec.program.budget import OPTION
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.facts import Read
from interpreter.compiled.options.candidates import Candidates
from interpreter.compiled.options.digits import BYTES, nth
from interpreter.compiled.state.bits import Bits, count
from interpreter.compiled.unit.unit import Loop, Scope
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    const,
    get,
    load,
    multiply,
    put,
    shift_left,
    store,
    subtract,
)
from interpreter.compiled.wasm.work import due

__all__ = ["Product", "product"]


def product(candidates: Candidates, action: Action) -> Product | None:
    """Return a counter for an action's options, or `None` if picks are dependent or nothing is gained."""
    unit, e = candidates.unit, candidates.e
    before: set[int] = set()
    told: frozenset[Read] = frozenset()
    for pick in action.picks:
        asked = [part for part in (pick.source, pick.where) if part is not None]
        free = any(e.needs.free(part)[1] & before for part in asked)
        early = any(unit.facts.fails(part) or unit.facts.needs(part) & told for part in asked)
        if pick.counts is not None or free or (before and early):
            return None
        before.add(pick.slot)
        if pick.where is not None:
            told |= unit.facts.tells(pick.where)
    several = len(action.picks) > 1
    if not action.picks or (several and not unit.techniques.products):
        return None
    found: list[_Found | None] = [_as_set(candidates, pick) for pick in action.picks]
    if not several and found[0] is None:
        return None
    return Product([one or _listed(candidates, pick) for one, pick in zip(found, action.picks, strict=True)])


def _as_set(candidates: Candidates, pick: Pick) -> _Set | None:
    """Return the candidates of a pick as a stored set, or `None` if they cannot be represented as a set."""
    if not candidates.unit.techniques.counts:
        return None
    chosen = candidates.counted(Scope(Function("$trial")), pick)
    if chosen is None:
        return None
    room = candidates.unit.memory.words(2 * len(chosen.bits.words))
    return _Set(candidates, pick, room, chosen.bits.size, chosen.first, chosen.order == "descending")


def _listed(candidates: Candidates, pick: Pick) -> _List:
    """Return the candidates of a pick as a stored list."""
    return _List(candidates, pick, candidates.unit.memory.words(pick.source.domain.most + 1))


@dataclass(frozen=True, slots=True)
class _List:
    """The candidates of a pick as a list, stored at the address `room`."""

    candidates: Candidates
    pick: Pick
    room: int

    def found(self, scope: Scope) -> tuple[Body, Wat]:
        """Return the instructions that list the candidates, and the tree for the number of candidates."""
        e, pick = self.candidates.e, self.pick
        length, loop = scope.function.local("length"), Loop()
        inner = scope.within(loop).held(pick.slot, scope.function.local("value"))
        read = e.slot(inner, pick.slot)
        walk = self.candidates.of(
            scope,
            inner,
            pick,
            lambda _: e.appended(self.room, length, read),
            lambda _, holds: [
                store(shift_left(get(length), 2), read, self.room),
                put(length, add(get(length), holds)),
            ],
        )
        return [put(length, ZERO), *loop.before, *walk], get(length)

    def value(self, scope: Scope, index: Wat) -> tuple[Body, Wat]:
        """Return instructions, of which none are needed, and the tree for the candidate at an index."""
        del scope
        return [], load(shift_left(index, 2), self.room)


@dataclass(frozen=True, slots=True)
class _Set:
    """The candidates of a pick as a set, whose words are stored at the address `room`."""

    candidates: Candidates
    pick: Pick
    room: int
    size: int
    first: int
    descends: bool

    def found(self, scope: Scope) -> tuple[Body, Wat]:
        """Return the instructions that store the set of candidates, and the tree for the set's size."""
        chosen = self.candidates.counted(scope, self.pick)
        assert chosen is not None  # noqa: S101 - it was there when it was looked for first
        body = [*chosen.before]
        bits = chosen.bits.in_locals(scope.function, body)
        return [*body, *bits.stored(self.room)], count(bits)

    def value(self, scope: Scope, index: Wat) -> tuple[Body, Wat]:
        """Return the instructions that find the candidate at an index, and the tree for its value."""
        body: Body = []
        bits = Bits.loaded(self.room, self.size).in_locals(scope.function, body)
        if self.descends:
            index = subtract(subtract(count(bits), const(1)), index)
        table = self.candidates.unit.memory.table(BYTES)
        more, member, _ = nth(scope.function, [bits], index, table.address)
        return [*body, *more], add(member, const(self.first))


_Found: TypeAlias = "_List | _Set"


class Product:
    """Counts the options of one action with independent picks, and finds an option by its number."""

    def __init__(self, found: list[_Found]) -> None:
        self._found = found
        self.e = found[0].candidates.e
        self._sizes = [self.e.unit.memory.words(1) for _ in found[1:]]

    def total(self, scope: Scope, count: str) -> Body:
        """Return the instructions that put the number of options into the local `count`.

        They also store the candidates of each pick, from which `taken` finds an option.
        """
        last, body = self._found[-1].pick, list[Wat]()
        for i, found in enumerate(self._found):
            before, size = found.found(scope)
            if i:
                kept = scope.function.local("size")
                before += [put(kept, size), store(ZERO, get(kept), self._sizes[i - 1])]
                size = get(kept)
            body += before
            body.append(put(count, multiply(get(count), size) if i else size))
        each = OPTION if len(self._found) == 1 else last.each + OPTION  # the candidates of one are paid for
        price = multiply(get(count), const(each))
        return [*body, self.e.unit.spend(price, last.at), due(last.at)]

    def taken(self, scope: Scope, number: Wat) -> Body:
        """Return the instructions that put the values of the option with the given number into the slots."""
        left, index, whole = (scope.function.local(hint) for hint in ("left", "index", "whole"))
        body: Body = [put(left, number)]
        for i in range(len(self._found) - 1, -1, -1):
            found, at = self._found[i], get(left)
            if i:
                size = load(ZERO, self._sizes[i - 1])
                body += [
                    put(whole, ("i32.div_u", get(left), size)),
                    put(index, subtract(get(left), multiply(get(whole), size))),
                    put(left, get(whole)),
                ]
                at = get(index)
            before, value = found.value(scope, at)
            body += [*before, self.e.assigned(scope, found.pick.slot, value)]
        return body
