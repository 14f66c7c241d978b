"""Encodes functions in WebAssembly's binary format (version 2.0, section 5 of its specification).

An instruction is encoded after its operands, as its opcode followed by its immediates. Locals, functions and
globals are numbered in the order of declaration. A label is encoded as the number of blocks between a branch
and its target.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from itertools import groupby

from interpreter.compiled.wasm.wat import Function, Wat

__all__ = ["TYPES", "Encoder", "section", "sized", "unsigned", "vector"]

TYPES = {"i32": 0x7F, "i64": 0x7E, "f64": 0x7C, "v128": 0x7B}

_END, _ELSE, _NOTHING = 0x0B, 0x05, 0x40
_BLOCK, _LOOP, _IF, _BR_TABLE = 0x02, 0x03, 0x04, 0x0E


def unsigned(value: int) -> bytes:
    """Encode an unsigned LEB128 number, which has seven bits per byte, lowest bits first."""
    found = bytearray()
    while value > 0x7F:  # noqa: PLR2004 - what seven bits hold
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def signed(value: int) -> bytes:
    """Encode a signed LEB128 number, which has seven bits per byte, lowest bits first."""
    found = bytearray()
    while not -0x40 <= value < 0x40:  # noqa: PLR2004 - what seven bits hold
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value & 0x7F)
    return bytes(found)


def sized(data: bytes) -> bytes:
    """Encode a byte string as its length followed by the bytes."""
    return unsigned(len(data)) + data


def vector(parts: Sequence[bytes]) -> bytes:
    """Encode a vector as the number of its parts followed by the parts."""
    return unsigned(len(parts)) + b"".join(parts)


def section(number: int, parts: Sequence[bytes]) -> bytes:
    """Encode a section of a module, or return an empty byte string if the section has no parts."""
    return bytes([number]) + sized(vector(parts)) if parts else b""


def _numbered(first: int, kind: str, names: str) -> dict[str, bytes]:
    return {f"{kind}.{name}": bytes([first + i]) for i, name in enumerate(names.split())}


_COMPARISONS = "eqz eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u"
_ARITHMETIC = (
    "clz ctz popcnt add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr"  # as in 5.4.6
)

_CONSTS = {"i32.const": b"\x41", "i64.const": b"\x42", "v128.const": b"\xfd\x0c"}
_LANES = {"i32x4": 4, "i64x2": 8}
"""Number of bytes per lane of a 128-bit vector, by the shape of the vector."""
_PLAIN = {
    "unreachable": b"\x00",
    "nop": b"\x01",
    "return": b"\x0f",
    "drop": b"\x1a",
    "select": b"\x1b",
    "i32.wrap_i64": b"\xa7",
    "i64.extend_i32_s": b"\xac",
    "i64.extend_i32_u": b"\xad",
    "i64.trunc_f64_s": b"\xb0",
    "f64.convert_i32_s": b"\xb7",
    "f64.convert_i64_s": b"\xb9",
    "f32.demote_f64": b"\xb6",
    "f64.promote_f32": b"\xbb",
    **_numbered(0x61, "f64", "eq ne lt gt le ge"),
    **_numbered(0x99, "f64", "abs neg ceil floor trunc nearest sqrt add sub mul div"),
    **_numbered(0x45, "i32", _COMPARISONS),
    **_numbered(0x50, "i64", _COMPARISONS),
    **_numbered(0x67, "i32", _ARITHMETIC),
    **_numbered(0x79, "i64", _ARITHMETIC),
    "v128.andnot": b"\xfd\x4f",
    "v128.or": b"\xfd\x50",
    "v128.xor": b"\xfd\x51",
    "v128.any_true": b"\xfd\x53",
    "i32x4.eq": b"\xfd\x37",
    "i32x4.add": b"\xfd\xae\x01",
    "i32x4.sub": b"\xfd\xb1\x01",
    "i32x4.mul": b"\xfd\xb5\x01",
    "i64x2.splat": b"\xfd\x12",
    "i64x2.shl": b"\xfd\xcb\x01",
    "i64x2.shr_u": b"\xfd\xcd\x01",
    "i64x2.add": b"\xfd\xce\x01",
}
"""Instructions without immediates, and their opcodes."""

_ACCESSES = {
    "i32.load": b"\x28\x02", "i64.load": b"\x29\x03", "v128.load": b"\xfd\x00\x04",
    "i32.load8_s": b"\x2c\x00", "i32.load8_u": b"\x2d\x00",
    "i32.load16_s": b"\x2e\x01", "i32.load16_u": b"\x2f\x01",
    "i32.store": b"\x36\x02", "i64.store": b"\x37\x03", "v128.store": b"\xfd\x0b\x04",
    "i32.store8": b"\x3a\x00", "i32.store16": b"\x3b\x01", "f64.load": b"\x2b\x03", "f64.store": b"\x39\x03",
    "f32.load": b"\x2a\x02", "f32.store": b"\x38\x02",
}  # fmt: skip
"""Instructions that access memory.

Each is mapped to its opcode, followed by the binary logarithm of the number of bytes accessed.
"""

_MEMORIES = {
    "memory.size": (b"\x3f", 1), "memory.grow": (b"\x40", 1), "memory.fill": (b"\xfc\x0b", 1),
    "memory.copy": (b"\xfc\x0a", 2),
}  # fmt: skip
"""Instructions that operate on whole memories.

Each is mapped to its opcode and the number of memories that it names. If it names none, it operates on the
first memory.
"""
_OTHER_MEMORY = 0x40
"""The bit in an encoded alignment which says that the index of a memory follows."""

_LANE = {
    "i8x16.shuffle": b"\xfd\x0d", "i32x4.extract_lane": b"\xfd\x1b", "i64x2.extract_lane": b"\xfd\x1d",
    "i64x2.replace_lane": b"\xfd\x1e",
}  # fmt: skip
"""Instructions on vectors whose immediates are numbers of lanes, and their opcodes."""

_LOCALS = {"local.get": 0x20, "local.set": 0x21, "local.tee": 0x22}
_NAMED = {"call": 0x10, "global.get": 0x23, "global.set": 0x24}
_BRANCHES = {"br": 0x0C, "br_if": 0x0D}


class Encoder:
    """Encodes the functions of one module.

    It is given the names of the module's functions, globals and memories, in the order in which they are
    numbered.
    """

    def __init__(
        self, functions: Iterable[str], globals_: Iterable[str], memories: Iterable[str] = ()
    ) -> None:
        self._functions = {name: unsigned(number) for number, name in enumerate(functions)}
        self._globals = {name: unsigned(number) for number, name in enumerate(globals_)}
        self._memories = {"0": 0, **{f"${name}": number for number, name in enumerate(memories, 1)}}
        self._consts: dict[Wat, bytes] = {}
        self._out = bytearray()
        self._locals: dict[Wat, bytes] = {}
        self._reads: dict[Wat, bytes] = {}
        """The encoded instruction that reads each local, by the name of the local."""
        self._labels: dict[str, int] = {}
        """The nesting depth of each label to which the current instruction can branch."""
        self._depth = 0

    def code(self, function: Function) -> bytes:
        """Encode a function's locals and instructions. The type of the function is not included."""
        kinds = [kind for _, kind in function.locals]
        groups = [unsigned(len([*some])) + bytes([TYPES[kind]]) for kind, some in groupby(kinds)]
        names = [name for name, _ in (*function.parameters, *function.locals)]
        self._locals = {name: unsigned(number) for number, name in enumerate(names)}
        self._reads = {name: bytes([_LOCALS["local.get"]]) + number for name, number in self._locals.items()}
        self._out, self._labels, self._depth = bytearray(), {}, 1
        self._all(function.body)
        self._out.append(_END)
        return sized(vector(groups) + bytes(self._out))

    def constant(self, node: Wat) -> bytes:
        """Encode a constant expression, such as the initial value of a global."""
        return self._const(node) + bytes([_END])

    def _const(self, node: Wat) -> bytes:
        if node[0] == "f64.const":
            return b"\x44" + struct.pack("<d", float.fromhex(str(node[1])))
        if node not in self._consts:
            self._consts[node] = _CONSTS[str(node[0])] + self._number(node)
        return self._consts[node]

    @staticmethod
    def _number(node: Wat) -> bytes:
        """Encode the immediate of a constant, which is a number or the lanes of a vector."""
        first, *values = map(str, node[1:])
        if not values:
            return signed(int(first))
        return b"".join(int(value).to_bytes(_LANES[first], "little", signed=True) for value in values)

    # --- instructions ---------------------------------------------------------------------------------

    def _all(self, nodes: Iterable[Wat]) -> None:
        """Encode a sequence of instructions, with a fast path for constants and reads of locals."""
        out, reads, consts = self._out, self._reads, self._consts
        for node in nodes:
            op = node[0]
            if op == "local.get":
                out += reads[node[1]]
            elif op in _CONSTS:
                out += consts.get(node) or self._const(node)
            else:
                self._one(node)

    def _one(self, node: Wat) -> None:
        """Encode an instruction and its operands. The most frequent kinds are tested first."""
        op = str(node[0])
        if op in _LOCALS:
            self._all(node[2:])
            self._out.append(_LOCALS[op])
            self._out += self._locals[node[1]]
        elif op in _CONSTS:
            self._out += self._consts.get(node) or self._const(node)
        elif op in _PLAIN:
            self._all(node[1:])
            self._out += _PLAIN[op]
        elif op in _ACCESSES:
            self._access(op, node)
        elif op in _NAMED:
            self._all(node[2:])
            self._out.append(_NAMED[op])
            self._out += (self._functions if op == "call" else self._globals)[str(node[1])]
        else:
            self._structure(op, node)

    def _structure(self, op: str, node: Wat) -> None:
        """Encode an instruction that is rare, branches, or contains a block of other instructions."""
        match op:
            case "block" | "loop":
                self._block(_BLOCK if op == "block" else _LOOP, node)
            case "if":
                self._if(node)
            case "br" | "br_if":
                self._all(node[2:])
                self._out.append(_BRANCHES[op])
                self._out += self._label(node[1])
            case "br_table":
                self._one(node[-1])
                *labels, last = [self._label(label) for label in node[1:-1]]
                self._out.append(_BR_TABLE)
                self._out += vector(labels) + last
            case "memory.size" | "memory.grow" | "memory.fill" | "memory.copy":
                self._of_memories(op, node)
            case "f64.const":
                self._out += self._const(node)
            case _ if op in _LANE:
                lanes = [int(each) for each in node[1:] if isinstance(each, str)]
                self._all(node[1 + len(lanes) :])
                self._out += _LANE[op] + bytes(lanes)
            case _:
                raise ValueError(f"no instruction: {op}")

    def _of_memories(self, op: str, node: Wat) -> None:
        """Encode an instruction on whole memories: first its operands, then the opcode and the memories."""
        number, count = _MEMORIES[op]
        named = [str(each) for each in node[1:] if isinstance(each, str)]
        self._all(node[1 + len(named) :])
        self._out += number + b"".join(unsigned(self._memories[name]) for name in named or ["0"] * count)

    def _access(self, op: str, node: Wat) -> None:
        """Encode a load or store that may have a constant offset in bytes."""
        *number, align = _ACCESSES[op]
        offset, memory, operands = 0, 0, node[1:]
        if operands[0] in self._memories:
            memory, operands = self._memories[str(operands[0])], operands[1:]
        if isinstance(operands[0], str):
            offset, operands = int(operands[0].removeprefix("offset=")), operands[1:]
        self._all(operands)
        self._out += bytes([*number, align | _OTHER_MEMORY, memory] if memory else [*number, align])
        self._out += unsigned(offset)

    def _label(self, label: Wat) -> bytes:
        return unsigned(self._depth - self._labels[str(label)] - 1)

    def _block(self, first: int, node: Wat) -> None:
        """Encode a block or a loop, which may have a label and a result type."""
        at, kind = 1, _NOTHING
        label = None
        if len(node) > at and isinstance(node[at], str):
            label, at = str(node[at]), at + 1
        if len(node) > at and node[at][0] == "result":
            kind, at = TYPES[str(node[at][1])], at + 1
        outside = None if label is None else self._labels.get(label)
        if label is not None:
            self._labels[label] = self._depth
        self._depth += 1
        self._out += bytes([first, kind])
        self._all(node[at:])
        self._out.append(_END)
        self._depth -= 1
        if label is not None and outside is not None:
            self._labels[label] = outside

    def _if(self, node: Wat) -> None:
        """Encode an `if` that has one or two branches, and may have a result type."""
        at, kind = 1, _NOTHING
        if node[at][0] == "result":
            kind, at = TYPES[str(node[at][1])], at + 1
        self._one(node[at])
        self._depth += 1
        self._out += bytes([_IF, kind])
        self._all(node[at + 1][1:])
        if len(node) > at + 2:
            self._out.append(_ELSE)
            self._all(node[at + 2][1:])
        self._out.append(_END)
        self._depth -= 1
