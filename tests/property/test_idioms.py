"""The checker accepts games made of whole idioms, and these games contain the phrases that authors use."""

from __future__ import annotations

import re
from pathlib import Path

from strategies.claims import Tally, made
from strategies.dice import Rolled
from strategies.idioms import make_idioms
from strategies.print import printed

SEEDS = 100
"""Number of games in whose text the idioms are searched. Every fourth game is also checked."""

SENTENCES = {
    "the duty to follow": r"(\w+) == none or rule\d\(c, \1\) or none\(h\d+ in hand\[me\]: rule\d\(h\d+,",
    "a function of two cards": r"with: \{a: card, b: card\}",
    "a function of a card or none": r'b: "card\?"',
    "a guard before a function": r"(\w+) != none and [^,]*rule\d\([^)]*\1",
    "a guard as a choice": r"if \w+ (!=|==) none else",
    "a table looked up by an optional": r"price\[\w+\.wish\]\.cost",
    "a table that lacks rows": r"bonus\[\w+\.suit\] == none or bonus\[\w+\.suit\]",
    "a quantifier within one": r"(any|all|none)\(h\d+ in [^:]+: [^)]*(any|all|none)\(h\d+ in",
    "a list that is filtered": r"filter\(g\d+ in",
    "a choice in secret": r'by: (players|"clockwise\(me\)"), otherwise',
    "several cards at once": r'count: ("\d\.\.\d"|\d\.\.\d|"2")',
    "copies": r"copies: 2",
}
"""The idioms, each with a regular expression that finds it in the text of a game."""


def test_idioms_are_accepted_and_all_occur(tmp_path: Path) -> None:
    """The checker accepts the games generated from some seeds, and each idiom occurs in one of them."""
    (tmp_path / "gamespec.toml").touch()
    tally, found = Tally(), set()
    for seed in range(SEEDS):
        document = make_idioms(Rolled(seed))
        text = printed(document)
        found |= {name for name, pattern in SENTENCES.items() if re.search(pattern, text)}
        if seed % 4 == 0:
            made(document, tmp_path, tally)
    assert not tally.rejected
    assert found == set(SENTENCES)
