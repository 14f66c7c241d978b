"""Random whole games, made of declarations first, then routines, then phases."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from strategies import forms_of_lists  # noqa: F401 - registers forms
from strategies.declarations import declare
from strategies.dice import Dice, Made
from strategies.expressions import ANY, Expressions
from strategies.judgements import Batch, batch
from strategies.overlays import overlays
from strategies.sketch import Sketch, Step
from strategies.steps import Place, Routine, Steps
from strategies.texts import label, template
from strategies.words import BOOL, PLAYER, Family, List, Named, Num, Scope, Type, ZoneOf

__all__ = ["batches", "make_game", "overlaid_sketches", "sketches"]


def sketches(*, decisions: int = 9, lucky: bool = False) -> st.SearchStrategy[Sketch]:
    """Return a strategy for small games that are valid, except for errors that a generator cannot foresee.

    A `lucky` game begins with a draw, and none of its rules names one of several copies. After a shuffle
    nobody can identify the copies (section 5 of the reference), so explicit chance has one outcome where
    drawn chance has several.
    """
    return Made(lambda dice: make_game(dice, decisions=decisions, lucky=lucky))


def batches(*, number: int) -> st.SearchStrategy[Batch]:
    """Return a strategy for games that come with `number` expressions in their scope."""
    return Made(lambda dice: batch(dice, make_game(dice), number))


def overlaid_sketches() -> st.SearchStrategy[tuple[Sketch, list[str]]]:
    """Return a strategy for games, each with three overlays."""

    def make(dice: Dice) -> tuple[Sketch, list[str]]:
        sketch = make_game(dice)
        return sketch, overlays(dice, sketch, 3)

    return Made(make)


def make_game(dice: Dice, *, decisions: int = 9, lucky: bool = False) -> Sketch:
    """Generate a small game with at most `decisions` decisions. `sketches` explains `lucky`."""
    m = Expressions(dice)
    return _Maker(m, Steps(m, declare(m, copies_said=not lucky))).game(decisions, lucky=lucky)


class _Maker:
    def __init__(self, m: Expressions, steps: Steps) -> None:
        self.m, self.dice, self.steps, self.words = m, m.dice, steps, steps.words
        self.repeats = False
        """Whether the last phase is repeated."""
        self.scopes: dict[str, Scope] = {}
        """The scope of the steps of each action."""

    def game(self, decisions: int, *, lucky: bool) -> Sketch:
        """Return the game. Routines are made first, because steps can only run or offer existing routines."""
        dice = self.dice
        events, handlers = self._events()
        on = self._of_rows() if self.words.kinds["card"].form == "rows" and dice.chance(1, 3) else {}
        if on:
            events["used"] = {"with": {"e1": "card"}}
        procedures = dict(self._procedure(i + 1) for i in range(dice.between(1, 3)))
        actions = dict(self._action(i + 1) for i in range(dice.between(1, 3)))
        nowhere = Place(Scope(self.words))
        setup = self._beginning() + self.steps.several(nowhere, 0, 4)
        setup = self._draw() + setup if lucky else setup
        self.repeats, number = dice.chance(1, 3), dice.between(1, 3)
        phases = self._repeated(dict(self._phase(i, last=i == number) for i in range(1, number + 1)))
        parts = {f"part{i + 1}": self.m.make(self._of_player(), ANY, 2) for i in range(dice.between(1, 3))}
        labelled = {name: {"is": part, "label": label(self.m, name)} for name, part in parts.items()}
        score = dice.pick([None, None, parts["part1"], parts, labelled])
        ranking = tuple(self.m.make(self._of_player(), ANY, 1) for _ in range(dice.between(0, 2)))
        end = self._end()
        card = self.words.kinds["card"]
        rows = tuple({**row, **on.get(i, {})} for i, row in enumerate(card.rows))
        words = replace(
            self.words,
            kinds={**self.words.kinds, "card": replace(card, rows=rows)},
            variables={**self.words.variables, **self.steps.counters},
            asked={
                r.name: r.can_be_tried
                for r in self.steps.actions
                if not r.parameters and r.name in self.steps.offered
            },
        )
        limit = {"decisions": decisions, "then": dice.pick(["rank", "draw", "truncate"])}
        return Sketch(
            words, actions, procedures, events, handlers, setup, phases, end, score, ranking, limit,
            label(self.m, "sketch"), measures=dict(self._measure(i + 1) for i in range(dice.between(0, 2))),
            invariants=dict(self._invariant(i + 1) for i in range(dice.between(0, 2))),
        )  # fmt: skip

    def _measure(self, number: int) -> tuple[str, dict[str, object]]:
        """Return the name and declaration of a measure that does not fault.

        It measures the game or each player, at the end of the game or after turns.
        """
        name, each = f"measure{number}", self.dice.chance(1, 2)
        scope = self._of_player() if each else Scope(self.words, safe=True)
        made: dict[str, object] = {"is": self.m.make(scope, ANY if self.dice.chance(1, 2) else BOOL, 1)}
        at = self.dice.pick([None, "end", "turn"])
        return name, {
            **made,
            **({"at": at} if at else {}),
            **({"per": "player"} if each else {}),
            **({"label": label(self.m, name)} if self.dice.chance(1, 2) else {}),
        }

    def _invariant(self, number: int) -> tuple[str, dict[str, object]]:
        """Return the name and declaration of an invariant that does not fault.

        It is checked at any time, or before or after the steps of an action or a procedure. Most invariants
        hold.
        """
        dice, name, made = self.dice, f"invariant{number}", dict[str, object]()
        scope = Scope(self.words, safe=True)
        when = dice.pick(["at", "at", "before", "after"])
        if when == "at":
            made |= {"at": at} if (at := dice.pick([None, "step", "decision", "turn", "end"])) else {}
        else:
            around = dice.pick([*self.scopes, *(routine.name for routine in self.steps.procedures)])
            of = self.scopes.get(around, scope)  # a procedure may be run where there is no `me`
            scope, made[when] = replace(of, safe=True, prefix="k"), around
        if dice.chance(1, 3):
            scope, made["per"] = scope.bind("player", PLAYER), "player"
        condition = self.m.make(scope, BOOL, 1)
        if when == "after" and dice.chance(2, 3):
            goals: list[Type] = [ANY, BOOL, PLAYER]
            past = self.m.make(scope, dice.pick(goals), 1)
            condition = f"({condition}) or old({past}) {dice.pick(['==', '!='])} ({past})"
        if dice.chance(2, 3):
            condition = f"({condition}) or size(deck) < 99"
        said = {"says": label(self.m, name)} if dice.chance(1, 2) else {}
        return name, {"is": condition, **made, **said}

    def _beginning(self) -> tuple[Step, ...]:
        """Return the steps of the set-up that deal cards and lay a tile on the plane."""
        made: list[Step] = []
        if self.words.zones["deck"].ordered and self.dice.chance(1, 2):
            made.append({"shuffle": "deck"})
        if self.dice.chance(1, 2):
            made.append({"for": {"x1": "players"}, "do": ({"move": "top(deck, 1)", "to": "hand[x1]"},)})
        if self.words.planes:
            made.append({"lay": "tile.t1", "at": f"spot(land, 0, 0, {self.dice.between(0, 3)})"})
        return tuple(made)

    def _draw(self) -> tuple[Step, ...]:
        """Return steps that draw a number from a list, perhaps with repetitions, and store the number."""
        numbers = ", ".join(str(self.dice.between(0, 3)) for _ in range(self.dice.between(2, 4)))
        drawn = {"from": f"{{{numbers}}}"} | ({"weight": "2 * d + 1"} if self.dice.chance(1, 2) else {})
        level = "level[seat(1)]" if self.words.variables["level"].keys else "level"
        return {"random": {"d": drawn}, "stream": "fate"}, {"set": {level: "d"}}

    def _of_player(self) -> Scope:
        return Scope(self.words, (("player", PLAYER),), safe=True)

    def _parameters(self, prefix: str, most: int) -> tuple[tuple[str, Type], ...]:
        sorts: list[Type] = [Num(0, 3), BOOL, PLAYER, ZoneOf("card"), List(Named("kind", "card"))]
        sorts += [List(Named("enum", name)) for name in self.words.enums]
        sorts += list(self.words.named())
        return tuple((f"{prefix}{i + 1}", self.dice.pick(sorts)) for i in range(self.dice.between(0, most)))

    def _place(self, routine: Routine) -> Place:
        """Return the place of the steps in the body of a routine."""
        scope = Scope(self.words, routine.parameters, me=routine.me)
        return Place(scope, stops=routine.stops, waits=routine.waits, ends=routine.ends, depth=1)

    def _events(self) -> tuple[dict[str, dict[str, object]], dict[str, dict[str, object]]]:
        from strategies.words import written

        event = Routine("event1", self._parameters("e", 1), me=self.dice.chance(1, 2))
        declared: dict[str, object] = {}
        if event.parameters:
            declared["with"] = {n: written(t) for n, t in event.parameters}
        if self.words.agendas["todo"]["next"] == "chosen" and self.dice.chance(1, 2):
            shown = [name for name, type_ in event.parameters if not isinstance(type_, List | ZoneOf)]
            declared["label"] = template(self.m, self._place(event).scope, event.name, shown)
        handlers: dict[str, dict[str, object]] = {}
        for i in range(self.dice.between(0, 2)):
            handler: dict[str, object] = {"event": event.name}
            if self.dice.chance(1, 2):
                handler["when"] = self.steps.value(self._place(event), BOOL, 1)
            handler["do"] = self.steps.several(replace(self._place(event), handles=True), 1, 2)
            handlers[f"handler{i + 1}"] = handler
        self.steps.events.append(event)
        return {event.name: declared}, handlers

    def _of_rows(self) -> dict[int, Step]:
        """Return steps that some rows of cards define for an event about a card, by the index of the row."""
        event = Routine("used", (("e1", Named("kind", "card")),), me=self.dice.chance(1, 2))
        rows = self.dice.some(range(len(self.words.kinds["card"].rows)), 1, 2)
        place = replace(self._place(event), resolves=False)  # else it could run itself
        made: dict[int, Step] = {row: {"on": {event.name: self.steps.several(place, 1, 2)}} for row in rows}
        self.steps.events.append(event)
        return made

    def _procedure(self, number: int) -> tuple[str, dict[str, object]]:
        from strategies.words import written

        dice = self.dice
        routine = Routine(
            f"routine{number}", self._parameters("p_", 2), me=dice.chance(1, 2), stops=dice.chance(1, 4),
            waits=dice.chance(2, 3), ends=False,
        )  # fmt: skip
        declared: dict[str, object] = {}
        if routine.parameters:
            declared["with"] = {n: written(t) for n, t in routine.parameters}
        passed = [n for n, t in routine.parameters if isinstance(t, ZoneOf)]
        do = self.steps.several(self._place(routine), 1, 3)
        if passed and routine.waits and dice.chance(1, 2):
            do = ({"shuffle": passed[0]}, *do)
        declared["do"] = do
        self.steps.procedures.append(routine)
        return routine.name, declared

    def _action(self, number: int) -> tuple[str, dict[str, object]]:
        """Return the name and declaration of an action.

        At its end, an action with `keeps` stores whether it has kept its condition.
        """
        from strategies.words import written

        dice = self.dice
        keeps = dice.chance(1, 2)
        plain, leaves = not keeps, keeps and dice.chance(1, 12)  # what leaves a trial must be refused
        routine = Routine(
            f"act{number}", self._parameters("g", 1), me=True, stops=leaves or (plain and dice.chance(1, 4)),
            waits=plain and dice.chance(1, 2), ends=plain and dice.chance(1, 4),
        )  # fmt: skip
        place = self._place(routine)
        declared: dict[str, object] = {}
        if routine.parameters:
            declared["given"] = {n: written(t) for n, t in routine.parameters}
        if dice.chance(1, 3):
            declared["when"] = self.steps.value(place, BOOL, 1)
        chosen: list[tuple[str, Type]] = []
        if dice.chance(3, 4):
            picks, place, chosen = self.steps.picks(place)
            declared["with"] = picks
        if dice.chance(1, 3):
            shown = [name for name, type_ in chosen if not isinstance(type_, List)]
            declared["label"] = template(self.m, place.scope, routine.name, shown)
        self.scopes[routine.name] = place.scope
        do = self.steps.several(place, 1, 3)
        weighs = keeps and not leaves and all(isinstance(type_, Num) for _, type_ in chosen)
        if weighs and dice.chance(2, 3):
            declared["most"] = self.steps.value(place, Num(0, 9))
        if keeps:
            declared["keeps"] = self._kept(place)
            self.steps.counters["kept"] = Family("kept", BOOL, start="true", counter=True)
            do = (*do, {"if": "size(deck) != 1", "then": ({"stop": "turn"},)}) if leaves else do
            do = (*do, {"set": {"kept": declared["keeps"]}})
        declared["do"] = do
        self.steps.actions.append(routine)
        return routine.name, declared

    def _kept(self, place: Place) -> str:
        """Return the condition for the `keeps` of an action, which sometimes requires a new situation."""
        # The condition must not read the variable `kept`, because the result of the condition is stored in
        # it.
        if any("of" in history for history in self.words.histories.values()) and self.dice.chance(1, 3):
            return "occurred(past) == 0"
        return self.steps.value(replace(place, scope=replace(place.scope, prefix="k")), BOOL)

    def _repeated(self, phases: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
        """Return the phases, sometimes with the last one repeated.

        Its count of turns may start anew each time.
        """
        if not self.repeats:
            return phases
        *others, last = phases
        counters = self.steps.counters
        counters["rounds1"] = Family("rounds1", Num(0, 9), counter=True)
        turns = f"turns{len(phases)}"
        if turns in counters and self.dice.chance(1, 2):
            counters[turns] = replace(counters[turns], lasts=self.dice.pick(["rounds", last]))
        inner = {"count": {"do": ({"set": {"rounds1": "rounds1 + 1"}},)}, last: phases[last]}
        rounds: dict[str, object] = {"until": f"rounds1 > {self.dice.between(0, 2)}", "phases": inner}
        return {name: phases[name] for name in others} | {"rounds": rounds}

    def _phase(self, number: int, *, last: bool) -> tuple[str, dict[str, object]]:
        """Return the name and declaration of a phase. If it has turns, there are only a few."""
        dice, nobody = self.dice, Scope(self.words, safe=True)
        if dice.chance(1, 4):
            do = self.steps.several(Place(Scope(self.words)), 1, 3)
            return f"phase{number}", {"do": do}
        counter = f"turns{number}"
        self.steps.counters[counter] = Family(counter, Num(0, 9), counter=True)
        declared: dict[str, object] = {"turns": dice.pick(["clockwise", "counterclockwise"])}
        if dice.chance(1, 3):
            declared["first"] = self.m.make(nobody, PLAYER, 1)
        if dice.chance(1, 3):
            declared["who"] = self.m.make(self._of_player(), BOOL, 1)
        until = f"{counter} > {dice.between(1, 6)}"
        if dice.chance(1, 3):
            until += f" or ({self.m.make(nobody, BOOL, 1)})"
        declared["until"] = until
        if dice.chance(1, 3):
            declared["next"] = self.m.make(replace(nobody, me=True), PLAYER, 1)
        around = (f"phase{number}", *(["rounds"] if last and self.repeats else []))
        place = Place(Scope(self.words, me=True), stops=True, ends=True, depth=2, phases=around)
        count: Step = {"set": {counter: f"{counter} + 1"}}
        asked, place = self.steps.question(place)
        declared["do"] = (count, asked, *self.steps.several(place, 0, 3))
        return f"phase{number}", declared

    def _end(self) -> dict[str, dict[str, object]]:
        found: dict[str, dict[str, object]] = {}
        scope = Scope(self.words, me=True, safe=True)
        for i in range(self.dice.between(0, 2)):
            declared: dict[str, object] = {"when": f"turns1 > 1 and ({self.m.make(scope, BOOL, 1)})"}
            if "turns1" not in self.steps.counters:
                declared["when"] = self.m.make(scope, BOOL, 2)
            match self.dice.pick(["winner", "winners", "draw", "rank"]):
                case "winner":
                    declared["winner"] = self.m.make(scope, PLAYER, 1)
                case "winners":
                    declared["winner"] = self.m.make(scope, List(PLAYER), 1)
                case "draw":
                    declared["draw"] = True
                case _:
                    pass
            found[f"end{i + 1}"] = declared
        return found
