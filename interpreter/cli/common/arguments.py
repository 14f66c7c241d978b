"""The arguments and options that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from interpreter.cli.common import completing
from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "LARGEST_SEED",
    "assignments",
    "example",
    "format_option",
    "game_argument",
    "games_argument",
    "language_option",
    "luck_option",
    "named_paths",
    "optional_game_argument",
    "path_arguments",
    "players_option",
    "reach_option",
    "seats_option",
    "seed_option",
    "set_option",
]

F = TypeVar("F", bound="Callable[..., Any]")

LARGEST_SEED = 2**64 - 1


def example(*lines: str) -> str:
    """Return the epilog of a command's help, which shows examples.

    Each example has the mark that keeps click from wrapping it.
    """
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def assignments(_ctx: click.Context, param: click.Parameter, texts: Sequence[str]) -> dict[str, str]:
    """Parse the values of an option such as `--set`, which have the form `name=value`.

    Raises `Stop` if a value is malformed or a name is repeated.
    """
    values: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals):
            message = f"`{param.opts[0]} {text}` is not of the form `option=value`"
            raise Stop(message)
        if name in values:
            message = f"`{param.opts[0]}` gives `{name}` twice"
            raise Stop(message)
        values[name] = value
    return values


game_argument = click.argument("game", shell_complete=completing.games)
"""The argument `game`, which is the id of a shipped game, a directory with `game.yaml`, or a YAML file."""

optional_game_argument = click.argument(
    "game", required=False, metavar="[GAME]", shell_complete=completing.games
)
"""The optional argument `game`, which is `None` if it is absent."""

games_argument = click.argument("games", nargs=-1, metavar="[GAME...]", shell_complete=completing.games)
"""The argument `games`, which takes any number of games."""

path_arguments = click.argument("paths", nargs=-1, metavar="[PATH...]", shell_complete=completing.games)
"""The argument `paths`, which takes any number of games, files and directories."""


def players_option(command: F) -> F:
    """Add the option `--players N`."""
    return click.option(
        "--players",
        type=click.IntRange(min=1),
        metavar="N",
        help="The number of players.",
        shell_complete=completing.players,
    )(command)


def seed_option(command: F) -> F:
    """Add the option `--seed S`."""
    return click.option(
        "--seed",
        type=click.IntRange(0, LARGEST_SEED),
        default=0,
        metavar="S",
        show_default=True,
        help="The seed of all chance.",
    )(command)


def luck_option(command: F) -> F:
    """Add the option `--luck L`. If it is absent, its value is `None`, and the command uses 0."""
    return click.option(
        "--luck",
        type=click.IntRange(0, LARGEST_SEED),
        metavar="L",
        help="The seed of the random players' answers; by default 0.",
    )(command)


def _known(
    option: str, names: Sequence[str], *, clock: bool = False, people: bool = False
) -> tuple[str, ...]:
    """Check the names of bots, and return them as a tuple.

    Raises `Stop` for an unknown bot. Unless `clock` is true, it also does so for a bot that thinks for a
    given time. With `people`, the advice names people, who can have a seat too, first.
    """
    from interpreter.bots import BadBot, UnknownBot, bot, by_clock

    for name in names:
        try:
            bot(name)
        except UnknownBot as error:
            cure = f"write `{HUMAN}` for a person, as for yourself; {error.cure}" if people else error.cure
            raise Stop(f"{option}: {error}", cure) from error
        except BadBot as error:
            raise Stop(f"{option}: {error}", error.cure) from error
        if by_clock(name) and not clock:
            cure = "give a number of playouts, such as `mcts:400`; `gamespec play` accepts a time"
            raise Stop(f"{option}: `{name}` thinks for a given time, but this must be repeatable", cure)
    return tuple(names)


def bots_of(_ctx: click.Context, _param: click.Parameter, text: str) -> tuple[str, ...]:
    """Return the names of the bots in the comma-separated value of `--bots`."""
    return _known("`--bots`", [name.strip() for name in text.split(",")])


def _bots_by_seat(_ctx: click.Context, _param: click.Parameter, text: str | None) -> tuple[str, ...] | None:
    return None if text is None else _known("`--seats`", [name.strip() for name in text.split(",")])


def bots_option(command: F) -> F:
    """Add the option `--seats BOT,...`, passed as `seats`.

    The value is a tuple of names of bots, or `None` if the option is absent.
    """
    return click.option(
        "--seats",
        callback=_bots_by_seat,
        metavar="BOT,...",
        help="The bots, one for each seat, or one for all. They move on by one seat from game to game.",
    )(command)


HUMAN = "human"


def _seats(_ctx: click.Context, _param: click.Parameter, text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    seats = tuple(seat.strip() for seat in text.split(","))
    _known("`--seats`", [seat for seat in seats if seat != HUMAN], clock=True, people=True)
    return seats


def seats_option(command: F) -> F:
    """Add the option `--seats KIND,...`, passed as `seats`.

    The value is a tuple whose items are `human` or names of bots, or `None` if the option is absent.
    """
    return click.option(
        "--seats", callback=_seats, metavar="KIND,...", help="The player in each seat: human, or a bot."
    )(command)


def set_option(command: F) -> F:
    """Add the option `--set OPTION=VALUE`, whose values are passed together as the dict `options`."""
    return click.option(
        "--set",
        "options",
        multiple=True,
        metavar="OPTION=VALUE",
        callback=assignments,
        shell_complete=completing.assignments,
        help="Set an option of the game; may be repeated.",
    )(command)


_REACH = "interpreter.cli.reach"


def _remember(ctx: click.Context, _param: click.Parameter, paths: Sequence[str]) -> None:
    ctx.meta[_REACH] = tuple(paths)


def reach_option(command: F) -> F:
    """Add the option `--reach PATH`. `named_paths` returns its values."""
    return click.option(
        "--reach",
        multiple=True,
        expose_value=False,
        metavar="PATH",
        callback=_remember,
        help="A file or folder outside its project that a specification may also read.",
    )(command)


def named_paths() -> tuple[str, ...]:
    """Return the paths given by `--reach` on the current command line."""
    ctx = click.get_current_context(silent=True)
    return () if ctx is None else ctx.meta.get(_REACH, ())


def language_option(command: F) -> F:
    """Add the option `--lang en|de`, passed as `language`."""
    return click.option(
        "--lang",
        "language",
        type=click.Choice(["en", "de"]),
        default="en",
        show_default=True,
        help="The language of the game's texts.",
    )(command)


def format_option(*styles: str) -> Callable[[F], F]:
    """Return a decorator that adds the option `--format`, passed as `style`.

    The first of `styles` is the default.
    """
    return click.option(
        "--format",
        "style",
        type=click.Choice(styles),
        default=styles[0],
        show_default=True,
        help="The output format.",
    )
