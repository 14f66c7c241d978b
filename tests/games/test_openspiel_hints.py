"""What players know in Hanabi, held against OpenSpiel's: whole trees, and which histories look alike.

OpenSpiel has no information states of Hanabi, but observations: the others' cards, what the holder of each
card was told of it, fireworks, discards, tokens and how large the deck is. What is done is done in the open,
so all that a player can tell of a history is what was done, with the observation after each step. Those
sequences and our information states are one-to-one, of who decides and of who doesn't, at the end, too.

Observations are not. Theirs holds more of hints: what was told to others, and whether a card was named as red
or is so since it is nothing else. It shows discards in order. Ours tells who has had the last turn, and that
the game is over.
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
"""With how many decisions are walked through."""

FULL = [same for same in PAIRS if same.ours == "hanabi"]
LINES, MANY_LINES = 6, 60
SIBLINGS = 12

Told = tuple[int, ...]


class Sequences:
    """Numbers for sequences of observations, by what came last and the number of what came before."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}

    def after(self, told: Told, done: object, state: Any) -> Told:
        """For each player the number of a sequence that goes on with what was done, and what is seen now."""
        steps = ((player, n, done, state.observation_string(player)) for player, n in enumerate(told))
        return tuple(self.numbers.setdefault(step, len(self.numbers)) for step in steps)


def settled(state: Any) -> Any:
    """A state of OpenSpiel's when what chance can only bring in one way has come."""
    while state.is_chance_node() and len(state.legal_actions()) == 1:
        state.apply_action(*state.legal_actions())
    return state


def theirs_below(state: Any) -> Iterator[Any]:
    """A state of OpenSpiel's and all that can come of it."""
    yield state
    for action in state.legal_actions():
        yield from theirs_below(settled(state.child(action)))


def in_step(same: Same, sequences: Sequences, most: int) -> Iterator[tuple[Shown, Any, Told]]:
    """Each decision and end of our tree, with the state of theirs and what each player has been told there.

    On the way the players and the options of both are compared, and at the ends what is won. No more than
    `most` decisions are made.
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
    """The hints that concern each card in a hand, as OpenSpiel shows them, and the discards in their order.

    A card that was named is of this value; otherwise it is not of those that were named beside it.
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
    """Whether each first belongs to one second, and each second to one first."""
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def hold_states(same: Same, most: int = 1000) -> None:
    """Compare what each player is told at each decision and end."""
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
    """In whole trees, with the same options and returns, a player can tell the same in ours as in theirs."""
    hold_states(same)


@pytest.mark.parametrize(("same", "most"), CUT, ids=lambda x: getattr(x, "theirs", None))
def test_so_they_are_where_cards_are_drawn(same: Same, most: int) -> None:
    """And so in the beginnings of larger trees, in which cards are drawn and colours told."""
    hold_states(same, most)


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", LARGE, ids=lambda same: same.theirs)
def test_large_information_states_are_one_to_one(same: Same) -> None:
    """So in larger trees."""
    hold_states(same)


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize(("same", "most"), CUT_LATER, ids=lambda x: getattr(x, "theirs", None))
def test_so_they_are_in_larger_beginnings(same: Same, most: int) -> None:
    """So in more of them."""
    hold_states(same, most)


def hold_counts(same: Same) -> None:
    """Count both trees, each by itself. What chance can only bring in one way counts as nothing."""
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
    """They have as many decisions, draws and ends."""
    hold_counts(same)


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", LARGE, ids=lambda same: same.theirs)
def test_large_trees_are_as_large(same: Same) -> None:
    """So have larger ones."""
    hold_counts(same)


@dataclass(frozen=True)
class Line:
    """A history: which cards were drawn, by their numbers in OpenSpiel, and the answers, both in order."""

    cards: tuple[int, ...]
    answers: tuple[Option, ...]


def random_line(same: Same, draws: random.Random) -> Line:
    """A random game up to some decision before its end."""
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
    """Play a history in both, and say what players are told in theirs; `None` if it is none."""
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
    """Histories that may be one with this to somebody: two cards changed places."""
    for _ in range(SIBLINGS):
        a, b = draws.sample(range(len(line.cards)), 2)
        cards = list(line.cards)
        cards[a], cards[b] = cards[b], cards[a]
        yield Line(tuple(cards), line.answers)


def compare(same: Same, seeds: range) -> Counter[bool]:
    """How often two histories are one to a player and how often not, in both."""
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
    """Compare; both must occur."""
    assert set(compare(same, seeds)) == {False, True}


@pytest.mark.parametrize(
    "same",
    split(FULL, "openspiel", lambda _: False, lambda same: same.players > 3),
    ids=lambda same: same.theirs,
)
def test_histories_are_one_in_both(same: Same) -> None:
    """In games of any size two histories that are one to a player in ours are so in theirs, and no others."""
    check(same, range(LINES))


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", FULL, ids=lambda same: same.theirs)
def test_many_histories(same: Same) -> None:
    """So it is with more of them."""
    check(same, range(LINES, LINES + MANY_LINES))
