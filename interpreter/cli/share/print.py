"""The command `gamespec print GAME`, which prints the components of a game on sheets to cut."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.system.writing import check_replaceable, new_folder, replace_file
from gamespec.text.plurals import counted
from interpreter.cli.common.arguments import (
    example,
    game_argument,
    language_option,
    players_option,
    reach_option,
    set_option,
)
from interpreter.cli.common.boundary import Status, Stop, explained
from interpreter.cli.common.loading import compiled, faults_told, load
from interpreter.cli.common.output import print_table
from interpreter.cli.common.screen import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType

    from gamespec.compile import Compiled
    from interpreter.drawn.sheets import Album, CardSize, Paper

__all__ = ["command"]

LIBRARIES = ("cssselect2", "tinycss2", "typst")
HEADERS = ("kind", "components", "faces", "size")


@click.command(
    "print",
    epilog=example(
        "gamespec print my-game -o my-game.pdf",
        "gamespec print my-game -o my-game.pdf --size mini --paper letter --backs none",
        "gamespec print my-game --png pictures",
    ),
)
@game_argument
@players_option
@set_option
@reach_option
@language_option
@click.option(
    "-o",
    "--out",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write sheets to print and cut to FILE, whose name ends in .pdf.",
)
@click.option(
    "--size",
    type=click.Choice(["poker", "mini", "square"]),
    default="poker",
    show_default=True,
    help="The size of cards: 63 x 88 mm, 44 x 67 mm or 40 x 40 mm.",
)
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The paper."
)
@click.option(
    "--backs",
    type=click.Choice(["duplex", "none"]),
    default="duplex",
    show_default=True,
    help="Whether backs follow each page, mirrored, for printing on both sides.",
)
@click.option(
    "--png",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Make a new folder DIR with a picture of each face, and sheets of 10 x 7 for Tabletop Simulator.",
)
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    players: int | None,
    options: Mapping[str, str],
    language: str,
    file: Path | None,
    size: CardSize,
    paper: Paper,
    backs: str,
    folder: Path | None,
) -> int:
    """Print the components of a game on sheets to cut.

    The sheets show the same faces as the table in the browser, each as often as the component exists.
    Cards have the size that --size gives, tiles and other squares 40 x 40 mm, tokens are discs of 25 mm
    without a back. Print on both sides, turned along the long edge, at 100 %. Boards, tracks and the
    tokens of resources are not printed; the command names those of the game.

    It needs `pip install 'gamespec[print]'`.
    """
    sheets = _library()
    if file is None and folder is None:
        raise Stop("there is nothing to write", "`-o FILE.pdf` writes sheets, `--png DIR` pictures")
    _check_sheets_wanted(file)
    if file is not None and file.suffix.lower() != ".pdf":
        raise Stop(f"`{file}` does not end in `.pdf`", "sheets are a PDF file: `-o cards.pdf`")
    spec = load(game)
    made = compiled(spec, players, options)
    try:
        if file is not None:
            check_replaceable(file)
        with faults_told(made.names):
            title, album = _drawn(made, language, size)
        if not album.laid:
            raise Stop(f"`{spec.called}` has no components to print")
        print_table(_rows(album), HEADERS, right=("components", "faces"))
        if file is not None:
            pages, content = sheets.sheets(album, paper, title, backs=backs == "duplex")
            replace_file(file, content, like=b"%PDF")
            echo(f"{file}: {counted(pages, 'page')}", err=True)
        if folder is not None:
            pictures = sheets.pictures(album)
            new_folder(folder, pictures)
            echo(f"{folder}: {counted(len(pictures), 'picture')}", err=True)
    except OSError as error:
        raise Stop(explained(error)) from None
    for line in _left_out(made):
        echo(line, err=True)
    return Status.OK


def _check_sheets_wanted(file: Path | None) -> None:
    """Raise `Stop` if there are options for sheets on the command line, but no file for them."""
    context = click.get_current_context()
    for name in ("paper", "backs"):
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and file is None:
            raise Stop(f"`--{name}` is for sheets", "add `-o FILE.pdf`, or leave it out")


def _library() -> ModuleType:
    """Return the module that draws sheets. Raises `Stop` if a library that it needs is not installed."""
    try:
        from interpreter.drawn import sheets
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in LIBRARIES:
            raise
        cure = "`pip install 'gamespec[print]'` installs them"
        raise Stop("printing needs cssselect2, tinycss2 and typst, which are not installed", cure) from None
    return sheets


def _drawn(made: Compiled, language: str, size: CardSize) -> tuple[str, Album]:
    """Return the title of a game and all its components, drawn."""
    from interpreter.drawn.html.pen import pen_of
    from interpreter.drawn.sheets import album_of
    from interpreter.engine.game import Game
    from interpreter.scene.components import components_of
    from interpreter.scene.scene import scene_of
    from interpreter.words import Words

    words = Words(made, language)
    game = Game(made.program, 0)
    scene = scene_of(words, game, None)
    return scene.game, album_of(pen_of(scene), components_of(words, game), size)


def _rows(album: Album) -> Iterator[tuple[str, str, str, str]]:
    """Yield for each kind its name, how many components and different faces it has, and their size."""
    for kind in dict.fromkeys(laid.kind for laid in album.laid):
        own = [laid for laid in album.laid if laid.kind == kind]
        yield kind, str(len(own)), str(len({laid.front for laid in own})), str(own[0].size)


def _left_out(made: Compiled) -> Iterator[str]:
    """Yield what of a game is not printed."""
    world = made.names.world
    planes = {plane.name for plane in made.names.planes}
    boards = [name for name in world.spaces if name not in planes]
    for what, names in (
        ("boards", boards),
        ("resources", [each.ident.name for each in world.game.resources]),
    ):
        if names:
            yield f"not printed: {what} {', '.join(f'`{name}`' for name in names)}"
