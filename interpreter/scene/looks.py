"""How things look, according to the game's `view` and to defaults.

A component has the colour of the attribute that the view names. Without such an attribute, it has the colour
of its first attribute whose values have colours, and otherwise that of its owner. An icon comes from the
attribute that the view names, if it names one. Otherwise it comes from the attribute that gives the colour,
from the first attribute whose values have icons, or from the owner if the owner gives the colour. The short
form of a component is the view's template or, if there is none, its label. Values that have a symbol are
shown by the symbol. Things without a look are described in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from gamespec.compile.draft.draft import Face
from gamespec.expr.fold import printed
from gamespec.model import model as m
from gamespec.space import Space
from gamespec.trees import types as t
from gamespec.world.world import Kind
from interpreter.scene.things import Fact, Ground, Look, Mark, Part, Piece, Rank
from interpreter.words import Words
from interpreter.words.answered import filled
from interpreter.words.unknown import by_key

__all__ = ["Looks", "counted_by", "declared", "looks_of"]

SEATS = (
    *(Look("●", "red"), Look("○", "blue"), Look("▲", "green"), Look("△", "orange"), Look("■", "purple")),
    *(Look("□", "teal"), Look("◆", "brown"), Look("◇", "pink"), Look("★", "black"), Look("☆", "grey")),
)
"""The default looks of players, by seat. From the eleventh player on, they are repeated with a number."""

_UNLIKE = frozenset({"owner", "row"})


def counted_by(view: m.View) -> str | None:
    """Return the name of the function whose values people see as the scores, if the view names one."""
    return next((name for name, look in view.functions.items() if look.score is not None), None)


def declared(said: m.LookDecl | m.Symbol | None) -> Look:
    """Return the look that a game declares, perhaps by its symbol alone, or an empty look."""
    if isinstance(said, str):
        return Look(said)
    if said is None:
        return Look()
    look = Look(said.symbol or "", said.color or "", said.icon or "")
    if isinstance(said, m.ValueLook):
        return replace(look, texture=said.texture or "", half=said.half or "", ground=said.ground or "")
    return look


def _likely(kind: Kind) -> Iterator[str]:
    """Yield the attributes of a kind that can give a component its look, in order."""
    return (name for name in kind.columns if name not in _UNLIKE)


@lru_cache(maxsize=64)
def looks_of(words: Words) -> Looks:
    """Return the looks of a game in the language of `words`. The result is cached."""
    return Looks(words)


class Looks:
    """The looks of the things in one compiled game."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.world = words.names.world
        self.view = self.world.game.view
        self._short: dict[int, str] = {}
        self.faces: dict[tuple[int, str], Piece] = {}
        """Components with what is printed on them, by component and by the space where they lie, if any."""
        self.printed: dict[tuple[int, int], tuple[Part, ...]] = {}
        """The parts printed on tiles, without pieces, by tile and rotation."""

    # --- values --------------------------------------------------------------------------------------

    def player(self, seat: int) -> Look:
        """Return the look of the player in `seat`."""
        said = self.view.players[seat] if seat < len(self.view.players) else None
        said = self.words.looks.get(seat, said)
        usual = SEATS[seat % len(SEATS)]
        if seat >= len(SEATS):
            usual = Look(f"{usual.symbol}{seat // len(SEATS) + 1}", usual.color)
        if said is None:
            return usual
        return Look(said.symbol or usual.symbol, said.color or usual.color, said.icon or "")

    def value(self, type_: t.Type, value: int) -> Look:
        """Return the look of a value of the given type.

        The look is empty unless the value is a player or a component, or the game defines a look for it.
        """
        base = t.strip(type_)
        if value == t.NONE or not isinstance(base, t.Named):
            return Look()
        if base.sort == "player":
            return self.player(value)
        if base.sort == "component":
            return self.component(value)
        said = self.view.values.get(base.name)
        if said is None:
            return Look()
        look = said.get(self.world.values.labels[base.name][value - base.first])
        return declared(look)

    def store(self, name: str) -> Look:
        """Return the look that the game gives the variable or resource `name`, or an empty look."""
        said = self.view.variables.get(name) or self.view.resources.get(name)
        return declared(said)

    def is_die(self, name: str) -> bool:
        """Return whether the variable or resource `name` is drawn as the face of a die."""
        said = self.view.variables.get(name) or self.view.resources.get(name)
        return said is not None and said.die

    # --- components ----------------------------------------------------------------------------------

    def kind(self, c: int) -> Kind:
        """Return the kind of a component."""
        return next(k for k in self.world.kinds.values() if 0 <= c - k.type.first < k.type.size)

    def kind_view(self, kind: Kind) -> m.KindView | None:
        """Return the game's view of a kind of component, if there is one."""
        return self.view.components.get(kind.type.name)

    def back(self, kind: str) -> str:
        """Return the pattern that the game gives the backs of a kind, or ""."""
        said = self.view.components.get(kind)
        return (said.back or "") if said is not None else ""

    def dye(self, kind: str) -> str:
        """Return the colour that the game gives the backs of a kind, or ""."""
        said = self.view.components.get(kind)
        return (said.dye or "") if said is not None else ""

    def ground(self, kind: str) -> Ground:
        """Return what is drawn below the signs on squares of a kind."""
        said = self.view.components.get(kind)
        return (said.ground or "hills") if said is not None else "hills"

    def component(self, c: int) -> Look:
        """Return the look of a component."""
        kind, owner = self.kind(c), self.owner(c)
        said = self.kind_view(kind) or m.KindView()
        own = self._own(kind, c, said.color)
        look = own if own.color or owner is None else self.player(owner)
        signed = self._icon(kind, c, said.icon, own)
        if not signed.icon:
            return look
        return replace(look, icon=signed.icon, half=signed.half, ground=signed.ground)

    def rank(self, c: int) -> Rank | None:
        """Return how often a component shows its sign, or `None` if the game does not say so."""
        kind = self.kind(c)
        said = self.kind_view(kind)
        if said is None or said.pips is None:
            return None
        type_, values = kind.columns[said.pips.name]
        value = values[c - kind.type.first]
        if value == t.NONE:
            return None
        text = self.words.value(type_, value)
        look = self.value(type_, value)
        signs = int(text) if text.isdecimal() else None
        return Rank(self.words.attribute(kind.type.name, said.pips.name), text, signs, look.icon)

    def _own(self, kind: Kind, c: int, said: m.Ident | None) -> Look:
        """Return the look that gives a component its colour, unless its owner does.

        `said` is the colour or the attribute that the view names, if it names one.
        """
        if said is not None and said.name not in kind.columns:
            return Look("", said.name)
        names = _likely(kind) if said is None else (said.name,)
        return next((look for name in names if (look := self._printed(kind, c, name)).color), Look())

    def _icon(self, kind: Kind, c: int, said: m.Ident | None, own: Look) -> Look:
        """Return the look that gives a component its icon, unless its owner does.

        `said` is the icon or the attribute that the view names, if it names one, and `own` is the look that
        gives the component its colour.
        """
        if said is not None:
            return self._printed(kind, c, said.name) if said.name in kind.columns else Look(icon=said.name)
        if own.icon:
            return own
        simple = (name for name in _likely(kind) if not t.is_component(t.strip(kind.columns[name][0])))
        return next((look for name in simple if (look := self._printed(kind, c, name)).icon), Look())

    def _printed(self, kind: Kind, c: int, name: str) -> Look:
        """Return the look of the value that an attribute has on a component."""
        type_, values = kind.columns[name]
        return self.value(type_, values[c - kind.type.first])

    def owner(self, c: int) -> int | None:
        """Return the seat of a component's owner, or `None` unless each player has components of its kind."""
        kind = self.kind(c)
        if not kind.per_player:
            return None
        return kind.columns["owner"][1][c - kind.type.first]

    def short(self, c: int) -> str:
        """Return the short form of a component, which is a few characters long. The result is cached."""
        if c not in self._short:
            kind = self.kind(c)
            names = self.words.names
            face = names.shorts.get(kind.type.name) or names.faces.get(kind.type.name)
            own = face is not None and kind.per_player and not self._facts_tell(kind)
            self._short[c] = (
                self.player(self.owner(c) or 0).symbol
                if own and names.shorts.get(kind.type.name) is None
                else self._filled(face, c)
                if face is not None
                else self.words.component(c)
            )
        return self._short[c]

    def _facts_tell(self, kind: Kind) -> bool:
        """Return whether components of a kind differ in a printed attribute other than the owner."""
        plain = (values for name, (_, values) in kind.columns.items() if name not in _UNLIKE)
        return any(len(set(values)) > 1 for values in plain) or bool(kind.indexed)

    def _filled(self, face: Face, c: int) -> str:
        by_language = face.text.by_language
        template, holes = by_language.get(self.words.language) or next(iter(by_language.values()))
        texts: list[str] = []
        for hole, choice in zip(holes, template.choices, strict=True):
            value = printed(hole, {face.slot: c})
            if choice is not None:
                texts.append(choice[not value])
                continue
            look = self.value(hole.type, value) if isinstance(value, int) else Look()
            unsaid = value == 0 and not self._says_zero(self.kind(c), hole.type)
            texts.append("" if unsaid else look.symbol or self.words.value(hole.type, value))
        return filled(template, texts)

    def _says_zero(self, kind: Kind, type_: t.Type) -> bool:
        """Return whether a value of 0 is printed on components of a kind."""
        said = self.kind_view(kind)
        return said is None or said.zeros or not isinstance(t.strip(type_), t.Int)

    def facts(self, c: int) -> Iterator[Fact]:
        """Yield the facts printed on a component, in the order of its attributes."""
        kind = self.kind(c)
        for name, (type_, values) in kind.columns.items():
            value = values[c - kind.type.first]
            unsaid = value == t.NONE or (value == 0 and not self._says_zero(kind, type_))
            if name in _UNLIKE or unsaid or not self.words.is_shown(kind.type.name, name):
                continue
            text = self.words.value(type_, value)
            yield Fact(self.words.attribute(kind.type.name, name), text, self.value(type_, value))
        for name, column in kind.indexed.items():
            if self.words.is_shown(kind.type.name, name):
                listed = by_key(self.words, column, c - kind.type.first)
                yield Fact(self.words.attribute(kind.type.name, name), listed)

    def marks(self, c: int, space: Space | None = None) -> Iterator[Mark]:
        """Yield the marks at the edges of a component.

        Marks come from the attributes that the view lists under `edges`, and from those whose value is a
        direction of the board on which the component lies.
        """
        kind = self.kind(c)
        said = self.kind_view(kind)
        edges = {name: declared(edge) for name, edge in said.edges.items()} if said is not None else {}
        for name, (type_, values) in kind.columns.items():
            base, value = t.strip(type_), values[c - kind.type.first]
            if value == t.NONE or not (isinstance(base, t.Named) and base.sort == "direction"):
                continue
            here = space is not None and base.name == f"{space.name}.direction"
            if name in edges or (here and self.words.is_shown(kind.type.name, name)):
                words = self.words.attribute(kind.type.name, name)
                side = self.world.values.labels[base.name][value - base.first]
                look = edges.get(name, Look())
                yield Mark(side, look.symbol, f"{words} {self.words.value(type_, value)}", look.color)
        for name, look in edges.items():
            if name in kind.indexed:
                column = kind.indexed[name]
                first = column.dims[0][0]
                for index, value in enumerate(column.of(c - kind.type.first)):
                    if value:
                        key = self.words.value(column.keys[0], first + index)
                        side = self.world.values.text(column.keys[0], first + index)
                        text = f"{self.words.attribute(kind.type.name, name)} {key}"
                        yield Mark(side, look.symbol, text, look.color)
