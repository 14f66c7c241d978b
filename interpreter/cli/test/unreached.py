"""Lists the parts of the rules that nothing reached, for `gamespec test --coverage` and `gamespec fuzz`."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from gamespec.text.plurals import counted
from interpreter.cli.common.screen import echo
from interpreter.engine.game import Game
from interpreter.words import Words
from interpreter.words.refused import refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.coverage import Coverage
    from interpreter.fuzz import Search

__all__ = ["print_unreached", "share_reached", "why_not"]

ASKED = 20
"""Number of positions in which it is asked why an action is not on offer."""


def share_reached(coverage: Coverage) -> str:
    """Return how many of all parts of the rules were reached."""
    every = len(coverage.reached)
    return f"{every - len(coverage.never):,} of {counted(every, 'rule part')} reached"


def print_unreached(coverage: Coverage, why: Callable[[str], str | None] = lambda _: None) -> None:
    """Print what was never reached, without the parts that lie within another part that was not.

    `why` says why nobody took an action, if it knows.
    """
    for point, within in coverage.causes.items():
        inside = f" (and {counted(within, 'part')} in it)" if within else ""
        echo(f"  {point}{inside}")
        reason = why(str(point.key[1])) if point.key[0] == "action" else None
        for line in [] if reason is None else reason.splitlines():
            echo(f"    {line}")


def why_not(search: Search) -> Callable[[str], str | None]:
    """Return a function that says why no game of a search took an action."""

    def why(action: str) -> str | None:
        asked = list(islice(_reasons(search, action), ASKED))
        if not asked:
            return "no step offered it in the positions that were looked at"
        reason = max(dict.fromkeys(asked), key=asked.count)
        return f"for example, {reason}"

    return why


def _reasons(search: Search, action: str) -> Iterator[str]:
    """Yield, for positions in which an action could be offered, why it is not."""
    for case, game in search.positions():
        decision, names = game.decision, case.compiled.names
        if decision is not None and action in [each.name for each in names.sites[decision.site].branches]:
            own = Game.restore(case.compiled.program, list(game.position))
            reason = refused(own, action, {}, Words(case.compiled))
            if reason is not None:
                yield reason
