"""Tests for the table that describes all faults and from which each engine takes them."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import interpreter
from gamespec.text.codes import CODES
from interpreter.play import faults
from interpreter.play.errors import Fault
from interpreter.play.faults import Said

TABLE = {name: said for name, said in vars(faults).items() if isinstance(said, Said)}
ROOT = Path(interpreter.__file__).parent


def test_a_fault_is_what_the_table_says() -> None:
    """A fault has the code, message and fix that the table gives, with its own place and numbers."""
    fault = faults.NEGATIVE_TRANSFER.at(7, n=-2, store=3)
    assert (fault.code, fault.at, fault.cure) == ("GS507", 7, "exchange `from` and `to`")
    assert str(fault) == "GS507 at 7: a transfer of -2 store 3"


def test_every_code_is_known_and_every_text_told_once() -> None:
    """Every code in the table of faults is a known code, and no two entries have the same text."""
    assert {said.code for said in TABLE.values()} <= set(CODES)
    texts = [said.message for said in TABLE.values()]
    assert len(texts) == len(set(texts))


def test_every_fault_has_a_cure() -> None:
    """Each text says what is wrong, and what an author can do about it, which is not the same."""
    assert all(said.cure and said.cure not in said.message for said in TABLE.values())


def test_no_engine_has_words_of_its_own() -> None:
    """No engine has fault messages of its own, except for explicit chance, which only one engine offers."""
    found = {
        path.relative_to(ROOT).as_posix()
        for room in ("engine", "compiled")
        for path in (ROOT / room).rglob("*.py")
        if re.search(r'"GS5\d\d"', path.read_text(encoding="utf-8"))
    }
    assert found == {"engine/machine/explicit.py"}


def test_a_fault_can_be_told_to_another_process() -> None:
    """A fault that is pickled for another process arrives unchanged, with the numbers in its message."""
    fault = Fault("GS501", 7, "{value} is not in bounds, {goes}", "mend it", value=21, goes=3)
    again = pickle.loads(pickle.dumps(fault))  # noqa: S301 - it was made here
    assert (again.code, again.at, again.message, again.cure, again.numbers, str(again)) == (
        *(fault.code, fault.at, fault.message, fault.cure, fault.numbers),
        str(fault),
    )
