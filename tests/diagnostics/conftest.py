"""What is wrong with a game, by the checker or, where that finds no error, in a playout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec.loader import check
from interpreter import Fault, Game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec.diagnostics import Diagnostic
    from gamespec.loader import Spec

MOST_DECISIONS = 1000


def _playout(spec: Spec) -> tuple[Diagnostic, ...]:
    """The fault to which always taking the first option leads, if it leads to one."""
    try:
        game = Game(spec.program())
        for _ in range(MOST_DECISIONS):
            if game.over:
                break
            game.apply(game.options[0])
    except Fault as fault:
        return (fault.diagnostic,)
    return ()


@pytest.fixture
def mistakes() -> Callable[[Path], tuple[Diagnostic, ...]]:
    """What the checker reports of a file; if it can be played, the fault that ends a playout."""

    def find(path: Path) -> tuple[Diagnostic, ...]:
        checked = check(path)
        fault = _playout(checked.spec) if checked.spec is not None else ()
        return fault or checked.diagnostics

    return find
