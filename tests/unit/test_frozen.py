"""Frozen classes with slots, compared with those of `dataclasses`."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest

from gamespec.program.frozen import dataclass, replace


@dataclass(frozen=True, slots=True)
class Point:
    """A point."""

    x: int
    y: int = 0
    names: list[str] = field(default_factory=list, compare=False)


@dataclass(frozen=True, slots=True)
class Place(Point):
    """A point with a name."""

    called: str = field(default="here", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Part:
    """A part, which equals only itself."""

    of: object
    at: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class Usual:
    """A point as `dataclasses` makes it."""

    x: int
    y: int = 0
    names: list[str] = field(default_factory=list, compare=False)


@dataclasses.dataclass
class Noted:
    """A number, with notes that no caller gives."""

    x: int
    notes: list[str] = field(default_factory=list, init=False)


@pytest.mark.parametrize(
    ("instance", "changes"),
    [
        (Point(1, 2, ["a"]), {"y": 3}),
        (Point(1), {}),
        (Place(1, called="there"), {"x": 5, "called": "here"}),
        (Part(of="a", at=3), {"of": "b"}),
        (Usual(3), {"x": 4}),
        (Noted(3), {"x": 4}),
    ],
)
def test_copies_with_changes_are_as_usual(instance: Any, changes: dict[str, Any]) -> None:
    """`replace` makes the copy that `dataclasses.replace` makes, and refuses what is not a field."""
    copied, expected = replace(instance, **changes), dataclasses.replace(instance, **changes)
    assert type(copied) is type(expected)
    assert dataclasses.asdict(copied) == dataclasses.asdict(expected)
    with pytest.raises(TypeError, match="strange"):
        replace(instance, strange=1)


def test_values_are_compared_and_shown_as_usual() -> None:
    """Equality, hashes and texts are those of `dataclasses`."""
    assert Point(1) == Point(1, 0, ["other"]) != Point(1, 1)
    assert Point(1) != Place(1)
    assert hash(Point(3, 4)) == hash(Usual(3, 4)) == hash((3, 4))
    assert repr(Point(3, names=["a"])) == repr(Usual(3, names=["a"])).replace("Usual", "Point")
    assert repr(Place(1)) == "Place(x=1, y=0, names=[])"
    part = Part(of=None)
    assert part != Part(of=None)
    assert part == part  # noqa: PLR0124 - an instance equals itself


def test_signatures_are_as_usual() -> None:
    """Parameters have their names, types and defaults, and a mistake in a call names them."""
    mine, usual = inspect.signature(Point).parameters, inspect.signature(Usual).parameters
    assert [(p.name, p.kind, p.annotation) for p in mine.values()] == [
        (p.name, p.kind, p.annotation) for p in usual.values()
    ]
    assert Point.__match_args__ == Usual.__match_args__
    assert (Part(of=2).of, Part(of=2).at, Place(1, 2).called) == (2, 1, "here")
    assert Point(1).names is not Point(1).names
    wrong: Any = Point
    with pytest.raises(TypeError, match=r"Point.__init__\(\) missing 1 required positional argument: 'x'"):
        wrong()
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        wrong(1, z=2)


def test_instances_cannot_be_changed() -> None:
    """No attribute can be set or deleted, and there is no place for others."""
    point: Any = Point(1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        point.x = 2
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
        del point.x
    assert not hasattr(point, "__dict__")


def test_instances_are_copied_pickled_and_replaced() -> None:
    """Copies have the same values, and `replace` changes one."""
    place = Place(1, 2, ["a"], "there")
    assert copy.copy(place) == copy.deepcopy(place) == place
    assert pickle.loads(pickle.dumps(place)) == place  # noqa: S301 - our own bytes
    assert dataclasses.replace(place, y=3) == Place(1, 3, called="there")
