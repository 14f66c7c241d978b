"""Data flow before decisions: everything hidden from a player that the steps before a decision have read.

This is a forward data-flow analysis of the code around a decision, for the player who decides there
(`viewer`, as the steps of the part express the player). It tracks

- what each local reveals: values that were read, drawn and chosen, members of loops, and arguments of
  routines, from all the steps that run these routines;
- the conditions on hidden things that led to the decision: those of `if` and `while`, and how often a loop
  runs. A condition counts until all paths join again, or until something that everybody sees has shown which
  path the game took.

Anything that has been shown is no longer hidden: a component moved to where the player may see it, or a value
assigned to a variable that the player may see. After that, nothing read earlier under that name counts. When
a routine runs that shows anything at all, no tracked value counts any longer. So the analysis is sound but
incomplete. Whatever it finds is hidden, but it may miss some hidden things.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from gamespec.compile.draft.draft import ActionSpec, Emitted, Routine, Site
from gamespec.lint.graph import Graph
from gamespec.lint.hidden import Hidden
from gamespec.lint.players import apart, outside, same, within
from gamespec.lint.state import State
from gamespec.lint.subject import Part, Subject
from gamespec.lint.tells import NOTHING_TOLD, Env, Read, Tells, Told
from gamespec.program import instructions as g
from gamespec.program.frozen import dataclass
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["Course", "decider"]

MOST_VIEWS = 500
"""Maximum number of analyses, each of one part for one player. Beyond it, nothing is known before a decision.
"""

MOST_INSTRUCTIONS = 2_000
"""Maximum number of instructions in a part that is analysed."""

_OPEN = {g.TransferTo, g.LayTile, g.ShuffleZone, g.StartPhase, g.NextTurn, g.Throw, g.MoveTo, g.RunAnswer}
"""Instructions whose execution everybody sees, whatever their operands are."""

_GIVEN = {g.PutLocal, g.LoopStart}
"""Instructions that assign a value to a local."""

_SHOWING = {g.RevealTo, g.ShowTo, g.LayTile, g.TransferTo}
"""Instructions that show their operands to players."""

_CALLERS = -1
"""Stands for the conditions under which the callers of a routine run it."""


@dataclass(frozen=True, eq=False, slots=True)
class _Run:
    """A call of a routine: the part, the instruction's index, `me`, the arguments, and the decision."""

    part: Part
    at: int
    me: core.Core
    given: dict[core.Slot, core.Core]
    site: Site | None


class Course:
    """The data-flow analysis of a game."""

    def __init__(self, subject: Subject, hidden: Hidden) -> None:
        self.parts = subject.parts
        self._hidden = hidden
        self._graphs = {part: Graph(part) for part in subject.parts}
        self._of = {part.routine: part for part in subject.parts if part.routine is not None}
        self._runs: dict[Routine, list[_Run]] = {}
        for part, graph in self._graphs.items():
            for i, item in enumerate(graph.items):
                for routine, run in _runs(part, i, item, decider(graph.items, i)):
                    self._runs.setdefault(routine, []).append(run)
        self._known: dict[tuple[Part, object], tuple[State | None, ...]] = {}
        self._shows = cache(self._public)

    def items(self, part: Part) -> tuple[Emitted, ...]:
        """Return the instructions of a part."""
        return self._graphs[part].items

    def before(self, part: Part, viewer: core.Core | None) -> tuple[State | None, ...]:
        """Return the state before each instruction of a part, for one player.

        The state is `None` if no known path leads to the instruction.
        """
        key = part, _key(viewer)
        if key not in self._known:
            self._known[key] = ()
            size = len(self.items(part))
            much = len(self._known) > MOST_VIEWS or size > MOST_INSTRUCTIONS
            self._known[key] = (State(),) * size if much else self._flow(part, viewer)
        return self._known[key]

    def _flow(self, part: Part, viewer: core.Core | None) -> tuple[State | None, ...]:
        graph, tells = self._graphs[part], Tells(self._hidden, viewer, outside=True)
        states: list[State | None] = [None] * (len(graph.items) + 1)
        states[0] = self._entry(part, viewer)
        waiting = {0}
        while waiting and not tells.exhausted:
            i = min(waiting)
            waiting.remove(i)
            state = states[i]
            if i == len(graph.items) or state is None:
                continue
            for j, after in self._after(graph, i, state, tells):
                left = State(after.env, {b: r for b, r in after.asked.items() if _still(graph, b, j)})
                old = states[j]
                new = left if old is None else old.joined(left)
                if new != old:
                    states[j] = new
                    waiting.add(j)
        return tuple(states[:-1])

    def _entry(self, part: Part, viewer: core.Core | None) -> State:
        """Return the state at the start of a part, which joins the states of all its callers."""
        found: State | None = None
        for run in self._runs.get(part.routine, ()) if part.routine is not None else ():
            of = within(viewer, run.given, run.me)
            states = self.before(run.part, of)
            state = states[run.at] if states else None
            if state is None:
                continue
            tells = Tells(self._hidden, of, outside=True)
            env = {slot: tells.of(arg, state.env) for slot, arg in run.given.items()}
            reads = frozenset[Read]().union(*state.asked.values()) if run.site is None else frozenset[Read]()
            entered = State(env, {_CALLERS: reads} if reads else {})
            found = entered if found is None else found.joined(entered)
        return found or State()

    # --- one instruction --------------------------------------------------------------------------------

    def _after(self, graph: Graph, i: int, state: State, tells: Tells) -> Iterable[tuple[int, State]]:
        """Yield the successors of an instruction, each with the state after the instruction on that path."""
        item = graph.items[i]
        match item.operands:
            case (condition, _) if item.op is g.BranchUnless and isinstance(condition, core.Core):
                reads = tells.of(condition, state.env).all
                asked = {**state.asked, i: reads} if reads else state.asked
                for j, fails in zip(graph.onward[i], (False, True), strict=True):
                    yield j, State(tells.limited(condition, state.env, negated=fails), asked)
            case (core.Slot() as block, core.Slot() as member, _) if item.op is g.LoopNext:
                over = state.env.get(block, NOTHING_TOLD)
                env = {**state.env, member: Told(components=over.components, who=over.who)}
                often = over.values if not _players(block) else frozenset[Read]()
                asked = {**state.asked, i: often} if often else state.asked
                yield from ((j, State(env, asked)) for j in graph.onward[i])
            case _:
                after = self._changed(item, decider(graph.items, i), state, tells)
                yield from ((j, after) for j in graph.onward[i])

    def _changed(self, item: Emitted, by: core.Core | None, state: State, tells: Tells) -> State:
        state = self._locals(item, by, state, tells)
        if self._is_seen(item):
            state = State(state.env, {})
        return state.without(self._shown(item, state, tells))

    def _locals(self, item: Emitted, by: core.Core | None, state: State, tells: Tells) -> State:
        """Return the state after the assignments to locals that an instruction makes."""
        env = state.env
        match item.operands:
            case (core.Slot() as slot, value) if item.op in _GIVEN and isinstance(value, core.Core):
                return State({**env, slot: tells.of(value, env)}, state.asked)
            case (core.Slot() as slot, source, *_, told) if item.op is g.Throw:
                assert isinstance(source, core.Core)  # noqa: S101 - it is drawn from a list
                unseen = _not_told(told, None, tells, env)
                return State({**env, slot: _fallen(slot, item, tells.of(source, env), unseen)}, state.asked)
            case (Site(branches=(ActionSpec(routine=None) as choice,)) as site, *_) if item.op is g.Decide:
                chosen = dict(env)
                for pick in choice.picks:
                    other = tells.decider is not None and by is not None and apart(by, tells.decider)
                    unseen = other and _not_told(site.told, by, tells, env)
                    taken = NOTHING_TOLD if by is not None else tells.of(pick.source, chosen)
                    chosen[pick.slot] = _fallen(pick.slot, item, taken, unseen)
                return State(chosen, state.asked)
            case _ if item.op is g.NextTurn:
                return State({}, state.asked)
            case _:
                return state

    def _is_seen(self, item: Emitted) -> bool:
        """Return whether everybody sees that an instruction runs."""
        match item.operands:
            case (core.Load(store=store), *_) if item.op is g.Put:
                return self._hidden.variable(store.name) == "everyone"
            case (_, None, *_) if item.op in {g.RevealTo, g.ShowTo}:
                return True
            case (Routine() as routine, *_) if item.op is g.Call:
                return self._shows(routine)
            case _:
                return item.op in _OPEN or item.op is g.Decide

    def _shown(self, item: Emitted, state: State, tells: Tells) -> frozenset[str]:
        """Return the names of hidden things that an instruction shows to the player."""
        env = state.env
        match item.operands:
            case (core.Load() as to, what) if item.op is g.Put and isinstance(what, core.Core):
                return _names(tells.of(what, env)) if tells.sees(to, env) else frozenset()
            case (what, core.Zone() as to, _) if item.op is g.MoveTo and isinstance(what, core.Core):
                return _names(tells.of(what, env)) if tells.sees(to, env) else frozenset()
            case (what, *_) if item.op in _SHOWING and isinstance(what, core.Core):
                return _names(tells.of(what, env))
            case (Routine() as routine, *_) if item.op is g.Call and self._shows(routine):
                return _all_names(env)
            case (Site() as site, *_) if item.op in {g.Decide, g.RunAnswer}:
                routines = [branch.routine for branch in site.branches if branch.routine is not None]
                return _all_names(env) if any(map(self._shows, routines)) else frozenset()
            case _:
                return frozenset()

    def _public(self, routine: Routine) -> bool:
        """Return whether everybody sees some effect of a routine."""
        part = self._of.get(routine)
        return part is not None and any(self._is_seen(item) for item in self.items(part))


def decider(items: tuple[Emitted, ...], i: int) -> core.Core | None:
    """Return the player who decides at an instruction, or `None` if that is `me` or several players."""
    before = items[i - 1] if i else None
    if items[i].op not in {g.Decide, g.RunAnswer} or before is None or before.op is not g.SetMe:
        return None
    player = before.operands[0]
    return player if isinstance(player, core.Core) else None


def _runs(part: Part, i: int, item: Emitted, by: core.Core | None) -> Iterable[tuple[Routine, _Run]]:
    """Yield the routines that an instruction runs, each with the call."""
    me = core.Me(t.NOTHING, item.span)
    match item.operands:
        case (Routine() as routine, tuple() as args, as_) if item.op is g.Call:
            player = as_ if isinstance(as_, core.Core) else me
            given = dict(zip(routine.parameters, args, strict=True))
            yield routine, _Run(part, i, player, given, None)
        case (Site() as site, *_) if item.op is g.Decide:
            for branch, args in zip(site.branches, site.given, strict=True):
                if branch.routine is not None:
                    handed = dict(zip(branch.given, args, strict=True))
                    yield branch.routine, _Run(part, i, by or me, handed, site)
        case _:
            pass


def _still(graph: Graph, branch: int, at: int) -> bool:
    """Return whether a condition still influences whether an instruction is reached.

    That ends where all paths from the condition join again.
    """
    return branch == _CALLERS or at == len(graph.items) or not graph.certain(branch, at)


def _fallen(slot: core.Slot, item: Emitted, source: Told, unseen: bool) -> Told:  # noqa: FBT001 - says whether
    """Return the hidden things that a drawn or chosen value reveals.

    `unseen` says that the player does not learn the value.
    """
    if t.is_component(t.element(slot.type) or slot.type):
        return Told(components=source.components)
    return Told(frozenset({Read(slot.name, item.span, drawn=True)})) if unseen else NOTHING_TOLD


def _not_told(told: object, by: core.Core | None, tells: Tells, env: Env) -> bool:
    """Return whether the player is certainly not among those who learn a value, whom `told` lists."""
    match told:
        case core.Fixed(values=()):
            return True
        case core.ListOf(items=items):
            players = [outside(player, by) for player in items]
        case core.Fixed(type_, span, values):
            players = [core.Const(t.element(type_) or type_, span, value) for value in values]
        case _:
            return False
    if tells.decider is not None and any(same(player, tells.decider) for player in players):
        return False
    return all(tells.of(player, env).who == "other" for player in players)


def _players(slot: core.Slot) -> bool:
    inner = t.strip(t.element(slot.type) or slot.type)
    return isinstance(inner, t.Named) and inner.sort == "player"


def _names(told: Told) -> frozenset[str]:
    return frozenset(read.name for read in told.all)


def _all_names(env: Env) -> frozenset[str]:
    return frozenset().union(*(_names(told) for told in env.values()))


def _key(viewer: core.Core | None) -> object:
    """Return a key that identifies the player for whom a part is analysed."""
    match viewer:
        case core.Local(slot=slot):
            return slot
        case core.Const(value=value):
            return value
        case core.BuiltIn(name=name, args=(of,)):
            return name, _key(of)
        case core.Me():
            return "me"
        case _:
            return None
