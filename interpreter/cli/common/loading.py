"""Loads games by name, and reports their mistakes in the style of the command line."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

import gamespec
from gamespec.text.render import render
from interpreter.cli.common.arguments import named_paths
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.output import coloured
from interpreter.cli.common.screen import Drawn, echo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gamespec.compile import Compiled
    from gamespec.compile.link.names import Names
    from gamespec.documents.document import Mapping as Nodes
    from gamespec.text.diagnostics import Diagnostic

__all__ = ["compiled", "document", "faults_told", "load", "load_if_sound", "tell", "unknown_game"]


def load(name: str, *also: str) -> gamespec.Spec:
    """Load a game by name or path. The game may also read the paths in `also` and those given by `--reach`.

    If the game has mistakes, this prints them and ends the command with status 1. Raises `Stop` if there is
    no such game.
    """
    spec = load_if_sound(name, *also)
    if spec is None:
        raise click.exceptions.Exit(Status.FOUND)
    return spec


def load_if_sound(name: str, *also: str) -> gamespec.Spec | None:
    """Load a game and return it, or print its mistakes and return `None`.

    Raises `Stop` if there is no such game.
    """
    try:
        return gamespec.load(name, (*also, *named_paths()))
    except gamespec.UnknownGame as error:
        raise unknown_game(name, error) from None
    except gamespec.SpecError as error:
        tell(error.diagnostics)
        return None


def compiled(
    spec: gamespec.Spec,
    players: int | None,
    options: Mapping[str, str | int | bool],
    *,
    checked: bool = False,
) -> Compiled:
    """Compile a game for a number of players and a choice of options, as `Spec.compiled` does.

    Raises `Stop` if the game does not allow them.
    """
    try:
        return spec.compiled(players, options, checked=checked)
    except gamespec.OptionError as error:
        raise Stop(str(error)) from None
    except gamespec.SpecError as error:
        tell(error.diagnostics)
        raise click.exceptions.Exit(Status.FOUND) from None


def document(spec: gamespec.Spec, options: Mapping[str, str]) -> Nodes:
    """Return the merged document of a valid game, with the given options as its defaults.

    In the document, these defaults have `--set` as their source.
    """
    from gamespec.catalogue import find
    from gamespec.reading import read_overlays
    from gamespec.text.diagnostics import Collector
    from gamespec.variant import Overlay, merge

    found = Collector()
    read = read_overlays(find(spec.name), found, spec.reach)
    assert read is not None  # noqa: S101 - the game is sound
    root = merge(*read, found)
    if not options:
        return root
    return merge(root, [Overlay("--set", _edits(options))], found)


def _edits(options: Mapping[str, str]) -> Nodes:
    """Return an overlay that sets the defaults of the given options."""
    from gamespec.documents.document import Entry, Scalar, Sequence
    from gamespec.documents.document import Mapping as Nodes
    from gamespec.documents.nodes import core_value
    from gamespec.text.diagnostics import Collector
    from gamespec.text.source import Source

    def written(text: str) -> Scalar:
        span = Source("--set", text).span(0, len(text))
        return Scalar(core_value(text, span, Collector()), text, span, span)

    pairs = tuple(Entry(written(f"options.{name}.default"), written(v)) for name, v in options.items())
    here = Source("--set", "").span()
    edit = Nodes((Entry(written("set"), Nodes(pairs, here)),), here)
    return Nodes((Entry(written("edit"), Sequence((edit,), here)),), here)


def unknown_game(name: str, error: gamespec.UnknownGame) -> Stop:
    """Return the error for a name that is neither a game nor a path, or whose variant is unknown."""
    game, plus, variant = error.name.rpartition("+")
    if plus:
        return Stop(f"`{game}` has no variant `{variant}`", error.hint)
    cure = error.hint or "give a directory, a YAML file, or a name from `gamespec list`"
    return Stop(f"there is no game or file `{name}`", cure)


def tell(diagnostics: Iterable[Diagnostic]) -> None:
    """Print diagnostics in full length on standard error."""
    echo(Drawn(render(list(diagnostics), "full", coloured(sys.stderr))), err=True)


@contextmanager
def faults_told(names: Names) -> Iterator[None]:
    """Print a fault that the game raises in the `with` block, and end the command with status 1.

    Raises `Stop` if a bot from a user's file fails.
    """
    import interpreter
    from interpreter.bots.refusals import BotFailed
    from interpreter.words.faults import diagnose

    try:
        yield
    except interpreter.Fault as fault:
        tell([diagnose(fault, names)])
        raise click.exceptions.Exit(Status.FOUND) from None
    except BotFailed as failed:
        raise Stop(str(failed)) from None
