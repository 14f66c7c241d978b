"""Bots make the same choices wherever they play, and can be cancelled while others wait for their answers."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

import gamespec
from interpreter.bots import BotFailed, Luck, View, bot
from interpreter.bots.along import Along, Question, begun, chosen
from interpreter.bots.apart import Apart, Ended
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds
from interpreter.replay import Origin
from interpreter.serve.course import Course
from interpreter.serve.edition import Edition
from interpreter.sitting import Beginning, Sitting

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.protocol import Engine, Playing

BOTS = ("random", "greedy", "flat:4", "mcts:4", "mcts:4:score")
DECISIONS = len(BOTS) + 2
SEED, LUCK = 5, 11


@pytest.mark.parametrize("name", sampled(gamespec.games(), "bots", 10))
def test_bots_choose_at_a_table_as_in_a_run(name: str) -> None:
    """With the same answers and the same luck, every bot makes the same choice at a table as in a run.

    A run plays on the engine that bots use for search, whereas a table keeps a game of the definitional
    engine. When some answers are taken back, the bots repeat their choices.
    """
    spec = gamespec.load(name)
    made = spec.compiled()
    engine = CompiledEngine(made.program, jobs=1)
    game, course = begun(engine, SEED), Course(Edition(spec, made), SEED)
    along = Along(course.beginning)
    for number in range(DECISIONS):
        if game.decision is None:
            break
        who = BOTS[number % len(BOTS)]
        option = chosen(engine, game, bot(who), Luck(LUCK, number))
        asked = course.asked_of(who, LUCK)
        answer = along.answer(asked)
        assert course.game.options[answer] == option
        game.play(option)
        course.take(course.game.options[answer])
        if number == len(BOTS):
            course.back_to(number - 1)
            before = course.asked_of(BOTS[number - 2], LUCK)._replace(answers=tuple(course.taken[:-1]))
            along.answer(before)
            course.take(course.game.options[asked.answers[-1]])
            assert along.answer(course.asked_of(who, LUCK)) == answer
            course.take(option)
    assert course.game.position == game.position


@pytest.mark.parametrize("name", ["hex", "kuhn-poker", "hearts"])
def test_a_game_in_the_terminal_is_the_game_of_a_run(name: str) -> None:
    """Bots in a game that is played in the terminal answer as in a run with the same seeds."""
    made = gamespec.load(name).compiled()
    engine, players = CompiledEngine(made.program, jobs=1), made.program.players
    seats = [("random", "flat:1")[seat % 2] for seat in range(players)]
    sitting = Sitting(made, Origin(name, None), Seeds(SEED, LUCK), seats, "en")
    game = begun(engine, SEED)
    while (decision := sitting.game.decision) is not None and len(sitting.answers) < DECISIONS:
        option = chosen(engine, game, bot(seats[decision.player]), Luck(LUCK, len(sitting.answers)))
        sitting.let_a_bot_answer()
        game.play(option)
        assert sitting.game.position == game.position


def test_what_bots_try_in_open_games_records_nothing() -> None:
    """Positions that bots try out are not recorded if the game has no hidden information."""
    engine = CompiledEngine(gamespec.load("hex").program(), jobs=1)
    game = engine.begin(SEED, record=True)
    assert game.decision is not None
    tried = View(engine, game, game.decision).redeals(7, 3)
    assert [each.record for each in tried] == [None] * 3
    assert [each.record for first in tried for each in first.children() if not isinstance(each, Fault)] == (
        [None] * 3 * len(game.options)
    )


THINKING = """
import os, sys

def for_ever(view, draws):
    with open(os.environ["BEGUN"], "w") as begun:
        begun.write("begun")
    while True:
        pass

def gone(view, draws):
    os._exit(3)

def left(view, draws):
    sys.exit(1)

def first(view, draws):
    return view.options[0]
"""


@pytest.fixture
def bots(tmp_path: Path) -> str:
    """Return the path of a file with bots that never answer, end their process, or take the first option."""
    (tmp_path / "mine.py").write_text(THINKING, "utf-8")
    return str(tmp_path / "mine.py")


def question(who: str) -> Question:
    """Return the first question that a game asks the bot `who`."""
    return Question((), who, Luck(LUCK, 0))


def beginning(name: str = "kuhn-poker") -> Beginning:
    """Return what a bot's process needs to begin a shipped game."""
    return Beginning(gamespec.load(name).compiled(), SEED, None)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_thought_without_end_is_cancelled(
    bots: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ending the process of a bot cancels a thought that would never end, and later questions are refused."""
    told = tmp_path / "begun"
    os.mkfifo(told)
    monkeypatch.setenv("BEGUN", str(told))
    apart, ended = Apart(beginning()), []

    def ask() -> None:
        try:
            apart.answer(question(f"{bots}:for_ever"))
        except Ended as end:
            ended.append(end)

    asking = Thread(target=ask)
    asking.start()
    assert told.read_text() == "begun"  # waits until it thinks
    apart.end()
    asking.join()
    assert len(ended) == 1
    with pytest.raises(Ended):
        apart.answer(question("random"))


@pytest.mark.long("processes")
def test_a_bot_that_takes_its_process_with_it_has_failed(bots: str) -> None:
    """If a bot ends its own process, the bot has failed, and the next question is still answered."""
    apart = Apart(beginning())
    try:
        with pytest.raises(BotFailed, match=r"the process in which it thinks has ended \(status 3\)"):
            apart.answer(question(f"{bots}:gone"))
        with pytest.raises(BotFailed, match=r"SystemExit: 1 \(line 14 of mine.py\)"):
            apart.answer(question(f"{bots}:left"))
        assert apart.answer(question(f"{bots}:first")) == 0
        assert apart.answer(question("mcts:4")) == Along(beginning()).answer(question("mcts:4"))
    finally:
        apart.end()


def test_where_no_process_can_be_started_the_bot_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a bot's process cannot be started, the error gives the reason that the operating system reports."""

    def refused(_process: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", refused)
    with pytest.raises(BotFailed, match=r"no process to think in can be started: .*temporarily unavailable"):
        Apart(beginning()).answer(question("random"))


@dataclass(frozen=True)
class Broken:
    """A beginning that raises an error in the process in which the bots think."""

    def engine(self) -> Engine:
        """Raise an error."""
        raise LookupError

    def game(self, _engine: Engine) -> Playing:
        """Raise an error."""
        raise LookupError


@pytest.mark.long("processes")
def test_an_error_of_ours_is_no_failure_of_a_bot() -> None:
    """An error in gamespec's own part of the process is not reported as a failure of the bot."""
    apart = Apart(Broken())
    with pytest.raises(RuntimeError, match="has ended by an error of its own"):
        apart.answer(question("random"))
    apart.end()
