"""What components are called: texts of what is printed on them."""

from __future__ import annotations

from gamespec.compile.builder import Builder
from gamespec.compile.decisions import compile_text
from gamespec.compile.draft import Face, Text
from gamespec.expr import core
from gamespec.expr.fold import NotConstant, printed
from gamespec.expr.scope import MeUse
from gamespec.world import Kind

__all__ = ["compile_labels"]


def compile_labels(b: Builder) -> dict[str, Face] | None:
    """The labels of components; `None` after reporting what is wrong with one, in any language."""
    labels: dict[str, Face] = {}
    before = b.found.errors
    for name, kind in b.world.kinds.items():
        if kind.label is None:
            continue
        scope = b.scope(MeUse(available=False))
        slots = {
            n: core.Slot(n, type_, frame=False)
            for n, (type_, _) in kind.columns.items()
            if not (n == "row" and b.world.symbols.declared(n))
        }
        for n, slot in slots.items():
            scope = scope.bind(n, core.Local(slot.type, b.world.game.ident.span, slot))
        text = compile_text(kind.label, scope)
        if text is not None and b.found.errors == before:
            _printed(b, kind, text, slots)
            labels[name] = Face(text, slots)
    return labels if b.found.errors == before else None


def _printed(b: Builder, kind: Kind, text: Text, slots: dict[str, core.Slot]) -> None:
    """Report an expression of a label that is more than what is printed on some component."""
    holes = [hole for _, holes in text.by_language.values() for hole in holes]
    for hole in holes:
        b.world.effort.spend(kind.type.size, hole.span)
        for i in range(kind.type.size):
            try:
                printed(hole, {slot: kind.columns[n][1][i] for n, slot in slots.items()})
            except NotConstant as why:
                b.found.report(why.code, why.message, why.span)
                break
