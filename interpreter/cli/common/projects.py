"""Arguments that name a folder of games, and missing arguments, which stand for the current folder.

Commands then use everything below the folder.
"""

from __future__ import annotations

from pathlib import Path

from gamespec.catalogue import UnknownGame, find
from gamespec.project import MOST_ENTRIES, Project, TooMany, survey
from gamespec.system.plain import is_folder
from gamespec.text.plurals import counted
from interpreter.cli.common.arguments import named_paths
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.screen import echo

__all__ = ["HERE", "found_below", "is_collection", "surveyed"]

HERE = "."
"""The folder to use if the command line does not name one."""


def is_collection(name: str) -> bool:
    """Return whether `name` is the name of a folder that is not itself a game."""
    try:
        find(name)
    except UnknownGame:
        return is_folder(Path(name))
    return False


def surveyed(folder: str) -> Project:
    """Return the project below a folder.

    Raises `Stop` if the folder has nothing to use, or too many files.
    """
    try:
        project = survey(Path(folder), named_paths())
    except TooMany:
        message = f"there are more than {MOST_ENTRIES:,} files and folders below `{folder}`"
        raise Stop(message, "name the games, or a folder with fewer files") from None
    if not project.parts and not project.wrong:
        message = f"there is no game, overlay or file of scenarios below `{folder}`"
        cure = "name a game from `gamespec list`, or make one: `gamespec init my-game`"
        raise Stop(message, cure)
    return project


def found_below(folder: str) -> Project:
    """Return the project below a folder, and print on standard error how many files of each kind it has.

    Raises `Stop` if the folder has nothing to use, or too many files.
    """
    project = surveyed(folder)
    counts = (
        counted(len(project.of("game")), "game"),
        counted(len(project.of("overlay")), "overlay"),
        counted(len(project.of("scenarios")), "file of scenarios", "files of scenarios"),
    )
    bands = project.of("bands")
    more = f", {counted(len(bands), 'file of bands', 'files of bands')}" if bands else ""
    *first, last = f"{counts[0]}, {counts[1]}, {counts[2]}{more}".split(", ")
    echo(f"{', '.join(first)} and {last} below `{folder}`", err=True)
    return project
