"""Finds where the answers to a decision lead: what their player chooses from next, before anybody else acts.

So people can press first what they want to have in the end, and then how they get it. An answer is tried on
what its player observes (`interpreter.engine.knowledge.seen`), so what it leads to tells nothing that the
player cannot know. Where that depends on anything hidden, or on chance, nothing is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.compile.draft.draft import Emitted, Routine
from gamespec.program import instructions as g
from gamespec.trees import types as t
from interpreter.inspection import Inspector
from interpreter.scene.reading import own_boards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.compile.draft.draft import ActionSpec
    from interpreter.engine.game import Game
    from interpreter.play.options import Decision, Option
    from interpreter.scene.things import Ref
    from interpreter.words import Words

__all__ = ["leads"]

MOST = 60
"""Number of answers above which it is not looked for where they lead, because that takes time for each."""


def leads(words: Words, game: Game, decision: Decision) -> dict[int, tuple[Ref, ...]]:
    """Return for each option, by its number, the refs of the known things from which its player chooses next.

    Options that lead to nothing of this kind are left out.
    """
    asking = {option.action for option in decision.options if _asks_again(words.names.actions[option.action])}
    if not asking or len(decision.options) > MOST:
        return {}
    seen = Inspector.seen(words.compiled, game, decision.player)
    known = {option.number: option for option in seen.options() or ()}
    tried = [option for number, option in known.items() if option.action in asking]
    found: dict[int, tuple[Ref, ...]] = {}
    for option, following in zip(tried, seen.following(tried), strict=True):
        refs = dict.fromkeys(ref for each in following for ref in _refs(words, seen, each))
        if refs:
            found[option.number] = tuple(refs)
    return found


def _asks_again(spec: ActionSpec) -> bool:
    """Return whether an action, or what it runs, may ask for a decision."""
    left = [spec.routine] if spec.routine is not None else []
    met = {*left}
    while left:
        for each in left.pop().code:
            if not isinstance(each, Emitted):
                continue
            if each.op is g.Decide:
                return True
            called = {operand for operand in each.operands if isinstance(operand, Routine)} - met
            met |= called
            left += called
    return False


def _refs(words: Words, seen: Inspector, option: Option) -> Iterator[Ref]:
    """Yield the refs of the components and of the cells of shared boards that an option names."""
    program = words.program
    for named, value in zip(words.names.actions[option.action].picks, option.values, strict=True):
        base = t.strip(named.slot.type)
        if not isinstance(value, int) or value < 0 or not isinstance(base, t.Named):
            continue
        if base.sort == "component":
            zone = seen.position[program.layout.zone_of + value]
            yield f"z{zone}.c{program.alike[value]}"
        elif base.sort == "cell" and base.name not in own_boards(words):
            yield f"s{list(words.names.world.spaces).index(base.name)}.{value}"
