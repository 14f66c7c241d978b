"""Counts the options of two picks, the second dependent on the first, by means of sets of first values.

The candidates for a second value lie at fixed distances from the first value, in the order of the range. For
each distance, the first values that have a candidate there form a set (`spread.ways`). So the number of
options is the total size of these sets, and the number of options with a certain first value is the number of
sets that contain it. The binary digits of these numbers form sets again (*planes*), with which sums are
computed for all first values at once.

The k-th option has the first value at which the running sum of these numbers exceeds k. It is found like the
k-th member of a set (`digits.nth`). After that, the candidates of the second pick are enumerated only for
this first value, in the order of the language.
"""

from __future__ import annotations

from gamespec.program import Action, Pick
from gamespec.program.budget import OPTION
from interpreter.compiled.analysis.partial_evaluation import Name
from interpreter.compiled.expressions import spread
from interpreter.compiled.expressions.sets import At
from interpreter.compiled.options.candidates import Candidates
from interpreter.compiled.options.digits import added, nth, weight
from interpreter.compiled.state.bits import Bits
from interpreter.compiled.unit.unit import Loop, Scope
from interpreter.compiled.wasm.wat import (
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    const,
    eqz,
    get,
    multiply,
    put,
    when,
)
from interpreter.compiled.wasm.work import due

__all__ = ["Nested", "Second", "nested"]


def nested(candidates: Candidates, action: Action) -> Nested | None:
    """Return a counter for the options of an action with two picks.

    Return `None` if sets cannot compute how many second candidates each first value has.
    """
    unit, needs = candidates.unit, candidates.e.needs
    if len(action.picks) != 2 or not unit.techniques.counts:  # noqa: PLR2004 - as above
        return None
    first, second = action.picks
    if not candidates.lists_options(second) or not unit.facts.once(second.source):
        return None
    parts = [part for part in (second.source, second.where) if part is not None]
    given = {*action.given}  # not known where an option is taken
    if any(unit.facts.fails(part) or needs.free(part)[1] & given for part in parts):
        return None
    scope = Scope(Function("$trial"))
    found = _planes(candidates, scope, first, second, [])
    if found is None:
        return None
    return Nested(candidates, first, second, (found[0].size, len(found)))


def _planes(
    candidates: Candidates, scope: Scope, first: Pick, second: Pick, before: Body
) -> list[Bits] | None:
    """Return how many second candidates each first value has, as one set per binary digit.

    Return `None` if this cannot be computed with sets.
    """
    chosen = candidates.as_set(scope, first, always=True)
    if chosen is None or chosen.rest or chosen.order != "ascending":
        return None
    size, name = chosen.bits.size, ("local", first.slot)
    before += chosen.before
    firsts = chosen.bits.in_locals(scope.function, before)
    given: dict[Name, tuple[int | None, ...]] = {name: tuple(range(size))}
    care = firsts.all if firsts.mask is None else firsts.mask
    at = At(scope, size, given, care, before=before)
    wanted = () if second.where is None else ((("local", second.slot), second.where),)
    ways = spread.ways(candidates.e.members.sets, at, second.source, *wanted)
    if ways is None:
        return None
    planes = added(scope.function, before, [way.both(firsts) for way in ways])
    return planes or None


class Second:
    """Finds the value of an action's second pick, given the first value and the index of the candidate."""

    def __init__(self, candidates: Candidates, pick: Pick) -> None:
        self._candidates, self.pick = candidates, pick

    def taken(self, scope: Scope, left: str) -> Body:
        """Return the instructions that put a value into the slot; the local `left` holds its index."""
        e, slot, function = self._candidates.e, self.pick.slot, scope.function
        value, loop, done = function.local("value"), Loop(), function.label("second")
        inner = scope.within(loop).held(slot, value)

        def take(_: Scope) -> Body:
            return [when(eqz(get(left)), [branch(done)]), put(left, add(get(left), const(-1)))]

        walk = self._candidates.of(scope, inner, self.pick, take)
        return [block(done, [*loop.before, *walk]), e.assigned(scope, slot, get(value))]


class Nested:
    """Counts the options of one action with two picks, and finds an option by its number."""

    def __init__(self, candidates: Candidates, first: Pick, second: Pick, shape: tuple[int, int]) -> None:
        self._candidates, self._first, self._second = candidates, first, Second(candidates, second)
        self.e = candidates.e
        self._size, planes = shape
        words = len(Bits.loaded(0, self._size).words)
        self._rooms = [self.e.unit.memory.words(2 * words) for _ in range(planes)]

    def total(self, scope: Scope, count: str) -> Body:
        """Return the instructions that put the number of options into the local `count`.

        They also store the planes, from which `taken` finds an option.
        """
        body: Body = []
        second = self._second.pick
        planes = _planes(self._candidates, scope, self._first, second, body)
        assert planes is not None  # noqa: S101 - they were there when they were looked for first
        for plane, room in zip(planes, self._rooms, strict=True):
            body += plane.stored(room)
        price = multiply(get(count), const(OPTION))
        return [*body, put(count, weight(planes)), self.e.unit.spend(price, second.at), due(second.at)]

    def taken(self, scope: Scope, number: Wat) -> Body:
        """Return the instructions that put the values of the option with the given number into the slots."""
        function, body = scope.function, list[Wat]()
        planes = [Bits.loaded(room, self._size).in_locals(function, body) for room in self._rooms]
        found, member, left = nth(function, planes, number)
        return [
            *body,
            *found,
            self.e.assigned(scope, self._first.slot, member),
            *self._second.taken(scope, str(left[1])),
        ]
