"""Instructions that draw the component chosen unseen at a place, after the answer and before its steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from gamespec.program import instructions as g
from gamespec.program.tables import Head
from interpreter.engine.machine.changes import picked
from interpreter.engine.machine.context import Context, Operation, Position
from interpreter.engine.options.unseen import Draw, components, drawn
from interpreter.engine.state.position import put_local
from interpreter.play import faults
from interpreter.play.events import Drew
from interpreter.play.known import recognized

if TYPE_CHECKING:
    from interpreter.engine.machine.machine import Machine

__all__ = ["Outcome", "by_stream", "draw_hidden", "draw_secret"]

_STOP = -1

Outcome: TypeAlias = Callable[[Position, Context, Draw, int, int], int | None]
"""Returns the outcome of a draw for a slot, at a place; `None` if the game must wait for it."""


def by_stream(machine: Machine, *, told: bool) -> Outcome:
    """Return the function that draws by the zone's stream; a single candidate takes no random number.

    In a scripted game, a draw of which somebody is told follows an item, and another one the luck.
    """
    program, streams, alike = machine.program, machine.streams, machine.program.alike

    def outcome(p: Position, context: Context, draw: Draw, _slot: int, at: int) -> int:
        reader = context.reader
        if reader is not None and told:
            return reader.meant(draw.each)
        stream = program.zones[draw.zone].stream
        script = context.script.get(program.streams[stream])
        if script:
            wanted = script.pop(0)
            meant = None if isinstance(wanted, tuple) else alike[wanted]
            value = next((c for c in draw.outcomes if alike[c] == meant), None)
            if value is None:
                raise faults.NOT_DRAWN.at(at)
            return value
        if len(draw.outcomes) == 1:
            return draw.outcomes[0]
        if reader is not None:
            return picked(draw.outcomes, draw.shares, reader.lucky(sum(draw.shares)))
        return picked(draw.outcomes, draw.shares, streams.below(p, stream, sum(draw.shares)))

    return outcome


def draw_hidden(machine: Machine, at: int, i: g.DrawHidden, outcome: Outcome) -> Operation:
    slots, picks, after = machine.program.slots, machine.program.actions[i.action].picks, at + 1
    places = [slots[pick.slot].place for pick in picks]
    draw = _drawing(machine, i, outcome)

    def operation(p: Position, context: Context) -> int:
        return after if draw(p, context, None, i.action, places, told=True) else _STOP

    return operation


def draw_secret(machine: Machine, at: int, i: g.DrawSecret, outcome: Outcome) -> Operation:
    cursor, after = machine.program.slots[i.cursor].place, at + 1
    draw = _drawing(machine, i, outcome)

    def operation(p: Position, context: Context) -> int:
        answer = machine.answer_at(p, i, p[cursor] - 1)
        if answer is None:
            return after
        return after if draw(p, context, i.site, *answer, told=False) else _STOP

    return operation


def _drawing(machine: Machine, i: g.DrawHidden | g.DrawSecret, outcome: Outcome) -> Callable[..., bool]:
    """Draw for all nonempty places among the values of an action; return whether it finished."""
    zones = machine.program.zones

    def drawing(  # noqa: PLR0913 - an answer, where it is given and lies, and who is told
        p: Position, context: Context, site: int | None, action: int, at: Sequence[int], *, told: bool
    ) -> bool:
        unseen, picks = machine.unseen(action), machine.program.actions[action].picks
        values = machine.values_at(p, action, at)
        while (draw := unseen.next(p, values, machine.combinations(site, action))) is not None:
            for place, value in zip(at, values, strict=True):
                put_local(p, place, value)  # listing the candidates has cleared them
            slot = picks[draw.pick].slot
            component = outcome(p, context, draw, slot, i.at)
            if component is None:
                return False
            named = components(picks, values)
            values = drawn(values, draw, component)
            put_local(p, at[draw.pick], values[draw.pick])
            if told and context.events is not None:
                seen = recognized(machine.program, p, component, named) & ~(1 << p[Head.ME])
                context.events.append(Drew(zones[draw.zone].stream, slot, component, seen, component=True))
        return True

    return drawing
