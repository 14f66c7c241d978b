"""Checks that the tables of a program that was read have the right lengths and are consistent.

Reading has already checked that each reference lies within its table (`forms`). This module checks the
conditions that involve several parts. It does not recompute the types and costs of expressions and steps; the
checker computes them, and a program states the results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from math import prod

from gamespec.program import expressions as x
from gamespec.program.asked import MOST_ASKED, deepest
from gamespec.program.domain import Domain
from gamespec.program.forms import DEPTH, Malformed
from gamespec.program.instructions import Call, Return, RevealTo, Throw, TransferTo
from gamespec.program.program import Pick, Program, Site
from gamespec.program.tables import (
    HEAD,
    MOST_OF_A_WORD,
    MOST_VALUES,
    NOWHERE,
    Digit,
    Family,
    Head,
    History,
    Kind,
    Plane,
    Space,
    Store,
)

__all__ = ["MOST_INTEGERS", "MOST_NUMBERS", "check_nesting", "verify"]

MOST_INTEGERS = 2**20
"""Maximum length of a position, in integers."""

MOST_NUMBERS = 2**31
"""The exclusive upper bound of the option numbers of a game."""

QUARTERS = 4


def verify(program: Program) -> None:
    """Raise `Malformed` unless the parts of a program are consistent with one another."""
    _check_components(program)
    _check_zones(program)
    _check_layout(program)
    _check_routines(program)
    _check_decisions(program)
    for i, space in enumerate(program.spaces):
        _check_space(space, f"spaces: {i}")
    for i, plane in enumerate(program.planes):
        _check_plane(program, plane, f"planes: {i}")
    check_nesting(program)
    depth = deepest(program)
    must(depth is not None, "whether an action can be taken depends on itself", "actions")
    must((depth or 0) <= MOST_ASKED, f"actions depend on one another more than {MOST_ASKED} deep", "actions")
    for name, parts in (("code", program.code), ("actions", program.actions), ("sites", program.sites)):
        for i, part in enumerate(parts):
            _check_lengths(program, part, name, str(i))
    for rule in (program.functions, program.end, program.score, program.ranking, program.measures):
        _check_lengths(program, rule)


def must(holds: bool, reason: str, *places: str) -> None:  # noqa: FBT001 - reads as `assert` does
    """Raise `Malformed` with a reason and a place unless a condition holds."""
    if not holds:
        raise Malformed(reason, *places)


def _all_in(values: Iterable[int], low: int, high: int, *places: str) -> None:
    for i, value in enumerate(values):
        must(low <= value < high, f"{value} is not in `{low}..{high - 1}`", *places, str(i))


def _long(table: Sequence[object], length: int, *places: str) -> None:
    must(len(table) == length, f"{len(table)} values, not {length}", *places)


def check_nesting(program: Program) -> None:
    """Raise `Malformed` if expressions, with the functions they apply, are nested deeper than `DEPTH`."""
    functions: list[int] = []
    for function in program.functions:
        functions.append(1 + levels(function.body, functions))
    rules = (
        program.code, program.actions, program.sites, program.end, program.score, program.ranking,
        program.measures,
    )  # fmt: skip
    deepest = max(max(functions, default=0), levels(rules, functions))
    must(deepest <= DEPTH, f"more than {DEPTH} levels of nesting, with the functions applied")


# --- components, zones, stores ----------------------------------------------------------------------


def _check_components(program: Program) -> None:
    first = 0
    for i, kind in enumerate(program.kinds):
        must(kind.first == first, f"the first component of the kind is {first}", "kinds", str(i), "first")
        first += kind.size
    _long(program.teams, program.players, "teams")
    for i, lead in enumerate(program.teams):
        must(
            lead <= i and program.teams[lead] == lead,
            f"{lead} is not the first player of a team",
            "teams",
            str(i),
        )
    for name in ("start", "owners", "faces", "backs"):
        _long(getattr(program, name), first, name)
    _all_in(program.faces, NOWHERE, max(first, 1), "faces")
    for kind in program.kinds:
        _check_backs(program, kind)
    for i, attribute in enumerate(program.attributes):
        place = ("attributes", str(i))
        _long(attribute.printed, program.kinds[attribute.kind].size, *place, "printed")
        few = len(attribute.values) <= MOST_VALUES
        must(few, f"{len(attribute.values)} values, but at most {MOST_VALUES}", *place, "printed")
    must(len(set(program.streams)) == len(program.streams), "two streams have the same name", "streams")
    outcomes = (Head.LIMIT_RANK, Head.LIMIT_DRAW, Head.TRUNCATED)
    must(
        program.limit.outcome in outcomes, f"{program.limit.outcome} is not an outcome at the limit", "limit"
    )


def _check_backs(program: Program, kind: Kind) -> None:
    """Check that the back of each component is the first component with that back, kind and owner."""
    for c in range(kind.first, kind.first + kind.size):
        back = program.backs[c]
        must(kind.first <= back <= c, f"{back} is no earlier component of its kind", "backs", str(c))
        must(program.backs[back] == back, f"{back} is not the first component with its back", "backs", str(c))
        same = program.owners[back] == program.owners[c]
        must(same, f"{back} belongs to another player", "backs", str(c))
        alike = program.backs[program.alike[c]] == back
        must(alike, f"an alike component has the back of {program.backs[program.alike[c]]}", "backs", str(c))


def _check_zones(program: Program) -> None:
    first, everyone = 0, 1 << program.players
    for i, family in enumerate(program.families):
        must(family.first == first, f"the first zone is {first}", "families", str(i), "first")
        count = family.count
        _check_keys(program, family, "families", str(i))
        must(first + count <= len(program.zones), "there are fewer zones", "families", str(i))
        kind = program.kinds[family.kind]
        owned = NOWHERE not in program.owners[kind.first : kind.first + kind.size]
        for number in range(first, first + count):
            zone, place = program.zones[number], ("zones", str(number))
            must(zone.family == i, f"this zone belongs to family {i}", *place, "family")
            must(zone.seen < everyone, "there are fewer players", *place, "seen")
            must(zone.owner < program.players, "there are fewer players", *place, "owner")
            must(zone.seen >= 0 or owned, "not every component of the kind has an owner", *place, "seen")
        first += count
    must(first == len(program.zones), "a zone belongs to no family", "zones")
    for component, begins in enumerate(program.start):
        kind = program.kinds[program.families[program.zones[begins].family].kind]
        lies = kind.first <= component < kind.first + kind.size
        must(lies, f"zone {begins} is for another kind of component", "start", str(component))


def _check_keys(program: Program, of: Store | Family, *place: str) -> None:
    """Check that each key which is a cell of a space has the values of the space."""
    _long(of.spaces, len(of.dims), *place, "spaces")
    for space, dim in zip(of.spaces, of.dims, strict=True):
        whole = space == NOWHERE or dim == (0, program.spaces[space].size)
        must(whole, f"the keys are not the cells of space {space}", *place, "spaces")


def _check_store(program: Program, store: Store, *place: str) -> None:
    _check_keys(program, store, *place)
    cells = Domain(0, program.spaces[store.space].size - 1) if store.space != NOWHERE else store.domain
    within = cells.low <= store.domain.low and store.domain.high <= cells.high
    must(within, f"the values are not cells of space {store.space}", *place, "space")
    must(
        prod(size for _, size in store.dims) == store.count,
        "the number of members is not that of the keys",
        *place,
        "seen",
    )
    _all_in(store.seen, 0, 1 << program.players, *place, "seen")
    if store.bank is None or store.banks == 1:
        _long(store.start, store.count + (store.bank is not None), *place, "start")
    else:
        banks = store.dims[-1][1] if store.dims else 1
        must(store.banks == banks, f"the last key has {banks} banks", *place, "start")
    must(not store.domain.is_list, "a store cannot hold lists", *place, "domain")
    for i, value in enumerate(store.start[: store.count]):
        must(store.domain.holds(value), f"{value} is not in {store.domain}", *place, "start", str(i))


def _check_layout(program: Program) -> None:
    """Check that the parts of a position follow one another and that none extends beyond its end."""
    layout, components, zones = program.layout, len(program.start), len(program.zones)
    sizes = {
        "streams": len(program.streams), "places": program.players, "zone_of": components, "next": components,
        "previous": components, "known": components, "first": zones, "last": zones, "size": zones,
    }  # fmt: skip
    at = HEAD
    for name, size in sizes.items():
        must(getattr(layout, name) == at, f"this part begins at {at}", "layout", name)
        at += size
    for i, attribute in enumerate(program.attributes):
        must(attribute.place == at, f"the attribute lies at {at}", "attributes", str(i), "place")
        at += len(attribute.printed) * program.players
    must(layout.stores == at, f"this part begins at {at}", "layout", "stores")
    for i, store in enumerate(program.stores):
        must(store.place == at, f"the store lies at {at}", "stores", str(i), "place")
        _check_store(program, store, "stores", str(i))
        at += len(store.start)
    for i, plane in enumerate(program.planes):
        tiles, parts = plane.tiles, len(plane.tile_of)
        lengths = {"tile_at": plane.places, "spot_of": tiles, "feature": parts, "ring": parts, "ends": parts}
        for name, size in lengths.items():
            must(getattr(plane.at, name) == at, f"this part begins at {at}", "planes", str(i), "at", name)
            at += size
    for i, history in enumerate(program.histories):
        must(history.place == at, f"the history lies at {at}", "histories", str(i), "place")
        _check_history(program, history, "histories", str(i))
        at += history.size
    must(layout.frames == at, f"this part begins at {at}", "layout", "frames")
    must(at <= layout.length <= MOST_INTEGERS, f"not in `{at}..{MOST_INTEGERS}`", "layout", "length")


def _check_history(program: Program, history: History, *place: str) -> None:
    """Check that a history's digits fill its words in order, and that the places that they read exist."""
    word, weight = 0, 1
    for i, digit in enumerate(history.digits):
        where = (*place, "digits", str(i))
        if digit.word != word:
            must(digit.word == word + 1 and weight > 1, f"the digit belongs to word {word}", *where, "word")
            word, weight = word + 1, 1
        must(digit.weight == weight, f"the weight is {weight}", *where, "weight")
        must(digit.size != 1, "a constant is not part of a situation", *where, "size")
        weight *= digit.size or MOST_OF_A_WORD
        must(weight <= MOST_OF_A_WORD, "the word is too large", *where, "size")
        _check_digit(program, digit, *where)
    words = word + (weight > 1)
    must(history.words == words, f"the digits fill {words} words", *place, "words")


def _check_digit(program: Program, digit: Digit, *place: str) -> None:
    zones, components, table = len(program.zones), len(program.start), len(digit.table)
    below = {"value": program.layout.frames, "whereabouts": components}.get(digit.read, zones)
    must(digit.of < below, f"{digit.of} is not in `0..{below - 1}`", *place, "of")
    if digit.read in {"occupant", "count"}:
        family = program.families[program.zones[digit.of].family]
        kind = program.kinds[family.kind]
        must(digit.first == kind.first, f"the first of the kind is {kind.first}", *place, "first")
        _long(digit.table, kind.size, *place, "table")
    if digit.read == "value":
        _long(digit.table, 0, *place, "table")
    elif digit.read == "count":
        _all_in(digit.table, 0, 2, *place, "table")
    else:
        _long(digit.table, zones if digit.read == "whereabouts" else table, *place, "table")
        _all_in(digit.table, 0, digit.size, *place, "table")


# --- routines and decisions -------------------------------------------------------------------------


def _check_routines(program: Program) -> None:
    for i, slot in enumerate(program.slots):
        place = ("slots", str(i))
        lies = program.layout.frames <= slot.place and slot.place + slot.size <= program.layout.length
        must(lies, "the slot lies outside the block of frames", *place)
        head = slot.size - slot.domain.most if slot.domain.is_list else 1
        must(
            head in {1, 2} and slot.size > 0, "the size of the slot is not that of its domain", *place, "size"
        )
    for number, routine in enumerate(program.routines):
        place, end = ("routines", str(number)), routine.base + routine.size
        must(
            routine.base >= program.layout.frames,
            "the frame lies outside the block of frames",
            *place,
            "base",
        )
        must(end <= program.layout.length, "the frame lies outside the block of frames", *place, "size")
        for k in routine.slots:
            slot = program.slots[k]
            within = routine.base <= slot.place and slot.place + slot.size <= end
            must(within, f"slot {k} does not lie in the frame", *place, "slots")
        must(
            set(routine.parameters) <= set(routine.slots),
            "a parameter is not a slot of the routine",
            *place,
            "parameters",
        )
        if routine.back is not None:
            back = program.slots[routine.back]
            must(
                back.place == routine.base,
                "the return address is not at the start of the frame",
                *place,
                "back",
            )
            must(back.size == 1, "the return address is not one integer", *place, "back")
            must(
                routine.back in routine.slots,
                "the return address is not a slot of the routine",
                *place,
                "back",
            )
            must(0 <= routine.entry <= routine.exit, "the exit comes before the entry", *place, "exit")
            last = program.code[routine.exit]
            leaves = isinstance(last, Return) and last.routine == number
            must(leaves, "this instruction does not leave the routine", *place, "exit")


def _check_decisions(program: Program) -> None:
    number = 0
    for i, action in enumerate(program.actions):
        place = ("actions", str(i))
        must(action.number == number, f"the numbers of its options begin at {number}", *place, "number")
        for k, pick in enumerate(action.picks):
            slot = program.slots[pick.slot]
            must(
                (pick.counts is not None) == slot.domain.is_list,
                "one value in place of several, or the reverse",
                *place,
                str(k),
            )
            _check_several(program, pick, *place, str(k))
            _check_hidden(program, pick, *place, str(k), "hidden")
        number += action.count
        must(number <= MOST_NUMBERS, f"there are more than {MOST_NUMBERS:,} options", *place)
        tried = action.keeps is not None or action.most is not None
        must(action.routine is not None or not tried, "the action has no steps to try", *place, "keeps")
        unseen = any(pick.hidden for pick in action.picks)
        must(action.most is None or not unseen, "a component may be chosen unseen", *place, "most")
    for i, site in enumerate(program.sites):
        _long(site.given, len(site.actions), "sites", str(i), "given")
        must(len(set(site.actions)) == len(site.actions), "an action twice", "sites", str(i), "actions")
        for k, (branch, given) in enumerate(zip(site.actions, site.given, strict=True)):
            _long(given, len(program.actions[branch].given), "sites", str(i), "given", str(k))


def _check_several(program: Program, pick: Pick, *place: str) -> None:
    """Check the counts of a pick of several values, and the numbers of copies of components."""
    if pick.counts is None:
        must(pick.many is None and not pick.copies, "the pick chooses only one value", *place, "counts")
        return
    must(pick.counts[0] <= pick.counts[1], "the minimum exceeds the maximum", *place, "counts")
    must(pick.many is None or not pick.many.domain.optional, "this may be `none`", *place, "many")
    must(pick.component or not pick.alike, "only components can be alike", *place, "alike")
    there = Counter(program.faces)
    copies = [min(there[face], pick.counts[1]) for face in range(pick.first, pick.first + pick.size)]
    must(
        list(pick.copies) == (copies if pick.alike else []),
        "these are not the numbers of copies",
        *place,
        "copies",
    )


def _check_hidden(program: Program, pick: Pick, *place: str) -> None:
    """Check the hidden zones of a pick.

    They must occur once, in order, with the right number of places, and with a stream if components are
    drawn.
    """
    must(pick.component or not pick.hidden, "only components lie in zones", *place)
    numbers = [zone for zone, _ in pick.hidden]
    must(numbers == sorted(set(numbers)), "the zones are repeated or out of order", *place)
    most = 1 if pick.counts is None else pick.counts[1]
    for number, count in pick.hidden:
        zone = program.zones[number]
        may = zone.capacity if zone.tells else min(most, zone.capacity)
        must(count == may, f"zone {number} has {may} numbered places", *place)
        must(zone.tells or zone.stream != NOWHERE, f"zone {number} has no stream to draw from", *place)


# --- spaces and planes ------------------------------------------------------------------------------


def _check_space(space: Space, place: str) -> None:
    size, ways = space.size, len(space.steps)
    for i, cells in enumerate(space.neighbours):
        _all_in(cells, 0, size, place, "neighbours", str(i))
    for i, step in enumerate(space.steps):
        _long(step, size, place, "steps", str(i))
        _all_in(step, NOWHERE, size, place, "steps", str(i))
        led = [cell for cell in step if cell != NOWHERE]
        must(len(set(led)) == len(led), "two cells have a step to the same cell", place, "steps", str(i))
    _long(space.opposite, ways, place, "opposite")
    _all_in(space.opposite, 0, ways, place, "opposite")
    for name in ("columns", "rows"):
        _long(getattr(space, name), size, place, name)
        _all_in(getattr(space, name), 0, MOST_INTEGERS, place, name)


def _check_plane(program: Program, plane: Plane, place: str) -> None:
    tiles, parts, quarters = plane.tiles, len(plane.tile_of), range(QUARTERS)
    must(plane.first_tile + tiles <= len(program.start), "there are fewer tiles", place, "first_tile")
    for name in ("turns", "facing"):
        _long(getattr(plane, name), tiles, place, name)
    for name in ("touches", "ends"):
        _long(getattr(plane, name), parts, place, name)
    _all_in(plane.meets, 0, len(plane.meets), place, "meets")
    _all_in(plane.tile_of, plane.first_tile, plane.first_tile + tiles, place, "tile_of")
    for i, others in enumerate(plane.touches):
        _all_in(others, 0, parts, place, "touches", str(i))
    ports: dict[int, int] = {}
    for tile in range(tiles):
        _all_in(plane.turns[tile], 0, QUARTERS, place, "turns", str(tile))
        for name in ("facing", "edges"):
            _long(getattr(plane, name)[tile], QUARTERS, place, name, str(tile))
        for turn in quarters:
            where = (str(tile), str(turn))
            edges, facing = plane.edges[tile][turn], plane.facing[tile][turn]
            _long(edges, QUARTERS, place, "edges", *where)
            _long(facing, QUARTERS, place, "facing", *where)
            _all_in(edges, 0, len(plane.meets), place, "edges", *where)
            for edge, along in zip(edges, facing, strict=True):
                _all_in(along, NOWHERE, parts, place, "facing", *where)
                for same in (edge, plane.meets[edge]):
                    alike = ports.setdefault(same, len(along)) == len(along)
                    must(alike, "sides that meet have different numbers of ports", place, "facing", *where)


def _check_lengths(program: Program, part: object, *place: str) -> None:
    """Raise `Malformed` unless every part of a program passes on the expected number of values."""
    if isinstance(part, tuple):
        for each in part:
            _check_lengths(program, each, *place)
    elif is_dataclass(part) and not isinstance(part, type):
        _check_handed(program, part, *place)
        for field in fields(part):
            if field.name != "function":  # functions are checked separately
                _check_lengths(program, getattr(part, field.name), *place)


def _check_handed(program: Program, part: object, *place: str) -> None:  # noqa: C901 - a case for each form
    """Check the numbers of keys, of arguments, and of the values that a site passes to its actions."""
    match part:
        case x.Load(store=store, keys=keys):
            _long(keys, len(program.stores[store].dims), *place, "keys")
        case x.Bank(store=store, sort=sort):
            sorts = program.stores[store].banks > 1
            must((sort is not None) >= sorts, "the sort of the bank is missing", *place, "sort")
        case TransferTo(source=source, target=target):
            same = source.store == target.store and _sort(program, source) == _sort(program, target)
            must(same, "the tokens are of different sorts", *place, "target")
        case x.ZoneAt(family=family, keys=keys):
            _long(keys, len(program.families[family].dims), *place, "keys")
        case x.Apply(function=function, args=args):
            _long(args, len(function.parameters), *place, "args")
        case x.Can(actions=asked) | x.InARow(actions=asked):
            for n in asked:
                must(
                    not program.actions[n].given,
                    "the action takes values that nothing passes",
                    *place,
                    "actions",
                    str(n),
                )
                must(
                    program.actions[n].routine is not None,
                    "the action has no steps",
                    *place,
                    "actions",
                    str(n),
                )
        case Call(routine=routine, args=args):
            _long(args, len(program.routines[routine].parameters), *place, "args")
        case Throw(told=told) | RevealTo(to=told):
            _check_players(program, told, *place)
        case Site(actions=actions, given=given, told=told):
            _check_players(program, told, *place, "told")
            _long(given, len(actions), *place, "given")
            for action, handed in zip(actions, given, strict=True):
                _long(handed, len(program.actions[action].given), *place, "given")
        case _:
            pass


def _sort(program: Program, holder: x.Load | x.Bank) -> x.Expression | None:
    """Return the sort of a holder's tokens, or `None` if the store has a single sort."""
    if program.stores[holder.store].banks <= 1:
        return None
    return holder.sort if isinstance(holder, x.Bank) else holder.keys[-1]


def _check_players(program: Program, players: x.Expression | None, *place: str) -> None:
    if players is None:
        return
    domain = players.domain
    fit = domain.low > domain.high or (domain.low >= 0 and domain.high < program.players)
    must(domain.is_list and fit and not domain.optional, "this is not a list of players", *place)


def levels(part: object, functions: list[int]) -> int:
    """Return the nesting depth of expressions, counting the functions that they apply.

    `functions` holds the nesting depth of each function.
    """
    if isinstance(part, tuple):
        return max((levels(p, functions) for p in part if not isinstance(p, int)), default=0)
    if not is_dataclass(part) or isinstance(part, type):
        return 0
    if isinstance(part, x.Function):
        return functions[part.number]
    within = max(levels(getattr(part, f.name), functions) for f in fields(part))
    return within + isinstance(part, x.Expression)
