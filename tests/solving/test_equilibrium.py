"""Equilibria of small games with hidden information have the values and mixtures that are known of them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from asserted import asserted
from games.test_regret import Node, Strategy, best_response, tree, value
from games_of import game_of

import gamespec
from interpreter import asides
from interpreter.engines import best
from interpreter.kernels.solving import minimizing
from interpreter.play.search import Reward
from interpreter.solving.equilibrium import Equilibrium, Unsolvable, equilibrium
from interpreter.solving.growing import grown, history
from interpreter.solving.minimizer import Minimizer
from interpreter.solving.sizing import estimated

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from interpreter.solving.sequences import InformationSet, Sequences

__all__ = ["game_of"]

ODDS = """
    players: 2
    variables:
      fingers: {per: player, type: 0..2, seen_by: owner}
      won: {per: player, type: -4..4}
    actions:
      show: {with: {n: {from: 1..2}}, do: [{set: {"fingers[me]": n}}]}
    phases:
      play:
        do:
          - {offer: [show], by: players}
          - let: {all: "sum(p in players: fingers[p])"}
          - let: {odd: "all if all % 2 == 1 else -all"}
          - set: {"won[seat(1)]": odd, "won[seat(2)]": -odd}
    score: "won[player]"
    limit: {decisions: 2, then: rank}
"""
"""Two players show one or two fingers at once. The sum is what player 1 wins if it is odd, else player 2."""

FISTS = """
    players: 2
    enums: {sign: [rock, paper, scissors]}
    variables: {shown: {per: player, type: sign, start: rock, seen_by: owner}}
    functions:
      beats: {with: {a: sign, b: sign}, is: "number(a) - number(b) in {1, -2}"}
    actions:
      show: {with: {s: {from: sign}}, do: [{set: {"shown[me]": s}}]}
    phases: {play: {do: [{offer: [show], by: players}]}}
    end:
      first: {when: "beats(shown[seat(1)], shown[seat(2)])", winner: seat(1)}
      second: {when: "beats(shown[seat(2)], shown[seat(1)])", winner: seat(2)}
    limit: {decisions: 2, then: draw}
"""


def options_in(found: Equilibrium, program: Any, at: InformationSet) -> dict[tuple[object, ...], float]:
    """Return the probability of each option of an information set, by its values."""
    engine = best(program, 1, steps=True).make(program)
    values = {option.number: option.values for option in history(engine, at.steps).options}
    return {values[n]: share for n, share in zip(at.options, found.strategy(at), strict=True)}


def test_odds_and_evens(game_of: Callable[[str], Spec]) -> None:
    """Both players show one finger with probability 7/12, and player 1 wins 1/12.

    If player 2 shows one finger with probability q, player 1 wins -2q + 3(1 - q) by one finger and 3q -
    4(1 - q) by two. These are equal if q = 7/12, and are 1/12 then. The matrix is symmetric, so p = q. The
    example is from T. Ferguson, "Game Theory", II 1.1.
    """
    program = game_of(ODDS).program()
    found = equilibrium(program, within=1e-4)
    assert found.reward == Reward.SCORES
    assert found.values == pytest.approx((1 / 12, -1 / 12), abs=2e-4)
    assert found.sequences.nodes == 1 + 2 + 4
    for sets in found.sequences.sets:
        (only,) = sets  # player 2 does not see what player 1 shows
        assert options_in(found, program, only) == pytest.approx({(1,): 7 / 12, (2,): 5 / 12}, abs=2e-3)


def test_rock_paper_scissors(game_of: Callable[[str], Spec]) -> None:
    """Each sign is shown with probability 1/3, and each set is reached in every game."""
    program = game_of(FISTS).program()
    found = equilibrium(program, within=1e-4)
    assert found.reward == Reward.SCORES
    assert found.values == pytest.approx((0, 0), abs=1e-4)
    assert found.reached == ([1.0], [pytest.approx(1.0)])
    for sets in found.sequences.sets:
        assert found.strategy(sets[0]) == pytest.approx([1 / 3] * 3, abs=1e-3)


def test_kuhn_poker() -> None:
    """The first player loses 1/18, and the strategies are those of the equilibria that Kuhn lists.

    Player 1 bets a jack with a probability a of at most 1/3, and a king three times as often. After a check
    and a bet, player 1 calls with a queen with probability a + 1/3. Player 2 has one strategy: to bet a jack
    after a check, and call with a queen, with probability 1/3 (H. Kuhn, "A simplified two-person poker",
    1950). There are 12 information sets; the tree has 24 decisions and 30 endings.
    """
    program = gamespec.load("kuhn-poker").program()
    found = equilibrium(program, within=1e-5)
    (low, high), _ = found.bounds
    assert low <= -1 / 18 <= high
    assert high - low < 1e-4
    assert [len(sets) for sets in found.sequences.sets] == [6, 6]
    assert (found.sequences.decisions, found.sequences.endings) == (24, 30)
    engine = best(program, 1, steps=True).make(program)
    chances: dict[tuple[int, str, int], float] = {}
    for at in found.sequences.all_sets():
        game = history(engine, at.steps)
        own = next(c for zone in game.observation(at.player).zones for c in zone if c >= 0)
        chances[own, "bets" if at.options == (0, 1) else "calls", at.player] = found.strategy(at)[1]
    jack, queen, king = range(3)
    bluffs = chances[jack, "bets", 0]
    assert 0 <= bluffs <= 1 / 3 + 0.01
    assert chances[king, "bets", 0] == pytest.approx(3 * bluffs, abs=0.01)
    assert chances[queen, "calls", 0] == pytest.approx(bluffs + 1 / 3, abs=0.01)
    assert chances[jack, "bets", 1] == pytest.approx(1 / 3, abs=0.01)
    assert chances[queen, "calls", 1] == pytest.approx(1 / 3, abs=0.01)
    assert chances[king, "calls", 1] == pytest.approx(1, abs=0.01)


def test_leduc_poker() -> None:
    """The first player loses 0.0856, in 936 information sets, as published for Leduc poker."""
    found = equilibrium(gamespec.load("leduc-poker").program())
    assert sum(map(len, found.sequences.sets)) == 936
    assert found.exploitability < 1e-3
    assert found.values[0] == pytest.approx(-0.0856, abs=2e-3)


@pytest.mark.parametrize(("ours", "theirs"), [("kuhn-poker", "kuhn_poker"), ("leduc-poker", "leduc_poker")])
def test_iterations_are_those_of_openspiel(ours: str, theirs: str) -> None:
    """After equally many iterations, our plans are as exploitable as those of OpenSpiel's CFR+."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game = pyspiel.load_game(theirs)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    expected = pyspiel.exploitability(game, solver.tabular_average_policy())
    found = equilibrium(gamespec.load(ours).program(), within=0, iterations=30)
    assert found.exploitability == pytest.approx(expected, rel=1e-6)


def sequences_of(name: str, options: dict[str, int]) -> Sequences:
    """Return the sequence form of a shipped game."""
    program = gamespec.load(name).program(2, options)
    return grown(best(program, 1, steps=True).make(program), 100_000)


def at_random(name: str, options: dict[str, int], sequences: Sequences) -> tuple[Strategy, list[list[float]]]:
    """Return random behaviour by information states, and the same as plans."""
    luck = random.Random(1)  # noqa: S311 - nothing secret
    program = gamespec.load(name).program(2, options)
    engine, strategy = best(program, 1, steps=True).make(program), Strategy()
    plans = [[1.0] * count for count in sequences.counts]
    for at in sequences.all_sets():
        game = history(engine, at.steps)
        weights = {number: luck.choice([0.0, luck.random(), 1.0]) for number in at.options}
        weights[at.options[-1]] += 0.1
        whole = sum(weights.values())
        numbers = [option.number for option in game.options]
        strategy[game.information_state(at.player)] = [weights[number] / whole for number in numbers]
        for k, number in enumerate(at.options):
            plans[at.player][at.first + k] = plans[at.player][at.leads] * weights[number] / whole
    return strategy, plans


@pytest.mark.parametrize(
    ("name", "options"), [("kuhn-poker", {}), ("liars-dice", {"faces": 2}), ("leduc-poker", {"raises": 1})]
)
@pytest.mark.parametrize("inside", [True, False])
def test_best_responses_are_those_of_the_tree(
    name: str,
    options: dict[str, int],
    inside: bool,  # noqa: FBT001 - a parameter of the test
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Random plans are worth what they are in the whole tree, and so are the best responses to them."""
    if not inside:
        monkeypatch.setattr(asides, "aside", lambda *_: None)
    sequences, root = sequences_of(name, options), tree(name, **options)
    strategy, plans = at_random(name, options, sequences)
    minimizer = Minimizer(sequences, Reward.SCORES)
    minimizer.evaluate((plans[0], plans[1]))
    found = minimizer.responses()
    assert found.value == pytest.approx(value(root, strategy))
    for player in (0, 1):
        assert found.best[player] == pytest.approx(best_response(root, strategy, player))
    assert nodes(root) == sequences.nodes


def nodes(of: Node) -> int:
    """Return the number of nodes of a tree."""
    return 1 + sum(map(nodes, of.children))


def test_a_module_computes_what_python_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Iterations in CPython violate no assertion, and give the plans of a module to the last bit."""
    program = gamespec.load("liars-dice").program(2, {"faces": 2})
    in_module = equilibrium(program, within=0, iterations=40)
    monkeypatch.setattr(asides, "aside", lambda *_: None)
    with asserted([minimizing]):
        in_python = equilibrium(program, within=0, iterations=40)
    assert in_python.plans == in_module.plans
    assert in_python.responses == in_module.responses


def test_games_that_are_not_solved() -> None:
    """Games for three, cooperative games, large trees, and scores that do not add up are refused."""
    with pytest.raises(Unsolvable, match="for two players, and here are 3"):
        equilibrium(gamespec.load("goofspiel").program(3))
    with pytest.raises(Unsolvable, match="both players win or lose together"):
        equilibrium(gamespec.load("hanabi").program(2))
    with pytest.raises(Unsolvable, match="more than 2,000,000 nodes, about 200,000,000 by") as refused:
        equilibrium(gamespec.load("liars-dice").program(2, {"dice": 2}))
    assert refused.value.cure == "choose options that make the game smaller"
    with pytest.raises(Unsolvable, match="more than 50 nodes"):
        equilibrium(gamespec.load("kuhn-poker").program(), most=50)
    with pytest.raises(Unsolvable, match="add up to 0 in one ending and to 3 in another"):
        equilibrium(gamespec.load("goofspiel").program(2, {"cards": 2}), reward=Reward.SCORES)


def test_places_count_where_scores_do_not_add_up() -> None:
    """In goofspiel nobody may get a prize, so wins and losses count; the players have the same chances."""
    found = equilibrium(gamespec.load("goofspiel").program(2, {"cards": 3}))
    assert found.reward == Reward.PLACES
    assert found.values == pytest.approx((0, 0), abs=2e-3)


def test_sizes_are_estimated(game_of: Callable[[str], Spec]) -> None:
    """Where all descents are alike, the estimate is the number of nodes: 1 + 3 + 9 for two signs."""
    program = game_of(FISTS).program()
    assert estimated(best(program, 1, steps=True).make(program)) == 13


def test_an_interrupt_leaves_what_was_found() -> None:
    """After an interrupt between iterations, the plans of the iterations so far are returned."""

    def told(iterations: int, _: float) -> None:
        if iterations >= 8:
            raise KeyboardInterrupt

    program = gamespec.load("kuhn-poker").program()
    found = equilibrium(program, within=0, told=told)
    assert found.interrupted
    assert found.iterations == 8
    assert found.plans == equilibrium(program, within=0, iterations=8).plans
