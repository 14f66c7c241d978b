"""The only module that imports wasmtime: it runs a module's bytes.

`Code` is a module compiled to machine code, shared by any number of instances in any threads. An `Instance`
has its own memory and serves one thread. It holds no game: the caller passes a position in and takes it back.
After a fault its memory is undefined, so the caller needs another instance.

If wasmtime cannot be imported, importing this module raises `ImportError` with the name `wasmtime`.

Calls go directly to wasmtime's C function, and release Python's lock. That takes a thirtieth of the time of a
call by wasmtime's Python package, which looks up the type of the function each time. Nearly all of it is the
conversion of the arguments for C, which is therefore done beforehand.
"""

from __future__ import annotations

import ctypes
import platform
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

try:
    import wasmtime
    from wasmtime import _ffi as ffi
except ImportError as error:
    raise ImportError("is not installed", name="wasmtime") from error
except (OSError, RuntimeError) as error:  # what it says of a machine for which there is no library
    raise ImportError(f"does not run here: {error}", name="wasmtime") from error

from gamespec.program.domain import INT_MAX
from interpreter.compiled.unit.scripted import ASTRAY
from interpreter.compiled.wasm.interface import GLOBALS, Access, Raised
from interpreter.compiled.wasm.memory import PAGE, POSITION, WORD, Words
from interpreter.play.errors import Fault

if TYPE_CHECKING:
    from interpreter.compiled.wasm.assembly import Assembly
    from interpreter.compiled.wasm.interface import Listed

__all__ = ["Astray", "Breach", "Code", "Damaged", "Instance", "library"]

HIGH = "_high"
"""Suffix of the second word of a 64-bit number: its upper 32 bits."""

_WINCH = 2
"""Winch in the enumeration `wasmtime_strategy_enum` of wasmtime's C interface."""
_WITH_WINCH = frozenset({"x86_64", "AMD64"})
"""Machines for which wasmtime's packages contain Winch."""

_RAW = ctypes.sizeof(ffi.wasmtime_val_raw)
_MOST_OPERANDS = 4
_call = ffi.dll["wasmtime_func_call_unchecked"]  # an object of its own, which converts no arguments
_call.restype = ctypes.c_void_p


class Damaged(Exception):
    """The bytes are not machine code, or not for this machine and this wasmtime."""


class Astray(Exception):
    """A game cannot follow its script."""


class Breach(Exception):
    """A checked module has accessed memory outside the regions of the access."""

    def __init__(self, access: Access) -> None:
        super().__init__(str(access))
        self.access = access


def library() -> str:
    """Return a text that identifies the wasmtime library: its size, and when it was last modified."""
    found = Path(ffi.filename).stat()
    return f"{found.st_size} {found.st_mtime_ns}"


class Code:
    """A module as machine code."""

    def __init__(self, module: wasmtime.Module, engine: wasmtime.Engine) -> None:
        self.module = module
        self.engine = engine

    @classmethod
    def of(cls, module: bytes, *, quickly: bool = False) -> Code:
        """Compile a module, which is given in WebAssembly's binary format.

        `quickly` selects Winch, wasmtime's one-pass compiler: it takes a third of Cranelift's time, and its
        code is slower.
        """
        config = wasmtime.Config()
        if quickly and platform.machine() in _WITH_WINCH:
            ffi.wasmtime_config_strategy_set(config.ptr(), _WINCH)
        engine = wasmtime.Engine(config)
        return cls(wasmtime.Module(engine, module), engine)

    @classmethod
    def read(cls, data: bytes) -> Code:
        """Load code from `written`. Raises `Damaged`; what the code does is not checked."""
        engine = wasmtime.Engine()
        try:
            return cls(wasmtime.Module.deserialize(engine, data), engine)
        except wasmtime.WasmtimeError as error:
            raise Damaged(str(error)) from None

    @property
    def memory(self) -> int:
        """Initial memory of an instance, in bytes: the position, tables, room for lists."""
        (found,) = (export.type for export in self.module.exports if export.name == "memory")
        assert isinstance(found, wasmtime.MemoryType)  # noqa: S101 - as `text_of` has it
        return found.limits.min * PAGE

    def written(self) -> bytes:
        """Return the code as bytes, for `read` on the same machine with the same wasmtime."""
        return bytes(self.module.serialize())


class Instance:
    """A running module, with its own memory.

    `Instance(unit)` is an instance of a module that has just been made.
    """

    def __init__(
        self,
        unit: Assembly | None = None,
        *,
        code: Code | None = None,
        length: int = 0,
        faults: Sequence[Raised] = (),
        accesses: Sequence[Access] = (),
    ) -> None:
        if unit is not None:
            from interpreter.compiled.wasm.module_bytes import bytes_of

            code, length, faults = Code.of(bytes_of(unit)), unit.length, tuple(unit.faults)
            accesses = tuple(unit.accesses)
        assert code is not None  # noqa: S101 - there is either a unit or its code
        self._faults, self._accesses, self._length = faults, accesses, length
        self._store = wasmtime.Store(code.engine)
        instance = wasmtime.Instance(self._store, code.module, [])
        self._exports = instance.exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)  # noqa: S101 - as every module has it
        self._memory = memory
        self._raw = (ffi.wasmtime_val_raw * _MOST_OPERANDS)()
        self._operands = memoryview(self._raw).cast("B").cast("i")[:: _RAW // WORD]
        """The operands of a call; the result replaces the first one."""
        self._operand = ctypes.c_uint64.from_buffer(self._raw)
        """The first operand, which can have 64 bits."""
        self._trap = ctypes.c_void_p()
        self._trapped = memoryview(self._trap).cast("B").cast("P")
        """The pointer `_trap` as a number, which takes less time to read here."""
        self._functions = {
            name: self._arguments(export)
            for name, export in self._exports.items()
            if isinstance(export, wasmtime.Func)
        }
        """The arguments of `_call` for each function that the module exports, by its name."""
        self._room = memoryview(bytearray())
        self._words = self._script = self._room
        self._first = self._global("options")
        self._look()

    # --- memory ---------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Renew the views of the memory, which may have grown; it never moves."""
        buffer: Any = self._memory.get_buffer_ptr(self._store)
        buffer.store = self._store  # a view of the memory keeps it
        self._room = memoryview(buffer).cast("B")
        self._words = self._room.cast("i")
        self._position = self._room[POSITION : POSITION + WORD * self._length]

    def data(self, address: int, count: int) -> bytes:
        """Read bytes at an address."""
        if address + count > len(self._room):
            self._look()
        return bytes(self._room[address : address + count])

    def view(self, address: int, count: int) -> memoryview:
        """Return a view of the memory at an address."""
        if address + count > len(self._room):
            self._look()
        return self._room[address : address + count]

    def put(self, address: int, data: bytes | memoryview) -> None:
        """Write bytes at an address."""
        self._room[address : address + len(data)] = data

    def words(self, address: int, count: int) -> list[int]:
        """Read integers at an address."""
        return list(struct.unpack(f"<{count}i", self.data(address, WORD * count)))

    @property
    def position(self) -> list[int]:
        """The position in memory; setting it updates the data beside it."""
        return self.words(POSITION, self._length)

    @position.setter
    def position(self, values: Sequence[int]) -> None:
        self.packed = struct.pack(f"<{len(values)}i", *values)

    @property
    def packed(self) -> bytes:
        """The position in memory, as bytes; setting it updates the data beside it."""
        return self._position.tobytes()

    @packed.setter
    def packed(self, data: bytes) -> None:
        self._position[:] = data
        if "indexed" in self._functions:
            self.run("indexed")

    def tape(self) -> list[int]:
        """Return the words that a recording module has written since the last call, and rewind the tape."""
        end, tape = self._exports["taped"], self._exports["tape"]
        assert isinstance(end, wasmtime.Global)  # noqa: S101 - as the module that records has it
        assert isinstance(tape, wasmtime.Memory)  # noqa: S101 - as above
        told = tape.read(self._store, 0, int(end.value(self._store)))
        end.set_value(self._store, wasmtime.Val.i32(0))
        return list(struct.unpack(f"<{len(told) // WORD}i", told))

    def replay(self, script: bytes, end: int, player: int) -> int:
        """Replay a script in a module that records, and return its status. Raises `Astray` and `Fault`.

        Its luck begins at the byte `end`.
        """
        if len(script) > len(self._script):
            self._script = self.memory("script", len(script))
        self._script[: len(script)] = script
        return self.run("replay", player, end, len(script))

    def keep(self, at: int) -> None:
        """Let replays keep the game where it waits after so many bytes of the script, and go on from there.

        0 stands for no place. Scripts must be the same up to there, until this is called again.
        """
        for name, value in (("keep_at", at), ("keeps", 0)):
            found = self._exports[name]
            assert isinstance(found, wasmtime.Global)  # noqa: S101 - as the module that records has it
            found.set_value(self._store, wasmtime.Val.i32(value))

    @property
    def reached(self) -> int:
        """Number of bytes of the script that the last replay followed."""
        return self._global("script_at")

    def memory(self, name: str, size: int) -> memoryview:
        """Return a memory other than the first one, by its name, grown to at least `size` bytes.

        The view keeps the memory. It stays valid when the memory grows, but does not grow with it. Raises
        `MemoryError`.
        """
        memory = self._exports[name]
        assert isinstance(memory, wasmtime.Memory)  # noqa: S101 - the caller knows what it has exported
        lacking = size - memory.data_len(self._store)
        if lacking > 0:
            try:
                memory.grow(self._store, -(-lacking // PAGE))
            except wasmtime.WasmtimeError as error:
                raise MemoryError(str(error)) from None
        buffer: Any = memory.get_buffer_ptr(self._store)
        buffer.store = self._store
        return memoryview(buffer).cast("B")

    def all_data(self) -> bytes:
        """Return the first memory as bytes."""
        self._look()
        return bytes(self._room)

    def renew(self, first: bytes) -> None:
        """Make this instance usable again after a fault; `first` is `all_data` of a new instance.

        The other memories stay as they are.
        """
        self._look()
        self._room[: len(first)] = first
        self._room[len(first) :] = bytes(len(self._room) - len(first))
        for name, value in GLOBALS.items():
            found = self._exports[name]
            assert isinstance(found, wasmtime.Global)  # noqa: S101 - as every module has it
            found.set_value(self._store, wasmtime.Val.i32(value))

    @property
    def weight(self) -> tuple[float, int]:
        """The weight of the last replay, and how often it was raised to avoid underflow."""
        weight, low = struct.unpack_from("<di", self._room, Words.WEIGHT)
        return weight, low

    # --- options --------------------------------------------------------------------------------------

    def records(self, listed: Listed, actions: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
        """Return the listed options of the actions of a site: each option's action and words."""
        found: list[tuple[int, tuple[int, ...]]] = []
        table = self.words(listed.table, 2 * len(actions))
        for action, begin, count in zip(actions, table[::2], table[1::2], strict=True):
            if not count:
                continue
            size, _ = listed.fields[action]
            words = struct.unpack(f"<{size * count}i", self.data(begin, WORD * size * count))
            found += [(action, words[size * i : size * (i + 1)]) for i in range(count)]
        return found

    def put_record(self, listed: Listed, index: int, words: Sequence[int]) -> None:
        """Make an option, of the action at an index of the site, the only listed one."""
        data = struct.pack(f"<{len(words)}i", *words)
        if self._first + len(data) > len(self._room):
            self._memory.grow(self._store, -(-len(data) // PAGE))
            self._look()
        self.put(self._first, data)
        self.put(listed.table, struct.pack(f"<{2 * index + 2}i", *([self._first, 0] * index), self._first, 1))

    def _global(self, name: str) -> int:
        found = self._exports[name]
        assert isinstance(found, wasmtime.Global)  # noqa: S101 - as every module has it
        return int(found.value(self._store))

    # --- calls ----------------------------------------------------------------------------------------

    def call(self, name: str, *args: int) -> int | None:
        """Call a function of the module, with an unlimited budget. Raises `Fault`."""
        fuel = self._exports["fuel"]
        assert isinstance(fuel, wasmtime.Global)  # noqa: S101 - as every module has it
        fuel.set_value(self._store, wasmtime.Val.i32(INT_MAX))
        return self.run(name, *args)

    def run(self, name: str, *args: int) -> int:
        """Call a function of the module, which manages the budget itself. Raises `Fault`.

        The return value is meaningless if the function has no result.
        """
        for place, value in enumerate(args):
            self._operands[place] = value
        error = _call(*self._functions[name])
        if error or self._trapped[0]:
            raise self._stopped(error)
        return self._operands[0]

    def onward(self, name: str, operand: int) -> tuple[bytes, int]:
        """Call a function of one operand, at least 0, and return the position and its result. Raises `Fault`.

        This is `run` and `packed` in less time, because a step from Python consists of little else.
        """
        self._operand.value = operand
        error = _call(*self._functions[name])
        if error or self._trapped[0]:
            raise self._stopped(error)
        return self._position.tobytes(), self._operands[0]

    def _arguments(self, function: wasmtime.Func) -> tuple[Any, ...]:
        """Return the arguments of `_call` for a function, as C takes them; what they point to never moves."""
        context = ctypes.cast(self._store._context(), ctypes.c_void_p).value  # noqa: SLF001 - for C
        at, raw, trap = map(ctypes.addressof, (function._func, self._raw, self._trap))  # noqa: SLF001 - for C
        return tuple(map(ctypes.c_void_p.from_param, (context, at, raw, _MOST_OPERANDS, trap)))

    def _stopped(self, error: int | None) -> Exception:
        """Return the exception for a stopped call: a fault of the game, or an error of wasmtime."""
        if error:
            pointer = ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t))
            return wasmtime.WasmtimeError._from_ptr(pointer)  # noqa: SLF001 - for C
        trap, self._trap.value = ctypes.cast(self._trap, ctypes.POINTER(ffi.wasm_trap_t)), None
        stop = wasmtime.Trap._from_ptr(trap)  # noqa: SLF001 - for C
        number, *said = self.words(Words.FAULT, 1 + Words.MOST_NUMBERS)
        if not number:
            return stop
        self.put(Words.FAULT, bytes(WORD))
        if number == ASTRAY:
            return Astray()
        if number < ASTRAY:
            return Breach(self._accesses[ASTRAY - 1 - number])
        return self._fault(number, said)

    def _fault(self, number: int, said: Sequence[int]) -> Fault:
        """Return the fault with a number in the module's list; `said` are the numbers of its message."""
        raised = self._faults[number - 1]
        numbers = dict(zip(raised.names, said, strict=False))
        for name in [name for name in numbers if name.endswith(HIGH)]:
            low = numbers[name.removesuffix(HIGH)] & 0xFFFFFFFF
            numbers[name.removesuffix(HIGH)] = numbers.pop(name) << 32 | low
        at = numbers.pop("at", raised.at)
        return Fault(raised.code, at, raised.message, raised.cure, **numbers)

    # --- batches --------------------------------------------------------------------------------------

    def stop(self, *, wanted: bool = True) -> None:
        """Make a batch stop before its next decision, or let it run if not `wanted`; from any thread."""
        last = 0 if wanted else Words.NO_LAST
        self.put(Words.LAST, last.to_bytes(WORD, "little", signed=True))
