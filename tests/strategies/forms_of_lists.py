"""Forms of lists and zones."""

from __future__ import annotations

from strategies.expressions import ANY, Applies, Expressions, form, marked
from strategies.forms_of_values import direction_of, holds, is_graph, is_of, touching, with_an_order
from strategies.words import BOOL, PLAYER, List, Named, Num, Opt, Scalar, Scope, Type, ZoneOf, written

__all__: list[str] = []


def _member(goal: Type) -> Scalar:
    assert isinstance(goal, List)
    return goal.of


_WHOLE = {"enum", "player", "kind", "row", "table", "part", "cell", "direction"}


def _has_a_whole(s: Scope, of: Scalar) -> bool:
    """Return whether the name of a type stands for the list of all its values.

    The name of an option stands for the value of the option instead.
    """
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
        case "direction" | "row":
            return marked(written(of))
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
            return holds(inner, of)
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
        body = m.make(s.bind(x, of), BOOL if kind in {"filter", "while", "until"} else ANY, d - 1)
        return f"{kind}({x} in {m.make(s, g, d - 1)}: {body})"

    build.__name__ = f"{kind}_over"
    form(List, constant=constant)(build)


for _kind in ("filter", "while", "until", "best", "sort"):
    _over_condition(_kind, constant=_kind == "filter")


@form(List, weight=3, constant=True)
def _map(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, x = m.anything(s), m.fresh(s)
    return f"map({x} in {m.make(s, List(of), d - 1)}: {m.make(s.bind(x, of), _member(g), d - 1)})"


def _is_enum(type_: Type) -> bool:
    return isinstance(type_, Named) and type_.sort in {"enum", "row"}


@form(List, constant=True, weight=2, when=lambda s, g: _is_enum(_member(g)))
def _values(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _member(g)
    return f"({m.make(s, of, d - 1)})..({m.make(s, of, d - 1)})"


@form(List)
def _flat(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, x = m.anything(s), m.fresh(s)
    return f"map({x} in {m.make(s, List(of), d - 1)}: {m.make(s.bind(x, of), g, d - 1)})"


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
    assert isinstance(g, List)
    low = 0 if s.safe else -1
    return f"{m.dice.pick(['top', 'bottom'])}({with_an_order(m, s, g, d)}, {m.make(s, Num(low, 3), d - 1)})"


def _of_components(g: Type) -> bool:
    of = _member(g)
    inner = of.of if isinstance(of, Opt) else of
    return isinstance(inner, Named) and inner.sort == "kind"


@form(List, constant=True, when=lambda s, g: not (s.constant and _of_components(g)))
def _rest(m: Expressions, s: Scope, g: Type, d: int) -> str:
    assert isinstance(g, List)
    low = 0 if s.safe else -1
    of = _items(m, s, g, d - 1) if s.constant else with_an_order(m, s, g, d)
    return f"rest({of}, {m.make(s, Num(low, 3), d - 1)})"


@form(List, weight=1)
def _list_choice(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"({m.make(s, g, d - 1)} if {m.make(s, BOOL, d - 1)} else {m.make(s, g, d - 1)})"


@form(List, when=lambda s, g: isinstance(_member(g), Named))
def _reach(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, x = _member(g), m.fresh(s)
    return f"reach({x} from {m.make(s, of, d - 1)}: {m.make(s.bind(x, of), g, d - 1)})"


@form(List, rare=True, weight=2, when=lambda s, g: _member(g) == PLAYER and s.words.teams is not None)
def _team(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"team({m.make(s, PLAYER, d - 1)})"


def _in_turn(name: str) -> None:
    def build(m: Expressions, s: Scope, g: Type, d: int) -> str:
        return f"{name}({m.make(s, PLAYER, d - 1)})"

    build.__name__ = name
    form(List, rare=True, weight=2, when=lambda s, g: _member(g) == PLAYER)(build)


for _word in ("clockwise", "counterclockwise"):
    _in_turn(_word)


def _lists(sort: str) -> Applies:
    return lambda s, g: is_of(sort)(s, _member(g))


@form(List, rare=True, weight=4, when=_lists("cell"))
def _neighbours(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _member(g)
    assert isinstance(of, Named)
    if s.words.spaces[of.name].form == "branches" and m.dice.chance(1, 2):
        return f"neighbours({m.make(s, of, d - 1)}, {direction_of(m, s, of.name, d)})"
    return f"neighbours({m.make(s, of, d - 1)})"


@form(List, rare=True, weight=4, when=lambda s, g: _lists("cell")(s, g) and bool(touching(s, _member(g))))
def _around_cells(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _member(g)
    assert isinstance(of, Named)
    other = Named("cell", m.dice.pick(touching(s, of)).name)
    return f"around({m.make(s, other, d - 1)}, {of.name})"


@form(List, rare=True, weight=4, when=lambda s, g: _lists("cell")(s, g) and not is_graph(s, _member(g)))
def _ray(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = _member(g)
    assert isinstance(of, Named)
    return f"ray({m.make(s, of, d - 1)}, {direction_of(m, s, of.name, d)})"


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
