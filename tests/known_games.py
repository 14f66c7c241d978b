"""Small games whose measures, and the value of each action, follow by arithmetic.

`KNOWN` is a table of games with the true values of measures, named as in `gamespec simulate` and in reports,
with the number of a seat where needed. The computation of each value is next to the game. `bench/coverage.py`
counts how often intervals contain these values. Tests play one run of each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product
from math import factorial, log2
from pathlib import Path

import gamespec

__all__ = ["KNOWN", "Known"]


@dataclass(frozen=True)
class Known:
    """A game, given by its text or by the name of a shipped game, with its true values under random play.

    `measures` are true values by measure, for example `score.1`, the mean score of the first seat. `shares`
    are the shares of the wins that fall to each team, by the seats of the team. `fates` are the shares of
    games with several winners, of draws, and of games that all players lose. `ends` are the shares of games
    by the index of the entry of `end` and by the fate. `effects` say, for each action, how much more often it
    wins than another option at its first offer (`interpreter.report.experiment`). `courses` are what an
    observer knows: for each course of a game, its probability, the chances of the first of two teams at each
    moment (one per turn), and the index of the winning team. `estimated` are true values of measures that
    need estimates.
    """

    name: str
    text: str
    players: int
    measures: Mapping[str, Fraction | float] = field(default_factory=dict)
    effects: Mapping[str, Fraction] = field(default_factory=dict)
    courses: tuple[tuple[Fraction, tuple[Fraction, ...], int], ...] = ()
    estimated: Mapping[str, Fraction | float] = field(default_factory=dict)
    shares: Mapping[tuple[int, ...], Fraction] = field(default_factory=dict)
    fates: Mapping[str, Fraction] = field(default_factory=dict)
    ends: Mapping[tuple[int, str], Fraction] = field(default_factory=dict)

    @property
    def truths(self) -> dict[str, Fraction | float]:
        """The true values by measure. `share.1` and `advantage.1` belong to the team of the first seat."""
        even, found = (
            (1 - self.fates.get("lost", Fraction(0))) / max(len(self.shares), 1),
            dict(self.measures),
        )
        for seats, share in self.shares.items():
            found[f"share.{seats[0] + 1}"] = share
            if len(self.shares) > 1:
                found[f"advantage.{seats[0] + 1}"] = share - even
        return {**found, **self.fates}

    @property
    def written(self) -> str:
        """The text of a file for a game that is not shipped."""
        return f"language: 1\ngame: {self.name}\ntitle: {self.name}\n{self.text}"

    def load(self, folder: Path) -> gamespec.Spec:
        """Load the specification. If the game is not shipped, its file is first written into `folder`."""
        if not self.text:
            return gamespec.load(self.name)
        file = folder / f"{self.name}.yaml"
        file.write_text(self.written, encoding="utf-8")
        return gamespec.load(file)


def _tic_tac_toe() -> Known:
    """Return tic-tac-toe, with values computed from the lengths of all its 255,168 games.

    Of the games with nine marks, 46,080 are draws. A game of n marks has probability (9 - n)! / 9!. The first
    player makes every other mark.
    """
    lengths = {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}
    chance = {n: Fraction(count * factorial(9 - n), factorial(9)) for n, count in lengths.items()}
    drawn = Fraction(46_080, factorial(9))
    first = chance[5] + chance[7] + chance[9] - drawn
    marks = sum(n * p for n, p in chance.items())
    truths = {
        "share.1": first + drawn / 2,
        "advantage.1": first + drawn / 2 - Fraction(1, 2),
        "drawn": drawn,
        "decisions": marks,
        "turns": marks,
        "rounds": sum((n + 1) // 2 * p for n, p in chance.items()),
        "branching": sum(Fraction(19 - n, 2) * p for n, p in chance.items()),
        "choice": 1 - chance[9] / 9,
    }
    return Known("tic-tac-toe", "", 2, truths)


def _thrown(players: int, rest: str) -> str:
    """Return the text of a game that is decided by a single throw of 1 to 60."""
    return f"""\
players: {players}
variables:
  u: {{type: 0..60}}
actions:
  go: {{do: [{{set: {{u: u}}}}]}}
  hum: {{do: [{{set: {{u: u}}}}]}}
phases:
  play:
    turns: clockwise
    do:
      - offer: [go, hum]
      - random: {{x: {{from: 1..60}}}}
      - set: {{u: x}}
{rest}"""


SHARES = _thrown(
    3,
    """\
end:
  one: {when: "u >= 1 and u <= 18", winner: seat(1)}
  two: {when: "u >= 19 and u <= 30", winner: seat(2)}
  three: {when: "u >= 31 and u <= 36", winner: seat(3)}
  onetwo: {when: "u >= 37 and u <= 42", winner: "filter(p in players: p != seat(3))"}
  twothree: {when: "u >= 43 and u <= 45", winner: "filter(p in players: p != seat(1))"}
  all: {when: "u >= 46 and u <= 48", winner: players}
  drawn: {when: "u >= 49 and u <= 54", draw: true}
  none: {when: "u >= 55", winner: "filter(p in players: false)"}
limit: {decisions: 20, then: draw}
""",
)


def _shares() -> Known:
    """Return a game in which one number out of sixty decides who wins.

    Single players win with 18, 12 and 6 of the numbers, two pairs with 6 and 3, and all three players with 3.
    Of the remaining numbers, 6 are a draw, and with 6 nobody wins. If nobody wins, nobody has a share, and no
    seat has an advantage.
    """
    alike = Fraction(3 + 6, 3)
    won = (18 + Fraction(6, 2) + alike, 12 + Fraction(6 + 3, 2) + alike, 6 + Fraction(3, 2) + alike)
    return Known(
        "shares", SHARES, 3, {"turns": 1, "choice": 1}, {"go": Fraction(0), "hum": Fraction(0)},
        shares={(seat,): points / 60 for seat, points in enumerate(won)},
        fates={"shared": Fraction(12, 60), "drawn": Fraction(6, 60), "lost": Fraction(6, 60)},
    )  # fmt: skip


def _partners() -> Known:
    """Return a game of two teams in which a whole team wins if one of its players is named as a winner.

    Of 60 throws, the odd seats win with 24, the even seats with 18, and both teams with 6. Another 6 throws
    are draws, and with the last 6 everybody loses.
    """
    text = _thrown(
        4,
        """\
teams: number(player) % 2
end:
  odd: {when: "u >= 1 and u <= 24", winner: seat(1)}
  even: {when: "u >= 25 and u <= 42", winner: seat(4)}
  both: {when: "u >= 43 and u <= 48", winner: players}
  drawn: {when: "u >= 49 and u <= 54", draw: true}
  none: {when: "u >= 55", winner: "{}"}
limit: {decisions: 20, then: draw}
""",
    )
    return Known(
        "partners", text, 4,
        shares={(0, 2): Fraction(24 + 3 + 3, 60), (1, 3): Fraction(18 + 3 + 3, 60)},
        fates={"shared": Fraction(6, 60), "drawn": Fraction(6, 60), "lost": Fraction(6, 60)},
    )  # fmt: skip


def _alone() -> Known:
    """Return a game for one player, who wins with 15 of 60 throws."""
    text = _thrown(
        1,
        """\
end:
  home: {when: "u >= 1 and u <= 15", winner: me}
  lost: {when: "u >= 16", winner: "{}"}
limit: {decisions: 20, then: draw}
""",
    )
    ends = {(0, "won"): Fraction(15, 60), (1, "lost"): Fraction(45, 60)}
    return Known("alone", text, 1, shares={(0,): Fraction(15, 60)}, ends=ends)


def _together(*, team: bool) -> Known:
    """Return a game in which all players win with 30 of 60 throws, and also with 34 to 36.

    With `team`, all players form one team, and only some of them are named as winners for 34 to 36. A named
    player wins for the whole team.
    """
    winners = "filter(p in players: u > 33 and number(p) < 3)" if team else "players if u > 33 else {}"
    text = _thrown(
        3,
        f"""\
end:
  across: {{when: "u >= 1 and u <= 30", winner: players}}
  luck: {{when: "u >= 31 and u <= 36", winner: "{winners}"}}
  sunk: {{when: "u >= 37", winner: "filter(p in players: u < 0)"}}
limit: {{decisions: 20, then: draw}}
{"teams: true" if team else ""}
""",
    )
    ends = {
        (0, "won"): Fraction(30, 60),
        (1, "won"): Fraction(3, 60),
        (1, "lost"): Fraction(3, 60),
        (2, "lost"): Fraction(24, 60),
    }
    return Known("team" if team else "together", text, 3, shares={(0, 1, 2): Fraction(33, 60)}, ends=ends)


DICE = """\
players: 3
variables:
  pts: {per: player, type: 0..6}
actions:
  roll:
    do:
      - random: {x: {from: 1..3}}
      - set: {"pts[me]": "x + (1 if me == seat(1) and x == 3 else 0)"}
phases:
  play:
    turns: clockwise
    until: "all(p in players: pts[p] > 0)"
    do: [{offer: [roll]}]
score: pts[player]
limit: {decisions: 10, then: rank}
"""


def _dice() -> Known:
    """Return a game with 27 equally likely results of three throws, in which the highest throws win.

    The first player's throw is worth 1, 2 or 4 points, and those of the other players 1 to 3 points.
    """
    truths: dict[str, Fraction | float] = dict.fromkeys(
        ("margin", "lead_changes", "lead_change"), Fraction(0)
    )
    shares: dict[tuple[int, ...], Fraction] = {(seat,): Fraction(0) for seat in range(3)}
    fates = dict.fromkeys(("shared", "drawn"), Fraction(0))
    led = alone = Fraction(0)
    for throws in product((1, 2, 4), (1, 2, 3), (1, 2, 3)):
        high = max(throws)
        first = [seat for seat in range(3) if throws[seat] == high]
        for seat in range(3):
            shares[(seat,)] += Fraction(seat in first, len(first)) / 27
        fates["shared"] += Fraction(len(first) == 2, 27)
        fates["drawn"] += Fraction(len(first) == 3, 27)
        truths["margin"] += Fraction(high - sorted(throws)[1], 27)
        leaders = [_leader(throws[: turn + 1]) for turn in range(3)]
        known = [leader for leader in leaders if leader is not None]
        changes = sum(a != b for a, b in pairwise(known))
        truths["lead_changes"] += Fraction(changes, 27)
        truths["lead_change"] += Fraction(changes, 2 * 27)
        if len(first) == 1:
            alone += 1
            led += Fraction(leaders.count(first[0]), 3)
    truths |= {"winner_led": led / alone, "turns": Fraction(3)}
    truths |= {"score.1": Fraction(1 + 2 + 4, 3), "score.2": Fraction(2), "score.3": Fraction(2)}
    return Known("dice", DICE, 3, truths, shares=shares, fates=fates)


def _leader(points: tuple[int, ...]) -> int | None:
    """Return the seat with the most points, or `None` if several seats have equally many.

    A player who has not thrown has 0 points.
    """
    first = [seat for seat, mine in enumerate(points) if mine == max(points)]
    return first[0] if len(first) == 1 else None


TEAMS = """\
players: 4
teams: number(player) % 2
variables:
  u: {type: 0..4}
actions:
  good: {do: [{random: {x: {from: 1..4}}}, {set: {u: "1 if x == 4 else 2"}}]}
  bad: {with: {n: {from: 1..2}}, do: [{random: {x: {from: 1..4}}}, {set: {u: "2 if x == 4 else 1"}}]}
phases:
  play: {turns: clockwise, until: u > 0, do: [{offer: [good, bad]}]}
end:
  odd: {when: u == 2, winner: "filter(p in players: number(p) % 2 == 1)"}
  even: {when: u == 1, winner: "filter(p in players: number(p) % 2 == 0)"}
limit: {decisions: 20, then: rank}
"""


def _teams() -> Known:
    """Return a game in which seat 1 chooses one good option or one of two bad options.

    The good option wins 3 games out of 4, and a bad option 1 out of 4. Seat 1's team wins 1/3 · 3/4 + 2/3 ·
    1/4 = 5/12, and the effect of the good action is 3/4 - 1/4.
    """
    wins = Fraction(1, 3) * Fraction(3, 4) + Fraction(2, 3) * Fraction(1, 4)
    truths: dict[str, Fraction | float] = {
        "share.1": wins,
        "advantage.1": wins - Fraction(1, 2),
        "branching": Fraction(3),
    }
    truths |= dict.fromkeys(("shared", "drawn", "lost"), Fraction(0))
    return Known("teams", TEAMS, 4, truths, {"good": Fraction(1, 2), "bad": Fraction(-1, 2)})


SURVIVE = """\
players: 3
variables:
  n: {type: 0..400}
  out: {per: player, type: bool}
actions:
  hum: {do: [{set: {n: n}}]}
  sing: {do: [{set: {n: n}}]}
  nod: {do: [{set: {n: n}}]}
  wink: {do: [{set: {n: n}}]}
  jump: {do: [{set: {n: n}}]}
  yawn: {do: [{set: {n: n}}]}
  blink: {do: [{set: {n: n}}]}
  clap: {do: [{set: {n: n}}]}
phases:
  play:
    turns: clockwise
    who: not out[player]
    do:
      - offer: [hum, sing, nod, wink, jump, yawn, blink, clap]
      - random: {x: {from: 1..5}}
      - if: x == 1
        then: [{set: {"out[me]": true}}]
end:
  won: {when: "count(p in players: not out[p]) == 1", winner: "the(p in players: not out[p])"}
limit: {decisions: 400, then: rank}
"""
"""A game that the last remaining player wins. Actions have no effect, but survivors take each more often."""

ACTIONS = ("hum", "sing", "nod", "wink", "jump", "yawn", "blink", "clap")


def _survive() -> Known:
    """Return a game in which the player on turn drops out with probability 1/5 in each turn.

    Let q be 4/5. With two players left, the player on turn wins with probability w = q (1 - w), because the
    other player is next. So w = 4/9. With three players, the player on turn wins with a = q c, where c is the
    chance of the last player in turn. The next player wins with b = q a + w / 5, and the last with c = q b +
    (1 - w) / 5.
    """
    q, out = Fraction(4, 5), Fraction(1, 5)
    w = q / (1 + q)
    # Substitute a = q c and b = q a + out w in c = q b + out (1 - w). The result is c = q (q (q c) + out w) +
    # out (1 - w).
    c = (q * out * w + out * (1 - w)) / (1 - q**3)
    a = q * c
    b = q * a + out * w
    truths: dict[str, Fraction | float] = {
        f"advantage.{seat}": won - Fraction(1, 3) for seat, won in enumerate((a, b, c), 1)
    }
    truths |= {f"share.{seat}": won for seat, won in enumerate((a, b, c), 1)}
    truths |= {"drawn": Fraction(0), "turns": 2 / out, "branching": Fraction(8), "choice": Fraction(1)}
    return Known("survive", SURVIVE, 3, truths, dict.fromkeys(ACTIONS, Fraction(0)))


TINY = """\
players: 2
variables:
  pts: {per: player, type: 0..2}
actions:
  toss:
    do:
      - random: {x: {from: 1..4}}
      - if: x <= 3
        then: [{set: {"pts[seat(1)]": "pts[seat(1)] + 1"}}]
        else: [{set: {"pts[seat(2)]": "pts[seat(2)] + 1"}}]
phases:
  play:
    turns: clockwise
    do:
      - {offer: [toss], ask: always}
end:
  won: {when: "any(p in players: pts[p] == 2)", winner: "the(p in players: pts[p] == 2)"}
score: pts[player]
limit: {decisions: 10, then: rank}
"""


def _tiny() -> Known:
    """Return a game in which the first player gets each point with probability 3/4, and two points win.

    The first player's chance of winning is 27/32 at first, 15/16 at 1:0, 9/16 at 0:1, and 3/4 at 1:1.
    """
    p, q = Fraction(3, 4), Fraction(1, 4)
    start, ahead, behind, even = Fraction(27, 32), Fraction(15, 16), Fraction(9, 16), p
    courses = (
        (p * p, (start, ahead), 0),
        (p * q * p, (start, ahead, even), 0),
        (p * q * q, (start, ahead, even), 1),
        (q * q, (start, behind), 1),
        (q * p * p, (start, behind, even), 0),
        (q * p * q, (start, behind, even), 1),
    )
    turns = sum(chance * len(moments) for chance, moments, _ in courses)
    margin = sum(chance * (2 if len(moments) == 2 else 1) for chance, moments, _ in courses)
    changes = p * q * q + q * p * p  # 1:0 and then 1:2, 0:1 and then 2:1
    truths: dict[str, Fraction | float] = {
        "advantage.1": start - Fraction(1, 2),
        "drawn": 0,
        "turns": turns,
        "margin": margin,
    }
    truths |= {"lead_changes": changes, "lead_change": changes / 2}
    return Known("tiny", TINY, 2, truths, {}, courses, _openness(courses))


def _openness(
    courses: tuple[tuple[Fraction, tuple[Fraction, ...], int], ...],
) -> Mapping[str, Fraction | float]:
    """Return the true values of measures that depend on an observer's estimates.

    They are computed from the courses of a game with two teams and without draws.
    """
    found: dict[str, Fraction | float] = dict.fromkeys(
        ("uncertainty", "halfway_chance", "drama", "comeback", "known_early", "halfway_won"), Fraction(0)
    )
    for weight, moments, winner in courses:
        mine, turns = [p if winner == 0 else 1 - p for p in moments], len(moments)
        bits = sum(-float(p) * log2(p) - float(1 - p) * log2(1 - p) for p in moments) / turns
        halfway = mine[turns // 2]
        known = sum(min(mine[ended:]) >= Fraction(95, 100) for ended in range(turns))
        found["uncertainty"] += float(weight) * bits
        found["halfway_chance"] += weight * halfway
        found["drama"] += weight * sum(max(0, 1 - 2 * p) for p in mine) / turns
        found["comeback"] += weight * int(min(mine) <= Fraction(1, 4))
        found["known_early"] += weight * Fraction(known, turns)
        found["halfway_won"] += weight * (halfway > Fraction(1, 2))
    return found


ALL = (
    _tic_tac_toe(), _shares(), _dice(), _teams(), _survive(), _tiny(),
    _partners(), _alone(), _together(team=False), _together(team=True),
)  # fmt: skip
KNOWN = {known.name: known for known in ALL}
