"""Options that are counted rather than listed: the number of an action's options, and unranking the k-th.

A random choice needs no more. `counted` determines for which actions that is possible, and how: combinations
of one list (`combinations`), a single value or independent values (`products`), and a last value that depends
on the previous one (`nested`). All count in the order in which options are listed. Such actions need no
trials and have no unseen choices. They are offered at most once at a site, so that the data kept between
counting and choosing belong to the action alone.
"""

from __future__ import annotations

from typing import Protocol

from interpreter.compiled.options.candidates import Candidates
from interpreter.compiled.options.combinations import Combinations, are_combinations
from interpreter.compiled.options.nested import nested
from interpreter.compiled.options.products import product
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.wat import Body, Wat

__all__ = ["Counted", "counted"]


class Counted(Protocol):
    """Counts the options of one action, and unranks them."""

    def total(self, scope: Scope, count: str) -> Body:
        """Return the instructions that count the options in a local, and store what `taken` needs."""

    def taken(self, scope: Scope, number: Wat) -> Body:
        """Return the instructions that put the values of the option with the given number into the slots."""


def counted(candidates: Candidates) -> dict[int, Counted]:
    """Return a counter for each action whose options can be counted.

    There are none if the module does not play games by itself.
    """
    program = candidates.unit.program
    found: dict[int, Counted] = {}
    if not candidates.unit.plays:
        return found
    for number, action in enumerate(program.actions):
        several = any(site.actions.count(number) > 1 for site in program.sites)
        if several or candidates.tries(number) or any(pick.hidden for pick in action.picks):
            continue
        if are_combinations(action):
            found[number] = Combinations(candidates.e, action.picks[0])
        else:
            made = product(candidates, action) or nested(candidates, action)
            if made is not None:
                found[number] = made
    return found
