"""Lanes: many games of one program side by side, each of which makes one decision per step.

If lanes have an encoding, a step takes an action of `interpreter.play.actions` for each lane instead of an
option's index, and each lane has the observation of the player who decides, and the legal actions. By pick,
an action may only narrow the choice.

A step takes, for each lane, the index of an option among those on offer. A lane whose game ends reports the
result. If lanes begin again by themselves, it then begins its next game in the same step. Lane `i` of `n`
plays the games number `i`, `i + n`, `i + 2 n`, … of a run (`Seeds.of`). Some seats may be played at random,
as in a batch; a lane then waits only for the other seats.

The game of a lane is over with the outcome `BROKEN` if a fault has stopped it. The host writes this outcome.
"""

from __future__ import annotations

from typing import Protocol

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.kernels.arrays.choosing import AT, BRANCHES, FOUND, LAST, SOUGHT, Choosing
from interpreter.kernels.arrays.observing import Observing
from interpreter.kernels.arrays.rows import tallies
from interpreter.kernels.chance import picked
from interpreter.kernels.seeding import game_seeds, policy_keys
from interpreter.kernels.terms import Long, Room, Words
from interpreter.kernels.worth import Worth
from interpreter.play.chance import ALL
from interpreter.play.encoding import Encoding
from interpreter.play.result import DRAWS
from interpreter.play.search import Reward
from interpreter.play.together import teams_of

__all__ = [
    "AT_RANDOM",
    "AUTORESET",
    "BEGINS",
    "BROKEN",
    "ENTER",
    "NEXT",
    "NOBODY",
    "NOW",
    "RANDOM",
    "RESTART",
    "REWARD",
    "RUN",
    "SKIP",
    "STRIDE",
    "Arrays",
    "Game",
    "Stepping",
]

RANDOM, SKIP, NEXT, RESTART, ENTER = -1, -2, -3, -4, -5
"""Choices that are not indexes of options.

They take an option at random, leave the lane as it is, begin its next game, begin the game of the seed that
the lane has, and go on from a position that was written from outside.
"""

NOBODY = -1
"""The player of a lane whose game is over."""

BROKEN = -1
"""The outcome of a game that a fault has stopped."""

DRAWN, RANKED, NAMED = range(3)
"""How an outcome decides who wins.

Nobody wins; or whoever is in first place, unless all are; or whoever is in first place.
"""

NOW, BEGINS, AUTORESET, REWARD, AT_RANDOM = range(5)
"""Indexes of the integers that make up the state, which those of `Choosing` follow.

They are the current lane, whether its game has not waited yet, whether lanes begin again by themselves, the
kind of reward, and a bit mask of the seats that are played at random.
"""

RUN, STRIDE = range(2)
"""Indexes in `Arrays.run`: the seed of the run, and the number of its lanes."""


class Game(Protocol):
    """The game of one lane at a time.

    It has its places and the parts of its score by seat, and room for the sums of these parts.
    """

    places: Words
    points: Words
    totals: Words
    position: Words
    """The current position, which is read by observations."""
    word: Words
    """Room for the actions that choose an option."""

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

    def restore(self, lane: int) -> None:
        """Restore the listed options of the lane that was loaded, or list them again."""

    def list_all(self) -> None:
        """List all options of the pending decision, if some of them have only been counted."""

    def spell(self, lane: int) -> None:
        """Write the actions of each listed option to `word`, and call `Choosing.add` for it, in order."""

    def picked(self, key: Long, number: int, count: int) -> int:
        """Return the index of the option that a random player takes, out of the `count` options listed last.

        `key` and `number` determine the random number, as in `interpreter.kernels.chance.picked`.
        """

    def take(self, k: int) -> int:
        """Take the `k`-th of the options that were listed last, and play to the next decision.

        Return the number of options of that decision, or 0 if the game is over.
        """

    def score(self) -> None:
        """Compute `points` for the position."""

    def over(self) -> bool:
        """Return whether the game has ended."""

    def tell_seed(self, lane: int) -> None:
        """Write the seed of the game as that of the lane."""

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

    def __init__(
        self, room: Room, seats: int, words: int, lanes: int = 0, encoding: Encoding | None = None
    ) -> None:
        self.state, self.chooses = room.words(5), room.words(5)
        self.tally = room.words(tallies(encoding.size if encoding else 0))
        self.run = room.longs(2)
        self.span, self.worth = room.reals(2), room.reals(seats)
        """The rewards of one game, and their limits, which only `Worth.by_scores` needs."""
        self.choices, self.counts = room.words(lanes), room.words(lanes)
        """For each lane, what it is to choose, and its number of options, which is 0 if its game is over."""
        self.players = room.words(lanes)
        """For each lane, the seat whose player decides, or `NOBODY`."""
        self.done, self.truncated = room.octets(lanes), room.octets(lanes)
        """Whether a game of the lane ended in the last step, and whether the game was truncated."""
        self.unreported = room.octets(lanes)
        """Whether the game of the lane ended before its first decision, and has not been reported."""
        self.outcomes = room.words(lanes)
        """For each lane, the outcome of the last game that was reported; below, its places and scores."""
        self.places, self.scores = room.words(lanes * seats), room.words(lanes * seats)
        self.rewards = room.reals(lanes * seats)
        """The rewards of the games that ended in the last step, and otherwise 0, by lane and seat."""
        self.numbers, self.seeds = room.longs(lanes), room.longs(lanes)
        """For each lane, the number of its game in the run, and the seed of its game."""
        self.keys = room.longs(lanes)
        """For each lane, the key of its random choices, or 0 if it has not been derived yet."""
        self.next_seeds, self.next_keys = room.longs(lanes), room.longs(lanes)
        """The same for its next game in the run. Seeds and keys of two games are derived at once."""
        self.positions = room.words(lanes * words)
        self.observations = room.singles(lanes * encoding.size if encoding else 0)
        """For each lane, what the player who decides observes; 0 if its game is over."""


class Stepping(Arrays):
    """Steps the lanes of one program."""

    def __init__(  # noqa: PLR0913 - the game, and its arrays
        self,
        game: Game,
        program: Program,
        room: Room,
        words: int,
        lanes: int = 0,
        encoding: Encoding | None = None,
    ) -> None:
        super().__init__(room, program.players, words, lanes, encoding)
        self.encodes = encoding is not None
        if encoding:
            self.choosing = Choosing(encoding.actions, game.word, self.chooses, room, lanes)
            self.observing = Observing(
                program, encoding, game.position, self.observations, self.tally, room, lanes
            )
        self.game, self.seats, self.scored = game, program.players, bool(program.score)
        self.points = Worth(teams_of(program), len(program.score))
        self.values = Worth(teams_of(program))
        self.fates = _fates(program)

    def step(self, first: int, end: int) -> None:
        """Let the lanes from `first` up to but not including `end` do what their choices say."""
        for lane in range(first, end):
            self.clear(lane)
            choice = self.choices[lane]
            if choice >= RANDOM:
                self.decide(lane, choice)
            elif choice != SKIP:
                if choice == ENTER:
                    self.enter(lane)
                elif choice == NEXT:
                    self.next(lane)
                else:
                    self.begin(lane)
                self.game.save(lane)
            if self.encodes and choice != SKIP:
                self.show(lane)

    # --- one lane -------------------------------------------------------------------------------------

    def clear(self, lane: int) -> None:
        """Make a lane the current one, and forget what ended in its last step."""
        self.state[NOW], self.state[BEGINS] = lane, 0
        if self.done[lane] != 0:
            self.done[lane], self.truncated[lane] = 0, 0
            for seat in range(self.seats):
                self.rewards[self.seats * lane + seat] = 0.0

    def decide(self, lane: int, choice: int) -> None:
        """Take an option in a lane, or begin its next game if it is over and lanes begin again."""
        self.game.load(lane)
        if not self.game.over():
            self.game.restore(lane)
            k = self.chosen(lane, choice)
            if k >= 0:
                self.forget(lane)
                self.go_on(lane, self.game.take(k))
                self.ended(lane)
                self.game.save(lane)
        elif self.state[AUTORESET] != 0:
            if self.unreported[lane] != 0:
                self.game.score()
                self.report(lane)
            self.next(lane)
            self.game.save(lane)

    def chosen(self, lane: int, choice: int) -> int:
        """Return the index of the option that a choice takes in a lane, or -1 if it only narrows it down."""
        if not self.encodes:
            return self.random(lane, self.counts[lane]) if choice == RANDOM else choice
        if choice == RANDOM:
            return self.random_of(lane)
        k = self.choosing.indexes[self.choosing.size * lane + choice]
        if k < 0:
            self.choosing.narrow(lane, choice)
        return k

    def random_of(self, lane: int) -> int:
        """Return the index of a random option among those that agree with the actions taken."""
        if not self.choosing.by_pick or self.choosing.lengths[lane] == 0:
            return self.random(lane, self.counts[lane])
        self.game.list_all()
        self.look(lane)
        self.find_key(lane)
        self.chooses[SOUGHT] = picked(self.keys[lane], self.game.decisions() + 1, self.chooses[FOUND])
        self.look(lane)
        self.chooses[SOUGHT] = -1
        self.game.restore(lane)
        return self.chooses[AT]

    def enter(self, lane: int) -> None:
        """Go on from the position of a lane, which was written from outside, as were the actions taken."""
        self.game.load(lane)
        self.game.index()
        self.game.tell_seed(lane)
        self.unreported[lane] = 0
        if not self.game.over():
            self.go_on(lane, self.game.ask())
            self.ended(lane)
        else:
            self.offer(lane, 0)
            if self.game.outcome() != BROKEN:
                self.game.score()
                self.result(lane)

    def next(self, lane: int) -> None:
        """Begin the next game of a lane."""
        self.numbers[lane] = self.number_after(lane)
        if self.next_seeds[lane] == 0:
            both = game_seeds(self.run[RUN], self.numbers[lane], self.number_after(lane))
            self.seeds[lane], self.next_seeds[lane] = both.first, both.second
        else:
            self.seeds[lane], self.next_seeds[lane] = self.next_seeds[lane], 0
        self.keys[lane], self.next_keys[lane] = self.next_keys[lane], 0
        self.begin(lane)

    def begin(self, lane: int) -> None:
        """Begin a game in a lane.

        If it ends before a decision, the next step reports it, or this one if lanes do not begin again.
        """
        self.state[BEGINS], self.unreported[lane] = 1, 0
        self.forget(lane)
        self.go_on(lane, self.game.begin(lane))
        if self.game.over():
            if self.state[AUTORESET] != 0:
                self.unreported[lane] = 1
            else:
                self.report(lane)

    def ended(self, lane: int) -> None:
        """If the game of a lane has just ended, report it, and begin the next one if lanes begin again."""
        if self.game.over():
            self.report(lane)
            if self.state[AUTORESET] != 0:
                self.next(lane)

    def go_on(self, lane: int, count: int) -> None:
        """Play at random as long as a seat decides that is played so; `count` options are on offer."""
        while count > 0 and self.state[AT_RANDOM] >> self.game.player() & 1 != 0:
            self.forget(lane)
            count = self.game.take(self.random(lane, count))
        self.offer(lane, count)

    def offer(self, lane: int, count: int) -> None:
        """Write who decides in a lane, between how many options."""
        self.counts[lane] = count
        self.players[lane] = self.game.player() if count > 0 else NOBODY

    def random(self, lane: int, count: int) -> int:
        """Return the index of the option that a random player takes."""
        self.find_key(lane)
        return self.game.picked(self.keys[lane], self.game.decisions() + 1, count)

    def find_key(self, lane: int) -> None:
        """Find the key of the random choices of a lane, unless it is known."""
        if self.keys[lane] == 0:
            both = policy_keys(self.run[RUN], self.numbers[lane], self.number_after(lane))
            self.keys[lane], self.next_keys[lane] = both.first, both.second

    def number_after(self, lane: int) -> Long:
        """Return the number of a lane's next game in the run."""
        return (self.numbers[lane] + self.run[STRIDE]) & ALL

    # --- observations and actions ---------------------------------------------------------------------

    def show(self, lane: int) -> None:
        """Write the legal actions of a lane, and what the player who decides observes."""
        if self.counts[lane] == 0:
            self.choosing.clear(lane)
            self.observing.rows.clear(lane)
        else:
            self.game.list_all()
            self.look(lane)
            while self.choosing.forced(self.chooses[BRANCHES]):
                self.choosing.narrow(lane, self.chooses[LAST])
                self.look(lane)
            self.observing.write(self.players[lane], lane)
            if self.choosing.by_pick:
                for i in range(self.choosing.lengths[lane]):
                    self.observing.pick(lane, self.choosing.made[self.choosing.most * lane + i])

    def forget(self, lane: int) -> None:
        """Forget the actions that have been taken of a choice, which has been made."""
        if self.encodes:
            self.choosing.lengths[lane] = 0

    def look(self, lane: int) -> None:
        """Find the legal actions of a lane."""
        self.choosing.clear(lane)
        self.game.spell(lane)

    # --- results --------------------------------------------------------------------------------------

    def report(self, lane: int) -> None:
        """Write that the game of a lane has ended, with its result and its rewards."""
        self.result(lane)
        self.done[lane], self.unreported[lane] = 1, 0
        self.truncated[lane] = self.outcomes[lane] == Head.TRUNCATED
        self.reward(self.outcomes[lane])
        for seat in range(self.seats):
            self.rewards[self.seats * lane + seat] = self.worth[seat]

    def result(self, lane: int) -> None:
        """Write the result of a lane whose game is over."""
        self.outcomes[lane] = self.game.outcome()
        for seat in range(self.seats):
            self.places[self.seats * lane + seat] = self.game.places[seat]
        self.score(self.outcomes[lane], self.firsts(lane))
        for seat in range(self.seats):
            self.scores[self.seats * lane + seat] = self.game.totals[seat]

    def firsts(self, lane: int) -> int:
        """Return how many seats finished in first place."""
        count = 0
        for seat in range(self.seats):
            count += self.places[self.seats * lane + seat] == 1
        return count

    def score(self, outcome: int, firsts: int) -> None:
        """Compute `Result.scores`; `firsts` is the number of seats in first place."""
        winners = self.winners(outcome, firsts)
        for seat in range(self.seats):
            if self.scored:
                self.game.totals[seat] = self.points.score(self.game.points, seat)
            elif winners == 0 and firsts > 0:
                self.game.totals[seat] = 0
            else:
                self.game.totals[seat] = 1 if winners > 0 and self.game.places[seat] == 1 else -1

    def winners(self, outcome: int, firsts: int) -> int:
        """Return how many seats have won (`Result.winners`)."""
        fate = self.fates[outcome]
        return 0 if fate == DRAWN or (fate == RANKED and firsts == self.seats) else firsts

    def reward(self, outcome: int) -> None:
        """Compute the reward of each seat; by places, a truncated game counts as a draw."""
        for seat in range(self.seats):
            self.worth[seat] = 0.0
        if self.state[REWARD] != Reward.PLACES:
            self.values.by_scores(self.game.totals, self.worth, self.span)
        elif outcome == Head.TRUNCATED:
            for seat in range(self.seats):
                self.worth[seat] = 0.5
        else:
            self.values.by_places(self.game.places, self.worth)


def _fates(program: Program) -> tuple[int, ...]:
    """Return, for each outcome, how it decides who wins (`DRAWN`, `RANKED` or `NAMED`)."""
    ranked = RANKED if len({*program.teams}) > 1 else NAMED
    of_limits = [DRAWN if outcome in DRAWS else ranked for outcome in range(Head.END)]
    ends = [NAMED if rule.winner is not None else DRAWN if rule.draw else ranked for rule in program.end]
    return (*of_limits, *ends)
