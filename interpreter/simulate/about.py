"""What a table of games says of itself: what run it is of, and what its game consists of.

It is one JSON object. Parquet has it in its metadata, whole and key by key; beside a file of another form it
stands in a file of its own (`beside`), so that a table can be told by its files alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.simulate.columns import VERSION, faces_of
from interpreter.simulate.measures import own_measures
from interpreter.simulate.wins import Deciding
from interpreter.words import Words

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter.simulate.intervals import Until
    from interpreter.simulate.plans import Plan

__all__ = ["KEYS", "WHOLE", "Origin", "about_run", "about_table", "beside", "has_room"]

WHOLE = "about"
"""The key of Parquet's metadata, after `gamespec.`, that has the whole object."""

KEYS = {
    "table": "the version of the table",
    "title": "the game's title, in English if there is one",
    "teams": "by seat the number of its team; of each player another one where there are no teams",
    "decided": "whether all win or lose together (`together`), what can become of a game (`fates`), and the "
    "outcomes by which players are ranked (`unsaid`)",
    "scored": "whether the game has a `score`",
    "parts": "the named parts of the score, in their order, each with what people call it",
    "actions": "the actions, in the order of the columns",
    "measures": "the game's own measures, by their names: of each its `title`, its `unit`, which is `share` "
    "or `number`, and whether it is one of each seat (`seats`) and a mean of turns (`turns`)",
    "faces": "what components are called in the columns, each with the id of its kind",
    "rows": "how many games the table has",
}
"""What is said of every table, whoever makes it, and what it means."""


@dataclass(frozen=True, slots=True)
class Origin:
    """How a game was asked for: as what it was `called`, and which options were `given`, as texts.

    `program` is the hash of its program, as it is without what the game measures.
    """

    called: str
    given: tuple[tuple[str, str], ...]
    program: str

    @classmethod
    def of(cls, compiled: Compiled, called: str, given: Mapping[str, str | int | bool]) -> Origin:
        """That of a game which was compiled by this name and with these options."""
        from gamespec.program.written import program_hash

        texts = {name: str(v).lower() if isinstance(v, bool) else str(v) for name, v in given.items()}
        return cls(called, tuple(texts.items()), program_hash(compiled.program))


def about_run(plan: Plan, games: int, until: Until | None) -> dict[str, Any]:
    """What a table says of its run, for which so many games were asked.

    A plan without an origin is of the game by its id, with all of its options given.
    """
    names = plan.compiled.names
    origin = plan.origin or Origin.of(plan.compiled, names.game, names.options)
    return {
        **plan.about,
        "games": games,
        "until": until and until.half,
        "estimate": plan.estimate or None,
        "seats": list(plan.players),
        "rotate": plan.rotate,
        "program": origin.program,
        "called": origin.called,
        "set": dict(origin.given),
    }


def about_table(compiled: Compiled, run: Mapping[str, Any], actions: list[str]) -> dict[str, Any]:
    """What is said of the table of a run: `run`, and what its game consists of."""
    program, names = compiled.program, compiled.names
    parts = [(part.ident.name, part.label) for part in names.score if part.ident is not None]
    return {
        "table": VERSION,
        **run,
        "title": names.title.in_("en"),
        "teams": list(program.teams),
        "decided": Deciding.of(program).as_dict(),
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
