"""Operators that change an expression. Each yields edits of the author's text.

An edit is a range of the file, its replacement, and a description of the change. The checker decides whether
the result is still valid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gamespec.trees import ast

__all__ = ["Edit", "edits", "is_condition", "negated"]


class Edit(NamedTuple):
    """The replacement of the characters from `start` to `end` by `text`, with a description."""

    start: int
    end: int
    text: str
    done: str


OPERATORS = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "in": "not in", "not in": "in",
    "and": "or", "or": "and", "+": "-", "-": "+", "*": "+", "//": "*", "%": "//",
}  # fmt: skip

WORDS = {
    a: b
    for one, other in (
        ("min", "max"), ("any", "all"), ("top", "bottom"), ("left", "right"), ("row", "column"),
        ("clockwise", "counterclockwise"), ("forward", "backward"), ("north", "south"), ("east", "west"),
    )
    for a, b in ((one, other), (other, one))
} | {"none": "any"}  # fmt: skip
"""Words that are exchanged for one another: quantifiers, built-ins and directions."""

CONDITIONED = frozenset({"any", "all", "none", "count", "filter", "while", "until", "first", "the"})
"""Quantifiers with a body that is a condition."""


def edits(root: ast.Node, text: str, *, condition: bool) -> Iterator[Edit]:
    """Yield every edit of an expression. `condition` says whether the expression must be a condition."""
    if condition or is_condition(root):
        yield from negated(root, text)
    for node in _walk(root):
        for inner in _conditions(node):
            yield from negated(inner, text)
        yield from _exchanged(node, text)
        if isinstance(node, ast.Number):
            yield from shifted(node.start, node.end, node.value)


def shifted(start: int, end: int, value: int) -> Iterator[Edit]:
    """Yield the replacements of a number by the next greater and the next smaller number."""
    for other in (value + 1, value - 1):
        yield Edit(start, end, str(other), f"{value} -> {other}")


def is_condition(node: ast.Node) -> bool:
    """Return whether a node can only be a condition, whatever its context."""
    match node:
        case ast.Comparison() | ast.Logic() | ast.Not():
            return True
        case ast.Quantifier():
            return node.kind in {"any", "all", "none"}
        case ast.Call():
            return node.name == "empty"
        case _:
            return False


def negated(node: ast.Node, text: str) -> Iterator[Edit]:
    """Yield the negation of a condition, unless the exchange of an operator has the same effect."""
    shown = " ".join(text[node.start : node.end].split())
    match node:
        case ast.Not():
            of = text[node.start : node.end].removeprefix("not").lstrip()
            yield Edit(node.start, node.end, of, f"negated: {shown}")
        case ast.Comparison() if len(node.rest) == 1 and node.rest[0][0] in {"==", "!=", "in", "not in"}:
            return
        case ast.Quantifier() if node.kind == "none":
            return
        case ast.Bool():
            return
        case _:
            yield Edit(node.start, node.end, f"not ({text[node.start : node.end]})", f"negated: {shown}")


def _conditions(node: ast.Node) -> Iterator[ast.Node]:
    """Yield the conditions that a node contains directly, including the operands of `and` and `or`."""
    match node:
        case ast.Choice():
            yield node.condition
        case ast.Quantifier() if node.kind in CONDITIONED:
            yield node.body
        case ast.Logic():
            yield from node.parts
        case ast.Not() if isinstance(node.of, ast.Logic):
            yield node.of
        case _:
            pass


def _exchanged(node: ast.Node, text: str) -> Iterator[Edit]:
    """Yield the replacements of a node's operator or word."""
    match node:
        case ast.Comparison():
            left = node.first
            for operator, right in node.rest:
                yield from _between(left, right, operator, text)
                left = right
        case ast.Logic():
            for left, right in pairwise(node.parts):
                yield from _between(left, right, node.op, text)
        case ast.Binary():
            yield from _between(node.left, node.right, node.op, text)
        case ast.Negative():
            yield Edit(node.start, node.of.start, "", "- taken out")
        case ast.Bool():
            word = str(not node.value).lower()
            yield Edit(node.start, node.end, word, f"{str(node.value).lower()} -> {word}")
        case ast.Call(name=word) | ast.Quantifier(kind=word) | ast.Name(name=word):
            yield from _word(node, word, text)
        case _:
            pass


def _word(node: ast.Node, word: str, text: str) -> Iterator[Edit]:
    end = node.start + len(word)
    if word in WORDS:
        yield Edit(node.start, end, WORDS[word], f"{word} -> {WORDS[word]}")
    elif word == "reverse" and isinstance(node, ast.Call):
        shown = " ".join(text[node.start : node.end].split())
        yield Edit(node.start, end, "", f"reverse taken out: {shown}")


def _between(left: ast.Node, right: ast.Node, operator: str, text: str) -> Iterator[Edit]:
    """Yield the replacement of the operator between two operands, either of which may be in parentheses."""
    pattern = r"not\s+in" if operator == "not in" else re.escape(operator)
    found = re.search(pattern, text[left.end : right.start])
    if found is not None:
        other = OPERATORS[operator]
        start = left.end + found.start()
        yield Edit(start, left.end + found.end(), other, f"{operator} -> {other}")


def _walk(node: ast.Node) -> Iterator[ast.Node]:
    """Yield a node and all its descendants."""
    yield node
    for part in ast.children(node):
        yield from _walk(part)
