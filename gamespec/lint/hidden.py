"""The hidden parts of a game: who sees its zones and variables, and where its steps put components.

A player may know the contents of a zone without seeing into it, because the components were revealed or seen
earlier. So components count as unknown only if their kind is never revealed, and only in a zone that some
components enter unseen. They do so if they begin there, if the zone is shuffled, or if they come from a zone
that not everybody sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from gamespec.compile.draft.draft import ActionSpec, Attribute, Emitted, Routine, Site
from gamespec.lint.subject import Subject
from gamespec.model import model as m
from gamespec.program import instructions as g
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["Hidden"]


class Hidden:
    """The hidden zones, variables and components of a game, compiled for its minimum number of players."""

    def __init__(self, subject: Subject) -> None:
        self._zones = {zone.ident.name: zone for zone in subject.game.zones}
        self._variables = {v.ident.name: v.seen_by for v in subject.game.variables}
        self._kinds = subject.game.components
        self.players = subject.game.players[0]
        self._code = subject.code

    def variable(self, name: str) -> str:
        """Return the `seen_by` of a variable. For a resource, that is `everyone`."""
        return self._variables.get(name, "everyone")

    def action(self, name: str) -> ActionSpec | None:
        """Return the action called `name`, or `None` if it is never offered."""
        sites = (item.operands[0] for item in self._code if item.op is g.Decide)
        branches = (spec for site in sites if isinstance(site, Site) for spec in site.branches)
        return next((spec for spec in branches if spec.name == name and spec.routine is not None), None)

    def is_zone(self, name: str) -> bool:
        """Return whether a zone or family of zones has the given name."""
        return name in self._zones

    def zone(self, name: str) -> str:
        """Return the `seen_by` of a zone."""
        return self._zones[name].seen_by

    def uncertain(self, name: str) -> bool:
        """Return whether components enter a zone unseen and are never revealed."""
        zone = self._zones[name]
        return zone.of.name not in self._revealed and name in self._entered

    def hiding(self, kind: str) -> list[str]:
        """Return the names of zones that may hold components of a kind that somebody does not know."""
        return [
            name
            for name, zone in self._zones.items()
            if zone.of.name == kind and zone.seen_by != "everyone" and self.uncertain(name)
        ]

    def pooled(self, name: str) -> bool:
        """Return whether all hidden components of a kind are in one zone, or in zones of one family.

        Everybody can then infer which components are there, but not their order or their zone.
        """
        kind = self._zones[name].of.name
        return all(
            zone.seen_by == "everyone" or zone.ident.name == name
            for zone in self._zones.values()
            if zone.of.name == kind
        )

    def open(self, kind: t.Type, attribute: str) -> bool:
        """Return whether an attribute is known even of unknown components: it is on the back, or shown."""
        if not isinstance(kind, t.Named):
            return False
        backs = {k.ident.name: {a.name for a in k.back} for k in self._kinds}
        return (
            attribute == "owner"
            or attribute in backs.get(kind.name, ())
            or (kind.name, attribute) in self._shown
        )

    @cached_property
    def _shown(self) -> frozenset[tuple[str, str]]:
        """The attributes that some step shows without showing the component, each with its kind."""
        return frozenset(
            (operand.kind, operand.name)
            for emitted in self._code
            for operand in emitted.operands
            if isinstance(operand, Attribute)
        )

    @cached_property
    def _revealed(self) -> frozenset[str]:
        """The kinds of which some step reveals a component."""
        return frozenset(
            inner.name
            for emitted in self._code
            if emitted.op is g.RevealTo and isinstance(emitted.operands[0], core.Core)
            for inner in (t.strip(t.element(emitted.operands[0].type) or emitted.operands[0].type),)
            if isinstance(inner, t.Named)
        )

    @cached_property
    def _entered(self) -> frozenset[str]:
        """The zones into which components move without every player seeing which components they are."""
        found = {name for kind in self._kinds if (name := _leading(kind.start.root)) is not None}
        for emitted in self._code:
            match emitted:
                case Emitted(g.ShuffleZone, _, (core.Zone(zone=zone),)):
                    found.add(zone.name)
                case Emitted(g.MoveTo, _, (what, core.Zone(zone=zone), _)) if isinstance(what, core.Core):
                    sources = [self._zones[name] for name in self._sources(what)]
                    owned = any(isinstance(k, t.Named) and k.sort == "player" for k in zone.keys)
                    if any(_unseen(source, owned=owned) for source in sources):
                        found.add(zone.name)
                case _:
                    pass
        return frozenset(found)

    def _sources(self, what: core.Core) -> frozenset[str]:
        """Return the zones in which the components that an expression names may lie."""
        found: set[str] = set()
        left, gone = [what], set[core.Slot]()
        while left:
            node = left.pop()
            match node:
                case core.Zone(zone=zone):
                    found.add(zone.name)
                case core.Local(slot=slot) if slot not in gone:
                    gone.add(slot)
                    left += self.assigned.get(slot, ())
                case core.Quantifier(over=over):
                    left.append(over)
                case core.BuiltIn(name="family", data=core.ZoneStore() as zone):
                    found.add(zone.name)
                case _:
                    left += core.children(node)
        return frozenset(found)

    @cached_property
    def assigned(self) -> dict[core.Slot, list[core.Core]]:
        """The expressions assigned to each local anywhere in the code.

        For the member of a loop, that is the list.
        """
        found: dict[core.Slot, list[core.Core]] = {}
        for slot, node in self._assignments():
            found.setdefault(slot, []).append(node)
        return found

    def _assignments(self) -> Iterator[tuple[core.Slot, core.Core]]:
        for emitted in self._code:
            match emitted.operands:
                case (core.Slot() as slot, value) if emitted.op in {g.PutLocal, g.LoopStart}:
                    assert isinstance(value, core.Core)  # noqa: S101 - both are written with one
                    yield slot, value
                case (core.Slot() as block, core.Slot() as item, _) if emitted.op is g.LoopNext:
                    yield item, core.Local(block.type, emitted.span, block)
                case (Routine() as routine, tuple() as args, _) if emitted.op is g.Call:
                    yield from zip(routine.parameters, args, strict=True)
                case (Site() as site, *_) if emitted.op is g.Decide:
                    yield from _of_site(site)
                case _:
                    pass


def _of_site(site: Site) -> Iterator[tuple[core.Slot, core.Core]]:
    """Yield the sources of a decision's locals: values passed to actions, and lists to choose from."""
    for branch, given in zip(site.branches, site.given, strict=True):
        yield from zip(branch.given, given, strict=True)
        for pick in branch.picks:
            yield pick.slot, pick.source


def _leading(node: ast.Node) -> str | None:
    """Return the name of the zone or family with which an expression begins, or `None`."""
    match node:
        case ast.Name(name=name) | ast.Index(of=ast.Name(name=name)):
            return name
        case _:
            return None


def _unseen(source: m.ZoneDecl, *, owned: bool) -> bool:
    """Return whether some player may not see which components leave the zone `source` for another zone.

    `owned` says whether the other zone has owners. Two zones with owners may have the same owner.
    """
    return source.seen_by == "nobody" or (source.seen_by != "everyone" and not owned)
