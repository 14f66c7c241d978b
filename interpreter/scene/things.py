"""What a seat may see of a game, as data about the things on the table, their positions and their looks.

A `Scene` is made from a seat's observation alone (see `interpreter.scene.scene`). Every front end draws a
scene, whether it is the terminal, the page in the browser, or a notebook. All texts in it are in the reader's
language. Lengths are in units of the distance between the centres of two adjacent cells; x grows to the east,
y to the south.

**Refs** identify things that people can point at. A choice (`interpreter.scene.choices`) lists the refs that
stand for it, and a front end highlights the things that have these refs:

    z5.c12    component 12 in zone 5, if the seat knows it (for identical components, the first of them)
    z5.2      what lies in zone 5 at place 2 (from 0), if the seat does not know the component
    z5        zone 5
    s0.14     cell 14 of space 0 (spaces are numbered in the order of declaration)
    o0.840    place 840 of plane 0
    t7        part 7 printed on a tile
    p0        the player in seat 0
    e.suit.2  the third value of the enumeration `suit`, or the third row of the kind `suit`
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from gamespec.program.frozen import dataclass

__all__ = [
    "Board",
    "Cell",
    "Ending",
    "Fact",
    "Feature",
    "Format",
    "Ground",
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
    "Rank",
    "Ranked",
    "Ref",
    "Scene",
    "ScoresAfter",
    "Side",
    "Stands",
    "Table",
    "Value",
]

Ref: TypeAlias = str

Point: TypeAlias = tuple[float, float]

Outline: TypeAlias = tuple[Point, ...]
"""The corners of a polygon, clockwise. The last corner is connected to the first."""

Ground: TypeAlias = Literal["plain", "hills", "waves", "deck", "bow", "stern"]
"""What is drawn below the sign of a square."""

Lies: TypeAlias = Literal["pile", "fan", "row", "square"]
"""The arrangement of a zone, as a pile, a fanned hand, things side by side, or a place for one thing."""

Format: TypeAlias = Literal["card", "square", "token"]
"""The format of a component: an upright card, a square, or a token in the shape of its owner."""

Form: TypeAlias = Literal["squares", "hexes", "track", "graph", "plane"]

Stands: TypeAlias = Literal["center", "side", "folded"]
"""Where something stands on the table: in its centre, beside it, or out of sight until it is wanted."""


@dataclass(frozen=True, slots=True)
class Look:
    """A symbol of one or two characters, a palette colour, an icon, a texture of parts of tiles.

    Each may be empty. Icons are those of `gamespec.icons`. `half` is `left` or `right` if only that half of
    the icon is drawn, and otherwise empty. `ground` is what is drawn below the icon on a square, if that
    differs from other components of the kind.
    """

    symbol: str = ""
    color: str = ""
    icon: str = ""
    texture: str = ""
    half: str = ""
    ground: Ground | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact printed on a component, with the attribute's name, its value in words, and the value's look."""

    name: str
    text: str
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class Rank:
    """How often a card shows its sign, from an attribute with its name and its value in words.

    `signs` is a number, or `None` for a value that is no number. `court` is the icon on the head of a court
    card, or empty.
    """

    name: str
    text: str
    signs: int | None
    court: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark at one side of a component. `side` is a direction of the board, such as `north`."""

    side: str
    symbol: str
    text: str
    color: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part printed on a tile. The tile is a square of side 1 whose corner is at (0, 0).

    `more` describes further facts printed on the part, `emblems` are their looks, and `sort` is the number of
    its first value, by which textures differ, or `None` if it has none. The `outlines` of parts are to be
    painted in the order of the parts. Pieces on the part stand at `at`. All coordinates are those of the
    rotated tile. `feature` names the feature of its board to which it belongs, or is "" if the tile has not
    been laid.
    """

    ref: Ref
    name: str
    look: Look
    outlines: tuple[Outline, ...]
    at: Point
    pieces: tuple[Piece, ...] = ()
    more: str = ""
    sort: int | None = None
    emblems: tuple[Look, ...] = ()
    feature: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A component that lies somewhere, or `count` components that nobody could tell apart.

    `turn` is a tile's rotation in clockwise quarter turns, and `turns` are the rotations in which the tile
    looks different. `short` is a word or symbol that fits on a cell. If the reader does not know the
    component, `known` is false and `name` says what its back shows. `holds` are the nonempty zones that
    belong to the component (for attached things), and `values` are its own variables. `format` is that of
    its face, and `series` is the number of its kind, by which the patterns on backs differ, unless `back` and
    `dye` name the pattern and its colour. `rank` says how often a card shows its sign, if the game says so,
    and `ground` what is drawn below the sign of a square. `figure` is the form of a token, such as `meeple`,
    or "" for the shape of its owner. The `owner` of an unknown component is given if its back shows it.
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
    format: Format = "card"
    series: int = 0
    figure: str = ""
    back: str = ""
    dye: str = ""
    rank: Rank | None = None
    ground: Ground = "hills"


@dataclass(frozen=True, slots=True)
class Place:
    """A zone, with the number of its components and its pieces, from the top if the zone is ordered.

    In a pile that nobody sees into, `pieces` is one hidden piece with its `count`. `key` distinguishes the
    zone from others in its family, and is empty if that is not necessary. In a player's group, `key` omits
    the player. `counted` is what people count instead of the components, with its unit, or "" for their
    number. `note` is what people read below the name, or "".
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
    stands: Stands = "side"
    counted: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """A variable or a resource, or one member of a family of variables or resources.

    `key` is as in a `Place`. `text` is "?" if the value is `hidden`. `blank` means that the value is 0, none
    or false. `ref` identifies the value when it is drawn again; people cannot point at values. A `die` is
    drawn as the face of a die. A value is `computed` if it is that of a function, and no variable holds it.
    On a ladder, `refs` are those of what has the value, such as a player.
    """

    name: str
    key: str
    text: str
    look: Look = Look()
    hidden: bool = False
    blank: bool = False
    changed: bool = False
    ref: Ref = ""
    die: bool = False
    computed: bool = False
    refs: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a row or column, with its words, its ref, and its look."""

    text: str
    refs: tuple[Ref, ...] = ()
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class Table:
    """A table of values. Each row has a value for each column, or `None` where there is no value."""

    title: str
    columns: tuple[Heading, ...]
    rows: tuple[tuple[Heading, tuple[Value | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a board, or a side or corner of cells on which something may stand.

    `outline` is empty for sides and corners. `marks` are symbols of the players and values that variables
    place on the cell, such as its owner or a number. `look` is what is painted on the cell itself, below all
    that lies there, and `called` is what people call cells with this look; both may be empty.
    """

    ref: Ref
    name: str
    at: Point
    outline: Outline
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Value, ...] = ()
    sort: Literal["cell", "edge", "corner"] = "cell"
    changed: bool = False
    look: Look = Look()
    called: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a grid that belongs to a player, as the edges of cells, with the look of the player."""

    edges: tuple[tuple[Point, Point], ...]
    look: Look


@dataclass(frozen=True, slots=True)
class Feature:
    """Parts that are joined across the tiles of a plane, identified by their refs.

    `tiles` is the number of tiles over which they extend, and `open` the number of sides of these tiles at
    which they can still grow, or `None` if parts of their sort never grow. `owners` are the seats of those
    who have components on them, each with the number of these. `values` are what the view shows of it.
    """

    name: str
    parts: tuple[Ref, ...]
    tiles: int
    open: int | None
    owners: tuple[tuple[int, int], ...] = ()
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A space, with what lies on it. If every player has a board of the space, each board has an `owner`.

    `columns` and `rows` are headings with their x and y positions. `links` are pairs of cells, by index, that
    are adjacent although their outlines do not show it. `extent` is the left, top, right and bottom of the
    area to draw. `color` is the colour of the cells and the frame, or "" for wood, and `texture` is how they
    are painted, or "" for plainly. The pieces on the cells of a `joined` board fill them, so that pictures
    continue from cell to cell; those of a board with `holes` are holes. `named` says whether people need the
    names of cells. A `ladder` is a track whose fields are steps.
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
    sides: tuple[Side, ...] = ()
    stands: Stands = "center"
    features: tuple[Feature, ...] = ()
    color: str = ""
    texture: str = ""
    joined: bool = False
    holes: bool = False
    named: bool = True
    ladder: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A player, given by the seat (from 0).

    `you` says whether the player is the reader, `turn` whether it is the player's turn, and `deciding`
    whether the player has to answer now. `values` are those variables and resources of which each player has
    one. `score` is what the player would score if the game were over, unless the reader cannot know that or
    sees it as a value. If the view names another score, that is `score`, and `score_name` its name; with
    `lowest`, fewer is better.
    """

    seat: int
    name: str
    ref: Ref
    look: Look
    you: bool = False
    turn: bool = False
    deciding: bool = False
    team: int | None = None
    values: tuple[Value, ...] = ()
    score: int | None = None
    score_name: str = ""
    lowest: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Things that belong to one player, or to the shared table if `player` is `None`."""

    player: int | None
    title: str
    boards: tuple[Board, ...] = ()
    places: tuple[Place, ...] = ()
    values: tuple[Value, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's result.

    It consists of the place (1 is first), the score, and the parts of the score in the order of
    `Ending.parts`. `counted` is what people count instead of the score, if the view says so.
    """

    place: int
    seat: int
    score: int
    parts: tuple[int, ...]
    won: bool
    counted: int | None = None

    @property
    def shown(self) -> int:
        """The number that people see as the score."""
        return self.score if self.counted is None else self.counted


@dataclass(frozen=True, slots=True)
class ScoresAfter:
    """The score of each player, by seat, after a number of answers."""

    answers: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended, with the reason and the ranking, winner first.

    If the game was `truncated`, the ranking is meaningless. `course` says how the scores changed during the
    game, if the game's history is known. `decided` says in short sentences what decided it, each with the
    number of answers after which that happened, or `None`. `counted` is the name of what people count instead
    of the score, or "".
    """

    reason: str
    ranked: tuple[Ranked, ...]
    parts: tuple[str, ...]
    truncated: bool
    counted: str = ""
    course: tuple[ScoresAfter, ...] = ()
    decided: tuple[tuple[str, int | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """What was last taken together from the middle of the table, in the order in which it was laid there.

    `by` is the player who took it, and `best` the number of the piece that this player had laid; either is
    `None` if it is not known.
    """

    by: int | None
    pieces: tuple[Piece, ...]
    best: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """What a seat may see of a game. The seat of a spectator is `None`, and a phase without a name is ""."""

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
    felt: str = "green"
    taken: Taken | None = None
