"""Whole trees of liar's dice, compared with OpenSpiel's: histories, ends and information states.

OpenSpiel's state shows a player the player's own dice, sorted, and all bids. So with two dice each, it does
not show which one was thrown first, while ours do. Otherwise the information states correspond one-to-one,
for all players. The end is not compared, because our states have shown all dice by then.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

import pytest
from inside import place
from openspiel import Same, Shown, dice, pyspiel

from interpreter.perft import tree
from interpreter.play.events import Decided

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

pytestmark = pytest.mark.long("openspiel")

SMALL = [dice(1, 2), dice(1, 3), dice(1, 4), dice(2, 2), dice(1, 3, "face_first"), dice(2, 2, "face_first")]
LARGE = [dice(1, 6)]


def theirs_below(state: Any) -> Iterator[Any]:
    """Yield a state of OpenSpiel and all its descendants."""
    yield state
    for action in state.legal_actions():
        yield from theirs_below(state.child(action))


def hold_counts(same: Same) -> None:
    """Check that both trees have equal counts, except that OpenSpiel ignores the order of a player's dice."""
    states = list(theirs_below(pyspiel.load_game(same.theirs).new_initial_state()))
    terminal = sum(state.is_terminal() for state in states)
    chance = sum(state.is_chance_node() for state in states)
    deciding = [state for state in states if state.current_player() >= 0]
    strings = {(state.current_player(), state.information_state_string()) for state in deciding}
    found = tree(same.compiled.program)
    assert (found.decision, found.chance, found.terminal) == (len(deciding), chance, terminal)
    thrown, faces = int(same.options["dice"]), int(same.options["faces"])
    sorted_throws = comb(faces + thrown - 1, thrown)
    assert found.information_states * sorted_throws == len(strings) * faces**thrown


def in_step(same: Same, shown: Shown, state: Any) -> Iterator[tuple[Shown, Any]]:
    """Yield each decision of our tree, together with OpenSpiel's state after the same history.

    On the way, the players, the options and the returns of both programs are compared.
    """
    game = shown.game
    if game.over:
        assert game.result is not None
        assert list(same.returns(game.result)) == state.returns()
        return
    if game.chance is not None:
        ours = {outcome: same.outcome(shown.stream, outcome) for outcome in game.chance.outcomes}
    else:
        yield shown, state
        assert game.player == state.current_player()
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        said = [same.actions(shown, option)[0] for option in game.options]
        assert len(set(said)) == len(said)
        ours = {option: names[name] for option, name in zip(game.options, said, strict=True)}
    assert sorted(ours.values()) == state.legal_actions()
    for move, action in ours.items():
        after = game.clone()
        (after.settle if game.chance is not None else after.apply)(move)
        yield from in_step(same, Shown(after, shown.words), state.child(action))


def one_to_one(pairs: set[tuple[Hashable, Hashable]]) -> bool:
    """Return whether the pairs form a one-to-one relation."""
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def hold_states(same: Same) -> None:
    """Check that the information state of a player contains exactly that player's dice and all bids."""
    ours: set[tuple[Hashable, Hashable]] = set()
    theirs: set[tuple[Hashable, Hashable]] = set()
    directly: set[tuple[Hashable, Hashable]] = set()
    thrown, at = int(same.options["dice"]), place(same.compiled, "die")
    start = pyspiel.load_game(same.theirs).new_initial_state()
    for shown, state in in_step(same, same.begun(record=True), start):
        game = shown.game
        assert game.record is not None
        bids = tuple(event.values for event in game.record.events if isinstance(event, Decided))
        for player in range(same.players):
            own = tuple(game.position[at + player * thrown :][:thrown])
            told, string = game.information_state(player), state.information_state_string(player)
            ours.add(((player, told), (player, own, bids)))
            theirs.add(((player, string), (player, tuple(sorted(own)), bids)))
            directly.add(((player, told), (player, string)))
    assert one_to_one(ours)
    assert one_to_one(theirs)
    assert one_to_one(directly) == (thrown == 1)


@pytest.mark.parametrize("same", SMALL, ids=lambda same: same.theirs)
def test_the_trees_are_as_large(same: Same) -> None:
    """Both trees have equally many decisions, throws and ends.

    They have equally many information states, too, if the order of a player's dice is ignored.
    """
    hold_counts(same)


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", LARGE, ids=lambda same: same.theirs)
def test_large_trees_are_as_large(same: Same) -> None:
    """The trees have equal counts with one die of six faces for each player."""
    hold_counts(same)


@pytest.mark.parametrize("same", SMALL, ids=lambda same: same.theirs)
def test_information_states_are_one_to_one(same: Same) -> None:
    """In whole trees, information states correspond one-to-one, and options and returns are equal.

    The only difference is that OpenSpiel shows several dice in sorted order.
    """
    hold_states(same)


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", LARGE, ids=lambda same: same.theirs)
def test_large_information_states_are_one_to_one(same: Same) -> None:
    """Information states correspond one-to-one with one die of six faces for each player."""
    hold_states(same)
