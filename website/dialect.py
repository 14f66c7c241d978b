"""Markdown as GitHub reads it, rewritten for Python-Markdown, in which zensical reads it.

The two differ in three things that the manual uses. GitHub lets a list begin right below a paragraph;
Python-Markdown needs an empty line between them. What belongs to an item of a list is indented as far as the
item's text on GitHub, and by four spaces in Python-Markdown. And the words `part` and `more`, which say how
the tests of the manual use a block of code, mean nothing to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

__all__ = ["outside_code", "rewritten"]

_FENCE = re.compile(r"^ *(`{3,})(.*)$")
_ITEM = re.compile(r"^( *)([-*] +|\d+\. +)(?=\S)")
_INTERRUPTS = re.compile(r"^ *([-*] +|1\. +)\S")
_USE = re.compile(r'^( *`{3,}\w+ title="[^"]+") (?:part|more)$')
_CODE_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_INDENT = 4
_RULE = "---\n"
"""The lines before and after a page's front matter."""


def rewritten(text: str) -> str:
    """Return a page of GitHub's Markdown as Python-Markdown needs it; its front matter stays as it is."""
    if text.startswith(_RULE):
        head, _, body = text.removeprefix(_RULE).partition(_RULE)
        return f"{_RULE}{head}{_RULE}{rewritten(body)}"
    return "\n".join(_spaced(_indented(text.splitlines()))) + "\n"


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Return the page with `change` applied to everything outside blocks and spans of code."""
    parts: list[str] = []
    prose: list[str] = []
    for line, code in _marked(text.splitlines(keepends=True)):
        if code:
            parts += [_outside_spans("".join(prose), change), line]
            prose = []
        else:
            prose.append(line)
    return "".join([*parts, _outside_spans("".join(prose), change)])


def _outside_spans(prose: str, change: Callable[[str], str]) -> str:
    """Apply `change` to the prose; it sees a span of code as a mark, so links around spans stay whole."""
    spans: list[str] = []

    def put_aside(span: re.Match[str]) -> str:
        spans.append(span[0])
        return f"\0{len(spans) - 1}\0"

    changed = change(_CODE_SPAN.sub(put_aside, prose))
    return re.sub(r"\0(\d+)\0", lambda mark: spans[int(mark[1])], changed)


def _marked(lines: list[str]) -> Iterator[tuple[str, bool]]:
    """Yield each line, and whether it belongs to a block of code."""
    fence = ""
    for line in lines:
        found = _FENCE.match(line.rstrip("\n"))
        if fence:
            yield line, True
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        elif found:
            fence = found[1]
            yield line, True
        else:
            yield line, False


def _indented(lines: list[str]) -> Iterator[tuple[str, bool]]:
    """Indent what belongs to items of lists by four spaces a level, and say which lines are code."""
    texts: list[int] = []  # for each open item, from outside in, the column at which its text begins
    fenced = 0
    before_code = False
    for line, code in _marked(lines):
        stripped, indent = line.lstrip(" "), _indent(line)
        if code:
            if not before_code:
                texts = [column for column in texts if column <= indent]
                fenced = len(texts)
            column = texts[fenced - 1] if fenced else 0
            yield " " * (_INDENT * fenced) + _USE.sub(r"\1", line)[min(column, indent) :], True
        elif not stripped:
            yield "", False
        else:
            item = _ITEM.match(line)
            if item or indent == 0 or not _lazy(texts, indent):
                texts = [column for column in texts if column <= indent]
            depth = len(texts)
            yield " " * (_INDENT * depth) + stripped, False
            if item:
                texts.append(item.end())
        before_code = code


def _lazy(texts: list[int], indent: int) -> bool:
    """Return whether an indented line continues a paragraph that is indented less than its item."""
    return bool(texts) and indent < texts[0]


def _spaced(lines: Iterator[tuple[str, bool]]) -> Iterator[str]:
    """Put an empty line between a paragraph and an item right below it."""
    first = ""  # of the lines since the last empty one, or since code
    for line, code in lines:
        if first and not code and _begins_list(line, first):
            yield ""
            first = ""
        yield line
        first = "" if code or not line else first or line


def _begins_list(line: str, first: str) -> bool:
    """Return whether a line is an item that ends the paragraph whose first line is `first`."""
    if not _ITEM.match(line) or _ITEM.match(first):
        return False
    return bool(_INTERRUPTS.match(line)) or _indent(line) < _indent(first)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
