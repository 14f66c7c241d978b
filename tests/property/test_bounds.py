"""Integer arithmetic: each value lies in its inferred type, and assignments change nothing else.

Random expressions are evaluated by Python's own arithmetic, including the faults that they cause. The
checker, the engine and constant folding must agree with it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, sub
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from inside import Named

from gamespec.expr.elaborate import elaborate
from gamespec.expr.fold import NotConstant, constant_value
from gamespec.expr.parse import parse_slice
from gamespec.expr.scope import MeUse
from gamespec.loader import load
from gamespec.resolve import scope_apart
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter import Fault

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NUMBERS = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
WORD = 2**31 - 1

OPERATORS = {"+": add, "-": sub, "*": mul, "//": floordiv, "%": mod}
COMPARISONS = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq}

Env = dict[str, int]


class Gone(Exception):
    """Raised if an expression faults. The message is the code of the fault."""


@dataclass(frozen=True)
class Term:
    """The text of an expression, with a function that evaluates it by Python's arithmetic."""

    text: str
    value: Callable[[Env], int]

    def __repr__(self) -> str:
        return self.text


def _small(value: int) -> int:
    if abs(value) > WORD:
        raise Gone("GS509")
    return value


def _binary(op: str, a: Term, b: Term) -> Term:
    def value(env: Env) -> int:
        x, y = a.value(env), b.value(env)
        if op in {"//", "%"} and y == 0:
            raise Gone("GS502")
        return _small(
            {"+": x + y, "-": x - y, "*": x * y}[op] if op in "+-*" else x // y if op == "//" else x % y
        )

    return Term(f"({a} {op} {b})", value)


def _choice(a: Term, op: str, b: Term, c: Term, d: Term) -> Term:
    def value(env: Env) -> int:
        x, y = a.value(env), b.value(env)
        return (c if COMPARISONS[op](x, y) else d).value(env)

    return Term(f"({c} if {a} {op} {b} else {d})", value)


def _range(kind: str, name: str, low: Term, length: int, body: Term) -> Term:
    """Return a quantifier over `length` consecutive numbers beginning with `low`. `length` may be 0."""

    def value(env: Env) -> int:
        start = low.value(env)
        _small(start - 1 + length)
        found = [body.value({**env, name: start + i}) for i in range(length)]
        if kind == "sum":
            return _small(sum(found))
        if not found:
            raise Gone("GS503")
        return min(found) if kind == "min" else max(found)

    return Term(f"{kind}({name} in {low}..{low} - 1 + {length}: {body})", value)


def _terms(names: tuple[str, ...], depth: int) -> st.SearchStrategy[Term]:
    leaf = st.one_of(
        st.sampled_from(names).map(lambda n: Term(n, lambda env: env[n])),
        st.sampled_from([0, 1, 2, 3, 7, 46341, WORD]).map(lambda n: Term(str(n), lambda _: n)),
    )
    if depth == 0:
        return leaf
    inner = _terms(names, depth - 1)
    bound = f"v{depth}"
    return st.one_of(
        leaf,
        st.builds(_binary, st.sampled_from(sorted(OPERATORS)), inner, inner),
        st.builds(_choice, inner, st.sampled_from(sorted(COMPARISONS)), inner, inner, inner),
        st.builds(
            _range,
            st.sampled_from(["sum", "min", "max"]),
            st.just(bound),
            st.sampled_from(names).map(lambda n: Term(n, lambda env: env[n])),
            st.integers(0, 3),
            _terms((*names, bound), depth - 1),
        ),
    )


TERMS = _terms(("x", "y", "z"), 3)
VALUES = st.fixed_dictionaries(
    {"x": st.integers(0, 9), "y": st.integers(-3, 3), "z": st.integers(-WORD, WORD)}
)

GAME = """
game: sample
title: Sample
players: 2
{section}
setup:
  {setup}
phases: {{over: {{do: []}}}}
limit: {{decisions: 1, then: draw}}
"""
TYPES = {"x": "0..9", "y": "-3..3", "z": f"{-WORD}..{WORD}"}


def _outcome(run: Callable[[], int]) -> int | str:
    """Return the value of a call, the code of the fault that it raises, or "no constant"."""
    try:
        return int(run())
    except Gone as gone:
        return str(gone)
    except Fault as fault:
        return fault.code
    except NotConstant:
        return "no constant"


def _checked(game: str, term: Term, place: Path) -> tuple[core.Core, Named] | None:
    """Return an expression elaborated in a new game, together with that game.

    Return `None` if the checker rejects the expression.
    """
    place.write_text(game, encoding="utf-8")
    started = Named(load(place))
    source, found = Source("expression", term.text), Collector()
    parsed = parse_slice(source, 0, len(term.text), found)
    assert parsed is not None, list(found)
    scope = scope_apart(started.compiled.world, source, found, MeUse(available=False))
    node = elaborate(parsed, scope, t.Int(t.INT_MIN, t.INT_MAX))
    return None if found.errors else (node, started)


def _declared(section: str, key: str, env: Env) -> str:
    return "\n".join([f"{section}:", *(f"  {n}: {{type: {TYPES[n]}, {key}: {v}}}" for n, v in env.items())])


@NUMBERS
@given(term=TERMS, env=VALUES)
def test_a_value_lies_in_its_type(tmp_path: Path, term: Term, env: Env) -> None:
    """The engine and Python compute the same value or fault, and a value lies in the inferred type."""
    text = GAME.format(section=_declared("variables", "start", env), setup="[]")
    found = _checked(text, term, tmp_path / "game.yaml")
    if found is None:
        return
    node, game = found
    value = _outcome(lambda: game.asked(node))
    assert value == _outcome(lambda: term.value(env))
    assert isinstance(node.type, t.Int)
    assert isinstance(value, str) or node.type.low <= value <= node.type.high


@NUMBERS
@given(term=TERMS, env=VALUES)
def test_folding_is_evaluation(tmp_path: Path, term: Term, env: Env) -> None:
    """Constant folding gives the value that the engine computes.

    If the engine faults, constant folding gives the same fault, or finds that there is no constant.
    """
    text = GAME.format(section=_declared("options", "default", env), setup="[]")
    found = _checked(text, term, tmp_path / "game.yaml")
    if found is None:
        return
    node, game = found
    worth = _outcome(lambda: term.value(env))
    folded = _outcome(lambda: constant_value(node))
    assert folded == worth or (isinstance(worth, str) and folded == "no constant")
    assert _outcome(lambda: game.asked(node)) == worth


@dataclass(frozen=True)
class Assignment:
    """A step `set: {"m[KEY]": VALUE}`, where the family `m` has `size` members beginning with `low`."""

    key: Term
    value: Term
    low: int
    size: int

    def outcome(self, env: Env) -> list[int] | str:
        """Return the values of the family after the step, or the code of the fault.

        The fault of the key takes precedence over that of the value.
        """
        key = _outcome(lambda: self.key.value(env))
        if isinstance(key, str):
            return key
        if not self.low <= key < self.low + self.size:
            return "GS505"
        value = _outcome(lambda: self.value.value(env))
        if isinstance(value, str):
            return value
        if not -1 <= value <= 9:
            return "GS505"
        members = [0] * self.size
        members[key - self.low] = value
        return members


ASSIGNMENTS = st.builds(
    Assignment, _terms(("x", "y"), 2), _terms(("x", "y"), 2), st.integers(-2, 2), st.integers(1, 4)
)


@NUMBERS
@given(step=ASSIGNMENTS, env=VALUES)
def test_nothing_but_the_member_changes(tmp_path: Path, step: Assignment, env: Env) -> None:
    """`set` changes only the member that its key selects, or faults and changes nothing."""
    family = f"  m: {{per: {step.low}..{step.low + step.size - 1}, type: -1..9}}\n"
    around = ("  before: {per: 0..2, type: 0..5, start: 5}\n", "  after: {per: 0..2, type: 0..5, start: 5}")
    place = tmp_path / "game.yaml"
    place.write_text(
        GAME.format(
            section=_declared("variables", "start", env) + "\n" + family.join(around),
            setup=f'- set: {{"m[{step.key}]": "{step.value}"}}',
        ),
        encoding="utf-8",
    )
    expected = step.outcome(env)
    refused = ""
    try:
        spec = load(place)
    except ValueError as error:
        refused = str(error)
    if refused:  # it could never have gone well, or a constant part is too large, wherever it stands
        number = re.search(r"(-?\d+) does not fit into 32 bits", refused)
        assert isinstance(expected, str) or (number and not t.INT_MIN <= int(number[1]) <= t.INT_MAX)
        return
    games: list[Named] = []
    code = _outcome(lambda: games.append(Named(spec)) or 0)
    if not games:
        assert code == expected
        return
    games[0].check()
    stores = {store.name: games[0].held(store.name) for store in games[0].compiled.names.stores}
    assert stores == {**{n: [v] for n, v in env.items()}, "before": [5] * 3, "m": expected, "after": [5] * 3}
