"""The contents of a file of bands, as its author wrote them.

Like the classes of `model`, the classes of this module are the only definition of the contents of such a
file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from gamespec.documents.document import Mapping, Scalar, Sequence
from gamespec.model.model import Ident
from gamespec.model.spelling import DERIVED, TEXT, VALUE, Key, listed, mapped, spelt, titled


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Written:
    """A mapping in the file, with its place."""

    node: Annotated[Mapping, DERIVED]


@spelt("a band", "band", least=1)
class BandDecl(_Written):
    """One of `wins`, `mean` and `share`, with the range it must lie in; or `chosen`."""

    wins: Annotated[Scalar | None, Key("", titled("a seat or a bot", "integer", "string"))] = None
    """The win share of a seat, from 1; or of a bot, wherever it sits."""
    mean: Annotated[Scalar | None, Key("", titled("a measure", "string"))] = None
    """A measure, by its key, such as `turns`."""
    share: Annotated[Scalar | None, Key("", titled("a condition", "string"))] = None
    """The share of games for which a condition holds: a column of the table of games, `<`, `<=`, `==`, `!=`,
    `>=` or `>`, and a value.
    """
    chosen: Annotated[
        Scalar | Sequence | None,
        Key(
            "",
            listed("`every`, or a list of actions", titled("an action", "string"), type=["string", "array"]),
        ),
    ] = None
    """Actions that must be chosen, each in some game."""
    within: Annotated[Scalar | None, Key("", titled("a range", "string", "integer"))] = None
    """The range in which the value must lie: `45%..55%`, `..60`, `2.5..`."""


@spelt("a run", "run")
class RunDecl(_Written):
    """A series of games: its players, and its requirements."""

    id: Annotated[Scalar, Key("", TEXT)]
    """The name of the run."""
    title: Annotated[str, Key("", TEXT)] = ""
    """One sentence that says what the run checks."""
    variant: Annotated[Scalar | None, Key("", titled("names of variants, joined by `+`", "string"))] = None
    """The overlays to apply to the game."""
    players: Annotated[int | None, Key("", {"minimum": 1})] = None
    """The number of players; by default the number of `seats`, or else the smallest possible one."""
    options: Annotated[
        tuple[tuple[Ident, Scalar], ...], Key("", mapped("a mapping of options to values", VALUE))
    ] = ()
    """Options that differ from their defaults."""
    seats: Annotated[tuple[Ident, ...], Key("", listed("a list of bots", titled("a bot", "string")))] = ()
    """The players, such as `[mcts:100, random]`; by default all play at random. The seats rotate from game to
    game.
    """
    games: Annotated[int, Key("", {"minimum": 1, "maximum": 10_000_000})] = 1_000
    """The maximum number of games; 1,000 by default."""
    seed: Annotated[int, Key("", {"minimum": 0})] = 0
    """The seed of the run; 0 by default."""
    holds: tuple[BandDecl, ...]
    """The requirements."""


@spelt("a file of bands", "bands")
class BandFile:
    """Bands: requirements on many plays of a game, checked by `gamespec test --bands`."""

    bands: tuple[RunDecl, ...]
    """Runs, each with its requirements."""
