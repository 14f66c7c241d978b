"""Options that are counted instead of listed: how many an action has, and which one is the k-th.

A random choice needs no more than that. `counted` determines for which actions counting is possible, and how.
The options may be the combinations of one list (`combinations`), a single value or several independent values
(`products`), or two values of which the second depends on the first (`nested`, `walked`). All counters follow
the order in which options are listed. The actions need no trials, have no unseen choices, and are not offered
where options are ranked (`ranked`). They are offered at most once at a site, so the data kept between
counting and choosing belong to that offer alone.
"""

from __future__ import annotations

from typing import Protocol

from interpreter.compiled.options.candidates import Candidates
from interpreter.compiled.options.combinations import Combinations, are_combinations
from interpreter.compiled.options.nested import nested
from interpreter.compiled.options.products import product
from interpreter.compiled.options.walked import walked
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.wat import Body, Wat

__all__ = ["Counted", "counted"]


class Counted(Protocol):
    """Counts the options of one action, and finds an option by its number."""

    def total(self, scope: Scope, count: str) -> Body:
        """Return the instructions that put the number of options into the local `count`.

        They also store what `taken` needs.
        """

    def taken(self, scope: Scope, number: Wat) -> Body:
        """Return the instructions that put the values of the option with the given number into the slots."""


def counted(candidates: Candidates) -> dict[int, Counted]:
    """Return a counter for each action whose options can be counted, by the number of the action.

    The result is empty if the module does not play games by itself.
    """
    program = candidates.unit.program
    ranked = {action for site in program.ranked for action in program.sites[site].actions}
    found: dict[int, Counted] = {}
    if not candidates.unit.plays:
        return found
    for number, action in enumerate(program.actions):
        several = any(site.actions.count(number) > 1 for site in program.sites)
        listed = number in ranked or candidates.tries(number)
        if several or listed or any(pick.hidden for pick in action.picks):
            continue
        if are_combinations(action):
            found[number] = Combinations(candidates.e, action.picks[0])
        else:
            made = product(candidates, action) or nested(candidates, action) or walked(candidates, action)
            if made is not None:
                found[number] = made
    return found
