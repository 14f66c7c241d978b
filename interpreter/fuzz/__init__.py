"""Fuzzing: a search for games in which a specification breaks its own rules.

`cases` lists the numbers of players and options to play. `search` plays random games of each, in programs
that check the invariants of the game; in some of them players have habits (`swarm`), and some go on from
games that reached something new (`corpus`), which can be `kept` in a folder. `shrink` turns a game that was
stopped into the shortest one that is stopped at the same place. Beside the declared invariants, every fault
is a finding, and so is a breach of the contract of all games (`interpreter.contract`).

`loops` finds situations that come again in a game, and who can make the game go on for ever. It explores the
graph of situations (`arena`) and solves safety games on it (`safety`). Where the graph is small enough,
`exhaustive` explores all of it, which proves what can never happen.
"""

from interpreter.fuzz.cases import Case, Cases
from interpreter.fuzz.corpus import REACHED
from interpreter.fuzz.exhaustive import Exhausted, Unseeded
from interpreter.fuzz.findings import Broken, Finding, Key
from interpreter.fuzz.kept import kept
from interpreter.fuzz.loops import Loop, LoopKind, loop_of
from interpreter.fuzz.search import Search
from interpreter.fuzz.shrink import shrunk

__all__ = [
    "REACHED",
    "Broken",
    "Case",
    "Cases",
    "Exhausted",
    "Finding",
    "Key",
    "Loop",
    "LoopKind",
    "Search",
    "Unseeded",
    "kept",
    "loop_of",
    "shrunk",
]  # fmt: skip
