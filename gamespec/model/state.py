"""What changes during a game as its author wrote it: zones, variables, resources, agendas, histories."""

from __future__ import annotations

from typing import Annotated, Literal

from gamespec.model.basics import WORD, Ident, Named, Seen, Templates, Text, TypeRef
from gamespec.model.spelling import DERIVED, Key, ref, spelt, titled
from gamespec.trees.ast import Expression

__all__ = ["AgendaDecl", "HistoryDecl", "ResourceDecl", "VariableDecl", "ZoneDecl"]


@spelt("a zone", "zone")
class ZoneDecl(Named):
    """A place, or a family of places, where components lie."""

    of: Ident
    """The kind of component it holds."""
    per: tuple[TypeRef, ...] = ()
    """A type or several types. There is a zone for each value, or for each combination of values."""
    ordered: bool = False
    """Whether the order of the components matters. If so, a new component goes on top. By default, it does
    not matter.
    """
    capacity: Expression | None = None
    """The greatest number of components that the zone may hold. One component more is a fault."""
    seen_by: Seen = "everyone"
    shown: bool = True
    """`false` means that the zone is not shown to people, even to those who could see into it."""
    label: Text | None = None
    """The name that people see."""


@spelt("a variable", "variable")
class VariableDecl(Named):
    """A value, or a family of values, that changes during the game."""

    type: TypeRef
    """The type of the variable's values."""
    per: tuple[TypeRef, ...] = ()
    """A type or several types. There is a variable for each value, or for each combination of values."""
    start: Expression | None = None
    """The first value of the variable. Without it, that is `false`, `none`, or the number nearest to 0."""
    lasts: Annotated[Ident | None, Key("", titled("`turn`, or the name of a phase", "string", **WORD))] = None
    """`turn` or the name of a phase. After every turn, or every repetition of the phase, the variable begins
    again with its `start`.
    """
    shown: bool = True
    """`false` means that the variable is not shown to people, even to those who could know it."""
    seen_by: Seen = "everyone"
    label: Annotated[Text | None, Key("", ref("noun"))] = None
    """The name that people see."""
    agenda: Annotated[Ident | None, DERIVED] = None  # the agenda whose entries it holds


@spelt("a resource", "resource")
class ResourceDecl(Named):
    """Tokens that are all alike, or alike within each sort, and their holders."""

    type: TypeRef
    """The range of the amount that a holder may have."""
    of: TypeRef | None = None
    """The type of the sorts of tokens. Each sort has its own bank, and no token changes its sort."""
    per: tuple[TypeRef, ...] = ()
    """The type of the holders, which is usually `player`."""
    start: Expression | None = None
    """The amount with which each holder begins, taken from the supply. The expression may use the names of
    the types in `per` and `of`.
    """
    supply: Expression | None = None
    """The amount of each sort in the game, which may depend on the sort's name. Without it, the bank never
    runs dry.
    """
    shown: bool = True
    """`false` means that the resource is not shown to people."""
    label: Annotated[Text | None, Key("", ref("noun"))] = None
    """The name that people see."""


@spelt("an agenda", "agenda")
class AgendaDecl(Named):
    """Waiting events, with their maximum number and the order in which they are handled."""

    length: Expression
    """The maximum number of waiting events. One event more is a fault."""
    next: Literal["newest", "oldest", "chosen"] = "newest"
    """The waiting event that is handled next: the `newest` (the default), the `oldest`, or one `chosen` by a
    player.
    """
    by: Expression | None = None
    """The player who chooses the next event; by default `me`."""
    prompt: Templates | None = None
    """The question that the choosing player sees."""
    seen_by: Literal["everyone", "nobody"] = "everyone"
    """The players who see the waiting events; by default `everyone`."""


@spelt("a history", "history")
class HistoryDecl(Named):
    """A record of past situations."""

    of: Annotated[tuple[Ident, ...] | None, Key(vital=True)] = None
    """The parts of a situation: zones, variables, resources, `turn` and `phase`. By default, all of them
    are included.
    """
    length: Expression
    """The maximum number of situations in the history. One situation more is a fault."""
