"""Rewrites signs, words and forms of other languages to those of ours.

Each row of `_ROWS` is a form that people bring along (`&&`, `x is None`, `deck.size()`, `1 to 6`) and what it
is here. All that occur in a text are rewritten together: if that makes an expression of it, the author meant
this expression.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from gamespec.habits import RANGE

__all__ = ["SAME", "Rewrite", "rewrites"]

SAME = {
    "amount": "size",
    "cardinality": "size",
    "count": "size",
    "first": "top",
    "is_empty": "empty",
    "isempty": "empty",
    "last": "bottom",
    "len": "size",
    "length": "size",
}
"""Names that other languages give to functions of one list, and the built-ins that do the same."""


class Rewrite(NamedTuple):
    """The replacement of the characters from `start` to `end` of a text."""

    start: int
    end: int
    text: str


_SIGNS = {
    "&&": " and ", "||": " or ", "&": " and ", "|": " or ", "===": "==", "!==": "!=", "<>": "!=", "≠": "!=",
    "=<": "<=", "≤": "<=", "=>": ">=", "≥": ">=", "=": "==", "/": "//",
    "÷": "//", "\u00d7": "*", "\u2212": "-", ";": "",
}  # fmt: skip
_NAME = r"[a-z]\w*(?:\.[a-z]\w*|\[[^\[\]]*\])*"
_WHOLE = (
    (rf"\s*(?P<name>{_NAME})\s*(?P<sign>[-+])(?P=sign)\s*", r"\g<name> \g<sign> 1"),
    (rf"\s*(?P<name>{_NAME})\s*(?P<sign>[-+*])=\s*(?P<by>[\w.]+)\s*", r"\g<name> \g<sign> \g<by>"),
    (rf"\s*(?P<name>{_NAME})\s*(?P<sign>[-+*])=\s*(?P<by>.+)", r"\g<name> \g<sign> (\g<by>)"),
)
"""Statements, and the expressions that give the new values."""


def _called(m: re.Match[str]) -> str:
    """Return the call that a method stands for."""
    name, given = SAME.get(m["name"], m["name"]), m["given"].strip()
    if name in {"contains", "includes", "has"}:
        return f"{given} in {m['of']}"
    return f"{name}({m['of']}{', ' if given else ''}{given})"


_BOUND = {"len": "count", "size": "count"}


def _comprehended(m: re.Match[str]) -> str:
    """Return the form with a variable and a body that a call of a comprehension stands for."""
    body, test, over = m["body"].strip(), m["test"], f"{m['x']} in {m['over'].strip()}"
    name = _BOUND.get(m["call"], m["call"])
    if name == "sum" and body == "1":
        name = "count"
    if name == "count":
        return f"count({over}: {test.strip() if test else 'true'})"
    return f"{name}({_tested(name, over, body, test.strip())})" if test else f"{name}({over}: {body})"


def _filtered(m: re.Match[str]) -> str | None:
    """Return the form that a call with a condition between its list and its body stands for."""
    name, body, test, over = m["call"], (m["body"] or "").strip(), m["test"].strip(), m["bound"].strip()
    if body in {"", "1", "true"} and name in {"any", "count", "none", "sum"}:
        return f"{'count' if name == 'sum' else name}({over}: {test})"
    return f"{name}({_tested(name, over, body, test)})" if body else None


def _tested(name: str, over: str, body: str, test: str) -> str:
    """Return what a call is given, of which the members of the list must pass a test."""
    match name:
        case "any" | "none" | "count":
            return f"{over}: ({test}) and ({body})"
        case "all":
            return f"{over}: not ({test}) or ({body})"
        case "sum":
            return f"{over}: {body} if {test} else 0"
        case _:
            return f"{over.partition(' ')[0]} in filter({over}: {test}): {body}"


_INSIDE = r"(?:[^():]|\([^()]*\))+?"
"""A part of a call without a colon, in which there may be calls, as a regular expression."""

_ROWS: tuple[tuple[str, Callable[[re.Match[str]], str | None]], ...] = (
    (
        (
            r"(?P<call>[a-z]\w*)\(\s*(?P<open>\[)?(?P<body>[^()\[\]]*?(?:\[[^\[\]]*\][^()\[\]]*?)*)"
            r"\s+for\s+(?P<x>[a-z]\w*)\s+in\s+(?P<over>[^()]*?)(?:\s+if\s+(?P<test>[^()]*?))?(?(open)\])\)"
        ),
        _comprehended,
    ),
    (
        (
            rf"(?P<call>[a-z]\w*)\(\s*(?P<bound>[a-z]\w*\s+in\s+{_INSIDE})\s+(?:where|if)\s+"
            rf"(?P<test>{_INSIDE})(?:\s*:\s*(?P<body>{_INSIDE}))?\s*\)"
        ),
        _filtered,
    ),
    (
        rf"(?P<of>{_NAME})\s+is\s+(?P<no>not\s+)?empty\b",
        lambda m: f"{'not ' if m['no'] else ''}empty({m['of']})",
    ),
    (r"""\[['"](?P<word>[a-z]\w*)['"]\]""", lambda m: f".{m['word']}"),
    (rf"(?P<of>{_NAME})\.(?P<name>[a-z]\w*)\((?P<given>[^()]*)\)", _called),
    (r"""['"\u2018\u201c\u201e](?P<word>[a-z]\w*)['"\u2019\u201d\u201c]""", lambda m: m["word"]),
    (rf"{RANGE}(?=\S)", lambda _: ".."),
    (r"is\s+not\b", lambda _: "!="),
    (r"is\b", lambda _: "=="),
    (r"mod\b", lambda _: "%"),
    (r"(?<![\w\])])\[(?P<members>[^\[\]]*)\]", lambda m: f"{{{m['members']}}}"),
    (r"(?:AND|OR|NOT|IN|IF|ELSE|TRUE|FALSE|NONE|True|False|None|And|Or|Not)\b", lambda m: m[0].lower()),
    (r"//|==(?!=)|!=(?!=)|<=|>=(?!=)", lambda _: None),
    (r"!(?!=)\s*", lambda _: "not "),
    (r"\s*(?:&&|\|\||[&|])\s*", lambda m: _SIGNS[m[0].strip()]),
    (r"===|!==|<>|=<|=>|[≠≤≥=/÷\u00d7\u2212]|;\s*$", lambda m: _SIGNS[m[0].strip()]),
)


@cache
def _rows() -> list[tuple[re.Pattern[str], Callable[[re.Match[str]], str | None]]]:
    """Return the rows, compiled; who makes no mistake need not wait for that."""
    return [(re.compile(pattern), new) for pattern, new in _ROWS]


_REST = re.compile(r"\w+|\s+|.", re.DOTALL)


def rewrites(text: str) -> list[Rewrite]:
    """Return the rewrites of all that looks borrowed in a text, from left to right."""
    for pattern, new in _WHOLE:
        if whole := re.fullmatch(pattern, text):
            return [Rewrite(0, len(text), whole.expand(new))]
    return list(_parts(text))


def _parts(text: str) -> Iterator[Rewrite]:
    at = 0
    while at < len(text):
        for pattern, new in _rows():
            found = pattern.match(text, at)
            if found is not None:
                written = new(found)
                if written is not None:
                    yield Rewrite(at, found.end(), written)
                at = found.end()
                break
        else:
            rest = _REST.match(text, at)
            at = rest.end() if rest else len(text)
