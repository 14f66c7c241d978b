"""The contents of a file of scenarios, as its author wrote them.

Like the classes of `model`, the classes of this module are the only definition of the contents of such a
file. Only the steps are parsed. All other expressions keep their text, because the program of a scenario
determines what they mean.
"""

from __future__ import annotations

from typing import Annotated, NewType

from gamespec.documents.document import Mapping, Node, Scalar, Sequence
from gamespec.model.model import Ident, Step
from gamespec.model.spelling import DERIVED, TEXT, VALUE, Key, listed, mapped, ref, spelt, titled
from gamespec.program.frozen import dataclass

Unparsed = NewType("Unparsed", Scalar)
"""The text of an expression, which is parsed only when the program of the scenario is known."""

Values = tuple[tuple[Ident, Unparsed], ...]
"""The values of an action, each with its name."""

Knowledge = tuple[tuple[Unparsed, tuple[Unparsed, ...]], ...]
"""What players know. For each player, it lists components and variables."""

Numbers = tuple[tuple[Unparsed, int | tuple[tuple[Ident, int], ...]], ...]
"""A place or a score for each player, or a number for each part of a player's score."""

OR_PARTS = "a number, or a mapping of parts of the score to numbers"
PLACES = mapped("a mapping of players to places", titled("a place", "integer", minimum=1), None, 1)
SCORE = mapped(OR_PARTS, titled("a number", "integer"), None, 1, type=["integer", "object"])
SCORES = mapped("a mapping of players to scores", SCORE, None, 1)
DRAWN = ["string", "integer", "boolean", "array"]
QUESTION = "an action, `choose`, the `id` of a step, `nobody`, or a list of actions"


@spelt("an action with values", "named_answer", least=1, most=2)
class NamedAnswer:
    """An action with values, or `choose` with values.

    A label is not allowed, because it could be misspelt.
    """

    node: Annotated[Node, DERIVED]
    by: Unparsed | None = None
    """The player who must be asked."""
    actions: Annotated[
        tuple[tuple[Ident, Values], ...], Key(others={"choose": "The answer to a `choose` step."})
    ] = ()


@spelt("an answer", "answer", types=("string", "object"), least=1, most=2)
class AnswerDecl(NamedAnswer):
    """An action with values, `choose` with values, or a text that equals the label of an option."""

    label: Annotated[Scalar | None, Key(bare=True)] = None


@spelt("a draw of chance", "chance")
class ChanceDecl:
    """The outcome of a draw or of a shuffle."""

    chance: Unparsed
    """The stream whose next draw has the given outcome, or the zone whose next shuffle has it."""
    outcome: Annotated[
        Scalar | Sequence,
        Key("is", listed("a value, or a list of components", ref("expression"), 0, type=DRAWN)),
    ]
    """The value that the next draw gives, or the components that the next shuffle puts on top, from the top.
    """


@spelt("a check", "expect")
class ExpectDecl:
    """A condition that is checked between the answers."""

    expect: Unparsed
    """A condition that must hold at this point."""


@spelt(
    "a condition, or what is asked, offered, refused, known, hidden, ended, placed or scored",
    "outcome",
    types=("string", "boolean", "integer", "object"),
    least=1,
    needs={"by": ("asked", "offered", "refused")},
    verbs=("offered", "refused", "asked", "knows", "hidden", "ended"),
)
class OutcomeDecl:
    """A condition that must hold, or a check under one of the keys."""

    node: Annotated[Node, DERIVED]
    condition: Annotated[Unparsed | None, Key(bare=True)] = None
    asked: Annotated[
        Scalar | Sequence | None,
        Key("", listed(QUESTION, titled("an action", "string"), type=["string", "array"], uniqueItems=True)),
    ] = None
    """The question that a player is asked now. It is identified by an action it asks for, by `choose`, by the
    `id` of its step, or by the list of all actions it asks for. `nobody` means that the game is over.
    """
    offered: AnswerDecl | None = None
    """An answer that is on offer."""
    refused: NamedAnswer | None = None
    """An answer that the question asks for but that is not on offer."""
    by: Unparsed | None = None
    """The player who must be asked."""
    knows: Knowledge | None = None
    """Components and variables that players must know, by player."""
    hidden: Knowledge | None = None
    """Components and variables that players must not know, by player."""
    ended: bool | None = None
    """Whether the game must be over."""
    places: Annotated[tuple[tuple[Unparsed, int], ...] | None, Key("", PLACES)] = None
    """The final places of all players. The first place is 1, and players can share a place."""
    score: Annotated[Numbers | None, Key("", SCORES)] = None
    """The scores of players, which are those of the result if the game is over, and otherwise those that the
    game's `score` gives at this point.
    """


Event = ChanceDecl | OutcomeDecl | ExpectDecl | AnswerDecl
"""An entry of `when`. It has the first of these forms whose verb it contains, or else it is an answer."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScenarioHead:
    """The part of a scenario that can be read without its game: its claim, and the game to set up."""

    node: Annotated[Mapping, DERIVED]
    id: Annotated[str, Key("", TEXT, unread="")]
    """The id of the ruling or fact that the scenario proves, such as `TRA-28`."""
    title: Annotated[str, Key("", TEXT)] = ""
    """One sentence that says what the scenario shows."""
    heading: Annotated[str, Key("", TEXT)] = ""
    """The heading of the printed rules under which the claim stands."""
    players: Annotated[int | None, Key("", {"minimum": 1})] = None
    """The number of players; by default the smallest possible number."""
    options: Annotated[
        tuple[tuple[Ident, Scalar], ...], Key("", mapped("a mapping of options to values", VALUE))
    ] = ()
    """The values of options that differ from their defaults."""
    variant: Annotated[Scalar | None, Key("", titled("names of variants, joined by `+`", "string"))] = None
    """The overlays that the scenario tests, by the names of their files without `.yaml`. The files are in
    `variants`, or beside the folder of the scenarios.
    """
    seed: Annotated[int, Key("", {"minimum": 0})] = 0
    """The seed of chance; 0 by default."""
    invariants: bool = False
    """Whether the invariants of the game are checked, except in the steps under `given`."""


@spelt("a scenario", "scenario")
class ScenarioDecl(ScenarioHead):
    """A worked example or a ruling.

    It consists of a position, answers that are given from there, and conditions that must hold afterwards.
    """

    given: tuple[Step, ...] = ()
    """Steps that change the position after the set-up."""
    turn: Unparsed | None = None
    """The player who begins the first phase with turns."""
    phase: Ident | None = None
    """The first phase to run."""
    when: tuple[Event, ...] = ()
    """The answers that players give, and checks between these answers."""
    then: Annotated[tuple[OutcomeDecl, ...], Key(unread=())]
    """Conditions that must hold after the answers. There is at least one, and `me` in it is the player who is
    asked next.
    """


@spelt("a file of scenarios", "scenarios")
class ScenarioFile:
    """Scenarios, which are worked examples and rulings of a game. `gamespec test` runs them."""

    scenarios: tuple[ScenarioDecl, ...]
    """Worked examples and rulings that are run as tests."""
