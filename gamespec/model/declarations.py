"""Options, enumerations, components and tables as their author wrote them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from gamespec.documents.document import Scalar
from gamespec.model.basics import NAMES, SOME, Files, Ident, Named, Row, Spelt, Templates, Text, TypeRef
from gamespec.model.spelling import DERIVED, VALUE, Key, ref, spelt, titled
from gamespec.model.steps import Step
from gamespec.program.frozen import dataclass
from gamespec.trees.ast import Expression

__all__ = [
    "ColumnDecl",
    "EnumDecl",
    "KindDecl",
    "OptionDecl",
    "Parameter",
    "PartDecl",
    "Requirement",
    "RowRule",
    "TableDecl",
]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function, procedure or event."""

    ident: Ident
    type: TypeRef


@spelt("a type, or a mapping with a `type`", "column", short="type", types=("string", "object"))
class ColumnDecl(Parameter):
    """An attribute or a column.

    It has one value, or a value for each key in `per`, and may have a default for rows that omit it.
    """

    type: Annotated[TypeRef, Key(unread=None)]
    per: tuple[TypeRef, ...] = ()
    """A type or several types. There is a value for each combination of their values."""
    default: Annotated[Scalar | None, Key("", VALUE)] = None
    """The value in rows that omit it."""
    shown: bool = True
    """`false` means that the attribute is never shown to people, even to those who could know it."""
    label: Text | None = None
    """The name that people see."""


@spelt("an option", "option")
class OptionDecl(Named):
    """A choice that a table of players may make before play."""

    type: Annotated[TypeRef, Key("", titled("a type or a list of names", "string", "array", **NAMES))]
    """The type of the option: `bool`, a range, an enumeration of the game, or a list of names. A list becomes
    an enumeration with the name of the option.
    """
    default: Annotated[Scalar, Key("", VALUE)]
    """The value of the option unless a table of players chooses another."""
    label: Text | None = None
    """The name that people see."""


@spelt("a requirement: `is` and `says`", "requirement")
class Requirement(Spelt):
    """A condition on the options and the number of players, and the message that is shown if it fails."""

    condition: Annotated[Expression, Key("is")]
    """A constant condition over options and the number of players, such as `line <= size`."""
    says: Annotated[Text, Key(unread=Text({}))]
    """The message that is shown if the condition fails."""


@dataclass(frozen=True, slots=True)
class EnumDecl:
    """A set of named values."""

    ident: Ident
    values: tuple[Ident, ...]
    labels: Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class RowRule:
    """The steps that the components of a row run at an event, or the term that they add to a function.

    `of` names the event or function.
    """

    kind: Ident
    row: Ident
    of: Ident
    does: tuple[Step, ...] | Expression


@spelt("a kind of component", "kind", any_of=("rows", "table", "all"))
class KindDecl(Named):
    """A kind of component: things in the box that have an identity, with the attributes printed on each."""

    attributes: tuple[ColumnDecl, ...] = ()
    """The attributes printed on each component, with their types, as in `{suit: suit, rank: 1..13}`."""
    rows: Annotated[tuple[Row, ...], Key("", ref("component_rows"))] = ()
    files: Annotated[Files, Key("table")] = ()
    product: Annotated[
        tuple[tuple[Ident, Expression], ...] | None,
        Key("all", titled("a mapping of attributes to lists", **SOME), late=True),
    ] = None
    """The values of attributes. There is one component for each combination of these values."""
    copies: Expression | None = None
    """The number of copies of each component."""
    per: Annotated[Literal["player"] | None, Key(unread="player")] = None
    """`player` means that every player owns a set of these components."""
    back: Annotated[tuple[Ident, ...], Key("", titled("a list of attributes", uniqueItems=True))] = ()
    """The attributes that are printed on the back as well, so that everybody sees them wherever a component
    lies.
    """
    label: Templates | None = None
    """The text that is shown for a component, such as `{suit} {rank}`."""
    name: Annotated[Text | None, Key("", ref("noun"))] = None
    """The name that people see for a component that they cannot identify, such as `a card`. With forms for
    numbers, such as `{one: a card, other: cards}`, the log can count such components.
    """
    start: Expression
    """The zone in which each component begins. The expression may use the component's attributes."""
    rules: Annotated[tuple[RowRule, ...], DERIVED] = ()


@spelt("parts of a kind of components", "part", any_of=("rows", "table"))
class PartDecl(Named):
    """Parts printed on the components of a kind. Each component has the parts that are listed for its row."""

    part_of: Ident
    """The kind of component on which the parts are printed."""
    attributes: tuple[ColumnDecl, ...] = ()
    """The attributes of each part, with their types."""
    name: Text | None = None
    """The name that people see for one of the parts, such as `a field`."""
    rows: tuple[Row, ...] = ()
    files: Annotated[Files, Key("table")] = ()


@spelt("a table", "table", one_of=("rows", "table"))
class TableDecl(Named):
    """A table of records that never change."""

    columns: tuple[ColumnDecl, ...]
    """The columns, each with its type."""
    key: Annotated[
        tuple[Ident, ...],
        Key("", titled("a column or a list of columns", "string", "array", uniqueItems=True), late=True),
    ] = ()
    """The column, or the list of columns, by which a row is looked up, such as `[place, players]`."""
    rows: tuple[Row, ...] = ()
    files: Annotated[Files, Key("table")] = ()
    partial: Annotated[bool, Key(late=True)] = False
    """Whether there may be keys without a row. If so, a look-up may give `none`."""
