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
from interpreter.words.held import has_forms
from interpreter.words.keys import cell_space, is_player, keys_of
from interpreter.words.whose import owner_of, path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gamespec.compile.draft.draft import ActionSpec
    from interpreter.play.events import Event
    from interpreter.play.options import Value
    from interpreter.scene.labels import Label
    from interpreter.words import Words

__all__ = ["folded"]


def folded(
    words: Words, events: Sequence[Event], labels: Mapping[int, Label], since: int, reader: int | None
) -> Iterator[tuple[int, Event]]:
    """Yield the events to be told from `since` on, with their numbers. `labels` are those of answers."""
    answer = _Answer(-1)
    stretch: list[tuple[int, Event]] = []
    for number in range(since, len(events)):
        event = events[number]
        match event:
            case Decided() | TurnBegan() | PhaseBegan() | Ended():
                yield from answer.left(words, _joined(words, stretch, reader), reader)
                stretch = []
                yield number, event
                if isinstance(event, Decided):
                    answer = _Answer.of(words, event, labels.get(number), reader)
            case Moved() if _lays(words, event, events[number + 1 : number + 2]):
                pass
            case _:
                stretch.append((number, event))
    yield from answer.left(words, _joined(words, stretch, reader), reader)


def _lays(words: Words, moved: Moved, following: Sequence[Event]) -> bool:
    """Return whether a tile moves to its plane and is laid there, which the next event says."""
    alike = words.program.alike
    return any(
        isinstance(event, Laid)
        and alike[event.tile] == alike[moved.component]
        and words.rule(moved.target).zone.name == words.names.planes[event.plane].zone
        for event in following
    )


@dataclass(slots=True)
class _Answer:
    """What an answer names to a reader.

    `components` are those that have not moved since, and `unknown` is the number of others that it names
    without saying which they are. `places` are cells, spots, parts and other values that can be keys, with
    their types, and `numbers` are those that it shows. `said` is the last move that the answer says: what,
    from where, and where to.
    """

    player: int
    components: set[int] = field(default_factory=set)
    unknown: int = 0
    places: set[tuple[t.Type, int]] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    said: tuple[int, int, int] | None = None

    @classmethod
    def of(cls, words: Words, event: Decided, label: Label | None, reader: int | None) -> _Answer:
        """Collect what the label of an answer, or the answer without a label, names."""
        found, own = cls(event.player), reader in {None, event.player}
        if not is_told(words, event.told, reader):
            return found
        for type_, value in label.shown if label is not None else ():
            found._add(words, type_, value)
        spec, picks = words.names.actions[event.action], words.program.actions[event.action].picks
        named = _named_in(words, spec)
        for pick, chosen, value, seen in zip(spec.picks, picks, event.values, event.seen, strict=True):
            if named is not None and pick.slot not in named:
                continue
            if is_told(words, seen, reader if own else EVERYBODY) and not has_place(chosen, value):
                found._add(words, pick.slot.type, value)
            elif chosen.component and label is not None:
                found.unknown += len(value) if isinstance(value, tuple) else 1
        found.unknown = max(0, found.unknown - len(found.components))
        return found

    def _add(self, words: Words, type_: t.Type, value: Value) -> None:
        values = value if isinstance(value, tuple) else (value,)
        base = t.strip(t.element(type_) or type_)
        if t.is_component(base):
            self.components.update(words.program.alike[c] for c in values if c != t.NONE)
        if isinstance(base, t.Int):
            self.numbers.update(values)
        elif not isinstance(base, t.Bool):
            self.places.update((base, each) for each in values)

    def left(
        self, words: Words, stretch: Iterable[tuple[int, Event]], reader: int | None
    ) -> Iterator[tuple[int, Event]]:
        """Yield the events of a stretch that the answer has not said already."""
        found = list(stretch)
        for at, (number, event) in enumerate(found):
            then = found[at + 1][1] if at + 1 < len(found) else None
            if not self._says(words, event, then, reader):
                yield number, event

    def _says(self, words: Words, event: Event, then: Event | None, reader: int | None) -> bool:
        match event:
            case Moved():
                return self._says_move(words, event, reader)
            case Laid(plane, _, spot):
                name = words.names.planes[plane].name
                return any(
                    value == spot
                    and isinstance(type_, t.Named)
                    and (type_.sort, type_.name) == ("spot", name)
                    for type_, value in self.places
                )
            case Changed() if is_told(words, event.seen, reader):
                return self._says_change(words, event, then)
            case _:
                return False

    def _says_move(self, words: Words, event: Moved, reader: int | None) -> bool:
        """Return whether the answer names what moves and where to, or where a nameless thing goes.

        A component moves as the answer says only once, but others like it may go the same way with it.
        """
        rule, alike = words.rule(event.target), words.program.alike[event.component]
        pairs = list(
            zip(rule.zone.keys, keys_of(rule.zone.dims, event.target - rule.zone.first), strict=True)
        )
        if not all(
            value == self.player if is_player(key) else self._names(key, value) for key, value in pairs
        ):
            return False
        known = is_told(words, event.seen, reader)
        if known and (alike in self.components or self.said == (alike, event.source, event.target)):
            self.components -= {alike}
            self.said = alike, event.source, event.target
            return True
        if owner_of(words, event.source) != self.player:
            return False
        if not known and self.unknown:
            self.unknown -= 1
            return True
        unnamed = not known or words.called_by_kind(event.component) is not None
        return unnamed and any(not is_player(key) for key, _ in pairs)

    def _says_change(self, words: Words, event: Changed, then: Event | None) -> bool:
        """Return whether the answer says what becomes of a cell, or what a variable holds from now on.

        A number that it shows is that of a variable of its player, or of what it names.
        """
        store, before, after = words.names.stores[event.store], event.before, event.after
        if not store.keys:
            return cell_space(store.type) is not None and self._names(t.strip(store.type), after)
        if isinstance(store.type, t.Int):
            pairs = zip(store.keys, keys_of(store.dims, event.index), strict=True)
            keyed = all(
                value == self.player if is_player(key) else self._names(key, value) for key, value in pairs
            )
            return keyed and after in self.numbers and not has_forms(words, event.store)
        if len(store.keys) != 1 or not is_player(t.strip(store.type)):
            return False
        if not self._names(store.keys[0], keys_of(store.dims, event.index)[0]):
            return False
        if before == self.player and after == t.NONE:  # the player's own leaves, unless it takes another
            return (
                isinstance(then, Changed)
                and then.store == event.store
                and self._says_change(words, then, None)
            )
        return (before == t.NONE and after == self.player) or (
            before not in {t.NONE, self.player} and after == t.NONE
        )

    def _names(self, key: t.Type, value: int) -> bool:
        return (t.strip(key), value) in self.places


def _named_in(words: Words, spec: ActionSpec) -> set[core.Slot] | None:
    """Return the chosen values that a label names, or `None` if there is no label."""
    if spec.label is None:
        return None
    by_language = spec.label.by_language
    _, holes = by_language.get(words.language) or next(iter(by_language.values()))
    return {slot for hole in holes if (slot := _named_by(hole)) is not None}


def _named_by(hole: core.Core) -> core.Slot | None:
    """Return the chosen value that an expression names: itself, or a part by what is printed on it."""
    match hole:
        case core.Local(slot=slot):
            return slot
        case core.Column(of=core.Local(slot=slot, type=t.Named("part"))):
            return slot
        case _:
            return None


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
