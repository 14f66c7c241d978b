"""The definition of a tally: counting a game from its events, one after another.

`Tallying` is a game's list of events, which counts those appended to it. The events do not show the leader or
the game's measures: whoever makes the list supplies functions that compute them from the current position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from gamespec.program import Program
from interpreter.play.events import Asked, Decided, Ended, Event, Moved, TurnBegan
from interpreter.play.tally import (
    STAGES,
    Cells,
    Choices,
    Counts,
    Course,
    Last,
    Lead,
    Measured,
    Pace,
    Tally,
    Turns,
    Ways,
    asked_at,
)

__all__ = ["Tallying"]


class Tallying(list[Event]):
    """The events of one game from its beginning, with the selected groups counted.

    `leader` returns the team that leads alone in the current position, numbered as in `Program.teams`, or
    `None`. It is called where turns end; it is absent if leads are not counted or cannot be known
    (`has_leader`). `measured` returns the values of measures, as `asked_at` names them, in the current
    position; it is absent if none are counted.
    """

    def __init__(
        self,
        program: Program,
        counts: Counts,
        cells: Cells,
        leader: Callable[[], int | None] | None,
        measured: Callable[[Sequence[tuple[int, int]]], Sequence[int]] | None = None,
    ) -> None:
        super().__init__()
        self._program, self._counts, self._cells, self._leader = program, counts, cells, leader
        self._measured = measured
        self._at_turns, self._at_end = asked_at(program, turn=True), asked_at(program, turn=False)
        self._ended, self._of_turns = 0, dict.fromkeys(self._at_turns, Turns())
        self._final: dict[tuple[int, int], int] = {}
        self._over = False
        self._turns = self._rounds = self._alone = self._forced = self._options = self._most = 0
        self._due_at = Counter[int]()
        """By the number of turns that had begun the decisions, and the options of all of them."""
        self._options_at = Counter[int]()
        self._had: set[int] = set()
        """Who has had a turn in the running round."""
        self._offered, self._of_action, self._chosen = (Counter[tuple[int, int]]() for _ in range(3))
        self._first, self._first_of, self._took = (Counter[tuple[int, int]]() for _ in range(3))
        self._open: dict[int, set[int]] = {}
        """By seat the actions of which the last decision was the first free offer."""
        self._last: int | None = None
        self._changes, self._led = 0, Counter[int]()
        self._at = dict.fromkeys(range(program.players), (-1, 0))
        """By seat the action of its last decision, and how many turns had begun."""
        self._came, self._zones = Counter[int](), list(program.start)

    def append(self, event: Event) -> None:
        """Append an event, and count it."""
        super().append(event)
        match event:
            case TurnBegan(player=player):
                self._turn_ended()
                self._turn_began(player)
            case Asked(player=player, options=options):
                self._due(player, [option.action for option in options])
            case Decided(player=player, action=action, forced=alone):
                if alone:
                    self._due(player, [action])
                    self._alone += 1
                self._chosen[player, action] += 1
                self._took[player, action] += action in self._open.pop(player, ())
                self._at[player] = action, self._turns
            case Moved(component=component, source=source, target=target):
                self._zones[component] = target
                if source != target:
                    self._came[self._cells.of(component, target)] += 1
            case Ended():
                self._turn_ended()
                if self._measured is not None:
                    self._final = dict(zip(self._at_end, self._measured(self._at_end), strict=True))
                self._over = True
            case _:
                pass

    def _turn_began(self, player: int) -> None:
        self._turns += 1
        if self._rounds == 0 or player in self._had:
            self._rounds += 1
            self._had.clear()
        self._had.add(player)

    def _turn_ended(self) -> None:
        """Record the leader and the measures, if there has been a turn."""
        if self._measured is not None and self._turns and self._at_turns:
            for asked, value in zip(self._at_turns, self._measured(self._at_turns), strict=True):
                before = self._of_turns[asked]
                most = max(before.greatest, value) if self._ended else value
                self._of_turns[asked] = Turns(before.total + value, most, value)
            self._ended += 1
        leader = self._leader() if self._leader is not None and self._turns else None
        if leader is None:
            return
        self._led[leader] += 1
        if self._last not in (None, leader):
            self._changes += 1
        self._last = leader

    def _due(self, player: int, options: list[int]) -> None:
        """Count a decision between options, given by their actions."""
        self._due_at[self._turns] += 1
        self._options_at[self._turns] += len(options)
        self._options += len(options)
        self._most = max(self._most, len(options))
        self._forced += len(options) == 1
        self._open[player] = set()
        for action, count in Counter(options).items():
            self._offered[player, action] += 1
            self._of_action[player, action] += count
            if count < len(options) and not self._first[player, action]:
                self._first[player, action], self._first_of[player, action] = count, len(options)
                self._open[player].add(action)

    @property
    def tally(self) -> Tally | None:
        """Return the counts; `None` unless the game is over."""
        if not self._over:
            return None
        counts, program = self._counts, self._program
        pace = Pace(self._turns, self._rounds, self._alone, self._forced, self._options, self._most)
        first = self._first, self._first_of, self._took
        choices = Choices(*map(self._by_seat, (self._offered, self._of_action, self._chosen, *first)))
        lead = Lead(self._changes, tuple(self._led[team] for team in program.teams))
        left = Counter(self._cells.of(c, zone) for c, zone in enumerate(self._zones))
        ways = Ways(*(tuple(found[cell] for cell in range(len(self._cells))) for found in (self._came, left)))
        return Tally(
            pace if counts.pace else None,
            choices if counts.actions else None,
            lead if self._leader is not None else None,
            ways if counts.components else None,
            self._measures() if self._measured is not None else None,
            self._last_decisions() if counts.last and counts.pace else None,
            self._course() if counts.course and counts.pace else None,
        )

    def _course(self) -> Course:
        width = 1
        while self._turns > STAGES * width:
            width *= 2
        by_stage: list[list[int]] = []
        for counted in (self._due_at, self._options_at):
            by_stage.append([0] * STAGES)
            for turn, count in counted.items():
                by_stage[-1][max(0, turn - 1) // width] += count
        return Course(width, *map(tuple, by_stage))

    def _last_decisions(self) -> Last:
        actions, turns = zip(*(self._at[seat] for seat in range(self._program.players)), strict=True)
        return Last(actions, turns, self._by_seat(self._chosen))

    def _measures(self) -> Measured:
        found: list[list[int | Turns]] = [[] for _ in self._program.measures]
        for turn in (True, False):
            for number, seat in asked_at(self._program, turn=turn):
                found[number].append((self._of_turns if turn else self._final)[number, seat])
        return Measured(self._ended, tuple(map(tuple, found)))

    def _by_seat(self, counted: Counter[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
        actions = range(len(self._program.actions))
        return tuple(
            tuple(counted[seat, action] for action in actions) for seat in range(self._program.players)
        )
