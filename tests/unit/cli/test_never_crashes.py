"""Tests that the command never crashes but ends with a status and a reason, whatever is typed.

The arguments are drawn at random from a list of odd ones, such as invalid names, numbers out of range and
paths that lead nowhere. The seeds are fixed, so a failure can be reproduced.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from gamespec import project
from interpreter.cli.app import COMMANDS, cli
from interpreter.cli.assist import server as assistants
from interpreter.cli.test import watch
from interpreter.serve import server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from click.testing import Result

    Run = Callable[..., Result]

SEEDS = 10
CALLS = 3
"""Number of calls of each command per seed, which makes 600 calls in all."""

HUGE = "9" * 5000
NUMBERS = ("-1", "0", "1", "2", "3", "1.5", "NaN", "", " 1", "1_0", "٣", "²", "0x1", "1e3", HUGE, f"-{HUGE}")
SEEDS_OF_GAMES = (*NUMBERS, str(2**64 - 1), str(2**64), str(-(2**63)))
WORDS = (
    *("", " ", "-", "--", "+", "++", "=", "a\0b", "\udcff", "\x1b[31m", "\u202e", "é", "'", "`", "{0}", "%s"),
    *("x" * 300, "x" * 5000, "../" * 50, "/", ".", "..", "/dev/null", "/dev/zero", "~nosuchuser/x", "~"),
    *("a/b", "nosuch.yaml", "trumpt", "pig", "pig+", "pig+x", "+x", "GS201", "gs999", "unknown-name", "en"),
    *("size=5", "size=", "=5", f"size={HUGE}", "size=٣", "size=true", "nosuch=1", "forced=1", "human,random"),
    *("json", "text", "random,random", "human", ",", "[x", "*", "-h", "--help", "--version", "--lang=fr"),
)
LONG = {"--games", "--coverage", "--most", "--depth"}
"""Options that determine how long a run takes, which are tried with small and invalid numbers only."""


HARMLESS = {"fmt": ["--check"]}
"""Options that keep commands from writing the files of games that `..` and `/` hold."""


def options(command: click.Command) -> Iterator[tuple[str, Sequence[str] | None]]:
    """Yield each option of a command with the values to try, or with `None` if the option is a flag."""
    for parameter in command.params:
        if not isinstance(parameter, click.Option):
            continue
        name = max(parameter.opts, key=len)
        if parameter.is_flag:
            yield name, None
        elif name in LONG or name == "--players":
            yield name, NUMBERS
        else:
            yield name, SEEDS_OF_GAMES if name in {"--seed", "--luck"} else WORDS


def drawn(command: click.Command, chance: random.Random, games: Sequence[str]) -> list[str]:
    """Return random arguments for a command.

    Most positional arguments are taken from `games`, and the rest are odd words.
    """
    arguments = [chance.choice([*games] * 4 + [*WORDS]) for _ in range(chance.choice([1, 1, 1, 2, 0]))]
    listed = list(options(command))
    for name, values in chance.sample(listed, min(len(listed), chance.randrange(4))):
        arguments += [name] if values is None else [name, chance.choice(values)]
    if chance.random() < 0.2:
        arguments.insert(chance.randrange(len(arguments) + 1), chance.choice(WORDS))
    return arguments


ANSWER = {"player": "p1", "site": "phase play: offer", "action": "take", "values": {"n": 4}}
"""An answer that is never legal, because nobody may take four counters."""


@pytest.fixture
def place(heap: Path, broken: Path, faulty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with three games (sound, with mistakes, with a fault) and some unusable files."""
    assert {heap, broken, faulty}
    saved = {"format": "gamespec-game-2", "game": "heap", "path": "heap", "spec_hash": "0", "players": 2}
    (tmp_path / "saved.json").write_text(
        json.dumps(saved | {"options": {}, "seed": 1, "answers": [ANSWER]}), "utf-8"
    )
    (tmp_path / "odd.json").write_bytes(b"\xff\x00[[[")
    (tmp_path / "empty.yaml").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("seed", range(SEEDS))
def test_any_arguments(run: Run, place: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With random arguments, each command ends with status 0, 1 or 2, and explains any status but 0."""
    monkeypatch.setattr(project, "MOST_ENTRIES", 100)  # `/` and `..` are among the words
    monkeypatch.setattr(server, "run", lambda *_: None)  # it serves until somebody stops it
    monkeypatch.setattr(watch, "wakes", lambda *_: ())  # it watches until somebody stops it
    monkeypatch.setattr(assistants, "run", lambda *_, **__: None)
    games = ("heap", "broken", "faulty", "empty.yaml", "saved.json", "odd.json", str(place / "heap"))
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        chance = random.Random(f"{name} {seed}")  # noqa: S311 - to be repeated, not to be secret
        for _ in range(CALLS):
            arguments = [*drawn(command, chance, games), *HARMLESS.get(name, ())]
            typed = "".join(f"{chance.choice(['', 'save ', 'why ', 'options '])}{chance.choice(WORDS)}\n" * 5)
            outcome = run(name, *arguments, typed=typed.encode("utf-8", "replace").decode())
            assert outcome.exit_code in {0, 1, 2}, (name, arguments, outcome.output)
            assert outcome.exit_code == 0 or outcome.output, (name, arguments)


ODD_SAVES = [
    *(
        {key: value}
        for key in ("game", "spec_hash", "path")
        for value in (1, None, [], "", "\0", "\ud800", "../x" * 900)
    ),
    *({"players": value} for value in (0, -1, 1.5, True, "2", None, 2**31, 10**40, [])),
    *({"seed": value} for value in (-1, 2**64, 10**400, 0.5, "1", False, None, {})),
    *(
        {"options": value}
        for value in ([], None, {"size": 1.5}, {"size": None}, {"size": 10**400}, {"": ""}, {"x": "y"})
    ),
    *({"options": {"size": value}} for value in ("\0", "\u202e", "", "x" * 9000, True, -1, [[]], {})),
    *({"answers": value} for value in (None, {}, "12", [1.0], [None], [[]], [-1], [{}], [0] * 9000)),
    *(
        {"format": "gamespec-game-1", "answers": value}
        for value in (None, {}, "12", [1.0], [None], [[]], [-1], [2**31], [10**400], [0] * 9000)
    ),
    *(
        {"answers": [ANSWER | odd]}
        for odd in (
            {"player": ""},
            {"player": "p9"},
            {"player": None},
            {"site": "\0"},
            {"site": "phase play: offer#2"},
            {"site": "x" * 9000},
            {"action": "\ud800"},
            {"action": ""},
            {"values": {}},
            {"values": None},
            {"values": {"n": "\ud800"}},
            {"values": {"n": 10**400}},
            {"values": {"n": [1] * 9000}},
            {"values": {"n": "(" * 9000}},
            {"values": {"\0": "1"}},
        )
    ),
    *({"digest": value} for value in (1, [], "", "\ud800")),
    *({"game": value, "path": None} for value in ("heap", "pig+x", "pig+", "+", "../heap", "pig", "p\0g")),
]


@pytest.mark.parametrize("change", ODD_SAVES, ids=lambda change: json.dumps(change)[:40])
def test_any_saved_game(run: Run, place: Path, change: dict[str, object]) -> None:
    """A saved game with an invalid entry is refused with status 1 and a message that names the file."""
    record = json.loads((place / "saved.json").read_text(encoding="utf-8")) | change
    kept = {key: value for key, value in record.items() if value is not None or key not in {"path", "digest"}}
    (place / "saved.json").write_text(json.dumps(kept), encoding="utf-8")
    outcome = run("replay", "saved.json")
    assert outcome.exit_code == 1, outcome.output
    assert "saved.json" in outcome.stderr


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        '{"a":' * 100_000,
        "1" * 5000,
        "NaN",
        "-Infinity",
        '"\\ud800"',
        "null",
        "\ufeff{}",
        "[]",
        "1e999",
    ],
    ids=lambda text: text[:9],
)
def test_any_text_for_a_saved_game(run: Run, place: Path, text: str) -> None:
    """A file whose text is not a saved game is refused with status 1."""
    (place / "saved.json").write_text(text, encoding="utf-8")
    outcome = run("replay", "saved.json")
    assert outcome.exit_code == 1, outcome.output
    assert outcome.stderr.startswith("error: saved.json")


# --- streams ----------------------------------------------------------------------------------------------

needs_posix = pytest.mark.skipif(os.name != "posix", reason="a shell closes the streams")


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a shell command line in which `$G` stands for `gamespec`."""
    settings = {**os.environ, "G": f"{sys.executable} -m gamespec", **environment}
    return subprocess.run(
        ["/bin/sh", "-c", line], capture_output=True, text=True, env=settings, check=False, timeout=60
    )


@pytest.mark.long("processes")
@needs_posix
@pytest.mark.parametrize(
    ("arguments", "closed"),
    [
        ("explain GS201", ">&-"),
        ("simulate heap --games 1", "2>&-"),
        ("play heap", "<&-"),
        ("play heap", "<&- >&- 2>&-"),
        ("validate broken", ">&- 2>&-"),
    ],
)
def test_closed_streams(place: Path, arguments: str, closed: str) -> None:
    """A command whose standard streams are closed ends with its usual status."""
    assert place
    outcome = shell(f"$G {arguments} {closed}")
    assert outcome.returncode == (1 if "broken" in arguments else 0), outcome.stderr
    assert "bug" not in outcome.stderr


@pytest.mark.long("processes")
@needs_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize("arguments", ["show heap", "play heap"])
def test_a_full_device(place: Path, arguments: str) -> None:
    """If the output device is full, the command reports that and exits with status 2."""
    assert place
    outcome = shell(f"$G {arguments} >/dev/full </dev/null")
    assert (outcome.returncode, outcome.stderr) == (2, "error: no space left on device\n")


@pytest.mark.long("processes")
@needs_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_a_full_device_for_errors(place: Path) -> None:
    """The status is 2 even if the error message itself cannot be written."""
    assert place
    assert shell("$G show nosuch 2>/dev/full").returncode == 2


@pytest.mark.long("processes")
@needs_posix
def test_a_line_without_end(place: Path) -> None:
    """An endless line of input is refused after 10,000 characters."""
    assert place
    outcome = shell("$G play heap </dev/zero")
    assert outcome.returncode == 2
    assert "10,000 characters" in outcome.stderr


@pytest.mark.long("processes")
@needs_posix
def test_narrow_locales(place: Path) -> None:
    """Arguments and typed lines that the locale's encoding cannot decode do not crash the command."""
    assert place
    narrow = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    line = r"""printf '\377\n\303\244\n' | $G play heap; $G show "$(printf '\377')" """
    outcome = shell(line, **narrow)
    assert outcome.returncode == 2
    assert "bug" not in outcome.stderr


def test_saving_where_nothing_can_be(run: Run, place: Path) -> None:
    """`save` with an unusable path explains why the game was not saved, and the game goes on."""
    assert place
    odd = (
        "~nosuchuser/x",
        "/",
        ".",
        "..",
        "heap",
        "a\0b",
        "x" * 300,
        "nosuch/x",
        "/dev/null",
        "heap/game.yaml/x",
    )
    outcome = run("play", "heap", typed="".join(f"save {path}\n" for path in odd) + "quit\n")
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stdout.count("> not saved: ") == len(odd)
    for path in odd:
        assert run("play", "heap", "--save", path).exit_code == 2
