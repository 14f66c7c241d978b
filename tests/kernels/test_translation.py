"""What kernels become: the same results as in CPython, readable text, refusals at their line."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from in_module import ROOM, InModule, module_of, unit

from interpreter.compiled.translate.source import Refused
from interpreter.compiled.wasm.wat import shown
from interpreter.kernels.sorting import ascending

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = "from interpreter.kernels.terms import Long, Scripted, Words, inline, lowest_bit\n\n"
TABLE = ((3, 1, 4), (1, 5, 9), (2, 6, 5), (3, 5, 8))


class Random:
    """Writes a kernel at random, of integers that stay small."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)  # noqa: S311 - nothing secret
        self.names = ["a", "b", "c"]
        self.loops = 0

    def number(self, depth: int = 0) -> str:
        """An expression whose value fits into 10 bits, or is one less than 0."""
        luck, deeper = self.luck, depth + 1
        if depth > 2:
            return luck.choice([*self.names, str(luck.randrange(9)), f"to[{luck.choice(self.names)} & 15]"])
        a, b = self.number(deeper), self.number(deeper)
        return luck.choice(
            [
                f"({a} {luck.choice('+-*&|^')} {b} & 1023)",
                f"({a} >> {luck.randrange(4)})",
                f"({a} << {luck.randrange(3)} & 1023)",
                f"(({a} & 255) // {luck.choice([1, 2, 3, 8, 10])})",
                f"(({a} & 255) % {luck.choice([1, 2, 3, 8, 10])})",
                f"({a} if {self.condition(deeper)} else {b})",
                f"TABLE[{a} & 3][{luck.randrange(3)}]",
                f"TABLE[{a} & 3][({b} & 255) % 3]",
                f"next_to({a}, {b})",
                f"(~{a} & 1023)",
                f"lowest_bit(Long({a}) & 1023 | 1024)",
                f"int((Long({a}) & 1023) * 5 >> 3)",
            ]
        )

    def condition(self, depth: int) -> str:
        """Whether something holds."""
        if depth > 2 or self.luck.random() < 0.5:
            return f"{self.number(3)} {self.luck.choice(['<', '<=', '==', '!=', '>', '>='])} {self.number(3)}"
        word, deeper = self.luck.choice(["and", "or"]), depth + 1
        negated = "not " if self.luck.random() < 0.3 else ""
        return f"{negated}({self.condition(deeper)} {word} {self.condition(deeper)})"

    def statements(self, indent: str, depth: int, *, loop: bool = False) -> list[str]:
        """Some statements."""
        found = list[str]()
        for _ in range(self.luck.randint(1, 3)):
            found += self.statement(indent, depth, loop=loop)
        return found

    def statement(self, indent: str, depth: int, *, loop: bool) -> list[str]:
        """One statement."""
        kind, deeper = self.luck.randrange(9 if depth < 3 else 4), indent + "    "
        changed = [name for name in self.names if not name.startswith("i")]
        match kind:
            case 0:
                return [f"{indent}{self.luck.choice(changed)} = {self.number()}"]
            case 1:
                return [f"{indent}to[{self.number(2)} & 15] = {self.number()}"]
            case 2:
                return [f"{indent}to[{self.luck.choice(self.names)} & 15] ^= {self.number(2)}"]
            case 3 if loop:
                word = self.luck.choice(["break", "continue"])
                return [f"{indent}if {self.condition(2)}:", f"{deeper}{word}"]
            case 3:
                a, b = self.luck.sample(["a", "b", "c"], 2)
                return [f"{indent}{a}, {b} = {self.number(2)}, {self.number(2)}"]
            case 4 | 5:
                then = self.statements(deeper, depth + 1, loop=loop)
                other = self.statements(deeper, depth + 1, loop=loop)
                return [f"{indent}if {self.condition(0)}:", *then, f"{indent}else:", *other]
            case 6:
                over = self.luck.choice(
                    ["range(5)", "range(4, 0, -1)", "range(a & 7)", "upto(b & 7)", "again(c & 7)", "(1, 2)"]
                )
                return self._loop(indent, depth, over)
            case 7:
                return [f"{indent}if {self.condition(1)}:", f"{deeper}return {self.number(1)}"]
            case _:
                return [f"{indent}a = smaller({self.number(2)}, {self.number(2)})"]

    def _loop(self, indent: str, depth: int, over: str) -> list[str]:
        name = f"i{self.loops}"
        self.loops += 1
        self.names.append(name)
        body = self.statements(indent + "    ", depth + 1, loop=True)
        self.names.remove(name)
        return [f"{indent}for {name} in {over}:", *body]

    def text(self) -> str:
        """The module."""
        return "\n".join(
            [
                HEAD,
                f"TABLE = {TABLE}\n",
                "def next_to(a: int, b: int) -> int:",
                "    if a > b:",
                "        return a - b",
                "    return b - a & 1023\n",
                "@inline",
                "def smaller(a: int, b: int) -> int:",
                "    found = a",
                "    if b < a:",
                "        found = b",
                "    return found\n",
                "def upto(end: int):",
                "    here = 0",
                "    while here < end:",
                "        yield here",
                "        here += 1\n",
                "def again(end: int):",
                "    yield from upto(end)",
                "    yield end\n",
                "def kernel(a: int, b: int, c: int, to: Words) -> int:",
                *self.statements("    ", 0),
                *self.statements("    ", 0),
                f"    return {self.number()}",
            ]
        )


@pytest.mark.parametrize("seed", range(60))
def test_random_kernels_do_the_same(seed: int, tmp_path: Path) -> None:
    """In CPython and in a module: the result, and all that lies in an array."""
    made = module_of(Random(seed).text(), tmp_path / f"made{seed}.py")
    translated, luck = InModule(made.kernel), random.Random(seed)  # noqa: S311 - nothing secret
    for _ in range(8):
        given = [luck.randrange(1024) for _ in range(3)]
        to = [luck.randrange(1024) for _ in range(ROOM)]
        there = to.copy()
        found = made.kernel(*given, there)
        assert translated(*given, to=to) == (found, there)


REFUSED = {
    "a list": ("x = [a]", "an expression outside the subset"),
    "a float": ("x = a / 2", "an operation on integers that is none of theirs"),
    "a division by what is not known": ("x = a // a", "an operation on integers that is none of theirs"),
    "a name without a value": ("x = y", "`y` may have no value yet"),
    "a loop over what is not known": ("for x in a: pass", "a loop over what is not known"),
    "a loop by steps": ("for x in range(0, a, 2): pass", "a loop by other steps than 1"),
    "a table that changes": ("x = TABLE\n    x = TABLE[0]", "`x` is assigned twice, and stands for a table"),
    "rows of several lengths": ("x = RAGGED[a][a]", "a subscript of rows of several lengths"),
    "a value of or": ("x = a or 3", "the value of `and` or `or` of numbers"),
    "a method of a number": ("x = a.bit_length()", "an attribute of what is not known"),
    "with": ("with a: pass", "a statement outside the subset"),
    "print": ("print(a)", "a call of what is no kernel"),
    "an int of an int": ("x = int(a)", "not of kind i64"),
    "several kinds": ("x = Long(a)\n    x = a", "`x` is of several kinds"),
    "yield from a table": ("yield from TABLE", "a statement outside the subset"),
    "a return from within": ("x = early(a)", "a result of a kernel that is inlined"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_lies_outside_is_refused_at_its_line(name: str, tmp_path: Path) -> None:
    """The message names the file and the line, and quotes the statement."""
    statement, why = REFUSED[name]
    text = (
        f"{HEAD}TABLE = {TABLE}\nRAGGED = ((1,), (2, 3))\n\n@inline\ndef early(a: int) -> int:\n    if a:\n"
        f"        return 1\n    return 2\n\ndef kernel(a: int) -> int:\n    {statement}\n    return a\n"
    )
    made = module_of(text, tmp_path / "made.py")
    lines = {"a return from within": 9, "several kinds": 14}
    with pytest.raises(Refused) as refused:
        InModule(made.kernel)
    assert str(refused.value).startswith(f"{tmp_path / 'made.py'}:{lines.get(name, 13)}: {why}: `")


def test_a_parameter_without_a_kind_is_refused(tmp_path: Path) -> None:
    """At the line of the kernel."""
    made = module_of("def kernel(a: str) -> int:\n    return 1\n", tmp_path / "made.py")
    with pytest.raises(Refused, match=r"made\.py:1: `a: str` has no kind"):
        InModule(made.kernel)


def test_what_is_known_is_evaluated(tmp_path: Path) -> None:
    """A branch that cannot be taken, a loop over a known tuple, a table that says the same everywhere."""
    text = (
        f"{HEAD}ONES = (1, 1, 1)\n\ndef kernel(a: int) -> int:\n    found = 0\n    for n in (2, 3):\n"
        "        if n > ONES[a] + 1:\n            found += n * ONES[a]\n    return found + a\n"
    )
    made = unit()
    made.kernels.name(module_of(text, tmp_path / "made.py").kernel)
    assert shown(made.functions["$kernel"].tree()) == (
        "(func $kernel (param $a i32) (result i32)\n"
        "  (local $found i32)\n"
        "  (local.set $found (i32.const 0))\n"
        "  (local.set $found (i32.add (local.get $found) (i32.const 3)))\n"
        "  (i32.add (local.get $found) (local.get $a)))"
    )


def test_a_script_is_in_a_memory_of_its_own(tmp_path: Path) -> None:
    """Reads, writes and slices of a `Scripted` array access the memory `$script`."""
    text = (
        f"{HEAD}def kernel(a: int, script: Scripted) -> int:\n    script[a] = 3\n    return script[a:][1]\n"
    )
    made = unit()
    made.kernels.name(module_of(text, tmp_path / "made.py").kernel)
    place = "(i32.add (local.get $script) (i32.shl (local.get $a) (i32.const 2)))"
    assert shown(made.functions["$kernel"].tree()) == (
        "(func $kernel (param $a i32) (param $script i32) (result i32)\n"
        f"  (i32.store $script {place} (i32.const 3))\n"
        f"  (i32.load $script offset=4 {place}))"
    )


def test_what_is_called_for_what_it_does_is_called(tmp_path: Path) -> None:
    """Though all of its operands are known; what is called for its result is evaluated."""
    text = (
        "def does(n: int) -> None:\n    pass\n\ndef gives(n: int) -> int:\n    return n + 1\n\n"
        "def kernel(a: int) -> int:\n    does(3)\n    return a + gives(3)\n"
    )
    made = unit()
    made.kernels.name(module_of(text, tmp_path / "made.py").kernel)
    assert shown(made.functions["$kernel"].tree()) == (
        "(func $kernel (param $a i32) (result i32)\n"
        "  (call $does (i32.const 3))\n"
        "  (i32.add (local.get $a) (i32.const 4)))"
    )


def test_golden(golden: Callable[[Path, str], None]) -> None:
    """A kernel with loops and an array, as text."""
    made = unit()
    made.kernels.name(ascending)
    golden(Path(__file__).parent / "ascending.wat", shown(made.functions["$ascending"].tree()))


def test_a_call_by_itself_is_inlined(tmp_path: Path) -> None:
    """Of a kernel that is marked so: there is no other function, and leaving it early leaves no more."""
    text = (
        f"{HEAD}@inline\ndef put(at: int, value: int, to: Words) -> None:\n    if value > 5:\n"
        "        return\n    value += 1\n    to[at] = value\n\n"
        "def kernel(a: int, to: Words) -> int:\n    for i in range(3):\n        put(i, a + i, to)\n"
        "    return a\n"
    )
    made = module_of(text, tmp_path / "made.py")
    translated = InModule(made.kernel)
    assert [name for name in translated.unit.functions if name.startswith("$put")] == []
    for a in (0, 4, 9):
        there = [0] * 3
        assert made.kernel(a, there) == a
        assert translated(a, to=[0] * 3) == (a, there)
