"""`remember` and `forget`."""

from __future__ import annotations

from gamespec.compile.decisions.declared import declared
from gamespec.compile.draft.builder import Block, Builder
from gamespec.compile.draft.draft import Forget, Remember
from gamespec.model import model as m

__all__ = ["compile_forget", "compile_remember"]


def compile_remember(b: Builder, block: Block, step: m.Remember) -> None:
    """The present situation joins a history."""
    history = declared(block, step.history, b.world.histories, "history", "histories")
    if history is not None:
        b.emit(Remember(step.span, history))


def compile_forget(b: Builder, block: Block, step: m.Forget) -> None:
    """A history begins anew."""
    history = declared(block, step.history, b.world.histories, "history", "histories")
    if history is not None:
        b.emit(Forget(step.span, history))
