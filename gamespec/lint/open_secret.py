"""GS405: a variable that some players do not see, set to what one of them has been told.

`random` tells what fell, `choose` and `offer` what was answered, to everybody or to those whom `seen_by`
names; who decides knows the own answer anyway, and a component is told to nobody who does not know it. Only
what is set directly is looked at, and a player counts as one who does not see the variable where that is
certain: the two are different seats, neighbours, or there is nobody who sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamespec.compile.draft import Emitted
from gamespec.diagnostics import Remark
from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.lint.hidden import Hidden
from gamespec.lint.players import apart, outside, same
from gamespec.lint.subject import Subject
from gamespec.lint.telling_offer import decisions
from gamespec.program import instructions as g
from gamespec.source import Span

__all__ = ["open_secret"]


@dataclass(frozen=True, eq=False, slots=True)
class _Source:
    """Where a local gets its value: the step, how, and who is told of it, all if `told` is `None`."""

    span: Span
    how: str
    told: tuple[core.Core, ...] | None
    decider: core.Core | None = None


def open_secret(subject: Subject) -> None:
    """Report where a hidden variable is set to a value of which others were told."""
    hidden, sources = Hidden(subject), dict[core.Slot, list[_Source]]()
    for slot, source in _sources(subject.code):
        sources.setdefault(slot, []).append(source)
    for emitted in subject.code:
        if emitted.op is not g.Put:
            continue
        place, value = emitted.operands
        value = value.of if isinstance(value, core.Narrow) else value
        if isinstance(place, core.Load) and isinstance(value, core.Local):
            how = hidden.variable(place.store.name)
            for source in sources.get(value.slot, ()):
                if how != "everyone" and _tells_others(how, place, source):
                    _report(subject, place, source, how, emitted.span)
                    break


def _report(subject: Subject, place: core.Load, source: _Source, how: str, span: Span) -> None:
    name, owner = place.store.name, _owner(place)
    where = "in the open" if source.told is None else "before others' eyes"
    who = "nobody" if owner is None or source.how == "chosen" else " ".join(owner.span.text.split())
    if how == "others" and who != "nobody":
        who = f"filter(x in players: x != {who})"
    cure = f"say who is told beside the step, as in `seen_by: {who}`"
    subject.found.report(
        "GS405", f"`{name}` hides what was {source.how} {where}", span,
        severity="warning", others=(Remark(source.span, f"it is {source.how} here"),),
        help=f"{cure}, or leave out `seen_by: {how}` of the variable",
    )  # fmt: skip


def _sources(code: tuple[Emitted, ...]) -> Iterator[tuple[core.Slot, _Source]]:
    """The locals that are drawn or chosen, but for components, and who is told of them."""
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
    """Those who are told as far as they are listed; of another list nobody is known."""
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
    """Whether somebody who was told certainly does not see the variable."""
    if source.told is None:
        return True
    owner = _owner(place)
    for each in source.told:
        player = outside(each, source.decider)
        decides = source.how == "chosen" and (
            isinstance(each, core.Me) or (source.decider is not None and same(player, source.decider))
        )
        if decides:
            continue  # who decides knows the own answer, whoever is told
        if how == "nobody" or (owner is not None and (apart if how == "owner" else same)(player, owner)):
            return True
    return False


def _owner(place: core.Load) -> core.Core | None:
    """The player in the key."""
    types = zip(place.store.keys, place.keys, strict=True)
    return next((key for type_, key in types if isinstance(type_, t.Named) and type_.sort == "player"), None)
