"""The command `python -m website`, which builds the site."""

from __future__ import annotations

import argparse
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from website.collecting import ROOT, BrokenLink
from website.contents import NotListed
from website.versions import DEVELOPMENT, NotAVersion


def main() -> int:
    """Build the site; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m website", description="Build the site, without network.")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "build" / "site", metavar="FOLDER", help="default: build/site"
    )
    parser.add_argument(
        "--version",
        default=DEVELOPMENT,
        help="the version that the site describes, such as 0.2; it lies in a folder of that name (default: dev)",
    )
    asked = parser.parse_args()
    if find_spec("zensical") is None:
        sys.stderr.write("the site needs zensical: pip install 'gamespec[site]'\n")
        return 2
    from website.building import Failed, build

    begun = time.monotonic()

    def tell(what: str) -> None:
        sys.stderr.write(f"{time.monotonic() - begun:5.1f} s  {what}\n")

    try:
        folder = build(asked.out, asked.version, tell=tell)
    except (BrokenLink, Failed, NotListed, NotAVersion) as failed:
        sys.stderr.write(f"{failed}\n")
        return 1 if not isinstance(failed, NotAVersion) else 2
    pages = sum(1 for _ in folder.rglob("index.html"))
    tell(f"{pages} pages in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
