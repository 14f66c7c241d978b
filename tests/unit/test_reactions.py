"""Tests for reactions, which are handlers that stop their event and agendas whose order a player chooses."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec.loader import check, load
from gamespec.program.written import About, read, write
from interpreter.answers import Answers
from interpreter.cli.write.pages import page
from interpreter.contract import hold
from interpreter.perft import histories
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

SHIELDS = """
language: 1
game: shields
title: Shields
players: 2
enums: {guard: [nothing, shield, mirror]}
variables:
  holds: {per: player, type: guard, start: nothing}
  life: {per: player, type: 0..9, start: 6}
  hit: {per: player, type: 0..9}
  missed: {per: player, type: 0..9}
events:
  attacked: {with: {victim: player, n: 1..4}}
agendas:
  answers: {length: 4}
handlers:
  shields:
    event: attacked
    when: holds[victim] == shield
    do: [{set: {"holds[victim]": nothing}}, {stop: event}]
  mirrors:
    event: attacked
    when: holds[victim] == mirror
    do:
      - set: {"holds[victim]": nothing}
      - {announce: attacked, with: {victim: left(victim), n: n}, later: answers}
      - stop: event
  hits: {event: attacked, do: [{set: {"life[victim]": "max(0, life[victim] - n)"}}]}
actions:
  attack:
    do:
      - announce: attacked
        with: {victim: left(me), n: 2}
        then: [{set: {"hit[me]": "hit[me] + 1"}}]
        otherwise: [{set: {"missed[me]": "missed[me] + 1"}}]
      - resolve: answers
  raise:
    when: holds[me] == nothing
    with: {g: {from: "{shield, mirror}"}}
    do: [{set: {"holds[me]": g}}]
phases:
  play:
    turns: clockwise
    do: [{offer: [attack, raise]}]
end:
  dead: {when: "any(p in players: life[p] == 0)", winner: "the(p in players: life[p] > 0)"}
limit: {decisions: 8, then: draw}
"""

THREE = """
language: 1
game: three
title: Three triggers
players: 2
variables:
  n: {type: 0..99, start: 1}
events:
  added: {with: {k: 1..5}, label: "add {k}"}
  doubled: {}
  squared: {with: {who: player?}}
agendas:
  todo: {length: 5, next: chosen, prompt: What comes next?}
handlers:
  add: {event: added, do: [{set: {n: n + k}}]}
  double: {event: doubled, do: [{set: {n: 2 * n}}]}
  square: {event: squared, do: [{set: {n: n * n}}]}
phases:
  play:
    turns: clockwise
    do:
      - {announce: added, with: {k: 3}, later: todo}
      - {announce: doubled, later: todo}
      - {announce: squared, with: {who: none}, later: todo}
      - {resolve: todo}
      - {stop: phase}
limit: {decisions: 9, then: draw}
"""


def played(game: Named, *labels: str) -> Named:
    """For each label in turn, answer with the option that has this label; then return the game."""
    for label in labels:
        game.apply(next(o for o in game.options if game.text(o) == label))
    return game


@pytest.mark.parametrize(
    ("labels", "life", "hit", "missed"),
    [
        (["attack"], [6, 4], [1, 0], [0, 0]),
        # A shield stops the attack, which has no effect and counts as missed for the attacker.
        (["raise shield", "attack"], [6, 6], [0, 0], [0, 1]),
        # A mirror stops the attack too, and sends another attack back.
        (["raise mirror", "attack"], [6, 4], [0, 0], [0, 1]),
        # The second mirror sends the attack back again, and it hits because the first mirror is used up.
        (["raise mirror", "raise mirror", "attack"], [6, 4], [0, 0], [1, 0]),
        (["raise mirror", "raise shield", "attack"], [6, 6], [0, 0], [1, 0]),
    ],
)
def test_an_attack_is_stopped_or_thrown_back(
    game_of: Callable[[str], Spec], labels: list[str], life: list[int], hit: list[int], missed: list[int]
) -> None:
    """Handlers after the one that stops the event do not run.

    If the event was stopped, the announcing step runs `otherwise`; if not, it runs `then`.
    """
    game = played(Named(game_of(SHIELDS)), *labels)
    assert [game.held(name) for name in ("life", "hit", "missed")] == [life, hit, missed]
    assert game.held("holds") == [0, 0] or len(labels) == 1 or labels[0] == "raise mirror"
    assert not any(game.position[game.program.layout.frames :][5:]), "no local is left behind"


def test_the_shields_are_counted(game_of: Callable[[str], Spec]) -> None:
    """The number of histories agrees with a count by hand.

    A player without a guard has three options, an attack and two guards; a player with a guard has one. An
    attack uses up the victim's guard, and nobody dies within four plies. If nobody holds a guard, two plies
    have 3 * 3 = 9 histories. If the opponent holds one, they have 3 after an attack and 1 after each of two
    guards, which makes 5.

    Of three plies, 9 histories begin with an attack, after which nobody holds a guard. Each of the two guards
    is followed by 5. That makes 9 + 2 * 5 = 19.

    Of four plies, 19 histories begin with an attack, as before. After either guard, the opponent may attack,
    so that nobody holds a guard, which makes 9. Or the opponent raises one of two guards; then an attack is
    the only option, and 3 options follow, which makes 2 * 3. Each guard is therefore followed by 15
    histories, and 19 + 2 * 15 = 49.
    """
    spec = game_of(SHIELDS)
    assert histories(spec.compiled().program, 4) == [3, 9, 19, 49]
    hold(spec.compiled(), range(20))


STOPS = """
  first:
    event: attacked
    do:
      - for: {i: 1..4}
        do:
          - if: i == n
            then: [{stop: event}]
          - set: {"hit[victim]": "hit[victim] + 1"}
"""


def test_an_event_is_stopped_out_of_a_loop(game_of: Callable[[str], Spec]) -> None:
    """A handler can stop its event from inside a loop, and its earlier steps keep their effect."""
    spec = game_of(SHIELDS.replace("handlers:\n", f"handlers:{STOPS}"))
    game = played(Named(spec), "attack")
    # i = 1 counts one hit. i = 2 = n stops the event, so no life is lost and the attack counts as missed.
    assert (game.held("life"), game.held("hit"), game.held("missed")) == ([6, 6], [0, 1], [1, 0])


ASKING = SHIELDS.replace("  mirrors:\n", "  mirror:\n").replace(
    'do: [{set: {"holds[victim]": nothing}}, {stop: event}]',
    """do:
      - choose: {use: {from: "{false, true}"}}
        by: victim
      - if: use
        then: [{set: {"holds[victim]": nothing}}, {stop: event}]""",
)


def test_who_reacts_may_be_asked(game_of: Callable[[str], Spec]) -> None:
    """A handler can ask a player whether to stop its event, and `me` is restored afterwards."""
    game = played(Named(game_of(ASKING)), "raise shield", "attack")
    assert game.decision is not None
    assert game.decision.player == 0
    played(game, "false")
    assert (game.held("life"), game.held("hit"), game.held("missed")) == ([4, 6], [0, 1], [0, 0])
    other = played(Named(game_of(ASKING)), "raise shield", "attack", "true")
    assert (other.held("life"), other.held("hit"), other.held("missed")) == ([6, 6], [0, 0], [0, 1])


def test_nothing_stops_it(game_of: Callable[[str], Spec]) -> None:
    """If no handler stops the event, or the event has no handlers, `then` runs."""
    alone = SHIELDS[: SHIELDS.index("handlers:")] + SHIELDS[SHIELDS.index("actions:") :]
    game = played(Named(game_of(alone)), "attack")
    assert (game.held("hit"), game.held("missed")) == ([1, 0], [0, 0])


AFTER = {"add 3": lambda n: n + 3, "doubled": lambda n: 2 * n, "squared none": lambda n: n * n}


def test_what_waits_is_handled_in_any_order(game_of: Callable[[str], Spec]) -> None:
    """Three waiting events can be handled in 3! orders, and the last event is handled without a question."""
    spec = game_of(THREE)
    assert histories(spec.compiled().program, 3) == [3, 6, 0]
    ends = set()
    for order in permutations(AFTER):
        game = Named(spec)
        assert game.words.prompt(game) == "What comes next?"
        played(game, *order[:2])
        n = 1
        for label in order:
            n = AFTER[label](n)
        assert game.held("n") == [n]
        assert game.result is not None
        ends.add(n)
    # Add, double, square: 8 * 8 = 64. Add, square, double: 16 * 2 = 32. Double, add, square: 5 * 5 = 25.
    # Double, square, add: 4 + 3 = 7. Square, add, double: 4 * 2 = 8. Square, double, add: 2 + 3 = 5.
    assert ends == {64, 32, 25, 7, 8, 5}
    hold(spec.compiled(), range(12))


def test_numbers_are_those_of_the_values(game_of: Callable[[str], Spec]) -> None:
    """The number of an option depends only on the event and its arguments, not on the position."""
    spec = game_of(THREE)
    game = Named(spec)
    # `add` has five values, of which 3 is the third. Then comes `doubled`, then `squared` with p1, p2 and
    # none.
    assert [option.number for option in game.options] == [2, 5, 8]
    assert [option.number for option in played(game, "add 3").options] == [5, 8]


def test_what_is_alike_is_offered_once(game_of: Callable[[str], Spec]) -> None:
    """Waiting events with equal arguments are offered as a single option, which saves questions."""
    again = "- {announce: added, with: {k: 3}, later: todo}\n      - {announce: doubled"
    twice = THREE.replace("- {announce: doubled", again)
    game = Named(game_of(twice))
    assert [game.text(option) for option in game.options] == ["add 3", "doubled", "squared none"]
    # The events a, a, d and s have 4! / 2! = 12 orders, but equal events are handled without a question. The
    # first question has 3 options. If a is handled first, a, d and s remain, which are 3 options. If d or s
    # is first, a, a and the other remain, which are 2 options each. That makes 3 + 2 + 2 = 7. Next, a and a
    # leave 2 options, and so do a and d, and a and s, which makes 6. d and a leave 2, and d and s leave none.
    # The sequences that begin with s are like those with d, so 6 + 2 + 2 = 10.
    assert histories(game.program, 3) == [3, 7, 10]


BY = THREE.replace("next: chosen,", "next: chosen, by: left(me),").replace(
    "{n: 2 * n}", "{n: 10 * number(me)}"
)


def test_somebody_else_chooses(game_of: Callable[[str], Spec]) -> None:
    """`by` says who chooses the next event; in handlers, `me` is still the player who resolves the agenda."""
    game = Named(game_of(BY))
    assert game.decision is not None
    assert game.decision.player == 1
    played(game, "squared none", "doubled")
    # 1 squared is 1, `double` makes it 10 because `me` is the first player, and the last event adds 3.
    assert game.held("n") == [13]


def test_who_chooses_is_asked_each_time(game_of: Callable[[str], Spec]) -> None:
    """`by` is evaluated again before each question."""
    text = THREE.replace("next: chosen,", 'next: chosen, by: "seat(1) if n == 1 else seat(2)",')
    game = Named(game_of(text))
    assert game.decision is not None
    assert game.decision.player == 0
    played(game, "add 3")
    assert game.decision is not None
    assert game.decision.player == 1


def test_answers_have_names(game_of: Callable[[str], Spec]) -> None:
    """An answer to `resolve` names the resolving step, the event and its arguments."""
    spec = game_of(THREE)
    game, answers = Named(spec), Answers(spec.compiled())
    assert game.decision is not None
    told = [answers.of(game.decision, option) for option in game.options]
    assert [(a.site, str(a)) for a in told] == [
        ("phase play: resolve", "added k=3"),
        ("phase play: resolve", "doubled"),
        ("phase play: resolve", "squared who=none"),
    ]
    assert [answers.option(game, answer) for answer in told] == list(game.options)


SCENARIO = """
language: 1
scenarios:
  - id: order
    title: In the order that was chosen
    when: [{squared: {}}, {added: {k: 3}}]
    then: [n == 8]
  - id: named
    title: A copy of the agenda
    given: [GIVEN]
    when: [doubled, {added: {k: 1}}]
    then: [n == 3, {offered: {added: {k: 3}}}, {refused: {added: {k: 1}}}]
"""


def test_scenarios_answer_by_event(game_of: Callable[[str], Spec], tmp_path: Path) -> None:
    """Scenarios name their answers by event, even if additional events are waiting."""
    spec = game_of(THREE)
    (tmp_path / "scenarios").mkdir()
    text = SCENARIO.replace("GIVEN", "{announce: added, with: {k: 1}, later: todo}")
    (tmp_path / "scenarios" / "one.yaml").write_text(text, encoding="utf-8")
    scenarios, found = load_scenarios(spec)
    assert not found
    assert [run_scenario(spec, scenario).report for scenario in scenarios] == ["", ""]


UNASKED = THREE.replace("next: chosen, prompt: What comes next?", "next: newest")
MISTAKES = [
    # `stop: event` occurs outside a handler.
    (SHIELDS, "- resolve: answers", "- stop: event", "GS402", "there is no event to stop here"),
    (SHIELDS, "[{offer: [attack, raise]}]", "[{stop: event}]", "GS402", "there is no event to stop here"),
    (
        SHIELDS,
        "actions:",
        "procedures: {p: {do: [{stop: event}]}}\nactions:",
        "GS402",
        "there is no event to stop here",
    ),
    # Waiting events are handled after the announcing step has ended.
    (
        SHIELDS,
        "n: n}, later: answers}",
        "n: n}, later: answers, otherwise: []}",
        "GS127",
        "`later` and `otherwise` exclude each other in an `announce` step",
    ),
    (SHIELDS, "        otherwise: [{set", "        # [{set", "GS121", None),
    (
        SHIELDS,
        "- resolve: answers",
        "- {while: false, id: event, do: []}",
        "GS202",
        "`event` is a reserved word of `stop`",
    ),
    # Each of these agendas has an incorrect declaration of who chooses the next event.
    (
        THREE,
        "next: chosen, ",
        "",
        "GS402",
        "nobody chooses the next event on `todo`: it is always the newest",
    ),
    (THREE, "next: chosen, prompt: What comes next?", "by: me", "GS402", None),
    (
        THREE,
        "next: chosen,",
        "next: chosen, seen_by: nobody,",
        "GS402",
        "the player who chooses the next event sees the events that wait on `todo`",
    ),
    (THREE, "next: chosen,", "next: choosen,", "GS123", None),
    (THREE, "next: chosen,", "next: chosen, by: players,", "GS302", None),
    (THREE, "turns: clockwise\n", "\n", "GS206", "it is nobody's turn here: say who chooses the next event"),
    (THREE, "{n: 2 * n}}", "{n: 2 * n}}, {resolve: todo}", "GS204", None),
    (THREE, "k: 1..5}", "k: list of player}", "GS302", None),
    (THREE, "add {k}", "add {j}", "GS201", "unknown name `j`"),
    (
        THREE.replace("next: chosen, prompt: What comes next?", "next: newest"),
        "add {k}",
        "add {j}",
        "GS201",
        None,
    ),
]


@pytest.mark.parametrize(("game", "old", "new", "code", "message"), MISTAKES)
def test_mistakes(  # noqa: PLR0913 - a game, what is changed in it, and what is told
    tmp_path: Path, game: str, old: str, new: str, code: str, message: str | None
) -> None:
    """Mistakes in reactions are reported with the expected code and message."""
    assert old in game
    path = tmp_path / "game.yaml"
    path.write_text(game.replace(old, new, 1), encoding="utf-8")
    found = [d for d in check(path).diagnostics if d.severity == "error"]
    assert {d.code for d in found} == {code}
    assert message is None or message in {d.message for d in found}


def test_nothing_is_chosen_in_a_trial(tmp_path: Path) -> None:
    """The steps of an action with `keeps` must not resolve an agenda from which a player chooses."""
    text = THREE.replace("      - {resolve: todo}\n", "      - {offer: [go]}\n")
    text = text.replace("phases:\n", "actions: {go: {keeps: n < 99, do: [{resolve: todo}]}}\nphases:\n")
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    found = [d for d in check(path).diagnostics if d.severity == "error"]
    assert [(d.code, d.message) for d in found] == [
        ("GS402", "nothing can be decided or drawn before `keeps` is evaluated")
    ]


def test_a_trial_may_stop_an_event(tmp_path: Path) -> None:
    """The steps of an action with `keeps` may stop an event, because that does not leave the trial."""
    path = tmp_path / "game.yaml"
    keeps = '  attack:\n    keeps: "hit[me] > 0 or holds[me] == nothing"\n'
    text = SHIELDS.replace("  attack:\n", keeps).replace("    when: holds[me] == nothing\n", "")
    path.write_text(text, encoding="utf-8")
    spec = load(path)
    game = played(Named(spec), "raise shield", "raise shield")
    # An attack by a player with a guard would miss, so only another guard is offered.
    assert [game.text(option) for option in game.options] == ["raise shield", "raise mirror"]


@pytest.mark.parametrize("game", [SHIELDS, THREE])
def test_a_program_that_is_read_plays_as_well(game_of: Callable[[str], Spec], game: str) -> None:
    """A program with reactions plays the same after it has been written and read back."""
    spec = game_of(game)
    program = spec.compiled().program
    text = write(program, About("reactions", {}, "0" * 64))
    again = read(text)
    assert write(again.program, again.about) == text
    assert histories(again.program, 3) == histories(program, 3)


def test_the_page_says_who_chooses(game_of: Callable[[str], Spec]) -> None:
    """The page of a game shows the agenda's prompt, who chooses, and the labels of the events."""
    spec = game_of(BY)
    text = page(spec, spec.compiled(), "en")
    assert "What comes next? Offers what waits on `todo` (asked: `left(me)`)" in text
    assert "**added**: add *k*" in text


UNSEEN = """
language: 1
game: unseen
title: Unseen
players: 2
components:
  card: {attributes: {rank: 1..3}, all: {rank: 1..3}, start: deck}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  pile: {of: card, ordered: true}
events:
  asked: {with: {c: card}, label: "{c.rank}"}
agendas:
  todo: {length: 3, next: chosen, by: BY}
handlers:
  show: {event: asked, do: [{move: c, to: pile}]}
setup:
  - shuffle: deck
  - {move: "deck", to: "hand[seat(1)]"}
phases:
  play:
    do:
      - for: {c: "hand[seat(1)]"}
        do: [{announce: asked, with: {c: c}, later: todo}]
      - {resolve: todo}
limit: {decisions: 9, then: draw}
"""


@pytest.mark.parametrize(
    ("by", "labels", "ends"),
    [
        # The owner of the hand knows the cards, so there are 3! orders. The last card is handled without a
        # question.
        ("seat(1)", ["1", "2", "3"], [3, 6]),
        # The other player does not know the cards, so the only option is some card of the hand, and nobody is
        # asked. Chance decides which card it is, first among 3, then among 2.
        ("seat(2)", [], [3, 6]),
    ],
)
def test_what_is_not_known_is_chosen_by_its_place(
    game_of: Callable[[str], Spec], by: str, labels: list[str], ends: list[int]
) -> None:
    """If a player chooses among unseen cards of another hand, chance decides which card is chosen."""
    spec = game_of(UNSEEN.replace("BY", by))
    game = Named(spec)
    assert [game.text(option) for option in game.options] == labels
    assert histories(spec.compiled().program, 2) == ends
    hold(spec.compiled(), range(6))
