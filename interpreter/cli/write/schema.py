"""The command `gamespec schema [NAME]`, which prints the JSON Schemas of a game's files.

Editors and other programs use the schemas to check and complete the files.
"""

from __future__ import annotations

import json
from typing import Any

import click

from gamespec.system.resources import directory
from gamespec.text.suggest import did_you_mean
from gamespec.validation import schema_names
from interpreter.cli.common.arguments import example
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.completing import schemas
from interpreter.cli.common.output import print_json, print_table
from interpreter.cli.common.screen import echo

__all__ = ["bundled", "command"]


@click.command(
    "schema", epilog=example("gamespec schema", "gamespec schema game --path", "gamespec schema variant")
)
@click.argument("name", metavar="[NAME]", required=False, shell_complete=schemas)
@click.option("--path", "as_path", is_flag=True, help="Print the path of the file, or of all files.")
def command(name: str | None, *, as_path: bool) -> int:
    """Print a JSON Schema of the files of a game.

    Without NAME the command lists the schemas, with the `$id` of each. A printed schema is complete: it
    contains, under `$defs`, the schemas that it refers to. The files lie side by side and refer to each
    other.
    """
    names = schema_names()
    if name is not None and name not in names:
        message = f"there is no schema `{name}`"
        raise Stop(message, did_you_mean(name, names) or f"there are {', '.join(f'`{n}`' for n in names)}")
    if as_path:
        for each in names if name is None else (name,):
            echo(str(directory("schemas") / f"{each}.schema.json"))
    elif name is None:
        rows = [(each, _contents(each)["title"], _contents(each)["$id"]) for each in names]
        print_table(rows, ("schema", "of", "$id"))
    else:
        print_json(bundled(name))
    return Status.OK


def bundled(name: str) -> dict[str, Any]:
    """Return a schema in which `$defs` holds all schemas that it refers to directly or indirectly, by `$id`.

    JSON Schema 2020-12, core, 9.3 describes this form of bundling.
    """
    whole = _contents(name)
    waiting, there = _referred(whole), {name}
    embedded: dict[str, Any] = {}
    while waiting:
        other = waiting.pop()
        if other not in there:
            there.add(other)
            part = _contents(other)
            embedded[part["$id"]] = part
            waiting |= _referred(part)
    return {**whole, "$defs": {**whole.get("$defs", {}), **embedded}} if embedded else whole


def _contents(name: str) -> dict[str, Any]:
    text = (directory("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")
    contents: dict[str, Any] = json.loads(text)
    return contents


def _referred(part: object) -> set[str]:
    """Return the names of the other schemas to which a part of a schema refers."""
    if isinstance(part, list):
        return {name for item in part for name in _referred(item)}
    if not isinstance(part, dict):
        return set()
    file = str(part.get("$ref", "")).partition("#")[0]
    inside = {name for value in part.values() for name in _referred(value)}
    return inside | {file.removesuffix(".schema.json")} if file else inside
