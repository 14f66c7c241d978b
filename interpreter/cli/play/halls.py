"""Serves several games: a first page on which people open tables and take free seats."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gamespec.system.plain import read_bytes
from gamespec.system.writing import replace_file
from interpreter.cli.common.boundary import Status, Stop, explained
from interpreter.cli.common.loading import load
from interpreter.cli.common.screen import echo

if TYPE_CHECKING:
    from socket import socket

    from interpreter.serve.hall.hall import Hall
    from interpreter.serve.rules import Examples

__all__ = ["FOLDER", "serve_hall"]

FOLDER = Path("gamespec-tables")
"""The folder in which the tables of a hall are kept by default."""
KEPT = "hall.json"
FORMAT = "gamespec-hall-1"
MOST_BYTES = 10_000


def serve_hall(  # noqa: PLR0913 - what it is made of
    names: Sequence[str],
    folder: Path,
    language: str | None,
    host: str,
    listening: socket,
    *,
    tell: Callable[[str], None],
    seat_playouts: int,
    examples: Examples,
) -> int:
    """Serve the games with the given names, or all shipped ones, until the process is stopped."""
    from interpreter.serve.hall.hall import Hall
    from interpreter.serve.server import run

    specs = [load(name) for name in names or _shipped()]
    try:
        token = _token(folder)
        hall = Hall(
            specs, folder, language, tell, token=token, seat_playouts=seat_playouts, examples=examples
        )
        content = json.dumps({"format": FORMAT, "token": hall.token}).encode()
        replace_file(folder / KEPT, content, like=FORMAT.encode())
    except OSError as error:
        raise Stop(explained(error)) from None
    run(hall, host, listening, lambda port: _say_where(hall, host, port))
    return Status.OK


def _shipped() -> list[str]:
    """Return the names of all games that come with gamespec."""
    import gamespec

    return list(gamespec.games())


def _token(folder: Path) -> str:
    """Return the token of the hall's link that is kept in the folder, or "" if there is none."""
    path = folder / KEPT
    if not path.exists():
        return ""
    try:
        record = json.loads(read_bytes(path, MOST_BYTES).decode())
    except ValueError as error:
        raise Stop(f"{path}: not JSON: {error}") from None
    token = record.get("token") if isinstance(record, dict) and record.get("format") == FORMAT else None
    if not isinstance(token, str):
        raise Stop(f"{path}: not the record of a hall")
    return token


def _say_where(hall: Hall, host: str, port: int) -> None:
    """Print the link of a hall."""
    from interpreter.serve.beside.codes import in_blocks
    from interpreter.serve.guarding import Hosts

    hosts = Hosts(host, port)
    link = f"{hosts.address}/hall/{hall.token}"
    echo(f"the tables are kept in `{hall.folder}`")
    echo(f"{'hall':<16} {link}")
    if not hosts.local:
        for line in in_blocks(link):
            echo(line)
        echo(
            "warning: other machines on the network can reach this page, and the connection is not encrypted",
            err=True,
        )
    echo("whoever has this link may open tables and take free seats; Ctrl-C ends the command")
