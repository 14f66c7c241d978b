"""`remember` and `forget`."""

from __future__ import annotations

from gamespec.compile.decisions.declared import declared
from gamespec.compile.draft.builder import Block, Builder
from gamespec.compile.draft.draft import Forget, Remember
from gamespec.model import model as m

__all__ = ["compile_forget", "compile_remember"]


def compile_remember(b: Builder, block: Block, step: m.Remember) -> None:
    """Compile `remember`, which adds the present situation to a history."""
    history = declared(block, step.history, b.world.histories, "history", "histories")
    if history is not None:
        b.emit(Remember(step.span, history))


def compile_forget(b: Builder, block: Block, step: m.Forget) -> None:
    """Compile `forget`, which clears a history."""
    history = declared(block, step.history, b.world.histories, "history", "histories")
    if history is not None:
        b.emit(Forget(step.span, history))
