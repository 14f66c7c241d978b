"""Edits of drafts and the cures that are applied without asking, tried without a client."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec.text.advice import Cure, replaced, sole
from gamespec.text.source import Source
from interpreter.cli.assist.curing import edited
from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder the workspace, and return it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_edit_sees_those_before_it(here: Path) -> None:
    """An edit that leaves nothing of a file is not forgotten by the next one."""
    (here / "game.yaml").write_text("abc", encoding="utf-8")
    first = {"file": "game.yaml", "old": "abc", "new": ""}
    with pytest.raises(Stop, match="does not contain"):
        edited([first, {"file": "game.yaml", "old": "abc", "new": "x"}])
    assert edited([first]) == {"game.yaml": ""}


def test_a_file_in_another_encoding_is_not_rewritten(here: Path) -> None:
    """What cannot be read is refused and stays as it is."""
    (here / "game.yaml").write_bytes(b"title: caf\xe9\n")
    with pytest.raises(Stop, match="not UTF-8"):
        edited([{"file": "game.yaml", "old": "title", "new": "name"}])
    assert (here / "game.yaml").read_bytes() == b"title: caf\xe9\n"


def test_what_needs_a_choice_is_not_applied() -> None:
    """Of several cures somebody must choose one, and of two that touch only the first is applied."""
    source = Source("game.yaml", "abcdef")

    def cure(start: int, end: int) -> Cure:
        return replaced(source.span(start, end), "x")

    one, other, touching, apart = cure(0, 2), cure(0, 1), cure(1, 3), cure(3, 5)
    assert sole([(one,), (other, apart), (touching,), (), (apart,)]) == [one, apart]
