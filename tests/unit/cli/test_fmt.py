"""Tests for `gamespec fmt`, which gives the files of games one layout."""

from __future__ import annotations

import io
import stat
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from gamespec.system import writing
from interpreter.cli.app import cli
from interpreter.cli.common import rewriting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

WIDE, NARROW = "zones: { deck: {of: card} }\n", "zones: {deck: {of: card}}\n"


@pytest.fixture
def odd(heap: Path, misere: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a game with an overlay, scenarios and bands, each with a line of an odd layout.

    It is the current folder.
    """
    assert misere
    (heap / "bands.yaml").write_text("language: 1\nbands: []\n", encoding="utf-8")
    (heap / "notes.yaml").write_text("a:   1\n", encoding="utf-8")
    for path in heap.rglob("*.yaml"):
        path.write_text(path.read_text(encoding="utf-8").replace("language: 1", "language:  1"), "utf-8")
    monkeypatch.chdir(heap)
    return heap


FILES = ["game.yaml", "variants/misere.yaml", "scenarios/heap.yaml", "scenarios/misere.yaml", "bands.yaml"]


def texts(folder: Path) -> dict[str, str]:
    """Return the texts of all YAML files in a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.yaml")
    }


def test_the_project_in_which_one_stands(run: Run, odd: Path) -> None:
    """Without a path, the command formats the files of the project and no others, and names each."""
    before = texts(odd)
    outcome = run("fmt")
    assert (outcome.exit_code, outcome.stdout.splitlines()) == (0, FILES)
    assert outcome.stderr.endswith("5 files formatted, 0 unchanged\n")
    after = {name: text.replace("language:  1", "language: 1") for name, text in before.items()}
    assert texts(odd) == after
    again = run("fmt")
    assert (again.exit_code, again.stdout) == (0, "")
    assert again.stderr.endswith("0 files formatted, 5 unchanged\n")


def test_a_check_names_the_files_and_writes_nothing(run: Run, odd: Path) -> None:
    """`--check` lists the files that would change. The status is 1 if there are any."""
    before = texts(odd)
    outcome = run("fmt", "--check")
    assert (outcome.exit_code, outcome.stdout.splitlines()) == (1, FILES)
    assert outcome.stderr.endswith("5 files would change, 0 would not\n")
    assert texts(odd) == before
    run("fmt")
    assert run("fmt", "--check").exit_code == 0


@pytest.mark.parametrize(("more", "status"), [([], 0), (["--check"], 1)])
def test_a_diff(run: Run, odd: Path, more: list[str], status: int) -> None:
    """`--diff` shows what would change and writes nothing."""
    before = texts(odd)
    outcome = run("fmt", "bands.yaml", "--diff", *more)
    assert outcome.exit_code == status
    assert outcome.stdout == (
        "--- bands.yaml\n+++ bands.yaml\n@@ -1,2 +1,2 @@\n-language:  1\n+language: 1\n bands: []\n"
    )
    assert texts(odd) == before


def test_a_file_once(run: Run, odd: Path) -> None:
    """A file that several paths name is formatted once; a file that is named need not belong to a game."""
    outcome = run("fmt", "game.yaml", odd / "game.yaml", "notes.yaml")
    assert (outcome.exit_code, outcome.stdout) == (0, "game.yaml\nnotes.yaml\n")


@pytest.mark.parametrize(
    ("arguments", "status", "printed"),
    [((), 0, NARROW), (("--check",), 1, "standard input\n"), (("--diff",), 0, f"-{WIDE}+{NARROW}")],
)
def test_a_stream(run: Run, arguments: tuple[str, ...], status: int, printed: str) -> None:
    """`-` reads standard input and writes standard output, and says nothing else."""
    outcome = run("fmt", "-", *arguments, typed=WIDE)
    assert (outcome.exit_code, outcome.stderr) == (status, "")
    assert outcome.stdout.endswith(printed)
    assert run("fmt", "-", *arguments, typed=NARROW).exit_code == 0


def test_a_stream_of_bytes() -> None:
    """The bytes of a stream stay what they are: line ends, a byte order mark, and letters."""
    sent = io.BytesIO("\ufeffa:  ä\r\n".encode())
    outcome = CliRunner().invoke(cli, ["fmt", "-"], input=sent)
    assert outcome.stdout_bytes == "\ufeffa: ä\r\n".encode()


def test_what_is_not_yaml_stays(run: Run, odd: Path) -> None:
    """A file that is not YAML is reported with its place and stays; the others are formatted."""
    bad = odd / "scenarios" / "bad.yaml"
    bad.write_text("scenarios: [\n", encoding="utf-8")
    outcome = run("fmt")
    assert (outcome.exit_code, len(outcome.stdout.splitlines())) == (1, 5)
    assert "error[GS101]" in outcome.stderr
    assert " --> scenarios/bad.yaml:2:1\n" in outcome.stderr
    assert bad.read_text(encoding="utf-8") == "scenarios: [\n"
    broken = run("fmt", "-", typed="a: [")
    assert (broken.exit_code, broken.stdout) == (1, "")
    assert " --> standard input:1:5\n" in broken.stderr


@pytest.mark.parametrize(
    ("content", "code"), [(b"\xff", "GS108"), (b"", "GS109"), (b"a: 1 # " + b"x" * 2**21, "GS107")]
)
def test_bytes_that_are_no_text(run: Run, tmp_path: Path, content: bytes, code: str) -> None:
    """A file that is not UTF-8, empty, or too large is reported and stays."""
    (tmp_path / "game.yaml").write_bytes(content)
    outcome = run("fmt", tmp_path / "game.yaml")
    assert outcome.exit_code == 1
    assert f"error[{code}]" in outcome.stderr
    assert (tmp_path / "game.yaml").read_bytes() == content


def test_modes_and_links_stay(run: Run, tmp_path: Path) -> None:
    """A file keeps its mode, its byte order mark and its line ends, and a link stays a link."""
    file, link = tmp_path / "real.yaml", tmp_path / "game.yaml"
    file.write_bytes(b"\xef\xbb\xbfgame:  x\r\nplayers: 2")
    file.chmod(0o640)
    link.symlink_to(file)
    assert run("fmt", link).exit_code == 0
    assert file.read_bytes() == b"\xef\xbb\xbfgame: x\r\nplayers: 2\r\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.yaml", "real.yaml"]


def test_what_may_not_be_written(run: Run, odd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the system refuses to write a file, the reason is given, and the others are formatted."""
    replace = writing.replace_file

    def refuse(path: Path, content: bytes) -> None:
        if path.name == "game.yaml":
            raise PermissionError(13, "Permission denied", str(path))
        replace(path, content)

    monkeypatch.setattr(rewriting, "replace_file", refuse)
    outcome = run("fmt")
    assert outcome.exit_code == 2
    assert f"error: permission denied: `{odd / 'game.yaml'}`\n" in outcome.stderr
    assert outcome.stderr.endswith("4 files formatted, 0 unchanged\n")
    assert outcome.stdout.splitlines() == FILES[1:]


def test_what_is_not_there(run: Run, odd: Path, tmp_path: Path) -> None:
    """A path that does not exist, or a folder without games, has status 2; other paths are formatted."""
    outcome = run("fmt", "nosuch.yaml", "bands.yaml")
    assert (outcome.exit_code, outcome.stdout) == (2, "bands.yaml\n")
    assert "error: there is no file or directory `nosuch.yaml`\n" in outcome.stderr
    (tmp_path / "empty").mkdir()
    assert run("fmt", tmp_path / "empty").exit_code == 2
    assert odd.exists()


def test_new_games_have_the_layout(run: Run, tmp_path: Path) -> None:
    """What `gamespec init` makes is formatted: a game and an overlay with their scenarios."""
    assert run("init", tmp_path / "mine").exit_code == 0
    assert run("init", tmp_path / "theirs", "--from", "pig").exit_code == 0
    outcome = run("fmt", tmp_path, "--check", "--diff")
    assert (outcome.exit_code, outcome.stdout) == (0, "")
