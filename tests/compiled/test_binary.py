"""The bytes of a module are equal to those that another assembler produces from its text."""

from __future__ import annotations

import pytest
import wasmtime
from long_checks import sampled

import gamespec
from interpreter.compiled.analysis.techniques import FULL, PLAIN
from interpreter.compiled.course.module import compiled
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.binary import Encoder
from interpreter.compiled.wasm.module_bytes import bytes_of, text_of
from interpreter.compiled.wasm.wat import Function, const

GAMES = (
    "tic-tac-toe",
    "othello",
    "hearts",
    "goofspiel",
    "trapper",
    "rufus",
    "carcassonne+traders-and-builders",
    "ogallala",
    "tests/games/authored/chess.yaml",
    "tests/games/authored/go.yaml",
)
NAMES = 0


def sections(module: bytes) -> list[tuple[int, bytes]]:
    """Return each section of a module with its number, leaving out names and others without semantics."""
    assert module[:8] == b"\0asm\x01\0\0\0"
    found, at = [], 8
    while at < len(module):
        number, at = module[at], at + 1
        size = shift = 0
        while True:
            byte, at = module[at], at + 1
            size |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        found.append((number, module[at : at + size]))
        at += size
    return [(number, data) for number, data in found if number != NAMES]


@pytest.mark.parametrize("techniques", [FULL, PLAIN], ids=["full", "plain"])
@pytest.mark.parametrize("name", sampled(GAMES, "agreement", 5))
def test_bytes_are_those_of_the_text(name: str, techniques: object) -> None:
    """The `wat` crate makes the same bytes from the text of a whole game, section by section."""
    program = gamespec.load(name).program()
    unit = compiled(program, beginning(program), techniques).unit  # type: ignore[arg-type] # they are
    ours, theirs = sections(bytes_of(unit)), sections(bytes(wasmtime.wat2wasm(text_of(unit))))
    assert [number for number, _ in ours] == [number for number, _ in theirs]
    assert ours == theirs


@pytest.mark.parametrize("word", [0, -1, -(1 << 31), (1 << 31) - 1, 1 << 31, (1 << 32) - 1])
def test_a_word_is_any_32_bits(word: int) -> None:
    """A constant may consist of any 32 bits, given as a signed or as an unsigned number."""
    unit = Unit(gamespec.load("tic-tac-toe").program())
    unit.add(Function("$word", results=("i32",), export="word", body=[const(word)]))
    store = wasmtime.Store()
    module = wasmtime.Module(store.engine, bytes_of(unit))
    given = wasmtime.Instance(store, module, []).exports(store)["word"]
    assert isinstance(given, wasmtime.Func)
    found = given(store)
    assert isinstance(found, int)
    assert found % (1 << 32) == word % (1 << 32)


def test_what_is_no_instruction_is_refused() -> None:
    """An internal instruction that should have been rewritten earlier is rejected."""
    with pytest.raises(ValueError, match="no instruction: work"):
        Encoder((), ()).code(Function("$f", body=[("work", ("i32.const", "1"), ("i32.const", "2"))]))
