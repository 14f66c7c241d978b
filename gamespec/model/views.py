"""How a game looks, as its author wrote it. It changes nothing in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal, NewType, TypeAlias

from gamespec.model.basics import Ident, Spelt, Templates, Text
from gamespec.model.spelling import DERIVED, Key, mapped, ref, spelt, titled
from gamespec.text.source import Span

__all__ = [
    "ActionView",
    "Back",
    "Color",
    "During",
    "Dye",
    "FieldLooks",
    "FunctionView",
    "Ground",
    "Icon",
    "KindView",
    "Layout",
    "LookDecl",
    "NamedLook",
    "SpaceView",
    "Stands",
    "StoreView",
    "Symbol",
    "Texture",
    "ValueLook",
    "View",
    "ZoneView",
]


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
class LookDecl(Spelt):
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
class KindView(Spelt):
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
class ZoneView(Spelt):
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
class SpaceView(Spelt):
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
class ActionView(Spelt):
    """How an action is offered to people."""

    confirm: bool = False
    """Whether people are asked if they mean it, as for giving up. Its button is small, beside the others."""


@spelt("a mapping of sections to looks", "view")
class View(Spelt):
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
