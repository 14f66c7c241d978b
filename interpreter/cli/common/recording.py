"""The options `--out` and `--resume`, which keep the table of a run, and `--until`, which ends the run."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.results import WRITTEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from interpreter.simulate import Plan, Table, Until

__all__ = [
    "check_form",
    "estimate_option",
    "listed",
    "most_of",
    "options_of_runs",
    "recorded",
    "until_option",
]

MOST_PLAYED = 10
"""Limit on the number of games with `--until`, as a multiple of the number that usually suffices.

That number suffices if every game has a result.
"""

MOST_ESTIMATES = 1_000_000
"""Maximum number of random games per estimate of the winner."""

F = TypeVar("F", bound="Callable[..., Any]")

PERCENT = 100
LEAST, GREATEST = 0.01, 10.0
"""Minimum and maximum half-width of an interval that `--until` accepts, in percentage points."""


def _until_of(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Until | None:
    """Parse the value of `--until`, a half-width in percentage points. Raises `Stop` if it is invalid."""
    from interpreter.simulate import Until

    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?) ?pp", text)
    if found is None:
        raise Stop(f"`--until {text}` is not a number of percentage points", "write it like `1pp` or `0.5pp`")
    points = float(found[1])
    if not LEAST <= points <= GREATEST:
        raise Stop(f"`--until {text}` is not between `{LEAST}pp` and `{GREATEST:.0f}pp`")
    return Until(points / PERCENT)


def until_option(what: str) -> Callable[[F], F]:
    """Return a decorator that adds the option `--until Npp`, which stops when `what` is known precisely."""
    return click.option(
        "--until",
        metavar="Npp",
        callback=_until_of,
        help=f"Play until {what} is known to within N percentage points; --games is then the maximum.",
    )


def estimate_option(command: F) -> F:
    """Add the option `--estimate N`, passed as `estimate`."""
    return click.option(
        "--estimate",
        type=click.IntRange(1, MOST_ESTIMATES),
        metavar="N",
        help="At the end of each turn, estimate from N random games who is going to win; slow.",
    )(command)


def most_of(games: int, until: Until | None) -> int:
    """Return the maximum number of games to play.

    If `--until` is given without `--games`, the maximum is a multiple of the number of games that the
    requested precision needs.
    """
    source = click.get_current_context().get_parameter_source("games")
    return MOST_PLAYED * until.most if until is not None and source is ParameterSource.DEFAULT else games


def options_of_runs(command: F) -> F:
    """Add the options `--until`, `--out` and `--resume`."""
    for option in (
        click.option(
            "--resume", is_flag=True, help="Continue an interrupted run with --out, if there is one."
        ),
        click.option(
            "--out",
            type=WRITTEN,
            metavar="FILE",
            help="Write a row for each game into FILE: .parquet, .csv or .jsonl.",
        ),
        until_option("each seat's win share"),
    ):
        command = option(command)
    return command


@contextmanager
def recorded(out: Path | None, plan: Plan, about: dict[str, Any], *, resume: bool) -> Iterator[Table | None]:
    """Open the table of a run for the `with` block, or provide `None` if `out` is `None`.

    Raises `Stop` if the table cannot be written.
    """
    if out is None:
        if resume:
            raise Stop("`--resume` continues a table, but there is no `--out`")
        yield None
        return
    from gamespec.system.locking import InUse
    from interpreter.simulate import Damaged, OtherRun, OtherVersion, Table, parts_of

    check_form(out)
    folder = parts_of(out)
    try:
        with Table(out, plan, about, resume=resume) as table:
            yield table
    except OtherRun as other:
        message = f"the run in `{folder}` has {other.name} {other.had}, not {other.has}"
        raise Stop(message, "`--resume` needs the same command; or remove the folder") from None
    except OtherVersion:
        cure = "finish it with the gamespec that began it; or remove the folder, and play all games again"
        raise Stop(
            f"the run in `{folder}` was begun by a gamespec with another form of games", cure
        ) from None
    except Damaged as damaged:
        raise Stop(f"`{damaged.path}` is damaged or missing", _cure(damaged.path)) from None
    except InUse:
        cure = "wait until it has ended, or give another `--out`"
        raise Stop(f"another run is writing to `{folder}`", cure) from None
    except FileExistsError as error:
        if resume or error.filename != str(folder):
            raise
        cure = "`--resume` continues it; or remove the folder"
        raise Stop(f"there is an interrupted run in `{folder}`", cure) from None


def _cure(damaged: Path) -> str:
    """Suggest what the user can do about a damaged file of a run."""
    from interpreter.simulate.formats.parts import ABOUT

    if damaged.name == ABOUT:
        return "remove the folder, and play all games again"
    return "remove it, if it exists, and the files after it: `--resume` plays their games again"


def check_form(out: Path, more: Iterable[str] = ()) -> None:
    """Raise `Stop` unless the extension of `out` is that of a format that can be written here.

    The message also lists the extensions in `more`.
    """
    from interpreter.simulate import FORMATS, format_of

    try:
        format_of(out)
    except KeyError:
        raise Stop(f"`{out}`: `{out.suffix}` is not a format of tables", listed((*FORMATS, *more))) from None
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] != "pyarrow":
            raise
        cure = "`pip install 'gamespec[table]'` installs it; `.csv` and `.jsonl` need no library"
        raise Stop("writing Parquet files needs pyarrow, which is not installed", cure) from None


def listed(endings: Iterable[str]) -> str:
    """Format the extensions that a table's file name may have, as a list for a message."""
    *some, last = (f"`{ending}`" for ending in endings)
    return f"the name may end in {', '.join(some)} or {last}"
