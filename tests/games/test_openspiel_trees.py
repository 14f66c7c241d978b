"""Whole trees of liar's dice, held against OpenSpiel's: histories, ends and information states.

A state of OpenSpiel's shows a player the own dice, sorted, and all bids. So with two dice each it forgets
which of them was thrown first, which ours tell. Otherwise the information states are one to one, of who
decides and of who doesn't. Nothing is compared at the end, where ours have shown all dice.
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
    """A state of OpenSpiel's and all that can come of it."""
    yield state
    for action in state.legal_actions():
        yield from theirs_below(state.child(action))


def hold_counts(same: Same) -> None:
    """Count both trees, each by itself."""
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
    """Each decision of our tree with the one of theirs that the same history leads to.

    On the way the players and the options of both are compared, and at the ends what is won.
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
    """Whether each first belongs to one second, and each second to one first."""
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def hold_states(same: Same) -> None:
    """Compare what each player is shown at each decision: the own dice, and the bids."""
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
    """They have as many decisions, throws, ends and, but for the order of dice, information states."""
    hold_counts(same)


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", LARGE, ids=lambda same: same.theirs)
def test_large_trees_are_as_large(same: Same) -> None:
    """So have those of a die each of six faces."""
    hold_counts(same)


@pytest.mark.parametrize("same", SMALL, ids=lambda same: same.theirs)
def test_information_states_are_one_to_one(same: Same) -> None:
    """In whole trees, with the same options and returns, a player is shown the same in ours as in theirs.

    With several dice theirs shows them sorted, and that is all the difference.
    """
    hold_states(same)


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", LARGE, ids=lambda same: same.theirs)
def test_large_information_states_are_one_to_one(same: Same) -> None:
    """So it is in a large one."""
    hold_states(same)
