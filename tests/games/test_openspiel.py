"""Classic games against OpenSpiel, in lock-step: the same options at each decision, the same returns.

Left out where OpenSpiel is not installed (`pip install open-spiel`). Both play the same random games; where
chance comes in, both must have it come in, with the same outcomes, equally likely.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb

import pytest

from gamespec import load
from interpreter import Game, Option, Result
from interpreter.words import Words

pyspiel = pytest.importorskip("pyspiel")

Action = int | str
GAMES, MANY_GAMES = 10, 300


def zero_sum(result: Result) -> Sequence[float]:
    """1 for the winners together, -1 for the losers together, nothing for a draw."""
    won = len(result.winners)
    lost = len(result.places) - won
    if not won:
        return [0] * lost
    return [1 / won if place == 1 else -1 / lost for place in result.places]


def scores(result: Result) -> Sequence[float]:
    """What each player has scored."""
    return result.scores


@dataclass(frozen=True)
class Shown:
    """A game of ours, and what its parts are called."""

    game: Game
    words: Words

    def text(self, option: Option) -> str:
        """An option as people read it."""
        return self.words.option(self.game, option)

    def action(self, option: Option) -> str:
        """The name of an option's action."""
        return self.words.names.actions[option.action].name


@dataclass(frozen=True)
class Same:
    """How a game of ours is one of OpenSpiel's.

    `actions` tells what an option is there, by number or by name: one action, or several, one after another;
    `outcome` what a stream of chance has brought; `returns` what comes of a result.
    """

    ours: str
    theirs: str
    actions: Callable[[Shown, Option], Sequence[Action]]
    outcome: Callable[[str, int], int] = lambda stream, value: value
    returns: Callable[[Result], Sequence[float]] = zero_sum
    options: Mapping[str, int | str] = field(default_factory=dict)
    players: int = 2


def cell(_: Shown, option: Option) -> list[Action]:
    """An option that is a cell, counted row by row."""
    return list(option.values)  # type: ignore[arg-type]


def column(_: Shown, option: Option) -> list[Action]:
    """A column, from 0."""
    return [n - 1 for n in option.values]  # type: ignore[operator]


def pawn_move(shown: Shown, option: Option) -> list[Action]:
    """A move by the names of its cells; there the ranks are counted from the bottom."""
    return ["".join(str(9 - int(x)) if x.isdigit() else x for x in shown.text(option))]


def disc(shown: Shown, option: Option) -> list[Action]:
    """The cell of a disc, or a pass."""
    return [option.values[0] if shown.action(option) == "place" else 64]  # type: ignore[list-item]


def man(_: Shown, option: Option) -> list[Action]:
    """The point of a man placed or taken, or the two of a move."""
    first, *rest = option.values
    return [24 + 24 * first + rest[0]] if rest else [first]  # type: ignore[operator,list-item]


def by_name(*names: str) -> Callable[[Shown, Option], list[Action]]:
    """The place of an action's name."""
    return lambda shown, option: [
        next(i for i, name in enumerate(names) if shown.action(option) in name.split())
    ]


def face(_: str, value: int) -> int:
    """The side of a die, from 0."""
    return value - 1


def bid(shown: Shown, option: Option) -> list[Action]:
    """The value of a card, from 0."""
    return [int(shown.text(option).split()[1]) - 1]


def prize(_: str, component: int) -> int:
    """A prize, which come after the 13 cards of two players."""
    return component - 26


def suited(card: int) -> int:
    """A card of a deck that goes suit by suit, in one that goes rank by rank."""
    suit, rank = divmod(card, 13)
    return 4 * rank + suit


def dealt(stream: str, value: int) -> int:
    """How many seats away cards are passed, or a card that is dealt."""
    return value if stream == "seats" else suited(value)


def cards(_: Shown, option: Option) -> list[Action]:
    """A card played, or all that are passed."""
    (chosen,) = option.values
    return [suited(c) for c in ((chosen,) if isinstance(chosen, int) else chosen)]


DESCENDING, ASCENDING = {"prize_order": "descending"}, {"prize_order": "ascending"}
PAIRS = [
    Same("tic-tac-toe", "tic_tac_toe", cell),
    Same("connect-four", "connect_four", column),
    Same("breakthrough", "breakthrough", pawn_move),
    Same("breakthrough", "breakthrough(rows=8,columns=5)", pawn_move, options={"columns": 5}),
    Same("hex", "hex(board_size=5)", cell, options={"size": 5}),
    Same("hex", "hex", cell),
    Same("othello", "othello", disc),
    Same("nine-mens-morris", "nine_mens_morris", man),
    Same("pig", "pig", by_name("roll", "hold"), face),
    Same("pig", "pig(players=3,winscore=20)", by_name("roll", "hold"), face, options={"goal": 20}, players=3),
    Same("goofspiel", "goofspiel", bid, prize),
    Same("goofspiel", "goofspiel(points_order=descending)", bid, options=DESCENDING),
    Same("goofspiel", "goofspiel(points_order=ascending,players=4)", bid, options=ASCENDING, players=4),
    Same("kuhn-poker", "kuhn_poker", by_name("check fold", "bet call"), returns=scores),
    Same("leduc-poker", "leduc_poker", by_name("fold", "call", "raise"), returns=scores),
    Same("hearts", "hearts", cards, dealt, scores, players=4),
    Same("hearts", "hearts(qs_breaks_hearts=false)", cards, dealt, scores, {"queen_breaks": False}, 4),
    Same("hearts", "hearts(no_pts_on_first_trick=false)", cards, dealt, scores, {"clean_start": False}, 4),
    Same("hearts", "hearts(must_break_hearts=false)", cards, dealt, scores, {"must_break": False}, 4),
]  # fmt: skip


class Theirs:
    """A game of OpenSpiel, with answers to simultaneous decisions given one after another."""

    def __init__(self, name: str) -> None:
        self.state = pyspiel.load_game(name).new_initial_state()
        self.answers: list[int] = []

    @property
    def player(self) -> int:
        """Who decides next."""
        return len(self.answers) if self.state.is_simultaneous_node() else self.state.current_player()

    def legal(self, like: Action) -> dict[Action, int]:
        """The legal actions, by number or by name: a capture is named like any move."""
        state, player = self.state, self.player
        legal = state.legal_actions(player)
        if isinstance(like, str):
            return {state.action_to_string(player, a).rstrip("*"): a for a in legal}
        return {a: a for a in legal}

    def apply(self, action: int) -> None:
        """Take an action. What chance can only bring in one way comes at once: we don't call that chance."""
        if not self.state.is_simultaneous_node():
            self.state.apply_action(action)
            while self.state.is_chance_node() and len(self.state.chance_outcomes()) == 1:
                self.state.apply_action(*self.state.legal_actions())
            return
        self.answers.append(action)
        if len(self.answers) == self.state.num_players():
            self.state.apply_actions(self.answers)
            self.answers = []


def chance(same: Same, shown: Shown, theirs: Theirs, draws: random.Random) -> None:
    """Let chance bring the same to both."""
    drawn = shown.game.chance
    assert drawn is not None
    stream, _ = shown.words.chance(drawn)
    outcome = draws.choice(drawn.outcomes)
    outcomes = (same.outcome(stream, x) for x in drawn.outcomes)
    shares = (share / drawn.total for share in drawn.shares)
    assert dict(zip(outcomes, shares, strict=True)) == pytest.approx(dict(theirs.state.chance_outcomes()))
    theirs.apply(same.outcome(stream, outcome))
    shown.game.settle(outcome)


def decide(same: Same, shown: Shown, theirs: Theirs, draws: random.Random) -> None:
    """Make the same decision in both, after comparing who decides between what."""
    game = shown.game
    assert game.player == theirs.player
    options = {option: same.actions(shown, option) for option in game.options}
    chosen = draws.choice(game.options)
    some = options[chosen]
    legal = theirs.legal(some[0])
    assert {a for actions in options.values() for a in actions} == set(legal)
    assert len(set(map(frozenset, options.values()))) == len(options) == comb(len(legal), len(some))
    for action in some:
        theirs.apply(theirs.legal(action)[action])
    game.apply(chosen)


def lock_step(same: Same, seeds: range) -> None:
    """Play random games in both."""
    compiled = load(same.ours).compiled(same.players, same.options)
    words = Words(compiled)
    for seed in seeds:
        draws = random.Random(seed)  # noqa: S311 - not for secrets
        game, theirs = Game(compiled.program, explicit=True), Theirs(same.theirs)
        while not game.over:
            assert not theirs.state.is_terminal()
            (chance if game.chance is not None else decide)(same, Shown(game, words), theirs, draws)
        assert theirs.state.is_terminal()
        assert game.result is not None
        assert same.returns(game.result) == pytest.approx(theirs.state.returns())


@pytest.mark.parametrize("same", PAIRS, ids=lambda same: same.theirs)
def test_some_games(same: Same) -> None:
    """A few random games go the same way."""
    lock_step(same, range(GAMES))


@pytest.mark.slow
@pytest.mark.parametrize("same", PAIRS, ids=lambda same: same.theirs)
def test_many_games(same: Same) -> None:
    """So do many."""
    lock_step(same, range(GAMES, GAMES + MANY_GAMES))
