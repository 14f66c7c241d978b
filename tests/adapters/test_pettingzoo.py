"""PettingZoo's environments: masks, rewards, secret decisions, and episodes that are games of the engine."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from games_of import STUMBLES
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from gamespec import Program, Spec, load
from gamespec.program.written import About, read, write
from interpreter.adapters.pettingzoo import GameParallelEnv, aec_env, parallel_env
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds

THREE = {"cards": 3, "prize_order": "descending"}
"""Options of goofspiel: prizes of 3, 2, 1, in this order."""


def legal(observation: dict[str, Any]) -> list[int]:
    """Return the actions that a mask allows."""
    return [int(action) for action in np.flatnonzero(observation["action_mask"])]


# --- Rewards, masks and actions -----------------------------------------------------------------------------


def played(env: Any, actions: list[int], seed: int = 0) -> dict[str, float]:
    """Take actions in turn, and return the rewards at the end."""
    env.reset(seed=seed)
    for action in actions:
        env.step(action)
    assert all(env.terminations.values())
    return dict(env.rewards)


def test_masks() -> None:
    """All nine cells are legal at first; then the first player's cell no longer is. Others have no action."""
    env = aec_env("tic-tac-toe")
    env.reset()
    assert legal(env.observe("player_1")) == [*range(9)]
    assert legal(env.observe("player_2")) == []
    env.step(4)
    assert env.agent_selection == "player_2"
    assert legal(env.observe("player_2")) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert legal(env.observe("player_1")) == []
    assert env.unwrapped.schema.label(4) == "choose_cell(cell=b2)"


def test_rewards_of_a_row() -> None:
    """A row of three wins: scores are 1 and -1, margins 2 and -2, and places 1 and 0."""
    row = [0, 3, 1, 4, 2]
    assert played(aec_env("tic-tac-toe"), row) == {"player_1": 1, "player_2": -1}
    assert played(aec_env("tic-tac-toe", rewards="margins"), row) == {"player_1": 2, "player_2": -2}
    assert played(aec_env("tic-tac-toe", rewards="places"), row) == {"player_1": 1, "player_2": 0}
    draw = [0, 1, 2, 4, 3, 5, 7, 6, 8]
    assert played(aec_env("tic-tac-toe"), draw) == {"player_1": 0, "player_2": 0}
    assert played(aec_env("tic-tac-toe", rewards="places"), draw) == {"player_1": 0.5, "player_2": 0.5}


def test_rewards_of_kuhn_poker() -> None:
    """A bet that is not called wins the other's one chip; two checks win or lose one, and a call two."""
    check, bet, fold, call = range(4)
    env = aec_env("kuhn-poker")
    assert [env.unwrapped.schema.label(action) for action in range(4)] == ["check", "bet", "fold", "call"]
    for seed in range(6):
        assert played(env, [bet, fold], seed) == {"player_1": 1, "player_2": -1}
        assert played(env, [check, bet, fold], seed) == {"player_1": -1, "player_2": 1}
        shown = played(env, [check, check], seed)
        assert {*shown.values()} == {1, -1}
        assert played(env, [bet, call], seed) == {agent: 2 * won for agent, won in shown.items()}


def test_players_who_bid_at_once() -> None:
    """Both bid in one step, and their bids count: 3 and 1 for the 3, 2 and 3 for the 2, 1 and 2 for the 1.

    The last cards play themselves. So the first player wins 3, and the second 2 + 1.
    """
    env = parallel_env("goofspiel", options=THREE)
    observed, _ = env.reset()
    labels = {env.schema.label(action): action for action in range(6)}
    one = {n: labels[f"bid(card=p1_{n})"] for n in (1, 2, 3)}
    two = {n: labels[f"bid(card=p2_{n})"] for n in (1, 2, 3)}
    assert [legal(observed[agent]) for agent in env.agents] == [[*one.values()], [*two.values()]]
    observed, rewards, ended, cut, _ = env.step({"player_1": one[3], "player_2": two[1]})
    assert [legal(observed[agent]) for agent in env.agents] == [[one[1], one[2]], [two[2], two[3]]]
    assert (rewards, any(ended.values())) == ({"player_1": 0, "player_2": 0}, False)
    observed, rewards, ended, cut, _ = env.step({"player_1": one[2], "player_2": two[3]})
    assert rewards == {"player_1": 3, "player_2": 3}
    assert all(ended.values())
    assert not any(cut.values())
    assert env.agents == []
    assert all(legal(each) == [6] for each in observed.values())


def test_others_wait() -> None:
    """While one player decides, the others can only wait, which the decider cannot."""
    env = parallel_env("tic-tac-toe")
    observed, _ = env.reset()
    assert legal(observed["player_1"]) == [*range(9)]
    assert legal(observed["player_2"]) == [9]
    with pytest.raises(ValueError, match=r"`player_2` cannot take action 4; legal: 9 \(wait\)"):
        env.step({"player_1": 0, "player_2": 4})
    with pytest.raises(ValueError, match="`player_1` cannot take action 9"):
        env.step({"player_1": 9, "player_2": 9})
    with pytest.raises(ValueError, match="player_1, player_2 must act, not player_1"):
        env.step({"player_1": 0})
    assert env.game.branching == 9


def passing() -> int:
    """Return the seed of a run whose first game of hearts begins with passing cards, which chance decides."""
    env = aec_env("hearts")
    for seed in range(20):
        env.reset(seed=seed)
        if "pass" in env.unwrapped.schema.label(legal(env.last()[0])[0]):
            return seed
    raise AssertionError


def test_three_cards_by_three_actions() -> None:
    """By pick, a player passes three of 17 cards by three actions, and observes those taken so far.

    The cards are in order, so the first is one of 15. The action of the game, which is the only one, counts
    as taken. In parallel, all three players take the same steps.
    """
    seed, env = passing(), aec_env("hearts")
    env.reset(seed=seed)
    picked = env.unwrapped.schema.of("picked")[0]
    for agent in env.possible_agents:
        for taken in range(3):
            assert env.agent_selection == agent
            observed = env.observe(agent)
            assert taken > 0 or len(legal(observed)) == 15
            assert observed["observation"][picked.at :][: picked.size].sum() == 1 + taken
            env.step(legal(observed)[0])
    parallel = parallel_env("hearts")
    everybody, _ = parallel.reset(seed=seed)
    for _ in range(3):
        assert all("pass" in parallel.schema.label(legal(everybody[each])[0]) for each in parallel.agents)
        everybody, *_ = parallel.step({agent: legal(everybody[agent])[0] for agent in parallel.agents})
    assert [*parallel.game.position] == [*env.unwrapped.game.position]


# --- Episodes are games of the engine -----------------------------------------------------------------------


@pytest.mark.parametrize("by_pick", [False, True])
@pytest.mark.parametrize("name", ["euchre", "leduc-poker", "tic-tac-toe"])
def test_episodes_are_games_of_a_run(name: str, by_pick: bool) -> None:  # noqa: FBT001 - a parameter
    """The first two episodes are games 0 and 1 of the run; the same options lead to the same positions."""
    env, luck = aec_env(name, by_pick=by_pick), np.random.default_rng(1)
    engine = CompiledEngine(load(name).program())
    for number in range(2):
        env.reset(seed=7 if number == 0 else None)
        game = engine.begin(Seeds.of(7, number).game)
        spelled: list[int] = []
        while not env.unwrapped.game.over:
            spelled.append(int(luck.choice(legal(env.last()[0]))))
            before = [*env.unwrapped.game.position]
            env.step(spelled[-1])
            if [*env.unwrapped.game.position] != before:
                schema = env.unwrapped.schema
                taken = [o for o in game.options if is_spelled(schema.actions.spelled(o), spelled)]
                assert len(taken) == 1
                game.apply(taken[0])
                spelled = []
            assert [*game.position] == [*env.unwrapped.game.position]
        assert game.result is not None
        assert tuple(env.rewards.values()) == game.result.scores


def is_spelled(actions: tuple[int, ...], by: list[int]) -> bool:
    """Return whether an option can be spelled by some actions, which may leave out those that are forced."""
    left = iter(actions)
    return all(action in left for action in by)


@pytest.mark.parametrize(("name", "players"), [("goofspiel", 3), ("hearts", 3), ("liars-dice", 2)])
def test_parallel_is_the_same_game_in_turns(name: str, players: int) -> None:
    """The actions of a parallel episode, taken in turn, lead to the same observations and rewards."""
    turns, luck = aec_env(name, players), np.random.default_rng(2)
    parallel = parallel_env(name, players)
    turns.reset(seed=3)
    observed, _ = parallel.reset(seed=3)
    rewards: dict[str, float] = {}
    while parallel.agents:
        acting = [agent for agent in parallel.agents if not observed[agent]["action_mask"][-1]]
        chosen = dict.fromkeys(parallel.agents, parallel.schema.actions.size)
        pending, latest = acting, observed
        by_agent: dict[str, list[int]] = {agent: [] for agent in acting}
        while parallel.agents and pending:
            for agent in pending:
                chosen[agent] = int(luck.choice(legal(latest[agent])))
                by_agent[agent].append(chosen[agent])
            position = [*parallel.game.position]
            latest, rewards, *_ = parallel.step(chosen)
            chosen = dict.fromkeys(chosen, parallel.schema.actions.size)
            same = position == [*parallel.game.position]
            pending = [a for a in parallel.agents if same and not latest[a]["action_mask"][-1]]
        for agent in acting:
            assert turns.agent_selection == agent
            np.testing.assert_array_equal(turns.observe(agent)["observation"], observed[agent]["observation"])
            for action in by_agent[agent]:
                turns.step(action)
        observed = latest
    assert rewards == turns.rewards


def test_seeds_repeat() -> None:
    """The same seed begins the same episodes; without one, they differ from environment to environment."""

    def deals(seed: int | None) -> list[list[int]]:
        env, found = aec_env("leduc-poker"), []
        for number in range(3):
            env.reset(seed=seed if number == 0 else None)
            found.append([*env.unwrapped.game.position])
        return found

    assert deals(5) == deals(5)
    assert deals(5)[0] != deals(5)[1]
    assert deals(None) != deals(None)


# --- Players who decide together ----------------------------------------------------------------------------

IN_ROUNDS = """
    players: 2
    variables:
      left: {per: player, type: 0..2, start: 1}
      got: {per: player, type: 0..9, start: 0}
    actions:
      take: {with: {n: {from: "1..left[me]"}}, do: [{set: {"got[me]": "got[me] + n"}}]}
    phases:
      play:
        do:
          - for: {first: players}
            do:
              - for: {p: players}
                do: [{set: {"left[p]": "2 if p == first else FEWER"}}]
              - {offer: [take], by: players, HOW}
    score: 'got[player]'
    limit: {decisions: 20, then: rank}
"""
"""Two rounds, in each of which one of the players has two options, and the other `FEWER`."""


@pytest.mark.parametrize(("fewer", "how"), [("1", "ask: choice"), ("0", "otherwise: []")])
def test_a_round_is_a_step(game_of: Callable[[str], Spec], fewer: str, how: str) -> None:
    """Players who have no choice are not asked, and decisions of different rounds are never in one step.

    In the first round only the first player can choose, in the second only the second one. The others take
    what is left to them, 1 or nothing.
    """
    env = parallel_env(game_of(IN_ROUNDS.replace("FEWER", fewer).replace("HOW", how)))
    observed, _ = env.reset()
    assert [legal(observed[agent]) for agent in env.agents] == [[0, 1], [2]]
    observed, *_ = env.step({"player_1": 1, "player_2": 2})
    assert [legal(observed[agent]) for agent in env.agents] == [[2], [0, 1]]
    _, rewards, *_ = env.step({"player_1": 2, "player_2": 0})
    assert rewards == {"player_1": 2 + int(fewer), "player_2": 1 + int(fewer)}
    assert env.agents == []


def test_one_option_is_asked_always(game_of: Callable[[str], Spec]) -> None:
    """Without `ask: choice`, both players are asked in both rounds, also for a single option."""
    env = parallel_env(game_of(IN_ROUNDS.replace("FEWER", "1").replace(", HOW", "")))
    observed, _ = env.reset()
    assert [legal(observed[agent]) for agent in env.agents] == [[0, 1], [0]]
    observed, *_ = env.step({"player_1": 0, "player_2": 0})
    assert [legal(observed[agent]) for agent in env.agents] == [[0], [0, 1]]


# --- What is refused ----------------------------------------------------------------------------------------


def test_illegal_actions() -> None:
    """An illegal action is refused with the legal ones, and changes nothing."""
    env = aec_env("tic-tac-toe")
    env.reset()
    env.step(0)
    for action in (0, 9, -1, None):
        with pytest.raises(ValueError, match=rf"`tic_tac_toe_v0`: `player_2` cannot take action {action}; "):
            env.step(action)
    env.step(1)
    assert env.agent_selection == "player_1"


def test_illegal_actions_that_lose() -> None:
    """With `TerminateIllegalWrapper` or `illegal_reward`, an illegal action ends the game."""
    env = TerminateIllegalWrapper(aec_env("tic-tac-toe"), illegal_reward=-3)
    assert played(env, [0, 0]) == {"player_1": 0, "player_2": -3}
    parallel = parallel_env("tic-tac-toe", illegal_reward=-3)
    parallel.reset()
    _, rewards, ended, cut, _ = parallel.step({"player_1": 9, "player_2": 9})
    assert rewards == {"player_1": -3, "player_2": 0}
    assert all(ended.values())
    assert not any(cut.values())
    assert parallel.agents == []
    with pytest.raises(ValueError, match="call `reset`"):
        parallel.step({})


def test_a_fault_is_raised(game_of: Callable[[str], Spec]) -> None:
    """A fault is raised with a note in the author's words, and the game stays as it was."""
    env, parallel = aec_env(game_of(STUMBLES)), parallel_env(game_of(STUMBLES))
    env.reset()
    parallel.reset()
    for action in (2, 2, 1):  # they take 3, 3 and 2 of 9
        env.step(action)
        parallel.step(alone(parallel, action))
    before = [*env.unwrapped.game.position]
    with pytest.raises(Fault) as raised:
        env.step(2)
    assert "game.yaml:" in raised.value.__notes__[0]
    assert "`left`" in raised.value.__notes__[0]
    assert [*env.unwrapped.game.position] == before
    with pytest.raises(Fault):
        parallel.step(alone(parallel, 2))
    env.step(0)
    assert all(env.terminations.values())
    _, _, ended, _, _ = parallel.step(alone(parallel, 0))
    assert all(ended.values())


def alone(env: GameParallelEnv, action: int) -> dict[str, int]:
    """Return the actions of all agents if one decides."""
    wait = env.schema.actions.size
    return {agent: action if seat == env.game.player else wait for seat, agent in enumerate(env.agents)}


def test_a_game_that_is_cut_off(game_of: Callable[[str], Spec]) -> None:
    """A game that its limit truncates is truncated for all agents, and so is one after `max_cycles` steps."""
    spec = game_of(STUMBLES.replace("decisions: 20, then: rank", "decisions: 1, then: truncate"))
    env = aec_env(spec, rewards="places")
    env.reset()
    env.step(3)
    assert [*env.truncations.values()] == [True, True]
    assert [*env.terminations.values()] == [False, False]
    assert [*env.rewards.values()] == [0.5, 0.5]
    parallel = parallel_env("tic-tac-toe", max_cycles=1)
    parallel.reset()
    _, rewards, ended, cut, _ = parallel.step({"player_1": 0, "player_2": 9})
    assert ([*rewards.values()], [*ended.values()], [*cut.values()]) == ([0, 0], [False] * 2, [True] * 2)


MAY_END_AT_ONCE = """
    players: 2
    variables: {left: {type: 0..1, start: 0}}
    setup:
      - random: {die: {from: 0..1}}
      - set: {left: die}
    actions:
      take: {do: [{set: {left: left - 1}}]}
      pass: {}
    phases:
      play: {turns: clockwise, until: left == 0, do: [{offer: [take, pass]}]}
    score: 'left'
    limit: {decisions: 20, then: rank}
"""
"""A game that is over after its set-up if chance says so."""


def test_a_game_without_decisions(game_of: Callable[[str], Spec]) -> None:
    """A game that ends in its set-up is over after `reset`, and after one parallel step."""
    spec = game_of(MAY_END_AT_ONCE)
    env, parallel = aec_env(spec), parallel_env(spec)
    seed = next(
        seed for seed in range(40) if CompiledEngine(spec.program()).begin(Seeds.of(seed, 0).game).over
    )
    env.reset(seed=seed)
    assert [(env.last()[2], env.step(None)) for _ in env.agent_iter()] == [(True, None)] * 2
    observed, _ = parallel.reset(seed=seed)
    assert [legal(each) for each in observed.values()] == [[2], [2]]
    _, _, ended, _, _ = parallel.step({"player_1": 2, "player_2": 2})
    assert all(ended.values())


def test_sources() -> None:
    """A game can be a name, a specification or a program; the last has its players and options already."""
    spec = load("goofspiel")
    compiled = spec.compiled(3, THREE)
    for of in (compiled, compiled.program, nameless(compiled.program)):
        env = aec_env(of)
        env.reset()
        assert len(env.agents) == 3
        with pytest.raises(ValueError, match="players and options already"):
            aec_env(of, 3)
    assert str(aec_env(nameless(compiled.program))) == "gamespec_v0"
    with pytest.raises(ValueError, match="no names, so it cannot be drawn"):
        aec_env(nameless(compiled.program), render_mode="ansi")
    with pytest.raises(ValueError, match="no rewards `score`; there are scores, margins, places"):
        aec_env(spec, rewards="score")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no render mode `rgb_array`; there are human, ansi"):
        aec_env(spec, render_mode="rgb_array")


def nameless(program: Program) -> Program:
    """Return a program as it is read from a file."""
    return read(write(program, About("", {}, ""))).program


# --- Pictures -----------------------------------------------------------------------------------------------


def test_pictures_tell_no_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    """A spectator sees no hand in Kuhn poker, and at the end the result; `human` prints the same text."""
    env = aec_env("kuhn-poker", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "chips bank: 2" in text
    assert not any(rank in text for rank in ("jack", "queen", "king"))
    env.step(1)
    env.step(2)
    assert "the game is over" in env.render()
    human = parallel_env("kuhn-poker", render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out == f"{text}\n"
    plain = aec_env("kuhn-poker")
    plain.reset()
    with pytest.raises(ValueError, match="there is no render mode"):
        plain.render()


def test_the_library_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without PettingZoo, the error says how to install it."""
    monkeypatch.setitem(sys.modules, "pettingzoo.utils.wrappers", None)
    monkeypatch.delitem(sys.modules, "interpreter.adapters.pettingzoo")
    with pytest.raises(ImportError, match=r"pip install 'gamespec\[pettingzoo\]'"):
        importlib.import_module("interpreter.adapters.pettingzoo")
