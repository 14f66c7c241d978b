"""The corpus: games that reached something new, from whose positions the search goes on.

Random players seldom reach a rule that needs a rare situation. Therefore each game that reaches something
for the first time in its case is kept, and other games continue from some of its positions, with the same
chance and other answers. What these games reach is kept in turn ("first return, then explore": Ecoffet and
others, Nature 590, 2021).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from interpreter.coverage import Coverage, Tally
from interpreter.fuzz.cases import Case
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
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

    def course(self, engine: Engine) -> Iterator[tuple[Playing, Option]]:
        """Play the game, and yield it before each answer, with the option that is taken next.

        The game itself goes on; what is to be kept must be cloned. Raises `Fault`.
        """
        draws, policy = self.seeds.draws(), self.script
        game = engine.begin(self.seeds.game)
        while (decision := game.decision) is not None:
            option = policy(decision, draws)
            yield game, option
            game.play(option)

    @property
    def script(self) -> Policy:
        """A policy that takes the first options of the game, and then goes on with its policy.

        It serves a single game.
        """
        numbers = iter(self.prefix)

        def policy(decision: Decision, draws: Draws) -> Option:
            number = next(numbers, None)
            if number is None:
                return self.policy(decision, draws)
            return next(option for option in decision.options if option.number == number)

        return policy

    def numbers(self, engine: Engine) -> tuple[int, ...]:
        """Return the numbers of all options taken, until the game is over or a fault stops it."""
        found = list[int]()
        with suppress(Fault):
            for _, option in self.course(engine):
                found.append(option.number)
        return tuple(found)


@dataclass(eq=False)
class _Entry:
    """A game of the corpus, with some of its positions, each with the numbers of the options taken before."""

    sample: Sample
    _positions: list[tuple[Playing, tuple[int, ...]]] = field(default_factory=list)

    def positions(self, engine: Engine, draws: Draws) -> Sequence[tuple[Playing, tuple[int, ...]]]:
        """Return the positions, which are drawn when they are first needed."""
        if not self._positions:
            wanted = {draws.below(max(self.sample.decisions, 1)) for _ in range(POSITIONS)}
            taken = list[int]()
            for at, (game, option) in enumerate(self.sample.course(engine)):
                if at in wanted:
                    self._positions.append((game.clone(), tuple(taken)))
                taken.append(option.number)
                if at == max(wanted):
                    break
        return self._positions


class Corpus:
    """What the games of one case have reached, and those that reached something first."""

    def __init__(self, case: Case) -> None:
        self.case, self.reached, self._outcomes = case, 0, set[int]()
        self.everything: Tally | None = None
        """What all situations of the case reach, if they have been explored."""
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
        positions = entry.positions(engine, draws)
        game, before = positions[draws.below(len(positions))]
        return game, entry.sample, before

    def positions(self, engine: Engine) -> Iterator[Playing]:
        """Yield some positions of all kept games."""
        for entry in self._entries:
            for game, _ in entry.positions(engine, Draws(0, "positions")):
                yield game

    @property
    def samples(self) -> Iterator[Sample]:
        """The kept games."""
        return (entry.sample for entry in self._entries)

    def tell(self, tally: Tally) -> None:
        """Add what was reached to a tally of coverage."""
        program = self.case.compiled.program
        rules = (ended_by(program, outcome) for outcome in self._outcomes)
        tally.add(self.case.compiled, self.reached, [rule for rule in rules if rule is not None])
        if self.everything is not None:
            tally.include(self.everything)


def coverage_of(corpora: Iterable[Corpus]) -> Coverage:
    """Return which parts of the rules the games of all cases have reached; none if there are no cases."""
    tally, spec = Tally(), None
    for corpus in corpora:
        corpus.tell(tally)
        spec = corpus.case.spec
    return Coverage({}) if spec is None else Coverage.of(spec, tally)
