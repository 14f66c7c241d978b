"""What a seat may see of a game, as data: the things on the table, their positions and looks.

A `Scene` is made from a seat's observation alone (`interpreter.scene.scene`), and every front end draws one:
the terminal, the page in the browser, a notebook. Every text in it is in the reader's language. Lengths are
in units of the distance between the centres of two adjacent cells; x grows to the east, y to the south.

**Refs** identify what can be pointed at. A choice (`interpreter.scene.choices`) lists the refs that stand for
it, and a front end highlights the things that have them:

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
"""A polygon, its corners clockwise; the last is connected to the first."""

Lies: TypeAlias = Literal["pile", "fan", "row", "square"]
"""A pile with a visible top, a fanned hand, things side by side, or a place for one thing."""

Form: TypeAlias = Literal["squares", "hexes", "track", "graph", "plane"]


@dataclass(frozen=True, slots=True)
class Look:
    """A symbol of one or two characters, and the name of a palette colour; "" for none."""

    symbol: str = ""
    color: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is printed on a component: the attribute, the value in words, and its look."""

    name: str
    text: str
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class Mark:
    """Something at a side of a printed thing: `side` is a direction of the board (`north`)."""

    side: str
    symbol: str
    text: str
    color: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part printed on a tile, in a square of side 1 whose corner is at (0, 0).

    `more` is what else is printed on it, in words. `outlines` are to be painted in the order of the parts;
    `at` is where pieces stand. All coordinates are those of the turned tile.
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
    """A component that lies somewhere, or `count` of them that nobody could distinguish.

    `turn` is a tile's rotation in clockwise quarters, `turns` are those in which it looks different. `short`
    is a word or symbol for cells. A reader who does not know it sees its back: `known` is false, and `name`
    says what is visible. `holds` are its own nonempty zones (for attached things), `values` its own
    variables.
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
    """A zone: the number of its components, and its pieces, uppermost first if it is ordered.

    For a pile that nobody sees into, `pieces` is one hidden piece with its `count`. `key` distinguishes it in
    its family, "" if that is unnecessary: in a player's group the player is left out.
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
    """A variable or a resource, or a member of a family.

    `key` is as in a `Place`; `text` is "?" if it is `hidden`. It is `blank` if its value is 0, none or false.
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
    """The heading of a row or column: its words, its ref, and its look."""

    text: str
    refs: tuple[Ref, ...] = ()
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class Table:
    """Values in rows and columns; each row has a value for each column, `None` if there is none."""

    title: str
    columns: tuple[Heading, ...]
    rows: tuple[tuple[Heading, tuple[Value | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a board, or a side or a corner of cells on which something may stand.

    `outline` is empty if it has no extent. `marks` are symbols of players and values that variables place
    there: a mark, an owner, a number.
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
    """A space, with what lies on it. If every player has one, it occurs once per player (`owner`).

    `columns` and `rows` are headings with their positions (x, and y). `links` join cells, by index, where
    outlines do not show the adjacency. `extent` is the left, top, right and bottom of the relevant area.
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
    """A seat (from 0): its player's name, and whether it is the reader's, has the turn, or decides."""

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
    """Things that belong together: the shared table (`player` is `None`), or those of a player."""

    player: int | None
    title: str
    boards: tuple[Board, ...] = ()
    places: tuple[Place, ...] = ()
    values: tuple[Value, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's result: the place (1 is first), the score, and its parts in the order of `Ending.parts`."""

    place: int
    seat: int
    score: int
    parts: tuple[int, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended: the reason, and the ranking, winner first. If `truncated`, it is meaningless."""

    reason: str
    ranked: tuple[Ranked, ...]
    parts: tuple[str, ...]
    truncated: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """What a seat (`None`: a spectator) may see of a game; `phase` is "" if it has no name."""

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
