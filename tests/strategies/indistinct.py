"""Check that nothing distinguishes histories that show a player the same.

Short games of one program are played, with drawn and with explicit chance, and redealt. If two histories show
a player the same sequence, the observation, the position, the record and the log in words must be equal
(section 13 of the reference). An offer and its texts must follow from what was shown before, if the offer
depends only on what its decider knows (`discreet`). If it depends on more, differences are only counted.
Everything else that the deciding player or bot receives (`handed`) must follow from what was shown, including
the numbers of the options.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, pairwise

from gamespec.compile import Compiled
from gamespec.program.tables import Head
from interpreter import Fault, Game
from interpreter.kernels.sights import information_state
from interpreter.play.events import Asked, Decided
from interpreter.play.information import InformationState
from interpreter.play.options import Option, in_order
from interpreter.scene.happened.log import log_lines
from interpreter.scene.happened.telling import Given, Part, in_short
from interpreter.scene.labels import Label
from interpreter.words import Words
from strategies.claims import Tally
from strategies.dice import Dice
from strategies.discreet import Locals, told_by
from strategies.distinct import texts_differ
from strategies.handed import Handed, handed
from strategies.occurrence import happened

__all__ = ["Indistinct", "nothing_tells_apart"]

LONG = 6
"""Maximum number of decisions in a history."""
CHANGES = 100
"""Maximum number of changes to guesses when a small game is redealt."""
CHANGES_IN_A_WHOLE_GAME = 400
"""The same maximum for a game in which many cards are dealt."""

Looks = tuple[object, ...]
"""An observation, its hash, the position, the record and the log in words, and whether the game is over."""
Texts = tuple[tuple[int, ...], list[str]]
"""The numbers of the options, and the texts: first that of the prompt, then those of the options."""
Labels = dict[int, Label]
"""The public texts of answers, by the number of the event."""
Offered = tuple[int, InformationState, int, Locals | None]


@dataclass
class Answered:
    """The answers of a history: their public texts, and of each the position, option and first event."""

    labels: Labels = field(default_factory=dict)
    given: list[tuple[list[int], Option, int]] = field(default_factory=list)

    def copy(self) -> Answered:
        """Return the answers so far."""
        return Answered(dict(self.labels), list(self.given))


Told = tuple[list[str], list[tuple[str | None, list[Part]]]]
"""A log, and what is told in short of each answer."""


@dataclass
class Indistinct:
    """The histories of one program seen so far, by player and what they show to the player."""

    compiled: Compiled
    tally: Tally
    trusted: bool = False
    """Whether every offer of the program must follow from what was shown, whatever it reads."""
    met: dict[tuple[int, InformationState], tuple[Game, list[Looks]]] = field(default_factory=dict)
    offers: dict[Offered, tuple[Game, list[Texts]]] = field(default_factory=dict)
    """The first game for each key, with its texts once they are computed."""
    logs: dict[tuple[int, InformationState], tuple[Game, Answered, list[Told]]] = field(default_factory=dict)
    """The first game for each key, with its answers, and what is told of them once it is computed."""

    decisions: dict[tuple[int, InformationState], tuple[Game, list[Handed]]] = field(default_factory=dict)
    """The first game for each key, with what its decider receives, once that is computed."""

    def __post_init__(self) -> None:
        self.words = Words(self.compiled)

    def meet(self, game: Game, answered: Answered | None) -> None:
        """Check that a game looks the same to each player as earlier games that showed the player the same.

        If its answers are given, its log and what is told of them in short must be the same, too.
        """
        for player in range(self.compiled.program.players):
            key = player, game.information_state(player)
            if key not in self.met:
                self.met[key] = game.clone(), []
                continue
            first, known = self.met[key]
            if not known:
                known.append(self._looks(first, player))
            looks = self._looks(game, player)
            told = f"seat {player + 1} has two observations for one sequence: {known[0]}\nand {looks}"
            assert looks == known[0], told
            self._count("one sequence", game, first)
        if game.decision is not None:
            self._offer(game)
            self._hand(game, game.decision.player)
        if answered is not None:
            for player in range(self.compiled.program.players):
                self._log(game, player, answered)

    def _log(self, game: Game, player: int, answered: Answered) -> None:
        """Check that a player is told the same as in a game that showed the player the same."""
        key, labels = (player, game.information_state(player)), answered.labels
        if key not in self.logs:
            self.logs[key] = game.clone(), answered.copy(), []
            return
        first, before, known = self.logs[key]
        if not known:
            known.append(self._told(first, before, player))
        told = self._told(game, answered, player)
        assert told == known[0], (
            f"seat {player + 1} is told two things for one sequence: {known[0]}\nand {told}"
        )
        self.tally.counts["answers told alike"] += len(labels)
        self.tally.counts["labels told alike"] += sum(label.public is not None for label in labels.values())

    def _told(self, game: Game, answered: Answered, player: int) -> Told:
        """Return the log of a player, and what the player is told in short of each answer."""
        labels, short = answered.labels, []
        ends = pairwise([*(first for _, _, first in answered.given), len(game.events)])
        for (position, option, _), (first, end) in zip(answered.given, ends, strict=True):
            own = {number - first: label for number, label in labels.items() if first <= number < end}
            short.append(in_short(self.words, Given(position, option, game.events[first:end], own), player))
        return log_lines(self.words, game.events, labels, player), short

    def _looks(self, game: Game, player: int) -> Looks:
        seen, words = game.observation(player), self.words
        texts = words.describe(game, player), words.information_state(game, player)
        return seen, hash(seen), *texts, log_lines(words, game.events, {}, player), game.over

    def _offer(self, game: Game) -> None:
        """Check that an offer and its texts follow from what the decider was shown before."""
        decision = game.decision
        assert decision is not None
        assert isinstance(game.events[-1], Asked)
        read = () if self.trusted else told_by(self.compiled, game)
        self.tally.counts["offers"] += 1
        self.tally.counts["offers that may tell"] += read is None
        before = information_state(game.program, game.events[:-1], decision.player)
        key = decision.player, before, decision.site, read
        if key not in self.offers:
            self.offers[key] = game.clone(), []
            return
        first, known = self.offers[key]
        if not known:
            known.append(self._texts(first))
        texts = self._texts(game)
        if read is None:
            self.tally.counts["offers that told"] += texts != known[0]
            return
        who = f"seat {decision.player + 1}"
        assert texts == known[0], f"the offer to {who} reveals more than was shown: {known[0]}\nand {texts}"
        self._count("one offer", game, first)

    def _hand(self, game: Game, player: int) -> None:
        """Check that the decider receives the same as in an earlier game that showed the player the same."""
        key = player, game.information_state(player)
        if key not in self.decisions:
            self.decisions[key] = game.clone(), []
            return
        first, known = self.decisions[key]
        if not known:
            known.append(handed(self.words, first))
        for one, other in zip(known[0], handed(self.words, game), strict=True):
            assert one == other, (
                f"seat {player + 1} receives two different things for one sequence: {one}\nand {other}"
            )
        self._count("decisions handed alike", game, first)

    def _texts(self, game: Game) -> Texts:
        """Return the numbers and texts of the options in the decider's order, or the fault of a text."""
        options = in_order(game.program, game.options)
        try:
            texts = [self.words.prompt(game), *(self.words.option(game, option) for option in options)]
            texts_differ(self.words, game)
        except Fault as fault:
            return (), [self.tally.fault(fault)]
        return tuple(option.number for option in options), texts

    def _count(self, what: str, game: Game, before: Game) -> None:
        self.tally.counts[what] += 1
        self.tally.counts[f"{what} of two positions"] += _all_but_luck(game) != _all_but_luck(before)


def _all_but_luck(game: Game) -> list[int]:
    """Return a position without the seed and the counters of streams."""
    streams = range(game.program.layout.streams, game.program.layout.streams + len(game.program.streams))
    luck = {Head.SEED_LOW, Head.SEED_HIGH, *streams}
    return [value for i, value in enumerate(game.position) if i not in luck]


def nothing_tells_apart(
    compiled: Compiled, dice: Dice, tally: Tally, histories: int, *, trusted: bool = False
) -> None:
    """Play some histories; check that those that show a player the same are indistinguishable to the player.

    A `trusted` program is a whole game in which no offer may reveal anything. `tally` counts each kind of
    hidden event that occurred, once per call.
    """
    met, hiding = Indistinct(compiled, tally, trusted), set[str]()
    changes = CHANGES_IN_A_WHOLE_GAME if trusted else CHANGES
    for number in range(histories):
        for game, answered in _history(met.words, dice, tally, changes, explicit=number % 2 == 1):
            met.meet(game, answered)
            hiding |= happened(game)
    tally.counts["information states"] += len(met.met)
    tally.hiding.update(hiding)


def _history(
    words: Words, dice: Dice, tally: Tally, changes: int, *, explicit: bool
) -> Iterator[tuple[Game, Answered | None]]:
    """Yield a recorded game at each decision, with its answers, and sometimes redeals of it."""
    answered = Answered()
    try:
        game = Game(words.program, dice.below(1000), record=True, explicit=explicit)
        decisions = 0
        while decisions < LONG:
            if game.chance is None:
                decisions += 1
                yield game, answered
                if dice.chance(1, 2):
                    yield from ((other, None) for other in _redealt(game, dice, tally, changes))
            if game.over:
                return
            _step(words, game, answered, dice)
    except Fault as fault:
        tally.fault(fault)


def _redealt(game: Game, dice: Dice, tally: Tally, changes: int) -> Iterator[Game]:
    """Yield a redeal for a player, usually the deciding one, if an exact one is found."""
    player = dice.pick([max(0, game.player), dice.below(game.program.players)])
    other = game.redealt(player, dice.below(1000), most=changes)
    tally.counts["redeals"] += 1
    if other.exact:
        same = other.information_state(player) == game.information_state(player)
        assert same, f"a redeal for seat {player + 1} has another information state"
        tally.counts["redeals that are exact"] += 1
        yield other


def _step(words: Words, game: Game, answered: Answered, dice: Dice) -> None:
    """Give one of the first two answers, so that histories coincide more often, or settle chance.

    The answer is added to `answered`.
    """
    if game.chance is None:
        option = game.options[dice.below(min(2, len(game.options)))]
        label, before = Label.public_of(words, game, option, None), len(game.events)
        answered.given.append(([*game.position], option, before))
        game.apply(option)
        answered.labels[next(n for n in count(before) if isinstance(game.events[n], Decided))] = label
        return
    shares = zip(game.chance.outcomes, game.chance.shares, strict=True)
    game.settle(dice.pick([outcome for outcome, share in shares if share]))
