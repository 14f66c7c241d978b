"""The files that accompany a game are read completely if the schema accepts them, and only then."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamespec.description.declared import declared
from gamespec.description.reader import Reader
from gamespec.documents.document import Mapping, Node, Scalar, Sequence, read_document, read_source
from gamespec.model.bands import BandFile
from gamespec.model.model import Ident, Step
from gamespec.model.scenarios import ScenarioFile
from gamespec.model.spelling import SPELT, keys_of
from gamespec.schema import check_structure
from gamespec.system.resources import directory
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILES: dict[str, type] = {"scenarios": ScenarioFile, "bands": BandFile}
FILE_MODULES = {each.__module__ for each in FILES.values()}
"""The class that represents each kind of file, by the name of the schema."""

SAMPLES: dict[str, Any] = {
    "scenarios": [
        {
            "id": "ONE-1",
            "title": "A claim",
            "heading": "The rules",
            "players": 2,
            "options": {"goal": 5, "short": True},
            "variant": "one+other",
            "seed": 7,
            "invariants": True,
            "given": [{"move": "card", "to": "hand"}],
            "turn": "seat(2)",
            "phase": "play",
            "when": [
                {"take": {"n": 3, "card": "jack"}, "by": "seat(1)"},
                {"choose": {"some": "{a, b}"}},
                "take 3",
                {"expect": "turns == 1"},
                {"chance": "die", "is": 6},
                {"chance": "deck", "is": ["card_1", "card_2"]},
                {"refused": {"take": {"n": 1}}},
            ],
            "then": [
                "turns == 2",
                {"asked": "begin", "by": "seat(2)"},
                {"asked": ["take", "throw"]},
                {"offered": "take 1"},
                {"offered": {"pass": {}, "by": "seat(2)"}},
                {"knows": {"seat(1)": ["card", "top(deck).rank"]}},
                {"hidden": {"seat(1)": ["card"], "seat(2)": ["card"]}},
                {"ended": False},
                {"places": {"seat(1)": 1, "seat(2)": 1}},
                {"score": {"seat(1)": 3, "seat(2)": {"gold": 2, "debt": -1}}},
            ],
        },
        {"id": 2, "then": [True]},
    ],
    "bands": [
        {
            "id": "one",
            "title": "A claim",
            "variant": "one",
            "players": 2,
            "options": {"goal": 5},
            "seats": ["greedy", "random"],
            "games": 200,
            "seed": 7,
            "holds": [
                {"wins": 1, "within": "45%..55%"},
                {"mean": "turns", "within": 7},
                {"share": "turns < 60", "within": "..5%"},
                {"chosen": "every"},
                {"chosen": ["take", "throw"]},
            ],
        }
    ],
}
"""For each kind of file, a list of entries that contain every key of its classes."""

KEYS = sorted({key.name for made in SPELT for key in keys_of(made) if made.__module__ in FILE_MODULES})
PLAIN = st.recursive(
    st.sampled_from([None, True, False, -1, 0, 3, "", "x", "seat(1)", "nobody"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from([*KEYS, "choose", "x", "seat(1)"]), inner, max_size=3)
    ),
    max_leaves=4,
)


def whole(value: object, node: Node) -> bool:
    """Return whether `value` contains everything in the node from which it was read."""
    if type(value) in SPELT:
        return whole_object(type(value), value, node)
    match node:
        case Scalar():
            return text(value) == node.text
        case Sequence(items=items) if isinstance(value, tuple):
            steps = any(isinstance(each, Step) for each in value)
            return len(value) == len(items) and (steps or all(map(whole, value, items)))
        case Mapping(entries=entries) if isinstance(value, tuple):
            pairs = zip(value, entries, strict=False)
            read = all(text(key) == e.key.text and whole(of, e.value) for (key, of), e in pairs)
            return len(value) == len(entries) and read
        case Sequence(items=items):  # a list kept as it is has scalars in it
            return value is node and all(isinstance(item, Scalar) for item in items)
        case _:
            return False


def whole_object(made: type, value: object, node: Node) -> bool:
    """Return whether the fields of `value`, an object of class `made`, contain everything in a node."""
    keys = {key.name: key.field for key in keys_of(made) if key.key.named}
    bare = [getattr(value, key.field) for key in keys_of(made) if key.key.bare]
    free = [getattr(value, key.field) for key in keys_of(made) if key.key.others is not None]
    if not isinstance(node, Mapping):
        return bool(bare) and whole(bare[0], node)
    others = Mapping(tuple(e for e in node.entries if e.key.text not in keys), node.span)
    named = (whole(getattr(value, keys[e.key.text]), e.value) for e in node.entries if e.key.text in keys)
    return all(named) and whole(free[0] if free else (), others)


def text(value: object) -> str | None:
    """Return the text of the scalar from which a value was read, or `None` if it was no scalar."""
    match value:
        case Scalar(text=written) | Ident(name=written):
            return written
        case bool() | int():
            return json.dumps(value)
        case _:
            return value if isinstance(value, str) else None


def read(kind: str, source: Source) -> tuple[bool, bool, list[str]]:
    """Return whether a file is accepted, whether it is read completely, and what breaks its structure.

    A step without a verb is accepted by the schema and reported by the reader, so such a file does not count
    as accepted. The insides of steps are ignored, because they are part of the language of games. A fault
    that preserves the structure, such as a number out of bounds, breaks nothing.
    """
    found, dropped = Collector(), Collector()
    node = read_document(source, found)
    assert isinstance(node, Mapping)
    accepted = check_structure(node, kind, found)
    file: object = declared(Reader(dropped, {}), FILES[kind], without_language(node), {})
    steps = [x.node.get("given") for x in file.scenarios] if isinstance(file, ScenarioFile) else []
    ends = [(given.span.start, given.span.end) for given in steps if given is not None]
    faults = [d for d in found if not any(start <= d.span.start < end for start, end in ends)]
    nested = {d.span.text for d in faults if d.code == "GS122" and d.span.text[:1] in {"[", "{"}}
    unknown = [d.span.text for d in faults if d.code == "GS120"]
    read_whole = file is not None and whole(file, without_language(node))
    return accepted and not len(dropped), read_whole, [*nested - {"[]", "{}"}, *unknown]


def without_language(node: Mapping) -> Mapping:
    """Return the contents of a file without the language version, which is not a field of its class."""
    return Mapping(tuple(e for e in node.entries if e.key.text != "language"), node.span)


def places(node: object) -> Iterator[tuple[Any, Any]]:
    """Yield the location of every value nested in a list or dict.

    A location is the containing list or dict, and the index or key of the value in it.
    """
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inside:
        yield node, key
        yield from places(value)


@st.composite
def changed(draw: st.DrawFn, kind: str) -> Any:
    """Draw the contents of a file, which are the sample of its kind with a few changes."""
    document = {kind: copy.deepcopy(SAMPLES[kind])}
    for _ in range(draw(st.integers(1, 3))):
        if not document:
            break
        where, key = draw(st.sampled_from(list(places(document))))
        match draw(st.sampled_from(["remove", "replace", "rename", "add"])):
            case "remove":
                del where[key]
            case "rename" if isinstance(where, dict):
                where[draw(st.sampled_from(KEYS))] = where.pop(key)
            case "add" if isinstance(where[key], dict):
                where[key][draw(st.sampled_from(KEYS))] = draw(PLAIN)
            case "add" if isinstance(where[key], list):
                where[key].append(draw(PLAIN))
            case _:
                where[key] = draw(PLAIN)
    return document


@pytest.mark.parametrize("kind", FILES)
def test_the_samples_say_everything(kind: str) -> None:
    """Each sample is accepted and read completely, and contains every key of the classes of its file."""
    source = Source("f.yaml", json.dumps({kind: SAMPLES[kind]}))
    assert read(kind, source) == (True, True, [])
    written = {key for where, key in places(SAMPLES[kind]) if isinstance(where, dict)}
    module = FILES[kind].__module__
    keys = {key.name for made in SPELT if made.__module__ == module for key in keys_of(made) if key.key.named}
    assert keys - {kind} <= written


@pytest.mark.parametrize("kind", FILES)
@given(data=st.data())
def test_the_schema_accepts_what_is_read_whole(kind: str, data: st.DataObject) -> None:
    """A file that the schema accepts is read completely.

    A file that is read completely violates the schema at most by bounds and by the kinds of scalars.
    """
    source = Source("f.yaml", json.dumps(data.draw(changed(kind))))
    accepted, is_whole, breaking = read(kind, source)
    assert is_whole or not accepted
    assert not (is_whole and breaking)


def shipped() -> list[tuple[str, Path]]:
    """Return the kind and path of each shipped file that accompanies a game."""
    games = directory("games")
    scenarios = [("scenarios", path) for path in sorted(games.glob("*/scenarios/*.yaml"))]
    return [*scenarios, *(("bands", path) for path in sorted(games.glob("*/bands.yaml")))]


def test_shipped_files_are_read_whole() -> None:
    """Every shipped file of scenarios or bands is accepted and read completely."""
    assert len(shipped()) > len(FILES)
    for kind, path in shipped():
        source = read_source(path, Collector())
        assert source is not None
        assert read(kind, source) == (True, True, []), path
