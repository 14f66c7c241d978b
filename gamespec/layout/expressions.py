"""Gives an expression its layout: the spaces between its tokens.

Around operators and words, after commas and after the colon of a quantifier there is one space, and within
brackets, around `.` and around `..` there is none. Tokens, parentheses and line breaks stay the author's. A
line that begins below a token of an earlier line moves with that token, so what was aligned stays aligned.

An expression that does not parse, or that would not parse to the same tree, stays as it was written.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gamespec.description.syntax import parse_slice
from gamespec.program.frozen import dataclass
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from gamespec.trees import ast

__all__ = ["Line", "same_tree", "spaced", "spaced_lines"]

_TOKEN = re.compile(r"\s*(?:([a-z][a-z0-9_]*(?:#[0-9]+)?|[0-9]+)|(\.\.|//|[=!<>]=|[-+*%<>=.,:()\[\]{}]))")
_WORDS = frozenset({"if", "else", "or", "and", "not", "in", "from"})
_OPERATORS = frozenset({"==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "//", "%", "="})
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an expression, and the column at which it begins."""

    column: int
    text: str


@dataclass(slots=True)
class _Token:
    """A token, with the column at which it began and the one at which it begins now."""

    text: str
    was: int
    now: int = 0


def spaced(text: str) -> str:
    """Return the layout of an expression on a single line."""
    lines = spaced_lines([Line(0, text)], 0, 0)
    return text if lines is None else lines[0].text


def spaced_lines(lines: list[Line], first: int, others: int) -> list[Line] | None:
    """Return the layout of an expression on several lines, or `None` if it has to stay as it is.

    Its first line begins at column `first`. `others` is what is added to the columns of the other lines,
    unless they follow tokens above them.
    """
    tokens = [_tokens(line) for line in lines]
    made: list[Line] = []
    above: list[_Token] = []
    before: list[str] = []
    for at, (line, found) in enumerate(zip(lines, tokens, strict=True)):
        if found is None:
            return None
        column = _below(line, above, others) if at else first
        text = ""
        for token in found:
            text += " " if text and _apart(before, token.text) else ""
            token.now = column + len(text)
            text += token.text
            before.append(token.text)
        made.append(Line(column, text))
        above += found
    old, new = _joined(lines), _joined(made)
    return made if old == new or same_tree(old, new) else None


def _joined(lines: list[Line]) -> str:
    return "\n".join(line.text for line in lines)


def _below(line: Line, above: list[_Token], others: int) -> int:
    """Return the new column of a line: that of the nearest token above that began at the same column."""
    nearest = next((token.now for token in reversed(above) if token.was == line.column), None)
    return line.column + others if nearest is None else nearest


def _tokens(line: Line) -> list[_Token] | None:
    """Return the tokens of a line, or `None` if something in it is not part of the language."""
    tokens, at, text = [], 0, line.text.rstrip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            return None
        word = found[1] or found[2]
        tokens.append(_Token(word, line.column + found.end() - len(word)))
        at = found.end()
    return tokens


def _apart(before: list[str], token: str) -> bool:
    """Return whether a space separates a token from the one before it. `before` are all tokens before it."""
    last = before[-1]
    if token in {",", ":"} | _CLOSING or last in _OPENING or {last, token} & {".", ".."}:
        return False
    if last == "-" and _is_sign(before):
        return False
    if last in {",", ":"} | _WORDS | _OPERATORS or token in _WORDS | _OPERATORS:
        return True
    return token not in {"(", "["}


def _is_sign(before: list[str]) -> bool:
    """Return whether the last token, a minus, is a sign: no value comes before it."""
    return len(before) == 1 or before[-2] in _WORDS | _OPERATORS | _OPENING | {",", ":", ".."}


def same_tree(one: str, other: str) -> bool:
    """Return whether two texts are expressions with the same syntax tree."""
    first = _tree(one)
    return first is not None and first == _tree(other)


@lru_cache(4_000)
def _tree(text: str) -> ast.Node | None:
    """Return the syntax tree of an expression without places, or `None` if it has a mistake."""
    source = Source("", text)
    read = parse_slice(source, 0, len(text), Collector())
    return None if read is None else ast.placeless(read.root)
