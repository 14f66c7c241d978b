"""Tests for shares of the wins, which all outputs define alike, and for games won or lost together."""

from __future__ import annotations

import csv
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from known_games import KNOWN

import gamespec
from gamespec.text.plurals import counted, with_noun
from interpreter.bots.match import Match
from interpreter.cli.app import cli
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout
from interpreter.play.result import Result
from interpreter.play.together import is_cooperative
from interpreter.report import Run as Told
from interpreter.report import facts_of, sentences
from interpreter.report.record import SavedGames
from interpreter.simulate import Fixed, run
from interpreter.simulate.formats.saved_table import read_saved
from interpreter.simulate.intervals import bounded_mean_of
from interpreter.simulate.wins import Deciding
from interpreter.study.comparison import Comparison
from interpreter.study.ladder import Meeting

GAMES = 300
DECIDED = [known.name for known in KNOWN.values() if known.shares]
"""Names of the games whose shares of the wins follow from arithmetic."""


@pytest.fixture(params=DECIDED)
def name(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write the file of a game in `DECIDED` to the current folder, and return the game's name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"{request.param}.yaml").write_text(KNOWN[request.param].written, encoding="utf-8")
    return str(request.param)


def told(*words: str) -> str:
    """Return the output of the command line with the arguments `words`, which must succeed."""
    outcome = CliRunner().invoke(cli, [*words])
    assert outcome.exit_code == 0, outcome.output
    return outcome.stdout


# --- the definition -----------------------------------------------------------------------------------------

A, B, C = range(3)


@pytest.mark.parametrize(
    ("teams", "winners", "places", "shares", "fate"),
    [
        ((A, B, C), (1,), (2, 1, 3), (0, 1, 0), "won"),
        ((A, B, C), (0, 2), (1, 3, 1), (1 / 2, 0, 1 / 2), "shared"),
        ((A, B, C), (0, 1, 2), (1, 1, 1), (1 / 3, 1 / 3, 1 / 3), "shared"),  # `winner: players`
        ((A, B, C), (), (1, 1, 1), (1 / 3, 1 / 3, 1 / 3), "drawn"),
        ((A, B, C), (), (2, 2, 2), (0, 0, 0), "lost"),
        ((A, B, A, B), (0, 2), (1, 2, 1, 2), (1, 0, 1, 0), "won"),  # partners share the win
        ((A, B, A, B), (0, 1, 2, 3), (1, 1, 1, 1), (1 / 2,) * 4, "shared"),
        ((A, A, A), (0, 1, 2), (1, 1, 1), (1, 1, 1), "won"),
        ((A, A, A), (), (2, 2, 2), (0, 0, 0), "lost"),
        ((A, A, A), (), (1, 1, 1), (0, 0, 0), "drawn"),  # no other team has a share
    ],
)
def test_what_a_game_is_worth(
    teams: tuple[int, ...],
    winners: tuple[int, ...],
    places: tuple[int, ...],
    shares: tuple[float, ...],
    fate: str,
) -> None:
    """A lone winner gets the whole win, joint winners and drawn players equal parts, and losers nothing."""
    deciding, result = Deciding(teams), Result(places, (0,) * len(teams), 8, winners)
    assert (deciding.shares(result), deciding.fate(result)) == (shares, fate)


def test_where_only_the_score_tells_nobody_has_won() -> None:
    """If an end names no winner and there is a single team, being first does not count as a win."""
    deciding, result = Deciding((A, A), unsaid=frozenset({8})), Result((1, 1), (5, 5), 8, (0, 1))
    assert (deciding.fate(result), deciding.shares(result)) == ("scored", (0, 0))


@given(st.data())
def test_there_is_one_win_a_game(data: st.DataObject) -> None:
    """The shares of all teams add up to 1, or to 0 if all lose, and partners have equal shares."""
    teams = tuple(data.draw(st.lists(st.integers(0, 3), min_size=2, max_size=5)))
    first = data.draw(st.sets(st.sampled_from(sorted({*teams}))))
    drawn = data.draw(st.booleans()) and not first
    places = tuple(1 if drawn or team in first else 2 for team in teams)
    winners = tuple(seat for seat, team in enumerate(teams) if team in first)
    deciding = Deciding(teams)
    by_team: dict[int, set[float]] = {team: set() for team in teams}
    for team, share in zip(
        teams, deciding.shares(Result(places, (0,) * len(teams), 8, winners)), strict=True
    ):
        by_team[team].add(share)
    assert all(len(shares) == 1 for shares in by_team.values())
    whole = sum(share for shares in by_team.values() for share in shares)
    nobody = not first and (not drawn or deciding.together)
    assert whole == pytest.approx(0 if nobody else 1)


def test_of_two_teams_the_points_of_a_ladder_are_the_wins() -> None:
    """With two teams, the points of a ladder are the shares of the wins.

    If both teams lose, each gets half a point.
    """
    program = gamespec.load("tic-tac-toe").program()
    results = [((1, 2), (0,)), ((2, 1), (1,)), ((1, 1), ()), ((1, 1), (0, 1)), ((2, 2), ())]
    for places, winners in results:
        meeting, result = Meeting((0, 1)), Result(places, (0, 0), 8, winners)
        meeting.add(program, Match(Seeds(0, 0), (0, 1)), Playout(Seeds(0, 0), 1, result))
        share, other = Deciding((0, 1)).shares(result)
        assert meeting.share == (share if share + other else 0.5)


# --- agreement of all reports -------------------------------------------------------------------------------


def test_every_account_of_a_run_has_the_same_shares(name: str, tmp_path: Path) -> None:
    """All reports on a run agree on the shares of the wins and their intervals.

    The reports are the text and JSON of `simulate`, the measures, the table of games, a report, a comparison
    and bands.
    """
    spec = gamespec.load(f"./{name}.yaml")
    shown = json.loads(
        told("simulate", f"./{name}.yaml", "--games", str(GAMES), "--format", "json", "--out", "games.csv")
    )
    with (tmp_path / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    players = spec.program().players
    by_seat = [sum(float(row[f"share.{seat}"]) for row in rows) / GAMES for seat in range(1, players + 1)]
    assert [seat["share"]["mean"] for seat in shown["seats"]] == pytest.approx(by_seat)

    here = run(spec, GAMES)
    for unit, team in here.summary.teams.items():
        assert team.share.mean == pytest.approx(by_seat[unit[0]])
    estimated = {e.seats: e for e in here.summary.measures.estimates(Fixed()) if e.measure.key == "share"}
    for unit, team in here.summary.teams.items():
        found = estimated[tuple(seat + 1 for seat in unit)]
        assert (found.low, found.high) == bounded_mean_of(team.share, Fixed())
        assert found.mean == team.share.mean
        text = f"{found.mean:.1%}"
        assert text in told("simulate", f"./{name}.yaml", "--games", str(GAMES))
        assert text in here._repr_html_()

    table = read_saved(tmp_path / "games.csv")
    about = Told.of(table.about)
    facts = facts_of(about, SavedGames(about, table))
    for fact in facts.teams:
        if fact.wins is not None:
            low, high = estimated[tuple(seat + 1 for seat in fact.seats)].low, fact.wins.high
            assert (fact.wins.share, fact.wins.low) == pytest.approx((by_seat[fact.seats[0]], low))
            assert high == pytest.approx(estimated[tuple(seat + 1 for seat in fact.seats)].high)

    comparison = Comparison(here.plan, here.plan).play(GAMES)
    differences = {each.quantity.key: each.a for each in comparison.differences()}
    for unit in here.summary.teams:
        assert differences[f"wins.{unit[0] + 1}"] == pytest.approx(by_seat[unit[0]])

    bands = "".join(f"      - {{wins: {seat + 1}, within: ..99.9%}}\n" for seat in range(players))
    folder = tmp_path / "banded"
    folder.mkdir()
    (folder / "game.yaml").write_text(KNOWN[name].written, encoding="utf-8")
    (folder / "bands.yaml").write_text(
        f"language: 1\nbands:\n  - id: a\n    title: a\n    games: {GAMES}\n    holds:\n"
        f"{bands}      - {{share: decisions > 0, within: ..99.9%}}\n",
        encoding="utf-8",
    )
    held = json.loads(CliRunner().invoke(cli, ["test", "banded", "--bands", "--format", "json"]).stdout)
    for seat, band in enumerate(held[0]["bands"][:-1]):
        assert band["value"] == pytest.approx(
            sum(float(r[f"share.{seat + 1}"]) for r in rows[: band["games"]]) / band["games"]
        )


def test_shares_are_those_of_arithmetic(name: str) -> None:
    """Over 1,000 games, the teams' shares of the wins and the frequency of each kind of end are as expected.

    They may differ from the exact values by four standard errors.
    """
    known, found = KNOWN[name], run(f"./{name}.yaml", 1000, seed=3).summary
    off = 4 * 0.5 / 1000**0.5
    for unit, share in known.shares.items():
        assert found.teams[unit].share.mean == pytest.approx(float(share), abs=off)
    assert {*known.fates} == {*found.deciding.fates} & {"shared", "drawn", "lost"} or found.deciding.together
    for fate, share in known.fates.items():
        assert found.measures.fates[fate] / 1000 == pytest.approx(float(share), abs=off)
    whole = sum(known.shares.values()) + known.fates.get("lost", Fraction(0))
    assert whole == 1 or found.deciding.together


# --- cooperative games --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rest", "together"),
    [
        ("end: {a: {when: u > 0, winner: players}, b: {when: u > 5, winner: '{}'}}", True),
        ("end: {a: {when: u > 0, winner: 'players if u > 3 else {}'}}", True),
        ("end: {a: {when: u > 0, winner: 'filter(p in players: u > 3)'}}", True),
        ("end: {a: {when: u > 0, winner: 'filter(p in players: p != seat(1))'}}", False),
        ("end: {a: {when: u > 0, winner: me}}", False),
        ("end: {a: {when: u > 0, winner: crew()}}\nfunctions: {crew: {is: players}}", True),
        # The end `b` ranks the players by their own scores.
        ("end: {a: {when: u > 0, winner: players}, b: {when: u > 5}}\nscore: v[player]", False),
        ("end: {a: {when: u > 0, winner: players}, b: {when: u > 5}}\nscore: u", True),
        ("end: {a: {when: u > 0, winner: players}}\nscore: v[player]", True),  # no end ranks the players
        ("end: {a: {when: u > 0}}\nscore: u", True),
        ("end: {a: {when: u > 0}}\nscore: v[player]", False),
        ("end: {a: {when: u > 0}}\nscore: v[player]\nteams: true", True),
    ],
)
def test_who_wins_together_is_known_of_the_program(tmp_path: Path, rest: str, together: bool) -> None:  # noqa: FBT001 - a table
    """A program is cooperative only if it is certain that no end treats its players differently."""
    text = KNOWN["shares"].written.partition("end:")[0].replace("do: [{set: {u: u}}]", "do: []")
    text = text.replace("variables:\n", "variables:\n  v: {per: player, type: 0..60}\n")
    (tmp_path / "a.yaml").write_text(
        f"{text}{rest}\nlimit: {{decisions: 20, then: draw}}\n", encoding="utf-8"
    )
    assert is_cooperative(gamespec.load(str(tmp_path / "a.yaml")).program()) is together


def test_a_phase_that_may_end_ranks_the_players(tmp_path: Path) -> None:
    """If all phases can end, the players are ranked by their own scores, so the game is not cooperative."""
    text = (
        KNOWN["shares"]
        .written.partition("end:")[0]
        .replace("turns: clockwise", "turns: clockwise\n    until: u > 50")
    )
    rest = (
        "end: {a: {when: u > 0, winner: players}}\nscore: number(player)\nlimit: {decisions: 9, then: draw}\n"
    )
    (tmp_path / "a.yaml").write_text(text + rest, encoding="utf-8")
    assert not is_cooperative(gamespec.load(str(tmp_path / "a.yaml")).program())


@pytest.mark.parametrize("name", ["together", "team"], indirect=True)
def test_the_table_wins_or_loses(name: str) -> None:
    """The report on a cooperative game has no seats and no draws, and says what each end decided."""
    text = told("simulate", f"./{name}.yaml", "--games", "300")
    assert re.search(
        r"^All win or lose together; they have won \d+ of 300 games: 5\d\.\d%", text, re.MULTILINE
    )
    assert not re.search(r"^ *seat|drawn|advantage|margin", text, re.MULTILINE)
    ends = re.findall(r"^(across|luck|sunk) +(won|lost) +(\d+) ", text, re.MULTILINE)
    assert {(end, what) for end, what, _ in ends} == {
        ("across", "won"),
        ("luck", "won"),
        ("luck", "lost"),
        ("sunk", "lost"),
    }
    assert sum(int(games) for *_, games in ends) == 300
    told("simulate", f"./{name}.yaml", "--games", "300", "--out", "games.jsonl")
    table = read_saved(Path("games.jsonl"))
    about = Told.of(table.about)
    first, second, *_ = sentences(facts_of(about, SavedGames(about, table)))
    assert first.text.startswith("The players win together in 5")
    assert second.text.startswith("`sunk` ended")


def test_hanabi_has_a_score_and_no_draws() -> None:
    """In Hanabi, no end says who has won, so the report gives the score and mentions no draws."""
    text = told("simulate", "hanabi", "--games", "20")
    assert "no end says who has won: the score tells how well it went, 0.00" in text
    assert re.search(r"^storm +by score +20 +100\.0%", text, re.MULTILINE)
    assert "drawn" not in text


def test_partners_are_a_row() -> None:
    """Partners share a row in the report.

    Euchre has two teams, and its ends are reported for each team.
    """
    text = told("simulate", "euchre", "--games", "20")
    assert [line[:4] for line in text.splitlines() if re.match(r"\d, \d ", line)] == ["1, 3", "2, 4"]
    assert len(re.findall(r"^goal +won by seats \d, \d +\d+ ", text, re.MULTILINE)) == 2


# --- nouns after numbers ------------------------------------------------------------------------------------

ONE_OF_MANY = re.compile(r"(?<![\d.,])1 (?!pass\b|loss\b|this\b|is\b|was\b|has\b|wins\b|seems\b)[a-z]+s\b")


def test_numbers_have_their_nouns() -> None:
    """A noun is singular after 1 and +1, and plural after all other numbers, including fractions."""
    assert [counted(number, "match", "matches") for number in (0, 1, 2)] == [
        "0 matches",
        "1 match",
        "2 matches",
    ]
    said = [with_noun(number, "turn") for number in ("1", "+1", "1.0", "0.5", "1,001")]
    assert said == ["1 turn", "+1 turn", "1.0 turns", "0.5 turns", "1,001 turns"]


@pytest.mark.long("commands")
@pytest.mark.parametrize("name", ["dice", "together"], indirect=True)
@pytest.mark.parametrize("games", ["1", "40"])
def test_nothing_says_1_turns(name: str, games: str) -> None:
    """All outputs use the singular after 1.

    The games have one turn and one decision each, and are played once or 40 times.
    """
    game = f"./{name}.yaml"
    outputs = [
        told("simulate", game, "--games", games, "--out", "games.csv"),
        told("simulate", game, "--games", games, "--until", "1pp"),
        told("report", "games.csv", "-o", "report.html"),
        told("compare", game, game, "--games", games, "--until", "1pp"),
    ]
    outputs.append(re.sub(r"<[^>]*>", " ", Path("report.html").read_text(encoding="utf-8")))
    for text in outputs:
        assert ONE_OF_MANY.findall(text) == []
        assert not re.search(r"\d points (more|less)|to \d+ (pp|points) to each side", text)
