"""Whether every value of a program fits where its steps put it, with what is certain there (`flow`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import assert_never

from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.domain import Domain
from gamespec.program.flow import TAKEN, Flow, State
from gamespec.program.forms import Malformed
from gamespec.program.program import Action, Pick, Program
from gamespec.program.ranges import Ranges, Scope
from gamespec.program.tables import NOWHERE

__all__ = ["check_values"]

CURSOR = 2
"""How many integers of a loop's list stand before its members."""


def check_values(program: Program) -> None:
    """Raise `Malformed` unless all that is put, moved, asked and drawn fits where it goes."""
    fits = _Fits(program)
    for at, state in fits.flow.before.items():
        with _within("code", str(at), type(program.code[at]).__name__):
            fits.instruction(program.code[at], state)
    seat = Scope({program.seat: fits.ranges.players})
    for name, parts in (("score", [program.score]), ("ranking", program.ranking)):
        for part in parts:
            with _within(name):
                if part is not None:
                    fits.ranges.number(part, seat)
    with _within("setup"):
        if program.routines[program.setup].back is not None:
            raise Malformed("set-up is called from nowhere")
    for number, phase in enumerate(program.phases):
        with _within("phases", str(number)):
            if program.routines[phase.routine].back is not None:
                raise Malformed("a phase is called from nowhere")


@contextmanager
def _within(*places: str) -> Iterator[None]:
    """What is malformed inside lies at a place."""
    try:
        yield
    except Malformed as error:
        for place in reversed(places):
            error = error.within(place)
        raise error from None


class _Fits:
    """What fits where in one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.ranges = Ranges(program)
        self.flow = Flow(program)
        self._answers: dict[int, tuple[int, int]] = {}

    # --- places that values go to ---------------------------------------------------------------------

    def each(self, node: x.Expression, may: Domain, scope: Scope) -> Domain:
        """The domain of a value, or of a list of such."""
        domain = self.ranges.of(node, scope)
        return self.ranges.within(node, replace(may, most=domain.most), scope)

    def into(self, slot: int, node: x.Expression, scope: Scope) -> None:
        """See to it that a value fits into a slot."""
        may = self.program.slots[slot]
        if may.domain.is_list and may.size != may.domain.most + 1:
            raise Malformed(f"slot {slot} holds the list of a loop")
        self.ranges.within(node, may.domain, scope)

    def single(self, slot: int, may: Domain) -> None:
        """See to it that a slot can hold single values."""
        domain = self.program.slots[slot].domain
        if domain.is_list or (
            may.low <= may.high and not (domain.low <= may.low and may.high <= domain.high)
        ):
            raise Malformed(f"{may} does not fit into slot {slot}, which holds {domain}")
        if may.optional and not domain.optional:
            raise Malformed(f"`none` does not fit into slot {slot}")

    def block(self, slot: int, state: State | None) -> Domain:
        """What a loop's list holds; with a state, where it must have been stored."""
        block = self.program.slots[slot]
        if not block.domain.is_list or block.size != block.domain.most + CURSOR:
            raise Malformed(f"slot {slot} is no list of a loop")
        if state is not None and slot not in state.slots:
            raise Malformed(f"slot {slot} has no value here")
        return block.domain

    def holder(self, node: x.Load | x.Bank, scope: Scope) -> None:
        """See to it that somebody can hold tokens."""
        self.ranges.number(node, scope)
        if self.program.stores[node.store].bank is None:
            raise Malformed(f"store {node.store} has no bank")

    # --- instructions ---------------------------------------------------------------------------------

    def instruction(self, i: g.Instruction, state: State) -> None:  # noqa: C901, PLR0912, PLR0915 - a case for each instruction
        """Raise `Malformed` unless what an instruction computes fits where it goes."""
        ranges, program, scope = self.ranges, self.program, state.scope
        match i:
            case g.MoveTo(what=what, to=to):
                self.moved(self.each(what, ranges.components, scope), to, scope)
            case g.Put(target=target, value=value):
                ranges.keys(target.keys, program.stores[target.store].dims, scope)
                ranges.within(value, program.stores[target.store].domain, scope)
            case g.PutLocal(slot=slot, value=value):
                self.into(slot, value, scope)
            case g.Renew(store=number, start=start):
                store = program.stores[number]
                if store.bank is not None or not store.domain.holds(start):
                    raise Malformed(f"store {number} cannot begin again with {start}")
            case g.TransferTo(amount=amount, source=source, target=target):
                ranges.number(amount, scope)
                self.holder(source, scope)
                self.holder(target, scope)
                if source.store != target.store:
                    raise Malformed("tokens go from one store to another")
            case g.LayTile(what=what, spot=spot, plane=number):
                plane = program.planes[number]
                tiles = Domain(plane.first_tile, plane.first_tile + plane.tiles - 1)
                ranges.within(what, tiles, scope)
                ranges.within(spot, Domain(0, 4 * plane.places - 1), scope)
                self.lies(tiles, {program.zones[plane.zone].family})
            case g.ShuffleZone(zone=zone):
                ranges.within(zone, ranges.zones, scope)
            case g.RevealTo(what=what, to=to_players):
                self.each(what, ranges.components, scope)
                if to_players is not None:
                    ranges.listed(to_players, scope)
                    self.each(to_players, ranges.players, scope)
            case g.Throw(slot=slot, source=source, weight=weight, variable=variable):
                member = ranges.listed(source, scope).member
                self.single(slot, member)
                if weight is not None:
                    ranges.number(weight, scope.bind(variable, member))
            case g.Decide(site=site, answers=answers, cursor=cursor):
                self.decides(site, state)
                if (answers is None) != (cursor is None):
                    raise Malformed("an answer in secret has a place and a decider")
                if answers is not None and cursor is not None:
                    self.answers(site, answers, cursor, state)
            case g.RunAnswer(site=site, answers=answers, cursor=cursor):
                self.answers(site, answers, cursor, state)
                self.decides(site, state)
            case g.BranchUnless(condition=condition):
                ranges.condition(condition, scope)
            case g.LoopStart(block=block, over=over):
                may = self.block(block, None)
                ranges.within(over, may, scope)
            case g.LoopNext(block=block, item=item):
                self.single(item, self.block(block, state).member)
            case g.LoopReset(block=block):
                self.block(block, state)
            case g.Call(routine=routine, args=args, as_=as_):
                parameters = program.routines[routine].parameters
                if len(args) != len(parameters):
                    raise Malformed(f"{len(args)} arguments, not {len(parameters)}")
                for slot, arg in zip(parameters, args, strict=True):
                    self.into(slot, arg, scope)
                if as_ is not None:
                    ranges.within(as_, ranges.players, scope)
            case g.Clear(routine=routine, start=start):
                if start > program.routines[routine].size:
                    raise Malformed(f"the frame has no place {start}")
            case g.Save(slot=slot):
                self.single(slot, replace(ranges.players, optional=not state.me))
            case g.SetMe(player=player):
                ranges.within(player, replace(ranges.players, optional=True), scope)
            case g.Restore(slot=slot):
                if slot not in state.slots:
                    raise Malformed(f"slot {slot} has no value here")
                self.players_in(program.slots[slot].domain, slot, none=True)
            case g.NextTurn(candidate=candidate, variable=variable, who=who):
                if candidate not in state.slots:
                    raise Malformed(f"slot {candidate} has no value here")
                self.players_in(program.slots[candidate].domain, candidate)
                if who is not None:
                    ranges.condition(who, scope.bind(variable, ranges.players))
            case g.Jump() | g.Return() | g.StartPhase() | g.StopTurn() | g.Finish():
                pass
            case g.CheckEnd():
                self.ends(Scope(me=state.me))
            case _:
                assert_never(i)

    def ends(self, scope: Scope) -> None:
        """See to it that the conditions of the end can be asked."""
        for number, rule in enumerate(self.program.end):
            with _within("end", str(number)):
                self.ranges.condition(rule.when, scope)
                if rule.winner is not None:
                    self.each(rule.winner, self.ranges.players, scope)

    def players_in(self, domain: Domain, slot: int, *, none: bool = False) -> None:
        """See to it that a slot can hold nothing but players, the first of them when it is cleared."""
        all_ = 0 == domain.low <= domain.high < self.program.players and not domain.is_list
        if not all_ or (domain.optional and not none):
            raise Malformed(f"slot {slot} holds {domain}, not players")

    def moved(self, what: Domain, to: x.Expression, scope: Scope) -> None:
        """See to it that components are such as a zone holds."""
        self.ranges.within(to, self.ranges.zones, scope)
        self.lies(what, self.ranges.families(to))

    def lies(self, what: Domain, families: set[int]) -> None:
        """See to it that components are of the kind that lies in each of some families."""
        for family in families:
            kind = self.ranges.kind(family)
            if what.low <= what.high and not kind.low <= what.low <= what.high <= kind.high:
                raise Malformed(f"components {what} are of another kind than those of family {family}")

    # --- decisions ------------------------------------------------------------------------------------

    def decides(self, number: int, state: State) -> None:
        """See to it that what is asked can be answered, and that answers fit where they go."""
        site = self.program.sites[number]
        for index, given in zip(site.actions, site.given, strict=True):
            action = self.program.actions[index]
            with _within("sites", str(number), "actions", str(index)):
                for slot, node in zip(action.given, given, strict=True):
                    self.into(slot, node, state.scope)
                self.offered(action, state)

    def offered(self, action: Action, state: State) -> None:
        """See to it that an action's conditions and values fit, in the order in which they are asked."""
        bare = replace(action, when=None, picks=())
        state = self.flow.acting(state, bare)
        if action.when is not None:
            self.ranges.condition(action.when, state.scope)
        scope = state.scope.knowing(action.when, holds=True) if action.when is not None else state.scope
        for pick in action.picks:
            self.picked(pick, scope)
            found = set() if pick.source.domain.optional else {("Local", pick.slot)}
            scope = replace(scope, slots=scope.slots | {pick.slot}, facts=scope.facts | found)
            if pick.where is not None:
                self.ranges.condition(pick.where, scope)
                scope = scope.knowing(pick.where, holds=not pick.adds_none)
        if action.keeps is not None and action.routine is not None:
            self.tried(action.routine, set(), ())
            exit_ = self.program.routines[action.routine].exit
            if exit_ in self.flow.before:
                self.ranges.condition(action.keeps, self.flow.before[exit_].scope)

    def picked(self, pick: Pick, scope: Scope) -> None:
        """See to it that each value that can be chosen fits into its slot, and has a number."""
        slot = self.program.slots[pick.slot]
        member = self.ranges.listed(pick.source, scope).member
        if pick.component or pick.alike:
            self.each(pick.source, replace(self.ranges.components, optional=True), scope)
        if pick.alike and (member.optional or NOWHERE in self.program.faces[member.low : member.high + 1]):
            raise Malformed("components without a face are alike")
        if pick.counts is None:
            self.single(pick.slot, replace(member, optional=member.optional or pick.adds_none))
        elif pick.counts[1] > slot.domain.most or slot.size != slot.domain.most + 1:
            raise Malformed(f"{pick.counts[1]} values do not fit into slot {pick.slot}")
        elif not (slot.domain.low <= member.low and member.high <= slot.domain.high) or member.optional:
            raise Malformed(f"{member} does not fit into slot {pick.slot}, which holds {slot.domain}")
        numbered = Domain(pick.first, pick.first + pick.size - 1, pick.optional)
        if not pick.alike and not _holds(
            numbered, replace(member, optional=member.optional or pick.adds_none)
        ):
            raise Malformed(f"{member} is not numbered: {numbered} is")

    def tried(self, number: int, seen: set[int], stack: Sequence[int]) -> None:
        """See to it that nothing in a routine that is only tried asks, or leaves it for elsewhere."""
        if number in stack:
            raise Malformed(f"routine {number} runs itself")
        for at, owner in self.flow.owner.items():
            if owner != number or at in seen:
                continue
            seen.add(at)
            match self.program.code[at]:
                case g.Decide() | g.RunAnswer() | g.StopTurn() | g.CheckEnd() | g.Finish():
                    raise Malformed(f"instruction {at} leaves what is only tried")
                case g.Call(routine=routine):
                    self.tried(routine, seen, (*stack, number))
                case _:
                    pass

    def answers(self, site: int, answers: int, cursor: int, state: State) -> None:
        """See to it that there is room for the answers of all deciders, which one site alone gives."""
        deciders, room = self.block(cursor, state), self.program.slots[answers]
        self.players_in(deciders.member, cursor)
        sites = self.program.sites[site]
        picks = [self.program.actions[number].picks for number in sites.actions]
        most = max((sum(self.program.slots[pick.slot].size for pick in each) for each in picks), default=0)
        if not room.domain.holds(0) or not room.domain.holds(len(sites.actions)):
            raise Malformed(f"slot {answers} does not hold the numbers of answers")
        if (TAKEN, cursor) not in state.facts:
            raise Malformed(f"nobody has been taken from slot {cursor}")
        if room.domain.is_list or room.size < deciders.most * (1 + most):
            raise Malformed(f"the answers do not fit into slot {answers}")
        if self._answers.setdefault(answers, (site, cursor)) != (site, cursor):
            raise Malformed(f"two sites share the answers of slot {answers}")
        if not self.flow.clean(state, answers):
            raise Malformed(f"slot {answers} may hold something else")


def _holds(wide: Domain, narrow: Domain) -> bool:
    numbers = narrow.low > narrow.high or (wide.low <= narrow.low and narrow.high <= wide.high)
    return numbers and (wide.optional or not narrow.optional)
