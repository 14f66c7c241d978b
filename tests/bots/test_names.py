"""The names of bots, and bots that users have written."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import gamespec
from interpreter.bots import KINDS, BadBot, BotFailed, Luck, View, bot
from interpreter.bots.match import match
from interpreter.bots.timed import Timed
from interpreter.cli.app import cli
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.luck import Seeds
from interpreter.play.options import Option


@pytest.mark.parametrize(
    "name",
    ["random", "greedy", "flat:1", "flat:30:score", "mcts:400", "mcts:1:score", "mcts:2s", "flat:0.5s:score"],
)
def test_a_bot_keeps_its_name(name: str) -> None:
    """The name of a bot is the text from which it was made, so that a record can identify the bot."""
    assert bot(name).name == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "no bot is called ``"),
        ("Random", "no bot is called `Random`"),
        ("human", "no bot is called `human`"),
        ("random:3", "takes no parameters"),
        ("greedy:3", "takes no parameters"),
        ("mcts", "does not say how many"),
        ("mcts:", "does not say how many"),
        ("mcts:-4", "does not say how many"),
        ("mcts:٣", "does not say how many"),
        ("flat:0", "there are 1 to 10,000,000"),
        ("flat:10000001", "there are 1 to 10,000,000"),
        ("mcts:0s", "a decision takes up to"),
        ("mcts:4000s", "a decision takes up to"),
        ("mcts:2S", "does not say how many"),
        ("mcts:1e3s", "does not say how many"),
        ("flat:2s:places", "can be `score` only"),
        ("flat:10:places", "can be `score` only"),
        ("flat:10:score:score", "can be `score` only"),
        ("flat:10:good", "can be `score` only"),
        ("mcts:2s:nowhere.policy", "nowhere.policy: No such file or directory"),
        ("mcts:10:score:score", "score:score: No such file or directory"),
        ("mcts:10:pyproject.toml", "pyproject.toml: it is not a policy"),
        ("learned:nowhere.policy", "nowhere.policy: No such file or directory"),
        ("learned:pyproject.toml", "pyproject.toml: it is not a policy"),
        ("learned", "no bot is called `learned`"),
        ("nowhere.py:it", "there is no file `nowhere.py`"),
    ],
)
def test_a_name_of_no_bot_says_why(name: str, why: str) -> None:
    """An invalid name of a bot is rejected, and the message gives the reason and a cure."""
    with pytest.raises(BadBot, match=why) as raised:
        bot(name)
    assert raised.value.cure


def test_each_kind_is_told() -> None:
    """The table `KINDS` lists all kinds of bots that `bot` accepts."""
    assert [kind.partition(":")[0] for kind in KINDS] == [
        "random",
        "greedy",
        "good",
        "flat",
        "mcts",
        "learned",
        "perfect",
        "equilibrium",
        "file.py",
    ]


WRITTEN = """
def first(view, draws):
    return view.options[0]

def any_one(view, draws):
    return view.options[draws.below(len(view.options))]

def none(view, draws):
    return None

def wrong(view, draws):
    return 1 // 0

number = 3
"""


@pytest.fixture
def written(tmp_path: Path) -> str:
    """Return the path of a file in which a user has defined bots."""
    path = tmp_path / "mine.py"
    path.write_text(WRITTEN, "utf-8")
    return str(path)


def test_a_written_bot_plays(written: str) -> None:
    """A bot from a file plays a whole game.

    In tic-tac-toe, a player who takes the first free cell wins with the cells 1, 3, 5 and 7.
    """
    engine, first = CompiledEngine(gamespec.load("tic-tac-toe").program()), bot(f"{written}:first")
    played = match(engine, Seeds(1, 2), [first, first])
    assert played.result is not None
    assert (played.decisions, played.result.winners) == (7, (0,))


def test_its_luck_is_its_seed(written: str) -> None:
    """The draws of a bot from a file depend only on the seed, so the same seeds give the same game."""
    engine, any_one = CompiledEngine(gamespec.load("connect-four").program()), bot(f"{written}:any_one")
    games = [match(engine, Seeds(1, luck), [any_one, any_one]) for luck in (2, 2, 3)]
    assert games[0] == games[1]
    assert games[0] != games[2]


@pytest.mark.parametrize(
    ("function", "why"),
    [("none", "answered None"), ("wrong", r"ZeroDivisionError: .*\(line 12 of mine.py\)")],
)
def test_a_written_bot_that_fails_is_told(written: str, function: str, why: str) -> None:
    """If a bot from a file fails, the error gives the reason and, for an exception, the line in the file."""
    engine, failing = CompiledEngine(gamespec.load("tic-tac-toe").program()), bot(f"{written}:{function}")
    with pytest.raises(BotFailed, match=why):
        match(engine, Seeds(1, 2), [failing, failing])


@pytest.mark.parametrize(
    ("text", "function", "why"),
    [
        (WRITTEN, "second", "no function `second`"),
        (WRITTEN, "number", "no function"),
        ("x = (", "x", "line 1 of"),
    ],
)
def test_a_file_without_the_bot_is_told(tmp_path: Path, text: str, function: str, why: str) -> None:
    """A file with a syntax error or without the named function is rejected before any game begins."""
    path = tmp_path / "other.py"
    path.write_text(text, "utf-8")
    with pytest.raises(BadBot, match=why):
        bot(f"{path}:{function}")


def test_a_time_becomes_as_many_playouts_as_fit() -> None:
    """A bot with a time limit makes as many playouts as fit into its time.

    On the clock of this test, a playout takes 1 ms, and each search takes another 10 ms. The limit is 2 s.
    The first search has 50 playouts and takes 0.06 s. The second has 8 times as many and takes 0.41 s. Of the
    remaining 1.53 s, nine tenths are planned. They suffice for 400 * 0.9 * 1.53 / 0.41 = 1,343 playouts,
    which take 1.353 s.
    """
    now, asked = [0.0], list[int]()

    class Slow:
        """A bot that lets time pass, and then takes the last option."""

        name = "slow"

        def __init__(self, playouts: int) -> None:
            self.playouts = playouts

        def choose(self, view: View, luck: Luck) -> Option:
            """Advance the clock, and return the last option of a view."""
            assert luck.decision == 0
            asked.append(self.playouts)
            now[0] += 0.01 + self.playouts / 1000
            return view.options[-1]

    engine = CompiledEngine(gamespec.load("tic-tac-toe").program(), jobs=1)
    game = engine.begin()
    assert game.decision is not None
    view = View(engine, game, game.decision)
    option = Timed("slow:2s", 2.0, Slow, lambda: now[0]).choose(view, Luck(0, 0))
    assert option == view.options[-1]
    assert asked == [50, 400, 1343]
    assert now[0] < 2


def test_what_must_repeat_refuses_the_clock() -> None:
    """Commands with repeatable results reject bots with a time limit, but `gamespec play` accepts them."""
    for words in (
        ["simulate", "kuhn-poker", "--seats", "random,mcts:1s"],
        ["ladder", "pig", "--bots", "mcts:1s"],
    ):
        outcome = CliRunner().invoke(cli, words)
        assert outcome.exit_code == 2
        assert "`mcts:1s` thinks for a given time, but this must be repeatable" in outcome.stderr
    played = ["play", "kuhn-poker", "--seats", "random,flat:0.05s"]
    assert CliRunner().invoke(cli, played).exit_code == 0
