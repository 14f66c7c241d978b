"""Texts with random corruptions, similar to those of an author who makes mistakes.

Tokens, keys, values and lines are deleted, doubled, swapped, or replaced by others from the same text or by
words of the language.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["mutated"]

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
