"""The exact outcome distribution of a small game, computed in two independent ways.

`by_outcomes` walks the tree of explicit chance. `by_draws` plays a seeded game for each combination of random
numbers, in which each number below k has probability 1/k. Decisions are uniformly random. By default, an
outcome consists of everything that can be observed: the options and the answer of each decision, in order,
and the end. Callers may compute another value from a finished game.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING
from unittest import mock

from gamespec.program.tables import Head
from interpreter import Fault, Game
from interpreter.kernels.chance import Streams

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from gamespec.program import Program
    from interpreter import Option

Shares = dict["Hashable", Fraction]


class TooMany(Exception):
    """Raised if a game has more endings than the caller allows."""


def end_of(game: Game) -> Hashable:
    """Return the outcome, places, scores and variables at the end of a game, and its public zones."""
    assert game.result is not None
    program, p = game.program, game.position
    stores, everyone = program.layout.stores, (1 << program.players) - 1
    zones: list[Hashable] = []
    for number, zone in enumerate(program.zones):
        contents = [
            program.faces[c] if program.faces[c] >= 0 else -1 - c for c in game.atoms.contents(p, number)
        ]
        zones.append(tuple(contents) if zone.seen == everyone else len(contents))
    values = tuple(p[stores : stores + sum(len(store.start) for store in program.stores)])
    return p[Head.OUTCOME], game.result.places, game.result.scores, values, tuple(zones)


def _course(game: Game | None, seen: tuple[Hashable, ...]) -> Hashable:
    """Return everything that can be observed of a game that is over or, if `game` is `None`, has faulted."""
    return seen if game is None else (*seen, end_of(game))


def _offered(game: Game) -> tuple[Hashable, ...]:
    """Return the options of a decision, as their numbers or, if the game has copies, as their values.

    A number may identify a copy, namely if the option has several values or a zone is ordered. But the
    arrangement of copies is a single outcome of explicit chance, and several outcomes of a shuffle.
    """
    if not game.program.has_copies:
        return tuple(option.number for option in game.options)
    return tuple((option.action, _alike(game.program, option)) for option in game.options)


def _alike(program: Program, option: Option) -> tuple[tuple[int, ...], ...]:
    """Return the values of an option with each component replaced by the first of its copies.

    Several values of one choice are sorted.
    """
    values: list[tuple[int, ...]] = []
    for pick, value in zip(program.actions[option.action].picks, option.values, strict=True):
        parts = value if isinstance(value, tuple) else (value,)
        if pick.component:
            parts = tuple(program.alike[part] if part >= 0 else part for part in parts)
        values.append(tuple(sorted(parts)))
    return tuple(values)


Ends = "Iterator[tuple[Hashable, Fraction]]"
Told = "Callable[[Game | None, tuple[Hashable, ...]], Hashable]"
"""A function that returns the outcome of a game, given the game and its offers and answers.

For a game that has faulted, the function receives `None` instead of the game, and the offers and answers are
followed by the code of the fault.
"""


class _Tree:
    """A walk over the tree of explicit chance. A fault counts as an ending, identified by its code."""

    def __init__(self, most: int, told: Told) -> None:
        self.left, self.told = most, told

    def start(self, program: Program) -> Ends:
        try:
            game = Game(program, explicit=True, record=True)
        except Fault as fault:
            yield self.told(None, (fault.code,)), Fraction(1)
        else:
            yield from self.ends(game, (), Fraction(1))

    def ends(self, game: Game, seen: tuple[Hashable, ...], share: Fraction) -> Ends:
        self.left -= 1
        if self.left < 0:
            raise TooMany
        game.check()
        if game.over:
            yield self.told(game, seen), share
        elif game.chance is not None:
            for outcome, part in zip(game.chance.outcomes, game.chance.shares, strict=True):
                taken = share * Fraction(part, game.chance.total)
                yield from self.after(game.clone(), lambda g, x=outcome: g.settle(x), seen, taken)
        else:
            offered, taken = _offered(game), share / len(game.options)
            for index, option in enumerate(game.options):
                so_far = (*seen, offered, index)
                yield from self.after(game.clone(), lambda g, x=option: g.apply(x), so_far, taken)

    def after(
        self, game: Game, go: Callable[[Game], None], seen: tuple[Hashable, ...], share: Fraction
    ) -> Ends:
        try:
            go(game)
        except Fault as fault:
            yield self.told(None, (*seen, fault.code)), share
        else:
            yield from self.ends(game, seen, share)


class Shown:
    """A record of the observation that belongs to each information state.

    Calling it checks that equal information states have equal observations.
    """

    def __init__(self) -> None:
        self.met: dict[Hashable, Hashable] = {}

    def __call__(self, game: Game | None, seen: tuple[Hashable, ...]) -> Hashable:
        """Return the information states of all players, or the code of the fault that ended the game."""
        if game is None:
            return seen[-1]
        players = range(game.program.players)
        states = tuple(game.information_state(player) for player in players)
        for player, state in zip(players, states, strict=True):
            looks = game.observation(player)
            assert self.met.setdefault((player, state), looks) == looks, "one sequence looks two ways"
        return states


def by_outcomes(program: Program, most: int = 3000, told: Told | None = None) -> Shares:
    """Return the probability of each outcome, computed by walking the tree of explicit chance."""
    found: Shares = defaultdict(Fraction)
    for end, share in _Tree(most, told or _course).start(program):
        found[end] += share
    return dict(found)


def _ways(most: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield every combination of random numbers, as the lists `choices` and `bounds`.

    The caller appends to the lists when it draws a number beyond their ends. Raises `TooMany` after `most`
    combinations.
    """
    choices: list[int] = []
    for _ in range(most):
        bounds: list[int] = []
        yield choices, bounds
        del choices[len(bounds) :]
        while choices and choices[-1] + 1 == bounds[len(choices) - 1]:
            choices.pop()
        if not choices:
            return
        choices[-1] += 1
    raise TooMany


def by_draws(program: Program, most: int = 3000, told: Told | None = None) -> Shares:
    """Return the probability of each outcome, computed by trying all random numbers and all answers."""
    found: Shares = defaultdict(Fraction)
    for choices, bounds in _ways(most):

        def draw(bound: int, choices: list[int] = choices, bounds: list[int] = bounds) -> int:
            bounds.append(bound)
            if len(bounds) > len(choices):
                choices.append(0)
            return choices[len(bounds) - 1]

        with mock.patch.object(Streams, "fair", lambda *given, draw=draw: draw(given[-1])):
            end = _played(program, draw, told or _course)
        share = Fraction(1)
        for bound in bounds:
            share /= bound
        found[end] += share
    return dict(found)


def _played(program: Program, draw: Callable[[int], int], told: Told) -> Hashable:
    """Play a game that takes all random numbers and answers from `draw`, and return its outcome."""
    seen: tuple[Hashable, ...] = ()
    try:
        game = Game(program, record=True)
        while not game.over:
            offered = _offered(game)
            index = draw(len(game.options)) if len(game.options) > 1 else 0
            seen = (*seen, offered, index)
            game.apply(game.options[index])
    except Fault as fault:
        return told(None, (*seen, fault.code))
    return told(game, seen)
