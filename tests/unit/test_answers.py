"""Tests for answers given by name, which identify their options and remain valid after unrelated edits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from interpreter import Game
from interpreter.answers import Answer, Answers, Unfit
from interpreter.contract import choose_at_random
from interpreter.replay import Diverged, play_back

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.compile import Compiled

    GameOf = Callable[[str], Spec]

# The game has choices of every sort: interchangeable components, sets of components, none, numbers, truth
# values, names and cells. Two of its steps have the same name, and some of its answers are secret.
MARKET = """
    players: 2
    enums:
      good: [wine, salt]
    components:
      card:
        attributes: {worth: 1..4}
        rows:
          - {id: a, worth: 1}
          - {id: b, worth: 2}
          - {id: c, worth: 3}
          - {id: d, worth: 3}
          - {id: e, worth: 2}
          - {id: f, worth: 3}
        start: table
      cube: {attributes: {good: good}, all: {good: good}, copies: 3, start: heap}
    spaces:
      board: {grid: [2, 2]}
    zones:
      table: {of: card}
      taken: {of: card, per: player}
      heap: {of: cube}
      own: {of: cube, per: player}
    variables:
      wish: {type: "good?"}
      hot: {type: bool}
      spot: {type: "board?"}
      bid: {per: player, type: 0..5}
    actions:
      bid_some:
        with: {n: {from: 0..3}}
        do: [{set: {"bid[me]": n}}]
      fetch:
        label: "fetch {x}"
        with: {x: {from: heap}}
        do: [{move: x, to: "own[me]"}]
      give_back:
        with: {some: {from: "own[me]", count: 1..2}}
        do: [{move: some, to: heap}]
      mark:
        with: {where_to: {from: board}, warm: {from: "map(i in 0..1: i == 1)"}}
        do: [{set: {spot: where_to, hot: warm}}]
      rest: {}
    procedures:
      finish:
        do:
          - choose: {g: {from: good, optional: true}}
          - set: {wish: g}
    phases:
      auction:
        do: [{offer: [bid_some], by: players}]
      play:
        turns: clockwise
        until: empty(table)
        do:
          - offer: [fetch, give_back, rest]
          - offer: [mark, rest]
          - choose: {which: {from: table}}
          - {move: which, to: "taken[me]"}
          - run: finish
"""

EDITS = {
    "a comment": ("players: 2", "players: 2 # at least for now"),
    "a label": ('label: "fetch {x}"', 'label: "take {x} from the heap"'),
    "keys in another order": (
        'do: [{move: x, to: "own[me]"}]',
        'do: [{to: "own[me]", move: x}]',
    ),
    "a value before the others": ("good: [wine, salt]", "good: [silk, wine, salt]"),
    "more numbers to choose": ("with: {n: {from: 0..3}}", "with: {n: {from: 0..5}}"),
    "an action before the others": (
        "      bid_some:\n",
        "      pause: {do: [{set: {hot: false}}]}\n      bid_some:\n",
    ),
    "an action more on offer": ("[mark, rest]", "[bid_some, mark, rest]"),
    "a component at the end": ("{id: f, worth: 3}", "{id: f, worth: 3}\n          - {id: g, worth: 4}"),
    "an option": ("    enums:\n", "    options: {quick: {type: bool, default: false}}\n    enums:\n"),
    "another step that asks": (
        "          - offer: [fetch,",
        "          - if: size(heap) < 0\n            then: [{offer: [bid_some]}]\n          - offer: [fetch,",
    ),
    "a phase before": (
        "      auction:\n",
        "      dawn: {do: [{set: {hot: true}}]}\n      auction:\n",
    ),
}


@pytest.fixture
def market(game_of: GameOf) -> Compiled:
    """Return the compiled market game."""
    return game_of(MARKET).compiled()


def answers_of(made: Compiled, seed: int) -> tuple[Answer, ...]:
    """Return the answers given in a random game with this seed."""
    game, known, given = Game(made.program, seed), Answers(made), list[Answer]()
    while (decision := game.decision) is not None:
        option = choose_at_random(game, seed, len(given))
        given.append(known.of(decision, option))
        game.play(option)
    return tuple(given)


def test_every_option_is_found_by_its_name(market: Compiled) -> None:
    """At each decision, every option has its own name, and looking up the name returns the option."""
    known, actions = Answers(market), set[str]()
    for seed in range(5):
        game = Game(market.program, seed)
        step = 0
        while (decision := game.decision) is not None:
            named = [known.of(decision, option) for option in game.options]
            assert len({str(answer) for answer in named}) == len(named)
            assert [known.option(game, answer) for answer in named] == list(game.options)
            actions |= {answer.action for answer in named}
            game.play(choose_at_random(game, seed, step))
            step += 1
    assert actions == {"bid_some", "fetch", "give_back", "rest", "mark", "choose_which", "choose_g"}


def test_what_answers_say(market: Compiled) -> None:
    """Answers name seats, sites, actions and values in the terms of the language.

    If several steps have the same name, all but the first carry a number. Two steps of the phase offer
    `rest`, so the second is called `offer#2`, but only the second of them offers `mark`.
    """
    game, known = Game(market.program), Answers(market)

    def take(said: str) -> Answer:
        decision = game.decision
        assert decision is not None
        found = [option for option in game.options if str(known.of(decision, option)) == said]
        assert len(found) == 1, [str(known.of(decision, option)) for option in game.options]
        answer = known.of(decision, found[0])
        game.apply(found[0])
        return answer

    assert take("bid_some n=3") == Answer("p1", "phase auction: offer", "bid_some", {"n": 3})
    assert take("bid_some n=0") == Answer("p2", "phase auction: offer", "bid_some", {"n": 0})
    assert take("rest") == Answer("p1", "phase play: offer", "rest")
    assert take("rest") == Answer("p1", "phase play: offer#2", "rest")
    assert take("choose_which which=b") == Answer(
        "p1", "phase play: choose_which", "choose_which", {"which": "b"}
    )
    assert take("choose_g g=none") == Answer("p1", "procedure finish: choose_g", "choose_g", {"g": None})
    assert take("fetch x=salt#1").values == {"x": "salt#1"}
    marked = Answer("p2", "phase play: offer", "mark", {"where_to": "b1", "warm": True})
    assert take("mark where_to=b1 warm=true") == marked
    take("choose_which which=a")
    assert take("choose_g g=salt").values == {"g": "salt"}
    take("fetch x=wine#1")
    take("rest")
    take("choose_which which=c")


def test_alike_components_are_named_by_any_of_them(market: Compiled) -> None:
    """An answer may name any of several interchangeable components.

    There are six cubes, three of each good, but only two options. The three cubes of a good stand for the
    same option.
    """
    game, known = Game(market.program), Answers(market)
    for _ in range(2):
        game.apply(game.options[0])
    asked = Answer("p1", "phase play: offer", "fetch", {"x": "salt#1"})
    assert (
        len(
            {
                known.option(game, Answer(asked.player, asked.site, "fetch", {"x": f"salt#{n}"}))
                for n in (1, 2, 3)
            }
        )
        == 1
    )
    game.apply(known.option(game, asked))
    for _ in range(3):
        game.apply(game.options[0])
    for _ in range(4):
        game.apply(game.options[0])
    several = [
        known.option(game, Answer("p1", "phase play: offer", "give_back", {"some": (f"salt#{n}",)}))
        for n in (1, 2, 3)
    ]
    assert len(set(several)) == 1


@pytest.mark.parametrize("edit", EDITS)
def test_answers_outlive_edits(game_of: GameOf, market: Compiled, edit: str) -> None:
    """After an edit that does not affect the questions asked, the answers of random games still fit."""
    before, after = EDITS[edit]
    assert before in MARKET
    games = [answers_of(market, seed) for seed in range(5)]
    edited = game_of(MARKET.replace(before, after)).compiled()
    assert edited.names.spec_hash != market.names.spec_hash
    for seed, answers in enumerate(games):
        assert play_back(edited, seed, answers).answers == answers


def test_numbers_do_not_outlive_an_edit(game_of: GameOf, market: Compiled) -> None:
    """An inserted action shifts the numbers of the options, which is why answers are stored by name."""
    game = Game(market.program)
    edited = game_of(
        MARKET.replace(*EDITS["an action more on offer"]).replace(*EDITS["a value before the others"])
    )
    other = Game(edited.program())
    for _ in range(2):
        game.apply(game.options[0])
        other.apply(other.options[0])
    assert game.options[-1].number != other.options[-1].number


# Maps each edit to its old and new text, a pattern for the first lost answer, and the reason reported.
GONE = {
    "a condition more": (
        ("{x: {from: heap}}", "{x: {from: heap, where: x.good == wine}}"),
        r"p\d fetch x=salt#\d",
        "`x` cannot be salt: `x.good == wine` does not hold\n  `x.good` is salt",
    ),
    "a value less": (
        ("n: {from: 0..3}", "n: {from: 0..2}"),
        r"p\d bid_some n=3",
        "`3` never fits into `0..2`",
    ),
    "another name of an action": (("rest", "pause"), r"p\d rest", "there is no action `rest`"),
    "another name of a value": (
        (
            'n: {from: 0..3}}\n        do: [{set: {"bid[me]": n}}]',
            'm: {from: 0..3}}\n        do: [{set: {"bid[me]": m}}]',
        ),
        r"p1 bid_some n=\d",
        "`bid_some` has no value `n`: it has `m`",
    ),
    "an action less on offer": (
        (
            "[fetch, give_back, rest]\n          - offer: [mark, rest]",
            "[fetch, rest]\n          - offer: [give_back, mark, rest]",
        ),
        r"p\d give_back some=.*",
        "`give_back` is not one of the actions here: `fetch`, `rest`",
    ),
    "an action offered nowhere": (
        ("[fetch, give_back, rest]", "[fetch, rest]"),
        r"p\d give_back some=.*",
        "`give_back` is not one of the actions here: `fetch`, `rest`",
    ),
    "fewer at once": (
        ("count: 1..2", "count: 1..1"),
        r"p\d give_back some=\[.*, .*\]",
        "it is not on offer with these values",
    ),
    "what may not be kept": (
        (
            'do: [{move: x, to: "own[me]"}]',
            'keeps: size(own[me]) < 2\n        do: [{move: x, to: "own[me]"}]',
        ),
        r"p\d fetch x=.*",
        "`fetch` is not possible: after its steps: `size(own[me]) < 2` does not hold",
    ),
    "another seat": (
        ("turns: clockwise", "turns: clockwise\n        first: seat(2)"),
        r"p1 (rest|fetch x=.*)",
        "p2 is asked, not p1",
    ),
    "another step": (
        (
            '          - {move: which, to: "taken[me]"}\n',
            '          - run: finish\n          - {move: which, to: "taken[me]"}\n',
        ),
        r"p2 (rest|fetch x=.*)",
        "p1 is asked, not p2",
    ),
    "steps in another order": (
        (
            "          - offer: [mark, rest]\n          - choose: {which: {from: table}}\n",
            "          - choose: {which: {from: table}}\n          - offer: [mark, rest]\n",
        ),
        r"p1 (rest|mark .*)",
        "what is asked is `phase play: choose_which`, not `phase play: offer",
    ),
    "an end before": (
        ("until: empty(table)", "until: size(table) == 5"),
        r"p2 (rest|fetch x=.*)",
        "the game is over before it",
    ),
}


@pytest.mark.parametrize("edit", GONE)
def test_the_first_answer_that_does_not_fit_is_told(game_of: GameOf, market: Compiled, edit: str) -> None:
    """If an edit makes answers impossible, the first of them is reported together with the reason."""
    (before, after), gone, says = GONE[edit]
    assert before in MARKET
    games = [answers_of(market, seed) for seed in range(40)]
    edited = game_of(MARKET.replace(before, after)).compiled()
    lost = [lost_in(edited, seed, answers) for seed, answers in enumerate(games)]
    assert any(lost)
    for answer, diverged in filter(None, lost):
        assert re.fullmatch(gone, f"{answer.player} {answer}")
        said = f"answer {diverged.step}, `{answer}` of {answer.player}, does not fit: "
        assert str(diverged).startswith(said + says)


def lost_in(edited: Compiled, seed: int, answers: tuple[Answer, ...]) -> tuple[Answer, Diverged] | None:
    """Return the first answer that no longer fits and the error for it, or None if all answers fit."""
    try:
        replayed = play_back(edited, seed, answers)
    except Diverged as diverged:
        played = diverged.replayed.answers
        return (answers[len(played)], diverged) if played == answers[: len(played)] else None
    return None if replayed.answers == answers else pytest.fail("other answers were given")


def test_another_kind_of_value_does_not_fit(market: Compiled) -> None:
    """A value of another type does not fit where a number is expected, nor does a number out of range."""
    game, known = Game(market.program), Answers(market)
    for n in ("3", None, True, (3,), 9, 2**70):
        with pytest.raises(Unfit):
            known.option(game, Answer("p1", "phase auction: offer", "bid_some", {"n": n}))
    with pytest.raises(Unfit, match="say which `n`"):
        known.option(game, Answer("p1", "phase auction: offer", "bid_some"))


def test_a_copy_alone_and_copies(game_of: GameOf) -> None:
    """A component `a` is renamed `a#1` once it has copies, and answers with either name fit either game."""
    text = """
        players: 2
        components:
          card: {attributes: {worth: 1..3}, rows: [{id: a, worth: 1}, {id: b, worth: 2}], start: table}
        zones:
          table: {of: card}
          taken: {of: card}
        phases:
          play:
            turns: clockwise
            until: empty(table)
            do: [{choose: {which: {from: table}}}, {move: which, to: taken}]
    """
    more = text.replace("start: table}", "start: table, copies: 2}")
    one, two = game_of(text).compiled(), game_of(more).compiled()
    alone, copied = answers_of(one, 1), answers_of(two, 1)
    assert {answer.values["which"] for answer in alone} == {"a", "b"}
    assert [a.values["which"] for a in play_back(two, 1, alone).answers] == [
        f"{a.values['which']}#1" for a in alone
    ]
    first = copied[:1]
    assert str(first[0].values["which"]).endswith("#1")
    assert [a.values["which"] for a in play_back(one, 1, first).answers] == [
        str(first[0].values["which"])[:1]
    ]
