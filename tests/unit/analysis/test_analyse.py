"""`gamespec.analyse`: texts in memory, stages, cancellation, cures."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamespec
from gamespec.text.render import render

GAME = """\
language: 1
game: nim
title: Nim
players: 2
variables:
  heap: {type: 0..9, start: 9}
actions:
  take:
    with: {n: {from: "1..min(heap, 3)"}}
    do: [{set: {heap: heap - n}}]
phases:
  play: {turns: clockwise, do: [{offer: [take]}]}
end:
  taken: {when: heap == 0, winner: me}
limit: {decisions: 9, then: draw}
"""


def test_a_text_stands_in_for_a_file_that_does_not_exist(tmp_path: Path) -> None:
    """A game is analysed from memory, and nothing is written."""
    path = tmp_path / "game.yaml"
    found = gamespec.analyse(path, texts={path: GAME})
    assert found.diagnostics == ()
    assert found.spec is not None
    assert found.spec.id == "nim"
    assert list(tmp_path.iterdir()) == []


def test_a_text_goes_before_the_file(tmp_path: Path) -> None:
    """The text in an editor counts, not the file that was saved before."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME)
    found = gamespec.analyse(path, texts={path: GAME.replace("heap == 0", "heep == 0")})
    assert [(d.code, d.span.text) for d in found.diagnostics] == [("GS201", "heep")]
    assert gamespec.analyse(path).diagnostics == ()


def test_an_overlay_and_its_game_are_both_in_memory(tmp_path: Path) -> None:
    """What a text extends may be a text as well."""
    base, overlay = tmp_path / "game.yaml", tmp_path / "variants" / "big.yaml"
    texts: dict[str | Path, str] = {
        base: GAME,
        overlay: "language: 1\ngame: big\nextends: nim\ntitle: B\nedit: [{set: {variables.heap.start: 8}}]\n",
    }
    found = gamespec.analyse(overlay, texts=texts)
    assert found.diagnostics == ()
    assert [source.name for source in found.sources] == [str(base), str(overlay)]


def test_stages_find_what_they_say(tmp_path: Path) -> None:
    """`structure` finds a wrong key, `names` a wrong name, and `everything` an unused one."""
    path = tmp_path / "game.yaml"
    wrong = GAME.replace("winner: me", "winner: you").replace("limit: {decisions: 9", "limit: {decision: 9")
    codes = {
        stage: [d.code for d in gamespec.analyse(path, texts={path: wrong}, stage=stage).diagnostics]
        for stage in ("structure", "names")
    }
    assert codes == {"structure": ["GS120"], "names": ["GS201", "GS120"]}
    unused = GAME.replace("actions:", "  spare: {type: bool}\nactions:")
    assert gamespec.analyse(path, texts={path: unused}, stage="names").diagnostics == ()
    assert [d.code for d in gamespec.analyse(path, texts={path: unused}).diagnostics] == ["GS401"]


def test_an_analysis_that_is_not_needed_ends(tmp_path: Path) -> None:
    """`Cancelled` is raised as soon as the caller says so, here before the fourth pass."""
    path, asked = tmp_path / "game.yaml", []

    def cancelled() -> bool:
        asked.append(None)
        return len(asked) == 4

    with pytest.raises(gamespec.Cancelled):
        gamespec.analyse(path, texts={path: GAME}, cancelled=cancelled)
    assert len(asked) == 4


def test_everything_finds_what_check_finds() -> None:
    """Both give the same diagnostics, in the same order."""
    folder = Path(__file__).parents[2] / "diagnostics"
    games = sorted(folder.glob("*/game.yaml"))[::7]
    assert len(games) > 10
    for game in games:
        found = gamespec.analyse(game).diagnostics
        assert render(found, "full") == render(gamespec.check(game).diagnostics, "full"), game


def test_a_cure_removes_the_mistake(tmp_path: Path) -> None:
    """The edits of a cure, applied to the text, leave nothing to report."""
    path = tmp_path / "game.yaml"
    wrong = GAME.replace("heap == 0", "heep == 0")
    (diagnostic,) = gamespec.analyse(path, texts={path: wrong}).diagnostics
    (cure,) = diagnostic.cures
    (edit,) = cure.edits
    assert cure.title == "write `heap`"
    assert wrong[: edit.span.start] + edit.text + wrong[edit.span.end :] == GAME
