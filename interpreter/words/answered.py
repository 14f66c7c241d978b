"""An answer as the log tells it: by the label that was read, where that says the same at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.expr import core
from gamespec.expr.fold import NotConstant, printed
from interpreter.play.options import Value, is_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.compile.draft import ActionSpec, PickSpec
    from gamespec.expr.ast import Template
    from gamespec.program import Pick
    from interpreter.words.text import Words

__all__ = ["answer_label", "filled", "has_place"]


def answer_label(
    words: Words, spec: ActionSpec, picks: Sequence[Pick], values: Sequence[Value]
) -> str | None:
    """The label of an option, made of its values and of what is printed.

    `None` where there is no label, where it does not name every value, and where it tells of the position,
    which has changed since: a log is told from events alone.
    """
    if spec.label is None or any(map(has_place, picks, values)):
        return None
    by_language = spec.label.by_language
    template, holes = by_language.get(words.language) or next(iter(by_language.values()))
    named = {hole.slot for hole in holes if isinstance(hole, core.Local)}
    if not all(pick.slot in named for pick in spec.picks):
        return None
    texts: list[str] = []
    try:
        for hole, choice in zip(holes, template.choices, strict=True):
            value = _value(hole, {pick.slot: v for pick, v in zip(spec.picks, values, strict=True)})
            texts.append(words.value(hole.type, value) if choice is None else choice[not value])
    except NotConstant:
        return None
    return filled(template, texts)


def _value(hole: core.Core, known: dict[core.Slot, Value]) -> Value:
    if isinstance(hole, core.Local) and hole.slot in known:
        return known[hole.slot]
    return printed(hole, {slot: v for slot, v in known.items() if isinstance(v, int)})


def has_place(pick: Pick | PickSpec, value: Value) -> bool:
    """Whether something was chosen by where it lies."""
    return bool(pick.hidden) and any(is_place(v) for v in (value if isinstance(value, tuple) else (value,)))


def filled(template: Template, values: Sequence[str]) -> str:
    """A template with these texts in its braces."""
    parts = [template.literals[0]]
    for value, literal in zip(values, template.literals[1:], strict=True):
        parts += [value, literal]
    return "".join(parts)
