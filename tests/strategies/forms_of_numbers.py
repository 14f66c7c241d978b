"""Forms of numbers and conditions."""

from __future__ import annotations

from dataclasses import replace

from strategies.expressions import ANY, Applies, Build, Expressions, form, marked
from strategies.words import BOOL, PLAYER, Bool, Family, List, Named, Num, Opt, Scope, Space, Type

__all__ = ["LITERALS", "families", "spaces"]

SIGNS = ("<", "<=", ">", ">=")
LITERALS = (0, 1, 2, 3, 5, 7, 46341, 2**31 - 1)


def families(scope: Scope, type_: type) -> list[Family]:
    """Return the variables with a type of class `type_`, for example `Num`."""
    return [v for v in scope.words.variables.values() if isinstance(v.type, type_)]


def spaces(scope: Scope, *sorts: str) -> list[Space]:
    """Return the spaces that have one of the given forms."""
    return [s for s in scope.words.spaces.values() if s.form in sorts]


def _local(sort: type) -> Applies:
    return lambda s, g: any(isinstance(t, sort) for _, t in s.locals)


# --- numbers: leaves ------------------------------------------------------------------------------


@form(Num, leaf=True, constant=True)
def _number_literal(m: Expressions, s: Scope, g: Type, d: int) -> str:
    number = m.dice.pick(LITERALS[:5]) if s.safe or m.dice.chance(8, 10) else m.dice.pick(LITERALS)
    return marked(str(number))


@form(Num, leaf=True, weight=4, constant=True, when=_local(Num))
def _number_local(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return m.dice.pick([n for n, t in s.locals if isinstance(t, Num)])


@form(
    Num, leaf=True, constant=True,
    when=lambda s, g: any(isinstance(t, Num) for t, _ in s.words.options.values()),
)  # fmt: skip
def _number_option(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return marked(m.dice.pick([n for n, (t, _) in s.words.options.items() if isinstance(t, Num)]))


@form(Num, leaf=True, keyed=True, weight=4, when=lambda s, g: bool(families(s, Num)))
def _number_variable(m: Expressions, s: Scope, g: Type, d: int) -> str:
    family = m.dice.pick(families(s, Num))
    return m.keyed(s, family.name, family.keys, d - 1)


@form(Num, leaf=True, keyed=True, when=lambda s, g: bool(s.words.resources))
def _resource(m: Expressions, s: Scope, g: Type, d: int) -> str:
    family = m.dice.pick(list(s.words.resources.values()))
    return m.keyed(s, family.name, (*family.keys, *family.by_sort), d - 1)


@form(Num, rare=True, leaf=True, weight=1, when=lambda s, g: bool(s.words.resources))
def _bank(m: Expressions, s: Scope, g: Type, d: int) -> str:
    family = m.dice.pick(list(s.words.resources.values()))
    return m.keyed(s, f"{family.name}.bank", family.by_sort, d - 1)


@form(Num, leaf=True, weight=2, when=lambda s, g: bool(s.words.histories))
def _occurred(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"occurred({m.dice.pick(sorted(s.words.histories))})"


@form(Num, leaf=True, weight=1, when=lambda s, g: bool(s.words.agendas))
def _pending(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"pending({m.dice.pick(sorted(s.words.agendas))})"


@form(Num, rare=True, weight=2, risky=True, when=lambda s, g: any(s.words.asked.values()))
def _in_a_row(m: Expressions, s: Scope, g: Type, d: int) -> str:
    tried = [name for name, may in s.words.asked.items() if may]
    most = marked(str(m.dice.between(1, 3)))
    return f"in_a_row({_asker(m, s, d)}{', '.join(m.dice.some(tried, 1, 2))}, {most})"


def _asker(m: Expressions, s: Scope, d: int) -> str:
    """Return the argument for the player who tries an action, which is empty for `me`."""
    return "" if s.me and m.dice.chance(1, 2) else f"{m.make(s, PLAYER, d - 1)}: "


# --- numbers: operators and built-ins ------------------------------------------------------------


def _operation(op: str) -> Build:
    def build(m: Expressions, s: Scope, g: Type, d: int) -> str:
        return f"{m.atom(s, ANY, d - 1)} {op} {m.atom(s, ANY, d - 1)}"

    build.__name__ = {"+": "plus", "-": "minus", "*": "times"}[op]
    return build


for _op in "+-*":
    form(Num, rare=True, constant=True)(_operation(_op))


def _divisor(m: Expressions, s: Scope, d: int) -> str:
    if s.safe or m.dice.chance(1, 2):
        return marked(str(m.dice.between(1, 4)))
    return f"({m.make(s, ANY, d - 1)} - {marked(str(m.dice.between(0, 2)))})"


@form(Num, rare=True)
def _quotient(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"{m.atom(s, ANY, d - 1)} // {_divisor(m, s, d)}"


@form(Num)
def _remainder(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"{m.atom(s, ANY, d - 1)} % {_divisor(m, s, d)}"


@form(Num, constant=True)
def _negative(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"-({m.make(s, ANY, d - 1)})"


@form(Num)
def _abs(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"abs({m.make(s, ANY, d - 1)})"


def _extreme(name: str) -> tuple[Build, Build]:
    def several(m: Expressions, s: Scope, g: Type, d: int) -> str:
        return f"{name}({', '.join(m.make(s, ANY, d - 1) for _ in range(m.dice.between(2, 3)))})"

    def of_list(m: Expressions, s: Scope, g: Type, d: int) -> str:
        return f"{name}({m.make(s, List(Num(0, 3)), d - 1)})"

    several.__name__, of_list.__name__ = f"{name}_of_numbers", f"{name}_of_list"
    return several, of_list


for _name in ("min", "max"):
    _several, _of_list = _extreme(_name)
    form(Num, constant=True)(_several)
    form(Num, risky=True)(_of_list)


@form(Num, rare=True, weight=2)
def _path(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, x = m.anything(s), m.fresh(s)
    inside, most = s.bind(x, of), m.dice.between(1, 4)
    if isinstance(of, Num):  # where one goes must be of the type of where one can be
        over, then = f"{marked('0')}..{marked('3')}", f"{{{m.make(inside, of, d - 1)}}}"
    else:
        over, then = (m.make(scope, List(of), d - 1) for scope in (s, inside))
    return f"path({x} in {over}: {then}, {marked(str(most))})"


@form(Num, rare=True, weight=2)
def _trail(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, end, x = m.anything(s), m.anything(s), m.fresh(s)
    inside, most = s.bind(x, of), m.dice.between(1, 4)
    ends = ", ".join(m.make(inside, end, d - 1) for _ in range(m.dice.between(1, 2)))
    return f"trail({x} in {m.make(s, List(of), d - 1)}: {{{ends}}}, {marked(str(most))})"


@form(Num, constant=True)
def _size(m: Expressions, s: Scope, g: Type, d: int) -> str:
    if not s.constant and s.words.zones and m.dice.chance(1, 2):
        zone = m.dice.pick(list(s.words.zones.values()))
        return f"size({m.keyed(s, zone.name, zone.keys, d - 1)})"
    return f"size({m.listing(s, d - 1)})"


@form(Num, constant=True)
def _number(m: Expressions, s: Scope, g: Type, d: int) -> str:
    type_ = m.dice.pick([n for n in s.words.named() if not s.constant or n.sort in {"enum", "player", "row"}])
    return f"number({m.make(s, type_, d - 1)})"


@form(Num, constant=True)
def _number_choice(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"({m.make(s, ANY, d - 1)} if {m.make(s, BOOL, d - 1)} else {m.make(s, ANY, d - 1)})"


@form(Num)
def _number_default(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"default({m.make(s, Opt(Num(0, 3)), d - 1)}, {m.make(s, ANY, d - 1)})"


def _quantified(kind: str, *, risky: bool) -> None:
    def build(m: Expressions, s: Scope, g: Type, d: int) -> str:
        of = m.anything(s)
        x = m.fresh(s)
        over, inside = m.make(s, List(of), d - 1), s.bind(x, of)
        body = m.make(inside, BOOL if kind == "count" else ANY, d - 1)
        return f"{kind}({x} in {over}: {body})"

    build.__name__ = f"{kind}_over"
    form(Num, risky=risky, constant=not risky)(build)


@form(Num, rare=True)
def _matching(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, to = m.anything(s), m.anything(s)
    x = m.fresh(s)
    return f"matching({x} in {m.make(s, List(of), d - 1)}: {m.make(s.bind(x, of), List(to), d - 1)})"


_quantified("sum", risky=False)
_quantified("count", risky=False)
_quantified("min", risky=True)
_quantified("max", risky=True)


@form(Num, rare=True, weight=1, when=lambda s, g: bool(spaces(s, "grid", "hex", "track")))
def _column(m: Expressions, s: Scope, g: Type, d: int) -> str:
    space = m.dice.pick(spaces(s, "grid", "hex", "track"))
    return f"column({m.make(s, Named('cell', space.name), d - 1)})"


@form(Num, rare=True, weight=1, when=lambda s, g: bool(spaces(s, "grid", "hex")))
def _row(m: Expressions, s: Scope, g: Type, d: int) -> str:
    space = m.dice.pick(spaces(s, "grid", "hex"))
    return f"row({m.make(s, Named('cell', space.name), d - 1)})"


@form(Num, rare=True, weight=1, when=lambda s, g: bool(s.words.planes))
def _open_ends(m: Expressions, s: Scope, g: Type, d: int) -> str:
    plane = m.dice.pick(list(s.words.planes.values()))
    return f"open_ends({m.make(s, Named('part', plane.parts.name), d - 1)})"


# --- conditions -----------------------------------------------------------------------------------


@form(Bool, leaf=True, weight=1, constant=True)
def _bool_literal(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return marked(m.dice.pick(["true", "false"]))


@form(Bool, leaf=True, constant=True, when=_local(Bool))
def _bool_local(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return m.dice.pick([n for n, t in s.locals if isinstance(t, Bool)])


@form(
    Bool, leaf=True, weight=1, constant=True,
    when=lambda s, g: any(t == BOOL for t, _ in s.words.options.values()),
)  # fmt: skip
def _bool_option(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return marked(m.dice.pick([n for n, (t, _) in s.words.options.items() if t == BOOL]))


@form(Bool, leaf=True, keyed=True, weight=3, when=lambda s, g: bool(families(s, Bool)))
def _bool_variable(m: Expressions, s: Scope, g: Type, d: int) -> str:
    family = m.dice.pick(families(s, Bool))
    return m.keyed(s, family.name, family.keys, d - 1)


@form(Bool, constant=True)
def _not(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"not {m.atom(s, BOOL, d - 1)}"


@form(Bool, constant=True)
def _and(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return " and ".join(m.atom(s, BOOL, d - 1) for _ in range(m.dice.between(2, 3)))


@form(Bool, rare=True, constant=True)
def _or(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return " or ".join(m.atom(s, BOOL, d - 1) for _ in range(m.dice.between(2, 3)))


@form(Bool, rare=True, weight=2)
def _same_lists(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of, sign = List(m.anything(s)), m.dice.pick(["==", "!="])
    return f"({m.make(s, of, d - 1)}) {sign} ({m.make(s, of, d - 1)})"


@form(Bool, constant=True)
def _bool_choice(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"({m.make(s, BOOL, d - 1)} if {m.make(s, BOOL, d - 1)} else {m.make(s, BOOL, d - 1)})"


@form(Bool, rare=True, weight=4, constant=True)
def _ordered(m: Expressions, s: Scope, g: Type, d: int) -> str:
    ranked: list[Type] = [ANY, ANY]
    ranked += [Named("enum", n) for n in s.words.enums] + [Named("row", n) for n in s.words.kinds]
    ranked += [Named("cell", n) for n in s.words.spaces if not s.constant]
    of = m.dice.pick(ranked)
    return f"{m.atom(s, of, d - 1)} {m.dice.pick(SIGNS)} {m.atom(s, of, d - 1)}"


@form(Bool, weight=1, rare=True, constant=True)
def _chain(m: Expressions, s: Scope, g: Type, d: int) -> str:
    a, b, c = (m.atom(s, ANY, d - 1) for _ in range(3))
    return f"{a} {m.dice.pick(SIGNS)} {b} {m.dice.pick(SIGNS)} {c}"


@form(Bool, weight=3, constant=True)
def _equal(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = m.anything(s)
    return f"{m.atom(s, of, d - 1)} {m.dice.pick(['==', '!='])} {m.atom(s, of, d - 1)}"


@form(Bool)
def _equal_optional(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = m.anything(s)
    assert not isinstance(of, Opt)
    other = m.dice.pick(["none", m.atom(s, of, d - 1)])
    return f"{m.atom(s, Opt(of), d - 1)} {m.dice.pick(['==', '!='])} {other}"


@form(Bool, when=lambda s, g: any(isinstance(v.type, Opt) and not v.keys for v in families(s, Opt)))
def _there_and(m: Expressions, s: Scope, g: Type, d: int) -> str:
    family = m.dice.pick([v for v in families(s, Opt) if not v.keys])
    assert isinstance(family.type, Opt)
    of, name = family.type.of, family.name
    other = {n: v for n, v in s.words.variables.items() if n != name}  # there it is never `none` any more
    beside = replace(s, words=replace(s.words, variables=other))
    return f"{name} != none and {name} {m.dice.pick(['==', '!='])} {m.atom(beside, of, d - 1)}"


@form(Bool, weight=3, constant=True)
def _in_list(m: Expressions, s: Scope, g: Type, d: int) -> str:
    of = m.anything(s)
    return f"{m.atom(s, of, d - 1)} {m.dice.pick(['in', 'not in'])} {m.atom(s, List(of), d - 1)}"


@form(Bool, when=lambda s, g: bool(s.words.zones))
def _in_zone(m: Expressions, s: Scope, g: Type, d: int) -> str:
    zone = m.dice.pick(list(s.words.zones.values()))
    item = m.atom(s, Named("kind", zone.kind), d - 1)
    return f"{item} {m.dice.pick(['in', 'not in'])} {m.keyed(s, zone.name, zone.keys, d - 1)}"


def _condition_over(kind: str) -> None:
    def build(m: Expressions, s: Scope, g: Type, d: int) -> str:
        of, x = m.anything(s), m.fresh(s)
        return f"{kind}({x} in {m.make(s, List(of), d - 1)}: {m.make(s.bind(x, of), BOOL, d - 1)})"

    build.__name__ = f"{kind}_over"
    form(Bool, constant=True)(build)


for _kind in ("any", "all", "none"):
    _condition_over(_kind)


@form(Bool)
def _empty(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"empty({m.listing(s, d - 1)})"


@form(Bool, rare=True, when=lambda s, g: bool(spaces(s, "grid", "hex", "track")))
def _on_lines(m: Expressions, s: Scope, g: Type, d: int) -> str:
    space = m.dice.pick(spaces(s, "grid", "hex", "track"))
    line, cell = m.fresh(s), Named("cell", space.name)
    inside = s.bind(line, Named("line", space.name))
    x = m.fresh(inside)
    body = m.make(inside.bind(x, cell), BOOL, d - 1)
    kind, inner = m.dice.pick([("any", "all"), ("all", "any"), ("none", "all")])
    length = m.dice.between(1, 3)
    return f"{kind}({line} in lines({space.name}, {length}): {inner}({x} in {line}: {body}))"


@form(Bool, rare=True, weight=2, risky=True, when=lambda s, g: bool(s.words.asked))
def _can(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"can({_asker(m, s, d)}{', '.join(m.dice.some(sorted(s.words.asked), 1, 2))})"


@form(Bool, when=lambda s, g: s.me)
def _is_me(m: Expressions, s: Scope, g: Type, d: int) -> str:
    return f"{m.atom(s, PLAYER, d - 1)} == me"
