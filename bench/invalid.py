"""Check that every corrupted specification is reported: `python bench/invalid.py [MUTANTS] [SEED]`.

Shipped games are corrupted by operators that always make them invalid. The operators misspell a name in use,
replace an expression by one of another type, remove a required key, or duplicate a key. For each mutant, the
script counts whether there is an error, and whether the first error, or any error, is at the change, which
means on a changed line or in the mapping that has lost a key. It prints progress and misses to standard
error, and the counts to standard output. The exit status is 1 if a mutant was not reported, or if fewer than
95 % were reported at their place.
"""

from __future__ import annotations

import dataclasses
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from gamespec.documents.document import Entry, Mapping, Node, Scalar, Sequence, read_document
from gamespec.expr.builtins import BUILTINS
from gamespec.expr.quantifiers import QUANTIFIER_FORMS
from gamespec.expr.scope import RESERVED
from gamespec.loader import check, peek
from gamespec.model import model as m
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.source import Source
from gamespec.trees import ast

GAMES = Path(__file__).resolve().parents[1] / "games"

TEXTS = {".yaml", ".csv"}
"""The suffixes of files that authors write."""

ENOUGH = 0.95

# The keys that a mapping requires, by a key that shows what kind of mapping it is.
NEEDED = {
    "move": ("to",),
    "transfer": ("from", "to"),
    "for": ("do",),
    "while": ("do",),
    "if": ("then",),
    "decisions": ("then",),
    "event": ("do",),
    "is": ("is",),
    "of": ("of",),
    "default": ("default", "type"),
    "supply": ("type",),
    "seen_by": ("of", "type"),
    "turns": ("do", "turns"),
    "draw": ("when",),
    "winner": ("when",),
    "where": ("from",),
    "columns": ("columns",),
    "part_of": ("part_of",),
}


class Place(NamedTuple):
    """A replacement for some characters of a file.

    `around` are the first and the last line on which an error counts as being at the change.
    """

    operator: str
    start: int
    end: int
    instead: str
    around: tuple[int, int]


def main() -> int:
    """Create the mutants, check them, print the counts, and return the exit status."""
    mutants = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1  # noqa: PLR2004 - the second argument
    counts = measure(mutants, seed)
    for operator in sorted({operator for operator, _ in counts}):
        made = counts[operator, "made"]
        shares = (f"{name} {counts[operator, name] / made:.1%}" for name in ("told", "first", "any"))
        print(f"{operator}: {made} mutants, {', '.join(shares)}")
    total = {
        name: sum(n for (_, what), n in counts.items() if what == name) for name in ("made", "told", "any")
    }
    print(
        f"all: {total['made']} mutants, told {total['told']}, at the place {total['any'] / total['made']:.1%}"
    )
    return int(total["told"] < total["made"] or total["any"] < ENOUGH * total["made"])


def measure(mutants: int, seed: int) -> Counter[tuple[str, str]]:
    """Count the mutants by operator and by result.

    The results are `made`, `told` (with an error), `first` (the first error is at the place) and `any` (any
    error is).
    """
    chance = random.Random(seed)  # noqa: S311 - reproducible, not secret
    counts: Counter[tuple[str, str]] = Counter()
    games = sorted(path.parent for path in GAMES.glob("*/game.yaml"))
    with tempfile.TemporaryDirectory() as made:
        folders = [Folder(game, Path(made) / game.name) for game in games]
        for number in range(mutants):
            folder = folders[number % len(folders)]
            operator = OPERATORS[number // len(folders) % len(OPERATORS)]
            place = chance.choice([p for p in folder.places if p.operator == operator])
            spoilt = folder.text[: place.start] + place.instead + folder.text[place.end :]
            errors = folder.errors(spoilt)
            counts[operator, "made"] += 1
            counts[operator, "told"] += bool(errors)
            hits = [at_the_place(d, place, spoilt) for d in errors]
            counts[operator, "first"] += bool(hits and hits[0])
            counts[operator, "any"] += any(hits)
            if not any(hits):
                shown = "; ".join(f"{d.span} {d.message}" for d in errors[:3]) or "nothing is said"
                line = folder.text.count("\n", 0, place.start) + 1
                was = folder.text[place.start : place.end]
                print(
                    f"{operator}: {folder.name}:{line} `{was}` -> `{place.instead}`: {shown}", file=sys.stderr
                )
            if number % 100 == 99:  # noqa: PLR2004 - often enough
                print(
                    f"\r{number + 1} of {mutants}", end="\n" if number + 1 == mutants else "", file=sys.stderr
                )
    return counts


def at_the_place(d: Diagnostic, place: Place, spoilt: str) -> bool:
    """Return whether any of the places that a diagnostic points to is at the change."""
    grown = place.instead.count("\n")
    for label in (d.label, *d.others):
        line = spoilt.count("\n", 0, label.span.start)
        if label.span.source.name.endswith(".yaml") and place.around[0] <= line <= place.around[1] + grown:
            return True
    return False


class Folder:
    """A shipped game, the places where it can be corrupted, and the folder for checking the results."""

    def __init__(self, game: Path, folder: Path) -> None:
        self.name = game.name
        self.folder = folder
        folder.mkdir()
        for file in game.iterdir():
            if file.is_file():
                (folder / file.name).write_bytes(file.read_bytes())
        self.text = (game / "game.yaml").read_text(encoding="utf-8")
        root = read_document(Source("game.yaml", self.text), Collector())
        self.words = {
            word
            for file in folder.iterdir()
            if file.suffix in TEXTS
            for word in re.findall(r"\w+", file.read_text("utf-8"))
        }
        described = peek(game).model
        self.places = [
            *self._misspelt(described),
            *self._mistyped(described),
            *(_without(self.text, root) if root is not None else ()),
            *(_doubled(self.text, root) if root is not None else ()),
        ]

    def errors(self, text: str) -> list[Diagnostic]:
        """Return the errors that the checker finds if the game's file contains this text."""
        (self.folder / "game.yaml").write_text(text, encoding="utf-8")
        return [d for d in check(self.folder).diagnostics if d.severity == "error"]

    def _misspelt(self, game: m.Game) -> Iterator[Place]:
        for start, end in sorted(set(_uses(game))):
            name = self.text[start:end]
            swapped = f"{name[:-2]}{name[-1]}{name[-2:-1]}"
            wrong = swapped if swapped != name else f"{name}{name[-1:]}"
            plain = re.fullmatch("[a-z][a-z0-9_]*", name) and re.fullmatch("[a-z][a-z0-9_]*", wrong)
            if plain and wrong not in self.words | WORDS:
                yield _place(self.text, "misspelt name", start, end, wrong)

    def _mistyped(self, game: m.Game) -> Iterator[Place]:
        for expression, instead in _typed(game):
            span = expression.span
            if span.source.name.endswith("game.yaml"):
                yield _place(self.text, "wrong type", span.start, span.end, instead)

    def pairs(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield, for each comparison, the positions of the names with which its two sides begin."""
        for part in _parts(peek(self.folder).model):
            if isinstance(part, ast.Comparison) and len(part.rest) == 1:
                sides = [_head(part.first), _head(part.rest[0][1])]
                if None not in sides:
                    yield tuple((side.start, side.end) for side in sides if side is not None)  # type: ignore[misc] # two

    def misspelt(self, places: Iterable[tuple[int, int]]) -> str:
        """Return the game's text with the names at `places` misspelled.

        The places must be in ascending order.
        """
        text = self.text
        for _, end in reversed(list(places)):
            text = f"{text[:end]}_{UNKNOWN}{text[end:]}"
        return text


UNKNOWN = "unknown"
"""A suffix that does not occur in the names of any game."""


def _head(node: ast.Node) -> ast.Name | None:
    """Return the name with which one side of a comparison begins, or `None` if it is not a bare name."""
    inner = node.of if isinstance(node, ast.Index) else node
    return inner if isinstance(inner, ast.Name) else None


WORDS = {*BUILTINS, *QUANTIFIER_FORMS, *RESERVED}

OPERATORS = ("misspelt name", "wrong type", "needed key taken out", "doubled key")


def _place(text: str, operator: str, start: int, end: int, instead: str) -> Place:
    lines = text.count("\n", 0, start), text.count("\n", 0, end)
    return Place(operator, start, end, instead, lines)


def _parts(value: object) -> Iterator[object]:
    """Yield all parts of a description, including nested parts."""
    yield value
    if isinstance(value, tuple):
        for item in value:
            yield from _parts(item)
    elif dataclasses.is_dataclass(value) and not isinstance(value, Source):
        for each in dataclasses.fields(value):
            if not (isinstance(value, m.KindDecl) and each.name == "label"):
                yield from _parts(getattr(value, each.name))


def _uses(game: m.Game) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each name that an expression, a step or a declaration uses."""
    for part in _parts(game):
        match part:
            case ast.Name(start, end, _):
                yield start, end
            case ast.Call(start, _, name, _) | ast.Quantifier(start, _, name, _, _):
                yield start, start + len(name)
            case ast.Attribute(_, end, _, name):
                yield end - len(name), end
            case m.Run(procedure=ident) | m.Announce(event=ident) | m.Offered(ident, _):
                yield ident.span.start, ident.span.end
            case m.ZoneDecl(of=ident) | m.HandlerDecl(event=ident) | m.PartDecl(part_of=ident):
                yield ident.span.start, ident.span.end
            case _:
                pass


def _typed(game: m.Game) -> Iterator[tuple[ast.Expression, str]]:  # noqa: C901 - a line for each form
    """Yield each expression whose context requires a type, with a replacement that has another type."""
    for part in _parts(game):
        match part:
            case m.If(condition=condition) | m.While(condition=condition):
                yield condition, "7"
            case m.Case(subject=subject):
                yield subject, "players"
            case m.Transfer(amount=amount):
                yield amount, "true"
            case m.Move(what=what, to=to):
                yield what, "7"
                yield to, "true"
            case m.Shuffle(zone=zone):
                yield zone, "7"
            case m.For(over=over):
                yield from ((each, "true") for _, each in over)
            case m.EndDecl(when=when):
                yield when, "7"
            case m.Pick(source=source, where=where):
                yield source, "true"
                if where is not None:
                    yield where, "7"
            case m.Game(ranking=ranking, score=score):
                yield from ((each, "true") for each in (*ranking, *(part.body for part in score)))
            case _:
                pass


def _mappings(node: Node) -> Iterator[Mapping]:
    if isinstance(node, Mapping):
        yield node
        for entry in node.entries:
            yield from _mappings(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _mappings(item)


def _without(text: str, root: Node) -> Iterator[Place]:
    """Yield the removal of each required key that can be removed without other changes."""
    for mapping in _mappings(root):
        names = mapping.names()
        needed = {n for told, keys in NEEDED.items() if told in names for n in keys if n in names}
        for i, entry in enumerate(mapping.entries):
            if (
                entry.key.text in needed
                and isinstance(entry.value, Scalar | Sequence)
                and ("seen_by" not in names or entry.key.text != "type")
            ):
                yield from _taken_out(text, mapping, i)


def _taken_out(text: str, mapping: Mapping, i: int) -> Iterator[Place]:
    entry = mapping.entries[i]
    start, end = entry.key.span.start, entry.value.span.end
    around = _lines(text, mapping)
    if text[mapping.span.start : mapping.span.start + 1] == "{":
        following = re.compile(r"\s*,\s*").match(text, end)
        before = re.search(r",\s*$", text[:start])
        if following is not None:
            yield Place("needed key taken out", start, following.end(), "", around)
        elif before is not None:
            yield Place("needed key taken out", before.start(), end, "", around)
        return
    begin = text.rfind("\n", 0, start) + 1
    after = text.find("\n", end) + 1
    if after and not text[begin:start].strip() and (i > 0 or len(mapping.entries) > 1):
        yield Place("needed key taken out", begin, after, "", around)


def _lines(text: str, mapping: Mapping) -> tuple[int, int]:
    """Return the first and the last line of a mapping, including the line of the key before it."""
    return text.count("\n", 0, mapping.span.start) - 1, text.count("\n", 0, mapping.span.end)


def _doubled(text: str, root: Node) -> Iterator[Place]:
    for mapping in _mappings(root):
        for entry in mapping.entries:
            yield from _twice(text, mapping, entry)


def _twice(text: str, mapping: Mapping, entry: Entry) -> Iterator[Place]:
    start, end = entry.key.span.start, entry.value.span.end
    if not isinstance(entry.value, Scalar) and "\n" in text[start:end]:
        return
    lines = text.count("\n", 0, start), text.count("\n", 0, end)
    written = text[start:end]
    if text[mapping.span.start : mapping.span.start + 1] == "{":
        yield Place("doubled key", end, end, f", {written}", lines)
        return
    begin, after = text.rfind("\n", 0, start) + 1, text.find("\n", end) + 1
    indent = " " * (start - begin)
    if after and not text[end:after].strip():
        yield Place("doubled key", after, after, f"{indent}{written}\n", (lines[0], lines[1] + 1))


if __name__ == "__main__":
    sys.exit(main())
