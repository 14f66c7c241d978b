"""Tests that the pages made from the code are complete, and that the navigation leads to every page."""

from __future__ import annotations

import importlib
import json
import re
from collections import Counter
from math import prod
from pathlib import Path

import pytest

from interpreter.playground.build import PAGE
from website import home, python, schemas, trying
from website.collecting import ROOT
from website.playground import copied

PYTHON = python.pages()
KEYS = schemas.pages()


@pytest.mark.parametrize("package", python.PACKAGES)
def test_every_public_name_is_described(package: str) -> None:
    """The page of a package has a section with text for each name that the package exports."""
    text = PYTHON[f"reference/python/{package}.md"]
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert set(sections) == set(importlib.import_module(package).__all__)
    for name, section in sections.items():
        words = re.sub(r"```.*?```", "", section, flags=re.DOTALL).strip()
        assert words, f"{package}.{name} has no docstring"


def test_what_the_manual_imports_is_described() -> None:
    """`Counts`, which an example of the manual imports, has a section that links to that page."""
    text = PYTHON["reference/python/interpreter.simulate.md"]
    section = text.partition("## Counts\n")[2].partition("\n## ")[0]
    assert "(../../how-to/use-from-python.md)" in section


def test_signatures_repeat_exactly() -> None:
    """A signature shows no address in memory, so equal sources give equal pages."""
    assert [place for place, text in PYTHON.items() if re.search(r"0x[0-9a-f]{6}", text)] == []


@pytest.mark.parametrize("name", ["game", "variant", "scenarios", "bands"])
def test_every_key_is_listed(name: str) -> None:
    """The page of a kind of file has a row for each key of its schema, and its links have targets."""
    schema = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    text = KEYS[f"reference/keys-of-{name}.md"]
    rows = re.findall(r"^\| (?:\*\*)?`(\w+)`", text, re.MULTILINE)
    wanted = list(schema["properties"])
    for _, definition in sorted(schema["$defs"].items()):
        wanted += definition.get("properties", ())
    assert rows == wanted
    headings = {h.replace(" ", "-") for h in re.findall(r"^## (.+)$", text, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= headings


def test_the_contents_list_every_page() -> None:
    """docs/index.md links to each page of the manual, and only once; the site has no other way to it."""
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    links = re.findall(r"^- \[[^\]]+\]\(([^)#]+)\)", text, re.MULTILINE)
    assert [link for link, count in Counter(links).items() if count > 1] == []
    linked = set(map(Path, links))
    there = {
        path.relative_to(ROOT / "docs")
        for folder in ("how-to", "reference", "explanation")
        for path in (ROOT / "docs" / folder).glob("*.md")
    }
    assert there - linked == set()


def test_the_home_page_shows_what_the_commands_print() -> None:
    """It has the rules of the README with a menu at each edit, what the checker says, and a comparison."""
    text = home.page(playground=False)
    assert text.count("<select") == len(trying.EDITS)
    wrong = json.loads(text.partition('id="gs-wrong">')[2].partition("</script>")[0])
    assert len(wrong) == prod(len(edit.choices) for edit in trying.EDITS) / len(trying.NAME.choices)
    assert [said for said in wrong.values() if "did you mean `mark`?" not in said] == []
    assert text.count("<tr>") == 1 + len(re.findall(r'<th scope="row">', text))
    assert "{{" not in text
    assert "playground/" not in text
    assert 'href="playground/"' in home.page(playground=True)


def test_the_playground_leads_to_the_manual_only_beside_it(tmp_path: Path) -> None:
    """Its page hides the link; on the site, it is seen."""
    hidden = re.compile(r'<a id="manual"[^>]* hidden\b')
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    assert hidden.search(page)
    source = tmp_path / "built"
    source.mkdir()
    (source / "index.html").write_text(page, encoding="utf-8")
    copied(source, tmp_path / "site")
    text = (tmp_path / "site" / "playground" / "index.html").read_text(encoding="utf-8")
    assert '<a id="manual" href="../index.html"' in text
    assert not hidden.search(text)
