"""A game that people play, with its answers, undo and saving. It does not depend on the terminal."""

from __future__ import annotations

import secrets
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter import replay
from interpreter.answers import Answers, seat
from interpreter.bots import Luck, is_open
from interpreter.bots.along import Along, Question, begun
from interpreter.engine.game import Game
from interpreter.engine.knowledge.knowledge import EVERYBODY
from interpreter.engines import best
from interpreter.play.errors import Refused
from interpreter.play.options import offered
from interpreter.scene.happened.changes import changed_refs
from interpreter.scene.happened.log import log_lines
from interpreter.scene.labels import Label, labels_of
from interpreter.scene.scene import scene_of
from interpreter.snapshot import resumed
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from gamespec.compile import Compiled
    from interpreter.answers import Answer
    from interpreter.play.events import Event
    from interpreter.play.luck import Seeds
    from interpreter.play.options import Decision, Option
    from interpreter.protocol import Engine, Playing
    from interpreter.replay import Origin
    from interpreter.scene.things import Scene
    from interpreter.snapshot import Snapshot

__all__ = ["HUMAN", "Beginning", "Sitting", "seated", "secret_seed"]


HUMAN = "human"


def seated(seats: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """Return the player in each seat.

    By default, a person has the first seat, and random bots have the other seats.
    """
    return tuple(seats) if seats is not None else (HUMAN, *["random"] * (players - 1))


SEEDS = 10**18
"""The upper bound for random seeds. Smaller seeds are valid numbers in a scenario."""


def secret_seed() -> int:
    """Return a random seed, which nobody should know until the game is over."""
    return secrets.randbelow(SEEDS)


@dataclass(frozen=True, eq=False, slots=True)
class Beginning:
    """The beginning of a game that people play, as bots need it (`interpreter.bots.along.Beginning`)."""

    compiled: Compiled
    seed: int
    position: Snapshot | None

    def engine(self) -> Engine:
        """Make the engine with which bots think about the game."""
        return best(self.compiled.program, 1, steps=True).make(self.compiled.program)

    def game(self, engine: Engine) -> Playing:
        """Return the game before its first answer.

        Raises Fault, and raises CannotGoOn if the program has no such position.
        """
        if self.position is None:
            return begun(engine, self.seed)
        game = resumed(self.compiled, self.position, self.seed)
        record = False if is_open(engine.program) else game.record
        return engine.restore(game.position, record=record or False)


class Sitting:
    """A game in progress, in which the answers in `answers` have been given.

    `seats` has an entry for each seat, which is `human` for a person or else the name of a bot. If
    `position`, a snapshot, is given, the game began there.

    The answer of a bot depends only on the seed of the luck, the number of answers before it, and the events
    that its seat has been shown. Therefore the same seeds with the same answers of people lead to the same
    game.
    """

    def __init__(  # noqa: PLR0913 - what is played, by whom, and from where on
        self,
        compiled: Compiled,
        origin: Origin,
        seeds: Seeds,
        seats: Sequence[str],
        language: str,
        answers: Iterable[Answer] = (),
        position: Snapshot | None = None,
    ) -> None:
        self.compiled = compiled
        self.program = compiled.program
        self.words = Words(compiled, language)
        self.origin = origin
        self.seeds = seeds
        self.humans = frozenset(seat for seat, name in enumerate(seats) if name == HUMAN)
        self._seats = tuple(seats)
        self.answers = list(answers)
        self.taken: list[int] = []
        """The index of each answer among its options. An answer at which the game stopped with a fault has
        none.
        """
        self.beginning = Beginning(compiled, seeds.game, position)
        self.position = position
        self._known = Answers(compiled)
        self.labels: dict[int, Label] = {}
        """The labels that answers had when they were given, by the numbers of their events."""
        self.game = self._played()
        self.revision = 0
        """A number that increases whenever the game changes."""
        people = {seat(number) for number in self.humans}
        self._answered_by_people = [i for i, each in enumerate(self.answers) if each.player in people]
        self._seen = [len(self.game.events)] * self.program.players

    def _played(self) -> Game:
        """Replay the game with the answers given so far, and return it."""
        game = self.begun()
        self.taken = []
        self.labels = labels_of(self.words, game.events, 0, None, self.begun)
        for answer in self.answers:
            self._take(game, self._known.option(game, answer))
        return game

    def begun(self) -> Game:
        """Return the game before its first answer.

        Raises Fault, and raises CannotGoOn if the program has no such position.
        """
        if self.position is None:
            return Game(self.program, self.seeds.game, record=True)
        return resumed(self.compiled, self.position, self.seeds.game)

    def _take(self, game: Game, option: Option) -> None:
        """Take an option, and store its label. Raises the errors of `Game.apply`, and Refused."""
        try:
            number = game.options.index(option)
        except ValueError:
            raise Refused("this is not on offer") from None
        label, before, position = Label.of(self.words, game, option), len(game.events), game.position[:]
        game.apply(option)
        self.taken.append(number)
        again = self._again(position, option)
        self.labels |= labels_of(self.words, game.events, before, label, again)

    def _again(self, position: list[int], option: Option) -> Callable[[], None]:
        """Return a function that takes an option again, in another game that starts at `position`."""
        return lambda: Game.restore(self.program, position, record=True).play(option)

    def wait_for_human(self) -> Decision | None:
        """Let bots answer until a person has to decide, and return the decision, or None if the game is over.

        Raises Fault and BotFailed.
        """
        while (decision := self.game.decision) is not None and decision.player not in self.humans:
            self.let_a_bot_answer()
        return decision

    def let_a_bot_answer(self) -> None:
        """Let the bot whose turn it is to decide answer. Raises Fault and BotFailed."""
        decision = self.game.decision
        assert decision is not None  # noqa: S101 - it decides
        asked = self.asked_of(self._seats[decision.player], self.seeds.luck)
        self._apply(decision.options[self._along.answer(asked)])

    @cached_property
    def _along(self) -> Along:
        return Along(self.beginning)

    def asked_of(self, name: str, luck: int) -> Question:
        """Return the question that asks a bot for its answer to the pending decision.

        `name` is the name of the bot, and `luck` the seed for its luck.
        """
        return Question(tuple(self.taken), name, Luck(luck, len(self.answers)))

    def answer(self, option: Option) -> None:
        """Take an option on behalf of a person. Raises Fault and Refused."""
        before = len(self.answers)
        self._apply(option)
        self._answered_by_people.append(before)

    def _apply(self, option: Option) -> None:
        """Take an option, and store the answer.

        An answer that leads to a fault is stored, too, because it makes the fault reproducible.
        """
        decision = self.game.decision
        assert decision is not None  # noqa: S101 - there is an option
        taken = offered(decision.options, option)
        if taken is None:
            raise Refused("this is not on offer")
        self.answers.append(self._known.of(decision, taken))
        self._take(self.game, taken)
        self.revision += 1

    def undo(self) -> bool:
        """Undo the last answer of a person and everything after it. Return False if there is no such answer.

        The remaining answers are replayed from the beginning, so the game can never be left half undone.
        """
        if not self._answered_by_people:
            return False
        del self.answers[self._answered_by_people.pop() :]
        self.game = self._played()
        self.revision += 1
        self._seen = [min(seen, len(self.game.events)) for seen in self._seen]
        return True

    def scene(self, seat: int | None) -> Scene:
        """Return the scene that a seat may see, with everything laid open if the game is over.

        Changes since the last call of `news` are marked.
        """
        since = self._seen[seat] if seat is not None else len(self.game.events)
        changed = changed_refs(self.words, self.game.events[since:], seat)
        seen = self.game.laid_open(seat) if self.game.over else None
        return scene_of(self.words, self.game, seat, changed, seen)

    @property
    def read(self) -> Iterator[tuple[Event, Label | None]]:
        """Yield each event, with the label that an answer had when it was given, or None."""
        for number, event in enumerate(self.game.events):
            yield event, self.labels.get(number)

    def news(self, seat: int) -> list[str]:
        """Return descriptions of the events since the last call, as far as the player may know about them."""
        since = self._seen[seat]
        self._seen[seat] = len(self.game.events)
        return log_lines(self.words, self.game.events, self.labels, seat, since)

    def story(self, seat: int | None) -> list[str]:
        """Return descriptions of all events of the game, as far as a player, or all players, may know."""
        return log_lines(self.words, self.game.events, self.labels, EVERYBODY if seat is None else seat)

    def told_to_all(self, since: int | None = None) -> list[str]:
        """Return descriptions of the events from number `since` on, as far as all players may know.

        By default, these are the events since the last call of `news`. If only bots play, all events are
        described as an omniscient observer sees them.
        """
        if not self.humans:
            return log_lines(self.words, self.game.events, self.labels, None)
        seen = max(self._seen[seat] for seat in self.humans) if since is None else since
        return log_lines(self.words, self.game.events, self.labels, EVERYBODY, seen)

    def save(self, path: Path) -> None:
        """Save the game to a file in the format of `interpreter.replay`. Raises OSError."""
        saved = replay.Saved(
            game=self.origin.name,
            spec_hash=self.compiled.names.spec_hash,
            players=self.program.players,
            options=dict(self.compiled.names.options),
            seed=self.seeds.game,
            answers=tuple(self.answers),
            path=self.origin.seen_from(path.parent),
            digest=replay.digest(self.program, self.game.position),
            position=self.position,
        )
        replay.write(path, saved)
