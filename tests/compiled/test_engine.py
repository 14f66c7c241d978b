"""The compiled engine follows the playing protocol and agrees with the definitional engine."""

from __future__ import annotations

import pickle
import random
import threading
from itertools import count
from typing import TYPE_CHECKING

import pytest
from agreement import CHECKED, Played, engines_of
from agreement_records import in_every_way
from games_of import STUMBLES
from long_checks import sampled

import gamespec
from gamespec.program.tables import Head
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.making.host import Instance
from interpreter.compiled.run.playing import CompiledGame
from interpreter.contract import hold
from interpreter.engine.playout import DefinitionalEngine
from interpreter.perft import histories
from interpreter.play.errors import Broken, Fault, Refused
from interpreter.play.luck import Draws, Seeds
from interpreter.protocol import Engine, Playing
from interpreter.replay import play_back
from interpreter.simulate import playouts

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program
    from interpreter.play.options import Decision, Option

GAMES = gamespec.games()

NONE_TO_CHOOSE = """
    players: 2
    spaces: {ring: {track: 4}}
    actions:
      choose: {with: {cells: {from: '{cell(ring, 1)}', count: 'min(size({cell(ring, 1)}) - 1, 2)'}}}
    phases:
      play:
        turns: clockwise
        do: [{offer: [choose]}]
    score: '0'
    limit: {decisions: 4, then: draw}
"""
"""A choice of at most 0 cells, whose values take the last places of a position: none."""

UNSTARTED = """
    players: 2
    variables:
      left: {type: 0..1, start: 1}
    actions:
      pass: {}
    setup: [{random: {n: {from: 1..2}}}, {set: {left: left * n}}]
    phases:
      play:
        turns: clockwise
        until: "false"
        do: [{offer: [pass]}]
    score: 'left'
    limit: {decisions: 3, then: rank}
"""
"""A game in which about every other seed leads to a fault before the first decision."""


def both(program: Program) -> tuple[DefinitionalEngine, CompiledEngine]:
    """Return a program's definitional and compiled engines."""
    return DefinitionalEngine(program), CompiledEngine(program, jobs=2)


def same(one: Playing, other: Playing) -> None:
    """Assert that two games are equal in everything that can be asked of both."""
    assert list(one.position) == list(other.position)
    assert (one.over, one.player, one.options) == (other.over, other.player, other.options)
    assert [option.number for option in one.options] == [option.number for option in other.options]
    assert one.result == other.result
    a, b = one.decision, other.decision
    assert (a is None) == (b is None)
    if a is not None and b is not None:
        assert (a.player, a.site, a.options) == (b.player, b.site, b.options)


def begun(engine: Engine, seed: int, answers: int) -> Playing:
    """Return a game after this many random answers, or at its end."""
    luck, game = random.Random(seed), engine.begin(seed)  # noqa: S311 - nothing secret
    for _ in range(answers):
        if game.over:
            break
        game.play(luck.choice(game.options))
    return game


def fault_of(what: Callable[[], object]) -> tuple[object, ...]:
    """Return all parts of the fault that a function must raise."""
    with pytest.raises(Fault) as raised:
        what()
    fault = raised.value
    return (str(fault), fault.code, fault.at, fault.message, fault.cure, fault.numbers)


@pytest.mark.parametrize("name", ["hanabi", "hearts", "pig"])
def test_an_option_is_taken_by_its_index(name: str) -> None:
    """`take(k)` plays the option with that index, also in games that take turns or record."""
    engines, luck = both(gamespec.load(name).program()), random.Random(3)  # noqa: S311 - nothing secret
    games = [engine.begin(1, record=record) for engine in engines for record in (False, True)]
    other = games[2].clone()
    for _ in range(60):
        if games[0].over:
            break
        k = luck.randrange(games[0].branching)
        games[0].play(games[0].options[k])
        for game in games[1:]:
            game.take(k)
            same(games[0], game)
        if other.branching:
            other.take(k % other.branching)
    assert list(games[1].events) == list(games[3].events)
    for game in games:
        before = list(game.position)
        for k in (-1, game.branching):
            with pytest.raises(Refused, match=f"there is no option {k} among {game.branching}"):
                game.take(k)
        assert list(game.position) == before


def test_a_fault_undoes_what_was_taken(game_of: Callable[[str], Spec]) -> None:
    """If an option that is taken by its index leads to a fault, the game is unchanged."""
    for engine in both(game_of(STUMBLES).program()):
        game = engine.begin(1)
        for _ in range(4):
            game.take(1)  # takes 2 of 9
        before, options = list(game.position), game.options
        with pytest.raises(Fault):
            game.take(1)
        assert (list(game.position), game.options) == (before, options)
        game.take(0)
        assert list(game.position) != before


@pytest.mark.parametrize("name", ["hanabi", "hearts"])
def test_games_and_engines_can_be_pickled(name: str) -> None:
    """A pickled game goes on as the original, with its record and its options."""
    for engine in both(gamespec.load(name).program()):
        for record in (False, True):
            game = engine.begin(4, record=record)
            for _ in range(3):
                game.play(game.options[-1])
            again, options = pickle.loads(pickle.dumps((game, game.options)))  # noqa: S301 - our own
            assert [option.number for option in options] == [option.number for option in game.options]
            same(game, again)
            assert list(again.events) == list(game.events)
            for each in (game, again):
                each.take(0)
            same(game, again)
            if record:
                assert again.information_state(0) == game.information_state(0)
        game = pickle.loads(pickle.dumps(engine)).begin(4)  # noqa: S301 - as above
        assert list(game.position) == list(engine.begin(4).position)


@pytest.mark.parametrize("game", sampled(GAMES, "agreement", 5))
def test_games_side_by_side(game: str) -> None:
    """Interleaved games and their clones equal the definitional engine's at every decision."""
    engines = both(gamespec.load(game).program())
    luck = random.Random(1)  # noqa: S311 - nothing secret
    pairs = [[engine.begin(seed) for engine in engines] for seed in range(3)]
    for _ in range(40):
        pair = luck.choice(pairs)
        same(*pair)
        if pair[0].over:
            continue
        if luck.random() < 0.1:
            seed = luck.choice((None, 7))
            pairs.append([game.clone(seed) for game in pair])
        number = luck.randrange(len(pair[0].options))
        for one in pair:
            one.apply(one.options[number])
    for pair in pairs:
        same(*pair)


@pytest.mark.parametrize("game", sampled(GAMES, "agreement", 5))
def test_the_end_and_what_is_asked_of_positions(game: str) -> None:
    """Restoring, observing and redealing positions agree with the definitional engine."""
    program = gamespec.load(game).program()
    for answers in (5, 10_000):
        one, other = (begun(engine, 3, answers) for engine in both(program))
        same(one, other)
        for engine in both(program):
            same(engine.restore(one.position), other)
        for player in range(program.players):
            assert one.observation(player) == other.observation(player)
            same(one.redealt(player, 5), other.redealt(player, 5))
            assert not other.redealt(player, 5).exact
        assert other.exact
        other.check()


@pytest.mark.parametrize("game", sampled(GAMES, "agreement", 5))
def test_batches_are_the_same(game: str) -> None:
    """The same seeds give the same playouts, with any number of threads."""
    program = gamespec.load(game).program()
    seeds = [Seeds.of(4, index) for index in range(6)]
    wanted = list(DefinitionalEngine(program).batch(seeds))
    for jobs in (1, 3):
        assert list(CompiledEngine(program, jobs=jobs).batch(iter(seeds))) == wanted


def test_many_games_come_in_order_however_they_are_split() -> None:
    """Playouts come in the order of their seeds, however they are distributed to threads."""
    program = gamespec.load("tic-tac-toe").program()
    seeds = [Seeds.of(9, index) for index in range(5000)]
    found = [list(CompiledEngine(program, jobs=jobs).batch(seeds)) for jobs in (1, 2, 5)]
    assert found[0] == found[1] == found[2]
    assert [played.seeds for played in found[0]] == seeds
    some = [found[0][i] for i in range(0, 5000, 250)]
    assert some == list(DefinitionalEngine(program).batch([played.seeds for played in some]))


def test_a_summary_is_equal_to_the_digit() -> None:
    """Statistics of playouts are exactly equal to those of the definitional engine."""
    program = gamespec.load("trapper").program()
    assert playouts(program, 40, 3, engine=CompiledEngine) == playouts(program, 40, 3)


def test_a_policy_plays_step_by_step() -> None:
    """A policy is given the same decisions as by the definitional engine."""

    def last(decision: Decision, draws: Draws) -> Option:
        return decision.options[-1 - draws.below(min(2, len(decision.options)))]

    program = gamespec.load("connect-four").program()
    seeds = [Seeds.of(1, index) for index in range(5)]
    one, other = (list(engine.batch(seeds, last)) for engine in both(program))
    assert one == other


@pytest.mark.parametrize("text", [STUMBLES, UNSTARTED])
def test_games_that_come_to_faults_stop_there_and_the_others_are_played(
    text: str, game_of: Callable[[str], Spec]
) -> None:
    """A batch reports each fault in its place, and plays the other games."""
    program = game_of(text).program()
    seeds = [Seeds.of(2, index) for index in range(200)]
    wanted = list(DefinitionalEngine(program).batch(seeds))
    found = list(CompiledEngine(program, jobs=2).batch(seeds))
    assert 0 < sum(played.fault is None for played in wanted) < 200
    for one, other in zip(wanted, found, strict=True):
        assert (one.seeds, one.decisions, one.result) == (other.seeds, other.decisions, other.result)
        assert (one.fault is None) == (other.fault is None)
        if one.fault is not None and other.fault is not None:
            a, b = one.fault, other.fault
            assert (a.code, a.at, a.message, a.cure, a.numbers) == (
                b.code,
                b.at,
                b.message,
                b.cure,
                b.numbers,
            )


def test_a_choice_of_no_values_may_lie_at_the_end_of_a_position(game_of: Callable[[str], Spec]) -> None:
    """Both engines offer the one option that names nothing, and play four decisions."""
    engines, played = engines_of(game_of(NONE_TO_CHOOSE).program(), CHECKED), Played()
    in_every_way(engines, range(2), 5, played)
    assert engines[-1].begin(1).options[0].values == ((),)
    assert played.counts["games over"]


def test_a_fault_leaves_the_game_as_it_was(game_of: Callable[[str], Spec]) -> None:
    """A fault equals that of the definitional engine in every part, and leaves the game as it was."""
    engines = both(game_of(STUMBLES).program())
    games = [engine.begin(1) for engine in engines]
    others = [engine.begin(2) for engine in engines]
    for _ in range(2):
        for game in games:
            game.apply(next(o for o in game.options if o.values == (3,)))
    for game in games:
        game.apply(next(o for o in game.options if o.values == (2,)))
    said = [fault_of(lambda g=game: g.apply(g.options[2])) for game in games]  # type: ignore[misc]
    assert said[0] == said[1]
    same(*games)
    same(*others)
    for game in games:
        game.apply(game.options[0])
    same(*games)


def test_a_beginning_that_faults(game_of: Callable[[str], Spec]) -> None:
    """A fault before the first decision is raised by `begin`."""
    engines = both(game_of(UNSTARTED).program())
    faults = []
    for seed in range(20):
        said = []
        for engine in engines:
            try:
                said.append(list(engine.begin(seed).position))
            except Fault as fault:
                said.append([fault.at])
        assert said[0] == said[1]
        faults.append(len(said[0]) == 1)
    assert any(faults)
    assert not all(faults)


def test_what_is_not_on_offer_is_refused() -> None:
    """Both engines refuse options not on offer, chance that is not due, and answers after the end."""
    for engine in both(gamespec.load("tic-tac-toe").program()):
        game = engine.begin()
        option = game.options[0]
        game.apply(option)
        with pytest.raises(Refused, match="this is not on offer"):
            game.apply(option)
        with pytest.raises(Refused, match="this cannot come by chance here"):
            game.settle(0)
        while not game.over:
            game.play(game.options[0])
        assert game.options == ()
        with pytest.raises(Refused):
            game.apply(option)


def test_what_cannot_be_a_position_is_broken() -> None:
    """Both engines refuse to restore a list that is not a position."""
    for engine in both(gamespec.load("tic-tac-toe").program()):
        position = list(engine.begin().position)
        for wrong in ([*position, 0], position[:-1], [*position[: Head.PC], 0, *position[Head.PC + 1 :]]):
            with pytest.raises(Broken):
                engine.restore(wrong)


def test_games_that_record_and_explicit_chance_are_the_definitional_engines() -> None:
    """Games can record events and have explicit chance; a game without a record says so."""
    program = gamespec.load("kuhn-poker").program()
    for engine in both(program):
        game = engine.begin(3, record=True)
        assert game.events
        assert game.record is not None
        assert game.information_state(0)
        assert engine.begin(3, explicit=True).chance is not None
        assert engine.restore(game.position, record=game.record).record == game.record
    plain = CompiledEngine(program).begin(3)
    assert plain.record is None
    assert plain.events == ()
    with pytest.raises(ValueError, match="there is no record"):
        plain.information_state(0)


def test_a_clone_with_a_seed_keeps_what_was_offered() -> None:
    """A clone with another seed has different chance in the future, but the same options now."""
    for engine in both(gamespec.load("hearts").program()):
        game = engine.begin(1)
        other = game.clone(99)
        assert other.options == game.options
        assert list(other.position) != list(game.position)
        assert list(other.clone().position) == list(other.position)


def public(kind: type) -> set[str]:
    """Return the names of a class's public members."""
    return {name for name in dir(kind) if not name.startswith("_")}


def test_it_has_all_that_the_protocol_names() -> None:
    """The compiled engine and its games have every member that the protocol names."""
    assert public(Playing) <= public(CompiledGame)
    assert public(Engine) <= public(CompiledEngine) | {"program"}


@pytest.mark.parametrize("game", ["tic-tac-toe", "kuhn-poker", "euchre"])
def test_what_stands_on_the_protocol_stands_on_it(game: str) -> None:
    """Counting, the contract and replays give the same results as with the definitional engine."""
    made = gamespec.load(game).compiled()
    program = made.program
    assert histories(program, 3, engine=CompiledEngine) == histories(program, 3)
    assert hold(made, range(2), most=20, engine=CompiledEngine) == hold(made, range(2), most=20)
    played = begun(DefinitionalEngine(program), 5, 0)
    answers = []
    while not played.over and len(answers) < 12:
        answers.append(played.options[-1].number)
        played.play(played.options[-1])
    one, other = (play_back(made, 5, answers, engine=make) for make in (DefinitionalEngine, CompiledEngine))
    assert one.answers == other.answers
    same(one.game, other.game)


def test_a_batch_that_nobody_takes_to_its_end_is_left() -> None:
    """Closing an unfinished batch ends its threads, and most seeds are never drawn."""
    program, before, taken = gamespec.load("othello").program(), set(threading.enumerate()), count()
    batch = CompiledEngine(program, jobs=2).batch(Seeds.of(0, next(taken)) for _ in range(10**9))
    assert next(batch).seeds == Seeds.of(0, 0)
    batch.close()
    assert next(taken) < 10_000
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
        assert not thread.is_alive()


def test_what_fails_in_a_thread_fails_where_somebody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """An internal error in a thread is raised in the thread that waits for results."""
    engine = CompiledEngine(gamespec.load("tic-tac-toe").program(), jobs=2)

    def broken(*_: object) -> int:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(Instance, "run", broken)
    with pytest.raises(ZeroDivisionError, match="ours"):
        list(engine.batch([Seeds.of(0, 0)]))


def test_no_games_are_no_playouts() -> None:
    """An empty batch has no playouts."""
    assert list(CompiledEngine(gamespec.load("pig").program()).batch(())) == []


def test_a_game_takes_any_integer_as_its_seed() -> None:
    """Games with seeds below 0 or beyond 64 bits begin alike on both engines; other seeds are refused."""
    engines = both(gamespec.load("hearts").program())
    for seed in (-1, -(2**63), 2**64 - 1, 2**70 + 3):
        same(*(engine.begin(seed) for engine in engines))
    for no_seed in (1.5, "1", None):
        with pytest.raises(TypeError):
            engines[1].begin(no_seed)  # type: ignore[arg-type]


def test_what_is_no_index_changes_nothing() -> None:
    """`take` refuses a number that is not an integer, and all games of the engine can go on."""
    engine = CompiledEngine(gamespec.load("hearts").program())
    games = [engine.begin(seed) for seed in (1, 2, 1, 2)]
    for game in games[:2]:
        with pytest.raises(TypeError, match="'float' object cannot be interpreted as an integer"):
            game.take(0.0)  # type: ignore[arg-type]
    for game in games:
        game.take(0)
    same(games[0], games[2])
    same(games[1], games[3])


def test_seeds_beyond_64_bits_are_taken_as_the_definitional_engine_takes_them() -> None:
    """Both engines reduce seeds to their lowest 64 bits."""
    seeds = [Seeds(-1, -5), Seeds(2**64 - 1, 2**64 - 5), Seeds(2**70 + 3, 2**90)]
    one, other = (list(engine.batch(seeds)) for engine in both(gamespec.load("pig").program()))
    assert one == other
    assert one[0].result == one[1].result
