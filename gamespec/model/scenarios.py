"""The contents of a file of scenarios, as its author wrote them.

Like the classes of `model`, the classes of this module are the only definition of the contents of such a
file. Only the steps are parsed. All other expressions keep their text, because the program of a scenario
determines what they mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NewType

from gamespec.documents.document import Mapping, Node, Scalar, Sequence
from gamespec.model.model import Ident, Step
from gamespec.model.spelling import DERIVED, TEXT, VALUE, Key, listed, mapped, ref, spelt, titled

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
    """An action with values, or `choose` with values; not a label, which could be misspelt."""

    node: Annotated[Node, DERIVED]
    by: Unparsed | None = None
    """The player who must be asked."""
    actions: Annotated[
        tuple[tuple[Ident, Values], ...], Key(others={"choose": "The answer to a `choose` step."})
    ] = ()


@spelt("an answer", "answer", types=("string", "object"), least=1, most=2)
class AnswerDecl(NamedAnswer):
    """An action with values, `choose` with values, or a text equal to the option's label."""

    label: Annotated[Scalar | None, Key(bare=True)] = None


@spelt("a draw of chance", "chance")
class ChanceDecl:
    """The outcome of a draw or of a shuffle."""

    chance: Unparsed
    """The stream whose next draw is settled, or the zone whose next shuffle is."""
    outcome: Annotated[
        Scalar | Sequence,
        Key("is", listed("a value, or a list of components", ref("expression"), 0, type=DRAWN)),
    ]
    """What the next draw brings, or the components that the next shuffle puts on top, from the top."""


@spelt("a check", "expect")
class ExpectDecl:
    """A condition among the answers."""

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
    """The question that is due: an action it asks for, `choose`, the `id` of its step, or `nobody` if the
    game is over; or the list of all actions it asks for.
    """
    offered: AnswerDecl | None = None
    """An answer that is on offer."""
    refused: NamedAnswer | None = None
    """An answer that is asked for, and not on offer."""
    by: Unparsed | None = None
    """The player who must be asked."""
    knows: Knowledge | None = None
    """What players know: all of it."""
    hidden: Knowledge | None = None
    """What players do not know: nothing of it."""
    ended: bool | None = None
    """Whether the game is over."""
    places: Annotated[tuple[tuple[Unparsed, int], ...] | None, Key("", PLACES)] = None
    """The final places of all players: 1 is first, a place can be shared."""
    score: Annotated[Numbers | None, Key("", SCORES)] = None
    """The scores of players, at the end or, by the game's `score`, at this point."""


Event = ChanceDecl | OutcomeDecl | ExpectDecl | AnswerDecl
"""An entry of `when`. It has the first of these forms whose verb it contains, or else it is an answer."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScenarioHead:
    """The part of a scenario that can be read without its game: its claim, and the game to set up."""

    node: Annotated[Mapping, DERIVED]
    id: Annotated[str, Key("", TEXT, unread="")]
    """The ruling or fact it proves, such as `TRA-28`."""
    title: Annotated[str, Key("", TEXT)] = ""
    """The claim in one sentence."""
    heading: Annotated[str, Key("", TEXT)] = ""
    """The heading of the rules it comes from."""
    players: Annotated[int | None, Key("", {"minimum": 1})] = None
    """The number of players; by default the smallest possible one."""
    options: Annotated[
        tuple[tuple[Ident, Scalar], ...], Key("", mapped("a mapping of options to values", VALUE))
    ] = ()
    """Options that differ from their defaults."""
    variant: Annotated[Scalar | None, Key("", titled("names of variants, joined by `+`", "string"))] = None
    """The overlays that it tests: in `variants`, or beside the folder of the scenarios, by the names of their
    files without `.yaml`.
    """
    seed: Annotated[int, Key("", {"minimum": 0})] = 0
    """The seed of chance; 0 by default."""


@spelt("a scenario", "scenario")
class ScenarioDecl(ScenarioHead):
    """A worked example or a ruling: a position, answers from there, and what must hold then."""

    given: tuple[Step, ...] = ()
    """Steps that change the position after the set-up."""
    turn: Unparsed | None = None
    """The player who begins the first phase with turns."""
    phase: Ident | None = None
    """The first phase to run."""
    when: tuple[Event, ...] = ()
    """The answers given, and checks between them."""
    then: Annotated[tuple[OutcomeDecl, ...], Key(unread=())]
    """What must hold then, at least one thing; `me` is the player who is asked next."""


@spelt("a file of scenarios", "scenarios")
class ScenarioFile:
    """Scenarios: worked examples and rulings of a game, run by `gamespec test`."""

    scenarios: tuple[ScenarioDecl, ...]
    """Worked examples and rulings that run as tests."""
