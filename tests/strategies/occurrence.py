"""Which words of the language occur: in an expression, and in a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gamespec.verbs import VERBS as READ
from strategies import engine
from strategies.sketch import Sketch

__all__ = ["OPERATORS", "VERBS", "verbs_in", "words_in"]

VERBS = tuple(READ)

OPERATORS = {
    "a + b": r" \+ ",
    "a - b": r"[\w)] - ",
    "-a": r"(?:^|[(,:] ?)-",
    "a * b": r" \* ",
    "a // b": " // ",
    "a % b": " % ",
    "a == b": " == ",
    "a != b": " != ",
    "a < b": " < ",
    "a <= b": " <= ",
    "a > b": " > ",
    "a >= b": " >= ",
    "a < b < c": (
        r" [<>]=? (?:\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)|[\w.]+(?:\([^()]*\))?) [<>]=? "
    ),
    "x in s": r"(?<!not) in ",
    "x not in s": " not in ",
    "not a": r"\bnot (?!in\b)",
    "a and b": " and ",
    "a or b": " or ",
    "a if c else b": " if ",
    "a..b": r"\.\.",
    "{a, b}": r"\{",
    "x.column": r"[)x]\d*\.[a-z]",
    "family[key]": r"\[",
    "none": r"\bnone\b(?!\()",
    "me": r"\bme\b",
    "gold.bank": r"\.bank\b",
    "family of zones": r"\b(?:hand|shelf|field)\b(?!\[)",
}
"""Operators and other forms, each with how it is recognised in what is generated."""

_PATTERNS = {name: re.compile(pattern) for name, pattern in OPERATORS.items()}
_CALL = re.compile(r"\b([a-z_]\w*)\(")
_HEAD = re.compile(r"\b([a-z]+)\(([a-z]\w*) (in|from) ")


def words_in(text: str) -> set[str]:
    """The built-ins, quantifiers and operators of an expression; a quantifier with `(x in)` behind it."""
    quantified = {f"{m[1]}(x {m[3]})" for m in _HEAD.finditer(text) if m[1] in engine.QUANTIFIER_NAMES}
    rest = _HEAD.sub("(", text)
    called = {name for name in _CALL.findall(rest) if name in engine.BUILTIN_NAMES}
    functions = {"function of the game"} if re.search(r"\brule\d\(", text) else set()
    return quantified | called | functions | {n for n, pattern in _PATTERNS.items() if pattern.search(rest)}


def verbs_in(sketch: Sketch) -> set[str]:
    """The verbs of the steps of a game."""
    return set(_verbs(sketch.document()))


def _verbs(data: object) -> Iterator[str]:
    if isinstance(data, Mapping):
        first = next(iter(data), None)
        if first in VERBS and not (first == "for" and "do" not in data):
            yield first
        for value in data.values():
            yield from _verbs(value)
    elif isinstance(data, tuple):
        for value in data:
            yield from _verbs(value)
