"""Finds the things hidden from the player `me` that the value of an expression reveals.

This is an information-flow analysis of typed core. For each expression it finds the hidden things on which
the value depends. Components are a special case, because it is no secret that a component lies in a hidden
zone; only its identity is secret. So the list of a hidden hand reveals nothing until something printed on its
members is read, or until they are compared with others.

Whether `me` sees a member of a family depends on the player in its key. That player is known to be `me`, a
neighbour of `me`, each player in turn, or anyone but `me`. Otherwise the player is unknown, and nothing
counts as revealed. The caller says what locals reveal (`gamespec.lint.course` for locals of steps).

Expressions of steps before a decision are analysed from `outside`, where `me` need not be the decider.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, assert_never

from gamespec.lint.hidden import Hidden
from gamespec.lint.players import same
from gamespec.program.frozen import dataclass, replace
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["NOTHING_TOLD", "Env", "Read", "Tells", "Told", "joined"]

Who = Literal["me", "other", "each", "unknown"]
"""The player that a value denotes: `me`, certainly another player, each player in turn, or unknown."""

MOST_NODES = 50_000
"""Maximum number of expression parts that are analysed for one decision. All further parts are ignored."""


@dataclass(frozen=True, slots=True)
class Read:
    """A read of something hidden, with its name and its place.

    With `drawn`, it is a value that was drawn or chosen there without the player seeing it.
    """

    name: str
    span: Span
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """The hidden things that a value reveals: those on which it depends, and the sources of its components.

    `who` is the player that the value denotes, or that each of its members denotes.
    """

    values: frozenset[Read] = frozenset()
    components: frozenset[Read] = frozenset()
    who: Who = "unknown"

    @property
    def all(self) -> frozenset[Read]:
        """Everything that is revealed to somebody who also looks at the components."""
        return self.values | self.components


NOTHING_TOLD = Told()

_TOGETHER = {
    "any": {"any"},
    "none": {"any"},
    "all": {"all"},
    "sum": {"sum", "count"},
    "min": {"min"},
    "max": {"max"},
}
"""For each quantifier, the inner quantifiers with which it ranges over all members of all lists at once, in
no particular order.
"""

Env = Mapping[core.Slot, Told]


class Tells:
    """The analysis for one decision. `decider` is the player who decides there, if the step names one.

    From `outside`, `decider` is the expression that the surrounding steps have for this player, or `None` if
    they have none.
    """

    def __init__(self, hidden: Hidden, decider: core.Core | None, *, outside: bool = False) -> None:
        self.hidden = hidden
        self.decider = decider
        self.mine = not outside or isinstance(decider, core.Me)
        self.players = hidden.players
        self._left = MOST_NODES
        self._applied: dict[tuple[core.Function, tuple[Told, ...]], Told] = {}

    def of(self, node: core.Core, env: Env) -> Told:  # noqa: C901, PLR0912 - a case a node
        """Return the hidden things that an expression reveals. `env` gives them for locals."""
        self._left -= 1
        if self._left < 0:
            return NOTHING_TOLD
        match node:
            case core.Const(value=value):
                return Told(who=self._constant(value)) if _is_player(node.type) else NOTHING_TOLD
            case core.Fixed(values=values):
                every = _is_player(node.type) and len(set(values)) == self.players > 1
                return Told(who="each") if every else NOTHING_TOLD
            case core.Me():
                return Told(who=self._me())
            case core.Local(slot=slot):
                told = env.get(slot, NOTHING_TOLD)
                return replace(told, who="me") if self._is_decider(slot) else told
            case core.Column(of=of, name=name, values=values, keys=keys):
                told = self.of(of, env)
                tells = not self.hidden.open(of.type, name) and len(set(values)) > 1
                return Told((told.all if tells else told.values) | self._together(keys, env))
            case core.Load(store=store, keys=keys):
                return Told(self._together(keys, env) | self._variable(node, store, keys, env))
            case core.Zone(zone=zone, keys=keys):
                return Told(self._together(keys, env), self._zone(node.span, zone, keys, env))
            case core.Contents(zone=of) | core.Narrow(of=of):
                return self.of(of, env)
            case core.Arithmetic(left=left, right=right) | core.Less(left=left, right=right):
                return Told(self._together((left, right), env))
            case core.Equal(left=left, right=right) | core.InList(item=left, of=right):
                return self._compared(left, right, env)
            case core.Not(of=of):
                return self.of(of, env)
            case core.And(parts=parts) | core.Or(parts=parts):
                return self._guarded(parts, env, negated=isinstance(node, core.Or))
            case core.If(condition=condition, then=then, otherwise=otherwise):
                return self._branches(condition, then, otherwise, env)
            case core.InZone(item=item, zone=zone):
                lies, there = self.of(item, env), self.of(zone, env)
                return Told(lies.values | (there.values if lies.components else there.all))
            case core.ListOf(items=items):
                return joined([self.of(item, env) for item in items])
            case core.Quantifier():
                return self._quantifier(node, env)
            case core.Reach(slot=slot, origin=origin, body=body):
                begun = self.of(origin, env)
                return joined([begun, self.of(body, {**env, slot: begun})])
            case core.Longest(slot=slot, over=over, body=body):
                along = self.of(over, env)
                step = self.of(body, {**env, slot: Told(components=along.components, who=along.who)})
                return Told(along.values | step.all)
            case core.Let(slot=slot, value=value, body=body):
                return self.of(body, {**env, slot: self.of(value, env)})
            case core.Apply(function=function, args=args):
                return self._apply(function, tuple(self.of(arg, env) for arg in args))
            case core.BuiltIn():
                return self._built_in(node, env)
            case core.Wrong():
                return NOTHING_TOLD
            case _:
                assert_never(node)

    @property
    def exhausted(self) -> bool:
        """Return whether the limit on the number of analysed parts has been reached."""
        return self._left < 0

    def sees(self, node: core.Zone | core.Load, env: Env) -> bool:
        """Return whether the player may see a zone or a member of a variable.

        The result is false only if the player certainly does not see it.
        """
        match node:
            case core.Zone(zone=zone, keys=keys):
                return not self._unseen(self.hidden.zone(zone.name), zone.keys, keys, env)
            case core.Load(store=store, keys=keys):
                return not self._unseen(self.hidden.variable(store.name), store.keys, keys, env)
            case _:
                assert_never(node)

    # --- reads ----------------------------------------------------------------------------------------------

    def _variable(
        self, node: core.Load, store: core.Store, keys: tuple[core.Core, ...], env: Env
    ) -> frozenset[Read]:
        how = self.hidden.variable(store.name)
        gone = self._unseen(how, store.keys, keys, env)
        return frozenset({Read(store.name, node.span)} if gone else ())

    def _zone(
        self, span: Span, zone: core.ZoneStore, keys: tuple[core.Core, ...], env: Env
    ) -> frozenset[Read]:
        gone = self.hidden.uncertain(zone.name)
        gone = gone and self._unseen(self.hidden.zone(zone.name), zone.keys, keys, env)
        return frozenset({Read(zone.name, span)} if gone else ())

    def _unseen(self, how: str, types: tuple[t.Type, ...], keys: tuple[core.Core, ...], env: Env) -> bool:
        """Return whether `me` certainly does not see one of the members of a family that are read."""
        if how in {"everyone", "nobody"}:
            return how == "nobody"
        at = next((i for i, type_ in enumerate(types) if _is_player(type_)), None)
        if at is None:
            return False
        who = self.of(keys[at], env).who
        return who in ({"other", "each"} if how == "owner" else {"me", "each"})

    def _me(self) -> Who:
        match self.decider:
            case _ if self.mine:
                return "me"
            case core.BuiltIn(name="left" | "right", args=(core.Me(),)) if self.players > 1:
                return "other"
            case _:
                return "unknown"

    def _constant(self, player: int) -> Who:
        match self.decider:
            case core.Const(value=value):
                return "me" if value == player else "other"
            case _:
                return "unknown"

    def _is_decider(self, slot: core.Slot) -> bool:
        return isinstance(self.decider, core.Local) and self.decider.slot is slot

    # --- composition ----------------------------------------------------------------------------------------

    def _together(self, nodes: Iterable[core.Core], env: Env) -> frozenset[Read]:
        return frozenset().union(*(self.of(node, env).all for node in nodes))

    def _compared(self, left: core.Core, right: core.Core, env: Env) -> Told:
        """Return what a comparison of two values reveals.

        A test for `none`, or a comparison of components from the same zones, reveals no component.
        """
        a, b = self.of(left, env), self.of(right, env)
        zones, others = ({read.name for read in each.components} for each in (a, b))
        plain = t.NOTHING in {left.type, right.type} or zones == others
        return Told(a.values | b.values if plain else a.all | b.all)

    def _guarded(self, parts: tuple[core.Core, ...], env: Env, *, negated: bool) -> Told:
        """Return what several conditions reveal that are tested one after another.

        A player that one of them tests is no longer known in the next.
        """
        found: set[Read] = set()
        for part in parts:
            found |= self.of(part, env).all
            env = self.limited(part, env, negated=negated)
        return Told(frozenset(found))

    def _branches(self, condition: core.Core, then: core.Core, otherwise: core.Core, env: Env) -> Told:
        asked = Told(self.of(condition, env).all)
        env = self.limited(condition, env, negated=False)
        return joined([asked, self.of(then, env), self.of(otherwise, env)])

    def limited(self, condition: core.Core, env: Env, *, negated: bool) -> Env:
        """Return the locals after a condition, given that a player whom it tests is no longer known.

        The exception is a test that the player is not `me`, or with `negated`, that the player is `me`.
        """
        limited = dict(env)
        for slot in _slots_in(condition) & env.keys():
            if env[slot].who in {"each", "other"}:
                apart = _same_as_me(condition) if negated else _apart_from_me(condition)
                other = self.mine and apart is slot
                limited[slot] = replace(env[slot], who="other" if other else "unknown")
        return limited

    def _quantifier(self, node: core.Quantifier, env: Env) -> Told:
        over = self.of(node.over, env)
        body = self.of(node.body, {**env, node.slot: Told(components=over.components, who=over.who)})
        match node.kind:
            case "filter" | "while" | "until" | "first" | "the" | "best" | "sort":
                parts = node.body.parts if isinstance(node.body, core.And) else (node.body,)
                apart = (
                    self.mine
                    and over.who == "each"
                    and any(_apart_from_me(part) is node.slot for part in parts)
                )
                who: Who = "other" if apart or over.who == "other" else "unknown"
                return Told(over.values | body.all, over.components, over.who if node.kind == "sort" else who)
            case "map":
                return Told(over.values | body.values, body.components, body.who)
            case _:
                return Told((over.values | body.all) - self._counted(node))

    def _counted(self, node: core.Quantifier) -> frozenset[Read]:
        """Return what a count over all hidden components of a kind reveals, given the visible components."""
        every: dict[core.Slot, tuple[int, ...]] = {}
        while isinstance(node.over, core.Fixed) and isinstance(node.body, core.Quantifier):
            if node.body.kind not in _TOGETHER.get(node.kind, ()):
                break
            every[node.slot], node = node.over.values, node.body
        over = node.over.zone if isinstance(node.over, core.Contents) else node.over
        match over:
            case core.Zone(zone=zone, keys=keys) if self.hidden.pooled(zone.name):
                covered = all(
                    isinstance(key, core.Local) and every.get(key.slot) == tuple(range(first, first + size))
                    for key, (first, size) in zip(keys, zone.dims, strict=True)
                )
                return frozenset({Read(zone.name, over.span)} if covered else ())
            case _:
                return frozenset()

    def _apply(self, function: core.Function, args: tuple[Told, ...]) -> Told:
        key = function, args
        if key not in self._applied:
            env = dict(zip(function.parameters, args, strict=True))
            self._applied[key] = self.of(function.body, env) if function.body is not None else NOTHING_TOLD
        return self._applied[key]

    def _built_in(self, node: core.BuiltIn, env: Env) -> Told:
        args = [self.of(arg, env) for arg in node.args]
        together = joined(args)
        match node.name:
            case "size" | "empty" | "key":
                return Told(together.values)
            case "place":
                of, item = node.args
                return self._compared(of, item, env)
            case "left" | "right":
                beside = args[0].who == "me" and len(args) == 1 and self.players > 1
                same_one = not self.mine and self.decider is not None and same(node, self.decider)
                return Told(together.all, who="me" if same_one else "other" if beside else "unknown")
            case "can" | "in_a_row":
                assert isinstance(node.data, core.Asked)  # noqa: S101 - as below
                return Told(together.all | self._asked(node, node.data, env))
            case "occurred":
                assert isinstance(node.data, core.History)  # noqa: S101 - what the checker gives it
                return Told(self._situation(node.span, node.data))
            case "family":
                assert isinstance(node.data, core.ZoneStore)  # noqa: S101 - what the checker gives it
                return Told(components=self._family(node.span, node.data))
            case _ if t.is_component(t.element(node.type) or node.type):
                return together
            case _:
                return Told(together.all, who=together.who if node.name in {"the", "default"} else "unknown")

    def _asked(self, node: core.BuiltIn, asked: core.Asked, env: Env) -> frozenset[Read]:
        """Return the hidden things that a question about actions depends on, if it is about `me`."""
        found: set[Read] = set()
        for spec in (self.hidden.action(name) for name in asked.actions):
            if spec is None or not isinstance(node.args[0], core.Me):
                continue  # what another player sees is unknown
            inside = dict(env)
            conditions = [spec.when, spec.keeps]
            for pick in spec.picks:
                many = self.of(pick.many, inside).values if pick.many is not None else frozenset()
                found |= many
                inside[pick.slot] = Told(components=self.of(pick.source, inside).components)
                conditions += [pick.source, pick.where]
            for condition in conditions:
                found |= self.of(condition, inside).values if condition is not None else set()
        return frozenset(replace(read, span=node.span) for read in found)

    def _situation(self, span: Span, history: core.History) -> frozenset[Read]:
        """Return the parts of a situation that are hidden from somebody, as reads."""
        return frozenset(Read(name, span) for name in history.of if self._hides(name))

    def _hides(self, name: str) -> bool:
        """Return whether the zone or variable called `name` is hidden from somebody."""
        if self.hidden.is_zone(name):
            how = self.hidden.zone(name) if self.hidden.uncertain(name) else "everyone"
        else:
            how = self.hidden.variable(name)
        return how == "nobody" or (how != "everyone" and self.players > 1)

    def _family(self, span: Span, zone: core.ZoneStore) -> frozenset[Read]:
        """Return a read of all zones of a family, if some of them are hidden from `me`."""
        how = self.hidden.zone(zone.name)
        owned = any(_is_player(key) for key in zone.keys) and self.players > 1
        gone = how == "nobody" or (how in {"owner", "others"} and owned)
        return frozenset({Read(zone.name, span)} if gone and self.hidden.uncertain(zone.name) else ())


def joined(told: list[Told]) -> Told:
    """Return what a value reveals if it may be any one of several alternatives."""
    who: set[Who] = {each.who for each in told}
    values = frozenset[Read]().union(*(each.values for each in told))
    components = frozenset[Read]().union(*(each.components for each in told))
    return Told(values, components, who.pop() if len(who) == 1 else "unknown")


def _is_player(type_: t.Type) -> bool:
    inner = t.strip(t.element(type_) or type_)
    return isinstance(inner, t.Named) and inner.sort == "player"


def _slots_in(node: core.Core) -> set[core.Slot]:
    """Return the locals that occur in an expression."""
    found: set[core.Slot] = set()
    left = [node]
    while left:
        part = left.pop()
        if isinstance(part, core.Local):
            found.add(part.slot)
        left += core.children(part)
    return found


def _same_as_me(node: core.Core) -> core.Slot | None:
    """Return the local that a condition equates with `me`, or `None`."""
    match node:
        case core.Equal(left=core.Local(slot=slot), right=core.Me()):
            return slot
        case core.Equal(left=core.Me(), right=core.Local(slot=slot)):
            return slot
        case _:
            return None


def _apart_from_me(node: core.Core) -> core.Slot | None:
    """Return the local that a condition says is not `me`, or `None`."""
    return _same_as_me(node.of) if isinstance(node, core.Not) else None
