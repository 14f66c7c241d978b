"""Flow and assembly: set-up, phases, end and ranking; then the layout of the position."""

from __future__ import annotations

from collections.abc import Mapping

from gamespec import model as m
from gamespec.compile.builder import Block, Builder, Uses, compile_steps
from gamespec.compile.compiled import Compiled
from gamespec.compile.decisions import MOST_NUMBERS, compile_action, compile_text
from gamespec.compile.draft import (
    BranchUnless,
    CheckEnd,
    Clear,
    Draft,
    EndRule,
    Face,
    Finish,
    Jump,
    Label,
    NextTurn,
    Play,
    Put,
    Renew,
    Routine,
    SetMe,
    StartPhase,
    Text,
)
from gamespec.compile.link import Linker
from gamespec.compile.routines import find_routine
from gamespec.compile.steps import compile_step
from gamespec.diagnostics import Collector
from gamespec.effort import TooMuch
from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.expr.ast import Expression
from gamespec.expr.elaborate import check_condition, elaborate
from gamespec.expr.fold import NotConstant, constant_value, printed
from gamespec.expr.functions import elaborate_function
from gamespec.expr.operators import ANY_INT
from gamespec.expr.scope import MeUse
from gamespec.program import Limit, Program
from gamespec.program.tables import Head
from gamespec.source import Span
from gamespec.suggest import did_you_mean
from gamespec.world import Kind, World

__all__ = ["compile_game", "compile_more", "draft_game"]


def compile_game(
    world: World, options: Mapping[str, int | bool | str], spec_hash: str, found: Collector
) -> Compiled | None:
    """The program and names of a bound game; `None` after reporting why there are none."""
    linker = draft_game(world, found)
    if linker is None:
        return None
    game = world.game
    about = {"game": game.ident.name, "title": game.title, "spec_hash": spec_hash, "options": options}
    return Compiled(*linker.program(about), linker)


def draft_game(world: World, found: Collector) -> Linker | None:
    """A bound game, checked and laid out, but not yet linked; `None` after reporting what is wrong."""
    try:
        draft = _Assembler(world, found).draft()
    except TooMuch as much:
        world.effort.tell(much, found)
        return None
    if draft is None:
        return None
    linker = Linker(draft)
    if linker.length > MOST_INTEGERS:
        _too_long(world.game, found)
        return None
    return linker


def compile_more(compiled: Compiled, steps: tuple[m.Step, ...], found: Collector) -> Program | None:
    """Some more steps, to be run on a position of a program between two of its phases.

    They end at the first `Finish`. Their positions are as those of the program, but for locals, and the
    counters of chance, which lie at the end. `None` after reporting what is wrong.
    """
    draft = _Assembler(compiled.world, found).more(steps)
    return compiled.more(draft) if draft is not None else None


MOST_INTEGERS = 2**20
"""The longest position."""

NO_LIMIT = Limit(0, 0)
"""What steps that only set a position up have."""


class _Assembler:
    def __init__(self, world: World, found: Collector) -> None:
        self.world = world
        self.found = found
        self.b = Builder(world, found, compile_step)
        self.b.fungible = self._fungible()
        self.player = core.Slot("player", world.player, frame=False)
        self.plays: list[Play] = []
        self.setup = Routine("setup")

    def _fungible(self) -> frozenset[str]:
        keyed = {k.name for s in self.world.stores.values() for k in s.keys if isinstance(k, t.Named)}
        keyed |= {k.name for z in self.world.zones.values() for k in z.zone.keys if isinstance(k, t.Named)}
        return frozenset(n for n, k in self.world.kinds.items() if k.has_copies and n not in keyed)

    def draft(self) -> Draft | None:
        """Compile everything, in the order of the reference."""
        game, b = self.world.game, self.b
        end = self._end(game)
        for declared in game.functions:
            elaborate_function(declared.ident.name, declared, b.scope(MeUse(available=True)))
        self._setup(game)
        for number, phase in enumerate(game.phases):
            self._phase(number, phase)
        b.emit(Finish(game.ident.span))
        self._rest(game)
        score, ranking = self._ranking(game)
        limit = self._limit(game)
        stores = self._stores(game)
        labels = self._labels()
        if self.found.errors or limit is None or stores is None or labels is None:
            return None
        if not self._numbered(game):
            return None
        limited = frozenset(r.ident.name for r in game.resources if r.supply is not None)
        return self._drafted(end, score, ranking, limit, stores, limited, labels)

    def _drafted(  # noqa: PLR0913 - the parts of a game
        self,
        end: tuple[EndRule, ...],
        score: core.Core | None = None,
        ranking: tuple[core.Core, ...] = (),
        limit: Limit = NO_LIMIT,
        starts: Mapping[str, tuple[int, ...]] | None = None,
        limited: frozenset[str] = frozenset(),
        faces: Mapping[str, Face] | None = None,
    ) -> Draft:
        return Draft(
            world=self.world,
            code=self.b.code,
            setup=self.setup,
            plays=tuple(self.plays),
            actions=(*(self.b.actions[n] for n in self.b.declared_actions if n in self.b.actions), *self.b.choices),
            calls=tuple(self.b.calls),
            end=end,
            score=score,
            ranking=ranking,
            seat=self.player,
            limit=limit,
            starts=starts or {},
            limited=limited,
            fungible=self.b.fungible,
            faces=faces or {},
        )

    def _labels(self) -> dict[str, Face] | None:
        """The labels of components; `None` after reporting what is wrong with one, in any language."""
        labels: dict[str, Face] = {}
        before = self.found.errors
        for name, kind in self.world.kinds.items():
            if kind.label is None:
                continue
            scope = self.b.scope(MeUse(available=False))
            slots = {n: core.Slot(n, type_, frame=False) for n, (type_, _) in kind.columns.items()}
            for n, slot in slots.items():
                scope = scope.bind(n, core.Local(slot.type, self.world.game.ident.span, slot))
            text = compile_text(kind.label, scope)
            if text is not None and self.found.errors == before:
                self._printed(kind, text, slots)
                labels[name] = Face(text, slots)
        return labels if self.found.errors == before else None

    def _printed(self, kind: Kind, text: Text, slots: dict[str, core.Slot]) -> None:
        """Report an expression of a label that is more than what is printed on some component."""
        holes = [hole for _, holes in text.by_language.values() for hole in holes]
        for hole in holes:
            self.world.effort.spend(kind.type.size, hole.span)
            for i in range(kind.type.size):
                try:
                    printed(hole, {slot: kind.columns[n][1][i] for n, slot in slots.items()})
                except NotConstant as why:
                    self.found.report(why.code, why.message, why.span)
                    break

    def _end(self, game: m.Game) -> tuple[EndRule, ...]:
        me = MeUse(available=True)
        scope = self.b.scope(me)
        rules: list[EndRule] = []
        for declared in game.end:
            when = check_condition(declared.when, scope)
            winner = None
            if declared.winner is not None:
                winner = elaborate(declared.winner, scope)
                player: t.Type = self.world.player
                players = t.ListType(self.world.player, self.world.players)
                if not t.accepts(player, winner.type) and not t.accepts(players, winner.type):
                    scope.error(
                        "GS302",
                        f"a player or a list of players wins, this is {t.a(winner.type)}",
                        winner.span,
                    )
            rules.append(EndRule(declared.ident.name, when, winner, declared.draw, declared.ident.span))
        self.b.end_uses_me = me.used
        return tuple(rules)

    def _setup(self, game: m.Game) -> None:
        uses = Uses(MeUse(available=False))
        block = Block(self.setup, self.b.scope(uses.me), uses, 0)
        compile_steps(self.b, block, game.setup)
        self._stays(uses, "in `setup`")
        self.b.clear(block, 0, game.ident.span)

    def _stays(self, uses: Uses, where: str) -> None:
        """Report steps that would leave a turn or phase where there is none."""
        for what, place in (("turn", uses.stops), ("phase", uses.quits)):
            if place is not None:
                self.found.report("GS402", f"there is no {what} to leave {where}", place)

    def _phase(self, number: int, phase: m.PhaseDecl) -> None:
        b, span = self.b, phase.ident.span
        routine = Routine(f"phase {phase.ident}")
        uses = Uses(MeUse(available=phase.turns is not None))
        block = Block(routine, b.scope(uses.me), uses, 0)
        candidate = block.take("candidate", self.world.player)
        nobody = b.scope(MeUse(available=False))
        first = elaborate(phase.first, nobody, self.world.player) if phase.first else None
        play = Play(phase.ident.name, routine, Label(), Label(), Label(), phase.turns is not None)
        self.plays.append(play)
        b.emit(play.entry)
        b.emit(StartPhase(span, number))
        if phase.turns is None:
            self._once(block, phase, play)
        else:
            self._turns(block, phase, play, candidate, first)
        b.emit(play.leave)
        b.emit(Clear(span, routine, 0))
        if phase.turns is not None:
            self._renew(span)  # of a turn that `stop: phase` has left

    def _once(self, block: Block, phase: m.PhaseDecl, play: Play) -> None:
        for given in (phase.first, phase.next, phase.who, phase.until):
            if given is not None:
                self.found.report("GS402", "only a phase with `turns` has this", given.span)
        compile_steps(self.b, block, phase.do)
        if block.uses.stops is not None:
            self.found.report(
                "GS402", "this stops a turn, but is run in a phase without turns", block.uses.stops
            )
        self.b.emit(play.turn_end)

    def _turns(
        self, block: Block, phase: m.PhaseDecl, play: Play, candidate: core.Slot, first: core.Core | None
    ) -> None:
        b, span, world = self.b, phase.ident.span, self.world
        nobody = b.scope(MeUse(available=False))
        again, begin = Label(), Label()
        self._until(phase, play)
        b.emit(Put(span, candidate, first or core.Const(world.player, span, 0)))
        b.emit(Jump(span, begin))
        b.emit(again)
        self._until(phase, play)
        b.emit(begin)
        who = None
        if phase.who is not None:
            who = check_condition(phase.who, nobody.bind_slot("player", self.player, span))
        b.emit(NextTurn(span, candidate, self.player, who, phase.turns == "clockwise", play.leave))
        inner = block.inner()
        compile_steps(b, inner, phase.do)
        b.emit(play.turn_end)
        b.emit(Clear(span, block.routine, block.taken))
        b.emit(CheckEnd(span))
        turn = core.Me(world.player, span)
        step = "left" if phase.turns == "clockwise" else "right"
        follows: core.Core = core.BuiltIn(world.player, span, step, (turn,), world.players)
        if phase.next is not None:
            follows = elaborate(phase.next, b.scope(MeUse(available=True)), world.player)
        b.emit(Put(span, candidate, follows))
        self._renew(span)
        b.emit(SetMe(span, core.Const(t.NOTHING, span, t.NONE)))
        b.emit(Jump(span, again))

    def _renew(self, span: Span) -> None:
        """Let the variables of a turn begin again."""
        for variable in self.world.game.variables:
            store = self.world.stores.get(variable.ident.name)
            start = self._variable_start(variable, store.type) if store and variable.for_a_turn else None
            if store is not None and start is not None:
                self.b.emit(Renew(span, store, start))

    def _until(self, phase: m.PhaseDecl, play: Play) -> None:
        """Leave a phase whose `until` holds."""
        if phase.until is None:
            return
        going = Label()
        until = check_condition(phase.until, self.b.scope(MeUse(available=False)))
        self.b.emit(BranchUnless(phase.until.span, until, going))
        self.b.emit(Jump(phase.ident.span, play.leave))
        self.b.emit(going)

    def _rest(self, game: m.Game) -> None:
        """Compile what nothing has used yet, so that its mistakes are found."""
        for action in game.actions:
            compile_action(self.b, action, action.ident)
        for procedure in game.procedures:
            find_routine(
                self.b, f"procedure {procedure.ident}", procedure.parameters, procedure.do, procedure.ident
            )
        events = {e.ident.name: e for e in game.events}
        for handler in game.handlers:
            event = events.get(handler.event.name)
            if event is None and handler.event.name in game.lost:
                continue
            if event is None:
                self.found.report(
                    "GS201", f"there is no event `{handler.event}`", handler.event.span,
                    help=did_you_mean(handler.event.name, events),
                )  # fmt: skip
                continue
            steps = handler.do
            if handler.when is not None:
                steps = (m.If(handler.ident.span, None, handler.when, steps, ()),)
            find_routine(self.b, f"handler {handler.ident}", event.parameters, steps, handler.ident)
        self._rulings(game)

    def _rulings(self, game: m.Game) -> None:
        names = dict.fromkeys(o.ident.name for o in game.options)
        for ruling in game.rulings:
            for option in (o for o in ruling.options if o.name not in game.lost.union(names)):
                self.found.report(
                    "GS201", f"there is no option `{option}`", option.span,
                    help=did_you_mean(option.name, names),
                )  # fmt: skip

    def _ranking(self, game: m.Game) -> tuple[core.Core | None, tuple[core.Core, ...]]:
        span = game.ident.span
        scope = self.b.scope(MeUse(available=False)).bind_slot("player", self.player, span)
        score = elaborate(game.score, scope, ANY_INT) if game.score else None
        ranking = tuple(elaborate(e, scope, ANY_INT) for e in game.ranking)
        return score, ranking or ((score,) if score is not None else ())

    def _limit(self, game: m.Game) -> Limit | None:
        if game.limit is None:
            return None
        decisions = self._constant(game.limit.decisions, t.Int(1, 1_000_000))
        outcomes = {"rank": Head.LIMIT_RANK, "draw": Head.LIMIT_DRAW, "truncate": Head.TRUNCATED}
        return None if decisions is None else Limit(decisions, outcomes[game.limit.then])

    def _constant(self, expression: Expression, wanted: t.Type) -> int | None:
        node = elaborate(expression, self.b.scope(MeUse(available=False)), wanted)
        if isinstance(node.type, t.Bad):
            return None
        try:
            return constant_value(node)
        except NotConstant as why:
            self.found.report(why.code, why.message, why.span)
            return None

    def _stores(self, game: m.Game) -> dict[str, tuple[int, ...]] | None:
        values: dict[str, tuple[int, ...]] = {}
        good = self._bounded(game)
        if not good:
            return None
        for resource in game.resources:
            store = self.world.stores.get(resource.ident.name)
            if store is None:
                good = False
                continue
            start = self._constant(resource.start, store.type) if resource.start else 0
            supply = self._constant(resource.supply, t.Int(0, t.INT_MAX)) if resource.supply else 0
            if start is None or supply is None:
                good = False
                continue
            dealt = start * store.count
            if not t.INT_MIN <= supply - dealt <= t.INT_MAX:
                self.found.report(
                    "GS304", f"the bank of `{resource.ident}` would begin with {supply - dealt}, "
                    "which does not fit into 32 bits", resource.ident.span,
                )  # fmt: skip
            if resource.supply is not None and dealt > supply:
                self.found.report("GS304", f"{dealt} tokens are dealt out of {supply}", resource.supply.span)
            values[resource.ident.name] = (start,) * store.count + (supply - dealt,)
        for variable in game.variables:
            store = self.world.stores.get(variable.ident.name)
            start = self._variable_start(variable, store.type) if store is not None else None
            if store is None or start is None:
                good = False
            else:
                values[variable.ident.name] = (start,) * store.count
        return values if good else None

    def _bounded(self, game: m.Game) -> bool:
        """Whether variables, resources and zones have room in a position, before any of them is laid out."""
        stores = sum(store.count for store in self.world.stores.values())
        zones = sum(3 * rule.zone.count for rule in self.world.zones.values())
        if stores + zones <= MOST_INTEGERS:
            return True
        _too_long(game, self.found)
        return False

    def _variable_start(self, variable: m.VariableDecl, type_: t.Type) -> int | None:
        if variable.start is not None:
            return self._constant(variable.start, type_)
        match type_:
            case t.Optional():
                return t.NONE
            case t.Bool():
                return 0
            case t.Int(low, high):
                return min(max(0, low), high)
            case _:
                optional = t.Optional(type_) if isinstance(type_, t.Named) else type_
                self.found.report(
                    "GS209", f"`{variable.ident}` needs a `start`", variable.ident.span,
                    help=f"say with which `{t.show(type_)}` it begins, or make it {t.a(optional)}",
                )  # fmt: skip
                return None

    def _numbered(self, game: m.Game) -> bool:
        """Whether all actions and choices together have numbers enough; reports it if not."""
        number = sum(spec.count for spec in (*self.b.actions.values(), *self.b.choices))
        if number <= MOST_NUMBERS:
            return True
        self.found.report(
            "GS309", f"the game would have {number} options, more than 2³¹", game.ident.span,
            help="ask for fewer values at once",
        )  # fmt: skip
        return False

    def more(self, steps: tuple[m.Step, ...]) -> Draft | None:
        """The draft of `compile_more`."""
        b, span = self.b, self.world.game.ident.span
        end = self._end(self.world.game)
        uses = Uses(MeUse(available=False))
        block = Block(self.setup, b.scope(uses.me), uses, 0)
        compile_steps(b, block, steps)
        self._stays(uses, "while a position is set up")
        b.clear(block, 0, span)
        b.emit(Finish(span))
        return None if self.found.errors else self._drafted(end)


def _too_long(game: m.Game, found: Collector) -> None:
    found.report(
        "GS309", f"a position would have more than {MOST_INTEGERS} integers",
        game.ident.span, help="use fewer or smaller families of zones and variables",
    )  # fmt: skip
