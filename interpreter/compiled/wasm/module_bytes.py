"""Writes a complete module, as bytes for wasmtime or as equivalent text for people.

A module has a memory, globals and functions, some of which are exported, and the initial content of the
memory. Functions are in the order in which they were made. Section numbers are from WebAssembly's
specification (version 2.0, 5.5).
"""

from __future__ import annotations

from interpreter.compiled.wasm.assembly import Assembly
from interpreter.compiled.wasm.binary import TYPES, Encoder, section, sized, unsigned, vector
from interpreter.compiled.wasm.interface import GLOBALS
from interpreter.compiled.wasm.wat import Function, Wat, shown

__all__ = ["bytes_of", "text_of"]


def _globals(unit: Assembly) -> tuple[Wat, ...]:
    """Return the globals of a module: first those that every module has, then its own.

    `$key` holds the key for the random choice of options, and `$options` the address at which options are
    listed.
    """
    numbers = {**GLOBALS, "options": unit.memory.room(0)}
    return (
        ("global", "$key", ("mut", "i64"), ("i64.const", "0")),
        *(
            ("global", f"${name}", ("export", f'"{name}"'), ("mut", "i32"), ("i32.const", str(first)))
            for name, first in numbers.items()
        ),
        *unit.globals,
    )


def text_of(unit: Assembly) -> str:
    """Return a module in the text format of WebAssembly."""
    tree: Wat = (
        "module",
        ("memory", ("export", '"memory"'), str(unit.pages)),
        *(("memory", f"${name}", ("export", f'"{name}"'), "1") for name in unit.memories),
        *_globals(unit),
        *(function.tree() for function in unit.functions.values()),
        *(("data", ("i32.const", str(address)), _quoted(data)) for address, data in unit.memory.image),
    )
    return shown(tree) + "\n"


def _quoted(data: bytes) -> str:
    """Return bytes as a string literal of the text format."""
    return '"\\' + data.hex("\\") + '"' if data else '""'


def bytes_of(unit: Assembly) -> bytes:
    """Return a module in the binary format of WebAssembly."""
    functions, globals_ = [*unit.functions.values()], _globals(unit)
    encoder = Encoder(unit.functions, (str(each[1]) for each in globals_), unit.memories)
    types: dict[bytes, int] = {}
    typed = [unsigned(types.setdefault(_type(function), len(types))) for function in functions]
    memories = enumerate(("memory", *unit.memories))
    exports = [_name(name) + b"\x02" + unsigned(number) for number, name in memories]
    for number, each in enumerate(globals_):
        if each[2][0] == "export":
            exports.append(_name(str(each[2][1]).strip('"')) + b"\x03" + unsigned(number))
    for number, function in enumerate(functions):
        if function.export is not None:
            exports.append(_name(function.export) + b"\x00" + unsigned(number))
    sections = (
        section(1, [*types]),
        section(3, typed),
        section(5, [b"\x00" + unsigned(pages) for pages in (unit.pages, *(1 for _ in unit.memories))]),
        section(6, [_global(each, encoder) for each in globals_]),
        section(7, exports),
        section(10, [encoder.code(function) for function in functions]),
        section(
            11,
            [
                b"\x00" + encoder.constant(("i32.const", str(address))) + sized(data)
                for address, data in unit.memory.image
            ],
        ),
    )
    return b"\0asm\x01\0\0\0" + b"".join(sections)


def _name(name: str) -> bytes:
    return sized(name.encode())


def _type(function: Function) -> bytes:
    """Encode the type of a function, which lists the types of its parameters and of its results."""
    given = [bytes([TYPES[kind]]) for _, kind in function.parameters]
    return b"\x60" + vector(given) + vector([bytes([TYPES[kind]]) for kind in function.results])


def _global(each: Wat, encoder: Encoder) -> bytes:
    """Encode a mutable global together with its initial value."""
    kind, first = each[-2], each[-1]
    return bytes([TYPES[str(kind[1])], 1]) + encoder.constant(first)
