"""Random choices among options that are tried: the option of least rank (`interpreter.play.chance.rank`).

A module that plays games and need not count options (`Counts.options`) tries as few of them as possible at
the sites in `Program.ranked`. It lists the candidates, and tries them in the order of their ranks until one
is kept. Then it looks for another option that is kept, because a game does not ask a player who has no
choice, and because forced decisions may be counted. Any other module, and any other function, finds the least
rank among the options that were listed.
"""

from __future__ import annotations

from collections.abc import Callable

from gamespec.program import Pick
from gamespec.program.domain import NONE
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.options.options import Options
from interpreter.compiled.options.trials import Trials
from interpreter.compiled.unit.chance import picked, wide
from interpreter.compiled.unit.unit import Scope, Unit
from interpreter.compiled.wasm.memory import WORD
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    either,
    eqz,
    get,
    load,
    loop,
    multiply,
    put,
    subtract,
    when,
)
from interpreter.kernels.chance import drawn
from interpreter.play.chance import ALL, rank

__all__ = ["LEAST", "RankedOptions"]

LEAST: Wat = ("global.get", "$least")
"""The index of the option that a random player takes, as `RankedOptions.choose` has found it."""

_RANK: Wat = ("global.get", "$rank")
_WIDE = "i64"


class RankedOptions(Options):
    """Emits the code that lists options, and random choices at the sites in `Program.ranked`."""

    tries_few: bool
    """Whether games that the module plays try no more options than a choice needs."""

    def __init__(self, unit: Unit, expressions: Expressions, trials: Trials) -> None:
        super().__init__(unit, expressions, trials)
        self.tries_few, self.ranked = not unit.tallies.counts.options, unit.program.ranked
        if self.ranked:
            for name, kind in (("$least", "i32"), ("$rank", _WIDE)):
                unit.globals.append(("global", name, ("mut", kind), (f"{kind}.const", "0")))

    def picked(self, key: Wat, number: Wat, count: Wat) -> Wat:
        """Return the tree for the index of the option that a random player takes, of `count` listed options.

        `key` and `number` determine the random number, as in `interpreter.kernels.chance.picked`.
        """
        if not self.ranked:
            return picked(self.unit, key, number, count)
        name = self.unit.helper("$random", self._picked, ("$from", _WIDE), "$number", "$count", result=True)
        return call(name, key, number, count)

    def _picked(self, function: Function) -> None:
        given = get("$from"), get("$number")
        for at, i in enumerate(self.unit.program.code):
            if isinstance(i, Decide) and i.site in self.ranked:
                here = compare("==", self.unit.place(Head.PC), const(at))
                least = self._least(i.site, self.unit.kernels.call(drawn, *given), wide(0))
                function.body.append(when(here, [("return", least)]))
        function.body.append(picked(self.unit, *given, get("$count")))

    def choose(self, site: int) -> str:
        """Return the name of `$choose{site}()`, which chooses an option at random and sets `LEAST`.

        `$choose{site}` returns the number of options, or 2 if it knows only that there are several.
        """
        fill = self._try_few if self.tries_few else self._list_all
        return self.unit.helper(f"$choose{site}", lambda function: fill(function, site), result=True)

    @property
    def _drawn(self) -> Wat:
        """The random number of the next decision."""
        number = add(self.unit.place(Head.DECISIONS), const(1))
        return self.unit.kernels.call(drawn, ("global.get", "$key"), number)

    def _list_all(self, function: Function, site: int) -> None:
        count = function.local("count")
        function.body = [
            put(count, call(self.site(site), const(1))),
            when(get(count), [("global.set", "$least", self._least(site, self._drawn, wide(0)))]),
            get(count),
        ]

    def _try_few(self, function: Function, site: int) -> None:
        number, floor, k = function.local("drawn", _WIDE), function.local("floor", _WIDE), function.local("k")
        nothing: Body = [("return", ZERO)]
        more, found = function.label("more"), function.label("found")
        again: Body = [
            put(k, self._least(site, get(number), get(floor))),
            when(compare("<", get(k), ZERO), nothing),
            branch_if(found, self._kept(function, site, get(k))),
            put(floor, ("i64.add", _RANK, wide(1))),
            when(("i64.eqz", get(floor)), nothing),
            branch(more),
        ]
        others: Wat = const(2)
        if self.unit.tallies.counts.pace or not self.unit.program.sites[site].ask_always:
            name = self.unit.helper(
                f"$other{site}", lambda other: self._other(other, site), ("$drawn", _WIDE), result=True
            )
            others = add(call(name, get(number)), const(1))
        function.body = [
            when(eqz(call(self.unjudged(site))), nothing),
            put(number, self._drawn),
            block(found, [loop(more, again)]),
            ("global.set", "$least", get(k)),
            others,
        ]

    # --- ranks ----------------------------------------------------------------------------------------

    def _least(self, site: int, drawn_: Wat, floor: Wat) -> Wat:
        """Return the call that finds the listed option whose rank is least among those not below `floor`.

        Its value is the index of that option, or -1 if there is none. It sets `$rank` to the rank.
        """
        name = self.unit.helper(
            f"$least{site}",
            lambda function: self._find_least(function, site),
            ("$drawn", _WIDE),
            ("$floor", _WIDE),
            result=True,
        )
        return call(name, drawn_, floor)

    def _find_least(self, function: Function, site: int) -> None:
        at, k, found = (function.local(hint) for hint in ("at", "k", "found"))
        one, best = function.local("rank", _WIDE), function.local("best", _WIDE)
        better: Wat = (
            "i32.and",
            ("i64.ge_u", get(one), get("$floor")),
            ("i64.le_u", get(one), get(best)),
        )

        def each(action: int) -> Body:
            return [
                *self._ranked(function, action, get(at), one),
                when(better, [put(best, get(one)), put(found, get(k))]),
                put(k, add(get(k), const(1))),
            ]

        function.body = [
            put(found, const(-1)),
            put(best, wide(ALL)),
            *self._through(function, site, at, each),
            ("global.set", "$rank", get(best)),
            get(found),
        ]

    def _other(self, function: Function, site: int) -> None:
        """Fill a function that returns whether an option whose rank is greater than `$rank` is kept."""
        at, one = function.local("at"), function.local("rank", _WIDE)

        def each(action: int) -> Body:
            kept: Body = [when(self._tried(site, action, get(at)), [("return", const(1))])]
            return [
                *self._ranked(function, action, get(at), one),
                when(("i64.gt_u", get(one), _RANK), kept),
            ]

        function.body = [*self._through(function, site, at, each), ZERO]

    def _through(self, function: Function, site: int, at: str, each: Callable[[int], Body]) -> Body:
        """Return instructions that run `each` for every listed option of a site, whose address is in `at`."""
        left, body = function.local("left"), list[Wat]()
        for index, action in enumerate(self.unit.program.sites[site].actions):
            size = const(WORD * self.records[action].words)
            done, more = function.label("done"), function.label("more")
            one: Body = [
                branch_if(done, eqz(get(left))),
                *each(action),
                put(at, add(get(at), size)),
                put(left, subtract(get(left), const(1))),
                branch(more),
            ]
            body += [
                put(at, self.begins(index)),
                put(left, self.many(index)),
                block(done, [loop(more, one)]),
            ]
        return body

    def _ranked(self, function: Function, action: int, at: Wat, to: str) -> Body:
        """Return instructions that put the rank of the option of an action at an address into a local."""
        spec, record = self.unit.program.actions[action], self.records[action]
        number, weight = wide(spec.number), 1
        for pick, field in zip(reversed(spec.picks), reversed(record.fields), strict=True):
            digit: Wat = ("i64.extend_i32_u", _digit(pick, load(at, WORD * field.word)))
            number = ("i64.add", number, digit if weight == 1 else ("i64.mul", digit, wide(weight)))
            weight *= pick.total
        return self.unit.kernels.assigned(function, to, rank, get("$drawn"), number)

    # --- trials ---------------------------------------------------------------------------------------

    def _kept(self, function: Function, site: int, number: Wat) -> Wat:
        """Return the tree for whether the candidate with an index would be kept."""
        left, found, known = function.local("left"), function.local("found"), function.label("known")
        body: Body = [put(left, number)]
        for index, action in enumerate(self.unit.program.sites[site].actions):
            size = const(WORD * self.records[action].words)
            at = add(self.begins(index), multiply(get(left), size))
            many = self.many(index)
            its: Body = [put(found, self._tried(site, action, at)), branch(known)]
            body += [when(compare("<", get(left), many), its), put(left, subtract(get(left), many))]
        return self.e.valued(Scope(function), [block(known, body)], get(found))

    def _tried(self, site: int, action: int, at: Wat) -> Wat:
        """Return the tree for whether the option of an action at an address would be kept."""
        if self.unit.program.actions[action].keeps is None:
            return const(1)
        index = self.unit.program.sites[site].actions.index(action)
        name = self.unit.helper(
            f"$kept{site}_{index}", lambda function: self._try(function, site, index), "$at", result=True
        )
        return call(name, at)

    def _try(self, function: Function, site: int, index: int) -> None:
        asks, found = self.unit.program.sites[site], function.local("found")
        action = asks.actions[index]

        def ask(scope: Scope) -> Body:
            forget = [
                self.e.assigned(scope, pick.slot, ZERO) for pick in self.unit.program.actions[action].picks
            ]
            judged = self.candidates.judged(scope, action, lambda _: [put(found, const(1))])
            return [*self.taken(scope, action, get("$at")), *judged, *forget]

        function.body = [
            put(found, ZERO),
            *self.of_action(Scope(function), action, asks.given[index], ask),
            get(found),
        ]


def _digit(pick: Pick, value: Wat) -> Wat:
    """Return the tree for the index of a value among those that a pick's numbers count."""
    digit = subtract(value, const(pick.first))
    return either(compare("==", value, const(NONE)), const(pick.size), digit) if pick.optional else digit
