"""Files of learned policies, and the bots that play by them."""

from __future__ import annotations

import json
import random
from array import array
from functools import partial
from hashlib import sha256
from math import inf
from typing import TYPE_CHECKING

import pytest
from any_policies import policy_of, written

import gamespec
from interpreter.bots import BadBot, BotFailed, bot
from interpreter.bots.learned import Learned, learned
from interpreter.bots.match import Match, match, matches
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.learning.policy import BITS
from interpreter.learning.policy_file import BadPolicy, read_policy, write_policy
from interpreter.play.luck import Seeds

if TYPE_CHECKING:
    from pathlib import Path

    from gamespec.program import Program


@pytest.fixture
def program() -> Program:
    """Return the program of a small game."""
    return gamespec.load("kuhn-poker").program()


@pytest.fixture
def path(tmp_path: Path, program: Program) -> Path:
    """Return a file with a policy whose weights are multiples of 1/8, which 16 bits represent exactly."""
    luck = random.Random(1)  # noqa: S311 - nothing secret
    weights = array("f", [luck.randrange(-80, 80) / 8 for _ in range(1 << BITS)])
    path = tmp_path / "my.policy"
    write_policy(policy_of(program, weights), path)
    return path


def test_what_is_written_is_read(path: Path, program: Program) -> None:
    """A policy that is read equals the one that was written."""
    luck = random.Random(1)  # noqa: S311 - as in `path`
    weights = array("f", [luck.randrange(-80, 80) / 8 for _ in range(1 << BITS)])
    read, given = read_policy(path), policy_of(program, weights)
    assert vars(read) == vars(given)


def test_weights_are_rounded_and_bounded(tmp_path: Path, program: Program) -> None:
    """Weights have 11 significant bits (IEEE 754, binary16), and at most the greatest size of 16 bits."""
    weights = array("f", [1 / 3, 1e9, -1e9, *[0.0] * ((1 << BITS) - 3)])
    write_policy(policy_of(program, weights), tmp_path / "it")
    assert [*read_policy(tmp_path / "it").weights[:3]] == [round(2**12 / 3) / 2**12, 65504.0, -65504.0]


def test_damage_is_found(path: Path) -> None:
    """A file with another byte anywhere is refused, and so is one that is cut off."""
    data = path.read_bytes()
    luck = random.Random(2)  # noqa: S311 - nothing secret
    for at in [0, 30, 66, 100, *(luck.randrange(len(data)) for _ in range(20))]:
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises(BadPolicy):
            read_policy(path)
    path.write_bytes(data[:1000])
    with pytest.raises(BadPolicy, match="damaged"):
        read_policy(path)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"version": 99}, "it has version 99"),
        ({"players": "two"}, "`players`"),
        ({"temperature": None}, "`temperature`"),
        ({"temperature": inf}, "`temperature`"),
        ({"program": 3}, "`program`"),
    ],
)
def test_a_head_that_says_something_else_is_refused(path: Path, change: dict[str, object], why: str) -> None:
    """A file whose digest matches, but whose first line makes no sense, is refused with the reason."""
    head, _, packed = path.read_bytes().partition(b" ")[2].partition(b"\n")
    said = json.dumps({**json.loads(head), **change}).encode() + b"\n" + packed
    path.write_bytes(sha256(said).hexdigest().encode() + b" " + said)
    with pytest.raises(BadPolicy, match=why):
        read_policy(path)


@pytest.mark.parametrize("packed", [b"", b"no zlib", b"x\x9cc\x00\x00\x00\x01\x00\x01"])
def test_weights_that_are_none_are_refused(path: Path, packed: bytes) -> None:
    """A file whose digest matches, but which has no weights, too few of them, or others, is refused."""
    head = path.read_bytes().partition(b" ")[2].partition(b"\n")[0]
    said = head + b"\n" + packed
    path.write_bytes(sha256(said).hexdigest().encode() + b" " + said)
    with pytest.raises(BadPolicy, match="weights"):
        read_policy(path)


def test_a_name_may_say_the_temperature(path: Path) -> None:
    """`learned:FILE` plays at the temperature of the policy, and `learned:FILE:T` at the temperature T."""
    for name, temperature in (
        (f"learned:{path}", 0.25),
        (f"learned:{path}:0.5", 0.5),
        (f"learned:{path}:0", 0.0),
    ):
        made = bot(name)
        assert isinstance(made, Learned)
        assert (made.name, made.temperature) == (name, temperature)
    with pytest.raises(BadBot, match="No such file"):
        bot(f"learned:{path}:hot")


def test_another_program_is_refused(path: Path) -> None:
    """A policy plays no program whose players observe or choose other things."""
    engine = CompiledEngine(gamespec.load("leduc-poker").program(), jobs=1)
    with pytest.raises(BotFailed, match="was learned by players of sample"):
        match(engine, Seeds(1, 1), [bot(f"learned:{path}"), bot("random")])


def test_games_are_the_same_on_both_engines(path: Path, program: Program) -> None:
    """Players by a policy give the same answers on both engines."""
    games = [Match(Seeds.of(1, number), (0, 1)) for number in range(20)]
    names = [f"learned:{path}", "random"]
    results = [
        [played.result for played in matches(program, make, names, games)]
        for make in (CompiledEngine, DefinitionalEngine)
    ]
    assert results[0] == results[1]
    assert len({*results[0]}) > 1


def test_the_default_temperature_is_that_of_the_file(path: Path) -> None:
    """`learned` reads a file itself."""
    assert learned("me", path).temperature == read_policy(path).temperature


# --- games that an engine plays whole -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["kuhn-poker", "connect-four", "hearts", "euchre"])
def test_the_engine_plays_as_bots_do_step_by_step(tmp_path: Path, name: str) -> None:
    """Without copies of components, a whole game in the engine is the one that bots play step by step."""
    program = gamespec.load(name).program()
    engine, one, other = (
        CompiledEngine(program, jobs=2),
        written(tmp_path, program, 1),
        written(tmp_path, program, 2),
    )
    names = [one, f"{other}:0.5", "random", f"{one}:0"]
    games = [
        Match(Seeds.of(1, number), tuple((seat + number) % len(names) for seat in range(program.players)))
        for number in range(8)
    ]
    bots = [bot(each) for each in names]
    whole = [*matches(program, partial(CompiledEngine, jobs=2), names, games)]
    steps = [match(engine, game.seeds, [bots[who] for who in game.seats]) for game in games]
    assert whole == steps
    assert len({played.result for played in whole}) > 1


def test_games_keep_their_order_beside_bots_that_think(tmp_path: Path) -> None:
    """Whichever bots meet elsewhere, the games of two policies are the same, and in their places."""
    program = gamespec.load("trapper").program()
    one, other = (written(tmp_path, program, seed) for seed in (1, 2))
    names = [one, "greedy", other]
    pairs = [(0, 2), (0, 1), (2, 0), (1, 2), (2, 2), (0, 0)]
    games = [Match(Seeds.of(1, number), seats) for number, seats in enumerate(pairs)]
    played = [*matches(program, partial(CompiledEngine, jobs=2), names, games)]
    assert [each.seeds for each in played] == [game.seeds for game in games]
    alone = [0, 2, 4, 5]
    seats = [tuple({0: 0, 2: 1}[who] for who in games[number].seats) for number in alone]
    others = [Match(games[number].seeds, who) for number, who in zip(alone, seats, strict=True)]
    again = matches(program, CompiledEngine, [one, other], others)
    assert [played[number] for number in alone] == [*again]
