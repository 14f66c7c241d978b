"""Compare engines on a program. Its games must be identical on all of them, integer for integer.

`side_by_side` plays one game on any number of engines, with answers derived from a seed. `from_redeals`
continues from redeals. `from_the_middle` compares the successors of a position and its playouts. `batches`
lets each engine play games to their end by itself, and compares the counts.

At every decision, the comparison covers the position, which contains all state, including the seed and the
counter of each chance stream (`Head` and `Layout.streams`). It covers the options with their order, values
and numbers, and the deciding player. At the end, it covers the result and the counts. If one engine faults,
the others must fault with the same code, place, numbers and words. The exact point at which the budget stops
a runaway game may differ.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import takewhile
from typing import TypeVar

from gamespec.program import Program
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout
from interpreter.play.tally import ALL, NOTHING, Counts
from interpreter.protocol import Engine, Playing

__all__ = [
    "CHECKED",
    "ENGINES",
    "Differs",
    "Played",
    "batches",
    "both",
    "counts_of",
    "engines_of",
    "from_redeals",
    "from_the_middle",
    "going",
    "hold",
    "run",
    "same",
    "same_faults",
    "side_by_side",
]

RUNAWAY = "GS508"
"""The code of the fault that reports an exhausted budget."""

EVERYTHING = replace(ALL, reached=True)
"""All groups of counts."""

WITHOUT_OPTIONS = replace(EVERYTHING, few=True, actions=False, course=False, reached=False)
"""All groups that can be counted while few options are tried."""

T = TypeVar("T")


class Differs(AssertionError):
    """Raised if engines disagree. The message lists the value of each engine, in the order of the engines."""


@dataclass
class Played:
    """Counts of the games, decisions, options and so on that have been compared, and of faults by code."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, other: Played) -> None:
        """Add the counts of another comparison to these."""
        self.counts += other.counts
        self.faults += other.faults

    def __str__(self) -> str:
        counts = ", ".join(f"{number:,} {what}" for what, number in self.counts.items())
        return f"{counts}; faults {dict(self.faults.most_common())}"


ENGINES = ("definitional", "plain", "full")
"""The definitional engine, and the compiled engine without and with its optimizations."""

CHECKED = ("definitional", "checked-plain", "checked-full")
"""The same engines, except that the compiled ones check each memory access and stop at an invalid one."""


def engines_of(program: Program, names: Sequence[str] = ENGINES) -> tuple[Engine, ...]:
    """Return the engines with the given names for a program."""
    return tuple(_engine(program, name) for name in names)


def _engine(program: Program, name: str) -> Engine:
    if name == "definitional":
        return DefinitionalEngine(program)
    from interpreter.compiled.analysis.techniques import FULL, PLAIN
    from interpreter.compiled.engine import CompiledEngine
    from interpreter.compiled.making.build_key import BuildKey
    from interpreter.compiled.wasm.interface import Use

    class InOne(CompiledEngine):
        """An engine that uses a single module, which collects all counts, for games and steps."""

        def _form(self, use: Use, counts: Counts = NOTHING) -> BuildKey:
            if use is Use.RECORDS:
                return super()._form(use, counts)
            return BuildKey(Use.STEPS | Use.GAMES, self._techniques, EVERYTHING, self._checked)

    made, checked = name.removeprefix("checked-"), name.startswith("checked-")
    if made == "plain":
        return InOne(program, jobs=1, techniques=PLAIN, checked=checked)
    return CompiledEngine(program, jobs=1, techniques=FULL, checked=checked)


def both(program: Program) -> tuple[Engine, ...]:
    """Return the definitional engine and the compiled engine with all optimizations."""
    return engines_of(program, ("definitional", "full"))


def told(fault: Fault) -> tuple[object, ...]:
    """Return the fields of a fault on which the engines must agree."""
    return fault.code, fault.at, fault.message, fault.cure, fault.numbers


def run(what: Callable[[], T]) -> T | Fault:
    """Call a function, and return its result or the fault that it raises."""
    try:
        return what()
    except Fault as fault:
        return fault


def same_faults(came: Sequence[object], played: Played, where: str) -> bool:
    """Return whether all engines continued without a fault.

    Raises `Differs` if only some of them faulted, or if their faults differ.
    """
    faults = [told(each) if isinstance(each, Fault) else None for each in came]
    codes = {fault[0] for fault in faults if fault is not None}
    if not codes:
        return True
    if RUNAWAY in codes:
        played.counts["runaways"] += 1
        return False
    hold(faults, f"{where}: the fault")
    played.faults.update(map(str, codes))
    return False


def hold(values: Sequence[object], what: str) -> None:
    """Check that all engines give the same value. Raises `Differs` otherwise."""
    if any(value != values[0] for value in values):
        raise Differs(f"{what}: {' and '.join(map(repr, values))}")


def same(games: Sequence[Playing], where: str) -> None:
    """Check that games agree on the position, the deciding player and the options.

    Raises `Differs` otherwise.
    """
    positions = [list(game.position) for game in games]
    if any(position != positions[0] for position in positions):
        columns = enumerate(zip(*positions, strict=False))
        differ = [(place, *column) for place, column in columns if len(set(column)) > 1]
        raise Differs(f"{where}: of {[*map(len, positions)]} integers differ {differ[:12]}")
    hold([game.over for game in games], f"{where}: over")
    hold([game.player for game in games], f"{where}: player")
    options = [[(option.action, option.values) for option in game.options] for game in games]
    if any(offered != options[0] for offered in options):
        least = min(map(len, options))
        alike = takewhile(lambda i: all(offered[i] == options[0][i] for offered in options), range(least))
        first = len([*alike])
        parts = " and ".join(repr(offered[first : first + 3]) for offered in options)
        raise Differs(f"{where}: {[*map(len, options)]} options, from the {first}th on {parts}")


def side_by_side(engines: Sequence[Engine], seed: int, most: int, played: Played) -> None:
    """Play a game on all engines, for at most `most` decisions, with answers derived from the seed.

    Raises `Differs` at the first difference.
    """
    games = [run(partial(engine.begin, seed)) for engine in engines]
    played.counts["games"] += 1
    if same_faults(games, played, f"seed {seed}, set-up"):
        _onward(games, seed, most, played, f"seed {seed}")


def from_redeals(engines: Sequence[Engine], seed: int, most: int, played: Played) -> None:
    """Redeal a game for a player, and continue from the redeal on all engines.

    The continued games start with the players' knowledge of a game in progress. Raises `Differs` at the first
    difference.
    """
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    game = run(partial(engines[0].begin, seed))
    for _ in range(seed % 6):
        if isinstance(game, Fault) or game.over:
            return
        if run(partial(game.play, luck.choice(game.options))) is not None:
            return
    if isinstance(game, Fault) or game.over:
        return
    redealt = game.redealt(luck.randrange(engines[0].program.players), seed)
    if not redealt.over and not redealt.branching:
        assert not redealt.exact  # if no history leads there, it may have no options
        return
    position = redealt.position
    games = [run(partial(engine.restore, position)) for engine in engines]
    played.counts["redeals"] += 1
    where = f"seed {seed}, redealt"
    if same_faults(games, played, where):
        _onward(games, seed, most, played, where)


def _in_the_middle(engines: Sequence[Engine], seed: int, luck: random.Random) -> list[Playing | Fault]:
    """Return a game on each engine at a random decision, or at the decision before a fault.

    In half of the cases, the game's chance is reseeded.
    """
    games = [run(partial(engine.begin, seed)) for engine in engines]
    for _ in range(luck.randrange(40)):
        alike = going(games)
        if len(alike) < len(games) or alike[0].over:
            return games
        number, before = luck.randrange(len(alike[0].options)), [game.clone() for game in alike]
        went = [run(partial(game.play, game.options[number])) for game in alike]
        if any(fault is not None for fault in went):
            return [*before]
    again = luck.randrange(2)
    return [game.clone(seed) if again and not isinstance(game, Fault) else game for game in games]


def from_the_middle(engines: Sequence[Engine], seed: int, played: Played) -> None:
    """Compare the children and playouts of a position in the middle of a game.

    Some playouts are cut off, others reach their end. The game itself must not change. Raises `Differs` at
    the first difference.
    """
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    games = going(_in_the_middle(engines, seed, luck))
    if len(games) < len(engines):
        return
    where = f"seed {seed}, in the middle"
    children = [game.children() for game in games]
    hold([*map(len, children)], f"{where}: children")
    for number, each in enumerate(zip(*children, strict=True)):
        played.counts["children"] += 1
        if same_faults(each, played, f"{where}, child {number}"):
            alike = going(each)
            hold([child.branching for child in alike], f"{where}, child {number}: number of options")
            same(alike, f"{where}, child {number}")
    for most, count in ((None, 1), (luck.randrange(12), 3)):
        seeds = [Seeds(seed + i, luck.randrange(1 << 32)) for i in range(count)]
        reached = most is None or bool(engines[0].program.ranked)
        playouts = [game.playouts(seeds, most=most, reached=reached) for game in games]
        hasty = [game.playouts(seeds, most=most) for game in (games[0], games[-1])]
        for number, ends in enumerate([*zip(*playouts, strict=True), *zip(*hasty, strict=True)]):
            played.counts["playouts"] += 1
            here = f"{where}, playout {number} of at most {most}"
            if same_faults([end.fault for end in ends], played, here):
                hold(ends, here)
    same(games, where)


def going(games: Sequence[Playing | Fault]) -> list[Playing]:
    """Return the games that have not faulted."""
    return [game for game in games if not isinstance(game, Fault)]


def _onward(begun: Sequence[Playing | Fault], seed: int, most: int, played: Played, where: str) -> None:
    """Continue games for at most `most` decisions, and compare them at each decision.

    Raises `Differs` at the first difference.
    """
    luck = random.Random(seed)  # noqa: S311 - as above
    games = going(begun)
    assert len(games) == len(begun)
    for decision in range(most):
        here = f"{where}, decision {decision}"
        same(games, here)
        if games[0].over:
            results = [run(partial(getattr, game, "result")) for game in games]
            if same_faults(results, played, f"{here}, result"):
                hold(results, f"{here}: result")
            played.counts["games over"] += 1
            return
        played.counts["decisions"] += 1
        played.counts["options"] += len(games[0].options)
        number = luck.randrange(len(games[0].options))
        hold([game.options[number].number for game in games], f"{here}: the number of option {number}")
        by_index = luck.randrange(2)
        went = [
            run(partial(game.take, number) if by_index else partial(game.play, game.options[number]))
            for game in games
        ]
        if not same_faults(went, played, f"{here}, answer {number}"):
            return


def counts_of(program: Program) -> Counts:
    """Return the groups of counts that the last engine collects in its batches.

    These are all groups for half of the programs, and a random selection for the others.
    """
    luck = random.Random(program.layout.length * 1009 + len(program.code))  # noqa: S311 - nothing secret
    if luck.randrange(2):
        return EVERYTHING
    return Counts(**{each.name: bool(luck.randrange(2)) for each in fields(Counts)})


def _counting(playout: Playout, counts: Counts) -> Playout:
    """Return a fully counted playout reduced to the groups in `counts`."""
    if playout.tally is None or not counts:
        return replace(playout, tally=None)
    wanted = {each.name for each in fields(counts) if getattr(counts, each.name)}
    wanted -= set() if counts.pace else {"last", "course"}
    left_out = {each.name: None for each in fields(playout.tally) if each.name not in wanted}
    tally = replace(playout.tally, **left_out)
    if tally.pace is not None and not counts.options:
        tally = replace(tally, pace=replace(tally.pace, options=0, most=0))
    return replace(playout, tally=tally)


def batches(engines: Sequence[Engine], seeds: range, played: Played) -> None:
    """Let each engine play games to their end by itself, and compare the playouts.

    All engines collect all counts, except that the last engine may collect some groups only, and plays once
    more without any. If options are tried, it also plays with as many counts as possible without those of
    options. Raises `Differs` at the first difference.
    """
    pairs, last = [Seeds(seed, seed + 1) for seed in seeds], engines[-1]
    each = [list(engine.batch(pairs, tally=EVERYTHING)) for engine in engines[:-1]]
    for seed, playouts in zip(seeds, zip(*each, strict=True), strict=True):
        played.counts["playouts"] += 1
        if same_faults([playout.fault for playout in playouts], played, f"playout {seed}"):
            hold(playouts, f"playout {seed}")
    for counts in (counts_of(last.program), NOTHING, *([WITHOUT_OPTIONS] if last.program.ranked else [])):
        _with_counts(engines, pairs, each[0], counts, played)


def _with_counts(
    engines: Sequence[Engine], pairs: Sequence[Seeds], full: Sequence[Playout], counts: Counts, played: Played
) -> None:
    """Compare the games of the last engine, with some counts, with fully counted games.

    Games that do not count options may try fewer of them (`Program.ranked`), so they may not come to a fault,
    but otherwise they are the same. They are also compared with such games of the first engine.
    """
    first, last = engines[0], engines[-1]
    few = last.program.ranked and not counts.options
    reduced = [_counting(playout, counts) for playout in full]
    wanted = list(first.batch(pairs, tally=counts)) if few else reduced
    found = last.batch(pairs, tally=counts)
    for seeds, *two, complete in zip(pairs, found, wanted, reduced, strict=True):
        alike = two if few and complete.fault is not None else [*two, complete]
        where = f"playout {seeds.game}, counting {counts}"
        if same_faults([playout.fault for playout in alike], played, where):
            hold(alike, where)
