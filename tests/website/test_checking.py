"""Tests that the check of a site finds links that lead nowhere, and whatever comes from other hosts."""

from __future__ import annotations

from pathlib import Path

import pytest

from website.checking import problems

HEAD = '<link rel="stylesheet" href="{up}site.css"><h2 id="part">Part</h2>'


def site(folder: Path, body: str, style: str = "", script: str = "") -> list[str]:
    """Write a site of two pages, the second of which has this body, and return what is wrong with it."""
    (folder / "deep").mkdir()
    (folder / "site.css").write_text(style, encoding="utf-8")
    (folder / "site.js").write_text(script, encoding="utf-8")
    (folder / "index.html").write_text(HEAD.format(up="") + '<a href="deep/#part">', encoding="utf-8")
    (folder / "deep" / "index.html").write_text(HEAD.format(up="../") + body, encoding="utf-8")
    return problems(folder)


@pytest.mark.parametrize(
    "body",
    [
        '<a href="../">home</a>',
        '<a href="..#part">its part</a>',
        "<a href=../#part>without quotes</a>",
        '<a href="#part">here</a>',
        '<a href="https://example.org/">elsewhere, for those who follow it</a>',
        '<img src="data:image/png;base64,AA==">',
    ],
)
def test_a_sound_site_has_no_problems(tmp_path: Path, body: str) -> None:
    """Links to pages, headings and other hosts are fine."""
    assert site(tmp_path, body) == []


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ('<a href="../missing/">', "deep/index.html: `../missing/` leads nowhere"),
        ('<a href="../#parts">', "deep/index.html: `../#parts` names no heading there"),
        ('<a title="a > b" href="#gone">', "deep/index.html: `#gone` names no heading there"),
        ('<img alt="" src="none.png">', "deep/index.html: `none.png` leads nowhere"),
        ('<script src="https://example.org/a.js">', "deep/index.html: loads https://example.org/a.js"),
        ('<script src="//example.org/a.js">', "deep/index.html: loads //example.org/a.js"),
        (
            '<link href="https://example.org/f.css" rel="stylesheet">',
            "deep/index.html: loads https://example.org/f.css",
        ),
        (
            '<link rel=preconnect href="https://fonts.gstatic.com" crossorigin>',
            "deep/index.html: loads https://fonts.gstatic.com",
        ),
        (
            "<style>@import 'https://example.org/f.css'</style>",
            "deep/index.html: loads @import 'https://example.org/f.css",
        ),
    ],
)
def test_a_fault_in_a_page_is_found(tmp_path: Path, body: str, wrong: str) -> None:
    """Each fault is reported once, with the page that has it."""
    assert site(tmp_path, body) == [wrong]


def test_styles_and_scripts_name_no_other_host(tmp_path: Path) -> None:
    """Fonts in style sheets and addresses in scripts are found; namespaces are names, not addresses."""
    style = "@font-face{src:url(https://example.org/f.woff2)}"
    script = 'fetch("https://example.org/x"); const space = "http://www.w3.org/2000/svg";'
    assert site(tmp_path, "", style, script) == [
        "site.css: names another host: url(https://example.org/f.woff2",
        "site.js: names another host: https://example.org/x",
    ]
