"""WebAssembly instructions as trees, functions under construction, and their readable text.

An instruction contains its operands, for example `(i32.add (local.get $x) (i32.const 1))`. So instructions
are evaluated in the order of the text, and no emitter has to know what is on the stack. A value that needs
statements is a `block` with a result.

Instructions are folded when they are constructed, as far as this depends only on the instruction itself
(constants, neutral elements, negated tests). Every fold is an identity of 32-bit arithmetic, whatever the
operands do. An operand is dropped only if evaluating it has no effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.compiled.wasm.addresses import Address, Word

__all__ = [
    "ZERO",
    "Body",
    "Function",
    "Wat",
    "add",
    "and_",
    "block",
    "branch",
    "branch_if",
    "call",
    "compare",
    "const",
    "constant",
    "divide",
    "either",
    "eqz",
    "get",
    "is_short",
    "load",
    "loop",
    "multiply",
    "operation",
    "or_",
    "put",
    "shift_left",
    "shown",
    "store",
    "subtract",
    "switch",
    "tee",
    "when",
]

Wat: TypeAlias = "str | tuple[Wat, ...]"
"""An instruction with its operands, or a single word of an instruction."""

Body: TypeAlias = "list[Wat]"
"""A sequence of instructions."""

_WIDTH = 110
_SIGN = 1 << 31


def const(value: int) -> Wat:
    """Return the instruction for a 32-bit constant. If the highest bit is set, it is written as negative."""
    return ("i32.const", _said(value if value < _SIGN else value - 2 * _SIGN))


def _said(value: int, before: str = "") -> str:
    """Return a number as a word, after the text `before`. If it is an `Address`, the word has its region."""
    return Word(f"{before}{int(value)}", value.region) if isinstance(value, Address) else f"{before}{value}"


ZERO = const(0)


def constant(node: Wat) -> int | None:
    """Return the value of a constant instruction, or `None` for any other instruction."""
    if node[0] != "i32.const":
        return None
    word = node[1]
    return Address(int(word), word.region) if isinstance(word, Word) else int(str(word))


def _wrapped(value: int) -> Wat:
    """Return the instruction for a constant that has been wrapped to 32 bits."""
    return const(value if isinstance(value, Address) else value % (2 * _SIGN))


def operation(name: str, *operands: Wat) -> Wat:
    """Return the instruction with this name and these operands, without folding it."""
    return (name, *operands)


def add(a: Wat, b: Wat) -> Wat:
    """Return the sum of two numbers, wrapped to 32 bits. Constants are combined and come last."""
    left, right = constant(a), constant(b)
    if left is not None and right is not None:
        return _wrapped(left + right)
    if left is not None:
        return add(b, a)
    if right == 0:
        return a
    if right is not None and isinstance(a, tuple) and a[0] == "i32.add":
        inner = constant(a[2])
        if inner is not None:
            return add(a[1], _wrapped(inner + right))
    return ("i32.add", a, b)


def subtract(a: Wat, b: Wat) -> Wat:
    """Return `a` minus `b`, wrapped to 32 bits."""
    right = constant(b)
    return add(a, _wrapped(-right)) if right is not None else ("i32.sub", a, b)


def multiply(a: Wat, b: Wat) -> Wat:
    """Return the product of two numbers, wrapped to 32 bits."""
    left, right = constant(a), constant(b)
    if left is not None and right is not None:
        return _wrapped(left * right)
    if left is not None:
        return multiply(b, a)
    if right == 0 and is_short(a):
        return ZERO
    if right is not None and right > 0 and right & (right - 1) == 0:
        return shift_left(a, right.bit_length() - 1)
    return ("i32.mul", a, b)


def shift_left(a: Wat, bits: int) -> Wat:
    """Return a number shifted to the left by a constant number of bits, wrapped to 32 bits."""
    value = constant(a)
    if value is not None:
        return _wrapped(value << bits)
    return ("i32.shl", a, const(bits)) if bits else a


def divide(a: Wat, b: Wat, *, remainder: bool) -> Wat:
    """Return the quotient or the `remainder` of two numbers, neither of which may be negative."""
    return ("i32.rem_u" if remainder else "i32.div_u", a, b)


_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_OPPOSITE = {"eq": "ne", "ne": "eq", "lt_s": "ge_s", "ge_s": "lt_s", "gt_s": "le_s", "le_s": "gt_s"}
_TESTS = {f"i32.{name}" for name in _OPPOSITE} | {"i32.eqz"}


def compare(op: str, a: Wat, b: Wat) -> Wat:
    """Return the comparison `a op b` of two signed numbers, which gives 1 or 0."""
    left, right = constant(a), constant(b)
    if left is not None and right is not None:
        holds = {
            "==": left == right, "!=": left != right, "<": left < right,
            "<=": left <= right, ">": left > right, ">=": left >= right,
        }  # fmt: skip
        return const(int(holds[op]))
    if op == "==" and right == 0:
        return eqz(a)
    return (f"i32.{_COMPARISONS[op]}", a, b)


def eqz(a: Wat) -> Wat:
    """Return the test whether a number is 0. Applied to another test, this is the negated test."""
    value = constant(a)
    if value is not None:
        return const(int(value == 0))
    if isinstance(a, tuple) and a[0] in _TESTS:
        name = str(a[0])
        if name != "i32.eqz":
            return (f"i32.{_OPPOSITE[name.removeprefix('i32.')]}", *a[1:])
        inner = a[1]
        if isinstance(inner, tuple) and inner[0] in _TESTS:
            return inner
    return ("i32.eqz", a)


def and_(a: Wat, b: Wat) -> Wat:
    """Return the bitwise AND of two numbers. Both operands are always evaluated."""
    return ("i32.and", a, b)


def or_(a: Wat, b: Wat) -> Wat:
    """Return the bitwise OR of two numbers. Both operands are always evaluated."""
    return ("i32.or", a, b)


def get(name: str) -> Wat:
    """Return the instruction that reads a local."""
    return ("local.get", name)


def put(name: str, value: Wat) -> Wat:
    """Return the instruction that sets a local."""
    return ("local.set", name, value)


def tee(name: str, value: Wat) -> Wat:
    """Return the instruction that sets a local and gives the value that it was set to."""
    return ("local.tee", name, value)


def load(address: Wat, offset: int = 0, *, width: str = "i32.load") -> Wat:
    """Return the instruction that reads memory at an address plus a constant offset in bytes."""
    known = constant(address)
    if known is not None and known >= 0:
        address, offset = ZERO, offset + known
    return (width, *((_said(offset, "offset="),) if offset else ()), address)


def store(address: Wat, value: Wat, offset: int = 0, *, width: str = "i32.store") -> Wat:
    """Return the instruction that writes a value at an address plus a constant offset in bytes."""
    known = constant(address)
    if known is not None and known >= 0:
        address, offset = ZERO, offset + known
    return (width, *((_said(offset, "offset="),) if offset else ()), address, value)


def block(label: str, body: Sequence[Wat], *, result: bool = False) -> Wat:
    """Return a block of instructions. A branch to its label leaves the block."""
    return ("block", label, *((("result", "i32"),) if result else ()), *body)


def loop(label: str, body: Sequence[Wat]) -> Wat:
    """Return a loop. A branch to its label starts the next iteration."""
    return ("loop", label, *body)


def branch(label: str) -> Wat:
    """Return an unconditional branch to a label."""
    return ("br", label)


def branch_if(label: str, condition: Wat) -> Wat:
    """Return a branch to a label that is taken if the condition is not 0."""
    return ("br_if", label, condition)


def switch(labels: Sequence[str], value: Wat) -> Wat:
    """Return a branch to the label whose index is `value`, or to the last label if there is none."""
    return ("br_table", *labels, value)


def when(condition: Wat, then: Sequence[Wat], otherwise: Sequence[Wat] = ()) -> Wat:
    """Return an `if` without a result: `then` runs if the condition holds, and `otherwise` if not."""
    known = constant(condition)
    if known is not None:
        return ("block", *(then if known else otherwise))
    return ("if", condition, ("then", *then), *((("else", *otherwise),) if otherwise else ()))


def either(condition: Wat, then: Wat, otherwise: Wat) -> Wat:
    """Return an `if` with a result. Only the chosen operand is evaluated."""
    known = constant(condition)
    if known is not None:
        return then if known else otherwise
    return ("if", ("result", "i32"), condition, ("then", then), ("else", otherwise))


def call(name: str, *args: Wat) -> Wat:
    """Return a call of the function with this name."""
    return ("call", name, *args)


SHORT = 14
"""Maximum number of instructions that run faster than an unpredictable branch."""

_PLAIN = {
    "local.get", "i32.const", "i32.add", "i32.sub", "i32.mul", "i32.shl", "i32.shr_u", "i32.shr_s", "i32.and",
    "i32.or", "i32.xor", "i32.eqz", "i32.eq", "i32.ne", "i32.lt_s", "i32.lt_u", "i32.le_s", "i32.le_u",
    "i32.gt_s", "i32.gt_u", "i32.ge_s", "i32.ge_u", "i32.load", "i32.load8_u", "i32.load8_s", "i32.load16_u",
    "i32.load16_s",
}  # fmt: skip


def is_short(node: Wat, most: int = SHORT) -> bool:
    """Return whether a tree has at most `most` instructions, none of which branches or changes anything."""
    return _length(node, most) <= most


def _length(node: Wat, most: int) -> int:
    """Return the number of instructions in a tree, or a number above `most` if one of them is not plain."""
    if isinstance(node, str):
        return 0
    if node[0] not in _PLAIN:
        return most + 1
    total = 1
    for part in node[1:]:
        total += _length(part, most)
        if total > most:
            break
    return total


@dataclass
class Function:
    """A function under construction. Locals are added on demand, with names that say what they hold."""

    name: str
    parameters: tuple[tuple[str, str], ...] = ()
    results: tuple[str, ...] = ()
    export: str | None = None
    body: Body = field(default_factory=list)
    locals: list[tuple[str, str]] = field(default_factory=list)
    _names: dict[str, int] = field(default_factory=dict)

    def local(self, hint: str, kind: str = "i32") -> str:
        """Add a local of type `kind`, and return its name, which begins with `hint`."""
        name = self.label(hint)
        self.locals.append((name, kind))
        return name

    def label(self, hint: str) -> str:
        """Return a new name for a label, which begins with `hint`."""
        taken = {name for name, _ in self.parameters}
        while True:
            number = self._names.get(hint, 0)
            self._names[hint] = number + 1
            name = f"${hint}{number}" if number else f"${hint}"
            if name not in taken:
                return name

    def tree(self) -> Wat:
        """Return the function as a tree of the text format, which `shown` converts to text."""
        head: list[Wat] = [self.name]
        if self.export is not None:
            head.append(("export", f'"{self.export}"'))
        head += [("param", name, kind) for name, kind in self.parameters]
        head += [("result", kind) for kind in self.results]
        head += [("local", name, kind) for name, kind in self.locals]
        return ("func", *head, *self.body)


def shown(node: Wat, depth: int = 0) -> str:
    """Return the text of a tree, on one line if it fits, and otherwise with one line per nested tree."""
    return "\n".join(_lines(node, depth))


def _lines(node: Wat, depth: int) -> Iterator[str]:
    indent = "  " * depth
    flat = _flat(node, _WIDTH - len(indent))
    if flat is not None:
        yield indent + flat
        return
    assert isinstance(node, tuple)  # noqa: S101 - a word fits on any line
    words = 0
    while words < len(node) and (isinstance(node[words], str) or _is_head(node[words])):
        words += 1
    yield f"{indent}({' '.join(_flat(word, 1 << 30) or '' for word in node[:words])}"
    for part in node[words:-1]:
        yield from _lines(part, depth + 1)
    *before, last = [*_lines(node[-1], depth + 1)] if words < len(node) else [""]
    yield from before
    yield last + ")"


def _is_head(node: Wat) -> bool:
    """Return whether a tree is written on the first line of the tree that contains it."""
    return isinstance(node, tuple) and node[0] in {"result", "param", "export"}


def _flat(node: Wat, room: int) -> str | None:
    """Return a tree as one line of text, or `None` if the line would be longer than `room`."""
    if isinstance(node, str):
        return node
    if node[0] in {"func", "loop", "block", "module"}:
        room = min(room, _WIDTH // 2)
    parts: list[str] = []
    for part in node:
        text = _flat(part, room)
        if text is None:
            return None
        room -= len(text) + 1
        if room < 0:
            return None
        parts.append(text)
    return f"({' '.join(parts)})"
