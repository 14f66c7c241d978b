"""Forms of values with a name, of values that may be none, of lists, and of zones."""

from __future__ import annotations

from strategies.expressions import ANY, Applies, Expressions, form, marked, usable
from strategies.forms_of_numbers import families, spaces
from strategies.words import (
    BOOL,
    PLAYER,
    Bool,
    List,
    Named,
    Num,
    Opt,
    Scalar,
    Scope,
    Table,
    Type,
    Words,
    ZoneOf,
)

__all__ = ["literal"]

NUMBER = Num(0, 3)


def _holds(type_: Scalar, goal: Type) -> bool:
    """Whether a value of a type is one of another, bounds aside."""
    return type_ == goal or (isinstance(type_, Num) and isinstance(goal, Num))


def literal(m: Expressions, words: Words, goal: Named) -> str:
    """A value of a type, as it is written."""
    name = goal.name
    match goal.sort:
        case "enum":
            values = words.enums.get(name) or tuple(words.options[name][1].split(" "))
            return marked(f"{name}.{m.dice.pick(values)}")
        case "player":
            return marked(f"seat({m.dice.between(1, words.players[0])})")
        case "kind":
            return marked(f"{name}.{m.dice.pick(words.kinds[name].names)}")
        case "table":
            return f"nth({name}, {marked(str(m.dice.between(1, len(words.tables[name].rows))))})"
        case "part":
            row = m.dice.pick(words.parts[name].rows)
            return marked(f"{name}.{row[words.parts[name].tile]}_{row['id']}")
        case "cell":
            space = words.spaces[name]
            if space.form == "track":
                return marked(f"cell({name}, {m.dice.between(1, space.width)})")
            return marked(f"{name}.{m.dice.pick(space.cells)}")
        case "direction":
            return (
                f"nth({name}.direction, {marked(str(m.dice.between(1, len(words.spaces[name].directions))))})"
            )
        case _:
            half = words.planes[name].within // 2
            x, y = (m.dice.between(-half, half) for _ in range(2))
            return marked(f"spot({name}, {x}, {y}, {m.dice.between(0, 3)})")


@form(Named, leaf=True, constant=True, when=usable)
def _literal(m: Expressions, s: Scope, g: Type, d: int) -> str:
    assert isinstance(g, Named)
    return literal(m, s.words, g)


@form(Named, leaf=True, weight=5, constant=True, when=lambda s, g: any(t == g for _, t in s.locals))
def _local(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return m.dice.pick([n for n, t in s.locals if t == g])


@form(
    Named,
    leaf=True,
    keyed=True,
    weight=4,
    when=lambda s, g: any(v.type == g for v in s.words.variables.values()),
)
def _variable(m: Expressions, s: Scope, g: Type, d: int) -> str:
    family = m.dice.pick([v for v in s.words.variables.values() if v.type == g])
    return m.keyed(s, family.name, family.keys, d - 1)


@form(Named, leaf=True, weight=8, when=lambda s, g: s.me and g == PLAYER)
def _me(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return "me"


def _readers(words: Words, goal: Type, scope: Scope) -> list[tuple[Named, str]]:
    """What has a column of a type."""
    return [
        (type_, column)
        for type_ in words.named()
        if usable(scope, type_)
        for column, of in words.columns(type_).items()
        if _holds(of, goal)
    ]


@form(Num, Bool, Named, weight=3, constant=True, when=lambda s, g: bool(_readers(s.words, g, s)))
def _column_of(m: Expressions, s: Scope, g: Type, d: int) -> str:
    type_, column = m.dice.pick(_readers(s.words, g, s))
    of = m.make(s, type_, d - 1)
    return f"{of}.{column}" if of.replace("_", "").isalnum() or of[-1] == ")" else f"({of}).{column}"


@form(Named)
def _choice(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"({m.make(s, g, d - 1)} if {m.make(s, BOOL, d - 1)} else {m.make(s, g, d - 1)})"


@form(Num, Named, risky=True, weight=1)
def _nth(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = NUMBER if isinstance(g, Num) else g
    assert isinstance(of, Num | Named)
    return f"nth({m.make(s, List(of), d - 1)}, {m.make(s, Num(1, 3), d - 1)})"


@form(Num, Named, risky=True, weight=1)
def _the_only(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = NUMBER if isinstance(g, Num) else g
    assert isinstance(of, Num | Named)
    if m.dice.chance(1, 2):
        return f"the({m.make(s, Opt(of), d - 1)})"
    return f"the({m.make(s, List(of), d - 1)})"


@form(Num, Named, risky=True, weight=1)
def _the_over(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, x = NUMBER if isinstance(g, Num) else g, m.fresh(s)
    assert isinstance(of, Num | Named)
    over = m.make(s, List(of), d - 1)
    body = m.make(s.bind(x, of), BOOL, d - 1)
    if m.dice.chance(1, 2):
        body = f"{x} == {m.atom(s.bind(x, of), of, d - 1)}"
    return f"the({x} in {over}: {body})"


@form(Named)
def _default(m: Expressions, s: Scope, g: Type, d: int) -> str:
    assert isinstance(g, Named)
    return f"default({m.make(s, Opt(g), d - 1)}, {m.make(s, g, d - 1)})"


@form(
    Num, Bool, Named, List, weight=3,
    when=lambda s, g: any(_gives(f.type, g) and (s.me or not f.uses_me) for f in s.words.functions.values()),
)  # fmt: skip
def _function(m: Expressions, s: Scope, g: Type, d: int) -> str:
    found = [f for f in s.words.functions.values() if _gives(f.type, g) and (s.me or not f.uses_me)]
    function = m.dice.pick(found)
    return f"{function.name}({', '.join(m.make(s, t, d - 1) for _, t in function.parameters)})"


def _gives(type_: Type, goal: Type) -> bool:
    if isinstance(type_, List) and isinstance(goal, List):
        return _holds(type_.of, goal.of)
    return not isinstance(type_, List | ZoneOf) and _holds(type_, goal)


# --- players, cells, directions, tiles and parts ----------------------------------------------------


def _keyed_tables(s: Scope, *, partial: bool) -> list[Table]:
    return [t for t in s.words.tables.values() if t.key and t.partial == partial]


def _is(*sorts: str) -> Applies:
    return lambda s, g: isinstance(g, Named) and g.sort in sorts


@form(Named, rare=True, weight=3, when=_is("player"))
def _neighbour(m: Expressions, s: Scope, g: Type, d: int) -> str:
    name, player = m.dice.pick(["left", "right"]), m.make(s, PLAYER, d - 1)
    if m.dice.chance(1, 3):
        return f"{name}({player}, {m.make(s, Num(-3, 5), d - 1)})"
    return f"{name}({player})"


@form(Named, when=_is("player"))
def _seat(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"seat({m.make(s, Num(1, s.words.players[0]), d - 1)})"


@form(
    Named,
    rare=True,
    when=lambda s, g: _is("cell")(s, g) and not _graph(s, g) and not (s.safe and _lacks_a_cell(s, g)),
)
def _cell(m: Expressions, s: Scope, g: Type, d: int) -> str:
    assert isinstance(g, Named)
    space = s.words.spaces[g.name]
    slack = 0 if s.safe else m.dice.pick([0, 0, 1])
    if space.form == "track":
        return f"cell({g.name}, {m.make(s, Num(1, space.width + slack), d - 1)})"
    numbers = [m.make(s, Num(1, n + slack), d - 1) for n in (space.width, space.height)]
    return f"cell({g.name}, {', '.join(numbers)})"


def _lacks_a_cell(s: Scope, g: Type) -> bool:
    return isinstance(g, Named) and "without" in s.words.spaces[g.name].declared


def _graph(s: Scope, g: Type) -> bool:
    return isinstance(g, Named) and s.words.spaces[g.name].form == "graph"


@form(Named, rare=True, when=_is("direction"))
def _opposite(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"opposite({m.make(s, g, d - 1)})"


@form(Named, rare=True, weight=3, when=_is("part"))
def _feature(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"feature({m.make(s, g, d - 1)})"


@form(
    Named, rare=True, weight=3, risky=True,
    when=lambda s, g: any(g == Named("table", t.name) for t in _keyed_tables(s, partial=False)),
)  # fmt: skip
def _row_of(m: Expressions, s: Scope, g: Type, d: int) -> str:
    assert isinstance(g, Named)
    table = s.words.tables[g.name]
    assert table.key is not None
    return f"{g.name}[{m.make(s, table.columns[table.key], d - 1)}]"


# --- values that may be none ------------------------------------------------------------------------


def _of(goal: Type) -> Bool | Num | Named:
    assert isinstance(goal, Opt)
    return goal.of


@form(Opt, leaf=True, weight=1)
def _first_there(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"first({m.fresh(s)} in {m.make(s, List(_of(g)), 0)}: {marked('true')})"


@form(Opt, leaf=True, keyed=True, weight=6, when=lambda s, g: any(_same(v.type, g) for v in families(s, Opt)))
def _variable_optional(m: Expressions, s: Scope, g: Type, d: int) -> str:
    family = m.dice.pick([v for v in families(s, Opt) if _same(v.type, g)])
    return m.keyed(s, family.name, family.keys, d - 1)


@form(Opt, leaf=True, weight=6, when=lambda s, g: any(_same(t, g) for _, t in s.locals))
def _local_optional(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return m.dice.pick([n for n, t in s.locals if _same(t, g)])


def _same(type_: Type, goal: Type) -> bool:
    return isinstance(type_, Opt) and isinstance(goal, Opt) and _holds(type_.of, goal.of)


@form(Opt)
def _end_of_list(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"{m.dice.pick(['top', 'bottom'])}({_ordered(m, s, List(_of(g)), d)})"


@form(
    Opt, when=lambda s, g: any(z.ordered and _of(g) == Named("kind", z.kind) for z in s.words.zones.values())
)
def _end_of_zone(m: Expressions, s: Scope, g: Type, d: int) -> str:
    zones = [z for z in s.words.zones.values() if z.ordered and _of(g) == Named("kind", z.kind)]
    zone = m.dice.pick(zones)
    return f"{m.dice.pick(['top', 'bottom'])}({m.keyed(s, zone.name, zone.keys, d - 1)})"


@form(Opt)
def _first(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, x = _of(g), m.fresh(s)
    return f"first({x} in {m.make(s, List(of), d - 1)}: {m.make(s.bind(x, of), BOOL, d - 1)})"


@form(Opt, weight=1)
def _none_or(m: Expressions, s: Scope, g: Type, d: int) -> str:
    condition = f"empty({m.listing(s, d - 1)})"  # one that is never known before the game
    return f"(none if {condition} else {m.by_form(s, g, d - 1)})"


@form(Opt, rare=True, weight=4, when=lambda s, g: any(z.keys == (_of(g),) for z in s.words.zones.values()))
def _key(m: Expressions, s: Scope, g: Type, d: int) -> str:
    zone = m.dice.pick([z for z in s.words.zones.values() if z.keys == (_of(g),)])
    return f"key({zone.name}, {m.make(s, Named('kind', zone.kind), d - 1)})"


@form(Opt, rare=True, weight=4, when=lambda s, g: _is("cell")(s, _of(g)) and not _graph(s, _of(g)))
def _step(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _of(g)
    assert isinstance(of, Named)
    cell, direction = m.make(s, of, d - 1), _direction(m, s, of.name, d)
    if m.dice.chance(1, 3):
        return f"step({cell}, {direction}, {m.make(s, Num(-3, 3), d - 1)})"
    return f"step({cell}, {direction})"


def _direction(m: Expressions, s: Scope, space: str, d: int) -> str:
    """A direction where the space is known; its bare name, mostly."""
    if m.dice.chance(1, 2):
        return m.dice.pick(s.words.spaces[space].directions)
    return m.make(s, Named("direction", space), d - 1)


@form(Opt, rare=True, weight=4, when=lambda s, g: _is("direction")(s, _of(g)))
def _direction_to(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _of(g)
    assert isinstance(of, Named)
    cell = Named("cell", of.name)
    return f"direction({m.make(s, cell, d - 1)}, {m.make(s, cell, d - 1)})"


@form(Opt, rare=True, weight=3, when=lambda s, g: isinstance(_of(g), Num) and bool(s.words.spaces))
def _distance(m: Expressions, s: Scope, g: Type, d: int) -> str:
    cell = Named("cell", m.dice.pick(sorted(s.words.spaces)))
    return f"distance({m.make(s, cell, d - 1)}, {m.make(s, cell, d - 1)})"


@form(Opt, rare=True, weight=3, when=lambda s, g: isinstance(_of(g), Num) and bool(spaces(s, "track")))
def _gap(m: Expressions, s: Scope, g: Type, d: int) -> str:
    cell = Named("cell", m.dice.pick(spaces(s, "track")).name)
    return f"gap({m.make(s, cell, d - 1)}, {m.make(s, cell, d - 1)})"


@form(Opt, rare=True, weight=3, when=lambda s, g: bool(_optional_readers(s, g)))
def _optional_column(m: Expressions, s: Scope, g: Type, d: int) -> str:
    type_, column = m.dice.pick(_optional_readers(s, g))
    return f"({m.make(s, type_, d - 1)}).{column}"


def _optional_readers(s: Scope, goal: Type) -> list[tuple[Named, str]]:
    words = s.words
    return [(t, c) for t in words.named() for c, of in words.columns(t).items() if _same(of, goal)]


@form(
    Opt, rare=True, weight=4,
    when=lambda s, g: any(_of(g) == Named("table", t.name) for t in _keyed_tables(s, partial=True)),
)  # fmt: skip
def _row_if_any(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _of(g)
    assert isinstance(of, Named)
    table = s.words.tables[of.name]
    assert table.key is not None
    key = m.make(s, table.columns[table.key], max(1, d - 1))
    return (
        f"{of.name}[{key.replace('⟨', '').replace('⟩', '')}]" if _plain_number(key) else f"{of.name}[{key}]"
    )


def _plain_number(text: str) -> bool:
    return text.strip("⟨⟩-").isdigit()


# --- lists --------------------------------------------------------------------------------------------


def _member(goal: Type) -> Scalar:
    assert isinstance(goal, List)
    return goal.of


_WHOLE = {"enum", "player", "kind", "table", "part", "cell", "direction"}


def _has_a_whole(s: Scope, of: Scalar) -> bool:
    """Whether a name stands for all values of a type; that of an option is the value it has."""
    return isinstance(of, Named) and of.sort in _WHOLE and of.name not in s.words.options


@form(
    List, leaf=True, weight=4, constant=True,
    when=lambda s, g: _has_a_whole(s, _member(g)),
)  # fmt: skip
def _whole(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _member(g)
    assert isinstance(of, Named)
    match of.sort:
        case "player":
            return marked("players")
        case "direction":
            return marked(f"{of.name}.direction")
        case _:
            return marked(of.name)


@form(List, leaf=True, weight=2, constant=True)
def _items(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, least = _member(g), 1
    if d > 0 and not s.safe:
        least = 0
    values = [m.make(s, of, max(0, d - 1)) for _ in range(m.dice.between(least, 3))]
    return f"{{{', '.join(values)}}}"


@form(List, leaf=True, weight=4, constant=True, when=lambda s, g: isinstance(_member(g), Num))
def _range(m: Expressions, s: Scope, g: Type, d: int) -> str:
    low = m.make(s, Num(-1, 2), d - 1 if d else 0)
    high = m.make(s, Num(0, 4), d - 1 if d else 0)
    low, high = (x if x.strip("⟨⟩").isdigit() else f"({x})" for x in (low, high))
    return f"({low}..{high})"


@form(List, leaf=True, weight=6, constant=True, when=lambda s, g: any(_list_local(t, g) for _, t in s.locals))
def _list_of_local(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return m.dice.pick([n for n, t in s.locals if _list_local(t, g)])


def _list_local(type_: Type, goal: Type) -> bool:
    of = _member(goal)
    match type_:
        case List(inner):
            return _holds(inner, of)
        case Named("line", name):
            return of == Named("cell", name)
        case ZoneOf(kind):
            return of == Named("kind", kind)
        case _:
            return False


@form(
    List, leaf=True, keyed=True, weight=6,
    when=lambda s, g: any(_member(g) == Named("kind", z.kind) for z in s.words.zones.values()),
)  # fmt: skip
def _contents(m: Expressions, s: Scope, g: Type, d: int) -> str:
    zone = m.dice.pick([z for z in s.words.zones.values() if _member(g) == Named("kind", z.kind)])
    if zone.keys and m.dice.chance(1, 3):
        return zone.name
    return m.keyed(s, zone.name, zone.keys, d - 1)


def _over_condition(kind: str, *, constant: bool) -> None:
    def build(m: Expressions, s: Scope, g: Type, d: int) -> str:
        of, x = _member(g), m.fresh(s)
        body = m.make(s.bind(x, of), BOOL if kind in {"filter", "while"} else ANY, d - 1)
        return f"{kind}({x} in {m.make(s, g, d - 1)}: {body})"

    build.__name__ = f"{kind}_over"
    form(List, constant=constant)(build)


for _kind in ("filter", "while", "best", "sort"):
    _over_condition(_kind, constant=_kind == "filter")


@form(List, weight=3, constant=True)
def _map(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, x = m.anything(s), m.fresh(s)
    return f"map({x} in {m.make(s, List(of), d - 1)}: {m.make(s.bind(x, of), _member(g), d - 1)})"


@form(List)
def _union(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"union({m.make(s, g, d - 1)}, {m.make(s, g, d - 1)})"


@form(List)
def _distinct(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"distinct({m.make(s, g, d - 1)})"


@form(List)
def _reverse(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"reverse({m.make(s, g, d - 1)})"


@form(List, rare=True)
def _few(m: Expressions, s: Scope, g: Type, d: int) -> str:
    low = 0 if s.safe else -1
    return f"{m.dice.pick(['top', 'bottom'])}({_ordered(m, s, g, d)}, {m.make(s, Num(low, 3), d - 1)})"


def _ordered(m: Expressions, s: Scope, g: Type, d: int) -> str:
    """A list, or a zone with an order."""
    zones = [z for z in s.words.zones.values() if z.ordered and _member(g) == Named("kind", z.kind)]
    if zones and not s.constant and m.dice.chance(1, 2):
        zone = m.dice.pick(zones)
        return m.keyed(s, zone.name, zone.keys, d - 1)
    of = _member(g)
    if isinstance(of, Named) and of.sort == "kind":  # a zone without order has no top
        return f"reverse({m.make(s, g, d - 1)})"
    return m.make(s, g, d - 1)


@form(List, weight=1)
def _list_choice(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"({m.make(s, g, d - 1)} if {m.make(s, BOOL, d - 1)} else {m.make(s, g, d - 1)})"


@form(List, when=lambda s, g: isinstance(_member(g), Named))
def _reach(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, x = _member(g), m.fresh(s)
    return f"reach({x} from {m.make(s, of, d - 1)}: {m.make(s.bind(x, of), g, d - 1)})"


@form(List, rare=True, weight=4, when=lambda s, g: _member(g) == PLAYER)
def _in_turn(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"{m.dice.pick(['clockwise', 'counterclockwise'])}({m.make(s, PLAYER, d - 1)})"


def _lists(sort: str) -> Applies:
    return lambda s, g: _is(sort)(s, _member(g))


@form(List, rare=True, weight=4, when=_lists("cell"))
def _neighbours(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"neighbours({m.make(s, _member(g), d - 1)})"


@form(List, rare=True, weight=4, when=lambda s, g: _lists("cell")(s, g) and not _graph(s, _member(g)))
def _ray(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _member(g)
    assert isinstance(of, Named)
    return f"ray({m.make(s, of, d - 1)}, {_direction(m, s, of.name, d)})"


@form(List, rare=True, weight=6, when=_lists("spot"))
def _spots(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _member(g)
    assert isinstance(of, Named)
    return f"spots({m.make(s, Named('kind', s.words.planes[of.name].parts.tile), d - 1)})"


def _tiled(s: Scope, g: Type) -> bool:
    of = _member(g)
    return isinstance(of, Named) and of.sort == "kind" and s.words.plane_of(of.name) is not None


@form(List, rare=True, weight=3, when=_tiled)
def _around(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"around({m.make(s, _member(g), d - 1)})"


@form(List, rare=True, weight=3, when=_tiled)
def _tiles(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _member(g)
    assert isinstance(of, Named)
    plane = s.words.plane_of(of.name)
    assert plane is not None
    return f"tiles({m.make(s, Named('part', plane.parts.name), d - 1)})"


def _of_part(name: str) -> None:
    def build(m: Expressions, s: Scope, g: Type, d: int) -> str:
        of = _member(g)
        assert isinstance(of, Named)
        plane = next(p for p in s.words.planes.values() if p.parts.name == of.name)
        if name == "features":
            return f"features({plane.name})"
        if name == "parts":
            return f"parts({m.make(s, Named('kind', plane.parts.tile), d - 1)})"
        return f"{name}({m.make(s, of, d - 1)})"

    build.__name__ = name
    form(List, weight=3, rare=True, when=_lists("part"))(build)


for _word in ("parts", "features", "joined", "touching"):
    _of_part(_word)


# --- zones --------------------------------------------------------------------------------------------


def _zones(s: Scope, g: Type) -> list[str]:
    assert isinstance(g, ZoneOf)
    return [z.name for z in s.words.zones.values() if z.kind == g.kind]


@form(ZoneOf, leaf=True, keyed=True, when=lambda s, g: bool(_zones(s, g)))
def _zone(m: Expressions, s: Scope, g: Type, d: int) -> str:
    zone = s.words.zones[m.dice.pick(_zones(s, g))]
    return m.keyed(s, zone.name, zone.keys, d - 1)


@form(ZoneOf, weight=1, when=lambda s, g: bool(_zones(s, g)))
def _zone_choice(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"({_zone(m, s, g, d)} if {m.make(s, BOOL, d - 1)} else {_zone(m, s, g, d)})"


@form(ZoneOf, leaf=True, weight=4, when=lambda s, g: any(t == g for _, t in s.locals))
def _zone_local(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return m.dice.pick([n for n, t in s.locals if t == g])
