"""The players' knowledge in Hanabi, compared with OpenSpiel in whole trees and in similar histories.

OpenSpiel has no information states for Hanabi, but it has observations: the cards of the others, the hints
about each card, the fireworks, discards and tokens, and the size of the deck. All actions are public, so a
player's information is the sequence of actions, with the observation after each of them. These sequences
correspond one-to-one to our information states, for all players, at decisions and at the end.

Observations alone do not correspond. OpenSpiel's contain more about hints: the hints given to other players,
and whether a card was named as red or is known to be red because all other colors are excluded. They also
show the discards in order. Ours show who has had the last turn, and that the game is over.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from inside import place
from long_checks import split
from openspiel import PAIRS, Same, Shown, Theirs, bring, pyspiel, small, take

from interpreter import Option
from interpreter.perft import tree
from interpreter.play.events import Moved
from interpreter.play.events import Shown as Hint

pytestmark = pytest.mark.long("openspiel")

WHOLE = [small(2, 1, 3, 3, 1, 1), small(2, 1, 3, 3, 2, 2)]
LARGE = [small(2, 1, 3, 1, 1, 1), small(2, 1, 3, 2, 1, 1), small(3, 1, 3, 2, 1, 1)]
CUT = [(small(2, 2, 3, 1, 2, 2), 2)]
CUT_LATER = [(small(2, 2, 3, 1, 2, 2), 3), (small(3, 2, 3, 1, 2, 2), 2), (small(2, 1, 5, 2, 3, 3), 2)]
"""Games of which only the beginning is compared, each with the maximum number of decisions in a history."""

FULL = [same for same in PAIRS if same.ours == "hanabi"]
LINES, MANY_LINES = 6, 60
SIBLINGS = 12

Told = tuple[int, ...]


class Sequences:
    """A numbering of sequences of observations.

    A sequence is identified by its last step and by the number of the sequence before that step.
    """

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}

    def after(self, told: Told, done: object, state: Any) -> Told:
        """Return, for each player, the number of the sequence extended by an action and an observation."""
        steps = ((player, n, done, state.observation_string(player)) for player, n in enumerate(told))
        return tuple(self.numbers.setdefault(step, len(self.numbers)) for step in steps)


def settled(state: Any) -> Any:
    """Play the forced chance outcomes in a state of OpenSpiel, and return the state."""
    while state.is_chance_node() and len(state.legal_actions()) == 1:
        state.apply_action(*state.legal_actions())
    return state


def theirs_below(state: Any) -> Iterator[Any]:
    """Yield a state of OpenSpiel and all its descendants."""
    yield state
    for action in state.legal_actions():
        yield from theirs_below(settled(state.child(action)))


def in_step(same: Same, sequences: Sequences, most: int) -> Iterator[tuple[Shown, Any, Told]]:
    """Yield each decision and end of our tree, with OpenSpiel's state and each player's sequence number.

    On the way, the players, the options and the returns of both programs are compared. Histories have at most
    `most` decisions.
    """

    def below(
        shown: Shown, state: Any, told: Told, done: object, left: int
    ) -> Iterator[tuple[Shown, Any, Told]]:
        game = shown.game
        if game.chance is not None:
            moves: list[tuple[Any, Any]] = [
                (outcome, same.outcome(shown.stream, outcome)) for outcome in game.chance.outcomes
            ]
        else:
            told = sequences.after(told, done, state)
            yield shown, state, told
            if game.over:
                assert game.result is not None
                assert list(same.returns(game.result)) == state.returns()
                assert state.is_terminal()
                return
            assert game.player == state.current_player()
            names = {state.action_to_string(action): action for action in state.legal_actions()}
            moves = [(option, names[same.actions(shown, option)[0]]) for option in game.options]
            done, left = None, left - 1
        assert sorted(action for _, action in moves) == state.legal_actions()
        for move, action in moves if left >= 0 else ():
            after = game.clone()
            (after.settle if game.chance is not None else after.apply)(move)
            whatever = done if game.chance is not None else action
            yield from below(Shown(after, shown.words), settled(state.child(action)), told, whatever, left)

    start = pyspiel.load_game(same.theirs).new_initial_state()
    yield from below(same.begun(record=True), start, (0,) * same.players, None, most)


def hints(same: Same, shown: Shown) -> Hashable:
    """Return what hints have told about each card in hand, as OpenSpiel shows it, and the ordered discards.

    If a hint included the card, the value that it named is known. Otherwise, the values named by hints that
    did not include the card are excluded.
    """
    game, zones = shown.game, same.compiled.world.zones
    hand, discards = zones["hand"].zone.first, zones["discards"].zone.first
    assert game.record is not None
    told: dict[tuple[int, int], tuple[bool, frozenset[int]]] = {}
    discarded = []
    for event in game.record.events:
        if isinstance(event, Hint):
            named, values = told.get((event.component, event.attribute), (False, frozenset()))
            if not named:
                told[event.component, event.attribute] = (
                    (True, frozenset({event.value})) if event.whether else (False, values | {event.value})
                )
        elif isinstance(event, Moved) and event.target == discards:
            discarded.append(same.outcome("", event.component))
    held = [c for player in range(same.players) for c in game.atoms.contents(game.position, hand + player)]
    attributes, nothing = range(2), (False, frozenset[int]())
    return tuple(tuple(told.get((c, a), nothing) for a in attributes) for c in held), tuple(discarded)


def one_to_one(pairs: set[tuple[Hashable, Hashable]]) -> bool:
    """Return whether the pairs form a one-to-one relation."""
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def hold_states(same: Same, most: int = 1000) -> None:
    """Compare each player's information and observations at each decision and end of the tree."""
    states: set[tuple[Hashable, Hashable]] = set()
    observations: set[tuple[Hashable, Hashable]] = set()
    turns = place(same.compiled, "had_last_turn")
    for shown, state, told in in_step(same, Sequences(), most):
        game, hinted = shown.game, hints(same, shown)
        end = game.over, *game.position[turns : turns + same.players]
        for player in range(same.players):
            states.add(((player, game.information_state(player)), (player, told[player])))
            ours = player, game.observation(player), hinted
            observations.add((ours, (player, state.observation_string(player), end)))
    assert one_to_one(states)
    assert one_to_one(observations)


@pytest.mark.parametrize("same", WHOLE, ids=lambda same: same.theirs)
def test_information_states_are_one_to_one(same: Same) -> None:
    """In whole trees, information states correspond one-to-one, and options and returns are equal."""
    hold_states(same)


@pytest.mark.parametrize(("same", "most"), CUT, ids=lambda x: getattr(x, "theirs", None))
def test_so_they_are_where_cards_are_drawn(same: Same, most: int) -> None:
    """Information states correspond one-to-one at the beginning of larger trees, where cards are drawn."""
    hold_states(same, most)


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", LARGE, ids=lambda same: same.theirs)
def test_large_information_states_are_one_to_one(same: Same) -> None:
    """Information states correspond one-to-one in larger whole trees."""
    hold_states(same)


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize(("same", "most"), CUT_LATER, ids=lambda x: getattr(x, "theirs", None))
def test_so_they_are_in_larger_beginnings(same: Same, most: int) -> None:
    """Information states correspond one-to-one in longer beginnings of larger trees."""
    hold_states(same, most)


def hold_counts(same: Same) -> None:
    """Check that both trees have equal counts, ignoring chance nodes with a single outcome."""
    states = list(theirs_below(pyspiel.load_game(same.theirs).new_initial_state()))
    terminal = sum(state.is_terminal() for state in states)
    chance = sum(state.is_chance_node() for state in states)
    found = tree(same.compiled.program)
    assert (found.decision, found.chance, found.terminal) == (
        len(states) - terminal - chance,
        chance,
        terminal,
    )


@pytest.mark.parametrize("same", WHOLE, ids=lambda same: same.theirs)
def test_the_trees_are_as_large(same: Same) -> None:
    """The trees of both programs have equally many decisions, chance nodes and ends."""
    hold_counts(same)


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", LARGE, ids=lambda same: same.theirs)
def test_large_trees_are_as_large(same: Same) -> None:
    """Larger trees of both programs have equally many decisions, chance nodes and ends."""
    hold_counts(same)


@dataclass(frozen=True)
class Line:
    """A history, with the cards drawn, by OpenSpiel's numbers, and the answers, both in order."""

    cards: tuple[int, ...]
    answers: tuple[Option, ...]


def random_line(same: Same, draws: random.Random) -> Line:
    """Return a random history that stops at a random decision before the end of the game."""
    shown = same.begun()
    game = shown.game
    cards: list[int] = []
    answers: list[Option] = []
    while not game.over:
        if game.chance is not None:
            outcome = draws.choice(game.chance.outcomes)
            cards.append(same.outcome(shown.stream, outcome))
            game.settle(outcome)
        else:
            rare = [option for option in game.options if shown.action(option) == same.first]
            answers.append(draws.choice(rare or game.options))
            game.apply(answers[-1])
    return Line(tuple(cards), tuple(answers[: draws.randrange(len(answers))]))


def follow(same: Same, line: Line, sequences: Sequences) -> tuple[Shown, Told] | None:
    """Play a history in both programs, and return our game and the sequence numbers of its players.

    Returns `None` if the history is not legal.
    """
    shown, theirs = same.begun(record=True), Theirs(same)
    cards, answers = list(line.cards), list(line.answers)
    told: Told = (0,) * same.players
    done: object = None
    while answers or shown.game.chance is not None:
        game = shown.game
        if game.chance is not None:
            found = {same.outcome(shown.stream, outcome): outcome for outcome in game.chance.outcomes}
            if not cards or (card := cards.pop(0)) not in found:
                return None
            bring(same, shown, theirs, found[card])
        else:
            told = sequences.after(told, done, theirs.state)
            option = answers.pop(0)
            if option not in game.options:
                return None
            done = same.actions(shown, option)[0]
            take(same, shown, theirs, option)
    return shown, sequences.after(told, done, theirs.state)


def siblings(line: Line, draws: random.Random) -> Iterator[Line]:
    """Yield copies of a history in which two cards are swapped.

    Some players may not be able to distinguish a copy from the original.
    """
    for _ in range(SIBLINGS):
        a, b = draws.sample(range(len(line.cards)), 2)
        cards = list(line.cards)
        cards[a], cards[b] = cards[b], cards[a]
        yield Line(tuple(cards), line.answers)


def compare(same: Same, seeds: range) -> Counter[bool]:
    """Check that players can distinguish the same histories in both programs.

    Return how often they cannot (`True`) and can (`False`) distinguish them.
    """
    alike: Counter[bool] = Counter()
    for seed in seeds:
        draws = random.Random(seed)  # noqa: S311 - not for secrets
        line, sequences = random_line(same, draws), Sequences()
        played = follow(same, line, sequences)
        assert played is not None
        for sibling in siblings(line, draws):
            also = follow(same, sibling, sequences)
            if also is None or sibling == line:
                continue
            for player in range(same.players):
                ours = [shown.game.information_state(player) for shown, _ in (played, also)]
                theirs = [told[player] for _, told in (played, also)]
                assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])
                alike[ours[0] == ours[1]] += 1
    return alike


def check(same: Same, seeds: range) -> None:
    """Compare histories, and require pairs that a player can distinguish and pairs that a player cannot."""
    assert set(compare(same, seeds)) == {False, True}


@pytest.mark.parametrize(
    "same",
    split(FULL, "openspiel", lambda _: False, lambda same: same.players > 3),
    ids=lambda same: same.theirs,
)
def test_histories_are_one_in_both(same: Same) -> None:
    """In games of any size, both programs agree on which histories a player can distinguish."""
    check(same, range(LINES))


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", FULL, ids=lambda same: same.theirs)
def test_many_histories(same: Same) -> None:
    """Both programs agree on which histories a player can distinguish, in a larger sample."""
    check(same, range(LINES, LINES + MANY_LINES))
