"""Builds the steps of a decision from its options (see `interpreter.scene.choices`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.compile.draft.draft import Emitted
from gamespec.program import instructions as g
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.inspection import Inspector
from interpreter.play.options import in_order, is_place, place
from interpreter.scene.choices import Asked, Choice, Member, Said
from interpreter.scene.effects import is_idle, moved_markers
from interpreter.scene.leading import laid, leads
from interpreter.scene.looks import looks_of
from interpreter.scene.owning import board_owner
from interpreter.scene.reading import is_player, own_boards
from interpreter.words.known import Inquiry
from interpreter.words.options import on_its_tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from gamespec.compile.draft.draft import ActionSpec, PickSpec
    from gamespec.program import Pick
    from gamespec.world.world import ZoneRule
    from interpreter.engine.game import Game
    from interpreter.play.options import Decision, Option
    from interpreter.scene.things import Ref
    from interpreter.words import Words

__all__ = ["asked_of"]

_STRAIGHT = frozenset({g.Put, g.PutLocal, g.MoveTo, g.Call, g.Return})
"""Instructions at the beginning of an action whose values say where a number leads, and which always run."""


def asked_of(words: Words, game: Game) -> Asked | None:
    """Return the pending decision as the player who decides may see it, or `None` if there is none.

    Raises `Fault` if reading the options fails.
    """
    decision = game.decision
    return _Asking(words, game, decision).asked() if decision is not None else None


class _Asking:
    """Splits the options of one decision into steps."""

    def __init__(self, words: Words, game: Game, decision: Decision) -> None:
        self.words = words
        self.game = game
        self.decision = decision
        self.inspector = Inspector.of(words.compiled, game)
        self.steps: dict[str, int] = {}
        self.members: dict[Member, int] = {}
        self.owners: dict[PickSpec, core.Core | None] = {}
        self.option: dict[core.Slot, int] = {}
        """The single values of the option that is being split."""
        self.tiles: dict[tuple[ActionSpec, PickSpec, tuple[int, ...]], Ref | None] = {}
        self.markers: dict[ActionSpec, tuple[Ref, ...]] = {}
        self.leads: dict[int, tuple[Ref, ...]] = {}
        self.laid: dict[int, Ref] = {}

    def asked(self) -> Asked:
        options = in_order(self.words.program, self.decision.options)
        self.leads = leads(self.words, self.game, self.decision)
        self.laid = laid(self.words, self.game, self.decision)
        choices = tuple(self._choice(option) for option in options)
        members = tuple(self.members)
        return Asked(
            self.decision.player,
            self.words.prompt(self.game),
            tuple(self.steps),
            members,
            choices,
        )

    def _choice(self, option: Option) -> Choice:
        words, label = self.words, self.words.option(self.game, option)
        spec = words.names.actions[option.action]
        picks = words.program.actions[option.action].picks
        self.inspector.hand_over(option.action)
        for pick, value in zip(picks, self.inspector.filled_in(option), strict=True):
            self.inspector.put(pick.slot, value)
        said: list[Said] = []
        lays = self.laid.get(option.number)
        if len(words.program.sites[self.decision.site].actions) > 1:
            said.append(
                Said(
                    self._step(words.texts.gettext("action")),
                    (self._member(Member(self.words.action(spec), self._marked(spec))),),
                )
            )
        chosen: dict[core.Slot, int] = {}
        both = zip(spec.picks, option.values, strict=True)
        self.option = {named.slot: value for named, value in both if not isinstance(value, tuple)}
        for pick, named, value in zip(picks, spec.picks, option.values, strict=True):
            values = value if isinstance(value, tuple) else (value,)
            type_ = t.element(named.slot.type) or named.slot.type
            name = words.pick(named)
            base = t.strip(type_)
            if isinstance(base, t.Named) and base.sort == "spot" and not isinstance(value, tuple):
                lays = self._laid(spec, named, chosen)
                said += self._spot(name, base, value, lays)
            else:
                members = tuple(
                    self._member(self._value(spec, named, pick, type_, one, chosen)) for one in values
                )
                said.append(Said(self._step(name), members, isinstance(value, tuple)))
            if not isinstance(value, tuple):
                chosen[named.slot] = value
        led = self.leads.get(option.number, ())
        return Choice(option.number, label, tuple(said), self._is_final(spec), is_idle(spec), led, lays)

    def _is_final(self, spec: ActionSpec) -> bool:
        """Return whether the game wants people to confirm an action."""
        said = looks_of(self.words).view.actions.get(spec.name)
        return said is not None and said.confirm

    def _marked(self, spec: ActionSpec) -> tuple[Ref, ...]:
        """Return the refs of the cells of the markers that an action moves, wherever its values lead them.

        A marker is a visible variable that holds a cell. Those that the deciding player does not know are
        left out, and all of an action without values, which needs no choice of where a marker goes.
        """
        if spec not in self.markers:
            known = self._known(spec, {})
            found: list[Ref] = []
            for load, base in moved_markers(self.words, spec) if spec.picks else ():
                cell = known.value(load)
                if isinstance(cell, int) and cell != t.NONE:
                    found.append(self._cell(spec, base, cell, {}))
            self.markers[spec] = tuple(dict.fromkeys(found))
        return self.markers[spec]

    def _step(self, name: str) -> int:
        return self.steps.setdefault(name, len(self.steps))

    def _member(self, member: Member) -> int:
        return self.members.setdefault(member, len(self.members))

    def _laid(self, spec: ActionSpec, named: PickSpec, chosen: dict[core.Slot, int]) -> Ref | None:
        """Return the ref of the tile for which a spot is chosen, or `None` if the player can't tell."""
        key = spec, named, tuple(chosen.values())
        if key not in self.tiles:
            sources = (node for node in _parts(named.source) if isinstance(node, core.BuiltIn))
            tiles = [
                self._known(spec, chosen).value(node.args[0]) for node in sources if node.name == "spots"
            ]
            tile = tiles[0] if len(tiles) == 1 else None
            self.tiles[key] = self._component(tile) if isinstance(tile, int) and tile != t.NONE else None
        return self.tiles[key]

    def _component(self, c: int) -> Ref:
        """Return the ref of a component where it lies."""
        zone = self.inspector.position[self.words.program.layout.zone_of + c]
        return f"z{zone}.c{self.words.program.alike[c]}"

    def _spot(self, name: str, type_: t.Named, spot: int, tile: Ref | None) -> list[Said]:
        """Return the two steps that choose a spot for a tile: first the place, and then the rotation."""
        number = next(i for i, plane in enumerate(self.words.names.planes) if plane.name == type_.name)
        plane = self.words.names.planes[number]
        x, y, turn = plane.spot_at(spot)
        where = Member(f"({x}, {y})", (f"o{number}.{spot // 4}",))
        turned = Member(f"{90 * turn}°", shows=None if tile is None else (tile, turn))
        return [
            Said(self._step(name), (self._member(where),)),
            Said(self._step(self.words.texts.gettext("turned by")), (self._member(turned),)),
        ]

    def _value(  # noqa: PLR0913 - a value, what it is for, and what was chosen before
        self,
        spec: ActionSpec,
        named: PickSpec,
        pick: Pick,
        type_: t.Type,
        value: int,
        chosen: dict[core.Slot, int],
    ) -> Member:
        if pick.hidden and is_place(value):
            zone, index = place(pick, value)
            return Member(self.words.lying(zone, index), (f"z{zone}.{index}",))
        text = on_its_tile(self.words, self.inspector, type_, value)
        if text is None:
            text = self.words.known_value(type_, value, self.inspector, self.game.player)
        return Member(text, self._refs(spec, named, type_, value, chosen))

    def _refs(
        self, spec: ActionSpec, named: PickSpec, type_: t.Type, value: int, chosen: dict[core.Slot, int]
    ) -> tuple[Ref, ...]:
        """Return the refs of the things on the table that stand for `value`."""
        base, words = t.strip(type_), self.words
        if value == t.NONE:
            return ()
        refs: list[Ref] = []
        match base:
            case t.Named("component"):
                refs.append(self._component(value))
            case t.Named("player"):
                refs.append(f"p{value}")
            case t.Named("part"):
                refs.append(f"t{value - base.first}")
            case t.Named("cell"):
                refs.append(self._cell(spec, base, value, chosen, named))
            case t.Named("enum" | "row", name, first, _):
                refs += [f"e.{name}.{value - first}"] * _heads(words, base)
                refs += [f"z{rule.zone.first + value - first}" for rule in _keyed_by(words, base)]
            case _:
                pass
        refs += self._keyed(spec, named, value)
        if isinstance(base, t.Int):
            refs += self._found_by(spec, named, value, chosen)
        return tuple(dict.fromkeys(refs))

    def _cell(
        self,
        spec: ActionSpec,
        base: t.Named,
        value: int,
        chosen: dict[core.Slot, int],
        named: PickSpec | None = None,
    ) -> Ref:
        """Return the ref of the cell `value`.

        If every player has a board of the cell's space, the ref is that on the board of the player with whom
        the action uses the cell. If it does not say so, it is on the board of the player chosen last or, if
        no player was chosen, of the player who decides.
        """
        number = list(self.words.names.world.spaces).index(base.name)
        if base.name not in own_boards(self.words):
            return f"s{number}.{value}"
        players = [
            chosen[pick.slot] for pick in spec.picks if pick.slot in chosen and is_player(pick.slot.type)
        ]
        owner = players[-1] if players else self.decision.player
        if named is not None:
            if named not in self.owners:
                self.owners[named] = board_owner(spec, named)
            said = self.owners[named]
            if isinstance(said, core.Me):
                owner = self.decision.player
            elif isinstance(said, core.Local):
                owner = self.option.get(said.slot, owner)
            elif said is not None:
                found = self._known(spec, self.option).value(said)
                owner = found if isinstance(found, int) and found != t.NONE else owner
        return f"s{number}.{value}@{owner}"

    def _keyed(self, spec: ActionSpec, named: PickSpec, value: int) -> list[Ref]:
        """Return the refs of the zones that a condition of the action looks up with `value` as the key."""
        found: list[Ref] = []
        for node in (spec.when, *(each for pick in spec.picks for each in (pick.source, pick.where))):
            for zone in _parts(node):
                keys = zone.keys if isinstance(zone, core.Zone) else ()
                if (
                    isinstance(zone, core.Zone)
                    and len(keys) == 1
                    and isinstance(keys[0], core.Local)
                    and keys[0].slot is named.slot
                ):
                    ref = f"z{zone.zone.first + value - zone.zone.dims[0][0]}"
                    found += [ref] if ref not in found else []
        return found

    def _known(self, spec: ActionSpec, values: dict[core.Slot, int]) -> Inquiry:
        """Return an inquiry into what the deciding player knows, given values of the action.

        A component is given to the inquiry only if the player knows it, and no other looks the same.
        """
        known, site = Inquiry.of(self.words.compiled, self.game, self.game.player), self.decision.site
        branches = self.words.names.sites[site].branches
        known.hand_over(site, self.words.program.sites[site].actions[branches.index(spec)])
        for slot, value in values.items():
            if not t.is_component(t.strip(slot.type)) or self._is_known(known, value):
                known.put(slot, value)
        return known

    def _is_known(self, known: Inquiry, component: int) -> bool:
        """Return whether the deciding player can tell where a component lies."""
        alike = self.words.program.alike
        return component >= 0 and known.zone(component) is not None and alike.count(alike[component]) == 1

    def _found_by(
        self, spec: ActionSpec, named: PickSpec, value: int, chosen: dict[core.Slot, int]
    ) -> list[Ref]:
        """Return the refs of the cells that the action computes from the number `value`.

        It does so in a condition, in its label, or in the values that its first steps set or pass on. Cells
        that the deciding player does not know are left out.
        """
        found: list[Ref] = []
        known: Inquiry | None = None
        open_ = {pick.slot for pick in spec.picks} - {*chosen, named.slot}
        for node, base in _cells_by(named.slot, _computing(spec, named), open_):
            known = known or self._known(spec, {**chosen, named.slot: value})
            place = known.value(node)
            if isinstance(place, int) and place != t.NONE:
                found.append(self._cell(spec, base, place, chosen))
        return found


def _computing(spec: ActionSpec, named: PickSpec) -> Iterator[core.Core]:
    """Yield the expressions in which an action may say to which cell a number leads."""
    if named.where is not None:
        yield named.where
    if spec.label is not None:
        for _, holes in spec.label.by_language.values():
            yield from holes
    if spec.routine is not None:
        for each in spec.routine.code:
            if isinstance(each, Emitted) and each.op not in _STRAIGHT:
                return  # what follows may not happen, or not in this situation
            if isinstance(each, Emitted):
                yield from (operand for operand in each.operands if isinstance(operand, core.Core))


def _cells_by(
    slot: core.Slot, nodes: Iterable[core.Core], unknown: AbstractSet[core.Slot]
) -> Iterator[tuple[core.Core, t.Named]]:
    """Yield each expression for a cell that is computed from a local, with its type.

    Expressions that need one of the `unknown` locals, or a local that they do not introduce, are left out.
    """
    left = [*nodes]
    while left:
        node = left.pop()
        base = t.strip(node.type)
        read = {part.slot for part in _parts(node) if isinstance(part, core.Local)}
        fits = slot in read and not read & unknown and all(each.frame for each in read)
        if fits and isinstance(base, t.Named) and base.sort == "cell" and not isinstance(node, core.Local):
            yield node, base
        elif slot in read:
            left += core.children(node)


def _heads(words: Words, type_: t.Named) -> bool:
    """Return whether the values of a type head rows or columns of a table.

    They do if some visible family of variables or resources has one member for each value.
    """
    stores = (store for n, store in enumerate(words.names.stores) if n not in words.unshown)
    return any(type_ in store.keys and not any(map(t.is_component, store.keys)) for store in stores)


def _keyed_by(words: Words, type_: t.Named) -> Iterator[ZoneRule]:
    """Yield the families of zones that have `type_` as their only key."""
    for rule in words.names.families:
        if rule.zone.keys == (type_,) and rule.zone.first not in words.unshown_zones:
            yield rule


def _parts(node: core.Core | None) -> Iterator[core.Core]:
    """Yield an expression and all its subexpressions."""
    left = [node] if node is not None else []
    while left:
        part = left.pop()
        yield part
        left += core.children(part)
