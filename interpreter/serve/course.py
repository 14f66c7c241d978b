"""The history of a game at a table. Every earlier position can be viewed again."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from interpreter.answers import Answers, Unfit
from interpreter.engine.game import Game
from interpreter.engine.knowledge.knowledge import EVERYBODY, observe
from interpreter.inspection import Inspector
from interpreter.play.errors import Fault
from interpreter.play.events import Decided
from interpreter.play.information import Record
from interpreter.play.luck import Seeds
from interpreter.scene.happened.log import log_of
from interpreter.scene.happened.telling import Given, Part, in_short, retold
from interpreter.scene.labels import Label, labels_of
from interpreter.scene.looks import counted_by
from interpreter.scene.things import ScoresAfter
from interpreter.serve.edition import Edition
from interpreter.serve.notices import Notice
from interpreter.sitting import HUMAN, Sitting
from interpreter.snapshot import CannotGoOn, laid, taken
from interpreter.words import diagnose

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from interpreter.answers import Answer
    from interpreter.play.events import Event
    from interpreter.play.observation import Observation
    from interpreter.play.options import Option
    from interpreter.scene.happened.log import Line
    from interpreter.snapshot import Laid, Snapshot
    from interpreter.words import Words

__all__ = ["Course"]

MOST_SEEN = 64
"""Maximum number of observations that are remembered."""

MOST_SCORES = 240
"""Maximum number of steps in the course of the scores."""
MOST_ANSWERS = 1000
"""Number of answers above which not every score of a game is computed."""


class _Stop(NamedTuple):
    """A point at which the game waited for an answer.

    It consists of the position and the number of events before it.
    """

    position: list[int]
    events: int


class Course(Sitting):
    """A game of an edition after some answers, independent of who sits where."""

    def __init__(
        self, edition: Edition, seed: int, answers: Iterable[Answer] = (), position: Snapshot | None = None
    ) -> None:
        self._stops: list[_Stop] = []
        self.differs: Notice | None = None
        """A message about the components that were added or removed by the change of rules with which this
        course began, or `None` if there are none.
        """
        self.lost: Sequence[str] = ()
        """The variables that the change of rules removed although their values had changed.

        The names may be hidden from players.
        """
        self._read: dict[tuple[str, int], Mapping[int, Label]] = {}
        self._short: dict[tuple[str, int, int | None], tuple[str | None, list[Part]]] = {}
        self._counted: dict[tuple[bool, tuple[int, ...]], tuple[ScoresAfter, ...]] = {}
        self._observed: dict[tuple[int | None, int], Observation] = {}
        made = edition.compiled
        seats = (HUMAN,) * made.program.players
        super().__init__(made, edition.origin, Seeds(seed, 0), seats, "en", answers, position)

    def __repr__(self) -> str:
        return f"<Course of {self.origin.name}: {len(self.answers)} answers>"

    @classmethod
    def replayed(
        cls, edition: Edition, seed: int, answers: Sequence[Answer], position: Snapshot | None = None
    ) -> tuple[Course, bool]:
        """Replay the answers as far as they fit the edition. Return the game, and whether all answers fit.

        The replay also stops before an answer that leads to a fault. Raises `Fault` if the game cannot begin,
        and `CannotGoOn` if the edition has no position that corresponds to `position`.
        """
        course, known = cls(edition, seed, (), position), Answers(edition.compiled)
        for answer in answers:
            try:
                course.take(known.option(course.game, answer))
            except (Unfit, Fault):
                return course, False
        return course, True

    def carried(self, edition: Edition) -> Course:
        """Return a game of another edition that begins at the current position and has no answers yet.

        Raises `CannotGoOn` if the game is over, if the edition has no such position, or if a fault would stop
        the game there.
        """
        if self.game.over:
            raise CannotGoOn("the game is over")
        position = taken(self.compiled, self.game.position)
        found = laid(edition.compiled, position)
        try:
            course = Course(edition, self.seeds.game, (), position)
        except Fault as fault:
            stop = diagnose(fault, edition.compiled.names)
            raise CannotGoOn("the game would come to a stop there: {reason}", reason=stop.message) from None
        course.differs, course.lost = _differing(found), found.lost
        return course

    def _played(self) -> Game:
        """Replay the answers from the beginning, and record each stop."""
        self._stops = []
        game = super()._played()
        self._stops = self._stops or [_of(game)]
        return game

    def _take(self, game: Game, option: Option) -> None:
        """Apply an option to the game, and record the next stop."""
        if not self._stops:
            self._stops.append(_of(game))
        super()._take(game, option)
        self._stops.append(_of(game))

    def take(self, option: Option) -> None:
        """Answer the pending decision with an option.

        Raises `Fault` or `Refused`, after which the game is unchanged.
        """
        before = len(self.answers)
        try:
            self._apply(option)
        except Fault:
            del self.answers[before:]
            raise

    def at(self, number: int) -> Game:
        """Return the game as it was after `number` answers, with the events up to that point."""
        if number == len(self.answers):
            return self.game
        stop = self._stops[number]
        record = Record(self.program, tuple(self.game.events[: stop.events]), whole=True)
        return Game.restore(self.program, stop.position, record=record)

    def seen(self, number: int, seat: int | None) -> Observation:
        """Return what a seat, or everybody for `None`, observed after `number` answers.

        At the end of the game, everything is laid open.
        """
        key = seat, number
        if key not in self._observed:
            while len(self._observed) >= MOST_SEEN:
                del self._observed[next(iter(self._observed))]
            stop = self._stops[number]
            who = EVERYBODY if seat is None else seat
            over = self.game.over and number == len(self.answers)
            self._observed[key] = observe(self.program, self.game.atoms, stop.position, who, laid_open=over)
        return self._observed[key]

    def score_history(self) -> tuple[ScoresAfter, ...]:
        """Return the scores after the answers of a game that is over, at most `MOST_SCORES` of them.

        They are what the view shows as scores. Return nothing if the game has no score, or one that a fault
        prevents from being computed earlier.
        """
        last = len(self._stops) - 1
        shown = tuple(sorted({round(k * last / MOST_SCORES) for k in range(MOST_SCORES + 1)}))
        return self._scores(shown, as_seen=True)

    def every_score(self) -> tuple[ScoresAfter, ...]:
        """Return the scores after each answer of a game that is over, or nothing if the game is long."""
        last = len(self._stops) - 1
        return self._scores(tuple(range(last + 1)), as_seen=False) if last <= MOST_ANSWERS else ()

    def _scores(self, shown: tuple[int, ...], *, as_seen: bool) -> tuple[ScoresAfter, ...]:
        """Return the scores after the given numbers of answers. They are kept while the game is over.

        `as_seen` asks for what the view shows as scores.
        """
        assert self.game.over  # noqa: S101 - before, scores may tell what is hidden
        key = as_seen, shown
        if key not in self._counted:
            scores = self._seen_scores if as_seen else attrgetter("scores")
            try:
                found = [scores(Game.restore(self.program, self._stops[at].position)) for at in shown]
            except Fault:
                found = []
            known = zip(shown, found, strict=False) if self.program.score else ()
            self._counted[key] = tuple(ScoresAfter(at, tuple(each)) for at, each in known)
        return self._counted[key]

    def _seen_scores(self, game: Game) -> Sequence[int]:
        """Return what the view shows as the scores in a game that hides nothing."""
        world = self.compiled.names.world
        name = counted_by(world.game.view)
        if name is None:
            return game.scores
        inspector = Inspector.of(self.compiled, game)
        return [inspector.number(world.functions.made[name], seat) for seat in range(world.players)]

    def back_to(self, number: int) -> None:
        """Take back all answers after the first `number`."""
        self.game = self.at(number)
        self._counted = {}
        del self.answers[number:]
        del self.taken[number:]
        del self._stops[number + 1 :]
        self._read = {key: label for key, label in self._read.items() if key[1] <= number}
        self._short = {key: told for key, told in self._short.items() if key[1] <= number}
        self._observed = {key: seen for key, seen in self._observed.items() if key[1] <= number}
        events = self._stops[-1].events
        self.labels = {number: label for number, label in self.labels.items() if number < events}

    def forget_labels(self) -> None:
        """Forget the labels of answers, because players are called by other names now."""
        self._read, self._short = {}, {}

    def happened(self, after: int, until: int) -> Sequence[Event]:
        """Return the events after the first `after` answers, up to and including the first `until` answers.

        If `after` is -1, the events start with the beginning of the game.
        """
        first = self._stops[after].events if after >= 0 else 0
        return self.game.events[first : self._stops[until].events]

    def told(self, words: Words, number: int, seat: int | None) -> list[Line]:
        """Return log lines about an answer and its consequences, as seen from `seat`.

        A seat of `None` stands for a spectator. The first answer has the number 1, and 0 stands for
        everything that happened before it.
        """
        events = self.happened(number - 1, number)
        labels = self._labels(words, number, events)
        if number:
            labels = retold(words, self._given(words, number))
        return log_of(words, events, labels, EVERYBODY if seat is None else seat)

    def in_short(self, words: Words, number: int, seat: int | None) -> tuple[str | None, list[Part]]:
        """Return what answer `number` (from 1) says to others, and what came of it.

        It is what a seat can tell, or a spectator if `seat` is `None`.
        """
        key = words.language, number, seat
        if key not in self._short:
            self._short[key] = in_short(words, self._given(words, number), seat)
        return self._short[key]

    def forced(self, words: Words, number: int, seat: int | None) -> list[str]:
        """Return what the game answered for `seat` after answer `number` (from 1): all that was possible.

        Answers without words of their own are left out.
        """
        events = self.happened(number - 1, number)
        labels = self._labels(words, number, events)
        own = [
            at
            for at, event in enumerate(events)
            if isinstance(event, Decided) and event.forced and event.player == seat and at in labels
        ]
        return [said for at in own if (said := labels[at].own) is not None]

    def _given(self, words: Words, number: int) -> Given:
        position, events = self._stops[number - 1].position, self.happened(number - 1, number)
        option = self._known.option(Game.restore(self.program, position), self.answers[number - 1])
        return Given(position, option, events, self._labels(words, number, events))

    def _labels(self, words: Words, number: int, events: Sequence[Event]) -> Mapping[int, Label]:
        """Return the labels of answer number `number` (from 1) and of the forced answers that followed.

        The keys are the indexes of the labeled events in `events`.
        """
        key = words.language, number
        if key not in self._read:
            self._read[key] = self._made_labels(words, number, events)
        return self._read[key]

    def _made_labels(self, words: Words, number: int, events: Sequence[Event]) -> Mapping[int, Label]:
        if (words.language, words.looks) == (self.words.language, self.words.looks):  # made with the answer
            first = self._stops[number - 1].events if number else 0
            those = range(first, first + len(events))
            return {at - first: self.labels[at] for at in those if at in self.labels}
        if number == 0:
            return labels_of(words, events, 0, None, self.begun)
        before = Game.restore(self.program, self._stops[number - 1].position, record=True)
        option = self._known.option(before, self.answers[number - 1])
        label, again = Label.of(words, before, option), self._again(before.position, option)
        return labels_of(words, events, 0, label, again)


def _differing(found: Laid) -> Notice | None:
    """Return a message that names the components added or removed, or `None` if there are none."""
    new, gone = ("`" + "`, `".join(names) + "`" for names in (found.new, found.gone))
    if found.new and found.gone:
        return Notice("new: {new}; gone: {gone}", new=new, gone=gone)
    if found.new:
        return Notice("new: {new}", new=new)
    return Notice("gone: {gone}", gone=gone) if found.gone else None


def _of(game: Game) -> _Stop:
    return _Stop(game.position[:], len(game.events))
