"""Emits the end of a game: the final places of the teams, and the parts of the score."""

from __future__ import annotations

from gamespec.program import EndRule
from gamespec.program.tables import Head
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.unit.unit import Loop, Scope, Unit
from interpreter.compiled.wasm.interface import OVER
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    and_,
    call,
    compare,
    const,
    eqz,
    get,
    multiply,
    or_,
    put,
    store,
    when,
)
from interpreter.play.events import Ended

__all__ = ["Ranking"]

DRAWS = (Head.LIMIT_DRAW, Head.TRUNCATED)
"""Outcomes in which the game has reached a limit and nobody is ranked."""


class Ranking:
    """Emits the functions that rank the players and compute the score."""

    def __init__(self, unit: Unit, expressions: Expressions) -> None:
        self.unit, self.e, self.program = unit, expressions, unit.program
        self.room = unit.memory.words(unit.program.players * len(unit.program.score))
        """Address of the parts of the score, ordered by seat."""

    def over(self, outcome: int) -> Body:
        """Return the instructions that end the game with an outcome.

        The score is computed immediately, so that a fault in its expressions counts as a fault of the game.
        """
        return [
            self.unit.put(Head.OUTCOME, const(outcome)),
            call(self.places()),
            *([call(self.scores())] if self.program.score else []),
            *self.unit.recorder.event(Ended, outcome=const(outcome)),
            *self.unit.tallies.ended(),
            ("return", const(OVER)),
        ]

    def places(self) -> str:
        """Return the name of `$places()`, which writes the final places that the outcome implies."""
        return self.unit.helper("$places", self._places)

    def _places(self, function: Function) -> None:
        program, unit = self.program, self.unit
        outcome = unit.place(Head.OUTCOME)
        body: Body = []
        for number, rule in enumerate(program.end):
            ended = compare("==", outcome, const(Head.END + number))
            if rule.winner is not None:
                body.append(when(ended, [*self._won(function, rule), ("return",)]))
            elif rule.draw:
                body.append(when(ended, [*self._all_first(), ("return",)]))
        drawn: Wat = ZERO
        for draw in DRAWS:
            drawn = or_(drawn, compare("==", outcome, const(draw)))
        function.body = [*body, when(drawn, [*self._all_first(), ("return",)]), *self._ranked(function)]

    def _place(self, player: int, value: Wat) -> Wat:
        return self.unit.put(self.unit.layout.places + player, value)

    def _all_first(self) -> Body:
        return [self._place(player, const(1)) for player in range(self.program.players)]

    def _won(self, function: Function, rule: EndRule) -> Body:
        """Return the instructions that rank the winners' teams first.

        If there are no winners, all teams are ranked second.
        """
        program, scope = self.program, Scope(function)
        won = function.local("won")
        teams = self.unit.memory.table([1 << team for team in program.teams])
        assert rule.winner is not None  # noqa: S101 - asked by the caller
        if rule.winner.domain.is_list:
            found = self.e.each(
                scope, rule.winner, lambda p: [put(won, or_(get(won), teams.at(p)))], strict=False
            )
        else:
            found = [put(won, teams.at(self.e.number(scope, rule.winner)))]
        sizes = set(program.teams)
        count: Wat = ("i32.popcnt", get(won))
        places: Body = []
        for player, team in enumerate(program.teams):
            lost: Wat = eqz(("i32.and", get(won), const(1 << team)))
            behind = ("i32.mul", lost, count)
            first: Wat = add(const(1), eqz(get(won)))
            places.append(self._place(player, add(behind, first)))
        assert sizes  # noqa: S101 - there are players
        return [put(won, ZERO), *found, *places]

    def _ranked(self, function: Function) -> Body:
        """Return the instructions that rank each team one place below the teams that precede it."""
        body, sums = self._sums(function)
        for player, team in enumerate(self.program.teams):
            place: Wat = const(1)
            for other in sums:
                if other != team:
                    place = add(place, _before(sums[other], sums[team]))
            body.append(self._place(player, place))
        return body

    def _sums(self, function: Function) -> tuple[Body, dict[int, list[str]]]:
        """Return the instructions that compute the numbers by which teams are ranked.

        The second result maps each team to the locals that hold its numbers.
        """
        program, scope = self.program, Scope(function)
        teams = sorted(set(program.teams))
        seat = function.local("seat")
        loop = Loop()
        inner = scope.within(loop).bound(program.seat, seat)
        body: Body = []
        sums: dict[int, list[str]] = {
            team: [function.local("rank", "i64") for _ in program.ranking] for team in teams
        }
        for player, team in enumerate(program.teams):
            body.append(put(seat, const(player)))
            for node, total in zip(program.ranking, sums[team], strict=True):
                value: Wat = ("i64.extend_i32_s", self.e.number(inner, node))
                body.append(put(total, ("i64.add", get(total), value)))
        return [*loop.before, *body], sums

    def leader(self) -> str:
        """Return the name of `$leader()`, which returns the number of the team that is alone in first place.

        Teams are counted from 1; the result is 0 if no team is alone in first place.
        """
        return self.unit.helper("$leader", self._leader, result=True)

    def _leader(self, function: Function) -> None:
        body, sums = self._sums(function)
        found: Wat = ZERO
        for team, ranks in sums.items():
            alone: Wat = const(1)
            for other in sums:
                if other != team:
                    alone = and_(alone, _before(ranks, sums[other]))
            found = or_(found, multiply(alone, const(team + 1)))
        kept = self.unit.memo.leader
        function.body = [*body, found] if kept is None else kept.kept(body, found)

    def measure(self, number: int) -> str:
        """Return the name of `$measure(seat)`, which returns the value of the given measure for a seat."""
        return self.unit.helper(f"$measure{number}", lambda f: self._measure(f, number), "$seat", result=True)

    def _measure(self, function: Function, number: int) -> None:
        scope = Scope(function).bound(self.program.seat, "$seat")
        function.body = [self.e.number(scope, self.program.measures[number].value)]

    def scores(self) -> str:
        """Return the name of `$scores()`, which computes and stores the parts of the score."""
        return self.unit.helper("$scores", self._scores)

    def _scores(self, function: Function) -> None:
        program = self.program
        seat = function.local("seat")
        loop = Loop()
        body: Body = []
        inner = Scope(function).within(loop).bound(program.seat, seat)
        for player in range(program.players):
            body.append(put(seat, const(player)))
            for number, part in enumerate(program.score):
                at = self.room + 4 * (player * len(program.score) + number)
                body.append(store(ZERO, self.e.number(inner, part), at))
        function.body = [*loop.before, *body]


def _before(first: list[str], second: list[str]) -> Wat:
    """Return the test that `first` is lexicographically greater than `second`."""
    found: Wat = ZERO
    for a, b in reversed(list(zip(first, second, strict=True))):
        greater: Wat = ("i64.gt_s", get(a), get(b))
        same: Wat = ("i64.eq", get(a), get(b))
        found = or_(greater, ("i32.and", same, found))
    return found
