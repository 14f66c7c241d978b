"""WebAssembly text: instructions as trees, functions, and a readable module.

An instruction contains its operands, `(i32.add (local.get $x) (i32.const 1))`. So the order of evaluation is
the order of the text, and no emitter has to know what is on the stack: a value that needs statements is a
`block` with a result.

Instructions are folded on construction, as far as that depends on the instruction alone (constants, neutral
elements, negated tests). Every fold is an identity of 32-bit arithmetic, whatever the operands do: an operand
is dropped only if it is a constant.
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
"""An instruction with its operands, or a word of one."""

Body: TypeAlias = "list[Wat]"
"""A sequence of instructions."""

_WIDTH = 110
_SIGN = 1 << 31


def const(value: int) -> Wat:
    """Return a 32-bit constant; a number whose highest bit is set is written as a negative one."""
    return ("i32.const", _said(value if value < _SIGN else value - 2 * _SIGN))


def _said(value: int, before: str = "") -> str:
    """Return a number as a word, which knows its region if the number does."""
    return Word(f"{before}{int(value)}", value.region) if isinstance(value, Address) else f"{before}{value}"


ZERO = const(0)


def constant(node: Wat) -> int | None:
    """Return the number of a constant instruction; `None` for any other instruction."""
    if node[0] != "i32.const":
        return None
    word = node[1]
    return Address(int(word), word.region) if isinstance(word, Word) else int(str(word))


def _wrapped(value: int) -> Wat:
    """Return the constant to which a number wraps in 32 bits."""
    return const(value if isinstance(value, Address) else value % (2 * _SIGN))


def operation(name: str, *operands: Wat) -> Wat:
    """Return an instruction by its name, without folding."""
    return (name, *operands)


def add(a: Wat, b: Wat) -> Wat:
    """Return the sum, wrapped to 32 bits; constants are combined and come last."""
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
    """Return the difference, wrapped to 32 bits."""
    right = constant(b)
    return add(a, _wrapped(-right)) if right is not None else ("i32.sub", a, b)


def multiply(a: Wat, b: Wat) -> Wat:
    """Return the product, wrapped to 32 bits."""
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
    """Return a number shifted to the left by a constant number of bits."""
    value = constant(a)
    if value is not None:
        return _wrapped(value << bits)
    return ("i32.shl", a, const(bits)) if bits else a


def divide(a: Wat, b: Wat, *, remainder: bool) -> Wat:
    """Return the quotient or the remainder of two non-negative numbers."""
    return ("i32.rem_u" if remainder else "i32.div_u", a, b)


_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_OPPOSITE = {"eq": "ne", "ne": "eq", "lt_s": "ge_s", "ge_s": "lt_s", "gt_s": "le_s", "le_s": "gt_s"}
_TESTS = {f"i32.{name}" for name in _OPPOSITE} | {"i32.eqz"}


def compare(op: str, a: Wat, b: Wat) -> Wat:
    """Return the test `a op b` of signed numbers, which gives 1 or 0."""
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
    """Return the test that a number is 0; applied to a test, this is its negation."""
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
    """Return the bitwise conjunction; both operands are evaluated."""
    return ("i32.and", a, b)


def or_(a: Wat, b: Wat) -> Wat:
    """Return the bitwise disjunction; both operands are evaluated."""
    return ("i32.or", a, b)


def get(name: str) -> Wat:
    """Return the instruction that reads a local."""
    return ("local.get", name)


def put(name: str, value: Wat) -> Wat:
    """Return the instruction that sets a local."""
    return ("local.set", name, value)


def tee(name: str, value: Wat) -> Wat:
    """Return the instruction that sets a local and gives its value."""
    return ("local.tee", name, value)


def load(address: Wat, offset: int = 0, *, width: str = "i32.load") -> Wat:
    """Return the instruction that reads memory at an address plus a constant offset in bytes."""
    known = constant(address)
    if known is not None and known >= 0:
        address, offset = ZERO, offset + known
    return (width, *((_said(offset, "offset="),) if offset else ()), address)


def store(address: Wat, value: Wat, offset: int = 0, *, width: str = "i32.store") -> Wat:
    """Return the instruction that writes a value to memory, at an address plus a constant offset."""
    known = constant(address)
    if known is not None and known >= 0:
        address, offset = ZERO, offset + known
    return (width, *((_said(offset, "offset="),) if offset else ()), address, value)


def block(label: str, body: Sequence[Wat], *, result: bool = False) -> Wat:
    """Return a block; a branch to its label leaves it."""
    return ("block", label, *((("result", "i32"),) if result else ()), *body)


def loop(label: str, body: Sequence[Wat]) -> Wat:
    """Return a loop; a branch to its label begins the next round."""
    return ("loop", label, *body)


def branch(label: str) -> Wat:
    """Return a branch to a label."""
    return ("br", label)


def branch_if(label: str, condition: Wat) -> Wat:
    """Return a branch to a label that is taken if a condition holds."""
    return ("br_if", label, condition)


def switch(labels: Sequence[str], value: Wat) -> Wat:
    """Return a branch to the label at an index, or to the last label if the index is beyond it."""
    return ("br_table", *labels, value)


def when(condition: Wat, then: Sequence[Wat], otherwise: Sequence[Wat] = ()) -> Wat:
    """Return a conditional statement."""
    known = constant(condition)
    if known is not None:
        return ("block", *(then if known else otherwise))
    return ("if", condition, ("then", *then), *((("else", *otherwise),) if otherwise else ()))


def either(condition: Wat, then: Wat, otherwise: Wat) -> Wat:
    """Return a conditional value; only the chosen one is evaluated."""
    known = constant(condition)
    if known is not None:
        return then if known else otherwise
    return ("if", ("result", "i32"), condition, ("then", then), ("else", otherwise))


def call(name: str, *args: Wat) -> Wat:
    """Return a call of a function."""
    return ("call", name, *args)


SHORT = 14
"""Number of instructions that are faster than an unpredictable branch."""

_PLAIN = {
    "local.get", "i32.const", "i32.add", "i32.sub", "i32.mul", "i32.shl", "i32.shr_u", "i32.shr_s", "i32.and",
    "i32.or", "i32.xor", "i32.eqz", "i32.eq", "i32.ne", "i32.lt_s", "i32.lt_u", "i32.le_s", "i32.le_u",
    "i32.gt_s", "i32.gt_u", "i32.ge_s", "i32.ge_u", "i32.load", "i32.load8_u", "i32.load8_s", "i32.load16_u",
    "i32.load16_s",
}  # fmt: skip


def is_short(node: Wat, most: int = SHORT) -> bool:
    """Return whether a tree has few instructions, none of which branches or changes anything."""
    return _length(node, most) <= most


def _length(node: Wat, most: int) -> int:
    """Return the number of instructions; more than `most` if one of them is not plain."""
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
    """A function while it is made; locals are added on demand, with names that say what they hold."""

    name: str
    parameters: tuple[tuple[str, str], ...] = ()
    results: tuple[str, ...] = ()
    export: str | None = None
    body: Body = field(default_factory=list)
    locals: list[tuple[str, str]] = field(default_factory=list)
    _names: dict[str, int] = field(default_factory=dict)

    def local(self, hint: str, kind: str = "i32") -> str:
        """Add a local, and return its name, which begins with the hint."""
        name = self.label(hint)
        self.locals.append((name, kind))
        return name

    def label(self, hint: str) -> str:
        """Return a new name that begins with the hint, for a label."""
        taken = {name for name, _ in self.parameters}
        while True:
            number = self._names.get(hint, 0)
            self._names[hint] = number + 1
            name = f"${hint}{number}" if number else f"${hint}"
            if name not in taken:
                return name

    def tree(self) -> Wat:
        """Return the function as the tree of its text."""
        head: list[Wat] = [self.name]
        if self.export is not None:
            head.append(("export", f'"{self.export}"'))
        head += [("param", name, kind) for name, kind in self.parameters]
        head += [("result", kind) for kind in self.results]
        head += [("local", name, kind) for name, kind in self.locals]
        return ("func", *head, *self.body)


def shown(node: Wat, depth: int = 0) -> str:
    """Return the text of a tree, on one line if it fits, otherwise with nested trees on their own lines."""
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
    """Return whether a tree belongs on the first line of the tree around it."""
    return isinstance(node, tuple) and node[0] in {"result", "param", "export"}


def _flat(node: Wat, room: int) -> str | None:
    """Return a tree on one line, or `None` if that is longer than `room`."""
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
