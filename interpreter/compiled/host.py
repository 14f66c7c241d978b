"""The only module that knows wasmtime: a module's text, made to run."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import wasmtime

from gamespec.program.domain import INT_MAX
from gamespec.program.tables import Head
from interpreter.compiled.memory import PAGE, POSITION, WORD, Words
from interpreter.compiled.module import Module
from interpreter.compiled.unit import Unit
from interpreter.compiled.wat import Wat, shown
from interpreter.play.errors import Fault
from interpreter.play.options import Value

__all__ = ["Instance", "text_of"]

GLOBALS = {"fuel": 0, "count": 0, "leave": -1, "saved": 0}
"""What a module keeps beside its memory, and what it is at first: what is left of the budget; how many options
are listed; the end of the action that is tried; the top of the stack of positions."""

HIGH = "_high"
"""What is told in two words ends so: the upper 32 bits of a number of 64."""


def text_of(unit: Unit) -> str:
    """The text of a module: its memory as it is from the beginning, and its functions."""
    data = tuple(
        ("data", ("i32.const", str(address)), _quoted(written)) for address, written in unit.memory.image
    )
    options = unit.memory.room(0)
    tree: Wat = (
        "module",
        ("global", "$key", ("mut", "i64"), ("i64.const", "0")),
        ("memory", ("export", '"memory"'), str(-(-(options + unit.reserved) // PAGE))),
        *(
            ("global", f"${name}", ("export", f'"{name}"'), ("mut", "i32"), ("i32.const", str(first)))
            for name, first in {**GLOBALS, "options": options}.items()
        ),
        *(function.tree() for function in unit.functions.values()),
        *data,
    )
    return shown(tree) + "\n"


def _quoted(data: bytes) -> str:
    """Bytes as the text of a module has them."""
    return '"' + "".join(f"\\{byte:02x}" for byte in data) + '"'


class Instance:
    """A module at work, with a memory of its own."""

    def __init__(self, unit: Unit, engine: wasmtime.Engine | None = None) -> None:
        self._faults = tuple(unit.faults)
        self._length = unit.program.layout.length
        engine = engine or wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        instance = wasmtime.Instance(self._store, wasmtime.Module(engine, text_of(unit)), [])
        self._exports = instance.exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)  # noqa: S101 - as `text_of` has it
        self._memory = memory

    @property
    def position(self) -> list[int]:
        """The position as it is."""
        return self.words(POSITION, self._length)

    @position.setter
    def position(self, values: Sequence[int]) -> None:
        self._memory.write(self._store, struct.pack(f"<{len(values)}i", *values), POSITION)

    def words(self, address: int, count: int) -> list[int]:
        """So many integers at an address."""
        data = self._memory.read(self._store, address, address + WORD * count)
        return list(struct.unpack(f"<{count}i", data))

    def options(self, module: Module) -> list[tuple[int, tuple[Value, ...]]]:
        """The options that are listed: each action with its values."""
        position, program, listed = self.position, module.unit.program, module.listed
        found: list[tuple[int, tuple[Value, ...]]] = []
        for index, action in enumerate(program.sites[listed.sites[position[Head.PC]]].actions):
            begin, count = self.words(listed.table + 2 * WORD * index, 2)
            record, picks = listed.records[action], program.actions[action].picks
            for i in range(count):
                words = self.words(begin + WORD * record.words * i, record.words)
                values: list[Value] = []
                for pick, f in zip(picks, record.fields, strict=True):
                    several = pick.counts is not None
                    values.append(
                        tuple(words[f.word + 1 : f.word + 1 + words[f.word]]) if several else words[f.word]
                    )
                found.append((action, tuple(values)))
        return found

    def _global(self, name: str) -> int:
        found = self._exports[name]
        assert isinstance(found, wasmtime.Global)  # noqa: S101 - as `text_of` has it
        return int(found.value(self._store))

    def call(self, name: str, *args: int) -> int | None:
        """Call a function of the module. Raises `Fault`."""
        function, fuel = self._exports[name], self._exports["fuel"]
        assert isinstance(function, wasmtime.Func)  # noqa: S101 - the caller knows what it has exported
        assert isinstance(fuel, wasmtime.Global)  # noqa: S101 - as `text_of` has it
        fuel.set_value(self._store, wasmtime.Val.i32(INT_MAX))
        try:
            found = function(self._store, *args)
        except wasmtime.Trap as trap:
            number, *said = self.words(Words.FAULT, 1 + Words.MOST_NUMBERS)
            if not number:
                raise
            self._memory.write(self._store, bytes(WORD), Words.FAULT)
            raise self._fault(number, said) from trap
        assert found is None or isinstance(found, int)  # noqa: S101 - nothing else is exported
        return found

    def _fault(self, number: int, said: Sequence[int]) -> Fault:
        """The fault of a number, with what it says."""
        raised = self._faults[number - 1]
        numbers = dict(zip(raised.names, said, strict=False))
        for name in [name for name in numbers if name.endswith(HIGH)]:
            low = numbers[name.removesuffix(HIGH)] & 0xFFFFFFFF
            numbers[name.removesuffix(HIGH)] = numbers.pop(name) << 32 | low
        at = numbers.pop("at", raised.at)
        return Fault(raised.code, at, raised.message, raised.cure, **numbers)
