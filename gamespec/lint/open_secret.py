"""GS405: a variable that some players do not see, set to a value that one of them has learned.

`random` announces its result, and `choose` and `offer` announce the answer, to everybody or to the players in
`seen_by`. The player who decides knows their own answer anyway. A component is announced only to players who
know it.

The lint tracks what everybody learned through locals, arguments and expressions whose other parts everybody
knows. What only some players learned counts only where it is assigned directly. A player counts as not seeing
the variable only if that is certain, because the two players are different seats or neighbours, or because
nobody sees it. If a player who sees the variable learns the value as well, the author clearly intends the
others to learn it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gamespec.compile.draft.draft import Emitted
from gamespec.lint.hidden import Hidden
from gamespec.lint.players import apart, outside, same
from gamespec.lint.subject import Subject
from gamespec.lint.telling_offer import decisions
from gamespec.program import instructions as g
from gamespec.program.frozen import dataclass
from gamespec.text.diagnostics import Remark
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["open_secret"]

_PLAIN = core.Arithmetic | core.Narrow | core.Equal | core.Less | core.Not | core.And | core.Or | core.If
"""Nodes whose value follows from the values of their parts."""

_WORKED_OUT = {"min", "max", "abs", "left", "right", "number", "seat"}
"""Built-ins whose value follows from their arguments, because they read no zone."""


@dataclass(frozen=True, eq=False, slots=True)
class _Source:
    """The source of a local's value: the step, whether it draws or chooses, and who learns the value.

    Everyone learns it if `told` is `None`.
    """

    span: Span
    how: str
    told: tuple[core.Core, ...] | None
    decider: core.Core | None = None


def open_secret(subject: Subject) -> None:
    """Report assignments in which a hidden variable receives a value that others have learned."""
    hidden, sources = Hidden(subject), dict[core.Slot, list[_Source]]()
    for slot, source in _sources(subject.code):
        sources.setdefault(slot, []).append(source)
    everybody = _Open(sources, hidden)
    for emitted in subject.code:
        if emitted.op is not g.Put:
            continue
        place, value = emitted.operands
        value = value.of if isinstance(value, core.Narrow) else value
        if isinstance(place, core.Load) and isinstance(value, core.Core):
            how = hidden.variable(place.store.name)
            direct = sources.get(value.slot, ()) if isinstance(value, core.Local) else ()
            told = [source for source in direct if _tells_others(how, place, source)]
            told = told or list(everybody.told(value) or ())
            if how != "everyone" and told:
                _report(subject, place, told[0], how, emitted.span)


class _Open:
    """The analysis of which values everybody can derive from public values."""

    def __init__(self, sources: Mapping[core.Slot, list[_Source]], hidden: Hidden) -> None:
        self._sources, self._hidden = sources, hidden
        self._known: dict[core.Slot, tuple[_Source, ...] | None] = {}

    def told(self, node: core.Core) -> tuple[_Source, ...] | None:
        """Return the steps that made the parts of a value public, or `None` if somebody may not know it."""
        match node:
            case core.Const() | core.Me():
                return ()
            case core.Local(slot=slot):
                return self._local(slot)
            case core.Load(store=store, keys=keys) if self._hidden.variable(store.name) == "everyone":
                return self._all(keys)
            case core.BuiltIn(name=name, args=args):
                return self._all(args) if name in _WORKED_OUT else None
            case _ if isinstance(node, _PLAIN):
                return self._all(core.children(node))
            case _:
                return None

    def _local(self, slot: core.Slot) -> tuple[_Source, ...] | None:
        sources = self._sources.get(slot)
        if sources is not None:
            return tuple(sources) if all(source.told is None for source in sources) else None
        if slot not in self._known:
            self._known[slot] = None  # while its own value is being computed
            given = self._hidden.assigned.get(slot)
            self._known[slot] = self._all(given) if given else None
        return self._known[slot]

    def _all(self, nodes: Iterable[core.Core]) -> tuple[_Source, ...] | None:
        found: dict[_Source, None] = {}
        for node in nodes:
            told = self.told(node)
            if told is None:
                return None
            found.update(dict.fromkeys(told))
        return tuple(found)


def _report(subject: Subject, place: core.Load, source: _Source, how: str, span: Span) -> None:
    name, owner = place.store.name, _owner(place)
    where = "in the open" if source.told is None else "before others' eyes"
    who = "nobody" if owner is None or source.how == "chosen" else " ".join(owner.span.text.split())
    if how == "others" and who != "nobody":
        who = f"filter(x in players: x != {who})"
    cure = f"say on the step who sees it, as in `seen_by: {who}`"
    subject.found.report(
        "GS405", f"`{name}` hides what was {source.how} {where}", span,
        severity="warning", others=(Remark(source.span, f"it is {source.how} here"),),
        help=f"{cure}, or remove `seen_by: {how}` from the variable",
    )  # fmt: skip


def _sources(code: tuple[Emitted, ...]) -> Iterator[tuple[core.Slot, _Source]]:
    """Yield the locals that are drawn or chosen, except components, each with its source."""
    for emitted in code:
        match emitted.operands:
            case (core.Slot() as slot, *_, told) if emitted.op is g.Throw and not t.is_component(slot.type):
                yield slot, _Source(emitted.span, "drawn", _players(told))
            case _:
                pass
    for site, decider in decisions(code):
        for branch in site.branches:
            for pick in branch.picks:
                if not t.is_component(t.element(pick.slot.type) or pick.slot.type):
                    own = branch.routine is None
                    yield (
                        pick.slot,
                        _Source(site.span, "chosen", _players(site.told), decider if own else None),
                    )


def _players(told: object) -> tuple[core.Core, ...] | None:
    """Return the players who learn a value, if `told` lists them, or `None` for any other expression."""
    match told:
        case None:
            return None
        case core.ListOf(items=items):
            return items
        case core.Fixed(type_, span, values):
            one = t.element(type_) or type_
            return tuple(core.Const(one, span, value) for value in values)
        case _:
            return ()


def _tells_others(how: str, place: core.Load, source: _Source) -> bool:
    """Return whether somebody who learned a value certainly does not see the variable that holds it."""
    if source.told is None:
        return True
    owner = _owner(place)
    players = [outside(each, source.decider) for each in source.told]
    if owner is not None and any((same if how == "owner" else apart)(p, owner) for p in players):
        return False
    for each, player in zip(source.told, players, strict=True):
        decides = source.how == "chosen" and (
            isinstance(each, core.Me) or (source.decider is not None and same(player, source.decider))
        )
        if decides:
            continue  # the player who decides knows their own answer in any case
        if how == "nobody" or (owner is not None and (apart if how == "owner" else same)(player, owner)):
            return True
    return False


def _owner(place: core.Load) -> core.Core | None:
    """Return the player among the keys of a variable's member, or `None`."""
    types = zip(place.store.keys, place.keys, strict=True)
    return next((key for type_, key in types if isinstance(type_, t.Named) and type_.sort == "player"), None)
