"""Where a game waits: the routines of a snapshot that run, in another program, with their locals."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from gamespec.expr import types as t
from gamespec.program.domain import NONE
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.answers import Answers
from interpreter.engine.position import put_local
from interpreter.named import Single, meant
from interpreter.snapshot.reading import CannotGoOn, a_list, a_number, a_single, a_table, a_text, said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.snapshot.ids import Ids

__all__ = ["lay_routines"]

Position = list[int]


def lay_routines(ids: Ids, p: Position, waits: Sequence[object]) -> None:
    """Let the routines run that ran, each waiting where it waited. Raises `CannotGoOn`."""
    program = ids.program
    outermost = program.setup if p[Head.PHASE] == NONE else program.phases[p[Head.PHASE]].routine
    begins, at = {outermost}, -1
    for frame in waits:
        told = a_table(frame, "waits")
        name = a_text(told.get("in"), "waits")
        routine = next((number for number in sorted(begins) if ids.routines[number] == name), None)
        if routine is None:
            raise CannotGoOn("`{}` is not run there any more", name)
        back = program.routines[routine].back
        if back is not None:
            p[program.slots[back].place] = at + 1
        at = _step(ids, routine, told)
        _lay_locals(ids, p, ids.locals_at(routine, at), told)
        begins = ids.begins(at)
    if not isinstance(program.code[at], Decide):
        raise CannotGoOn("`{}` of the kept position is not what it should be", "waits")
    p[Head.PC] = at


def _step(ids: Ids, routine: int, told: dict[str, Any]) -> int:
    """The instruction at which a routine waits: the one that does the same, of several by their order."""
    step, name = a_text(told.get("step"), "waits"), ids.routines[routine]
    number, of = a_number(told.get("number"), "waits", 1), a_number(told.get("of"), "waits", 1)
    alike = ids.alike(routine, step)
    if not alike:
        raise CannotGoOn("in `{}` there is no step any more that {}", name, step)
    if len(alike) != of or number > of:
        raise CannotGoOn(
            "which of the steps of `{}` that {} it is can't be told: give each an `id`", name, step
        )
    return alike[number - 1]


def _lay_locals(ids: Ids, p: Position, slots: list[int], told: dict[str, Any]) -> None:
    """Let the locals of a routine hold what they held; those that are gone are left out."""
    kept: dict[str, list[list[Any]]] = defaultdict(list)
    for each in a_list(told.get("locals"), "waits"):
        pair = a_list(each, "waits")
        kept[a_text(pair[0] if pair else None, "waits")].append(pair[1:])
    counts = Counter(ids.local_name(slot) for slot in slots)
    met = Counter[str]()
    for slot in slots:
        name = ids.local_name(slot)
        found = kept.get(name, [])
        if len(found) != counts[name]:
            routine = a_text(told.get("in"), "waits")
            raise CannotGoOn("what `{}` would be in `{}` nobody has said", name, routine)
        value = found[met[name]]
        met[name] += 1
        if value:
            _put(ids, p, slot, value[0])


def _put(ids: Ids, p: Position, slot: int, told: Any) -> None:
    """Put a value by name into a local."""
    place, name = ids.program.slots[slot].place, ids.local_name(slot)
    if slot in ids.looped:
        loop = a_table(told, "waits")
        members = _values(ids, slot, a_list(loop.get("of"), "waits"), ids.program.slots[slot].size - 2)
        cursor = a_number(loop.get("next"), "waits")
        if cursor > len(members):
            raise CannotGoOn("`{}` of the kept position is not what it should be", "waits")
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
    """What values by name are, at most so many."""
    type_, domain, name = ids.names.slots[slot].type, ids.program.slots[slot].domain, ids.local_name(slot)
    if len(told) > most:
        raise CannotGoOn("`{}` can't be so many any more", name)
    found: list[int] = []
    for each in told:
        named = a_single(each, "waits")
        value = _zone(ids, named) if isinstance(type_, t.ZoneType) else _value(ids, type_, named)
        holds = domain.member.holds if domain.is_list else domain.holds
        if value is None or not holds(value):
            raise CannotGoOn("`{}` can't be {} any more", name, said(named))
        found.append(value)
    return found


def _zone(ids: Ids, named: object) -> int | None:
    return ids.zones.get(named) if isinstance(named, str) else None


def _value(ids: Ids, type_: t.Type, named: Single) -> int | None:
    """A value; `none` may lie where a type has none: of whom nobody was, or who was asked for nothing."""
    if named is None:
        return NONE
    return meant(ids.world.values, t.element(type_) or type_, named)


def _put_answers(ids: Ids, p: Position, slot: int, told: list[Any]) -> None:
    """Let the answers that were given in secret be those that they were."""
    decide = ids.secret[slot]
    assert decide.cursor is not None  # noqa: S101 - a loop runs where answers are given in secret
    slots, site, known = ids.program.slots, ids.program.sites[decide.site], Answers(ids.compiled)
    deciders = slots[decide.cursor].size - 2
    width = slots[slot].size // deciders if deciders else 0
    if len(told) > deciders:
        raise CannotGoOn("`{}` of the kept position is not what it should be", "waits")
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
            raise CannotGoOn("the answer `{}`, given in secret, can't be given any more", name)
        branch, values = found
        place = slots[slot].place + width * index
        p[place] = branch + 1
        for pick, value in zip(ids.program.actions[site.actions[branch]].picks, values, strict=True):
            put_local(p, place + 1, value)
            place += slots[pick.slot].size
