"""A whole game as its author wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from gamespec.model.basics import ID, KINDS, NUMBERS, SOME, Ident, Named, Text
from gamespec.model.declarations import EnumDecl, KindDecl, OptionDecl, PartDecl, Requirement, TableDecl
from gamespec.model.rules import (
    ActionDecl,
    EndDecl,
    EventDecl,
    FunctionDecl,
    HandlerDecl,
    InvariantDecl,
    LimitDecl,
    MeasureDecl,
    PhaseDecl,
    ProcedureDecl,
    Ruling,
    ScorePart,
    TermDecl,
)
from gamespec.model.spaces import SpaceDecl
from gamespec.model.spelling import DERIVED, Key, ref, spelt, titled
from gamespec.model.state import AgendaDecl, HistoryDecl, ResourceDecl, VariableDecl, ZoneDecl
from gamespec.model.steps import Step
from gamespec.model.views import View
from gamespec.text.source import Span
from gamespec.trees.ast import Expression

__all__ = ["Game"]


@spelt("a game", "game")
class Game(Named):
    """The rules of a board or card game as data."""

    ident: Annotated[
        Ident,
        Key("game", titled("the game's id: letters, digits and hyphens", "string", "integer", pattern=ID)),
    ]
    """The id of the game, which consists of letters, digits and hyphens."""
    title: Annotated[Text, Key(unread=Text({}))]
    """The game's title."""
    about: Text | None = None
    """A description of the game."""
    players: Annotated[
        range,
        Key("", titled(NUMBERS, "integer", "string", minimum=1, pattern="^[0-9]+(\\.\\.[0-9]+)?$")),
    ]
    """The number of players: a number, or a range such as `2..4`."""
    players_span: Annotated[Span, DERIVED]
    options: tuple[OptionDecl, ...] = ()
    """Choices that a table of players may make before play. In expressions, an option is a constant."""
    requires: tuple[Requirement, ...] = ()
    """Conditions on the options and the number of players. A choice that breaks one of them is refused."""
    enums: tuple[EnumDecl, ...] = ()
    """Sets of named values."""
    components: Annotated[
        tuple[KindDecl, ...],
        Key("", titled("a mapping of names to kinds of components", additionalProperties=KINDS)),
    ] = ()
    """The kinds of things in the box that have an identity, such as cards, tiles and pawns."""
    parts: Annotated[tuple[PartDecl, ...], DERIVED] = ()
    tables: tuple[TableDecl, ...] = ()
    """Records of numbers and names that never change."""
    spaces: tuple[SpaceDecl, ...] = ()
    """Boards, such as grids, tracks and graphs."""
    zones: tuple[ZoneDecl, ...] = ()
    """The places where components lie."""
    variables: tuple[VariableDecl, ...] = ()
    """Values that change during the game. They belong to the game, or to each player, cell or component."""
    resources: tuple[ResourceDecl, ...] = ()
    """Tokens that are all alike, held by players and the bank."""
    agendas: tuple[AgendaDecl, ...] = ()
    """Places where announced events wait until a step resolves them."""
    histories: tuple[HistoryDecl, ...] = ()
    """Records of past situations, by which a rule recognises a repetition."""
    functions: tuple[FunctionDecl, ...] = ()
    """Named expressions with parameters."""
    terms: tuple[TermDecl, ...] = ()
    """Values that rules contribute to functions, in the order of declaration."""
    actions: tuple[ActionDecl, ...] = ()
    """Actions that players may be offered."""
    procedures: tuple[ProcedureDecl, ...] = ()
    """Named lists of steps with parameters."""
    events: tuple[EventDecl, ...] = ()
    """Points of the game at which other rules can add steps."""
    handlers: tuple[HandlerDecl, ...] = ()
    """Steps that run when an event is announced, in the order of declaration."""
    setup: tuple[Step, ...] = ()
    """The steps before the first turn."""
    phases: Annotated[tuple[PhaseDecl, ...], Key("", SOME, unread=())]
    """The course of the game: phases run in the order declared, each once."""
    end: Annotated[tuple[EndDecl, ...], Key("", titled("a mapping of names to ends"))] = ()
    """Conditions that end the game. They are checked after every turn and at every `check: end`."""
    teams: Expression | None = None
    """An expression with the name `player`. Players for whom it has equal values win and lose together."""
    score: Annotated[
        tuple[ScorePart, ...],
        Key(
            "",
            titled(
                "an expression, or a mapping of names to parts",
                "string",
                "integer",
                "boolean",
                "object",
                **SOME,
            ),
        ),
    ] = ()
    """The number that reports show for each player when the game is over. It may use the name `player`, and
    if it has named parts, it is their sum.
    """
    ranking: tuple[Expression, ...] = ()
    """Expressions with the name `player`, of which a greater value is better. Each expression breaks the ties
    that the previous ones leave.
    """
    limit: Annotated[LimitDecl | None, Key(unread=None)]
    """The greatest number of decisions, and the outcome when it is reached."""
    measures: tuple[MeasureDecl, ...] = ()
    """Numbers that are reported about many games and change nothing in the game."""
    invariants: tuple[InvariantDecl, ...] = ()
    """Conditions that must always hold if the rules are right. They change nothing in the game."""
    rulings: Annotated[tuple[Ruling, ...], Key("", {"propertyNames": ref("label")})] = ()
    """Interpretations of the printed rules, each with the heading to which it belongs."""
    view: View = field(default_factory=View)
    """The look of the game. It changes nothing in play."""
    sources: Annotated[Mapping[str, str], DERIVED] = field(default_factory=dict)
    lost: Annotated[frozenset[str], DERIVED] = frozenset()  # names that may be declared in unreadable parts
