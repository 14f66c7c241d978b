"""`remember` and `forget`."""

from __future__ import annotations

from gamespec import model as m
from gamespec.compile.builder import Block, Builder
from gamespec.compile.draft import Forget, Remember
from gamespec.suggest import did_you_mean

__all__ = ["compile_forget", "compile_remember"]


def compile_remember(b: Builder, block: Block, step: m.Remember) -> None:
    """The present situation joins a history."""
    if _declared(b, block, step.history):
        b.emit(Remember(step.span, b.world.histories[step.history.name]))


def compile_forget(b: Builder, block: Block, step: m.Forget) -> None:
    """A history begins anew."""
    if _declared(b, block, step.history):
        b.emit(Forget(step.span, b.world.histories[step.history.name]))


def _declared(b: Builder, block: Block, ident: m.Ident) -> bool:
    """Whether there is such a history; if not, that has been reported."""
    symbols, histories = b.world.symbols, b.world.histories
    if ident.name in histories:
        return True
    if ident.name not in symbols.broken:
        known = ident.name in symbols or ident.name in block.scope.locals
        block.scope.error(
            "GS205" if known else "GS201",
            f"`{ident}` is not a history" if known else f"there is no history `{ident}`",
            ident.span,
            help=did_you_mean(ident.name, histories) or "declare it under `histories`",
        )
    return False
