"""Builds the site: sources collected and generated, made into HTML by zensical, checked, put in its place."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from gamespec.text.codes import CODES
from website import asked, called, checking, games, home, python, schemas, trying, versions
from website.collecting import ROOT, Collection
from website.contents import navigation
from website.dialect import rewritten
from website.playground import LINKED, copied, opened
from website.playground import pages as with_games
from website.running import Unbuilt

__all__ = ["build"]

WORK = ROOT / "build" / "website"
"""Where sources and what zensical remembers of the last build lie."""
_HERE = Path(__file__).parent
_STATIC = ROOT / "interpreter" / "serve" / "static"
_FONTS = ("alegreya.woff2", "nunito.woff2", "nunito-more.woff2", "OFL-alegreya.txt", "OFL-nunito.txt")
_FOREIGN = re.compile(r"https?://(?:unpkg\.com|cdn\.jsdelivr\.net|api\.github\.com)[^\"'`]*")
"""Addresses in the theme's script, of features that the site doesn't use."""
_CENTURIES = {
    "GS1": "The shape of a file",
    "GS2": "Names",
    "GS3": "Types",
    "GS4": "Warnings: legal, and probably a mistake",
    "GS5": "Faults in play",
}


def build(
    site: Path, version: str, *, address: str, playground: Path | None, tell: Callable[[str], None]
) -> Path:
    """Build the site of a version below the folder `site`, and return the folder of the version.

    `playground` is the folder of a playground that goes with it, and `address` that of the site in public.
    Raises `Unbuilt`.
    """
    pages = WORK / "pages"
    for folder in (pages, WORK / "theme", WORK / "made"):
        shutil.rmtree(folder, ignore_errors=True)
    tell("collecting pages")
    _sources(pages, playground=playground is not None)
    tell("making reports and rule sheets")
    games.sheets(pages)
    tell("making HTML")
    _zensical(pages, f"{address.rstrip('/')}/{version}/", playground=playground is not None)
    made = WORK / "made"
    _finish_scripts(made)
    called.note(made)
    games.lead_back(made)
    (made / "404.html").unlink()  # `versions` writes one for all versions
    if playground:
        copied(playground, made)
    tell("checking links")
    wrong = [*checking.problems(made), *asked.lost(called.places(made))]
    if wrong:
        raise Unbuilt("\n".join(wrong))
    return versions.install(made, site, version)


def _sources(pages: Path, *, playground: bool) -> None:
    """Write everything that zensical reads."""
    changes = {name: [change] for name, change in games.changes(playground=playground).items()}
    coming = games.coming()
    if playground:
        coming |= {LINKED}
        for name in with_games():
            changes.setdefault(name, []).append(partial(opened, name=name))
    collection = Collection(pages, changes, coming)
    collection.collect()
    made = {**schemas.pages(), **games.specifications(), "codes/index.md": _codes()}
    for place, text in {**made, **python.pages()}.items():
        collection.write(place, rewritten(text))
    collection.write("index.md", home.page(playground=playground))
    trying.modules(home.rules(), pages)
    shutil.copytree(_HERE / "theme", WORK / "theme")
    assets = WORK / "theme" / "assets"
    for name in _FONTS:
        shutil.copyfile(_STATIC / name, assets / name)
    fonts = (_STATIC / "fonts.css").read_text(encoding="utf-8")
    (assets / "fonts.css").write_text(fonts.replace("/static/", ""), encoding="utf-8")


def _codes() -> str:
    """Return the page that lists all codes."""
    lines = [
        "# Codes of diagnostics",
        "",
        "Every message of the checker has a code. `gamespec explain CODE` shows its page offline.",
    ]
    for century, title in _CENTURIES.items():
        lines += ["", f"## {title}", "", "| code | what it means |", "| --- | --- |"]
        lines += [
            f"| [{c.code}]({c.code}.md) | {c.title} |" for c in CODES.values() if c.code.startswith(century)
        ]
    return "\n".join(lines) + "\n"


def _zensical(pages: Path, address: str, *, playground: bool) -> None:
    """Let zensical make HTML of the sources."""
    places = navigation(pages, list(schemas.pages()), list(python.pages()), playground=playground)
    config = (_HERE / "zensical.toml").read_text(encoding="utf-8")
    path = WORK / "zensical.toml"
    path.write_text(
        config.replace("nav = []", f"nav = {_toml(places)}\nsite_url = {_toml(address)}", 1), encoding="utf-8"
    )
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", f"{path}"]
    done = subprocess.run(command, cwd=WORK, capture_output=True, text=True, check=False)
    if done.returncode or not (WORK / "made" / "index.html").exists():
        raise Unbuilt(f"zensical has failed:\n{done.stdout}{done.stderr}")


def _toml(value: Any) -> str:
    """Return lists, mappings and texts as TOML writes them inline."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    return "[" + ", ".join(map(_toml, value)) + "]"


def _finish_scripts(made: Path) -> None:
    """Let the theme's scripts name no other host, and put our search in the place of its own."""
    for path in (made / "assets" / "javascripts").rglob("*.js"):
        text = _FOREIGN.sub("about:blank", path.read_text(encoding="utf-8"))
        if path.match("workers/search.*.js"):
            text = _search()
        path.write_text(text, encoding="utf-8")


def _search() -> str:
    """Return the script of the search, joined with its libraries; `deno.lock` pins them by hashes."""
    made = WORK / "search.js"
    how = (
        "--quiet",
        "--platform=browser",
        "--format=iife",
        "--minify",
        "--frozen-lockfile",
        "--config=jsconfig.json",
    )
    command = [sys.executable, "-m", "deno", "bundle", *how, f"--output={made}", "website/search.js"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unbuilt(f"the script of the search cannot be joined:\n{done.stdout}{done.stderr}")
    return made.read_text(encoding="utf-8")
