"""A fixture for small games that are written out in a test."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from gamespec import load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

STUMBLES = """
    players: 2
    variables:
      left: {type: 0..9, start: 9}
    actions:
      take: {with: {n: {from: 1..3}}, do: [{set: {left: left - n}}]}
      pass: {}
    phases:
      play: {turns: clockwise, until: left == 0, do: [{offer: [take, pass]}]}
    score: 'left'
    limit: {decisions: 20, then: rank}
"""
"""A game in which taking more than what is left is a fault."""


@pytest.fixture
def game_of(tmp_path: Path) -> Callable[[str], Spec]:
    """Return a function that makes a game from its text, to which it adds missing required sections."""

    def make(text: str) -> Spec:
        text = dedent(text)
        keys = {line.partition(":")[0] for line in text.splitlines()}
        needed = {
            "game": "sample",
            "title": "Sample",
            "players": "3",
            "phases": "{over: {do: []}}",
            "limit": "{decisions: 1000, then: draw}",
        }
        head = "".join(f"{key}: {value}\n" for key, value in needed.items() if key not in keys)
        path = tmp_path / "game.yaml"
        path.write_text(head + text, encoding="utf-8")
        return load(path)

    return make
