"""Mutants of a game's rules, which are small changes of its files by fixed operators wherever they apply.

| operator  | what it does | where |
|---|---|---|
| negation  | negates a condition | `when`, `where`, `if`, `until`, `who`, `while`, `keeps`; in expressions, the condition of a choice or quantifier, and each operand of `and` and `or` |
| exchange  | exchanges `<` and `<=`, `and` and `or`, `+` and `-`, `min` and `max`, `top` and `bottom`, `true` and `false` … | in expressions; defaults of options; `turns`; `at` |
| number    | adds or subtracts 1 | in expressions, defaults of options, rows of tables and components |
| drop      | removes a step, or one pair of a `set` | in lists of steps |
| swap      | swaps a step with the next | in lists of steps |

Types are not changed, because they only limit what can be stored. Texts, `players`, `limit` and invariants
are not changed, either. A change that the checker rejects does not count as a mutant.
"""  # noqa: E501 - a table, a row a line

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import pairwise
from pathlib import Path

from operators import Edit, edits, shifted

from gamespec.documents.document import Mapping as Nodes
from gamespec.documents.document import Node, Scalar, Sequence, read_document, read_source
from gamespec.loader import peek
from gamespec.model import model as m
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from gamespec.trees.ast import Expression

__all__ = ["Mutant", "mutants"]

STEPS = frozenset({"do", "then", "else", "otherwise", "setup", "put"})
"""Keys whose values are lists of steps."""
CONDITIONS = frozenset({"when", "where", "if", "until", "who", "while", "keeps"})
"""Keys whose values are conditions."""
WORDS = {"turns": ("clockwise", "counterclockwise"), "at": ("top", "bottom")}
"""Keys whose value is one of two words."""
NO_STEP = "{let: {no_step: 0}}"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A single change of one file of a game.

    `file` is its path relative to the game's folder. `text` replaces the characters from `start` to `end`.
    `near` is the range of the step (if `in_step`), function or action that contains the change. `name` is
    stable as long as the place and the change stay the same.
    """

    file: str
    operator: str
    start: int
    end: int
    text: str
    near: tuple[int, int]
    in_step: bool
    name: str

    def apply(self, original: str) -> str:
        """Return the changed text of a file, given its `original` text."""
        return original[: self.start] + self.text + original[self.end :]

    def shown(self, original: str) -> str:
        """Return the changed lines of the file, before and after the change."""
        first = original.rfind("\n", 0, self.start) + 1
        last = original.find("\n", self.end)
        before = original[first : last if last >= 0 else len(original)]
        after = before[: self.start - first] + self.text + before[self.end - first :]
        number = original.count("\n", 0, first) + 1
        lines = [f"- {line}" for line in before.split("\n")] + [f"+ {line}" for line in after.split("\n")]
        return "\n".join([f"{self.file}:{number}", *lines])


def mutants(folder: Path, variant: str = "") -> list[Mutant]:
    """Return all mutants of a game, ordered by file. With a variant, only its own files are mutated.

    `folder` may also be the file of a game instead of a folder with a `game.yaml`.
    """
    game = peek(f"{folder}+{variant}" if variant else folder).model
    place = folder.resolve() if folder.is_dir() else folder.resolve().parent
    found: list[Mutant] = []
    for source, parts in _by_source(game).items():
        path = Path(source.name).resolve()
        file = path.relative_to(place).as_posix()
        if bool(variant) == (file == "game.yaml" or path.parent == place):
            continue
        found += _of_file(file, source, parts)
    return found


def _of_file(file: str, source: Source, parts: _Parts) -> Iterator[Mutant]:
    document = None if file.endswith(".csv") else _document(source)
    places = _Places(document)
    made = [
        *_of_expressions(parts, source, places),
        *_of_rows(parts, places),
        *(_of_document(document, source) if document is not None else ()),
    ]
    known: Counter[str] = Counter()
    seen: set[tuple[int, int, str]] = set()
    for operator, edit, path, near in sorted(made, key=lambda made: (made[1].start, made[1].end)):
        if (edit.start, edit.end, edit.text) in seen:
            continue
        seen.add((edit.start, edit.end, edit.text))
        name = f"{file} {path}: {edit.done}"
        known[name] += 1
        if known[name] > 1:
            name += f" ({known[name]})"
        around, in_step = (near, operator in {"drop", "swap"}) if near else places.near(edit.start)
        yield Mutant(file, operator, edit.start, edit.end, edit.text, around, in_step, name)


_Made = tuple[str, Edit, str, tuple[int, int] | None]


def _document(source: Source) -> Node | None:
    found = Collector()
    read = read_source(Path(source.name), found)
    return None if read is None else read_document(read, found)


# --- expressions and rows: where they stand is known from the description ------------------------------


@dataclass(frozen=True, slots=True)
class _Parts:
    """The expressions and rows of a game that come from one file."""

    expressions: list[Expression]
    rows: list[m.Row]


def _by_source(game: m.Game) -> Mapping[Source, _Parts]:
    """Return the expressions and rows of a game by source file, leaving out those that are not rules."""
    found: dict[Source, _Parts] = {}
    for part in _within(replace(game, limit=None, invariants=())):
        source = part.source if isinstance(part, Expression) else part.span.source
        parts = found.setdefault(source, _Parts([], []))
        if isinstance(part, Expression):
            parts.expressions.append(part)
        else:
            parts.rows.append(part)
    return found


def _within(value: object) -> Iterator[Expression | m.Row]:
    match value:
        case Expression() | m.Row():
            yield value
        case m.Templates() | m.TypeRef() | m.Text():
            return
        case tuple():
            for item in value:
                yield from _within(item)
        case _ if is_dataclass(value) and not isinstance(value, type):
            for part in fields(value):
                yield from _within(getattr(value, part.name))
        case _:
            return


def _of_expressions(parts: _Parts, source: Source, places: _Places) -> Iterator[_Made]:
    for expression in parts.expressions:
        path = places.path(expression.root.start)
        condition = path.rpartition(".")[2] in CONDITIONS
        for edit in edits(expression.root, source.text, condition=condition):
            yield _operator(edit), edit, path, None


def _operator(edit: Edit) -> str:
    if edit.done.startswith("negated"):
        return "negation"
    return "number" if edit.text.lstrip("-").isdigit() else "exchange"


def _of_rows(parts: _Parts, places: _Places) -> Iterator[_Made]:
    """Yield the changes of each number in a row, except in ids, to the next greater and the next smaller."""
    for number, row in enumerate(parts.rows, 1):
        name = row.cells["id"].text if "id" in row.cells else f"row {number}"
        for column, cell in row.cells.items():
            if column != "id" and cell.text.isdecimal():
                for edit in shifted(cell.span.start, cell.span.end, int(cell.text)):
                    path = places.path(edit.start) or f"{name}.{column}"
                    yield "number", edit, path, (row.span.start, row.span.end)


# --- steps, defaults and words: where they stand is known from the document ----------------------------


class _Places:
    """The scalars in a file with their paths, and the ranges of its steps and declarations."""

    def __init__(self, document: Node | None) -> None:
        self.scalars: list[tuple[int, int, str]] = []
        self.parts: list[tuple[int, int, bool]] = []
        if document is not None:
            self._note(document, "", 0)

    def _note(self, node: Node, path: str, depth: int) -> None:
        match node:
            case Scalar():
                self.scalars.append((node.span.start, node.span.end, path))
            case Sequence():
                for number, item in enumerate(node.items, 1):
                    if path.rpartition(".")[2] in STEPS:
                        self.parts.append((item.span.start, item.span.end, True))
                    self._note(item, f"{path}.{number}", depth + 1)
            case Nodes():
                for entry in node.entries:
                    below = f"{path}.{entry.key.text}" if path else entry.key.text
                    if depth == 1:
                        self.parts.append((entry.key.span.start, entry.value.span.end, False))
                    self.scalars.append((entry.key.span.start, entry.key.span.end, below))
                    self._note(entry.value, below, depth + 1)

    def path(self, offset: int) -> str:
        """Return the path of the scalar at an offset, or "" if there is no scalar."""
        return next((path for start, end, path in self.scalars if start <= offset < end), "")

    def near(self, offset: int) -> tuple[tuple[int, int], bool]:
        """Return the range of the smallest step or declaration around an offset, and whether it is a step."""
        around = [(end - start, start, end, step) for start, end, step in self.parts if start <= offset < end]
        if not around:
            return (offset, offset), False
        _, start, end, step = min(around)
        return (start, end), step


def _of_document(node: Node, source: Source, path: str = "") -> Iterator[_Made]:
    key = path.rpartition(".")[2]
    match node:
        case Sequence():
            if key in STEPS:
                yield from _of_steps(node, source, path)
            for number, item in enumerate(node.items, 1):
                yield from _of_document(item, source, f"{path}.{number}")
        case Nodes():
            if path.startswith("options.") and path.count(".") == 1:
                yield from _of_option(node, path)
            if key == "set" and len(node.entries) > 1 and not path.startswith("edit"):
                yield from _of_pairs(node, path)
            for entry in node.entries:
                yield from _of_document(
                    entry.value, source, f"{path}.{entry.key.text}" if path else entry.key.text
                )
        case Scalar() if key in WORDS and node.text in WORDS[key]:
            other = next(word for word in WORDS[key] if word != node.text)
            yield (
                "exchange",
                Edit(node.span.start, node.span.end, other, f"{node.text} -> {other}"),
                path,
                None,
            )
        case _:
            return


def _of_steps(steps: Sequence, source: Source, path: str) -> Iterator[_Made]:
    for number, step in enumerate(steps.items, 1):
        edit = Edit(step.span.start, step.span.end, NO_STEP, "dropped")
        yield "drop", edit, f"{path}.{number}", (step.span.start, step.span.end)
    for number, (one, other) in enumerate(pairwise(steps.items), 1):
        between = source.text[one.span.end : other.span.start]
        edit = Edit(
            one.span.start, other.span.end, f"{other.span.text}{between}{one.span.text}", "after the next"
        )
        yield "swap", edit, f"{path}.{number}", (one.span.start, other.span.end)


def _of_pairs(pairs: Nodes, path: str) -> Iterator[_Made]:
    """Yield the removal of each pair of a `set`, together with the adjacent comma or line break."""
    for number, entry in enumerate(pairs.entries):
        last = number + 1 == len(pairs.entries)
        start = pairs.entries[number - 1].value.span.end if last else entry.key.span.start
        end = entry.value.span.end if last else pairs.entries[number + 1].key.span.start
        yield "drop", Edit(start, end, "", "dropped"), f"{path}.{entry.key.text}", None


def _of_option(option: Nodes, path: str) -> Iterator[_Made]:
    default, type_ = option.get("default"), option.get("type")
    if not isinstance(default, Scalar):
        return
    span = default.span
    match default.value:
        case bool():
            other = str(not default.value).lower()
            yield (
                "exchange",
                Edit(span.start, span.end, other, f"{default.text} -> {other}"),
                f"{path}.default",
                None,
            )
        case int():
            for edit in shifted(span.start, span.end, default.value):
                yield "number", edit, f"{path}.default", None
        case _ if isinstance(type_, Sequence):
            for value in type_.items:
                if isinstance(value, Scalar) and value.text != default.text:
                    edit = Edit(span.start, span.end, value.text, f"{default.text} -> {value.text}")
                    yield "exchange", edit, f"{path}.default", None
        case _:
            return
