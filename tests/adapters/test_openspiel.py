"""Tests for games of specifications in OpenSpiel, by its own suites and algorithms.

Values are published ones, or follow from arithmetic or from OpenSpiel's own games.
"""

from __future__ import annotations

import copy
import io
import math
import pickle
import subprocess
import sys
import unittest
from typing import TYPE_CHECKING, Any

import pytest
from games_of import STUMBLES
from long_checks import split

from gamespec import games, load
from gamespec.program.written import About, read, write
from interpreter import Fault

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.integration_tests import api_test  # noqa: E402 - needs OpenSpiel
from open_spiel.python.algorithms import cfr, exploitability  # noqa: E402
from open_spiel.python.algorithms.gambit import export_gambit  # noqa: E402
from open_spiel.python.algorithms.generate_playthrough import playthrough  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from interpreter.adapters.openspiel import register  # noqa: E402
from interpreter.schema import Schema  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gamespec import Spec

SMALL = {"kuhn-poker", "goofspiel", "tic-tac-toe"}

PAIRS = """
    game: pairs
    players: 2
    actions:
      guess: {with: {a: {from: 1..3}, b: {from: 1..2}}}
    phases:
      play: {do: [{for: {p: players}, do: [{offer: [guess], by: p}]}]}
    limit: {decisions: 2, then: draw}
"""
"""A game in which each of two players chooses one of 3 numbers and one of 2."""

TWO_FOR_ONE = """
    game: two-for-one
    players: 2
    actions:
      end: {}
    phases:
      play: {do: [{offer: [end], by: seat(1)}]}
    score: 2 if player == seat(1) else 0
    limit: {decisions: 1, then: rank}
"""
"""A game that ends with the scores 2 and 0."""


def loaded(*args: Any, **kwargs: Any) -> Any:
    """Return the game of OpenSpiel that `register` registers."""
    return pyspiel.load_game(register(*args, **kwargs))


def states(state: Any) -> Iterator[Any]:
    """Yield a state and all later ones."""
    yield state
    for action in state.legal_actions():
        yield from states(state.child(action))


def ids() -> list[str]:
    """Return the names of all shipped games."""
    return [str(getattr(each, "id", each)) for each in games()]


# --- OpenSpiel's suites ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", split(ids(), "openspiel", lambda name: name in SMALL, lambda name: name == "ogallala")
)
def test_random_games(name: str) -> None:
    """OpenSpiel's test of random games finds nothing wrong with any shipped game."""
    pyspiel.random_sim_test(loaded(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "name", split(ids(), "openspiel", lambda name: name == "pig", lambda name: name == "ogallala")
)
def test_random_games_by_pick(name: str) -> None:
    """The same holds if options are chosen by pick."""
    game = loaded(name, by_pick=True, name=f"by_pick_{name.replace('-', '_')}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def passes(base: type, game: Any, *left_out: str) -> None:
    """Check that a game passes OpenSpiel's suite `base`, except for the tests left out."""
    members = {"game": game, "game_name": game.get_type().short_name, **dict.fromkeys(left_out)}
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(type("Suite", (base,), members))
    result = unittest.TextTestRunner(stream=io.StringIO(), verbosity=0).run(suite)
    assert not result.failures + result.errors
    assert result.testsRun >= 4


@pytest.mark.parametrize(
    "name",
    split(
        [
            "kuhn-poker",
            "leduc-poker",
            "goofspiel+hidden-bids",
            "tic-tac-toe",
            "euchre",
            "hanabi",
        ],
        "openspiel",
        lambda name: name == "kuhn-poker",
    ),
)
def test_suite_of_sampled_states(name: str) -> None:
    """Sampled states keep OpenSpiel's contract, also about public and private observations."""
    passes(api_test.EnforceAPIOnPartialTreeBase, loaded(name))


@pytest.mark.long("openspiel")
def test_suite_without_private_observations() -> None:
    """The same holds if only an answer is secret, until all have answered, which positions do not show."""
    passes(api_test.EnforceAPIOnPartialTreeBase, loaded("goofspiel"), "test_private_information_contents")


@pytest.mark.parametrize(
    ("name", "theirs"),
    split(
        [("kuhn-poker", "kuhn_poker"), ("leduc-poker", "leduc_poker")],
        "openspiel",
        lambda name, _: name == "kuhn-poker",
    ),
)
def test_suite_of_all_states(name: str, theirs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All states keep the contract; there are as many states and information states as in OpenSpiel's game.

    One test needs information state tensors, which do not exist. The next test says the same of strings.
    """
    game = loaded(name, utility="zero-sum", name=f"zero_sum_{theirs}")
    for table in (api_test.TOTAL_NUM_STATES, api_test.PERFECT_RECALL_NUM_STATES):
        monkeypatch.setitem(table, f"zero_sum_{theirs}", table[theirs])
    passes(api_test.EnforceAPIOnFullTreeBase, game, "test_current_player_infosets_no_overlap_between_players")


@pytest.mark.parametrize(
    ("name", "options"),
    [("kuhn-poker", {}), ("goofspiel", {"cards": 2}), ("goofspiel+hidden-bids", {"cards": 2})],
)
def test_information_states(name: str, options: dict[str, int]) -> None:
    """Two information state strings are equal exactly if the players and what they were shown are equal."""
    found: dict[str, set[object]] = {}
    told: dict[object, set[str]] = {}
    for state in states(loaded(name, options=options).new_initial_state()):
        for player in (0, 1):
            text = state.information_state_string(player)
            own = player, state.situation.game.information_state(player)
            found.setdefault(text, set()).add(own)
            told.setdefault(own, set()).add(text)
    assert {len(each) for each in (*found.values(), *told.values())} == {1}


def test_playthrough() -> None:
    """A playthrough is the same with the same seed, and shows what a player is told."""
    text = register("kuhn-poker")
    first = playthrough(text, None, seed=7)
    assert first == playthrough(text, None, seed=7)
    assert "PublicObservationString()" in first
    assert 'InformationStateString(1) = "player: 2' in first


@pytest.mark.long("processes")
def test_exit() -> None:
    """A process that has registered a game ends without a crash."""
    code = "from interpreter.adapters.openspiel import register; register('tic-tac-toe')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- types ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "chance", "information", "utility", "numbers"),
    [
        ("tic-tac-toe", "DETERMINISTIC", "PERFECT", "ZERO_SUM", (9, 0, 9, -1, 1)),
        ("connect-four", "DETERMINISTIC", "PERFECT", "ZERO_SUM", (7, 0, 6 * 7, -1, 1)),
        ("hex", "DETERMINISTIC", "PERFECT", "ZERO_SUM", (121, 0, 121, -1, 1)),
        ("kuhn-poker", "EXPLICIT_STOCHASTIC", "IMPERFECT", "GENERAL_SUM", (4, 3, 3, -2, 2)),
        ("hanabi", "EXPLICIT_STOCHASTIC", "IMPERFECT", "IDENTICAL", None),
    ],
)
def test_types(
    name: str, chance: str, information: str, utility: str, numbers: tuple[int, ...] | None
) -> None:
    """Types say what the rules say: actions, outcomes of chance, the longest game, and the payoffs."""
    game = loaded(name)
    kind = game.get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert kind.chance_mode.name == chance
    assert kind.information.name == f"{information}_INFORMATION"
    assert kind.utility.name == utility
    assert not kind.provides_information_state_tensor
    assert numbers is None or numbers == (
        game.num_distinct_actions(), game.max_chance_outcomes(), game.max_game_length(), game.min_utility(),
        game.max_utility(),
    )  # fmt: skip


def test_parameters() -> None:
    """The number of players and the options are parameters, whose defaults are those of the specification."""
    text = register("goofspiel", players=3, options={"cards": 4, "prize_order": "descending"})
    assert text == "gamespec_goofspiel(cards=4,players=3,prize_order=descending)"
    game = pyspiel.load_game(text)
    # each player has 4 cards, and plays each of them once
    assert (game.num_players(), game.num_distinct_actions(), game.max_game_length()) == (3, 3 * 4, 3 * 4)
    assert pyspiel.load_game("gamespec_goofspiel").get_parameters()["cards"] == 13
    kind = game.get_type()
    assert (kind.min_num_players, kind.max_num_players) == (2, 6)


def test_kuhn_deals() -> None:
    """The first player is dealt one of three cards, the second one of the other two, each as likely."""
    state = loaded("kuhn-poker").new_initial_state()
    assert state.chance_outcomes() == [(card, 1 / 3) for card in range(3)]
    assert [state.action_to_string(card) for card in range(3)] == ["jack", "queen", "king"]
    state.apply_action(1)
    assert state.chance_outcomes() == [(0, 1 / 2), (2, 1 / 2)]


def test_outcomes_from_0() -> None:
    """The outcomes of a die are the numbers 1 to 6; their actions are counted from 0."""
    state = loaded("pig").new_initial_state()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert [action for action, _ in state.chance_outcomes()] == [0, 1, 2, 3, 4, 5]
    assert math.fsum(share for _, share in state.chance_outcomes()) == pytest.approx(1, abs=1e-15)
    assert [state.action_to_string(action) for action in range(6)] == ["1", "2", "3", "4", "5", "6"]


# --- states ---------------------------------------------------------------------------------------------


def test_observers() -> None:
    """An observer has the fields of the schema, by name; only supported kinds of observers exist."""
    game, schema = loaded("tic-tac-toe"), Schema(load("tic-tac-toe").compiled())
    state = game.new_initial_state()
    state.apply_action(4)
    observer = make_observation(game)
    observer.set_from(state, 1)
    assert {name: field.shape for name, field in observer.dict.items()} == {
        each.name: each.shape for each in schema.named
    }
    assert observer.tensor.tolist() == state.observation_tensor(1)
    assert observer.tensor.tolist() == schema.observe(state.situation.game, 1).tolist()
    kind = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    assert make_observation(game, kind) is None
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(game, params={"colour": "red"})


def test_public_and_private_observations() -> None:
    """In Kuhn's poker the own card is private, and what the players have bet is public."""
    game = loaded("kuhn-poker")
    state = game.new_initial_state()
    for action in (0, 1):  # the first player has the jack
        state.apply_action(action)
    nobody, alone = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    kinds = {
        "own": pyspiel.IIGObservationType(perfect_recall=False, private_info=alone),
        "public": pyspiel.IIGObservationType(perfect_recall=False, private_info=nobody),
        "private": pyspiel.IIGObservationType(perfect_recall=False, public_info=False, private_info=alone),
    }
    own, public, private = (
        set(make_observation(game, kind).string_from(state, 0).split("\n")) for kind in kinds.values()
    )
    assert private == {"hand[p1]: jack"}
    assert "chips: 1, 1, 2" in public
    assert own - public == {"player: 1"} | private


def test_by_pick(game_of: Callable[[str], Spec]) -> None:
    """By pick, a choice of two values is two actions, and only who chooses knows the first of them."""
    game = loaded(game_of(PAIRS), by_pick=True)
    assert game.num_distinct_actions() == 3 + 2
    assert len([state for state in states(game.new_initial_state()) if state.is_terminal()]) == 6**2
    state = game.new_initial_state()
    before = [state.information_state_string(player) for player in (0, 1)]
    state.apply_action(1)
    after = [state.information_state_string(player) for player in (0, 1)]
    assert (state.current_player(), state.legal_actions()) == (0, [3, 4])
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, True]
    state.apply_action(3)
    assert state.current_player() == 1


def test_copies() -> None:
    """A clone, a deep copy, a pickle and a serialized state are equal to the state, and independent of it."""
    game = loaded("leduc-poker")
    state = game.new_initial_state()
    for action in (0, 1, 1):
        state.apply_action(action)
    _, read_back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    copies = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), read_back]  # noqa: S301
    text, told = str(state), state.information_state_string(1)
    state.apply_action(2)
    for each in copies:
        assert (str(each), each.information_state_string(1), each.history()) == (text, told, [0, 1, 1])
        each.apply_action(2)
        assert str(each) == str(state)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)  # noqa: S301


def test_programs_without_names() -> None:
    """A program that was read from a file has no names, and plays the same."""
    compiled = load("kuhn-poker").compiled()
    program = read(write(compiled.program, About("kuhn", {}, ""))).program
    game = loaded(program, name="nameless")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert len(list(states(game.new_initial_state()))) == sum(api_test.TOTAL_NUM_STATES["kuhn_poker"])
    with pytest.raises(ValueError, match="the players and options of a program are fixed"):
        register(program, players=2, name="nameless")


# --- what is refused ------------------------------------------------------------------------------------


def test_illegal_actions() -> None:
    """An action that is not legal raises and changes nothing, also at a chance node and at the end."""
    state = loaded("kuhn-poker").new_initial_state()
    for action in (0, 1, 0, 0):
        before = str(state), state.history()
        with pytest.raises(ValueError, match="99 is not one of the"):
            state.apply_action(99)
        assert (str(state), state.history()) == before
        state.apply_action(action)
    assert state.is_terminal()
    with pytest.raises(ValueError, match="0 is not one of the"):
        state.apply_action(0)


def test_faults(game_of: Callable[[str], Spec]) -> None:
    """An action that leads to a fault of the game raises it and changes nothing."""
    state = loaded(game_of(STUMBLES), name="stumbles").new_initial_state()
    for _ in range(4):
        state.apply_action(1)
    before = str(state)
    with pytest.raises(Fault):
        state.apply_action(1)
    assert str(state) == before


def test_wrong_utility(game_of: Callable[[str], Spec]) -> None:
    """A result that contradicts the utility raises; without it, the game has a general sum."""
    spec = game_of(TWO_FOR_ONE)
    assert loaded(spec).get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    for utility in ("zero-sum", "identical"):
        state = loaded(spec, utility=utility, name=f"as_{utility[:4]}").new_initial_state()
        with pytest.raises(ValueError, match=rf"not {utility}: a game ends with the scores \[2, 0\]"):
            state.apply_action(0)
        assert not state.is_terminal()
    with pytest.raises(ValueError, match="`zero` is no utility; there are zero-sum, identical, general-sum"):
        register(spec, utility="zero")  # type: ignore[arg-type]


def test_names(game_of: Callable[[str], Spec]) -> None:
    """A name stands for one game, and is an identifier."""
    assert register("tic-tac-toe") == register(load("tic-tac-toe")) == "gamespec_tic_tac_toe"
    for again in (
        lambda: register("hex", name="gamespec_tic_tac_toe"),
        lambda: register("hex", name="chess"),
    ):
        with pytest.raises(ValueError, match="OpenSpiel has another game"):
            again()
    with pytest.raises(ValueError, match="OpenSpiel has another game"):
        register("tic-tac-toe", by_pick=True)
    with pytest.raises(ValueError, match="`a b` is not an identifier"):
        register(game_of(PAIRS), name="a b")


# --- regret minimization --------------------------------------------------------------------------------


def solved(name: str, iterations: int) -> tuple[float, float]:
    """Return the value of a game for the first player, and the exploitability, after CFR+ on its tree."""
    tree = pyspiel.load_efg_game(export_gambit(loaded(name, utility="zero-sum", name=f"solved_{name[:4]}")))
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0]  # noqa: FBT003 - its API
    return value, pyspiel.exploitability(tree, policy)


def test_kuhn_is_worth_a_loss_of_one_eighteenth() -> None:
    """The first player of Kuhn's poker loses 1/18 (Kuhn, "A simplified two-person poker", 1950)."""
    value, left = solved("kuhn-poker", 500)
    assert value == pytest.approx(-1 / 18, abs=1e-4)
    assert left < 1e-3


@pytest.mark.long("openspiel")
def test_leduc_is_worth_a_loss_of_0_0856() -> None:
    """The first player of Leduc poker loses 0.0856.

    The value is that of Southey et al., "Bayes' bluff", 2005, as OpenSpiel's tests of its game have it.
    """
    value, left = solved("leduc-poker", 500)
    assert value == pytest.approx(-0.0856, abs=1e-4)
    assert left < 2e-3


@pytest.mark.parametrize(
    ("solver", "exploitable", "iterations"),
    [
        (pyspiel.CFRSolver, pyspiel.exploitability, 10),
        pytest.param(cfr.CFRSolver, exploitability.exploitability, 50, marks=pytest.mark.long("openspiel")),
    ],
    ids=["c++", "python"],
)
def test_as_hard_to_exploit_as_theirs(
    solver: Callable[[Any], Any], exploitable: Callable[[Any, Any], float], iterations: int
) -> None:
    """After equally many iterations, strategies are as exploitable as in OpenSpiel's own Kuhn poker."""
    found = []
    for game in (loaded("kuhn-poker", utility="zero-sum", name="own_kuhn"), pyspiel.load_game("kuhn_poker")):
        solving = solver(game)
        for _ in range(iterations):
            solving.evaluate_and_update_policy()
        found.append(exploitable(game, solving.average_policy()))
    assert found[0] == pytest.approx(found[1], rel=1e-9)
