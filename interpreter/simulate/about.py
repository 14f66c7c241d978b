"""The metadata of a table of games, which describes the run that made the table and the parts of its game.

The metadata is one JSON object. A Parquet file stores the object twice, as a whole and key by key. For a
table in any other format, the metadata is in a separate file (see `beside`). So every table is
self-describing.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamespec.program.frozen import dataclass
from interpreter.simulate.columns import VERSION, faces_of, labels_of
from interpreter.simulate.measures import own_measures
from interpreter.simulate.wins import Deciding
from interpreter.words import Words

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter.simulate.intervals import Until
    from interpreter.simulate.plans import Plan

__all__ = ["KEYS", "WHOLE", "Origin", "about_run", "about_table", "beside", "has_room"]

WHOLE = "about"
"""The key, without the prefix `gamespec.`, under which the metadata of a Parquet file holds the whole object.
"""

KEYS = {
    "table": "the version of the table",
    "title": "the game's title, in English if there is one",
    "teams": "the number of each seat's team; without teams, each seat has another number",
    "decided": "whether all win or lose together (`together`), the possible fates of a game (`fates`), and "
    "the outcomes with which players are ranked (`unsaid`)",
    "scored": "whether the game has a `score`",
    "parts": "the named parts of the score, in order, each with its name for people",
    "actions": "the actions, in the order of the columns",
    "measures": "the game's own measures, by name: for each its `title`, its `unit` (`share` or `number`), "
    "whether each seat has one (`seats`), and whether it is a mean over turns (`turns`)",
    "faces": "the names of components in the columns, each with the id of its kind",
    "labels": "the label of each name in `faces`, in English if there is one; without a label, the name",
    "kinds": "the kinds of components whose name has plural forms, each with its plural",
    "rows": "the number of games in the table",
}
"""Maps each key of a table's metadata to its meaning."""


@dataclass(frozen=True, slots=True)
class Origin:
    """How the user specified a game.

    `called` is the name that the user gave, `given` holds the options as strings, and `program` is the hash
    of the game's program without measures.
    """

    called: str
    given: tuple[tuple[str, str], ...]
    program: str

    @classmethod
    def of(cls, compiled: Compiled, called: str, given: Mapping[str, str | int | bool]) -> Origin:
        """Return the origin of `compiled`, which the user named `called` and gave the options `given`."""
        from gamespec.program.written import program_hash

        texts = {name: str(v).lower() if isinstance(v, bool) else str(v) for name, v in given.items()}
        return cls(called, tuple(texts.items()), program_hash(compiled.program))


def about_run(plan: Plan, games: int, until: Until | None) -> dict[str, Any]:
    """Return the metadata of a run for which `games` games were requested.

    If the plan has no origin, the metadata names the game by its id and lists all of its options.
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
    """Return the metadata of a table, which combines the metadata `run` with a description of the game."""
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
        "labels": labels_of(compiled),
        "kinds": _plurals(compiled),
    }


def _plurals(compiled: Compiled) -> dict[str, str]:
    """Map each kind whose name has plural forms to its plural, such as `cards`."""
    words = Words(compiled)
    plurals = ((kind, words.several(kind)) for kind in compiled.names.world.kinds)
    return {kind: plural for kind, plural in plurals if plural is not None}


def _measures(compiled: Compiled) -> dict[str, dict[str, Any]]:
    """Return a dict from the name of each measure in the program to a description of it."""
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
    """Return whether the file format of `path` can store metadata."""
    return path.suffix.lower() == ".parquet"


def beside(path: Path) -> Path:
    """Return the path of the metadata file that accompanies a table in a format other than Parquet."""
    return path.with_name(f"{path.name}.about.json")
