"""Charging of work where it is cheapest: in a local of each function.

Emitters use pseudo-instructions, which WebAssembly does not have, to state what is charged (`charged`), where
the budget must be tested (`due`), and what happens if less than a reserve is left (`scarce`). `priced` lowers
those of a function: charges accumulate in a local, and are taken from the budget when the function is left. A
function that charges nothing is unchanged.

Long iterations are also interrupted: a loop that contains another loop or a call tests the budget in each
round, and a function that calls others tests it when it is left. The charges are the same as in the
definitional engine. Only the moment of a test may differ, so a runaway game may be stopped slightly later
than there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.compiled.wasm.wat import (
    Body,
    Function,
    Wat,
    add,
    call,
    compare,
    const,
    get,
    put,
    subtract,
    when,
)

__all__ = ["charged", "due", "priced", "renewed", "scarce"]

CHARGED, DUE, RENEWED, SCARCE = "work", "work.due", "work.renewed", "work.scarce"

_PLACED = frozenset({CHARGED, DUE})
"""Instructions that end with a place."""

_OWN = frozenset({CHARGED, DUE, RENEWED, SCARCE, "return", "loop"})
"""Instructions that are always rewritten, whatever they contain."""

_LEAVES = frozenset({"local.get", "i32.const", "i64.const", "global.get", "result"})
"""Instructions that contain no others; most instructions are among these."""


def charged(units: Wat, at: int | Wat) -> Wat:
    """Charge units of work to the budget, at a constant place or one that an instruction gives."""
    return (CHARGED, units, const(at) if isinstance(at, int) else at)


def due(at: int | Wat) -> Wat:
    """Raise a fault at a place if the budget is exhausted."""
    return (DUE, const(at) if isinstance(at, int) else at)


def scarce(reserve: int, body: Body) -> Wat:
    """Run a body if less than a reserve is left of the budget, in a function that charges some work."""
    return (SCARCE, const(reserve), *body)


def renewed(budget: int) -> Wat:
    """Renew the whole budget, in a function that no other charging function has called."""
    return (RENEWED, str(budget))


def priced(function: Function, exhausted: Callable[[], str]) -> None:
    """Lower the pseudo-instructions of a function; `exhausted()` names the function that raises the fault."""
    found = _Found()
    found.look(function.body)
    if found.place is not None:
        _Pricing(function, exhausted, found.place, calls=found.calls).done()


class _Found:
    """What some instructions contain: the `place` of the first work, if any, and whether there are calls."""

    def __init__(self) -> None:
        self.place: Wat | None = None
        self.calls = False

    def look(self, body: Sequence[Wat]) -> None:
        """Look through more instructions."""
        for node in body:
            if isinstance(node, tuple) and (op := node[0]) not in _LEAVES:
                if op == "call":
                    self.calls = True
                elif self.place is None and op in _PLACED:
                    self.place = node[-1]
                self.look(node)


class _Pricing:
    """Rewrites one function."""

    def __init__(self, function: Function, exhausted: Callable[[], str], place: Wat, *, calls: bool) -> None:
        self._function, self._exhausted = function, exhausted
        self._work = function.local("work")
        self._calls, self._place = calls, place
        self._first: Wat | None = None
        """The place of the first work since the current loop began."""
        self._onward = False
        """Whether a call or a loop has followed since the current loop began."""

    def done(self) -> None:
        function = self._function
        body = [self._rewritten(node) for node in function.body]
        if not function.results:
            function.body = [*body, *self._paid()]
            return
        last = body.pop()
        function.body = [*body, self._after(last)]

    def _paid(self) -> Body:
        """Return the instructions that pay all charges; a function with calls then tests the budget."""
        left: Wat = ("global.get", "$fuel")
        pays: Body = [("global.set", "$fuel", subtract(left, get(self._work)))]
        if self._calls:
            used_up = compare("<", left, const(0))
            pays.append(when(used_up, [call(self._exhausted(), self._place), ("unreachable",)]))
        return pays

    def _after(self, value: Wat) -> Wat:
        """Return the tree for a value that is computed before all charges are paid."""
        if isinstance(value, tuple) and value[0] in {"unreachable", "return"}:
            return value
        kind = self._function.results[0]
        found = self._function.local("found", kind)
        label = self._function.label("paid")
        return ("block", label, ("result", kind), put(found, value), *self._paid(), get(found))

    def _check(self, at: Wat) -> Wat:
        used_up = compare(">", get(self._work), ("global.get", "$fuel"))
        return when(used_up, [call(self._exhausted(), at), ("unreachable",)])

    def _rewritten(self, node: Wat) -> Wat:
        """Return an instruction without pseudo-instructions; the same object if it contains none."""
        if isinstance(node, str) or node[0] in _LEAVES:
            return node
        if node[0] in _OWN:
            return self._of_own(node)
        self._onward = self._onward or node[0] == "call"
        found: list[Wat] | None = None
        for i, part in enumerate(node):
            if isinstance(part, tuple) and part[0] not in _LEAVES:
                new = self._rewritten(part)
                if new is not part:
                    found = [*node] if found is None else found
                    found[i] = new
        return node if found is None else tuple(found)

    def _of_own(self, node: tuple[Wat, ...]) -> Wat:
        """Return the replacement of an instruction in `_OWN`."""
        match node[0]:
            case "work":
                self._first = self._first or node[-1]
                return put(self._work, add(get(self._work), self._rewritten(node[1])))
            case "work.due":
                self._first = self._first or node[-1]
                return self._check(node[1])
            case "work.scarce":
                left: Wat = subtract(("global.get", "$fuel"), get(self._work))
                return when(compare("<", left, node[1]), [*node[2:]])
            case "work.renewed":
                whole: Wat = ("global.set", "$fuel", const(int(str(node[1]))))
                return ("block", self._function.label("renewed"), whole, put(self._work, const(0)))
            case "return" if len(node) > 1:
                return ("return", self._after(self._rewritten(node[1])))
            case "return":
                return ("block", self._function.label("paid"), *self._paid(), node)
            case _:
                return self._loop(node)

    def _begin(self) -> None:
        """Reset what has been seen, at the beginning of a loop's body."""
        self._first, self._onward = None, False

    def _loop(self, node: tuple[Wat, ...]) -> Wat:
        """Return a loop, which tests the budget in each round if it contains a call or another loop."""
        before = self._first
        self._begin()
        body = [self._rewritten(part) for part in node[2:]]
        asks: Body = [self._check(self._first)] if self._first is not None and self._onward else []
        self._first, self._onward = before or self._first, True
        return ("loop", node[1], *asks, *body)
