"""A game's description, as its author wrote it: names, expressions and steps, nothing bound yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gamespec.document import Scalar
from gamespec.expr.ast import Expression, Node, Template
from gamespec.source import Span

__all__ = [
    "ActionDecl",
    "Announce",
    "Argument",
    "Assignment",
    "Branch",
    "Case",
    "Check",
    "Choose",
    "ColumnDecl",
    "Diagram",
    "Draw",
    "Drawn",
    "EndDecl",
    "EnumDecl",
    "EventDecl",
    "For",
    "Forget",
    "FunctionDecl",
    "Game",
    "HandlerDecl",
    "HistoryDecl",
    "Ident",
    "If",
    "KindDecl",
    "KindView",
    "Lay",
    "Let",
    "LimitDecl",
    "LookDecl",
    "Move",
    "Offer",
    "Offered",
    "OptionDecl",
    "Parameter",
    "PartDecl",
    "PhaseDecl",
    "Pick",
    "ProcedureDecl",
    "Random",
    "Remember",
    "Requirement",
    "ResourceDecl",
    "Reveal",
    "Row",
    "Ruling",
    "Run",
    "Set",
    "Shuffle",
    "SpaceDecl",
    "SpaceView",
    "Step",
    "Stop",
    "StoreView",
    "TableDecl",
    "Text",
    "Transfer",
    "TypeRef",
    "VariableDecl",
    "View",
    "While",
    "ZoneDecl",
    "ZoneView",
]


@dataclass(frozen=True, slots=True)
class Ident:
    """A name and where it stands."""

    name: str
    span: Span

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Text:
    """A text, in one or several languages; of a noun also its forms by grammatical number, where it has some.

    The numbers are the plural categories of CLDR (`one`, `other` …); `other` is the text itself.
    """

    by_language: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def in_(self, language: str) -> str:
        """The text in a language; without one in it the English, else the first."""
        return self.by_language.get(self.chosen(language), "")

    def chosen(self, language: str) -> str:
        """The language in which who reads a language reads it: that, else English, else the first."""
        texts = self.by_language
        return next((each for each in (language, "en", *texts) if texts.get(each)), language)

    def __str__(self) -> str:
        return self.in_("en")


@dataclass(frozen=True, slots=True)
class Templates:
    """A text with expressions in it, in one or several languages."""

    by_language: Mapping[str, Template]


@dataclass(frozen=True, slots=True)
class TypeRef:
    """A type as written. `root` is a name, `space.direction` or a range; `names` an inline list."""

    span: Span
    root: Node | None
    form: Literal["plain", "list", "zone"] = "plain"
    optional: bool = False
    names: tuple[Ident, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function, procedure or event."""

    ident: Ident
    type: TypeRef


@dataclass(frozen=True, slots=True)
class ColumnDecl(Parameter):
    """An attribute or a column, with one value or one `per` key, and what holds where a row says nothing."""

    per: tuple[TypeRef, ...]
    default: Scalar | None
    label: Text | None = None
    shown: bool = True


@dataclass(frozen=True, slots=True)
class OptionDecl:
    """What a table may choose before play."""

    ident: Ident
    type: TypeRef
    default: Scalar
    label: Text | None


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a choice of options and the number of players must satisfy, and what is said if it does not."""

    condition: Expression
    says: Text


@dataclass(frozen=True, slots=True)
class EnumDecl:
    """A set of named values."""

    ident: Ident
    values: tuple[Ident, ...]
    labels: Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board drawn as lines of characters, each with its place."""

    span: Span
    lines: tuple[tuple[Ident, ...], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a list of components or of a table: column name -> scalar; `cost.ruby` is one for a key.

    `names` are the places of the names that have keys.
    """

    cells: Mapping[str, Scalar]
    span: Span
    names: Mapping[str, Span]


@dataclass(frozen=True, slots=True)
class RowRule:
    """What the components of a row do at an event, or add to a function: `of` is its name."""

    kind: Ident
    row: Ident
    of: Ident
    does: tuple[Step, ...] | Expression


@dataclass(frozen=True, slots=True)
class KindDecl:
    """A kind of component; `rules` stand in its rows, and are among the handlers and terms of the game.

    `label` is what each is called, `name` what one is called that nobody knows.
    """

    ident: Ident
    attributes: tuple[ColumnDecl, ...]
    rows: tuple[Row, ...] | None
    product: tuple[tuple[Ident, Expression], ...] | None
    copies: Expression | None
    per_player: bool
    back: tuple[Ident, ...]
    label: Templates | None
    start: Expression
    rules: tuple[RowRule, ...] = ()
    name: Text | None = None


@dataclass(frozen=True, slots=True)
class PartDecl:
    """Parts printed on the components of a kind: each has those of its row."""

    ident: Ident
    part_of: Ident
    attributes: tuple[ColumnDecl, ...]
    rows: tuple[Row, ...]
    name: Text | None = None


@dataclass(frozen=True, slots=True)
class TableDecl:
    """Records that never change."""

    ident: Ident
    columns: tuple[ColumnDecl, ...]
    rows: tuple[Row, ...]
    key: tuple[Ident, ...]
    partial: bool


@dataclass(frozen=True, slots=True)
class SpaceDecl:
    """A board."""

    ident: Ident
    form: Literal[
        "grid", "hex", "hexagon", "triangle", "track", "branches", "graph", "plane", "edges", "corners"
    ]
    sizes: tuple[Expression, ...] = ()
    links: str = "orthogonal"
    loop: bool = False
    without: tuple[Ident, ...] = ()
    without_if: Expression | None = None
    upward: bool = False
    diagram: Diagram | None = None
    runs: tuple[tuple[Ident, ...], ...] = ()
    cells: tuple[Ident, ...] = ()
    edges: tuple[tuple[Ident, Ident], ...] = ()
    zone: Ident | None = None
    parts: Ident | None = None
    match: Ident | None = None
    board: Ident | None = None
    inner: bool = False
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """A place, or a family of places, where components lie."""

    ident: Ident
    of: Ident
    per: tuple[TypeRef, ...]
    ordered: bool
    capacity: Expression | None
    seen_by: str
    label: Text | None
    shown: bool = True


@dataclass(frozen=True, slots=True)
class VariableDecl:
    """A value, or a family of values, that changes; `agenda` is the one that keeps its entries there."""

    ident: Ident
    type: TypeRef
    per: tuple[TypeRef, ...]
    start: Expression | None
    seen_by: str
    label: Text | None
    lasts: Ident | None
    shown: bool
    agenda: Ident | None = None


@dataclass(frozen=True, slots=True)
class ResourceDecl:
    """Tokens that are all alike, or alike in each sort (`of`), held by somebody."""

    ident: Ident
    type: TypeRef
    of: TypeRef | None
    per: tuple[TypeRef, ...]
    start: Expression | None
    supply: Expression | None
    label: Text | None
    shown: bool = True


Gathers = Literal["sum", "min", "max", "any", "all", "union"]
"""How values are joined that several rules give."""


@dataclass(frozen=True, slots=True)
class HistoryDecl:
    """Past situations: of what they consist (`None`: of all that counts), and how many there may be."""

    ident: Ident
    of: tuple[Ident, ...] | None
    length: Expression


@dataclass(frozen=True, slots=True)
class FunctionDecl:
    """A named expression; `gathers` says how the terms of other rules join its value, if they can.

    Results of one that is `kept`, which it says there, are kept until what they read changes.
    """

    ident: Ident
    parameters: tuple[Parameter, ...]
    body: Expression
    gathers: Gathers | None = None
    kept: Span | None = None


@dataclass(frozen=True, slots=True)
class TermDecl:
    """What a rule adds to the value of a function, where `when` holds."""

    ident: Ident
    of: Ident
    when: Expression | None
    body: Expression


@dataclass(frozen=True, slots=True)
class Pick:
    """One value to be chosen."""

    ident: Ident
    source: Expression
    where: Expression | None
    optional: bool
    count: Expression | None
    label: Text | None = None


SeenBy = Ident | Expression | None
"""Who is told what a step brings: `everyone` (so it is without one) or `nobody`, or players."""


@dataclass(frozen=True, slots=True)
class _Step:
    span: Span
    id: Ident | None


@dataclass(frozen=True, slots=True)
class Move(_Step):
    """`move`."""

    what: Expression
    to: Expression
    at: Literal["top", "bottom"]


@dataclass(frozen=True, slots=True)
class Assignment:
    """One `place: value` of a `set`."""

    place: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Set(_Step):
    """`set`."""

    pairs: tuple[Assignment, ...]


@dataclass(frozen=True, slots=True)
class Transfer(_Step):
    """`transfer`; `of` is the sort of the tokens."""

    amount: Expression
    source: Expression
    target: Expression
    of: Expression | None


@dataclass(frozen=True, slots=True)
class Lay(_Step):
    """`lay`."""

    what: Expression
    at: Expression


@dataclass(frozen=True, slots=True)
class Draw(_Step):
    """`draw`."""

    target: Ident
    diagram: Diagram
    legend: tuple[tuple[Ident, Expression], ...]


@dataclass(frozen=True, slots=True)
class Shuffle(_Step):
    """`shuffle`."""

    zone: Expression


@dataclass(frozen=True, slots=True)
class Reveal(_Step):
    """`reveal`; `only` is the attribute that is shown, `value` the one it is held against."""

    what: Expression
    to: Expression | None
    only: Ident | None
    value: Expression | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """One value of a `random`."""

    ident: Ident
    source: Expression
    weight: Expression | None
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class Random(_Step):
    """`random`: the values are drawn one after another."""

    draws: tuple[Drawn, ...]
    stream: Ident | None
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class Let(_Step):
    """`let`."""

    pairs: tuple[tuple[Ident, Expression], ...]


@dataclass(frozen=True, slots=True)
class Choose(_Step):
    """`choose`."""

    picks: tuple[Pick, ...]
    by: Expression | None
    seen_by: SeenBy
    prompt: Templates | None
    label: Templates | None
    ask_always: bool
    otherwise: tuple[Step, ...] | None
    then: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument by name."""

    ident: Ident
    value: Expression


@dataclass(frozen=True, slots=True)
class Offered:
    """An action on offer, and what it is given."""

    action: Ident
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Offer(_Step):
    """`offer`."""

    actions: tuple[Offered, ...]
    by: Expression | None
    seen_by: SeenBy
    prompt: Templates | None
    ask_always: bool
    otherwise: tuple[Step, ...] | None
    then: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class If(_Step):
    """`if`."""

    condition: Expression
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """The steps for some values of a `case`, each of which is a value or a list of values."""

    values: tuple[Expression, ...]
    do: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Case(_Step):
    """`case`."""

    subject: Expression
    branches: tuple[Branch, ...]
    otherwise: tuple[Step, ...] | None


@dataclass(frozen=True, slots=True)
class For(_Step):
    """`for`: a name and its list, or several, of which each list may use the names before."""

    over: tuple[tuple[Ident, Expression], ...]
    do: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class While(_Step):
    """`while`."""

    condition: Expression
    do: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Run(_Step):
    """`run`."""

    procedure: Ident
    arguments: tuple[Argument, ...]
    as_: Expression | None


@dataclass(frozen=True, slots=True)
class Announce(_Step):
    """`announce`; with `later` on an agenda."""

    event: Ident
    arguments: tuple[Argument, ...]
    later: Ident | None = None
    then: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] | None = None


@dataclass(frozen=True, slots=True)
class Resolve(_Step):
    """`resolve`."""

    agenda: Ident


@dataclass(frozen=True, slots=True)
class Check(_Step):
    """`check: end`."""


@dataclass(frozen=True, slots=True)
class Stop(_Step):
    """`stop`; `what` is one of its words or the id of a loop, `None` if it could not be read."""

    what: Ident | None


@dataclass(frozen=True, slots=True)
class Remember(_Step):
    """`remember`."""

    history: Ident


@dataclass(frozen=True, slots=True)
class Forget(_Step):
    """`forget`."""

    history: Ident


Step = (
    Move
    | Set
    | Transfer
    | Lay
    | Draw
    | Shuffle
    | Reveal
    | Random
    | Let
    | Choose
    | Offer
    | If
    | Case
    | For
    | While
    | Run
    | Announce
    | Resolve
    | Check
    | Stop
    | Remember
    | Forget
)


@dataclass(frozen=True, slots=True)
class ActionDecl:
    """What a player may be offered."""

    ident: Ident
    label: Templates | None
    given: tuple[Parameter, ...]
    when: Expression | None
    picks: tuple[Pick, ...]
    keeps: Expression | None
    most: Expression | None
    do: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ProcedureDecl:
    """A named list of steps."""

    ident: Ident
    parameters: tuple[Parameter, ...]
    do: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class EventDecl:
    """A point where other rules hook in; `label` says what is read where somebody chooses it."""

    ident: Ident
    parameters: tuple[Parameter, ...]
    label: Templates | None = None


@dataclass(frozen=True, slots=True)
class AgendaDecl:
    """Events that wait: how many there may be, and which is `next`; if that is chosen, `by` whom."""

    ident: Ident
    length: Expression
    next: Literal["newest", "oldest", "chosen"]
    seen_by: str
    by: Expression | None = None
    prompt: Templates | None = None


@dataclass(frozen=True, slots=True)
class HandlerDecl:
    """What else happens at an event."""

    ident: Ident
    event: Ident
    when: Expression | None
    do: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class PhaseDecl:
    """A part of the game's course. One that has `phases` of its own repeats them and has no steps."""

    ident: Ident
    turns: Literal["clockwise", "counterclockwise"] | None
    first: Expression | None
    next: Expression | None
    who: Expression | None
    until: Expression | None
    do: tuple[Step, ...]
    phases: tuple[PhaseDecl, ...]
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class EndDecl:
    """A condition that ends the game."""

    ident: Ident
    when: Expression
    winner: Expression | None
    draw: bool
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class ScorePart:
    """What the score is, or one of the named parts that it is the sum of."""

    ident: Ident | None
    body: Expression
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class LimitDecl:
    """The greatest number of decisions and what reaching it means."""

    decisions: Expression
    then: Literal["rank", "draw", "truncate"]


@dataclass(frozen=True, slots=True)
class MeasureDecl:
    """A number that is told of games: when they are over, or at each `turn`'s end; of `each` player."""

    ident: Ident
    body: Expression
    turn: bool
    each: bool
    label: Text | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A reading that the printed rules leave open."""

    ident: Ident
    heading: str
    says: Text
    options: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class LookDecl:
    """How something looks: a symbol of one or two columns, a colour of the palette; players have a name."""

    symbol: str | None = None
    color: str | None = None
    name: Text | None = None


@dataclass(frozen=True, slots=True)
class KindView:
    """How components look: a short text, what colours them, and symbols at edges that attributes name."""

    short: Templates | None = None
    color: Ident | None = None
    edges: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ZoneView:
    """How a zone lies, if its author says, and whether those of all players stand `together`."""

    lies: Literal["pile", "fan", "row", "square"] | None = None
    together: bool | None = None


@dataclass(frozen=True, slots=True)
class StoreView:
    """How a variable or resource looks, and whether it is drawn as a track on which players stand."""

    look: LookDecl = LookDecl()
    track: bool = False


@dataclass(frozen=True, slots=True)
class SpaceView:
    """Where the cells of a space lie: by name the column and the row, from 0."""

    layout: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """How things look. `places` says where each part was written, by its keys: `("values", "suit")`."""

    players: tuple[LookDecl, ...] = ()
    values: Mapping[str, Mapping[str, LookDecl]] = field(default_factory=dict)
    components: Mapping[str, KindView] = field(default_factory=dict)
    zones: Mapping[str, ZoneView] = field(default_factory=dict)
    variables: Mapping[str, StoreView] = field(default_factory=dict)
    resources: Mapping[str, StoreView] = field(default_factory=dict)
    spaces: Mapping[str, SpaceView] = field(default_factory=dict)
    places: Mapping[tuple[str, ...], Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A whole description. `lost` are names that may be declared in what could not be read."""

    ident: Ident
    title: Text
    about: Text | None
    players: range
    players_span: Span
    options: tuple[OptionDecl, ...] = ()
    requires: tuple[Requirement, ...] = ()
    enums: tuple[EnumDecl, ...] = ()
    components: tuple[KindDecl, ...] = ()
    parts: tuple[PartDecl, ...] = ()
    tables: tuple[TableDecl, ...] = ()
    spaces: tuple[SpaceDecl, ...] = ()
    zones: tuple[ZoneDecl, ...] = ()
    variables: tuple[VariableDecl, ...] = ()
    resources: tuple[ResourceDecl, ...] = ()
    histories: tuple[HistoryDecl, ...] = ()
    functions: tuple[FunctionDecl, ...] = ()
    terms: tuple[TermDecl, ...] = ()
    actions: tuple[ActionDecl, ...] = ()
    procedures: tuple[ProcedureDecl, ...] = ()
    events: tuple[EventDecl, ...] = ()
    agendas: tuple[AgendaDecl, ...] = ()
    handlers: tuple[HandlerDecl, ...] = ()
    setup: tuple[Step, ...] = ()
    phases: tuple[PhaseDecl, ...] = ()
    end: tuple[EndDecl, ...] = ()
    teams: Expression | None = None
    score: tuple[ScorePart, ...] = ()
    ranking: tuple[Expression, ...] = ()
    limit: LimitDecl | None = None
    measures: tuple[MeasureDecl, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    view: View = field(default_factory=View)
    sources: Mapping[str, str] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()
