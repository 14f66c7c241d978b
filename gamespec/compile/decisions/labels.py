"""Labels of components, which are texts made of printed attributes."""

from __future__ import annotations

from collections.abc import Mapping

from gamespec.compile.decisions.decisions import compile_text
from gamespec.compile.draft.builder import Builder
from gamespec.compile.draft.draft import Face, Text
from gamespec.expr.fold import NotConstant, printed
from gamespec.expr.printed import printed_on
from gamespec.expr.scope import MeUse
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.trees import core
from gamespec.world.world import Kind

__all__ = ["compile_labels", "compile_shorts"]


def compile_labels(b: Builder) -> dict[str, Face] | None:
    """Return the labels of components by kind, or `None` after reporting a mistake in one of them."""
    return _faces(b, {name: kind.label for name, kind in b.world.kinds.items()})


def compile_shorts(b: Builder) -> dict[str, Face] | None:
    """Return the short texts of components by kind, from the view, or `None` after reporting a mistake."""
    looks = b.world.game.view.components
    return _faces(b, {name: look.short for name, look in looks.items() if name in b.world.kinds})


def _faces(b: Builder, texts: Mapping[str, m.Templates | None]) -> dict[str, Face] | None:
    labels: dict[str, Face] = {}
    before = b.found.errors
    for name, templates in texts.items():
        kind = b.world.kinds[name]
        if templates is None:
            continue
        slot, span = core.Slot(name, kind.type, frame=False), b.world.game.ident.span
        scope = b.scope(MeUse(available=False))
        scope = replace(scope, locals=printed_on(core.Local(kind.type, span, slot), b.world))
        text = compile_text(templates, scope)
        if text is not None and b.found.errors == before:
            _printed(b, kind, text, slot)
            labels[name] = Face(text, slot)
    return labels if b.found.errors == before else None


def _printed(b: Builder, kind: Kind, text: Text, slot: core.Slot) -> None:
    """Report an expression in a label that depends on more than the attributes printed on the component."""
    holes = [hole for _, holes in text.by_language.values() for hole in holes]
    faces = {face: kind.type.first + i for i, face in enumerate(kind.rows)}  # one component for each face
    for hole in holes:
        b.world.effort.spend(len(faces), hole.span)
        for component in faces.values():
            try:
                printed(hole, {slot: component})
            except NotConstant as why:
                b.found.report(why.code, why.message, why.span)
                break
