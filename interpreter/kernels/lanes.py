"""Lanes: many games of one program side by side, each of which advances by one decision per step.

A step takes, for each lane, the index of an option among those on offer. A lane whose game ends reports the
result. If lanes begin again by themselves, it then begins its next game at once. Lane `i` of `n` plays the
games number `i`, `i + n`, `i + 2 n`, … of a run (`Seeds.of`). Some seats may be played at random, as in a
batch; a lane then waits only for the other seats.
"""

from __future__ import annotations

from typing import Protocol

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.kernels.chance import picked
from interpreter.kernels.seeding import game_seed, policy_key
from interpreter.kernels.terms import Room, Words
from interpreter.kernels.worth import Worth
from interpreter.play.chance import ALL
from interpreter.play.result import DRAWS
from interpreter.play.search import Reward
from interpreter.play.together import teams_of

__all__ = [
    "AGAIN",
    "AT_RANDOM",
    "NOBODY",
    "NOW",
    "REWARD",
    "RUN",
    "SEATS",
    "SKIP",
    "STRIDE",
    "Arrays",
    "Game",
    "Lanes",
]

AT_RANDOM, SKIP = -1, -2
"""Choices that are not options: take one at random, and leave the lane as it is."""

NOBODY = -1
"""The player for whom a lane waits if its game is over."""

DRAWN, RANKED, NAMED = range(3)
"""How an outcome decides who wins.

Nobody wins; or whoever is in first place, unless all are; or whoever is in first place.
"""

NOW, AGAIN, REWARD, SEATS = range(4)
"""Indexes of the integers that make up the state.

They are the current lane, whether lanes begin again by themselves, the kind of reward, and a bit mask of the
seats that are played at random.
"""

RUN, STRIDE = range(2)
"""Indexes in `Arrays.run`: the seed of the run, and the number of its lanes."""


class Game(Protocol):
    """The game of one lane at a time. `places` and `points` are its places and the parts of its score."""

    places: Words
    points: Words

    def load(self, lane: int) -> None:
        """Go to the position of a lane."""

    def save(self, lane: int) -> None:
        """Make the current position that of a lane."""

    def index(self) -> None:
        """Update whatever follows from the position, which was written from outside."""

    def begin(self, lane: int) -> int:
        """Begin a game with the seed of a lane and play to its first decision.

        Return the number of options, or 0 if the game is over.
        """

    def ask(self) -> int:
        """List the options of the pending decision, and return their number."""

    def ask_again(self, lane: int) -> None:
        """List the options of the pending decision of a lane that was loaded, unless they were saved."""

    def take(self, k: int) -> int:
        """Take the `k`-th of the options that were listed last, and play to the next decision.

        Return the number of options of that decision, or 0 if the game is over.
        """

    def score(self) -> None:
        """Compute `points` for the position."""

    def over(self) -> bool:
        """Return whether the game has ended."""

    def outcome(self) -> int:
        """Return the outcome of the game, which is `Head.RUNNING` while the game goes on."""

    def player(self) -> int:
        """Return the seat whose player decides."""

    def decisions(self) -> int:
        """Return how many decisions have been made in the game."""


class Arrays:
    """The arrays of `lanes` lanes. While a module is being compiled, their number is unknown and given as 0.

    Positions have `words` integers, which include whatever a module stores with a position.
    """

    def __init__(self, room: Room, players: int, words: int, lanes: int = 0) -> None:
        self.state, self.run = room.words(4), room.longs(2)
        self.span, self.worth = room.reals(2), room.reals(players)
        self.choices, self.counts = room.words(lanes), room.words(lanes)
        """For each lane, what it is to choose, and its number of options, which is 0 if its game is over."""
        self.waiting = room.words(lanes)
        """For each lane, the seat for whose decision it waits, or `NOBODY`."""
        self.done, self.truncated = room.octets(lanes), room.octets(lanes)
        """Whether a game of the lane ended in the last step, and whether the game was truncated."""
        self.outcomes = room.words(lanes)
        """For each lane, the outcome of the last game that ended, and below its places and scores by seat."""
        self.places, self.scores = room.words(lanes * players), room.words(lanes * players)
        self.rewards = room.reals(lanes * players)
        """The rewards of the games that ended in the last step, and otherwise 0, by lane and seat."""
        self.numbers, self.seeds = room.longs(lanes), room.longs(lanes)
        """For each lane, the number of its game in the run, and the seed of that game."""
        self.keys = room.longs(lanes)
        """For each lane, the key of its random choices, or 0 if it has not been derived yet."""
        self.positions = room.words(lanes * words)


class Lanes(Arrays):
    """Steps the lanes of one program."""

    def __init__(self, game: Game, program: Program, room: Room, words: int, lanes: int = 0) -> None:
        super().__init__(room, program.players, words, lanes)
        self.game, self.players, self.scored = game, program.players, bool(program.score)
        self.values = Worth(teams_of(program), len(program.score))
        self.fates = _fates(program)

    def step(self, first: int, end: int) -> None:
        """Advance the lanes from `first` up to but not including `end` by one decision each."""
        for lane in range(first, end):
            self.clear(lane)
            if self.choices[lane] != SKIP:
                self.advance(lane)

    def reset(self, first: int, end: int) -> None:
        """Begin the next game of each of some lanes."""
        for lane in range(first, end):
            self.clear(lane)
            self.next(lane)
            self.begun(lane)

    def restart(self, first: int, end: int) -> None:
        """Begin a game in each of some lanes, with the seed that the lane has."""
        for lane in range(first, end):
            self.clear(lane)
            self.begin(lane)
            self.begun(lane)

    def enter(self, first: int, end: int) -> None:
        """Go on in each of some lanes, whose positions were written from outside."""
        for lane in range(first, end):
            self.clear(lane)
            self.game.load(lane)
            self.game.index()
            if self.game.over():
                self.game.score()
                self.wait(lane, 0)
            else:
                self.go_on(lane, self.game.ask())
            self.begun(lane)

    # --- one lane -------------------------------------------------------------------------------------

    def clear(self, lane: int) -> None:
        """Make a lane the current one, and forget what ended in its last step."""
        self.state[NOW] = lane
        if self.done[lane] != 0:
            self.done[lane], self.truncated[lane] = 0, 0
            for seat in range(self.players):
                self.rewards[self.players * lane + seat] = 0.0

    def advance(self, lane: int) -> None:
        """Take the choice of a lane; a game that ended in its set-up ends now if lanes begin again."""
        self.game.load(lane)
        going, again = not self.game.over(), self.state[AGAIN] != 0
        if going:
            self.take(lane)
        elif again:
            self.game.score()
        if self.game.over() and (going or again):
            self.report(lane)
            if again:
                self.next(lane)
        self.game.save(lane)

    def take(self, lane: int) -> None:
        """Take the choice of a lane whose game is going on."""
        self.game.ask_again(lane)
        choice = self.choices[lane]
        if choice == AT_RANDOM:
            choice = self.random(lane, self.counts[lane])
        self.go_on(lane, self.game.take(choice))

    def go_on(self, lane: int, count: int) -> None:
        """Play at random while a seat decides that is played so; `count` options are on offer."""
        while count > 0 and self.state[SEATS] >> self.game.player() & 1 != 0:
            count = self.game.take(self.random(lane, count))
        self.wait(lane, count)

    def wait(self, lane: int, count: int) -> None:
        """Let a lane wait for a choice between `count` options, or for nobody if there are none."""
        self.counts[lane] = count
        self.waiting[lane] = self.game.player() if count > 0 else NOBODY

    def random(self, lane: int, count: int) -> int:
        """Return the index of the option that a random player takes."""
        if self.keys[lane] == 0:
            self.keys[lane] = policy_key(self.run[RUN], self.numbers[lane])
        return picked(self.keys[lane], self.game.decisions() + 1, count)

    def next(self, lane: int) -> None:
        """Begin the next game of a lane."""
        self.numbers[lane] = (self.numbers[lane] + self.run[STRIDE]) & ALL
        self.seeds[lane] = game_seed(self.run[RUN], self.numbers[lane])
        self.keys[lane] = 0
        self.begin(lane)

    def begin(self, lane: int) -> None:
        """Begin a game in a lane."""
        self.go_on(lane, self.game.begin(lane))

    def begun(self, lane: int) -> None:
        """Save a game that has just begun, and report it if it is over and the lane does not begin again."""
        if self.game.over() and self.state[AGAIN] == 0:
            self.report(lane)
        self.game.save(lane)

    # --- results --------------------------------------------------------------------------------------

    def report(self, lane: int) -> None:
        """Write the result of a lane whose game has ended. A truncated game counts as a draw."""
        outcome = self.game.outcome()
        self.done[lane], self.truncated[lane] = 1, outcome == Head.TRUNCATED
        self.outcomes[lane] = outcome
        self.reward(outcome)
        for seat in range(self.players):
            at = self.players * lane + seat
            self.rewards[at], self.places[at] = self.worth[seat], self.game.places[seat]
        firsts = self.firsts(lane)
        winners = self.winners(outcome, firsts)
        for seat in range(self.players):
            at = self.players * lane + seat
            if self.scored:
                self.scores[at] = self.values.score(self.game.points, seat)
            elif winners == 0 and firsts > 0:
                self.scores[at] = 0
            else:
                self.scores[at] = 1 if winners > 0 and self.places[at] == 1 else -1

    def reward(self, outcome: int) -> None:
        """Compute the reward of each seat."""
        for seat in range(self.players):
            self.worth[seat] = 0.0
        if self.state[REWARD] != Reward.PLACES:
            self.values.by_scores(self.game.points, self.worth, self.span)
        elif outcome == Head.TRUNCATED:
            for seat in range(self.players):
                self.worth[seat] = 0.5
        else:
            self.values.by_places(self.game.places, self.worth)

    def firsts(self, lane: int) -> int:
        """Return how many seats finished in first place."""
        count = 0
        for seat in range(self.players):
            count += self.places[self.players * lane + seat] == 1
        return count

    def winners(self, outcome: int, firsts: int) -> int:
        """Return how many seats have won, if `firsts` seats are in first place."""
        fate = self.fates[outcome]
        return 0 if fate == DRAWN or (fate == RANKED and firsts == self.players) else firsts


def _fates(program: Program) -> tuple[int, ...]:
    """Return, for each outcome, how it decides who wins (`DRAWN`, `RANKED` or `NAMED`)."""
    ranked = RANKED if len({*program.teams}) > 1 else NAMED
    of_limits = [DRAWN if outcome in DRAWS else ranked for outcome in range(Head.END)]
    ends = [NAMED if rule.winner is not None else DRAWN if rule.draw else ranked for rule in program.end]
    return (*of_limits, *ends)
