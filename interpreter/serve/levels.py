"""How strong the bots are that the host may seat, in words.

Three bots have a word. Random players are easy, and every search beats them. The strong bot is the one that
plays by a learned policy if nothing in the game is hidden: `bench/strength.py` found it at least as strong as
`mcts:200` in each shipped game of this kind. Elsewhere a policy may be weaker, so a long search is strong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.bots import KINDS
from interpreter.bots.good import GOOD, known
from interpreter.locale import pgettext_noop
from interpreter.play.openness import is_open
from interpreter.serve.beside.measured import measured

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.locale import Catalogue

__all__ = ["level_of", "names_of", "offered_bots"]

EASY, FAIR, SEARCHES, LONG = "random", "mcts:50", "mcts:200", "mcts:1000"
BELOW = {"fair": "easy", "strong": "fair"}
"""The level below each level."""
EQUAL = 50
"""The share of two bots that are equally strong, in percent."""
TIMES = {"short": "mcts:1s", "long": "mcts:10s"}
"""The names of the bot that searches long, when it thinks shorter or longer, by the clock."""
WORDS = {
    "easy": pgettext_noop("bot", "easy"),
    "fair": pgettext_noop("bot", "fair"),
    "strong": pgettext_noop("bot", "strong"),
}


def names_of(program: Program) -> tuple[str, str, str]:
    """Return the names of the bots that are called easy, fair and strong."""
    learned = known(program) is not None
    return EASY, FAIR, GOOD if learned and is_open(program) else LONG


def level_of(program: Program, texts: Catalogue, by: str) -> str:
    """Return the level of a bot in words, or its name if it has no level."""
    levels, name = dict(zip(names_of(program), WORDS, strict=True)), by
    return texts.pgettext("bot", WORDS[levels[name]]) if name in levels else by


def offered_bots(program: Program, texts: Catalogue) -> list[dict[str, Any]]:
    """Return the bots that the host is offered for a program: name, level, strength, and times to think.

    The bots with a level come first; the level of others is "". `says` is the measured strength in words, or
    "" if nothing was measured for this program. `times` has the names under which the bot thinks shorter or
    longer, if it searches.
    """
    levels = dict(zip(names_of(program), WORDS, strict=True))
    plain = [name for name in KINDS if ":" not in name and (name != GOOD or known(program) is not None)]
    names = dict.fromkeys([*levels, *plain, SEARCHES, LONG])
    return [
        {
            "name": name,
            "level": texts.pgettext("bot", WORDS[levels[name]]) if name in levels else "",
            "says": _strength(texts, program, levels.get(name, ""), name),
            "times": TIMES if name == LONG else {},
        }
        for name in names
    ]


def _strength(texts: Catalogue, program: Program, level: str, by: str) -> str:
    """Say how many of the points a bot gets against the bot of the level below, as measured."""
    found = measured(program, level, by) if level in BELOW else None
    if found is None:
        return ""
    against = texts.pgettext("bot", WORDS[BELOW[level]])
    if found.low <= EQUAL:
        return texts.gettext(
            "{share} of 100 points against \u201c{level}\u201d: not clearly stronger",
            share=found.share,
            level=against,
        )
    return texts.gettext(
        "{share} of 100 points against \u201c{level}\u201d", share=found.share, level=against
    )
