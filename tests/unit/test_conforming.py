"""Conformity to JSON Schemas, compared with a library."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gamespec.conforming import conforming
from gamespec.documents.document import read_document, read_source
from gamespec.documents.nodes import plain
from gamespec.schema import resolved
from gamespec.text.diagnostics import Collector

ROOT = Path(__file__).parents[2]
FILES = {
    "game": [*ROOT.glob("games/*/game.yaml"), *ROOT.glob("tests/diagnostics/GS12*/game.yaml")],
    "variant": [*ROOT.glob("games/*/variants/*.yaml")],
    "scenarios": [*ROOT.glob("games/*/scenarios/*.yaml"), *ROOT.glob("games/*/scenarios.yaml")],
    "bands": [*ROOT.glob("games/*/bands.yaml")],
}
OTHERS = (
    None,
    True,
    0,
    1,
    -7,
    10**9,
    "",
    "x",
    "Not a name",
    [],
    ["x", "x"],
    {},
    {"x": 1},
    {"turns": "clockwise"},
)


def content(path: Path) -> Any:
    """Return what a file says."""
    found = Collector()
    source = read_source(path, found)
    assert source is not None
    node = read_document(source, found)
    assert node is not None
    return plain(node)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each mapping or list within a value, with one of its keys or indexes."""
    inside = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in inside:
        yield value, key
        yield from places(value[key])


def changed(value: Any, draw: random.Random) -> Any:
    """Return a copy of a file's content with one part removed, renamed or replaced."""
    other = copy.deepcopy(value)
    where, key = draw.choice(list(places(other)))
    match draw.randrange(4):
        case 0:
            del where[key]
        case 1 if isinstance(where, dict):
            where[draw.choice(["x", "when", "Do", "move", "is"])] = where.pop(key)
        case 2:
            more, at = draw.choice(list(places(value)))
            where[key] = more[at]
        case _:
            where[key] = draw.choice(OTHERS)
    return other


@pytest.mark.parametrize("name", FILES)
def test_a_library_decides_alike(name: str) -> None:
    """Files of the repository, and such files with a random change, conform if the library says so."""
    schema, draw = resolved(name), random.Random(name)  # noqa: S311 - a sample
    conforms, library = conforming(schema), Draft202012Validator(schema)
    read = [content(path) for path in draw.sample(FILES[name], min(6, len(FILES[name])))]
    values = [*read, *OTHERS, *(changed(value, draw) for value in read for _ in range(4))]
    assert [conforms(value) for value in values] == [library.is_valid(value) for value in values]


def test_an_unknown_keyword_is_an_error() -> None:
    """A keyword without a rule is not passed over."""
    with pytest.raises(KeyError):
        conforming({"contains": {"type": "string"}})
