"""What a seat may see of a game, as data: what there is on the table, where it lies and how it looks.

A `Scene` is made of a seat's observation alone (`interpreter.scene.scene`), and all that draws a table
draws one: the terminal, the page in the browser, a notebook. Every text in it is in the reader's language.
Lengths are in units of the distance between the centres of two cells that touch; x grows to the east, y to
the south.

**Refs** say what can be pointed at; a choice (`interpreter.scene.choices`) names those that stand for it,
and a front end lights up what has one of them:

    z5.c12    the component 12 in zone 5, where the seat knows it; of alike ones the first
    z5.2      what lies in zone 5 at the place 2 (from 0), where the seat does not
    z5        the zone 5
    s0.14     the cell 14 of the space 0 (spaces in the order of declaration)
    o0.840    the place 840 of the plane 0
    t7        the part 7 printed on a tile
    p0        the player in seat 0
    e.suit.2  the third value of the enumeration (or rows of the kind) `suit`
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

__all__ = [
    "Board",
    "Cell",
    "Ending",
    "Fact",
    "Group",
    "Heading",
    "Lies",
    "Look",
    "Mark",
    "Outline",
    "Part",
    "Piece",
    "Place",
    "Player",
    "Point",
    "Ranked",
    "Ref",
    "Scene",
    "Table",
    "Value",
]

Ref: TypeAlias = str

Point: TypeAlias = tuple[float, float]

Outline: TypeAlias = tuple[Point, ...]
"""A polygon, its corners clockwise; the last is joined to the first."""

Lies: TypeAlias = Literal["pile", "fan", "row", "square"]
"""A pile of which the top is seen, a hand held in a fan, things side by side, or the place of one thing."""

Form: TypeAlias = Literal["squares", "hexes", "track", "graph", "plane"]


@dataclass(frozen=True, slots=True)
class Look:
    """A symbol of a character or two, and the name of a colour of the palette; "" for none."""

    symbol: str = ""
    color: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is printed on a component: of which attribute, in words, and how it looks."""

    name: str
    text: str
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class Mark:
    """Something at a side of what is printed on a component: `side` is a direction of the board (`north`)."""

    side: str
    symbol: str
    text: str
    color: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part that is printed on a tile, in a square of side 1 whose corner is at (0, 0).

    `more` is what else is printed on it, in words. `outlines` are to be painted in the order of the
    parts; `at` is where pieces stand. They are as the tile is turned.
    """

    ref: Ref
    name: str
    look: Look
    outlines: tuple[Outline, ...]
    at: Point
    pieces: tuple[Piece, ...] = ()
    more: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A component that lies somewhere, or `count` of them that nobody could tell apart.

    `turn` is by how many quarters a tile is turned clockwise, `turns` are those in which it looks different.
    `short` is a word or symbol for cells. Who does not know it sees its back: `known` is false, `name` says
    what can be told. `holds` are zones of its own (what has been attached to it) that are not empty,
    `values` its own variables.
    """

    refs: tuple[Ref, ...]
    name: str
    short: str
    kind: str
    known: bool = True
    count: int = 1
    look: Look = Look()
    facts: tuple[Fact, ...] = ()
    marks: tuple[Mark, ...] = ()
    parts: tuple[Part, ...] = ()
    turn: int = 0
    turns: tuple[int, ...] = ()
    owner: int | None = None
    holds: tuple[Place, ...] = ()
    values: tuple[Value, ...] = ()
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A zone: how many components lie in it, and which, the uppermost first where it has an order.

    Of a pile nobody sees into `pieces` is one hidden piece with its `count`. `key` is what tells it from
    others of its family, "" if nothing need: in a group of a player the player is left out.
    """

    ref: Ref
    name: str
    key: str
    lies: Lies
    pieces: tuple[Piece, ...]
    size: int
    ordered: bool = False
    capacity: int | None = None
    owner: int | None = None
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """A variable or a resource, or one of a family.

    `key` is as of a `Place`; `text` is "?" where it is `hidden`. It is `blank` where it is as good as
    nothing: 0, none, false.
    """

    name: str
    key: str
    text: str
    look: Look = Look()
    hidden: bool = False
    blank: bool = False
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a row or column: its words, what it stands for, and how that looks."""

    text: str
    refs: tuple[Ref, ...] = ()
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class Table:
    """Values in rows and columns; each row has a value for each column, `None` where there is none."""

    title: str
    columns: tuple[Heading, ...]
    rows: tuple[tuple[Heading, tuple[Value | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a board, or a side or a corner of cells that something may stand on.

    `outline` is empty for what has no extent of its own. `marks` are symbols of players and values that lie
    there as variables say: a mark, an owner, a number.
    """

    ref: Ref
    name: str
    at: Point
    outline: Outline
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Value, ...] = ()
    sort: Literal["cell", "edge", "corner"] = "cell"
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A space, with what lies on it. One that is every player's own comes once for each (`owner`).

    `columns` and `rows` are headings with where they stand (x, and y). `links` join cells, by their index,
    where outlines do not show what is next to what. `extent` is left, top, right and bottom of what is
    worth showing.
    """

    name: str
    title: str
    form: Form
    cells: tuple[Cell, ...]
    extent: tuple[float, float, float, float]
    columns: tuple[tuple[float, str], ...] = ()
    rows: tuple[tuple[float, str], ...] = ()
    links: tuple[tuple[int, int], ...] = ()
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A seat (from 0): what its player is called, and whether it is the reader's, on turn, or deciding."""

    seat: int
    name: str
    ref: Ref
    look: Look
    you: bool = False
    turn: bool = False
    deciding: bool = False
    team: int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """What stands together: the table that is everybody's (`player` is `None`), or what is a player's own."""

    player: int | None
    title: str
    boards: tuple[Board, ...] = ()
    places: tuple[Place, ...] = ()
    values: tuple[Value, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """How a player has ended: the place (1 is first), the score, its parts in the order of `Ending.parts`."""

    place: int
    seat: int
    score: int
    parts: tuple[int, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game has ended: why, and who came where, the first first. `truncated`: it means nothing."""

    reason: str
    ranked: tuple[Ranked, ...]
    parts: tuple[str, ...]
    truncated: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """What a seat (`None`: a spectator) may see of a game; `phase` is "" where it has no name."""

    game: str
    language: str
    seat: int | None
    phase: str
    prompt: str
    players: tuple[Player, ...]
    groups: tuple[Group, ...]
    scoreboard: Table | None = None
    ending: Ending | None = None
    legend: tuple[tuple[str, Look], ...] = field(default=())
