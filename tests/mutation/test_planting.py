"""Tests of the faults that can be planted in Python source.

`bench/planted.py` plants such faults in the compiler.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import equivalent
import pytest
from planting import NOTE, OPERATORS, Planted, noted, planted, sites

COMPILER = Path(__file__).parents[2] / "interpreter" / "compiled"


def changed(body: str) -> set[str]:
    """Return all bodies that planting a fault makes from the body of a function."""
    source = f"def f():\n    {body}\n"
    texts = (ast.unparse(planted(source, fault)) for fault in sites("m", source))
    return {text.partition(":\n    ")[2] for text in texts}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return a < b", {"return a <= b"}),
        ("return a[1]", {"return a[2]", "return a[0]"}),
        ("return not a", {"return a"}),
        ("return a and b", {"return a", "return b"}),
        ("return a if b else c", {"return c if b else a"}),
        ("return compare('<', a, b)", {"return compare('<=', a, b)", "return compare('<', b, a)"}),
        ("return compare('==', a, b)", {"return compare('!=', a, b)"}),
        ("return ('i64.and', a, b)", {"return ('i64.or', a, b)"}),
        ("return [f(a), *b]", {"return [*b]", "return [f(a)]"}),
        ("return eqz(a)", {"return a"}),
        ("a += b", {"pass"}),
        ("raise E('< 1')", set()),
    ],
)
def test_an_operator_applies_wherever_it_can(body: str, expected: set[str]) -> None:
    """Each operator of the table is applied once at each place in a function where it can be applied."""
    assert changed(body) == expected


def test_an_early_end_is_left_out() -> None:
    """An `if` that leaves the function is removed as a guard. Any other `if` has its sides exchanged."""
    assert changed("if a:\n        return b\n    return c") == {"pass\n    return c"}
    assert changed("if a:\n        b = c\n    return b") == {"if not a:\n        b = c\n    return b"}


def test_a_mask_is_inverted() -> None:
    """A condition of emitted code is inverted by a fault."""
    shown = [fault.shown for fault in sites("m", "def f():\n    return when(a, b)\n")]
    assert len(shown) == 1
    assert shown[0].startswith("when(a, b) -> when(")


@pytest.mark.long("agreement")
def test_faults_differ_from_the_source_and_are_python() -> None:
    """A fault changes the tree of a module, which still compiles, and each operator applies somewhere.

    The faults are a sample of those of the compiler.
    """
    of: dict[str, Planted] = {}
    for path in sorted(COMPILER.glob("**/s*.py")):
        source = path.read_text(encoding="utf-8")
        for number, fault in enumerate(sites(path.stem, source)):
            if number % 50 and fault.operator in of:
                continue
            of[fault.operator] = fault
            tree = planted(source, fault)
            compile(tree, path.name, "exec")
            assert ast.dump(tree) != ast.dump(ast.parse(source)), fault.name
    assert set(of) == set(OPERATORS)


def test_blocks_are_noted() -> None:
    """A noted block reports the line at which it begins, which is also the `block` of the faults in it."""
    source = (
        "def f(a):\n    '''Text.'''\n    if a:\n        b = a + 1\n    else:\n        b = a\n    return b\n"
    )
    blocks: list[tuple[str, int]] = []
    names: dict[str, Any] = {NOTE: lambda module, line: blocks.append((module, line))}
    exec(compile(noted(source, "room.m"), "m", "exec"), names)  # noqa: S102 - it stands above
    assert names["f"](1) == 2
    assert blocks == [("room.m", 2), ("room.m", 4)]
    assert {fault.block for fault in sites("m", source)} <= {2, 4, 6}


def test_nothing_that_emits_code_is_loaded_too_early() -> None:
    """`bench/planted.py` loads no module in which it plants faults before it has planted them."""
    said = "import sys, planted; print([n for n in planted.emitters() if planted.PACKAGE + n in sys.modules])"
    run = subprocess.run(
        [sys.executable, "-c", said], cwd=COMPILER.parents[1] / "bench", capture_output=True, text=True,
        check=True, env={**os.environ, "PYTHONPATH": "."},
    )  # fmt: skip
    assert run.stdout == "[]\n"


def test_what_is_listed_is_a_fault_of_the_compiler() -> None:
    """Every entry of the list of equivalent faults names a fault of the current sources."""
    listed = set(equivalent.read(equivalent.LISTS / "compiled.txt"))
    modules = {name.partition(":")[0] for name in listed}
    every = {
        fault.name
        for module in modules
        for fault in sites(
            module, COMPILER.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        )
    }
    assert listed <= every
