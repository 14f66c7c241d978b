"""Tests for the facts of a report, on games whose numbers follow from arithmetic."""

from __future__ import annotations

from random import Random

import pytest
from games_told import facts, game

from interpreter import asides
from interpreter.report.facts import Spread
from interpreter.report.record import BadRecord
from interpreter.report.sentences import ASSOCIATION, sentences, strength
from interpreter.report.verdicts import Comparisons, Strength
from interpreter.simulate.intervals import Fixed, mean_of
from interpreter.simulate.statistics import Mean

FAULT = {"outcome": None, "end": None, "fault": "GS502"}


def test_seats_are_told_by_points() -> None:
    """Seats are compared by points, where a draw counts as half a win.

    Of 100 games seat 1 wins 60, seat 2 wins 20, and 20 are drawn. Seat 1 has 60 + 10 points, seat 2 has 20 +
    10.

    With z = 1.96, Agresti and Coull's interval adds 1.92 ones and as many zeros, so its center is (70 + 1.92)
    / 103.84 = 0.693. The squares add up to 60 + 20 / 4 = 65, so the variance is 66.92 / 103.84 - 0.693² =
    0.165. The interval reaches 1.96 √(0.165 / 103.84) = 0.078 to each side, which excludes 0.5.
    """
    first, second = facts([game((1, 0))] * 60 + [game((0, 1))] * 20 + [game((0, 0))] * 20).seats
    assert (first.won, first.shared, first.drawn, second.won, second.drawn) == (60, 0, 20, 20, 20)
    assert first.wins is not None
    assert second.wins is not None
    assert (first.wins.share, second.wins.share) == (pytest.approx(0.7), pytest.approx(0.3))
    assert first.wins.low == pytest.approx(0.615, abs=1e-3)
    assert first.wins.high == pytest.approx(0.771, abs=1e-3)
    assert (first.wins.even, second.wins.even) == (pytest.approx(0.5), pytest.approx(0.5))
    assert first.wins.verdict is not None
    assert first.wins.verdict.strength is Strength.CLEAR
    assert second.wins.verdict == first.wins.verdict
    assert first.score == pytest.approx(0.6)


BOTS = {"seat.1": "greedy", "seat.2": "greedy"}


def test_what_users_won_is_told_beyond_the_seat() -> None:
    """Players who use an action are compared only with other players of the same seat.

    Seat 1 always wins and always takes, and seat 2 never does either. The seat therefore explains the wins,
    and taking explains nothing.
    """
    games = [game((1, 0), chosen=((1, 0), (0, 1)), **BOTS)] * 40
    take, _ = facts(games, seats=["greedy", "greedy"]).actions
    assert (take.won, take.without) == (1, 0)
    assert take.link is not None
    assert (take.link.mean, take.link.games) == (0, 40)


def test_what_goes_with_winning_is_an_association() -> None:
    """Where bots choose, a difference in wins between users of an action and others is only an association.

    Both seats win half of the games; the winner has taken, and the loser has waited. Compared with the seat's
    average of half a win, the winner is half a win above and the loser half a win below, and 0.5 - (-0.5) =
    1. Because the bots chose by their positions, this difference is not among the comparisons that may be
    called clear.
    """
    games = [
        game((1, 0), chosen=((1, 0), (0, 1)), **BOTS),
        game((0, 1), chosen=((0, 1), (1, 0)), **BOTS),
    ] * 20
    found = facts(games, seats=["greedy", "greedy"])
    take, wait = found.actions
    assert take.link is not None
    assert wait.link is not None
    assert (take.link.mean, wait.link.mean) == (1, -1)
    assert take.tried is None
    assert (take.used, take.offered, take.chosen) == (pytest.approx(0.5), 80, 40)
    assert found.comparisons == 1  # two teams make one comparison; associations do not count
    (said,) = [each for each in sentences(found) if "`take`" in each.text]
    assert "won 100.0 percentage points more" in said.text
    assert said.strength == ASSOCIATION
    assert "lear" not in said.strength


def test_the_effect_of_an_action_at_random() -> None:
    """If each player takes one of two options at random and the taker wins, the effect is a whole win.

    Each of the 80 offers contributes (1 - 1/2) (1 - 1/2) or (0 - 1/2) (0 - 1/2), which is 1/4 of a win, and
    has the weight 1/2 · 1/2. If taking changed nothing, the sum would have the variance 80 · 1/4 · (1/2)² =
    5. Student's quantile for 39 degrees of freedom is 2.023, so the interval reaches 2.023 · √5 / 20 = 0.226
    to each side.
    """
    both = ((1, 1), (1, 1))
    games = [
        game((1, 0), chosen=both, free=((1, 2, 1), (1, 2, 0))),
        game((0, 1), chosen=both, free=((1, 2, 0), (1, 2, 1))),
    ] * 20
    found = facts(games)
    take, wait = (action.tried for action in found.actions)
    assert take is not None
    assert wait is not None
    assert (take.offers, take.taken, take.chance) == (80, 40, 1 / 2)
    assert take.effect is not None
    assert wait.effect is not None
    assert (take.effect.mean, wait.effect.mean) == (pytest.approx(1), pytest.approx(-1))
    assert take.effect.low == pytest.approx(1 - 0.226, abs=1e-3)
    assert take.effect.strength is Strength.CLEAR
    assert found.comparisons == 1 + 2
    assert found.actions[0].link is None
    (said,) = [each for each in sentences(found) if "`take`" in each.text]
    assert said.text.startswith(
        "Taking `take` where it is first offered wins 100.0 percentage points more than another option "
        "(77.4 to 100.0); taking `wait` where it is first offered wins 100.0 percentage points less"
    )
    assert said.strength.startswith("Clear.")


@pytest.mark.parametrize("free", [(1, 1, 1), (0, 2, 0), (1, None, 0), (None, None, 1)])
def test_a_first_offer_that_cannot_be_is_damage(free: tuple[int, int, int]) -> None:
    """A first offer is damaged if it lacks a number, or if the action has none or all of its options."""
    with pytest.raises(BadRecord):
        facts([game(free=(free, None))])


def test_who_was_not_offered_an_action_is_not_compared() -> None:
    """A seat to which an action was never offered is not compared with the players who use the action.

    Seat 2 loses without having taken, but it was never allowed to take.
    """
    take, wait = facts([game(offered=((1, 0), (0, 0)), chosen=((1, 0), (0, 0)))] * 40).actions
    assert (take.link, take.used) == (None, 1)
    assert (wait.offered, wait.used, wait.link) == (0, None, None)


def test_what_an_action_is_worth_is_told_beyond_the_player() -> None:
    """A player's games with an action are compared only with other games of the same player.

    It does not matter in which seat the player sits. The strong bot always wins and always takes. Its
    strength therefore explains the wins, and taking explains nothing.
    """
    games = [
        game((1, 0), chosen=((1, 0), (0, 1)), **{"seat.1": "strong", "seat.2": "weak"}),
        game((0, 1), chosen=((0, 1), (1, 0)), **{"seat.1": "weak", "seat.2": "strong"}),
    ] * 20
    found = facts(games, seats=["strong", "weak"])
    assert found.actions[0].link is not None
    assert found.actions[0].link.mean == 0
    assert found.players is not None
    assert [(bot.name, bot.points) for bot in found.players.bots] == [("strong", 1), ("weak", 0)]
    assert found.players.ahead is not None
    assert (found.players.ahead.mean, found.players.ahead.strength) == (1, Strength.CLEAR)
    assert [(use.action, use.means) for use in found.players.uses] == [("take", (1, 0)), ("wait", (0, 1))]
    # One comparison is between the seats, one is of who is ahead, and two are of how often each bot acts.
    assert found.comparisons == 1 + 1 + 2


def test_failures_come_with_how_to_see_them() -> None:
    """Failed games are counted by cause, each with a command that plays the first such game again.

    Two of the games stopped at a fault, and one was cut short.
    """
    cut = game(outcome=4, end="truncated", truncated=True, seed=8, luck=9)
    found = facts([game(), game(**FAULT), game(**FAULT, seed=7), cut] * 1, set={"size": "3"})
    fault, limit = found.failures
    assert (fault.code, fault.games, limit.code, limit.games) == ("GS502", 2, None, 1)
    assert fault.command == "gamespec play duel --set size=3 --seats random,random --seed 5 --luck 6"
    assert limit.command.endswith("--seed 8 --luck 9")
    assert found.completed == 1
    assert [fact.won for fact in found.seats] == [1, 0]


def test_nothing_but_failures() -> None:
    """If no game came to a result, the report contains no sentences."""
    found = facts([game(**FAULT)] * 3)
    assert (found.completed, sentences(found)) == (0, ())


def test_components_are_told_by_game() -> None:
    """The numbers of components that move to a zone or stay there are averaged over games.

    In two games, 2 and 4 coins came to a purse, and 2 and 3 stayed there, which makes 3 and 2.5 per game.
    """
    (coin,) = facts([game(), game(**{"came.coin.purse": 4, "left.coin.purse": 3})]).components
    assert (coin.name, coin.kind, coin.moved) == ("coin", "coin", 3)
    assert coin.left == (("pot", 1), ("purse", 2.5))


def test_never_chosen_is_said() -> None:
    """If nobody ever chose an action, a sentence of the report names it.

    Waiting was on offer twice in each of 50 games.
    """
    found = facts([game()] * 50)
    assert found.actions[1].chosen == 0
    assert any("Nobody ever chose `wait`" in s.text and "100 times" in s.text for s in sentences(found))


@pytest.mark.parametrize(("share", "value"), [(0.05, 1), (0.5, 1), (0.51, 2), (0.95, 9), (1.0, 9)])
def test_quantiles(share: float, value: int) -> None:
    """A quantile is the least value up to which at least the given share of the games lie.

    Of 100 games, 50 have the value 1, 40 have 2, and 10 have 9.
    """
    assert Spread(((1, 50), (2, 40), (9, 10))).quantile(share) == value


@pytest.mark.parametrize(
    ("lengths", "says"),
    [
        (
            {9: 1, 12: 129, 15: 464, 18: 396, 21: 9, 24: 1},
            "A game takes 15.9 turns on average; 86 % of the games take 15 to 18; 1 % take more.",
        ),
        (
            {6: 10, 7: 61, 8: 29},
            "A game takes 7.19 turns on average; 90 % of the games take 7 to 8; none takes more.",
        ),
        (
            {1: 1, 2: 90, 3: 6, 9: 3},
            "A game takes 2.26 turns on average; 90 % of the games take 2; 3 % take more than 3.",
        ),
        ({3: 40}, "Every game takes 3 turns."),
        ({3: 1}, "The game took 3 turns."),
    ],
)
def test_lengths_are_told_by_their_shares(lengths: dict[int, int], says: str) -> None:
    """The sentence on length gives the real shares of the games, however few different lengths there are.

    Of 1,000 games, 464 + 396 = 860 take 15 to 18 turns and 9 + 1 = 10 take more. The mean is (9 + 12 * 129 +
    15 * 464 + 18 * 396 + 21 * 9 + 24) / 1,000 = 15.86.
    """
    found = facts([game(turns=turns) for turns, count in lengths.items() for _ in range(count)])
    assert says in [said.text for said in sentences(found)]


def of(ahead: int, games: int = 60) -> Mean:
    """Return the mean of `games` numbers, of which `ahead` are 1 and all others are -1."""
    mean = Mean()
    for number in range(games):
        mean.add(1 if number < ahead else -1)
    return mean


@pytest.mark.parametrize(
    ("ahead", "strengths"),
    [
        ((38,), ("clear",)),
        ((38, 38), ("suggestive", "suggestive")),
        ((38, 38, 31), ("not enough games", "not enough games", "not enough games")),
        ((48, 31, 31), ("clear", "not enough games", "not enough games")),
    ],
)
def test_verdicts_are_of_all_that_is_compared(ahead: tuple[int, ...], strengths: tuple[str, ...]) -> None:
    """A verdict takes into account how many comparisons a report makes.

    If 38 of 60 games are ahead, the mean is 16 / 60 = 0.267 and its standard error √((1 - 0.267²) / 59) =
    0.1255. The mean is therefore 2.125 standard errors from 0, which happens with a probability of 0.038
    (Student's distribution with 59 degrees of freedom). At a level of 4 %, that is enough for a single
    comparison. For two comparisons, Holm's method requires 2 % of the first, and Benjamini and Hochberg's
    method requires 4 % of the second. For three comparisons, Benjamini and Hochberg's method requires 2.7 %
    of the second. With 31 games ahead, the mean is 0.26 standard errors from 0, and with 48 games it is 5.8.
    """
    comparisons = Comparisons(Fixed())
    for number, count in enumerate(ahead):
        comparisons.add(number, of(count), 0.0, mean_of)
    verdicts = comparisons.settled()
    assert verdicts.many == len(ahead)
    found = [verdicts.of(number) for number in range(len(ahead))]
    assert tuple(each.strength.value for each in found if each is not None) == strengths


def test_how_many_games_more() -> None:
    """A suggestive verdict says how many more games would make it clear.

    For two comparisons, each 2.125 standard errors from 0, the required level is 2 %, for which Student's
    quantile with 59 degrees of freedom is 2.391. That takes 60 ((2.391 / 2.125)² - 1) = 16 more games. With
    fewer than 20 games there is no verdict.
    """
    comparisons = Comparisons(Fixed())
    for number, count in enumerate((38, 38)):
        comparisons.add(number, of(count), 0.0, mean_of)
    comparisons.add("few", of(19, games=19), 0.0, mean_of)
    verdicts = comparisons.settled()
    first = verdicts.of(0)
    assert first is not None
    assert first.more in {16, 17}
    assert verdicts.of("few") is None
    assert strength(first) == f"Suggestive: about {first.more} more games would make it clear."


@pytest.mark.long("generated")
def test_false_alarms_are_rare() -> None:
    """If nothing influences who wins, hardly more than 1 in 20 reports calls anything clear.

    In 400 reports, winners are drawn by lot, and so is what each player does. If each report has a false
    alarm with a probability of 0.05, more than 33 reports have one only once in 500 times (mean 20, standard
    deviation 4.4).
    """
    random, alarms = Random(1), 0  # noqa: S311 - winners, no secrets
    for _ in range(400):
        games = []
        for _ in range(60):
            winner = random.randrange(2)
            free = [(1, 3, int(random.randrange(3) == 0)) for _ in range(2)]
            games.append(game((1 - winner, winner), free=free))
        found = facts(games)
        effects = [fact.tried.effect for fact in found.actions if fact.tried is not None]
        verdicts = [*(fact.wins and fact.wins.verdict for fact in found.seats), *effects]
        alarms += any(verdict is not None and verdict.strength is Strength.CLEAR for verdict in verdicts)
    assert alarms <= 33


@pytest.mark.parametrize(
    ("wins", "says", "sure"),
    [
        (31, "No seat clearly wins more than its share of 60 games", "A smaller difference would need about"),
        (48, "Seat 1 wins more than its share: 80.0 %", "Clear."),
    ],
)
def test_sentences_say_how_sure_they_are(wins: int, says: str, sure: str) -> None:
    """Each sentence comes with a statement of how certain it is.

    Of 60 games, 31 wins are nearly half. 48 wins are √60 (0.8 - 0.5) / 0.4 = 5.8 standard errors from half.
    """
    chosen = [((1, 0), (0, 1)), ((0, 1), (1, 0))]
    games = [game((1, 0) if number < wins else (0, 1), chosen=chosen[number % 2]) for number in range(60)]
    first, *_ = sentences(facts(games))
    assert first.text.startswith(says)
    assert first.strength.startswith(sure)
    assert "among players who choose at random" in first.text


@pytest.mark.parametrize(
    ("chosen", "offered", "says"),
    [
        (
            (0, 1),
            (1, 1),
            "Nobody ever chose `take`, among players who choose at random, though it was offered 60 times.",
        ),
        ((0, 0), (1, 1), "though each was offered 60 times."),
        ((0, 0), (2, 1), "though each was offered at least 60 times."),
    ],
)
def test_offers_of_what_nobody_chose(chosen: tuple[int, int], offered: tuple[int, int], says: str) -> None:
    """The sentence on actions that nobody chose counts their offers, and is exact unless they differ.

    In 30 games of two players, an action that is offered once to each player of a game is offered 60 times.
    """
    found = facts([game(chosen=(chosen, chosen), offered=(offered, offered))] * 30)
    assert any(says in said.text for said in sentences(found))


def test_how_many_games_a_difference_rests_on() -> None:
    """A sentence on the users of an action says how many games had both users and others.

    In 40 of 100 games one player takes and wins; in the other 60 both wait, and the game is drawn.
    """
    took = [
        game((1, 0), chosen=((1, 0), (0, 1)), **BOTS),
        game((0, 1), chosen=((0, 1), (1, 0)), **BOTS),
    ] * 20
    drawn = [game((0, 0), chosen=((0, 1), (0, 1)), **BOTS)] * 60
    texts = [said.text for said in sentences(facts(took + drawn, seats=["greedy", "greedy"]))]
    assert any(
        "Players who used `take` won 100.0 percentage points more than players in the same games who "
        "could have used it but never did (40 of 100 games had both)" in text
        for text in texts
    )


def staged(turns: int, width: int, decisions: list[int], options: list[int]) -> dict[str, int]:
    """Return the columns that record a game of `turns` turns by 16 stages of `width` turns each.

    `decisions` and `options` are the counts for each stage; stages without a count have 0.
    """
    both = {"decisions": decisions, "options": options}
    return {"turns": turns, "stage": width} | {
        f"{name}.{stage + 1}": (*counts, *[0] * 16)[stage]
        for name, counts in both.items()
        for stage in range(16)
    }


def test_stages_are_told_of_all_games_alike() -> None:
    """All games are divided into stages of the same number of turns, which is two in this test.

    The 96 games of 17 turns have 9 such stages, the last with a single turn. The games of 16 turns were
    recorded in stages of one turn, which are joined in pairs. A game of 33 turns has longer stages and is
    left out. All other games have one decision per turn, with 3 options in the first turn and 1 in every
    other turn. The first stage therefore has (3 + 1) / 2 options per decision.
    """
    long = staged(17, 2, [2] * 8 + [1], [4] + [2] * 7 + [1])
    short = staged(16, 1, [1] * 16, [3] + [1] * 15)
    longer = staged(33, 4, [4] * 8 + [1], [40] * 9)
    course = facts([game(**long)] * 96 + [game(**short)] * 3 + [game(**longer)]).course
    assert course.longer == 1
    assert [(stage.first, stage.last, stage.games) for stage in course.stages] == [
        *((2 * number + 1, 2 * number + 2, 99) for number in range(8)),
        (17, 18, 96),
    ]
    assert [stage.options for stage in course.stages] == [pytest.approx((2, 2, 2)), *[(1, 1, 1)] * 8]
    assert [stage.decisions for stage in course.stages] == [(1, 1, 1)] * 9


def purses(first: int, second: int, points: tuple[int, int]) -> dict[str, object]:
    """Return a game in which `first` and `second` coins came to the purses of the two players."""
    row = game(points)
    row.pop("came.coin.purse")
    row.pop("left.coin.purse")
    for name in ("came", "left"):
        row |= {f"{name}.coin.purse.1": first, f"{name}.coin.purse.2": second}
    return row


def test_to_whom_components_came_is_told_beyond_the_seat() -> None:
    """Players to whom a component came are compared only with players of the same seat.

    Both seats win equally often. In the 50 games in which only one player had a coin, that player won, except
    in 10 games, which makes 80 % against 20 %. In another 10 games both players had a coin, so there is
    nothing to compare.
    """
    games = [purses(2, 0, (1, 0)), purses(0, 1, (0, 1))] * 20 + [
        purses(1, 0, (0, 1)),
        purses(0, 1, (1, 0)),
    ] * 5
    found = facts(games + [purses(1, 1, (1, 0)), purses(1, 1, (0, 1))] * 5)
    (coin,) = found.held
    assert (coin.face, coin.kind, coin.zone) == ("coin", "coin", "purse")
    assert coin.had == pytest.approx((50 + 2 * 10) / (2 * 60))
    assert (coin.won, coin.without) == (pytest.approx(0.8), pytest.approx(0.2))
    assert coin.link is not None
    assert (coin.link.mean, coin.link.games) == (pytest.approx(0.6), 50)
    (said,) = [said for said in sentences(found) if "`coin`" in said.text]
    assert "received `coin` in `purse` won 60.0 percentage points more" in said.text
    assert said.strength == ASSOCIATION
    assert [(face.name, dict(face.came)) for face in found.components] == [
        ("coin", {"pot": 0, "purse": pytest.approx((2 * 20 + 20 + 5 + 5 + 2 * 10) / 60)})
    ]


def test_what_came_to_everybody_is_not_compared() -> None:
    """If a component came to everybody equally often, its holders are not compared with other players."""
    (coin,) = facts([purses(1, 1, (1, 0))] * 40).held
    assert (coin.had, coin.won, coin.link) == (1, None, None)


def test_what_comes_to_one_seat_only_is_not_compared() -> None:
    """If a component came to one seat only, its holders are not compared with other players.

    What the component would be worth to the other seat is unknown.
    """
    (coin,) = facts([purses(1, 0, (1, 0)), purses(0, 0, (0, 1))] * 40).held
    assert coin.had == pytest.approx(1 / 4)
    assert coin.link is None


@pytest.mark.parametrize("seats", [["random", "random"], ["greedy", "random"]])
def test_a_module_counts_as_python_does(monkeypatch: pytest.MonkeyPatch, seats: list[str]) -> None:
    """The kernel that counts gives the same facts in a module and in CPython, to the last bit."""
    names = {f"seat.{number}": name for number, name in enumerate(seats, 1)}
    games = [
        purses(1, 0, (1, 0)) | names,
        purses(0, 3, (2, 5)) | names | {"turns": 7},
        purses(1, 1, (4, 4)) | names | FAULT,
    ] * 25
    in_module = facts(games, seats=seats)
    monkeypatch.setattr(asides, "aside", lambda *_: None)
    assert facts(games, seats=seats) == in_module
