"""Options that are counted rather than listed: how many an action has, and which is the k-th.

A random choice needs no more. `counted` determines for which actions that is possible, and how: combinations
of one list (`combinations`), a single value or independent values (`products`), and a last value that depends
on the previous one (`nested`). All count in the order in which options are listed. Such actions need no
trials, are offered at most once at a site, so that data kept between counting and choosing belong to the
action alone, and have no unseen choices.
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
    """Counts the options of one action, and finds one by its number."""

    def total(self, scope: Scope, count: str) -> Body:
        """Put into a local how many there are; what `taken` needs is kept."""

    def taken(self, scope: Scope, number: Wat) -> Body:
        """Put the values of an option, by its number, into the slots."""


def counted(candidates: Candidates) -> dict[int, Counted]:
    """The actions whose options can be counted, and what counts them; none where no game plays by itself."""
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
