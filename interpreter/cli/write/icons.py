"""The command `gamespec icons [WORD...]`, which finds icons for the looks of a game."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.icons import found, vocabulary
from gamespec.system.writing import replace_file
from gamespec.text.plurals import counted
from gamespec.text.suggest import did_you_mean
from interpreter.cli.common.arguments import example, format_option
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.completing import words_of_icons
from interpreter.cli.common.output import print_json, print_table, terminal_width
from interpreter.cli.common.paged import is_page
from interpreter.cli.common.results import WRITTEN
from interpreter.cli.common.screen import echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.icons import Icon

__all__ = ["command"]

HEADERS = ("icon", "tags")
MARGIN = 4
"""Number of columns beside and between the name and the tags."""


@click.command(
    "icons",
    epilog=example(
        "gamespec icons paw", "gamespec icons animals -o animals.html", "gamespec icons -o all.html"
    ),
)
@click.argument("words", nargs=-1, metavar="[WORD...]", shell_complete=words_of_icons)
@click.option(
    "-o",
    "--out",
    "file",
    type=WRITTEN,
    metavar="FILE",
    help="Write a page with pictures of the icons to FILE, whose name ends in .html.",
)
@format_option("text", "json")
def command(words: tuple[str, ...], file: Path | None, style: str) -> int:
    """Find icons for the looks of a game.

    Lists the icons whose names or tags fit each WORD, the best first; without WORD it lists all of them.
    Under `view`, the key `icon` takes the name of an icon: `fox: {symbol: F, icon: paw-print}`. The exit
    status is 1 if no icon fits.
    """
    if file is not None and style == "json":
        raise Stop("`-o` writes a page, not JSON", "leave out `-o` or `--format json`")
    if file is not None and not is_page(file):
        raise Stop(f"`{file}` does not end in `.html`", "the pictures are on an HTML page: `-o icons.html`")
    fitting = found(" ".join(words))
    if file is not None and fitting:
        _write(file, fitting)
    elif style == "json":
        print_json([{"icon": icon.name, "tags": icon.tags} for icon in fitting])
    elif fitting:
        _list(fitting)
    echo(counted(len(fitting), "icon"), err=True)
    if not fitting:
        echo(f"  = help: {_hint(words)}", err=True)
    return Status.OK if fitting else Status.FOUND


def _list(icons: Sequence[Icon]) -> None:
    """Print names and tags. On a terminal, each icon gets one line."""
    room = terminal_width() - max(len(icon.name) for icon in icons) - MARGIN
    rows = [(icon.name, ", ".join(icon.tags)) for icon in icons]
    if sys.stdout.isatty():
        rows = [(name, textwrap.shorten(tags, max(room, MARGIN), placeholder=" …")) for name, tags in rows]
    print_table(rows, HEADERS)


def _write(file: Path, icons: Sequence[Icon]) -> None:
    from interpreter.cli.write.icon_page import icon_page

    replace_file(file, icon_page(icons).encode())
    echo(f"page    {file}", err=True)


def _hint(words: Sequence[str]) -> str:
    """Return what to try if no icon fits all words."""
    strange = next((word for word in words if not found(word)), None)
    if strange is None:
        return "each word fits some icons, but not the same; use fewer words"
    near = did_you_mean(strange, vocabulary())
    return near or "try a more general word, such as `building`; -o shows all icons"
