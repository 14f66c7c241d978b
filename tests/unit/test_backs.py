"""Tests for backs of components, which everybody sees even if a component lies face down."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec.program.written import About, Malformed, read, write
from interpreter import Game
from interpreter.contract import hold
from interpreter.perft import tree
from interpreter.play.observation import Unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

CARDS = """
    enums: {era: [one, two]}
    components:
      card:
        attributes: {era: era, n: 1..3}
        back: [era]
        rows:
          - {id: a1, era: one, n: 1}
          - {id: a2, era: one, n: 2}
          - {id: a3, era: one, n: 3}
          - {id: b1, era: two, n: 1}
        start: deck
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      table: {of: card}
      bag: {of: card, seen_by: nobody}
      sack: {of: card, seen_by: nobody}
"""
A1, A2, A3, B1 = range(4)


def set_up(game_of: Callable[[str], Spec], steps: str, **more: object) -> Named:
    """Return a game after the set-up steps, which `steps` lists one per line."""
    lines = "".join(f"      - {step.strip()}\n" for step in steps.strip().splitlines())
    game = Named(game_of(f"{CARDS}    setup:\n{lines}"), **more)  # type: ignore[arg-type]  # passed on
    game.check()
    return game


def known_to(game: Game, seat: int) -> set[int]:
    """Return the components that a seat knows, where the first seat is 1."""
    return {c for zone in game.observation(seat - 1).zones for c in zone} - {Unknown}


def test_backs_are_seen_where_they_lie(game_of: Callable[[str], Spec]) -> None:
    """In a deck that nobody may look into, everybody sees which back lies in which place."""
    game = set_up(game_of, "{move: b1, to: bag}\n{move: b1, to: deck}")
    seen = game.observation(0)
    assert seen.zones[0] == (Unknown,) * 4
    assert seen.unknown[0] == ((B1,), (A1,), (A1,), (A1,))
    assert game.words.describe(game, 0) == "deck: 1 hidden (back two), 3 hidden (back one)"


@pytest.mark.parametrize(
    ("moved", "known"),
    [
        pytest.param("b1", {A1, A2, B1}, id="no other back there is like it"),
        pytest.param("a1", {B1}, id="it could have been the other one with that back"),
    ],
)
def test_a_hidden_departure(game_of: Callable[[str], Spec], moved: str, known: set[int]) -> None:
    """A component that leaves a bag unseen can be confused only with components that have the same back.

    Two cards in the bag have one back, and `b1` has another.
    """
    steps = """{move: "{a1, a2, b1}", to: table}
               {move: "{a1, a2, b1}", to: bag}"""
    game = set_up(game_of, f"{steps}\n{{move: {moved}, to: sack}}")
    assert known_to(game, 2) == known


def test_which_back_moved_is_shown(game_of: Callable[[str], Spec]) -> None:
    """A player who may look into neither zone sees the back of a moved card, but not which card it is.

    The test checks the information state and the log.
    """
    start = """{move: "{a1, a2, b1}", to: bag}"""
    games = [set_up(game_of, f"{start}\n{{move: {c}, to: sack}}", record=True) for c in ("a1", "a2", "b1")]
    one, other, third = (game.information_state(0) for game in games)
    assert one == other != third
    assert games[0].observation(0) == games[1].observation(0) != games[2].observation(0)
    told = [game.words.event(game.events[3], 0) for game in games]
    assert told == [f"card (back {back}) goes from bag to sack" for back in ("one", "one", "two")]


def test_a_shuffle_shows_the_order_of_backs(game_of: Callable[[str], Spec]) -> None:
    """After a shuffle, every player sees in which place each back lies, but nothing else."""
    found: dict[object, set[object]] = {}
    for seed in range(60):
        game = set_up(game_of, "{shuffle: deck}", seed=seed, record=True)
        seen = game.observation(1)
        place = [back for (back,) in seen.unknown[0]].index(B1)
        assert game.atoms.contents(game.position, 0)[place] == B1
        found.setdefault(game.information_state(1), set()).add(place)
    assert sorted(found.values(), key=str) == [{0}, {1}, {2}, {3}]  # one sequence for each place


def test_explicit_chance_settles_backs(game_of: Callable[[str], Spec]) -> None:
    """With explicit chance, a shuffle is settled until all remaining cards have the same back.

    Of four cards, one has a back of its own. It can come first in 1 way, second in 3 ways, third in 3 · 2
    ways, and last in 3 · 2 · 1 ways, of which the third place leaves nothing open. That makes 1 + 3 + 6 + 6 =
    16 histories. There is a chance node before the first place, after each of 3 first cards and after each of
    3 · 2 first pairs, so there are 1 + 3 + 6 = 10. Each player can tell apart the 4 places that the card may
    have.
    """
    spec = game_of(f"""{CARDS}
    players: 2
    setup: [{{shuffle: deck}}]
    actions: {{pass: {{do: []}}}}
    phases: {{play: {{do: [{{offer: [pass], by: seat(1)}}]}}}}
    """)
    found = tree(spec.program())
    assert (found.chance, found.decision, found.terminal) == (10, 16, 16)
    assert found.information_states == 4


def test_redeals_keep_backs(game_of: Callable[[str], Spec]) -> None:
    """A redeal exchanges only components with the same back.

    All 3! orders of the three alike cards come up, and the fourth card keeps its place.
    """
    game = set_up(game_of, "{shuffle: deck}", seed=3)
    lies = game.atoms.contents(game.position, 0)
    at = lies.index(B1)
    drawn: Counter[tuple[int, ...]] = Counter()
    for seed in range(300):
        other = game.redealt(0, seed)
        other.check()
        order = other.atoms.contents(other.position, 0)
        assert order[at] == B1
        drawn[tuple(c for c in order if c != B1)] += 1
    assert set(drawn) == set(permutations((A1, A2, A3)))
    assert min(drawn.values()) > 25  # 50 of each are expected, with a standard deviation of 6.5


def test_owners_are_on_the_back(game_of: Callable[[str], Spec]) -> None:
    """If a kind is `per: player`, its components show their owner on the back, so everybody sees it."""
    spec = game_of("""
        players: 2
        components:
          spy: {attributes: {n: 1..2}, all: {n: 1..2}, per: player, start: field}
        zones:
          field: {of: spy, ordered: true, seen_by: nobody}
        setup: [{shuffle: field}]
    """)
    assert spec.program().backs == (0, 0, 2, 2)
    game = Named(spec, seed=1)
    assert sorted(game.observation(0).unknown[0]) == [(0,), (0,), (2,), (2,)]
    owners = [game.program.owners[c] for c in game.atoms.contents(game.position, 0)]
    shown = ["of p1" if back == 0 else "of p2" for (back,) in game.observation(1).unknown[0]]
    assert shown == [f"of p{owner + 1}" for owner in owners]


def test_a_kind_with_one_back_has_nothing_to_tell(game_of: Callable[[str], Spec]) -> None:
    """If all components of a kind have the same back, an observation lists no backs for them."""
    text = CARDS.replace("        back: [era]\n", "")
    assert Game(game_of(text).program()).observation(0).unknown == ((), (), (), ())
    same = CARDS.replace("era: two", "era: one").replace("id: b1, era: one, n: 1", "id: b1, era: one, n: 3")
    assert Game(game_of(same).program()).observation(0).unknown == ((), (), (), ())


@pytest.mark.long("contract")
def test_the_contract_holds(game_of: Callable[[str], Spec]) -> None:
    """A game with two different backs satisfies the contract while cards are drawn, passed on and mixed."""
    spec = game_of(f"""{CARDS}      hand: {{of: card, per: player, seen_by: owner}}
    players: 2
    setup:
      - shuffle: deck
    actions:
      draw: {{when: not empty(deck), do: [{{move: "top(deck, 1)", to: "hand[me]"}}]}}
      pass_on: {{with: {{c: {{from: "hand[me]"}}}}, do: [{{move: c, to: "hand[left(me)]"}}]}}
      drop: {{with: {{c: {{from: "hand[me]"}}}}, do: [{{move: c, to: bag}}]}}
      mix: {{when: size(bag) > 1, do: [{{move: bag, to: deck}}, {{shuffle: deck}}]}}
      stay: {{do: []}}
    phases: {{play: {{turns: clockwise, do: [{{offer: [draw, pass_on, drop, mix, stay]}}]}}}}
    limit: {{decisions: 25, then: draw}}
    """)
    assert hold(spec.compiled(), range(25), stride=2).games == 25


def test_a_program_with_other_backs_is_refused(game_of: Callable[[str], Spec]) -> None:
    """A program file is refused if the number of a back is wrong.

    The number must be that of the first component of its kind that has this back.
    """
    compiled = game_of(CARDS).compiled()
    text = write(compiled.program, About("sample", {}, ""))
    assert read(text).program.backs == (A1, A1, A1, B1)
    for backs, said in (((0, 0, 1, 3), "1 is not the first"), ((0, 0, 3, 3), "3 is no earlier component")):
        other = write(_with(compiled.program, backs), About("sample", {}, ""))
        with pytest.raises(Malformed, match=said):
            read(other)


def _with(program: object, backs: tuple[int, ...]) -> object:
    from dataclasses import replace

    return replace(program, backs=backs)  # type: ignore[type-var]  # a program
