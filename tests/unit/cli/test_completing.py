"""Tests for shell completion and for the help texts that list games, options and codes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.shell_completion import BashComplete

import gamespec
from gamespec.text.codes import CODES
from interpreter.cli.app import COMMANDS, cli
from interpreter.cli.help.completion import VARIABLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    Run = Callable[..., Result]

BASH = shutil.which("bash")
ROOT = Path(__file__).resolve().parents[3]


def offered(*words: str) -> list[str]:
    """Return the completions offered for the last of `words`, which are typed after `gamespec`."""
    found = BashComplete(cli, {}, "gamespec", VARIABLE).get_completions(list(words[:-1]), words[-1])
    return [item.value for item in found if item.type == "plain"]


def test_commands_are_offered() -> None:
    """Completion offers the commands that begin with the typed letters."""
    assert offered("") == list(COMMANDS)
    assert offered("sc") == ["schema"]
    assert offered("nosuch", "x") == []


@pytest.mark.parametrize(
    "command", ["show", "validate", "compile", "simulate", "profile", "perft", "play", "test", "diff"]
)
def test_games_are_offered(heap: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Completion offers the shipped games, and the game folders and YAML files in the current folder."""
    monkeypatch.chdir(heap.parent)
    (heap.parent / "mine.yaml").touch()
    (heap.parent / "empty").mkdir()
    assert offered(command, "") == [*gamespec.games(), "heap", "mine.yaml"]
    assert offered(command, "hea") == ["hearts", "heap"]
    assert offered(command, "nosuch/") == []
    assert offered("init", "mine", "--from", "hea") == offered("migrate", "hea") == ["hearts", "heap"]


def test_variants_are_offered(misere: str, heap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each `+`, completion offers the game's variants, each preceded by the part already typed."""
    monkeypatch.chdir(heap.parent)
    assert offered("show", "heap+") == ["heap+misere"]
    assert offered("show", misere[:-3]) == [misere]
    assert offered("show", "trapper+no-chips+no-w") == ["trapper+no-chips+no-water"]
    assert offered("show", "nosuch+") == []


@pytest.mark.parametrize("command", ["show", "simulate", "play"])
def test_options_are_offered(heap: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Completion offers the named game's options with their values, and its allowed numbers of players."""
    monkeypatch.chdir(heap.parent)
    sizes = [f"size={number}" for number in range(3, 21)]
    assert offered(command, "heap", "--set", "") == [*sizes, "forced=false", "forced=true"]
    assert offered(command, "heap", "--set", "forced=t") == ["forced=true"]
    assert offered(command, "--set", "size=4", "heap", "--set", "size=2") == ["size=20"]
    assert offered(command, "heap", "--players", "") == ["2", "3"]
    assert offered(command, "--set", "") == []  # no game is named yet


def test_an_option_with_many_values_is_offered_by_name(heap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For an option with hundreds of values, completion offers only its name."""
    monkeypatch.chdir(heap.parent)
    file = heap / "game.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("3..20, default", "3..900, default"), encoding="utf-8"
    )
    assert offered("show", "heap", "--set", "s") == ["size="]


def test_a_broken_game_offers_nothing(heap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the game's specification is broken, completion offers nothing and prints no message."""
    monkeypatch.chdir(heap.parent)
    (heap / "game.yaml").write_text("game: [", encoding="utf-8")
    assert offered("show", "heap", "--set", "") == []
    assert offered("show", "heap", "--players", "") == []


def test_codes_and_schemas_are_offered() -> None:
    """Completion offers the names of the schemas, and codes by number in upper or lower case.

    It also offers codes by name once a few letters have been typed.
    """
    assert offered("explain", "") == [row.code for row in CODES.values()]
    assert offered("explain", "gs10") == [f"GS10{digit}" for digit in range(10)]
    assert offered("explain", "file-") == ["file-size"]
    assert offered("schema", "") == ["bands", "game", "scenarios", "variant"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_asks_the_command(run: Run, shell: str) -> None:
    """The completion script of each shell calls `gamespec` with the variable that requests completions."""
    outcome = run("completion", shell)
    assert outcome.exit_code == 0
    assert f"{VARIABLE}={shell}_complete" in outcome.stdout
    assert run("completion", "tcsh").exit_code == 2


@pytest.mark.long("processes")
@pytest.mark.skipif(BASH is None, reason="there is no bash")
def test_bash_completes(run: Run, tmp_path: Path) -> None:
    """Bash runs the completion script, which starts `gamespec` in a separate process to get its answers."""
    program = tmp_path / "gamespec"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m gamespec "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = run("completion", "bash").stdout + (
        "COMP_WORDS=(gamespec simulate trapper --set deb) COMP_CWORD=4\n"
        "_gamespec_completion gamespec deb --set\n"
        'echo "${COMPREPLY[@]}"\n'
    )
    found = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    settings = {**os.environ, "PATH": found, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [BASH or "", "-c", script], capture_output=True, text=True, env=settings, check=False, timeout=60
    )
    assert (done.stdout, done.stderr) == ("debt=false debt=true\n", "")


# --- help ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["show", "validate", "simulate", "test", "diff"])
def test_help_offers_the_games(run: Run, command: str) -> None:
    """The help of a command that takes a game lists the shipped games."""
    shown = " ".join(run(command, "--help").stdout.split())
    assert shown.endswith("Games: " + ", ".join(gamespec.games()))


@pytest.mark.usefixtures("misere")
def test_help_offers_what_a_game_has(run: Run, heap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the command line names a game, the help lists the game's variants and options.

    Each option is listed with its default, type and label.
    """
    monkeypatch.chdir(heap.parent)
    lines = run("simulate", "heap", "--games", "5", "-h").stdout.splitlines()
    told = lines[lines.index("  heap: 2 to 3 players") :]
    assert [line.split() for line in told[1:]] == [
        ["--set", "size=7", "3..20", "Counters", "in", "the", "heap"],
        ["--set", "forced=false", "bool"],
        ["variants:"],
        ["heap+misere"],
    ]
    assert "Games:" in run("simulate", "nosuch", "--help").stdout  # what is no game is no hindrance


def test_help_offers_the_codes(run: Run) -> None:
    """`gamespec explain --help` lists each code with its name."""
    words = run("explain", "--help").stdout.split()
    for row in CODES.values():
        assert words[words.index(row.code, words.index("Codes:")) + 1] == row.slug


def test_other_help_stays_as_it_is(run: Run) -> None:
    """The help of a command that takes no game lists no games."""
    assert "Games:" not in run("list", "--help").stdout
    assert "Games:" not in run("completion", "--help").stdout
