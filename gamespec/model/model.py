"""A game's description as its author wrote it, with names, expressions and steps, but with nothing bound.

These classes are the only definition of the contents of a file. `spelling` explains how a class corresponds
to a mapping in a file. Authors see the docstrings of classes and keys in their editors and in the notes of
diagnostics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, NewType

from gamespec.documents.document import Scalar
from gamespec.model.spelling import DERIVED, TEXT, VALUE, Key, mapped, ref, spelt, titled
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
        """Return the text in a language, or else the English text, or else the text in the first language."""
        return self.by_language.get(self.chosen(language), "")

    def chosen(self, language: str) -> str:
        """Return the language in which a reader of `language` sees the text.

        That is `language` itself if there is a text in it, or else English, or else the first language.
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
    """An attribute or a column: one value, or one `per` key, and a default for rows that omit it."""

    type: Annotated[TypeRef, Key(unread=None)]
    per: tuple[TypeRef, ...] = ()
    """A type, or several: there is one value for each combination of their values."""
    default: Annotated[Scalar | None, Key("", VALUE)] = None
    """The value for rows that omit it."""
    shown: bool = True
    """`false`: never shown to people, whoever could know it."""
    label: Text | None = None
    """The name that people see."""


@spelt("an option", "option")
class OptionDecl(_Named):
    """A choice that a table may make before play."""

    type: Annotated[TypeRef, Key("", titled("a type or a list of names", "string", "array", **NAMES))]
    """`bool`, a range, an enumeration of the game, or a list of names, which then is an enumeration called
    like the option.
    """
    default: Annotated[Scalar, Key("", VALUE)]
    """The value unless a table sets another."""
    label: Text | None = None
    """The name that people see."""


@spelt("a requirement: `is` and `says`", "requirement")
class Requirement(_Spelt):
    """A condition on the options and the number of players, and the message if it fails."""

    condition: Annotated[Expression, Key("is")]
    """A constant condition over options and the number of players, such as `line <= size`."""
    says: Annotated[Text, Key(unread=Text({}))]
    """The message if the condition fails."""


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
    """Things in the box that have an identity, and the attributes printed on each."""

    attributes: tuple[ColumnDecl, ...] = ()
    """The attributes printed on each component, with their types: `{suit: suit, rank: 1..13}`."""
    rows: Annotated[tuple[Row, ...], Key("", ref("component_rows"))] = ()
    files: Annotated[Files, Key("table")] = ()
    product: Annotated[
        tuple[tuple[Ident, Expression], ...] | None,
        Key("all", titled("a mapping of attributes to lists", **SOME), late=True),
    ] = None
    """One component for each combination of the attributes' values."""
    copies: Expression | None = None
    """The number of copies of each."""
    per: Annotated[Literal["player"] | None, Key(unread="player")] = None
    """`player`: every player has a set of their own."""
    back: Annotated[tuple[Ident, ...], Key("", titled("a list of attributes", uniqueItems=True))] = ()
    """The attributes that are printed on the back, too: everybody sees them wherever a component lies."""
    label: Templates | None = None
    """How a component is shown: `{suit} {rank}`."""
    name: Text | None = None
    """The name that people see for one that they cannot identify: `a card`."""
    start: Expression
    """The zone in which all begin; it may use attributes."""
    rules: Annotated[tuple[RowRule, ...], DERIVED] = ()


@spelt("parts of a kind of components", "part", any_of=("rows", "table"))
class PartDecl(_Named):
    """Parts printed on the components of a kind: each component has the parts listed for its row."""

    part_of: Ident
    """The kind they are printed on."""
    attributes: tuple[ColumnDecl, ...] = ()
    """The attributes of each part, with their types."""
    name: Text | None = None
    """The name that people see for one of them: `a field`."""
    rows: tuple[Row, ...] = ()
    files: Annotated[Files, Key("table")] = ()


@spelt("a table", "table", one_of=("rows", "table"))
class TableDecl(_Named):
    """Records that never change."""

    columns: tuple[ColumnDecl, ...]
    """The columns, each with its type."""
    key: Annotated[
        tuple[Ident, ...],
        Key("", titled("a column or a list of columns", "string", "array", uniqueItems=True), late=True),
    ] = ()
    """The column by which a row is looked up, or several: `[place, players]`."""
    rows: tuple[Row, ...] = ()
    files: Annotated[Files, Key("table")] = ()
    partial: Annotated[bool, Key(late=True)] = False
    """Whether keys may lack a row; a look-up is then optional."""


# --- Spaces -------------------------------------------------------------------------------------------------


@spelt("a grid", "grid")
class Grid(_Named):
    """A board of squares or hexes."""

    label: Text | None = None
    """The name that people see."""
    size: Annotated[tuple[Expression, ...] | Diagram, Key("grid")]
    """A board of squares or hexes: `[columns, rows]`; or drawn, a line for each row: `.` is a cell, `#`
    none."""
    shape: Literal["hex"] | None = None
    """`hex`: the rhombus of hexes; without it squares."""
    links: Literal["all", "diagonal"] | None = None
    """`all`: diagonal neighbours as well; `diagonal`: only diagonal neighbours."""
    row_1: Annotated[Literal["bottom"] | None, Key(unread="bottom")] = None
    """`bottom`: rows count from the bottom; without it from the top."""
    without: tuple[Ident, ...] | Expression | None = None


@spelt("a hexagon of hexes", "hexagon")
class Hexagon(_Named):
    """A hexagon of hexes."""

    label: Text | None = None
    """The name that people see."""
    side: Annotated[Expression, Key("hexagon")]
    """The number of hexes on a side."""
    without: tuple[Ident, ...] | Expression | None = None


@spelt("a triangle of hexes", "triangle")
class Triangle(_Named):
    """A triangle of hexes."""

    label: Text | None = None
    """The name that people see."""
    side: Annotated[Expression, Key("triangle")]
    """The number of hexes on a side."""
    without: tuple[Ident, ...] | Expression | None = None


@spelt("a track", "track")
class Track(_Named):
    """A line of cells, or ways forward that meet."""

    label: Text | None = None
    """The name that people see."""
    cells: Annotated[Expression | tuple[tuple[Ident, ...], ...], Key("track")]
    """The number of cells in the line; or ways forward, each a list of cells: `[[a, b, c], [a, x, c]]`."""
    loop: bool = False
    """Whether its ends meet."""


@spelt("a graph", "graph")
class Graph(_Named):
    """Cells with names, and the links between them."""

    label: Text | None = None
    """The name that people see."""
    cells: tuple[Ident, ...]
    """The names of the cells."""
    links: tuple[tuple[Ident, Ident], ...] = ()
    """Pairs of neighbours: `[[a, b], [b, c]]`; links go both ways."""


@spelt("a plane of tiles", "plane")
class Plane(_Named):
    """A plane of tiles."""

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
    """Whether it has only the edges between two cells."""


@spelt("the corners of a grid", "corners")
class Corners(_Named):
    """The corners of a grid."""

    label: Text | None = None
    """The name that people see."""
    board: Annotated[Ident, Key("corners")]
    """The grid whose corners these are."""
    inner: bool = False
    """Whether it has only the corners that are surrounded by cells."""


SpaceDecl = Grid | Hexagon | Triangle | Track | Graph | Plane | Edges | Corners
"""A space, in one of several forms."""


# --- State --------------------------------------------------------------------------------------------------


@spelt("a zone", "zone")
class ZoneDecl(_Named):
    """A place, or a family of places, where components lie."""

    of: Ident
    """The kind of component it holds."""
    per: tuple[TypeRef, ...] = ()
    """A type or several: one zone for each value."""
    ordered: bool = False
    """Whether its order matters; a new component goes on top. Default: no."""
    capacity: Expression | None = None
    """The greatest number of components that it may hold; one more is a fault."""
    seen_by: Seen = "everyone"
    shown: bool = True
    """`false`: not shown to people, though its `seen_by` says who could know it."""
    label: Text | None = None
    """The name that people see."""


@spelt("a variable", "variable")
class VariableDecl(_Named):
    """A value, or a family of values, that changes."""

    type: TypeRef
    """The type of its values."""
    per: tuple[TypeRef, ...] = ()
    """A type or several: one value for each of its values."""
    start: Expression | None = None
    """Its first value; otherwise `false`, `none`, or the number nearest to 0."""
    lasts: Annotated[Ident | None, Key("", titled("`turn`, or the name of a phase", "string", **WORD))] = None
    """After every turn, or repetition of a phase, the variable begins again with its `start`."""
    shown: bool = True
    """`false`: not shown to people, though its `seen_by` says who could know it."""
    seen_by: Seen = "everyone"
    label: Text | None = None
    """The name that people see."""
    agenda: Annotated[Ident | None, DERIVED] = None  # the agenda whose entries it holds


@spelt("a resource", "resource")
class ResourceDecl(_Named):
    """Tokens that are all alike, or alike within each sort, with their holders."""

    type: TypeRef
    """The amount that a holder may have: a range."""
    of: TypeRef | None = None
    """The sorts of its tokens: each has a bank of its own, and none becomes another."""
    per: tuple[TypeRef, ...] = ()
    """The type of its holders: usually `player`."""
    start: Expression | None = None
    """The amount that each holder begins with, taken from the supply; it may use the names of the types in
    `per` and `of`.
    """
    supply: Expression | None = None
    """The amount of each sort in the game; it may depend on the sort's name. Without it the bank never runs
    dry.
    """
    shown: bool = True
    """`false`: not shown to people."""
    label: Annotated[Text | None, Key("", ref("noun"))] = None
    """The name that people see."""


@spelt("an agenda", "agenda")
class AgendaDecl(_Named):
    """Waiting events: their maximum number, and the order in which they are handled."""

    length: Expression
    """The maximum number of waiting events; one more is a fault."""
    next: Literal["newest", "oldest", "chosen"] = "newest"
    """The waiting event to handle next: the `newest`, the `oldest`, or one `chosen` by a player. Default:
    `newest`.
    """
    by: Expression | None = None
    """The player who chooses the next event; default `me`."""
    prompt: Templates | None = None
    """The question that this player sees."""
    seen_by: Literal["everyone", "nobody"] = "everyone"
    """The players who see the waiting events. Default: everyone."""


@spelt("a history", "history")
class HistoryDecl(_Named):
    """Past situations."""

    of: Annotated[tuple[Ident, ...] | None, Key(vital=True)] = None
    """The parts of a situation: zones, variables, resources, `turn`, `phase`; by default all of them."""
    length: Expression
    """The maximum number of situations it remembers; one more is a fault."""


# --- Rules --------------------------------------------------------------------------------------------------


Gathers = Literal["sum", "min", "max", "any", "all", "union"]
"""The ways in which a function combines its value with terms from other rules."""


@spelt("a function", "function")
class FunctionDecl(_Named):
    """A named expression."""

    parameters: Annotated[tuple[Parameter, ...], Key("with", vital=True)] = ()
    """The parameters, each with its type."""
    body: Annotated[Expression, Key("is")]
    """Its value."""
    gathers: Annotated[Gathers | None, Key(unread="sum")] = None
    """How terms of other rules are combined with its value: they are added up, the least or greatest of them
    counts, one or all of them must hold, or their lists are joined.
    """
    kept: Span | None = None
    """Its results are stored until a value that they depend on changes. This saves time if it is evaluated
    often, and changes nothing else.
    """


@spelt("a term", "term")
class TermDecl(_Named):
    """A value that a rule adds to the value of a function."""

    of: Ident
    """The function that gathers the term."""
    when: Expression | None = None
    """The term counts only if this holds."""
    body: Annotated[Expression, Key("is")]
    """The value of the term; it may use the parameters of the function."""


@spelt("a value to choose", "pick", short="from")
class Pick(_Named):
    """One value to be chosen."""

    count: Expression | None = None
    """The number of values to choose: a number or a list of allowed numbers, `3`, `0..size(hand[me])`; the
    name is then the list of chosen values.
    """
    source: Annotated[Expression, Key("from")]
    """The list of values offered."""
    where: Expression | None = None
    """Only values for which this holds are offered; it may use the name being chosen."""
    optional: bool = False
    """Whether the player may answer `none`; the name is then optional."""
    label: Text | None = None
    """How its name is shown."""


@spelt("an action", "action")
class ActionDecl(_Named):
    """An action that players may be offered."""

    label: Templates | None = None
    """How an option is shown: `buy {item} for {item.price}`."""
    when: Expression | None = None
    """The action is offered only if this holds; evaluated once."""
    given: Annotated[tuple[Parameter, ...], Key(vital=True)] = ()
    """The values that the offering step hands over, each with its type."""
    picks: Annotated[tuple[Pick, ...], Key("with", vital=True)] = ()
    """The values that the player chooses."""
    keeps: Expression | None = None
    """An option is offered only if this holds after its steps."""
    most: Expression | None = None
    """A number, evaluated after an option's steps: of the options of an offer, only those with the greatest
    number are offered.
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
    """A point where other rules hook in."""

    parameters: Annotated[tuple[Parameter, ...], Key("with", vital=True)] = ()
    """The parameters, each with its type."""
    label: Templates | None = None
    """The text that stands for the event when a player chooses which event comes next."""


@spelt("a handler", "handler")
class HandlerDecl(_Named):
    """Additional steps that run at an event."""

    event: Ident
    """The event at which it runs."""
    when: Expression | None = None
    """It runs only if this holds when its turn comes."""
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
    """A part of the game's course. A phase with `phases` of its own repeats them and has no steps."""

    label: Text | None = None
    """The name that people see."""
    turns: Annotated[Literal["clockwise", "counterclockwise"] | None, Key(unread="clockwise")] = None
    """The direction of turns; without it the steps run once, for nobody."""
    first: Expression | None = None
    """The player who has the first turn; default `seat(1)`."""
    who: Expression | None = None
    """Only players for whom this holds (with the name `player`) have turns."""
    until: Expression | None = None
    """The phase is over when this holds before a turn, or before its phases are repeated."""
    next: Expression | None = None
    """The player after `me`; default the neighbour in the direction of `turns`."""
    phases: Annotated[tuple[PhaseDecl, ...], Key("", SOME)] = ()
    """Phases that run in their order, again and again until `until` holds before a repetition."""
    do: tuple[Step, ...] = ()
    """The steps of a turn, or of the whole phase if it has no turns."""


@spelt("an entry of `end`", "ending", apart=("winner", "draw"))
class EndDecl(_Named):
    """A condition that ends the game."""

    when: Expression
    """The game is over when this holds."""
    winner: Expression | None = None
    """The winner: a player or a list of players."""
    draw: bool = False
    """Whether nobody wins. With neither `winner` nor `draw` the players are ranked."""
    label: Text | None = None
    """How people see it: `Three in a row`."""


@spelt("a part of the score", "score_part", short="is", types=("string", "integer", "boolean", "object"))
class ScorePart(_Spelt):
    """The score, or one of the named parts that add up to it."""

    ident: Ident | None
    body: Annotated[Expression, Key("is")]
    """Its value."""
    label: Text | None = None
    """The name that people see."""


@spelt("a measure", "measure")
class MeasureDecl(_Named):
    """A number reported about games."""

    body: Annotated[Expression, Key("is")]
    """The value to report: a number or a condition; it may use the name `player` if it is measured for each.
    """
    at: Literal["end", "turn"] = "end"
    """When it is evaluated: when the game is over (`end`, the default), or at the end of each `turn`."""
    per: Annotated[Literal["player"] | None, Key(unread="player")] = None
    """`player`: it is evaluated for each player."""
    label: Text | None = None
    """The name that people see."""


@spelt("a limit", "limit")
class LimitDecl(_Spelt):
    """The greatest number of decisions, and the outcome when it is reached."""

    decisions: Expression
    """The greatest number of decisions."""
    then: Annotated[Literal["rank", "draw", "truncate"], Key(unread="truncate")]
    """The outcome when it is reached: `rank` the players, a `draw`, or `truncate`, which counts such games
    separately.
    """


@spelt("a ruling", "ruling")
class Ruling(_Named):
    """An interpretation of a point that the printed rules leave open."""

    heading: Annotated[str, Key("", TEXT, unread="")]
    """The place in the printed rules."""
    says: Text
    """The interpretation."""
    options: Annotated[
        tuple[Ident, ...],
        Key("option", titled("an option or a list of options", "string", "array")),
    ] = ()
    """The option, or the options, that select the interpretation."""


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
    """The list to draw from."""
    weight: Expression | None = None
    """The relative weight of each member; it may use the name being drawn."""
    label: Text | None = None
    """How its name is shown."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Step(_Spelt):
    span: Annotated[Span, DERIVED]
    id: Annotated[Ident | None, Key(last=True)] = None
    """A name for the step, used by variants and traces."""


@spelt("a `move` step", "step_move")
class Move(_Step):
    """Moves a component, or each of a list in its order, to a zone."""

    what: Annotated[Expression, Key("move")]
    """The component, or the list of components, to move."""
    to: Expression
    """The zone to move to."""
    at: Literal["top", "bottom"] = "top"
    """The end of an ordered zone at which it arrives; default `top`."""


@spelt("a `lay` step", "step_lay")
class Lay(_Step):
    """Lays a tile on a plane; its parts join adjacent parts."""

    what: Annotated[Expression, Key("lay")]
    """The tile."""
    at: Expression
    """The spot: the position and the rotation of the tile."""


@spelt("a `draw` step", "step_draw")
class Draw(_Step):
    """Sets a variable, or puts components, cell by cell as a diagram shows."""

    target: Annotated[Ident, Key("draw")]
    """A variable or a zone `per` cell of a grid or track."""
    diagram: Annotated[Diagram, Key("rows")]
    """A line for each row, a character for each cell: `.` leaves the cell unchanged, `#` is no cell."""
    legend: Annotated[
        tuple[tuple[Ident, Expression], ...],
        Key("with", titled("a legend", propertyNames=CHARACTER), unread=()),
    ]
    """The meaning of characters: a value of the variable, or components, which are taken in their order."""


@spelt("a `set` step", "step_set")
class Set(_Step):
    """Changes variables, one after another: `{"mark[cell]": me}`."""

    pairs: Annotated[tuple[Assignment, ...], Key("set", unread=())]
    """Variables and their new values, set one after another."""


@spelt("a `transfer` step", "step_transfer")
class Transfer(_Step):
    """Moves tokens of a resource from one holder to another."""

    amount: Annotated[Expression, Key("transfer")]
    """The number of tokens."""
    source: Annotated[Expression, Key("from")]
    """The holder who gives: `gold[me]`, `gold.bank`."""
    of: Expression | None = None
    """The sort of the tokens, if the resource has several."""
    target: Annotated[Expression, Key("to")]
    """The holder who receives: `gold[me]`, `gold.bank`."""


@spelt("a `shuffle` step", "step_shuffle")
class Shuffle(_Step):
    """Puts an ordered zone into random order."""

    zone: Annotated[Expression, Key("shuffle")]
    """The zone."""


@spelt("a `reveal` step", "step_reveal")
class Reveal(_Step):
    """Lets players see components where they lie."""

    what: Annotated[Expression, Key("reveal")]
    """The component or components."""
    to: Expression | None = None
    """The players who see them; default everyone."""
    only: Shown | None = None
    """Shows one attribute of each, `only: hue`, or whether each has a value, `only: {hue: red}`."""


@spelt("a `random` step", "step_random")
class Random(_Step):
    """Draws a value: `{x: {from: 1..6}}`, or several."""

    draws: Annotated[tuple[Drawn, ...], Key("random", titled("a mapping of names to draws", **SOME))]
    """Names and what their values are drawn from, one after another."""
    stream: Ident | None = None
    """The stream of chance; by default each value uses the stream with its own name."""
    seen_by: SeenBy = None
    """The players who learn the values: `everyone` (default), `nobody`, a player or a list of players."""


@spelt("a `let` step", "step_let")
class Let(_Step):
    """Names values; the names hold to the end of the list of steps."""

    pairs: Annotated[tuple[tuple[Ident, Expression], ...], Key("let", SOME, unread=())]
    """Names and their values."""


@spelt("a `choose` step", "step_choose", needs={"then": "otherwise"})
class Choose(_Step):
    """Has a player choose values; the names hold to the end of the list of steps."""

    picks: Annotated[tuple[Pick, ...], Key("choose", unread=())]
    by: Expression | None = None
    """The player who decides; default `me`."""
    seen_by: SeenBy = None
    """The players who learn the choice: `everyone` (default), `nobody`, a player or a list of players."""
    prompt: Templates | None = None
    """The question that the player sees."""
    label: Templates | None = None
    """How an option is shown: `{from_cell} to {to_cell}`."""
    ask: Literal["always", "choice"] = "always"
    """`choice` answers without asking if there is only one option; default `always`."""
    otherwise: tuple[Step, ...] | None = None
    """The steps to run if there is no option."""
    then: tuple[Step, ...] = ()
    """The steps to run after the answer, or, with several players, after all answers, if there was anything
    to decide.
    """


@spelt("a `offer` step", "step_offer", needs={"then": "otherwise"})
class Offer(_Step):
    """Has a player choose an action, which then runs."""

    actions: Annotated[tuple[Offered, ...], Key("offer", unread=())]
    """The actions offered, in order; `{action: {name: value}}` gives an action values."""
    by: Expression | None = None
    """The player who decides; default `me`."""
    seen_by: SeenBy = None
    """The players who learn the answer: `everyone` (default), `nobody`, a player or a list of players."""
    prompt: Templates | None = None
    """The question that the player sees."""
    ask: Literal["always", "choice"] = "always"
    """`choice` answers without asking if there is only one option; default `always`."""
    otherwise: tuple[Step, ...] | None = None
    """The steps to run if there is no option."""
    then: tuple[Step, ...] = ()
    """The steps to run after the answer, or, with several players, after all answers, if there was anything
    to decide.
    """


@spelt("a `if` step", "step_if")
class If(_Step):
    """Runs steps if a condition holds."""

    condition: Annotated[Expression, Key("if")]
    """The condition."""
    then: tuple[Step, ...]
    """The steps to run if it holds."""
    otherwise: Annotated[tuple[Step, ...], Key("else")] = ()
    """The steps to run otherwise."""


@spelt("a `case` step", "step_case")
class Case(_Step):
    """Runs one of several lists of steps, selected by a value."""

    subject: Annotated[Expression, Key("case")]
    """The value."""
    branches: Annotated[tuple[Branch, ...], Key("of")]
    """The steps for each value: `red: […]`, or for several values `red, blue: […]` or `1..3: […]`."""
    otherwise: Annotated[tuple[Step, ...] | None, Key("else")] = None
    """The steps for all other values; without it every value must have a branch."""


@spelt("a `for` step", "step_for")
class For(_Step):
    """Runs steps once for each member of a list: `{x: LIST}`."""

    over: Annotated[
        tuple[tuple[Ident, Expression], ...],
        Key("for", titled("a mapping of names to lists", **SOME), late=True),
    ]
    """A name and the list it runs through, or several: all combinations, the first name varying slowest."""
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
    """The player who is `me` in it."""


@spelt("a `announce` step", "step_announce", needs={"then": "otherwise"}, apart=("later", "otherwise"))
class Announce(_Step):
    """Runs the handlers of an event, in the order declared."""

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
    """The condition to check: the game's `end`."""


@spelt("a `stop` step", "step_stop")
class Stop(_Step):
    """Leaves the innermost loop, a loop with an id, the event, the turn, the phase, or a phase by name."""

    what: Annotated[
        # If the name is unreadable, it is unknown what the step leaves, but it certainly leaves something.
        Ident | None,
        Key("stop", titled(LEFT, "string", **WORD), unread=None),
    ]
    """The target: `loop`, `event` (in a handler: no other handler of it runs), `turn`, `phase`, the `id` of a
    `for` or `while` around the step, or the name of a phase.
    """


@spelt("a `resolve` step", "step_resolve")
class Resolve(_Step):
    """Handles the events on an agenda, one after another, until none waits."""

    agenda: Annotated[Ident, Key("resolve")]
    """The agenda."""


@spelt("a `remember` step", "step_remember")
class Remember(_Step):
    """Adds the present situation to a history."""

    history: Annotated[Ident, Key("remember")]
    """The history."""


@spelt("a `forget` step", "step_forget")
class Forget(_Step):
    """Forgets all situations of a history."""

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

Layout = Mapping[str, tuple[int, int]]
"""For each cell by its name, its column and its row, both counted from 0."""


@spelt("a look: a mapping with a `symbol`, a `color`", "look", eq=True)
class LookDecl(_Spelt):
    """The look of something: a symbol one or two columns wide, and a colour of the palette."""

    symbol: Symbol | None = None
    color: Color | None = None


@spelt("a look: a mapping with a `name`, a `symbol`, a `color`", "player_look", eq=True)
class PlayerLook(LookDecl):
    """The look of a player."""

    symbol: Annotated[Symbol | None, Key(last=True)] = None
    color: Annotated[Color | None, Key(last=True)] = None
    name: Text | None = None
    """The name that people see."""


@spelt("the look of a kind's components", "kind_look", eq=True)
class KindView(_Spelt):
    """The look of components: a short text, a colour, and symbols at the edges that attributes name."""

    short: Templates | None = None
    """A component in a few characters, as cells and hands show it: `{suit}{rank}`."""
    color: Ident | None = None
    """An attribute whose values have colours, or a colour of the palette."""
    edges: Annotated[
        Mapping[str, Symbol], Key("", mapped("a mapping of attributes to symbols", ref("symbol")))
    ] = field(default_factory=dict)
    """Attributes that name edges, and the symbol to draw at these edges."""


@spelt("the look of a zone", "zone_look", eq=True)
class ZoneView(_Spelt):
    """The arrangement of a zone, if its author specifies one."""

    lies: Literal["pile", "fan", "row", "square"] | None = None
    """A `pile` that shows its top, a `fan` in a hand, a `row`, or a `square` for one component."""
    together: bool | None = None
    """Whether the zones of all players are together, in the middle of the table."""


@spelt("the look of a variable or resource", "store_look", eq=True)
class StoreView(LookDecl):
    """The look of a variable or resource."""

    track: bool = False
    """Whether it is drawn as a track of numbers on which players stand."""


@spelt("the look of a space", "space_look", eq=True)
class SpaceView(_Spelt):
    """The positions of the cells of a space."""

    layout: Layout | None = None
    """The positions of the cells of a graph, a track or branches: lines of words separated by blanks, each
    cell once; `.` leaves a place empty.
    """


@spelt("a mapping of sections to looks", "view")
class View(_Spelt):
    """The section `view`. `places` gives the place of each part, by its keys: `("values", "suit")`."""

    players: tuple[PlayerLook, ...] = ()
    """The looks of the players, by seat: `[{symbol: X}, {symbol: O}]`."""
    values: Annotated[
        Mapping[str, Mapping[str, LookDecl]],
        Key(
            "",
            mapped(
                "a mapping of enumerations to the looks of their values",
                mapped("a mapping of values to looks", ref("look")),
            ),
        ),
    ] = field(default_factory=dict)
    """How values of enumerations look: `{hue: {red: {symbol: ♥, color: red}}}`."""
    components: Annotated[Mapping[str, KindView], Key("", titled("a mapping of kinds to looks"))] = field(
        default_factory=dict
    )
    """How components look, by kind."""
    zones: Annotated[Mapping[str, ZoneView], Key("", titled("a mapping of zones to looks"))] = field(
        default_factory=dict
    )
    """How zones lie."""
    variables: Annotated[Mapping[str, StoreView], Key("", titled("a mapping of variables to looks"))] = field(
        default_factory=dict
    )
    """How variables look."""
    resources: Annotated[Mapping[str, StoreView], Key("", titled("a mapping of resources to looks"))] = field(
        default_factory=dict
    )
    """How resources look."""
    spaces: Annotated[Mapping[str, SpaceView], Key("", titled("a mapping of spaces to looks"))] = field(
        default_factory=dict
    )
    """The layouts of spaces."""
    places: Annotated[Mapping[tuple[str, ...], Span], DERIVED] = field(default_factory=dict)


# --- The whole ----------------------------------------------------------------------------------------------


@spelt("a game", "game")
class Game(_Named):
    """A board or card game: its rules as data."""

    ident: Annotated[
        Ident,
        Key("game", titled("the game's id: letters, digits and hyphens", "string", "integer", pattern=ID)),
    ]
    """The game's id: letters, digits and hyphens."""
    title: Annotated[Text, Key(unread=Text({}))]
    """The game's title."""
    about: Text | None = None
    """What the game is about."""
    players: Annotated[
        range,
        Key("", titled(NUMBERS, "integer", "string", minimum=1, pattern="^[0-9]+(\\.\\.[0-9]+)?$")),
    ]
    """The number of players: a number, or a range such as `2..4`."""
    players_span: Annotated[Span, DERIVED]
    options: tuple[OptionDecl, ...] = ()
    """Choices that a table may make before play; in expressions an option is a constant."""
    requires: tuple[Requirement, ...] = ()
    """Conditions on the options and the number of players; a choice that breaks one is refused."""
    enums: tuple[EnumDecl, ...] = ()
    """Sets of named values."""
    components: Annotated[
        tuple[KindDecl, ...],
        Key("", titled("a mapping of names to kinds of components", additionalProperties=KINDS)),
    ] = ()
    """The kinds of things in the box that have an identity: cards, tiles, pawns."""
    parts: Annotated[tuple[PartDecl, ...], DERIVED] = ()
    tables: tuple[TableDecl, ...] = ()
    """Records of numbers and names that never change."""
    spaces: tuple[SpaceDecl, ...] = ()
    """Boards: grids, tracks and graphs."""
    zones: tuple[ZoneDecl, ...] = ()
    """The places where components lie."""
    variables: tuple[VariableDecl, ...] = ()
    """Values that change: of the game, of each player, cell or component."""
    resources: tuple[ResourceDecl, ...] = ()
    """Tokens that are all alike, held by players and the bank."""
    agendas: tuple[AgendaDecl, ...] = ()
    """Places where announced events wait until a step resolves them."""
    histories: tuple[HistoryDecl, ...] = ()
    """Past situations, by which a rule recognises a repetition."""
    functions: tuple[FunctionDecl, ...] = ()
    """Named expressions with parameters."""
    terms: tuple[TermDecl, ...] = ()
    """Values that rules add to the values of functions that gather, in the order declared."""
    actions: tuple[ActionDecl, ...] = ()
    """Actions that players may be offered."""
    procedures: tuple[ProcedureDecl, ...] = ()
    """Named lists of steps with parameters."""
    events: tuple[EventDecl, ...] = ()
    """Points where other rules hook in."""
    handlers: tuple[HandlerDecl, ...] = ()
    """Steps that run when an event is announced, in the order declared."""
    setup: tuple[Step, ...] = ()
    """The steps before the first turn."""
    phases: Annotated[tuple[PhaseDecl, ...], Key("", SOME, unread=())]
    """The course of the game: phases run in the order declared, each once."""
    end: Annotated[tuple[EndDecl, ...], Key("", titled("a mapping of names to ends"))] = ()
    """Conditions that end the game, checked after every turn and at every `check: end`."""
    teams: Expression | None = None
    """An expression with the name `player`: players for whom it has equal values win and lose together."""
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
    """The number that reports show for each player (with the name `player`) when the game is over; with named
    parts, their sum.
    """
    ranking: tuple[Expression, ...] = ()
    """Expressions with the name `player`: a greater value is better, and each next one breaks ties."""
    limit: Annotated[LimitDecl | None, Key(unread=None)]
    """The greatest number of decisions, and the outcome when it is reached."""
    measures: tuple[MeasureDecl, ...] = ()
    """Numbers reported about many games. They change nothing in the game."""
    rulings: Annotated[tuple[Ruling, ...], Key("", {"propertyNames": ref("label")})] = ()
    """Interpretations of the printed rules, each with the heading to which it belongs."""
    view: View = field(default_factory=View)
    """The look of the game. It changes nothing in play."""
    sources: Annotated[Mapping[str, str], DERIVED] = field(default_factory=dict)
    lost: Annotated[frozenset[str], DERIVED] = frozenset()  # names that may be declared in unreadable parts
