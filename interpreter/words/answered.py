"""Makes the label of an answer for the log, as far as the label does not depend on the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.expr.fold import NotConstant, printed
from gamespec.trees import core
from interpreter.play.options import Value, is_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.compile.draft.draft import ActionSpec, PickSpec
    from gamespec.program import Pick
    from gamespec.trees.ast import Template
    from interpreter.words.text import Words

__all__ = ["constant", "filled", "has_place", "told_label"]

UNTOLD = "…"
"""The text that replaces those parts of a label that cannot be shown."""


def told_label(
    words: Words,
    spec: ActionSpec,
    picks: Sequence[Pick],
    values: Sequence[Value],
    known: Sequence[bool],
) -> str | None:
    """Return an option's label, followed by the values that the label omits, or `None` if it has no label.

    `…` replaces each part of the label that some player does not know. It also replaces each part that
    depends on the position, because the position has changed since the answer was given.
    """
    if spec.label is None:
        return None
    by_language = spec.label.by_language
    template, holes = by_language.get(words.language) or next(iter(by_language.values()))
    called = {
        named.slot: words.chosen(pick, named.slot.type, value, words.value)
        for named, pick, value, may in zip(spec.picks, picks, values, known, strict=True)
        if may
    }
    sure = {
        named.slot: value
        for named, pick, value, may in zip(spec.picks, picks, values, known, strict=True)
        if may and not has_place(pick, value)
    }
    texts: list[str] = []
    for hole, choice in zip(holes, template.choices, strict=True):
        if choice is None and isinstance(hole, core.Local) and hole.slot in called:
            texts.append(called[hole.slot])
            continue
        read = constant(words, hole, choice, sure)
        texts.append((UNTOLD if choice is None else "") if read is None else read)
    named_in = {hole.slot for hole in holes if isinstance(hole, core.Local)}
    left = [f"{words.pick(p)} {called[p.slot]}" for p in spec.picks if p.slot in called.keys() - named_in]
    return filled(template, texts) + (f" ({', '.join(left)})" if left else "")


def constant(
    words: Words, hole: core.Core, choice: tuple[str, str] | None, known: dict[core.Slot, Value]
) -> str | None:
    """Return the text for an expression in a label, or `None` if the known values do not determine it."""
    try:
        value = _value(hole, known)
    except NotConstant:
        return None
    return words.value(hole.type, value) if choice is None else choice[not value]


def _value(hole: core.Core, known: dict[core.Slot, Value]) -> Value:
    if isinstance(hole, core.Local) and hole.slot in known:
        return known[hole.slot]
    return printed(hole, {slot: v for slot, v in known.items() if isinstance(v, int)})


def has_place(pick: Pick | PickSpec, value: Value) -> bool:
    """Return whether a value of the pick, or one of its values, stands for a place of a component."""
    return bool(pick.hidden) and any(is_place(v) for v in (value if isinstance(value, tuple) else (value,)))


def filled(template: Template, values: Sequence[str]) -> str:
    """Return the text of a template, with `values` in place of its expressions."""
    parts = [template.literals[0]]
    for value, literal in zip(values, template.literals[1:], strict=True):
        parts += [value, literal]
    return "".join(parts)
