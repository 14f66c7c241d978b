"""Generates the manual's pages about tables. Run it with `python -m interpreter.simulate.manual`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from interpreter.simulate.about import KEYS
from interpreter.simulate.columns import ESTIMATED, FORMS, VERSION
from interpreter.simulate.measures import MEASURES

__all__ = ["pages"]

_TABLE = f"""\
# The table of games

`gamespec simulate GAME --out games.parquet` writes a row for each game. The file's suffix decides the format:
`.parquet`, `.csv` (UTF-8, with a header line) or `.jsonl` (one object a line). The rows are in the order of
the games in the run. [Measure a game](../how-to/measure-a-game.md) shows an example.

This is version {VERSION} of the table. The number increases when a column is renamed or removed, or changes
its meaning. It does not increase for a new column, so find columns by name.

A table describes [the run it comes from](#what-a-table-says-of-itself), so its file alone is enough for
[a report](../how-to/report.md).

A name in capitals stands for one column for each value. `SEAT` is a seat, from 1; `PART` a part of the score
that the game names; `ACTION` an action or a `choose` step by its id (if several have the same id, those after
the first have `_2`, `_3` …); `COMPONENT` a component by its name, once for all components that look alike;
`ZONE` a zone by its id, for all owners together; `MEASURE` a measure that the game
[declares](language.md#11-flow), by its name, followed by the seat if there is one for each player: `hand.2`.

A game *without a result* was stopped by a fault or cut short by its limit. If a game has no value, the table
has `null`, and in CSV an empty field.

"""

_ESTIMATED = """
If the game gives its score in parts, `score.SEAT.PART` holds the points that one rule brought. The table
cannot separate points in other ways: an amount that one step pays and another takes away belongs to neither,
and only the author knows which variables are points. A game can declare [measures](language.md#11-flow) of
the points that rules bring during play.

With `--estimate N` more columns follow, about [who was going to win](measures.md#who-is-going-to-win):

"""

_MEASURES = """\
# Measures

This page describes what `gamespec simulate` reports about the games it has played. Each measure is a mean
over games. Each game with a result contributes one number, which the formula computes from the columns of
[the table of games](table-of-games.md). If the table says *bounds*, each game contributes two numbers, one on
either side of the formula's value, and the measure has only an interval.

"""

_SOURCES = """
- C. Browne, "Automatic Generation and Evaluation of Recombination Games", thesis, Queensland University of
  Technology, 2008. Browne compares *duration* and *branching factor* with the values that a designer wants;
  gamespec reports them as they are. In Browne's work a search estimates who leads; here the leader is the
  player who would be first if the game were ranked when a turn ends.
- É. Piette and others, "Ludii: The Ludemic General Game System", ECAI 2020: the names are those of its
  metrics.
- A. Cincotti, H. Iida, "Outcome uncertainty and interestedness in game-playing: a case study using
  synchronized Hex", New Mathematics and Natural Computation 2, 2006: the uncertainty of a game as an entropy.

All measures depend on who plays. Random players give up, harm nobody on purpose and miss good moves. Their
games give no more than a first impression of the game among people who try to win.

## A share of the wins

Each game has one win to distribute. A player who wins alone, or with their team, gets all of it. If *k* teams
win together, because an entry of `end` names them or because they tie for first place, each gets `1 / k`; so
with `winner: players` nobody wins a whole game. A draw is a first place that all share. If nobody wins
although somebody could have, as with `winner: "{}"`, all have lost and nobody gets a part. A *win share* is
the mean of these numbers over games. Chess tournaments split points in this way: a draw is half a point for
each player.

`simulate`, `report`, `compare` and `sweep`, bands and `share.SEAT` in the table of games all use this number,
so they agree about the same games. Beside it they report the other outcomes: games won alone, `shared` or
`drawn`; the rest is lost. The *even* share is the mean of all teams' shares. It is less than `1 / teams` if
all lose some of the games together.

On a ladder of bots, the bot in the better place gets the point of a game; if the places are equal, each bot
gets half of it. With two teams this is the win share, with one exception: a game that both teams lose is half
a point for each, because it does not show which of them is stronger.

## Who wins or loses together

If all players win or lose together, there is no share, no advantage, no draw and no lead to report. gamespec
reports how often all win, with the interval, and which `end` leads to which result. If no end names winners,
as in games that all play for points together, only the score shows how well a game went, and the report says
so.

gamespec derives this from the rules, not from results. All win or lose together if they are one team (`teams:
true`), or if no end can tell them apart. The second case has two conditions. Each entry of `end` that names
winners must name all players or none (`players`, `{}`, one or the other by a condition, or a `filter` whose
condition does not mention the player). And if players can be ranked (by an entry that names nobody, by the
limit, or because all phases may come to their end), neither `score` nor `ranking` may mention `player`. If
there are partners, teams take the place of seats, with the same table of ends.

## A game's own

The measures that [the game declares](language.md#11-flow) follow these, in JSON as `measure.NAME`, with
`seats` if there is one for each player. The value of a game with a result is the measure's value at its end,
or, for a measure with `at: turn`, the mean over its turns; conditions count 1 and 0. A condition has the
interval of a win share, a number Student's interval.

## Who is going to win

Six measures describe who was going to win at a *moment* of the game: uncertainty, the winner's chance
halfway, drama, comebacks, how early it is known who wins, and whether the player who is ahead halfway wins
(near 100 %, the early leader nearly always wins). The moments are the first question to somebody, and the
next question after each end of a turn. gamespec reports these measures with `--estimate N`, which plays *N*
random games from each moment. A team's chance is the share of these games that it wins alone, plus an even
part of the games that no team wins alone.

- **The observer.** The estimate is that of an observer who sees everything, including hidden cards, but not
  future chance, and who expects everybody to continue at random, whoever plays. If random players miss
  wins that a good player would take, the estimates reflect that. A shuffled deck keeps its order; only later
  throws and shuffles are random. So a card game looks more settled to this observer than to its players.
- **Accuracy.** The standard error of a chance estimated from *N* games is at most `1 / (2 √N)`: 11 points
  with 20 games, 2.5 with 400. A nonlinear formula turns this error into a biased mean: the greatest of
  several estimated chances, for example, is too great. More games do not remove this bias. So the intervals
  are built to hold for any *N*, in one of two ways.
- **Uncertainty** and **the winner's chance halfway** are unbiased: their mean is right on average, for any
  *N* from 1 on. The estimate of the entropy follows Z. Zhang ("Entropy estimation in Turing's perspective",
  Neural Computation 24, 2012) and S. Montgomery-Smith and T. Schürmann ("Unbiased estimators for entropy and
  class number", 2014). If one of the *N* games, picked at random, is the only one with its outcome, games
  continue until that outcome comes again, which takes one more game for each outcome on average.
- **Drama, comebacks, how early it is known who wins** and **whether who is ahead halfway wins** have no
  unbiased estimate from any fixed number of games. So gamespec reports no mean for them, but two bounds, and
  an interval that contains both, which is wide if *N* is small. Drama lies between two values: the greatest
  chance by all games, and the chance that one half of the games gives to the team that is greatest by the
  other half. The others are claims about a game. A test proves a false claim in 1 % of the cases at most, and
  refutes a true one in 5 % (`PROVEN`, `REFUTED`). If a share `a` of the claims is proven and a share `b` not
  refuted, the truth lies between `(a - 0.01) / 0.99` and `b / 0.95`. Tests add up the tails of the binomial
  distribution. If no team won alone, a uniform draw decides which team counts as the winner.
- **Number of games.** For the two unbiased measures, and to find out which of two games is more open,
  `--estimate 20` is enough. A proof that a chance is 95 % takes 90 games, because all must be won; with
  fewer, the bounds of the share of the game that is left begin at 0. Use 400 for the bounds, and more if a
  chance is near a threshold.
- **Cost.** *N* random games for each turn, and a few more: 8,000 for a game of 40 turns with 200. The games
  are the same as without estimates, and neither they nor the estimates depend on `--jobs`.
- **Lead changes** and **turns the winner led** are different, and cost nothing. They use the score, or the
  game's ranking, to decide who is ahead when turns end. The player with the most points is not always the one
  most likely to win.

## Options that are tried

If an action has [`keeps`](language.md#10-decisions), each of its options must be tried before it can be
offered, and counting options takes most of the time of a game. A player who chooses at random needs to try
only a few. So `simulate` without `--out` counts options in the first 1,000 games, number 0 to 999, if all
players are random. Later games try as few options as possible, and *options per decision* is a mean over the
first games only; in JSON, `games` says how many these are. The games are the same, and all other measures are
those of all games. There is one exception: a fault in an option that is not tried does not stop a game. Games
with `--estimate`, reports, comparisons, sweeps, bands and tables have all their options counted.

## Who gives up

If some players leave early, their games say little about the game. A seat has left early if the game never
asks it again, and somebody else still decides after more turns than there are players. `simulate` names an
action if it ended its player's game in this way in at least half of the times it was chosen, and in a tenth
of the games. It gives the share of the games, and the mean share of the turns after which it happened. The
name of the action makes no difference. `simulate` needs ten games or more for this; a game without turns
never shows it.

## Skill against luck

Games among the same players cannot show how much a game rewards the better player. [`gamespec
ladder`](commands.md#gamespec-ladder) can show this, with two bots of which one is certainly stronger because
it thinks longer: `gamespec ladder GAME --bots mcts:400,mcts:100`.

- **The measure** is the share of points `p` that the stronger bot wins, or in points of Elo `400 log10(p / (1
  - p))` (A. Elo, "The Rating of Chessplayers", 1978). At 50 %, or 0, thinking four times as long is worth
  nothing; at 100 % it decides every game. If the toss of a coin decided a share `q` of all games, `p` would
  become `q / 2 + (1 - q) p`: luck pulls it towards 50 %.
- **The source** is P. Duersch, M. Lambrecht, J. Oechssler, "Measuring skill and chance in games" (European
  Economic Review 127, 2020), who measure how far apart the Elo ratings of a game's many players lie.
- **Limits.** The ladder does not measure how much people can learn. Only two bots play, and a search that
  does not understand a game gains nothing by thinking longer. The measure is also near 50 % if both play
  perfectly, as in a small game, or if the first seat decides. So compare variants of one game with the same
  two bots; between two games the number says less.

## Intervals

Each single interval holds the truth in 95 of 100 runs. Of twenty intervals, one misses on average. If you
noticed a value only because it stands out, test it again with another `--seed`.

- **A share** of games has Wilson's interval (JASA 22, 1927), **a mean** Student's (Biometrika 6, 1908). The
  interval of a **win share**, of which a game may have a part, and of an **advantage** follows Agresti and
  Coull's for shares (The American Statistician 52, 1998), with the observed variance. If every game was
  won, or none, one end is exact (Clopper and Pearson, Biometrika 26, 1934): with *n* games won of *n* the
  share is at least `0.025^(1/n)`, 91.2 % for 40.
- **A difference in Elo** has the interval of the share of the points. If one bot has won every point, only
  the lower end is known: `at least +406` for 40 of 40.
- **With `--until`** gamespec looks at the results repeatedly, and stops when the intervals are narrow.
  Intervals for one look would then miss too often. *N* games, a number known before the first, are always
  enough, and after *n* games an interval extends `2.24 √(N/n)` standard errors to each side, in place of
  1.96. It therefore holds at all looks together: by the reflection principle sums stay that near in 95 of 100
  runs at every *n* up to *N* (the bound of O'Brien and Fleming, Biometrics 35, 1979, for any number of
  looks). For a half-width *h*, *N* is `(2.24 / 2h)²`: 12,560 games for `1pp`.
- If `--games` ends a run earlier than that, its intervals are wider, but still hold.

The benchmarks measure [how often the intervals hold](../../bench/README.md#intervals), on games with known
probabilities.
"""


_ABOUT = """
## What a table says of itself

The description is one JSON object; later versions may add keys. In Parquet it is in the file's metadata as
`gamespec.about`, and key by key as `gamespec.game` and so on; the metadata of each column gives its meaning.
CSV and JSON lines cannot contain it, so it is in a file beside the table, `games.csv.about.json`.

"""

_RUN = {
    "game": "the id of the game, or of the overlay on it",
    "called": "the game as it was named on the command line",
    "spec_hash": "the same as long as no file of the specification changes",
    "program": "the hash of the [compiled program](compiled-programs.md)",
    "players": "how many play",
    "options": "the options of the game and their values",
    "set": "the options set on the command line, as texts",
    "seed": "the seed of the run",
    "games": "the number of games requested",
    "until": "the greatest half-width allowed for intervals, as a share; `null` without `--until`",
    "estimate": "the number of random games for each estimate of who will win; `null` without `--estimate`",
    "seats": "the bots, for game 0 by seat",
    "rotate": "whether the bots move on by one seat from game to game; runs from Python may not",
}
"""Maps each key of a run's metadata to its meaning."""


def pages() -> Mapping[str, str]:
    """Return the generated pages of the reference, as a mapping from file name to Markdown."""
    columns = [(f"`{form.name}`", form.type, form.meaning, form.lacks) for form in FORMS]
    estimated = [(f"`{form.name}`", form.type, form.meaning, form.lacks) for form in ESTIMATED]
    measures = [(m.title, f"`{m.key}`", m.formula, m.of, m.source) for m in MEASURES.values()]
    about = [(f"`{key}`", meaning) for key, meaning in (_RUN | KEYS).items()]
    return {
        "table-of-games.md": (
            _TABLE
            + _table(("column", "type", "meaning", "no value for games"), columns)
            + _ESTIMATED
            + _table(("column", "type", "meaning", "no value for games"), estimated)
            + _ABOUT
            + _table(("key", "value"), about)
        ),
        "measures.md": (
            _MEASURES
            + _table(("measure", "in JSON", "of each game", "of games", "after"), measures)
            + _SOURCES
        ),
    }


def _table(headers: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = (headers, ("---",) * len(headers), *rows)
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    for name, text in pages().items():
        (Path(__file__).parents[2] / "docs" / "reference" / name).write_text(text, encoding="utf-8")
