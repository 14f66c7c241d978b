"""Finds where the answers to a decision lead: what their player chooses from next, before anybody else acts.

So people can press first what they want to have in the end, and then how they get it. An answer is tried on
what its player observes (`interpreter.engine.knowledge.seen`), so what it leads to tells nothing that the
player cannot know. Where that depends on anything hidden, or on chance, nothing is told.

In the same way it finds what answers lay on the places that they name, such as the card that has been drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.compile.draft.draft import Emitted, Routine
from gamespec.program import instructions as g
from gamespec.trees import types as t
from interpreter.inspection import Inspector
from interpreter.scene.reading import own_boards
from interpreter.words.keys import keys_of
from interpreter.words.known import Inquiry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.compile.draft.draft import ActionSpec, PickSpec
    from gamespec.world.world import ZoneRule
    from interpreter.engine.game import Game
    from interpreter.play.options import Decision, Option, Value
    from interpreter.scene.things import Ref
    from interpreter.words import Words

__all__ = ["laid", "leads"]

MOST = 60
"""Number of answers above which it is not looked for where they lead, because that takes time for each."""

TRIED = 3
"""Number of options that differ only in places and that are tried for what they lay."""


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


def laid(words: Words, game: Game, decision: Decision) -> dict[int, Ref]:
    """Return for each option, by its number, the ref of the thing that it lays on a place that it names.

    Options that differ only in places lay the same: a few of them are tried, until one shows it. Options that
    name the thing themselves are left out, and so are those that only move it on its board.
    """
    groups: dict[tuple[object, ...], list[Option]] = {}
    for option in decision.options:
        if _places(words, option):
            groups.setdefault((option.action, *_besides(words, option)), []).append(option)
    if not groups or len(groups) > MOST:
        return {}
    known = Inquiry.of(words.compiled, game, decision.player)
    for action in words.program.sites[decision.site].actions:
        known.hand_over(decision.site, action)
    found: dict[int, Ref] = {}
    for group in groups.values():
        ref = next((ref for option in group[:TRIED] if (ref := _lays(words, known, option))), None)
        found |= {option.number: ref for option in group if ref is not None}
    return found


def _places(words: Words, option: Option) -> set[int]:
    """Return the cells and parts of tiles that an option names."""
    picks = words.names.actions[option.action].picks
    both = zip(picks, option.values, strict=True)
    return {value for pick, value in both if isinstance(value, int) and _is_place(pick)}


def _besides(words: Words, option: Option) -> Iterator[Value]:
    """Yield all else that an option names."""
    picks = words.names.actions[option.action].picks
    yield from (value for pick, value in zip(picks, option.values, strict=True) if not _is_place(pick))


def _is_place(pick: PickSpec) -> bool:
    base = t.strip(pick.slot.type)
    return isinstance(base, t.Named) and base.sort in {"cell", "part"}


def _lays(words: Words, known: Inquiry, option: Option) -> Ref | None:
    """Return the ref of the only thing that an option brings from elsewhere to a place that it names."""
    program, places = words.program, _places(words, option)
    named = {*_besides(words, option)}
    after = known.answered(option)
    refs: set[Ref] = set()
    for component, alike in enumerate(program.alike):
        was, now = known.zone(component), after.zone(component)
        if was in (None, now) or component in named:
            continue
        before, rule = _family(words, was), _family(words, now)
        if rule in (None, before) or before is None or now is None:
            continue
        if not places.isdisjoint(keys_of(rule.zone.dims, now - rule.zone.first)):
            refs.add(f"z{was}.c{alike}")
    return refs.pop() if len(refs) == 1 else None


def _family(words: Words, zone: int | None) -> ZoneRule | None:
    """Return the family of a zone that people see."""
    rules = (each for each in words.names.families if each.zone.first not in words.unshown_zones)
    return next(
        (each for each in rules if zone is not None and 0 <= zone - each.zone.first < each.zone.count), None
    )


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
