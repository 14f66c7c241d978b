"""Tests for looking ahead with `can` and `in_a_row`, and for the conditions `keeps` and `most`.

`can` tells whether a player could take an action now, and `in_a_row` how often in succession.
"""

from __future__ import annotations

import hashlib
import json
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from chances import by_draws, by_outcomes
from inside import Named

from gamespec import load
from gamespec.compile import Compiled
from gamespec.loader import check
from gamespec.program.forms import Malformed
from gamespec.program.written import About, read, write
from interpreter import Fault
from interpreter.contract import hold
from interpreter.scenario import load_scenarios, run_scenario
from interpreter.words import why

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

    GameOf = Callable[[str], Spec]

HOPS = """
    players: 2
    spaces: {row: {track: 9}}
    variables:
      stone: {per: row, type: bool}
      at: {per: player, type: row, start: "cell(row, 1)"}
      found: {type: 0..40}
      able: {per: player, type: bool}
    actions:
      hop:          # over a stone, which is taken
        with: {way: {from: row.direction}}
        when: found < 40
        keeps: at[me] != cell(row, 9)
        do:
          - let: {over: "step(at[me], way)", to: "step(at[me], way, 2)"}
          - if: over != none and to != none and stone[over] and not stone[to]
            then: [{set: {"stone[over]": false, "at[me]": to}}]
            else: [{set: {"at[me]": "cell(row, 9)"}}]      # no hop: `keeps` forbids it
      stay: {do: []}
"""


def row(game_of: GameOf, stones: str, ask: str, at: int = 1) -> list[int]:
    """Return the value of `ask` for the first player, who stands on cell `at` of a row.

    The row has stones on the cells that `stones` lists.
    """
    return Named(game_of(HOPS + f"""
    setup:
      - for: {{c: "filter(x in row: column(x) in {{{stones}}})"}}
        do: [{{set: {{"stone[c]": true}}}}]
      - set: {{"at[seat(1)]": "cell(row, {at})"}}
      - for: {{p: players}}
        do: [{{run: look, as: p}}]
    procedures:
      look:
        do:
          - set: {{"able[me]": can(hop)}}
          - if: me == seat(1)
            then: [{{set: {{found: "{ask}"}}}}]
    phases: {{play: {{turns: clockwise, do: [{{offer: [stay, hop]}}]}}}}
    """)).held("found")  # fmt: skip


ROWS = {
    # Each case has the cells with stones, the player's cell, and the longest chain of hops, up to 9.
    "none": ("0", 1, 0),
    "one": ("2", 1, 1),
    "three, one after another": ("2, 4, 6", 1, 3),
    "a gap": ("2, 6", 1, 1),
    "both ways, of which one is longer": ("2, 4, 6, 8", 5, 2),
    "no room behind": ("2, 3", 1, 0),
    "onto the forbidden place": ("8", 7, 0),
}


@pytest.mark.parametrize("case", ROWS)
def test_how_often_in_a_row(game_of: GameOf, case: str) -> None:
    """`in_a_row` finds the longest chain of hops, each of which starts where the previous one ended."""
    stones, at, often = ROWS[case]
    assert row(game_of, stones, "in_a_row(hop, 9)", at) == [often]
    assert row(game_of, stones, "in_a_row(hop, 2)", at) == [min(often, 2)]
    assert row(game_of, stones, "1 if can(hop) else 0", at) == [min(often, 1)]
    assert row(game_of, stones, "1 if can(seat(1): hop) else 0", at) == [min(often, 1)]
    assert row(game_of, stones, "1 if can(seat(1): hop, stay) else 0", at) == [1]


def test_looking_leaves_nothing_behind(game_of: GameOf) -> None:
    """Looking ahead leaves the position unchanged."""
    text = (
        HOPS
        + """
    setup:
      - set: {"stone[cell(row, 2)]": true}
      - if: ASKS
        then: [{set: {found: 3}}]
    phases: {play: {turns: clockwise, do: [{offer: [stay, hop]}]}}
    """
    )
    asks = ("found == 0", '"can(seat(1): hop) and in_a_row(seat(1): hop, 3) == 1"')
    plain, looked = (Named(game_of(text.replace("ASKS", ask))).position for ask in asks)
    assert plain == looked


MOST = """
    players: 2
    variables: {sum: {type: 0..99}, hard: {type: bool}}
    actions:
      take:
        with: {n: {from: 1..4, where: n != 4 or not hard}}
        most: sum if sum < 4 else 2
        do: [{set: {sum: sum + n}}]
      give:
        with: {n: {from: 1..3}}
        most: 5 - n
        do: []
      pass: {do: []}
      double: {do: [{set: {sum: 2 * sum}}]}
    phases: {play: {turns: clockwise, do: [{offer: [OFFER]}]}}
"""


@pytest.mark.parametrize(
    ("offer", "left"),
    [
        # The values of `most` after each option: 1, 2, 3 and 2 for taking 1 to 4, and 4, 3, 2 for giving 1 to
        # 3.
        ("take", ["take 3"]),
        ("give", ["give 1"]),
        ("give, take", ["give 1"]),
        ("take, pass", ["take 3", "pass"]),
        ("double, pass", ["double", "pass"]),
    ],
)
def test_the_options_with_the_most(game_of: GameOf, offer: str, left: list[str]) -> None:
    """Among options with a value of `most`, only those with the greatest value are offered.

    Options of actions without `most` are not affected.
    """
    game = Named(game_of(MOST.replace("OFFER", offer)))
    assert [game.text(option) for option in game.options] == left


def test_several_with_as_much(game_of: GameOf) -> None:
    """If several options share the greatest value of `most`, all of them are offered."""
    game = Named(game_of(MOST.replace("sum if sum < 4 else 2", "min(sum, 2)").replace("OFFER", "take")))
    assert [game.text(option) for option in game.options] == ["take 2", "take 3", "take 4"]


def test_a_game_that_looks_ahead_keeps_the_contract(game_of: GameOf) -> None:
    """Random games whose rules look ahead satisfy the contract that every game must satisfy."""
    spec = game_of(HOPS + """
    setup: [{for: {c: "filter(x in row: column(x) in {2, 4, 5, 7})"}, do: [{set: {"stone[c]": true}}]}]
    phases:
      play:
        turns: clockwise
        until: found == 12
        do:
          - offer: [hop, stay]
          - set: {found: found + 1}
    score: "1 if can(player: hop) else 0"
    """).compiled()  # fmt: skip
    hold(spec, range(4))


def test_what_is_looked_for_is_read(game_of: GameOf) -> None:
    """With explicit chance, looking ahead settles the cards that it reads, with the right probabilities.

    The expected probabilities come from enumerating all draws.
    """
    program = game_of("""
        players: 2
        components: {card: {attributes: {rank: 1..3}, all: {rank: 1..3}, start: deck}}
        zones: {deck: {of: card, ordered: true, seen_by: nobody}, hand: {of: card}}
        variables: {high: {type: bool}, often: {type: 0..9}}
        actions:
          draw:
            when: the(top(deck)).rank > 1
            do: [{move: "top(deck, 1)", to: hand}]
          stop: {do: []}
        setup:
          - shuffle: deck
          - set: {high: "can(seat(1): draw)", often: "in_a_row(seat(2): draw, 2)"}
        phases: {play: {turns: clockwise, until: high, do: [{offer: [draw, stop]}, {set: {high: true}}]}}
    """).program()
    found = by_outcomes(program, 20_000)
    assert sum(found.values()) == 1
    assert found == by_draws(program, 20_000)


@pytest.mark.long("generated")
def test_a_trial_in_a_row_costs(game_of: GameOf) -> None:
    """Looking ahead uses up the budget of work and then raises the fault GS508.

    There are 2 ways at each of 32 steps, which would make 2^32 trials.
    """
    with pytest.raises(Fault) as caught:
        Named(
            game_of("""
            players: 2
            variables: {n: {type: 0..99}, often: {type: 0..32}}
            actions:
              step: {with: {x: {from: 1..2}}, when: n < 31, do: [{set: {n: n + 1}}]}
            setup: [{set: {often: "in_a_row(seat(1): step, 32)"}}]
            phases: {play: {turns: clockwise, do: [{offer: [step], otherwise: []}]}}
        """)
        )
    assert caught.value.code == "GS508"


CIRCLES = {
    "can(go)": {"go": "GS204"},
    "can(other)": {},
    "not can(third)": {"go": "GS204", "third": "GS204"},
    "rule()": {"go": "GS204"},
}


@pytest.mark.parametrize("when", CIRCLES)
def test_no_action_asks_for_itself(tmp_path: Path, when: str) -> None:
    """An action must not depend, directly or indirectly, on whether the action itself can be taken."""
    found = mistakes(tmp_path, when=when, rule="can(me: go)")
    assert [code for code, _ in found] == sorted(CIRCLES[when].values())


def mistakes(folder: Path, **parts: str) -> list[tuple[str, str]]:
    """Return the sorted codes and messages of the errors in a sample game.

    The keyword arguments `parts` replace parts of the game by name.
    """
    part = {
        "when": "n > 0",
        "keeps": "n < 9",
        "rule": "n > 1",
        "asks": "can(go)",
        "do": "",
        "most": "n",
    } | parts
    path = folder / "game.yaml"
    path.write_text(
        dedent(f"""\
        language: 1
        game: sample
        title: Sample
        players: 2
        components: {{card: {{attributes: {{}}, rows: [{{id: a}}, {{id: b}}], start: deck}}}}
        zones: {{deck: {{of: card, ordered: true, seen_by: nobody}}}}
        variables: {{n: {{type: 0..9, start: 1}}, m: {{type: 0..9}}}}
        functions: {{rule: {{is: "{part["rule"]}"}}}}
        actions:
          go: {{when: "{part["when"]}", keeps: "{part["keeps"]}", do: [{{set: {{n: n}}}}{part["do"]}]}}
          other: {{when: m > 3, do: [{{if: can(other), then: []}}]}}
          third: {{when: can(go), most: "{part["most"]}", do: []}}
          handed: {{given: {{x: 0..9}}, when: x > 0, do: []}}
          unseen: {{with: {{c: {{from: deck}}}}, do: []{", most: n" if "unseen" in parts else ""}}}
        phases:
          play:
            turns: clockwise
            do:
              - if: {part["asks"]}
                then: [{{set: {{m: 3}}}}]
              - if: rule()
                then: [{{set: {{m: 2}}}}]
              - offer: [go, other, third, {{handed: {{x: 1}}}}, unseen]
        limit: {{decisions: 10, then: draw}}
        """)
    )
    return sorted((d.code, d.message) for d in check(path).diagnostics if d.severity == "error")


WRONG = {
    "can(goo)": ("GS201", "there is no action `goo`"),
    "can(go, go)": ("GS202", "`go` is named twice"),
    "can(n + 1)": ("GS302", "`can` needs the names of actions"),
    "can()": ("GS305", "`can` takes 1 to 64 arguments, not 0"),
    "can(handed)": (
        "GS305",
        "`handed` takes values from the step that offers it, but no step offers it here",
    ),
    "can(n: go)": ("GS302", ""),
    "can(a: go)": ("GS302", ""),
    "in_a_row(go) > 0": ("GS305", "`in_a_row` takes 2 to 64 arguments, not 1"),
    "in_a_row(go, n) > 0": ("GS306", "this must be known before the game begins"),
    "in_a_row(go, 0) > 0": ("GS304", "0 is not in `1..32`"),
    "in_a_row(go, 33) > 0": ("GS304", "33 is not in `1..32`"),
    "can(go) > 0": ("GS301", ""),
    "size(n: deck) > 1": ("GS125", ""),
    "size(n: deck, deck) > 1": ("GS125", ""),
}


@pytest.mark.parametrize("asks", WRONG)
def test_mistakes(tmp_path: Path, asks: str) -> None:
    """Each incorrect use of `can` and `in_a_row` is reported exactly once."""
    found = mistakes(tmp_path, asks=f'"{asks}"')
    code, message = WRONG[asks]
    assert [c for c, _ in found] == [code]
    assert message in found[0][1]


def test_steps_that_cannot_be_tried(tmp_path: Path) -> None:
    """Steps that are tried for `keeps`, `most` or `in_a_row` must not leave the action early."""
    assert mistakes(tmp_path) == []
    assert [c for c, _ in mistakes(tmp_path, unseen="")] == ["GS209"]
    found = mistakes(tmp_path, do=", {stop: turn}", keeps="n < 9")
    assert [c for c, _ in found] == ["GS311"]
    assert found[0][1] == "this step may leave the action before `keeps` of `go` is evaluated"
    assert [c for c, _ in mistakes(tmp_path, asks="in_a_row(other, 3) > 1")] == ["GS204"]
    assert [c for c, _ in mistakes(tmp_path, asks='"in_a_row(unseen, 3) > 1"')] == []


def test_a_circle_in_a_file_is_refused(game_of: GameOf) -> None:
    """A program file in which an action depends on itself is refused, just as the specification would be."""
    spec = game_of("""
        players: 2
        variables: {n: {type: 0..9}}
        actions:
          go: {when: can(other), do: []}
          other: {when: n < 4, do: [{set: {n: n + 1}}]}
        phases: {play: {turns: clockwise, do: [{offer: [go, other], otherwise: [{stop: phase}]}]}}
    """)
    compiled: Compiled = spec.compiled()
    data = write(compiled.program, About("sample", {}, "0"))
    assert read(data).program.actions[0].when == compiled.program.actions[0].when
    lines = data.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith(b'["actions"'))
    name, actions = json.loads(lines[at])
    actions[1][1] = actions[0][1]  # `other` asks for itself
    lines[at] = json.dumps([name, actions], separators=(",", ":")).encode() + b"\n"
    body = b"".join(lines[:-1])
    lines[-1] = json.dumps(["end", hashlib.sha256(body).hexdigest()], separators=(",", ":")).encode() + b"\n"
    with pytest.raises(Malformed, match="depends on itself"):
        read(b"".join(lines))


SCENARIOS = """\
language: 1
scenarios:
  - id: one
    title: Something is asked
    given: [GIVEN]
    turn: seat(1)
    then: ["can(take) and not can(step) and in_a_row(take, 3) == SEEN"]
"""


@pytest.mark.parametrize(
    ("given", "seen", "fails"),
    [
        ("{set: {sum: 1}}", 3, ""),
        ("{set: {sum: 1}}", 2, "`in_a_row(take, 3)` is 3"),
        ('{if: "can(seat(1): take)", then: [{set: {sum: 1}}]}', 3, "not possible while a position is set up"),
        ("{check: end}", 3, "not possible while a position is set up"),
    ],
)
def test_scenarios(tmp_path: Path, given: str, seen: int, fails: str) -> None:
    """Conditions of a scenario may look ahead, but the steps that set up its position may not."""
    (tmp_path / "game.yaml").write_text(
        "language: 1\ngame: sample\ntitle: Sample\n"
        + dedent(MOST)
        .lstrip()
        .replace("OFFER", "take, step")
        .replace("pass: {do: []}", "step: {when: hard, do: []}")
        + 'end: {over: {when: "not can(seat(1): take)", draw: true}}\nlimit: {decisions: 9, then: draw}\n'
    )
    (tmp_path / "scenarios").mkdir()
    text = SCENARIOS.replace("GIVEN", given).replace("SEEN", str(seen))
    (tmp_path / "scenarios" / "some.yaml").write_text(text)
    spec = load(tmp_path)
    scenarios, _ = load_scenarios(spec)
    told = "\n".join(str(run_scenario(spec, scenario)) for scenario in scenarios)
    assert fails in told


def test_why_says_what_is_against_an_option_after_its_steps(game_of: GameOf) -> None:
    """`why` names a `keeps` that fails, or a `most` that other options exceed, with the values found."""
    game = Named(game_of(MOST.replace("OFFER", "take")))
    assert why(game, "take", {"n": "3"}, game.words) == "it is on offer"
    text = "`take` is not possible: `sum if sum < 4 else 2` is 1 after it, 3 after other options"
    assert why(game, "take", {"n": "1"}, game.words) == text
    hops = Named(game_of(HOPS + """
    phases: {play: {turns: clockwise, do: [{offer: [stay, hop]}]}}
    """))  # fmt: skip
    told = why(hops, "hop", {"way": "forward"}, hops.words)
    assert told.startswith("`hop` is not possible: after its steps: `at[me] != cell(row, 9)` does not hold")
