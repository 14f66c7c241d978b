"""What a table of games says of itself: what run it is of, and what its game consists of.

It is one JSON object. Parquet has it in its metadata, whole and key by key; beside a file of another form it
stands in a file of its own (`beside`), so that a table can be told by its files alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.simulate.columns import VERSION, faces_of
from interpreter.simulate.measures import own_measures
from interpreter.words import Words

if TYPE_CHECKING:
    from gamespec.compile import Compiled

__all__ = ["KEYS", "WHOLE", "about_table", "beside", "has_room"]

WHOLE = "about"
"""The key of Parquet's metadata, after `gamespec.`, that has the whole object."""

KEYS = {
    "table": "the version of the table",
    "title": "the game's title, in English if there is one",
    "teams": "by seat the number of its team; of each player another one where there are no teams",
    "scored": "whether the game has a `score`",
    "parts": "the named parts of the score, in their order, each with what people call it",
    "actions": "the actions, in the order of the columns",
    "measures": "the game's own measures, by their names: of each its `title`, its `unit`, which is `share` "
    "or `number`, and whether it is one of each seat (`seats`) and a mean of turns (`turns`)",
    "faces": "what components are called in the columns, each with the id of its kind",
    "rows": "how many games the table has",
}
"""What is said of every table, whoever makes it, and what it means."""


def about_table(compiled: Compiled, run: Mapping[str, Any], actions: list[str]) -> dict[str, Any]:
    """What is said of the table of a run: `run`, and what its game consists of."""
    program, names = compiled.program, compiled.names
    parts = [(part.ident.name, part.label) for part in names.score if part.ident is not None]
    return {
        "table": VERSION,
        **run,
        "title": names.title.in_("en"),
        "teams": list(program.teams),
        "scored": bool(program.score),
        "parts": {name: name if label is None else label.in_("en") for name, label in parts},
        "actions": actions,
        "measures": _measures(compiled),
        "faces": faces_of(compiled),
    }


def _measures(compiled: Compiled) -> dict[str, dict[str, Any]]:
    """The measures that a program has, by their names."""
    both = zip(own_measures(Words(compiled)), compiled.program.measures, strict=True)
    return {
        measure.key.removeprefix("measure."): {
            "title": measure.title,
            "unit": measure.unit,
            "seats": of.each,
            "turns": of.turn,
        }
        for measure, of in both
    }


def has_room(path: Path) -> bool:
    """Whether a table in this file can say of itself what run it is of."""
    return path.suffix.lower() == ".parquet"


def beside(path: Path) -> Path:
    """The file that says of a table in another form what run it is of."""
    return path.with_name(f"{path.name}.about.json")
