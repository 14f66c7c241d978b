"""Claims that hold for every game. Each function raises an `AssertionError` that names the failed claim.

A fault is legitimate if section 15 of the reference says that a valid game may cause it. Such faults are
counted by code. Any other exception is a failure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gamespec import SpecError, load
from gamespec.program import Program
from interpreter import Fault, Game, Option
from strategies import engine
from strategies.dice import Dice
from strategies.discreet import told_by
from strategies.planes import Ground, Spot
from strategies.print import printed
from strategies.sketch import Sketch
from strategies.words import Words

__all__ = ["FAULTS", "Tally", "built", "explicit_play", "features_hold", "made", "play"]

FAULTS = frozenset(f"GS5{n:02}" for n in (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16))
"""The fault codes of section 15, except the one for runaway games, because all generated games terminate."""

REFUSED = frozenset({"GS311"})
"""Error codes of games that are invalid on purpose and must be rejected: their steps leave a trial."""

MOST = 40
"""Maximum number of answers that are given in one game."""


@dataclass
class Tally:
    """Counts over games: `faults` and `rejected` by code, and `counts` of the checks that were made.

    `refused` counts, by code, the games that were generated in order to be rejected. `hiding` counts, for
    each kind of hidden event, the games in which it occurred.
    """

    faults: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    hiding: Counter[str] = field(default_factory=Counter)

    def fault(self, fault: Fault) -> str:
        """Count a fault and return its code."""
        code = fault.code
        assert code in FAULTS, f"a valid game must not cause the fault {code}: {fault}"
        self.faults[code] += 1
        return code


def built(sketch: Sketch, folder: Path, tally: Tally) -> Program | None:
    """Return the program of a game, or `None` if the checker rejects the game. Rejections are counted."""
    return made(sketch.document(), folder, tally)


def made(document: Mapping[str, object], folder: Path, tally: Tally) -> Program | None:
    """Return the program of a document, or `None` if the checker rejects it. Rejections are counted."""
    path = folder / "game.yaml"
    path.write_text(printed(document), encoding="utf-8")
    tally.counts["games"] += 1
    try:
        return engine.program_of(load(path))
    except SpecError as why:
        code = why.diagnostics[0].code
        (tally.refused if code in REFUSED else tally.rejected)[code] += 1
        return None


def play(program: Program, dice: Dice, tally: Tally, words: Words | None = None) -> None:
    """Play a game with the given choices, and check every claim about play."""
    seed = dice.below(1000)
    try:
        game = Game(program, seed)
    except Fault as fault:
        tally.fault(fault)
        tally.counts["faults in set-up"] += 1
        return
    watch = _Watch(game, program, tally)
    answers: list[int] = []
    seen: dict[str, Mapping[str, Spot]] = {}
    for _ in range(MOST):
        watch.look(dice)
        if words is not None:
            features_hold(game, words, seen, tally)
        if game.over:
            break
        number = watch.answer(dice)
        if number is None:
            break
        answers.append(number)
    again = Game(program, seed)
    for number in answers:
        again.apply(_numbered(again, number))
    assert again.position == game.position, "the same answers lead to different positions"
    tally.counts["decisions"] += len(answers)
    tally.counts["finished"] += game.over


def _numbered(game: Game, number: int) -> Option:
    """Return the option with a given number."""
    found = [option for option in game.options if option.number == number]
    assert len(found) == 1, f"{len(found)} options have the number {number}"
    return found[0]


@dataclass
class _Watch:
    """A game whose claims are checked, with a copy `shadow` that is restored from its position."""

    game: Game
    program: Program
    tally: Tally
    shadow: Game | None = None
    meanings: dict[int, object] = field(default_factory=dict)
    numbers: dict[object, int] = field(default_factory=dict)

    def look(self, dice: Dice) -> None:
        """Check the claims that hold in every position."""
        game = self.game
        game.check()
        if engine.tried_before(self.program):
            kept = engine.stored(game, "kept") in {None, 1}
            assert kept, "an offered option does not keep its condition"
        self._bijection()
        if dice.chance(1, 2):
            self._restored()
        if dice.chance(1, 2):
            for player in range(self.program.players):
                self._redealt(dice, player)

    def _bijection(self) -> None:
        """Check that options and their numbers correspond one to one, and that the numbers are stable."""
        game, space = self.game, engine.action_space(self.program)
        assert bool(game.options) != game.over, "nobody can answer" if not game.over else "it goes on"
        assert len({o.number for o in game.options}) == len(game.options), "two options have one number"
        for option in game.options:
            number, meaning = option.number, engine.meaning(game, option)
            assert 0 <= number < space, f"the number {number} is not below {space}"
            assert self.meanings.setdefault(number, meaning) == meaning, f"{number} means two things"
            assert self.numbers.setdefault(meaning, number) == number, f"{meaning} has two numbers"

    def _restored(self) -> None:
        game = self.game
        before = game.position[:]
        self.shadow = Game.restore(self.program, game.position[:])
        assert self.shadow.position == game.position == before, "reading the options changes the position"
        assert _offered(self.shadow) == _offered(game), "a restored game has different options"
        if game.over:
            assert self.shadow.result == game.result, "a restored end has another result"
        self.tally.counts["restored"] += 1

    def _redealt(self, dice: Dice, player: int) -> None:
        """Check that a redeal is valid, shows the player the same observation, and can be continued."""
        before = self.game.position[:]
        try:
            other = self.game.redealt(player, dice.below(1000))
        except Fault as fault:
            self.tally.fault(fault)
            return
        finally:
            assert self.game.position == before, "a redeal changes the game"
        other.check()
        assert other.observation(player) == self.game.observation(player), "a redeal looks different"
        self.tally.counts["redealt"] += 1
        if player == self.game.player and self.game.decision is not None:
            self._offers_the_same(other)
        for _ in range(2):
            if other.over or not other.options:
                break
            try:
                other.apply(dice.pick(other.options))
            except Fault as fault:
                self.tally.fault(fault)
                break
            other.check()

    def _offers_the_same(self, other: Game) -> None:
        """Check that a redeal offers the same options.

        The check is skipped if the offer depends on something that the decider cannot know.
        """
        if told_by(engine.compiled_of(self.program), self.game) is None:
            return
        mine, its = ([engine.meaning(game, option) for option in game.options] for game in (self.game, other))
        assert mine == its, "the offer reveals something that the decider does not know"
        self.tally.counts["offers of redeals"] += 1

    def answer(self, dice: Dice) -> int | None:
        """Give an answer and return its number, or `None` if three attempted answers cause faults."""
        game = self.game
        for _ in range(3):
            before, offered = game.position[:], _offered(game)
            option = dice.pick(game.options)
            try:
                game.apply(option)
            except Fault as fault:
                code = self.tally.fault(fault)
                assert (game.position, _offered(game)) == (before, offered), "a fault leaves something behind"
                self._shadow_comes_to(option.number, code)
                continue
            self._shadow_comes_to(option.number, None)
            return option.number
        return None

    def _shadow_comes_to(self, number: int, code: str | None) -> None:
        """Check that the restored game reaches the same position, or fails with the same fault."""
        shadow = self.shadow
        if shadow is None:
            return
        found: str | None
        try:
            shadow.apply(_numbered(shadow, number))
        except Fault as fault:
            found = fault.code
        else:
            found = None
        assert found == code, f"the game ends in {code}, the restored one in {found}"
        assert shadow.position == self.game.position, "the restored game reaches another position"


def _offered(game: Game) -> list[int]:
    return [option.number for option in game.options]


def explicit_play(program: Program, dice: Dice, tally: Tally) -> None:
    """Play a game with explicit chance, checking that it can continue from each of its positions."""
    game, first = None, True
    try:
        game = Game(program, explicit=True)
        for _ in range(MOST):
            game.check()
            if game.over:
                break
            restored = Game.restore(program, game.position[:], explicit=True)
            step = _step(game, dice)
            step(game)
            step(restored)
            assert restored.position == game.position, "the restored game reaches another position"
            first = False
    except Fault as fault:
        tally.fault(fault)
    tally.counts["with explicit chance"] += 1
    tally.counts["with explicit chance, faults in set-up"] += first and game is None


def _step(game: Game, dice: Dice) -> Callable[[Game], None]:
    """Return a function that makes the next random step in a game, or in a restored copy of the game."""
    if game.chance is None:
        number = dice.pick(game.options).number
        return lambda g: g.apply(_numbered(g, number))
    outcomes = [x for x, share in zip(game.chance.outcomes, game.chance.shares, strict=True) if share]
    assert sum(game.chance.shares) == game.chance.total, "the shares don't add up"
    outcome = dice.pick(outcomes)
    return lambda g: g.settle(outcome)


def features_hold(game: Game, words: Words, seen: dict[str, Mapping[str, Spot]], tally: Tally) -> None:
    """Check the engine's features, spots, open ends and touching parts against the reference model of planes.

    `seen` holds the tiles on each plane at the last check. A plane whose tiles have not changed is skipped.
    """
    for plane in words.planes.values():
        ground = Ground(words, plane, engine.laid(game, plane.name))
        if ground.laid == seen.get(plane.name):
            continue
        seen[plane.name] = ground.laid
        tally.counts["planes"] += 1
        tally.counts["planes with several tiles"] += len(ground.laid) > 1
        for text, expected in _told(ground):
            value = engine.judged(game, text).value()
            assert not isinstance(value, str), f"{text} comes to {value}"
            if isinstance(value, tuple):
                got: object = engine.value_names(game, plane.parts.name, value)
            else:
                got = value
            assert got == expected, f"{text} is {got}, by hand {expected}"
        for tile in words.kinds[plane.parts.tile].names:
            if tile not in ground.laid:
                _spots_hold(game, ground, tile)


def _told(ground: Ground) -> Iterator[tuple[str, object]]:
    """Yield expressions about a plane, each with the value that the engine must give it."""
    name, features = ground.plane.parts.name, ground.features()
    on_laid = [p for p in ground.parts if p.rpartition("_")[0] in ground.laid]
    yield f"features({ground.plane.name})", [p for p in on_laid if features[p][0] == p]
    for part in ground.parts:
        yield f"sort(x in joined({name}.{part}): number(x))", features[part]
        yield f"feature({name}.{part}) == {name}.{features[part][0]}", 1
    for part in on_laid:
        yield f"open_ends({name}.{part})", ground.open_ends(features[part])
        yield f"filter(x in touching({name}.{part}): x != feature({name}.{part}))", ground.touching(part)


def _spots_hold(game: Game, ground: Ground, tile: str) -> None:
    value = engine.judged(game, f"spots({ground.plane.parts.tile}.{tile})").value()
    assert isinstance(value, tuple)
    offered, fitting = engine.spots_at(game, ground.plane.name, value), ground.fitting(tile)
    assert set(offered) <= fitting, f"{tile} does not fit at {set(offered) - fitting}"
    assert {s[:2] for s in offered} == {s[:2] for s in fitting}, f"{tile} fits elsewhere, too"
