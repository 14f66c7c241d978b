"""Tests that the description of the package can be read outside the repository."""

from __future__ import annotations

import re
import tomllib

from website.collecting import ROOT

HOOK = "fancy-pypi-readme"


def description() -> str:
    """Return the README as the build backend's plug-in changes it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    hook = project["tool"]["hatch"]["metadata"]["hooks"][HOOK]
    text = "".join((ROOT / part["path"]).read_text(encoding="utf-8") for part in hook["fragments"])
    for each in hook["substitutions"]:
        text = re.sub(each["pattern"], each["replacement"], text)
    return text


def test_it_needs_nothing_of_the_repository() -> None:
    """No link leads to a file that only the repository has, and no sentence speaks of pictures."""
    text = description()
    targets = re.findall(r"\]\(([^)]+)\)|(?:src|href)=\"([^\"]+)\"", text)
    assert all("".join(each).startswith("https://") for each in targets)
    assert "picture" not in text.partition("```")[0]


def test_it_keeps_the_text() -> None:
    """Headings, blocks of code and the names of pages stay."""
    readme, text = (ROOT / "README.md").read_text(encoding="utf-8"), description()
    blocks = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    assert blocks.findall(text) == blocks.findall(readme)
    assert re.findall(r"^#+ .*$", text, re.MULTILINE) == re.findall(r"^#+ .*$", readme, re.MULTILINE)
    assert "| Tutorial | from an empty file" in text
    assert "[Phosphor](https://phosphoricons.com)" in text
