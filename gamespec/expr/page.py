"""Generates the manual's page of built-ins from the tables that the checker and the engine use.

`python -m gamespec.expr.page` rewrites `docs/reference/builtins.md`, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from gamespec.expr.builtins import BUILTINS
from gamespec.expr.longest import LONGEST_FORMS
from gamespec.expr.quantifiers import QUANTIFIER_FORMS

__all__ = ["GROUPS", "page"]

GROUPS: dict[str, tuple[str, ...]] = {
    "Lists and zones": (
        "size",
        "empty",
        "nth",
        "place",
        "top",
        "bottom",
        "rest",
        "union",
        "distinct",
        "reverse",
        "key",
    ),
    "Values and numbers": ("the", "default", "number", "abs", "min", "max"),
    "Players": ("left", "right", "seat", "clockwise", "counterclockwise", "team"),
    "Cells": ("neighbours", "distance", "gap", "cell", "column", "row", "lines"),
    "Directions": ("step", "offset", "ray", "direction", "opposite"),
    "Edges and corners": ("around", "between"),
    "Histories and what comes": ("occurred", "pending", "can", "in_a_row"),
    "Planes of tiles": (
        "spots",
        "spot",
        "parts",
        "feature",
        "features",
        "joined",
        "tiles",
        "open_ends",
        "touching",
    ),
}
"""The built-ins under each heading of the page. All others come last, under the heading `OTHERS`."""

OTHERS = "More"

_HEAD = """\
# Built-ins

<!-- Made by `python -m gamespec.expr.page` from the tables in gamespec/expr; change it there. -->

This page lists everything that an expression can call, besides the functions of the game. In signatures `T`
is the type of the list's members or of the value, and `T?` a value that may be `none`. A list may be a zone.
[The language](language.md#3-expressions) says how expressions are written and evaluated.
"""

_QUANTIFIERS = """\
## Quantifiers

`NAME(x in LIST: BODY)` goes through a list; only the body can use `x`. The body is a condition, a
number, a list or any value, as the table says.
"""

_REACH = """\
`reach(x from START: LIST)` is the list of all values that can be reached from `START` (included) by
repeatedly going from an `x` to a member of `LIST`, the nearest first.

`let(x = VALUE: BODY)` has the value of `BODY`, in which `x` stands for `VALUE`, evaluated once.
"""


_LONGEST = """\
The following forms count the steps of a longest way, up to the constant `MOST`:
"""


def page() -> str:
    """Return the page, in Markdown."""
    return "\n".join(
        [_HEAD, *_groups(), _QUANTIFIERS, *_quantifiers(), "", _REACH, _LONGEST, *_longest(), ""]
    )


def _groups() -> Iterator[str]:
    named = {name for names in GROUPS.values() for name in names}
    rest = tuple(name for name in BUILTINS if name not in named)
    for title, names in (*GROUPS.items(), (OTHERS, rest)):
        rows = [(_code(BUILTINS[n].signature), _cell(BUILTINS[n].doc)) for n in names if n in BUILTINS]
        if rows:
            yield f"## {title}\n"
            yield from _table(("form", "what it is"), rows)
            yield ""


def _quantifiers() -> Iterator[str]:
    rows = [(f"`{name}`", body, result, _cell(doc)) for name, (body, result, doc) in QUANTIFIER_FORMS.items()]
    return _table(("name", "body", "result", "what it is"), rows)


def _longest() -> Iterator[str]:
    return _table(("form", "what it is"), ((f"`{form}`", _cell(doc)) for form, doc in LONGEST_FORMS.values()))


def _table(headers: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for row in (headers, ("---",) * len(headers), *rows):
        yield f"| {' | '.join(row)} |"


def _code(signature: str) -> str:
    """Format the forms in a signature as code, each on its own line."""
    return "<br>".join(f"`{_cell(form)}`" for form in signature.split("; "))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    place = Path(__file__).parents[2] / "docs" / "reference" / "builtins.md"
    place.write_text(page(), encoding="utf-8")
