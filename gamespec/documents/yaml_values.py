"""Undoes slips in the quotes, brackets and commas of a text that should be YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamespec.documents.yaml_lines import Change, Fault, Repair, first_word, line_around, lines_up

__all__ = ["CURLY", "has_key_before", "in_brackets", "in_values"]

_OPENING = {"[": "]", "{": "}"}
_CLOSING = "]}"
CURLY = {"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2018": "'", "\u2019": "'", "\u201a": "'"}
"""Typographic quotes, and the quotes of YAML that they stand for."""


def in_values(fault: Fault) -> Iterator[Repair]:
    """Yield repairs of quotes."""
    yield from _curly_quotes(fault)
    yield from _quotes(fault)
    yield from _unopened(fault)


def in_brackets(fault: Fault) -> Iterator[Repair]:
    """Yield repairs of a list in brackets or a mapping in braces, or of a bracket that closes nothing."""
    if fault.in_brackets:
        yield from _commas(fault)
        yield from _needs_quotes(fault)
        yield from _brackets(fault)
    else:
        yield from _surplus(fault)


def has_key_before(fault: Fault) -> bool:
    """Return whether the line has a key before the fault, so that the value of this key is at fault."""
    start, _ = line_around(fault.text, fault.problem)
    return re.search(r":\s", fault.text[start : fault.problem]) is not None


# --- Quotes -----------------------------------------------------------------------------------


def _curly_quotes(fault: Fault) -> Iterator[Repair]:
    """Replace typographic quotes in the line of the fault."""
    start, end = line_around(fault.text, fault.problem)
    found = [i for i in range(start, end) if fault.text[i] in CURLY]
    if found:
        changes = tuple(Change(i, i + 1, CURLY[fault.text[i]]) for i in found)
        first = fault.text[found[0]]
        message = f"`{first}` is not a quote in YAML"
        yield Repair(changes, found[0], found[0] + 1, message, "quote with `\"` or `'`")


def _quotes(fault: Fault) -> Iterator[Repair]:
    """Close a quote that is open at the end of its line."""
    for start, end in lines_up(fault.text, fault.problem):
        opened = _open_quote(fault.text, start, end)
        if opened is None:
            continue
        quote = fault.text[opened]
        for at in _ends_of_value(fault.text, start, opened, end):
            yield Repair(
                (Change(at, at, quote),), opened, at, "a quoted text without an end",
                f"close it with `{quote}`",
            )  # fmt: skip


def _unopened(fault: Fault) -> Iterator[Repair]:
    """Begin a value with the quote with which it ends."""
    start, end = _bounds(fault) if fault.in_brackets else _value(fault)
    value = fault.text[start:end]
    quote = value[-1:]
    if quote and quote in "\"'" and value.count(quote) == 1:
        yield Repair(
            (Change(start, start, quote),), start, end, "a quoted text without a beginning",
            f"begin it with `{quote}`",
        )  # fmt: skip


def _value(fault: Fault) -> tuple[int, int]:
    """Return the bounds of the value of the first key in the line of a fault."""
    start, end = line_around(fault.text, fault.problem)
    key = re.compile(r" *(?:- +)*[\w.]+: +").match(fault.text, start, end)
    return (key.end(), end) if key else (end, end)


def _open_quote(text: str, start: int, end: int) -> int | None:
    """Return the offset of a quote that begins a text in a line and is not closed there, or `None`."""
    at, begins = start, True
    while at < end:
        char = text[at]
        if begins and char in "\"'":
            closed = re.compile(r'"(?:[^"\\\n]|\\.)*"' if char == '"' else r"'(?:[^'\n]|'')*'").match(
                text, at
            )
            if closed is None:
                return at
            at = closed.end()
            begins = False
            continue
        if char == "#" and text[at - 1 : at].isspace():
            return None
        if not char.isspace():
            begins = char in ",[{" or (char in ":-" and text[at + 1 : at + 2] == " ")
        at += 1
    return None


def _ends_of_value(text: str, start: int, opened: int, end: int) -> Iterator[int]:
    """Yield the offsets at which a text may end in its line, those before brackets and further keys first."""
    if set(text[start:opened]) & set("[{"):
        yield from (opened + m.start() for m in re.finditer(r",\s+\w+:\s", text[opened:end]))
        closers = re.search(r"[\]}]*,?$", text[opened:end])
        yield from range(opened + closers.start(), end) if closers else ()
    yield end


def _needs_quotes(fault: Fault) -> Iterator[Repair]:
    """Quote a value within brackets that contains signs of YAML."""
    start, end = _bounds(fault)
    value = fault.text[start:end]
    if start < end and not set(value) & set("\"'\n\\"):
        changes = (Change(start, start, '"'), Change(end, end, '"'))
        sign = fault.text[fault.problem : fault.problem + 1]
        message = f"an expression with `{sign}` must be quoted here"
        yield Repair(changes, start, end, message, f'write `"{value}"`')


def _bounds(fault: Fault) -> tuple[int, int]:
    """Return the bounds of the value around a fault in the list or mapping that begins at its context."""
    text, (_, stop) = fault.text, line_around(fault.text, fault.problem)
    start, depth = fault.context + 1, 0
    for i in range(fault.context + 1, fault.problem):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth <= 0 and (text[i] == "," or (text[i] == ":" and text[i + 1].isspace())):
            start = i + 1
    start += len(text[start:stop]) - len(text[start:stop].lstrip())
    at_key = text[fault.context] == "{" and text[:start].rstrip()[-1:] in {"{", ","}
    depth = 0
    for i in range(start, stop):
        if depth == 0 and (text[i] in ",]}" or (at_key and text[i : i + 2] == ": ")):
            return start, start + len(text[start:i].rstrip())
        depth += (text[i] in "([{") - (text[i] in ")]}")
    return start, start


# --- Brackets and commas ----------------------------------------------------------------------


def _commas(fault: Fault) -> Iterator[Repair]:
    """Separate two entries between which there is only a blank."""
    text = fault.text
    start = max(fault.context + 1, line_around(text, fault.problem)[0])
    before = text[start : fault.problem]
    if before.count("(") != before.count(")"):
        return
    gap = re.search(r"""[\w?"'\])}]([ \t]+)["']?[\w.\[\]]*["']?\s*$""", before)
    if gap is None:
        return
    at, after = start + gap.start(1), start + gap.end(1)
    end = max(first_word(text, after, line_around(text, fault.problem)[1])[1], after + 1)
    found = text[after:end]
    yield Repair((Change(at, at, ","),), after, end, f"no `,` before `{found}`", "separate entries with `,`")


def _brackets(fault: Fault) -> Iterator[Repair]:
    """Close, at the end of a line, the bracket that is open at the fault, or correct one that closes it."""
    text, opened = fault.text, fault.context
    wanted = _OPENING.get(text[opened : opened + 1])
    if wanted is None:
        return
    message, cure = f"`{text[opened]}` without its `{wanted}`", f"add the `{wanted}`"
    at = fault.problem
    if text[at : at + 1] in tuple(_CLOSING):
        for change in (Change(at, at, wanted), Change(at, at + 1, wanted)):
            said = cure if change.start == change.end else f"write `{wanted}`"
            yield Repair((change,), opened, opened + 1, message, said)
        return
    for start, end in lines_up(text, fault.problem):
        if start <= opened or start < line_around(text, fault.problem)[0]:
            closing = start + len(_without_comment(text[start:end]))
            yield Repair((Change(closing, closing, wanted),), opened, opened + 1, message, cure)
        if start <= opened:
            return


def _without_comment(line: str) -> str:
    return re.sub(r"\s+#.*", "", line).rstrip().removesuffix(",")


def _surplus(fault: Fault) -> Iterator[Repair]:
    """Remove a bracket that closes nothing."""
    at = fault.problem
    char = fault.text[at : at + 1]
    if char and char in _CLOSING:
        message = f"`{char}` closes nothing"
        yield Repair((Change(at, at + 1, ""),), at, at + 1, message, "remove it")
