"""Tree search inside the module: what each player has seen, and the statistics of options, in a hash table.

`$search(from, to)` runs iterations of information-set Monte Carlo tree search, with the same draws and
numbers as `interpreter.bots.sights`, which describes the algorithm. A node is a 64-bit number: what the
deciding player has been shown since the search began (`sights`). An option at a node is another one, derived
from both; under it the table counts how often it was on offer, how often taken, and its total reward. Options
that differ only in which of several copies they name have different numbers: at a node they come in the same
order in every history, so their rank distinguishes them.

All of it is in a separate memory, the `tree`, which the host fills and reads (`searches`):

    HEADER     where the other parts begin, and counters (`Part`)
    SEEN       by player what was seen so far, in 64 bits
    WORTH      by player the reward of the iteration
    then       the roots: packed positions, one after another
               for each iteration four numbers of 64 bits: the seed of chance, that of the playout, the key of
               its luck, and the key of the tree's
               the logarithms of 0, 1, 2 and so on
               the path: the entries that were taken, and who took each
               the entries of the options that are listed
               the table: entries of 24 bytes

If the table is full, an option that is not in it is tried as a new one, and nothing is stored about it.
`$fares(root)` lists the options of a root, and leaves their entries as those that are listed.
"""

from __future__ import annotations

from enum import IntEnum

from gamespec.program.budget import BUDGET
from gamespec.program.domain import INT_MAX
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.course.sights import SEEN, Sights
from interpreter.compiled.options.options import Options
from interpreter.compiled.unit.chance import mixed, picked, wide
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.interface import DECIDE, OVER
from interpreter.compiled.wasm.memory import POSITION, WORD
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    and_,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    either,
    eqz,
    get,
    loop,
    multiply,
    or_,
    put,
    shift_left,
    subtract,
    when,
)
from interpreter.play.chance import GAMMA
from interpreter.play.options import offers_copies

__all__ = ["ENTRY", "NUMBERS", "Part", "Searching", "behind"]

ENTRY, NUMBERS = 24, 32
"""Size of a table entry, and of the random numbers of an iteration, in bytes."""

KEY, OFFERED, TAKEN, TOTAL = 0, 8, 12, 16
"""Where what lies in an entry: in 64 bits, in 32, in 32, and a number with a fraction."""

MARK = -(1 << 31)
"""The bit of `OFFERED` that marks an entry while options are listed."""

MOST_LISTED = 1 << 15
"""Maximum number of options at a node; with more, one is tried at random."""


class Part(IntEnum):
    """Where in the header what stands, in words but for the last two."""

    ROOTS = 0
    """how many roots there are"""
    NUMBERS = 4
    LOGARITHMS = 8
    PATH = 12
    LISTED = 16
    TABLE = 20
    MASK = 24
    """how many entries there are, less one: a power of two less one"""
    USED = 28
    ROOM = 32
    """how many entries may be used"""
    DONE = 36
    """the iteration that goes on"""
    REWARD = 40
    """what games are worth by: 0 places, 1 scores less the best of another team, 2 scores"""
    SIZE = 44
    """how many bytes a root has"""
    EXPLORES = 48
    LEAST = 56
    GREATEST = 64
    HEADER = 72


def behind(players: int) -> int:
    """Where the roots begin."""
    return Part.HEADER + 16 * players


def _word(part: Part) -> Wat:
    return ("i32.load", "$tree", const(part))


def _real(part: Part) -> Wat:
    return ("f64.load", "$tree", const(part))


def _entry(at: Wat, offset: int, width: str = "i32") -> Wat:
    return (f"{width}.load", "$tree", f"offset={offset}", at)


def _put_entry(at: Wat, offset: int, value: Wat, width: str = "i32") -> Wat:
    return (f"{width}.store", "$tree", f"offset={offset}", at, value)


class Searching:
    """Emits `$search` and `$fares`, in one module that records."""

    def __init__(self, unit: Unit, options: Options, sights: Sights, ranking: Ranking) -> None:
        self._unit, self._options, self._sights, self._ranking = unit, options, sights, ranking
        self._program = unit.program
        unit.memories.append("tree")
        unit.globals.append(("global", "$luck", ("mut", "i64"), ("i64.const", "0")))

    def functions(self) -> tuple[Function, ...]:
        """The functions that are exported."""
        return self._search(), self._fares()

    # --- iterations -----------------------------------------------------------------------------------

    def _search(self) -> Function:
        function = Function("$search", (("$from", "i32"), ("$to", "i32")), (), "search")
        unit, players = self._unit, self._program.players
        many, k, status, depth, numbers = (
            function.local(hint) for hint in ("many", "k", "status", "depth", "numbers")
        )
        new = function.local("new")
        number = add(_word(Part.NUMBERS), multiply(get("$from"), const(NUMBERS)))

        def drawn(index: int) -> Wat:
            return ("i64.load", "$tree", f"offset={8 * index}", get(numbers))

        down: Body = [
            put(k, call(self._choose, get(many), get(depth))),
            put(new, ("i32.lt_s", get(k), ZERO)),
            put(k, either(get(new), subtract(const(-1), get(k)), get(k))),
            put(depth, add(get(depth), const(1))),
            put(status, call("$answer", get(k))),
            branch_if("$leaf", ("i32.or", get(new), compare("==", get(status), const(OVER)))),
            call(self._look),
            put(many, ("global.get", "$offered")),
            branch("$down"),
        ]
        before: Wat = ("i64.mul", wide(GAMMA), ("i64.extend_i32_u", unit.place(Head.DECISIONS)))
        playout: Body = [
            self._seed(drawn(1)),
            ("global.set", "$key", ("i64.add", ("i64.sub", drawn(2), before), wide(GAMMA))),
            loop(
                "$on",
                [
                    ("global.set", "$taped", ZERO),
                    put(status, call("$answer", picked(unit, ("global.get", "$offered")))),
                    branch_if("$on", compare("==", get(status), const(DECIDE))),
                ],
            ),
        ]
        each: Body = [
            branch_if("$all", compare(">=", get("$from"), get("$to"))),
            ("i32.store", "$tree", const(Part.DONE), get("$from")),
            put(numbers, number),
            put(many, call(self._begun, ("i32.rem_u", get("$from"), _word(Part.ROOTS)))),
            self._seed(drawn(0)),
            ("global.set", "$luck", drawn(3)),
            *(self._put_seen(p, ("i64.const", "0")) for p in range(players)),
            put(depth, ZERO),
            put(status, const(DECIDE)),
            block("$leaf", [loop("$down", down)]),
            when(compare("==", get(status), const(DECIDE)), playout),
            call(self._worth),
            call(self._back, get(depth)),
            put("$from", add(get("$from"), const(1))),
            branch("$next"),
        ]
        function.body = [block("$all", [loop("$next", each)])]
        return function

    @property
    def _begun(self) -> str:
        return self._unit.helper("$at_root", self._at_root, "$root", result=True)

    def _at_root(self, function: Function) -> None:
        """`$at_root(root)`: let the position be that of a root; how many options are listed there."""
        source = add(const(behind(self._program.players)), multiply(get("$root"), _word(Part.SIZE)))
        position = self._unit.memory.part(0, self._unit.layout.length)
        fresh = {"saved": 0, "taped": 0, "scripted": 0, "fuel": BUDGET}
        function.body = [
            ("memory.copy", "0", "$tree", const(position), source, _word(Part.SIZE)),
            call("$indexed"),
            *(("global.set", f"${name}", const(value)) for name, value in fresh.items()),
            call("$ask", ZERO),
        ]

    @staticmethod
    def _seed(value: Wat) -> Wat:
        return ("i64.store", f"offset={POSITION + WORD * Head.SEED_LOW}", ZERO, value)

    # --- what has been seen ---------------------------------------------------------------------------

    def _put_seen(self, player: int, value: Wat) -> Wat:
        return ("i64.store", "$tree", const(Part.HEADER + 8 * player), value)

    @property
    def _look(self) -> str:
        return self._unit.helper("$look", self._looked)

    def _looked(self, function: Function) -> None:
        """`$look()`: let what each player has seen follow from the tape, and from what is asked."""
        body: Body = [("global.set", "$fuel", const(BUDGET))]
        for player in range(self._program.players):
            body += [
                ("global.set", "$seen", ("i64.load", "$tree", const(Part.HEADER + 8 * player))),
                call(self._sights.see, const(player)),
                call(self._sights.see_asked, const(player)),
                self._put_seen(player, SEEN),
            ]
        function.body = [*body, ("global.set", "$taped", ZERO)]

    # --- options --------------------------------------------------------------------------------------

    @staticmethod
    def _listed(k: Wat) -> Wat:
        """Where the entry of the k-th option that is listed stands."""
        return add(_word(Part.LISTED), shift_left(k, 2))

    @property
    def _find(self) -> str:
        return self._unit.helper("$entry", _found, "$low", result=True)

    @property
    def _entries(self) -> str:
        return self._unit.helper("$entries", self._entered)

    def _entered(self, function: Function) -> None:
        """`$entries()`: find the entries of the options that are listed, for who decides."""
        unit, at, k, left, entry = self._unit, *(function.local(h) for h in ("at", "k", "left", "entry"))
        before = function.local("before", "i64")
        mine = add(const(Part.HEADER), shift_left(unit.place(Head.ME), 3))
        body: Body = [("global.set", "$fuel", const(BUDGET)), put(before, ("i64.load", "$tree", mine))]
        for place, i in enumerate(self._program.code):
            if not isinstance(i, Decide):
                continue
            its: Body = []
            copies = False
            for index, action in enumerate(self._program.sites[i.site].actions):
                size = WORD * self._options.records[action].words
                alike = any(
                    offers_copies(self._program, pick) for pick in self._program.actions[action].picks
                )
                copies = copies or alike
                done, more = function.label("done"), function.label("more")
                one: Body = [
                    branch_if(done, compare("<", get(left), const(1))),
                    ("global.set", "$seen", get(before)),
                    *self._sights.option_seen(function, action, at),
                    put(entry, call(self._find, ZERO)),
                    *(self._apart(function, entry) if alike else []),
                    ("i32.store", "$tree", self._listed(get(k)), get(entry)),
                    put(at, add(get(at), const(size))),
                    put(k, add(get(k), const(1))),
                    put(left, subtract(get(left), const(1))),
                    branch(more),
                ]
                its += [
                    put(at, self._options.begins(index)),
                    put(left, self._options.many(index)),
                    block(done, [loop(more, one)]),
                ]
            its += self._unmarked(function, k, entry) if copies else []
            body.append(when(compare("==", unit.place(Head.PC), const(place)), [*its, ("return",)]))
        function.body = body

    def _apart(self, function: Function, entry: str) -> Body:
        """Go on to an entry that none of the options before has, and mark it."""
        new, again = function.label("new"), function.label("again")
        marked = compare("<", _entry(get(entry), OFFERED), ZERO)
        look: Body = [
            branch_if(new, eqz(either(get(entry), marked, ZERO))),
            self._sights.fold(ZERO),
            put(entry, call(self._find, ZERO)),
            branch(again),
        ]
        mark = _put_entry(get(entry), OFFERED, or_(_entry(get(entry), OFFERED), const(MARK)))
        return [block(new, [loop(again, look)]), when(get(entry), [mark])]

    def _unmarked(self, function: Function, k: str, entry: str) -> Body:
        """Take the marks away from the entries of all options."""
        done, more = function.label("clean"), function.label("unmark")
        mark = _put_entry(get(entry), OFFERED, and_(_entry(get(entry), OFFERED), const(INT_MAX)))
        each: Body = [
            branch_if(done, compare("<", get(k), const(1))),
            put(k, add(get(k), const(-1))),
            put(entry, ("i32.load", "$tree", self._listed(get(k)))),
            when(get(entry), [mark]),
            branch(more),
        ]
        return [block(done, [loop(more, each)])]

    @property
    def _below(self) -> str:
        return self._unit.helper("$below_luck", _below, "$bound", result=True)

    @property
    def _choose(self) -> str:
        return self._unit.helper("$choose", self._chosen, "$many", "$depth", result=True)

    def _chosen(self, function: Function) -> None:
        """`$choose(many, depth)`: the option that is tried; if that is new, -1 less it.

        It is put on the path. All that are on offer are counted.
        """
        k, entry, untried, found, taken = (
            function.local(hint) for hint in ("k", "entry", "untried", "found", "taken")
        )
        bound, best, mean = (function.local(hint, "f64") for hint in ("bound", "best", "mean"))
        is_new = either(get(entry), eqz(_entry(get(entry), TAKEN)), const(1))
        count: Body = [
            branch_if("$counted", compare(">=", get(k), get("$many"))),
            put(entry, ("i32.load", "$tree", self._listed(get(k)))),
            when(get(entry), [_put_entry(get(entry), OFFERED, add(_entry(get(entry), OFFERED), const(1)))]),
            put(untried, add(get(untried), is_new)),
            put(k, add(get(k), const(1))),
            branch("$count"),
        ]
        look: Body = [
            put(entry, ("i32.load", "$tree", self._listed(get(k)))),
            when(is_new, [
                branch_if("$found", eqz(get(untried))),
                put(untried, subtract(get(untried), const(1))),
            ]),
            put(k, add(get(k), const(1))),
            branch("$look"),
        ]  # fmt: skip
        log: Wat = (
            "f64.load",
            "$tree",
            add(_word(Part.LOGARITHMS), shift_left(_entry(get(entry), OFFERED), 3)),
        )
        tries: Wat = ("f64.convert_i32_s", get(taken))
        span: Wat = ("f64.sub", _real(Part.GREATEST), _real(Part.LEAST))
        scaled: Body = [
            when(
                ("f64.gt", span, ("f64.const", "0")),
                [put(mean, ("f64.div", ("f64.sub", get(mean), _real(Part.LEAST)), span))],
                [put(mean, ("f64.const", "0x1p-1"))],
            )
        ]
        bounds: Body = [
            branch_if("$bounded", compare(">=", get(k), get("$many"))),
            put(entry, ("i32.load", "$tree", self._listed(get(k)))),
            put(taken, _entry(get(entry), TAKEN)),
            put(mean, ("f64.div", _entry(get(entry), TOTAL, "f64"), tries)),
            when(_word(Part.REWARD), scaled),
            put(
                bound,
                (
                    "f64.add",
                    get(mean),
                    ("f64.mul", _real(Part.EXPLORES), ("f64.sqrt", ("f64.div", log, tries))),
                ),
            ),
            when(("f64.gt", get(bound), get(best)), [put(best, get(bound)), put(found, get(k))]),
            put(k, add(get(k), const(1))),
            branch("$bound"),
        ]
        way = add(_word(Part.PATH), shift_left(get("$depth"), 3))

        def takes(which: Wat) -> Body:
            return [
                put(entry, ("i32.load", "$tree", self._listed(which))),
                ("i32.store", "$tree", way, get(entry)),
                ("i32.store", "$tree", f"offset={WORD}", way, self._unit.place(Head.ME)),
            ]

        fresh: Body = [
            put(untried, call(self._below, get(untried))),
            put(k, ZERO),
            block("$found", [loop("$look", look)]),
            *takes(get(k)),
            ("return", subtract(const(-1), get(k))),
        ]
        too_many: Body = [
            ("i32.store", "$tree", way, ZERO),
            ("return", subtract(const(-1), call(self._below, get("$many")))),
        ]
        function.body = [
            when(compare(">", get("$many"), const(MOST_LISTED)), too_many),
            call(self._entries),
            put(k, ZERO),
            block("$counted", [loop("$count", count)]),
            when(get(untried), fresh),
            put(k, ZERO),
            put(best, ("f64.const", "-0x1.fffffffffffffp+1023")),
            block("$bounded", [loop("$bound", bounds)]),
            *takes(get(found)),
            get(found),
        ]

    # --- what came of it ------------------------------------------------------------------------------

    @property
    def _worth(self) -> str:
        return self._unit.helper("$worth", self._weighed)

    def _weighed(self, function: Function) -> None:
        """`$worth()`: what a game that is over is worth to each player."""
        function.body = [
            when(eqz(_word(Part.REWARD)), [*self._by_places(), ("return",)]),
            *(self._by_scores(function) if self._program.score else []),
        ]

    def _put_worth(self, player: int, value: Wat) -> Wat:
        return ("f64.store", "$tree", const(Part.HEADER + 8 * (self._program.players + player)), value)

    def _by_places(self) -> Body:
        program, layout = self._program, self._unit.layout
        cut = compare("==", self._unit.place(Head.OUTCOME), const(Head.TRUNCATED))
        half: Body = [self._put_worth(p, ("f64.const", "0x1p-1")) for p in range(program.players)]
        ranked: Body = []
        for p, team in enumerate(program.teams):
            others = [q for q, other in enumerate(program.teams) if other != team]
            twice: Wat = ZERO
            for q in others:
                mine, theirs = self._unit.place(layout.places + p), self._unit.place(layout.places + q)
                twice = add(twice, shift_left(compare(">", theirs, mine), 1))
                twice = add(twice, compare("==", theirs, mine))
            share: Wat = ("f64.div", ("f64.convert_i32_s", twice), ("f64.const", "2"))
            if others:
                count: Wat = ("f64.convert_i32_s", const(len(others)))
                ranked.append(self._put_worth(p, ("f64.div", share, count)))
        return [when(cut, half, ranked)]

    def _by_scores(self, function: Function) -> Body:
        """The score, less the best score of another team; and the least and the greatest of these so far."""
        program = self._program
        parts = len(program.score)
        scores = [function.local("score") for _ in range(program.players)]
        best, worth = function.local("best"), function.local("worth", "f64")
        body: Body = []
        for p, score in enumerate(scores):
            total: Wat = ZERO
            for i in range(parts):
                total = add(total, ("i32.load", const(self._ranking.room + WORD * (parts * p + i))))
            body.append(put(score, total))
        for p, score in enumerate(scores):
            others = [q for q, team in enumerate(program.teams) if team != program.teams[p]]
            body.append(put(best, ZERO))
            if others:
                less: Body = [put(best, get(scores[others[0]]))]
                for q in others[1:]:
                    less.append(when(compare(">", get(scores[q]), get(best)), [put(best, get(scores[q]))]))
                body.append(when(compare("==", _word(Part.REWARD), const(1)), less))
            body += [
                put(worth, ("f64.convert_i32_s", subtract(get(score), get(best)))),
                self._put_worth(p, get(worth)),
                *(
                    when((op, get(worth), _real(part)), [("f64.store", "$tree", const(part), get(worth))])
                    for op, part in (("f64.lt", Part.LEAST), ("f64.gt", Part.GREATEST))
                ),
            ]
        return body

    @property
    def _back(self) -> str:
        return self._unit.helper("$back", self._backed, "$depth")

    def _backed(self, function: Function) -> None:
        """`$back(depth)`: let all who took an option on the path know what came of it."""
        at, end, entry = (function.local(hint) for hint in ("at", "end", "entry"))
        worth: Wat = (
            "f64.load",
            "$tree",
            f"offset={Part.HEADER + 8 * self._program.players}",
            shift_left(("i32.load", "$tree", f"offset={WORD}", get(at)), 3),
        )
        told: Body = [
            _put_entry(get(entry), TAKEN, add(_entry(get(entry), TAKEN), const(1))),
            _put_entry(get(entry), TOTAL, ("f64.add", _entry(get(entry), TOTAL, "f64"), worth), "f64"),
        ]
        each: Body = [
            branch_if("$end", compare(">=", get(at), get(end))),
            put(entry, ("i32.load", "$tree", get(at))),
            when(get(entry), told),
            put(at, add(get(at), const(8))),
            branch("$each"),
        ]
        function.body = [
            put(at, _word(Part.PATH)),
            put(end, add(get(at), shift_left(get("$depth"), 3))),
            block("$end", [loop("$each", each)]),
        ]

    def _fares(self) -> Function:
        function = Function("$fares", (("$root", "i32"),), ("i32",), "fares")
        many = function.local("many")
        function.body = [
            put(many, call(self._begun, get("$root"))),
            *(self._put_seen(p, ("i64.const", "0")) for p in range(self._program.players)),
            call(self._entries),
            get(many),
        ]
        return function


def _found(function: Function) -> None:
    """`$entry(low)`: where the entry is whose key is `$seen`, from a place on; it is made if there is none.

    0 if there is no room for it.
    """
    at, there = function.local("at"), function.local("there", "i64")
    key: Wat = SEEN
    slot = add(_word(Part.TABLE), multiply(get(at), const(ENTRY)))
    made: Body = [
        when(compare(">=", _word(Part.USED), _word(Part.ROOM)), [("return", ZERO)]),
        ("i32.store", "$tree", const(Part.USED), add(_word(Part.USED), const(1))),
        ("i64.store", "$tree", slot, key),
        ("return", slot),
    ]
    each: Body = [
        put(at, ("i32.and", get(at), _word(Part.MASK))),
        put(there, ("i64.load", "$tree", slot)),
        when(("i64.eq", get(there), key), [("return", slot)]),
        when(("i64.eqz", get(there)), made),
        put(at, add(get(at), const(1))),
        branch("$probe"),
    ]
    function.body = [
        when(("i64.eqz", key), [("global.set", "$seen", ("i64.const", "1"))]),
        put(at, add(get("$low"), ("i32.wrap_i64", key))),
        loop("$probe", each),
        ("unreachable",),
    ]


def _below(function: Function) -> None:
    """`$below_luck(bound)`: a number below a bound, as `interpreter.play.luck.Draws` draws the next one."""
    drawn, many = function.local("drawn", "i64"), ("i64.extend_i32_u", get("$bound"))
    low: Wat = ("i64.mul", ("i64.and", get(drawn), wide((1 << 32) - 1)), many)
    high: Wat = ("i64.mul", ("i64.shr_u", get(drawn), wide(32)), many)
    function.body = [
        ("global.set", "$luck", ("i64.add", ("global.get", "$luck"), wide(GAMMA))),
        put(drawn, ("global.get", "$luck")),
        *mixed(drawn),
        ("i32.wrap_i64", ("i64.shr_u", ("i64.add", high, ("i64.shr_u", low, wide(32))), wide(32))),
    ]
