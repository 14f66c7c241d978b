"""Leaves out of the log what an answer has already said, and joins the steps of one move.

Everything is decided by events, as far as the reader is shown them, and never by texts. Components that look
alike count as the same component, because no reader can tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.engine.knowledge.knowledge import EVERYBODY
from interpreter.play.events import Changed, Decided, Ended, Laid, Moved, PhaseBegan, TurnBegan
from interpreter.words.answered import has_place
from interpreter.words.happened import is_told
from interpreter.words.keys import cell_space, is_player, keys_of
from interpreter.words.whose import path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.play.events import Event
    from interpreter.words import Words

__all__ = ["folded"]


def folded(
    words: Words, events: Sequence[Event], since: int, reader: int | None
) -> Iterator[tuple[int, Event]]:
    """Yield the events to be told from `since` on, with their numbers."""
    answer = _Answer(-1)
    stretch: list[tuple[int, Event]] = []
    for number in range(since, len(events)):
        event = events[number]
        match event:
            case Decided() | TurnBegan() | PhaseBegan() | Ended():
                yield from _joined(words, stretch, reader)
                stretch = []
                yield number, event
                if isinstance(event, Decided):
                    answer = _Answer.of(words, event, reader)
            case Moved() if _lays(words, event, events[number + 1 : number + 2]) or answer.says(
                words, event, reader
            ):
                pass
            case _:
                stretch.append((number, event))
    yield from _joined(words, stretch, reader)


def _lays(words: Words, moved: Moved, following: Sequence[Event]) -> bool:
    """Return whether a tile moves to its plane and is laid there, which the next event says."""
    alike = words.program.alike
    return any(
        isinstance(event, Laid)
        and alike[event.tile] == alike[moved.component]
        and words.rule(moved.target).zone.name == words.names.planes[event.plane].zone
        for event in following
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    """What an answer names to a reader: components and cells, each of these with its space."""

    player: int
    components: set[int] = field(default_factory=set)
    cells: set[tuple[str, int]] = field(default_factory=set)

    @classmethod
    def of(cls, words: Words, event: Decided, reader: int | None) -> _Answer:
        """Collect what the label of an answer, or the answer without a label, names."""
        found = cls(event.player)
        if not is_told(words, event.told, reader):
            return found
        spec, picks = words.names.actions[event.action], words.program.actions[event.action].picks
        named = None
        if spec.label is not None:
            by_language = spec.label.by_language
            _, holes = by_language.get(words.language) or next(iter(by_language.values()))
            named = {hole.slot for hole in holes if isinstance(hole, core.Local)}
        own = reader in {None, event.player}
        for pick, chosen, value, seen in zip(spec.picks, picks, event.values, event.seen, strict=True):
            known = is_told(words, seen, reader if own else EVERYBODY)
            if not known or has_place(chosen, value) or (named is not None and pick.slot not in named):
                continue
            values = value if isinstance(value, tuple) else (value,)
            base = t.strip(t.element(pick.slot.type) or pick.slot.type)
            if t.is_component(base):
                found.components.update(words.program.alike[c] for c in values if c != t.NONE)
            elif (space := cell_space(base)) is not None:
                found.cells.update((space, cell) for cell in values)
        return found

    def says(self, words: Words, event: Moved, reader: int | None) -> bool:
        """Return whether the answer names both the component that moves and the cell to which it moves."""
        if (
            not is_told(words, event.seen, reader)
            or words.program.alike[event.component] not in self.components
        ):
            return False
        rule = words.rule(event.target)
        pairs = list(
            zip(rule.zone.keys, keys_of(rule.zone.dims, event.target - rule.zone.first), strict=True)
        )
        return any(cell_space(key) is not None for key, _ in pairs) and all(
            value == self.player if is_player(key) else (cell_space(key), value) in self.cells
            for key, value in pairs
        )


def _joined(
    words: Words, stretch: Sequence[tuple[int, Event]], reader: int | None
) -> Iterator[tuple[int, Event]]:
    """Yield the events of a stretch, where the steps of a component or a value become one step.

    The steps of a component go from cell to cell of one board, and those of a number in one direction.
    """
    found: list[tuple[int, Event]] = []
    last: dict[tuple[int, ...], int] = {}
    for number, event in stretch:
        match event:
            case Moved(c, source, target, seen) if is_told(words, seen, reader) and path(
                words, source, target
            ):
                alike = words.program.alike[c]
                at = last.pop((alike, source), None)
                before = found[at][1] if at is not None else None
                if at is not None and isinstance(before, Moved) and before.source != target:
                    found[at] = found[at][0], replace(before, target=target)
                    last[alike, target] = at
                    continue
                last[alike, target] = len(found)
            case Changed(store, index, seen=seen) if is_told(words, seen, reader):
                at = last.get((-1, store, index))
                before = found[at][1] if at is not None else None
                if at is not None and isinstance(before, Changed) and _goes_on(words, before, event):
                    found[at] = found[at][0], replace(before, after=event.after)
                    continue
                last[-1, store, index] = len(found)
            case _:
                pass
        found.append((number, event))
    yield from found


def _goes_on(words: Words, first: Changed, then: Changed) -> bool:
    """Return whether a value changes further in the same direction, or moves on to another cell."""
    type_ = words.names.stores[first.store].type
    values = first.before, first.after, then.after
    if t.NONE in values or first.before == then.after:
        return False
    if isinstance(t.strip(type_), t.Int):
        return (first.after > first.before) == (then.after > then.before)
    return cell_space(type_) is not None
