"""The steps of which rules consist, and what they choose from, as their author wrote them."""

from __future__ import annotations

from typing import Annotated, Literal

from gamespec.model.basics import (
    CHARACTER,
    LEFT,
    SOME,
    WORD,
    Diagram,
    Ident,
    Named,
    SeenBy,
    Spelt,
    Templates,
    Text,
)
from gamespec.model.spelling import DERIVED, Key, spelt, titled
from gamespec.program.frozen import dataclass
from gamespec.text.source import Span
from gamespec.trees.ast import Expression

__all__ = [
    "Announce",
    "Argument",
    "Assignment",
    "Branch",
    "Case",
    "Check",
    "Choose",
    "Draw",
    "Drawn",
    "For",
    "Forget",
    "If",
    "Lay",
    "Let",
    "Move",
    "Offer",
    "Offered",
    "Pick",
    "Random",
    "Remember",
    "Resolve",
    "Reveal",
    "Run",
    "Set",
    "Shown",
    "Shuffle",
    "Step",
    "Stop",
    "Transfer",
    "While",
]


@spelt("a value to choose", "pick", short="from")
class Pick(Named):
    """A value, or several values, that a player chooses."""

    count: Expression | None = None
    """The number of values to choose, or a list of allowed numbers, such as `3` or `0..size(hand[me])`. With
    `count`, the name means the list of chosen values.
    """
    source: Annotated[Expression, Key("from")]
    """The list of the values that are offered."""
    where: Expression | None = None
    """The condition on the values that are offered. It may use the name of the value to choose."""
    optional: bool = False
    """Whether the player may answer `none`. If so, the name may be `none`."""
    label: Text | None = None
    """The text that is shown for the name of the value."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """One entry of a `set`, which gives a value to a member of a variable."""

    place: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument, with the name of the parameter that receives it."""

    ident: Ident
    value: Expression


@dataclass(frozen=True, slots=True)
class Offered:
    """An action on offer, with the arguments that the step gives it."""

    action: Ident
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch of a `case`, with its values and the steps to run for them.

    A value may also be a list of values.
    """

    values: tuple[Expression, ...]
    do: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The attribute that a step shows, and the value with which it is compared, if there is one."""

    attribute: Ident
    value: Expression | None


@spelt("a draw", "draw", short="from")
class Drawn(Named):
    """One value that a `random` step draws."""

    source: Annotated[Expression, Key("from")]
    """The list from which the value is drawn."""
    weight: Expression | None = None
    """The relative weight of each member of the list. It may use the name of the drawn value."""
    label: Text | None = None
    """The text that is shown for the name of the value."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Step(Spelt):
    span: Annotated[Span, DERIVED]
    id: Annotated[Ident | None, Key(last=True)] = None
    """A name for the step, which variants and traces use."""


@spelt("a `move` step", "step_move")
class Move(_Step):
    """Moves a component, or each component of a list in order, to a zone."""

    what: Annotated[Expression, Key("move")]
    """The component, or the list of components, to move."""
    to: Expression
    """The zone to move to."""
    at: Literal["top", "bottom"] = "top"
    """The end of an ordered zone at which the component arrives; by default `top`."""


@spelt("a `lay` step", "step_lay")
class Lay(_Step):
    """Lays a tile on a plane, where its parts join adjacent parts."""

    what: Annotated[Expression, Key("lay")]
    """The tile."""
    at: Expression
    """The spot on the plane, which is a position and a rotation of the tile."""


@spelt("a `draw` step", "step_draw")
class Draw(_Step):
    """Sets a variable, or puts components into zones, cell by cell as a diagram shows."""

    target: Annotated[Ident, Key("draw")]
    """A variable, or a family of zones, that has a member for each cell of a grid or track."""
    diagram: Annotated[Diagram, Key("rows")]
    """A drawing with a line for each row and a character for each cell. `.` leaves the cell unchanged, and
    `#` stands where there is no cell.
    """
    legend: Annotated[
        tuple[tuple[Ident, Expression], ...],
        Key("with", titled("a legend", propertyNames=CHARACTER), unread=()),
    ]
    """The meaning of each character, which is a value of the variable, or components that are taken in order.
    """


@spelt("a `set` step", "step_set")
class Set(_Step):
    """Changes variables one after another, as in `{"mark[cell]": me}`."""

    pairs: Annotated[tuple[Assignment, ...], Key("set", unread=())]
    """Variables and their new values, which are set one after another."""


@spelt("a `transfer` step", "step_transfer")
class Transfer(_Step):
    """Moves tokens of a resource from one holder to another."""

    amount: Annotated[Expression, Key("transfer")]
    """The number of tokens."""
    source: Annotated[Expression, Key("from")]
    """The holder that gives the tokens, such as `gold[me]` or `gold.bank`."""
    of: Expression | None = None
    """The sort of the tokens, if the resource has several."""
    target: Annotated[Expression, Key("to")]
    """The holder that receives the tokens, such as `gold[me]` or `gold.bank`."""


@spelt("a `shuffle` step", "step_shuffle")
class Shuffle(_Step):
    """Puts an ordered zone into random order."""

    zone: Annotated[Expression, Key("shuffle")]
    """The zone."""


@spelt("a `reveal` step", "step_reveal")
class Reveal(_Step):
    """Lets players see components where they lie."""

    what: Annotated[Expression, Key("reveal")]
    """The component, or the list of components, to reveal."""
    to: Expression | None = None
    """The players who see the components; by default everyone."""
    only: Shown | None = None
    """Shows a single attribute of each component, as in `only: hue`, or whether the attribute has a value, as
    in `only: {hue: red}`.
    """


@spelt("a `random` step", "step_random")
class Random(_Step):
    """Draws one or several values by chance, as in `{x: {from: 1..6}}`."""

    draws: Annotated[tuple[Drawn, ...], Key("random", titled("a mapping of names to draws", **SOME))]
    """Names, each with the list from which its value is drawn. The values are drawn one after another."""
    stream: Ident | None = None
    """The stream of chance. By default, each value uses the stream that has the value's name."""
    seen_by: SeenBy = None
    """The players who learn the values: `everyone` (the default), `nobody`, a player or a list of players."""


@spelt("a `let` step", "step_let")
class Let(_Step):
    """Gives names to values. The names can be used until the end of the list of steps."""

    pairs: Annotated[tuple[tuple[Ident, Expression], ...], Key("let", SOME, unread=())]
    """Names and their values."""


@spelt("a `choose` step", "step_choose", needs={"then": "otherwise"})
class Choose(_Step):
    """Has a player choose values. Their names can be used until the end of the list of steps."""

    picks: Annotated[tuple[Pick, ...], Key("choose", unread=())]
    by: Expression | None = None
    """The player who decides; by default `me`."""
    seen_by: SeenBy = None
    """The players who learn the choice: `everyone` (the default), `nobody`, a player or a list of players."""
    prompt: Templates | None = None
    """The question that the player sees."""
    label: Templates | None = None
    """The text that is shown for an option, such as `{from_cell} to {to_cell}`."""
    told: Templates | None = None
    """What others read when a player has given this answer, in the third person and without the player, such
    as `moves to {to_cell}`.
    """
    ask: Literal["always", "choice"] = "always"
    """`always` (the default) asks the player even if there is only one option; `choice` then answers without
    asking.
    """
    otherwise: tuple[Step, ...] | None = None
    """The steps to run if there is no option."""
    then: tuple[Step, ...] = ()
    """The steps to run after the answer, or after the answers of all players if several decide. They run only
    if there was anything to decide.
    """


@spelt("an `offer` step", "step_offer", needs={"then": "otherwise"})
class Offer(_Step):
    """Has a player choose an action, which then runs."""

    actions: Annotated[tuple[Offered, ...], Key("offer", unread=())]
    """The actions on offer, in order. `{action: {name: value}}` passes values to an action."""
    by: Expression | None = None
    """The player who decides; by default `me`."""
    seen_by: SeenBy = None
    """The players who learn the answer: `everyone` (the default), `nobody`, a player or a list of players."""
    prompt: Templates | None = None
    """The question that the player sees."""
    ask: Literal["always", "choice"] = "always"
    """`always` (the default) asks the player even if there is only one option; `choice` then answers without
    asking.
    """
    otherwise: tuple[Step, ...] | None = None
    """The steps to run if there is no option."""
    then: tuple[Step, ...] = ()
    """The steps to run after the answer, or after the answers of all players if several decide. They run only
    if there was anything to decide.
    """


@spelt("an `if` step", "step_if")
class If(_Step):
    """Runs steps if a condition holds."""

    condition: Annotated[Expression, Key("if")]
    """The condition."""
    then: tuple[Step, ...]
    """The steps to run if the condition holds."""
    otherwise: Annotated[tuple[Step, ...], Key("else")] = ()
    """The steps to run if the condition does not hold."""


@spelt("a `case` step", "step_case")
class Case(_Step):
    """Runs one of several lists of steps, which a value selects."""

    subject: Annotated[Expression, Key("case")]
    """The value that selects the steps."""
    branches: Annotated[tuple[Branch, ...], Key("of")]
    """The steps for each value, as in `red: […]`, or for several values, as in `red, blue: […]` or `1..3:
    […]`.
    """
    otherwise: Annotated[tuple[Step, ...] | None, Key("else")] = None
    """The steps for all other values. Without it, every value must have a branch."""


@spelt("a `for` step", "step_for")
class For(_Step):
    """Runs steps once for each member of a list, as in `{x: LIST}`."""

    over: Annotated[
        tuple[tuple[Ident, Expression], ...],
        Key("for", titled("a mapping of names to lists", **SOME), late=True),
    ]
    """A name and the list of its values. With several names, the steps run for every combination, and the
    first name varies slowest.
    """
    do: tuple[Step, ...]
    """The steps to run for each member, or for each combination."""


@spelt("a `while` step", "step_while")
class While(_Step):
    """Runs steps as long as a condition holds."""

    condition: Annotated[Expression, Key("while")]
    """The condition, evaluated before each round."""
    do: tuple[Step, ...]
    """The steps to run in each round."""


@spelt("a `run` step", "step_run")
class Run(_Step):
    """Runs a procedure."""

    procedure: Annotated[Ident, Key("run")]
    """The procedure."""
    arguments: Annotated[tuple[Argument, ...], Key("with")] = ()
    as_: Annotated[Expression | None, Key("as")] = None
    """The player who is `me` in the procedure."""


@spelt("an `announce` step", "step_announce", needs={"then": "otherwise"}, apart=("later", "otherwise"))
class Announce(_Step):
    """Runs the handlers of an event in the order of declaration."""

    event: Annotated[Ident, Key("announce")]
    """The event."""
    arguments: Annotated[tuple[Argument, ...], Key("with")] = ()
    later: Annotated[Ident | None, Key(vital=True)] = None
    """The agenda on which the event waits until it is resolved."""
    otherwise: tuple[Step, ...] | None = None
    """The steps to run after a handler has stopped the event."""
    then: tuple[Step, ...] = ()
    """The steps to run after the handlers if none has stopped the event."""


@spelt("a `check` step", "step_check")
class Check(_Step):
    """`check: end` ends the game now if a condition of `end` holds."""

    what: Annotated[Literal["end"], Key("check", unread="end")]
    """The conditions to check, which are those in the game's section `end`."""


@spelt("a `stop` step", "step_stop")
class Stop(_Step):
    """Leaves the innermost loop, a loop by its id, the event, the turn, the phase, or a phase by name."""

    what: Annotated[
        # If the name is unreadable, it is unknown what the step leaves, but it certainly leaves something.
        Ident | None,
        Key("stop", titled(LEFT, "string", **WORD), unread=None),
    ]
    """The part of the game to leave: `loop`, `event` (in a handler, so that no further handler of the event
    runs), `turn`, `phase`, the `id` of a `for` or `while` around the step, or the name of a phase.
    """


@spelt("a `resolve` step", "step_resolve")
class Resolve(_Step):
    """Handles the events on an agenda one after another, until none is left."""

    agenda: Annotated[Ident, Key("resolve")]
    """The agenda."""


@spelt("a `remember` step", "step_remember")
class Remember(_Step):
    """Adds the present situation to a history."""

    history: Annotated[Ident, Key("remember")]
    """The history."""


@spelt("a `forget` step", "step_forget")
class Forget(_Step):
    """Removes all situations from a history."""

    history: Annotated[Ident, Key("forget")]
    """The history."""


Step = (
    Move | Lay | Draw | Set | Transfer | Shuffle | Reveal | Random | Let | Choose | Offer | If | Case
    | For | While | Run | Announce | Resolve | Check | Stop | Remember | Forget
)  # fmt: skip
"""A mapping with one verb and the keys that belong to it."""
