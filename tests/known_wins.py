"""Small games of which arithmetic says who wins how much: shared wins, draws, teams, and all together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

__all__ = ["KNOWN", "Known"]


@dataclass(frozen=True)
class Known:
    """A game, and what is known of it: by team, of its seats, the share of the wins.

    `fates` are the shares of games that several win, that are drawn, and that all lose.
    """

    text: str
    shares: Mapping[tuple[int, ...], Fraction]
    fates: Mapping[str, Fraction] = field(default_factory=dict)
    ends: Mapping[tuple[int, str], Fraction] = field(default_factory=dict)
    """By the number of the entry of `end`, and what became of games."""


def _thrown(name: str, players: int, rest: str) -> str:
    """A game of one throw of 1 to 60, by which all is decided."""
    return f"""\
language: 1
game: {name}
title: {name}
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


THREE = _thrown(
    "three",
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
"""Of 60 throws 18, 12 and 6 let one win alone; 6, 3 and 3 are shared, 6 drawn, and at 6 all lose."""

DICE = """\
language: 1
game: dice
title: Three dice, ties shared
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
"""Each throws 1 to 3, and who is first has 4 in place of 3: of the 27 throws these are the highest.

With 4 the first wins alone: 9. With a first throw of 2 the others are both 1 (1 time, alone), one is 2 and
the other 1 (2 times, shared by two), both 2 (drawn), or one has 3: alone 2 * 2 = 4 times, both once. With a
first throw of 1 both others have 1 (drawn), one 2 and the other 1 (2 times, alone), both 2 (shared by
them), one 3 and the other less (2 * 2 = 4 times, alone), both 3 (shared). So the first has 9 + 1 + 2 / 2 +
1 / 3 + 1 / 3, and each of the others half of what is left of 27.
"""

PARTNERS = _thrown(
    "partners",
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
"""One of a team is named: of 60 throws the odd seats win 24, the even 18, both 6; 6 are drawn, 6 lost."""

TOGETHER = _thrown(
    "together",
    3,
    """\
end:
  across: {when: "u >= 1 and u <= 30", winner: players}
  luck: {when: "u >= 31 and u <= 36", winner: "players if u > 33 else {}"}
  sunk: {when: "u >= 37", winner: "filter(p in players: u < 0)"}
limit: {decisions: 20, then: draw}
""",
)
"""All win at 30 of 60 throws, and at 34 to 36."""

ONE_TEAM = TOGETHER.replace("game: together", "game: team").replace(
    'winner: "players if u > 33 else {}"', 'winner: "filter(p in players: u > 33 and number(p) < 3)"'
)
ONE_TEAM = f"{ONE_TEAM}teams: true\n"
"""The same, where all are one team: who is named wins for all."""

ALONE = _thrown(
    "alone",
    1,
    """\
end:
  home: {when: "u >= 1 and u <= 15", winner: me}
  lost: {when: "u >= 16", winner: "{}"}
limit: {decisions: 20, then: draw}
""",
)
"""One player, who wins at 15 of 60 throws."""

ENDS = {
    (0, "won"): Fraction(30, 60),
    (1, "won"): Fraction(3, 60),
    (1, "lost"): Fraction(3, 60),
    (2, "lost"): Fraction(24, 60),
}
"""How games end in which all win or lose together."""

KNOWN = {
    "three": Known(
        THREE,
        {
            (0,): Fraction(18, 60) + Fraction(6, 120) + Fraction(3, 180) + Fraction(6, 180),
            (1,): Fraction(12, 60)
            + Fraction(6, 120)
            + Fraction(3, 120)
            + Fraction(3, 180)
            + Fraction(6, 180),
            (2,): Fraction(6, 60) + Fraction(3, 120) + Fraction(3, 180) + Fraction(6, 180),
        },
        {"shared": Fraction(12, 60), "drawn": Fraction(6, 60), "lost": Fraction(6, 60)},
    ),
    "dice": Known(
        DICE,
        {
            (0,): (first := Fraction(9 + 1 + 1, 27) + Fraction(2, 81)),
            (1,): (1 - first) / 2,
            (2,): (1 - first) / 2,
        },
        {"shared": Fraction(2 + 1 + 1 + 1, 27), "drawn": Fraction(2, 27)},
    ),
    "partners": Known(
        PARTNERS,
        {
            (0, 2): Fraction(24, 60) + Fraction(6, 120) + Fraction(6, 120),
            (1, 3): Fraction(18, 60) + Fraction(6, 120) + Fraction(6, 120),
        },
        {"shared": Fraction(6, 60), "drawn": Fraction(6, 60), "lost": Fraction(6, 60)},
    ),
    "alone": Known(
        ALONE,
        {(0,): Fraction(15, 60)},
        ends={(0, "won"): Fraction(15, 60), (1, "lost"): Fraction(45, 60)},
    ),
    "together": Known(TOGETHER, {(0, 1, 2): Fraction(33, 60)}, ends=ENDS),
    "team": Known(ONE_TEAM, {(0, 1, 2): Fraction(33, 60)}, ends=ENDS),
}
"""The games by name."""
