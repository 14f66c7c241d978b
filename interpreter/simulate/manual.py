"""The pages of the manual that tables make: `python -m interpreter.simulate.manual` writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from interpreter.simulate.about import KEYS
from interpreter.simulate.columns import FORMS, VERSION
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
zone by its id, for all owners together.

A game *without a result* was stopped by a fault or cut short by its limit. Where a game has nothing, there is
`null`, and in CSV an empty field.

"""

_MEASURES = """\
# Measures

What `gamespec simulate` tells of the games that it has played. Each measure is a mean over games: of each
game that came to a result there is one number, which follows from the columns of [the table of
games](table-of-games.md) as the formula says.

"""

_SOURCES = """
- C. Browne, "Automatic Generation and Evaluation of Recombination Games", thesis, Queensland University of
  Technology, 2008. There *duration* and *branching factor* are compared with what a designer wishes; here
  they are told as they are. There a search estimates who leads; here it is who would be first if the game
  were ranked when a turn ends.
- É. Piette and others, "Ludii: The Ludemic General Game System", ECAI 2020: the names are those of its
  metrics.

All depend on who plays. Players who choose at random, as here, give up, harm nobody and pass by what they
need: what their games say of the game among people who try to win is no more than a first look.

## Not among them

*Drama*, *uncertainty*, *comebacks* and the *runaway leader* ask who was going to win at some moment of the
game. Of a game only sums are counted, so that is not known. What they say of it is `turns the winner led`:
how much of the game it had led who won in the end.

## Intervals

Each interval by itself holds the truth in 95 of 100 runs. Of twenty at which one looks, one misses on
average: what is found by looking for what stands out is to be tried again with another `--seed`.

- **A share** has Wilson's interval (JASA 22, 1927), **a mean** Student's (Biometrika 6, 1908). That of an
  **advantage** is made as Agresti and Coull do for shares (The American Statistician 52, 1998), with the
  variance that was seen.
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
    "seats": "the bots, for game 0 by seat; they move on by a seat from game to game",
}
"""What a run says of itself, and what it means."""


def pages() -> Mapping[str, str]:
    """The pages in Markdown, by the names of their files in the reference."""
    columns = [(f"`{form.name}`", form.type, form.meaning, form.lacks) for form in FORMS]
    measures = [(m.title, f"`{m.key}`", m.formula, m.of, m.source) for m in MEASURES.values()]
    about = [(f"`{key}`", meaning) for key, meaning in (_RUN | KEYS).items()]
    return {
        "table-of-games.md": (
            _TABLE
            + _table(("column", "type", "what it is", "nothing for games"), columns)
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
