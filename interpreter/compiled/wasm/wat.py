"""WebAssembly text: instructions as trees, functions, and a readable module.

An instruction contains its operands, `(i32.add (local.get $x) (i32.const 1))`. So the order of evaluation is
the order of the text, and no emitter has to know what is on the stack: a value that needs statements is a
`block` with a result.

Instructions are folded on construction, as far as that depends on the instruction alone (constants, neutral
elements, tests of tests). Every fold is an identity of 32-bit arithmetic, whatever the operands do: an
operand is dropped only if it is a constant.
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
"""Instructions one after another."""

_WIDTH = 110
_SIGN = 1 << 31


def const(value: int) -> Wat:
    """A number of 32 bits, with its sign; so a word whose highest bit is set is below 0."""
    return ("i32.const", _said(value if value < _SIGN else value - 2 * _SIGN))


def _said(value: int, before: str = "") -> str:
    """A number as a word, which knows its region if the number does."""
    return Word(f"{before}{int(value)}", value.region) if isinstance(value, Address) else f"{before}{value}"


ZERO = const(0)


def constant(node: Wat) -> int | None:
    """The number that an instruction is known to give; `None` if it is none."""
    if isinstance(node, tuple) and node[0] == "i32.const":
        word = node[1]
        return Address(int(word), word.region) if isinstance(word, Word) else int(str(word))
    return None


def _wrapped(value: int) -> Wat:
    """A number as 32 bits hold it."""
    return const(value if isinstance(value, Address) else value % (2 * _SIGN))


def operation(name: str, *operands: Wat) -> Wat:
    """An instruction by its name, as it is."""
    return (name, *operands)


def add(a: Wat, b: Wat) -> Wat:
    """The sum, within 32 bits; constants come last and together."""
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
    """The difference, within 32 bits."""
    right = constant(b)
    return add(a, _wrapped(-right)) if right is not None else ("i32.sub", a, b)


def multiply(a: Wat, b: Wat) -> Wat:
    """The product, within 32 bits."""
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
    """A number times a power of two."""
    value = constant(a)
    if value is not None:
        return _wrapped(value << bits)
    return ("i32.shl", a, const(bits)) if bits else a


def divide(a: Wat, b: Wat, *, remainder: bool) -> Wat:
    """The quotient, else the remainder, of two numbers that are not negative."""
    return ("i32.rem_u" if remainder else "i32.div_u", a, b)


_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_OPPOSITE = {"eq": "ne", "ne": "eq", "lt_s": "ge_s", "ge_s": "lt_s", "gt_s": "le_s", "le_s": "gt_s"}
_TESTS = {f"i32.{name}" for name in _OPPOSITE} | {"i32.eqz"}


def compare(op: str, a: Wat, b: Wat) -> Wat:
    """Whether `a op b`, of numbers with their signs: 1 or 0."""
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
    """Whether a number is 0; of a test, whether it does not hold."""
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
    """The bits in both, of which both are evaluated."""
    return ("i32.and", a, b)


def or_(a: Wat, b: Wat) -> Wat:
    """The bits in either, of which both are evaluated."""
    return ("i32.or", a, b)


def get(name: str) -> Wat:
    """The value of a local."""
    return ("local.get", name)


def put(name: str, value: Wat) -> Wat:
    """Set a local."""
    return ("local.set", name, value)


def tee(name: str, value: Wat) -> Wat:
    """Set a local and give its value."""
    return ("local.tee", name, value)


def load(address: Wat, offset: int = 0, *, width: str = "i32.load") -> Wat:
    """What lies in memory at an address and a constant number of bytes beyond it."""
    known = constant(address)
    if known is not None and known >= 0:
        address, offset = ZERO, offset + known
    return (width, *((_said(offset, "offset="),) if offset else ()), address)


def store(address: Wat, value: Wat, offset: int = 0, *, width: str = "i32.store") -> Wat:
    """Put a value into memory."""
    known = constant(address)
    if known is not None and known >= 0:
        address, offset = ZERO, offset + known
    return (width, *((_said(offset, "offset="),) if offset else ()), address, value)


def block(label: str, body: Sequence[Wat], *, result: bool = False) -> Wat:
    """Instructions that a branch to the label leaves."""
    return ("block", label, *((("result", "i32"),) if result else ()), *body)


def loop(label: str, body: Sequence[Wat]) -> Wat:
    """Instructions that a branch to the label begins anew."""
    return ("loop", label, *body)


def branch(label: str) -> Wat:
    """Go to a label."""
    return ("br", label)


def branch_if(label: str, condition: Wat) -> Wat:
    """Go to a label if a condition holds."""
    return ("br_if", label, condition)


def switch(labels: Sequence[str], value: Wat) -> Wat:
    """Go to the label at the place that is the value; beyond the end, to the last."""
    return ("br_table", *labels, value)


def when(condition: Wat, then: Sequence[Wat], otherwise: Sequence[Wat] = ()) -> Wat:
    """Some instructions or others."""
    known = constant(condition)
    if known is not None:
        return ("block", *(then if known else otherwise))
    return ("if", condition, ("then", *then), *((("else", *otherwise),) if otherwise else ()))


def either(condition: Wat, then: Wat, otherwise: Wat) -> Wat:
    """One of two values, only that evaluated."""
    known = constant(condition)
    if known is not None:
        return then if known else otherwise
    return ("if", ("result", "i32"), condition, ("then", then), ("else", otherwise))


def call(name: str, *args: Wat) -> Wat:
    """Call a function."""
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
    """Whether an instruction with its operands is short, goes nowhere else and changes nothing."""
    return _length(node, most) <= most


def _length(node: Wat, most: int) -> int:
    """How many instructions there are; more than `most` if one of them is not plain."""
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
    """A function as it is made: locals come as they are needed, each with a name that says what it is."""

    name: str
    parameters: tuple[tuple[str, str], ...] = ()
    results: tuple[str, ...] = ()
    export: str | None = None
    body: Body = field(default_factory=list)
    locals: list[tuple[str, str]] = field(default_factory=list)
    _names: dict[str, int] = field(default_factory=dict)

    def local(self, hint: str, kind: str = "i32") -> str:
        """A new local; its name begins with the hint."""
        name = self.label(hint)
        self.locals.append((name, kind))
        return name

    def label(self, hint: str) -> str:
        """A new name, for a label."""
        taken = {name for name, _ in self.parameters}
        while True:
            number = self._names.get(hint, 0)
            self._names[hint] = number + 1
            name = f"${hint}{number}" if number else f"${hint}"
            if name not in taken:
                return name

    def tree(self) -> Wat:
        """The function as text has it."""
        head: list[Wat] = [self.name]
        if self.export is not None:
            head.append(("export", f'"{self.export}"'))
        head += [("param", name, kind) for name, kind in self.parameters]
        head += [("result", kind) for kind in self.results]
        head += [("local", name, kind) for name, kind in self.locals]
        return ("func", *head, *self.body)


def shown(node: Wat, depth: int = 0) -> str:
    """A tree as text: on one line if there is room, else operands that are trees on lines of their own."""
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
    """What stands on the first line of what it belongs to."""
    return isinstance(node, tuple) and node[0] in {"result", "param", "export"}


def _flat(node: Wat, room: int) -> str | None:
    """A tree on one line; `None` if it is longer than there is room."""
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
