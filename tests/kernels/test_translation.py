"""The translation of kernels gives equal results and readable text, and refuses code by naming its line."""

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

TYPES, OPERATIONS = "Long, Longs, Pair, Real, Reals, Scripted, Words", "integer_part, lowest_bit, rotated"
TERMS = f"{TYPES}, {OPERATIONS}, inline, square_root, turned"
HEAD = f"from interpreter.kernels.terms import {TERMS}\n\n"
TABLE = ((3, 1, 4), (1, 5, 9), (2, 6, 5), (3, 5, 8))


class Random:
    """Writes random kernels that compute with small integers."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)  # noqa: S311 - nothing secret
        self.names = ["a", "b", "c"]
        self.loops = 0

    def number(self, depth: int = 0) -> str:
        """Return a random expression whose value has at most 10 bits or is -1."""
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
                f"(int(rotated(Long({a}) & 1023, {luck.randrange(1, 64)})) & 1023)",
                f"(int(rotated(Long({a}) & 1023, ({b} & 31) + 1)) & 1023)",
            ]
        )

    def condition(self, depth: int) -> str:
        """Return a random condition."""
        if depth > 2 or self.luck.random() < 0.5:
            return f"{self.number(3)} {self.luck.choice(['<', '<=', '==', '!=', '>', '>='])} {self.number(3)}"
        word, deeper = self.luck.choice(["and", "or"]), depth + 1
        negated = "not " if self.luck.random() < 0.3 else ""
        return f"{negated}({self.condition(deeper)} {word} {self.condition(deeper)})"

    def statements(self, indent: str, depth: int, *, loop: bool = False) -> list[str]:
        """Return the lines of one to three random statements."""
        found = list[str]()
        for _ in range(self.luck.randint(1, 3)):
            found += self.statement(indent, depth, loop=loop)
        return found

    def statement(self, indent: str, depth: int, *, loop: bool) -> list[str]:
        """Return the lines of one random statement."""
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
        """Return the source of a module with a random kernel."""
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
    """A random kernel gives the same result and the same array in CPython and in a module."""
    made = module_of(Random(seed).text(), tmp_path / f"made{seed}.py")
    translated, luck = InModule(made.kernel), random.Random(seed)  # noqa: S311 - nothing secret
    for _ in range(8):
        given = [luck.randrange(1024) for _ in range(3)]
        to = [luck.randrange(1024) for _ in range(ROOM)]
        there = to.copy()
        found = made.kernel(*given, there)
        assert translated(*given, to=to) == (found, there)


WHOLE = """\
def whole(a: Real) -> Real:
    size, found = -a if a < 0 else a, a
    if size < 9e18:
        found = Real(integer_part(size))
    return found
"""
"""A kernel that converts between floating-point numbers and integers."""


class RandomReals:
    """Writes random kernels that compute with floating-point numbers.

    No divisor is 0, and no square root is taken of a negative number.
    """

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)  # noqa: S311 - nothing secret

    def number(self, depth: int = 0) -> str:
        """Return a random expression, whose value may be infinite or not a number."""
        luck, deeper = self.luck, depth + 1
        if depth > 2:
            known = luck.choice(["0.5", "-0.0", "3.0", "1e300", "2 * 0.1"])
            return luck.choice(["x", "y", "to[a]", "to[b & 7]", known, "Real(a - b)", "HALVES[1]"])
        a, b = self.number(deeper), self.number(deeper)
        return luck.choice(
            [
                f"({a} {luck.choice('+-*')} {b})",
                f"({a} {luck.choice('+-*')} {luck.randrange(3)})",
                f"({a} / (1.0 + {b} * {b}))",
                f"(-{a})",
                f"({a} if {self.condition()} else {b})",
                f"square_root({a} * {a})",
                f"whole({a})",
                f"middle({a}, {b})",
                f"greater({a}, {b})",
            ]
        )

    def condition(self) -> str:
        """Return a random condition."""
        first, second = (f"{self.number(3)} {self._compares()} {self.number(3)}" for _ in range(2))
        return self.luck.choice([first, f"{first} and {second}", f"not {first}", f"{first} or {second}"])

    def _compares(self) -> str:
        return self.luck.choice(["<", "<=", "==", "!=", ">", ">="])

    def statements(self) -> list[str]:
        """Return the lines of a few random statements."""
        a, b, c = (self.number() for _ in range(3))
        return [
            f"x = {a}",
            f"to[a] = {b}",
            f"to[b & 7] {self.luck.choice('+-*')}= {self.number(2)}",
            f"if {self.condition()}:",
            f"    x, y = y, {c}",
            "for i in range(a & 3):",
            f"    y += {self.number(2)}",
            f"    found += 1 if {self.condition()} else 0",
        ]

    def text(self) -> str:
        """Return the source of a module with a random kernel."""
        return "\n".join(
            [
                HEAD,
                "HALVES = (0.5, 1.5)\n",
                "def middle(a: Real, b: Real) -> Real:\n    return (a + b) / 2\n",
                WHOLE,
                "def greater(a: Real, b: Real) -> Real:\n    if a > b:\n        return a\n    return b\n",
                "def kernel(a: int, b: int, to: Reals) -> int:\n    x, y, found = 0.0, Real(b), 0",
                *(f"    {line}" for _ in range(3) for line in self.statements()),
                "    return found",
            ]
        )


@pytest.mark.parametrize("seed", range(40))
def test_random_kernels_of_reals_do_the_same(seed: int, tmp_path: Path) -> None:
    """A random kernel with `Real`s gives exactly the same result and array in CPython and in a module.

    This includes the sign of 0.
    """
    made = module_of(RandomReals(seed).text(), tmp_path / f"reals{seed}.py")
    translated, luck = InModule(made.kernel), random.Random(seed)  # noqa: S311 - nothing secret
    for _ in range(8):
        a, b = luck.randrange(ROOM), luck.randrange(-99, 99)
        to = [luck.choice([0.0, -0.0, 1e-300, luck.uniform(-9, 9)]) for _ in range(ROOM)]
        there = to.copy()
        found = made.kernel(a, b, there)
        assert repr(translated(a, b, to=to)) == repr((found, there))


REFUSED = {
    "a list in an expression": ("x = [Long(a)][0]", "an expression outside the subset"),
    "a list of integers": ("x = [a]", "not of kind i64"),
    "a loop over a list": ("x = [Long(a)]\n    for y in x: pass", "a loop over what is not known"),
    "a subscript of a list": ("x = [Long(a)]\n    y = x[a]", "a subscript of a list that is not known"),
    "a quotient of integers": ("x = a / 2", "an operation on integers that is none of theirs"),
    "a product of Pairs": (
        "x = Pair(Long(a), Long(a)) * Pair(Long(a), Long(a))",
        "an operation on `Pair`s that is none of theirs",
    ),
    "a Pair of integers": ("x = Pair(a, a)", "not of kind i64"),
    "a third of a Pair": ("x = Pair(Long(a), Long(a)).third", "an attribute of what is not known"),
    "a remainder of a Real": ("x = Real(a) % 2", "an operation on `Real`s that is none of theirs"),
    "an integer and a Real": ("x = a * 0.5", "not of kind i32"),
    "a Real as a condition": ("while Real(a): pass", "not of kind i32"),
    "a Real as a result": ("return Real(a)", "not of kind i32"),
    "a Real as an index": ("x = TABLE[Real(a)]", "not of kind i32"),
    "the greater Real": ("x = max(Real(a), 0.5)", "not of kind i32"),
    "a kind that changes": ("x = 0\n    x = Real(a)", "`x` is of several kinds"),
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
    """A statement outside the subset is refused with the file, the line and the text of the statement."""
    statement, why = REFUSED[name]
    text = (
        f"{HEAD}TABLE = {TABLE}\nRAGGED = ((1,), (2, 3))\n\n@inline\ndef early(a: int) -> int:\n    if a:\n"
        f"        return 1\n    return 2\n\ndef kernel(a: int) -> int:\n    {statement}\n    return a\n"
    )
    made = module_of(text, tmp_path / "made.py")
    second = ("several kinds", "a kind that changes", "a loop over a list", "a subscript of a list")
    lines = {"a return from within": 9} | dict.fromkeys(second, 14)
    with pytest.raises(Refused) as refused:
        InModule(made.kernel)
    assert str(refused.value).startswith(f"{tmp_path / 'made.py'}:{lines.get(name, 13)}: {why}: `")


def test_a_parameter_without_a_kind_is_refused(tmp_path: Path) -> None:
    """A parameter of an unsupported type is refused with the line on which the kernel begins."""
    made = module_of("def kernel(a: str) -> int:\n    return 1\n", tmp_path / "made.py")
    with pytest.raises(Refused, match=r"made\.py:1: `a: str` has no kind"):
        InModule(made.kernel)


def test_what_is_known_is_evaluated(tmp_path: Path) -> None:
    """Branches, loops over tuples and entries of tables are evaluated at compile time if they are known."""
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


def test_reals_become_one_instruction_each(tmp_path: Path) -> None:
    """Each operation on `Real`s becomes one instruction; known operands are folded or converted."""
    text = (
        f"{HEAD}def kernel(a: int, x: Real, to: Reals) -> Real:\n    mean = to[a] / Real(a)\n"
        "    if mean > 0:\n        mean = -mean\n    return mean + (0.5 + 1) * square_root(x)\n"
    )
    made = unit()
    made.kernels.name(module_of(text, tmp_path / "made.py").kernel)
    assert shown(made.functions["$kernel"].tree()) == (
        "(func $kernel (param $a i32) (param $x f64) (param $to i32) (result f64)\n"
        "  (local $mean f64)\n"
        "  (local.set $mean\n"
        "    (f64.div\n"
        "      (f64.load (i32.add (local.get $to) (i32.shl (local.get $a) (i32.const 3))))\n"
        "      (f64.convert_i32_s (local.get $a))))\n"
        "  (if (f64.gt (local.get $mean) (f64.const 0x0.0p+0)) "
        "(then (local.set $mean (f64.neg (local.get $mean)))))\n"
        "  (f64.add (local.get $mean) "
        "(f64.mul (f64.const 0x1.8000000000000p+0) (f64.sqrt (local.get $x)))))"
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
    """A call for its effects is emitted, even if all operands are known.

    A call for its result is evaluated at compile time if all operands are known.
    """
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
    """A kernel with loops and an array is translated to the expected text."""
    made = unit()
    made.kernels.name(ascending)
    golden(Path(__file__).parent / "ascending.wat", shown(made.functions["$ascending"].tree()))


def test_a_call_by_itself_is_inlined(tmp_path: Path) -> None:
    """If a call of an `@inline` kernel is a statement, it is replaced by the kernel's body.

    An early `return` in that kernel ends only its own body.
    """
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


LISTS = f"""{HEAD}
PRIMES = (2, 3, 5)

@inline
def swap(of: Longs, i: int, j: int) -> None:
    of[i], of[j] = of[j], of[i]

@inline
def added(of: Longs, to: int, number: Long) -> Long:
    of[to] += number
    of[to] += number
    return of[to]

def kernel(a: int, to: Longs) -> int:
    of = [Long(a), *PRIMES]
    for i in range(a):
        swap(of, 0, 3)
        of[1] = added(of, 2, of[2])
    for i in (0, 1, 2, 3):
        to[i] = of[i]
    return a
"""


def test_a_list_is_in_locals(tmp_path: Path) -> None:
    """The members of a list are locals; an inlined kernel that takes the list may change them.

    An operand that is a member keeps its value when the kernel changes the member.
    """
    made = module_of(LISTS, tmp_path / "made.py")
    translated = InModule(made.kernel)
    for a in range(5):
        there = [0] * 4
        assert made.kernel(a, there) == a
        assert translated(a, to=[0] * 4) == (a, there)
    assert there == [4, 3 * 3**4, 3 * 3**4, 5]


def test_a_rotation_is_one_instruction(tmp_path: Path) -> None:
    """A rotation by a known number of places becomes one instruction."""
    text = f"{HEAD}def kernel(word: Long, by: int) -> Long:\n    return rotated(rotated(word, 24), by)\n"
    made = unit()
    made.kernels.name(module_of(text, tmp_path / "made.py").kernel)
    assert shown(made.functions["$kernel"].tree()) == (
        "(func $kernel (param $word i64) (param $by i32) (result i64)\n"
        "  (i64.rotr (i64.rotr (local.get $word) (i64.const 24)) (i64.extend_i32_u (local.get $by))))"
    )


PAIRS = """KNOWN = Pair(0x0123456789ABCDEF, ALL)


def hashed(of: Pair, by: Long) -> Pair:
    mixed = [of, KNOWN, Pair(by, by)]
    mixed[0] += mixed[1] + mixed[2]
    mixed[1] = turned(mixed[0] ^ KNOWN, 24)
    mixed[2] = turned(mixed[1] + mixed[0], 63)
    return mixed[0] ^ mixed[1] ^ turned(mixed[2], 5)


def kernel(to: Longs) -> int:
    both = hashed(Pair(to[0], to[1]), to[2])
    to[3] = both.first
    to[4] = both.second
    to[5] = hashed(Pair(to[0], to[1]), 7).second
    return 0
"""


def test_pairs_are_two_numbers(tmp_path: Path) -> None:
    """What is done with a pair is done with each of its numbers, modulo 2⁶⁴."""

    def alone(of: int, known: int, by: int) -> int:
        whole = 1 << 64

        def right(word: int, places: int) -> int:
            return int(f"{word:064b}"[-places:] + f"{word:064b}"[:-places], 2)

        first = (of + known + by) % whole
        second = right(first ^ known, 24)
        return first ^ second ^ right(right((second + first) % whole, 63), 5)

    text = f"{HEAD}from interpreter.play.chance import ALL\n\n{PAIRS}"
    made, luck = module_of(text, tmp_path / "made.py"), random.Random(1)  # noqa: S311 - nothing secret
    in_module, known = InModule(made.kernel), (0x0123456789ABCDEF, (1 << 64) - 1)
    for _ in range(100):
        given = [luck.choice([0, 1, 1 << 63, luck.getrandbits(64), known[1]]) for _ in range(3)]
        a, b, by = given
        wanted = [*given, alone(a, known[0], by), alone(b, known[1], by), alone(b, known[1], 7)]
        assert in_module(to=[*given, 0, 0, 0]) == (0, wanted)
        found = [*given, 0, 0, 0]
        made.kernel(found)
        assert found == wanted


def test_a_turn_by_whole_bytes_is_a_shuffle(tmp_path: Path) -> None:
    """A pair is turned by one instruction, if it is turned by whole bytes."""
    text = f"{HEAD}def kernel(pair: Pair) -> Long:\n    return turned(pair, 16).first\n"
    made = unit()
    made.kernels.name(module_of(text, tmp_path / "made.py").kernel)
    (body,) = made.functions["$kernel"].body
    held = ("local.get", "$turned")
    pair = ("local.tee", "$turned", ("local.get", "$pair"))
    lanes = (2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9)
    assert body == ("i64x2.extract_lane", "0", ("i8x16.shuffle", *map(str, lanes), pair, held))
