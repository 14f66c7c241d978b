"""Runs a single kernel in a module, so that its results can be compared with those in CPython."""

from __future__ import annotations

import importlib.util
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gamespec
from interpreter.compiled.making.host import Instance
from interpreter.compiled.translate.room import ModuleRoom, array
from interpreter.compiled.translate.source import source_of
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import Function, const, get

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

ROOM = 16


def module_of(text: str, path: Path) -> ModuleType:
    """Write Python source to a file, and return it as an imported module."""
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def unit() -> Unit:
    """Return an empty module."""
    return Unit(gamespec.load("tic-tac-toe").program())


class InModule:
    """A compiled kernel whose parameters are integers and, optionally, a final array `to`.

    The array may be of type `Words`, `Longs` or `Reals`.
    """

    def __init__(self, kernel: Callable[..., Any]) -> None:
        self.unit = unit()
        names = [name for name, kind in source_of(kernel).passed if kind == "i32"]  # type: ignore[arg-type]
        kind = source_of(kernel).passed[-1][1]  # type: ignore[arg-type]
        self._letter = {"reals": "d", "longs": "Q"}.get(kind, "i")
        self._words = array(ModuleRoom(self.unit).longs(ROOM)).address
        asks = Function("$ask", tuple((f"${name}", "i32") for name in names), ("i32",), "ask")
        operands = [get(f"${name}") for name in names]
        if len(source_of(kernel).passed) > len(names):  # type: ignore[arg-type]
            operands.append(const(self._words))
        asks.body = [self.unit.kernels.call(kernel, *operands)]
        self.unit.add(asks)
        self._instance = Instance(self.unit)

    def __call__(self, *given: int, to: Sequence[float] = ()) -> tuple[int, list[float]]:
        """Call the kernel, and return its result and the contents of the array afterwards."""
        form = struct.Struct(f"<{len(to)}{self._letter}")
        self._instance.put(self._words, form.pack(*to))
        found = self._instance.call("ask", *given)
        assert found is not None
        return found, [*form.unpack(self._instance.data(self._words, form.size))]
