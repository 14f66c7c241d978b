"""For any input, the checker returns diagnostics, and their places are in the file.

Shipped games are corrupted at random: tokens, keys, values and lines are deleted, doubled, swapped, or
replaced by others from the same file or by words of the language. The seeds are fixed, so a failure can be
repeated. But the mutant that belongs to a seed changes if the games do.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

from gamespec.loader import check
from gamespec.text.render import render
from interpreter import Fault, Game

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = sorted(path.parent for path in (Path(__file__).parents[2] / "games").glob("*/game.yaml"))
SEEDS, MUTANTS = 16, 16
DECISIONS = 20

_TOKEN = re.compile(r"[a-z_]\w*|\d+|\.\.|[=!<>]=|//|[^\w\s]")
_VALUE = re.compile(r"(?<=\")[^\"\n]+(?=\")|(?<=[:,] )[^{}\[\],#\n\"]+|(?<=[:\[{( ])\w+(?=[:)\]}])")
_LINE = re.compile(r"(?m)^.*\n")
# Words that may be in the wrong place, and values at the bounds of what is allowed.
_WORDS = """
    none me players player bool true false bank 0 1 -1 2147483647 99999999999 0.5
    any all none count sum min max first the filter sort map best reach in not and or if else from
    size empty nth top bottom key number default left seat neighbours step ray lines row column cell
    move set transfer shuffle reveal random let choose offer for while run announce check stop
    turn phase loop to at by as with do then where when per type start of rows attributes copies
"""
_VOCABULARY = (*_WORDS.split(), *"{}[]():,.=<>+-*/%?#&!|'\"\\\té")


def _delete(text: str, spans: list[tuple[int, int]], chance: random.Random) -> str:
    start, end = chance.choice(spans)
    return text[:start] + text[end:]


def _double(text: str, spans: list[tuple[int, int]], chance: random.Random) -> str:
    start, end = chance.choice(spans)
    return text[:end] + chance.choice(["", " ", ", "]) + text[start:end] + text[end:]


def _swap(text: str, spans: list[tuple[int, int]], chance: random.Random) -> str:
    (a, b), (c, d) = sorted([chance.choice(spans), chance.choice(spans)])
    return text if b > c else text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _replace(text: str, spans: list[tuple[int, int]], chance: random.Random) -> str:
    start, end = chance.choice(spans)
    other = slice(*chance.choice(spans))
    return text[:start] + chance.choice([text[other], chance.choice(_VOCABULARY)]) + text[end:]


_MUTATIONS: tuple[Callable[[str, list[tuple[int, int]], random.Random], str], ...] = (
    _delete,
    _double,
    _swap,
    _replace,
    _replace,
)


def mutated(text: str, chance: random.Random) -> str:
    """Return `text` with one to three random corruptions."""
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        pattern = chance.choice([_TOKEN, _TOKEN, _VALUE, _VALUE, _LINE])
        spans = [match.span() for match in pattern.finditer(text)]
        if spans:
            text = chance.choice(_MUTATIONS)(text, spans, chance)
    return text


def attempt(folder: Path, seed: int) -> None:
    """Check the game in a folder and its diagnostics. If the game is valid, play some of its decisions."""
    checked = check(folder)
    for d in checked.diagnostics:
        for label in (d.label, *d.others):
            assert 0 <= label.span.start <= label.span.end <= len(label.span.source.text), d
        assert d.message, d
    for style in ("full", "json"):
        render(checked.diagnostics, style)
    if checked.spec is None:
        assert any(d.severity == "error" for d in checked.diagnostics)
        return
    chance = random.Random(seed)  # noqa: S311 - reproducible, not secret
    try:
        game = Game(checked.spec.program(), seed)
        for _ in range(DECISIONS):
            if game.over:
                break
            game.apply(chance.choice(game.options))
    except Fault:
        pass


def spoil(source: Path, folder: Path, seed: int) -> str:
    """Copy a game into a folder with one of its files corrupted; return the corrupted text."""
    chance = random.Random(seed)  # noqa: S311 - reproducible, not secret
    files = [source / "game.yaml", *sorted(source.glob("*.csv"))]
    target = files[0] if chance.random() < 0.85 else chance.choice(files)
    for file in files:
        text = file.read_text(encoding="utf-8")
        (folder / file.name).write_text(mutated(text, chance) if file == target else text, encoding="utf-8")
    return (folder / target.name).read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", sampled(range(SEEDS), "generated", 8))
def test_checker_never_crashes(seed: int, tmp_path: Path) -> None:
    """No mutant makes the checker raise or point outside the file, and an accepted mutant can be played."""
    for number in range(seed * MUTANTS, (seed + 1) * MUTANTS):
        source = GAMES[number % len(GAMES)]
        for left in tmp_path.iterdir():
            left.unlink()
        text = spoil(source, tmp_path, number)
        try:
            attempt(tmp_path, number)
        except Exception as error:
            error.add_note(f"mutant {number} of {source.name}:\n{text}")
            raise
