"""Linking, which gives everything that a draft can reach its place in the layout and its number.

The order follows the dependencies. First comes the search for the routines, decisions and streams that setup
and phases reach, then the frames of these routines, then the places where their code begins, and finally the
closed form of each instruction and expression. Unreachable parts are left out. If more steps or conditions
are linked later, the same numbering continues.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gamespec.compile.draft.draft import ActionSpec, Attribute, Draft, Emitted, Label, PickSpec, Routine, Site
from gamespec.compile.draft.situations import Part, packed
from gamespec.compile.link import tables
from gamespec.compile.link.close import Closer, bounds
from gamespec.compile.link.costs import cost, moved_weight, weight
from gamespec.compile.link.names import Names
from gamespec.program import instructions as g
from gamespec.program import program as q
from gamespec.program import tables as b
from gamespec.program.domain import Domain
from gamespec.program.frozen import replace
from gamespec.space import Plane
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import ZoneRule

__all__ = ["Linker"]


class Linker:
    """Numbers the parts of one game, and links its draft."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.world = draft.world
        self.routines: dict[Routine, int] = {}
        self.sites: dict[Site, int] = {}
        self.actions: dict[ActionSpec, int] = {}
        self.streams: dict[str, int] = {}
        self.attributes: dict[Attribute, int] = {}
        self.shuffled: dict[int, int] = {}
        self.slots: dict[core.Slot, int] = {}
        self.table: list[b.Slot] = []
        self.close = Closer(draft.world, draft.fungible, self.slots, draft.situations)
        self._reach([draft.setup, *(play.routine for play in draft.plays)], draft.code)
        self._kept = len(self.attributes)
        self._layout = self._laid_out()
        self._place_locals(self._layout.frames)

    @property
    def unkept(self) -> Iterator[tuple[Attribute, Span]]:
        """Yield each attribute that the code shows but positions have no room for, and the step's place."""
        kept = list(self.attributes)[: self._kept]
        for item in self.reached():
            for operand in item.operands:
                if isinstance(operand, Attribute) and operand not in kept:
                    yield operand, item.span

    @property
    def length(self) -> int:
        """The number of integers in a position."""
        return self._layout.frames + self._size

    def program(self, game: Mapping[str, Any]) -> tuple[q.Program, Names]:
        """Return the program and its names.

        `game` holds the names that belong to the game as a whole.
        """
        draft, close, frames = self.draft, self.close, self._layout.frames
        self.world.reached = frozenset(close.actions)
        code = self._code(draft.code)
        actions, sites = self._actions(), tuple(self._site(site) for site in self.sites)
        end = tuple(self._end(rule) for rule in draft.end)
        score = tuple(close(node) for node in draft.score)
        ranking = tuple(close(node) for node in draft.ranking)
        program = q.Program(
            players=self.world.players,
            code=code,
            routines=self._frames(frames),
            setup=self.routines[draft.setup],
            phases=self._phases(),
            sites=sites,
            actions=actions,
            end=end,
            teams=self.world.teams or tuple(range(self.world.players)),
            score=score,
            ranking=ranking,
            seat=close.variable(draft.seat),
            functions=tuple(close.functions.values()),
            variables=len(close.variables),
            limit=draft.limit,
            streams=tuple(self.streams),
            layout=replace(self._layout, length=self.length),
            slots=tuple(self.table),
            stores=tuple(self._stores()),
            kinds=tuple(b.Kind(kind.type.first, kind.type.size) for kind in self.world.kinds.values()),
            families=tuple(tables.families(self.world, self._space)),
            zones=tuple(tables.zones(self.world, self.shuffled)),
            start=tuple(zone for kind in self.world.kinds.values() for zone in kind.start),
            owners=tuple(tables.owners(self.world)),
            faces=tuple(tables.faces(draft)),
            backs=tuple(tables.backs(self.world)),
            attributes=tuple(tables.attributes(self.world, self.attributes, self._attributes_at)),
            spaces=tuple(close.space_tables()),
            planes=tuple(tables.planes(self.world, self._planes_at)),
            histories=tuple(self._histories()),
        )
        return program, self._names(game)

    def reached(self) -> Iterator[Emitted]:
        """Yield all instructions that setup and phases reach."""
        for items in (self.draft.code, *(routine.code for routine in self.routines)):
            yield from (item for item in items if isinstance(item, Emitted))

    # --- what can be reached --------------------------------------------------------------------------------

    def _reach(self, roots: list[Routine], code: Iterable[Emitted | Label]) -> None:
        """Number all routines, sites, actions and streams that code reaches.

        Actions whose availability is tested come first, in the order of declaration.
        """
        for root in roots:
            self.routines.setdefault(root, len(self.routines))
        left = [list(code)]
        left += [routine.code for routine in self._asked()]
        while left:
            for item in left.pop():
                for operand in item.operands if isinstance(item, Emitted) else ():
                    for routine in self._reached(operand):
                        if routine not in self.routines:
                            self.routines[routine] = len(self.routines)
                            left.append(routine.code)
                if isinstance(item, Emitted) and item.op is g.ShuffleZone:
                    self._shuffles(item.operands[0])
        hidden = (zone for spec in self.actions for pick in spec.picks for zone in pick.hidden)
        for number in sorted({zone.number for zone in hidden if zone.drawn}):
            self._stream_of(number)
        declared = {spec: i for i, spec in enumerate(self.draft.actions)}
        self.actions = {spec: i for i, spec in enumerate(sorted(self.actions, key=declared.__getitem__))}
        if not self.close.actions:
            named = {spec.name: i for spec, i in self.actions.items() if spec.routine and not spec.agenda}
            self.close.actions = named

    def _asked(self) -> Iterator[Routine]:
        """Number the actions whose availability an expression tests, and yield their new routines."""
        asked = self.world.asked if not self.close.actions else set[str]()  # more steps add no questions
        for spec in self.draft.actions:
            if spec.routine is not None and spec.key in asked:
                self.actions.setdefault(spec, len(self.actions))
                if spec.routine not in self.routines:
                    self.routines[spec.routine] = len(self.routines)
                    yield spec.routine

    def _reached(self, operand: object) -> Iterable[Routine]:
        """Number what an operand refers to, and yield the routines among it."""
        match operand:
            case str():
                self.streams.setdefault(operand, len(self.streams))
            case Attribute():
                self.attributes.setdefault(operand, len(self.attributes))
            case Routine():
                yield operand
            case Site() if operand not in self.sites:
                self.sites[operand] = len(self.sites)
                for spec in operand.branches:
                    self.actions.setdefault(spec, len(self.actions))
                    if spec.routine is not None:
                        yield spec.routine
            case _:
                pass

    def _shuffles(self, zone: object) -> None:
        """Give each zone that `zone` may be a stream for shuffling it, named like the zone: `deck[p1]`."""
        for rule in self.world.zones.values():
            if not _may_be(zone, rule):
                continue
            for number in range(rule.zone.first, rule.zone.first + rule.zone.count):
                self._stream_of(number)

    def _stream_of(self, zone: int) -> None:
        """Give a zone a chance stream with the zone's name."""
        self.shuffled[zone] = self.streams.setdefault(self.world.zone_name(zone), len(self.streams))

    # --- layout ---------------------------------------------------------------------------------------------

    def _laid_out(self) -> b.Layout:
        """Lay out the parts of a position that precede its locals."""
        world = self.world
        places = b.HEAD + len(self.streams)
        components = sum(kind.type.size for kind in world.kinds.values())
        zones = sum(rule.zone.count for rule in world.zones.values())
        at = places + world.players
        zone_of, next_, previous, known = (at + i * components for i in range(4))
        at = known + components
        first, last, size = (at + i * zones for i in range(3))
        self._attributes_at = at = size + zones
        for attribute in self.attributes:
            at += world.kinds[attribute.kind].type.size * world.players
        self._stores_at = at
        at = self._stores_at + sum(len(start) for start in self.draft.starts.values())
        self._planes_at: list[b.PlaneLayout] = []
        for plane in world.planes.values():
            tiles, parts = len(plane.ports), len(plane.tile_of)
            starts = [at]
            for length in (plane.places, tiles, parts, parts, parts):
                starts.append(starts[-1] + length)
            self._planes_at.append(b.PlaneLayout(*starts[:5]))
            at = starts[5]
        self._histories_at = at
        for history, of in self.draft.situations.items():
            at += 1 + history.length * of.words
        stores = self._stores_at
        return b.Layout(b.HEAD, places, zone_of, next_, previous, known, first, last, size, stores, at, at)

    def _histories(self) -> Iterator[b.History]:
        """Yield the layout of each history; they lie one behind the other."""
        stores = dict(zip(self.draft.starts, self._stores(), strict=True))
        planes = dict(zip(self.world.planes.values(), self._planes_at, strict=True))

        def place(part: Part) -> int:
            match part.within:
                case core.Store(name=name):
                    return stores[name].place + part.of
                case Plane() as plane:
                    return planes[plane].spot_of + part.of
                case None:
                    return part.of

        at = self._histories_at
        for history, of in self.draft.situations.items():
            digits, words = packed(of.parts, place)
            made = b.History(at, history.length, words, digits)
            yield made
            at += made.size

    def _stores(self) -> Iterator[b.Store]:
        return tables.stores(self.draft, self._layout.stores, self._space)

    def _space(self, type_: t.Type) -> int:
        """Return the number of the space whose cells have a type, or `NOWHERE` for any other type."""
        named = isinstance(type_, t.Named) and type_.sort == "cell"
        return self.close.space(self.world.spaces[t.show(type_)]) if named else b.NOWHERE

    def _place_locals(self, frames: int) -> None:
        """Determine the place of each routine's frame and of each local."""
        self._size = self._place_frames()
        holds = self._held()
        for routine in self.routines:
            for slot, offset in routine.slots:
                self.slots[slot] = len(self.table)
                may = holds.get(slot) or self._bounds(slot.type)
                self.table.append(b.Slot(frames + routine.base + offset, slot.size, may))

    def _place_frames(self) -> int:
        """Determine where each routine's frame begins, and return the total size of the frames.

        The frame of a called routine begins above the slots that its caller holds at the call. If a routine
        is called from several places, its frame begins above the held slots of all calls.
        """
        calls: dict[Routine, list[tuple[Routine, int]]] = {}
        for caller, callee, taken in self.draft.calls:
            if caller in self.routines:
                calls.setdefault(caller, []).append((callee, taken))
        order: list[Routine] = []
        seen: set[Routine] = set()

        def visit(routine: Routine) -> None:
            if routine not in seen:
                seen.add(routine)
                for callee, _ in calls.get(routine, ()):
                    visit(callee)
                order.append(routine)

        for routine in self.routines:
            visit(routine)
        for routine in reversed(order):
            for callee, taken in calls.get(routine, ()):
                callee.base = max(callee.base, routine.base + taken)
        return max((r.base + r.size for r in order), default=0)

    def _held(self) -> dict[core.Slot, Domain]:
        """Return the domains of the slots that can hold values outside their type."""
        found: dict[core.Slot, Domain] = {}
        lengths = [len(self.draft.code), *(len(routine.code) for routine in self.routines)]
        for routine in self.routines:
            if routine.back is not None:
                found[routine.back] = Domain(0, sum(lengths))
        for item in self.reached():
            match item:
                case Emitted(op, _, (core.Slot() as slot, *rest)) if op is g.Save or (
                    op is g.PutLocal and isinstance(rest[0], core.Const) and rest[0].type == t.NOTHING
                ):
                    # There may be no `me` to save, and a choice from an empty list gives `none`.
                    may = self._bounds(slot.type)
                    found[slot] = Domain(may.low, may.high, optional=True)
                case Emitted(op, _, (Site() as site, _, core.Slot() as answers, _)) if op is g.Decide:
                    found[answers] = self._answers(site)
                case _:
                    pass
        for pick in (pick for spec in self.actions for pick in spec.picks if pick.drawn):
            found[pick.slot] = _or_a_place(found.get(pick.slot) or self._bounds(pick.slot.type), pick)
        return found

    def _answers(self, site: Site) -> Domain:
        """Return the domain of the integers that record simultaneous answers.

        They hold the number of the branch, from 1, and then the values of any branch.
        """
        may = Domain(0, len(site.branches))
        for pick in (pick for spec in site.branches for pick in spec.picks):
            inner = t.element(pick.slot.type) or pick.slot.type
            may = may.join(_or_a_place(self._bounds(inner), pick)).join(Domain(0, pick.slot.size - 1))
        return may

    def _bounds(self, type_: t.Type) -> Domain:
        return bounds(type_, self.close.zones)

    # --- code -----------------------------------------------------------------------------------------

    def _code(self, main: list[Emitted | Label]) -> tuple[g.Instruction, ...]:
        items = [*main, *(item for routine in self.routines for item in routine.code)]
        emitted: list[Emitted] = []
        for item in items:
            if isinstance(item, Label):
                item.at = len(emitted)
            else:
                emitted.append(item)
        return tuple(self._instruction(item) for item in emitted)

    def _instruction(self, item: Emitted) -> g.Instruction:
        if item.op is g.TransferTo:
            amount, source, target = item.operands
            assert isinstance(source, core.Load)  # noqa: S101 - tokens go from holder to holder
            assert isinstance(target, core.Load)  # noqa: S101 - as above
            ends = self.close.holders(source, target)
            place = self.close.place(item.span)
            return item.op(place, cost(item, self.draft, self._size), self._operand(amount), *ends)
        operands: list[Any] = [self._operand(operand) for operand in item.operands]
        if item.op is g.MoveTo:
            operands.append(moved_weight(_expression(item.operands[1]).type))
        if item.op is g.Throw:
            share = item.operands[2]
            operands.append(weight(_expression(share) if share is not None else None))
        return item.op(self.close.place(item.span), cost(item, self.draft, self._size), *operands)

    def _operand(self, operand: object) -> Any:  # noqa: C901, PLR0912 - one line for each sort of operand
        match operand:
            case core.Slot(frame=False):
                return self.close.variable(operand)
            case core.Slot():
                return self.slots[operand]
            case core.Store():
                return self.close.stores[operand]
            case core.History():
                return self.close.histories[operand]
            case Label():
                return operand.at
            case Routine():
                return self.routines[operand]
            case Site():
                return self.sites[operand]
            case ActionSpec():
                return self.actions[operand]
            case Plane():
                return self.close.planes[operand]
            case Attribute():
                return self.attributes[operand]
            case str():
                return self.streams[operand]
            case tuple():
                return tuple(self.close(node) for node in operand)
            case int() | None:
                return operand
            case _:
                return self.close(operand)  # type: ignore[arg-type] # of the operands only expressions are left

    def _frames(self, frames: int) -> tuple[q.Routine, ...]:
        return tuple(
            q.Routine(
                frames + routine.base,
                routine.size,
                tuple(self.slots[slot] for slot, _ in routine.slots),
                tuple(self.slots[slot] for slot in routine.parameters),
                self.slots[routine.back] if routine.back is not None else None,
                routine.entry.at,
                routine.exit.at,
            )
            for routine in self.routines
        )

    def _phases(self) -> tuple[q.Phase, ...]:
        return tuple(
            q.Phase(self.routines[play.routine], play.entry.at, play.turn_end.at, play.leave.at, play.turns)
            for play in self.draft.plays
        )

    # --- decisions ------------------------------------------------------------------------------------

    def _actions(self) -> tuple[q.Action, ...]:
        """Return the reachable actions, whose option numbers follow one another without gaps."""
        made: list[q.Action] = []
        number = 0
        for spec in self.actions:
            action = q.Action(
                number,
                self.close.maybe(spec.when),
                tuple(self._pick(pick) for pick in spec.picks),
                self.close.maybe(spec.keeps),
                self.close.maybe(spec.most),
                self.routines[spec.routine] if spec.routine is not None else None,
                tuple(self.slots[slot] for slot in spec.given),
            )
            made.append(action)
            number += action.count
        return tuple(made)

    def _pick(self, pick: PickSpec) -> q.Pick:
        alike, inner = pick.faces is not None, t.strip(t.element(pick.slot.type) or pick.slot.type)
        first = pick.first
        if alike:
            assert isinstance(inner, t.Named)  # noqa: S101 - only components are alike
            first += tables.first_faces(self.world)[inner.name]
        return q.Pick(
            self.close.place(pick.span),
            self.slots[pick.slot],
            self.close(pick.source),
            self.close.maybe(pick.where),
            pick.optional,
            pick.adds_none,
            first,
            pick.size,
            t.is_component(inner),
            alike,
            pick.counts,
            self.close.maybe(pick.many),
            pick.copies,
            pick.asks_which,
            weight(pick.where),
            tuple((zone.number, zone.places) for zone in pick.hidden),
        )

    def _site(self, site: Site) -> q.Site:
        return q.Site(
            self.close.place(site.span),
            tuple(self.actions[spec] for spec in site.branches),
            tuple(tuple(self.close(node) for node in given) for given in site.given),
            site.ask_always,
            self.close.maybe(site.told),
        )

    def _end(self, rule: Any) -> q.EndRule:
        close = self.close
        return q.EndRule(close.place(rule.span), close(rule.when), close.maybe(rule.winner), rule.draw)

    def _names(self, game: Mapping[str, Any]) -> Names:
        world, close = self.world, self.close
        return Names(
            **game,
            world=world,
            places=close.places,
            goes=close.goes,
            rows=close.rows,
            actions=tuple(self.actions),
            sites=tuple(self.sites),
            slots=tuple(self.slots),
            stores=tuple(world.stores[name] for name in self.draft.starts),
            resources=frozenset(world.resources),
            families=tuple(world.zones.values()),
            spaces=tuple(close.spaces),
            planes=tuple(world.planes.values()),
            phases=tuple(play.name for play in self.draft.plays),
            end=tuple(rule.name for rule in self.draft.end),
            score=self.world.game.score,
            measures=self.world.game.measures,
            invariants=self.world.game.invariants,
            checked=self.draft.checked,
            faces=self.draft.faces,
            shorts=self.draft.shorts,
            attributes=tuple(self.attributes),
            histories=tuple(self.draft.situations),
            functions=tuple(function.name for function in close.functions),
            routines=tuple(routine.name for routine in self.routines),
        )

    def measured(self, program: q.Program) -> q.Program:
        """Return the program with the game's measures and the parts that the measures need."""
        close, declared = self.close, self.world.game.measures
        made = tuple(
            q.Measure(close(value), said.at == "turn", said.per is not None)
            for value, said in zip(self.draft.measures, declared, strict=True)
        )
        return replace(
            program,
            measures=made,
            functions=tuple(close.functions.values()),
            variables=len(close.variables),
            spaces=tuple(close.space_tables()),
        )

    def more(self, program: q.Program, draft: Draft) -> q.Program:
        """Link further steps, which run on positions of `program` between two of its phases.

        Their locals lie where the program's locals lie, and the counters of chance are at the end.
        """
        self.draft, self.routines, self.sites, self.actions = draft, {}, {}, {}
        self._reach([draft.setup], draft.code)
        frames = program.layout.frames
        self._place_locals(frames)
        end = max(frames + self._size, program.layout.length)
        code = self._code(draft.code)
        return replace(
            program,
            code=code,
            routines=self._frames(frames),
            setup=self.routines[draft.setup],
            phases=(),
            actions=self._actions() or program.actions,  # `end` may ask about them, though not here
            sites=tuple(self._site(site) for site in self.sites),
            functions=tuple(self.close.functions.values()),
            variables=len(self.close.variables),
            streams=tuple(self.streams),
            layout=replace(program.layout, streams=end, length=end + len(self.streams)),
            slots=tuple(self.table),
            zones=tuple(tables.zones(self.world, self.shuffled)),
            spaces=tuple(self.close.space_tables()),
        )


def _or_a_place(may: Domain, pick: PickSpec) -> Domain:
    """Return the domain of a slot that may hold a place until chance determines the chosen component."""
    if not pick.drawn:
        return may
    return replace(may, low=-1 - sum(zone.places for zone in pick.hidden))


def _expression(operand: object) -> core.Core:
    assert isinstance(operand, core.Core)  # noqa: S101 - an instruction is written with operands of its own
    return operand


def _may_be(zone: object, rule: ZoneRule) -> bool:
    """Return whether a zone expression may denote one of the zones that a declaration declares.

    A parameter may denote any ordered zone of its kind.
    """
    if isinstance(zone, core.Zone):
        return zone.zone is rule.zone
    type_ = _expression(zone).type
    return isinstance(type_, t.ZoneType) and rule.ordered and rule.kind == type_.of
