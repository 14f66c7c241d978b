"""The values of variables and resources, as single values, a table of players, and tables by other keys."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from gamespec.trees import types as t
from interpreter.scene.pieces import counted, value_of
from interpreter.scene.reading import Reading, cell_space, is_player
from interpreter.scene.things import Heading, Table, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gamespec.trees.core import Store
    from gamespec.world.world import ZoneRule

__all__ = [
    "heading_of",
    "player_heading",
    "player_values",
    "scoreboard",
    "single_values",
    "tables",
    "together",
]

MOST_COLUMNS = 8
"""Maximum number of keys that a table lists horizontally. If there are more, it lists them vertically."""


def single_values(reading: Reading) -> Iterator[Value]:
    """Yield the values that belong to nobody, such as variables without keys and banks that can run dry."""
    for number, store in reading.stores:
        if not store.keys and cell_space(store.type) not in reading.world.spaces:
            yield value_of(reading, number, 0, "")
        for index in reading.banks(number):
            bank = reading.words.texts.gettext("bank")
            sort = (
                reading.words.value(store.sort, store.dims[-1][0] + index - store.count) if store.sort else ""
            )
            yield value_of(reading, number, index, " ".join(filter(None, (bank, sort))))
    if reading.computed is not None:
        yield from reading.computed.on_table()


def player_heading(reading: Reading, seat: int) -> Heading:
    """Return the heading of a row or column that is about a player."""
    return Heading(reading.words.player(seat), (f"p{seat}",), reading.looks.player(seat))


def heading_of(reading: Reading, type_: t.Type, value: int) -> Heading:
    """Return the heading of a row or column that is about the value of a key."""
    base = t.strip(type_)
    if is_player(base):
        return player_heading(reading, value)
    refs: tuple[str, ...] = ()
    if isinstance(base, t.Named) and value != t.NONE:
        refs = (f"e.{base.name}.{value - base.first}",)
    return Heading(reading.words.value(type_, value), refs, reading.looks.value(type_, value))


def together(reading: Reading, rule: ZoneRule) -> bool:
    """Return whether the zones of all players in a family are shown together.

    The view decides. By default they are shown together if each holds at most one component.
    """
    if len(rule.zone.keys) != 1 or not is_player(rule.zone.keys[0]):
        return False
    said = reading.zone_view(rule)
    if said is not None and said.together is not None:
        return said.together
    return rule.capacity == 1


def player_values(reading: Reading, seat: int) -> Iterator[Value]:
    """Yield the values of which each player has one: variables, resources, and what functions compute.

    A score that the view names is not among them.
    """
    yield from _held(reading, seat)
    if reading.computed is not None:
        yield from reading.computed.of_player(seat)


def _held(reading: Reading, seat: int) -> Iterator[Value]:
    """Yield the values of a player's variables and resources of which each player has one."""
    for number, store in reading.stores:
        if _in_scoreboard(reading, store):
            yield value_of(reading, number, seat, "")


def scoreboard(reading: Reading) -> Table | None:
    """Return a table with a row of values for each player, or `None` if there is nothing to show."""
    columns = [number for number, store in reading.stores if _in_scoreboard(reading, store)]
    hands = [rule for rule in reading.families if _counted(reading, rule)]
    computed = _computed(reading)
    if not columns and not hands and not computed:
        return None
    heads = [Heading(reading.store_name(number)) for number in columns]
    heads += [Heading(name) for name, _ in computed]
    heads += [Heading(reading.zone_name(rule)) for rule in hands]
    rows: list[tuple[Heading, tuple[Value | None, ...]]] = []
    for seat in range(reading.program.players):
        values: list[Value | None] = [*_held(reading, seat), *(each[seat] for _, each in computed)]
        values += [_size(reading, rule, seat) for rule in hands]
        rows.append((player_heading(reading, seat), tuple(values)))
    return Table("", tuple(heads), tuple(rows))


def _computed(reading: Reading) -> list[tuple[str, list[Value | None]]]:
    """Return the names of the functions of a player with the values of all players, if any is known."""
    if reading.computed is None:
        return []
    seats, value = range(reading.program.players), reading.computed.value
    columns = [
        (reading.computed.name(each.name), [value(each, (seat,)) for seat in seats])
        for each in reading.computed.headings()
    ]
    return [(name, values) for name, values in columns if any(values)]


def _in_scoreboard(reading: Reading, store: Store) -> bool:
    """Return whether the scoreboard shows a variable or resource.

    It must have exactly one value for each player, and no place on a board or a component.
    """
    if not store.keys or not is_player(store.keys[0]) or _elsewhere(store.keys):
        return False
    single = all(size == 1 for _, size in store.dims[1:])
    return single and (len(store.keys) > 1 or cell_space(store.type) not in reading.world.spaces)


def _counted(reading: Reading, rule: ZoneRule) -> bool:
    """Return whether the scoreboard shows the number of components in each player's zone of a family."""
    keys = rule.zone.keys
    return len(keys) == 1 and is_player(keys[0]) and not together(reading, rule)


def _size(reading: Reading, rule: ZoneRule, seat: int) -> Value:
    zone = rule.zone.first + seat
    size = len(reading.seen.zones[zone])
    ref, text = f"z{zone}", counted(reading, rule, zone) or str(size)
    return Value(reading.zone_name(rule), "", text, blank=size == 0, changed=ref in reading.changed, ref=ref)


def tables(reading: Reading) -> Iterator[Table]:
    """Yield tables of the variables and resources that are not keyed by players alone.

    Variables and resources that have a single key of the same type share a table.
    """
    by_type: defaultdict[t.Type, list[int]] = defaultdict(list)
    for number, store in reading.stores:
        keys = store.keys
        if not keys or _elsewhere(keys) or _in_scoreboard(reading, store) or _has_a_board(reading, store):
            continue
        if len(keys) == 1 and not is_player(keys[0]):
            by_type[keys[0]].append(number)
        elif len(keys) > 1:
            yield _crossed(reading, number, store)
    for type_, numbers in by_type.items():
        yield _listed(reading, type_, numbers)


def _has_a_board(reading: Reading, store: Store) -> bool:
    """Return whether a variable or resource is drawn as a track or a ladder."""
    view = reading.looks.view
    said = view.variables.get(store.name) or view.resources.get(store.name)
    return said is not None and (said.track or said.ladder)


def _elsewhere(keys: Sequence[t.Type]) -> bool:
    """Return whether a family with these keys is shown on a board or on components."""
    return cell_space(keys[-1]) is not None or any(t.is_component(key) for key in keys)


def _listed(reading: Reading, type_: t.Type, numbers: Sequence[int]) -> Table:
    """Return a table of variables and resources that have the same single key.

    If the key has at most `MOST_COLUMNS` values and there are at most two families, each value of the key
    gets a column; otherwise each value gets a row.
    """
    store = reading.names.stores[numbers[0]]
    first, size = store.dims[0]
    keys = [heading_of(reading, type_, first + i) for i in range(size)]
    names = [Heading(reading.store_name(number)) for number in numbers]
    if size <= MOST_COLUMNS and len(numbers) <= 2:  # noqa: PLR2004
        rows = tuple(
            (name, tuple(value_of(reading, number, i, "") for i in range(size)))
            for name, number in zip(names, numbers, strict=True)
        )
        return Table("", tuple(keys), rows)
    return Table(
        "",
        tuple(names),
        tuple((key, tuple(value_of(reading, n, i, "") for n in numbers)) for i, key in enumerate(keys)),
    )


def _crossed(reading: Reading, number: int, store: Store) -> Table:
    """Return a table of a family with several keys.

    The values of the last key head the columns unless there are too many of them.
    """
    *firsts, (low, width) = store.dims
    rows = 1
    for _, size in firsts:
        rows *= size
    heads = [heading_of(reading, store.keys[-1], low + i) for i in range(width)]
    members = dict(reading.members(number))
    sides = [
        heading_of(reading, store.keys[0], members[row * width][0])
        if len(store.keys) == 2  # noqa: PLR2004
        else Heading(reading.key_text(store.keys[:-1], members[row * width][:-1]))
        for row in range(rows)
    ]
    title = reading.store_name(number)
    if width > MOST_COLUMNS and rows <= MOST_COLUMNS:
        return Table(
            title,
            tuple(sides),
            tuple(
                (head, tuple(value_of(reading, number, row * width + i, "") for row in range(rows)))
                for i, head in enumerate(heads)
            ),
        )
    return Table(
        title,
        tuple(heads),
        tuple(
            (side, tuple(value_of(reading, number, row * width + i, "") for i in range(width)))
            for row, side in enumerate(sides)
        ),
    )
