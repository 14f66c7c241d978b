"""Checks that measures cannot fail, because looking at a game must not stop the game."""

from __future__ import annotations

from gamespec.compile.link.close import Closer
from gamespec.compile.link.link import Linker
from gamespec.program import expressions as e
from gamespec.program.guarded import Guarded
from gamespec.text.diagnostics import Collector
from gamespec.trees import core

__all__ = ["check_measures"]

_NOTE = "a measure must not affect a game, so it must not be able to stop one"


def check_measures(linker: Linker, found: Collector) -> None:
    """Report each measure of a draft that may fail in some position, at the part that may fail.

    They are lowered apart from the program, because the program's numbers must not depend on them.
    """
    draft, whole = linker.draft, dict[core.Function, bool]()
    some = [measure for measure in draft.measures if _is_whole(measure, whole)]
    if not some:
        return
    close = Closer(draft.world, draft.fungible, linker.slots, draft.situations)
    close.actions = linker.close.actions
    closed = [close(node) for node in some]
    guarded = Guarded(close.space_tables())
    for node in closed:
        failing = guarded.first(node)
        if failing is not None:
            message, cure = _said(failing)
            found.report("GS321", message, close.places[failing.at], help=cure, notes=(_NOTE,))


def _is_whole(node: core.Core, known: dict[core.Function, bool]) -> bool:
    """Return whether an expression contains no mistake, including those that were reported long before.

    `known` stores the results for functions.
    """
    if isinstance(node, core.Wrong):
        return False
    if isinstance(node, core.Apply) and node.function not in known:
        body = node.function.body
        known[node.function] = body is not None and _is_whole(body, known)
    if isinstance(node, core.Apply) and not known[node.function]:
        return False
    return all(_is_whole(part, known) for part in core.children(node))


_CURE = "write it with values that exist in every position"


def _of_nothing(word: str) -> tuple[str, str]:
    message = f"`{word}` of an empty list is a fault, and this list may be empty"
    return message, "give a value for that case: `… if not empty(list) else 0`"


def _said(node: e.Expression) -> tuple[str, str]:
    """Describe how an expression may fail, and what to write instead."""
    match node:
        case e.Quantifier(kind="min" | "max" as word):
            return _of_nothing(word)
        case e.ExtremeOf(greatest=greatest):
            return _of_nothing("max" if greatest else "min")
        case e.Arithmetic(op="//" | "%"):
            return "this may divide by 0", "give a value for that case: `a // b if b != 0 else 0`"
        case e.Apply():
            return "this function may fault", _CURE
        case e.Can() | e.InARow():
            return "this tries steps, which may fault", _CURE
        case _:
            return "this may fault", _CURE
