"""Makes the label of an answer that all players may read, if the label depends only on public facts.

The label is formatted in the position in which the answer was given, from what all players can tell (see
`interpreter.engine.knowledge.seen`), so it reveals nothing new. A component that some players do not know is
described in terms that every player understands, such as `a card`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from gamespec.program.tables import Head
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.engine.knowledge.seen import Hides, seen_machine_of, seen_position
from interpreter.engine.state.position import put_local
from interpreter.kernels.budget import refill
from interpreter.play.options import Value
from interpreter.words.answered import constant, filled, has_place
from interpreter.words.text import tells

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.engine.game import Game
    from interpreter.engine.knowledge.seen import SeenPosition
    from interpreter.play.options import Option
    from interpreter.words.text import Words

__all__ = ["Said", "public_label", "public_text"]


class Said(NamedTuple):
    """A public text, and the values that it shows, each with its type."""

    text: str
    values: tuple[tuple[t.Type, Value], ...]


def public_label(words: Words, game: Game, option: Option, *, told: bool = False) -> str | None:
    """Return the public text of an option, or `None` if it has no label or the label cannot be shown.

    With `told`, the text is what others read of the answer instead of the label. Raises `Fault`.
    """
    said = public_text(words, game, option, told=told)
    return None if said is None else said.text


def public_text(words: Words, game: Game, option: Option, *, told: bool) -> Said | None:
    """Return the text of `public_label` with the values that it shows. Raises `Fault`."""
    decision = game.decision
    assert decision is not None  # noqa: S101 - there is an option
    site, spec = words.program.sites[decision.site], words.names.actions[option.action]
    picks = words.program.actions[option.action].picks
    text = spec.told if told else spec.label
    if text is None or site.told is not None or any(map(has_place, picks, option.values)):
        return None
    unseen = {
        named.slot: _unknown(words, game, value)
        for named, pick, value in zip(spec.picks, picks, option.values, strict=True)
        if pick.component and not _known_to_all(words, game, value)
    }
    seen = seen_position(words.program, game.position, game.common_observation())
    seen[Head.ME] = decision.player
    machine = seen_machine_of(words.program)
    refill(machine.evaluator.scratch)
    giver = machine.giver(decision.site, option.action)
    if giver is not None:
        with suppress(Hides):  # what it would hand over stays hidden
            giver(seen)
    for pick, value in zip(picks, option.values, strict=True):
        put_local(seen, words.program.slots[pick.slot].place, value)
    by_language = text.by_language
    template, holes = by_language.get(words.language) or next(iter(by_language.values()))
    chosen = zip(spec.picks, option.values, strict=True)
    sure = {pick.slot: value for pick, value in chosen if pick.slot not in unseen}
    texts: list[str] = []
    shown: list[tuple[t.Type, Value]] = []
    for hole, choice in zip(holes, template.choices, strict=True):
        try:
            said, found = _text(words, seen, hole, choice, unseen)
            texts.append(said)
            if found is not None:
                shown.append((hole.type, found))
        except Hides:
            read = constant(words, hole, choice, sure)
            if read is None:
                return None
            texts.append(read)
            if isinstance(hole, core.Local) and hole.slot in sure:
                shown.append((hole.type, sure[hole.slot]))
    return Said(filled(template, texts), tuple(shown))


def _known_to_all(words: Words, game: Game, value: Value) -> bool:
    """Return whether all players know each of the chosen components."""
    everybody, known = (1 << words.program.players) - 1, words.program.layout.known
    chosen = value if isinstance(value, tuple) else (value,)
    return all(c == t.NONE or game.position[known + c] & everybody == everybody for c in chosen)


def _unknown(words: Words, game: Game, value: Value) -> str:
    """Describe components that some players do not know by their kinds and their backs."""
    chosen = value if isinstance(value, tuple) else (value,)
    zones = [game.position[words.program.layout.zone_of + c] for c in chosen if c != t.NONE]
    told = [words.some(c, zone) for c, zone in zip(chosen, zones, strict=False)]
    return words.all_of(told)


def _text(
    words: Words,
    seen: SeenPosition,
    hole: core.Core,
    choice: tuple[str, str] | None,
    unseen: Mapping[core.Slot, str],
) -> tuple[str, Value | None]:
    """Return the text for an expression in a label, and the value that it shows.

    Raises `Hides` if the text depends on something that some players cannot know.
    """
    if isinstance(hole, core.Local) and hole.slot in unseen:
        return unseen[hole.slot], None
    if tells(hole, unseen):
        return "" if choice is not None else words.texts.gettext("hidden"), None
    evaluator, closed = seen_machine_of(words.program).evaluator, words.compiled.expression(hole)
    evaluator.learn(words.compiled.spaces)
    found = evaluator.asked(closed, seen)
    if choice is not None:
        return choice[not found], None
    value = tuple(found) if closed.domain.is_list else int(found)
    components = value if isinstance(value, tuple) else (value,)
    if t.is_component(t.element(hole.type) or t.strip(hole.type)):
        for c in components:
            if c != t.NONE:
                seen[words.program.layout.zone_of + c]
    return words.value(hole.type, value), value
