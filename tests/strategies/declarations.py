"""Declarations made at random: what a game consists of, in small numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gamespec.space import corners, edges, hexes, squares
from strategies.expressions import Expressions
from strategies.forms_of_values import literal
from strategies.tiles import declare_tiles
from strategies.words import (
    BOOL,
    PLAYER,
    Bool,
    Family,
    Function,
    Kind,
    List,
    Named,
    Num,
    Opt,
    Scalar,
    Scope,
    Space,
    Table,
    Type,
    Words,
    Zone,
    ZoneOf,
)

__all__ = ["declare"]

ENUMS = {"hue": ("red", "green", "blue"), "shape": ("round", "flat", "long", "odd")}
ROUND = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
HEX = ("east", "southeast", "southwest", "west", "northwest", "northeast")


def declare(m: Expressions, *, copies_said: bool = True) -> Words:
    """What a game declares; unless `copies_said` no rule says the name of one of several copies."""
    dice = m.dice
    enums = {name: ENUMS[name][: dice.between(1, 4)] for name in dice.some(sorted(ENUMS), 1, 2)}
    words = Words(dice.pick([(2, 2), (2, 3), (1, 2), (3, 3)]), enums=enums)
    words = replace(words, options=_options(m))
    words = replace(words, spaces=_spaces(m))
    words = _things(m, words)
    words = words if copies_said else _without_copies(words)
    if dice.chance(2, 3):
        words = declare_tiles(m, words)
    words = replace(words, tables=_tables(m, words))
    words = replace(words, zones={**words.zones, **_places(m, words)})
    words = replace(words, variables=_variables(m, words), resources=_resources(m, words))
    words = replace(words, histories=_histories(m, words), agendas=_agendas(m))
    words = replace(words, teams=dice.pick([None, None, "number(player) % 2", "player == seat(1)", "true"]))
    for _ in range(dice.between(1, 3)):
        function = _function(m, words)
        words = replace(words, functions={**words.functions, function.name: function})
    return words


def _options(m: Expressions) -> Mapping[str, tuple[Scalar, str]]:
    every: dict[str, tuple[Scalar, str]] = {
        "room": (Num(1, 3), "2"),
        "open_play": (BOOL, m.dice.pick(["true", "false"])),
        "style": (Named("enum", "style"), "quick slow"),
    }
    return {name: every[name] for name in m.dice.some(sorted(every), 0, 3)}


def _spaces(m: Expressions) -> Mapping[str, Space]:
    made = {"board": _grid, "ring": _track, "web": _graph}
    chosen = m.dice.some(sorted(made), 1, 3)
    spaces = {name: made[name](m, name) for name in chosen}
    if "board" in spaces and m.dice.chance(1, 2):
        spaces |= {"fence": _outline(m, "fence", "edges", spaces["board"])}
        if m.dice.chance(1, 2):
            spaces |= {"post": _outline(m, "post", "corners", spaces["board"])}
    return spaces


def _outline(m: Expressions, name: str, form: str, board: Space) -> Space:
    """All edges or corners of a grid: names are the checker's, what they are is not."""
    upward, size = "row_1" in board.declared, (board.width, board.height)
    whole = squares("board", *size, "orthogonal", frozenset(), upward=upward)
    gone = set(whole.names) - set(board.cells)
    grid = (
        hexes("board", *size, gone, upward=upward)
        if board.form == "hex"
        else squares("board", *size, "orthogonal", gone, upward=upward)
    )
    made = (edges if form == "edges" else corners)(name, grid, inner=False)
    inner = (edges if form == "edges" else corners)(name, grid, inner=True)
    declared: dict[str, object] = {form: "board"}
    if inner.size and m.dice.chance(1, 3):
        declared["inner"], made = True, inner
    return Space(name, form, made.names, made.directions, 0, 0, declared)  # type: ignore[arg-type]


def _grid(m: Expressions, name: str) -> Space:
    width, height = m.dice.between(1, 3), m.dice.between(1, 3)
    upward = m.dice.chance(1, 4)
    rows = range(height, 0, -1) if upward else range(1, height + 1)
    cells = tuple(f"{'abc'[x]}{y}" for y in rows for x in range(width))
    declared: dict[str, object] = {"grid": (str(width), str(height))}
    declared |= {"row_1": "bottom"} if upward else {}
    form = m.dice.pick(["grid", "grid", "hex"])
    directions: tuple[str, ...] = HEX
    if form == "hex":
        declared["shape"] = "hex"
    else:
        links = m.dice.pick(["", "all", "diagonal"])
        declared |= {"links": links} if links else {}
        directions = ROUND if links == "all" else ROUND[1::2] if links else ROUND[::2]
    if len(cells) > 2 and m.dice.chance(1, 3):
        gone = m.dice.pick(cells)
        same = f"column(cell) == {'abc'.index(gone[0]) + 1} and row(cell) == {gone[1:]}"
        declared["without"] = same if m.dice.chance(1, 2) else (gone,)
        cells = tuple(c for c in cells if c != gone)
    return Space(name, form, cells, directions, width, height, declared)  # type: ignore[arg-type]


def _track(m: Expressions, name: str) -> Space:
    length = m.dice.between(2, 5)
    declared: dict[str, object] = {"track": str(length)}
    if m.dice.chance(1, 2):
        declared["loop"] = True
    return Space(name, "track", (), ("forward", "backward"), length, 1, declared)


def _graph(m: Expressions, name: str) -> Space:
    cells = ("hub", "port", "mill", "ford")[: m.dice.between(2, 4)]
    pairs = [(a, b) for i, a in enumerate(cells) for b in cells[i + 1 :]]
    links = m.dice.some(pairs, 1, 4)
    return Space(name, "graph", cells, (), len(cells), 1, {"cells": cells, "links": links})


def _cell_types(words: Words) -> list[Scalar]:
    """Types of what may be printed, beside numbers."""
    printed: list[Scalar] = [Named("enum", name) for name in words.enums]
    printed += [Opt(Named("enum", name)) for name in words.enums]
    for name, space in words.spaces.items():
        if space.form in {"grid", "hex", "corners"}:
            printed += [Named("cell", name), Named("direction", name)]
    return [*printed, BOOL]


def printed_value(m: Expressions, words: Words, type_: Scalar) -> object:
    """A value as it stands in a row."""
    match type_:
        case Num(low, high):
            return m.dice.between(low, high)
        case Bool():
            return m.dice.pick([False, True])
        case Opt(of):
            return None if m.dice.chance(1, 2) else printed_value(m, words, of)
        case Named("direction", name):
            return m.dice.pick(words.spaces[name].directions)
        case _:
            return literal(m, words, type_).strip("⟨⟩").partition(".")[2]


def _things(m: Expressions, words: Words) -> Words:
    """Cards of one deck, and pawns, which each player may have a set of."""
    kinds: dict[str, Kind] = {"card": _cards(m, words)}
    if m.dice.chance(2, 3):
        kinds["pawn"] = _pawns(m, words)
    for name, kind in kinds.items():
        if m.dice.chance(1, 3):
            printed = ("row", *sorted(kind.indexed), *sorted(kind.columns))
            kinds[name] = replace(kind, back=tuple(m.dice.some(printed, 1, 2)))
    return replace(words, kinds=kinds)


def _without_copies(words: Words) -> Words:
    """The same with names of single cards only, of which there is one at least."""
    card = words.kinds["card"]
    if card.form == "all":
        return words
    rows = ({**card.rows[0], "copies": 1}, *card.rows[1:])
    unsaid = tuple(str(row["id"]) for row in rows if row.get("copies", 1) != 1)
    return replace(words, kinds={**words.kinds, "card": replace(card, rows=rows, unsaid=unsaid)})


def _cards(m: Expressions, words: Words) -> Kind:
    hue = min(words.enums)
    if m.dice.chance(1, 3):
        high = m.dice.between(1, 2)
        names = tuple(f"{v}_{n}" for v in words.enums[hue] for n in range(high + 1))
        columns: dict[str, Scalar] = {hue: Named("enum", hue), "rank": Num(0, high)}
        rows = ({hue: hue, "rank": f"0..{high}"},)
        made_of = Kind("card", names, columns, rows, "deck", form="all", label=f"{{{hue}}} {{rank}}")
        return replace(made_of, indexed={"cost": (Named("enum", hue), Num(0, 3))} if high == 1 else {})
    columns = {"rank": Num(0, 3)} | _extra(m, words)
    number = m.dice.between(2, 4)
    made = [{c: printed_value(m, words, type_) for c, type_ in columns.items()} for _ in range(number)]
    copies = m.dice.chance(1, 3)
    listed = tuple(
        {"id": f"c{i + 1}", **row, **({"copies": m.dice.between(1, 2)} if copies else {})}
        for i, row in enumerate(made)
    )
    kind = Kind("card", tuple(f"c{i + 1}" for i in range(number)), columns, listed, "deck")
    if m.dice.chance(1, 2):
        return kind
    costs = ({v: m.dice.between(0, 3) for v in m.dice.some(words.enums[hue], 1, 2)} for _ in listed)
    by_key = tuple({**row, "cost": cost} for row, cost in zip(listed, costs, strict=True))
    return replace(kind, rows=by_key, indexed={"cost": (Named("enum", hue), Num(0, 3))})


def _extra(m: Expressions, words: Words) -> dict[str, Scalar]:
    names = ("kind_of", "other")[: m.dice.between(0, 2)]
    return {name: m.dice.pick(_cell_types(words)) for name in names}


def _pawns(m: Expressions, words: Words) -> Kind:
    columns = {"worth": Num(-1, 2)} | _extra(m, words)
    per_player = m.dice.chance(1, 2)
    rows: list[Mapping[str, object]] = []
    for i in range(m.dice.between(1, 3)):
        values = {c: printed_value(m, words, type_) for c, type_ in columns.items()}
        rows.append({"id": f"w{i + 1}", **values})
    prefix = "p1_" if per_player else ""
    names = tuple(f"{prefix}{row['id']}" for row in rows)
    start = "stock[owner]" if per_player else "stock"
    return Kind("pawn", names, columns, tuple(rows), start, per_player=per_player)


def _tables(m: Expressions, words: Words) -> Mapping[str, Table]:
    if m.dice.chance(1, 4):
        return {}
    hue = min(words.enums)
    if m.dice.chance(1, 2):
        type_: Scalar = Num(0, 2)
        keys: tuple[object, ...] = (0, 1, 2)
    else:
        type_, keys = Named("enum", hue), words.enums[hue]
    partial = m.dice.chance(1, 2)
    keys = m.dice.some(keys, 1, len(keys)) if partial else keys
    columns: dict[str, Scalar] = {"at": type_, "pays": Num(-2, 9), "good": BOOL}
    rows = tuple(
        {"at": key, **{c: printed_value(m, words, columns[c]) for c in ("pays", "good")}} for key in keys
    )
    return {"payout": Table("payout", columns, rows, "at", partial)}


def _key(m: Expressions, words: Words) -> Scalar:
    """A type that families may have a member for."""
    types: list[Scalar] = [PLAYER, PLAYER, Num(0, 2), Num(-1, 1), BOOL]
    return m.dice.pick([*types, *_small(words)])


def _small(words: Words) -> list[Named]:
    return [t for t in words.named() if t.sort not in {"spot", "player"}]


def _places(m: Expressions, words: Words) -> Mapping[str, Zone]:
    """Zones: where each kind begins, and two or three more."""
    made = [Zone("deck", "card", ordered=m.dice.chance(3, 4), seen_by=m.dice.pick([None, "nobody"]))]
    capacity = m.dice.pick([None, None, "2", "room + 1" if "room" in words.options else "3"])
    made.append(Zone("pile", "card", (), m.dice.chance(2, 3), capacity, m.dice.pick([None, "nobody"])))
    seen = m.dice.pick([None, "owner", "others", "nobody"])
    made.append(Zone("hand", "card", (PLAYER,), m.dice.chance(1, 4), m.dice.pick([None, None, "3"]), seen))
    if m.dice.chance(1, 2):
        keys = (PLAYER, _key(m, words)) if m.dice.chance(1, 3) else (_key(m, words),)
        made.append(Zone("shelf", "card", keys, ordered=m.dice.chance(1, 2)))
    if "pawn" in words.kinds:
        own = words.kinds["pawn"].per_player
        seen = m.dice.pick([None, "owner"]) if own else None
        made.append(Zone("stock", "pawn", (PLAYER,) if own else (), seen_by=seen))
        where = Named("cell", m.dice.pick(sorted(words.spaces)))
        by_cell = f"2 if number({where.name}) == 1 else 1"
        made.append(Zone("field", "pawn", (where,), capacity=m.dice.pick([None, None, "1", by_cell])))
    return {zone.name: zone for zone in made}


def _variables(m: Expressions, words: Words) -> Mapping[str, Family]:
    made: dict[str, Family] = {}
    types: list[Scalar] = [Num(0, 9), BOOL, Opt(PLAYER), Num(-3, 3)]
    for name in ("level", "ready", "holder", "debt"):
        made[name] = _variable(m, words, name, types[len(made)], m.dice.pick([(), (), (PLAYER,)]))
    stored = [t for t in words.named() if t.sort != "line"]
    if "room" in words.options:
        made["gauge"] = Family("gauge", Num(0, 3), (_key(m, words),), start="room")
    for name in ("mark", "goal", "note", "trace")[: m.dice.between(1, 4)]:
        plain: list[Bool | Num | Named] = [Num(0, 3), BOOL]
        of = m.dice.pick([*stored, *plain])
        optional = not isinstance(of, Bool) and m.dice.chance(1, 2)
        keys = tuple(_key(m, words) for _ in range(m.dice.pick([0, 1, 1, 2])))
        made[name] = _variable(m, words, name, Opt(of) if optional else of, keys)
    return made


def _variable(m: Expressions, words: Words, name: str, type_: Scalar, keys: tuple[Scalar, ...]) -> Family:
    start = None
    if isinstance(type_, Named) and (type_.sort in {"table", "direction"} or _is_row_of_a_key(type_, keys)):
        type_ = Opt(type_)  # a row or direction has no name to begin with
    if isinstance(type_, Named) or (not isinstance(type_, Opt) and m.dice.chance(1, 3)):
        start = m.make(Scope(words, constant=True, safe=True), type_, 1 if isinstance(type_, Num) else 0)
    seen = (
        m.dice.pick([None, None, "owner", "others"])
        if PLAYER in keys
        else m.dice.pick([None, None, "nobody"])
    )
    return Family(name, type_, keys, start, seen, lasts="turn" if m.dice.chance(1, 6) else None)


def _is_row_of_a_key(type_: Named, keys: tuple[Scalar, ...]) -> bool:
    """Whether a name before `.row` would mean the component for which a family has a member."""
    return type_.sort == "row" and Named("kind", type_.name) in keys


def _histories(m: Expressions, words: Words) -> Mapping[str, Mapping[str, object]]:
    """Past situations, of all or of some of what there is; few, so that some day there is no more room."""
    if not m.dice.chance(2, 5):
        return {}
    declared: dict[str, object] = {"length": m.dice.pick(["1", "3", "8"])}
    if m.dice.chance(2, 3):
        parts = sorted({"turn", "phase", *words.zones, *words.variables, *words.resources})
        declared["of"] = tuple(m.dice.some(parts, 1, 4))
    return {"past": declared}


def _agendas(m: Expressions) -> Mapping[str, Mapping[str, object]]:
    """One, on which few events wait, so that some day there is no more room."""
    declared: dict[str, object] = {"length": m.dice.pick([1, 3]), "next": m.dice.pick(["newest", "oldest"])}
    seen = m.dice.pick([None, None, "everyone", "nobody"])
    return {"todo": {**declared, "seen_by": seen} if seen else declared}


def _resources(m: Expressions, words: Words) -> Mapping[str, Family]:
    if m.dice.chance(1, 5):
        return {}
    supply = m.dice.pick([None, "9"])
    keys: tuple[Scalar, ...] = m.dice.pick([(PLAYER,), (PLAYER,), ()])
    made = {"gold": Family("gold", Num(0, 9), keys, start=m.dice.pick([None, "1", "2"]), supply=supply)}
    if m.dice.chance(1, 2):
        hue = min(words.enums)
        supply, start = f"5 if {hue} == {words.enums[hue][0]} else 9", f"number({hue}) // 2"
        sort, supply = Named("enum", hue), m.dice.pick([None, supply])
        made["token"] = Family("token", Num(0, 9), keys, start=start, supply=supply, sort=sort)
    return made


def _function(m: Expressions, words: Words) -> Function:
    number = len(words.functions) + 1
    sorts: list[Type] = [Num(0, 3), BOOL, PLAYER, Opt(PLAYER), ZoneOf("card")]
    sorts += [List(t) for t in words.named()] + list(_small(words))
    parameters = tuple((f"arg{i + 1}", m.dice.pick(sorts)) for i in range(m.dice.between(0, 2)))
    uses_me = m.dice.chance(1, 4)
    goals: list[Type] = [Num(-(2**31) + 1, 2**31 - 1), BOOL, *_small(words), *map(List, _small(words))]
    goal = m.dice.pick(goals)
    scope = Scope(words, parameters, me=uses_me)
    body = m.make(scope, goal, 2)
    gathers = _gathers(m, goal)
    terms = tuple(_term(m, scope, goal) for _ in range(m.dice.between(0, 2))) if gathers is not None else ()
    return Function(f"rule{number}", parameters, goal, body, uses_me, gathers, terms)


def _gathers(m: Expressions, goal: Type) -> str | None:
    """How a function with such a value may gather; mostly it doesn't."""
    if m.dice.chance(2, 3):
        return None
    match goal:
        case Num():
            return m.dice.pick(["sum", "min", "max"])
        case Bool():
            return m.dice.pick(["any", "all"])
        case List():
            return "union"
        case _:
            return None


def _term(m: Expressions, scope: Scope, goal: Type) -> Mapping[str, str]:
    when = {"when": m.make(scope, BOOL, 1)} if m.dice.chance(1, 2) else {}
    return {**when, "is": m.make(scope, goal, 1)}
