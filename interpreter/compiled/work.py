"""Work, counted where it costs least: in a local of each function.

Emitters say what is paid (`spent`) and where it must be asked whether the budget is used up (`due`), in words
that WebAssembly doesn't have. `priced` takes a function of such words and makes instructions of them: what is
paid is added up in a local; it goes from the budget where the function is left. A function that pays nothing
stays as it is.

What is gone through for long is stopped as well: a loop that has another loop in it, or calls, asks when it
begins anew, and a function that calls, where it is left. What is charged is the same as in the definitional engine but for that; so only a runaway may
be stopped a little later than there, never anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.compiled.wat import Body, Function, Wat, add, call, compare, const, get, put, subtract, when

__all__ = ["due", "priced", "renewed", "spent"]

SPENT, DUE, RENEWED = "work", "work.due", "work.renewed"


def spent(units: Wat, at: int | Wat) -> Wat:
    """Take units of work from the budget, for what is done at a place of the program, or where a local says."""
    return (SPENT, units, const(at) if isinstance(at, int) else at)


def due(at: int | Wat) -> Wat:
    """Raise a fault, at such a place, if the budget is used up."""
    return (DUE, const(at) if isinstance(at, int) else at)


def renewed(budget: int) -> Wat:
    """Let the budget be whole again, in the function that nothing else has called that pays."""
    return (RENEWED, str(budget))


def priced(function: Function, exhausted: Callable[[], str]) -> None:
    """Let a function count its work; `exhausted()` is the function `(at)` that raises the fault."""
    first = _first_place(function.body)
    if first is not None:
        _Pricing(function, exhausted).done()


def _first_place(body: Sequence[Wat]) -> Wat | None:
    """The place of the first work in some instructions; `None` if there is none."""
    for node in body:
        if isinstance(node, tuple) and node:
            if node[0] in {SPENT, DUE}:
                return node[-1]
            found = _first_place(node)
            if found is not None:
                return found
    return None


def _goes_on(body: Sequence[Wat]) -> bool:
    """Whether there is a loop or a call in some instructions."""
    return any(
        isinstance(node, tuple) and bool(node) and (node[0] in {"loop", "call"} or _goes_on(node))
        for node in body
    )


def _calls(body: Sequence[Wat]) -> bool:
    """Whether there is a call in some instructions."""
    return any(
        isinstance(node, tuple) and bool(node) and (node[0] == "call" or _calls(node)) for node in body
    )


class _Pricing:
    """Rewrites one function."""

    def __init__(self, function: Function, exhausted: Callable[[], str]) -> None:
        self._function, self._exhausted = function, exhausted
        self._work = function.local("work")
        self._calls, self._place = _calls(function.body), _first_place(function.body)

    def done(self) -> None:
        function = self._function
        body = [self._rewritten(node) for node in function.body]
        if not function.results:
            function.body = [*body, *self._paid()]
            return
        last = body.pop()
        function.body = [*body, self._after(last)]

    def _paid(self) -> Body:
        """Pay what has been spent; a function that calls others asks then whether the budget is used up."""
        left: Wat = ("global.get", "$fuel")
        pays: Body = [("global.set", "$fuel", subtract(left, get(self._work)))]
        if self._calls and self._place is not None:
            used_up = compare("<", left, const(0))
            pays.append(when(used_up, [call(self._exhausted(), self._place), ("unreachable",)]))
        return pays

    def _after(self, value: Wat) -> Wat:
        """A value, and then what has been spent is paid."""
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
        if isinstance(node, str) or not node:
            return node
        match node[0]:
            case "work":
                return put(self._work, add(get(self._work), self._rewritten(node[1])))
            case "work.due":
                return self._check(node[1])
            case "work.renewed":
                whole: Wat = ("global.set", "$fuel", const(int(str(node[1]))))
                return ("block", self._function.label("renewed"), whole, put(self._work, const(0)))
            case "return" if len(node) > 1:
                return ("return", self._after(self._rewritten(node[1])))
            case "return":
                return ("block", self._function.label("paid"), *self._paid(), node)
            case "loop":
                return self._loop(node)
            case _:
                return tuple(self._rewritten(part) for part in node)

    def _loop(self, node: tuple[Wat, ...]) -> Wat:
        """A loop; one that does more than a few instructions asks whether the budget is used up."""
        body = [self._rewritten(part) for part in node[2:]]
        at = _first_place(node[2:])
        asks: Body = [self._check(at)] if at is not None and _goes_on(node[2:]) else []
        return ("loop", node[1], *asks, *body)
