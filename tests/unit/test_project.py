"""Tests for the search for gamespec files below a folder: which files it finds, skips and reports."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec import project as module
from gamespec.project import TooMany, sort_of, survey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Write = Callable[..., None]

GAME = "language: 1\ngame: g\ntitle: G\n"
OVERLAY = "language: 1\ngame: o\ntitle: O\nextends: ../g\n"
SCENARIOS = "language: 1\nscenarios: []\n"


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Return a function that writes files into an empty folder, which becomes the current folder.

    The function takes the text of each file, keyed by the file's path in the folder.
    """
    monkeypatch.chdir(tmp_path)

    def files(**texts: str) -> None:
        for name, text in texts.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    return files


def found(folder: str = ".") -> list[tuple[str, str]]:
    """Return the path and the sort of each file that the search finds below `folder`."""
    return [(part.path.as_posix(), part.sort) for part in survey(Path(folder)).parts]


def told(folder: str = ".") -> list[tuple[str, str, str]]:
    """Return the code, file and message of each problem that the search finds below `folder`."""
    return [(d.code, Path(d.span.source.name).as_posix(), d.message) for d in survey(Path(folder)).wrong]


def test_files_are_known_by_their_place(write: Write) -> None:
    """Some files are recognized by their place alone.

    They are `game.yaml`, and the files in the folders `variants` and `scenarios` next to it.
    """
    write(**{
        "g/game.yaml": "[",
        "g/variants/v.yaml": "[",
        "g/scenarios/s.yaml": "[",
        "g/scenarios/other.yml": "[",
        "g/other.yaml": "[",
        "variants/v.yaml": "[",
        "scenarios/s.yaml": "[",
    })  # fmt: skip
    assert found() == [
        ("g/game.yaml", "game"),
        ("g/variants/v.yaml", "overlay"),
        ("g/scenarios/other.yml", "scenarios"),
        ("g/scenarios/s.yaml", "scenarios"),
    ]
    assert told() == []


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("language: 1\ngame: x\n", "game"),
        ("# a note\r\ntitle: X\r\nlanguage: 2 # newer\r\ngame: x\r\n", "game"),
        ("\"language\": 1\n'game': x\n", "game"),
        ("\ufefflanguage: 1\ngame: [\n", "game"),
        ("game: x\nextends: ../y\n", "overlay"),
        ("language: 1\nextends:\ngame:\n", "overlay"),
        ("language: 1\nscenarios:\n", "scenarios"),
        ("language: 1\nscenarios: [\n", "scenarios"),
        ("game: x\ntitle: y\n", None),  # from an older version or another program
        ("language: de\ngame: Schach\n", None),
        ("language: 1\ngames: x\n", None),
        ("extends: base\nlanguage: 1\n", None),
        ("scenarios: [a]\n", None),
        ("jobs:\n  language: 1\n  game: x\n", None),  # the keys are indented
        ("language: 1\n" + "#" * 70_000 + "\ngame: x\n", None),  # the key comes after the first 64 KiB
        ("\0\1\2", None),
        ("", None),
    ],
)
def test_other_files_are_known_by_what_they_say(write: Write, text: str, sort: str | None) -> None:
    """In any other place, a file is recognized only by its keys.

    It must state its language, or the game that it extends.
    """
    write(**{"deep/down/file.yml": text})
    assert found() == ([] if sort is None else [("deep/down/file.yml", sort)])


def test_a_file_that_is_named_is_what_it_most_looks_like(write: Write) -> None:
    """A file that the user names gets the sort that its contents suggest; by default it is a game."""
    write(**{
        "a.yaml": "scenarios: []\n", "b.yaml": "game: b\nextends: c\n",
        "c.yaml": "", "d.yaml": "scenarios:\ngame: d\n",
        "scenarios/e.yaml": "[", "scenarios/f.yaml": "game: f\n",
    })  # fmt: skip
    named = ["a.yaml", "b.yaml", "c.yaml", "d.yaml", "scenarios/e.yaml", "scenarios/f.yaml"]
    sorts = ["scenarios", "overlay", "game", "game", "scenarios", "game"]
    assert [sort_of(Path(name)) for name in named] == sorts


def test_some_folders_are_not_looked_into(write: Write) -> None:
    """Hidden files and folders, `node_modules`, `__pycache__` and virtual environments are skipped."""
    write(**{
        "g/game.yaml": GAME,
        ".venv/game.yaml": GAME,
        ".git/x.yaml": GAME,
        "node_modules/pack/game.yaml": GAME,
        "g/__pycache__/game.yaml": GAME,
        "tools/pyvenv.cfg": "",
        "tools/lib/game.yaml": GAME,
        "g/scenarios/.#s.yaml": SCENARIOS,
        "g/.draft.yaml": GAME,
    })  # fmt: skip
    assert found() == [("g/game.yaml", "game")]
    assert found("node_modules") == [("node_modules/pack/game.yaml", "game")]  # searched if named explicitly
    assert found("tools") == [("tools/lib/game.yaml", "game")]


def test_games_come_first_and_in_order(write: Write) -> None:
    """The search lists games first, then overlays, then scenarios, each sorted by path."""
    write(**{
        "b/game.yaml": GAME, "a/game.yaml": OVERLAY, "c/x.yaml": GAME,
        "b/scenarios/z.yaml": "", "b/scenarios/y.yaml": "",
    })  # fmt: skip
    assert [name for name, _ in found()] == [
        "b/game.yaml", "c/x.yaml", "a/game.yaml", "b/scenarios/y.yaml", "b/scenarios/z.yaml",
    ]  # fmt: skip


def test_scenarios_of_no_game_are_told(write: Write) -> None:
    """Scenarios that belong to no game are reported, because they would never run."""
    write(**{"g/game.yaml": GAME, "g/tests/s.yaml": SCENARIOS, "lost/scenarios/s.yaml": SCENARIOS})
    assert told() == [
        ("GS100", "g/tests/s.yaml", "`g/tests/s.yaml` is not run: it belongs to no game"),
        ("GS100", "lost/scenarios/s.yaml", "`lost/scenarios/s.yaml` is not run: it belongs to no game"),
    ]


def test_scenarios_beside_overlays_belong_to_them(write: Write) -> None:
    """Scenarios in a folder next to an overlay belong to the overlay.

    If the overlay is in a folder `variants`, so do scenarios in a folder next to `variants`.
    """
    write(**{
        "own/mine.yaml": OVERLAY, "own/scenarios/s.yaml": "[",
        "more/variants/v.yaml": OVERLAY, "more/scenarios/s.yaml": "[",
    })  # fmt: skip
    assert [sort for _, sort in found()] == ["overlay", "overlay", "scenarios", "scenarios"]
    assert told() == []


def test_inside_a_folder_of_scenarios_its_files_belong(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the current folder is the `scenarios` folder of a game, its files still belong to the game."""
    write(**{"g/game.yaml": GAME, "g/scenarios/s.yaml": SCENARIOS})
    monkeypatch.chdir("g/scenarios")
    assert found() == [("s.yaml", "scenarios")]
    assert told() == []


def test_links_to_folders_are_not_followed(write: Write) -> None:
    """Links to folders are not followed, so a cycle does not trap the search and no file is found twice."""
    write(**{"a/game.yaml": GAME, "b/x.yaml": "other: 1\n"})
    Path("a/loop").symlink_to("..", target_is_directory=True)
    Path("b/again").symlink_to("../a", target_is_directory=True)
    Path("b/self.yaml").symlink_to("self.yaml")
    assert found() == [("a/game.yaml", "game")]
    assert told() == []


def test_links_to_files_are_read_within_reach(write: Write, tmp_path: Path) -> None:
    """A link to a file is followed only if its target is inside one of the given folders.

    A link that leads outside is reported if its name belongs to a game, such as `game.yaml`.
    """
    write(**{"in/shared.yaml": GAME, "out/game.yaml": GAME, "out/v.yaml": OVERLAY})
    for name, target in {
        "in/g/game.yaml": "../shared.yaml",
        "in/h/game.yaml": "../../out/game.yaml", "in/v.yaml": "../out/v.yaml",
    }.items():  # fmt: skip
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).symlink_to(target)
    assert found("in") == [("in/g/game.yaml", "game"), ("in/shared.yaml", "game")]
    assert told("in") == [("GS140", "in/h/game.yaml", "`in/h/game.yaml` is out of reach")]
    named = survey(Path("in"), [tmp_path / "out"])
    assert ([p.path.as_posix() for p in named.of("overlay")], named.wrong) == (["in/v.yaml"], ())


def test_what_is_no_plain_file_is_left_alone(write: Write) -> None:
    """Pipes are never opened, dangling links are skipped, and a folder may be called `game.yaml`."""
    write(**{"game.yaml/game.yaml": GAME})
    os.mkfifo("pipe.yaml")
    Path("gone.yaml").symlink_to("nowhere.yaml")
    assert found() == [("game.yaml/game.yaml", "game")]


def test_a_folder_that_cannot_be_read_is_told(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be read is reported, and the other folders are still searched."""
    write(**{"a/game.yaml": GAME, "b/game.yaml": GAME, "c/game.yaml": GAME})
    scandir = os.scandir

    def refused(path: Path) -> Iterator[os.DirEntry[str]]:
        if Path(path).name == "b":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    assert found() == [("a/game.yaml", "game"), ("c/game.yaml", "game")]
    assert told() == [("GS100", "b", "`b` cannot be read: permission denied")]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="whoever may do all may read all")
def test_a_folder_without_rights_is_told(write: Write) -> None:
    """A folder that the process has no permission to read is reported."""
    write(**{"a/game.yaml": GAME, "b/game.yaml": GAME})
    Path("b").chmod(0)
    try:
        assert [code for code, *_ in told()] == ["GS100"]
    finally:
        Path("b").chmod(0o700)


def test_there_is_an_end_to_looking(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search gives up after `MOST_ENTRIES` files and folders.

    The test creates six entries and lowers the limit to six, then to five.
    """
    write(**{"a/game.yaml": GAME, "a/1": "", "b/2": "", "3": ""})
    monkeypatch.setattr(module, "MOST_ENTRIES", 6)
    assert found() == [("a/game.yaml", "game")]
    monkeypatch.setattr(module, "MOST_ENTRIES", 5)
    with pytest.raises(TooMany):
        survey(Path())


def test_folders_may_be_deep(write: Write) -> None:
    """The search finds a game that is nested 300 folders deep."""
    deep = "/".join(["d"] * 300)
    write(**{f"{deep}/game.yaml": GAME})
    assert found() == [(f"{deep}/game.yaml", "game")]


def test_odd_names_are_names(write: Write) -> None:
    """Paths may contain spaces and line breaks, and may begin with a hyphen."""
    write(**{"a b+c/game.yaml": GAME, "x\ny/z.yaml": OVERLAY, "-v/game.yaml": GAME})
    assert sorted(name for name, _ in found()) == ["-v/game.yaml", "a b+c/game.yaml", "x\ny/z.yaml"]
