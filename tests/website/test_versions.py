"""Tests that versions of the site lie side by side, and that the newest is the one people get."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from website.running import Unbuilt
from website.versions import install, listing


def made(folder: Path, text: str) -> Path:
    """Write what a build makes."""
    folder.mkdir()
    (folder / "index.html").write_text(text, encoding="utf-8")
    (folder / "sitemap.xml").write_text("", encoding="utf-8")
    return folder


def test_the_newest_version_comes_first() -> None:
    """Versions are ordered by number; what is not released comes last."""
    order = listing(["0.2", "dev", "0.10", "0.9"])
    assert [each["version"] for each in order] == ["0.10", "0.9", "0.2", "dev"]
    assert [each["aliases"] for each in order] == [["latest"], [], [], []]


def test_a_build_leaves_other_versions_alone(tmp_path: Path) -> None:
    """A build replaces its own version only, and the list names all that are there."""
    site = tmp_path / "site"
    for version, text in (("0.1", "one"), ("0.2", "two"), ("dev", "later"), ("0.2", "two again")):
        assert install(made(tmp_path / "made", text), site, version) == site / version
    listed = json.loads((site / "versions.json").read_text(encoding="utf-8"))
    assert [each["version"] for each in listed] == ["0.2", "0.1", "dev"]
    there = {path.parent.name: path.read_text(encoding="utf-8") for path in site.glob("*/index.html")}
    assert there == {"0.1": "one", "0.2": "two again", "dev": "later"}
    assert 'url=0.2/"' in (site / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("version", ["", "..", "0.2/x", "v0.2", "latest"])
def test_a_version_is_a_number(tmp_path: Path, version: str) -> None:
    """A name that would lie elsewhere, or that has no order, is refused before anything changes."""
    with pytest.raises(Unbuilt, match="is no version"):
        install(made(tmp_path / "made", ""), tmp_path / "site", version)
    assert not (tmp_path / "site").exists()
