"""Versions of the site, side by side: a folder for each, a list, and a page that leads to the newest.

    build/site/index.html       leads to the newest version
    build/site/404.html         what a server shows if there is no page
    build/site/versions.json    what the menu of versions on each page reads
    build/site/0.2/             the site of version 0.2
    build/site/dev/             the site of what will be released next

A build replaces the folder of its own version and leaves those of others alone. So the site of all versions
is what successive builds into one folder leave behind.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from website.running import Unbuilt

__all__ = ["DEVELOPMENT", "install", "listing"]

_NUMBERED = re.compile(r"\d+(\.\d+)*")
DEVELOPMENT = "dev"
_FORWARD = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>gamespec</title>
<meta http-equiv="refresh" content="0; url={version}/">
<link rel="canonical" href="{version}/">
<p><a href="{version}/">gamespec</a></p>
</html>
"""
_MISSING = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>No such page - gamespec</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center; padding: 1rem;
  background: #2f5c46; color: #f5f1e6; font: 1.1rem/1.5 Nunito, system-ui, sans-serif }
h1 { font-family: Alegreya, Georgia, serif; margin: 0 }
a { color: #ffb22e }
</style>
<h1>There is no such page</h1>
<p>It may have another name in this version of the manual.
<a id="home" href="/">The home page</a> has a search.</p>
<script>
// The site may lie below the root of its server; a version in the address says where.
const version = location.pathname.match(/^(.*\\/(?:dev|\\d+(?:\\.\\d+)*)\\/)/);
if (version) document.getElementById("home").href = version[1];
</script>
</html>
"""
"""What a server shows under an address that leads nowhere."""


def listing(names: list[str]) -> list[dict[str, object]]:
    """Return what `versions.json` says: the newest version first, as `latest`, and `dev` last."""
    numbered = sorted(filter(_NUMBERED.fullmatch, names), key=_order, reverse=True)
    order = [*numbered, *(name for name in names if name == DEVELOPMENT)]
    newest = order[0]
    return [
        {"version": name, "title": name, "aliases": ["latest"] if name == newest else []} for name in order
    ]


def install(made: Path, site: Path, version: str) -> Path:
    """Move a site that was made into the folder of its version, and bring the list up to date.

    Returns the folder. Raises `Unbuilt` for a name that is neither a number such as `0.2` nor `dev`.
    """
    if version != DEVELOPMENT and not _NUMBERED.fullmatch(version):
        raise Unbuilt(f"`{version}` is no version: name a number such as `0.2`, or `{DEVELOPMENT}`")
    folder = site / version
    if folder.exists():
        shutil.rmtree(folder)
    site.mkdir(parents=True, exist_ok=True)
    shutil.move(made, folder)
    there = [path.parent.name for path in site.glob("*/sitemap.xml")]
    listed = listing([name for name in there if name == DEVELOPMENT or _NUMBERED.fullmatch(name)])
    (site / "versions.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    (site / ".nojekyll").touch()  # GitHub then serves the files as they are
    (site / "404.html").write_text(_MISSING, encoding="utf-8")
    (site / "index.html").write_text(_FORWARD.format(version=listed[0]["version"]), encoding="utf-8")
    return folder


def _order(name: str) -> tuple[int, ...]:
    return tuple(map(int, name.split(".")))
