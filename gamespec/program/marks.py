"""Marks on the types of integer fields, which tell readers of a program what the integer means.

The type of a field restricts its values. Its mark says what they mean: the number of an entry in one of the
program's tables, a place in the author's text, or a number with a lower bound. For a type checker, all of
these are integers.
"""

from __future__ import annotations

from typing import Annotated

from gamespec.program.frozen import dataclass

__all__ = [
    "ActionNumber",
    "AttributeNumber",
    "CodeNumber",
    "Cost",
    "Count",
    "FamilyNumber",
    "HistoryNumber",
    "Index",
    "KindNumber",
    "Least",
    "PhaseNumber",
    "Place",
    "PlaneNumber",
    "RoutineNumber",
    "Shared",
    "SiteNumber",
    "SlotNumber",
    "SpaceNumber",
    "StoreNumber",
    "StreamNumber",
    "VariableNumber",
    "Written",
    "ZoneNumber",
]


@dataclass(frozen=True, slots=True)
class Index:
    """Marks the number of an entry in a table of the program, or an index below the size `of`."""

    of: str
    also: int | None = None
    """An additional number that stands for no entry."""


@dataclass(frozen=True, slots=True)
class Least:
    """Marks a number that is at least `number`."""

    number: int


@dataclass(frozen=True, slots=True)
class Written:
    """Marks a place in the author's text, which is not part of the program's meaning."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Marks a reference to an entry of a table of the program."""

    of: str


Place = Annotated[int, Written()]
Count = Annotated[int, Least(0)]
Cost = Annotated[int, Least(1)]
"""A number of units of work. It is at least 1, so that nothing can run for ever."""

CodeNumber = Annotated[int, Index("code")]
RoutineNumber = Annotated[int, Index("routines")]
PhaseNumber = Annotated[int, Index("phases")]
SiteNumber = Annotated[int, Index("sites")]
ActionNumber = Annotated[int, Index("actions")]
StreamNumber = Annotated[int, Index("streams")]
SlotNumber = Annotated[int, Index("slots")]
StoreNumber = Annotated[int, Index("stores")]
AttributeNumber = Annotated[int, Index("attributes")]
KindNumber = Annotated[int, Index("kinds")]
FamilyNumber = Annotated[int, Index("families")]
ZoneNumber = Annotated[int, Index("zones")]
HistoryNumber = Annotated[int, Index("histories")]
SpaceNumber = Annotated[int, Index("spaces")]
PlaneNumber = Annotated[int, Index("planes")]
VariableNumber = Annotated[int, Index("variables")]
