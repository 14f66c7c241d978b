"""Kernels in a module: Python functions, partially evaluated and translated to WebAssembly.

`interpreter.kernels` says what a kernel is. Its source is read once; what is known while a module is made is
evaluated (`residual`), and a function of the module is emitted for the rest, one for each kernel and receiver.
A name that is assigned once to what is known stays known; any other name is a local.

What a kernel calls is another kernel, and becomes a function of its own; a kernel that yields, or that consists
of one `return`, is inlined. What only this engine can do has a *meaning* here: instructions in place of a
kernel's body, such as taking units from the budget or keeping sets beside the position.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from interpreter.compiled.interface import HERE
from interpreter.compiled.residual import (
    Array,
    Kind,
    Known,
    NotTranslated,
    Row,
    Tables,
    Term,
    Value,
    compared,
    element,
    operation,
    wat,
)
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    constant,
    either,
    eqz,
    get,
    load,
    loop,
    put,
    store,
    when,
)
from interpreter.compiled.work import charged
from interpreter.kernels.budget import spend
from interpreter.kernels.terms import clear_octets, lowest_bit
from interpreter.play.faults import Said

if TYPE_CHECKING:
    from interpreter.compiled.unit import Unit

__all__ = ["Kernels", "Meaning", "Refused"]

Meaning = Callable[..., "Wat | Body"]
"""Instructions in place of a kernel: called with the function that is made and the operands.

That of a kernel that yields has `take` besides, which gives the instructions for what is yielded.
"""

Kernel = Callable[..., Any]


class Refused(Exception):
    """A kernel has something that lies outside the subset, at a line of its file."""


class Emitted:
    """What a receiver has whose methods give instructions: they take the function that is made and operands."""


class _Erased:
    """What stands for a parameter that has no counterpart in a module."""


class _Position(_Erased):
    """What stands for the position."""


ERASED = {"Position": _Position(), "Work": _Erased(), "Sink": _Erased()}
KINDS: dict[str, Kind] = {"int": "i32", "bool": "i32", "Long": "i64", "Words": "words", "Rows": "rows"}


@dataclass(frozen=True, slots=True)
class _Local:
    """A name whose value lies in a local."""

    name: str
    kind: Kind


@dataclass(slots=True)
class _Loop:
    """Where `break` and `continue` go; `onward` is used only if something goes there."""

    out: str
    onward: str
    continues: bool = False
    breaks: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A kernel as it is written."""

    tree: ast.FunctionDef
    parameters: tuple[tuple[str, str], ...]
    """Their names and annotations; without `self`."""
    result: Kind | None
    once: frozenset[str]
    """The names that one statement assigns, which does so once."""
    yields: bool
    inlined: ast.expr | None
    """What it returns, if it consists of that."""


@cache
def source_of(kernel: FunctionType) -> Source:
    """Read a kernel."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kernel))).body[0]
    assert isinstance(tree, ast.FunctionDef)  # noqa: S101 - kernels are written with `def`
    given = [*tree.args.args, *tree.args.kwonlyargs]
    annotated = [(a.arg, ast.unparse(a.annotation)) for a in given if a.annotation is not None]
    stored = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and _stores(node))
    stored.update(node.target.id for node in ast.walk(tree) if _counts_twice(node))
    body = [each for each in tree.body if not _says_nothing(each)]
    only = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
    returns = ast.unparse(tree.returns) if tree.returns is not None else "None"
    return Source(
        tree,
        tuple(annotated),
        KINDS.get(returns),
        frozenset(name for name, count in stored.items() if count == 1) - {name for name, _ in annotated},
        any(isinstance(node, ast.Yield) for node in ast.walk(tree)),
        only,
    )


@cache
def stored(node: ast.AST) -> frozenset[str]:
    """The names that are assigned within a statement."""
    return frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name) and _stores(n))


def _stores(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _counts_twice(node: ast.AST) -> bool:
    """Whether a statement reads the name that it assigns."""
    return isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)


def _says_nothing(node: ast.stmt) -> bool:
    """Whether nothing is done by a statement in a module: texts, and assertions, which CPython makes."""
    return isinstance(node, ast.Assert | ast.Pass) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


@dataclass
class Kernels:
    """The kernels of one module."""

    unit: Unit
    meanings: dict[Kernel, Meaning] = field(default_factory=dict)
    _names: dict[tuple[Kernel, int], str] = field(default_factory=dict)
    _receivers: list[object] = field(default_factory=list)
    """Kept, so that no other gets the identity of one."""

    def __post_init__(self) -> None:
        self.tables = Tables(self.unit.memory)
        self.means(
            {
                spend: lambda _, units, at: charged(units, at),
                clear_octets: lambda _, of, count: ("memory.fill", of, ZERO, count),
                lowest_bit: lambda _, word: ("i32.wrap_i64", ("i64.ctz", word)),
            }
        )

    def means(self, meanings: Mapping[Kernel, Meaning]) -> None:
        """Let kernels have meanings in this module."""
        self.meanings.update(meanings)

    def name(self, kernel: Kernel) -> str:
        """The function of the module that a kernel becomes."""
        plain, receiver = _parts_of(kernel)
        key = plain, id(receiver)
        if key not in self._names:
            self._receivers.append(receiver)
            base = f"${plain.__name__.removeprefix('_')}"
            taken = {*self._names.values(), *self.unit.functions}
            name = next(n for i in range(len(taken) + 1) if (n := f"{base}_{i}" if i else base) not in taken)
            self._names[key] = name
            source = source_of(plain)
            kinds = [(f"${p}", _stored(KINDS[a])) for p, a in source.parameters if a not in ERASED]
            function = Function(name, tuple(kinds), (_stored(source.result),) if source.result else ())
            maker = _Maker(self, function, plain, receiver)
            maker.begin([Term(get(n), KINDS[a]) for n, a in _passed(source)])
            function.body = maker.body(source.tree.body, last=True)
            self.unit.add(function)
        return self._names[key]

    def call(self, kernel: Kernel, *operands: Wat) -> Wat:
        """A call of a kernel."""
        return call(self.name(kernel), *operands)

    def body(self, function: Function, kernel: Kernel, *operands: Wat) -> Body:
        """The body of a kernel without a result, inlined."""
        plain, receiver = _parts_of(kernel)
        maker = _Maker(self, function, plain, receiver)
        kinds = (KINDS[a] for _, a in source_of(plain).parameters if a not in ERASED)
        given = [Term(operand, kind) for operand, kind in zip(operands, kinds, strict=True)]
        return [*maker.begin(given), *maker.inlined()]

    def assigned(self, function: Function, to: str, kernel: Kernel, *operands: Wat) -> Body:
        """The body of a kernel that is marked `inline`, whose result goes into a local."""
        plain, receiver = _parts_of(kernel)
        kinds = (KINDS[a] for _, a in source_of(plain).parameters if a not in ERASED)
        given = [Term(operand, kind) for operand, kind in zip(operands, kinds, strict=True)]
        before, found = _Maker(self, function, plain, receiver).result_inlined(given)
        return [*before, put(to, wat(found, source_of(plain).result or "i32"))]

    def through(
        self, function: Function, kernel: Kernel, *operands: Wat, take: Callable[[Wat], Body]
    ) -> Body:
        """Go through what a kernel yields."""
        plain, receiver = _parts_of(kernel)
        if plain in self.meanings:
            return _body(self.meanings[plain](function, *operands, take=take))
        maker = _Maker(self, function, plain, receiver, lambda value: take(wat(value)))
        kinds = (KINDS[a] for _, a in source_of(plain).parameters if a not in ERASED)
        given = [Term(operand, kind) for operand, kind in zip(operands, kinds, strict=True)]
        return [*maker.begin(given), *maker.inlined()]


def _parts_of(kernel: Kernel) -> tuple[FunctionType, object]:
    """The function of a kernel, and its receiver."""
    if isinstance(kernel, MethodType):
        return _parts_of(kernel.__func__)[0], kernel.__self__
    assert isinstance(kernel, FunctionType)  # noqa: S101 - kernels are written with `def`
    return kernel, None


def _passed(source: Source) -> Iterable[tuple[str, str]]:
    """The parameters that a module has, too: locals and annotations."""
    return ((f"${name}", annotation) for name, annotation in source.parameters if annotation not in ERASED)


def _stored(kind: Kind | None) -> str:
    """How WebAssembly holds a kind."""
    return "i64" if kind == "i64" else "i32"


def _body(made: Wat | Body) -> Body:
    return made if isinstance(made, list) else [made]


class _Maker:
    """Translates one kernel into one function."""

    def __init__(
        self,
        kernels: Kernels,
        function: Function,
        kernel: FunctionType,
        receiver: object,
        take: Callable[[Value], Body] | None = None,
    ) -> None:
        self.kernels, self.unit, self.function = kernels, kernels.unit, function
        self.kernel, self.source, self.take = kernel, source_of(kernel), take
        self.names: dict[str, Value | _Local] = {"self": Known(receiver)} if receiver is not None else {}
        self.loops: list[_Loop] = []
        self.exit: str | None = None
        """The label that `return` of an inlined kernel goes to."""
        self.exits = False

    def begin(self, operands: Sequence[Value]) -> Body:
        """Bind the parameters; the instructions that do so."""
        left, body, written = iter(operands), list[Wat](), stored(self.source.tree)
        for name, annotation in self.source.parameters:
            if annotation in ERASED:
                self.names[name] = Known(ERASED[annotation])
                continue
            body += self._bound(name, next(left), KINDS[annotation], kept=name in written)
        assert next(left, None) is None  # noqa: S101 - as many as there are
        return body

    def _bound(self, name: str, value: Value, kind: Kind, *, kept: bool) -> Body:
        """Bind a parameter; to a local of its own, if it is assigned or its value is not at hand."""
        own = f"${name}"
        if (
            isinstance(value, Term)
            and value.wat == get(own)
            and (own, _stored(kind)) in self.function.parameters
        ):
            self.names[name] = _Local(own, kind)
            return []
        if not kept and (isinstance(value, Known | Row) or _at_hand(value.wat)):
            self.names[name] = value
            return []
        return self.put_name(name, value)

    def inlined(self) -> Body:
        """The body in the midst of a function."""
        self.exit = self.function.label(self.kernel.__name__.removeprefix("_"))
        body = self.body(self.source.tree.body)
        return [block(self.exit, body)] if self.exits else body

    def result_inlined(self, operands: Sequence[Value]) -> tuple[Body, Value]:
        """The statements before the `return` that ends the kernel, and what that gives."""
        *before, last = self.source.tree.body
        if not isinstance(last, ast.Return) or last.value is None:
            raise NotTranslated("a kernel that is inlined ends with its `return`")
        body = [*self.begin(operands), *self.body(before)]
        return body, self.value(last.value)

    # --- statements -----------------------------------------------------------------------------------

    def body(self, statements: Sequence[ast.stmt], *, last: bool = False) -> Body:
        """Some statements; `last` if the function ends with them, which then give its result."""
        found: Body = []
        done = [each for each in statements if not _says_nothing(each)]
        for i, each in enumerate(done):
            found += self.statement(each, last=last and i == len(done) - 1)
            if found and _leaves(found[-1]):
                return found
        return found

    def statement(self, node: ast.stmt, *, last: bool) -> Body:
        """One statement. Raises `Refused`."""
        try:
            return self._statement(node, last=last)
        except NotTranslated as error:
            line = self.kernel.__code__.co_firstlineno + node.lineno - 1
            message = (
                f"{self.kernel.__code__.co_filename}:{line}: {error}: `{ast.unparse(node).splitlines()[0]}`"
            )
            raise Refused(message) from None

    def _statement(self, node: ast.stmt, *, last: bool) -> Body:
        match node:
            case ast.Expr(ast.Yield(ast.expr() as value)) if self.take is not None:
                return self.take(self.value(value))
            case ast.Expr(ast.Call() as made):
                return _body(self.called(made))
            case ast.Return(value):
                return self.returned(value, last=last)
            case ast.Break() if self.loops:
                self.loops[-1].breaks = True
                return [branch(self.loops[-1].out)]
            case ast.Continue() if self.loops:
                self.loops[-1].continues = True
                return [branch(self.loops[-1].onward)]
            case ast.Assign([target], value) | ast.AnnAssign(target, _, ast.expr() as value):
                return self.assign(target, value)
            case ast.AugAssign(target, op, value):
                here = ast.parse(ast.unparse(target), mode="eval").body
                return self.assign(target, ast.BinOp(here, op, value))
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

    def returned(self, value: ast.expr | None, *, last: bool) -> Body:
        """Leave the kernel."""
        if self.exit is not None:
            if value is not None:
                raise NotTranslated("a result of a kernel that is inlined")
            self.exits = True
            return [branch(self.exit)]
        if value is None:
            return [] if last else [("return",)]
        found = wat(self.value(value), self.source.result or "i32")
        return [found] if last else [("return", found)]

    def branched(
        self, test: ast.expr, then: Sequence[ast.stmt], otherwise: Sequence[ast.stmt], *, last: bool
    ) -> Body:
        """One body or another; at the end of a function with a result, both give it."""
        asked = self.value(test)
        if isinstance(asked, Known):
            return self.body(then if asked.value else otherwise, last=last)
        result = last and self.source.result is not None and self.exit is None
        first, second = self.body(then, last=last), self.body(otherwise, last=last)
        if not result:
            return [when(wat(asked), first, second)] if first or second else []
        kind = _stored(self.source.result)
        return [("if", ("result", kind), wat(asked), ("then", *first), ("else", *second))]

    def repeated(self, test: ast.expr, inner: Sequence[ast.stmt]) -> Body:
        """A `while` loop."""
        asked = self.value(test)
        here = _Loop(self.function.label("done"), self.function.label("more"))
        endless = isinstance(asked, Known) and bool(asked.value)
        if isinstance(asked, Known) and not endless:
            return []
        self.loops.append(here)
        match inner:
            case [*before, ast.If(ast.expr() as over, [ast.Break()], [])] if endless:
                walk = self.body(before)
                walk.append(branch_if(here.onward, eqz(wat(self.value(over)))))
            case _:
                walk = [*self.body(inner), branch(here.onward)]
        self.loops.pop()
        if not endless:
            walk.insert(0, branch_if(here.out, eqz(wat(asked))))
        again = loop(here.onward, walk)
        return [again] if endless and not here.breaks else [block(here.out, [again])]

    def gone_through(self, target: ast.expr, over: ast.expr, inner: Sequence[ast.stmt]) -> Body:
        """A `for` loop."""
        match over:
            case ast.Call(ast.Name("range"), bounds) if "range" not in self.names:
                return self.counted(target, bounds, inner)
            case ast.Call():
                kernel, operands = self.callee(over)
                if kernel is not None:
                    return self.yielded(target, kernel, operands, inner)
            case _:
                pass
        members = self.value(over)
        if isinstance(members, Row):
            return self.listed(target, members, inner)
        if not isinstance(members, Known):
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
        """Let names be what is known."""
        match target:
            case ast.Name(name):
                self.names[name] = Known(value)
            case ast.Tuple(parts):
                assert isinstance(value, Iterable)  # noqa: S101 - as Python asks
                for part, each in zip(parts, value, strict=True):
                    self.bind(part, each)
            case _:
                raise NotTranslated("a target of a loop that is no name")

    def counted(self, target: ast.expr, bounds: Sequence[ast.expr], inner: Sequence[ast.stmt]) -> Body:
        """A loop over numbers, up or down."""
        first, end = (bounds[0], bounds[1]) if len(bounds) > 1 else (ast.Constant(0), bounds[0])
        step = self.value(bounds[2]) if len(bounds) == 3 else Known(1)  # noqa: PLR2004 - as `range` has them
        if not isinstance(target, ast.Name) or step not in {Known(1), Known(-1)}:
            raise NotTranslated("a loop by other steps than 1")
        assert isinstance(step, Known)  # noqa: S101 - asked above
        if isinstance(known := self.value(end), Known) and self.value(first) == known:
            return []
        begun = [put(self.local(target.id, "i32").name, wat(self.value(first)))]
        i, stop = get(self.local(target.id, "i32").name), wat(self.value(end))
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
        onward = put(self.local(target.id, "i32").name, add(i, const(step.value)))
        walk: Body = [
            branch_if(here.out, over),
            *([block(here.onward, one)] if here.continues else one),
            onward,
            branch(more),
        ]
        return [*begun, block(here.out, [loop(more, walk)])]

    def listed(self, target: ast.expr, row: Row, inner: Sequence[ast.stmt]) -> Body:
        """A loop over a row of a table."""
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
        self, target: ast.expr, kernel: Kernel, operands: Sequence[Value], inner: Sequence[ast.stmt]
    ) -> Body:
        """A loop over what a kernel yields."""
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

        plain, receiver = _parts_of(kernel)
        meaning = self._meaning(kernel)
        if meaning is not None:
            given = map(_any, operands)
            body = _body(meaning(self.function, *given, take=lambda found: take(Term(found))))
        else:
            maker = _Maker(self.kernels, self.function, plain, receiver, take)
            body = [*maker.begin(operands), *maker.inlined()]
        return [block(here.out, body)] if here.breaks else body

    def raised(self, said: Value, place: Value, numbers: Sequence[ast.keyword]) -> Body:
        """Raise a fault."""
        if not (isinstance(said, Known) and isinstance(said.value, Said)):
            raise NotTranslated("what is raised is no fault")
        told = {str(each.arg): wat(self.value(each.value)) for each in numbers}
        if isinstance(place, Known):
            return self.unit.fault(said.value, place.value, **told)
        return self.unit.fault(said.value, HERE, **told, at=wat(place))

    # --- assignments ----------------------------------------------------------------------------------

    def local(self, name: str, kind: Kind) -> _Local:
        """The local of a name."""
        found = self.names.get(name)
        if not isinstance(found, _Local):
            found = self.names[name] = _Local(self.function.local(name, _stored(kind)), kind)
        if found.kind != kind:
            raise NotTranslated(f"`{name}` is of several kinds")
        return found

    def assign(self, target: ast.expr, value: ast.expr) -> Body:
        """Assign; of several values all are found before the first is assigned."""
        if not isinstance(target, ast.Tuple):
            if isinstance(value, ast.Call) and (inlined := self.inlined_call(value)) is not None:
                return [*inlined[0], *self.put(target, inlined[1])]
            return self.put(target, self.value(value))
        if not isinstance(value, ast.Tuple) or len(value.elts) != len(target.elts):
            raise NotTranslated("several targets of one value")
        values = [self.value(each) for each in value.elts]
        body: Body = []
        for i, found in enumerate(values):
            if isinstance(found, Term) and not _apart(target.elts[:i], value.elts[i]):
                held = self.function.local("held", _stored(found.kind))
                body.append(put(held, found.wat))
                values[i] = Term(get(held), found.kind)
        for each, found in zip(target.elts, values, strict=True):
            body += self.put(each, found)
        return body

    def put_name(self, name: str, value: Value) -> Body:
        """Assign a name; `_` is none."""
        if name == "_":
            return []
        if isinstance(value, Row) or (
            isinstance(value, Known) and (name in self.source.once or not isinstance(value.value, int))
        ):
            self.names[name] = value
            return []
        kind = value.kind if isinstance(value, Term) else "i32"
        found = self.names.get(name)
        if isinstance(found, _Local) and isinstance(value, Known):
            kind = found.kind
        return [put(self.local(name, kind).name, wat(value, kind))]

    def put(self, target: ast.expr, value: Value) -> Body:
        """Assign one target."""
        match target:
            case ast.Name(name):
                return self.put_name(name, value)
            case ast.Subscript(of, index):
                base = self.value(of)
                if isinstance(base, Known) and isinstance(base.value, _Position):
                    first, at = self.place(index)
                    if at == ZERO:
                        return [self.unit.put(first, wat(value))]
                    return [self.unit.put_at(first, at, wat(value))]
                if isinstance(base, Known) and isinstance(base.value, Array):
                    return [base.value.put(wat(self.value(index)), wat(value))]
                if isinstance(base, Term) and base.kind in {"words", "rows"}:
                    address, beyond = element(base.wat, wat(self.value(index)))
                    return [store(address, wat(value, "words" if base.kind == "rows" else "i32"), beyond)]
                raise NotTranslated("an assignment to a member of what is known")
            case _:
                raise NotTranslated("an assignment to what is no name or subscript")

    def place(self, index: ast.expr) -> tuple[int, Wat]:
        """A subscript of the position: what names a part of the layout, and what is counted from there."""
        first, at = 0, Known(0)
        rest: Value = at
        for part in _summands(index):
            value = self.value(part)
            if isinstance(value, Known) and not isinstance(part, ast.Constant):
                first += value.value
            else:
                rest = operation(ast.Add(), rest, value)
        for part in _subtracted(index):
            rest = operation(ast.Sub(), rest, self.value(part))
        return first, wat(rest)

    # --- expressions ----------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        """What an expression gives."""
        match node:
            case ast.Constant(int() as number):
                return Known(number)
            case ast.Name(name):
                return self.named(name)
            case ast.Attribute(of, name):
                base = self.value(of)
                if not isinstance(base, Known):
                    raise NotTranslated("an attribute of what is not known")
                return Known(getattr(base.value, name))
            case ast.BinOp(left, op, right):
                return operation(op, self.value(left), self.value(right))
            case ast.UnaryOp(op, operand):
                return self.unary(op, self.value(operand))
            case ast.Compare(left, ops, others):
                return self.comparison([self.value(each) for each in (left, *others)], ops)
            case ast.BoolOp(op, parts):
                return self.joined(parts, every=isinstance(op, ast.And))
            case ast.IfExp(test, then, otherwise):
                return self.chosen(self.value(test), then, otherwise)
            case ast.Subscript(of, ast.Slice(ast.expr() as first, None, None)):
                address, beyond = element(wat(self.value(of), "words"), wat(self.value(first)))
                return Term(add(address, const(beyond)), "words")
            case ast.Subscript(of, index):
                base = self.value(of)
                if isinstance(base, Known) and isinstance(base.value, _Position):
                    place, at = self.place(index)
                    return Term(self.unit.place(place) if at == ZERO else self.unit.place_at(place, at))
                return self.kernels.tables.member(base, self.value(index))
            case ast.Call():
                return self.result(node)
            case ast.Tuple(parts):
                return self.all_known(parts)
            case _:
                raise NotTranslated("an expression outside the subset")

    def all_known(self, parts: Sequence[ast.expr]) -> Value:
        """A tuple of what is known."""
        values = [self.value(each) for each in parts]
        if not all(isinstance(value, Known) for value in values):
            raise NotTranslated("a tuple of what is not known")
        return Known(tuple(value.value for value in values if isinstance(value, Known)))

    def named(self, name: str) -> Value:
        """What a name stands for."""
        found = self.names.get(name)
        if isinstance(found, _Local):
            return Term(get(found.name), found.kind)
        if found is not None:
            return found
        scope = self.kernel.__globals__
        if name not in scope and not hasattr(builtins, name):
            raise NotTranslated(f"`{name}` may have no value yet")
        return Known(scope[name] if name in scope else getattr(builtins, name))

    def unary(self, op: ast.unaryop, value: Value) -> Value:
        """An operator with one operand."""
        match op, value:
            case ast.Not(), Known(known):
                return Known(not known)
            case ast.Not(), _:
                return Term(eqz(wat(value)))
            case ast.USub(), _:
                return operation(ast.Sub(), Known(0), value)
            case ast.Invert(), Known(known):
                return Known(~known)
            case ast.Invert(), _:
                return operation(ast.BitXor(), value, Known(-1))
            case _:
                raise NotTranslated("an operator outside the subset")

    def comparison(self, values: Sequence[Value], ops: Sequence[ast.cmpop]) -> Value:
        """Comparisons, each of which must hold; what stands in the middle is found twice, so it is short."""
        parts = [compared(op, a, b) for op, (a, b) in zip(ops, pairwise(values), strict=True)]
        for middle in values[1:-1]:
            if isinstance(middle, Term) and not _at_hand(middle.wat):
                raise NotTranslated("a chain of comparisons of what is not at hand")
        return self._all(parts)

    def _all(self, parts: Sequence[Value]) -> Value:
        found = parts[-1]
        for part in reversed(parts[:-1]):
            found = _and(part, found)
        return found

    def joined(self, parts: Sequence[ast.expr], *, every: bool) -> Value:
        """`and` or `or` of conditions."""
        found: Value | None = None
        values = list[Value]()
        for part in parts:
            value = self.value(part)
            values.append(value)
            if isinstance(value, Known) and bool(value.value) != every:
                break
        for value in reversed(values):
            found = value if found is None else _and(value, found) if every else _or(value, found)
        assert found is not None  # noqa: S101 - there are at least two
        return found

    def chosen(self, test: Value, then: ast.expr, otherwise: ast.expr) -> Value:
        """One of two values."""
        if isinstance(test, Known):
            return self.value(then if test.value else otherwise)
        a, b = self.value(then), self.value(otherwise)
        kind = next((v.kind for v in (a, b) if isinstance(v, Term)), "i32")
        if kind == "i64":
            both = (("then", wat(a, kind)), ("else", wat(b, kind)))
            return Term(("if", ("result", "i64"), wat(test), *both), kind)
        return Term(either(wat(test), wat(a, kind), wat(b, kind)), kind)

    # --- calls ----------------------------------------------------------------------------------------

    def callee(self, node: ast.Call) -> tuple[Kernel | None, list[Value]]:
        """The kernel that is called, and its operands in the order of its parameters.

        It is none, if all that is known: then Python calls it.
        """
        match node.func:
            case ast.Attribute(of, name):
                base = self.value(of)
                if not isinstance(base, Known):
                    raise NotTranslated("a method of what is not known")
                target: Any = getattr(base.value, name)
            case other:
                found = self.value(other)
                assert isinstance(found, Known)  # noqa: S101 - functions are
                target = found.value
        given = [self.value(arg) for arg in node.args]
        named = {str(each.arg): self.value(each.value) for each in node.keywords}
        if all(isinstance(v, Known) and _plain(v.value) for v in (*given, *named.values())) and not (
            isinstance(target, MethodType | FunctionType) and self._meaning(target) is not None
        ):
            return None, [Known(target(*(v.value for v in given), **{k: v.value for k, v in named.items()}))]  # type: ignore[union-attr]
        if not isinstance(target, MethodType | FunctionType):
            return self._built_in(target, given)
        if isinstance(getattr(target, "__self__", None), Emitted):
            return target, [v for v in given if not (isinstance(v, Known) and isinstance(v.value, _Erased))]
        source = source_of(_parts_of(target)[0])
        values = dict(zip((name for name, _ in source.parameters), given, strict=False)) | named
        defaults = inspect.signature(target).parameters
        ordered = [
            values[name] if name in values else Known(defaults[name].default)
            for name, annotation in source.parameters
            if annotation not in ERASED
        ]
        return target, ordered

    def _meaning(self, kernel: Kernel) -> Meaning | None:
        """The instructions in place of a kernel, if there are any."""
        plain, receiver = _parts_of(kernel)
        return kernel if isinstance(receiver, Emitted) else self.kernels.meanings.get(plain)

    def _built_in(self, target: object, given: Sequence[Value]) -> tuple[None, list[Value]]:
        """What Python's own functions, and names of types, make of what is not known."""
        if target in {min, max} and len(given) == 2:  # noqa: PLR2004 - of two numbers
            a, b = map(wat, given)
            if not (_at_hand(a) and _at_hand(b)):
                raise NotTranslated("the greater or less of what is not at hand")
            return None, [Term(("select", a, b, compare("<" if target is min else ">", a, b)))]
        raise NotTranslated("a call of what is no kernel")

    def inlined_call(self, node: ast.Call) -> tuple[Body, Value] | None:
        """The instructions and the result of a call of a kernel that is inlined; `None` if it is another."""
        kernel, operands = self.callee(node)
        if kernel is None or self._meaning(kernel) is not None:
            return None
        plain, receiver = _parts_of(kernel)
        if "inline" not in plain.__dict__:
            return None
        return _Maker(self.kernels, self.function, plain, receiver).result_inlined(operands)

    def called(self, node: ast.Call) -> Wat | Body:
        """A call whose result nobody wants."""
        kernel, operands = self.callee(node)
        if kernel is None:
            return []
        meaning = self._meaning(kernel)
        if meaning is not None:
            return meaning(self.function, *map(_any, operands))
        plain, _ = _parts_of(kernel)
        made = self.kernels.call(kernel, *self._given(plain, operands))
        return ("drop", made) if source_of(plain).result else made

    def _given(self, plain: FunctionType, operands: Sequence[Value]) -> list[Wat]:
        kinds = [KINDS[a] for _, a in source_of(plain).parameters if a not in ERASED]
        return [wat(operand, kind) for operand, kind in zip(operands, kinds, strict=True)]

    def result(self, node: ast.Call) -> Value:
        """What a call gives."""
        kernel, operands = self.callee(node)
        if kernel is None:
            return operands[0]
        plain, receiver = _parts_of(kernel)
        source = source_of(plain)
        meaning = self._meaning(kernel)
        if meaning is not None:
            made = meaning(self.function, *map(_any, operands))
            assert not isinstance(made, list)  # noqa: S101 - it has a result
            return Term(made, source.result or "i32")
        if source.inlined is not None:
            maker = _Maker(self.kernels, self.function, plain, receiver)
            before = maker.begin(operands)
            found = maker.value(source.inlined)
            if not before:
                return found
            label = self.function.label(plain.__name__.removeprefix("_"))
            kind = source.result or "i32"
            return Term(("block", label, ("result", _stored(kind)), *before, wat(found, kind)), kind)
        return Term(self.kernels.call(kernel, *self._given(plain, operands)), source.result or "i32")


def _any(value: Value) -> Wat:
    """The instruction of a value of any kind."""
    return wat(value, value.kind if isinstance(value, Term) else "words" if _is_array(value) else "i32")


def _is_array(value: Value) -> bool:
    return isinstance(value, Known) and isinstance(value.value, Array)


def _plain(value: object) -> bool:
    """Whether something known is no place in memory."""
    return not isinstance(value, _Erased | Array)


def _at_hand(node: Wat) -> bool:
    """Whether an instruction is as short as reading a local."""
    return isinstance(node, tuple) and node[0] in {"local.get", "i32.const", "i64.const"}


def _leaves(node: Wat) -> bool:
    """Whether nothing after an instruction is reached."""
    return isinstance(node, tuple) and node[0] in {"return", "br", "unreachable"}


def _summands(node: ast.expr) -> list[ast.expr]:
    """What a sum adds up."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return [*_summands(left), *_summands(right)]
        case ast.BinOp(left, ast.Sub(), _):
            return _summands(left)
        case _:
            return [node]


def _subtracted(node: ast.expr) -> list[ast.expr]:
    """What a sum takes away."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return [*_subtracted(left), *_subtracted(right)]
        case ast.BinOp(left, ast.Sub(), right):
            return [*_subtracted(left), right]
        case _:
            return []


def _apart(targets: Sequence[ast.expr], value: ast.expr) -> bool:
    """Whether a value reads nothing that is assigned before it."""
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    members = any(isinstance(target, ast.Subscript) for target in targets)
    return not any(
        (isinstance(part, ast.Name) and part.id in names) or (members and isinstance(part, ast.Subscript))
        for part in ast.walk(value)
    )


_READS = ("i32.load", "i64.load")


def _quick(node: Wat) -> bool:
    """Whether both operands of a condition may be evaluated: a test of locals and constants."""
    if isinstance(node, str):
        return True
    return node[0] in _TESTS and all(_pure(part) for part in node[1:])


_TESTS = {f"i32.{name}" for name in ("eq", "ne", "lt_s", "le_s", "gt_s", "ge_s", "lt_u", "ge_u", "eqz")}
_PURE = {"local.get", "i32.const", "i32.add", "i32.sub", "i32.and", "i32.or", "i32.xor", "i32.shl", *_TESTS}


def _pure(node: Wat) -> bool:
    return isinstance(node, str) or (node[0] in _PURE and all(_pure(part) for part in node[1:]))


def _is_test(value: Value) -> bool:
    """Whether a value is 0 or 1."""
    return isinstance(value, Term) and isinstance(value.wat, tuple) and _tests(value.wat)


def _tests(node: tuple[Wat, ...]) -> bool:
    if node[0] in _TESTS or node in {const(0), const(1)}:
        return True
    if node[0] in {"i32.and", "i32.or"}:
        return all(isinstance(part, tuple) and _tests(part) for part in node[1:])
    if node[0] == "if":
        return all(
            isinstance(part, tuple) and isinstance(part[1], tuple) and _tests(part[1]) for part in node[3:]
        )
    return False


def _and(a: Value, b: Value) -> Value:
    """`a and b`, of conditions."""
    if isinstance(a, Known):
        return b if a.value else a
    if isinstance(b, Known):
        return a if b.value else Known(value=False)
    x, y = wat(a), wat(b)
    if _is_test(a) and _is_test(b) and _quick(y):
        return Term(("i32.and", x, y))
    return Term(either(x, y, ZERO))


def _or(a: Value, b: Value) -> Value:
    """`a or b`, of conditions."""
    if isinstance(a, Known):
        return a if a.value else b
    if isinstance(b, Known):
        return Known(value=True) if b.value else a
    x, y = wat(a), wat(b)
    if _is_test(a) and _is_test(b) and _quick(y):
        return Term(("i32.or", x, y))
    return Term(either(x, const(1), y))
