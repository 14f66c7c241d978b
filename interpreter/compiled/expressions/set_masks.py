"""Sets of components in 64-bit words: recognizes lists that are sets, and evaluates conditions over them.

`Masks.source` recognizes expressions whose list is a set in ascending order: an unordered zone, a family, a
constant list of components, or a subset of one of these that is selected by a condition with a form
(`set_conditions`). `Masks.chosen` computes the words of those members of a set that satisfy a condition. If
the form is soft and a value that it requires is `none`, the instructions branch to a label of the caller,
which then loops over the components.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias, assert_never

from gamespec.program import Pick
from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.set_forms import (
    Asked,
    Both,
    ByValue,
    Called,
    Chosen,
    Either,
    Form,
    Known,
    Lies,
    LiesAmong,
    Negated,
    Settled,
    Source,
    is_soft,
)
from interpreter.compiled.expressions.set_conditions import Conditions
from interpreter.compiled.state.zone_sets import WORD_BITS, counted, through, words_for, words_of
from interpreter.compiled.unit.moves import zones_of
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Wat,
    add,
    block,
    branch,
    branch_if,
    compare,
    const,
    either,
    eqz,
    get,
    load,
    multiply,
    put,
    shift_left,
    subtract,
    when,
)

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["Masks", "Source", "lowest"]

Through: TypeAlias = "Callable[[Callable[[Wat], Body]], Body]"
"""A function that takes a consumer and returns the instructions that pass each member to it."""

ASKED = frozenset({"any", "none", "all", "count", "first"})
"""Kinds of quantifiers whose body is a condition and whose value can be computed from a set."""

_LOW = (1 << WORD_BITS) - 1


class Masks:
    """Emits sets of components in one module."""

    def __init__(self, e: Expressions) -> None:
        self._e, self._unit = e, e.unit
        self.conditions = Conditions(e.unit.program, e.unit.facts, e.needs, self.source)

    def source(self, node: x.Expression) -> Source | None:
        """Return a list as a set of components, or `None` if it is not a set or the module has no sets."""
        program = self._unit.program
        if not self._unit.sets.some or not self._unit.techniques.conditions:
            return None
        match node:
            case x.FamilyContents(family=family):
                kind = program.kinds[program.families[family].kind]
                return Source(kind.first, kind.size, node)
            case x.Contents(zone=zone):
                zones = zones_of(program, zone)
                if zones is None or any(program.zones[z].ordered for z in zones):
                    return None
                kinds = {program.families[program.zones[z].family].kind for z in zones}
                kind = program.kinds[kinds.pop()]
                return None if kinds else Source(kind.first, kind.size, node)
            case x.Fixed(values=values) if values and list(values) == sorted(set(values)):
                kind_ = next(
                    (k for k in program.kinds if k.first <= values[0] and values[-1] < k.first + k.size), None
                )
                return None if kind_ is None else Source(kind_.first, kind_.size, node)
            case x.Quantifier(kind="filter", over=over, body=body, variable=variable):
                inner = self.source(over)
                form = None if inner is None else self.conditions.form(body, inner.member(variable))
                if inner is None or form is None or is_soft(form):
                    return None
                return Source(inner.first, inner.size, node)
            case _:
                return None

    def words(self, scope: Scope, source: Source) -> tuple[Body, list[Wat]]:
        """Return the instructions to run beforehand, and the words of a list that is a set."""
        sets, count = self._unit.sets, range(words_for(source.size))
        match source.list:
            case x.FamilyContents(family=family):
                return [], [sets.of_family(family, word) for word in count]
            case x.Contents(zone=zone):
                before, number = self._e.once(scope, self._e.number(scope, zone), "zone")
                return before, [sets.of_zone(number, word) for word in count]
            case x.Fixed(values=values):
                return [], _constant(sum(1 << (c - source.first) for c in values), len(count))
            case x.Quantifier(over=over, body=body, variable=variable, each=each, at=at):
                inner = self.source(over)
                assert inner is not None  # noqa: S101 - as `source` has it
                form = self.conditions.form(body, inner.member(variable))
                assert form is not None  # noqa: S101 - as `source` has it
                made, held = self.chosen(scope, inner, form, (each, at))
                return made, [get(word) for word in held]
            case _:
                message = "no set"
                raise AssertionError(message)

    def chosen(
        self, scope: Scope, source: Source, form: Form, price: tuple[int, int], slow: str = ""
    ) -> tuple[Body, list[str]]:
        """Return the instructions that compute the members of a set that satisfy a condition.

        The second result names the locals that then hold the words of the new set. `price` consists of the
        cost of each member of the list and the place to which it is charged. The instructions for a soft form
        branch to the label `slow` if a required value is `none`.
        """
        before, words = self.words(scope, source)
        size = len(words)
        held = [scope.function.local("set", "i64") for _ in words]
        before += [put(local, word) for local, word in zip(held, words, strict=True)]
        each, at = price
        before.append(self._unit.spend(multiply(counted([get(word) for word in held]), const(each)), at))
        mask = _Emitter(self, self._e, size, slow).words(scope, form, before)
        before += [put(local, _and(get(local), word)) for local, word in zip(held, mask, strict=True)]
        return before, held

    def asked(self, scope: Scope, node: x.Quantifier, slowly: Callable[[], Wat]) -> Wat | None:
        """Return the tree for a quantifier over a set, or `None` if its list or its condition has no form.

        `slowly` emits the loop over the list, which runs if the form is soft and a value that it requires is
        `none`.
        """
        if node.kind not in ASKED:
            return None
        source = self.source(node.over)
        if source is None:
            return None
        form = self.conditions.form(node.body, source.member(node.variable))
        if form is None:
            return None
        soft, slow, done = is_soft(form), scope.function.label("slow"), scope.function.label("asked")
        before, held = self.chosen(scope, source, _wanted(node, form), (node.each, node.at), slow)
        words = [get(word) for word in held]
        match node.kind:
            case "any" | "none" | "all":
                value = _holds(node, words)
            case "count":
                value = counted(words)
            case "first":
                value = lowest(held, source.first, const(NONE))
            case _:
                return None
        if not soft:
            return self._e.valued(scope, before, value)
        return block(done, [block(slow, [*before, ("br", done, value)]), slowly()], result=True)

    def left(
        self, scope: Scope, inner: Scope, pick: Pick, put_: Callable[[Wat], Wat]
    ) -> tuple[Body, Through] | None:
        """Return the instructions that find the candidates of a pick, and a function that loops over them.

        Return `None` if the condition has no set form. `inner` is the scope of the condition, and `put_`
        assigns a candidate to the place where the condition reads it.
        """
        found = self.candidates(scope, inner, pick, put_)
        if found is None:
            return None
        before, words, first = found
        return before, lambda take: through(scope.function, first, words, take)

    def candidates(
        self, scope: Scope, inner: Scope, pick: Pick, put_: Callable[[Wat], Wat]
    ) -> tuple[Body, list[Wat], int] | None:
        """Return the instructions that find the candidates of a pick, and the words of their set.

        The words are in locals. The third result is the component that the first bit stands for. Return
        `None` if the condition has no set form.
        """
        source = self.source(pick.source) if pick.where is not None else None
        if source is None or pick.where is None:
            return None
        form = self.conditions.form(pick.where, source.member(slot=pick.slot))
        if form is None:
            return None
        slow, done = scope.function.label("slow"), scope.function.label("asked")
        before, held = self.chosen(scope, source, form, (pick.each, pick.at), slow)
        if is_soft(form):
            made, words = self.words(scope, source)
            keep = lambda c: [put_(c), when(self._e.number(inner, pick.where), _with(held, c, source.first))]  # noqa: E731 - what takes a member
            one_by_one = through(scope.function, source.first, words, keep)
            empty = [put(word, _NONE) for word in held]
            before = [block(done, [block(slow, [*before, branch(done)]), *made, *empty, *one_by_one])]
        return before, [get(word) for word in held], source.first


def _wanted(node: x.Quantifier, form: Form) -> Form:
    """Return the form of the set whose emptiness decides the value of a quantifier."""
    return Negated(form) if node.kind == "all" else form


def _holds(node: x.Quantifier, words: Sequence[Wat]) -> Wat:
    return some(words) if node.kind == "any" else eqz(some(words))


def _with(words: Sequence[str], c: Wat, first: int) -> Body:
    """Return the instructions that add component `c` to a set whose words are in locals."""
    place = add(c, const(-first))
    bit: Wat = ("i64.shl", ("i64.const", "1"), ("i64.extend_i32_u", place))
    body: Body = []
    for number, word in enumerate(words):
        more = put(word, ("i64.or", get(word), bit))
        here = compare("==", ("i32.shr_u", place, const(6)), const(number))
        body.append(more if len(words) == 1 else when(here, [more]))
    return body


def some(words: Sequence[Wat]) -> Wat:
    """Return the test that at least one bit of the words is set."""
    found = words[0]
    for word in words[1:]:
        found = ("i64.or", found, word)
    return ("i64.ne", found, ("i64.const", "0"))


def lowest(words: Sequence[str], first: int, otherwise: Wat) -> Wat:
    """Return the tree for the first component of a set in locals, or `otherwise` if the set is empty."""
    found = otherwise
    for number, word in reversed(list(enumerate(words))):
        here = add(("i32.wrap_i64", ("i64.ctz", get(word))), const(first + WORD_BITS * number))
        found = either(("i64.eqz", get(word)), found, here)
    return found


def _constant(bits: int, size: int) -> list[Wat]:
    return [_wide(bits >> WORD_BITS * word & _LOW) for word in range(size)]


def _wide(word: int) -> Wat:
    return ("i64.const", str(word - (1 << WORD_BITS) if word >> (WORD_BITS - 1) else word))


_NONE, _ALL = ("i64.const", "0"), ("i64.const", "-1")


def _and(a: Wat, b: Wat) -> Wat:
    if _NONE in (a, b):
        return _NONE
    return b if a == _ALL else a if b == _ALL else ("i64.and", a, b)


def _or(a: Wat, b: Wat) -> Wat:
    if _ALL in (a, b):
        return _ALL
    return b if a == _NONE else a if b == _NONE else ("i64.or", a, b)


@dataclass(frozen=True, slots=True)
class _Emitter:
    """Emits forms as a fixed number of words, and appends instructions that must run first to `before`."""

    masks: Masks
    e: Expressions
    size: int
    slow: str

    def words(self, scope: Scope, form: Form, before: Body) -> list[Wat]:  # noqa: C901, PLR0912 - a case for each form
        """Return the words of the set that a form describes; each word may be used only once."""
        match form:
            case Known(bits=bits):
                return _constant(bits, self.size)
            case Settled(condition=condition):
                return self._all(scope, self._holds(scope, condition), before)
            case Asked(node=node, source=source, body=body):
                price = (node.each, node.at)
                made, held = self.masks.chosen(scope, source, _wanted(node, body), price, self.slow)
                before += made
                return self._all(scope, _holds(node, [get(word) for word in held]), before)
            case ByValue():
                return self._by_value(scope, form, before)
            case Lies(zone=zone):
                made, number = self.e.once(scope, self.e.number(scope, zone), "zone")
                before += made
                return [self.e.unit.sets.of_zone(number, word) for word in range(self.size)]
            case LiesAmong(family=family):
                return [self.e.unit.sets.of_family(family, word) for word in range(self.size)]
            case Negated(of=Known(bits=bits)):
                return _constant(~bits, self.size)
            case Negated(of=of):
                return [("i64.xor", word, _ALL) for word in self.words(scope, of, before)]
            case Both(left=left, right=right):
                pairs = zip(self.words(scope, left, before), self.words(scope, right, before), strict=True)
                return [_and(a, b) for a, b in pairs]
            case Either(left=left, right=right):
                pairs = zip(self.words(scope, left, before), self.words(scope, right, before), strict=True)
                return [_or(a, b) for a, b in pairs]
            case Chosen():
                return self._chosen(scope, form, before)
            case Called():
                return self._called(scope, form, before)
            case _:
                assert_never(form)

    def _all(self, scope: Scope, holds: Wat, before: Body) -> list[Wat]:
        """Return words in which all bits are set if a condition is true, and no bit is set otherwise."""
        local = scope.function.local("all", "i64")
        before.append(put(local, ("i64.sub", _NONE, ("i64.extend_i32_u", holds))))
        return [get(local)] * self.size

    def _holds(self, scope: Scope, condition: x.Expression) -> Wat:
        value, domain = self.e.number(scope, condition), condition.domain
        plain = domain.low >= 0 and domain.high <= 1 and not domain.optional
        return value if plain else compare("!=", value, ZERO)

    def _by_value(self, scope: Scope, form: ByValue, before: Body) -> list[Wat]:
        index = scope.function.local("index")
        value = form.value
        while form.soft and isinstance(value, x.Apply):
            value = value.function.body
        if form.soft:
            assert isinstance(value, x.There)  # noqa: S101 - nothing else is soft
            before += [
                put(
                    index, self.e.number(scope if value is form.value else scope.apart_from_names(), value.of)
                ),
                branch_if(self.slow, compare("==", get(index), const(NONE))),
            ]
        else:
            before.append(put(index, self.e.number(scope, value)))
        last = const(len(form.sets) - 1)
        before += [
            put(index, ("select", get(index), const(form.low), compare(">", get(index), const(form.low)))),
            put(index, subtract(get(index), const(form.low))),
            put(index, ("select", get(index), last, ("i32.lt_u", get(index), last))),
        ]
        flat = [bits >> WORD_BITS * word & _LOW for bits in form.sets for word in range(self.size)]
        at = self.e.unit.memory.written(words_of(flat), 2)
        begin = shift_left(multiply(get(index), const(self.size)), 3)
        return [load(begin, at + 8 * word, width="i64.load") for word in range(self.size)]

    def _chosen(self, scope: Scope, form: Chosen, before: Body) -> list[Wat]:
        found = [scope.function.local("chosen", "i64") for _ in range(self.size)]

        def one(part: Form) -> Body:
            made: Body = []
            words = self.words(scope, part, made)
            return [*made, *(put(local, word) for local, word in zip(found, words, strict=True))]

        before.append(when(self._holds(scope, form.condition), one(form.then), one(form.otherwise)))
        return [get(local) for local in found]

    def _called(self, scope: Scope, form: Called, before: Body) -> list[Wat]:
        inner = scope.apart_from_names()
        arguments = zip(form.call.function.parameters, form.call.args, form.given, strict=True)
        for variable, arg, handed in arguments:
            if handed:
                local = scope.function.local("arg")
                before.append(put(local, self.e.number(scope, arg)))
                inner = inner.bound(variable, local, scope.level(*self.e.needs.free(arg)))
        return self.words(inner, form.body, before)
