"""Finds which actions do nothing, and which move a marker, so that players can point at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.compile.draft.draft import Emitted, Routine
from gamespec.program import instructions as g
from gamespec.trees import core
from gamespec.trees import types as t

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.compile.draft.draft import ActionSpec
    from interpreter.words import Words

__all__ = ["is_idle", "moved_markers"]


def is_idle(spec: ActionSpec) -> bool:
    """Return whether an action does nothing, whatever else may follow the decision."""
    if spec.routine is None or spec.picks:
        return False
    return all(each.op is g.Return or each.checks for each in _steps(spec.routine))


def moved_markers(words: Words, spec: ActionSpec) -> Iterator[tuple[core.Load, t.Named]]:
    """Yield each visible variable without keys that holds a cell and that an action may set, with its type.

    What the action runs counts as well.
    """
    found: set[object] = set()
    left = [spec.routine] if spec.routine is not None else []
    seen = {*left}
    while left:
        for each in _steps(left.pop()):
            for operand in each.operands:
                if isinstance(operand, Routine) and operand not in seen:
                    seen.add(operand)
                    left.append(operand)
            target = each.operands[0] if each.op is g.Put else None
            base = t.strip(target.type) if isinstance(target, core.Load) else None
            if not isinstance(target, core.Load) or not isinstance(base, t.Named) or base.sort != "cell":
                continue
            shown = words.names.stores.index(target.store) not in words.unshown
            if shown and not target.store.keys and target.store not in found:
                found.add(target.store)
                yield target, base


def _steps(routine: Routine) -> Iterator[Emitted]:
    """Yield the instructions of a routine."""
    yield from (each for each in routine.code if isinstance(each, Emitted))
