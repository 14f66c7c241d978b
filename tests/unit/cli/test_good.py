"""The bot `good`: where its policy comes from, and that commands say so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import gamespec
from gamespec.program.written import program_hash
from interpreter.bots import BotFailed, bot, good
from interpreter.bots.match import Match, matches
from interpreter.cli.app import cli
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.engines import Choice
from interpreter.learning import kept
from interpreter.play.luck import Seeds
from interpreter.simulate.runs import run as run_of

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
game: taking
title: Taking
players: 1..3
options:
  most: {type: 3..9, default: 9}
variables:
  left: {type: 0..6, start: 6}
  points: {per: player, type: 0..99, start: 0}
actions:
  take:
    with: {n: {from: 0..9, where: n <= most}}
    do: [{set: {'points[me]': 'points[me] + n'}}, {set: {left: left - 1}}]
phases:
  play: {turns: clockwise, until: left == 0, do: [{offer: [take]}]}
measures:
  rest: {is: 'points[p1]', at: end}
score: 'points[player]'
limit: {decisions: 9, then: draw}
"""
"""A game in which players take up to `most` points, and the most points win. It has a measure of its own."""

KEPT = "once, as the cache keeps the policy"
NOTE = (
    f"note: nobody has learned taking yet under these rules; players learn it now, for 0.3 s, {KEPT}; "
    "where only numbers change, `learned:FILE` plays by an earlier policy"
)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let players learn for a short time, and return an empty folder for their policies."""
    monkeypatch.setattr(good, "SECONDS", 0.3)
    monkeypatch.setenv("GAMESPEC_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "policies"


@pytest.fixture
def game(tmp_path: Path) -> str:
    """Return the path of a small game."""
    path = tmp_path / "taking.yaml"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def run(*words: str, status: int = 0) -> list[str]:
    """Run a command, and return the lines of its output, those on standard error among them."""
    result = CliRunner().invoke(cli, [*words])
    assert result.exit_code == status, result.output
    return result.output.splitlines()


def test_players_learn_once(game: str, cache: Path) -> None:
    """The first command lets players learn, and says so; later ones take the policy from the cache."""
    words = "--games", "40", "--players", "2"
    first = run("simulate", game, *words, "--seats", "good,random")
    assert first[0] == NOTE
    assert first[1].startswith("taking, 2 players, seed 0; good is a policy made just now, learned from ")
    (path,) = cache.iterdir()
    program = gamespec.load(game).program(players=2)
    assert path.name.startswith(program_hash(program))
    games = first[1].split()[-2]

    again = run("simulate", game, *words, "--seats", "good,random")
    head = f"taking, 2 players, seed 0; good is a policy from the cache, learned from {games} games"
    assert again[0] == head
    assert again[1:-1] == first[2:-1]  # but for the speed
    # the ladder plays the program without measures, which is the same game
    assert run("ladder", game, *words, "--bots", "good,random")[0] == head
    one = f"learned:{path}"
    named = json.loads(
        "\n".join(run("simulate", game, *words, "--seats", f"{one},random", "--format", "json"))
    )
    same = json.loads("\n".join(run("simulate", game, *words, "--seats", "good,random", "--format", "json")))
    assert [each["share"] for each in named["bots"]] == [each["share"] for each in same["bots"]]
    # 9 points each time against numbers from 0 to 9
    assert same["bots"][0]["share"] > 0.9


def test_each_game_has_a_policy_of_its_own(game: str, cache: Path) -> None:
    """With other players or options, players learn again; a comparison says it of both sides."""
    text = run("compare", game, "--set", "most=5", "--seats", "good,good", "--games", "20")
    assert text[:2] == [NOTE, NOTE]
    assert sum(line.startswith("taking; good is a policy made just now") for line in text) == 2
    assert run("simulate", game, "--seats", "good,good,good", "--games", "3")[0] == NOTE
    assert len([*cache.iterdir()]) == 3


@pytest.mark.usefixtures("cache")
def test_a_single_name_is_that_of_all_players(game: str) -> None:
    """`--seats good` seats it everywhere, for the least number of players or that of `--players`."""
    text = run("simulate", game, "--seats", "good", "--players", "3", "--games", "5")
    assert text[1].startswith("taking, 3 players")
    assert "`good` plays every seat." in text
    assert run("simulate", game, "--seats", "greedy", "--games", "2")[0] == "taking, 1 player, seed 0"
    lines = run("sweep", game, "--set", "most=5", "--seats", "random", "--players", "2", "--games", "5")
    assert lines[0] == "taking, 2 players, seed 0"


def test_a_damaged_policy_is_learned_again(game: str, cache: Path) -> None:
    """A file in the cache that is no policy for the program is replaced."""
    words = "simulate", game, "--seats", "good,good", "--games", "3"
    assert run(*words)[0] == NOTE
    (path,) = cache.iterdir()
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    assert run(*words)[0] == NOTE
    assert path.read_bytes() != data[:-1]
    assert run(*words)[0] != NOTE


@pytest.mark.usefixtures("cache")
def test_without_a_cache_players_learn_each_time(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the cache is disabled, a policy lasts as long as the command."""
    monkeypatch.setenv("GAMESPEC_CACHE", "")
    each = "each time, as there is no cache"
    for _ in range(2):
        assert run("simulate", game, "--seats", "good,random", "--games", "3")[0] == NOTE.replace(KEPT, each)


def test_a_policy_that_is_shipped_comes_first(
    game: str, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The policy beside a game that comes with gamespec is taken for the program that it was learned for."""
    words = "simulate", game, "--seats", "good,good", "--games", "3"
    run(*words)
    (path,) = cache.iterdir()
    shipped = tmp_path / "games" / "taking" / "taking.policy"
    shipped.parent.mkdir(parents=True)
    path.rename(shipped)
    monkeypatch.setattr(kept, "directory", lambda _: tmp_path / "games")
    assert run(*words)[0].startswith("taking, 2 players, seed 0; good is a policy of gamespec, learned from ")
    assert not [*cache.iterdir()]
    assert run("simulate", game, "--seats", "good,good,good", "--games", "3")[0] == NOTE


@pytest.mark.usefixtures("cache")
def test_a_search_may_need_the_policy(game: str) -> None:
    """For `mcts:N:good`, too, players learn a game that nobody has learned, and the headline says so."""
    lines = run("simulate", game, "--seats", "mcts:5:good,random", "--games", "3")
    assert lines[0] == NOTE
    assert lines[1].startswith("taking, 2 players, seed 0; good is a policy made just now, learned from ")


@pytest.mark.usefixtures("cache")
def test_who_cannot_learn_is_told(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled engine, the command refuses `good`."""
    monkeypatch.setattr(good, "best", lambda *_, **__: Choice(DefinitionalEngine, "wasmtime is missing"))
    text = run("simulate", game, "--seats", "good,good", "--games", "3", status=2)
    assert text[0] == "error: `good`: players learn in the compiled engine only: wasmtime is missing"


@pytest.mark.usefixtures("cache")
def test_who_has_not_learned_does_not_play(game: str) -> None:
    """In Python, a run lets players learn after a warning; elsewhere a bot without a policy fails."""
    program = gamespec.load(game).program(players=2)
    games = [Match(Seeds(1, 1), (0, 1))]
    with pytest.raises(BotFailed, match="`good` has no policy here"):
        next(matches(program, CompiledEngine, ["good", "random"], games))
    with pytest.warns(UserWarning, match="nobody has learned taking yet under these rules"):
        run_of(gamespec.load(game), 3, seats=["good", "random"])
    assert next(matches(program, CompiledEngine, ["good", "random"], games)).result is not None
    assert bot("good").name == "good"


def test_bands_and_bots_that_think(game: str, cache: Path, tmp_path: Path) -> None:
    """`good` also plays beside bots that are asked at each decision, in processes, and in bands."""
    bands = "language: 1\nbands:\n  - id: a\n    seats: [good, random]\n    games: 400\n    holds:\n"
    (tmp_path / "bands.yaml").write_text(
        bands + "      - {wins: good, within: 85%..100%}\n", encoding="utf-8"
    )
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    text = run("test", "--bands", str(tmp_path / "game.yaml"))
    assert text[0] == NOTE
    assert "; good is a policy made just now, learned from " in text[2]
    assert text[-1] == "1 band, 0 failed"
    assert len([*cache.iterdir()]) == 1
    lines = run("ladder", game, "--players", "2", "--games", "4", "--bots", "good,greedy", "--jobs", "2")
    assert "good is a policy from the cache" in lines[0]
