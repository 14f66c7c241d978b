"""Counts exactly how often each instruction of a module runs, and for which place of the program.

A *stretch* is a piece of code that always runs from its beginning to its end. A single counter gives the
number of times that the stretch has run, and thereby the number of times that each of its instructions has
run. A stretch ends where code may branch away. If a fault stops a game in the middle of a stretch, the rest
of the stretch is counted as well.

There is a row of counters for each *part* of a game, such as listing the options of a site, running the steps
of a routine, or evaluating `end`. The work of a trial belongs to the part that makes the trial. Functions of
the module that correspond to nothing in the author's text (moving, shuffling, copying) are counted for the
place that calls them.

For each call of a function of the game, the module also reports what was counted between the beginning and
the end of the call. For the budget, it reports the total number of units taken and the maximum taken between
two decisions.

An instruction counts as one if it takes one step of a processor, as zero if it only names the location of a
value, and as more than one if it is known to be slow (`weight`). The counts therefore approximate time but do
not depend on the machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from typing import TypeAlias

from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.blocks import TRIAL
from interpreter.compiled.making import origins
from interpreter.compiled.making.origins import Call, Origins
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import Body, Function, Wat, add, const, constant, get, shift_left, when

__all__ = ["Counters", "Part", "Stretch", "counted"]

Part: TypeAlias = tuple[str, int]
"""An activity in a game and its number. The activity is `options` (of the site with this number), `routine`,
`phase`, `setup`, `end` or `score`.
"""

OTHER = -1
"""The place of control flow between steps, which corresponds to nothing in the author's text."""

_APART = {"$start", "$answer", "$ask", "$score", "$batch", "$exhausted"}
"""Functions that are not counted, because they run about once per game and only call other functions."""

_FREE = {
    "local.get", "local.set", "local.tee", "i32.const", "i64.const",
    "block", "loop", "then", "else", "result",
}  # fmt: skip
"""Instructions that have no cost of their own in machine code."""

_SLOW = {"call": 4, "memory.fill": 30, "memory.copy": 30, "memory.grow": 1000}
"""Weights of slow instructions. The weight of a division, below, comes from processor manuals."""

DIVISION, BYTES = 16, 16
"""Weight of a division, and number of filled or copied bytes that add one unit of weight."""


def weight(node: tuple[Wat, ...]) -> int:
    """Return the weight of an instruction, which is the number of simple instructions that it counts as."""
    name = str(node[0])
    if name in _FREE:
        return 0
    if ".div" in name or ".rem" in name:
        return 1 if isinstance(node[2], tuple) and node[2][0] == "i32.const" else DIVISION
    if name in {"memory.fill", "memory.copy"}:
        size = constant(node[-1])
        return _SLOW[name] + (size or 0) // BYTES
    return _SLOW.get(name, 1)


@dataclass(slots=True)
class Stretch:
    """A piece of code that always runs as a whole.

    For each place, `instructions` holds the total weight of the instructions that belong to the place, and
    `begins` the number of times that the place begins in this code. `units` is the number of units of work
    that the code takes.
    """

    instructions: Counter[int] = field(default_factory=Counter)
    begins: Counter[int] = field(default_factory=Counter)
    units: int = 0

    @property
    def size(self) -> int:
        """Total weight of all instructions in the stretch."""
        return self.instructions.total()


@dataclass(frozen=True, slots=True)
class Counters:
    """The counters of a module, each of which takes 64 bits, and the addresses of these counters.

    Each part of a game has a row of `width` counters. The first ones say how often each stretch ran. The
    others say how many instructions of nameless functions ran for each place, beginning with `OTHER`. Each
    call has two counters: how often it was made, and how many instructions it and its callees ran. Finally,
    there are two counters for the units of work taken and for their maximum between two decisions.
    """

    parts: tuple[Part, ...]
    stretches: tuple[Stretch, ...]
    calls: tuple[Call, ...]
    rows: int
    width: int
    called: int
    units: int


def counted(unit: Unit, known: Origins) -> Counters:
    """Add counters to all functions of a module, which must not have been priced yet."""
    return _Counting(unit, known).done()


class _Counting:
    """Rewrites the functions of one module so that they count."""

    def __init__(self, unit: Unit, known: Origins) -> None:
        self.unit, self.origins = unit, known
        self.stretches: list[Stretch] = []
        self.parts: dict[Part, int] = {}
        self.nameless = {f.name for f in unit.functions.values() if not self._is_named(f.body)}
        self.places = 0

    def _is_named(self, body: Sequence[Wat]) -> bool:
        return any(
            isinstance(node, tuple) and (self.origins.of(node) is not None or self._is_named(node))
            for node in body
        )

    def done(self) -> Counters:
        """Rewrite all functions and return a description of their counters."""
        functions = [f for f in self.unit.functions.values() if f.name not in _APART]
        self.part(("setup", 0))
        for function in functions:
            _Rewriting(self, function).done()
        width = len(self.stretches) + self.places + 2
        rows = self.unit.memory.room(8 * width * len(self.parts))
        called = self.unit.memory.room(16 * len(self.origins.calls))
        units = self.unit.memory.room(24)
        layout = _Layout(self, rows, width, called, units)
        for function in functions:
            layout.place(function)
        batch = self.unit.functions["$batch"]
        batch.body = [layout.begin(node) for node in batch.body]
        self.unit.add(layout.question())
        self.unit.globals += [
            ("global", "$row", ("mut", "i32"), const(rows)),
            ("global", "$for", ("mut", "i32"), const(OTHER)),
            ("global", "$counted", ("mut", "i64"), ("i64.const", "0")),
            ("global", "$units", ("mut", "i64"), ("i64.const", "0")),
        ]
        return Counters(
            tuple(self.parts), tuple(self.stretches), tuple(self.origins.calls), rows, width, called, units
        )

    def part(self, part: Part) -> int:
        """Return the number of a part, which is assigned when the part is first used."""
        return self.parts.setdefault(part, len(self.parts))

    def stretch(self) -> int:
        """Create an empty stretch and return its number."""
        self.stretches.append(Stretch())
        return len(self.stretches) - 1

    def seen(self, at: int) -> None:
        """Register the place `at`, so that each row has a counter for it."""
        self.places = max(self.places, at + 1)


class _Rewriting:
    """Cuts one function into stretches and inserts the instructions that count them."""

    def __init__(self, counting: _Counting, function: Function) -> None:
        self._c, self._function, self._unit = counting, function, counting.unit
        self._nameless = function.name in counting.nameless
        self._now: int | None = None
        self._away: dict[int, frozenset[str]] = {}
        self._sinces: dict[str, str] = {}

    def done(self) -> None:
        function, before = self._function, list[Wat]()
        if self._nameless:
            self._for = function.local("for")
            before = [("local.set", self._for, ("global.get", "$for"))]
        function.body = [*before, *self._several(function.body, OTHER)]

    # --- limits of stretches --------------------------------------------------------------------------

    def _leaves(self, node: Wat) -> frozenset[str]:
        """Return the labels to which some part of an instruction branches and which lie outside of it.

        A `return` counts as a branch to the label `return`.
        """
        if isinstance(node, str):
            return frozenset()
        known = self._away.get(id(node))
        if known is None:
            known = frozenset().union(*(self._leaves(part) for part in node))
            match node[0]:
                case "br" | "br_if":
                    known |= {str(node[1])}
                case "br_table":
                    known |= {part for part in node[1:] if isinstance(part, str)}
                case "return":
                    known |= {"return"}
                case "block" | "loop":
                    known -= {part for part in node[1:2] if isinstance(part, str)}
                case _:
                    pass
            self._away[id(node)] = known
        return known

    def _several(self, body: Sequence[Wat], at: int) -> list[Wat]:
        """Rewrite consecutive instructions, and begin a new stretch wherever no stretch continues."""
        found: list[Wat] = []
        for node in body:
            if isinstance(node, str) or node[0] == "result":
                found.append(node)
                continue
            if node[0] in origins.NOTES:
                found.append(self._word(node))
                continue
            if self._now is None:
                self._now = self._c.stretch()
                found.append(("count", str(self._now)))
            found.append(self._one(node, at))
        return found

    def _apart(self, body: Sequence[Wat], at: int) -> list[Wat]:
        """Rewrite instructions as stretches of their own, after which the enclosing stretch continues."""
        before, self._now = self._now, None
        found = self._several(body, at)
        self._now = before
        return found

    # --- instructions ---------------------------------------------------------------------------------

    def _one(self, node: Wat, at: int) -> Wat:
        if isinstance(node, str):
            return node
        assert self._now is not None, node  # noqa: S101 - code leaves in statements only
        origin = self._c.origins.of(node)
        if origin is None or self._nameless:
            return self._instruction(node, at)
        self._c.seen(origin.at)
        if origin.begins:
            self._c.stretches[self._now].begins[origin.at] += 1
        if origin.call is None:
            return self._instruction(node, origin.at)
        return self._called(node, origin.at, origin.call)

    def _called(self, node: tuple[Wat, ...], at: int, call: int) -> Wat:
        """Rewrite a call of a function of the game so that the function's instructions count for the call."""
        assert self._now is not None  # noqa: S101 - as above
        since, label = self._function.local("since", "i64"), self._function.label("called")
        if node[0] == "call":  # the call itself belongs here, its effects to the function
            self._c.stretches[self._now].instructions[at] += weight(node)
            body = [self._call(node, at)]
        else:
            before, self._now = self._now, self._c.stretch()
            body = [("count", str(self._now)), self._instruction(node, at)]
            self._now = before
        first, last = ("since", since), ("took", since, str(call))
        return ("block", label, ("result", "i32"), first, ("calls", str(call)), *body, last)

    def _instruction(self, node: tuple[Wat, ...], at: int) -> Wat:
        name = str(node[0])
        assert self._now is not None  # noqa: S101 - as above
        stretch = self._c.stretches[self._now]
        stretch.instructions[at] += weight(node)
        match name:
            case "block":
                before = self._now
                found = (name, *self._several(node[1:], at))
                self._now = None if self._leaves(node) else before
                return found
            case "loop":
                found = (name, *self._apart(node[1:], at))
                if self._leaves(node):
                    self._now = None
                return found
            case "if":
                return self._if(node, at)
            case "br" | "br_table" | "br_if" | "return":
                found = tuple(self._one(part, at) for part in node)
                self._now = None
                return found
            case "call":
                return self._call(node, at)
            case "work":
                return self._work(node, at)
            case _:
                return tuple(self._one(part, at) for part in node)

    def _word(self, node: tuple[Wat, ...]) -> Wat:
        """Return the pseudo-instruction that replaces a marker, and begin a new stretch after it."""
        self._now = None
        word, first = str(node[0]), str(node[1])
        match word:
            case origins.ENTERS:
                return ("part", str(self._c.part((first, int(str(node[2]))))))
            case origins.CALLED:
                return ("calls", first)
            case _:
                since = self._since(str(node[2]))
                return ("since", since) if word == origins.ENTERED else ("took", since, first)

    def _since(self, name: str) -> str:
        if name not in self._sinces:
            self._sinces[name] = self._function.local("since", "i64")
        return self._sinces[name]

    def _if(self, node: tuple[Wat, ...], at: int) -> Wat:
        found: list[Wat] = []
        for part in node:
            if isinstance(part, tuple) and part[0] in {"then", "else"}:
                found.append((part[0], *self._apart(part[1:], at)))
            else:
                found.append(self._one(part, at))
        if self._leaves(node):
            self._now = None
        return tuple(found)

    def _work(self, node: tuple[Wat, ...], at: int) -> Wat:
        assert self._now is not None  # noqa: S101 - as above
        units = node[1]
        if isinstance(units, tuple) and units[0] == "i32.const":
            self._c.stretches[self._now].units += int(str(units[1]))
            return node
        paid = self._function.local("paid")
        label = self._function.label("pays")
        return (
            "block",
            label,
            ("local.set", paid, self._one(units, at)),
            ("work", get(paid), node[2]),
            ("pays", paid),
        )

    def _call(self, node: tuple[Wat, ...], at: int) -> Wat:
        name, args = str(node[1]), [self._one(part, at) for part in node[2:]]
        results = tuple(("result", kind) for kind in self._unit.functions[name].results)
        part = self._part_of(name)
        if part is not None:
            row = self._function.local("row")
            label = self._function.label("part")
            before: list[Wat] = [("local.set", row, ("global.get", "$row")), ("part", str(part))]
            return (
                "block",
                label,
                *results,
                *before,
                ("call", name, *args),
                ("global.set", "$row", get(row)),
            )
        if name not in self._c.nameless or name in _APART:
            return ("call", name, *args)
        before = []
        if any(_calls(arg) for arg in args):
            for i, (_, kind) in enumerate(self._unit.functions[name].parameters):
                given = self._function.local("given", kind)
                before.append(("local.set", given, args[i]))
                args[i] = get(given)
        mine: Wat = get(self._for) if self._nameless else const(at)
        self._c.seen(at)
        label = self._function.label("for")
        return ("block", label, *results, *before, ("global.set", "$for", mine), ("call", name, *args))

    def _part_of(self, name: str) -> int | None:
        if name.startswith("$options"):
            return self._c.part(("options", int(name.removeprefix("$options"))))
        return self._c.part(("score", 0)) if name in {"$places", "$scores"} else None


def _calls(node: Wat) -> bool:
    return isinstance(node, tuple) and (node[0] == "call" or any(_calls(part) for part in node))


class _Layout:
    """Replaces the pseudo-instructions for counting, once the addresses of all counters are known."""

    def __init__(self, counting: _Counting, rows: int, width: int, called: int, units: int) -> None:
        self._c, self._rows, self._width = counting, rows, width
        self._called, self._units = called, units

    def place(self, function: Function) -> None:
        """Replace all pseudo-instructions in the body of a function."""
        function.body = [self._placed(function, node) for node in function.body]

    def begin(self, node: Wat) -> Wat:
        """Return a node of `$batch` in which each game begins with the count of units for its first decision.

        Units taken after the last decision of the previous game are thereby ignored.
        """
        if isinstance(node, str):
            return node
        if node[:2] == ("global.set", "$fuel"):
            return ("block", "$begins", node, ("global.set", "$units", ("i64.load", const(self._units))))
        return tuple(self.begin(part) for part in node)

    def question(self) -> Function:
        """Return the function `$question()`, which ends the count of units for one decision.

        The units taken after it are counted for the next decision.
        """
        function = Function("$question")
        total, most = const(self._units), const(self._units + 8)
        since = function.local("since", "i64")
        function.body = [
            ("local.set", since, ("i64.sub", ("global.get", "$units"), ("i64.load", total))),
            when(("i64.gt_u", get(since), ("i64.load", most)), [("i64.store", most, get(since))]),
            ("i64.store", total, ("global.get", "$units")),
        ]
        return function

    def _placed(self, function: Function, node: Wat) -> Wat:
        if isinstance(node, str):
            return node
        label = function.label("counts") if node[0] in _COUNTING else ""
        match node:
            case ("count", number):
                return (
                    "block",
                    label,
                    *self._count(function, self._c.stretches[int(str(number))], int(str(number))),
                )
            case ("part", number):
                if function.name.startswith(TRIAL):
                    return ("nop",)  # the work of a trial belongs to the part that makes the trial
                return ("global.set", "$row", const(self._rows + 8 * self._width * int(str(number))))
            case ("calls", call):
                return _more(const(self._called + 16 * int(str(call))), 0, ("i64.const", "1"))
            case ("since", str(since)):
                return ("local.set", since, ("global.get", "$counted"))
            case ("took", str(since), call):
                took: Wat = ("i64.sub", ("global.get", "$counted"), get(since))
                return _more(const(self._called + 16 * int(str(call))), 8, took)
            case ("pays", str(paid)):
                return _added("$units", ("i64.extend_i32_u", get(paid)))
            case ("work.renewed", _) | ("call", "$places"):
                return ("block", label, ("call", "$question"), node)
            case _:
                return tuple(self._placed(function, part) for part in node)

    def _count(self, function: Function, stretch: Stretch, number: int) -> Body:
        body: Body = []
        if function.name in self._c.nameless:
            at = add(("global.get", "$row"), shift_left(get("$for"), 3))
            offset = 8 * (len(self._c.stretches) + 1)
            body.append(_more(at, offset, ("i64.const", str(stretch.size))))
        else:
            body.append(_more(("global.get", "$row"), 8 * number, ("i64.const", "1")))
        if stretch.size:
            body.append(_added("$counted", ("i64.const", str(stretch.size))))
        if stretch.units:
            body.append(_added("$units", ("i64.const", str(stretch.units))))
        return body


_COUNTING = {"count", "work.renewed", "call"}


def _more(address: Wat, offset: int, by: Wat) -> Wat:
    """Return the instruction that adds `by` to a 64-bit number in memory."""
    return (
        "i64.store",
        f"offset={offset}",
        address,
        ("i64.add", ("i64.load", f"offset={offset}", address), by),
    )


def _added(name: str, by: Wat) -> Wat:
    """Return the instruction that adds `by` to a 64-bit global."""
    return ("global.set", name, ("i64.add", ("global.get", name), by))
