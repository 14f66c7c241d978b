"""Random steps, each of which is valid at its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from strategies.expressions import ANY, Expressions
from strategies.sketch import Step
from strategies.texts import template
from strategies.words import (
    BOOL,
    PLAYER,
    Bool,
    Family,
    List,
    Named,
    Num,
    Opt,
    Scalar,
    Scope,
    Type,
    Words,
    Zone,
    ZoneOf,
)

__all__ = ["Place", "Routine", "Steps"]


@dataclass(frozen=True)
class Routine:
    """An action, procedure or event, with its parameters and what its steps may do.

    The steps may leave the turn if `stops` is set, decide, draw or shuffle if `waits` is set, and end the
    game if `ends` is set.
    """

    name: str
    parameters: tuple[tuple[str, Type], ...] = ()
    me: bool = False
    stops: bool = False
    waits: bool = False
    ends: bool = False

    @property
    def can_be_tried(self) -> bool:
        """Whether the steps can be tried to their end on a copy of the position."""
        return not (self.waits or self.stops or self.ends)


@dataclass(frozen=True)
class Place:
    """The place of a step, with its scope and what the step may do there."""

    scope: Scope
    stops: bool = False
    waits: bool = True
    ends: bool = False
    loop: bool = False
    loops: tuple[str, ...] = ()
    handles: bool = False
    phases: tuple[str, ...] = ()
    resolves: bool = True
    depth: int = 2

    @property
    def me(self) -> bool:
        """Whether a player is acting, so that `me` exists."""
        return self.scope.me

    def bind(self, name: str, type_: Type) -> Place:
        """Return the place with one more local in its scope."""
        return replace(self, scope=self.scope.bind(name, type_))

    def inner(self, *, loop: bool | None = None) -> Place:
        """Return the place of steps nested in a step here. `loop` says whether they are in a loop."""
        return replace(self, depth=self.depth - 1, loop=self.loop if loop is None else loop)


Made = tuple[Step, Place]
"""A step, and the place after it, whose scope contains the names that the step binds."""


@dataclass
class Steps:
    """A generator of steps. `counters` are the variables that count the rounds of loops."""

    m: Expressions
    words: Words
    actions: list[Routine] = field(default_factory=list)
    procedures: list[Routine] = field(default_factory=list)
    events: list[Routine] = field(default_factory=list)
    counters: dict[str, Family] = field(default_factory=dict)
    offered: set[str] = field(default_factory=set)
    named: int = 0
    """Number of generated steps with an id."""

    def several(self, place: Place, least: int, most: int) -> tuple[Step, ...]:
        """Return between `least` and `most` steps in sequence. A `stop` is always the last step."""
        made: list[Step] = []
        for _ in range(self.m.dice.between(least, most)):
            step, place = self.step(place)
            made.append(step)
            if "stop" in step:
                break
        return tuple(made)

    def step(self, place: Place) -> Made:
        """Return a random step that is valid at a place, and the place after it."""
        ways = [(make, weight) for make, weight, may in self._ways(place) if may]
        step, after = self.m.dice.weighted(ways)(place)
        if "id" in step or not self.m.dice.chance(1, 5):
            return step, after
        self.named += 1
        return {**step, "id": f"step{self.named}"}, after

    def _ways(self, place: Place) -> list[tuple[Callable[[Place], Made], int, bool]]:
        deep, words = place.depth > 0, self.words
        return [
            (self._set, 5, True),
            (self._move, 5, True),
            (self._let, 2, True),
            (self._reveal, 2, True),
            (self._transfer, 2, bool(words.resources)),
            (self._remember, 2, bool(words.histories)),
            (self._lay, 3, bool(words.planes)),
            (self._draw, 3, bool(self._drawable())),
            (self._shuffle, 2, place.waits),
            (self._random, 2, place.waits),
            (self._choose, 3, place.waits and deep),
            (self._offer, 3, place.waits and deep and self._may_offer(place)),
            (self._if, 3, deep),
            (self._case, 2, deep),
            (self._for, 2, deep),
            (self._while, 1, deep),
            (self._run, 2, bool(self._fitting(self.procedures, place, me=True))),
            (self._announce, 2, bool(self._fitting(self.events, place, me=place.me))),
            (self._resolve, 1, self._may_resolve(place)),
            (self._check, 1, place.ends),
            (self._stop, 4 if place.loops else 2, deep and (place.stops or place.loop or place.handles)),
        ]

    def _may_resolve(self, place: Place) -> bool:
        chosen = self.words.agendas["todo"]["next"] == "chosen"
        waiting = any(map(waits_well, self._fitting(self.events, place, me=place.me)))
        return place.resolves and waiting and (place.waits or not chosen)

    def _may_offer(self, place: Place) -> bool:
        return bool(self._fitting(self.actions, place, me=True))

    def question(self, place: Place) -> Made:
        """Return a step in which a player decides."""
        offers = self._may_offer(place) and self.m.dice.chance(2, 3)
        return self._offer(place) if offers else self._choose(place)

    @staticmethod
    def _fitting(routines: list[Routine], place: Place, *, me: bool) -> list[Routine]:
        """Return the routines that may run at a place. `me` says whether there is a player to act in them."""
        return [
            r
            for r in routines
            if (me or not r.me)
            and (place.stops or not r.stops)
            and (place.waits or not r.waits)
            and (place.ends or not r.ends)
        ]

    # --- values ----------------------------------------------------------------------------------

    def value(self, place: Place, type_: Type, depth: int = 2) -> str:
        """Return an expression for a value of a type, which usually does not fault."""
        asked = [routine for routine in self.actions if not routine.parameters]
        if isinstance(type_, Bool) and asked and self.m.dice.chance(1, 6):
            return self._asks(place, self.m.dice.pick(asked))
        safe = not self.m.dice.chance(1, 16)
        return self.m.make(replace(place.scope, safe=safe), type_, depth)

    def _asks(self, place: Place, action: Routine) -> str:
        """Return the condition that an action can be taken, or a comparison of how often it can in a row."""
        player = "" if place.me and self.m.dice.chance(1, 2) else "seat(1): "
        if not action.can_be_tried or self.m.dice.chance(1, 2):
            return f"can({player}{action.name})"
        return f"in_a_row({player}{action.name}, 2) == {self.m.dice.between(0, 2)}"

    def _some(self, place: Place, of: Scalar) -> str:
        """Return an expression for a list, which is usually not empty."""
        if self.m.dice.chance(2, 3):
            return self.m.filled(replace(place.scope, safe=True), of, 1)
        return self.value(place, List(of), 1)

    def _component(self, place: Place) -> tuple[str, str]:
        """Return a kind, and an expression for one or more components of that kind, usually from a zone."""
        dice = self.m.dice
        kinds = [k for k in sorted(self.words.kinds) if k != "tile" or dice.chance(1, 6)]
        kind = dice.pick(kinds)
        if dice.chance(1, 4):
            return kind, self.value(place, Named("kind", kind), 1)
        ordered = [z for z in self.words.zones.values() if z.kind == kind and z.ordered]
        if ordered and dice.chance(1, 2):
            end = dice.pick(["top", "bottom"])
            return kind, f"{end}({self._zone(place, dice.pick(ordered))}, {dice.between(1, 2)})"
        return kind, self.value(place, List(Named("kind", kind)), dice.between(0, 1))

    def _zone(self, place: Place, zone: Zone) -> str:
        return self.m.keyed(replace(place.scope, safe=True), zone.name, zone.keys, 1)

    # --- changes ---------------------------------------------------------------------------------

    def _set(self, place: Place) -> Made:
        free = [v for v in self.words.variables.values() if not v.counter]
        pairs: dict[str, object] = {}
        for _ in range(self.m.dice.pick([1, 1, 2])):
            family = self.m.dice.pick(free)
            key = self.m.keyed(replace(place.scope, safe=True), family.name, family.keys, 1)
            pairs[key] = self._stored(place, family.type)
        return {"set": pairs}, place

    def _stored(self, place: Place, type_: Type) -> str:
        if isinstance(type_, Opt) and self.m.dice.chance(1, 4):
            return "none"
        if isinstance(type_, Opt):
            return self.value(place, type_ if self.m.dice.chance(1, 2) else type_.of)
        return self.value(place, type_)

    def _move(self, place: Place) -> Made:
        kind, what = self._component(place)
        planes = {p.zone for p in self.words.planes.values()}
        zones = [z for z in self.words.zones.values() if z.kind == kind and z.name not in planes]
        passed = [n for n, t in place.scope.locals if t == ZoneOf(kind)]
        if passed and self.m.dice.chance(1, 2):
            return {"move": what, "to": self.m.dice.pick(passed)}, place
        zone = self.m.dice.pick(zones)
        step: dict[str, object] = {"move": what, "to": self._zone(place, zone)}
        if zone.ordered and self.m.dice.chance(1, 3):
            step["at"] = self.m.dice.pick(["top", "bottom"])
        return step, place

    def _let(self, place: Place) -> Made:
        pairs: dict[str, object] = {}
        for _ in range(self.m.dice.pick([1, 1, 2])):
            of = self.m.anything(place.scope)
            types: list[Type] = [of, List(of), Opt(of), ANY]
            type_: Type = self.m.dice.pick(types)
            name = self.m.fresh(place.scope)
            if isinstance(type_, Opt):
                pairs[name] = self.m.by_form(replace(place.scope, safe=True), type_, 1)
            else:
                pairs[name] = self.value(place, type_)
            place = place.bind(name, ANY if isinstance(type_, Num) else type_)
        return {"let": pairs}, place

    def _reveal(self, place: Place) -> Made:
        kind, what = self._component(place)
        step: dict[str, object] = {"reveal": what}
        columns = self.words.columns(Named("kind", kind))
        back = self.words.kinds[kind].back
        hidden = [c for c in sorted(columns) if c not in {*back, "owner"} and not c.endswith("[]")]
        if hidden and self.m.dice.chance(1, 2):
            column = self.m.dice.pick(hidden)
            value = self.value(place, columns[column], 1)
            step["only"] = self.m.dice.pick([column, {column: value}])
        shown: list[Type] = [PLAYER, List(PLAYER)]
        if self.m.dice.chance(1, 2):
            step["to"] = self.value(place, self.m.dice.pick(shown), 1)
        return step, place

    def _transfer(self, place: Place) -> Made:
        resource = self.m.dice.pick(list(self.words.resources.values()))
        safe = replace(place.scope, safe=True)
        held = self.m.keyed(safe, resource.name, resource.keys, 1)
        ends = self.m.dice.pick([(held, f"{resource.name}.bank"), (f"{resource.name}.bank", held)])
        amount = self.value(place, Num(0, 2), 1)
        if resource.sort is not None:
            sort = self.m.make(safe, resource.sort, 1)
            if self.m.dice.chance(1, 2):
                amount = f"min({amount}, max(0, {resource.name}.bank[{sort}]))"
            return {"transfer": amount, "of": sort, "from": ends[0], "to": ends[1]}, place
        if self.m.dice.chance(1, 2):
            amount = f"min({amount}, max(0, {ends[0]}))"
        return {"transfer": amount, "from": ends[0], "to": ends[1]}, place

    def _remember(self, place: Place) -> Made:
        """Return a step that remembers the situation, perhaps only a new one, or clears the history."""
        history = self.m.dice.pick(sorted(self.words.histories))
        if self.m.dice.chance(1, 4):
            return {"forget": history}, place
        if self.m.dice.chance(1, 2):
            return {"remember": history}, place
        return {"if": f"occurred({history}) == 0", "then": ({"remember": history},)}, place

    def _lay(self, place: Place) -> Made:
        """Return a loop that lays tiles, each at the first or last spot where it fits, if there is one."""
        plane = self.m.dice.pick(list(self.words.planes.values()))
        tile = self.m.fresh(place.scope)
        where = f"{tile}_at"
        named = Named("kind", plane.parts.tile)
        inside = place.bind(tile, named)
        found = "nth" if self.m.dice.chance(2, 3) else "bottom"
        spot = f"nth(spots({tile}), 1)" if found == "nth" else f"nth(bottom(spots({tile}), 1), 1)"
        laid: Step = {"lay": tile, "at": where}
        if self.m.dice.chance(1, 8):
            self.named += 1
            laid = {**laid, "id": f"step{self.named}"}
        lay: tuple[Step, ...] = ({"let": {where: spot}}, laid)
        free = f"not empty(spots({tile})) and {tile} not in {plane.zone}"
        if self.m.dice.chance(1, 3):
            free = self.value(inside, BOOL, 1)
        of = self.value(place, List(named), 1) if self.m.dice.chance(1, 2) else "stack"
        return {"for": {tile: of}, "do": ({"if": free, "then": lay},)}, place

    def _drawable(self) -> list[Family | Zone]:
        """Return the variables and zones that `draw` can fill.

        Their only key is a cell of a grid or track.
        """
        kept: list[Family | Zone] = [*self.words.variables.values(), *self.words.zones.values()]
        return [x for x in kept if len(x.keys) == 1 and self._rows(x.keys[0])]

    def _rows(self, key: Scalar) -> list[int]:
        """Return the number of cells in each row of a grid or track, or an empty list for other keys."""
        if not isinstance(key, Named) or key.sort != "cell":
            return []
        space = self.words.spaces[key.name]
        if space.form == "track":
            return [space.width]
        rows = [cell.lstrip("abcde") for cell in space.cells]
        return [rows.count(row) for row in dict.fromkeys(rows)] if space.form in {"grid", "hex"} else []

    def _draw(self, place: Place) -> Made:
        """Return a step that fills a board from a diagram, with values of a variable or with components."""
        drawn = self.m.dice.pick(self._drawable())
        if isinstance(drawn, Zone):
            what = self.m.filled(replace(place.scope, safe=True), Named("kind", drawn.kind), 1)
            marks, legend = ["."], {"X": what}
        else:
            what, other = (self._stored(place, drawn.type) for _ in range(2))
            marks, legend = [".", "X", "o", "X"], {"X": what, "o": other}
        lines = [[self.m.dice.pick(marks) for _ in range(n)] for n in self._rows(drawn.keys[0])]
        lines[-1][-1] = "X"
        rows = "".join(f"{' '.join(line)}\n" for line in lines)
        return {"draw": drawn.name, "rows": rows, "with": legend}, place

    # --- chance ----------------------------------------------------------------------------------

    def _shuffle(self, place: Place) -> Made:
        ordered = [z for z in self.words.zones.values() if z.ordered]
        if not ordered:
            return self._random(place)
        return {"shuffle": self._zone(place, self.m.dice.pick(ordered))}, place

    def _random(self, place: Place) -> Made:
        draws: dict[str, object] = {}
        after = place
        for _ in range(self.m.dice.pick([1, 1, 1, 2])):
            of, name = self.m.anything(after.scope), self.m.fresh(after.scope)
            drawn: dict[str, object] = {"from": self._some(after, of)}
            after = after.bind(name, of)
            if self.m.dice.chance(1, 2):
                drawn["weight"] = self.m.make(replace(after.scope, safe=True), Num(0, 3), 1)
                if self.m.dice.chance(3, 4):
                    drawn["weight"] = f"1 + {drawn['weight']}"
            draws[name] = drawn
        step: dict[str, object] = {"random": draws}
        if self.m.dice.chance(1, 2):
            step["stream"] = self.m.dice.pick(["dice", "fate"])
        self._seen(place, step)
        return step, after

    def _seen(self, place: Place, step: dict[str, object]) -> None:
        """Sometimes add to a step who sees its outcome."""
        dice = self.m.dice
        if dice.chance(1, 3):
            shown: list[Type] = [PLAYER, List(PLAYER)]
            words = [dice.pick(["everyone", "nobody"]), self.value(place, dice.pick(shown), 1)]
            step["seen_by"] = dice.pick(words)

    # --- decisions -------------------------------------------------------------------------------

    def picks(self, place: Place) -> tuple[dict[str, object], Place, list[tuple[str, Type]]]:
        """Return random picks, the place after them, and the name and type of each picked value."""
        dice = self.m.dice
        found: dict[str, object] = {}
        named: list[tuple[str, Type]] = []
        for _ in range(dice.pick([1, 1, 2])):
            name, of = self.m.fresh(place.scope), self.m.anything(place.scope)
            pick: dict[str, object] = {}
            if dice.chance(1, 4):
                zone = dice.pick([z for z in self.words.zones.values() if z.seen_by] or [self._any_zone()])
                of = Named("kind", zone.kind)
                pick["from"] = self._zone(place, zone)
            else:
                pick["from"] = self._some(place, of)
            type_: Type = of
            asked = place.bind(name, of)
            match dice.pick(["one", "one", "several", "optional"]):
                case "several":
                    type_, asked = List(of), place.bind(name, List(of))
                    pick["count"] = self._many(place, str(pick["from"]))
                case "optional":
                    type_ = Opt(of)
                    pick["optional"] = True
                case _:
                    pass
            if dice.chance(1, 3):
                pick["where"] = self.value(asked, BOOL, 1)
            found[name] = pick
            place = place.bind(name, type_)
            named.append((name, type_))
        return found, place, named

    def _many(self, place: Place, source: str) -> str:
        """Return an expression for the number of values to choose, at most two.

        It is constant, or can be evaluated only during play.
        """
        dice = self.m.dice
        match dice.pick(["constant", "constant", "number", "numbers", "size", "rest"]):
            case "number":
                return f"min(max({self.value(place, ANY, 1)}, 0), 2)"
            case "numbers":
                return f"{{1, min(max({self.value(place, ANY, 1)}, 0), 2)}}"
            case "size":
                return f"{dice.pick([0, 1])}..min(size({source}), 2)"
            case "rest":
                return f"min(size({source}) - 1, 2)"
            case _:
                return dice.pick(["1..2", "2", "0..1", "0..2"])

    def _any_zone(self) -> Zone:
        return self.m.dice.pick(list(self.words.zones.values()))

    def _asked(self, place: Place, step: dict[str, object]) -> None:
        """Add some of the optional keys of a decision to a step."""
        dice = self.m.dice
        if not place.me or dice.chance(1, 4):
            step["by"] = self.value(place, PLAYER, 1)
        if dice.chance(1, 3):
            step["ask"] = dice.pick(["choice", "choice", "always"])
        if dice.chance(1, 6):
            inside = place.scope if "by" not in step else replace(place.scope, me=True)
            step["prompt"] = template(self.m, inside, "what now")
        self._seen(replace(place, scope=replace(place.scope, me=True)), step)

    def _choose(self, place: Place) -> Made:
        outside = replace(place, scope=replace(place.scope, me=True))
        picks, after, named = self.picks(outside)
        step: dict[str, object] = {"choose": picks}
        self._asked(place, step)
        if self.m.dice.chance(1, 3):
            shown = [name for name, type_ in named if not isinstance(type_, List)]
            step["label"] = template(self.m, after.scope, "these", shown)
        after = replace(after, scope=replace(after.scope, me=place.me))
        if self.m.dice.chance(9, 10):
            otherwise = () if self.m.dice.chance(1, 2) else self.several(place.inner(), 1, 1)
            if self.m.dice.chance(1, 3):
                step["then"] = self.several(after.inner(), 1, 1)
            step["otherwise"] = otherwise
            if not otherwise or "stop" not in otherwise[-1]:
                after = self._perhaps_none(place, named, after)
        return step, after

    @staticmethod
    def _perhaps_none(place: Place, named: list[tuple[str, Type]], after: Place) -> Place:
        scope = place.scope
        for name, type_ in named:
            one = not isinstance(type_, List | Opt | ZoneOf)
            scope = scope.bind(name, Opt(type_) if one else type_)  # type: ignore[arg-type]  # no list
        return replace(after, scope=scope)

    def _offer(self, place: Place) -> Made:
        fitting = self._fitting(self.actions, place, me=True)
        chosen = self.m.dice.some(fitting, 1, 3)
        offered = tuple(self._handed(place, routine) for routine in chosen)
        step: dict[str, object] = {"offer": offered}
        if self.m.dice.chance(1, 4):
            step["by"] = self.value(place, List(PLAYER), 1)
            self._then(place, step)
            return step, place
        self._asked(place, step)
        if self.m.dice.chance(9, 10):
            self._then(place, step)
        return step, place

    def _then(self, place: Place, step: dict[str, object]) -> None:
        """Add the steps that follow an offer, for the cases with and without an answer."""
        if self.m.dice.chance(1, 3):
            step["then"] = self.several(place.inner(), 1, 1)
        step["otherwise"] = self.several(place.inner(), 0, 1)

    def _handed(self, place: Place, routine: Routine) -> object:
        self.offered.add(routine.name)
        if not routine.parameters:
            return routine.name
        return {routine.name: self._arguments(place, routine)}

    def _arguments(self, place: Place, routine: Routine) -> dict[str, object]:
        return {name: self.value(place, type_, 1) for name, type_ in routine.parameters}

    # --- flow ------------------------------------------------------------------------------------

    def _if(self, place: Place) -> Made:
        step: dict[str, object] = {"if": self.value(place, BOOL)}
        step["then"] = self.several(place.inner(), 1, 2)
        if self.m.dice.chance(1, 2):
            step["else"] = self.several(place.inner(), 1, 2)
        return step, place

    def _case(self, place: Place) -> Made:
        dice = self.m.dice
        name = dice.pick([*sorted(self.words.enums), None])
        of: Bool | Named = BOOL if name is None else Named("enum", name)
        left = ["true", "false"] if name is None else [f"{name}.{v}" for v in self.words.enums[name]]
        optional = dice.chance(1, 3)
        left = [*(["none"] if optional or len(left) == 1 else []), *left]
        optional = "none" in left
        branches: dict[str, object] = {}
        spared = 0 if name is None else 1  # an overlay may add values, so `else` must be there
        while len(left) > spared and (not branches or dice.chance(2, 3)):
            size = min(len(left) - spared, dice.between(1, 2))
            branches[", ".join(left[:size])] = self.several(place.inner(), 0, 1)
            left = left[size:]
        step: dict[str, object] = {"case": self.value(place, Opt(of) if optional else of), "of": branches}
        if left or not branches:
            step["else"] = self.several(place.inner(), 0, 1)
        return step, place

    def _for(self, place: Place) -> Made:
        over: dict[str, object] = {}
        inside = place
        for _ in range(self.m.dice.pick([1, 1, 2])):
            of, name = self.m.anything(inside.scope), self.m.fresh(inside.scope)
            over[name] = self.value(inside, List(of), 1)
            inside = inside.bind(name, of)
        return self._named({"for": over}, inside, ()), place

    def _while(self, place: Place) -> Made:
        """Return a loop that terminates, because it counts its rounds in its own variable."""
        counter = f"round{len(self.counters) + 1}"
        self.counters[counter] = Family(counter, Num(0, 3), counter=True)
        condition = f"{counter} < {self.m.dice.between(1, 3)}"
        if self.m.dice.chance(1, 2):
            condition += f" and ({self.value(place, BOOL, 1)})"
        count: Step = {"set": {counter: f"{counter} + 1"}}
        loop = self._named({"while": condition}, place, (count,))
        return {"if": "true", "then": ({"set": {counter: "0"}}, loop)}, place

    def _named(self, loop: dict[str, object], place: Place, first: tuple[Step, ...]) -> Step:
        """Return the loop with its steps, and sometimes with an id that its steps can leave it by."""
        name = f"loop{len(place.loops) + 1}" if self.m.dice.chance(1, 3) else None
        inside = replace(place.inner(loop=True), loops=(*place.loops, *([name] if name else [])))
        loop["do"] = (*first, *self.several(inside, 1, 2))
        return {**loop, "id": name} if name else loop

    def _run(self, place: Place) -> Made:
        routine = self.m.dice.pick(self._fitting(self.procedures, place, me=True))
        step: dict[str, object] = {"run": routine.name}
        if routine.parameters:
            step["with"] = self._arguments(place, routine)
        if (routine.me and not place.me) or self.m.dice.chance(1, 4):
            step["as"] = self.value(place, PLAYER, 1)
        return step, place

    def _announce(self, place: Place) -> Made:
        routine = self.m.dice.pick(self._fitting(self.events, place, me=place.me))
        step: dict[str, object] = {"announce": routine.name}
        if routine.parameters:
            step["with"] = self._arguments(place, routine)
        if waits_well(routine) and self.m.dice.chance(1, 3):
            step["later"] = "todo"
        elif place.depth > 0 and self.m.dice.chance(1, 2):
            self._then(place, step)
        return step, place

    @staticmethod
    def _resolve(place: Place) -> Made:
        return {"resolve": "todo"}, place

    @staticmethod
    def _check(place: Place) -> Made:
        return {"check": "end"}, place

    def _stop(self, place: Place) -> Made:
        ways = ["loop"] * place.loop + [*place.loops] + ["turn", "phase", *place.phases] * place.stops
        ways += ["event"] * place.handles
        return {"stop": self.m.dice.pick(ways)}, place


def waits_well(event: Routine) -> bool:
    """Return whether an event can wait on an agenda, because none of its parameters is a list."""
    return not any(isinstance(type_, List | ZoneOf) for _, type_ in event.parameters)
