"""Translates the statements in kernels to instructions: bodies, loops and assignments."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from interpreter.compiled.translate.expressions import Expressions, Local, instruction, stored_as
from interpreter.compiled.translate.residual import (
    Array,
    Held,
    Kind,
    Known,
    Member,
    NotTranslated,
    Row,
    Term,
    Value,
    kind_of,
    wat,
)
from interpreter.compiled.translate.source import Kernel, Position, Refused, parts_of, stored
from interpreter.compiled.wasm.interface import HERE
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Wat,
    add,
    block,
    branch,
    branch_if,
    compare,
    const,
    constant,
    eqz,
    get,
    load,
    loop,
    put,
    when,
)
from interpreter.play.faults import Said

__all__ = ["Statements"]


@dataclass(slots=True)
class _Loop:
    """The labels to which `break` and `continue` branch, and whether such branches exist."""

    out: str
    onward: str
    continues: bool = False
    breaks: bool = False


@dataclass(eq=False)
class Statements(Expressions):
    """Translates one kernel into one function of the module."""

    loops: list[_Loop] = field(default_factory=list, init=False)
    exit: str | None = field(default=None, init=False)
    """The label to which `return` branches in an inlined kernel; `None` if the kernel is not inlined."""
    exits: bool = field(default=False, init=False)
    """Whether any `return` branches to the label `exit`."""

    def inlined(self) -> Body:
        """Return the instructions of the whole kernel, for use inside another function."""
        self.exit = self.function.label(self.kernel.__name__.removeprefix("_"))
        body = self.body(self.source.tree.body)
        return [block(self.exit, body)] if self.exits else body

    def result_inlined(self, operands: Sequence[Value]) -> tuple[Body, Value]:
        """Return the instructions before the final `return` of the kernel, and the value that it returns."""
        *before, last = self.source.tree.body
        if not isinstance(last, ast.Return) or last.value is None:
            raise NotTranslated("a kernel that is inlined ends with its `return`")
        self.exit = self.function.label("result")
        body = [*self.begin(operands), *self.body(before)]
        more, found = self.evaluated(last.value)
        return [*body, *more], found

    # --- statements -----------------------------------------------------------------------------------

    def body(self, body: list[ast.stmt], *, last: bool = False) -> Body:
        """Return the instructions of several statements.

        If `last`, the statements end the function and leave its result.
        """
        found: Body = []
        for i, each in enumerate(body, 1):
            found += self.statement(each, last=last and i == len(body))
            if found and _leaves(found[-1]):
                return found
        return found

    def statement(self, node: ast.stmt, *, last: bool) -> Body:
        """Return the instructions of a statement. Raises `Refused` if it is outside the subset of Python."""
        try:
            return self._statement(node, last=last)
        except NotTranslated as error:
            said = ast.unparse(node).splitlines()[0]
            message = f"{self.kernel.__code__.co_filename}:{node.lineno}: {error}: `{said}`"
            raise Refused(message) from None

    def _statement(self, node: ast.stmt, *, last: bool) -> Body:  # noqa: C901, PLR0912 - a case for each
        match node:
            case ast.Expr(ast.Yield(ast.expr() as value)) if self.take is not None:
                return self.take(self.value(value))
            case ast.Expr(ast.YieldFrom(ast.Call() as made)) if self.take is not None:
                return self.passed_on(made)
            case ast.Expr(ast.Call() as made):
                return self.done(made)
            case ast.Return(value):
                return self.result_of(value, last=last)
            case ast.Break() if self.loops:
                self.loops[-1].breaks = True
                return [branch(self.loops[-1].out)]
            case ast.Continue() if self.loops:
                self.loops[-1].continues = True
                return [branch(self.loops[-1].onward)]
            case ast.Assign([target], value) | ast.AnnAssign(target, _, ast.expr() as value):
                return self.assign(target, value)
            case ast.AugAssign(target, op, value):
                return self.assign(target, ast.BinOp(target, op, value))
            case ast.If(test, then, otherwise):
                return self.branched(test, then, otherwise, last=last)
            case ast.While(test, inner, []):
                return self.repeated(test, inner)
            case ast.For(target, over, inner, []):
                return self.gone_through(target, over, inner)
            case ast.Raise(ast.Call(ast.Attribute(said, "at"), [place], numbers)):
                return self.raised(self.value(said), self.value(place), numbers)
            case _:
                raise NotTranslated("a statement outside the subset")

    def result_of(self, value: ast.expr | None, *, last: bool) -> Body:
        """Return the instructions of a `return`, which leave the kernel."""
        if self.exit is not None:
            if value is not None:
                raise NotTranslated("a result of a kernel that is inlined")
            self.exits = True
            return [branch(self.exit)]
        if value is None:
            return [] if last else [("return",)]
        before, given = self.evaluated(value)
        found = wat(given, self.source.result or "i32")
        return [*before, found if last else ("return", found)]

    def branched(
        self, test: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt], *, last: bool
    ) -> Body:
        """Return the instructions of an `if` statement.

        At the end of a function with a result, each branch gives the result.
        """
        asked = self.condition(test)
        if isinstance(asked, Known):
            return self.body(then if asked.value else otherwise, last=last)
        result = last and self.source.result is not None and self.exit is None
        first, second = self.body(then, last=last), self.body(otherwise, last=last)
        if not result:
            return [when(wat(asked), first, second)] if first or second else []
        kind = stored_as(self.source.result)
        return [("if", ("result", kind), wat(asked), ("then", *first), ("else", *second))]

    def repeated(self, test: ast.expr, inner: list[ast.stmt]) -> Body:
        """Return the instructions of a `while` loop."""
        asked = self.condition(test)
        here = _Loop(self.function.label("done"), self.function.label("more"))
        endless = isinstance(asked, Known) and bool(asked.value)
        if isinstance(asked, Known) and not endless:
            return []
        self.loops.append(here)
        match inner:
            case [*before, ast.If(ast.expr() as over, [ast.Break()], [])] if endless:
                walk = self.body(before)
                walk.append(branch_if(here.onward, eqz(wat(self.condition(over)))))
            case _:
                walk = [*self.body(inner), branch(here.onward)]
        self.loops.pop()
        if not endless:
            walk.insert(0, branch_if(here.out, eqz(wat(asked))))
        again = loop(here.onward, walk)
        return [again] if endless and not here.breaks else [block(here.out, [again])]

    def gone_through(self, target: ast.expr, over: ast.expr, inner: list[ast.stmt]) -> Body:
        """Return the instructions of a `for` loop."""
        match over:
            case ast.Call(ast.Name("range"), bounds) if "range" not in self.names:
                return self.counted(target, bounds, inner)
            case ast.Call():
                called = self.callee(over)
                if isinstance(called, tuple):
                    return self.yielded(target, *called, inner)
            case _:
                pass
        members = self.value(over)
        if isinstance(members, Row):
            return self.listed(target, members, inner)
        if not isinstance(members, Known) or isinstance(members.value, Array | Held):
            raise NotTranslated("a loop over what is not known")
        here = _Loop(self.function.label("done"), self.function.label("next"))
        self.loops.append(here)
        body: Body = []
        for value in members.value:
            here.onward, here.continues = self.function.label("next"), False
            self.bind(target, value)
            one = self.body(inner)
            body += [block(here.onward, one)] if here.continues else one
        self.loops.pop()
        return [block(here.out, body)] if here.breaks else body

    def bind(self, target: ast.expr, value: object) -> None:
        """Bind the names in `target` to a known value, or to the parts of one."""
        match target:
            case ast.Name(name):
                self.names[name] = Known(value)
            case ast.Tuple(parts):
                assert isinstance(value, Iterable)  # noqa: S101 - as Python asks
                for part, each in zip(parts, value, strict=True):
                    self.bind(part, each)
            case _:
                raise NotTranslated("a target of a loop that is no name")

    def counted(self, target: ast.expr, bounds: Sequence[ast.expr], inner: list[ast.stmt]) -> Body:
        """Return a loop over a `range`, which counts up or down by 1."""
        first, end = (bounds[0], bounds[1]) if len(bounds) > 1 else (ast.Constant(0), bounds[0])
        step = self.value(bounds[2]) if len(bounds) == 3 else Known(1)  # noqa: PLR2004 - as `range` has them
        if not isinstance(target, ast.Name) or step not in {Known(1), Known(-1)}:
            raise NotTranslated("a loop by other steps than 1")
        assert isinstance(step, Known)  # noqa: S101 - asked above
        begin, beyond = self.value(first), self.value(end)
        if isinstance(beyond, Known) and begin == beyond:
            return []
        name, stop = self.local(target.id, "i32").name, wat(beyond)
        begun, i = [put(name, wat(begin))], get(name)
        fixed_name = isinstance(end, ast.Name) and not any(end.id in stored(each) for each in inner)
        if constant(stop) is None and not fixed_name:
            fixed = self.function.local("end")
            begun.append(put(fixed, stop))
            stop = get(fixed)
        here = _Loop(self.function.label("done"), self.function.label("next"))
        more = self.function.label("more")
        self.loops.append(here)
        one = self.body(inner)
        self.loops.pop()
        over = compare(">=" if step.value > 0 else "<=", i, stop)
        onward = put(name, add(i, const(step.value)))
        walk: Body = [
            branch_if(here.out, over),
            *([block(here.onward, one)] if here.continues else one),
            onward,
            branch(more),
        ]
        return [*begun, block(here.out, [loop(more, walk)])]

    def listed(self, target: ast.expr, row: Row, inner: list[ast.stmt]) -> Body:
        """Return a loop over the members of a row of a table."""
        if not isinstance(target, ast.Name):
            raise NotTranslated("a target of a loop that is no name")
        rows = self.unit.memory.rows(row.rows)
        begin, end = rows.members(row.index)
        at, stop = self.function.local("at"), self.function.local("end")
        here = _Loop(self.function.label("done"), self.function.label("next"))
        more = self.function.label("more")
        bound = self.put_name(target.id, Term(load(get(at), width=rows.width)))
        self.loops.append(here)
        one = self.body(inner)
        self.loops.pop()
        walk: Body = [
            branch_if(here.out, compare(">=", get(at), get(stop))),
            *bound,
            *([block(here.onward, one)] if here.continues else one),
            put(at, add(get(at), const(1 << rows.shift))),
            branch(more),
        ]
        return [put(at, begin), put(stop, end), block(here.out, [loop(more, walk)])]

    def yielded(
        self, target: ast.expr, kernel: Kernel, operands: Sequence[Value], inner: list[ast.stmt]
    ) -> Body:
        """Return a loop that runs the statements `inner` for each value that a kernel yields."""
        if not isinstance(target, ast.Name):
            raise NotTranslated("a target of a loop that is no name")
        here = _Loop(self.function.label("done"), self.function.label("next"))

        def take(value: Value) -> Body:
            bound = self.put_name(target.id, value)
            here.onward, here.continues = self.function.label("next"), False
            self.loops.append(here)
            one = self.body(inner)
            self.loops.pop()
            return [*bound, *([block(here.onward, one)] if here.continues else one)]

        meaning = self.meaning(kernel)
        if meaning is not None:
            given = map(instruction, operands)
            body = _listed(meaning(self.function, *given, take=lambda found: take(Term(found))))
        else:
            body, given_now = self._fixed(operands, inner)
            own = self.made(kernel, take)
            body += [*own.begin(given_now), *own.inlined()]
        return [block(here.out, body)] if here.breaks else body

    def passed_on(self, made: ast.Call) -> Body:
        """Return the instructions of a `yield from`, which yields every value that another kernel yields."""
        match self.callee(made):
            case kernel, operands if self.meaning(kernel) is None:
                own = self.made(kernel, self.take)
                return [*own.begin(operands), *own.inlined()]
            case _:
                raise NotTranslated("`yield from` what is no kernel")

    def _fixed(self, operands: Sequence[Value], inner: list[ast.stmt]) -> tuple[Body, list[Value]]:
        """Copy each operand that the statements `inner` may change to a local.

        Return the instructions that copy, and the operands, with copies in place of those that may change.
        """
        names = {name for each in inner for name in stored(each)}
        changing = {local.name for name in names if isinstance(local := self.names.get(name), Local)}
        body, fixed = list[Wat](), list[Value]()
        for value in operands:
            if isinstance(value, Term) and value.wat in {get(name) for name in changing}:
                held = self.function.local("held", stored_as(value.kind))
                body.append(put(held, value.wat))
                fixed.append(Term(get(held), value.kind))
            else:
                fixed.append(value)
        return body, fixed

    def raised(self, said: Value, place: Value, numbers: Sequence[ast.keyword]) -> Body:
        """Return the instructions that raise the fault `said` at a place, with the given numbers."""
        if not (isinstance(said, Known) and isinstance(said.value, Said)):
            raise NotTranslated("what is raised is no fault")
        told = {str(each.arg): wat(self.value(each.value)) for each in numbers}
        if isinstance(place, Known):
            return self.unit.fault(said.value, place.value, **told)
        return self.unit.fault(said.value, HERE, **told, at=wat(place))

    # --- assignments ----------------------------------------------------------------------------------

    def assign(self, target: ast.expr, value: ast.expr) -> Body:
        """Return the instructions of an assignment, which computes all values before it assigns any."""
        if isinstance(target, ast.Name) and isinstance(value, ast.List):
            return self.held(target.id, value.elts)
        if not isinstance(target, ast.Tuple):
            before, found = self.evaluated(value)
            return [*before, *self.put(target, found)]
        if not isinstance(value, ast.Tuple) or len(value.elts) != len(target.elts):
            raise NotTranslated("several targets of one value")
        values = [self.value(each) for each in value.elts]
        body: Body = []
        for i, found in enumerate(values):
            if isinstance(found, Term) and not _apart(target.elts[:i], value.elts[i]):
                held = self.function.local("held", stored_as(found.kind))
                body.append(put(held, found.wat))
                values[i] = Term(get(held), found.kind)
        for each, found in zip(target.elts, values, strict=True):
            body += self.put(each, found)
        return body

    def done(self, node: ast.Call) -> Body:
        """Return instructions for a call as a statement; a kernel marked `inline` is replaced by its body."""
        match self.callee(node, asked=False):
            case kernel, operands if self.is_inlined(kernel):
                own = self.made(kernel)
                return [*own.begin(operands), *own.inlined()]
            case kernel, operands:
                return _listed(self.called(kernel, operands))
            case _:
                return []

    def is_inlined(self, kernel: Kernel) -> bool:
        """Return whether calls of a kernel are replaced by its body, because it is marked `inline`."""
        return self.meaning(kernel) is None and "inline" in parts_of(kernel)[0].__dict__

    def evaluated(self, node: ast.expr) -> tuple[Body, Value]:
        """Return the instructions that an expression needs first, and the value of the expression.

        There are such instructions if the expression is a call of a kernel that is marked `inline`.
        """
        if not isinstance(node, ast.Call) or self.converts(node):
            return [], self.value(node)
        called = self.callee(node)
        if isinstance(called, tuple) and self.is_inlined(called[0]):
            return self.made(called[0]).result_inlined(called[1])
        return [], self.result(called)

    def held(self, name: str, parts: Sequence[ast.expr]) -> Body:
        """Return the instructions that assign a list to a name. Each member becomes a local."""
        values = list[Value]()
        for part in parts:
            if isinstance(part, ast.Starred):
                values += map(Known, self.all_known([part.value]).value[0])
            else:
                values.append(self.value(part))
        kind: Kind = "i64x2" if any(kind_of(value) == "i64x2" for value in values) else "i64"
        members = tuple(Member(self.function.local(name, stored_as(kind))) for _ in values)
        body = [put(member, wat(value, kind)) for member, value in zip(members, values, strict=True)]
        return [*body, *self.put_name(name, Known(Held(members, kind)))]

    def put(self, target: ast.expr, value: Value) -> Body:
        """Return the instructions that assign a value to a single target."""
        match target:
            case ast.Name(name):
                return self.put_name(name, value)
            case ast.Subscript(of, index):
                base = self.value(of)
                if isinstance(base, Known) and isinstance(base.value, Position):
                    first, at = self.place(index)
                    if at == ZERO:
                        return [self.unit.put(first, wat(value))]
                    return [self.unit.put_at(first, at, wat(value))]
                if isinstance(base, Known) and isinstance(base.value, Held):
                    return [put(base.value.member(self.value(index)), wat(value, base.value.kind))]
                array = Array.of(base)
                if array is not None:
                    return [array.put(wat(self.value(index)), wat(value, array.member))]
                raise NotTranslated("an assignment to a member of what is known")
            case _:
                raise NotTranslated("an assignment to what is no name or subscript")


def _listed(made: Wat | Body) -> Body:
    return made if isinstance(made, list) else [made]


def _leaves(node: Wat) -> bool:
    """Return whether an instruction always jumps away, so that those after it are never reached."""
    return isinstance(node, tuple) and node[0] in {"return", "br", "unreachable"}


def _apart(targets: Sequence[ast.expr], value: ast.expr) -> bool:
    """Return whether a value reads nothing that is assigned to `targets`."""
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    members = any(isinstance(target, ast.Subscript) for target in targets)
    return not any(
        (isinstance(part, ast.Name) and part.id in names) or (members and isinstance(part, ast.Subscript))
        for part in ast.walk(value)
    )
