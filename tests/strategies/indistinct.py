"""Histories that show a player the same: nothing tells them apart.

Short games of one program are played, with drawn and with explicit chance, and redealt. Whatever shows a
player the same sequence is one to that player (the reference, 13): the observation, the position and the log
in words. What is offered, and how it is called, must follow from what was shown before it was, if it depends
on nothing which its decider can't tell (`discreet`). Where it depends on more, and differs, it is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gamespec.compile import Compiled
from gamespec.program.tables import Head
from interpreter import Fault, Game
from interpreter.play.events import Asked
from interpreter.play.information import InformationState, information_state
from interpreter.words import Words
from strategies.claims import Tally
from strategies.dice import Dice
from strategies.discreet import Locals, told_by
from strategies.occurrence import happened

__all__ = ["Indistinct", "nothing_tells_apart"]

LONG = 6
"""So many decisions and outcomes of chance are there at most in one."""
NODES = 100
"""So many decisions and outcomes of chance may be played for a redeal."""

Looks = tuple[object, ...]
Offered = tuple[int, InformationState, int, Locals | None]


@dataclass
class Indistinct:
    """What has been seen so far of the histories of one program, by what they show whom."""

    compiled: Compiled
    tally: Tally
    trusted: bool = False
    """Whether no offer of the program may tell anything, whatever it reads."""
    looks: dict[tuple[int, InformationState], tuple[Looks, Game]] = field(default_factory=dict)
    offers: dict[Offered, tuple[list[tuple[int, str]], Game]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = Words(self.compiled)

    def meet(self, game: Game) -> None:
        """Claim that a game looks to each player as all before that showed that player the same."""
        for player in range(self.compiled.program.players):
            state = game.information_state(player)
            looks = self._looks(game, player)
            first, before = self.looks.setdefault((player, state), (looks, game.clone()))
            assert looks == first, f"one sequence looks two ways to seat {player + 1}: {first}\nand {looks}"
            self._count("one sequence", game, before)
        if game.decision is not None:
            self._offer(game)

    def _looks(self, game: Game, player: int) -> Looks:
        seen = game.observation(player)
        return (
            seen,
            hash(seen),
            self.words.describe(game, player),
            self.words.information_state(game, player),
            game.over,
        )

    def _offer(self, game: Game) -> None:
        """Claim that what is offered, and its words, follow from what its decider was shown before."""
        decision = game.decision
        assert decision is not None
        read = () if self.trusted else told_by(self.compiled, game)
        self.tally.counts["offers"] += 1
        self.tally.counts["offers that may tell"] += read is None
        assert isinstance(game.events[-1], Asked)
        player = decision.player
        before = information_state(game.program, game.events[:-1], player)
        try:
            texts = sorted((o.number, self.words.option(game, o)) for o in game.options)
        except Fault as fault:
            self.tally.fault(fault)
            return
        key = player, before, decision.site, read
        first, other = self.offers.setdefault(key, (texts, game.clone()))
        same = _without_copies(game, texts) == _without_copies(other, first)
        if read is None:
            self.tally.counts["offers that told"] += not same
            return
        assert same, f"what is offered to seat {player + 1} tells more than was shown: {first}\nand {texts}"
        self._count("one offer", game, other)

    def _count(self, what: str, game: Game, before: Game) -> None:
        self.tally.counts[what] += 1
        self.tally.counts[f"{what} of two positions"] += _all_but_luck(game) != _all_but_luck(before)


def _without_copies(game: Game, texts: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Options as a player can tell them; where there are alike components only their texts."""
    return sorted((0, text) for _, text in texts) if game.program.has_copies else texts


def _all_but_luck(game: Game) -> list[int]:
    """A position without the seed and the counters of streams."""
    streams = range(game.program.layout.streams, game.program.layout.streams + len(game.program.streams))
    luck = {Head.SEED_LOW, Head.SEED_HIGH, *streams}
    return [value for i, value in enumerate(game.position) if i not in luck]


def nothing_tells_apart(
    compiled: Compiled, dice: Dice, tally: Tally, histories: int, *, trusted: bool = False
) -> None:
    """Play some histories of a program; claim that those that show a player the same are one to that player.

    Of one that is `trusted` no offer may tell anything. In `tally` it is counted what happened that hides
    something, each once.
    """
    met, hiding = Indistinct(compiled, tally, trusted), set[str]()
    for number in range(histories):
        for game in _history(compiled, dice, tally, explicit=number % 2 == 0):
            met.meet(game)
            hiding |= happened(game)
    tally.hiding.update(hiding)
    tally.counts["information states"] += len(met.looks)


def _history(compiled: Compiled, dice: Dice, tally: Tally, *, explicit: bool) -> Iterator[Game]:
    """A game at each of its decisions, now and then with redeals of it; all have their records."""
    try:
        game = Game(compiled.program, dice.below(1000), record=True, explicit=explicit)
        for _ in range(LONG):
            if game.chance is None:
                yield game
                if dice.chance(1, 4):
                    yield from _redealt(game, dice, tally)
            if game.over:
                return
            _step(game, dice)
    except Fault as fault:
        tally.fault(fault)


def _redealt(game: Game, dice: Dice, tally: Tally) -> Iterator[Game]:
    """Redeals for each player that some history leads to."""
    for player in range(game.program.players):
        try:
            other = game.redealt(player, dice.below(1000), most=NODES)
        except Fault as fault:
            tally.fault(fault)
            continue
        tally.counts["redeals"] += 1
        if other.exact:
            same = other.information_state(player) == game.information_state(player)
            assert same, f"in a redeal for seat {player + 1} something else was shown"
            tally.counts["redeals that are exact"] += 1
            yield other


def _step(game: Game, dice: Dice) -> None:
    """One of the first answers, mostly, so that histories meet; any outcome of chance."""
    if game.chance is None:
        game.apply(game.options[dice.below(min(2, len(game.options)))])
        return
    shares = zip(game.chance.outcomes, game.chance.shares, strict=True)
    game.settle(dice.pick([outcome for outcome, share in shares if share]))
