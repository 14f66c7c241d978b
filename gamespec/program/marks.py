"""What an integer of a program stands for: marks on the types of fields, for whoever reads a program in.

A field's type says what may stand there, and its mark what the number means: that it is the number of
something in one of the program's tables, a place in what the author wrote, or no less than something. For a
type checker all of them are integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

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
    """The number of a member of a table of the program, or, if it has one, of a size `of` that it counts."""

    of: str
    also: int | None = None
    """A number that means none of them."""


@dataclass(frozen=True, slots=True)
class Least:
    """No less than this."""

    number: int


@dataclass(frozen=True, slots=True)
class Written:
    """A place in what the author wrote: no part of what a program means."""


@dataclass(frozen=True, slots=True)
class Shared:
    """One of the members of a table of the program, which stands there and is only meant here."""

    of: str


Place = Annotated[int, Written()]
Count = Annotated[int, Least(0)]
Cost = Annotated[int, Least(1)]
"""Units of work; what costs nothing might never end."""

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
