"""Compiles expressions to instructions: a scalar to a tree, a list to a loop around its consumer.

`Expressions.number` returns the tree for a scalar. `Expressions.each` returns the instructions that pass the
members of a list to a consumer one after another, without building the list. `Expressions.materialized`
builds a list in memory, for consumers that need it as a whole.

In the language, a list is complete before anything is evaluated for its members. This matters only if
building the list can fail and the consumer may also fail or stop early. `each` is therefore told whether the
consumer is `strict`, and it materializes a list that can fail (`facts`) before passing it to a strict
consumer.

Expressions never change the position. The scope determines the local that holds each variable. Whenever an
expression that binds a variable is expanded, the variable gets a new local.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from gamespec.program import expressions as x
from gamespec.program.budget import PARTS
from gamespec.program.domain import INT_MAX, INT_MIN, NONE
from gamespec.program.tables import Head
from interpreter.compiled.analysis.facts import expanded
from interpreter.compiled.expressions import boards, lists, numbers, quantifiers, situations, zones
from interpreter.compiled.expressions.hoisting import Needs, hoisted
from interpreter.compiled.expressions.longest import longest
from interpreter.compiled.expressions.members import Members
from interpreter.compiled.expressions.set_masks import Masks
from interpreter.compiled.expressions.tiles import Tiles
from interpreter.compiled.state import bits
from interpreter.compiled.state.memo import Rows
from interpreter.compiled.unit.unit import Scope, StoredList, Unit
from interpreter.compiled.wasm.memory import WORD
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    and_,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    either,
    eqz,
    get,
    is_short,
    load,
    loop,
    or_,
    put,
    shift_left,
    store,
    subtract,
    when,
)
from interpreter.play import faults

__all__ = ["Expressions", "Take"]

IN_LOOPS = 100
"""Maximum number of expression nodes in a function that is inlined in a loop because part of it can be
hoisted. For other calls, see `facts.EXPANDED`.
"""

Take: TypeAlias = "Callable[[Wat], Body]"
"""A function that returns the instructions that consume a member. It is called only once, so the instructions
may be long.
"""


FEW = 32
"""Maximum length of a list that is copied integer by integer; a bulk copy would be no faster."""


def _few(function: Function) -> None:
    """Fill `$few`, which copies `$count` integers from `$from` to `$to` one by one, in ascending order."""
    to, source = get("$to"), get("$from")
    function.body = [
        block(
            "$done",
            [
                loop(
                    "$more",
                    [
                        branch_if("$done", eqz(get("$count"))),
                        store(to, load(source)),
                        put("$to", add(to, const(WORD))),
                        put("$from", add(source, const(WORD))),
                        put("$count", add(get("$count"), const(-1))),
                        branch("$more"),
                    ],
                )
            ],
        )
    ]


class Expressions:
    """Emits the instructions for all expressions of one module."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.tiles = [Tiles(unit, i, plane) for i, plane in enumerate(unit.program.planes)]
        self.ahead: Callable[[Scope, x.Can | x.InARow], Wat] | None = None
        self.needs = Needs()
        self.masks = Masks(self)
        self._expands = expanded(unit.program)
        self._expands_in_loops = (
            expanded(unit.program, IN_LOOPS) if unit.techniques.hoisting else self._expands
        )
        self.members = Members(self)
        self.boards = [boards.Board(unit, i, space) for i, space in enumerate(unit.program.spaces)]

    # --- scalars --------------------------------------------------------------------------------------

    def number(self, scope: Scope, node: x.Expression) -> Wat:
        """Return the tree for a scalar expression; the value of a zone is its number."""
        found = hoisted(self, scope, node) if self.unit.techniques.hoisting else None
        return self._number(scope, node) if found is None else found

    def _number(self, scope: Scope, node: x.Expression) -> Wat:  # noqa: C901, PLR0912 - a case for each node
        unit = self.unit
        match node:
            case x.Const(value=value):
                return const(value)
            case x.Local(slot=slot):
                return self.slot(scope, slot)
            case x.Variable(variable=variable):
                where = scope.variables[variable]
                assert isinstance(where, str)  # noqa: S101 - the checker has seen to types
                return get(where)
            case x.Me():
                return unit.place(Head.ME)
            case x.Column(of=of, first=first, values=values):
                return unit.memory.table(values, first).at(self.number(scope, of))
            case x.Lookup():
                return numbers.lookup(self, scope, node)
            case x.Load():
                return unit.member(node.store, self.member(scope, node))
            case x.Bank():
                return unit.holding(node.store, self.bank(scope, node))
            case x.Narrow():
                return numbers.narrow(self, scope, node)
            case x.Arithmetic():
                return numbers.arithmetic(self, scope, node)
            case x.Turned():
                return numbers.turned(self, scope, node)
            case x.Seat():
                return numbers.seat(self, scope, node)
            case x.Absolute(of=of):
                return numbers.absolute(self, scope, of)
            case x.Extreme():
                return numbers.extreme(self, scope, node)
            case x.Equal(left=left, right=right) if left.domain.is_list:
                return lists.same(self, scope, left, right, node.at)
            case x.Equal(left=left, right=right):
                return compare("==", self.number(scope, left), self.number(scope, right))
            case x.Less(op=op, left=left, right=right):
                return compare(op, self.number(scope, left), self.number(scope, right))
            case x.Not(of=of):
                return eqz(self.number(scope, of))
            case x.And(parts=parts):
                return self._joined(scope, parts, all_=True)
            case x.Or(parts=parts):
                return self._joined(scope, parts, all_=False)
            case x.If(condition=condition, then=then, otherwise=otherwise):
                test = self.number(scope, condition)
                return either(test, self.number(scope, then), self.number(scope, otherwise))
            case x.Default():
                return numbers.default(self, scope, node)
            case x.There():
                return numbers.there(self, scope, node)
            case x.Apply():
                return self._apply(scope, node)
            case x.Let(variable=variable, value=value, body=body):
                before, inner = self._let(scope, variable, value)
                return self.valued(scope, before, self.number(inner, body))
            case x.Quantifier():
                return quantifiers.number(self, scope, node)
            case x.InList() | x.Length() | x.Nth() | x.End() | x.Only() | x.ExtremeOf():
                return lists.number(self, scope, node)
            case x.ZoneAt() | x.ZoneLength() | x.ZoneEnd() | x.InZone() | x.Key():
                return zones.number(self, scope, node)
            case x.Step() | x.Steps() | x.Direction() | x.Distance() | x.Gap() | x.CellAt():
                return boards.number(self, scope, node)
            case x.Occurred():
                return situations.occurred(unit, node)
            case x.Can() | x.InARow():
                assert self.ahead is not None  # noqa: S101 - a module that lists options sees to it
                return self.ahead(scope, node)
            case x.OfPlane(plane=plane):
                assert node.of is not None  # noqa: S101 - only lists are of the whole plane
                answer = self.tiles[plane].number_of(scope.function, node, self.number(scope, node.of))
                return self.valued(scope, [unit.spend(const(node.each), node.at)], answer)
            case x.Longest():
                return longest(self, scope, node)
            case (
                x.Fixed() | x.ListAt() | x.ListOf() | x.Numbers() | x.Ends() | x.Union() | x.Distinct()
                | x.Reverse() | x.Reach() | x.Contents() | x.FamilyContents() | x.ByPlace() | x.ZoneEnds()
                | x.Neighbours() | x.Ray()
            ):  # fmt: skip
                raise AssertionError(f"{type(node).__name__} is a list")
            case _:
                assert_never(node)

    def _joined(self, scope: Scope, parts: tuple[x.Expression, ...], *, all_: bool) -> Wat:
        """Return the tree for a conjunction (`all_`) or a disjunction, which stops as soon as it is decided.

        A part is evaluated unconditionally if that is faster than a branch and neither this part nor any
        later one can fail.
        """
        found = self.number(scope, parts[-1])
        for i in reversed(range(len(parts) - 1)):
            first = self.number(scope, parts[i])
            if is_short(found) and all(self.unit.facts.anywhere(part) for part in parts[i + 1 :]):
                found = and_(first, found) if all_ else or_(first, found)
            else:
                found = either(first, found, ZERO) if all_ else either(first, const(1), found)
        return found

    def slot(self, scope: Scope, slot: int) -> Wat:
        """Return the tree that reads a slot from its local or from the position."""
        held = scope.slots.get(slot)
        return self.unit.place(self.unit.program.slots[slot].place) if held is None else get(held)

    def assigned(self, scope: Scope, slot: int, value: Wat) -> Wat:
        """Return the instruction that assigns a value to a slot, in its local or in the position."""
        held = scope.slots.get(slot)
        return self.unit.put(self.unit.program.slots[slot].place, value) if held is None else put(held, value)

    def assigned_list(self, slot: int, address: Wat, length: Wat) -> Body:
        """Return the instructions that copy a list to a slot of the position.

        The tree `length` is emitted twice.
        """
        place, most = self.unit.program.slots[slot].place, self.unit.program.slots[slot].domain.most
        target = const(self.unit.slot(slot, 1))
        copied: Wat = ("memory.copy", target, address, shift_left(length, 2))
        if most <= FEW:
            copied = call(self.unit.helper("$few", _few, "$to", "$from", "$count"), target, address, length)
        return [self.unit.put(place, length), copied]

    def member(self, scope: Scope, node: x.Load) -> Wat:
        """Return the tree for the index at which a member of a store lies in the position."""
        table = self.unit.program.stores[node.store]
        return self.unit.offset(tuple(self.number(scope, key) for key in node.keys), table.dims, table.place)

    def bank(self, scope: Scope, node: x.Bank) -> Wat:
        """Return the tree for the index at which a bank of a store lies in the position.

        If the store has several banks, the node says which sort of bank is meant.
        """
        table = self.unit.program.stores[node.store]
        first = table.place + table.count
        if node.sort is None:
            return const(first)
        return self.unit.offset((self.number(scope, node.sort),), table.dims[-1:], first)

    def valued(self, scope: Scope, before: Body, value: Wat) -> Wat:
        """Return the tree for a value that is read after the instructions in `before` have run."""
        return block(scope.function.label("value"), [*before, value], result=True) if before else value

    def once(self, scope: Scope, value: Wat, hint: str) -> tuple[Body, Wat]:
        """Return the instructions that compute a value once, and a tree that can read it repeatedly.

        `hint` is part of the name of the local that holds the value.
        """
        if isinstance(value, tuple) and value[0] in {"local.get", "i32.const"}:
            return [], value
        name = scope.function.local(hint)
        return [put(name, value)], get(name)

    def _apply(self, scope: Scope, node: x.Apply) -> Wat:
        """Return the tree for a call of a function of the game whose result is a scalar.

        A memoized result is looked up. A short function is inlined. A function of moderate size is inlined in
        a loop if a part of it depends on nothing that the loop binds. Any other function becomes a function
        of the module, and lists are passed to it as an address and a length.
        """
        rows = self.unit.memo.of(node.function)
        if rows is not None:
            before, found = self._looked_up(scope, node, rows)
            return self.valued(scope, before, found)
        number = node.function.number
        in_loop = scope.loops and number in self._expands_in_loops and self.needs.settled(node.function.body)
        if number in self._expands or in_loop:
            before, inner = self.expanded(scope, node)
            return self.valued(scope, before, self.number(inner, node.function.body))
        before, args = self._arguments(scope, node)
        name = self._compiled(node.function, tuple(arg.domain.is_list for arg in node.args))
        paid = self.unit.spend(const(node.function.cost), node.at)
        return self.valued(scope, [*before, paid], call(name, *args))

    def _arguments(self, scope: Scope, node: x.Apply) -> tuple[Body, list[Wat]]:
        """Return the instructions that evaluate all arguments, and the operands of the call after them."""
        before: Body = []
        args: list[Wat] = []
        for arg in node.args:
            if arg.domain.is_list:
                made, stored = self.wide(scope, arg)
                before += made
                args += [stored.address, stored.length]
            else:
                found, value = self.once(scope, self.number(scope, arg), "arg")
                before += found
                args.append(value)
        return before, args

    def _compiled(self, function: x.Function, lists: tuple[bool, ...]) -> str:
        """Return the name of the function of the module that computes a scalar function of the game.

        `lists` says for each parameter whether it is a list. A list is passed as an address and a length.
        """

        def make(made: Function) -> None:
            scope = Scope(made)
            for variable, names in zip(function.parameters, given, strict=True):
                where = names[0] if len(names) == 1 else StoredList(get(names[0]), get(names[1]))
                scope = scope.bound(variable, where)
            made.body = [self.number(scope, function.body)]

        given = [(f"$p{i}", f"$p{i}n") if is_list else (f"$p{i}",) for i, is_list in enumerate(lists)]
        names = [name for names in given for name in names]
        return self.unit.helper(f"$function{function.number}", make, *names, result=True)

    def _looked_up(self, scope: Scope, node: x.Apply, rows: Rows) -> tuple[Body, Wat]:
        """Return the instructions that evaluate the arguments, and the call that looks up a memoized result.

        If the result is a list, the call returns the number of its row.
        """
        before, args = self._arguments(scope, node)
        function, paid = node.function, self.unit.spend(const(node.function.cost), node.at)
        names = [f"$p{i}" for i in range(len(args))]
        name = self.unit.helper(
            f"$memo{function.number}",
            lambda made: self._kept_or_found(made, function, rows),
            *names,
            result=True,
        )
        return [*before, paid], call(name, *args)

    def _kept_or_found(self, made: Function, function: x.Function, rows: Rows) -> None:
        """Fill `$memo`, which returns the memoized result for its arguments and computes it if necessary."""
        names, row, fuel = [name for name, _ in made.parameters], made.local("row"), made.local("fuel")
        args, found, left = [get(name) for name in names], made.local("result"), ("global.get", "$fuel")
        if rows.most is None:
            value: Wat = call(self._compiled(function, tuple(False for _ in args)), *args)
            result = rows.value(get(row))
        else:
            make = lambda listing: self._listing(listing, function)  # noqa: E731 - fills a function
            name = self.unit.helper(f"$listed{function.number}", make, *names, "$room", result=True)
            value, result = call(name, *args, rows.room(get(row))), get(row)
        finding: Body = [
            put(fuel, left),
            put(found, value),
            *rows.found(get(row), get(found), subtract(get(fuel), left)),
        ]
        taken: Body = [self.unit.spend(rows.cost(get(row)), function.body.at)]
        made.body = [
            put(row, rows.number(args)),
            when(rows.known(get(row)), taken, finding),
            result,
        ]

    def _listing(self, made: Function, function: x.Function) -> None:
        """Fill `$listed`, which writes a function's list to `$room` and returns the number of its members."""
        scope, length = Scope(made), made.local("length")
        for variable, (name, _) in zip(function.parameters, made.parameters, strict=False):
            scope = scope.bound(variable, name)
        at = add(get("$room"), shift_left(get(length), 2))
        take = lambda value: [store(at, value), put(length, add(get(length), const(1)))]  # noqa: E731 - as short
        made.body = [put(length, ZERO), *self._streamed(scope, function.body, take), get(length)]

    def _let(self, scope: Scope, variable: int, value: x.Expression) -> tuple[Body, Scope]:
        if value.domain.is_list:
            before, stored = self.materialized(scope, value)
            return before, scope.bound(variable, stored)
        name = scope.function.local("let")
        level = scope.level(*self.needs.free(value))
        return [put(name, self.number(scope, value))], scope.bound(variable, name, level)

    # --- lists ----------------------------------------------------------------------------------------

    def each(self, scope: Scope, node: x.Expression, take: Take, *, strict: bool) -> Body:
        """Return the instructions that pass the members of a list to `take`, one after another.

        `strict` says that the consumer may fail or may stop before the last member.
        """
        if strict and self.unit.facts.fails(node):
            before, stored = self.materialized(scope, node)
            return [*before, *self.through(scope, stored, take)]
        return self._streamed(scope, node, take)

    def _streamed(self, scope: Scope, node: x.Expression, take: Take) -> Body:  # noqa: C901, PLR0912 - a case for each node
        match node:
            case x.Numbers(low=low, high=high):
                return self._counted(scope, low, high, take)
            case x.Fixed(values=values) if len(values) > 1 and values == (*range(values[0], values[-1] + 1),):
                at = scope.function.local("n")
                body = self.counting(scope, at, compare(">", get(at), const(values[-1])), take(get(at)))
                return [put(at, const(values[0])), *body]
            case x.Fixed(values=values) if len(values) > 1 and values == (
                *range(values[0], values[-1] - 1, -1),
            ):
                at = scope.function.local("n")
                body = self.counting(scope, at, compare("<", get(at), const(values[-1])), take(get(at)), -1)
                return [put(at, const(values[0])), *body]
            case x.ListOf(items=(item,)):
                before, value = self.once(scope, self.number(scope, item), "item")
                return [*before, *take(value)]
            case x.ListAt() | x.Neighbours() | x.If() if (
                found := boards.rows(self, scope, node, take)
            ) is not None:
                return found
            case x.Ray():
                return boards.ray(self, scope, node, take)
            case x.Ends(of=of, count=x.Const(value=count), bottom=False) if (
                count > 0 and not isinstance(of, x.Fixed) and not self.unit.facts.fails(of)
            ):
                return lists.first_few(self, scope, node, count, take)
            case x.Contents() | x.FamilyContents() | x.ZoneEnds():
                return zones.each(self, scope, node, take)
            case x.Local(slot=slot) if slot in scope.sets:
                return bits.each(scope.function, scope.sets[slot], take)
            case x.Quantifier(kind="filter" | "while" | "until" | "map" | "flat"):
                return quantifiers.each(self, scope, node, take)
            case x.Let(variable=variable, value=value, body=body):
                before, inner = self._let(scope, variable, value)
                return [*before, *self._streamed(inner, body, take)]
            case x.Apply() if self.unit.memo.of(node.function) is None:
                before, inner = self.expanded(scope, node)
                return [*before, *self._streamed(inner, node.function.body, take)]
            case _:
                before, stored = self.materialized(scope, node)
                return [*before, *self.through(scope, stored, take)]

    def expanded(self, scope: Scope, node: x.Apply) -> tuple[Body, Scope]:
        """Return the instructions that evaluate an inlined function's arguments, and its body's scope."""
        before: Body = []
        inner = scope.apart_from_names()
        for variable, arg in zip(node.function.parameters, node.args, strict=True):
            if arg.domain.is_list:
                made, stored = self.materialized(scope, arg)
                before += made
                inner = inner.bound(variable, stored)
            else:
                name = scope.function.local("arg")
                before.append(put(name, self.number(scope, arg)))
                inner = inner.bound(variable, name, scope.level(*self.needs.free(arg)))
        return [*before, self.unit.spend(const(node.function.cost), node.at)], inner

    def _counted(self, scope: Scope, low: x.Expression, high: x.Expression, take: Take) -> Body:
        """Return a loop over the numbers from `low` to `high`, including both bounds."""
        at, last = scope.function.local("n"), scope.function.local("last")
        before = [put(at, self.number(scope, low)), put(last, self.number(scope, high))]
        return [*before, *self.counting(scope, at, compare(">", get(at), get(last)), take(get(at)))]

    def counting(self, scope: Scope, at: str, over: Wat, body: Body, by: int = 1) -> Body:
        """Return a loop that runs `body` and then adds `by` to the local `at`, until `over` holds."""
        done, more = scope.function.label("done"), scope.function.label("more")
        step = put(at, add(get(at), const(by)))
        return [block(done, [loop(more, [branch_if(done, over), *body, step, branch(more)])])]

    def through(self, scope: Scope, stored: StoredList, take: Take) -> Body:
        """Return the instructions that pass the members of a list in memory to `take`."""
        function = scope.function
        at, end, member = function.local("at"), function.local("end"), function.local("m")
        before = [
            put(at, stored.address),
            put(end, add(get(at), shift_left(stored.length, stored.shift))),
        ]
        body = [put(member, load(get(at), width=stored.width)), *take(get(member))]
        over = compare(">=", get(at), get(end))
        return [*before, *self.counting(scope, at, over, body, 1 << stored.shift)]

    def materialized(self, scope: Scope, node: x.Expression) -> tuple[Body, StoredList]:
        """Return the instructions that materialize a list in memory, and the list as it then lies there."""
        unit = self.unit
        match node:
            case x.Fixed(values=values):
                table = unit.memory.table(values)
                return [], StoredList(const(table.address), const(len(values)), table.width, table.shift)
            case x.Local(slot=slot):
                place = unit.program.slots[slot].place
                length = scope.function.local("length")
                before = [put(length, unit.place(place)), unit.spend(get(length), node.at)]
                return before, StoredList(const(self.unit.slot(slot, 1)), get(length))
            case x.Variable(variable=variable):
                where = scope.variables[variable]
                assert isinstance(where, StoredList)  # noqa: S101 - the checker has seen to types
                return [], where
            case x.Narrow():
                return self._narrowed(scope, node)
            case x.Let(variable=variable, value=value, body=body):
                before, inner = self._let(scope, variable, value)
                made, stored = self.materialized(inner, body)
                return [*before, *made], stored
            case x.If():
                return self._either(scope, node)
            case x.Apply() if (rows := self.unit.memo.of(node.function)) is not None:
                before, row = self._looked_up(scope, node, rows)
                more, row = self.once(scope, row, "row")
                length = scope.function.local("length")
                return [*before, *more, put(length, rows.value(row))], StoredList(rows.room(row), get(length))
            case (
                x.ListOf() | x.ListAt() | x.Neighbours() | x.Ray() | x.Ends() | x.Union() | x.Distinct()
                | x.Reverse() | x.Reach() | x.ByPlace() | x.Quantifier(kind="best" | "sort")
            ):  # fmt: skip
                return lists.materialized(self, scope, node)
            case x.OfPlane(plane=plane):
                about = None if node.of is None else self.number(scope, node.of)
                room, length = self.unit.memory.words(node.domain.most + 1), scope.function.local("length")
                found = self.tiles[plane].listed(node, about, room)
                return [unit.spend(const(node.each), node.at), put(length, found)], StoredList(
                    const(room), get(length)
                )
            case _:
                return self.gathered(scope, node)

    def gathered(self, scope: Scope, node: x.Expression) -> tuple[Body, StoredList]:
        """Return the instructions that write the members of a list to new memory, and the resulting list."""
        room, length = self.room(node), scope.function.local("length")
        take = lambda value: self.appended(room, length, value)  # noqa: E731 - as short as its name
        return [put(length, ZERO), *self._streamed(scope, node, take)], StoredList(const(room), get(length))

    def appended(self, room: int, length: str, value: Wat) -> Body:
        """Return the instructions that append a value to the list at the address `room`.

        `length` names the local that holds the length of the list.
        """
        return [
            store(shift_left(get(length), 2), value, room),
            put(length, add(get(length), const(1))),
        ]

    def room(self, node: x.Expression) -> int:
        """Reserve memory for the members of a list, and return its address.

        Every expansion of an expression gets memory of its own.
        """
        return self.unit.memory.words(node.domain.most)

    def _either(self, scope: Scope, node: x.If) -> tuple[Body, StoredList]:
        """Return the instructions that materialize one of two lists, and the list that is selected."""
        address, length = scope.function.local("list"), scope.function.local("length")

        def chosen(part: x.Expression) -> Body:
            before, stored = self.wide(scope, part)
            return [*before, put(address, stored.address), put(length, stored.length)]

        test = self.number(scope, node.condition)
        return [when(test, chosen(node.then), chosen(node.otherwise))], StoredList(get(address), get(length))

    def wide(self, scope: Scope, node: x.Expression) -> tuple[Body, StoredList]:
        """Return the instructions that materialize a list, and the list, whose members take 32 bits each."""
        before, stored = self.materialized(scope, node)
        if stored.shift == 2:  # noqa: PLR2004 - 4 bytes
            return before, stored
        if isinstance(node, x.Fixed):
            return before, StoredList(const(self.unit.memory.written(node.values, 2)), stored.length)
        room, length = self.room(node), scope.function.local("length")
        body = self.through(scope, stored, lambda value: self.appended(room, length, value))
        return [*before, put(length, ZERO), *body], StoredList(const(room), get(length))

    def _narrowed(self, scope: Scope, node: x.Narrow) -> tuple[Body, StoredList]:
        """Return the instructions that materialize a list and check its bounds, and the resulting list.

        They raise a fault if the list is too long or if one of its members is out of bounds.
        """
        unit, low, high = self.unit, node.low, node.high
        before, stored = self.materialized(scope, node.of)
        if not unit.facts.fails_itself(node):
            return before, stored
        found, length = self.once(scope, stored.length, "length")
        stored = StoredList(stored.address, length, stored.width, stored.shift)
        before = [*before, *found, unit.spend(("i32.div_u", length, const(PARTS)), node.at)]
        if node.of.domain.most > node.most:
            fault = unit.fault(faults.LONG_LIST, node.at, length=length, most=const(node.most))
            before.append(when(compare(">", length, const(node.most)), fault))

        def within(value: Wat) -> Body:
            return [
                when(
                    eqz(self.holds(value, low, high, optional=node.of.domain.optional)),
                    self.outside(node, value),
                )
            ]

        return [*before, *self.through(scope, stored, within)], stored

    def outside(self, node: x.Narrow, value: Wat) -> Body:
        """Return the instructions that raise the fault for a value that is out of bounds."""
        low, high = const(node.low), const(node.high)
        return self.unit.fault(faults.OUT_OF_BOUNDS, node.at, value=value, low=low, high=high)

    def otherwise_none(self, value: Wat, none: int, low: int) -> Wat:
        """Return the tree for `value - low`, or for the number `none` if `value` is `none`.

        The tree `value` is emitted twice.
        """
        return either(compare("==", value, const(NONE)), const(none), add(value, const(-low)))

    def holds(self, value: Wat, low: int, high: int, *, optional: bool) -> Wat:
        """Return the test that a value is within bounds; an `optional` value may also be `none`.

        The tree `value` is emitted several times.
        """
        if low > INT_MIN and high < INT_MAX:
            inside: Wat = ("i32.le_u", subtract(value, const(low)), const(high - low))
        else:
            above, beneath = compare(">=", value, const(low)), compare("<=", value, const(high))
            inside = const(1) if low <= INT_MIN and high >= INT_MAX else beneath if low <= INT_MIN else above
        return or_(inside, compare("==", value, const(NONE))) if optional else inside
