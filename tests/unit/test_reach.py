"""Tests for the reach of a game, the files that may be read because another file names them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec import check, load
from gamespec.documents.reach import PROJECT_FILES, Reach, project, root
from gamespec.system.plain import read_bytes
from gamespec.text.render import render
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Sequence

PRIVATE = "password: correct horse\n"
GAME = """\
language: 1
game: sample
title: Sample
players: 2
phases: {over: {do: []}}
limit: {decisions: 10, then: draw}
"""
CARDS = (
    GAME
    + """\
components:
  card: {attributes: {rank: 1..9}, table: cards.csv, start: deck}
zones:
  deck: {of: card}
"""
)
needs_links = pytest.mark.skipif(not hasattr(os, "symlink"), reason="the system has no symbolic links")


def put(path: Path, text: str) -> Path:
    """Write `text` to a file, creating its folders, and return the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def overlay(extends: str) -> str:
    """Return the text of an overlay that extends the game `extends` without changing anything."""
    return f"language: 1\ngame: other\ntitle: Other\nextends: {extends}\n"


def codes(path: Path | str, reach: Sequence[Path] = ()) -> list[str]:
    """Return the codes of a game's diagnostics, and check that no style of report shows the secret."""
    found = check(path, reach).diagnostics
    for style in ("full", "concise", "json", "github"):
        assert "correct horse" not in render(found, style)  # type: ignore[arg-type] # the literals
    return [d.code for d in found]


@pytest.mark.parametrize("written", ["../secret.yaml", "{place}/secret.yaml", "./../a/../secret.yaml", ".."])
def test_extends_ends_at_the_root(tmp_path: Path, written: str) -> None:
    """A base outside the game's folder is not read.

    The error points to `extends` and does not quote the contents of the base.
    """
    put(tmp_path / "secret.yaml", PRIVATE)
    put(tmp_path / "game.yaml", PRIVATE)
    game = put(tmp_path / "a" / "game.yaml", overlay(written.format(place=tmp_path)))
    (found,) = check(game).diagnostics
    assert (found.code, found.span.line) == ("GS140", 4)
    assert found.help is not None
    assert f"below `{tmp_path / 'a'}`" in found.help
    assert codes(game) == ["GS140"]


def test_nobody_learns_whether_it_is_there(tmp_path: Path) -> None:
    """The error for a file that is out of reach does not reveal whether the file exists."""
    put(tmp_path / "some.yaml", PRIVATE)
    said = []
    for name in ("some", "nowhere"):
        game = put(tmp_path / "a" / "game.yaml", overlay(f"../{name}.yaml"))
        said.append(render(check(game).diagnostics).replace(f"{name}.yaml", "NAME").replace("^", ""))
    assert said[0] == said[1]


@pytest.mark.parametrize("mark", PROJECT_FILES)
def test_a_project_file_opens_what_lies_below_it(tmp_path: Path, mark: str) -> None:
    """Games below a folder with a project file may extend each other.

    If several folders above a game have a project file, the nearest one counts.
    """
    put(tmp_path / "base" / "game.yaml", GAME)
    game = put(tmp_path / "deep" / "down" / "game.yaml", overlay("../../base"))
    assert codes(game) == ["GS140"]
    put(tmp_path / mark, "")
    assert project(game.parent) == root(game.parent) == tmp_path.resolve()
    assert codes(game) == []
    put(tmp_path / "deep" / mark, "")
    assert codes(game) == ["GS140"]


def test_what_is_named_is_read(tmp_path: Path) -> None:
    """A path that the caller names may be read; if it is a folder, so may all files below it."""
    base = put(tmp_path / "base" / "game.yaml", GAME)
    game = put(tmp_path / "a" / "game.yaml", overlay("../base"))
    assert codes(game, [base]) == ["GS140"]  # the file is in reach, but not its folder
    assert codes(game, [base.parent]) == []
    assert load(game, [tmp_path]).id == "other"


def test_a_variant_belongs_to_its_game(tmp_path: Path) -> None:
    """An overlay in `variants` can extend the game above it, by path or by id.

    This needs no project file.
    """
    put(tmp_path / "base" / "game.yaml", GAME)
    for written in ("..", "../game.yaml", "sample"):
        path = put(tmp_path / "base" / "variants" / "fast.yaml", overlay(written))
        assert codes(f"{tmp_path / 'base'}+fast") == []
        assert codes(path) == []


def test_each_file_by_its_own_place(tmp_path: Path) -> None:
    """Whether a file is in reach depends on the file that names it.

    A base that is in reach cannot itself name files further away.
    """
    put(tmp_path / "secret.yaml", PRIVATE)
    put(tmp_path / "all" / "gamespec.toml", "")
    put(tmp_path / "all" / "base" / "game.yaml", overlay("../../secret.yaml"))
    game = put(tmp_path / "all" / "mine" / "game.yaml", overlay("../base"))
    (found,) = check(game).diagnostics
    assert found.code == "GS140"
    assert "base" in found.span.source.name


@needs_links
@pytest.mark.parametrize(
    "link", ["game.yaml", "cards.csv", "variants/fast.yaml", "scenarios/x.yaml", "base.yaml"]
)
def test_symbolic_links_are_followed_first(tmp_path: Path, link: str) -> None:
    """A symbolic link is in reach only if its target is inside the game's folder."""
    secret = put(tmp_path / "secret", PRIVATE)
    folder = tmp_path / "game"
    put(folder / "game.yaml", CARDS if link == "cards.csv" else GAME)
    put(folder / "variants" / "fast.yaml", overlay("../base.yaml"))
    put(folder / "base.yaml", GAME)
    put(folder / "cards.csv", "rank\n7\n")
    put(folder / "scenarios" / "x.yaml", "language: 1\nscenarios: []\n")
    inside = put(folder / "elsewhere" / "file", (folder / link).read_text(encoding="utf-8"))
    named = f"{folder}+fast" if link in {"base.yaml", "variants/fast.yaml"} else folder

    def found() -> list[str]:
        if link == "scenarios/x.yaml":
            return [d.code for d in load_scenarios(load(named))[1]]
        return codes(named)

    (folder / link).unlink()
    (folder / link).symlink_to(secret)
    assert found() == ["GS140"]
    (folder / link).unlink()
    (folder / link).symlink_to(inside)
    assert "GS140" not in found()


@needs_links
def test_a_link_that_is_named_is_followed(tmp_path: Path) -> None:
    """A symbolic link that the caller names is followed."""
    game = put(tmp_path / "store" / "game.yaml", GAME)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "link.yaml").symlink_to(game)
    (tmp_path / "b").symlink_to(game.parent)
    assert codes(tmp_path / "a" / "link.yaml") == []
    assert codes(tmp_path / "b") == []


@needs_links
def test_links_in_a_circle(tmp_path: Path) -> None:
    """A symbolic link to itself is reported as a file that cannot be read."""
    (tmp_path / "a.yaml").symlink_to(tmp_path / "a.yaml")
    assert codes(tmp_path / "a.yaml") == ["GS100"]
    assert codes(put(tmp_path / "game.yaml", overlay("./a.yaml"))) == ["GS100"]


@pytest.mark.parametrize(
    "written", ['"a\\0b/c"', "./" + "x" * 300, "a/" * 3000, "../" * 500, "~/x", '"/"', '"./\\ud800"', "//x"]
)
def test_odd_paths(tmp_path: Path, written: str) -> None:
    """An unusual path after `extends` causes a diagnostic and no crash."""
    assert codes(put(tmp_path / "game.yaml", overlay(written)))[0] in {"GS101", "GS140", "GS201"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_special_files_are_refused_before_they_are_opened(tmp_path: Path) -> None:
    """Pipes and devices are refused before they are opened, because they are not regular files."""
    os.mkfifo(tmp_path / "cards.csv")
    assert codes(put(tmp_path / "game.yaml", CARDS)) == ["GS100"]
    assert codes(Path(os.devnull)) == ["GS100"]
    for place in (tmp_path / "cards.csv", Path(os.devnull), tmp_path):
        with pytest.raises(OSError, match=r"is a directory|is not a regular file"):
            read_bytes(place, 10)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_game_that_is_a_pipe(tmp_path: Path) -> None:
    """A folder whose `game.yaml` is a pipe is reported, because a pipe is not a regular file."""
    os.mkfifo(tmp_path / "game.yaml")
    assert codes(tmp_path) == ["GS100"]


def test_no_more_is_read_than_wanted(tmp_path: Path) -> None:
    """`read_bytes` returns at most as many bytes as the bound allows."""
    assert read_bytes(put(tmp_path / "x", "12345"), 3) == b"123"


@pytest.mark.long("contract")
@pytest.mark.parametrize("name", ["trapper", "trapper+young", "carcassonne+traders-and-builders"])
def test_shipped_games_are_in_reach_of_all(tmp_path: Path, name: str) -> None:
    """An overlay in any folder may extend a shipped game, which can read its own tables and variants."""
    assert codes(name) == []
    assert codes(put(tmp_path / "game.yaml", overlay(name.partition("+")[0]))) == []


def test_scenarios_load_variants_with_the_reach_of_their_game(tmp_path: Path) -> None:
    """Folders named when a game is loaded are also in reach of the variants that its scenarios load."""
    put(tmp_path / "base" / "game.yaml", GAME)
    put(tmp_path / "a" / "game.yaml", overlay("../base"))
    put(tmp_path / "a" / "variants" / "fast.yaml", overlay("../game.yaml"))
    listed = "language: 1\nscenarios: [{id: A-1, title: T, heading: H, variant: fast, then: [ended: true]}]\n"
    put(tmp_path / "a" / "scenarios" / "x.yaml", listed)
    spec = load(tmp_path / "a", [tmp_path / "base"])
    (scenario,) = load_scenarios(spec)[0]
    assert run_scenario(spec, scenario).report == ""


def test_a_plus_may_belong_to_a_path(tmp_path: Path) -> None:
    """A game in a folder whose name contains a `+` can have variants."""
    put(tmp_path / "this+that" / "game.yaml", GAME)
    put(tmp_path / "this+that" / "variants" / "fast.yaml", overlay("../game.yaml"))
    assert codes(f"{tmp_path / 'this+that'}+fast") == []


def test_variants_are_names(tmp_path: Path) -> None:
    """The text after `+` is the name of a variant and never a path."""
    put(tmp_path / "fast.yaml", overlay("../game.yaml"))
    put(tmp_path / "base" / "game.yaml", GAME)
    put(tmp_path / "base" / "variants" / "x.yaml", overlay("../game.yaml"))
    with pytest.raises(LookupError):
        load(f"{tmp_path / 'base'}+../../fast")


def test_nothing_is_covered_by_a_common_beginning(tmp_path: Path) -> None:
    """A folder covers only what lies below it, so `/place/a` does not cover `/place/ab`."""
    assert not Reach.of(tmp_path / "a").covers(tmp_path / "ab" / "x", tmp_path / "c")
    assert Reach.of(tmp_path / "a").covers(tmp_path / "a" / "x", tmp_path / "c")
