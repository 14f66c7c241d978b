"""Two engines side by side: whether a program's games are the same on both, integer by integer.

`side_by_side` plays one game on both, by answers that a seed says; `batches` plays games to their end, as
each engine plays by itself. At every decision the positions are held against each other, in which everything
lies that can change: the counters of chance, too. So are the options, their order and their values, who is
asked, and in the end the result. `from_the_middle` asks both for what a position leads to: by each option,
and by playouts. Where one comes to a fault, so must the other, with the same code, place, numbers and words.
Only where a runaway is stopped, for its budget is used up, is no matter of agreement.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from strategies.claims import Tally, built
from strategies.dice import Rolled
from strategies.games import make_game
from strategies.secrets import make_secrets

import gamespec
from gamespec.configurations import PLAYERS, Rows
from gamespec.expr import types as t
from gamespec.program import Program
from gamespec.spec import OptionError, SpecError
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds
from interpreter.protocol import Engine, Playing

__all__ = [
    "Differs",
    "Played",
    "SetUp",
    "batches",
    "both",
    "every_game",
    "from_redeals",
    "from_the_middle",
    "generated",
    "set_ups",
    "side_by_side",
]

RUNAWAY = "GS508"
"""The code of a fault for lack of budget."""

T = TypeVar("T")


class Differs(AssertionError):
    """Two engines do not agree."""


@dataclass
class Played:
    """What has been compared: games, decisions, options, faults by their codes."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, other: Played) -> None:
        """Count what somebody else has compared, too."""
        self.counts += other.counts
        self.faults += other.faults

    def __str__(self) -> str:
        counts = ", ".join(f"{number:,} {what}" for what, number in self.counts.items())
        return f"{counts}; faults {dict(self.faults.most_common())}"


def both(program: Program) -> tuple[Engine, Engine]:
    """The engines that are compared: the definitional one, and the compiled one."""
    from interpreter.compiled.engine import CompiledEngine

    return DefinitionalEngine(program), CompiledEngine(program, jobs=1)


def told(fault: Fault) -> tuple[object, ...]:
    """All that a fault says."""
    return fault.code, fault.at, fault.message, fault.cure, fault.numbers


def _run(what: Callable[[], T]) -> T | Fault:
    """What something gives, or the fault that it comes to."""
    try:
        return what()
    except Fault as fault:
        return fault


def _same_faults(one: object, other: object, played: Played, where: str) -> bool:
    """Whether something went on, on both sides. Raises `Differs` if it did on one only, or not alike."""
    faults = [each for each in (one, other) if isinstance(each, Fault)]
    if not faults:
        return True
    if any(fault.code == RUNAWAY for fault in faults):
        played.counts["runaways"] += 1
        return False
    if len(faults) < 2 or told(faults[0]) != told(faults[1]):
        text = " and ".join(repr(told(each)) if isinstance(each, Fault) else "none" for each in (one, other))
        raise Differs(f"{where}: the fault is {text}")
    played.faults[faults[0].code] += 1
    return False


def _hold(one: object, other: object, what: str) -> None:
    if one != other:
        raise Differs(f"{what}: {one!r} and {other!r}")


def _same(one: Playing, other: Playing, where: str) -> None:
    """Hold two games against each other, as they are."""
    mine, theirs = list(one.position), list(other.position)
    if mine != theirs:
        differ = [(i, a, b) for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b]
        raise Differs(f"{where}: of {len(mine)} and {len(theirs)} integers differ {differ[:12]}")
    _hold(one.over, other.over, f"{where}: over")
    _hold(one.player, other.player, f"{where}: player")
    options = [[(option.action, option.values) for option in game.options] for game in (one, other)]
    if options[0] != options[1]:
        first = next(
            (i for i, (a, b) in enumerate(zip(*options, strict=False)) if a != b), min(map(len, options))
        )
        parts = " and ".join(repr(each[first : first + 3]) for each in options)
        raise Differs(f"{where}: {len(options[0])} and {len(options[1])} options, from the {first}th {parts}")


def side_by_side(engines: tuple[Engine, Engine], seed: int, most: int, played: Played) -> None:
    """Play a game on both, with so many decisions at most; what a player answers follows from the seed.

    Raises `Differs`.
    """
    games = [_run(partial(engine.begin, seed)) for engine in engines]
    played.counts["games"] += 1
    if _same_faults(*games, played, f"seed {seed}, set-up"):
        _onward(games, seed, most, played, f"seed {seed}")


def from_redeals(engines: tuple[Engine, Engine], seed: int, most: int, played: Played) -> None:
    """Play on, on both, from where a game might be instead, for all that a player has been shown.

    Raises `Differs`. At the beginning of such a game what is known, and by whom, is what play leads to.
    """
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    game = _run(partial(engines[0].begin, seed))
    for _ in range(seed % 6):
        if isinstance(game, Fault) or game.over:
            return
        if _run(partial(game.play, luck.choice(game.options))) is not None:
            return
    if isinstance(game, Fault) or game.over:
        return
    position = game.redealt(luck.randrange(engines[0].program.players), seed).position
    games = [_run(partial(engine.restore, position)) for engine in engines]
    played.counts["redeals"] += 1
    where = f"seed {seed}, redealt"
    if _same_faults(*games, played, where):
        _onward(games, seed, most, played, where)


def _in_the_middle(engines: tuple[Engine, Engine], seed: int, luck: random.Random) -> list[Playing | Fault]:
    """A game on both, somewhere before a fault; now and then what chance will bring is another seed's."""
    games = [_run(partial(engine.begin, seed)) for engine in engines]
    for _ in range(luck.randrange(40)):
        one, other = games
        if isinstance(one, Fault) or isinstance(other, Fault) or one.over:
            return games
        number, before = luck.randrange(len(one.options)), [one.clone(), other.clone()]
        if [_run(partial(game.play, game.options[number])) for game in (one, other)] != [None, None]:
            return [*before]
    again = luck.randrange(2)
    return [game.clone(seed) if again and not isinstance(game, Fault) else game for game in games]


def from_the_middle(engines: tuple[Engine, Engine], seed: int, played: Played) -> None:
    """From somewhere in a game, hold against each other its children, and playouts from it.

    Raises `Differs`. Some playouts are cut off, some go to their end; the game itself stays as it was.
    """
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    one, other = _in_the_middle(engines, seed, luck)
    if isinstance(one, Fault) or isinstance(other, Fault):
        return
    where = f"seed {seed}, in the middle"
    children = one.children(), other.children()
    _hold(*map(len, children), f"{where}: children")
    for number, pair in enumerate(zip(*children, strict=True)):
        played.counts["children"] += 1
        if _same_faults(*pair, played, f"{where}, child {number}"):
            _hold(*(child.branching for child in pair), f"{where}, child {number}: how many options")
            _same(*pair, f"{where}, child {number}")
    for most, count in ((None, 1), (luck.randrange(12), 3)):
        seeds = [Seeds(seed + i, luck.randrange(1 << 32)) for i in range(count)]
        both_ = [game.playouts(seeds, most=most) for game in (one, other)]
        for number, (a, b) in enumerate(zip(*both_, strict=True)):
            played.counts["playouts"] += 1
            if _same_faults(a.fault, b.fault, played, f"{where}, playout {number} of at most {most}"):
                _hold(a, b, f"{where}, playout {number} of at most {most}")
    _same(one, other, where)


def _onward(games: list[Playing | Fault], seed: int, most: int, played: Played, begun: str) -> None:
    """Play on with two games that have begun. Raises `Differs`."""
    luck = random.Random(seed)  # noqa: S311 - as above
    one, other = games
    assert not isinstance(one, Fault)
    assert not isinstance(other, Fault)
    for decision in range(most):
        where = f"{begun}, decision {decision}"
        _same(one, other, where)
        if one.over:
            results = _run(lambda: one.result), _run(lambda: other.result)
            if _same_faults(*results, played, f"{where}, result"):
                _hold(*results, f"{where}: result")
            played.counts["games over"] += 1
            return
        played.counts["decisions"] += 1
        played.counts["options"] += len(one.options)
        number = luck.randrange(len(one.options))
        went = [_run(partial(game.play, game.options[number])) for game in (one, other)]
        if not _same_faults(*went, played, f"{where}, answer {number}"):
            return


def batches(engines: tuple[Engine, Engine], seeds: range, played: Played) -> None:
    """Play games to their end on both, as each does when it plays by itself. Raises `Differs`."""
    both_ = [list(engine.batch(Seeds(seed, seed + 1) for seed in seeds)) for engine in engines]
    for seed, one, other in zip(seeds, *both_, strict=True):
        played.counts["playouts"] += 1
        if _same_faults(one.fault, other.fault, played, f"playout {seed}"):
            _hold(one, other, f"playout {seed}")


@dataclass(frozen=True)
class SetUp:
    """A game to be played: its name or path, the number of players, and options by name."""

    name: str
    players: int
    options: tuple[tuple[str, str], ...] = ()

    def program(self) -> Program:
        """Its program. Raises `OptionError` if the game does not allow these options."""
        return gamespec.load(self.name).program(self.players, dict(self.options))

    def __str__(self) -> str:
        return " ".join([self.name, f"{self.players}p", *(f"{name}={value}" for name, value in self.options)])


def set_ups(name: str) -> list[SetUp]:
    """The choices of a game: all numbers of players, each two values of options together, at their ends."""
    spec = gamespec.load(name)
    world = spec.world()
    factors: dict[str, tuple[int, ...]] = {PLAYERS: tuple(spec.players)}
    for option, declared in world.options.items():
        first, size = t.domain(declared.type) or (0, 1)
        values = (
            range(first, first + size) if isinstance(declared.type, t.Named) else (first, first + size - 1)
        )
        factors[option] = tuple(dict.fromkeys((declared.value, *values)))
    found: list[SetUp] = []
    for row in Rows(factors).covering():
        chosen = ((o, world.values.text(world.options[o].type, row[o])) for o in row if o != PLAYERS)
        found.append(SetUp(name, row[PLAYERS], tuple(chosen)))
    return [each for each in found if _stands(spec, each)]


def _stands(spec: gamespec.Spec, set_up: SetUp) -> bool:
    """Whether a game allows the options of a set-up."""
    try:
        spec.compiled(set_up.players, dict(set_up.options))
    except (OptionError, SpecError):
        return False
    return True


def every_game() -> list[str]:
    """The shipped games, each with its variants after it."""
    names = gamespec.games()
    return [name for n in names for name in (n, *(f"{n}+{v}" for v in gamespec.variants(n)))]


def generated(seed: int, folder: Path) -> Program | None:
    """The game that a seed makes, every other one full of secrets; `None` if the checker rejects it."""
    return built((make_secrets if seed % 2 else make_game)(Rolled(seed)), folder, Tally())
