"""Translates the expressions in kernels to values, known at compile time or computed at run time."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from dataclasses import field
from itertools import pairwise
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Self, TypeAlias

from gamespec.program.frozen import dataclass
from interpreter.compiled.translate.conditions import both, either_of, is_test
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
    compared,
    element,
    kind_of,
    lane,
    negated,
    operation,
    paired,
    wat,
)
from interpreter.compiled.translate.source import (
    ERASED,
    KINDS,
    Erased,
    Kernel,
    Position,
    parts_of,
    source_of,
    stored,
)
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    compare,
    const,
    either,
    eqz,
    get,
    put,
)
from interpreter.kernels.terms import clear

if TYPE_CHECKING:
    from interpreter.compiled.translate.kernels import Kernels

__all__ = [
    "Emitted",
    "Expressions",
    "Local",
    "Meaning",
    "at_hand",
    "instruction",
    "stored_as",
]

_CONVERSIONS: dict[str, tuple[Kind, Kind, str]] = {
    "Long": ("i64", "i32", "i64.extend_i32_s"),
    "Real": ("f64", "i32", "f64.convert_i32_s"),
    "int": ("i32", "i64", "i32.wrap_i64"),
}
"""The conversions, keyed by name: the result's kind, the operand's kind, and the instruction."""

Meaning: TypeAlias = "Callable[..., Wat | Body]"
"""A function that returns the instructions that replace a kernel.

Its arguments are the function of the module being made, and the operands. If the kernel yields, the meaning
also has a parameter `take`, which returns the instructions for each yielded value.
"""


class Emitted:
    """Base class of receivers whose methods return instructions instead of computing values."""


@dataclass(frozen=True, slots=True)
class Local:
    """A name whose value is stored in a local of the function."""

    name: str
    kind: Kind


@dataclass(eq=False)
class Expressions:
    """Translates the expressions of one kernel into one function of the module."""

    kernels: Kernels
    function: Function
    kernel: FunctionType
    receiver: object
    take: Callable[[Value], Body] | None = None
    """A function that returns the instructions for each value that the kernel yields."""
    names: dict[str, Value | Local] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.unit, self.source = self.kernels.unit, source_of(self.kernel)
        if self.receiver is not None:
            self.names["self"] = Known(self.receiver)

    def made(self, kernel: Kernel, take: Callable[[Value], Body] | None = None) -> Self:
        """Return a translator that translates another kernel into the same function."""
        plain, receiver = parts_of(kernel)
        return type(self)(self.kernels, self.function, plain, receiver, take)

    # --- names ----------------------------------------------------------------------------------------

    def begin(self, operands: Sequence[Value]) -> Body:
        """Bind the parameters to operands, and return the instructions that copy operands to locals."""
        left, body, written = iter(operands), list[Wat](), stored(self.source.tree)
        for name, annotation in self.source.parameters:
            if annotation in ERASED:
                self.names[name] = Known(ERASED[annotation])
                continue
            body += self._bound(name, next(left), KINDS[annotation], kept=name in written)
        assert next(left, None) is None  # noqa: S101 - as many as there are
        return body

    def _bound(self, name: str, value: Value, kind: Kind, *, kept: bool) -> Body:
        """Bind a parameter to a value, and return the instructions for this.

        The value is copied to a local, unless it is constant or short and the parameter is never assigned.
        """
        if not kept and (isinstance(value, Known | Row) or at_hand(value.wat)):
            self.names[name] = value
            return []
        return [put(self.local(name, kind).name, wat(value, kind))]

    def local(self, name: str, kind: Kind) -> Local:
        """Return the local for a name. Raises `NotTranslated` if the name has values of several kinds."""
        found = self.names.get(name)
        if not isinstance(found, Local):
            found = self.names[name] = Local(self.function.local(name, stored_as(kind)), kind)
        if found.kind != kind:
            raise NotTranslated(f"`{name}` is of several kinds")
        return found

    def put_name(self, name: str, value: Value) -> Body:
        """Assign a value to a name, and return the instructions for this; the name `_` is ignored."""
        if name == "_":
            return []
        once = name in self.source.once
        if isinstance(value, Row) or (
            isinstance(value, Known) and (once or not isinstance(value.value, int | float))
        ):
            if not once:
                raise NotTranslated(f"`{name}` is assigned twice, and stands for a table")
            self.names[name] = value
            return []
        kind = value.kind if isinstance(value, Term) else kind_of(value)
        found = self.names.get(name)
        if isinstance(found, Local) and isinstance(value, Known):
            kind = found.kind
        return [put(self.local(name, kind).name, wat(value, kind))]

    # --- expressions ----------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:  # noqa: C901, PLR0912 - a case for each
        """Return the value of an expression. Raises `NotTranslated` if it is not in the subset of Python."""
        match node:  # the most frequent kinds first
            case ast.Name(name):
                return self.named(name)
            case ast.Attribute(of, name):
                base = self.value(of)
                if isinstance(base, Known):
                    return Known(getattr(base.value, name))
                if isinstance(base, Term):
                    return lane(base, name)
                raise NotTranslated("an attribute of a row")
            case ast.Constant(int() | float() | str() as known):
                return Known(known)
            case ast.Subscript(of, index):
                return self.subscript(self.value(of), index)
            case ast.BinOp(left, op, right):
                return operation(op, self.value(left), self.value(right))
            case ast.Call(ast.Name(name), [operand], []) if name in _CONVERSIONS:
                return _converted(name, self.value(operand))
            case ast.Call(ast.Name("Pair"), [first, second], []):
                return paired(self.value(first), self.value(second))
            case ast.Call():
                return self.result(self.callee(node))
            case ast.Compare(left, ops, others):
                return self.comparison([self.value(each) for each in (left, *others)], ops)
            case ast.UnaryOp(op, operand):
                return self.unary(op, operand)
            case ast.BoolOp():
                return self.joined(node)
            case ast.IfExp(test, then, otherwise):
                return self.chosen(self.condition(test), then, otherwise)
            case ast.Tuple(parts):
                return self.all_known(parts)
            case _:
                raise NotTranslated("an expression outside the subset")

    def subscript(self, of: Value, index: ast.expr) -> Value:
        """Return the value of a subscript of the position, an array or a table.

        A slice of an array gives the rest of the array.
        """
        if isinstance(index, ast.Slice) and isinstance(of, Known) and isinstance(of.value, Array):
            of = Term(wat(of, of.value.kind), of.value.kind)
        match of, index:
            case Term(address, "words" | "taped" | "scripted" as kind), ast.Slice(
                ast.expr() as first, None, None
            ):
                start, beyond = element(address, wat(self.value(first)))
                return Term(add(start, const(beyond)), kind)
            case Known(Position()), _:
                place, at = self.place(index)
                return Term(self.unit.place(place) if at == ZERO else self.unit.place_at(place, at))
            case _:
                return self.kernels.tables.member(of, self.value(index))

    def all_known(self, parts: Sequence[ast.expr]) -> Known:
        """Return the known tuple of some expressions. Raises `NotTranslated` if one of them is not known."""
        values = [self.value(each) for each in parts]
        if not all(isinstance(value, Known) for value in values):
            raise NotTranslated("a tuple of what is not known")
        return Known(tuple(value.value for value in values if isinstance(value, Known)))

    def named(self, name: str) -> Value:
        """Return the value of a name. Raises `NotTranslated` if it may have none yet."""
        found = self.names.get(name)
        if isinstance(found, Local):
            return Term(get(found.name), found.kind)
        if found is not None:
            return found
        scope = self.kernel.__globals__
        if name not in scope and not hasattr(builtins, name):
            raise NotTranslated(f"`{name}` may have no value yet")
        return Known(scope[name] if name in scope else getattr(builtins, name))

    def unary(self, op: ast.unaryop, operand: ast.expr) -> Value:
        """Return the value of a unary operation."""
        match op:
            case ast.Not():
                asked = self.condition(operand)
                return Known(not asked.value) if isinstance(asked, Known) else Term(eqz(wat(asked)))
            case ast.USub():
                return negated(self.value(operand))
            case ast.Invert():
                return operation(ast.BitXor(), self.value(operand), Known(-1))
            case _:
                raise NotTranslated("an operator outside the subset")

    def comparison(self, values: Sequence[Value], ops: Sequence[ast.cmpop]) -> Value:
        """Return the value of a chain of comparisons. Each middle operand is emitted twice."""
        for middle in values[1:-1]:
            if isinstance(middle, Term) and not at_hand(middle.wat):
                raise NotTranslated("a chain of comparisons of what is not at hand")
        found: Value = Known(value=True)
        for op, (a, b) in reversed([*zip(ops, pairwise(values), strict=True)]):
            found = both(compared(op, a, b), found)
        return found

    def condition(self, node: ast.expr) -> Value:
        """Return the value of a condition, which is 0 if and only if the condition does not hold."""
        match node:
            case ast.BoolOp(ast.And(), [first, *rest]):
                asked = self.condition(first)
                if not rest or (isinstance(asked, Known) and not asked.value):
                    return asked
                return both(asked, self.condition(ast.BoolOp(ast.And(), rest)))
            case ast.BoolOp(ast.Or(), [first, *rest]):
                asked = self.condition(first)
                if not rest or (isinstance(asked, Known) and asked.value):
                    return asked
                return either_of(asked, self.condition(ast.BoolOp(ast.Or(), rest)))
            case _:
                return self.value(node)

    def joined(self, node: ast.BoolOp) -> Value:
        """Return the value of `and` or `or`, all operands of which must be tests."""
        if not all(is_test(self.condition(part)) for part in node.values):
            raise NotTranslated("the value of `and` or `or` of numbers")
        return self.condition(node)

    def chosen(self, test: Value, then: ast.expr, otherwise: ast.expr) -> Value:
        """Return the value of a conditional expression, `then` if `test` holds and `otherwise` if not."""
        if isinstance(test, Known):
            return self.value(then if test.value else otherwise)
        a, b = self.value(then), self.value(otherwise)
        kind: Kind = next((v.kind for v in (a, b) if isinstance(v, Term)), kind_of(a, b))
        if stored_as(kind) != "i32":
            both = (("then", wat(a, kind)), ("else", wat(b, kind)))
            return Term(("if", ("result", stored_as(kind)), wat(test), *both), kind)
        return Term(either(wat(test), wat(a, kind), wat(b, kind)), kind)

    # --- calls ----------------------------------------------------------------------------------------

    @staticmethod
    def converts(node: ast.Call) -> bool:
        """Return whether a call is a conversion of a number, such as `Long(i)`, or makes a `Pair`."""
        return isinstance(node.func, ast.Name) and node.func.id in {*_CONVERSIONS, "Pair"}

    def callee(self, node: ast.Call, *, asked: bool = True) -> tuple[Kernel, list[Value]] | Value:
        """Return the called kernel and its operands in the order of its parameters, or the known result.

        A call is evaluated at compile time if all operands are known and `asked` says that its result is
        needed. A call for its effects always runs at run time.
        """
        found = self.value(node.func)
        if not isinstance(found, Known):
            raise NotTranslated("a call of what is not known")
        target, given = found.value, [self.value(arg) for arg in node.args]
        named = {str(each.arg): self.value(each.value) for each in node.keywords}
        kernel = target if isinstance(target, MethodType | FunctionType) else None
        if kernel is None or (asked and self.meaning(kernel) is None):
            known = [each.value for each in (*given, *named.values()) if isinstance(each, Known)]
            if len(known) == len(given) + len(named) and not any(
                isinstance(v, Erased | Array | Held) for v in known
            ):
                return Known(
                    target(*known[: len(given)], **dict(zip(named, known[len(given) :], strict=True)))
                )
        if kernel is None:
            return _extreme(target, given)
        if isinstance(parts_of(kernel)[1], Emitted) or kernel is clear:
            return kernel, [v for v in given if not (isinstance(v, Known) and isinstance(v.value, Erased))]
        source = source_of(parts_of(kernel)[0])
        values = dict(zip((name for name, _ in source.parameters), given, strict=False)) | named
        for name, _ in source.passed:
            if name not in values:
                values[name] = Known(source.defaults[name])
        return kernel, [values[name] for name, _ in source.passed]

    def meaning(self, kernel: Kernel) -> Meaning | None:
        """Return the function whose instructions replace a kernel, or `None` if the kernel is translated."""
        plain, receiver = parts_of(kernel)
        return kernel if isinstance(receiver, Emitted) else self.kernels.meanings.get(plain)

    def called(self, kernel: Kernel, operands: Sequence[Value]) -> Wat | Body:
        """Return the instructions of a call that ignores the result."""
        if parts_of(kernel)[0] is clear:
            cleared, *span = operands
            array = Array.of(cleared)
            assert array is not None  # noqa: S101 - as annotated
            return array.cleared(*map(wat, span))
        meaning = self.meaning(kernel)
        if meaning is not None:
            return meaning(self.function, *map(instruction, operands))
        made = self._call(kernel, operands)
        return ("drop", made) if source_of(parts_of(kernel)[0]).result else made

    def _call(self, kernel: Kernel, operands: Sequence[Value]) -> Wat:
        kinds = (kind for _, kind in source_of(parts_of(kernel)[0]).passed)
        given = [wat(operand, kind) for operand, kind in zip(operands, kinds, strict=True)]
        return self.kernels.call(kernel, *given)

    def result(self, called: tuple[Kernel, list[Value]] | Value) -> Value:
        """Return the value of a call, given the result of `callee` for it."""
        if not isinstance(called, tuple):
            return called
        kernel, operands = called
        (plain, receiver), meaning = parts_of(kernel), self.meaning(kernel)
        kind: Kind = "i32" if isinstance(receiver, Emitted) else source_of(plain).result or "i32"
        if meaning is not None:
            made = meaning(self.function, *map(instruction, operands))
            assert not isinstance(made, list)  # noqa: S101 - it has a result
            return Term(made, kind)
        source = source_of(plain)
        if source.only is None:
            return Term(self._call(kernel, operands), kind)
        return self.made(kernel).only(operands)

    def only(self, operands: Sequence[Value]) -> Value:
        """Return the value of this kernel, which must consist of a single `return`."""
        assert self.source.only is not None  # noqa: S101 - asked by the caller
        before, found = self.begin(operands), self.value(self.source.only)
        if not before:
            return found
        label, kind = self.function.label(self.kernel.__name__), self.source.result or "i32"
        return Term(("block", label, ("result", stored_as(kind)), *before, wat(found, kind)), kind)

    def place(self, index: ast.expr) -> tuple[int, Wat]:
        """Split a subscript of the position into an address known at compile time and an offset from it."""
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


def _converted(name: str, value: Value) -> Value:
    """Return a number converted to another kind. `Long` sign-extends a number that is not known."""
    kind, taken, instruction = _CONVERSIONS[name]
    if name == "Real" and isinstance(value, Term) and value.kind == "i64":
        return Term(("f64.convert_i64_s", value.wat), "f64")
    return Term(wat(value, kind) if isinstance(value, Known) else (instruction, wat(value, taken)), kind)


def _extreme(target: object, given: Sequence[Value]) -> Value:
    """Return the minimum or maximum of two numbers, at least one of which is computed at run time."""
    if target not in {min, max} or len(given) != 2:  # noqa: PLR2004 - of two numbers
        raise NotTranslated("a call of what is no kernel")
    a, b = map(wat, given)
    if not (at_hand(a) and at_hand(b)):
        raise NotTranslated("the greater or less of what is not at hand")
    return Term(("select", a, b, compare("<" if target is min else ">", a, b)))


def instruction(value: Value) -> Wat:
    """Return the instruction that gives a value, whatever its kind."""
    match value:
        case Term(_, kind):
            return wat(value, kind)
        case Known(Array(_, kind)):
            return wat(value, kind)
        case Known(float()):
            return wat(value, "f64")
        case _:
            return wat(value)


def at_hand(node: Wat) -> bool:
    """Return whether an instruction does nothing but read a local or a constant.

    A member of a list is not at hand, because an inlined kernel may change it.
    """
    plain = {"local.get", "i32.const", "i64.const", "f64.const", "v128.const"}
    return isinstance(node, tuple) and node[0] in plain and not isinstance(node[1], Member)


def stored_as(kind: Kind | None) -> str:
    """Return the WebAssembly type that stores values of a kind."""
    return "v128" if kind == "i64x2" else kind if kind in {"i64", "f64"} else "i32"


def _summands(node: ast.expr) -> list[ast.expr]:
    """Return the terms that a sum adds."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return [*_summands(left), *_summands(right)]
        case ast.BinOp(left, ast.Sub(), _):
            return _summands(left)
        case _:
            return [node]


def _subtracted(node: ast.expr) -> list[ast.expr]:
    """Return the terms that a sum subtracts."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return [*_subtracted(left), *_subtracted(right)]
        case ast.BinOp(left, ast.Sub(), right):
            return [*_subtracted(left), right]
        case _:
            return []
