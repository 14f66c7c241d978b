"""The pages of the manual that tables make: `python -m interpreter.simulate.manual` writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from interpreter.simulate.about import KEYS
from interpreter.simulate.columns import ESTIMATED, FORMS, VERSION
from interpreter.simulate.measures import MEASURES

__all__ = ["pages"]

_TABLE = f"""\
# The table of games

`gamespec simulate GAME --out games.parquet` writes a row for each game. The ending says in which form:
`.parquet`, `.csv` (UTF-8, a line of names first) or `.jsonl` (an object a line). The rows stand in the
order of the run. [Measure a game](../how-to/measure-a-game.md) shows it.

This is version {VERSION} of the table. The number goes up when a column is renamed, goes, or comes to mean
something else; columns may be added without that, so look for them by name.

A table says [what run it is of](#what-a-table-says-of-itself), so that its file alone is enough for
[a report](../how-to/report.md).

What stands in capitals has a column for each value: `SEAT` is a seat, from 1; `PART` a part of the score
that the game names; `ACTION` an action or a `choose` step by its id, where several have one id those after
the first with `_2`, `_3` …; `COMPONENT` a component by its name, once for all that look alike; `ZONE` a
zone by its id, for all owners together; `MEASURE` a measure that the game
[declares](language.md#11-flow), by its name, and if it is one of each player with the seat behind: `hand.2`.

A game *without a result* was stopped by a fault or cut short by its limit. Where a game has nothing, there is
`null`, and in CSV an empty field.

"""

_ESTIMATED = """
What a rule brought is in `score.SEAT.PART`, if the game says its score in parts. No other rule is told
apart: an amount that is paid at one step and lost again at another belongs to neither, and which of several
variables are points only the author knows. What rules bring while a game goes on a game can
[measure](language.md#11-flow) itself.

With `--estimate N` there are more columns behind these, of [who was going to
win](measures.md#who-is-going-to-win):

"""

_MEASURES = """\
# Measures

What `gamespec simulate` tells of the games that it has played. Each measure is a mean over games: of each
game that came to a result there is one number, which follows from the columns of [the table of
games](table-of-games.md) as the formula says. Where it says *bounds* there are two numbers of each game, one
on either side of what the formula says, and the measure has an interval only.

"""

_SOURCES = """
- C. Browne, "Automatic Generation and Evaluation of Recombination Games", thesis, Queensland University of
  Technology, 2008. There *duration* and *branching factor* are compared with what a designer wishes; here
  they are told as they are. There a search estimates who leads; here it is who would be first if the game
  were ranked when a turn ends.
- É. Piette and others, "Ludii: The Ludemic General Game System", ECAI 2020: the names are those of its
  metrics.
- A. Cincotti, H. Iida, "Outcome uncertainty and interestedness in game-playing: a case study using
synchronized Hex", New Mathematics and Natural Computation 2, 2006: the uncertainty of a game as an entropy.

All depend on who plays. Players who choose at random, as here, give up, harm nobody and pass by what they
need: what their games say of the game among people who try to win is no more than a first look.

## A share of the wins

A game has one win to give. Who wins alone, or with the own team, has all of it. Where *k* teams win
together, be it that an entry of `end` names them or that they are level in first place, each has `1 / k`;
so with `winner: players` nobody wins a whole game. A draw is a first place that all share. Where nobody
wins though somebody could have, as by `winner: "{}"`, all have lost and nobody has a part. Over games a
*win share* is the mean of these numbers, which is how points are split where players tie, as in tournaments
of chess, where a draw is half a point each.

`simulate`, `report`, `compare` and `sweep`, bands and `share.SEAT` in the table of games all mean this
number, so of the same games they say the same. What else became of games stands beside it: won alone,
`shared` or `drawn`; the rest is lost. The *even* share is the mean of all teams' shares: less than `1 /
teams` where games are lost by all.

On a ladder of bots a point between two of them goes to the one in the better place, or half of it to each.
With two teams that is the same number, but that a game which both lose is half a point each, as it makes
neither the stronger.

## Who wins or loses together

Where all win or lose together there is no share to tell, no advantage, no draw and no lead. Told is how
often all win, with its interval, and by which `end` games come to what. Where no end says who has won, as
in games that are played for points together, only the score tells how well a game went, and that is said.

It is known of the rules, not guessed from results. All win or lose together if they are one team (`teams:
true`); or if no end can tell them apart: each entry of `end` that names winners names all players or none
(`players`, `{}`, one or the other by a condition, or a `filter` whose condition does not speak of the
player), and where players are ranked, by an entry that names nobody, by the limit, or because all phases
may come to their end, neither `score` nor `ranking` speaks of `player`. Where there are partners, teams
stand in place of seats, with the same table of what decides.

## A game's own

Behind these stand the measures that [the game declares](language.md#11-flow), in JSON as `measure.NAME`, with
`seats` where it is one of each player. Of each game with a result there is the value at its end, or, where a
measure is asked `at: turn`, the mean over its turns; conditions count 1 and 0. Of a condition the interval is
made as that of a win share, of a number it is Student's.

## Who is going to win

Uncertainty, the winner's chance halfway, drama, comebacks, how early it is known who wins, and whether who
is ahead halfway wins (near 100 %: a runaway leader) ask who was going to win at a *moment* of the game:
where somebody is first asked, and where somebody is next asked after a turn has ended. They are told with
`--estimate N`, which tries it out in *N* random games from each moment on. A chance is the share of these
that a team wins alone, and an even part of those that no team does.

- **Whose estimate it is.** An observer's, who sees all, hidden cards too, but not what chance will bring;
  and who expects everybody to go on at random, whoever plays. Where random players give up what a good
  player would win, the estimates are theirs. A deck that has been shuffled stays as it lies; by chance
  comes only what is thrown or shuffled later. So a game of cards is more settled for this observer than for
  those who play it.
- **How exact.** A chance that *N* games estimate is off by up to `1 / (2 √N)` as a standard error: 11
  points with 20, 2.5 with 400. A formula that bends turns that into a wrong mean, as the greatest of some
  estimated chances is too great; and no number of games played makes up for it. So the intervals are made
  to hold for any *N*, in one of two ways.
- **Uncertainty** and **the winner's chance halfway** are unbiased: their mean is right on average, for any
  *N* from 1 on. The entropy is estimated as Z. Zhang ("Entropy estimation in Turing's perspective", Neural
  Computation 24, 2012) and S. Montgomery-Smith and T. Schürmann ("Unbiased estimators for entropy and class
  number", 2014) do: where one of the *N* games, picked at random, is the only one with its outcome, games
  go on until that outcome comes again, which takes one game more for each outcome on average.
- **Drama, comebacks, how early it is known who wins** and **whether who is ahead halfway wins** cannot be
  estimated without bias by any fixed number of games. They have no mean, but two bounds, and an interval
  that holds both, which is wide where *N* is small. Drama lies between the greatest chance by all games and
  what one half of the games says of the team that is greatest by the other half. The others are claims
  about a game: a test proves a false one in 1 % of the cases at most, and refutes a true one in 5 %
  (`PROVEN`, `REFUTED`). If a share `a` of the claims is proven and a share `b` not refuted, what is true
  lies between `(a - 0.01) / 0.99` and `b / 0.95`. Tests add up the tails of the binomial distribution;
  where no team won alone, the lot says whose game it is, with an even chance.
- **How many.** For the two unbiased measures, and to see which of two games is more open, `--estimate 20`
  is enough. That a chance is 95 % takes 90 games to prove, as all must be won; with fewer, the share of the
  game that is left then begins at 0. Take 400 for the bounds, and more where a chance is near a threshold.
- **What it costs.** *N* random games for each turn, and a few more: 8,000 for a game of 40 turns with 200.
  The games are the same as without it, and neither they nor the estimates depend on `--jobs`.
- **Lead changes** and **turns the winner led** are another thing, and cost nothing: they ask the score,
  or the game's ranking, who is ahead when turns end. Who has most points is not always who is going to
  win.

## Who gives up

Games between players of whom some leave early say little of the game. A seat has left early if it is never
asked again and somebody else still decides when more turns have begun since than there are players. If an
action ended its player's game so in at least half of the times that it was chosen, and in a tenth of the
games, `simulate` names it, with the share of the games and at which share of the turns it was on average.
What it is called makes no difference. It is told of ten games or more; a game without turns shows nothing of
the sort.

## Skill against luck

How much a game leaves to the better player cannot be seen in the games of one table. It is what [`gamespec
ladder`](commands.md#gamespec-ladder) tells of two bots of which one is stronger for certain, as it thinks
longer: `gamespec ladder GAME --bots mcts:400,mcts:100`.

- **The number** is the share of points `p` that the stronger one wins, or in points of Elo `400 log10(p /
  (1 - p))` (A. Elo, "The Rating of Chessplayers", 1978). At 50 %, or 0, thinking four times as long is
  worth nothing; at 100 % it decides every game. If a share `q` of all games were decided by the toss of a
  coin, `p` would come to `q / 2 + (1 - q) p`: so luck pulls it towards 50 %.
- **After** P. Duersch, M. Lambrecht, J. Oechssler, "Measuring skill and chance in games" (European
  Economic Review 127, 2020), who take how far the Elo of many people lies apart that play a game.
- **What it is not.** It is not how much people can learn: these are two bots, and a search that does not
  understand a game gains nothing by thinking longer. It is near 50 % as well where both play perfectly,
  as in a small game, or where the first seat decides. So compare variants of one game by the same two
  bots; between two games it says less.

## Intervals

Each interval by itself holds the truth in 95 of 100 runs. Of twenty at which one looks, one misses on
average: what is found by looking for what stands out is to be tried again with another `--seed`.

- **A share** of games has Wilson's interval (JASA 22, 1927), **a mean** Student's (Biometrika 6, 1908).
That of
  a **win share**, of which a game may have a part, and of an **advantage** is made as Agresti and Coull do
  for shares (The American Statistician 52, 1998), with the variance that was seen. Where every game was
  won, or none, one end is exact (Clopper and Pearson, Biometrika 26, 1934): of *n* games won of *n* the
  share is at least `0.025^(1/n)`, 91.2 % for 40.
- **A difference in Elo** is that of the share of the points. Of who has won every point only the lower end is
  known: `at least +406` for 40 of 40.
- **With `--until`** one looks again and again and stops when the intervals are narrow. Intervals for one
  look would miss too often then. *N* games, known before the first, are always enough, and after *n* games
  an interval reaches `2.24 √(N/n)` standard errors to each side, in place of 1.96. So it holds at all looks
  together: by the reflection principle sums stay that near in 95 of 100 runs at every *n* up to *N* (the
  bound of O'Brien and Fleming, Biometrics 35, 1979, for any number of looks). For *h* to each side *N* is
  `(2.24 / 2h)²`: 12,560 games for `1pp`.
- A run that `--games` ends earlier than that has intervals that are wider and hold.

[How often they hold](../../bench/README.md#intervals) is measured on games whose probabilities are known.
"""


_ABOUT = """
## What a table says of itself

One JSON object, to which keys may be added. In Parquet it stands in the file's metadata as `gamespec.about`,
and key by key as `gamespec.game` and so on; each column says there what it means. CSV and JSON lines have no
room for it: it stands in a file beside, `games.csv.about.json`, which belongs to the table.

"""

_RUN = {
    "game": "the id of the game, or of the overlay that is laid on it",
    "called": "the game as it was named on the command line",
    "spec_hash": "the same as long as no file of the specification changes",
    "program": "the hash of the [compiled program](compiled-programs.md)",
    "players": "how many play",
    "options": "the options of the game and their values",
    "set": "those that were set on the command line, as texts",
    "seed": "the seed of the run",
    "games": "how many games were asked for",
    "until": "how far intervals should reach, as a share; `null` without `--until`",
    "estimate": "by how many random games it was estimated who is going to win; `null` without `--estimate`",
    "seats": "the bots, for game 0 by seat",
    "rotate": "whether they move on by a seat from game to game; runs from Python may not",
}
"""What a run says of itself, and what it means."""


def pages() -> Mapping[str, str]:
    """The pages in Markdown, by the names of their files in the reference."""
    columns = [(f"`{form.name}`", form.type, form.meaning, form.lacks) for form in FORMS]
    estimated = [(f"`{form.name}`", form.type, form.meaning, form.lacks) for form in ESTIMATED]
    measures = [(m.title, f"`{m.key}`", m.formula, m.of, m.source) for m in MEASURES.values()]
    about = [(f"`{key}`", meaning) for key, meaning in (_RUN | KEYS).items()]
    return {
        "table-of-games.md": (
            _TABLE
            + _table(("column", "type", "what it is", "nothing for games"), columns)
            + _ESTIMATED
            + _table(("column", "type", "what it is", "nothing for games"), estimated)
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
