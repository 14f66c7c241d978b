"""Classic games in OpenSpiel, with its actions for our options and its outcomes for our draws.

Without OpenSpiel (`pip install open-spiel`), the tests that import this module are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import pytest

from gamespec import load
from gamespec.compile import Compiled
from interpreter import Game, Option, Result
from interpreter.lockstep import Matched, Several, Shown, scores
from interpreter.play.options import place
from interpreter.words import Words

pyspiel = pytest.importorskip("pyspiel")

Action = int | str


def zero_sum(result: Result) -> Sequence[float]:
    """Return the returns of a zero-sum game.

    The winners share 1, the losers share -1, and a draw gives 0 to everybody.
    """
    won = len(result.winners)
    lost = len(result.places) - won
    if not won:
        return [0] * lost
    return [1 / won if place == 1 else -1 / lost for place in result.places]


@dataclass(frozen=True)
class Same:
    """The correspondence between one of our games and one of OpenSpiel's.

    `actions` returns OpenSpiel's actions for one of our options, by number or name. There is one action, or
    several in sequence. `outcome` returns OpenSpiel's outcome for a draw from a chance stream, and `returns`
    the returns for a result. If OpenSpiel deals in another order, `order` maps each of its draws to one of
    our draws from the deck. `first` is an action to take whenever possible, because it leads to rare
    positions.
    """

    ours: str
    theirs: str
    actions: Callable[[Shown, Option], Sequence[Action]]
    outcome: Callable[[str, int], int] = lambda stream, value: value
    returns: Callable[[Result], Sequence[float]] = zero_sum
    options: Mapping[str, int | str] = field(default_factory=dict)
    players: int = 2
    order: Sequence[int] = ()
    first: str = ""

    def begun(self, *, record: bool = False) -> Shown:
        """Return our game before its first decision."""
        return Shown(Game(self.compiled.program, explicit=True, record=record), Words(self.compiled))

    @property
    def matched(self) -> Matched:
        """The correspondence, in the form that the comparison of whole games expects."""

        def option(shown: Shown, option: Option) -> Action | Several:
            actions = self.actions(shown, option)
            return Several(tuple(actions)) if len(actions) > 1 else actions[0]

        return Matched(
            option,
            lambda shown, outcome: self.outcome(shown.stream, outcome),
            self.returns,
            (lambda shown, option: shown.action(option) == self.first) if self.first else None,
        )

    @property
    def named(self) -> bool:
        """Whether OpenSpiel's actions are identified by name instead of by number."""
        return self.actions in {pawn_move, claim, card_or_hint}

    @cached_property
    def compiled(self) -> Compiled:
        """Our game, compiled for these players and options."""
        return load(self.ours).compiled(self.players, self.options)


def cell(_: Shown, option: Option) -> list[Action]:
    """Return the number of the chosen cell. Cells are counted row by row."""
    return list(option.values)  # type: ignore[arg-type]


def column(_: Shown, option: Option) -> list[Action]:
    """Return the number of the chosen column, counted from 0."""
    return [n - 1 for n in option.values]  # type: ignore[operator]


def pawn_move(shown: Shown, option: Option) -> list[Action]:
    """Return a move as the names of its cells. OpenSpiel counts ranks from the bottom, unlike our game."""
    return ["".join(str(9 - int(x)) if x.isdigit() else x for x in shown.text(option))]


def disc(shown: Shown, option: Option) -> list[Action]:
    """Return the number of the cell in which a disc is placed, or 64 for a pass."""
    return [option.values[0] if shown.action(option) == "place" else 64]  # type: ignore[list-item]


def man(_: Shown, option: Option) -> list[Action]:
    """Return the point at which a man is placed or removed, or the number of a move between two points."""
    first, *rest = option.values
    return [24 + 24 * first + rest[0]] if rest else [first]  # type: ignore[operator,list-item]


def by_name(*names: str) -> Callable[[Shown, Option], list[Action]]:
    """Return a function that represents an option by the index of its action's name in `names`."""
    return lambda shown, option: [
        next(i for i, name in enumerate(names) if shown.action(option) in name.split())
    ]


def face(_: str, value: int) -> int:
    """Return the number of a die's face, counted from 0."""
    return value - 1


def bid(shown: Shown, option: Option) -> list[Action]:
    """Return the value of the bid card, counted from 0."""
    return [int(shown.text(option).split()[1]) - 1]


def prize(_: str, component: int) -> int:
    """Return OpenSpiel's number of a prize card.

    In our deck, the prizes come after the 13 cards of each of the two players.
    """
    return component - 26


def suited(card: int) -> int:
    """Convert the number of a card in a deck ordered by suit to its number in a deck ordered by rank."""
    suit, rank = divmod(card, 13)
    return 4 * rank + suit


def dealt(stream: str, value: int) -> int:
    """Return OpenSpiel's outcome for a draw: the passing distance in seats, or the number of a dealt card."""
    return value if stream == "seats" else suited(value)


def cards(_: Shown, option: Option) -> list[Action]:
    """Return the number of the card that is played, or the numbers of all cards that are passed."""
    (chosen,) = option.values
    return [suited(c) for c in ((chosen,) if isinstance(chosen, int) else chosen)]


def bid_or_card(shown: Shown, option: Option) -> list[Action]:
    """Return the number of an action.

    The cards are followed by the pass, the suits, and whether to play alone.
    """
    action = shown.action(option)
    match action:
        case "pass":
            return [24]
        case "order_up" | "name_trump":
            return [25 + "♣♦♥♠".index(shown.text(option)[0])]
        case "play_alone" | "play_together":
            return [29 if action == "play_alone" else 30]
    (card,) = option.values
    return [ranked("deck", card)]  # type: ignore[arg-type]


def ranked(stream: str, value: int) -> int:
    """Return OpenSpiel's outcome for a draw.

    It is the dealer, or the number of a card converted from a short deck ordered by suit to one ordered by
    rank.
    """
    suit, rank = divmod(value, 6)
    return 4 * rank + suit if stream == "deck" else value


def ahead(result: Result) -> Sequence[float]:
    """Return by how many points each player's partnership leads. A player's neighbors are opponents."""
    return [score - result.scores[(seat + 1) % 4] for seat, score in enumerate(result.scores)]


# In OpenSpiel the dealer gets the first card, and cards are dealt one at a time. In our game, the player to
# the dealer's left gets the first five cards.
ROUNDS = [*(5 * ((place - 1) % 4) + place // 4 for place in range(20)), 20]


def euchre(theirs: str, first: str = "", **options: int | str) -> Same:
    """Return the correspondence for a single deal of Euchre.

    In OpenSpiel, a player decides whether to play alone after the dealer has discarded.
    """
    options |= {"goal": 0, "alone": "before_lead"}
    return Same("euchre", theirs, bid_or_card, ranked, ahead, options, 4, ROUNDS, first)


def claim(shown: Shown, option: Option) -> list[Action]:
    """Return OpenSpiel's name of a bid, which consists of its numbers, or of the call."""
    return ["Liar" if shown.action(option) == "liar" else "-".join(map(str, option.values))]


def dice(dice: int, faces: int, rising: str = "quantity_first") -> Same:
    """Return the correspondence for liar's dice with two players."""
    rule = {"quantity_first": "reset-face", "face_first": "reset-quantity"}[rising]
    theirs = f"liars_dice(numdice={dice},dice_sides={faces},bidding_rule={rule})"
    return Same("liars-dice", theirs, claim, face, scores, {"dice": dice, "faces": faces, "rising": rising})


RANKS = (0, 0, 0, 1, 1, 2, 2, 3, 3, 4)
"""The ranks of the cards of one color in our order, counted from 0."""


def card_or_hint(shown: Shown, option: Option) -> list[Action]:
    """Return OpenSpiel's name of a discard, a play or a hint.

    A discard or play names the place of the card, counted from the oldest, and a hint names the player.
    """
    program, action = shown.game.program, shown.action(option)
    if action in {"discard", "play"}:
        (chosen,) = option.values
        _, index = place(program.actions[option.action].picks[0], chosen)  # type: ignore[arg-type]
        return [f"({action.capitalize()} {index})"]
    player, what = option.values
    away = (player - shown.game.player) % program.players  # type: ignore[operator]
    said = f"color {'RYGWB'[what]}" if action == "hint_color" else f"rank {what}"  # type: ignore[index]
    return [f"(Reveal player +{away} {said})"]


def fireworks(players: int, first: str = "", **sizes: int) -> Same:
    """Return the correspondence for Hanabi with the given sizes, and otherwise with the printed sizes."""
    said = {"players": players} | sizes
    theirs = f"hanabi({','.join(f'{name}={n}' for name, n in said.items())})"

    def drawn(_: str, card: int) -> int:
        color, nth = divmod(card, len(RANKS))
        return color * sizes.get("ranks", 5) + RANKS[nth]

    return Same("hanabi", theirs, card_or_hint, drawn, scores, sizes, players, first=first)


SIZES = "colors", "ranks", "hand_size", "max_information_tokens", "max_life_tokens"


def small(players: int, *sizes: int) -> Same:
    """Return the correspondence for Hanabi with all of its sizes, given in the order of `SIZES`."""
    return fireworks(players, "", **dict(zip(SIZES, sizes, strict=True)))


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
    euchre("euchre", stick_the_dealer=True),
    euchre("euchre", stick_the_dealer=True, first="pass"),
    euchre("euchre(stick_the_dealer=false)", stick_the_dealer=False),
    euchre("euchre(stick_the_dealer=false)", stick_the_dealer=False, first="pass"),
    euchre("euchre(allow_lone_defender=true)", stick_the_dealer=True, defend_alone="always"),
    dice(1, 6),
    dice(1, 2),
    dice(2, 6),
    dice(3, 4),
    dice(1, 6, "face_first"),
    dice(2, 3, "face_first"),
    fireworks(2),
    fireworks(2, first="discard"),
    fireworks(3),
    fireworks(4, first="discard"),
    fireworks(5),
    fireworks(2, colors=2, ranks=3),
    small(3, 2, 3, 2, 2, 2),
    small(4, 3, 4, 2, 1, 3),
    small(5, 2, 5, 3, 4, 1),
    small(2, 1, 4, 1, 2, 2),
]  # fmt: skip


class Theirs:
    """A game in OpenSpiel. Its simultaneous decisions are answered one after another."""

    def __init__(self, same: Same) -> None:
        self.state = pyspiel.load_game(same.theirs).new_initial_state()
        self.same = same
        self.answers: list[int] = []
        self.dealt: list[int] = []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_terminal()

    @property
    def player(self) -> int:
        """The player who decides next."""
        return len(self.answers) if self.state.is_simultaneous_node() else self.state.current_player()

    @property
    def legal(self) -> dict[Action, int]:
        """The legal actions, keyed by number or name. Names do not mark captures."""
        state, player = self.state, self.player
        legal = state.legal_actions(player)
        if self.same.named:
            return {state.action_to_string(player, a).rstrip("*"): a for a in legal}
        return {a: a for a in legal}

    @property
    def options(self) -> list[Action]:
        """The numbers or names of the legal actions."""
        return list(self.legal)

    @property
    def result(self) -> Sequence[float]:
        """The returns of the players at the end of the game, in the order of the seats."""
        returns: Sequence[float] = self.state.returns()
        return returns

    def chances(self, _: str | None = None) -> dict[int, float] | None:
        """Return the remaining outcomes of a chance node with their probabilities, or `None` elsewhere."""
        if not self.state.is_chance_node():
            return None
        left = {a: share for a, share in self.state.chance_outcomes() if a not in self.dealt}
        whole = sum(left.values())
        return {a: share / whole for a, share in left.items()}

    def bring(self, stream: str, outcome: int) -> None:
        """Settle an outcome of chance.

        Cards that OpenSpiel deals in another order are applied when all of them are known.
        """
        if not self.same.order or stream != "deck":
            self.apply(outcome)
            return
        self.dealt.append(outcome)
        if len(self.dealt) == len(self.same.order):
            cards, self.dealt = self.dealt, []
            for place in self.same.order:
                chances = self.chances()
                assert chances is not None
                assert len(set(chances.values())) == 1
                self.apply(cards[place])

    def take(self, action: Action) -> None:
        """Take the action with a given number or name."""
        self.apply(self.legal[action])

    def apply(self, action: int) -> None:
        """Apply an action, and then settle any chance nodes that have a single outcome.

        OpenSpiel counts them as chance, while our games do not.
        """
        if not self.state.is_simultaneous_node():
            self.state.apply_action(action)
            while self.state.is_chance_node() and len(self.state.chance_outcomes()) == 1:
                self.state.apply_action(*self.state.legal_actions())
            return
        self.answers.append(action)
        if len(self.answers) == self.state.num_players():
            self.state.apply_actions(self.answers)
            self.answers = []


def bring(same: Same, shown: Shown, theirs: Theirs, outcome: int) -> None:
    """Settle an outcome of chance in our game, and the corresponding outcome in OpenSpiel's."""
    theirs.bring(shown.stream, same.outcome(shown.stream, outcome))
    shown.game.settle(outcome)


def take(same: Same, shown: Shown, theirs: Theirs, option: Option) -> None:
    """Take an option in our game, and the corresponding actions in OpenSpiel's."""
    for action in same.actions(shown, option):
        theirs.take(action)
    shown.game.apply(option)
