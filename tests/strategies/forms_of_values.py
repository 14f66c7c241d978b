"""Forms of named values, and of values that may be `none`."""

from __future__ import annotations

import re

from strategies.expressions import MARK, Applies, Expressions, form, marked, usable
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
    Space,
    Table,
    Type,
    Words,
    ZoneOf,
)

__all__ = ["direction_of", "holds", "is_graph", "is_of", "literal", "touching", "with_an_order"]

NUMBER = Num(0, 3)


def holds(type_: Scalar, goal: Type) -> bool:
    """Return whether every value of `type_` is also a value of `goal`, ignoring the bounds of numbers."""
    return type_ == goal or (isinstance(type_, Num) and isinstance(goal, Num))


def literal(m: Expressions, words: Words, goal: Named) -> str:
    """Return a random value of a type, in the form in which authors write it."""
    name = goal.name
    match goal.sort:
        case "enum":
            values = words.enums.get(name) or tuple(words.options[name][1].split(" "))
            return marked(f"{name}.{m.dice.pick(values)}")
        case "player":
            return marked(f"seat({m.dice.between(1, words.players[0])})")
        case "kind":
            return marked(f"{name}.{m.dice.pick(words.kinds[name].said)}")
        case "row":
            return marked(f"{name}.row.{m.dice.pick(words.kinds[name].names).removeprefix('p1_')}")
        case "table":
            return f"nth({name}, {marked(str(m.dice.between(1, words.rows_at_least(name))))})"
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
    """Return each type that has a column of type `goal`, with the name of the column."""
    return [
        (type_, column)
        for type_ in words.named()
        if usable(scope, type_)
        for column, of in words.columns(type_).items()
        if holds(of, goal)
    ]


@form(Num, Bool, Named, weight=3, constant=True, when=lambda s, g: bool(_readers(s.words, g, s)))
def _column_of(m: Expressions, s: Scope, g: Type, d: int) -> str:
    type_, column = m.dice.pick(_readers(s.words, g, s))
    return _read(m, s, type_, column, d)


def _read(m: Expressions, s: Scope, type_: Named, column: str, d: int) -> str:
    """Return an expression that reads a column of a random value, with keys if the column has them."""
    of = m.make(s, type_, d - 1)
    text = f"{of}.{column}" if of.replace("_", "").isalnum() or of[-1] == ")" else f"({of}).{column}"
    if not column.endswith("[]"):
        return text
    keys, _ = s.words.kinds[type_.name].indexed[column[:-2]]
    return m.keyed(s, text[:-2], keys, d - 1)


@form(Num, Bool, Named, List, weight=2, constant=True)
def _let(m: Expressions, s: Scope, g: Type, d: int) -> str:
    x, one = m.fresh(s), m.anything(s)
    of = List(one) if not s.constant and m.dice.chance(1, 3) else one
    return f"let({x} = {m.make(s, of, d - 1)}: {m.make(s.bind(x, of), g, d - 1)})"


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
    Num, Bool, Named, List, weight=9,
    when=lambda s, g: any(_gives(f.type, g) and (s.me or not f.uses_me) for f in s.words.functions.values()),
)  # fmt: skip
def _function(m: Expressions, s: Scope, g: Type, d: int) -> str:
    found = [f for f in s.words.functions.values() if _gives(f.type, g) and (s.me or not f.uses_me)]
    function = m.dice.pick(found)
    return f"{function.name}({', '.join(m.make(s, t, d - 1) for _, t in function.parameters)})"


def _gives(type_: Type, goal: Type) -> bool:
    if isinstance(type_, List) and isinstance(goal, List):
        return holds(type_.of, goal.of)
    return not isinstance(type_, List | ZoneOf) and holds(type_, goal)


# --- players, cells, directions, tiles and parts ----------------------------------------------------


def _keyed_tables(s: Scope, *, partial: bool) -> list[Table]:
    return [t for t in s.words.tables.values() if t.key and t.partial == partial]


def is_of(*sorts: str) -> Applies:
    """Return a condition for forms, which holds for named types of the given sorts."""
    return lambda s, g: isinstance(g, Named) and g.sort in sorts


@form(Named, rare=True, weight=3, when=is_of("player"))
def _neighbour(m: Expressions, s: Scope, g: Type, d: int) -> str:
    name, player = m.dice.pick(["left", "right"]), m.make(s, PLAYER, d - 1)
    if m.dice.chance(1, 3):
        return f"{name}({player}, {m.make(s, Num(-3, 5), d - 1)})"
    return f"{name}({player})"


@form(Named, when=is_of("player"))
def _seat(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"seat({m.make(s, Num(1, s.words.players[0]), d - 1)})"


@form(
    Named,
    rare=True,
    when=lambda s, g: is_of("cell")(s, g) and _has_rows(s, g) and not (s.safe and _lacks_a_cell(s, g)),
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
    return isinstance(g, Named) and not s.words.spaces[g.name].whole


def _has_rows(s: Scope, g: Type) -> bool:
    return isinstance(g, Named) and s.words.spaces[g.name].form in {"grid", "hex", "track"}


def is_graph(s: Scope, g: Type) -> bool:
    """Return whether the cells of a type have no directions, or a direction may lead to several cells."""
    if not isinstance(g, Named):
        return False
    space = s.words.spaces[g.name]
    return not space.directions or space.form == "branches"


def touching(s: Scope, g: Type) -> list[Space]:
    """Return the other spaces of the same board, which may be the grid itself, its edges and its corners."""
    if not isinstance(g, Named):
        return []
    this = s.words.spaces[g.name]
    return [x for x in s.words.spaces.values() if x.board == this.board and x is not this]


def _perhaps(m: Expressions, s: Scope, text: str, d: int, *of: str) -> str:
    """Return `text`, an optional value with the operands `of`.

    If all operands are constant, return a conditional expression around `text` that is not constant.
    """
    known = not any(re.search(r"[a-z]", re.sub(r"\b(if|else)\b", "", MARK.sub("", part))) for part in of)
    return f"(none if empty({m.listing(s, d - 1)}) else {text})" if known else text


def _joined_by(s: Scope, g: Type) -> list[Space]:
    """Return the spaces in which a member of type `g` can lie between two members."""
    if not isinstance(g, Named):
        return []
    form = s.words.spaces[g.name].form
    pairs = {"edges": {"grid", "hex", "corners"}, "corners": {"edges"}}.get(form, set())
    return [x for x in touching(s, g) if x.form in pairs]


@form(Opt, rare=True, weight=4, when=lambda s, g: is_of("cell")(s, _of(g)) and bool(_joined_by(s, _of(g))))
def _between(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _of(g)
    assert isinstance(of, Named)
    two = Named("cell", m.dice.pick(_joined_by(s, of)).name)
    a, b = (m.make(s, two, d - 1) for _ in range(2))
    return _perhaps(m, s, f"between({a}, {b}, {of.name})", d, a, b)


@form(Named, rare=True, when=is_of("direction"))
def _opposite(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"opposite({m.make(s, g, d - 1)})"


@form(Named, rare=True, weight=3, when=is_of("part"))
def _feature(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"feature({m.make(s, g, d - 1)})"


@form(
    Named, rare=True, weight=3, risky=True,
    when=lambda s, g: any(g == Named("table", t.name) for t in _keyed_tables(s, partial=False)),
)  # fmt: skip
def _row_of(m: Expressions, s: Scope, g: Type, d: int) -> str:
    assert isinstance(g, Named)
    table = s.words.tables[g.name]
    return m.keyed(s, g.name, tuple(table.columns[key] for key in table.key), d - 1)


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
    return isinstance(type_, Opt) and isinstance(goal, Opt) and holds(type_.of, goal.of)


@form(Opt)
def _end_of_list(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"{m.dice.pick(['top', 'bottom'])}({with_an_order(m, s, List(_of(g)), d)})"


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


@form(Opt, rare=True, weight=4, when=lambda s, g: is_of("cell")(s, _of(g)) and not is_graph(s, _of(g)))
def _step(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _of(g)
    assert isinstance(of, Named)
    cell, direction = m.make(s, of, d - 1), direction_of(m, s, of.name, d)
    if m.dice.chance(1, 3):
        return f"step({cell}, {direction}, {m.make(s, Num(-3, 3), d - 1)})"
    return f"step({cell}, {direction})"


def direction_of(m: Expressions, s: Scope, space: str, d: int) -> str:
    """Return a direction for a space that is known from the context, usually its bare name."""
    if m.dice.chance(1, 2):
        return m.dice.pick(s.words.spaces[space].directions)
    return m.make(s, Named("direction", space), d - 1)


@form(Opt, rare=True, weight=4, when=lambda s, g: is_of("direction")(s, _of(g)) and not is_graph(s, _of(g)))
def _direction_to(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _of(g)
    assert isinstance(of, Named)
    cell = Named("cell", of.name)
    return f"direction({m.make(s, cell, d - 1)}, {m.make(s, cell, d - 1)})"


@form(Opt, rare=True, weight=3, when=lambda s, g: is_of("cell")(s, _of(g)) and _is_grid(s, _of(g)))
def _offset(m: Expressions, s: Scope, g: Type, d: int) -> str:
    far = Num(-2, 2)
    cell, x, y = m.make(s, _of(g), d - 1), m.make(s, far, d - 1), m.make(s, far, d - 1)
    return _perhaps(m, s, f"offset({cell}, {x}, {y})", d, cell, x, y)


def _is_grid(s: Scope, g: Type) -> bool:
    return isinstance(g, Named) and s.words.spaces[g.name].form in {"grid", "hex"}


@form(Opt, rare=True, weight=3, when=lambda s, g: isinstance(_of(g), Num) and bool(s.words.spaces))
def _distance(m: Expressions, s: Scope, g: Type, d: int) -> str:
    cell = Named("cell", m.dice.pick(sorted(s.words.spaces)))
    return f"distance({m.make(s, cell, d - 1)}, {m.make(s, cell, d - 1)})"


@form(
    Opt,
    rare=True,
    weight=3,
    when=lambda s, g: isinstance(_of(g), Num) and bool(spaces(s, "track", "branches")),
)
def _gap(m: Expressions, s: Scope, g: Type, d: int) -> str:
    cell = Named("cell", m.dice.pick(spaces(s, "track", "branches")).name)
    return f"gap({m.make(s, cell, d - 1)}, {m.make(s, cell, d - 1)})"


@form(Opt, rare=True, weight=3, when=lambda s, g: isinstance(_of(g), Num))
def _place(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = m.anything(s)
    return f"place({m.make(s, List(of), d - 1)}, {m.make(s, m.dice.pick([of, Opt(of)]), d - 1)})"


@form(Opt, rare=True, weight=3, when=lambda s, g: bool(_optional_readers(s, g)))
def _optional_column(m: Expressions, s: Scope, g: Type, d: int) -> str:
    type_, column = m.dice.pick(_optional_readers(s, g))
    return _read(m, s, type_, column, d)


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
    keys = [m.make(s, table.columns[key], max(1, d - 1)) for key in table.key]
    return _perhaps(m, s, f"{of.name}[{', '.join(keys)}]", d, *keys)


def with_an_order(m: Expressions, s: Scope, g: List, d: int) -> str:
    """Return an expression for a list, often an ordered zone."""
    zones = [z for z in s.words.zones.values() if z.ordered and g.of == Named("kind", z.kind)]
    if zones and not s.constant and m.dice.chance(1, 2):
        zone = m.dice.pick(zones)
        return m.keyed(s, zone.name, zone.keys, d - 1)
    return m.make(s, g, d - 1)
