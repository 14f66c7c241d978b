"""A game's description as its author wrote it, with names, expressions and steps, but with nothing bound.

These classes are the only definition of the contents of a file. `spelling` explains how a class corresponds
to a mapping in a file. Authors see the docstrings of classes and keys in their editors and in the notes of
diagnostics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal, NewType, TypeAlias

from gamespec.documents.document import Scalar
from gamespec.model.spelling import DERIVED, TEXT, VALUE, Key, mapped, ref, spelt, titled
from gamespec.program.frozen import dataclass
from gamespec.text.source import Span
from gamespec.trees.ast import Expression, Node, Template


@dataclass(frozen=True, slots=True)
class Ident:
    """A name and its place in the file."""

    name: str
    span: Span

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Text:
    """A text in one or several languages.

    If it is a noun, it may also have a form for each grammatical number.

    The grammatical numbers are the plural categories of CLDR (`one`, `other` …). The form for `other` is the
    text itself.
    """

    by_language: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def in_(self, language: str) -> str:
        """Return the text as a reader of `language` sees it (see `chosen`)."""
        return self.by_language.get(self.chosen(language), "")

    def chosen(self, language: str) -> str:
        """Return the language in which a reader of `language` sees the text.

        This is `language` itself if the text is available in it, otherwise English, and otherwise the first
        language of the text.
        """
        texts = self.by_language
        return next((each for each in (language, "en", *texts) if texts.get(each)), language)

    def __str__(self) -> str:
        return self.in_("en")


@dataclass(frozen=True, slots=True)
class Templates:
    """A text that contains expressions, in one or several languages."""

    by_language: Mapping[str, Template]


@dataclass(frozen=True, slots=True)
class TypeRef:
    """A type as written. `root` is a name, `space.direction` or a range, and `names` is an inline list."""

    span: Span
    root: Node | None
    form: Literal["plain", "list", "zone"] = "plain"
    optional: bool = False
    names: tuple[Ident, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board drawn as lines of characters, each character with its place."""

    span: Span
    lines: tuple[tuple[Ident, ...], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row in a list of components or in a table, with its cells by the name of their column.

    If a column has keys, the cell for one key has a name such as `cost.ruby`. `names` maps such a name to the
    place of the key.
    """

    cells: Mapping[str, Scalar]
    span: Span
    names: Mapping[str, Span]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Spelt:
    """A part of a file, with its place."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Named(_Spelt):
    """A declaration, with its name as the key of a mapping, and the place of its value."""

    ident: Ident


Files = tuple[Scalar, ...]
"""The names of the files that hold the rows of a declaration."""

SeenBy = Ident | Expression | None
"""The players who learn the outcome of a step: `everyone` (the default), `nobody`, or those in an expression.
"""

Seen = Literal["everyone", "nobody", "owner", "others"]
"""The players who see the contents of a zone or variable."""

CHARACTER = {"title": "a single character", "pattern": "^[^\\s.#]$"}
SOME = {"minProperties": 1}
LEFT = "`loop`, `event`, `turn`, `phase`, the `id` of a loop or the name of a phase"
ID = "^[A-Za-z0-9-]+$"
NUMBERS = "a number of players, or a range such as `2..4`"
KINDS = {"if": {"type": "object", "required": ["part_of"]}, "then": ref("part"), "else": ref("kind")}
NAMES = {"items": ref("name"), "minItems": 1}
WORD = {"pattern": "^[a-z][a-z0-9_]*$"}


# --- Declarations ----------------------------------------------------------------------------------------


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
class OptionDecl(_Named):
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
class Requirement(_Spelt):
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
class KindDecl(_Named):
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
class PartDecl(_Named):
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
class TableDecl(_Named):
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


# --- Spaces -------------------------------------------------------------------------------------------------


@spelt("a grid", "grid")
class Grid(_Named):
    """A board of squares or hexes."""

    label: Text | None = None
    """The name that people see."""
    size: Annotated[tuple[Expression, ...] | Diagram, Key("grid")]
    """The size of a board of squares or hexes, as `[columns, rows]`. The board may also be drawn, with a line
    for each row, in which `.` is a cell and `#` is not.
    """
    shape: Literal["hex"] | None = None
    """`hex` makes the board a rhombus of hexes. Without it, the board consists of squares."""
    links: Literal["all", "diagonal"] | None = None
    """`all` makes diagonal neighbours adjacent as well, and `diagonal` makes only diagonal neighbours
    adjacent.
    """
    row_1: Annotated[Literal["bottom"] | None, Key(unread="bottom")] = None
    """`bottom` means that rows count from the bottom. Without it, they count from the top."""
    without: tuple[Ident, ...] | Expression | None = None


@spelt("a hexagon of hexes", "hexagon")
class Hexagon(_Named):
    """A hexagon of hexes."""

    label: Text | None = None
    """The name that people see."""
    side: Annotated[Expression, Key("hexagon")]
    """The number of hexes on each side."""
    without: tuple[Ident, ...] | Expression | None = None


@spelt("a triangle of hexes", "triangle")
class Triangle(_Named):
    """A triangle of hexes."""

    label: Text | None = None
    """The name that people see."""
    side: Annotated[Expression, Key("triangle")]
    """The number of hexes on each side."""
    without: tuple[Ident, ...] | Expression | None = None


@spelt("a track", "track")
class Track(_Named):
    """A line of cells, or several ways forward that branch and meet."""

    label: Text | None = None
    """The name that people see."""
    cells: Annotated[Expression | tuple[tuple[Ident, ...], ...], Key("track")]
    """The number of cells in the line, or a list of ways forward, each a list of cells, such as `[[a, b, c],
    [a, x, c]]`.
    """
    loop: bool = False
    """Whether the ends of the line meet, so that the track is a ring."""


@spelt("a graph", "graph")
class Graph(_Named):
    """Cells with names, and the links between them."""

    label: Text | None = None
    """The name that people see."""
    cells: tuple[Ident, ...]
    """The names of the cells."""
    links: tuple[tuple[Ident, Ident], ...] = ()
    """Pairs of neighbouring cells, such as `[[a, b], [b, c]]`. Links go both ways."""


@spelt("a plane of tiles", "plane")
class Plane(_Named):
    """A plane on which tiles are laid."""

    label: Text | None = None
    """The name that people see."""
    zone: Annotated[Ident, Key("plane", late=True)]
    """The zone in which the laid tiles lie."""
    parts: Annotated[Ident, Key(late=True)]
    """The parts printed on the tiles."""
    match: Annotated[Ident, Key(late=True)]
    """The attribute of parts that must agree where tiles meet."""
    within: Expression
    """The side of the plane, in tiles."""


@spelt("the edges of a grid", "edges")
class Edges(_Named):
    """The edges of a grid."""

    label: Text | None = None
    """The name that people see."""
    board: Annotated[Ident, Key("edges")]
    """The grid whose edges these are."""
    inner: bool = False
    """Whether only the edges between two cells are included."""


@spelt("the corners of a grid", "corners")
class Corners(_Named):
    """The corners of a grid."""

    label: Text | None = None
    """The name that people see."""
    board: Annotated[Ident, Key("corners")]
    """The grid whose corners these are."""
    inner: bool = False
    """Whether only the corners that are surrounded by cells are included."""


SpaceDecl = Grid | Hexagon | Triangle | Track | Graph | Plane | Edges | Corners
"""A space, which has one of several forms."""


# --- State --------------------------------------------------------------------------------------------------


@spelt("a zone", "zone")
class ZoneDecl(_Named):
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
class VariableDecl(_Named):
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
class ResourceDecl(_Named):
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
class AgendaDecl(_Named):
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
class HistoryDecl(_Named):
    """A record of past situations."""

    of: Annotated[tuple[Ident, ...] | None, Key(vital=True)] = None
    """The parts of a situation: zones, variables, resources, `turn` and `phase`. By default, all of them
    are included.
    """
    length: Expression
    """The maximum number of situations in the history. One situation more is a fault."""


# --- Rules --------------------------------------------------------------------------------------------------


Gathers = Literal["sum", "min", "max", "any", "all", "union"]
"""The ways in which a function combines its value with terms from other rules."""


@spelt("a function", "function")
class FunctionDecl(_Named):
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
class TermDecl(_Named):
    """A value that a rule contributes to a function."""

    of: Ident
    """The function that gathers the term."""
    when: Expression | None = None
    """The condition under which the term counts."""
    body: Annotated[Expression, Key("is")]
    """The value of the term. It may use the parameters of the function."""


@spelt("a value to choose", "pick", short="from")
class Pick(_Named):
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


@spelt("an action", "action")
class ActionDecl(_Named):
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
class ProcedureDecl(_Named):
    """A named list of steps."""

    parameters: Annotated[tuple[Parameter, ...], Key("with", vital=True)] = ()
    """The parameters, each with its type."""
    do: tuple[Step, ...]
    """The steps of the procedure."""


@spelt("an event", "event", types=("object", "null"))
class EventDecl(_Named):
    """A point of the game at which other rules can add steps."""

    parameters: Annotated[tuple[Parameter, ...], Key("with", vital=True)] = ()
    """The parameters, each with its type."""
    label: Templates | None = None
    """The text that is shown for the event when a player chooses the next event."""


@spelt("a handler", "handler")
class HandlerDecl(_Named):
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
class PhaseDecl(_Named):
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
class EndDecl(_Named):
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
class ScorePart(_Spelt):
    """The score, or one of the named parts that add up to it."""

    ident: Ident | None
    body: Annotated[Expression, Key("is")]
    """The value of the score or of this part."""
    label: Text | None = None
    """The name that people see."""


@spelt("a measure", "measure")
class MeasureDecl(_Named):
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
class InvariantDecl(_Named):
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
class LimitDecl(_Spelt):
    """The greatest number of decisions, and the outcome when it is reached."""

    decisions: Expression
    """The greatest number of decisions."""
    then: Annotated[Literal["rank", "draw", "truncate"], Key(unread="truncate")]
    """The outcome when the limit is reached: `rank` ranks the players, `draw` makes the game a draw, and
    `truncate` counts such games separately.
    """


@spelt("a ruling", "ruling")
class Ruling(_Named):
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


# --- Steps --------------------------------------------------------------------------------------------------


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
class Drawn(_Named):
    """One value that a `random` step draws."""

    source: Annotated[Expression, Key("from")]
    """The list from which the value is drawn."""
    weight: Expression | None = None
    """The relative weight of each member of the list. It may use the name of the drawn value."""
    label: Text | None = None
    """The text that is shown for the name of the value."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Step(_Spelt):
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


@spelt("a `offer` step", "step_offer", needs={"then": "otherwise"})
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


@spelt("a `if` step", "step_if")
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


@spelt("a `announce` step", "step_announce", needs={"then": "otherwise"}, apart=("later", "otherwise"))
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


# --- Views --------------------------------------------------------------------------------------------------


Color = Literal[
    "black", "white", "grey", "red", "orange", "yellow", "green",
    "teal", "blue", "purple", "pink", "brown", "beige",
]  # fmt: skip
"""A colour of the palette."""

Symbol = NewType("Symbol", str)
"""A symbol that takes one or two columns."""

Icon = NewType("Icon", str)
"""The name of an icon of `gamespec.icons`."""

Texture = Literal[
    "town", "road", "meadow", "sand", "water", "furrows",
    "forest", "mountain", "rocks", "wood", "plot", "plain",
]  # fmt: skip
"""How parts of tiles are painted."""

Layout = Mapping[str, tuple[int, int]]
"""For each cell by its name, its column and its row, both counted from 0."""


@spelt("a look: a mapping with a `symbol`, a `color`, an `icon`", "look", eq=True)
class LookDecl(_Spelt):
    """A look, with a symbol one or two columns wide, a colour of the palette, and an icon for the browser."""

    symbol: Symbol | None = None
    color: Color | None = None
    icon: Icon | None = None


Ground: TypeAlias = Literal["plain", "hills", "waves", "deck", "bow", "stern"]
"""What is drawn below the sign of a square: nothing, hills, waves, or a boat on waves: its deck or an end.

The bow is at the left of the deck, the stern at the right.
"""


@spelt("a look: a mapping with a `symbol`, a `color`, an `icon`, a `texture`", "value_look", eq=True)
class ValueLook(LookDecl):
    """The look of a value of an enumeration."""

    texture: Texture | None = None
    """How the browser paints parts of tiles with this look, such as `meadow`."""
    half: Literal["left", "right"] | None = None
    """The half of the icon that is drawn at the opposite side, so that two halves side by side make it up."""
    ground: Ground | None = None
    """What is drawn below the icon on a square, in place of what is below the icons of its kind."""


@spelt("a look: a mapping with a `name`, a `symbol`, a `color`, an `icon`", "named_look", eq=True)
class NamedLook(LookDecl):
    """The look of a player, or of single cells of a board."""

    symbol: Annotated[Symbol | None, Key(last=True)] = None
    color: Annotated[Color | None, Key(last=True)] = None
    icon: Annotated[Icon | None, Key(last=True)] = None
    name: Text | None = None
    """The name that people see, such as `fox field`."""


Back: TypeAlias = Literal["guilloche", "rays", "scales", "weave", "starry", "damask", "grove"]
"""The pattern on a back: a rosette, rays, scales, a weave, lattices with points or with leaves, or firs."""

Dye: TypeAlias = Literal["navy", "wine", "moss", "umber", "slate", "plum"]
"""The colour of a back."""


@spelt("the look of a kind's components", "kind_look", eq=True)
class KindView(_Spelt):
    """The look of components: their shape, a short text, colours, icons, what is printed, and their backs."""

    shape: Literal["card", "square", "token", "meeple", "pawn", "disc", "cube", "house", "ship"] | None = None
    """The shape: a `card`, a `square` such as a tile, a `token` such as a chip, or a wooden piece: a
    `meeple`, a `pawn`, a `disc`, a `cube`, a `house`, a `ship`. Without it, components with something printed
    on them are squares if they can lie on a board, and otherwise cards.
    """

    short: Templates | None = None
    """A text of a few characters that stands for the component in cells and hands, such as `{suit}{rank}`."""
    color: Ident | None = None
    """An attribute whose values have colours, or a colour of the palette."""
    icon: Annotated[
        Ident | None,
        Key("", titled("an attribute or the name of an icon", "string", pattern="^[a-z][a-z0-9_-]*$")),
    ] = None
    """An attribute whose values have icons, or the name of an icon."""
    edges: Annotated[
        Mapping[str, Symbol | LookDecl],
        Key("", mapped("a mapping of attributes to looks", {"anyOf": [ref("symbol"), ref("look")]})),
    ] = field(default_factory=dict)
    """For each attribute that names edges, the symbol or the look of these edges."""
    pips: Ident | None = None
    """The attribute that counts the sign of a card. Its numbers are drawn as so many signs, its values with
    an icon as court cards with this icon on their heads, and others as one large sign.
    """
    zeros: bool = True
    """Whether numbers that are 0 are printed on the components."""
    ground: Ground | None = None
    """What is drawn below the sign of a square: nothing, `hills`, `waves`, or the `deck` of a boat on
    waves. Without it, `hills`.
    """
    back: Back | None = None
    """The pattern on the back. Without it, each kind has another one."""
    dye: Dye | None = None
    """The colour of the back. Without it, each kind has another one."""


During: TypeAlias = Annotated[
    tuple[Ident, ...], Key("", titled("a phase or a list of phases", "string", "array"))
]
"""The names of phases during which something is shown."""

FieldLooks: TypeAlias = Annotated[
    Mapping[str, NamedLook],
    Key(
        "",
        mapped("a mapping of cells or functions of cells to looks", ref("named_look"), {"type": "string"}),
    ),
]
"""The looks of single cells or numbers, by their names or by functions that are true for them."""


Stands: TypeAlias = Literal["center", "side", "folded"]
"""Where something stands on the table: in its center, at the side of the center, or folded away."""


@spelt("the look of a zone", "zone_look", eq=True)
class ZoneView(_Spelt):
    """The arrangement of the components in a zone."""

    lies: Literal["pile", "fan", "row", "square"] | None = None
    """The arrangement: a `pile` that shows its top, a `fan` as in a hand, a `row`, or a `square` for one
    component.
    """
    together: bool | None = None
    """Whether the zones of all players lie together in the middle of the table."""
    stands: Stands | None = None
    """Where the zone stands if it belongs to no player, or if the zones of all players lie together: in the
    `center` of the table, at its `side`, or `folded` away until people want to see it.
    """
    counts: Ident | None = None
    """The function that people see in place of the number of components, such as one that counts tricks. Its
    parameters are what there is a zone for each of.
    """
    unit: Annotated[Text | None, Key("", ref("noun"))] = None
    """What is counted, which people read after the number. With a form for each grammatical number, such as
    `{one: token, other: tokens}`, it agrees with the number.
    """
    note: Text | None = None
    """What people read below the name of the zones, such as what the things in them bring in the end."""
    during: During = ()
    """The phase or phases during which the zone is shown. Without it, always."""


@spelt("the look of a variable or resource", "store_look", eq=True)
class StoreView(LookDecl):
    """The look of a variable or resource."""

    track: bool = False
    """Whether the value is drawn as a track of numbers on which its members stand, such as the players."""
    ladder: bool = False
    """Whether the value is drawn as steps on which its members stand, the higher the farther right."""
    die: bool = False
    """Whether the value is drawn as the face of a die. Faces above 6 show numbers."""
    stands: Stands | None = None
    """Where the track stands: in the `center` of the table, at its `side`, or `folded` away."""
    texture: Texture | None = None
    """How the browser paints the ground around the track, such as `meadow`."""
    cells: FieldLooks = field(default_factory=dict)
    """The looks of single numbers of the track, by the number, or by the name of a function of a number that
    is true for the numbers with this look.
    """
    during: During = ()
    """The phase or phases during which the value is shown. Without it, always."""


@spelt("the look of a space", "space_look", eq=True)
class SpaceView(_Spelt):
    """The positions and looks of the cells of a space, and to whom the sides of a grid belong."""

    layout: Layout | None = None
    """The positions of the cells of a graph or a track, as lines of words separated by blanks. Each cell
    occurs once, and `.` leaves a place empty.
    """
    sides: Annotated[
        Mapping[str, int],
        Key(
            "",
            mapped(
                "a mapping of sides to seats",
                titled("the number of a seat", "integer", minimum=1),
                {"enum": ["north", "east", "south", "west"]},
            ),
        ),
    ] = field(default_factory=dict)
    """For sides of a grid (`north`, `east`, `south`, `west`), the seat whose colour they have."""
    stands: Stands | None = None
    """Where the board stands: in the `center` of the table, at its `side`, or `folded` away."""
    color: Color | None = None
    """The colour of the cells, such as blue for water."""
    texture: Texture | None = None
    """How the browser paints the board: the ground around a track, such as `forest`, and the cells of other
    boards, such as `water`.
    """
    joined: bool = False
    """Whether the components on the cells fill them, so that pictures continue from cell to cell."""
    holes: bool = False
    """Whether the cells are round holes in the board, as for discs or pegs."""
    names: bool = True
    """Whether the browser shows the names of cells, or their columns and rows."""
    cells: FieldLooks = field(default_factory=dict)
    """The looks of single cells, by the name of the cell, or by the name of a function of one cell that is
    true for the cells with this look.
    """


@spelt(
    "a look: a mapping with a `name`, a `symbol`, a `color`, an `icon`, a `score`", "function_look", eq=True
)
class FunctionView(LookDecl):
    """The look of the values of a function, which people see beside what the function is about."""

    symbol: Annotated[Symbol | None, Key(last=True)] = None
    color: Annotated[Color | None, Key(last=True)] = None
    icon: Annotated[Icon | None, Key(last=True)] = None
    name: Text | None = None
    """The name that people see, such as `worth`."""
    score: Literal["highest", "lowest"] | None = None
    """The value is shown as the score of its player, and the `highest` or the `lowest` one is the best."""


@spelt("how an action is offered", "action_look", eq=True)
class ActionView(_Spelt):
    """How an action is offered to people."""

    confirm: bool = False
    """Whether people are asked if they mean it, as for giving up. Its button is small, beside the others."""


@spelt("a mapping of sections to looks", "view")
class View(_Spelt):
    """The section `view`. `places` gives the place of each part by its keys, such as `("values", "suit")`."""

    felt: Literal["green", "blue", "red", "brown", "grey", "purple"] = "green"
    """The colour of the felt on the table."""
    players: tuple[NamedLook, ...] = ()
    """The looks of the players in the order of seats, such as `[{symbol: X}, {symbol: O}]`."""
    values: Annotated[
        Mapping[str, Mapping[str, ValueLook]],
        Key(
            "",
            mapped(
                "a mapping of enumerations to the looks of their values",
                mapped("a mapping of values to looks", ref("value_look")),
            ),
        ),
    ] = field(default_factory=dict)
    """The looks of the values of each enumeration, as in `{hue: {red: {symbol: ♥, color: red}}}`."""
    components: Annotated[Mapping[str, KindView], Key("", titled("a mapping of kinds to looks"))] = field(
        default_factory=dict
    )
    """The looks of components, by kind."""
    zones: Annotated[Mapping[str, ZoneView], Key("", titled("a mapping of zones to looks"))] = field(
        default_factory=dict
    )
    """The arrangements of zones, by the zone's name."""
    variables: Annotated[Mapping[str, StoreView], Key("", titled("a mapping of variables to looks"))] = field(
        default_factory=dict
    )
    """The looks of variables, by the variable's name."""
    resources: Annotated[Mapping[str, StoreView], Key("", titled("a mapping of resources to looks"))] = field(
        default_factory=dict
    )
    """The looks of resources, by the resource's name."""
    spaces: Annotated[Mapping[str, SpaceView], Key("", titled("a mapping of spaces to looks"))] = field(
        default_factory=dict
    )
    """The layouts of spaces, by the space's name."""
    functions: Annotated[Mapping[str, FunctionView], Key("", titled("a mapping of functions to looks"))] = (
        field(default_factory=dict)
    )
    """The functions whose values people see, by the function's name. A function of nothing has its value on
    the table, one of a player beside the player, and one of a component, a cell or a part of a tile there.
    """
    actions: Annotated[Mapping[str, ActionView], Key("", titled("a mapping of actions to looks"))] = field(
        default_factory=dict
    )
    """How actions are offered, by the action's name."""
    places: Annotated[Mapping[tuple[str, ...], Span], DERIVED] = field(default_factory=dict)


# --- The whole ----------------------------------------------------------------------------------------------


@spelt("a game", "game")
class Game(_Named):
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
