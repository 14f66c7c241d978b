"""Finds which components have moved from where to where, as far as a seat can tell.

Front ends animate these moves. A known component that moves several times makes one move with several stops.
Nobody can tell where an unknown component goes next, so each of its moves stands alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from gamespec.trees import types as t
from interpreter.play.events import Decided, Moved, Revealed
from interpreter.scene.happened.changes import cells_of_zone
from interpreter.scene.reading import is_player

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from interpreter.play.events import Event
    from interpreter.play.observation import Observation
    from interpreter.scene.things import Ref
    from interpreter.words import Words

__all__ = ["Move", "moves_of", "stop_of"]

MOST = 24
"""Maximum number of components that a move names. Its count includes the others."""


@dataclass(frozen=True, slots=True)
class Move:
    """The move of `count` components along a path.

    Each stop of the path holds the refs of the zone, of its cell or part, or of its owner, separated by
    spaces, the most exact first. It is "" for a zone that nobody is shown. A path with a single stop is that
    of a component that was turned up. `pieces` holds for each component that the reader knows its ref before
    and after; a ref is `None` if the reader did not know then that the component lay there.

    For each way from one stop to the next, `legs` has the number of the step in which the component went it;
    for a single stop, that in which it was turned up. What moves between places of the same kind, without an
    answer in between, moves in one step.
    """

    path: tuple[str, ...]
    count: int
    pieces: tuple[tuple[Ref | None, Ref | None], ...]
    legs: tuple[int, ...]


@dataclass(slots=True)
class _Flow:
    """A component, by its face if the reader knows it, and the zones that it has passed.

    `at` has the numbers of the events by which it went from each zone to the next, or was turned up.
    """

    face: int | None
    zones: list[int]
    at: list[int]


def moves_of(
    words: Words, events: Iterable[Event], seat: int | None, before: Observation, after: Observation
) -> list[Move]:
    """Return the moves that a seat, or a spectator if `seat` is `None`, sees in `events`, in order.

    `before` and `after` are what the seat observes before and after the events.
    """
    everybody = (1 << words.program.players) - 1
    told = tuple(events)
    found: list[tuple[Move, _Flow]] = []
    for flow in _flows(words, told, everybody if seat is None else 1 << seat):
        first, last = flow.zones[0], flow.zones[-1]
        path = tuple(stop_of(words, zone) for zone in flow.zones)
        was = _known(before, first, flow.face) if path[0] else None
        now = _known(after, last, flow.face) if path[-1] else None
        if first == last and (len(flow.zones) > 1 or was or not now):
            continue
        pieces = ((was, now),) if was or now else ()
        if path[0] or path[-1]:
            found.append((Move(path, 1, pieces, ()), flow))
    steps = _steps(words, told, [flow for _, flow in found])
    return list(_together(replace(move, legs=tuple(steps[at] for at in flow.at)) for move, flow in found))


def _steps(words: Words, events: Sequence[Event], flows: Sequence[_Flow]) -> dict[int, int]:
    """Return the step of each event by which one of the flows went on."""
    ways: dict[int, tuple[_Flow, int, int]] = {}
    for flow in flows:
        for leg, at in enumerate(flow.at):
            zones = flow.zones[leg], flow.zones[min(leg + 1, len(flow.zones) - 1)]
            source, target = (words.rule(zone).zone.first for zone in zones)
            ways[at] = flow, source, target
    steps: dict[int, int] = {}
    last: tuple[int, int] | None = None
    moved: set[int] = set()
    step = -1
    for at, event in enumerate(events):
        if isinstance(event, Decided):
            last = None
        if at not in ways:
            continue
        flow, source, target = ways[at]
        if last != (source, target) or id(flow) in moved:
            last, moved, step = (source, target), set(), step + 1
        moved.add(id(flow))
        steps[at] = step
    return steps


def _flows(words: Words, events: Iterable[Event], bit: int) -> list[_Flow]:
    flows: list[_Flow] = []
    alike = words.program.alike
    for at, event in enumerate(events):
        match event:
            case Moved(c, source, target, seen) if seen & bit == bit:
                flow = _last(flows, source, alike[c])
                if flow is None:
                    flows.append(_Flow(alike[c], [source, target], [at]))
                else:
                    flow.zones.append(target)
                    flow.at = [*flow.at, at] if len(flow.zones) > 2 else [at]  # noqa: PLR2004 - it was turned up
            case Moved(_, source, target):
                flows.append(_Flow(None, [source, target], [at]))
            case Revealed(c, seen, zone) if seen & bit == bit and _last(flows, zone, alike[c]) is None:
                flow = _last(flows, zone, None)
                if flow is None:
                    flows.append(_Flow(alike[c], [zone], [at]))
                else:
                    flow.face = alike[c]
            case _:
                pass
    return flows


def _last(flows: Sequence[_Flow], zone: int, face: int | None) -> _Flow | None:
    """Return the last flow of a face, or of an unknown component for `None`, that ends in a zone."""
    return next((flow for flow in reversed(flows) if flow.face == face and flow.zones[-1] == zone), None)


def _known(seen: Observation, zone: int, face: int | None) -> Ref | None:
    """Return the ref of a component if an observation shows that the component lies in a zone."""
    return f"z{zone}.c{face}" if face is not None and face in seen.zones[zone] else None


def stop_of(words: Words, zone: int) -> str:
    """Return the refs of the things that can stand for a zone, the most exact first."""
    rule = words.rule(zone)
    if rule.zone.first in words.unshown_zones:
        return ""
    keys, dims, index = rule.zone.keys, rule.zone.dims, zone - rule.zone.first
    found = [*cells_of_zone(words, zone), f"z{zone}"]
    if len(keys) == 1 and isinstance(key := t.strip(keys[0]), t.Named) and key.sort == "part":
        found.insert(0, f"t{key.first + index}")
    if keys and is_player(keys[0]):
        found.append(f"p{index * dims[0][1] // rule.zone.count}")
    return " ".join(found)


def _together(moves: Iterable[Move]) -> Iterator[Move]:
    """Yield the moves, with consecutive moves along the same path combined."""
    last: Move | None = None
    for move in moves:
        if last is not None and (last.path, last.legs) == (move.path, move.legs):
            last = Move(last.path, last.count + 1, (*last.pieces, *move.pieces)[:MOST], last.legs)
            continue
        if last is not None:
            yield last
        last = move
    if last is not None:
        yield last
