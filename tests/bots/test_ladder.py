"""The seating on a ladder, the points that games give, and the verdicts on differences in strength."""

from __future__ import annotations

import json
from collections import Counter
from math import inf
from random import Random

import pytest
from click.testing import CliRunner
from long_checks import sampled

import gamespec
from interpreter.bots.match import Match, matches, rotated
from interpreter.cli.app import cli
from interpreter.cli.measure.ladder import _elo
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout
from interpreter.play.result import Result
from interpreter.study.ladder import Meeting, elo, meetings, seating, sign_test, verdicts


@pytest.mark.parametrize(
    ("share", "points"), [(0.5, 0), (10 / 11, 400), (1 / 11, -400), (1.0, inf), (0.0, -inf)]
)
def test_points(share: float, points: float) -> None:
    """A bot that is 400 points stronger wins ten times as much as its opponent, a share of 10/11."""
    assert elo(share) == pytest.approx(points)


def test_points_as_the_help_tells_them() -> None:
    """The shares that the help prints are right.

    1 / (1 + 10^(-d/400)) is 0.64 for d = 100, 0.76 for d = 200, and 0.91 for d = 400.
    """
    assert [round(elo(share)) for share in (0.640, 0.760, 0.909)] == [100, 200, 400]


@pytest.mark.parametrize(
    ("name", "players"), [("tic-tac-toe", 2), ("hearts", 3), ("hearts", 4), ("trapper", 3)]
)
def test_each_bot_sits_everywhere_as_often(name: str, players: int) -> None:
    """Over 2n games of n players, each of two bots takes each seat n times.

    If n is even, each bot has half of the seats in every game.
    """
    program = gamespec.load(name).program(players)
    games = [seating(program, game) for game in range(2 * players)]
    assert [Counter(seats[seat] for seats in games)[0] for seat in range(players)] == [players] * players
    assert all(abs(seats.count(0) - seats.count(1)) == players % 2 for seats in games)


def test_partners_are_one_bot() -> None:
    """In Euchre, partners sit opposite each other and are played by the same bot."""
    program = gamespec.load("euchre").program()
    assert {seating(program, game) for game in range(4)} == {(0, 1, 0, 1), (1, 0, 1, 0)}


def test_who_plays_together_is_one_bot() -> None:
    """In Hanabi, where all players win together, one bot takes all seats."""
    program = gamespec.load("hanabi").program(3)
    assert [seating(program, game) for game in range(2)] == [(0, 0, 0), (1, 1, 1)]


def test_rotation() -> None:
    """All players move on by one seat from each game to the next."""
    assert [rotated(3, game) for game in range(4)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]


def test_points_of_several() -> None:
    """With three seats, a bot's points are the share of pairs with the other bot that it has won.

    If A, B, A take the places 1, 2, 3, bot A has won one pair and lost one, which is half a point.
    """
    program, meeting = gamespec.load("hearts").program(3), Meeting((0, 1))
    for places in ((1, 2, 3), (1, 3, 2), (2, 1, 3), (1, 1, 1)):
        seeds = Seeds(0, 0)
        result = Result(places, (9, 3, 6), 8, ())
        meeting.add(program, Match(seeds, (0, 1, 0)), Playout(seeds, 5, result))
    # In the four games, A gets half a point, one point, none, and half a point.
    assert (meeting.games, meeting.share, meeting.won, meeting.drawn) == (4, 0.5, 1, 2)
    assert [score.mean for score in meeting.scores] == [7.5, 3.0]
    seeds = Seeds(0, 0)
    meeting.add(program, Match(seeds, (0, 1, 0)), Playout(seeds, 5, None))
    assert (meeting.games, meeting.stopped) == (4, 1)


def test_who_has_won_every_point_is_stronger_by_at_least_so_much() -> None:
    """A bot that has won every point is rated by the lower end of its interval.

    It has won 40 games out of 40. A player who wins with probability p wins them all with probability p^40,
    which is 0.025 for p = 0.912. These odds are 10.35 to 1, or 406 points.
    """
    meeting = Meeting((1, 0))
    for _ in range(40):
        meeting.games += 1
        meeting.count(1)
    low, high = map(elo, meeting.interval)
    assert (round(low), high) == (406, inf)
    assert _elo(meeting) == ("", "at least +406")
    lost = Meeting((1, 0))
    for _ in range(40):
        lost.games += 1
        lost.count(0)
    assert _elo(lost) == ("", "at most -406")


@pytest.mark.parametrize(
    ("won", "lost", "chance"),
    [(5, 0, 2 / 32), (0, 5, 2 / 32), (4, 1, 2 * 6 / 32), (3, 2, 1), (0, 0, 1), (18, 2, 2 * 211 / 2**20)],
)
def test_how_likely_as_many_coins_fall_on_one_side(won: int, lost: int, chance: float) -> None:
    """The sign test gives the probability of a split that is at least as uneven as the given one.

    Of the 32 results of 5 coins, 2 are all alike. Of 20 coins, two or fewer show a given side in 1 + 20 + 190
    ways.
    """
    assert sign_test(won, lost) == pytest.approx(chance)


@pytest.mark.parametrize("games", sampled([10, 20, 60], "deep", 3))
def test_many_pairs_call_none_stronger_that_is_not(games: int) -> None:
    """In 95 of 100 ladders of equally strong bots, no bot is called stronger than another.

    The test simulates 400 ladders of 45 pairs, with or without draws. Four standard errors above the expected
    number of false alarms are 400 * 0.05 + 4 * sqrt(400 * 0.05 * 0.95) = 37.
    """
    random, alarms = Random(games), 0  # noqa: S311 - games, no secrets
    for ladder in range(400):
        found = [Meeting((0, 1)) for _ in range(45)]
        for meeting in found:
            meeting.games = games
            for _ in range(games):
                meeting.count(random.choice((0, 1) if ladder % 2 else (0, 0.5, 1)))
        alarms += any(verdict != "open" for verdict in verdicts(found))
    assert alarms <= 37


def test_a_verdict_needs_more_where_more_pairs_are_looked_at() -> None:
    """A difference that is clear if there is only one pair may remain open among many pairs.

    A result of 16 out of 20 has a probability of 0.012. By itself, it is clear at the level of 4 %, but not
    among 20 pairs.
    """
    ahead, even = Meeting((0, 1)), Meeting((0, 1))
    for game in range(20):
        for meeting, won in ((ahead, game < 16), (even, game < 10)):
            meeting.games += 1
            meeting.count(won)
    assert verdicts([ahead]) == ["clear"]
    assert verdicts([ahead, *[even] * 19]) == ["open"] * 20


@pytest.mark.long("processes")
def test_games_are_the_same_in_any_number_of_processes() -> None:
    """The same games are played in the same order by one process and by two."""
    program, names = gamespec.load("kuhn-poker").program(), ("random", "mcts:20")
    ((_, games),) = meetings(program, names, 12, 7).items()
    alone, together = (list(matches(program, CompiledEngine, names, games, jobs)) for jobs in (1, 2))
    assert [played.seeds for played in alone] == [game.seeds for game in games]
    assert alone == together


def test_two_bots_meet_alike_whoever_else_is_there() -> None:
    """The games between two bots depend only on their names, not on the other bots of the ladder."""
    program = gamespec.load("tic-tac-toe").program()
    small, large = (
        meetings(program, names, 5, 1) for names in (("random", "flat:9"), ("random", "greedy", "flat:9"))
    )
    assert small[1, 0] == [Match(game.seeds, tuple(who // 2 for who in game.seats)) for game in large[2, 0]]


def test_the_command_tells_who_is_stronger() -> None:
    """The command says which bot is stronger, in its text and in JSON."""
    words = ["ladder", "tic-tac-toe", "--bots", "random,mcts:60", "--games", "30", "--jobs", "1"]
    run = CliRunner().invoke(cli, [*words, "--format", "json"])
    assert run.exit_code == 0, run.output
    (meeting,) = json.loads(run.stdout)["meetings"]
    assert (meeting["bot"], meeting["against"], meeting["games"]) == ("mcts:60", "random", 30)
    assert meeting["points"] > 0.75
    text = CliRunner().invoke(cli, words).stdout
    assert text.endswith("mcts:60 is stronger than random\n")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--bots", "random"], "at least two bots"),
        (["--bots", "random,random"], "names a bot twice"),
        (["--bots", "random,mtcs:3"], "no bot is called `mtcs:3`"),
        (["--games", "0"], "0 is not in the range"),
        (["--players", "7"], "7"),
    ],
)
def test_what_can_not_be_played_is_refused(words: list[str], why: str) -> None:
    """`gamespec ladder` rejects invalid bots and numbers of games and players, and gives the reason."""
    run = CliRunner().invoke(cli, ["ladder", "tic-tac-toe", *words], standalone_mode=False)
    told = run.output + str(run.exception)
    assert why in told
