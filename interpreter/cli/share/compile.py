"""The command `gamespec compile GAME`, which compiles a game to a program or a WebAssembly module."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.program.written import FORMAT, About, Malformed, program_hash, write
from gamespec.system.writing import replace_file, replacing
from interpreter.cli.common.arguments import example, game_argument, players_option, reach_option, set_option
from interpreter.cli.common.boundary import Status, Stop, explained
from interpreter.cli.common.loading import compiled, load
from interpreter.cli.common.results import WRITTEN
from interpreter.cli.common.screen import Drawn, echo

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gamespec.compile import Compiled

__all__ = ["command"]


@click.command(
    "compile",
    epilog=example(
        "gamespec compile my-game -o my-game.json",
        "gamespec compile my-game --players 4 > my-game.json",
        "gamespec compile my-game --wasm -o my-game.wasm --loader gamespec.mjs",
    ),
)
@game_argument
@players_option
@set_option
@reach_option
@click.option("--wasm", is_flag=True, help="Write a WebAssembly module instead of a program.")
@click.option(
    "-o",
    "--output",
    type=WRITTEN,
    metavar="FILE",
    help="The file to write; by default standard output, but a module needs a file.",
)
@click.option(
    "--loader",
    type=WRITTEN,
    metavar="FILE",
    help="With --wasm, also write the JavaScript that plays a module.",
)
def command(  # noqa: PLR0913 - as click passes them
    game: str,
    players: int | None,
    options: Mapping[str, str],
    output: Path | None,
    loader: Path | None,
    *,
    wasm: bool,
) -> int:
    """Compile a game to a program or a WebAssembly module.

    GAME is a shipped game, a directory or a YAML file. The result is for one number of players (by
    default the least) and one choice of options. A program is for engines. It holds the meaning of the
    game and nothing of its text: no name, text or comment. A module plays the game by itself, in browsers,
    Node and other hosts; it contains the names that messages need. The command writes each file whole or
    not at all.
    """
    if wasm and output is None:
        raise Stop("`--wasm` needs a file for the module", "add `-o FILE.wasm`")
    if loader is not None and not wasm:
        raise Stop("`--loader` needs `--wasm`")
    if loader is not None and loader == output:
        raise Stop(f"`{output}` cannot be both the module and the loader")
    spec = load(game)
    made = compiled(spec, players, options)
    if wasm and output is not None:
        _write_module(made, spec.path.parent, output, loader)
        return Status.OK
    names = made.names
    try:
        text = write(made.program, _about(made))
    except Malformed as error:
        raise Stop(f"`{names.game}` cannot be written down: {error}") from None
    if output is None:
        echo(Drawn(text.decode()), nl=False)
        return Status.OK
    try:
        replace_file(output, text, like=FORMAT.encode())
    except OSError as error:
        raise Stop(explained(error)) from None
    _tell(output, text, made)
    return Status.OK


def _about(made: Compiled) -> About:
    return About(made.names.game, made.names.options, made.names.spec_hash)


def _tell(path: Path, content: bytes, made: Compiled) -> None:
    echo(f"{path}: {len(content):,} bytes, program {program_hash(made.program)[:12]}", err=True)


def _write_module(made: Compiled, folder: Path, output: Path, loader: Path | None) -> None:
    """Write the module of a game in a folder and, if asked, the loader. Raises `Stop`."""
    from interpreter.compiled.export import module_file
    from interpreter.labels import labels_of

    module, script = module_file.write(made.program, _about(made), labels_of(made, folder)), b""
    try:
        with ExitStack() as stack:  # both files are complete before one replaces another
            if loader is not None:
                script = module_file.loader()
                stack.enter_context(replacing(loader, like=module_file.LOADER)).write(script)
            stack.enter_context(replacing(output, like=module_file.FORMAT.encode())).write(module)
    except OSError as error:
        raise Stop(explained(error)) from None
    _tell(output, module, made)
    if loader is not None:
        echo(f"{loader}: {len(script):,} bytes", err=True)
