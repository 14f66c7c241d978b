"""The command `gamespec serve GAME`, with which people play a game in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.system.locking import FolderLock, InUse
from gamespec.text.visible import visible
from interpreter.cli.common.arguments import (
    LARGEST_SEED,
    example,
    games_argument,
    luck_option,
    named_paths,
    players_option,
    reach_option,
    seats_option,
    set_option,
)
from interpreter.cli.common.boundary import Status, Stop, explained
from interpreter.cli.common.learning import note_good, prepare
from interpreter.cli.common.loading import compiled, faults_told, load
from interpreter.cli.common.screen import echo
from interpreter.cli.play.halls import FOLDER, serve_hall
from interpreter.sitting import seated

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager
    from socket import socket

    from gamespec import Spec
    from interpreter.serve.room import Room
    from interpreter.serve.rules import Example

__all__ = ["command", "worked_examples"]

LARGEST_PORT = 65535
LIBRARIES = ("segno", "starlette", "uvicorn", "websockets")


@click.command(
    "serve",
    epilog=example(
        "gamespec serve my-game",
        "gamespec serve my-game --seats human,mcts:500 --lang de",
        "gamespec serve my-game --seats human,human,human --host 0.0.0.0 --port 8080",
        "gamespec serve my-game your-game --host 0.0.0.0",
    ),
)
@games_argument
@seats_option
@click.option(
    "--port",
    type=click.IntRange(0, LARGEST_PORT),
    default=8000,
    metavar="P",
    show_default=True,
    help="The port of the page; 0 takes any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    show_default=True,
    help="The address it listens on; 0.0.0.0 means all addresses of this machine.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    metavar="S",
    help="The seed of all chance; by default one that nobody knows.",
)
@luck_option
@players_option
@set_option
@reach_option
@click.option(
    "--lang",
    "language",
    type=click.Choice(["en", "de"]),
    help="The language of the page and of the game's texts; by default each browser's own.",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="The folder of the saved table; by default GAME-table, for several games gamespec-tables.",
)
@click.option(
    "--seat-playouts",
    type=click.IntRange(0),
    default=1000,
    metavar="N",
    show_default=True,
    help="Maximum playouts per decision of bots that players put in their own seats; the host may seat any.",
)
@click.option("--new", is_flag=True, help="Begin a new game; a game saved in the folder is put aside.")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    games: tuple[str, ...],
    seats: tuple[str, ...] | None,
    port: int,
    host: str,
    seed: int | None,
    luck: int | None,
    players: int | None,
    options: Mapping[str, str],
    language: str | None,
    folder: Path | None,
    seat_playouts: int,
    new: bool,
) -> int:
    """Play a game in the browser.

    Prints a link for each seat, one for spectators, and one for the host, who may let bots or people play
    in a seat. A link lets in whoever has it, so give each only to the person it is for. Without --seats a
    person takes the first seat, and random bots the others. This machine serves the page, and no other
    can reach it unless --host allows that.

    The command saves the game in a folder after each decision. The same command continues it, with the
    same links; --new begins another one. While you edit the specification, the page shows the checker's
    messages, and offers to continue with the changed rules. Ctrl-C ends the command.

    With several games, or with none for all that come with gamespec, it prints the link of a first page.
    There people open tables of these games, and take seats that are free.

    It needs `pip install 'gamespec[serve]'`.
    """
    run, bound = _server()
    if len(games) != 1:
        if new or options or any(given is not None for given in (seats, seed, luck, players)):
            raise Stop("these options are for a single game; tables of several games are set up on the page")
        shared = FOLDER if folder is None else folder
        with _listening(bound, host, port) as listening, private_files(), _alone_in(shared):
            return serve_hall(
                games, shared, language, host, listening,
                tell=_told_here, seat_playouts=seat_playouts, examples=worked_examples,
            )  # fmt: skip
    (game,) = games
    if seats is not None and players is not None and len(seats) != players:
        raise Stop(f"`--seats` names {len(seats)} seats, `--players` says {players}")
    spec = load(game)
    made = compiled(spec, len(seats) if seats is not None else players, options)
    prepare(made.program, seats or ())
    note_good(made.program, seats or ())

    from interpreter.serve.beginning import Wanted, begun
    from interpreter.serve.edition import Edition
    from interpreter.serve.keeping import BadFolder, Folder, private
    from interpreter.serve.room import Room

    edition = Edition(spec, made, dict(made.names.options), named_paths())
    place = Folder(folder if folder is not None else Path(f"{spec.called}-table"))
    wanted = Wanted(seated(None, edition.players), seats, seed, luck, language)
    listening = _listening(bound, host, port)
    with listening, private(), _alone_in(place.path), faults_told(made.names):
        try:
            table, chosen, notes = begun(edition, place, wanted, new=new)
        except BadFolder as error:
            raise Stop(str(error), "`--new` begins another, `--folder` names another place") from None
        except OSError as error:
            raise Stop(explained(error)) from None
        room = Room(table, chosen, place, _told_here, seat_playouts=seat_playouts, examples=worked_examples)
        run(room, host, listening, lambda port: _say_where(room, host, port, notes))
    return Status.OK


def private_files() -> AbstractContextManager[None]:
    """Return a context in which only the owner has access to new files."""
    from interpreter.serve.keeping import private

    return private()


def _alone_in(folder: Path) -> FolderLock:
    """Lock the folder of a table, which is created if it does not exist. Raises `Stop` if that fails."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        return FolderLock(folder)
    except InUse as error:
        raise Stop(explained(error), "`--folder` names another place") from None
    except OSError as error:
        raise Stop(explained(error)) from None


def _server() -> tuple[Callable[..., None], Callable[[str, int], socket]]:
    """Import the functions `run` and `bound`, which serve a table, and return them.

    Raises `Stop` if the libraries that they need are not installed.
    """
    try:
        from interpreter.serve.server import bound, run
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in LIBRARIES:
            raise
        cure = "`pip install 'gamespec[serve]'` installs them"
        raise Stop(
            "serving a table needs starlette, uvicorn, websockets and segno, which are not installed", cure
        ) from None
    return run, bound


def _listening(bound: Callable[[str, int], socket], host: str, port: int) -> socket:
    """Return the server's socket, open for connections. Raises `Stop` if the system refuses to open it."""
    try:
        return bound(host, port)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        cure = f"`--port {port + 1}` may be free" if 0 < port < LARGEST_PORT else None
        raise Stop(f"cannot listen at {host}, port {port}: {reason.lower()}", cure) from None


def _told_here(text: str) -> None:
    """Print a message for the people at the server."""
    echo(visible(text), err=True)


def worked_examples(spec: Spec) -> list[Example]:
    """Return what the scenarios of a specification show, without those that set other options."""
    from interpreter.scenario import load_scenarios
    from interpreter.serve.rules import Example

    return [
        Example(scenario.heading, scenario.title)
        for scenario in load_scenarios(spec)[0]
        if scenario.of == spec.overlays and not scenario.faults and scenario.node.get("options") is None
    ]


def _say_codes(room: Room, address: str) -> None:
    """Print a QR code for each seat that is for a person, for phones on the same network."""
    from interpreter.serve.beside.codes import in_blocks

    chairs = room.table.chairs
    for viewer, path in chairs.links():
        if viewer.seat is not None and chairs.seats[viewer.seat].human:
            echo(f"\n{viewer.name}")
            for line in in_blocks(address + path):
                echo(line)


def _say_where(room: Room, host: str, port: int, notes: Sequence[str]) -> None:
    """Print the links to a table, followed by the given notes."""
    from interpreter.serve.guarding import Hosts

    hosts = Hosts(host, port)
    for note in notes:
        echo(visible(note))
    if room.folder is not None:
        echo(f"the table is kept in `{visible(str(room.folder.path))}`")
    chairs = room.table.chairs
    for viewer, path in chairs.links():
        by = "" if viewer.seat is None else f" ({chairs.seats[viewer.seat].by})"
        echo(f"{viewer.name + by:<16} {hosts.address}{path}")
    if not hosts.local:
        _say_codes(room, hosts.address)
    if not hosts.local:
        echo(
            "warning: other machines on the network can reach this page, and the connection is not encrypted",
            err=True,
        )
    echo("Ctrl-C ends the command; the game is kept")
