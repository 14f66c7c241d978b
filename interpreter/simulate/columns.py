"""The columns of the table of games and the meaning of their values. The table has one row per game.

`FORMS` lists the families of columns. In the table of a program, a family has either a single column or one
column for each seat, action, part of the score, or place where components may lie. The manual's page is
generated from the same list (see `interpreter.simulate.manual`). Programs that read a table should check
`VERSION`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Literal, TypeAlias

from gamespec.program.frozen import dataclass
from gamespec.program.tables import NOWHERE
from interpreter.play.tally import STAGES, Cells, asked_at
from interpreter.words import Words

if TYPE_CHECKING:
    from gamespec.compile import Compiled

__all__ = [
    "ESTIMATED",
    "FORMS",
    "VERSION",
    "Column",
    "Form",
    "Type",
    "Value",
    "actions_of",
    "columns_of",
    "faces_of",
    "form_of",
    "labels_of",
    "told_apart",
]

VERSION = 2
"""The version of the table. It is incremented when a column is renamed, removed or changes its meaning, but
not when columns are added.
"""

Type: TypeAlias = Literal["int64", "uint64", "float64", "bool", "string"]
Value: TypeAlias = int | float | str | None


@dataclass(frozen=True, slots=True)
class Form:
    """A column, or a family of columns with one column for each value of the capitalised parts of its name.

    `lacks` describes the games for which the column has no value. For these games the table has `null`, which
    is an empty field in CSV.
    """

    name: str
    type: Type
    meaning: str
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column in the table of a program, with the family that it belongs to."""

    name: str
    form: Form


STOPPED = "stopped by a fault"
NO_RESULT = "without a result"
NO_TURNS = "stopped by a fault, or without turns"

NOT_FREE = f"{STOPPED}, or without a free offer"

UNKNOWN = f"{NO_RESULT}, or that no team won alone"

ESTIMATED = (
    Form("moments", "int64", "The number of moments with an estimate of who is going to win.", NO_RESULT),
    Form("uncertainty", "float64", "How open the outcome was, in bits: the mean over moments.", NO_RESULT),
    Form("halfway_chance", "float64", "The winner's chance when half of the turns were over.", UNKNOWN),
    Form(
        "drama.low",
        "float64",
        "A lower bound, on average, of how far the winner's chance was behind the greatest: the mean over "
        "moments.",
        UNKNOWN,
    ),
    Form("drama.high", "float64", "An upper bound of the same on average.", UNKNOWN),
    Form(
        "comeback.proven",
        "bool",
        "Whether a test proves that the winner had half of an even chance, or less, at a moment.",
        UNKNOWN,
    ),
    Form("comeback.open", "bool", "Whether no test refutes it.", UNKNOWN),
    Form(
        "known_early.proven",
        "float64",
        "The share of turns still to come at the first moment from which on a test proves that the winner's "
        "chance is 95 % or more.",
        UNKNOWN,
    ),
    Form(
        "known_early.open",
        "float64",
        "The same, at the first moment from which on no test refutes it.",
        UNKNOWN,
    ),
    Form(
        "halfway_won.proven",
        "bool",
        "Whether a test proves that the winner had a greater chance than any other at half of the turns.",
        UNKNOWN,
    ),
    Form("halfway_won.open", "bool", "Whether no test refutes it.", UNKNOWN),
)
"""The additional columns, at the end of the table, of a run that estimated the winner."""

FORMS = (
    Form("game", "int64", "The number of the game in its run, from 0."),
    Form("seed", "uint64", "The seed of the game: `gamespec play --seed`."),
    Form("luck", "uint64", "The seed of the random players: `--luck`."),
    Form("seat.SEAT", "string", "The player in the seat."),
    Form(
        "end",
        "string",
        "How it ended: an entry of `end`, or `finished`, `limit`, `truncated`.",
        STOPPED,
    ),
    Form(
        "outcome",
        "int64",
        "The same as a number: 1 finished, 2 ranked at the limit, 3 drawn there, 4 truncated; 8 and more are "
        "the entries of `end`, in their order.",
        STOPPED,
    ),
    Form("truncated", "bool", "Whether it was cut short by its limit, without a result."),
    Form("fault", "string", "The code of the fault that stopped it.", "not stopped by a fault"),
    Form("decisions", "int64", "Decisions in which somebody was asked."),
    Form("alone", "int64", "Decisions with one option that the game answered by itself.", STOPPED),
    Form("turns", "int64", "Turns; none in a game whose phases have no `turns`.", STOPPED),
    Form(
        "rounds",
        "int64",
        "Rounds: one begins with the first turn, and with each turn of a player who has had one in it.",
        STOPPED,
    ),
    Form(
        "options",
        "int64",
        "The total number of options over all decisions, including those `alone`.",
        STOPPED,
    ),
    Form("most_options", "int64", "The greatest number of options of a decision.", STOPPED),
    Form("forced", "int64", "Decisions with only one option, including those `alone`.", STOPPED),
    Form(
        "branching",
        "float64",
        "Options per decision: `options / (decisions + alone)`.",
        "stopped by a fault, or without a decision",
    ),
    Form(
        "forced_share",
        "float64",
        "The share of decisions that were forced: `forced / (decisions + alone)`.",
        "stopped by a fault, or without a decision",
    ),
    Form(
        "score.SEAT",
        "int64",
        "The score; in a game without one, 1 for a win, 0 for a draw, and -1 otherwise.",
        NO_RESULT,
    ),
    Form("score.SEAT.PART", "int64", "A named part of the score.", NO_RESULT),
    Form("place.SEAT", "int64", "The place; 1 is first, and places can be shared.", NO_RESULT),
    Form("won.SEAT", "bool", "Whether the seat has won, alone or with others; never in a draw.", NO_RESULT),
    Form(
        "share.SEAT",
        "float64",
        "The share of the win that the seat's team has ([definition](measures.md#a-share-of-the-wins)).",
        NO_RESULT,
    ),
    Form(
        "margin",
        "int64",
        "The highest score minus the highest of another team or, without teams, of another player.",
        f"{NO_RESULT}, without a score, or for one team",
    ),
    Form(
        "lead_changes",
        "int64",
        "How often a turn ended with a sole leader other than the previous one.",
        "stopped by a fault, or whose rules do not say who leads",
    ),
    Form(
        "led.SEAT",
        "int64",
        "Turns at whose end the seat, or its team, led alone.",
        "stopped by a fault, or whose rules do not say who leads",
    ),
    Form("last.SEAT", "string", "The action of the seat's last decision.", f"{STOPPED}, or without one"),
    Form(
        "last_turn.SEAT",
        "int64",
        "The number of turns that had begun by that decision.",
        f"{STOPPED}, or without one",
    ),
    Form(
        "stage",
        "int64",
        "The number of turns in a stage: the least power of 2 for which 16 stages suffice.",
        STOPPED,
    ),
    Form("decisions.STAGE", "int64", "Decisions in the stage, counted as for `branching`.", STOPPED),
    Form("options.STAGE", "int64", "The total number of options across these decisions.", STOPPED),
    Form("offered.SEAT.ACTION", "int64", "Decisions of the seat at which the action was offered.", STOPPED),
    Form("options.SEAT.ACTION", "int64", "The total number of its options there.", STOPPED),
    Form("chosen.SEAT.ACTION", "int64", "Decisions of the seat at which it chose the action.", STOPPED),
    Form(
        "first.SEAT.ACTION",
        "int64",
        "The number of the action's options at its first free offer: the first decision at which the seat "
        "could choose it or another action.",
        NOT_FREE,
    ),
    Form("first_of.SEAT.ACTION", "int64", "The number of all options there.", NOT_FREE),
    Form("took.SEAT.ACTION", "int64", "1 if the seat chose the action at that decision, else 0.", NOT_FREE),
    Form(
        "came.COMPONENT.ZONE",
        "int64",
        "How often such a component entered such a zone from another zone, in set-up too. A player's zone is "
        "named with its seat: `hand.1`.",
        STOPPED,
    ),
    Form("left.COMPONENT.ZONE", "int64", "How many such components were there at the end.", STOPPED),
    Form(
        "measure.MEASURE",
        "int64",
        "A measure of the game's own with `at: end`; for a condition 1 if it held, else 0.",
        STOPPED,
    ),
    Form("measure.MEASURE.mean", "float64", "A measure with `at: turn`: its mean over turns.", NO_TURNS),
    Form("measure.MEASURE.greatest", "int64", "Its greatest value at the end of a turn.", NO_TURNS),
    Form("measure.MEASURE.last", "int64", "Its value at the end of the last turn.", NO_TURNS),
)


def columns_of(compiled: Compiled, *, estimated: bool = False) -> tuple[Column, ...]:
    """Return the columns of a game's table, from left to right.

    If `estimated`, the columns about estimates of the winner come last.
    """
    program, names = compiled.program, compiled.names
    seats = [str(seat) for seat in range(1, program.players + 1)]
    values = {
        "SEAT": seats,
        "PART": [part.ident.name for part in names.score if part.ident is not None],
        "ACTION": actions_of(compiled),
        "STAGE": [str(stage) for stage in range(1, STAGES + 1)],
    }
    lying = _lying(compiled)
    measured = [{"MEASURE": list(_measured(compiled, turn=turn))} for turn in (False, True)]
    return tuple(
        Column(name, form)
        for form in (*FORMS, *(ESTIMATED if estimated else ()))
        for name in (
            [f"{form.name.partition('.')[0]}.{where}" for where in lying]
            if "COMPONENT" in form.name
            else _filled(form.name, measured[form.name.count(".") == 2])  # noqa: PLR2004 - `.mean` and so on
            if "MEASURE" in form.name
            else _filled(form.name, values)
        )
    )


def actions_of(compiled: Compiled) -> list[str]:
    """Return the names that a program's actions have in the table, in the program's order."""
    return told_apart([action.key for action in compiled.names.actions])


def _filled(name: str, values: dict[str, list[str]]) -> Iterator[str]:
    """Yield the family's name with values for its capitalised parts, once for each combination of values."""
    parts = [values.get(part, [part]) for part in name.split(".")]
    return (".".join(chosen) for chosen in product(*parts))


def _measured(compiled: Compiled, *, turn: bool) -> Iterator[str]:
    """Yield the names of the measures that are taken at turns, or of those taken at the end if not `turn`.

    A measure of each player yields one name per seat.
    """
    program = compiled.program
    for number, seat in asked_at(program, turn=turn):
        name = compiled.names.measures[number].ident.name
        yield f"{name}.{seat + 1}" if program.measures[number].each else name


def form_of(name: str) -> tuple[Form, tuple[str, ...]] | None:
    """Return the family of the column `name`, and the values that stand for its capitalised parts.

    Return `None` if no family has such a column. Apart from the separators, only the names of events that an
    agenda offers contain a dot.
    """
    for form, pattern in _patterns():
        if found := pattern.fullmatch(name):
            return form, found.groups()
    return None


@cache
def _patterns() -> tuple[tuple[Form, re.Pattern[str]], ...]:
    """Return each family with a pattern that matches the names of its columns, most specific family first."""
    forms = sorted((*FORMS, *ESTIMATED), key=lambda form: -form.name.count("."))
    patterns = (r"\.".join(map(_pattern, form.name.split("."))) for form in forms)
    return tuple((form, re.compile(pattern)) for form, pattern in zip(forms, patterns, strict=True))


def _pattern(part: str) -> str:
    """Return a regular expression for what can stand in the place of one part of a family's name."""
    stand = {"SEAT": r"(\d+)", "STAGE": r"(\d+)", "ZONE": r"([^.\d][^.]*(?:\.\d+)?)"}
    return stand.get(part, "(.+)") if part.isupper() else re.escape(part)


def faces_of(compiled: Compiled) -> dict[str, str]:
    """Map each name that components have in the table to the id of their kind.

    Components with the same face share a name.
    """
    return dict(zip(*_faces(compiled), strict=True))


def labels_of(compiled: Compiled) -> dict[str, str]:
    """Map each name that components have in the table to their label.

    Where several names have one label, or where it is empty, the name stands for itself.
    """
    words, names = Words(compiled), _faces(compiled)[0]
    labels = [words.component(first) for first in Cells(compiled.program).first]
    alone = Counter(labels)
    return {
        name: label if label and alone[label] == 1 else name
        for name, label in zip(names, labels, strict=True)
    }


def _faces(compiled: Compiled) -> tuple[list[str], list[str]]:
    """Return a list of the names of all faces, and a list of the ids of their kinds.

    A face takes its name and its kind from the first component with that face.
    """
    names = compiled.names
    full, stems, kinds = [], [], []
    for first in Cells(compiled.program).first:
        kind = next(k.type for k in names.world.kinds.values() if 0 <= first - k.type.first < k.type.size)
        name = names.world.kinds[kind.name].names[first - kind.first]
        stem = name.partition("#")[0]
        full.append(name.replace("#", "_"))
        stems.append(stem if stem and not stem.endswith("_") else f"{stem}{kind.name}")
        kinds.append(kind.name)
    alone = Counter(stems)
    return [stem if alone[stem] == 1 else name for stem, name in zip(stems, full, strict=True)], kinds


def _lying(compiled: Compiled) -> list[str]:
    """Return a name for each cell (see `Cells`), made of its face, family of zones and any owner's seat."""
    faces, _ = _faces(compiled)
    zones = [rule.zone.name for rule in compiled.names.families]
    return [
        f"{faces[face]}.{zones[family]}{'' if owner == NOWHERE else f'.{owner + 1}'}"
        for face, family, owner in Cells(compiled.program).pairs
    ]


def told_apart(names: list[str]) -> list[str]:
    """Return the names with a number appended to each repetition, so that all of them are unique."""
    seen = Counter[str]()
    told = []
    for name in names:
        seen[name] += 1
        told.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return told
