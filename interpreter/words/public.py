"""The label of an answer as everybody can read it: if no part of it depends on what some players can't know.

It is made in the position in which the answer was given, of what all players can tell of it alone
(`interpreter.engine.seen`), so it tells nobody anything new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.expr import types as t
from gamespec.program.tables import Head
from interpreter.engine.fuel import refill
from interpreter.engine.position import put_local
from interpreter.engine.seen import Hides, seen_machine_of, seen_position
from interpreter.words.answered import filled, has_place

if TYPE_CHECKING:
    from gamespec.expr import core
    from interpreter.engine.game import Game
    from interpreter.engine.seen import SeenPosition
    from interpreter.play.options import Option
    from interpreter.words.text import Words

__all__ = ["public_label"]


def public_label(words: Words, game: Game, option: Option) -> str | None:
    """An option as all players can be told of it; `None` where some can't be, or where it has no label.

    Raises `Fault`.
    """
    decision = game.decision
    assert decision is not None  # noqa: S101 - there is an option
    site, spec = words.program.sites[decision.site], words.names.actions[option.action]
    picks = words.program.actions[option.action].picks
    if spec.label is None or site.told is not None or any(map(has_place, picks, option.values)):
        return None
    layout, everybody = words.program.layout, (1 << words.program.players) - 1
    for pick, value in zip(picks, option.values, strict=True):
        chosen = value if isinstance(value, tuple) else (value,)
        if pick.component and any(
            c != t.NONE and game.position[layout.known + c] & everybody != everybody for c in chosen
        ):
            return None
    seen = seen_position(words.program, game.position, game.common_observation())
    seen[Head.ME] = decision.player
    machine = seen_machine_of(words.program)
    refill(machine.evaluator.scratch)
    try:
        giver = machine.giver(decision.site, option.action)
        if giver is not None:
            giver(seen)
        for pick, value in zip(picks, option.values, strict=True):
            put_local(seen, words.program.slots[pick.slot].place, value)
        by_language = spec.label.by_language
        template, holes = by_language.get(words.language) or next(iter(by_language.values()))
        texts = [
            _text(words, seen, hole, choice) for hole, choice in zip(holes, template.choices, strict=True)
        ]
    except Hides:
        return None
    return filled(template, texts)


def _text(words: Words, seen: SeenPosition, hole: core.Core, choice: tuple[str, str] | None) -> str:
    """What stands in a hole of a label. Raises `Hides` if it depends on what some can't know."""
    evaluator, closed = seen_machine_of(words.program).evaluator, words.compiled.expression(hole)
    evaluator.learn(words.compiled.spaces)
    found = evaluator.asked(closed, seen)
    if choice is not None:
        return choice[not found]
    value = tuple(found) if closed.domain.is_list else int(found)
    components = value if isinstance(value, tuple) else (value,)
    if t.is_component(t.element(hole.type) or t.strip(hole.type)):
        for c in components:
            if c != t.NONE:
                seen[words.program.layout.zone_of + c]
    return words.value(hole.type, value)
