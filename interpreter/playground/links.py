"""Links that open the playground with a game in it.

The part after `#` is `game=` with the name of a shipped game, which may end in `+` and the name of a variant;
or `files=` with files; or both, with the files that differ from those of the game. Files are a JSON object
with `files`, a dict of texts by name, and `main`, the name of the one to check. They are encoded as UTF-8,
compressed by DEFLATE without a header (RFC 1951), and written in base 64 for URLs without padding (RFC 4648).
No server sees this part of a link.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from urllib.parse import quote

__all__ = ["link_to_files", "link_to_game", "link_to_text"]

_RAW = -15
"""The size of the window for `zlib`, and that there is no header."""


def link_to_game(page: str, name: str) -> str:
    """Return a link to a shipped game, or to `GAME+VARIANT`. `page` is the address of the playground."""
    return f"{page}#game={quote(name, safe='')}"


def link_to_text(page: str, text: str) -> str:
    """Return a link to a game in a single file."""
    return link_to_files(page, {"game.yaml": text})


def link_to_files(page: str, files: Mapping[str, str], main: str = "game.yaml") -> str:
    """Return a link to a game in several files, of which `main` is the one to check."""
    said = json.dumps({"main": main, "files": dict(files)}, ensure_ascii=False, separators=(",", ":"))
    made = zlib.compressobj(9, wbits=_RAW)
    packed = made.compress(said.encode()) + made.flush()
    return f"{page}#files={urlsafe_b64encode(packed).rstrip(b'=').decode()}"
