"""Tests for `gamespec migrate`, which updates files to the current version of the language."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

import gamespec

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

SAID = "language: 1\n"


@pytest.fixture
def old(heap: Path, misere: str) -> Path:
    """Return the folder of an old game, variant and scenarios, none of which has the key `language`."""
    assert misere.startswith(str(heap))
    for path in heap.rglob("*.yaml"):
        path.write_text(path.read_text(encoding="utf-8").replace(SAID, ""), encoding="utf-8")
    return heap


def _texts(folder: Path) -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.yaml"))}


def test_a_game_with_all_its_files(run: Run, old: Path) -> None:
    """Migration adds the language version to every file in a game's folder, and the scenarios still hold."""
    assert [d.code for d in gamespec.check(f"{old}+misere").diagnostics] == ["GS150", "GS150"]
    before = _texts(old)
    outcome = run("migrate", old)
    assert outcome.exit_code == 0, outcome.output
    assert _texts(old) == {path: SAID + text for path, text in before.items()}
    assert f"{old / 'game.yaml'}: added `language: 1`" in outcome.stdout
    assert outcome.stderr == "4 files read, 4 changed\n"
    assert gamespec.check(f"{old}+misere").diagnostics == ()
    assert run("test", old).stdout == "3 scenarios, 0 failed\n"


def test_twice_is_once(run: Run, old: Path) -> None:
    """Migrating a second time changes nothing."""
    run("migrate", old)
    before = _texts(old)
    outcome = run("migrate", old)
    assert (outcome.exit_code, outcome.stdout) == (0, "")
    assert outcome.stderr == "4 files read, 0 changed\n"
    assert _texts(old) == before


@pytest.mark.parametrize("flag", ["--check", "--dry-run"])
def test_a_check_writes_nothing(run: Run, old: Path, flag: str) -> None:
    """`--check` and `--dry-run` show what would change but write nothing.

    The status is 1 if there is anything to change.
    """
    before = _texts(old)
    outcome = run("migrate", old / "game.yaml", flag)
    assert outcome.exit_code == 1
    assert "\n+language: 1\n" in outcome.stdout
    assert outcome.stdout.startswith(f"--- {old / 'game.yaml'}\n")
    assert outcome.stderr == "1 file read, 1 would change\n"
    assert _texts(old) == before
    run("migrate", old)
    assert run("migrate", old, flag).exit_code == 0


def test_a_folder_of_games(run: Run, old: Path) -> None:
    """A folder that contains game folders stands for all the games in it."""
    outcome = run("migrate", old.parent)
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stderr == "4 files read, 4 changed\n"


def test_bytes_that_no_rewrite_is_about_stay(run: Run, tmp_path: Path) -> None:
    """Migration preserves byte order marks, line endings, comments, spacing, file modes and links."""
    file, link = tmp_path / "real.yaml", tmp_path / "game.yaml"
    file.write_bytes(b"\xef\xbb\xbf# \xc3\xa4\r\ngame: x  # y\r\ntitle:   X")
    file.chmod(0o640)
    link.symlink_to(file)
    assert run("migrate", link).exit_code == 0
    assert file.read_bytes() == b"\xef\xbb\xbf# \xc3\xa4\r\nlanguage: 1\r\ngame: x  # y\r\ntitle:   X"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.yaml", "real.yaml"]


def test_what_cannot_be_read_stays_and_the_rest_is_rewritten(run: Run, old: Path) -> None:
    """A file that is not valid YAML is reported and left unchanged, while the other files are migrated."""
    bad = old / "scenarios" / "bad.yaml"
    bad.write_text("scenarios: [\n", encoding="utf-8")
    outcome = run("migrate", old)
    assert outcome.exit_code == 1
    assert "error[GS101]" in outcome.stderr
    assert "5 files read, 4 changed\n" in outcome.stderr
    assert bad.read_text(encoding="utf-8") == "scenarios: [\n"


def test_what_the_author_must_decide_is_told(run: Run, old: Path) -> None:
    """A list that may contain a value twice is reported once, together with the fix.

    The names in the list may be declared by the game that an overlay extends.
    """
    overlay = old / "variants" / "misere.yaml"
    text = overlay.read_text(encoding="utf-8").replace("{takes: takes + 1}", '{takes: "size({heap, takes})"}')
    overlay.write_text(text, encoding="utf-8")
    outcome = run("migrate", overlay)
    assert outcome.exit_code == 1
    assert "warning[GS152]: `{heap, takes}` may hold a value twice, and now keeps both" in outcome.stderr
    assert "= help: write `distinct({heap, takes})` if each value is to count once" in outcome.stderr
    assert overlay.read_text(encoding="utf-8") == SAID + text
    assert run("migrate", overlay).exit_code == 0
    cured = (SAID + text).replace("{heap, takes}", "distinct({heap, takes})")
    overlay.write_text(cured, encoding="utf-8")
    run("migrate", old)
    assert gamespec.check(f"{old}+misere").diagnostics == ()


def test_what_is_not_there(run: Run, tmp_path: Path) -> None:
    """An unknown game and a folder that contains no game are refused with status 2."""
    outcome = run("migrate", tmp_path)
    assert (outcome.exit_code, outcome.stderr.splitlines()[0]) == (
        2,
        f"error: there is no game in `{tmp_path}`",
    )
    assert run("migrate", "nosuchgame").exit_code == 2


@pytest.mark.long("commands")
def test_the_games_that_come_with_gamespec_are_up_to_date(run: Run) -> None:
    """The games that are shipped with gamespec need no migration."""
    outcome = run("migrate", "--check", *gamespec.games())
    assert outcome.exit_code == 0, outcome.output
