"""The corpus: games that reached something new, from whose positions the search goes on.

Random players seldom reach a rule that needs a rare situation. Therefore each game that reaches something
for the first time in its case is kept, and other games continue from some of its positions, with the same
chance and other answers. What these games reach is kept in turn ("first return, then explore": Ecoffet and
others, Nature 590, 2021).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from interpreter.coverage import Coverage, Tally
from interpreter.fuzz.cases import Case
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws, Seeds
from interpreter.play.playout import Playout
from interpreter.play.result import ended_by
from interpreter.play.tally import Counts
from interpreter.protocol import Engine, Playing, Policy

__all__ = ["REACHED", "Corpus", "Sample"]

REACHED = Counts(reached=True)
"""What is counted in each game of a search."""

POSITIONS = 8
"""Number of positions of a game from which other games go on."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A game that can be played again: its first answers are given, and a policy gives the others.

    `prefix` has the numbers of the first options taken, and `decisions` is the number of all answers.
    """

    case: Case
    seeds: Seeds
    policy: Policy
    decisions: int
    prefix: tuple[int, ...] = ()

    def course(self, engine: Engine) -> Iterator[tuple[Playing, int]]:
        """Play the game, and yield it before each answer, with the number of the option that is taken next.

        The game itself goes on; what is to be kept must be cloned. Raises `Fault`.
        """
        draws, game = Draws(self.seeds.luck, "policy"), engine.begin(self.seeds.game)
        for number in self.prefix:
            option = next(option for option in game.options if option.number == number)
            yield game, number
            game.play(option)
        while (decision := game.decision) is not None:
            option = self.policy(decision, draws)
            yield game, option.number
            game.play(option)

    def numbers(self, engine: Engine) -> tuple[int, ...]:
        """Return the numbers of all options taken, until the game is over or a fault stops it."""
        found = list[int]()
        with suppress(Fault):
            for _, number in self.course(engine):
                found.append(number)
        return tuple(found)


@dataclass(eq=False)
class _Entry:
    """A game of the corpus, with some of its positions, each with the numbers of the options taken before."""

    sample: Sample
    _positions: list[tuple[Playing, tuple[int, ...]]] = field(default_factory=list)

    def position(self, engine: Engine, draws: Draws) -> tuple[Playing, tuple[int, ...]]:
        """Return one of the positions, which are drawn when they are first needed."""
        if not self._positions:
            wanted = {draws.below(max(self.sample.decisions, 1)) for _ in range(POSITIONS)}
            taken = list[int]()
            for at, (game, number) in enumerate(self.sample.course(engine)):
                if at in wanted:
                    self._positions.append((game.clone(), tuple(taken)))
                taken.append(number)
                if at == max(wanted):
                    break
        return self._positions[draws.below(len(self._positions))]


class Corpus:
    """What the games of one case have reached, and those that reached something first."""

    def __init__(self, case: Case) -> None:
        self.case, self.reached, self._outcomes = case, 0, set[int]()
        self._entries = list[_Entry]()

    def add(self, playout: Playout, sample: Sample) -> bool:
        """Record what a finished game has reached, and keep it if something is new; return whether it is."""
        assert playout.result is not None  # noqa: S101 - it is finished
        assert playout.tally is not None  # noqa: S101 - it is counted
        assert playout.tally.reached is not None  # noqa: S101 - as above
        outcome, reached = playout.result.outcome, playout.tally.reached
        if not reached & ~self.reached and outcome in self._outcomes:
            return False
        self.reached |= reached
        self._outcomes.add(outcome)
        if sample.decisions:
            self._entries.append(_Entry(sample))
        return True

    def position(self, engine: Engine, draws: Draws) -> tuple[Playing, Sample, tuple[int, ...]] | None:
        """Return a position of a kept game, that game, and the numbers of its options before the position.

        Games that were kept later are preferred, because what they reached first is rarer. Return `None` if
        the corpus is empty.
        """
        if not self._entries:
            return None
        count = len(self._entries)
        entry = self._entries[max(draws.below(count), draws.below(count))]
        game, before = entry.position(engine, draws)
        return game, entry.sample, before

    def tell(self, tally: Tally) -> None:
        """Add what was reached to a tally of coverage."""
        program = self.case.compiled.program
        rules = (ended_by(program, outcome) for outcome in self._outcomes)
        tally.add(self.case.compiled, self.reached, [rule for rule in rules if rule is not None])


def coverage_of(corpora: Iterable[Corpus]) -> Coverage:
    """Return which parts of the rules the games of all cases have reached."""
    tally, spec = Tally(), None
    for corpus in corpora:
        corpus.tell(tally)
        spec = corpus.case.spec
    assert spec is not None  # noqa: S101 - there is at least one case
    return Coverage.of(spec, tally)
