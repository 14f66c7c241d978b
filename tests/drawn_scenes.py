"""Handmade scenes that together contain every kind of thing that can lie on a table. No game has them."""

from __future__ import annotations

import math
from dataclasses import replace

from interpreter.scene.things import (
    Board,
    Cell,
    Ending,
    Fact,
    Group,
    Heading,
    Look,
    Mark,
    Part,
    Piece,
    Place,
    Player,
    Point,
    Ranked,
    Scene,
    Table,
    Value,
)

__all__ = ["HOSTILE", "SCENES", "hostile"]

PLAYERS = (
    Player(0, "Ada", "p0", Look("A", "white"), you=True, turn=True, deciding=True),
    Player(1, "Ben", "p1", Look("B", "black")),
    Player(2, "Cleo", "p2", Look("C", "red"), team=0),
    Player(3, "Dag", "p3", Look("D", "blue"), team=1),
    Player(4, "Eve", "p4", Look("E", "yellow"), deciding=True),
    Player(5, "Fin", "p5", Look("", "")),
)


def scene(*groups: Group, players: int = 2, **more: object) -> Scene:
    """Return a scene with the given groups as the first of `players` players sees it."""
    first = Scene("made by hand", "en", 0, "the middle", "What do you do?", PLAYERS[:players], groups)
    return replace(first, **more)  # type: ignore[arg-type]


def around(x: float, y: float, half: float = 0.5) -> tuple[Point, ...]:
    """Return the corners of the square that is centered on a point and `2 * half` wide."""
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def hexagon(x: float, y: float) -> tuple[Point, ...]:
    """Return the corners of a hexagon of inner radius 1/2 around a point, with one corner to the north."""
    radius = 0.5 / math.cos(math.pi / 6)
    angles = [math.pi * corner / 3 for corner in range(6)]
    return tuple((x + radius * math.sin(angle), y - radius * math.cos(angle)) for angle in angles)


def stone(number: int, owner: int | None, *, name: str = "stone", short: str = "s", **more: object) -> Piece:
    """Return a stone that belongs to a player or, if `owner` is `None`, to nobody."""
    plain = Piece((f"z0.c{number}",), name, short, "stone", owner=owner)
    return replace(plain, **more)  # type: ignore[arg-type]


def card(number: int, symbol: str, color: str, rank: str, *, zone: int = 1, **more: object) -> Piece:
    """Return a card that shows a suit and a rank."""
    facts = (Fact("suit", symbol, Look(symbol, color)), Fact("rank", rank))
    plain = Piece(
        (f"z{zone}.c{number}",),
        f"{symbol}{rank}",
        f"{symbol}{rank}",
        "card",
        look=Look(symbol, color),
        facts=facts,
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def back(*refs: str, count: int = 1, name: str = "card", short: str = "") -> Piece:
    """Return a stack of `count` face-down cards."""
    return Piece(refs, name, short, "card", known=False, count=count)


def squares() -> Scene:
    """Return a grid with stones of all players, printed tiles with marks, face-down pieces, and variables."""
    tiles = {
        (0, 0): Piece(
            ("z2.c1",),
            "bear 3",
            "bear 3",
            "tile",
            facts=(Fact("sort", "bear"), Fact("value", "3")),
            marks=(Mark("north", "~", "water", "blue"),),
            look=Look("", "brown"),
        ),
        (1, 0): Piece(
            ("z2.c2",),
            "moose 12",
            "moose 12",
            "tile",
            facts=(Fact("sort", "moose"),),
            marks=(Mark("east", "~", "water", "blue"),),
            changed=True,
        ),
        (2, 0): Piece(
            ("z2.c3",),
            "canoe 4",
            "canoe 4",
            "tile",
            facts=(Fact("sort", "canoe"),),
            marks=(Mark("south", "~", "water", "blue"), Mark("west", "+", "bridge", "")),
            look=Look("C", "beige"),
        ),
        (3, 0): back("z2.0", name="tile"),
        (4, 0): back("z2.1", name="tile: red or 3", short="red?"),
        (5, 0): Piece(("z2.c9",), "chip", "10", "chip", count=12, facts=(Fact("value", "10"),)),
    }
    cells = []
    for row in range(8):
        for column in range(8):
            pieces: tuple[Piece, ...] = ()
            marks: tuple[Value, ...] = ()
            number = 8 * row + column
            if (column, row) in tiles:
                pieces = (tiles[column, row],)
            if (column, row) == (1, 0):
                pieces += (stone(90, None, short="p", look=Look("", "green")),)
            if row == 2 and column < 6:
                pieces = (stone(number, column),)
            if row == 3:
                pieces = tuple(stone(100 + 10 * column + each, each % 6) for each in range(column + 1))
            if row == 4 and column < 6:
                looks = [
                    Look("X", "black"),
                    Look("O", "white"),
                    Look("A", "white"),
                    Look("", "pink"),
                    Look(),
                    Look("7", ""),
                ]
                marks = (
                    Value(
                        "stone",
                        "",
                        ["X", "O", "Ada", "pink", "12", "7"][column],
                        looks[column],
                        changed=column == 1,
                    ),
                )
            if (column, row) == (0, 6):
                marks, pieces = (
                    (Value("owner", "", "Ben", Look("B", "black")), Value("level", "", "3")),
                    (stone(70, 0),),
                )
            if (column, row) == (1, 6):
                marks = (Value("owner", "", "none", Look("B", "black"), blank=True),)
            name = f"{'abcdefgh'[column]}{row + 1}"
            cells.append(
                Cell(
                    f"s0.{number}",
                    name,
                    (column, row),
                    around(column, row),
                    pieces,
                    marks,
                    changed=(column, row) == (7, 7),
                )
            )
    board = Board(
        "board",
        "The board",
        "squares",
        tuple(cells),
        (-0.5, -0.5, 7.5, 7.5),
        tuple((x, "abcdefgh"[x]) for x in range(8)),
        tuple((y, str(y + 1)) for y in range(8)),
    )
    return scene(Group(None, "The table", (board,)), players=6)


def large() -> Scene:
    """Return a board of 19 x 19 cells, which does not fit on the screen of a phone."""
    cells = tuple(
        Cell(
            f"s0.{19 * row + column}",
            f"{column + 1}-{row + 1}",
            (column, row),
            around(column, row),
            (stone(19 * row + column, (row + column) % 2),) if (row * column) % 7 == 1 else (),
        )
        for row in range(19)
        for column in range(19)
    )
    board = Board(
        "board",
        "Nineteen",
        "squares",
        cells,
        (-0.5, -0.5, 18.5, 18.5),
        tuple((x, str(x + 1)) for x in range(19)),
        tuple((y, str(y + 1)) for y in range(19)),
    )
    return scene(Group(None, "The table", (board,)))


def hexes() -> Scene:
    """Return a rhombus of hexes, where variables hold the owners of the cells."""
    cells = []
    high = math.sqrt(3) / 2
    for row in range(7):
        for column in range(7):
            at = (column + row / 2, row * high)
            whose = {(2, 3): 0, (3, 3): 1, (4, 2): 0}.get((column, row))
            marks = (
                ()
                if whose is None
                else (Value("stone", "", PLAYERS[whose].name, PLAYERS[whose].look, changed=whose == 1),)
            )
            cells.append(
                Cell(f"s0.{7 * row + column}", f"{'abcdefg'[column]}{row + 1}", at, hexagon(*at), (), marks)
            )
    board = Board("board", "Hexes", "hexes", tuple(cells), (-0.5, -0.6, 9.5, 6 * high + 0.6))
    return scene(Group(None, "The table", (board,)), language="de")


def ring() -> Scene:
    """Return a track that forms a loop, with many pieces in one cell, a face-down card and a symbol."""
    count, cells = 24, []
    radius = 1 / (2 * math.sin(math.pi / count))
    for index in range(count):
        angle = 2 * math.pi * index / count
        at = (radius * math.sin(angle), -radius * math.cos(angle))
        pieces: tuple[Piece, ...] = ()
        if index == 3:
            pieces = tuple(stone(each, each % 5) for each in range(7))
        if index == 9:
            pieces = (back("z3.0"), stone(20, 1))
        marks = (Value("fox", "", "fox", Look("F", "red")),) if index in {0, 3} else ()
        cells.append(Cell(f"s1.{index}", str(index + 1), at, (), pieces, marks))
    links = tuple((index, (index + 1) % count) for index in range(count))
    edge = radius + 0.5
    board = Board("trail", "The trail", "track", tuple(cells), (-edge, -edge, edge, edge), links=links)
    return scene(Group(None, "The table", (board,)), players=5)


def graph() -> Scene:
    """Return a board of points joined by lines."""
    points = {
        "north": (2, 0),
        "east": (4, 2),
        "south": (2, 4),
        "west": (0, 2),
        "centre": (2, 2),
        "the old harbour": (5, 4),
    }
    cells = tuple(
        Cell(
            f"s0.{index}",
            name,
            at,
            (),
            (stone(index, index % 3),) if index % 2 else (),
            (Value("man", "", "Ann", PLAYERS[0].look),) if name == "centre" else (),
        )
        for index, (name, at) in enumerate(points.items())
    )
    board = Board(
        "map",
        "A map",
        "graph",
        cells,
        (-0.5, -0.5, 5.5, 4.5),
        links=((0, 1), (1, 2), (2, 3), (3, 0), (4, 0), (4, 2), (1, 5)),
    )
    return scene(Group(None, "The table", (board,)), players=3)


def walls() -> Scene:
    """Return a grid of squares with walls on the sides of squares and settlements on their corners."""
    cells = [
        Cell(
            f"s0.{3 * row + column}",
            f"{'abc'[column]}{row + 1}",
            (column, row),
            around(column, row),
            (stone(0, 0),) if row == column == 1 else (),
        )
        for row in range(3)
        for column in range(3)
    ]
    number = 0
    for row in range(3):
        for column in range(2):
            line = ((column + 0.5, row - 0.5), (column + 0.5, row + 0.5))
            pieces = (stone(40 + number, row % 2, name="wall"),) if number in {1, 4} else ()
            marks = (Value("road", "", "Cleo", PLAYERS[2].look),) if number == 2 else ()
            cells.append(
                Cell(
                    f"s1.{number}",
                    f"{'abc'[column]}{row + 1}_east",
                    (column + 0.5, row),
                    line,
                    pieces,
                    marks,
                    "edge",
                )
            )
            number += 1
    for row in range(2):
        for column in range(2):
            at = (column + 0.5, row + 0.5)
            pieces = (stone(60 + row, 1, name="settlement", short="S"),) if row == column else ()
            cells.append(
                Cell(
                    f"s2.{2 * row + column}",
                    f"{'abc'[column]}{row + 1}_southeast",
                    at,
                    (),
                    pieces,
                    (),
                    "corner",
                )
            )
    board = Board("board", "Walls", "squares", tuple(cells), (-0.5, -0.5, 2.5, 2.5))
    return scene(Group(None, "The table", (board,)), players=3)


def plane() -> Scene:
    """Return a plane of tiles with parts, pieces on some of the parts, empty places, and a tile in a zone."""
    field, city, road = Look("", "green"), Look("", "brown"), Look("", "grey")

    def tile(number: int, *, standing: tuple[Piece, ...] = (), changed: bool = False) -> Piece:
        parts = (
            Part(f"t{3 * number}", "field", field, (((0, 0), (1, 0), (1, 1), (0, 1)),), (0.2, 0.8)),
            Part(
                f"t{3 * number + 1}",
                "city",
                replace(city, symbol="◆" if number == 1 else ""),
                (((0, 0), (1, 0), (0.5, 0.4)),),
                (0.5, 0.15),
                standing,
            ),
            Part(
                f"t{3 * number + 2}", "road", road, (((0, 0.45), (1, 0.45), (1, 0.6), (0, 0.6)),), (0.5, 0.52)
            ),
        )
        return Piece((f"z4.c{number}",), f"tile {number}", f"T{number}", "tile", parts=parts, changed=changed)

    places = [(x, y) for y in range(4) for x in range(12)]
    cells = tuple(
        Cell(
            f"o0.{12 * y + x}",
            f"{x - 6} {y - 2}",
            (x, y),
            around(x, y),
            (tile(12 * y + x, standing=(stone(200 + x, x % 6),) if x < 6 else (), changed=x == 2),)
            if y in {1, 2} and x < 10
            else (),
        )
        for x, y in places
    )
    board = Board("land", "The land", "plane", cells, (-0.5, -0.5, 11.5, 3.5))
    drawn = Place("z9", "drawn", "", "square", (replace(tile(99), changed=True),), 1, capacity=1)
    return scene(Group(None, "The table", (board,), (drawn,)), players=6)


def cards() -> Scene:
    """Return cards in visible and hidden hands, piles, families of squares, nested zones and empty zones."""
    suits = (("♠", "black"), ("♥", "red"), ("♦", "red"), ("♣", "black"))
    hand = tuple(
        card(each, *suits[each % 4], ["A", "K", "Q", "J", "10", "9"][each % 6]) for each in range(13)
    )
    discards = tuple(card(60 + each, *suits[each % 4], "8", zone=3) for each in range(12))
    cargo = Place("z7", "cargo", "", "row", (card(70, "♥", "red", "2", zone=7),), 1)
    canoe = Piece(
        ("z6.c80",),
        "canoe 3",
        "canoe 3",
        "tile",
        facts=(Fact("carries", "3"),),
        holds=(cargo,),
        values=(Value("wear", "", "2"),),
    )
    trick = tuple(
        Place(
            f"z1{seat}",
            "trick",
            PLAYERS[seat].name,
            "square",
            (hand[seat],) if seat < 2 else (),
            int(seat < 2),
            capacity=1,
        )
        for seat in range(4)
    )
    table = Group(
        None,
        "The table",
        places=(
            Place("z2", "deck", "", "pile", (back("z2.0", count=39),), 39, ordered=True),
            Place("z3", "discards", "", "pile", discards, 12, ordered=True, changed=True),
            Place("z5", "burnt", "", "pile", (), 0),
            *trick,
        ),
        values=(
            Value("trump", "", "♥", Look("♥", "red")),
            Value("led", "", "none", blank=True),
            Value("bid", "", "?", hidden=True),
            Value("passes", "", "2", changed=True),
        ),
    )
    ada = Group(
        0,
        "Ada",
        places=(
            Place("z1", "hand", "", "fan", hand, 13, owner=0),
            Place("z6", "canoes", "", "row", (canoe,), 1, owner=0),
            Place(
                "z8",
                "supply",
                "",
                "row",
                (stone(300, 0, name="follower", short="f", count=7),),
                7,
                capacity=9,
                owner=0,
            ),
        ),
        values=tuple(
            Value("goods", key, str(n), blank=not n) for n, key in enumerate(("wool", "wood", "ore"))
        ),
    )
    ben = Group(
        1,
        "Ben",
        places=(
            Place(
                "z21",
                "hand",
                "",
                "fan",
                (back("z21.0", name="card: not red", short="not red"), back("z21.1", count=4)),
                5,
                owner=1,
            ),
        ),
    )
    more = tuple(
        Group(
            seat,
            PLAYERS[seat].name,
            places=(Place(f"z2{seat}", "hand", "", "fan", (back(f"z2{seat}.0", count=13),), 13, owner=seat),),
        )
        for seat in (2, 3)
    )
    return scene(
        table, ada, ben, *more, players=4, scoreboard=scores(4), legend=(("hearts", Look("♥", "red")),)
    )


def scores(players: int) -> Table:
    """Return a scoreboard with a row for each player."""
    rows = tuple(
        (
            Heading(player.name, (player.ref,), player.look),
            (Value("points", "", str(7 * player.seat)), Value("tricks", "", "0", blank=True)),
        )
        for player in PLAYERS[:players]
    )
    return Table("Scores", (Heading("points"), Heading("tricks")), rows)


def tables() -> Scene:
    """Return a table of values with two keys, which has looks, gaps, hidden and new values, and an ending."""
    looks = (
        "red",
        "orange",
        "yellow",
        "green",
        "teal",
        "blue",
        "purple",
        "pink",
        "brown",
        "beige",
        "grey",
        "black",
        "white",
    )
    columns = tuple(
        Heading(color, (f"e.color.{number}",), Look(color[0].upper(), color))
        for number, color in enumerate(looks)
    )
    rows = tuple(
        (
            Heading(row, (), Look()),
            tuple(
                None
                if (n + index) % 5 == 0
                else Value("worth", "", str(n * index), blank=not n * index, hidden=n == 3, changed=n == 4)
                for n in range(13)
            ),
        )
        for index, row in enumerate(("first", "second", "third"))
    )
    ending = Ending(
        "somebody has 20 points",
        (Ranked(1, 1, 21, (20, 1), won=True), Ranked(2, 0, 9, (8, 1), won=False)),
        ("tricks", "bonus"),
        truncated=False,
    )
    return scene(Group(None, "The table", tables=(Table("Worth", columns, rows),)), ending=ending)


def nothing() -> Scene:
    """Return an empty table without players, as a spectator sees it when a game has been truncated."""
    ending = Ending("time", (), (), truncated=True)
    return scene(Group(None, "The table"), players=0, seat=None, phase="", prompt="", ending=ending)


HOSTILE = """<script>alert('x')</script>&amp;"\x00\ud800"""
"""A string that must appear literally wherever it stands in place of a text by an author."""


def hostile() -> Scene:
    """Return a scene in which every text by an author is `HOSTILE`."""
    look = Look(HOSTILE, HOSTILE)
    value = Value(HOSTILE, HOSTILE, HOSTILE, look, changed=True)
    fact, mark = Fact(HOSTILE, HOSTILE, look), Mark(HOSTILE, HOSTILE, HOSTILE, HOSTILE)
    plain = Piece((HOSTILE,), HOSTILE, HOSTILE, HOSTILE, look=look)
    square = around(0, 0)
    part = Part(HOSTILE, HOSTILE, look, (square,), (0.5, 0.5))
    place = Place(HOSTILE, HOSTILE, HOSTILE, "row", (plain,), 1)
    pieces = (
        plain,
        replace(plain, facts=(fact,), marks=(mark,), values=(value,), holds=(place,)),
        replace(plain, parts=(part, replace(part, pieces=(plain,)))),
        replace(plain, known=False, count=3),
    )
    cells = (
        Cell(HOSTILE, HOSTILE, (0, 0), square, pieces, (value,)),
        Cell(HOSTILE, HOSTILE, (0.5, 0), square[:2], (plain,), (value,), "edge"),
    )
    board = Board(
        HOSTILE, HOSTILE, "squares", cells, (-1, -1, 1, 1), ((0, HOSTILE),), ((0, HOSTILE),), ((0, 1),)
    )
    heading = Heading(HOSTILE, (HOSTILE,), look)
    table = Table(HOSTILE, (heading,), ((heading, (value,)),))
    group = Group(
        None,
        HOSTILE,
        (board, replace(board, columns=(), rows=())),
        (replace(place, pieces=pieces), replace(place, lies="pile", pieces=pieces, key="")),
        (value,),
        (table,),
    )
    return Scene(
        HOSTILE,
        "en",
        None,
        HOSTILE,
        HOSTILE,
        (Player(0, HOSTILE, HOSTILE, look, you=True, team=1),),
        (group, replace(group, player=0)),
        table,
        Ending(HOSTILE, (Ranked(1, 0, 3, (1,), won=True),), (HOSTILE,), truncated=True),
        ((HOSTILE, look),),
    )


SCENES = {
    "squares": squares(),
    "large": large(),
    "hexes": hexes(),
    "ring": ring(),
    "graph": graph(),
    "walls": walls(),
    "plane": plane(),
    "cards": cards(),
    "tables": tables(),
    "nothing": nothing(),
}
"""All scenes, each under the name of what it shows."""
