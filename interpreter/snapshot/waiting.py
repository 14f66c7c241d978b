"""Restores the running routines of a snapshot, with their locals, in a program that may have changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from gamespec.program.domain import NONE
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from gamespec.trees import types as t
from interpreter.answers import Answers
from interpreter.engine.game import machine_of
from interpreter.engine.state.position import put_local
from interpreter.named import Single, meant
from interpreter.play.errors import Fault
from interpreter.snapshot.ids import ME
from interpreter.snapshot.reading import CannotGoOn, a_list, a_number, a_single, a_table, a_text, said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.program.instructions import Instruction
    from interpreter.play.options import Value
    from interpreter.snapshot.ids import Ids

__all__ = ["lay_routines"]

Position = list[int]


def lay_routines(ids: Ids, p: Position, waits: Sequence[object]) -> None:
    """Restore the stack of running routines, each at the step where it waited. Raises `CannotGoOn`."""
    program = ids.program
    outermost = program.setup if p[Head.PHASE] == NONE else program.phases[p[Head.PHASE]].routine
    begins, at = {outermost}, -1
    for frame in waits:
        told = a_table(frame, "waits")
        name = a_text(told.get("in"), "waits")
        routine = next((number for number in sorted(begins) if ids.routines[number] == name), None)
        if routine is None:
            raise CannotGoOn("`{routine}` is not run there any more", routine=name)
        back = program.routines[routine].back
        if back is not None:
            p[program.slots[back].place] = at + 1
        at = _step(ids, routine, told)
        _lay_locals(ids, p, routine, at, told)
        begins = ids.begins(at)
    if not isinstance(program.code[at], Decide):
        raise CannotGoOn("`{part}` of the kept position is not what it should be", part="waits")
    p[Head.PC] = at
    _check_who(ids, p)
    _check_answers(ids, p, program.code[at])


def _check_who(ids: Ids, p: Position) -> None:
    """Check that the snapshot says who decides and whose turn it is. Raises `CannotGoOn`.

    A player must decide. There must be a turn if and only if the phase has turns, and then no saved `me` may
    be missing.
    """
    program, phase = ids.program, p[Head.PHASE]
    turns = phase != NONE and program.phases[phase].turns
    if p[Head.ME] == NONE or (p[Head.TURN] != NONE) != turns:
        raise CannotGoOn("whose turn it is, or who is asked, nobody has said")
    for routine, at in machine_of(program).frames.running(p, p[Head.PC], phase):
        for slot in ids.locals_at(routine, at):
            if turns and ids.local_name(slot) == ME and p[program.slots[slot].place] == NONE:
                raise CannotGoOn("whose turn it is, or who is asked, nobody has said")


def _check_answers(ids: Ids, p: Position, decide: Instruction) -> None:
    """Check that the secret answers given so far are still on offer, while other players have yet to answer.

    Raises `CannotGoOn`.
    """
    assert isinstance(decide, Decide)  # noqa: S101 - just asked
    if decide.answers is None or decide.cursor is None:
        return
    machine, known, place = (
        machine_of(ids.program),
        Answers(ids.compiled),
        ids.program.slots[decide.cursor].place,
    )
    for index in range(p[place] - 1):
        answer, asked = machine.answer_at(p, decide, index), p[:]
        asked[Head.ME] = p[place + 2 + index]
        if answer is None:
            continue
        try:
            offered = [option for option in machine.options(asked) if option.action == answer[0]]
        except Fault:
            offered = []
        values = machine.values_at(p, *answer)
        if not any(known.same(option, values, drawn=True) for option in offered):
            name = ids.names.actions[answer[0]].name
            raise CannotGoOn("the answer `{answer}`, given in secret, can't be given any more", answer=name)


def _step(ids: Ids, routine: int, told: dict[str, Any]) -> int:
    """Return the instruction that corresponds to the one at which a routine waited.

    Both instructions have the same description. If several instructions have it, the actions that they offer,
    or their order, distinguish them. Raises `CannotGoOn` if the instruction is ambiguous or no longer exists.
    """
    step, name = a_text(told.get("step"), "waits"), ids.routines[routine]
    were = [a_list(each, "waits") for each in a_list(told.get("of"), "waits")]
    number = a_number(told.get("number"), "waits", 1)
    if number > len(were):
        raise CannotGoOn("`{part}` of the kept position is not what it should be", part="waits")
    alike = ids.alike(routine, step)
    are = [ids.apart(at) for at in alike]
    mine = were[number - 1]
    if not alike:
        raise CannotGoOn("in `{routine}` there is no step any more that {step}", routine=name, step=step)
    if are == were or len(are) == len(were) == 1:
        return alike[number - 1]
    if are.count(mine) == were.count(mine) == 1:
        return alike[are.index(mine)]
    raise CannotGoOn(
        "which of the steps of `{routine}` that {step} it is can't be told: give those that are new an `id`",
        routine=name,
        step=step,
    )


def _lay_locals(ids: Ids, p: Position, routine: int, at: int, told: dict[str, Any]) -> None:
    """Restore the locals of a routine. Locals that no longer exist are ignored."""
    slots = ids.locals_at(routine, at)
    kept: dict[str, list[list[Any]]] = defaultdict(list)
    for each in a_list(told.get("locals"), "waits"):
        pair = a_list(each, "waits")
        kept[a_text(pair[0] if pair else None, "waits")].append(pair[1:])
    counts = Counter(ids.local_name(slot) for slot in slots)
    for name, values in kept.items():
        if ids.is_needed(name) and len(values) != counts[name]:
            raise CannotGoOn(
                "who is asked in `{routine}` is said in another way now", routine=ids.routines[routine]
            )
    met = Counter[str]()
    for slot in slots:
        name = ids.local_name(slot)
        found = kept.get(name, [])
        if len(found) != counts[name] and ids.is_needed(name):
            raise CannotGoOn(
                "who is asked in `{routine}` is said in another way now", routine=ids.routines[routine]
            )
        if len(found) != counts[name]:
            raise CannotGoOn(
                "what `{local}` would be in `{routine}` nobody has said",
                local=name,
                routine=ids.routines[routine],
            )
        value = found[met[name]]
        met[name] += 1
        if value:
            _put(ids, p, slot, value[0])


def _put(ids: Ids, p: Position, slot: int, told: Any) -> None:
    """Assign a value that is given by name to a local."""
    place, name = ids.program.slots[slot].place, ids.local_name(slot)
    if slot in ids.looped:
        loop = a_table(told, "waits")
        members = _values(ids, slot, a_list(loop.get("of"), "waits"), ids.program.slots[slot].size - 2)
        cursor = a_number(loop.get("next"), "waits")
        if cursor > len(members):
            raise CannotGoOn("`{part}` of the kept position is not what it should be", part="waits")
        p[place] = cursor
        put_local(p, place + 1, members)
    elif slot in ids.secret:
        _put_answers(ids, p, slot, a_list(told, "waits"))
    elif isinstance(ids.names.slots[slot].type, t.ListType):
        members = _values(ids, slot, a_list(told, name), ids.program.slots[slot].size - 1)
        put_local(p, place, members)
    else:
        put_local(p, place, _values(ids, slot, [told], 1)[0])


def _values(ids: Ids, slot: int, told: list[Any], most: int) -> list[int]:
    """Convert values that are given by name to integers. There must be at most `most` values."""
    type_, domain, name = ids.names.slots[slot].type, ids.program.slots[slot].domain, ids.local_name(slot)
    if len(told) > most:
        raise CannotGoOn("`{name}` can't be so many any more", name=name)
    found: list[int] = []
    for each in told:
        named = a_single(each, "waits")
        value = _zone(ids, named) if isinstance(type_, t.ZoneType) else _value(ids, type_, named)
        holds = domain.member.holds if domain.is_list else domain.holds
        if value is None or not holds(value):
            raise CannotGoOn("`{name}` can't be {value} any more", name=name, value=said(named))
        found.append(value)
    return found


def _zone(ids: Ids, named: object) -> int | None:
    return ids.zones.get(named) if isinstance(named, str) else None


def _value(ids: Ids, type_: t.Type, named: Single) -> int | None:
    """Convert a value that is given by name to an integer, or return `None` if there is no such value.

    A missing name becomes `none`, regardless of the type, because it may stand for an absent player or an
    empty choice.
    """
    if named is None:
        return NONE
    return meant(ids.world.values, t.element(type_) or type_, named)


def _put_answers(ids: Ids, p: Position, slot: int, told: list[Any]) -> None:
    """Restore the secret answers that have been given at a step."""
    decide = ids.secret[slot]
    assert decide.cursor is not None  # noqa: S101 - a loop runs where answers are given in secret
    slots, site, known = ids.program.slots, ids.program.sites[decide.site], Answers(ids.compiled)
    deciders = slots[decide.cursor].size - 2
    width = slots[slot].size // deciders if deciders else 0
    if len(told) > deciders:
        raise CannotGoOn("`{part}` of the kept position is not what it should be", part="waits")
    for index, answer in enumerate(told):
        if answer is None:
            continue
        record = a_table(answer, "waits")
        name = a_text(record.get("action"), "waits")
        given = a_table(record.get("values"), "waits")
        named = {
            key: tuple(a_single(one, "waits") for one in each)
            if isinstance(each, list | tuple)
            else a_single(each, "waits")
            for key, each in given.items()
        }
        meanings = ((branch, known.meant(action, name, named)) for branch, action in enumerate(site.actions))
        found = next(((branch, values) for branch, values in meanings if values is not None), None)
        if found is None:
            raise CannotGoOn("the answer `{answer}`, given in secret, can't be given any more", answer=name)
        branch, values = found
        _check_values(ids, site.actions[branch], values, name)
        place = slots[slot].place + width * index
        p[place] = branch + 1
        for pick, value in zip(ids.program.actions[site.actions[branch]].picks, values, strict=True):
            put_local(p, place + 1, value)
            place += slots[pick.slot].size


def _check_values(ids: Ids, action: int, values: Sequence[Value], name: str) -> None:
    """Check that the local for each value of an answer can hold the value. Raises `CannotGoOn`."""
    for pick, value in zip(ids.program.actions[action].picks, values, strict=True):
        domain = ids.program.slots[pick.slot].domain
        holds = domain.member.holds if domain.is_list else domain.holds
        if not all(holds(one) for one in (value if isinstance(value, tuple) else (value,))):
            raise CannotGoOn("the answer `{answer}`, given in secret, can't be given any more", answer=name)
