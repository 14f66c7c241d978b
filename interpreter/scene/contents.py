"""Lists what a game needs on a real table beside its components: boards, counters, and tokens of resources.

Boards are bare. Counters stand for variables: one that holds a cell has one counter, those of a track have
one for each player, and one that puts players or values on cells has as many as there may be. Tokens of
resources are worth 1, 5, 10, 50 and so on, so that every holder can have any amount.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from gamespec.program.frozen import dataclass
from gamespec.trees import types as t
from interpreter.scene.boards import boards_of
from interpreter.scene.reading import Reading, cell_space, is_player
from interpreter.scene.things import Board, Cell, Fact, Look, Piece

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.trees.core import Store
    from interpreter.engine.game import Game
    from interpreter.words import Words

__all__ = ["BareBoard", "Counter", "boards_to_print", "counters_of", "endless_scores", "purse"]

MOST = 140
"""The greatest number of counters of one variable with which each value gets one for each cell."""

SMALL = 12
"""The greatest value of a single variable that is counted with counters."""

ALIKE = 40
"""The greatest supply of a resource whose tokens are all worth 1."""

COIN = Look(color="yellow")
"""The look of a resource that has none."""

FIELDS, IN_A_ROW = 50, 10
"""The number of fields of a track for scores, and how many of them are in a row."""


@dataclass(frozen=True, slots=True)
class BareBoard:
    """A board with nothing on it, the kinds of components that lie on it, and how often the game needs it.

    `own` says whether each player has one.
    """

    board: Board
    kinds: frozenset[str]
    copies: int = 1
    own: bool = False


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter for the variable or resource `name`, as often as `count` says.

    A `coin` is a token of a resource, a `marker` stands for a variable.
    """

    name: str
    title: str
    piece: Piece
    count: int
    sort: Literal["coin", "marker"]


# --- boards -----------------------------------------------------------------------------------------------


def boards_to_print(words: Words, game: Game) -> tuple[BareBoard, ...]:
    """Return the boards of a game without anything on them, in the order of declaration.

    Planes are left out, because their tiles lie on the bare table. Scores that nothing limits get a track.
    """
    reading = Reading(words, game.common_observation(), None, always=True)
    shared = [BareBoard(_bare(board), _lying(reading, board.name)) for board in _shared(reading)]
    own = [
        BareBoard(
            _bare(replace(board, owner=None)), _lying(reading, board.name), reading.program.players, own=True
        )
        for board in boards_of(reading, 0)
    ]
    scores = [BareBoard(_score_track(reading, number), frozenset()) for number in endless_scores(reading)]
    return (*shared, *own, *scores)


def _shared(reading: Reading) -> Iterator[Board]:
    return (board for board in boards_of(reading, None) if board.form != "plane")


def _bare(board: Board) -> Board:
    cells = (replace(cell, pieces=(), marks=(), changed=False) for cell in board.cells)
    return replace(board, cells=tuple(cells))


def _lying(reading: Reading, space: str) -> frozenset[str]:
    """Return the kinds of components that can lie on the cells of a space."""
    return frozenset(
        rule.kind.name
        for rule in reading.families
        if rule.zone.keys and cell_space(rule.zone.keys[-1]) == space
    )


def endless_scores(reading: Reading) -> Iterator[int]:
    """Yield the numbers of the resources of players whose bank never runs dry: they count something."""
    for number, store in reading.stores:
        resource = store.name in {each.ident.name for each in reading.world.game.resources}
        of_players = bool(store.keys) and is_player(store.keys[0])
        if resource and of_players and not reading.banks(number) and not _tracked(reading, store):
            yield number


def _tracked(reading: Reading, store: Store) -> bool:
    view = reading.looks.view
    said = view.variables.get(store.name) or view.resources.get(store.name)
    return said is not None and bool(said.track)


def _score_track(reading: Reading, number: int) -> Board:
    """Return a track from 0, on which counters of players go round and round."""
    square = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    cells: list[Cell] = []
    for field in range(FIELDS):
        row, column = divmod(field, IN_A_ROW)
        x, y = float(column if row % 2 == 0 else IN_A_ROW - 1 - column), float(row)
        outline = tuple((x + dx, y + dy) for dx, dy in square)
        cells.append(Cell(f"score{field}", str(field), (x, y), outline))
    links = tuple((field, field + 1) for field in range(FIELDS - 1))
    extent = (-0.5, -0.5, IN_A_ROW - 0.5, FIELDS / IN_A_ROW - 0.5)
    name = reading.names.stores[number].name
    return Board(name, reading.store_name(number), "track", tuple(cells), extent, links=links)


# --- counters ---------------------------------------------------------------------------------------------


def counters_of(words: Words, game: Game) -> tuple[Counter, ...]:
    """Return the counters of a game, in the order of declaration."""
    reading = Reading(words, game.common_observation(), None, always=True)
    resources = {each.ident.name for each in reading.world.game.resources}
    scores = {*endless_scores(reading)}
    found: list[Counter] = []
    for number, store in reading.stores:
        if number in scores or _tracked(reading, store):
            found += _of_players(reading, number, store)
        elif store.name in resources:
            found += _coins(reading, number, store)
        else:
            found += _markers(reading, number, store)
    return tuple(found)


def _piece(name: str, look: Look, short: str = "", owner: int | None = None) -> Piece:
    facts = (Fact(name, short),) if short.isdecimal() else ()
    return Piece((), name, short, "", look=look, facts=facts, owner=owner, format="token")


def _of_players(reading: Reading, number: int, store: Store) -> Iterator[Counter]:
    """Yield a counter for each player, or one for each member of a family that nobody owns."""
    title = reading.store_name(number)
    if store.keys and is_player(store.keys[0]):
        for seat in range(reading.program.players):
            name = reading.words.player(seat)
            yield Counter(
                store.name, title, _piece(name, reading.looks.player(seat), owner=seat), 1, "marker"
            )
        return
    for _, keys in reading.members(number):
        said = reading.key_text(store.keys, keys) or title
        look = reading.looks.value(store.keys[-1], keys[-1]) if keys else reading.looks.store(store.name)
        yield Counter(store.name, title, _piece(said, look, said), 1, "marker")


def _markers(reading: Reading, number: int, store: Store) -> Iterator[Counter]:
    """Yield the counters of a variable, if it is shown by counters."""
    title, look = reading.store_name(number), reading.looks.store(store.name)
    if cell_space(store.type) is not None and store.keys:  # where something of each player is
        yield from _of_players(reading, number, store)
    elif cell_space(store.type) is not None:
        yield Counter(store.name, title, _piece(title, look, title), 1, "marker")
    elif store.keys and cell_space(store.keys[-1]) is not None:
        yield from _on_cells(reading, number, store)
    elif not store.keys and isinstance(store.type, t.Int) and store.type.high <= SMALL and look != Look():
        yield Counter(store.name, title, _piece(title, look, title), store.type.high, "marker")


def _on_cells(reading: Reading, number: int, store: Store) -> Iterator[Counter]:
    """Yield counters for the players or the values that a variable puts on cells."""
    base = t.strip(store.type)
    if not isinstance(base, t.Named):
        return
    values = [
        (base.first + index, reading.looks.value(base, base.first + index)) for index in range(base.size)
    ]
    seen = [(value, look) for value, look in values if look.symbol or look.color or look.icon]
    cells = store.dims[-1][1]
    each = cells if cells * len(seen) <= MOST else -(-cells // max(1, len(seen)))
    for value, look in seen:
        owner = value - base.first if is_player(base) else None
        name = reading.words.value(base, value)
        short = "" if owner is not None else look.symbol or name
        piece = _piece(name, look, short, owner)
        yield Counter(store.name, reading.store_name(number), piece, each, "marker")


def _coins(reading: Reading, number: int, store: Store) -> Iterator[Counter]:
    """Yield the tokens of a resource, of each of its sorts."""
    title = reading.store_name(number)
    for index in reading.banks(number):
        sort = store.dims[-1][0] + index - store.count if store.sort else None
        held = [value for keys, value in _holdings(reading, number) if sort is None or keys[-1] == sort]
        look, name = reading.looks.store(store.name), title
        if sort is not None and store.sort is not None:
            look = reading.looks.value(store.sort, sort)
            name = f"{title} {reading.words.value(store.sort, sort)}"
        look = look if look != Look() else COIN
        for worth, count in purse(reading.held(number, index)[0] + sum(held), len(held)).items():
            yield Counter(store.name, name, _piece(name, look, str(worth)), count, "coin")


def _holdings(reading: Reading, number: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the keys of each holder of a resource, and the amount that it has."""
    return ((keys, reading.held(number, index)[0]) for index, keys in reading.members(number))


def purse(supply: int, holders: int) -> dict[int, int]:
    """Return how many tokens of each worth make up a supply, so that each holder can have any amount of it.

    A holder needs four tokens of 1, 10, 100 …, and one of 5, 50, 500 …, and the bank as many again to give
    change. The greatest tokens make up the rest, and perhaps a little more.
    """
    if supply <= ALIKE:
        return {1: supply} if supply else {}
    found: dict[int, int] = {}
    worth, often, lacking = 1, 4, supply
    while lacking > 0:
        found[worth] = min(often * (holders + 1), -(-lacking // worth))
        lacking -= found[worth] * worth
        worth, often = (worth * 5, 1) if often == 4 else (worth * 2, 4)  # noqa: PLR2004 - four, or one
    return found
