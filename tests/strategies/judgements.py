"""Claims that hold for every expression, checked for many expressions in one position of a game.

Each expression is evaluated twice in the same game: as it is written, and with its constants moved into
functions, which makes all its parts non-constant. Both evaluations, and constant folding, must give the same
value or fault. The value must lie in the inferred type (see `engine.watched`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from operator import add, floordiv, mod, mul, sub
from typing import Any

from gamespec.program import Program
from interpreter import Fault, Game
from strategies import engine
from strategies.claims import FAULTS
from strategies.dice import Dice
from strategies.expressions import ANY, Expressions, plain
from strategies.occurrence import words_in
from strategies.sketch import Sketch
from strategies.words import BOOL, Bool, Family, Function, List, Named, Num, Opt, Scope, Type, Words

__all__ = [
    "Asked",
    "Batch",
    "ask",
    "batch",
    "begun",
    "fits_hold",
    "sum_holds",
    "sums",
    "tight_places",
]

NO_ME = "GS206"


@dataclass
class Asked:
    """Counts of the results of expressions, by code, and of the words of the language that occur in them."""

    rejected: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, repr=False)
class Batch:
    """A game, the answers that lead to a position of it, and the expressions to evaluate in that position."""

    sketch: Sketch
    texts: tuple[str, ...]
    answers: tuple[int, ...] = ()

    def __repr__(self) -> str:
        texts = "\n  ".join(map(plain, self.texts))
        return f"Batch, after the answers {self.answers}:\n  {texts}\nin {self.sketch}"

    def _repr_pretty_(self, printer: Any, _: bool) -> None:  # noqa: FBT001 - Hypothesis calls this by place
        printer.text(repr(self))


def goals(words: Words) -> list[Type]:
    """Return the types of the expressions to generate."""
    values: list[Bool | Num | Named] = [Num(0, 3), BOOL, *words.named()]
    return [ANY, *values[1:], *map(Opt, values), *map(List, values)]


def batch(dice: Dice, sketch: Sketch, number: int, *, played: bool = False, depth: int = 2) -> Batch:
    """Return a game with `number` expressions in its scope.

    The game is usually reduced to its declarations by `still`, unless it is to be `played`.
    """
    m, words = Expressions(dice), sketch.words
    scope = Scope(words, me=True)
    texts = tuple(m.featuring(scope, goals(words), depth, number))
    if played or dice.chance(1, 3):
        return Batch(sketch, texts, tuple(dice.below(100) for _ in range(dice.between(0, 3))))
    return Batch(still(sketch), texts)


def still(sketch: Sketch) -> Sketch:
    """Return the game reduced to its declarations, with a decision immediately after the set-up."""
    ask = {"choose": {"x1": {"from": "players"}}}
    offered = tuple(sketch.words.asked)  # of what is never offered nothing can be asked
    offers = ({"offer": offered, "otherwise": ()},) if offered else ()
    phases = {"play": {"turns": "clockwise", "do": (ask, *offers)}}
    setup = tuple(step for step in sketch.setup if "lay" in step or "for" in step)[:3]
    kept = sketch.words.variables  # none of which can last for a phase that is not there
    variables = {n: replace(v, lasts=None) if v.lasts != "turn" else v for n, v in kept.items()}
    return Sketch(
        replace(sketch.words, variables=variables), sketch.actions, sketch.procedures, sketch.events,
        sketch.handlers, setup, phases,
    )  # fmt: skip


def begun(program: Program, answers: tuple[int, ...]) -> Game | None:
    """Return the game after the given answers, or `None` if the set-up faults.

    Answers that fault are skipped.
    """
    try:
        game = Game(program, 1)
    except Fault:
        return None
    for answer in answers:
        if not game.over:
            with suppress(Fault):
                game.apply(game.options[answer % len(game.options)])
    return game


def ask(game: Game, text: str, hidden: str, found: Asked) -> None:
    """Evaluate an expression as written and with its constants in functions; check that the results agree."""
    found.counts["expressions"] += 1
    for word in words_in(text):
        found.words[word] += 1
    one, other = engine.judged(game, text), engine.judged(game, hidden)
    if NO_ME in one.codes:
        found.counts["nobody is `me`"] += 1
        return
    if one.codes:
        found.rejected[one.codes[0]] += 1
        return
    value, folded = one.value(), one.folded()
    _counted(value, found)
    if folded is not None:
        found.counts["folded"] += 1
        failed = isinstance(folded, str) and isinstance(value, str)
        assert one.alike(folded) == one.alike(value) or failed, (
            f"{text} is folded to {folded}, but evaluated to {value}"
        )
    if other.codes:
        found.counts["valid only with constants in place"] += 1
        return
    found.counts["asked twice"] += 1
    apart = other.value()
    assert apart == value, f"{text} is {value}, but with its constants in functions {apart}"


def _counted(value: engine.Outcome, found: Asked) -> None:
    if isinstance(value, str):
        assert value in FAULTS, f"a valid expression must not cause the fault {value}"
        found.faults[value] += 1
    found.counts["values"] += not isinstance(value, str)


@dataclass(frozen=True)
class Fit:
    """An expression, a place where its value may not fit, and the fault that it raises in that case.

    `there` uses the expression in that place, and `fits` is the condition under which the value fits.
    """

    text: str
    there: str
    fits: str
    code: str


def tight_places(dice: Dice, sketch: Sketch, number: int) -> tuple[Sketch, list[Fit]]:
    """Return a game with two places that restrict values, and expressions to test there.

    The places are a family with a key from -1 to 2, and a parameter that accepts at most two truth values.
    """
    sketch = still(sketch)
    m, words = Expressions(dice), sketch.words
    tested = Family("tested", Num(0, 3), (Num(-1, 2),))
    counted = Function("counted", (("flags", List(BOOL)),), ANY, "size(flags)", uses_me=False)
    scope = Scope(words, me=True)
    keys = [plain(m.make(scope, ANY, 2)) for _ in range(number)]
    lists = [plain(m.make(scope, List(BOOL), 2)) for _ in range(number)]
    words = replace(
        words,
        variables={**words.variables, "tested": tested},
        functions={**words.functions, "counted": counted},
    )
    fits = [Fit(text, f"tested[{text}]", f"({text}) in -1..2", "GS505") for text in keys]
    fits += [Fit(text, f"counted({text})", f"size({text}) <= 2", "GS512") for text in lists]
    return replace(sketch, words=words), fits


def fits_hold(game: Game, fit: Fit, found: Asked) -> None:
    """Check that a value that does not fit its place raises the fault, and that a fitting value does not."""
    there, fits = (engine.judged(game, text) for text in (fit.there, fit.fits))
    found.counts["places"] += 1
    if there.codes or fits.codes:
        found.rejected[(there.codes or fits.codes)[0]] += 1
        refused = there.codes[:1] == ("GS304",) and not fits.codes
        assert not (refused and fits.value() == 1), f"{fit.text} is rejected in {fit.there}, although it fits"
        return
    value, inside = there.value(), fits.value()
    found.counts[fit.code] += value == fit.code
    expected = fit.code if inside == 0 else value if inside == 1 else inside
    assert value == expected, f"{fit.there} is {value}, {fit.fits} is {inside}"
    assert inside != 1 or not isinstance(value, str), f"{fit.there} is {value}, although it fits"


@dataclass(frozen=True)
class Sum:
    """An operation with its operands, which are two numbers or one list of numbers.

    `whole` is the expression for the result, and `op` the operator.
    """

    parts: tuple[str, ...]
    whole: str
    op: str


COMPUTED: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul, "//": floordiv, "%": mod}
LARGE = ("2147483647", "46341", "(0 - 2147483647)", "65536")
SMALL = ("7", "(0 - 7)", "2", "(0 - 2)", "3")
GREATEST = 2**31 - 1


def sums(dice: Dice, sketch: Sketch, number: int) -> tuple[Sketch, list[Sum]]:
    """Return the game reduced by `still`, with operations on random and large numbers and sums of lists."""
    m, scope = Expressions(dice), Scope(sketch.words, me=True)
    found: list[Sum] = []
    for _ in range(number):
        op = dice.pick(sorted(COMPUTED))
        a, b = plain(m.make(scope, ANY, 2)), dice.pick([*LARGE, plain(m.make(scope, ANY, 1))])
        a, b = (a, b) if dice.chance(1, 2) else (b, a)
        if dice.chance(1, 4):  # both known before the game
            a, b = dice.pick(SMALL), dice.pick(SMALL)
        found.append(Sum((a, b), f"({a}) {op} ({b})", op))
        of = plain(m.make(scope, List(Num(0, 3)), 2))
        each = f"{dice.pick(LARGE)} - x0"
        found.append(Sum((f"map(x0 in {of}: {each})",), f"sum(x0 in {of}: {each})", "sum"))
    return still(sketch), found


def sum_holds(game: Game, asked: Sum, found: Asked) -> None:
    """Check that a result is the number that Python computes, or the fault that the reference names."""
    whole, *parts = (engine.judged(game, text) for text in (asked.whole, *asked.parts))
    found.counts["sums"] += 1
    if whole.codes or any(part.codes for part in parts):
        found.rejected[next(j.codes[0] for j in (whole, *parts) if j.codes)] += 1
        return
    value, expected = whole.value(), _computed([part.value() for part in parts], asked.op)
    assert value == expected, f"{asked.whole} comes to {value}, by Python to {expected}"
    found.counts["too large"] += value == "GS509"


def _computed(values: list[engine.Outcome], op: str) -> engine.Outcome:
    faults = [value for value in values if isinstance(value, str)]
    if faults:
        return faults[0]
    match values:
        case [tuple() as listed]:
            result = sum(listed)
        case [int() as a, int() as b]:
            if op in {"//", "%"} and b == 0:
                return "GS502"
            result = COMPUTED[op](a, b)
        case _:
            raise AssertionError(f"{values} are no numbers")
    return result if abs(result) <= GREATEST else "GS509"
