"""Emits turns: phases begin, the turn passes from player to player, and turns and phases are left."""

from __future__ import annotations

from gamespec.program import instructions as g
from gamespec.program.budget import RESERVE
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.compiled.course.slots import Slots
from interpreter.compiled.wasm.wat import ZERO, Body, add, block, branch, const, get, loop, put
from interpreter.compiled.wasm.work import scarce
from interpreter.play import faults
from interpreter.play.events import PhaseBegan, TurnBegan

__all__ = ["Turns"]


class Turns:
    """Emits the turns and phases of one running function."""

    def __init__(self, slots: Slots) -> None:
        self.unit, self.e, self.slots = slots.unit, slots.e, slots

    def phase(self, i: g.StartPhase) -> Body:
        """Return the instructions that begin a phase; at its beginning, no player has the turn."""
        nobody, phase = const(NONE), i.phase
        return [
            scarce(RESERVE, self.unit.fault(faults.IDLE_PHASES, i.at)),
            self.unit.put(Head.PHASE, const(phase)),
            self.unit.put(Head.TURN, nobody),
            self.unit.put(Head.ME, nobody),
            *self.unit.recorder.event(PhaseBegan, phase=const(phase)),
        ]

    def left(self, n: int) -> Body:
        """Return the instructions that leave a turn or a phase.

        They set `me` to the player whose turn it is, and clear all locals.
        """
        return [self.unit.put(Head.ME, self.unit.place(Head.TURN)), *self.slots.all_forgotten(n)]

    def next(self, i: g.NextTurn, onward: Body, leave: Body) -> Body:
        """Return the instructions that give the turn to the next participant.

        The search begins with the candidate and considers each player once. If no player participates, the
        instructions run `leave`.
        """
        unit, scope, players = self.unit, self.slots.scope, self.unit.program.players
        function = scope.function
        player, left = function.local("player"), function.local("left")
        found: Body = [
            self.e.assigned(scope, i.candidate, ZERO),
            unit.put(Head.TURN, get(player)),
            unit.put(Head.ME, get(player)),
            *unit.recorder.event(TurnBegan, player=get(player)),
            *unit.tallies.turn_began(function, get(player)),
            *onward,
        ]
        idle = scarce(RESERVE, unit.fault(faults.IDLE_TURNS, i.at))
        start: Body = [idle, put(player, self.e.slot(scope, i.candidate))]
        if i.who is None:
            return [*start, *found]
        inner = scope.bound(i.variable, player)
        yes, more, none = function.label("plays"), function.label("next"), function.label("nobody")
        step = add(get(player), const(1 if i.forward else players - 1))
        search: Body = [
            ("br_if", yes, self.e.number(inner, i.who)),
            put(player, ("i32.rem_u", step, const(players))),
            put(left, add(get(left), const(-1))),
            ("br_if", more, get(left)),
        ]
        return [
            *start,
            put(left, const(players)),
            block(none, [block(yes, [loop(more, search), branch(none)]), *found]),
            *leave,
        ]
