"""Which arguments a call takes, while they are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from gamespec.analysis import Declaration
from interpreter.lsp.names import Finder
from interpreter.lsp.place import where

__all__ = ["Signature", "signatures"]


class Signature(NamedTuple):
    """A form of a call, its parameters as parts of the form, which of them is written, and what it does."""

    form: str
    parameters: tuple[tuple[int, int], ...]
    active: int
    about: str


_OPEN, _CLOSE = "([{", ")]}"


def signatures(finder: Finder, path: Path, offset: int) -> list[Signature]:
    """Return the forms of the call that encloses a place, or nothing if none does."""
    text = finder.texts.text(path)
    here = where(text, offset)
    call = _call(text[here.start : offset]) if here.role == "value" else None
    analysis = finder.analysis(path)
    if call is None or analysis is None:
        return []
    name, written = call
    called = [d for d in analysis.index.declarations if d.kind in {"function", "action"} and d.name == name]
    called += [d for d in analysis.index.built_ins if d.name == name]
    return [form for d in called[:1] for form in _forms(d, written)]


def _forms(declaration: Declaration, written: int) -> list[Signature]:
    forms = [form.strip() for form in declaration.type.split(";")]
    about = declaration.about if declaration.kind == "built-in" else ""
    made = [Signature(form, _parameters(form), written, about) for form in forms]
    return sorted(made, key=lambda s: len(s.parameters) <= written)


def _call(before: str) -> tuple[str, int] | None:
    """Return the name of the call that is open at the end of a text, and the number of commas in it."""
    depth = commas = 0
    for at in range(len(before) - 1, -1, -1):
        sign = before[at]
        if sign in _CLOSE:
            depth += 1
        elif sign in _OPEN and depth:
            depth -= 1
        elif sign == "(":
            name = re.search(r"([^\W\d]\w*)\s*$", before[:at])
            if name is not None:
                return name[1], commas
            commas = 0
        elif sign in _OPEN:
            commas = 0
        elif sign == "," and depth == 0:
            commas += 1
    return None


def _parameters(form: str) -> tuple[tuple[int, int], ...]:
    """Return the places of the parameters in a form such as `top(list, n) -> list`."""
    begin, end = form.find("(") + 1, form.rfind(")", 0, form.find("->") if "->" in form else len(form))
    parts, at = [], begin
    for part in form[begin:end].split(","):
        start = at + len(part) - len(part.lstrip())
        if part.strip():
            parts.append((start, at + len(part.rstrip())))
        at += len(part) + 1
    return tuple(parts)
