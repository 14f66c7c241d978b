"""The command `gamespec print GAME`, which prints a game: sheets to cut, boards, and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.system.writing import new_folder, replace_file
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
from interpreter.cli.common.results import WRITTEN
from interpreter.cli.common.screen import echo
from interpreter.cli.common.spinner import spinner
from interpreter.cli.share.printing import (
    REFERENCE,
    chosen,
    drawn,
    have_at_hand,
    left_out,
    library,
    rows,
)
from interpreter.drawn.sizes import CARDS, LEAST, MOST, PAPERS, size_named

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.drawn.sheets import Album, Wanted
    from interpreter.drawn.sheets.boards import BoardSize
    from interpreter.drawn.sheets.reference import Reference
    from interpreter.drawn.sizes import Backs, Paper, Size

__all__ = ["command"]

HEADERS = ("kind", "number", "faces", "size")
MOST_BLEED = 5.0
"""The greatest bleed, in millimetres."""

FOR_SHEETS = ("paper", "backs", "bleed")
"""The options that concern sheets only."""


_LISTED = ", ".join(f"{name} ({size})" for name, size in CARDS.items())


def _size(_context: click.Context, option: click.Parameter, text: str) -> Size:
    """Return the size of cards in the value of `--size`."""
    try:
        return size_named(text)
    except ValueError:
        own = f"no size such as `59x92`, from {LEAST:g} to {MOST:g} mm"
        raise click.BadParameter(
            f"`{text}` is not one of {', '.join(CARDS)}, and {own}", param=option
        ) from None


@click.command(
    "print",
    epilog=example(
        "gamespec print my-game -o my-game.pdf",
        "gamespec print my-game -o my-game.pdf --size mini --paper letter --backs none",
        "gamespec print my-game -o cards.pdf --only card --copies 2 --bleed 3",
        "gamespec print my-game -o my-game.pdf --dry-run",
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
    type=WRITTEN,
    metavar="FILE",
    help="Write sheets to print and cut to FILE, whose name ends in .pdf.",
)
@click.option(
    "--only",
    "names",
    multiple=True,
    metavar="NAME",
    help="Print only this: a kind of components, a zone with such components, a board, a variable, a "
    "resource, or `reference`. May be repeated.",
)
@click.option(
    "--size",
    default="poker",
    show_default=True,
    metavar="SIZE",
    callback=_size,
    help=f"The size of cards: {_LISTED}, or your own, such as 59x92.",
)
@click.option(
    "--paper",
    type=click.Choice([*PAPERS]),
    default="a4",
    show_default=True,
    help="The paper.",
)
@click.option(
    "--backs",
    type=click.Choice(["long-edge", "short-edge", "none"]),
    default="long-edge",
    show_default=True,
    help="The edge along which paper is turned to print backs behind each page, or no backs.",
)
@click.option(
    "--bleed",
    type=click.FloatRange(0, MOST_BLEED),
    default=0,
    show_default=True,
    metavar="MM",
    help="How far pictures reach beyond the cut.",
)
@click.option(
    "--boards",
    type=click.Choice(["full", "page", "none"]),
    default="full",
    show_default=True,
    help="Boards with fields as large as what lies on them, on several sheets if necessary; or each board on "
    "one page; or no boards.",
)
@click.option(
    "--stand",
    "upright",
    multiple=True,
    metavar="KIND",
    help="Print the tokens of KIND as figures to fold. May be repeated.",
)
@click.option(
    "--copies",
    type=click.IntRange(1, 20),
    default=1,
    show_default=True,
    metavar="N",
    help="Print all N times.",
)
@click.option("--dry-run", "dry_run", is_flag=True, help="List the sheets instead of writing them.")
@click.option(
    "--png",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Make a new folder DIR with a picture of each face and board, and with what Tabletop Simulator and "
    "other virtual tables import.",
)
@click.option(
    "--url",
    metavar="URL",
    help="The address under which virtual tables will find the pictures of --png; by default the folder.",
)
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    players: int | None,
    options: Mapping[str, str],
    language: str,
    file: Path | None,
    names: Sequence[str],
    size: Size,
    paper: Paper,
    backs: Backs,
    bleed: float,
    boards: BoardSize,
    upright: Sequence[str],
    copies: int,
    dry_run: bool,
    folder: Path | None,
    url: str | None,
) -> int:
    """Print a game: sheets to cut, boards, a reference.

    The sheets show the same faces as the table in the browser, each as often as the component exists.
    Cards have the size that --size gives, tiles and other squares 40 x 40 mm, tokens are discs of 25 mm
    without a back. Resources become tokens of 20 mm, variables on boards counters of 16 mm. Print at 100 %.
    The command also names what to have at hand, such as dice.

    It needs `pip install 'gamespec[print]'`.
    """
    sheets = library()
    _check_wanted(file, folder, url, dry_run=dry_run)
    spec = load(game)
    made = compiled(spec, players, options)
    parts = chosen(made, names, upright)
    try:
        with spinner("drawing") as tell, faults_told(made.names):
            title, album, reference = drawn(spec, made, language, parts, size, upright, copies, tell=tell)
        if not album.laid and not album.boards and reference is None:
            raise Stop(f"`{spec.called}` has no components to print")
        wanted = sheets.Wanted(paper, backs, bleed, boards, title, sheets.catalogue(language))
        if album.laid or album.boards:
            print_table(rows(album, wanted), HEADERS, right=("number", "faces"))
        if file is not None or dry_run:
            _sheets(album, wanted, reference, None if dry_run else file)
        if folder is not None and not dry_run:
            _pictures(album, title, folder, url)
    except OSError as error:
        raise Stop(explained(error)) from None
    for line in (*have_at_hand(spec, made, language), *left_out(album, wanted)):
        echo(line, err=True)
    return Status.OK


def _sheets(album: Album, wanted: Wanted, reference: Reference | None, file: Path | None) -> None:
    """Write the sheets to a file, or list them if there is none. Raises `OSError`."""
    sheets = library()
    pages = sheets.sheets_of(album, wanted)
    with spinner("typesetting the sheets"):
        content, texts = sheets.made(album, pages, wanted, reference)
    if file is not None:
        replace_file(file, content, like=b"%PDF")
        echo(f"{file}: {counted(len(pages) + texts, 'page')}", err=True)
        return
    listed = [(REFERENCE, "front")] * texts + [(sheet.told, sheet.side) for sheet in pages]
    print_table([(str(n), *each) for n, each in enumerate(listed, 1)], ("sheet", "shows", "side"))


def _pictures(album: Album, title: str, folder: Path, url: str | None) -> None:
    """Make a folder with the pictures, and with what virtual tables import. Raises `OSError`."""
    sheets = library()
    address = f"{folder.resolve().as_uri()}/" if url is None else f"{url.rstrip('/')}/"
    with spinner("drawing pictures") as tell:
        made = sheets.pictures(album, lambda done, most: tell(f"drawing picture {done + 1} of {most}"))
    more = {sheets.SAVED: sheets.saved_object(album, title, address), sheets.LIST: sheets.list_of(album)}
    new_folder(folder, made | more)
    echo(f"{folder}: {counted(len(made), 'picture')}", err=True)


def _check_wanted(file: Path | None, folder: Path | None, url: str | None, *, dry_run: bool) -> None:
    """Raise `Stop` if there is nothing to write, or an option for something that is not written."""
    if file is None and folder is None and not dry_run:
        raise Stop("there is nothing to write", "`-o FILE.pdf` writes sheets, `--png DIR` pictures")
    if file is not None and file.suffix.lower() != ".pdf":
        raise Stop(f"`{file}` does not end in `.pdf`", "sheets are a PDF file: `-o cards.pdf`")
    if url is not None and folder is None:
        raise Stop("`--url` is for pictures", "add `--png DIR`, or leave it out")
    context = click.get_current_context()
    for name in FOR_SHEETS:
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and file is None and not dry_run:
            raise Stop(f"`--{name}` is for sheets", "add `-o FILE.pdf`, or leave it out")
