"""Compare lanes with games of another engine that are played one by one.

`OneByOne` does with games what lanes do with arrays, step by step, and `alike` compares both after each step:
positions, who decides, numbers of options, and the results of games that ended.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from agreement import RUNAWAY, Differs, Played, hold, told

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.kernels.arrays.choosing import check_spelled
from interpreter.kernels.arrays.observing import Observing
from interpreter.kernels.arrays.rows import tallies
from interpreter.kernels.terms import Lists
from interpreter.play.actions import Choice
from interpreter.play.encoding import Encoding
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Option
from interpreter.play.playout import uniform
from interpreter.play.result import Result
from interpreter.play.together import teams_of

if TYPE_CHECKING:
    from interpreter.compiled.run.lanes import Lanes
    from interpreter.protocol import Engine, Playing

__all__ = ["OneByOne", "alike", "in_lanes", "rewarded"]

LANES, STEPS = 3, 24

MOST = 1 << 20
"""Maximum number of numbers and actions of an encoding that is compared."""


def rewarded(program_teams: Sequence[int], result: Result) -> list[Fraction]:
    """Return the default reward of each seat.

    It is the share of opponents with a worse place, where an equal place counts as half, or the score if
    there are no opponents.
    """
    found = []
    for seat, team in enumerate(program_teams):
        others = [place for place, other in zip(result.places, program_teams, strict=True) if other != team]
        if not others:
            found.append(Fraction(result.scores[seat]))
            continue
        mine = result.places[seat]
        halves = sum(2 * (place > mine) + (place == mine) for place in others)
        found.append(Fraction(1, 2) if result.truncated else Fraction(halves, 2 * len(others)))
    return found


class OneByOne:
    """Games that advance together. In each lane, `ended` is the result of the last step, or its fault."""

    def __init__(
        self, engine: Engine, lanes: int, seed: int, *, at_random: Collection[int] = (), again: bool = True
    ) -> None:
        self.engine, self.seed, self.at_random, self.again = engine, seed, at_random, again
        self.numbers = [lane - lanes for lane in range(lanes)]
        self.games: list[Playing | None] = [None] * lanes
        self.ended: list[Result | Fault | None] = [None] * lanes
        self.faults = dict[int, Fault]()
        self.draws = [Draws(0, "policy")] * lanes
        for lane in range(lanes):
            self.next(lane)

    def next(self, lane: int) -> None:
        """Begin the next game of a lane."""
        self.numbers[lane] += len(self.games)
        seeds = Seeds.of(self.seed, self.numbers[lane])
        self.draws[lane], self.games[lane] = Draws(seeds.luck, "policy"), None
        try:
            game = self.engine.begin(seeds.game)
            self.go_on(lane, game)
        except Fault as fault:
            self.faults[lane] = fault
            return
        self.games[lane] = game
        if game.over and not self.again:
            self.ended[lane] = game.result

    def go_on(self, lane: int, game: Playing) -> None:
        """Play random options for the seats that are played at random."""
        while not game.over and game.player in self.at_random:
            game.play(self.random(lane, game))

    def random(self, lane: int, game: Playing) -> Option:
        """Return the option that a random player takes; the n-th decision of a game has the n-th draw."""
        self.draws[lane].drawn = game.position[Head.DECISIONS]
        decision = game.decision
        assert decision is not None
        return uniform(decision, self.draws[lane])

    def step(self, choices: Sequence[int]) -> None:
        """Advance each lane by one decision, as in `Lanes.step`."""
        self.faults.clear()
        for lane, choice in enumerate(choices):
            self.ended[lane] = None
            game = self.games[lane]
            if choice == -2:
                continue
            if game is not None and not game.over:
                try:
                    game.play(self.random(lane, game) if choice == -1 else game.options[choice])
                    self.go_on(lane, game)
                except Fault as fault:
                    self.faults[lane] = self.ended[lane] = fault
                    self.games[lane] = None
                else:
                    self.ended[lane] = game.result
                    if game.over and self.again:
                        self.next(lane)
            elif self.again:
                self.ended[lane] = game and game.result
                self.next(lane)


def alike(lanes: Lanes, games: OneByOne, played: Played, where: str) -> bool:
    """Compare lanes with games. Raises `Differs`. Returns false if they cannot be compared any longer.

    Where the budget stops a runaway game, the engines may differ.
    """
    teams, positions = teams_of(lanes.program), lanes.positions
    for lane, (game, ended) in enumerate(zip(games.games, games.ended, strict=True)):
        here, faults = f"{where}, lane {lane}", [lanes.faults.get(lane), games.faults.get(lane)]
        if RUNAWAY in {fault.code for fault in faults if fault is not None}:
            played.counts["runaways"] += 1
            return False
        played.counts["faults in lanes"] += lane in lanes.faults
        hold([fault and told(fault) for fault in faults], f"{here}: fault")
        hold([bool(lanes.done[lane]), ended is not None], f"{here}: done")
        played.counts["decisions in lanes"] += 1
        truncated = isinstance(ended, Fault) or (isinstance(ended, Result) and ended.truncated)
        hold([bool(lanes.truncated[lane]), truncated], f"{here}: truncated")
        if isinstance(ended, Result):
            played.counts["games in lanes"] += 1
            hold([int(lanes.outcomes[lane]), ended.outcome], f"{here}: outcome")
            hold([tuple(lanes.places[lane].tolist()), ended.places], f"{here}: places")
            hold([tuple(lanes.scores[lane].tolist()), ended.scores], f"{here}: scores")
            hold(
                [lanes.rewards[lane].tolist(), [float(r) for r in rewarded(teams, ended)]], f"{here}: rewards"
            )
        else:
            hold([lanes.rewards[lane].any(), False], f"{here}: rewards")
        over = game is None or game.over
        hold([int(lanes.counts[lane]), 0 if game is None or over else game.branching], f"{here}: options")
        hold([int(lanes.players[lane]), -1 if game is None or over else game.player], f"{here}: player")
        hold([int(lanes.numbers[lane]), games.numbers[lane]], f"{here}: number of the game")
        if game is not None and positions[lane].tolist() != list(game.position):
            raise Differs(f"{here}: {positions[lane].tolist()} and {list(game.position)}")
    return True


def encoded(lanes: Lanes, games: OneByOne, choices: list[Choice | None], where: str) -> None:
    """Compare observations and legal actions with those of games. Raises `Differs`.

    `choices` are the choices that are being made; missing ones are added.
    """
    encoding, program = lanes.encoding, lanes.program
    assert encoding is not None
    for lane, game in enumerate(games.games):
        here, row, mask = f"{where}, lane {lane}", lanes.observations[lane], lanes.masks[lane]
        if game is None or game.over:
            hold([bool(row.any()), False], f"{here}: observation")
            hold([bool(mask.any()), False], f"{here}: legal actions")
            choices[lane] = None
            continue
        choice = choices[lane] = choices[lane] or Choice(encoding.actions, game.options)
        hold([tuple(mask.nonzero()[0].tolist()), choice.legal], f"{here}: legal actions")
        out, room = array("f", bytes(4 * encoding.size)), Lists()
        tally = room.words(tallies(encoding.size))
        observing = Observing(program, encoding, list(game.position), out, tally, room, 1)
        observing.write(game.player, 0)
        if encoding.actions.by_pick:
            for action in choice.made:
                observing.pick(0, action)
        hold([row.tolist(), out.tolist()], f"{here}: observation")


def in_lanes(engines: Sequence[Engine], seed: int, played: Played) -> None:
    """Compare lanes of the last engine with games of the one before it. Raises `Differs`.

    Some choices are random, and some lanes do not advance.
    """
    luck, last = random.Random(seed), engines[-1]  # noqa: S311 - nothing secret
    from interpreter.compiled.engine import CompiledEngine  # here, so that faults can be planted in it

    assert isinstance(last, CompiledEngine)
    seats = range(last.program.players)
    at_random = luck.sample(seats, luck.randrange(len(seats)))
    again = bool(luck.randrange(4))
    encoding = _encoding(last.program, luck)
    try:
        lanes = last.lanes(LANES, seed=seed, at_random=at_random, autoreset=again, encoding=encoding)
    except Fault:
        played.counts["no lane begins"] += 1
        return
    games = OneByOne(engines[-2], LANES, seed, at_random=at_random, again=again)
    choosing = list[Choice | None]([None] * LANES)
    for step in range(STEPS):
        where = f"lanes {seed}, step {step}"
        if not alike(lanes, games, played, where):
            return
        if encoding is not None:
            encoded(lanes, games, choosing, where)
            played.counts["observations in lanes"] += LANES
        choices, indexes = list[int](), list[int]()
        for count, choice in zip(lanes.counts.tolist(), choosing, strict=True):
            left = choice is None or not choice.made  # or a random option is not that of a batch
            if luck.randrange(4) == 0:
                choices.append(luck.choice([-1, -2] if left else [-2]))
                indexes.append(choices[-1])
            elif encoding is None or choice is None:
                choices.append(luck.randrange(max(count, 1)))
                indexes.append(choices[-1])
            else:
                choices.append(luck.choice(choice.legal))
                k = choice.take(choices[-1])
                indexes.append(-2 if k is None else k)
        lanes.step(choices)
        games.step(indexes)
        choosing = [choice if index == -2 else None for choice, index in zip(choosing, indexes, strict=True)]


def _encoding(program: Program, luck: random.Random) -> Encoding | None:
    """Return an encoding of either kind, or none."""
    by_pick = luck.choice([None, True, False])
    if by_pick is None:
        return None
    try:
        check_spelled(program)
    except ValueError:
        return None
    encoding = Encoding(program, by_pick=by_pick)
    return encoding if encoding.size + encoding.actions.size < MOST else None
