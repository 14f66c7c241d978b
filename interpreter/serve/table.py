"""A table for people and bots, with the game, the seats, notes, and proposals.

The table is independent of any network, and `interpreter.serve.sent` makes what a viewer is sent. Every
change of the game's past (taking answers back, going on from an earlier position, loading a game, changing
the rules) is a proposal. It takes effect when all other people with a seat have agreed.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from interpreter.answers import seat as seat_name
from interpreter.play.errors import Fault
from interpreter.scene.parse_question import parse_question
from interpreter.serve.beside.colors import choices, looks_of_seats
from interpreter.serve.chat import Chat, Line
from interpreter.serve.course import Course
from interpreter.serve.notices import Counted, Notice, Refusal
from interpreter.serve.proposals import (
    Loaded,
    Note,
    Proposal,
    came_to_light,
    last_of,
    nobody_minds,
    would_come_to_light,
)
from interpreter.serve.seats import HUMAN, Chair, Chairs, Viewer
from interpreter.words import Words, diagnose, why_plainly

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.answers import Answer
    from interpreter.bots import Bot
    from interpreter.bots.along import Question
    from interpreter.play.options import Decision, Option
    from interpreter.scene.happened.moves import Move
    from interpreter.serve.change import Change, Way
    from interpreter.serve.edition import Edition
    from interpreter.sitting import Beginning

__all__ = ["Table", "Thought"]

MOST_NOTES = 1000


class Thought(NamedTuple):
    """A task for a bot, which has to make the decision `asked` in the game that began at `beginning`."""

    beginning: Beginning
    asked: Question


@dataclass(eq=False)
class Table:
    """A game and its players. `luck` is the seed of the bots.

    `revision` increases with each answer and each replacement of the game. `epoch` increases only with each
    replacement.
    """

    edition: Edition
    course: Course
    chairs: Chairs
    luck: int = 0
    notes: list[Note] = field(default_factory=list)
    chat: Chat = field(default_factory=Chat)
    advice: bool = False
    """Whether players may ask a bot for advice."""
    revision: int = 0
    epoch: int = 0
    proposal: Proposal | None = None
    change: Change | None = None
    """The changed specification, if it differs from the edition being played."""
    fault: Fault | None = None
    """The fault that stopped the game. It is kept until the game is replaced."""
    happened: Notice | None = None
    """A message about the last change of the game that was not an answer."""
    drawn: dict[tuple[int | None, str, int, int], str] = field(default_factory=dict)
    """Drawings made since the last answer.

    The keys are the seat, the language, the position shown, and the position that it is compared with.
    """
    moved: dict[tuple[int | None, int, int], list[Move]] = field(default_factory=dict)
    """The moves that seats have seen, made since the last answer.

    The keys are the seat, and the numbers of answers before and after the moves.
    """
    set_aside: Callable[[str], str] | None = None
    """A function that saves the game before answers are lost, and returns the name of the save.

    The name begins with its argument. It may raise `Refusal`.
    """
    moved_on: Callable[[], None] = lambda: None
    """A function that is called after everybody has moved on by one seat."""
    dyed: Callable[[], None] = lambda: None
    """A function that is called after the colour of a seat has changed."""
    _words: dict[str, Words] = field(default_factory=dict)
    _proposals: int = 0

    def __post_init__(self) -> None:
        self.revision = len(self.course.answers)

    def __repr__(self) -> str:
        return f"<Table of {self.course.origin.name}: {len(self.course.answers)} answers>"

    def words(self, language: str) -> Words:
        """Return the words that the game uses in `language`."""
        if language not in self._words:
            looks = looks_of_seats(self.edition.spec.model, [chair.color for chair in self.chairs.seats])
            self._words[language] = Words(self.edition.compiled, language, looks=looks)
        return self._words[language]

    @property
    def answers(self) -> Sequence[Answer]:
        """The answers given so far."""
        return self.course.answers

    @property
    def decision(self) -> Decision | None:
        """The pending decision, or `None` if the game is over or a fault has stopped it."""
        return None if self.fault is not None else self.course.game.decision

    def decides(self, viewer: Viewer) -> bool:
        """Return whether the viewer is a person who has to make the pending decision."""
        decision, seat = self.decision, viewer.seat
        return (
            decision is not None
            and seat is not None
            and decision.player == seat
            and self.chairs.seats[seat].human
        )

    # --- answers ---------------------------------------------------------------------------------

    def answer(self, viewer: Viewer, revision: int, number: str) -> None:
        """Take the option with the given number for the viewer, who must be a player.

        Raises `Refusal` unless it is the viewer's turn, `revision` is current, and the option is on offer.
        """
        if viewer.seat is None:
            raise Refusal("only players at the table can do that")
        if not self.chairs.seats[viewer.seat].human:
            raise Refusal("a bot plays in this seat; take it first")
        if revision != self.revision:
            raise Refusal("the game has gone on since")
        decision = self.decision
        if decision is None:
            raise Refusal("the game is over")
        if decision.player != viewer.seat:
            raise Refusal("it is not your turn")
        option = _numbered(decision, number)
        if option is None:
            raise Refusal("this is not on offer")
        self.chairs.seats[viewer.seat].taken = True
        self.take(option)

    def is_for_good(self, viewer: Viewer, revision: int, number: str) -> bool:
        """Return whether the viewer could not take back an option without asking the other people.

        Chance comes up, or something is shown to the viewer. Nobody takes the only option by a slip.
        """
        decision, seat = self.decision, viewer.seat
        others = self.chairs.people() - {seat}
        if decision is None or seat is None or revision != self.revision or not others:
            return False
        if not self.decides(viewer) or len(decision.options) == 1:
            return False
        option = _numbered(decision, number)
        return option is not None and would_come_to_light(self.course, option, seat)

    def take(self, option: Option) -> None:
        """Take an option on offer. If a fault occurs, the game stops in the state before the option."""
        try:
            self.course.take(option)
        except Fault as fault:
            self.fault = fault
        self._grow()
        self.happened = None

    def _grow(self) -> None:
        self.revision += 1
        self.drawn.clear()
        self.moved.clear()

    @property
    def thought_by_a_bot(self) -> bool:
        """Whether a bot has to make the pending decision."""
        decision = self.decision
        return decision is not None and not self.chairs.seats[decision.player].human

    def thought(self) -> Thought | None:
        """Return the task of the bot that has to decide, or `None` if no bot has to."""
        decision = self.decision
        if decision is None or not self.thought_by_a_bot:
            return None
        asked = self.course.asked_of(self.chairs.seats[decision.player].by, self.luck)
        return Thought(self.course.beginning, asked)

    def asks_for_advice(self, viewer: Viewer, revision: int, by: str) -> Thought:
        """Return the task of the bot `by` that is asked what it thinks of the viewer's options.

        Raises `Refusal` unless the host allows it, it is the viewer's turn, and `revision` is current.
        """
        if not self.advice:
            raise Refusal("the host has not allowed that")
        if not self.decides(viewer):
            raise Refusal("it is not your turn")
        if revision != self.revision:
            raise Refusal("the game has gone on since")
        asked = self.course.asked_of(by, self.luck)
        return Thought(self.course.beginning, asked._replace(shares=True))

    def still_needs(self, thought: Thought) -> bool:
        """Return whether the advice that a bot is thinking about still fits the game."""
        same = thought.beginning is self.course.beginning and self.decision is not None
        return self.advice and same and thought.asked.answers == tuple(self.course.taken)

    # --- replacing the game ---------------------------------------------------------------------------------

    def ask_undo(self, viewer: Viewer) -> None:
        """Propose to take back the viewer's last answer, or for the host the last answer of any person.

        Raises `Refusal` if there is no such answer.
        """
        if viewer.role == "watch":
            raise Refusal("only players at the table can do that")
        last = self.last_own(viewer)
        if last is None:
            raise Refusal("there is nothing to take back")
        self._ask(viewer, "undo", at=last)

    def last_own(self, viewer: Viewer) -> int | None:
        """Return the number of answers before the one that the viewer can take back, or `None` without one.

        It is the last answer of the viewer, or, for the host, of any person.
        """
        seats = range(len(self.chairs.seats)) if viewer.seat is None else (viewer.seat,)
        return last_of(self.course, [seat for seat in seats if self.chairs.seats[seat].human])

    def needed_to_undo(self, viewer: Viewer, at: int) -> set[int]:
        """Return the seats that must agree before the viewer takes back all answers after the first `at`.

        Nobody has to agree to a slip of a player: an answer after which nobody else has answered and nothing
        has come to light.
        """
        others = self.chairs.people() - {viewer.seat}
        if viewer.seat is not None and nobody_minds(self.course, at, self.chairs.people() | {viewer.seat}):
            return set()
        return others

    def can_be_a_slip(self, viewer: Viewer) -> bool:
        """Return whether bots should wait a moment, so that the viewer can take back the last answer.

        They need not if the answer let chance come up, or showed the viewer something.
        """
        last = None if viewer.seat is None else self.last_own(viewer)
        if viewer.seat is None or last is None or last < len(self.answers) - 1:
            return False
        people = self.chairs.people() | {viewer.seat}
        return self.thought_by_a_bot and not came_to_light(self.course, last, people)

    def ask_go_on(self, viewer: Viewer, at: int) -> None:
        """Propose to go on from the position after `at` answers.

        Raises `Refusal` if there are fewer answers, or if the viewer may not make a proposal now.
        """
        self.expect(at)
        self._ask(viewer, "go_on", at=at)

    def ask_load(self, viewer: Viewer, loaded: Loaded) -> None:
        """Propose to go on with the loaded game.

        Raises `Refusal` if the viewer may not make a proposal now.
        """
        self._ask(viewer, "load", loaded=loaded)

    def ask_change(self, viewer: Viewer, way: Way) -> None:
        """Propose to go on under the changed specification.

        Raises `Refusal` if that is impossible, or if the viewer may not make a proposal now.
        """
        if self.change is None or self.change.edition is None:
            raise Refusal("the specification has not changed")
        if way == "position" and not isinstance(self.change.carried(self.course), Course):
            raise Refusal("under the changed rules there is no such position")
        self._ask(viewer, way)

    def ask_again(self, viewer: Viewer) -> None:
        """Propose to play again, with everybody one seat further on.

        Raises `Refusal` if the game is not over, or if the viewer may not make a proposal now.
        """
        if viewer.role != "watch" and not self.course.game.over:
            raise Refusal("the game is not over yet")
        self._ask(viewer, "again")

    def _ask(
        self,
        viewer: Viewer,
        what: Literal["undo", "go_on", "load", "again"] | Way,
        *,
        at: int = 0,
        loaded: Loaded | None = None,
    ) -> None:
        if viewer.role == "watch":
            raise Refusal("only players at the table can do that")
        if self.proposal is not None and self.proposal.by != viewer:
            raise Refusal("another proposal is still open")
        self._proposals += 1
        needs = self.needed_to_undo(viewer, at) if what == "undo" else self.chairs.people() - {viewer.seat}
        self.proposal = Proposal(self._proposals, what, viewer, needs, at, loaded)
        self._do_if_agreed()

    def agree(self, viewer: Viewer, number: int) -> None:
        """Agree to the proposal with the given number, in the name of the viewer.

        Raises `Refusal` if the proposal no longer exists or does not need the viewer's agreement.
        """
        proposal = self._asked_for(viewer, number)
        assert viewer.seat is not None  # noqa: S101 - seats are asked only
        proposal.needs -= {viewer.seat}
        self._do_if_agreed()

    def refuse(self, viewer: Viewer, number: int) -> None:
        """Refuse a proposal, or withdraw it if the viewer made it.

        Raises `Refusal` if the proposal no longer exists or does not need the viewer's agreement.
        """
        proposal = self.proposal
        if proposal is None or proposal.number != number or proposal.by != viewer:
            self._asked_for(viewer, number)
        self.proposal = None
        self.happened = Notice("{who} has refused", who=viewer)

    def _asked_for(self, viewer: Viewer, number: int) -> Proposal:
        if self.proposal is None or self.proposal.number != number:
            raise Refusal("this proposal no longer exists")
        if viewer.seat not in self.proposal.needs:
            raise Refusal("your agreement is not needed")
        return self.proposal

    def _do_if_agreed(self) -> None:
        """Carry out the proposal if everybody whose agreement it needs has agreed."""
        proposal = self.proposal
        if proposal is None or proposal.needs:
            return
        self.proposal = None
        try:
            self._do(proposal)
        except Refusal as refusal:
            self.happened = refusal
            return
        self.fault = None
        self.epoch += 1
        self._grow()
        self.notes = [note for note in self.notes if note.decision <= len(self.answers)]

    def _do(self, proposal: Proposal) -> None:
        """Carry out a proposal. If this raises `Refusal`, nothing has changed."""
        match proposal.what:
            case "undo" | "go_on":
                self._go_back(proposal)
            case "load":
                assert proposal.loaded is not None  # noqa: S101 - it comes with this
                name, self.course, same = proposal.loaded
                self.happened = Notice("loaded: `{name}`", name=name)
                if not same:
                    self.happened = Notice(
                        "loaded: `{name}`, but under the current rules its position is different", name=name
                    )
            case "again":
                self._begin_again()
            case "position" | "answers":
                self._go_on_by_the_change(proposal.what)

    def _begin_again(self) -> None:
        """Begin another game of the edition with other luck, and let everybody move on by one seat.

        Raises `Refusal` if no game can begin, or if the finished game cannot be saved.
        """
        try:
            course = Course(self.edition, secrets.randbits(64))
        except Fault:
            raise Refusal("no other game can begin under these rules") from None
        said = Notice("another game: everybody has moved on by one seat")
        if self.set_aside is not None:
            kept = self.set_aside("finished")
            said = Notice("{what}; the previous game is kept as `{name}`", what=said, name=kept)
        self.happened = said
        self.course, self.notes = course, []
        self.luck += 1
        self.chairs.move_on()
        self._words = {}
        names = [seat_name(seat) for seat in range(len(self.chairs.seats))]
        moved = dict(zip(names, [*names[1:], names[0]], strict=True))
        self.chat.renamed(lambda by: moved.get(by, by))
        self.moved_on()

    def _go_back(self, proposal: Proposal) -> None:
        gone = len(self.answers) - proposal.at
        if gone <= 0:
            return
        self.course.back_to(proposal.at)
        said = Counted("the last answer was taken back", "the last {count} answers were taken back")
        self.happened = Notice(said, count=gone)

    def _go_on_by_the_change(self, way: Way) -> None:
        """Go on under the changed rules. If answers are lost, save the game first.

        Raises `Refusal` if the game cannot go on in this way, or cannot be saved.
        """
        change = self.change
        if change is None or change.edition is None:
            raise Refusal("the specification has not changed")
        course, said, loses = change.gone_on(self.course, way)
        if loses and self.set_aside is not None:
            kept = self.set_aside("before-change")
            said = Notice("{what}; the previous game is kept as `{name}`", what=said, name=kept)
        self.course, self.edition, self.change = course, change.edition, None
        self._words, self.happened = {}, said
        if way == "position":
            self.notes = []  # they are about positions of the earlier game

    def expect(self, at: int) -> None:
        """Raise `Refusal` unless at least `at` answers have been given."""
        if at > len(self.answers):
            raise Refusal(
                Counted("there is only {count} decision", "there are only {count} decisions"),
                count=len(self.answers),
            )

    # --- seats and notes ------------------------------------------------------------------------------------

    def sit(self, viewer: Viewer) -> None:
        """Give the viewer's seat to a person, even if a bot is playing there.

        Raises `Refusal` if the viewer has no seat.
        """
        if viewer.seat is None:
            raise Refusal("only players at the table can do that")
        chair = self.chairs.seats[viewer.seat]
        chair.by, chair.taken = HUMAN, True
        self.drawn.clear()

    def leave(self, viewer: Viewer) -> None:
        """Free the viewer's seat, whose agreement to proposals is then no longer needed.

        Raises `Refusal` if the viewer has no seat.
        """
        if viewer.seat is None:
            raise Refusal("only players at the table can do that")
        chair = self.chairs.seats[viewer.seat]
        chair.taken, chair.called = False, ""
        self._dye(chair, "")
        self._no_longer_asked(viewer.seat)

    def call(self, viewer: Viewer, called: str) -> None:
        """Give the person in the viewer's seat a name, which may be "". Raises `Refusal` without a seat."""
        if viewer.seat is None:
            raise Refusal("only players at the table can do that")
        self.chairs.seats[viewer.seat].called = called
        self.drawn.clear()

    def colors(self, seat: int) -> list[str]:
        """Return the colours that a seat (from 0) may have, or nothing if there is no choice."""
        return choices(self.edition.spec.model, [chair.color for chair in self.chairs.seats], seat)

    def dye(self, viewer: Viewer, color: str) -> None:
        """Give the viewer's seat a colour, or its usual one for "".

        Raises `Refusal` without a seat, or if the seat may not have the colour.
        """
        if viewer.seat is None:
            raise Refusal("only players at the table can do that")
        if color and color not in self.colors(viewer.seat):
            raise Refusal("this colour cannot be chosen here, or somebody else has it")
        self._dye(self.chairs.seats[viewer.seat], color)

    def _dye(self, chair: Chair, color: str) -> None:
        """Give a seat a colour. Whatever has been said with the name of another one is said anew."""
        self.drawn.clear()
        if chair.color != color:
            chair.color = color
            self._words = {}
            self.course.forget_labels()
            self.dyed()

    def replace(self, viewer: Viewer, seat: int, who: Bot | None) -> None:
        """From now on, let the bot `who` play in a seat (from 0), or a person if `who` is `None`.

        Raises `Refusal` if the viewer may not decide that.
        """
        if viewer.role != "host" and viewer.seat != seat:
            raise Refusal("only the host can do that")
        chair = self.chairs.seats[seat]
        chair.by, chair.taken = (HUMAN, chair.taken) if who is None else (who.name, False)
        self.drawn.clear()
        if who is not None:
            self._no_longer_asked(seat)

    def _no_longer_asked(self, seat: int) -> None:
        if self.proposal is not None:
            self.proposal.needs -= {seat}
            self._do_if_agreed()

    def note(self, viewer: Viewer, decision: int, text: str) -> None:
        """Write a note on the position after `decision` answers, or delete the note if the text is empty.

        Raises `Refusal` if there is no such position.
        """
        if viewer.role == "watch":
            raise Refusal("only players at the table can do that")
        self.expect(decision)
        others = [note for note in self.notes if (note.decision, note.by) != (decision, viewer.name)]
        if len(others) >= MOST_NOTES:
            raise Refusal("there are too many notes")
        self.notes = sorted([*others, Note(decision, viewer.name, text)]) if text else others

    def allow(self, viewer: Viewer, *, advice: bool) -> None:
        """Let players ask a bot for advice, or forbid it. Raises `Refusal` for all but the host."""
        if viewer.role != "host":
            raise Refusal("only the host can do that")
        self.advice = advice

    def say(self, viewer: Viewer, text: str) -> None:
        """Say a line to all at the table. Raises `Refusal` for spectators."""
        if viewer.role == "watch":
            raise Refusal("only players at the table can do that")
        called = "" if viewer.seat is None else self.chairs.seats[viewer.seat].person
        self.chat.say(Line(viewer.name, called, text))

    def why(self, viewer: Viewer, asked: str, language: str) -> tuple[str, str]:
        """Explain to the deciding player why something is not on offer, using only what that player can know.

        Return the explanation, and what is said of it beside a press, which may be nothing. Raises `Refusal`
        unless the viewer has to decide.
        """
        if not self.decides(viewer):
            raise Refusal("it is not your turn")
        words, game = self.words(language), self.course.game
        try:
            action, values = parse_question(words, game, asked)
            return why_plainly(game, action, values, words, viewer.seat)
        except ValueError as error:
            return str(error), ""
        except Fault as fault:
            return diagnose(fault, self.edition.compiled.names).message, ""


def _numbered(decision: Decision, number: str) -> Option | None:
    """Return the option on offer that has a number, or `None` if there is none."""
    return next((each for each in decision.options if str(each.number) == number), None)
