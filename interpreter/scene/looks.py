"""How things look, according to the game's `view` and to defaults.

A component has the colour of the attribute that the view names. Without such an attribute, it has the colour
of its first attribute whose values have colours, and otherwise that of its owner. Its short form is the
view's template or, if there is none, its label. Values that have a symbol are shown by the symbol. Things
without a look are described in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from gamespec.compile.draft.draft import Face
from gamespec.expr.fold import printed
from gamespec.model import model as m
from gamespec.space import Space
from gamespec.trees import types as t
from gamespec.world.world import Kind
from interpreter.scene.things import Fact, Look, Mark
from interpreter.words import Words
from interpreter.words.answered import filled
from interpreter.words.unknown import by_key

__all__ = ["PALETTE", "Looks", "looks_of"]

PALETTE = ("black", "white", "grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink",
           "brown", "beige")  # fmt: skip
"""The colours that a look may name."""

SEATS = (
    *(Look("●", "red"), Look("○", "blue"), Look("▲", "green"), Look("△", "orange"), Look("■", "purple")),
    *(Look("□", "teal"), Look("◆", "brown"), Look("◇", "pink"), Look("★", "black"), Look("☆", "grey")),
)
"""The default looks of players, by seat. From the eleventh player on, they are repeated with a number."""

_UNLIKE = frozenset({"owner", "row"})


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

    # --- values --------------------------------------------------------------------------------------

    def player(self, seat: int) -> Look:
        """Return the look of the player in `seat`."""
        said = self.view.players[seat] if seat < len(self.view.players) else None
        usual = SEATS[seat % len(SEATS)]
        if seat >= len(SEATS):
            usual = Look(f"{usual.symbol}{seat // len(SEATS) + 1}", usual.color)
        if said is None:
            return usual
        return Look(said.symbol or usual.symbol, said.color or usual.color)

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
        return Look(look.symbol or "", look.color or "") if look is not None else Look()

    def store(self, name: str) -> Look:
        """Return the look that the game gives the variable or resource `name`, or an empty look."""
        said = self.view.variables.get(name) or self.view.resources.get(name)
        return Look(said.symbol or "", said.color or "") if said is not None else Look()

    # --- components ----------------------------------------------------------------------------------

    def kind(self, c: int) -> Kind:
        """Return the kind of a component."""
        return next(k for k in self.world.kinds.values() if 0 <= c - k.type.first < k.type.size)

    def kind_view(self, kind: Kind) -> m.KindView | None:
        """Return the game's view of a kind of component, if there is one."""
        return self.view.components.get(kind.type.name)

    def component(self, c: int) -> Look:
        """Return the look of a component."""
        kind = self.kind(c)
        said = self.kind_view(kind)
        named = said.color.name if said is not None and said.color is not None else None
        if named in PALETTE and named not in kind.columns:
            return Look("", named or "")
        for name in [named] if named is not None else kind.columns:
            if name not in _UNLIKE:
                type_, values = kind.columns[name]
                look = self.value(type_, values[c - kind.type.first])
                if look.color:
                    return look
        owner = self.owner(c)
        return self.player(owner) if owner is not None else Look()

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
            texts.append(look.symbol or self.words.value(hole.type, value))
        return filled(template, texts)

    def facts(self, c: int) -> Iterator[Fact]:
        """Yield the facts printed on a component, in the order of its attributes."""
        kind = self.kind(c)
        for name, (type_, values) in kind.columns.items():
            value = values[c - kind.type.first]
            if name in _UNLIKE or value == t.NONE or not self.words.is_shown(kind.type.name, name):
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
        edges = said.edges if said is not None else {}
        for name, (type_, values) in kind.columns.items():
            base, value = t.strip(type_), values[c - kind.type.first]
            if value == t.NONE or not (isinstance(base, t.Named) and base.sort == "direction"):
                continue
            here = space is not None and base.name == f"{space.name}.direction"
            if name in edges or (here and self.words.is_shown(kind.type.name, name)):
                words = self.words.attribute(kind.type.name, name)
                side = self.world.values.labels[base.name][value - base.first]
                yield Mark(side, edges.get(name, ""), f"{words} {self.words.value(type_, value)}")
        for name, symbol in edges.items():
            if name in kind.indexed:
                column = kind.indexed[name]
                first = column.dims[0][0]
                for index, value in enumerate(column.of(c - kind.type.first)):
                    if value:
                        key = self.words.value(column.keys[0], first + index)
                        side = self.world.values.text(column.keys[0], first + index)
                        yield Mark(side, symbol, f"{self.words.attribute(kind.type.name, name)} {key}")
