"""Random declarations of components, tables and the other parts of a game, a few of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from strategies.boards import declare_boards
from strategies.expressions import Expressions
from strategies.forms_of_values import literal
from strategies.texts import label
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
    Table,
    Type,
    Words,
    Zone,
    ZoneOf,
)

__all__ = ["declare"]

ENUMS = {"hue": ("red", "green", "blue"), "shape": ("round", "flat", "long", "odd")}


PLAYERS = ((2, 2), (2, 3), (1, 2), (3, 3))


def declare(
    m: Expressions, *, copies_said: bool = True, players: Sequence[tuple[int, int]] = PLAYERS
) -> Words:
    """Return random declarations. Without `copies_said`, no rule names one of several copies."""
    dice = m.dice
    enums = {name: ENUMS[name][: dice.between(1, 4)] for name in dice.some(sorted(ENUMS), 1, 2)}
    words = Words(dice.pick(players), enums=enums)
    words = replace(words, options=_options(m))
    words = replace(words, spaces=declare_boards(m))
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
    return _with_terms(m, words) if dice.chance(1, 3) else words


def _options(m: Expressions) -> Mapping[str, tuple[Scalar, str]]:
    every: dict[str, tuple[Scalar, str]] = {
        "room": (Num(1, 3), "2"),
        "open_play": (BOOL, m.dice.pick(["true", "false"])),
        "style": (Named("enum", "style"), "quick slow"),
    }
    return {name: every[name] for name in m.dice.some(sorted(every), 0, 3)}


def _cell_types(words: Words) -> list[Scalar]:
    """Return the types that a column may have, except numbers."""
    printed: list[Scalar] = [Named("enum", name) for name in words.enums]
    printed += [Opt(Named("enum", name)) for name in words.enums]
    for name, space in words.spaces.items():
        if space.form in {"grid", "hex", "corners", "branches"}:
            printed += [Named("cell", name), Named("direction", name)]
    return [*printed, BOOL]


def printed_value(m: Expressions, words: Words, type_: Scalar) -> object:
    """Return a random value of a type, in the form in which a row contains it."""
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
    """Return the words with a deck of cards, and sometimes with pawns, perhaps a set for each player."""
    kinds: dict[str, Kind] = {"card": _cards(m, words)}
    if m.dice.chance(2, 3):
        kinds["pawn"] = _pawns(m, words)
    for name, kind in kinds.items():
        if m.dice.chance(1, 3):
            printed = ("row", *sorted(kind.indexed), *sorted(kind.columns))
            kinds[name] = replace(kind, back=tuple(m.dice.some(printed, 1, 2)))
    return replace(words, kinds=kinds)


def _without_copies(words: Words) -> Words:
    """Return the words with rules restricted to cards without copies. At least one card has no copies."""
    card = words.kinds["card"]
    if card.form == "all":
        return words
    rows = ({**card.rows[0], "copies": 1}, *card.rows[1:])
    unsaid = tuple(str(row["id"]) for row in rows if row.get("copies", 1) != 1)
    return replace(words, kinds={**words.kinds, "card": replace(card, rows=rows, unsaid=unsaid)})


def _cards(m: Expressions, words: Words) -> Kind:
    hue = min(words.enums)
    indexed, default = _indexed(m, words)
    if m.dice.chance(1, 3):
        high = m.dice.between(1, 2)
        names = tuple(f"{v}_{n}" for v in words.enums[hue] for n in range(high + 1))
        columns: dict[str, Scalar] = {hue: Named("enum", hue), "rank": Num(0, high)}
        rows = ({hue: hue, "rank": f"0..{high}"},)
        label = m.dice.pick([f"{{{hue}}} {{rank}}", f"{{{hue}}}{{' of rank' if rank > 0 else ''}} {{rank}}"])
        made_of = Kind("card", names, columns, rows, "deck", form="all", label=label)
        copies = 2 if high == 1 and m.dice.chance(1, 4) else 1
        return replace(
            made_of,
            indexed=indexed if high == 1 else {},
            defaults=default if high == 1 else {},
            copies=copies,
        )
    columns = {"rank": Num(0, 3)} | _extra(m, words)
    number = m.dice.between(2, 4)
    made = [{c: printed_value(m, words, type_) for c, type_ in columns.items()} for _ in range(number)]
    copied = m.dice.chance(1, 3)
    listed = tuple(
        {"id": f"c{i + 1}", **row, **({"copies": m.dice.between(1, 2)} if copied else {})}
        for i, row in enumerate(made)
    )
    kind = Kind("card", tuple(f"c{i + 1}" for i in range(number)), columns, listed, "deck")
    if m.dice.chance(1, 4):
        kind = replace(kind, rows=tuple(_left_out(m, row, "rank") for row in listed), defaults={"rank": 2})
    if m.dice.chance(1, 2):
        return kind
    ((name, (keys, of)),) = indexed.items()
    by_key = tuple({**row, name: _by_key(m, words, keys, of)} for row in kind.rows)
    return replace(kind, rows=by_key, indexed=indexed, defaults={**kind.defaults, **default})


def _left_out(m: Expressions, row: Mapping[str, object], column: str) -> Mapping[str, object]:
    """Return a row, sometimes without its value in `column`."""
    return {c: v for c, v in row.items() if c != column} if m.dice.chance(1, 2) else row


Indexed = Mapping[str, tuple[tuple[Scalar, ...], Scalar]]


def _indexed(m: Expressions, words: Words) -> tuple[Indexed, Mapping[str, object]]:
    """Return the type of a column with a value for each key, and the default for keys without a value."""
    hue = Named("enum", min(words.enums))
    keys: tuple[Scalar, ...] = m.dice.pick([(hue,), (hue,), (PLAYER,), (hue, PLAYER), (BOOL, hue)])
    if m.dice.chance(1, 4):
        return {"likes": (keys, Opt(hue))}, {}
    return {"cost": (keys, Num(0, 3))}, {"cost": 1}


def _by_key(m: Expressions, words: Words, keys: tuple[Scalar, ...], of: Scalar) -> object:
    """Return the values that a row gives for some of the keys."""
    if not keys:
        return m.dice.between(0, 3) if isinstance(of, Num) else printed_value(m, words, of)
    values = _values_of(words, keys[0])
    return {value: _by_key(m, words, keys[1:], of) for value in m.dice.some(values, 1, 2)}


def _values_of(words: Words, key: Scalar) -> tuple[str, ...]:
    """Return all values of a key type, in the form in which rows contain them."""
    match key:
        case Bool():
            return ("true", "false")
        case Named("player"):
            return tuple(f"p{i + 1}" for i in range(words.players[1]))
        case Named("enum", name):
            return words.enums[name]
        case Num(low, high):
            return tuple(str(n) for n in range(low, high + 1))
        case _:
            raise AssertionError(f"{key} is not the type of a column's key")


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
    first: list[Scalar] = [Num(0, 2), Named("enum", min(words.enums))]
    second: list[Scalar] = [BOOL, PLAYER]
    types = [m.dice.pick(first), *([m.dice.pick(second)] if m.dice.chance(1, 3) else [])]
    names = ("at", "by")[: len(types)]
    every = list(product(*(_values_of(words, type_) for type_ in types)))
    partial = PLAYER not in types and m.dice.chance(1, 2)
    keys = m.dice.some(every, 1, min(3, len(every))) if partial else every
    columns: dict[str, Scalar] = {**dict(zip(names, types, strict=True)), "pays": Num(-2, 9), "good": BOOL}
    rows: list[Mapping[str, object]] = [
        {
            **dict(zip(names, key, strict=True)),
            **{c: printed_value(m, words, columns[c]) for c in ("pays", "good")},
        }
        for key in keys
    ]
    defaults: Mapping[str, object] = {"pays": 3} if m.dice.chance(1, 4) else {}
    made = tuple(_left_out(m, row, "pays") if defaults else row for row in rows)
    return {"payout": Table("payout", columns, made, names, partial, defaults)}


def _key(m: Expressions, words: Words) -> Scalar:
    """Return a random type for the key of a family."""
    types: list[Scalar] = [PLAYER, PLAYER, Num(0, 2), Num(-1, 1), BOOL]
    return m.dice.pick([*types, *_small(words)])


def _small(words: Words) -> list[Named]:
    return [t for t in words.named() if t.sort not in {"spot", "player"}]


def _places(m: Expressions, words: Words) -> Mapping[str, Zone]:
    """Return the zones: one in which each kind starts, and two or three others."""
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
    if m.dice.chance(1, 4):
        made[1] = replace(made[1], label=label(m, "pile"), seen_by=made[1].seen_by or "everyone")
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
    seen = m.dice.pick(
        [None, None, "everyone", "owner", "others"] if PLAYER in keys else [None, None, "nobody"]
    )
    made = Family(name, type_, keys, start, seen, lasts="turn" if m.dice.chance(1, 6) else None)
    if m.dice.chance(1, 6):
        return replace(made, label=label(m, name))
    return replace(made, shown=not m.dice.chance(1, 8))


def _is_row_of_a_key(type_: Named, keys: tuple[Scalar, ...]) -> bool:
    """Return whether a name before `.row` would refer to the component that is the key of the family."""
    return type_.sort == "row" and Named("kind", type_.name) in keys


def _histories(m: Expressions, words: Words) -> Mapping[str, Mapping[str, object]]:
    """Return no history, or one that records whole or partial situations and is short enough to overflow."""
    if not m.dice.chance(2, 5):
        return {}
    declared: dict[str, object] = {"length": m.dice.pick(["1", "3", "8"])}
    if m.dice.chance(2, 3):
        parts = sorted({"turn", "phase", *words.zones, *words.variables, *words.resources})
        declared["of"] = tuple(m.dice.some(parts, 1, 4))
    return {"past": declared}


def _agendas(m: Expressions) -> Mapping[str, Mapping[str, object]]:
    """Return an agenda that holds few events and may therefore overflow.

    The player who chooses the next event does not depend on `me`, and the events to choose from are visible.
    """
    declared: dict[str, object] = {"length": m.dice.pick([1, 3])}
    declared["next"] = m.dice.pick(["newest", "oldest", "chosen", "chosen"])
    chosen = declared["next"] == "chosen"
    if chosen:
        declared["by"] = m.dice.pick(["seat(1)", "seat(2)"])
        if m.dice.chance(1, 3):
            declared["prompt"] = label(m, "next")
    seen = m.dice.pick([None, None, "everyone", "everyone" if chosen else "nobody"])
    return {"todo": {**declared, "seen_by": seen} if seen else declared}


def _resources(m: Expressions, words: Words) -> Mapping[str, Family]:
    if m.dice.chance(1, 5):
        return {}
    supply = m.dice.pick([None, "9"])
    keys: tuple[Scalar, ...] = m.dice.pick([(PLAYER,), (PLAYER,), ()])
    made = {"gold": Family("gold", Num(0, 9), keys, start=m.dice.pick([None, "1", "2"]), supply=supply)}
    if m.dice.chance(1, 4):
        made["gold"] = replace(made["gold"], label=label(m, "gold"))
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
    kept = m.dice.chance(1, 3)
    return Function(f"rule{number}", parameters, goal, body, uses_me, gathers, terms, kept)


def _with_terms(m: Expressions, words: Words) -> Words:
    """Return the words with a function of a card, to which the rows of some cards add terms."""
    card = words.kinds["card"]
    if card.form == "all":
        return words
    name, parameters = f"rule{len(words.functions) + 1}", (("arg1", Named("kind", "card")),)
    scope = Scope(words, parameters)
    goals: list[Bool | Num] = [BOOL, Num(-(2**31) + 1, 2**31 - 1)]
    goal = m.dice.pick(goals)
    gathers = m.dice.pick(["any", "all"] if goal == BOOL else ["sum", "min", "max"])
    function = Function(name, parameters, goal, m.make(scope, goal, 1), uses_me=False, gathers=gathers)
    own = m.dice.some(range(len(card.rows)), 1, 2)
    terms = [{"terms": {name: m.make(scope, goal, 1)}} if i in own else {} for i in range(len(card.rows))]
    rows = tuple({**row, **more} for row, more in zip(card.rows, terms, strict=True))
    kinds = {**words.kinds, "card": replace(card, rows=rows)}
    return replace(words, kinds=kinds, functions={**words.functions, name: function})


def _gathers(m: Expressions, goal: Type) -> str | None:
    """Return how a function with a value of type `goal` gathers terms, or `None` if it gathers none."""
    if m.dice.chance(1, 2):
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
