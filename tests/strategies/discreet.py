"""A test of whether an offer depends only on what its decider knows, as far as that is easy to see.

The decider sees the offer. So if two histories show a player the same, their offers must be equal if they
pass this test. Any other offer may reveal what its condition has read (GS410). The test applies to one
position and uses the typed expressions of the site. In doubt, an offer counts as revealing. The result
includes the locals of earlier steps that the offer reads, because they may hold hidden values that those
steps have read.

The module duplicates parts of `interpreter.words.known` and of the lints on purpose, so that it does not
share their errors.
"""

from __future__ import annotations

from gamespec.compile import Compiled
from gamespec.compile.draft.draft import ActionSpec, Site
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter import Game

__all__ = ["Locals", "told_by"]

Locals = tuple[tuple[str, tuple[int, ...]], ...]
"""The names of the locals that an offer reads from earlier steps, each with its values.

A component is replaced by the first of its copies.
"""

ENDS = frozenset({"top", "bottom", "rest", "reverse"})
"""Built-ins that return a part or a reordering of a list, without reading any component."""


class _TellsError(Exception):
    """Raised if an expression depends, or may depend, on something that the decider does not know."""


def told_by(compiled: Compiled, game: Game) -> Locals | None:
    """Return the locals that, together with the decider's knowledge, determine the pending offer.

    Return `None` if the offer depends, or may depend, on anything else.
    """
    decision = game.decision
    assert decision is not None
    judge = _Judge(compiled, game)
    try:
        judge.site(compiled.names.sites[decision.site])
    except _TellsError:
        return None
    return tuple(sorted(judge.locals.items()))


class _Judge:
    def __init__(self, compiled: Compiled, game: Game) -> None:
        self._compiled, self._program, self._game = compiled, compiled.program, game
        self._player = game.player
        self.locals: dict[str, tuple[int, ...]] = {}
        self._own: set[core.Slot] = set()
        self._unseen: set[core.Slot] = set()
        self._applied: set[core.Function] = set()
        self._choosing = False

    def site(self, site: Site) -> None:
        """Examine the expressions of a site.

        Raises `_TellsError` if one of them reads something that the decider cannot know.
        """
        for _, holes in site.prompt.by_language.values() if site.prompt is not None else ():
            self._asked(*holes)
        for branch, given in zip(site.branches, site.given, strict=True):
            self._asked(*given)
            self._branch(branch)

    def _branch(self, branch: ActionSpec) -> None:
        if branch.keeps is not None:
            raise _TellsError
        self._own.update(branch.given)
        if branch.when is not None:
            self._asked(branch.when)
        for pick in branch.picks:
            by_place = pick.where is None and self._by_place(pick.source)
            if not by_place and not (pick.where is None and self._is_all(pick.source)):
                self._choosing = True
                self._asked(pick.source)
                self._choosing = False
            (self._unseen if by_place else self._own).add(pick.slot)
            if pick.where is not None:
                self._own.add(pick.slot)
                self._asked(pick.where)
        for _, holes in branch.label.by_language.values() if branch.label is not None else ():
            self._own |= self._unseen  # words tell nothing of what was chosen unseen
            self._asked(*holes)

    def _is_all(self, source: core.Core) -> bool:
        """Return whether a list contains a whole kind, and so does not depend on where components lie."""
        of = t.element(source.type)
        match source:
            case core.Fixed(values=values):
                return isinstance(of, t.Named) and len(set(values)) == of.size
            case _:
                return False

    def _by_place(self, source: core.Core) -> bool:
        """Return whether a list is the content of a zone, or one end of it, and so depends only on places."""
        match source:
            case core.Contents(zone=core.Zone(keys=keys)) | core.Zone(keys=keys):
                self._asked(*keys)
                return True
            case core.BuiltIn(name=name, args=(of, *rest)) if name in ENDS:
                self._asked(*rest)
                return self._by_place(of)
            case core.Narrow(of=of):
                return self._by_place(of)
            case _:
                return False

    def _asked(self, *nodes: core.Core) -> None:
        left = list(nodes)
        while left:
            node = left.pop()
            left += self._parts(node)

    def _parts(self, node: core.Core) -> tuple[core.Core, ...]:
        """Check what an expression reads directly, and return the subexpressions that are left to check."""
        match node:
            case core.BuiltIn(
                name="size" | "empty", args=(core.Contents(zone=core.Zone(keys=keys)) | core.Zone(keys=keys),)
            ):
                return keys  # how many lie there everybody sees
            case core.Apply(function=function, args=args) if function.body is not None:
                again = function in self._applied
                self._applied.add(function)
                return args if again else (function.body, *args)
            case core.Local(slot=slot):
                self._local(slot)
            case _:
                self._read(node)
        return core.children(node)

    def _read(self, node: core.Core) -> None:
        """Raise `_TellsError` if an expression directly reads something that the decider may not know."""
        match node:
            case core.Load(store=store, keys=keys, bank=False):
                table = self._program.stores[self._compiled.names.stores.index(store)]
                self._sure(*self._members(table.seen, keys, store.dims))
                if self._choosing and table.component:  # as below
                    held = tuple(self._game.position[table.place : table.place + table.count])
                    self._known(*(c for c in self._members(held, keys, store.dims) if c != t.NONE))
            case core.Zone(zone=zone, keys=keys):
                numbers = range(zone.first, zone.first + zone.count)
                for number in self._members(tuple(numbers), keys, zone.dims):
                    self._known(*self._lying(number))
            case core.BuiltIn(name="family", data=core.ZoneStore() as zone):
                for number in range(zone.first, zone.first + zone.count):
                    self._known(*self._lying(number))
            case core.Const() | core.Fixed() if self._choosing and t.is_component(
                t.strip(t.element(node.type) or node.type)
            ):
                # Unknown components are offered by place, which would reveal the place of this component.
                values = node.values if isinstance(node, core.Fixed) else (node.value,)
                self._known(*(c for c in values if c != t.NONE))
            case core.BuiltIn(name="key"):
                raise _TellsError  # it says where a component lies
            case _:
                pass

    def _local(self, slot: core.Slot) -> None:
        if slot in self._unseen or isinstance(slot.type, t.ZoneType):
            raise _TellsError
        if not slot.frame or slot in self._own:
            return
        number = self._compiled.names.slots.index(slot)
        at = self._program.slots[number].place
        held = tuple(self._game.position[at : at + slot.size])
        if isinstance(slot.type, t.ListType):
            held = held[1 : 1 + held[0]]
        if t.is_component(t.element(slot.type) or slot.type):
            here = [c for c in held if c != t.NONE]
            self._known(*here)
            held = tuple(self._program.alike[c] if c != t.NONE else c for c in held)
        self.locals[f"{number} {slot.name}"] = held

    def _members(
        self, members: tuple[int, ...], keys: tuple[core.Core, ...], dims: tuple[tuple[int, int], ...]
    ) -> tuple[int, ...]:
        """Return the members that the keys may select.

        If every key is a constant or `me`, exactly one member is returned, otherwise all members.
        """
        index = 0
        for key, (first, size) in zip(keys, dims, strict=True):
            match key:
                case core.Me():
                    value = self._player
                case core.Const(value=value):
                    pass
                case _:
                    return members
            index = index * size + value - first
        return members[index : index + 1]

    def _lying(self, zone: int) -> list[int]:
        return self._game.atoms.contents(self._game.position, zone)

    def _known(self, *components: int) -> None:
        known = self._program.layout.known
        self._sure(*(self._game.position[known + c] for c in components))

    def _sure(self, *masks: int) -> None:
        if not all(mask >> self._player & 1 for mask in masks):
            raise _TellsError
