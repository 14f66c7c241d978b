"""An unreadable declaration is reported as a single mistake. Its uses are not reported as well.

Some declarations of each shipped game are corrupted in turn. The value gets the wrong shape, or is not YAML.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

from gamespec.documents.document import Mapping, read_document
from gamespec.loader import check
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.documents.nodes import Node

GAMES = sorted(path.parent for path in (Path(__file__).parents[2] / "games").glob("*/game.yaml"))
MOST = 8
"""Approximate number of values per game that are corrupted."""


def _values(node: Node | None) -> Iterator[tuple[Node, str]]:
    """Yield the value of each declaration and of each of its keys, with a text to replace it."""
    for section in node.entries if isinstance(node, Mapping) else ():
        if isinstance(section.value, Mapping) and section.key.text not in {"title", "about", "limit"}:
            for declared in section.value.entries:
                yield declared.value, "7"
                if isinstance(declared.value, Mapping):
                    yield from ((entry.value, "@") for entry in declared.value.entries)


@pytest.mark.parametrize("game", sampled(GAMES, "generated", 5), ids=lambda path: path.name)
def test_no_followers(game: Path, tmp_path: Path) -> None:
    """If one value of a game has the wrong shape, all diagnostics are about that value."""
    text = (game / "game.yaml").read_text(encoding="utf-8")
    for table in game.glob("*.csv"):
        (tmp_path / table.name).write_bytes(table.read_bytes())
    path = tmp_path / "game.yaml"
    every = list(_values(read_document(Source("game.yaml", text), Collector())))
    for value, instead in every[:: max(1, len(every) // MOST)]:
        start, end = value.span.start, value.span.end
        spoilt = f"{text[:start]}{instead}{text[end:]}"
        path.write_text(spoilt, encoding="utf-8")
        line = spoilt.count("\n", 0, start)
        diagnostics = check(path).diagnostics
        if all(d.severity != "error" for d in diagnostics):
            continue  # 7 has the right shape for a part of the score
        for d in diagnostics:
            at = spoilt.count("\n", 0, d.span.start)
            assert at in {line, line - 1}, f"{d.span} {d.message}\n{spoilt[start - 60 : start + 20]}"
