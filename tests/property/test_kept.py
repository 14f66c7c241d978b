"""Whether results of functions are kept changes nothing: two programs of one game are played side by side."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_checks import sampled
from strategies.claims import MOST, Tally, built
from strategies.dice import Rolled
from strategies.games import sketches
from strategies.sample import sample, sizes

from gamespec import load
from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter import Fault, Game
from interpreter.engine.expressions import kept
from interpreter.engine.machine.explicit import ExplicitMachine
from interpreter.engine.state.unsettled import Unsettled

if TYPE_CHECKING:
    from collections.abc import Callable

    from strategies.sketch import Sketch

    from gamespec.program import Program

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*/game.yaml"))


def keeping(program: Program, *, holds: bool) -> Program:
    """The program, of whose functions all results are kept, or none: it is not in use yet."""
    for function in program.functions:
        object.__setattr__(function, "kept", holds)
    return program


def tried(act: Callable[[], object]) -> tuple[object, ...]:
    """What comes of something: the fault with its place and all it says, if it is one."""
    try:
        act()
    except Fault as fault:
        return fault.code, fault.at, str(fault)
    return ()


def restored(game: Game) -> Game:
    """A game that goes on from the list of integers."""
    explicit = isinstance(game.machine, ExplicitMachine)
    return Game.restore(game.program, game.position, record=True, explicit=explicit)


def answer(game: Game, number: int) -> None:
    """The option of that number among those on offer is taken, or the outcome comes."""
    if game.chance is not None:
        game.settle(game.chance.outcomes[number])
    else:
        game.apply(game.options[number])


def applied(part: object, found: dict[int, x.Apply]) -> dict[int, x.Apply]:
    """An application of each function in a part of a program, by the function's number."""
    if isinstance(part, tuple):
        for each in part:
            applied(each, found)
    elif is_dataclass(part) and not isinstance(part, type):
        if isinstance(part, x.Apply):
            found.setdefault(part.function.number, part)
        for field in fields(part):
            if field.name != "made_of":
                applied(getattr(part, field.name), found)
    return found


def some_value(arg: x.Expression, number: int) -> x.Expression:
    """A value that an expression may have, or an empty list."""
    if arg.domain.is_list:
        return x.Fixed(arg.at, arg.domain, ())
    low, high = arg.domain.low, arg.domain.high
    return x.Const(arg.at, arg.domain, low + number % (high - low + 1))


def same_values(games: list[Game], dice: Rolled, tally: Tally) -> None:
    """Functions have the same value or fault, and cost the same, the first time and again."""
    asked = [applied(game.program, {}) for game in games]
    assert asked[0].keys() == asked[1].keys()
    for number, written in asked[0].items():
        if games[0].position[Head.ME] == NONE or any(isinstance(arg, x.ZoneAt) for arg in written.args):
            continue  # a zone is no value of which there is a list
        values = [dice.below(100) for _ in written.args]
        for _ in range(2):
            came: list[object] = []
            for game, nodes in zip(games, asked, strict=True):
                given = tuple(map(some_value, nodes[number].args, values))
                came.append(value_of(game, replace(nodes[number], args=given)))
            assert came[0] == came[1]
        tally.counts["functions"] += 1


def value_of(game: Game, node: x.Expression) -> object:
    """The value of an expression and what it cost, or the fault it comes to."""
    evaluator = game.machine.evaluator
    try:
        value = evaluator.asked(node, game.position)
        return (tuple(value) if node.domain.is_list else +value), evaluator.scratch[0]
    except Fault as fault:
        return fault.code, fault.at, str(fault)
    except Unsettled as signal:
        return signal.component


def side_by_side(both: tuple[Program, Program], dice: Rolled, tally: Tally, *, explicit: bool) -> None:
    """Two games are played alike: everything is the same at each step, and what is left of the budget."""
    seed, games, faults = dice.below(1000), list[Game](), list[tuple[object, ...]]()
    for program in both:
        faults.append(tried(lambda of=program: games.append(Game(of, seed, record=True, explicit=explicit))))
    assert faults[0] == faults[1]
    if faults[0]:
        return
    for _ in range(MOST):
        one, other = games
        assert one.position == other.position
        assert one.events == other.events
        assert [o.number for o in one.options] == [o.number for o in other.options]
        assert one.chance == other.chance
        left = [game.machine.evaluator.scratch[0] for game in games]
        assert left[0] == left[1], "the work is not the same"
        for player in range(both[0].players if one.chance is None else 0):
            assert one.observation(player) == other.observation(player)
        same_values(games, dice, tally)
        if one.over:
            assert one.result == other.result
            break
        way = dice.pick([Game.clone, restored, lambda game: game])
        games = [way(game) for game in games]
        number = dice.below(len(one.chance.outcomes if one.chance is not None else one.options))
        came = [tried(partial(answer, game, number)) for game in games]
        assert came[0] == came[1]
        tally.counts["steps"] += 1
        if came[0]:
            tally.counts["faults"] += 1
            break


@pytest.fixture
def again(monkeypatch: pytest.MonkeyPatch) -> Tally:
    """How often a result was asked for again."""
    tally, usual = Tally(), kept.Kept.application

    def application(self: kept.Kept, *args: object) -> object:
        apply = usual(self, *args)  # type: ignore[arg-type]

        def counted(p: object) -> object:
            before = self.again
            value = apply(p)
            tally.counts["again"] += self.again > before
            return value

        return counted

    monkeypatch.setattr(kept.Kept, "application", application)
    return tally


@sizes(10, 40)
def test_generated_games(number: int, folder: Path, again: Tally) -> None:
    """Games made at random go on alike, however they are played."""
    tally = Tally()

    @sample(number)
    @given(sketch=sketches(), seed=st.integers(0, 9999))
    def holds(sketch: Sketch, seed: int) -> None:
        plain, other = built(sketch, folder, tally), built(sketch, folder, tally)
        if plain is None or other is None:
            return
        both = keeping(plain, holds=False), keeping(other, holds=True)
        for explicit in (False, True):
            side_by_side(both, Rolled(seed), tally, explicit=explicit)

    holds()
    print(tally, again)  # noqa: T201 - shown with a failure, and with `-s`
    assert tally.counts["steps"] > tally.counts["games"]
    assert again.counts["again"] > tally.counts["functions"] > 0


@pytest.mark.parametrize("path", sampled(GAMES, "generated", 5), ids=lambda path: path.parent.name)
def test_shipped_games(path: Path, again: Tally) -> None:
    """Shipped games go on alike."""
    tally = Tally()
    spec = load(path.parent)
    both = keeping(spec.program(), holds=False), keeping(load(path.parent).program(), holds=True)
    for explicit in (False, True):
        side_by_side(both, Rolled(1), tally, explicit=explicit)
    assert tally.counts["steps"] > 0
    assert not both[1].functions or again.counts["again"] > 0
