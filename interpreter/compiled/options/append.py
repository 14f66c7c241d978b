"""Instructions that append an option to the options listed so far."""

from __future__ import annotations

from gamespec.program.frozen import dataclass
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.state.records import Record
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.memory import WORD, copied
from interpreter.compiled.wasm.wat import (
    Body,
    Wat,
    add,
    const,
    get,
    multiply,
    put,
    shift_left,
    store,
    when,
)

__all__ = ["Append", "written"]


@dataclass(frozen=True, slots=True)
class Append:
    """Appends options of one action to the list, or only counts them.

    The local `to` holds the address for the next option. If `count` is set, it names a local in which options
    are counted instead.
    """

    e: Expressions
    record: Record
    to: str
    count: str | None
    weight: str | None
    grows: bool

    def take(self, scope: Scope) -> Body:
        """Return the instructions that append the option whose values are in the scope."""
        if self.count is not None:
            return [put(self.count, add(get(self.count), const(1)))]
        return [*self._written(scope), put(self.to, add(get(self.to), const(self._size)))]

    def keeps(self, scope: Scope, condition: Wat) -> Body:
        """Return the instructions that append the option if a condition holds.

        The option is always written, but `to` moves past it only if the condition holds.
        """
        size = self._size
        by = (
            shift_left(condition, size.bit_length() - 1)
            if size & (size - 1) == 0
            else multiply(condition, const(size))
        )
        return [*self._written(scope), put(self.to, add(get(self.to), by))]

    @property
    def _size(self) -> int:
        return WORD * self.record.words

    def _written(self, scope: Scope) -> Body:
        body: Body = []
        if self.grows:
            end: Wat = ("i32.shl", ("memory.size",), const(16))
            beyond: Wat = ("i32.gt_u", add(get(self.to), const(self._size)), end)
            body.append(when(beyond, [("drop", ("memory.grow", ("memory.size",)))]))
        if self.weight is not None:
            body.append(store(get(self.to), get(self.weight)))
        return [*body, *written(self.e, self.record, scope, get(self.to))]


def written(e: Expressions, record: Record, scope: Scope, to: Wat) -> Body:
    """Return the instructions that write the values of the option in the scope to the address `to`."""
    body: Body = []
    for f in record.fields:
        if f.size == 1:
            body.append(store(to, e.slot(scope, f.slot), WORD * f.word))
        else:
            body += copied(add(to, const(WORD * f.word)), const(e.unit.slot(f.slot)), WORD * f.size)
    return body
