"""A player's posterior in a small game: the histories that look the same to the player, with weights.

The functions walk the whole tree of explicit chance, without `interpreter.redeal`. The reference (section 13)
defines the posterior: chance has its probabilities, each decision of another player is uniform among that
player's options, and the player's own decisions are given.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from interpreter import Game
from interpreter.engine.state.position import put_seed
from interpreter.engine.state.unsettled import groups_in, put_group
from interpreter.play.luck import Draws

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from gamespec.program import Program
    from interpreter.play.information import InformationState

__all__ = ["History", "Posteriors", "chi_squared", "posteriors", "seen_by_all", "settled", "shares"]

LEAST_EXPECTED = 5

Seen = tuple[tuple["InformationState", ...], tuple[int, ...]]


@dataclass(frozen=True)
class History:
    """A game with explicit chance at a decision.

    `weights[p]` is the weight of the history for player `p` (the seat, from 0). `share` is its probability if
    all players decide uniformly.
    """

    game: Game
    weights: tuple[Fraction, ...]
    share: Fraction

    def shown(self, player: int) -> InformationState:
        """Return the information state of a player."""
        return self.game.information_state(player)


Posteriors = dict[tuple[int, "InformationState"], list[History]]
"""The histories for each player and each information state at a decision."""


def histories(program: Program, deepest: int = 1000) -> Iterator[History]:
    """Yield all histories of a game that end at a decision, after at most `deepest` decisions."""
    one = Fraction(1)
    root = History(Game(program, record=True, explicit=True), (one,) * program.players, one)
    waiting = [(root, 0)]
    while waiting:
        history, depth = waiting.pop()
        game = history.game
        if game.over:
            continue
        if game.chance is not None:
            for outcome, share in zip(game.chance.outcomes, game.chance.shares, strict=True):
                part = Fraction(share, game.chance.total)
                after = _after(history, lambda g, x=outcome: g.settle(x), (part,) * program.players, part)
                waiting.append((after, depth))
            continue
        yield history
        part = Fraction(1, len(game.options))
        parts = tuple(one if p == game.player else part for p in range(program.players))
        waiting += [
            (_after(history, lambda g, x=option: g.play(x), parts, part), depth + 1)
            for option in (game.options if depth < deepest else ())
        ]


def _after(
    history: History, go: Callable[[Game], None], parts: tuple[Fraction, ...], part: Fraction
) -> History:
    game = history.game.clone()
    go(game)
    weights = tuple(w * x for w, x in zip(history.weights, parts, strict=True))
    return History(game, weights, history.share * part)


def posteriors(program: Program, deepest: int = 1000) -> Posteriors:
    """Return all information states of all players at decisions, each with its histories."""
    found: Posteriors = defaultdict(list)
    for history in histories(program, deepest):
        for player in range(program.players):
            found[player, history.shown(player)].append(history)
    return dict(found)


def settled(game: Game, seed: int) -> Game:
    """Convert a game with explicit chance to a seeded game; the seed determines all that is open."""
    atoms, position, luck = game.atoms, game.position[:], Draws(seed, "what is open")
    for zone in range(len(game.program.zones)):
        goes: dict[int, int] = {}
        for members in groups_in(atoms, position, zone).values():
            left = members[:]
            for c in members:
                goes[c] = left.pop(luck.below(len(left)))
                put_group(atoms, position, goes[c], 0)
        if goes:
            order = [goes.get(c, c) for c in atoms.contents(position, zone)]
            atoms.reorder(position, zone, order, len(order))
    put_seed(position, Draws(seed, "the future").below(1 << 64))
    return Game.restore(game.program, position, record=game.record or False)


def seen_by_all(game: Game) -> Seen:
    """Return what distinguishes two histories: the information states of all players, and the variables."""
    p, program = game.position, game.program
    values = tuple(v for store in program.stores for v in p[store.place : store.place + store.count])
    return tuple(game.information_state(player) for player in range(program.players)), values


def shares(found: list[History], player: int, seen: Callable[[Game], Hashable]) -> dict[Hashable, Fraction]:
    """Return the posterior distribution of a function `seen` over the histories of an information state."""
    summed: dict[Hashable, Fraction] = defaultdict(Fraction)
    for history in found:
        summed[seen(history.game)] += history.weights[player]
    whole = sum(summed.values())
    return {what: weight / whole for what, weight in summed.items()}


def chi_squared(counts: Counter[Hashable], expected: dict[Hashable, Fraction]) -> tuple[float, int]:
    """Return Pearson's statistic and its degrees of freedom; classes are merged until 5 are expected."""
    number = counts.total()
    cells: list[tuple[int, Fraction]] = []
    count, share = 0, Fraction(0)
    for what, part in sorted(expected.items(), key=lambda item: item[1]):
        count, share = count + counts[what], share + part
        if share * number >= LEAST_EXPECTED:
            cells.append((count, share * number))
            count, share = 0, Fraction(0)
    if share:
        last = cells.pop()
        cells.append((last[0] + count, last[1] + share * number))
    return float(sum((seen - wanted) ** 2 / wanted for seen, wanted in cells)), len(cells) - 1
