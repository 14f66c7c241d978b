"""Tests for `gamespec icons`, which finds icons by words and shows them on a page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from gamespec.icons import icons
from interpreter.cli.common.boundary import Status

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


def test_the_icons_that_fit_are_listed(run: Run) -> None:
    """Each line has the name and the tags of an icon. JSON has the same."""
    found = run("icons", "paw")
    assert found.exit_code == Status.OK
    header, line = found.stdout.splitlines()
    assert header.split() == ["icon", "tags"]
    assert line.split("  ") == ["paw-print", "pets, pet store, pet shop, animals, cat, dog, veterinarian"]
    assert found.stderr == "1 icon\n"
    assert json.loads(run("icons", "paw", "--format", "json").stdout) == [
        {"icon": "paw-print", "tags": line.split("  ")[1].split(", ")}
    ]
    assert len(json.loads(run("icons", "--format", "json").stdout)) == len(icons())


def test_a_hint_helps_if_none_fits(run: Run) -> None:
    """The status is 1, and the hint names near words, or the word at fault, or fewer words."""
    for words, hint in (
        (["caslte"], "did you mean `castle`?"),
        (["star", "caslte"], "did you mean `castle`?"),
        (["star", "acorn"], "each word fits some icons, but not the same; use fewer words"),
        (["qqqq"], "try a more general word, such as `building`; -o shows all icons"),
    ):
        found = run("icons", *words)
        assert (found.exit_code, found.stdout) == (Status.FOUND, "")
        assert found.stderr == f"0 icons\n  = help: {hint}\n"
    assert json.loads(run("icons", "qqqq", "--format", "json").stdout) == []


def test_a_page_shows_the_icons(run: Run, tmp_path: Path) -> None:
    """The page is well-formed, with the path and the name of each icon. If no icon fits, there is no page."""
    page = tmp_path / "animals.html"
    assert run("icons", "animals", "-o", page).exit_code == Status.OK
    text = page.read_text(encoding="utf-8")
    whole = ET.fromstring(text.removeprefix("<!doctype html>"))  # noqa: S314 - our own page
    listed = [element.text or "" for element in whole.iter("b")]
    assert {"cat", "dog", "fish", "paw-print"} <= {*listed}
    assert [element.get("d") for element in whole.iter("path")] == [icons()[name].path for name in listed]
    assert "http" not in text
    assert run("icons", "qqqq", "-o", tmp_path / "none.html").exit_code == Status.FOUND
    assert not (tmp_path / "none.html").exists()


def test_only_a_page_can_be_written(run: Run, tmp_path: Path) -> None:
    """A file with another ending, JSON beside a page, and a missing folder are refused."""
    for more in (["-o", "x.png"], ["-o", "x.html", "--format", "json"], ["-o", f"{tmp_path}/no/x.html"]):
        refused = run("icons", "paw", *more)
        assert refused.exit_code == Status.COULD_NOT_RUN
        assert refused.stderr.startswith("error: ")
    assert list(tmp_path.iterdir()) == []
