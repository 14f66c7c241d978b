"""The contents of a file of bands, as its author wrote them.

Like the classes of `model`, the classes of this module are the only definition of the contents of such a
file.
"""

from __future__ import annotations

from typing import Annotated

from gamespec.documents.document import Mapping, Scalar, Sequence
from gamespec.model.model import Ident
from gamespec.model.spelling import DERIVED, TEXT, VALUE, Key, listed, mapped, spelt, titled
from gamespec.program.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Written:
    """A mapping in the file, with its place."""

    node: Annotated[Mapping, DERIVED]


@spelt("a band", "band", least=1)
class BandDecl(_Written):
    """A requirement.

    It has one of `wins`, `mean` and `share`, with the range in which the value must lie, or else `chosen`.
    """

    wins: Annotated[Scalar | None, Key("", titled("a seat or a bot", "integer", "string"))] = None
    """The share of wins that a seat (counted from 1) or a bot (in whatever seat) must have."""
    mean: Annotated[Scalar | None, Key("", titled("a measure", "string"))] = None
    """The key of a measure whose mean is required, such as `turns`."""
    share: Annotated[Scalar | None, Key("", titled("a condition", "string"))] = None
    """The share of games in which a condition holds. The condition compares a column of the table of games
    with a value, by `<`, `<=`, `==`, `!=`, `>=` or `>`.
    """
    chosen: Annotated[
        Scalar | Sequence | None,
        Key(
            "",
            listed("`every`, or a list of actions", titled("an action", "string"), type=["string", "array"]),
        ),
    ] = None
    """Actions, each of which must be chosen in at least one game."""
    within: Annotated[Scalar | None, Key("", titled("a range", "string", "integer"))] = None
    """The range in which the value must lie, such as `45%..55%`, `..60` or `2.5..`."""


@spelt("a run", "run")
class RunDecl(_Written):
    """A series of games, with its players and its requirements."""

    id: Annotated[Scalar, Key("", TEXT)]
    """The name of the run."""
    title: Annotated[str, Key("", TEXT)] = ""
    """One sentence that says what the run checks."""
    variant: Annotated[Scalar | None, Key("", titled("names of variants, joined by `+`", "string"))] = None
    """The overlays to apply to the game."""
    players: Annotated[int | None, Key("", {"minimum": 1})] = None
    """The number of players. By default it is the number of `seats`, or else the smallest possible number."""
    options: Annotated[
        tuple[tuple[Ident, Scalar], ...], Key("", mapped("a mapping of options to values", VALUE))
    ] = ()
    """The values of options that differ from their defaults."""
    seats: Annotated[tuple[Ident, ...], Key("", listed("a list of bots", titled("a bot", "string")))] = ()
    """The bots that play, such as `[mcts:100, random]`. By default all players play at random. The bots
    change seats from game to game.
    """
    games: Annotated[int, Key("", {"minimum": 1, "maximum": 10_000_000})] = 1_000
    """The maximum number of games to play; 1,000 by default."""
    seed: Annotated[int, Key("", {"minimum": 0})] = 0
    """The seed of chance; 0 by default."""
    holds: tuple[BandDecl, ...]
    """The requirements that the games must meet."""


@spelt("a file of bands", "bands")
class BandFile:
    """Bands, which are requirements on many plays of a game. `gamespec test --bands` checks them."""

    bands: tuple[RunDecl, ...]
    """The runs of the file, each with its requirements."""
