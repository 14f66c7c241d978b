"""How strong the bots are that the host may seat, in words.

Three bots have a word. Random players are easy, and every search beats them. The strong bot is the one that
plays by a learned policy if nothing in the game is hidden: `bench/strength.py` found it at least as strong as
`mcts:200` in each shipped game of this kind. Elsewhere a policy may be weaker, so a long search is strong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.bots import KINDS
from interpreter.bots.good import GOOD, known
from interpreter.locale import pgettext_noop
from interpreter.play.openness import is_open

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.locale import Catalogue

__all__ = ["offered_bots"]

EASY, FAIR, SEARCHES, LONG = "random", "mcts:50", "mcts:200", "mcts:1000"
WORDS = {
    "easy": pgettext_noop("bot", "easy"),
    "fair": pgettext_noop("bot", "fair"),
    "strong": pgettext_noop("bot", "strong"),
}


def offered_bots(program: Program, texts: Catalogue) -> list[dict[str, str]]:
    """Return the bots that the host is offered for a program, by name and level, which is "" for most.

    The bots with a level come first.
    """
    learned = known(program) is not None
    strong = GOOD if learned and is_open(program) else LONG
    levels = {EASY: "easy", FAIR: "fair", strong: "strong"}
    plain = [name for name in KINDS if ":" not in name and (name != GOOD or learned)]
    names = dict.fromkeys([*levels, *plain, SEARCHES, LONG])
    return [
        {"name": name, "level": texts.pgettext("bot", WORDS[levels[name]]) if name in levels else ""}
        for name in names
    ]
