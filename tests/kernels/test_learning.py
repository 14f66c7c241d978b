"""Policies that are learned: both engines choose alike, and learn alike."""

from __future__ import annotations

from array import array
from math import exp
from statistics import fmean
from typing import TYPE_CHECKING

import pytest
from any_policies import some_weights

import gamespec
from gamespec.program.tables import Head
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.arrays.listed import Listed
from interpreter.kernels.arrays.observing import Observing
from interpreter.kernels.arrays.rows import tallies
from interpreter.kernels.learning.action_learner import ActionLearner
from interpreter.kernels.learning.by_position import PositionPolicy
from interpreter.kernels.learning.position_learner import PositionLearner
from interpreter.kernels.learning.weighing import InPython
from interpreter.kernels.terms import Lists
from interpreter.learning.training import Training, new_weights
from interpreter.play.encoding import Encoding
from interpreter.play.luck import Draws, Seeds
from interpreter.play.policies import Lessons, Policies, weighs_positions
from interpreter.play.together import is_cooperative

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program

OPEN = ["tic-tac-toe", "othello", "nine-mens-morris", "pig"]
GAMES = [*OPEN, "kuhn-poker", "hearts", "trapper", "carcassonne", "rufus"]


class Student(InPython):
    """A policy that learns in Python, from games on the definitional engine."""

    def made(self, program: Program, encoding: Encoding) -> ActionLearner | PositionLearner:
        """Return the kernel of the policy."""
        make = PositionLearner if weighs_positions(program) else ActionLearner
        self.learner = make(self, program, encoding, Lists(), Lists())
        return self.learner

    def learn(self, engine: DefinitionalEngine, seeds: Seeds, lessons: Lessons) -> None:
        """Play a game and learn from it."""
        learner = self.learner
        learner.governs[:] = lessons.rate, lessons.trace
        learner.temperatures[:] = [lessons.temperature]
        key, game = Draws(seeds.luck, "policy").key, engine.begin(seeds.game)
        self.begin([0] * engine.program.players)
        learner.forget()
        while (decision := game.decision) is not None:
            game.play(decision.options[self.choose(game, decision, key)])
        self.look(game)
        learner.learn()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_listed_is_observed(name: str) -> None:
    """The list of numbers that are not 0 has exactly those of the observation as an array."""
    program = gamespec.load(name).program()
    encoding, position = Encoding(program, by_pick=True), list(program.start)
    listed, out = Listed(encoding.size, Lists()), array("f", bytes(4 * encoding.size))
    tally = [0] * tallies(encoding.size)
    dense = Observing(program, encoding, position, out, tally, Lists(), 1)
    sparse = Observing(program, encoding, position, listed.out, listed.tally, Lists(), 1, listed)
    game, draws = CompiledEngine(program, jobs=1).begin(1), Draws(1, "options")
    for _ in range(30):
        position[:] = game.position
        for seat in range(program.players):
            dense.write(seat, 0)
            listed.empty()
            sparse.write(seat, 0)
            count = listed.count[0]
            found = dict(zip(listed.indexes[:count], listed.out[:count], strict=True))
            assert found == {i: value for i, value in enumerate(out) if value}
        if game.over:
            break
        game.play(game.options[draws.below(len(game.options))])


@pytest.mark.parametrize("temperature", [0.0, 0.5])
@pytest.mark.parametrize("name", GAMES)
def test_both_engines_choose_alike(name: str, temperature: float) -> None:
    """A policy takes the same option in a module as in Python."""
    program = gamespec.load(name).program()
    weights = some_weights(2)
    engine = CompiledEngine(program, jobs=1)
    module, python = engine.weighing(weights), InPython(program, weights)
    taken, game = set[int](), engine.begin(0)
    for key in range(40):
        if (decision := game.decision) is None:
            game = engine.begin(key)
            continue
        told = [each.chosen(game, decision, key, temperature) for each in (module, python)]
        assert told[0] == told[1]
        taken.add(told[0])
        game.play(decision.options[told[0]])
    assert len(taken) > 1


@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("tic-tac-toe", 12),
        ("pig", 2),
        ("carcassonne", 1),
        ("ogallala", 1),
        ("kuhn-poker", 40),
        ("trapper", 1),
        ("rufus", 1),
        ("hearts", 1),
        ("hanabi", 3),
    ],
)
def test_both_engines_learn_alike(name: str, games: int) -> None:
    """After the same games, all weights are equal to the last bit."""
    program = gamespec.load(name).program()
    student, engine = Student(program, new_weights()), DefinitionalEngine(program)
    lessons = Lessons(0.1, 0.2, 0.8)
    learning = CompiledEngine(program, jobs=1).learning(new_weights())
    seeds = [Seeds.of(3, number) for number in range(games)]
    assert learning.learn(seeds, lessons) == 0
    for each in seeds:
        student.learn(engine, each, lessons)
    assert learning.weights == student.learner.weights
    assert any(learning.weights)


@pytest.mark.parametrize("name", ["trapper", "othello"])
def test_games_of_policies_are_those_that_policies_choose(name: str) -> None:
    """In whole games inside a module, each seat takes the options that its policy chooses step by step."""
    spec = gamespec.load(name)
    program = spec.program(players=max(each for each in spec.players if each < 4))
    engine, weights = CompiledEngine(program, jobs=2), (some_weights(1), some_weights(2))
    plays_by, temperatures = (1, -1, 0)[-program.players :], (0.3, 0.0, 0.3)[-program.players :]
    policies = Policies(weights, plays_by, temperatures)
    seeds = [Seeds.of(5, number) for number in range(6)]
    choosing = [InPython(program, each) for each in weights]

    for each, played in zip(seeds, engine.batch(seeds, policies=policies), strict=True):
        game, draws = engine.begin(each.game), Draws(each.luck, "policy")
        key = draws.key
        while (decision := game.decision) is not None:
            number = game.position[Head.DECISIONS] + 1
            by = plays_by[decision.player]
            if by < 0:
                draws.drawn = number - 1
                k = draws.below(len(decision.options))
            else:
                policy = choosing[by].policy
                policy.temperatures[0] = temperatures[decision.player]
                k = choosing[by].choose_by(game, decision, key, number)
            game.play(decision.options[k])
        assert played.result == game.result


def test_the_frequency_of_an_option_is_proportional_to_the_exponential_of_its_worth(
    game_of: Callable[[str], Spec],
) -> None:
    """Option i is taken with the probability exp(wᵢ / t) / Σ exp(wⱼ / t), by chi-squared."""
    program = game_of(CHOICE).program(players=2)
    weights = some_weights(4)
    engine = CompiledEngine(program, jobs=1)
    game = engine.begin(0)
    decision = game.decision
    assert decision is not None
    python = InPython(program, weights)
    python.chosen(game, decision, 0, 0.0)
    policy, worths = python.policy, list[float]()
    assert isinstance(policy, PositionPolicy)
    for k in range(len(decision.options)):
        python.look(game)
        assert python.answer(k)
        policy.look(decision.player)
        worths.append(policy.worth(decision.player))
    temperature, count = 1.0, 20_000
    shares = [exp(worth / temperature) for worth in worths]
    expected = [count * share / sum(shares) for share in shares]
    module, found = engine.weighing(weights), [0] * len(worths)
    for key in range(count):
        found[module.chosen(game, decision, Draws(key, "x").key, temperature)] += 1
    chi = sum((n - e) ** 2 / e for n, e in zip(found, expected, strict=True))
    assert chi < 29.6, (found, expected)  # 9 degrees of freedom, 1 in 2,000


CHOICE = """
    players: 2
    variables:
      left: {type: 0..2, start: 2}
      points: {per: player, type: 0..9, start: 0}
    actions:
      take: {with: {n: {from: 0..9}}, do: [{set: {'points[me]': n}}, {set: {left: left - 1}}]}
    phases:
      play: {turns: clockwise, until: left == 0, do: [{offer: [take]}]}
    score: 'points[player]'
"""
"""A game in which each player takes a number of points from 0 to 9, and the most points win."""


def test_what_is_best_is_learned(game_of: Callable[[str], Spec]) -> None:
    """Where one option is best whatever others do, it is learned.

    Who takes 9 is ahead of a random player in 9 of 10 games, and draws the others, which makes 19/20.
    """
    program = game_of(CHOICE).program(players=2)
    training = Training(program, CompiledEngine(program, jobs=1), seed=1)
    while training.games < 4_000:
        training.learn()
    found = training.against(games=2_000)
    # a share of 1 or, in one game of ten, of 1/2, so its standard deviation is √(0.9 · 0.1) / 2
    assert abs(fmean(found) - 0.95) < 4 * (0.9 * 0.1) ** 0.5 / 2 / len(found) ** 0.5
    assert training.faults == training.lost == 0


def test_training_repeats() -> None:
    """The same seed and number of games give the same weights, in whatever portions they are played."""
    program = gamespec.load("kuhn-poker").program()
    trainings = [Training(program, CompiledEngine(program, jobs=1), seed) for seed in (1, 1, 2)]
    for training, portion in zip(trainings, (1000, 7, 1000), strict=True):
        while training.games < 320:
            training.learn(min(portion, 320 - training.games))
    one, again, other = (training.weights for training in trainings)
    assert one == again != other


HEIGHTS = """
    players: 2
    spaces: {board: {grid: [3, 2]}}
    variables:
      height: {per: board, type: -200..2000000000, start: 0}
      left: {type: 0..8, start: 8}
    actions:
      raise:
        with: {cell: {from: board}, n: {from: 0..3}}
        do: [{set: {'height[cell]': '-150 if n == 0 else n * 600000000'}}, {set: {left: left - 1}}]
    phases:
      play: {turns: clockwise, until: left == 0, do: [{offer: [raise]}]}
    score: 'count(c in board: height[c] > 0) if player == seat(1) else count(c in board: height[c] < 0)'
"""
"""A game whose cells have more states than are told apart, and numbers of either sign."""


def test_states_of_cells_do_not_overflow(game_of: Callable[[str], Spec]) -> None:
    """Both engines choose and learn alike where what lies on a cell is a large number, or less than 0."""
    program = game_of(HEIGHTS).program(players=2)
    student, engine = Student(program, new_weights()), DefinitionalEngine(program)
    lessons, seeds = Lessons(0.1, 0.2, 0.8), [Seeds.of(3, number) for number in range(6)]
    learning = CompiledEngine(program, jobs=1).learning(new_weights())
    assert learning.learn(seeds, lessons) == 0
    for each in seeds:
        student.learn(engine, each, lessons)
    assert isinstance(student.learner, PositionLearner)
    assert student.learner.boards.folds
    assert learning.weights == student.learner.weights


SAFE = """
    players: 2
    variables:
      first: {type: 0..9}
      tried: {type: 0..2}
      is_open: {type: bool}
    actions:
      turn:
        with: {n: {from: 0..9}}
        do:
          - if: tried == 0
            then: [{set: {first: n}}]
            else: [{set: {is_open: first == 3 and n == 9}}]
          - set: {tried: tried + 1}
    phases:
      play: {turns: clockwise, until: tried == 2, do: [{offer: [turn]}]}
    end:
      won: {when: is_open, winner: players}
      lost: {when: tried == 2, winner: "filter(p in players: false)"}
"""
"""A game that two players win together, in one way of a hundred; it has no score."""


def test_what_wins_together_is_learned(game_of: Callable[[str], Spec]) -> None:
    """Players who win or lose together learn from that, even if there is no score."""
    program = game_of(SAFE).program(players=2)
    assert is_cooperative(program)
    training = Training(program, CompiledEngine(program, jobs=1), seed=1)
    while training.games < 4_000:
        training.learn()
    assert {*training.against(games=100)} == {1.0}
