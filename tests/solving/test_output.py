"""What is printed of an equilibrium, and its JSON."""

from __future__ import annotations

import pytest

import gamespec
from interpreter.cli.common.boundary import Stop
from interpreter.cli.measure.equilibrium import data_of, found, mixed, print_equilibrium, status_of


def test_kuhn_poker(capsys: pytest.CaptureFixture[str]) -> None:
    """The text has the values and where players mix, each set by what its player knows and others do not.

    In an equilibrium of Kuhn poker, player 2 mixes with a jack after a check, and with a queen after a bet.
    """
    made = gamespec.load("kuhn-poker").compiled()
    of = found(made, within=1e-5)
    count, some = mixed(made, of)
    assert count == len(some)
    second = {each.known: each.options for each in some if each.player == 1}
    assert second == {
        ("jack goes from deck to p2's hand", "p1: check"): pytest.approx(
            {"check": 2 / 3, "bet": 1 / 3}, abs=0.01
        ),
        ("queen goes from deck to p2's hand", "p1: bet"): pytest.approx(
            {"fold": 2 / 3, "call": 1 / 3}, abs=0.01
        ),
    }
    assert [each.reached for each in some] == sorted((each.reached for each in some), reverse=True)
    print_equilibrium(made, of, 2)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "58 nodes in the tree, 12 information sets"
    assert lines[3].startswith("p1  -0.0556  -0.0556 to -0.055")
    assert lines[-1] == f"… and {count - 2} that fewer games reach"
    assert status_of(of) == 0


def test_json() -> None:
    """The JSON has the numbers of the equilibrium, and at most as many information sets as wanted."""
    made = gamespec.load("goofspiel").compiled(2, {"cards": 2})
    of = found(made)
    data = data_of(made, of, 0)
    assert data["reward"] == "places"
    assert data["mixed"] == []
    assert data["values"] == pytest.approx([0, 0], abs=1e-3)
    assert data["exploitability"] <= 1e-3
    assert data["information_sets"] == [len(sets) for sets in of.sequences.sets]


def test_a_refusal_ends_the_command() -> None:
    """A game that is not solved ends the command, with the reason and a cure."""
    with pytest.raises(Stop, match="for two players, and here are 3") as stopped:
        found(gamespec.load("goofspiel").compiled(3))
    assert stopped.value.cure == "play with two, if the rules allow it: `--players 2`"
