"""The input of a scene, which is an observation and the declarations that say where its values belong.

The keys of a family decide where its members appear. A member that is `per` cell of a space is on the board
of that space, and every player has a separate board if a family is `per` player and cell. A member per
component is on the component, and a member per player is in the player's group. A member per value of an
enumeration, per row or per number is labelled with that value.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from itertools import product

from gamespec.model import model as m
from gamespec.space import Plane, Space
from gamespec.trees import types as t
from gamespec.trees.core import Store
from gamespec.world.world import ZoneRule
from interpreter.play.observation import Observation
from interpreter.scene.computed import Computed
from interpreter.scene.looks import Looks, looks_of
from interpreter.scene.things import Format, Ref
from interpreter.words import Words
from interpreter.words.held import endless, store_name
from interpreter.words.keys import cell_space, is_player

__all__ = ["Keys", "Reading", "cell_space", "is_player", "on_boards", "own_boards"]

Keys = tuple[int, ...]
"""The values of the keys that identify a member of a family."""


@lru_cache(maxsize=64)
def own_boards(words: Words) -> frozenset[str]:
    """Return the names of the spaces of which every player has a separate board.

    These are the spaces that have zones per player and cell, but none per cell alone. For spaces without
    zones, variables decide in the same way.
    """
    names = words.names
    zones = [rule.zone.keys for rule in names.families]
    stores = [store.keys for store in names.stores]
    own, shared = _by_player(zones), _by_cell(zones)
    return frozenset((own - shared) | (_by_player(stores) - shared - _by_cell(stores)))


@lru_cache(maxsize=64)
def on_boards(words: Words) -> frozenset[str]:
    """Return the names of the kinds of components that can lie on cells or on planes."""
    planes = {plane.zone for plane in words.names.planes}
    return frozenset(
        rule.kind.name
        for rule in words.names.families
        if rule.zone.name in planes or any(cell_space(key) is not None for key in rule.zone.keys)
    )


@lru_cache(maxsize=64)
def _phases_around(words: Words, number: int) -> frozenset[str]:
    """Return the names of a phase and of all phases that contain it."""

    def around(phases: tuple[m.PhaseDecl, ...]) -> frozenset[str]:
        for phase in phases:
            if phase.ident.name == name:
                return frozenset({name})
            if inner := around(phase.phases):
                return inner | {phase.ident.name}
        return frozenset()

    name = words.names.phases[number] if number >= 0 else None
    return around(words.names.world.game.phases)


def _by_player(keyed: list[tuple[t.Type, ...]]) -> set[str]:
    pairs = (keys for keys in keyed if len(keys) == 2 and is_player(keys[0]))  # noqa: PLR2004
    return {space for keys in pairs if (space := cell_space(keys[1]))}


def _by_cell(keyed: list[tuple[t.Type, ...]]) -> set[str]:
    return {space for keys in keyed if len(keys) == 1 and (space := cell_space(keys[0]))}


def _sort_of(keys: tuple[t.Type, ...]) -> str:
    """Return the sort of the only key of a family, or "" if it has several or another key."""
    return keys[0].sort if len(keys) == 1 and isinstance(keys[0], t.Named) else ""


class Reading:
    """An observation of one compiled game, with the names that people use for its things.

    `changed` are the refs of the things to mark as changed. `computed` are the values of functions, if they
    are to be shown. With `always`, things are shown that the view shows only in other phases, too.
    """

    def __init__(  # noqa: PLR0913 - what is read, for whom, and how
        self,
        words: Words,
        seen: Observation,
        seat: int | None,
        changed: AbstractSet[Ref] = frozenset(),
        computed: Computed | None = None,
        *,
        always: bool = False,
    ) -> None:
        self.words = words
        self.names = words.names
        self.world = words.names.world
        self.program = words.program
        self.seen = seen
        self.seat = seat
        self.changed = changed
        self.computed = computed
        self.always = always

    @property
    def looks(self) -> Looks:
        """The looks of the things in the game."""
        return looks_of(self.words)

    # --- kinds -----------------------------------------------------------------------------------

    def format_of(self, kind: str) -> Format:
        """Return the format of the components of a kind. By default, those on boards are squares."""
        said = self.looks.view.components.get(kind)
        if said is not None and said.shape is not None:
            return said.shape if said.shape in {"card", "square"} else "token"
        return "square" if kind in on_boards(self.words) else "card"

    def figure_of(self, kind: str) -> str:
        """Return the form of the tokens of a kind that have one of their own, or ""."""
        said = self.looks.view.components.get(kind)
        plain = {None, "card", "square", "token"}
        return said.shape if said is not None and said.shape is not None and said.shape not in plain else ""

    def series_of(self, kind: str) -> int:
        """Return the number of a kind. Kinds are numbered in the order of declaration."""
        return list(self.world.kinds).index(kind)

    # --- families --------------------------------------------------------------------------------

    @cached_property
    def families(self) -> tuple[ZoneRule, ...]:
        """The families of zones that are shown to people in this phase."""
        unshown, view = self.words.unshown_zones, self.looks.view.zones
        return tuple(
            rule
            for rule in self.names.families
            if rule.zone.first not in unshown and self._now(view.get(rule.zone.name))
        )

    def _now(self, look: m.ZoneView | m.StoreView | None) -> bool:
        """Return whether a zone or a value with a look is shown in the current phase."""
        if self.always or look is None or not look.during:
            return True
        return not self._phases.isdisjoint(x.name for x in look.during)

    @cached_property
    def _phases(self) -> frozenset[str]:
        """The names of the current phase and of those around it."""
        return _phases_around(self.words, self.seen.phase)

    @cached_property
    def families_of_parts(self) -> tuple[ZoneRule, ...]:
        """Those families of which each part of a tile has a zone."""
        return tuple(rule for rule in self.families if _sort_of(rule.zone.keys) == "part")

    @cached_property
    def families_of_components(self) -> tuple[tuple[ZoneRule, tuple[int, int]], ...]:
        """Those families of which each component has a zone, with the first component and their number."""
        return tuple(
            (rule, rule.zone.dims[0])
            for rule in self.families
            if len(rule.zone.keys) == 1 and t.is_component(rule.zone.keys[0])
        )

    @cached_property
    def stores_of_components(self) -> tuple[tuple[int, tuple[int, int]], ...]:
        """The variables and resources of components, with the first component and their number."""
        return tuple(
            (number, store.dims[0])
            for number, store in self.stores
            if len(store.keys) == 1 and t.is_component(store.keys[0])
        )

    def zones(self, rule: ZoneRule) -> Iterator[tuple[int, Keys]]:
        """Yield the number and the keys of each zone in a family."""
        ways = product(*(range(first, first + size) for first, size in rule.zone.dims))
        return zip(range(rule.zone.first, rule.zone.first + rule.zone.count), ways, strict=True)

    def zone_name(self, rule: ZoneRule) -> str:
        """Return the name of a family of zones, which is its label or its identifier without underscores."""
        return rule.label.in_(self.words.language) if rule.label else rule.zone.name.replace("_", " ")

    def zone_view(self, rule: ZoneRule) -> m.ZoneView | None:
        """Return the game's view of a family of zones, if there is one."""
        return self.looks.view.zones.get(rule.zone.name)

    def key_text(self, types: tuple[t.Type, ...], keys: Keys) -> str:
        """Format the values of keys by the names that people use, separated by commas."""
        said = (self.words.value(type_, key) for type_, key in zip(types, keys, strict=True))
        return ", ".join(said)

    # --- variables and resources -----------------------------------------------------------------

    @cached_property
    def places_of_stores(self) -> tuple[int, ...]:
        """The position of each variable's and resource's first value in an observation."""
        found: list[int] = []
        at = 0
        for store in self.program.stores:
            found.append(at)
            at += len(store.start)
        return tuple(found)

    @cached_property
    def stores(self) -> tuple[tuple[int, Store], ...]:
        """The variables and resources that are shown to people in this phase, with their numbers."""
        view = self.looks.view
        looks = {**view.variables, **view.resources}
        return tuple(
            (number, store)
            for number, store in enumerate(self.names.stores)
            if number not in self.words.unshown and self._now(looks.get(store.name))
        )

    def store_name(self, number: int) -> str:
        """Return the name that people use for a variable or resource."""
        return store_name(self.words, number).replace("_", " ")

    def members(self, number: int) -> Iterator[tuple[int, Keys]]:
        """Yield the index and the keys of each member of a variable or resource, leaving out banks."""
        store = self.names.stores[number]
        ways = product(*(range(first, first + size) for first, size in store.dims))
        return enumerate(ways)

    def held(self, number: int, index: int) -> tuple[int, bool]:
        """Return the value of a variable's or resource's member, and whether it is hidden from the reader."""
        at = self.places_of_stores[number] + index
        return self.seen.values[at], self.seen.hidden[at]

    def banks(self, number: int) -> range:
        """Return the indexes of a resource's banks. The range is empty if the supply is unlimited."""
        store = self.names.stores[number]
        if endless(self.words, number):
            return range(0)
        return range(store.count, len(self.program.stores[number].start))

    # --- boards ----------------------------------------------------------------------------------

    @property
    def own_boards(self) -> frozenset[str]:
        """The names of the spaces of which every player has a separate board."""
        return own_boards(self.words)

    def space_number(self, name: str) -> int:
        """Return the number of a space. Spaces are numbered in the order of declaration."""
        return list(self.world.spaces).index(name)

    def cell_ref(self, space: Space, cell: int, owner: int | None = None) -> Ref:
        """Return the ref of a cell. On a player's own board, the ref includes the player."""
        whose = "" if owner is None else f"@{owner}"
        return f"s{self.space_number(space.name)}.{cell}{whose}"

    def plane(self, zone: str) -> Plane | None:
        """Return the plane on which the tiles of a zone lie, or `None` if the zone belongs to no plane."""
        return next((plane for plane in self.names.planes if plane.zone == zone), None)
