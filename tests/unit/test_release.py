"""What a release consists of: versions, extras that are tried, and files that the forge reads."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

import gamespec

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OURS = {"dev", "release", "site", "test"}
"""The extras for people who change gamespec."""


def test_the_files_say_one_version() -> None:
    """The package, the extension for editors and the newest section of the changelog have one version."""
    extension = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[(\d.*)\] - \d{4}-\d\d-\d\d$", changelog, re.MULTILINE)
    assert newest is not None
    assert gamespec.__version__ == extension["version"] == newest[1]


def test_each_extra_of_users_is_tried() -> None:
    """`bench/wheels.py` installs each extra alone and uses it."""
    text = (ROOT / "bench" / "wheels.py").read_text(encoding="utf-8")
    tried = set(re.findall(r'^    "([a-z]+)": \(', text, re.MULTILINE))
    assert tried == set(PROJECT["optional-dependencies"]) - OURS


@pytest.mark.parametrize("path", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda path: path.name)
def test_the_forge_can_read_its_files(path: Path) -> None:
    """Workflows and forms are YAML; each form asks for something, and each workflow limits what it may do."""
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    if path.parent.name == "workflows":
        assert content["permissions"] == {"contents": "read"}
        assert all(job.get("timeout-minutes") or "needs" in job for job in content["jobs"].values())
    elif path.name != "config.yml":
        assert any(field.get("validations", {}).get("required") for field in content["body"])
        assert len({field["id"] for field in content["body"]}) == len(content["body"])
