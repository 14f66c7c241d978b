"""Tests for `gamespec init`, which makes the folder of a new game or overlay."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

import gamespec
from gamespec.system.resources import directory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test in an empty folder outside the repository."""
    monkeypatch.chdir(tmp_path)


def files(folder: Path) -> set[str]:
    """Return the relative paths of all files below a folder, except those in folders called `schemas`."""
    found = (p for p in folder.rglob("*") if p.is_file() and p.parent.name != "schemas")
    return {p.relative_to(folder).as_posix() for p in found}


def test_a_new_game_is_sound(run: Run, tmp_path: Path) -> None:
    """A new game is valid, its scenario holds, and random games of it come to an end."""
    outcome = run("init", "my-game")
    assert outcome.exit_code == 0, outcome.output
    assert files(tmp_path / "my-game") == {"game.yaml", "scenarios/my-game.yaml"}
    assert run("validate", "my-game").output == ""
    assert run("test", "my-game").stdout == "1 scenario, 0 failed\n"
    assert gamespec.load("my-game").id == "my-game"
    for players in ("2", "4"):
        shown = json.loads(
            run("simulate", "my-game", "--games", "40", "--players", players, "--format", "json").stdout
        )
        assert (shown["games"], shown["truncated"], shown["faults"]) == (40, 0, 0)


@pytest.mark.parametrize("base", sampled(["kuhn-poker", "carcassonne", "trapper"], "commands", 3))
def test_an_overlay_on_any_game_is_sound(run: Run, base: str) -> None:
    """A new overlay on a shipped game is valid, and its scenario holds."""
    outcome = run("init", "my-own", "--from", base)
    assert outcome.exit_code == 0, outcome.output
    assert run("validate", "my-own").output == ""
    assert run("test", "my-own").stdout == "1 scenario, 0 failed\n"


def test_an_overlay_changes_one_thing(run: Run) -> None:
    """A new overlay changes the default of one option, as `diff` shows."""
    run("init", "hard-trapper", "--from", "trapper")
    shown = json.loads(run("diff", "trapper", "hard-trapper", "--format", "json").stdout)
    changed = {c["path"]: (c["before"], c["after"]) for c in shown["changes"]}
    assert changed == {
        "game": ("trapper", "hard-trapper"),
        "title": ("Trapper", "Hard trapper"),
        "options.hand_size.default": (6, 7),
    }


def test_an_overlay_on_a_game_of_ones_own(run: Run, tmp_path: Path) -> None:
    """If the base game is given by path, the overlay refers to it by a path relative to the new folder."""
    run("init", "mine")
    assert run("init", "deep/down/yours", "--from", "mine").exit_code == 0
    text = (tmp_path / "deep" / "down" / "yours" / "game.yaml").read_text(encoding="utf-8")
    assert "extends: ../../../mine\n" in text
    assert run("validate", "deep/down/yours").output == ""


def test_nothing_is_overwritten(run: Run, tmp_path: Path) -> None:
    """A name that a folder or file already has is refused with status 2, and nothing is overwritten."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("precious", encoding="utf-8")
    (tmp_path / "yours").write_text("precious", encoding="utf-8")
    for name, said in (
        ("mine", "`mine` exists already and contains `notes.txt`"),
        ("yours", "`yours` exists"),
    ):
        outcome = run("init", name)
        assert outcome.exit_code == 2
        assert said in outcome.stderr
    assert files(tmp_path) == {"yours", "mine/notes.txt"}
    assert (tmp_path / "yours").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("more", [(), ("--project",)])
def test_hidden_entries_are_not_in_the_way(run: Run, tmp_path: Path, more: tuple[str, ...]) -> None:
    """A folder that has only hidden files and folders which `init` does not write is filled, and they stay.

    One that `init` would write is in the way, and then nothing is made.
    """
    mine = tmp_path / "mine"
    for name in (".venv", ".git", ".vscode", ".idea"):
        (mine / name).mkdir(parents=True)
        (mine / name / "kept").write_text(name, encoding="utf-8")
    (mine / ".DS_Store").write_bytes(b"kept")
    before = files(mine)
    outcome = run("init", "mine", *more)
    assert outcome.exit_code == 0, outcome.output
    made = files(mine) - before
    assert before < files(mine)
    assert "game.yaml" in {each.rpartition("/")[2] for each in made}
    assert (mine / ".git" / "kept").read_text(encoding="utf-8") == ".git"
    assert not list(mine.glob(".gamespec-*"))
    other = tmp_path / "other"
    other.mkdir()
    (other / ".gitignore").write_text("precious", encoding="utf-8")
    outcome = run("init", "other", *more)
    assert outcome.exit_code == (2 if more else 0)
    assert (other / ".gitignore").read_text(encoding="utf-8") == "precious"
    assert "contains `.gitignore`" in outcome.stderr or not more


@pytest.mark.parametrize(("name", "near"), [("my_game", "my-game"), ("3 wolves", "wolves"), ("true", None)])
def test_names_that_are_no_ids(run: Run, tmp_path: Path, name: str, near: str | None) -> None:
    """A name that cannot be a game's id is refused, and no file is written.

    The error suggests a similar id if there is one.
    """
    outcome = run("init", name)
    assert outcome.exit_code == 2
    assert f"`{name}` cannot be the id of a game" in outcome.stderr
    assert (f"`{near}` can" in outcome.stderr) == (near is not None)
    assert files(tmp_path) == set()


def test_an_unknown_base(run: Run, tmp_path: Path) -> None:
    """An unknown base game or variant is refused with the closest name, and no file is written."""
    assert "did you mean `trapper`?" in run("init", "x", "--from", "traper").stderr
    assert "did you mean `young`?" in run("init", "x", "--from", "trapper+yung").stderr
    assert files(tmp_path) == set()


def test_an_overlay_on_a_variant(run: Run, tmp_path: Path) -> None:
    """An overlay may extend a game together with variants.

    Variants given by path are referred to by paths relative to the new folder.
    """
    assert run("init", "mine", "--from", "trapper+young").exit_code == 0
    assert "extends: trapper+young\n" in (tmp_path / "mine" / "game.yaml").read_text(encoding="utf-8")
    assert run("init", "more", "--from", "trapper+tactical+./mine/../house.yaml").exit_code == 2
    house = "language: 1\ngame: house\ntitle: H\nextends: trapper\nrulings: {r: {heading: H, says: S.}}\n"
    (tmp_path / "house.yaml").write_text(house, encoding="utf-8")
    (tmp_path / "gamespec.toml").touch()
    assert run("init", "more", "--from", "trapper+young+./house.yaml").exit_code == 0
    more = (tmp_path / "more" / "game.yaml").read_text(encoding="utf-8")
    assert "extends: trapper+young+../house.yaml\n" in more
    assert run("validate", "more").exit_code == 0
    assert run("test", "more").exit_code == 0


def schema_of(file: Path) -> Path:
    """Return the path of the schema that the first line of a YAML file names for editors."""
    match = re.match(r"# yaml-language-server: \$schema=(\S+)\n", file.read_text(encoding="utf-8"))
    assert match is not None
    return (file.parent / match[1]).resolve()


@pytest.mark.parametrize(("base", "schema"), [((), "game"), (("--from", "trapper"), "variant")])
def test_schemas_lie_beside(run: Run, tmp_path: Path, base: tuple[str, ...], schema: str) -> None:
    """If no folder above has the schemas, they are copied into the new folder.

    The first line of each YAML file names the copy of its schema, for editors.
    """
    run("init", "mine", *base)
    folder = tmp_path / "mine"
    assert schema_of(folder / "game.yaml") == folder / "schemas" / f"{schema}.schema.json"
    assert schema_of(folder / "scenarios" / "mine.yaml") == folder / "schemas" / "scenarios.schema.json"
    for file in directory("schemas").glob("*.json"):
        assert (folder / "schemas" / file.name).read_bytes() == file.read_bytes()


def test_schemas_above_serve(run: Run, tmp_path: Path) -> None:
    """If a folder above already contains `schemas`, the schemas are not copied."""
    run("init", "first")
    (tmp_path / "first" / "schemas").rename(tmp_path / "schemas")
    run("init", "games/second")
    assert not (tmp_path / "games" / "second" / "schemas").exists()
    assert schema_of(tmp_path / "games" / "second" / "game.yaml") == tmp_path / "schemas" / "game.schema.json"


def test_an_overlay_may_read_its_base(run: Run, tmp_path: Path) -> None:
    """If an overlay and its base belong to no common project, the current folder becomes a project.

    The current folder contains the overlay as well as the base.
    """
    run("init", "mine")
    made = run("init", "yours", "--from", "mine")
    assert made.exit_code == 0, made.output
    assert "made `gamespec.toml`" in made.stdout
    assert (tmp_path / "gamespec.toml").read_bytes() == b""
    assert run("validate", "yours").exit_code == 0
    assert "gamespec.toml" not in run("init", "third", "--from", "mine").stdout


def test_an_overlay_that_could_not_read_its_base(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No overlay is made if it could not reach its base game, unless `--reach` names the base game."""
    run("init", "mine")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    refused = run("init", "yours", "--from", "../mine")
    assert refused.exit_code == 2
    assert "`../mine` is out of reach" in refused.stderr
    assert not (tmp_path / "below" / "yours").exists()
    assert run("init", "yours", "--from", "../mine", "--reach", "../mine").exit_code == 0
    assert run("validate", "yours").exit_code == 1
    assert run("validate", "yours", "--reach", "../mine").exit_code == 0
    assert run("validate", "yours", "../mine").exit_code == 0
    assert run("diff", "../mine", "yours").exit_code == 0
