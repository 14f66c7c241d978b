"""Functions, actions, events, phases, ends, scores and measures as their author wrote them."""

from __future__ import annotations

from typing import Annotated, Literal

from gamespec.model.basics import SOME, Ident, Named, Spelt, Templates, Text
from gamespec.model.declarations import Parameter
from gamespec.model.spelling import TEXT, Key, spelt, titled
from gamespec.model.steps import Pick, Step
from gamespec.text.source import Span
from gamespec.trees.ast import Expression

__all__ = [
    "ActionDecl",
    "EndDecl",
    "EventDecl",
    "FunctionDecl",
    "Gathers",
    "HandlerDecl",
    "InvariantDecl",
    "LimitDecl",
    "MeasureDecl",
    "PhaseDecl",
    "ProcedureDecl",
    "Ruling",
    "ScorePart",
    "TermDecl",
]


Gathers = Literal["sum", "min", "max", "any", "all", "union"]
"""The ways in which a function combines its value with terms from other rules."""


@spelt("a function", "function")
class FunctionDecl(Named):
    """A named expression, which may have parameters."""

    parameters: Annotated[tuple[Parameter, ...], Key("with", vital=True)] = ()
    """The parameters, each with its type."""
    body: Annotated[Expression, Key("is")]
    """The value of the function."""
    gathers: Annotated[Gathers | None, Key(unread="sum")] = None
    """The way in which terms of other rules are combined with the function's own value: they are added up,
    the least or the greatest counts, one or all must hold, or their lists are joined.
    """
    kept: Span | None = None
    """The results are stored until a value that they depend on changes. This saves time if the function is
    evaluated often, and has no other effect.
    """


@spelt("a term", "term")
class TermDecl(Named):
    """A value that a rule contributes to a function."""

    of: Ident
    """The function that gathers the term."""
    when: Expression | None = None
    """The condition under which the term counts."""
    body: Annotated[Expression, Key("is")]
    """The value of the term. It may use the parameters of the function."""


@spelt("an action", "action")
class ActionDecl(Named):
    """An action that players may be offered."""

    label: Templates | None = None
    """The text that is shown for an option, such as `buy {item} for {item.price}`."""
    told: Templates | None = None
    """What others read when a player has given this answer, in the third person and without the player, such
    as `buys {item}`.
    """
    when: Expression | None = None
    """The condition under which the action is offered. It is evaluated once."""
    given: Annotated[tuple[Parameter, ...], Key(vital=True)] = ()
    """The values that the offering step passes to the action, each with its type."""
    picks: Annotated[tuple[Pick, ...], Key("with", vital=True)] = ()
    """The values that the player chooses."""
    keeps: Expression | None = None
    """A condition that must hold after the steps of an option. Otherwise the option is not offered."""
    most: Expression | None = None
    """A number that is evaluated after an option's steps. Of all options of an offer, only those with the
    greatest number are offered.
    """
    do: tuple[Step, ...] = ()
    """The steps of the action."""


@spelt("a procedure", "procedure")
class ProcedureDecl(Named):
    """A named list of steps."""

    parameters: Annotated[tuple[Parameter, ...], Key("with", vital=True)] = ()
    """The parameters, each with its type."""
    do: tuple[Step, ...]
    """The steps of the procedure."""


@spelt("an event", "event", types=("object", "null"))
class EventDecl(Named):
    """A point of the game at which other rules can add steps."""

    parameters: Annotated[tuple[Parameter, ...], Key("with", vital=True)] = ()
    """The parameters, each with its type."""
    label: Templates | None = None
    """The text that is shown for the event when a player chooses the next event."""


@spelt("a handler", "handler")
class HandlerDecl(Named):
    """Additional steps that run when an event is announced."""

    event: Ident
    """The event at which the steps run."""
    when: Expression | None = None
    """The condition under which the steps run, evaluated when it is the handler's turn."""
    do: tuple[Step, ...]
    """The steps of the handler."""


@spelt(
    "a phase",
    "phase",
    one_of=("do", "phases"),
    apart=("turns", "phases"),
    needs={"first": "turns", "who": "turns", "next": "turns"},
)
class PhaseDecl(Named):
    """A part of the game's course. A phase with nested `phases` repeats these phases and has no steps."""

    label: Text | None = None
    """The name that people see."""
    turns: Annotated[Literal["clockwise", "counterclockwise"] | None, Key(unread="clockwise")] = None
    """The direction in which turns pass. Without it, the steps run once, and nobody has a turn."""
    first: Expression | None = None
    """The player who has the first turn; by default `seat(1)`."""
    who: Expression | None = None
    """The condition under which `player` has turns. Without it, every player has turns."""
    until: Expression | None = None
    """The condition that ends the phase, evaluated before each turn, or before each repetition of the nested
    phases.
    """
    next: Expression | None = None
    """The player whose turn follows that of `me`; by default the neighbour in the direction of `turns`."""
    phases: Annotated[tuple[PhaseDecl, ...], Key("", SOME)] = ()
    """Nested phases, which run in order, again and again, until `until` holds before a repetition."""
    do: tuple[Step, ...] = ()
    """The steps of a turn, or the steps of the whole phase if it has no turns."""


@spelt("an entry of `end`", "ending", apart=("winner", "draw"))
class EndDecl(Named):
    """A condition that ends the game."""

    when: Expression
    """The condition under which the game is over."""
    winner: Expression | None = None
    """The winner, which is a player or a list of players."""
    draw: bool = False
    """Whether nobody wins. With neither `winner` nor `draw`, the players are ranked."""
    label: Text | None = None
    """The text that people see for this end, such as `Three in a row`."""


@spelt("a part of the score", "score_part", short="is", types=("string", "integer", "boolean", "object"))
class ScorePart(Spelt):
    """The score, or one of the named parts that add up to it."""

    ident: Ident | None
    body: Annotated[Expression, Key("is")]
    """The value of the score or of this part."""
    label: Text | None = None
    """The name that people see."""


@spelt("a measure", "measure")
class MeasureDecl(Named):
    """A number that is reported about games."""

    body: Annotated[Expression, Key("is")]
    """The value to report, which is a number or a condition. It may use the name `player` if it is measured
    for each player.
    """
    at: Literal["end", "turn"] = "end"
    """The time of evaluation: when the game is over (`end`, the default), or at the end of each `turn`."""
    per: Annotated[Literal["player"] | None, Key(unread="player")] = None
    """`player` means that the measure is evaluated for each player."""
    label: Text | None = None
    """The name that people see."""


@spelt("an invariant", "invariant", apart=("before", "after"))
class InvariantDecl(Named):
    """A condition that must always hold if the rules are right. Tests check it; play does not."""

    body: Annotated[Expression, Key("is")]
    """The condition. It may use the name `player` if it is checked for each player and, with `before` or
    `after`, `me` and the names of the action or procedure. With `after`, `old(x)` is the value of `x` before.
    """
    says: Text | None = None
    """The rule in words, such as `Nobody holds more than seven cards.`"""
    at: Annotated[Literal["step", "decision", "turn", "end"] | None, Key(unread="decision")] = None
    """The times at which it is checked: after each `step` that changes something, before each `decision` and
    when the game is over (the default), at the end of each `turn`, or only when the game is over (`end`).
    """
    before: Annotated[Ident | None, Key(vital=True)] = None
    """The action or procedure before whose steps it is checked."""
    after: Annotated[Ident | None, Key(vital=True)] = None
    """The action or procedure after whose steps it is checked."""
    per: Annotated[Literal["player"] | None, Key(unread="player")] = None
    """`player` means that the condition is checked for each player."""

    @property
    def around(self) -> Ident | None:
        """The action or procedure before or after whose steps it is checked, if there is one."""
        return self.before or self.after

    @property
    def time(self) -> str:
        """When it is checked, in words as in the file: `before`, `after`, or the value of `at`."""
        if self.around is not None:
            return "after" if self.before is None else "before"
        return self.at or "decision"


@spelt("a limit", "limit")
class LimitDecl(Spelt):
    """The greatest number of decisions, and the outcome when it is reached."""

    decisions: Expression
    """The greatest number of decisions."""
    then: Annotated[Literal["rank", "draw", "truncate"], Key(unread="truncate")]
    """The outcome when the limit is reached: `rank` ranks the players, `draw` makes the game a draw, and
    `truncate` counts such games separately.
    """


@spelt("a ruling", "ruling")
class Ruling(Named):
    """An interpretation of a point that the printed rules leave open."""

    heading: Annotated[str, Key("", TEXT, unread="")]
    """The heading in the printed rules to which the ruling belongs."""
    says: Text
    """The text of the interpretation."""
    options: Annotated[
        tuple[Ident, ...],
        Key("option", titled("an option or a list of options", "string", "array")),
    ] = ()
    """The option or options that select the interpretation."""
