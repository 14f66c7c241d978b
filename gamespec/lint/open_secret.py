"""GS405: a variable with `seen_by` that is set to what everybody has just seen drawn or chosen.

What `random` draws and what is answered is known to all, but for the component that was chosen. What a step
tells to some only, by `seen_by` or since it is answered in secret, is not asked about.
"""

from __future__ import annotations

from gamespec.compile.draft import Emitted, Site
from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.lint.subject import Subject
from gamespec.program import instructions as g

__all__ = ["open_secret"]


def open_secret(subject: Subject) -> None:
    """Report where a hidden variable is set to a value that was drawn or chosen in the open."""
    hidden = {v.ident.name: v for v in subject.game.variables if v.seen_by != "everyone"}
    known: dict[int, tuple[core.Slot, str]] = {}
    for emitted in subject.code:
        match emitted.operands:
            case (core.Slot() as slot, *_, None) if emitted.op is g.Throw:
                known[id(slot)] = slot, "drawn"
            case (Site(told=None) as site, *_) if emitted.op is g.Decide:
                slots = [p.slot for branch in site.branches for p in branch.picks]
                known |= {id(slot): (slot, "chosen") for slot in slots if not _is_component(slot.type)}
            case _:
                pass
    for emitted in subject.code:
        match emitted:
            case Emitted(g.Put, span, (core.Load(store=store), core.Local(slot=slot))) if (
                store.name in hidden and id(slot) in known
            ):
                declared = hidden[store.name]
                subject.found.report(
                    "GS405", f"`{store.name}` hides what was {known[id(slot)][1]} in the open", span,
                    severity="warning",
                    help="say who is told by `seen_by` beside that step, "
                    f"or leave out `seen_by: {declared.seen_by}`",
                )  # fmt: skip
            case _:
                pass


def _is_component(type_: t.Type) -> bool:
    inner = t.strip(t.element(type_) or type_)
    return isinstance(inner, t.Named) and inner.sort == "component"
