"""The arguments of the tools, which validate what a client sends and are published as JSON Schemas.

The descriptions are read by a language model in each conversation, so they are short.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

__all__ = [
    "Arguments",
    "BeginGame",
    "CheckGame",
    "Choose",
    "CompareGames",
    "DescribeKeys",
    "FuzzGame",
    "ListGames",
    "Look",
    "ReadGame",
    "ReadManual",
    "RunScenarios",
    "SearchManual",
    "ShowGame",
    "SimulateGames",
    "WriteFiles",
]

LARGEST_SEED = 10**18
MOST_FILES, LONGEST_TEXT = 100, 1_000_000
MOST_SEATS = 64
MOST_GAMES = 1_000_000

Name: TypeAlias = Annotated[str, Field(max_length=300)]
Text: TypeAlias = Annotated[str, Field(max_length=LONGEST_TEXT)]
Texts: TypeAlias = Annotated[
    dict[Name, Text | None],
    Field(default_factory=dict, max_length=MOST_FILES),
    WithJsonSchema({"type": "object", "description": "New drafts: texts by path. Null drops one."}),
]
Game: TypeAlias = Annotated[
    Name | None,
    Field(description="Name, or path below the root; +VARIANT lays one on it. Default: that of the drafts."),
]
Options: TypeAlias = Annotated[
    dict[Name, str | int | bool],
    Field(default_factory=dict, max_length=MOST_FILES),
    WithJsonSchema({"type": "object", "description": "Options that differ from their defaults."}),
]
Players: TypeAlias = Annotated[int | None, Field(ge=1, le=MOST_SEATS)]
Seed: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST_SEED)]
Bots: TypeAlias = Annotated[
    list[Name],
    Field(
        default_factory=list,
        max_length=MOST_SEATS,
        description="One for all seats, or one a seat: random, greedy, good, mcts:N (N playouts).",
    ),
]
Seconds: TypeAlias = Annotated[float, Field(gt=0, le=300, description="Then it reports the games so far.")]


Form: TypeAlias = Literal["text", "json"]


class Arguments(BaseModel):
    """The arguments of a tool. Unknown ones are refused, and values are not converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SearchManual(Arguments):  # noqa: D101 - the tool says what it is for, as with all below
    words: Annotated[str, Field(min_length=1, max_length=400)]
    limit: Annotated[int, Field(ge=1, le=20)] = 4


class ReadManual(Arguments):  # noqa: D101
    page: Annotated[
        Name | None, Field(description="Such as language, write-scenarios, or a code: GS201.")
    ] = None
    section: Annotated[Name | None, Field(description="Its number, or a part of its heading.")] = None


class DescribeKeys(Arguments):  # noqa: D101
    file: Literal["game", "scenarios", "variant", "bands"] = "game"
    at: Annotated[Name, Field(description="Keys joined by dots: zones, components.rows, phases.do.move.")] = (
        ""
    )


class ListGames(Arguments):  # noqa: D101
    files: Texts


class ReadGame(Arguments):  # noqa: D101
    game: Name
    file: Name | None = None
    whole: Annotated[bool, Field(description="With looks, invariants and rulings of shipped rules.")] = False
    offset: Annotated[int, Field(ge=0, le=10**9)] = 0


class _OfGame(Arguments):
    game: Game = None
    files: Texts


class ShowGame(_OfGame):  # noqa: D101
    players: Players = None
    options: Options


class _Edit(Arguments):
    file: Name
    old: Annotated[Text, Field(min_length=1, description="It must occur once.")]
    new: Text


class CheckGame(_OfGame):  # noqa: D101
    edits: Annotated[
        list[_Edit],
        Field(default_factory=list, max_length=MOST_FILES, description="Made before the check."),
    ]
    cure: Annotated[bool, Field(description="Apply the cures of errors, and keep the drafts.")] = False
    thorough: Annotated[bool, Field(description="Try all combinations of options.")] = False


class RunScenarios(_OfGame):  # noqa: D101
    only: Annotated[list[Name], Field(default_factory=list, max_length=MOST_FILES, description="Their ids.")]


class SimulateGames(_OfGame):  # noqa: D101
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 1000
    players: Players = None
    bots: Bots
    options: Options
    seed: Seed = 0
    seconds: Seconds = 60


class CompareGames(Arguments):  # noqa: D101
    game: Name
    other: Annotated[
        Name,
        Field(description="GAME+VARIANT, the same game with other options, or an edited copy in `files`."),
    ]
    files: Texts
    games: Annotated[int, Field(ge=2, le=MOST_GAMES)] = 1000
    players: Players = None
    bots: Bots
    options: Options
    other_options: Options
    seed: Seed = 0
    seconds: Seconds = 60


class FuzzGame(_OfGame):  # noqa: D101
    seconds: Annotated[float, Field(gt=0, le=60)] = 10
    players: Players = None
    options: Options
    seed: Seed = 0


class BeginGame(_OfGame):  # noqa: D101
    players: Players = None
    seats: Annotated[
        list[Name],
        Field(
            default_factory=list,
            max_length=MOST_SEATS,
            description="For each seat `me` or a bot, such as mcts:200. Default: you, then random bots.",
        ),
    ]
    options: Options
    seed: Annotated[Seed | None, Field(description="Repeats a game exactly. Default: a secret one.")] = None
    language: Literal["en", "de"] = "en"
    form: Annotated[Form, Field(description="Of this and all later answers.")] = "text"


class Look(Arguments):  # noqa: D101
    game_id: Name
    seat: Annotated[Name | None, Field(description="One of yours. Default: the one that decides.")] = None
    form: Annotated[Form | None, Field(description="`json` tells all that is printed on things.")] = None


class Choose(Arguments):  # noqa: D101
    game_id: Name
    option: Annotated[int | Name, Field(description="Its `number`, or the answer by name.")]


class WriteFiles(Arguments):  # noqa: D101
    files: Annotated[
        dict[Name, Text],
        Field(default_factory=dict, max_length=MOST_FILES, description="Default: all drafts."),
    ]
    replace: Annotated[bool, Field(description="Write over existing files.")] = False
