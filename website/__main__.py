"""The command `python -m website`, which builds the site."""

from __future__ import annotations

import argparse
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from website.collecting import ROOT
from website.running import Unbuilt
from website.versions import DEVELOPMENT


def main() -> int:
    """Build the site; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m website", description="Build the site.")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "build" / "site", metavar="FOLDER", help="default: build/site"
    )
    parser.add_argument(
        "--version",
        default=DEVELOPMENT,
        help="the version that the site describes, such as 0.2, which names its folder (default: dev)",
    )
    parser.add_argument(
        "--address",
        default="http://localhost:8000",
        metavar="URL",
        help="where the site will lie in public, for its map (default: http://localhost:8000)",
    )
    parser.add_argument(
        "--playground",
        type=Path,
        metavar="FOLDER",
        help="what `python -m interpreter.playground.build FOLDER` has made; it goes on the site",
    )
    asked = parser.parse_args()
    if find_spec("zensical") is None:
        sys.stderr.write("the site needs zensical: pip install -e '.[site]'\n")
        return 2
    from website.building import build

    begun = time.monotonic()

    def tell(what: str) -> None:
        sys.stderr.write(f"{time.monotonic() - begun:5.1f} s  {what}\n")

    try:
        folder = build(
            asked.out, asked.version, address=asked.address, playground=asked.playground, tell=tell
        )
    except Unbuilt as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    pages = sum(1 for _ in folder.rglob("index.html"))
    tell(f"{pages} pages in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
