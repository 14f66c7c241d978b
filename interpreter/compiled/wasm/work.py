"""Charges work to the budget, cheaply, by accumulating charges in a local of each function.

Emitters use pseudo-instructions, which WebAssembly does not have. These state what is charged (`charged`),
where the budget must be tested (`due`), and what happens if less than a reserve is left (`scarce`). `priced`
replaces the pseudo-instructions of a function by real instructions. Charges accumulate in a local, and are
taken from the budget when the function is left. A function that charges nothing is unchanged.

Long iterations are also interrupted. A loop that contains another loop or a call tests the budget in each
iteration, and a function that calls other functions tests it when it is left. The charges are the same as in
the definitional engine. Only the moment of a test may differ, so this engine may stop a runaway game slightly
later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

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

__all__ = ["apart", "charged", "due", "priced", "renewed", "scarce"]

CHARGED, DUE, RENEWED, SCARCE, APART = "work", "work.due", "work.renewed", "work.scarce", "work.apart"

_PLACED = frozenset({CHARGED, DUE, APART})
"""Pseudo-instructions whose last operand is a place."""

_OWN = frozenset({CHARGED, DUE, RENEWED, SCARCE, APART, "return", "loop"})
"""Instructions that are always rewritten, whatever their operands are."""

_LEAVES = frozenset({"local.get", "i32.const", "i64.const", "global.get", "result"})
"""Instructions that contain no other instructions. Most instructions are of these kinds."""


def charged(units: Wat, at: int | Wat) -> Wat:
    """Return the pseudo-instruction that charges `units` of work to the budget.

    The place `at` is a constant, or is given by an instruction.
    """
    return (CHARGED, units, const(at) if isinstance(at, int) else at)


def due(at: int | Wat) -> Wat:
    """Return the pseudo-instruction that raises a fault at a place if the budget is exhausted."""
    return (DUE, const(at) if isinstance(at, int) else at)


def scarce(reserve: int, body: Body) -> Wat:
    """Return the pseudo-instruction that runs `body` if less than `reserve` is left of the budget.

    The function that contains it must charge some work.
    """
    return (SCARCE, const(reserve), *body)


def renewed(budget: int) -> Wat:
    """Return the pseudo-instruction that sets the budget to its full amount.

    No function that charges work may have called the function that contains it.
    """
    return (RENEWED, str(budget))


def apart(budget: int, body: Body, at: int) -> Wat:
    """Return the pseudo-instruction that runs `body` with a full budget of its own.

    It raises a fault at the place `at` if this budget is exhausted. It may not contain another one.
    """
    return (APART, const(budget), *body, const(at))


def priced(function: Function, exhausted: Callable[[], str]) -> None:
    """Replace the pseudo-instructions in a function by instructions of WebAssembly.

    `exhausted` returns the name of the function that raises the fault of an exhausted budget.
    """
    found = _Found()
    found.look(function.body)
    if found.place is not None:
        _Pricing(function, exhausted, found.place, calls=found.calls).done()


class _Found:
    """Finds the `place` of the first charge in some instructions, if any, and whether they contain calls."""

    def __init__(self) -> None:
        self.place: Wat | None = None
        self.calls = False

    def look(self, body: Sequence[Wat]) -> None:
        """Search the given instructions and everything that they contain."""
        for node in body:
            if isinstance(node, tuple) and (op := node[0]) not in _LEAVES:
                if op == "call":
                    self.calls = True
                elif self.place is None and op in _PLACED:
                    self.place = node[-1]
                self.look(node)


class _Pricing:
    """Rewrites one function to contain no pseudo-instructions."""

    def __init__(self, function: Function, exhausted: Callable[[], str], place: Wat, *, calls: bool) -> None:
        self._function, self._exhausted = function, exhausted
        self._work = function.local("work")
        self._calls, self._place = calls, place
        self._first: Wat | None = None
        """The place of the first charge since the beginning of the current loop."""
        self._onward = False
        """Whether there was a call or another loop since the beginning of the current loop."""

    @cached_property
    def _aside(self) -> tuple[str, str]:
        """The locals for the budget and the charges that are set aside."""
        return self._function.local("left"), self._function.local("paid")

    def done(self) -> None:
        function = self._function
        body = [self._rewritten(node) for node in function.body]
        if not function.results:
            function.body = [*body, *self._paid()]
            return
        last = body.pop()
        function.body = [*body, self._after(last)]

    def _paid(self) -> Body:
        """Return the instructions that take all charges from the budget.

        In a function with calls, they then test whether the budget is exhausted.
        """
        left: Wat = ("global.get", "$fuel")
        pays: Body = [("global.set", "$fuel", subtract(left, get(self._work)))]
        if self._calls:
            used_up = compare("<", left, const(0))
            pays.append(when(used_up, [call(self._exhausted(), self._place), ("unreachable",)]))
        return pays

    def _after(self, value: Wat) -> Wat:
        """Return the tree that computes a value, then takes all charges from the budget."""
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
        """Return an instruction with its pseudo-instructions replaced, or the same object if it has none."""
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
        """Return the replacement for an instruction that is in `_OWN`."""
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
            case "work.apart":
                return self._apart(node)
            case "return" if len(node) > 1:
                return ("return", self._after(self._rewritten(node[1])))
            case "return":
                return ("block", self._function.label("paid"), *self._paid(), node)
            case _:
                return self._loop(node)

    def _apart(self, node: tuple[Wat, ...]) -> Wat:
        """Return a block that sets the budget and the charges aside, and brings them back."""
        _, budget, *body, place = node
        left, paid = self._aside
        return (
            "block",
            self._function.label("apart"),
            put(left, ("global.get", "$fuel")),
            put(paid, get(self._work)),
            ("global.set", "$fuel", budget),
            put(self._work, const(0)),
            *map(self._rewritten, body),
            self._check(place),
            ("global.set", "$fuel", get(left)),
            put(self._work, get(paid)),
        )

    def _begin(self) -> None:
        """Forget what was seen before, at the beginning of a loop's body."""
        self._first, self._onward = None, False

    def _loop(self, node: tuple[Wat, ...]) -> Wat:
        """Return a loop that tests the budget in each iteration if it contains a call or another loop."""
        before = self._first
        self._begin()
        body = [self._rewritten(part) for part in node[2:]]
        asks: Body = [self._check(self._first)] if self._first is not None and self._onward else []
        self._first, self._onward = before or self._first, True
        return ("loop", node[1], *asks, *body)
