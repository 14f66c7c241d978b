"""Tests for the pages about codes, each of which shows an example of its mistake and a correct version."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec.documents.document import plain, read_document
from gamespec.text.codes import CODES, page
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec.documents.nodes import Plain
    from gamespec.text.diagnostics import Diagnostic

ELSEWHERE = {
    "GS513": "it occurs only with explicit chance",
    "GS514": "its example needs a plane and parts; see the folder of this code",
}

# The parts of a game that the examples on the pages omit. The sections of an example are added to these
# parts, and its declarations replace those with the same name.
CONTEXT = """\
language: 1
game: sample
title: Sample
players: 2..4
enums:
  suit: [clubs, diamonds, hearts, spades]
components:
  card: {attributes: {suit: suit, rank: 1..13}, all: {suit: suit, rank: 1..13}, start: deck}
spaces:
  board: {grid: [3, 3]}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  trick: {of: card}
  hand: {of: card, per: player, seen_by: owner}
variables:
  round: {type: 1..20}
resources:
  gold: {per: player, type: 0..99, start: 5, supply: 500}
functions:
  all_used:
    is: "any(c in board: column(c) > round) or empty(trick) or any(p in players: gold[p] > size(hand[p]))"
actions:
  pass: {do: []}
phases:
  play:
    turns: clockwise
    do:
      - if: all_used()
        then: []
      - offer: [pass]
limit: {decisions: 100, then: draw}
"""


def _read(text: str) -> dict[str, Plain]:
    found = Collector()
    node = read_document(Source("page", text), found)
    assert node is not None
    assert len(found) == 0
    read = plain(node)
    assert isinstance(read, dict)
    return read


def _game(fragment: str) -> str:
    """Return the context with the sections of an example added, as JSON, which is also YAML."""
    whole = _read(CONTEXT)
    for section, added in _read(fragment).items() if fragment else ():
        before = whole.get(section)
        merges = isinstance(before, dict) and isinstance(added, dict)
        whole[section] = {**before, **added} if merges else added  # type: ignore[dict-item]
    return json.dumps(whole, ensure_ascii=False)


def _overlays(fragment: str) -> list[str]:
    """Return the overlays of which an example consists; the list is empty if it is part of a game."""
    return re.split(r"(?m)^# variants/.*\n", fragment)[1:] or [fragment] * ("extends:" in fragment)


@pytest.mark.parametrize("code", [c for c in CODES if c >= "GS200" and c not in ELSEWHERE])
def test_examples(code: str, tmp_path: Path, mistakes: Callable[[Path], tuple[Diagnostic, ...]]) -> None:
    """The example on a page has exactly the mistake that the page is about.

    The version below it has no mistake.
    """
    wrong, right = re.findall(r"```yaml\n(.*?)```", page(code), re.DOTALL)
    path = tmp_path / "game.yaml"

    def found(fragment: str) -> list[str]:
        overlays = _overlays(fragment)
        path.write_text(_game("" if overlays else fragment), encoding="utf-8")
        (tmp_path / "variants").mkdir(exist_ok=True)
        for i, overlay in enumerate(overlays):
            text = overlay.replace("extends: sample", "extends: ../game.yaml")
            (tmp_path / "variants" / f"v{i}.yaml").write_text(text, encoding="utf-8")
        whole = "+".join([str(tmp_path), *(f"v{i}" for i in range(len(overlays)))])
        return [d.code for d in mistakes(Path(whole)) if d.severity == "error" or d.code == code]

    assert found(wrong) == [code]
    assert found(right) == []


@pytest.mark.parametrize("code", CODES)
def test_form(code: str) -> None:
    """Every page begins with its code and title, and all pages have the same headings."""
    text = page(code)
    assert text.startswith(f"# {code}: {CODES[code].title}\n")
    assert re.findall("(?m)^## (.*)$", text) == [
        "What it means",
        "Why it is an error",
        "Example",
        "Write instead",
    ]
