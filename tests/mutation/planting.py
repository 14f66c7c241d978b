"""Faults that fixed operators plant in Python source, wherever they apply.

| operator   | what it does |
|---|---|
| comparison | exchanges `<` and `<=`, `==` and `!=`, `in` and `not in`; also in emitted code |
| number     | adds or subtracts 1 |
| arithmetic | exchanges `+` and `-`, `<<` and `>>`, `&` and `|` …; also in emitted code |
| inverted   | removes a `not` or an `eqz`, or adds one to an emitted condition |
| branches   | exchanges the two sides of a choice; also in emitted code |
| guard      | removes a condition: an operand of `and` or `or`, or an `if` that leaves early |
| dropped    | removes one of several instructions of a list, or a statement |
| operands   | exchanges the two operands of a call |

Annotations, decorators, docstrings, messages and assertions are not changed. The name of a fault contains its
line, so it is stable as long as the source is unchanged.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace

__all__ = ["NOTE", "OPERATORS", "Planted", "noted", "planted", "sites"]

OPERATORS = (
    "comparison", "number", "arithmetic", "inverted", "branches", "guard", "dropped", "operands",
)  # fmt: skip

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}  # fmt: skip
_SIGNS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_TESTS = {
    "eq": "ne", "ne": "eq", "lt_s": "le_s", "le_s": "lt_s", "gt_s": "ge_s", "ge_s": "gt_s", "lt_u": "le_u",
    "le_u": "lt_u", "gt_u": "ge_u", "ge_u": "gt_u",
}  # fmt: skip
_EMITTED = {
    "and": "or", "or": "and", "xor": "or", "add": "sub", "sub": "add", "mul": "add", "shl": "shr_u",
    "shr_u": "shl", "shr_s": "shl", "div_u": "rem_u", "rem_u": "div_u", "div_s": "rem_s", "rem_s": "div_s",
    "ctz": "clz", "clz": "ctz", "rotl": "rotr", "andnot": "and", "load8_u": "load8_s", "load16_u": "load16_s",
    "load8_s": "load8_u", "load16_s": "load16_u", "extend_i32_u": "extend_i32_s",
    "extend_i32_s": "extend_i32_u",
}  # fmt: skip
_HELPERS = {"add": "subtract", "subtract": "add", "and_": "or_", "or_": "and_", "multiply": "add"}
"""Functions that emit an operation, each mapped to one that emits another operation on the same operands."""
_CONDITIONED = {"branch_if": 1, "when": 0, "either": 0}
"""Functions that emit a condition, each with the index of the argument that is the condition."""
_TWO_SIDED = frozenset({"when", "either"})
_ORDERED = frozenset({"subtract", "compare", "divide", "store", "copied", "operation"})
_LEAVES = (ast.Return, ast.Continue, ast.Break)
NOTE = "_planting_note"
"""The function that a noted block calls; see `noted`."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault that can be planted in a module.

    `node` is the index of the changed node in the module's tree, and `edit` the index of the change among the
    edits of that node. `block` is the first line of the list of statements that contains the fault.
    """

    module: str
    node: int
    edit: int
    operator: str
    line: int
    block: int
    shown: str

    @property
    def name(self) -> str:
        """The name that identifies the fault in lists."""
        return f"{self.module}:{self.line} {self.operator}: {self.shown}"


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a node, which is a field of its parent, or an index in that field.

    `block` is the line at which the list of statements around the node begins.
    """

    node: ast.AST
    parent: ast.AST
    field: str
    at: int | None
    block: int

    def put(self, new: ast.AST) -> None:
        """Replace the node in this place by `new`."""
        if self.at is None:
            setattr(self.parent, self.field, new)
        else:
            getattr(self.parent, self.field)[self.at] = new


def sites(module: str, source: str) -> list[Planted]:
    """Return every fault that can be planted in a module."""
    found: list[Planted] = []
    known: Counter[str] = Counter()
    for number, place in enumerate(_places(ast.parse(source))):
        for edit, (operator, new) in enumerate(_edits(place)):
            shown = f"{_short(place.node)} -> {_short(new)}"
            line = getattr(place.node, "lineno", 0)
            fault = Planted(module, number, edit, operator, line, place.block, shown)
            known[fault.name] += 1
            again = f"{shown} ({known[fault.name]})" if known[fault.name] > 1 else shown
            found.append(replace(fault, shown=again))
    return found


def planted(source: str, fault: Planted) -> ast.Module:
    """Return the tree of a module in which the fault has been planted."""
    tree = ast.parse(source)
    place = next(p for number, p in enumerate(_places(tree)) if number == fault.node)
    _, new = [*_edits(place)][fault.edit]
    place.put(ast.copy_location(new, place.node))
    return ast.fix_missing_locations(tree)


def _short(node: ast.AST, most: int = 60) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def noted(source: str, module: str) -> ast.Module:
    """Return the tree of a module in which each block first calls the function `NOTE`.

    The arguments of the call are the name of the module, and the line at which the block begins.
    """
    tree = ast.parse(source)
    for body in {id(body): body for _, body in _blocks(tree)}.values():
        called = ast.parse(f"{NOTE}({module!r}, {body[0].lineno})").body[0]
        body.insert(1 if _is_text(body[0]) else 0, ast.copy_location(called, body[0]))
    return ast.fix_missing_locations(tree)


def _blocks(tree: ast.AST, *, inside: bool = False) -> Iterator[tuple[ast.AST, list[ast.stmt]]]:
    """Yield the lists of statements within functions, each with the node that contains the list."""
    for node in ast.iter_child_nodes(tree):
        within = inside or isinstance(node, ast.FunctionDef)
        if within:
            for field in ("body", "orelse", "finalbody"):
                body = getattr(node, field, None)
                if isinstance(body, list) and body:
                    yield node, body
        yield from _blocks(node, inside=within)


def _places(tree: ast.AST, block: int = 0) -> Iterator[_Place]:
    """Yield the places of all nodes within functions, each before those of its descendants.

    `block` is the line of the list of statements that contains `tree`, or 0 outside functions.
    """
    for field, value in ast.iter_fields(tree):
        if field in {"annotation", "returns", "decorator_list", "args", "type_comment"} and isinstance(
            tree, ast.FunctionDef | ast.AnnAssign | ast.ClassDef
        ):
            continue
        items = enumerate(value) if isinstance(value, list) else [(None, value)]
        begins = block
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            begins = value[0].lineno if block or isinstance(tree, ast.FunctionDef) else 0
        for at, node in items:
            if not isinstance(node, ast.AST) or _is_text(node):
                continue
            if isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr):
                continue
            if begins:
                yield _Place(node, tree, field, at, begins)
            yield from _places(node, begins)


def _is_text(node: ast.AST) -> bool:
    """Return whether a statement is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _edits(place: _Place) -> Iterator[tuple[str, ast.AST]]:
    """Yield the nodes that can replace the node in a place, each with the name of the operator."""
    match place.node:
        case ast.Constant(value=value):
            yield from _of_constant(value)
        case ast.If() as node:
            yield from _of_if(node)
        case ast.Call() as node:
            yield from _of_call(node)
        case ast.List() as node:
            yield from _of_list(node)
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return
        case ast.Expr() | ast.AugAssign():
            yield "dropped", ast.Pass()
        case ast.expr() as node:
            yield from _of_operator(node)
        case _:
            return


def _of_operator(node: ast.expr) -> Iterator[tuple[str, ast.AST]]:
    """Yield changed copies of an expression, with another operator or without one of the operands."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARED:
            yield "comparison", ast.Compare(node.left, [_COMPARED[type(op)]()], node.comparators)
        case ast.BinOp() if type(node.op) in _CALCULATED:
            yield "arithmetic", ast.BinOp(node.left, _CALCULATED[type(node.op)](), node.right)
        case ast.UnaryOp(op=ast.Not()):
            yield "inverted", node.operand
        case ast.IfExp():
            yield "branches", ast.IfExp(node.test, node.orelse, node.body)
        case ast.BoolOp():
            for i in range(len(node.values)):
                left = node.values[:i] + node.values[i + 1 :]
                yield "guard", left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
        case _:
            return


def _of_constant(value: object) -> Iterator[tuple[str, ast.AST]]:
    """Yield the replacements of a constant, which are the next integers or the name of another operation."""
    if isinstance(value, str):
        yield from _of_text(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        for other in (value + 1, value - 1):
            yield "number", ast.Constant(other)


def _of_text(text: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield the replacement of a string that names an operation to emit, by another operation."""
    sort, dot, name = text.partition(".")
    if text in _SIGNS:
        yield "comparison", ast.Constant(_SIGNS[text])
    elif dot and name in _TESTS and sort in {"i32", "i64"}:
        yield "comparison", ast.Constant(f"{sort}.{_TESTS[name]}")
    elif dot and name in _EMITTED:
        yield "arithmetic", ast.Constant(f"{sort}.{_EMITTED[name]}")


def _of_if(node: ast.If) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.body[-1], _LEAVES) and not node.orelse:
        yield "guard", ast.Pass()
    else:
        yield "branches", ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)


def _of_call(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    """Yield replacements of a call that emits code, depending on the name of the called function."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    args = node.args
    if any(isinstance(arg, ast.Starred) for arg in args):
        return
    if name in _HELPERS and len(args) > 1:
        yield "arithmetic", ast.Call(_wat(_HELPERS[name]), args, node.keywords)
    if name == "eqz":
        yield "inverted", args[0]
    if name in _CONDITIONED and len(args) > _CONDITIONED[name]:
        at = _CONDITIONED[name]
        turned = ast.Call(_wat("eqz"), [args[at]], [])
        yield "inverted", ast.Call(node.func, [*args[:at], turned, *args[at + 1 :]], node.keywords)
    if name in _TWO_SIDED and len(args) > 2:
        yield "branches", ast.Call(node.func, [args[0], args[2], args[1]], node.keywords)
    if name in _ORDERED and len(args) > 1 and not _even(args[0]):
        yield "operands", ast.Call(node.func, [*args[:-2], args[-1], args[-2]], node.keywords)


def _even(operator: ast.expr) -> bool:
    """Return whether exchanging the operands of an operator does not change its result."""
    return isinstance(operator, ast.Constant) and operator.value in {"==", "!="}


def _of_list(node: ast.List) -> Iterator[tuple[str, ast.AST]]:
    """Yield copies of a list of instructions, each without one of the instructions."""
    emits = (ast.Call, ast.Starred, ast.Tuple)
    if len(node.elts) < 2 or not all(isinstance(item, (*emits, ast.Name)) for item in node.elts):
        return
    for i, item in enumerate(node.elts):
        if isinstance(item, emits):
            yield "dropped", ast.List(deepcopy(node.elts[:i] + node.elts[i + 1 :]), ast.Load())


def _wat(name: str) -> ast.expr:
    """Return an expression for the emitting function called `name`.

    It works even if the module does not import that function.
    """
    text = f"__import__('interpreter.compiled.wasm.wat', fromlist=['wat']).{name}"
    return ast.parse(text, mode="eval").body
