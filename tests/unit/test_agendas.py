"""Tests for agendas, which hold events that are handled later, and for the order of these events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named, fault_of

from gamespec.loader import check
from interpreter import Fault
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

GAME = """
language: 1
game: agenda
title: Agenda
players: 2
enums: {{stone: [ruby, onyx]}}
components:
  pawn: {{attributes: {{size: 1..3}}, all: {{size: 1..3}}, start: box}}
zones:
  box: {{of: pawn}}
variables:
  log: {{per: 1..12, type: 0..99}}
  n: {{type: 0..12}}
agendas:
  todo: {{length: {length}, next: {next}}}
events:
  noted: {{with: {{x: 0..9, who: player}}}}
  doubled: {{with: {{x: 0..9}}}}
  shown: {{with: {{c: pawn, s: stone?}}}}
handlers:
  note: {{event: noted, do: [{{set: {{n: n + 1, "log[n]": 10 * number(who) + x}}}}]}}
  double:
    event: doubled
    do:
      - {{announce: noted, with: {{x: x, who: me}}, later: todo}}
      - {{announce: noted, with: {{x: x + 1, who: me}}, later: todo}}
  show: {{event: shown, do: [{{set: {{n: n + 1, "log[n]": c.size + (50 if s == none else 0)}}}}]}}
phases:
  play:
    turns: clockwise
    do:
      - choose: {{k: {{from: 1..2}}}}
{steps}
      - {{resolve: todo}}
      - {{check: end}}
end: {{over: {{when: pending(todo) == 0, winner: me}}}}
limit: {{decisions: 3, then: draw}}
"""
LATER = "      - {{announce: {}, later: todo}}\n"
NOTED, DOUBLED = "noted, with: {x: 1, who: me}", "doubled, with: {x: 4}"
LEFT = "noted, with: {x: 2, who: left(me)}"


def later(*events: str) -> str:
    """Return steps that announce each of the events for the agenda `todo`."""
    return "".join(LATER.format(event) for event in events)


@pytest.mark.parametrize(
    ("order", "log"),
    [
        # The newest event comes first, so the order is 2 of p2, the doubled 4 as 5 and then as 4, and 1.
        ("newest", [22, 15, 14, 11]),
        # The oldest event comes first, so the events that doubling announces are handled last.
        ("oldest", [11, 22, 14, 15]),
    ],
)
def test_what_waits_is_handled_in_its_order(
    game_of: Callable[[str], Spec], order: str, log: list[int]
) -> None:
    """Waiting events are handled in the order of their agenda.

    This includes events that handlers themselves announce for later.
    """
    spec = game_of(GAME.format(length=4, next=order, steps=later(NOTED, DOUBLED, LEFT)))
    game = Named(spec)
    game.apply(game.options[0])
    assert game.held("log")[:5] == [*log, 0]
    assert game.result is not None
    assert game.result.winners == (0,)
    kept = [game.held(name) for name in ("todo.size", "todo.event", "todo.noted.x", "todo.doubled.x")]
    nothing = -(2**31)
    assert kept == [[0], [0] * 4, [nothing] * 4, [nothing] * 4], "what is free is as it was at the beginning"


@pytest.mark.parametrize("order", ["newest", "oldest"])
def test_values_wait_as_they_were(game_of: Callable[[str], Spec], order: str) -> None:
    """A waiting event keeps the components and optional values that it had when it was announced."""
    shown = ("shown, with: {c: pawn_3, s: none}", "shown, with: {c: pawn_2, s: ruby}")
    game = Named(game_of(GAME.format(length=2, next=order, steps=later(*shown))))
    game.apply(game.options[0])
    assert game.held("log")[:2] == ([53, 2] if order == "oldest" else [2, 53])


def test_what_an_agenda_cannot_hold_is_a_fault(game_of: Callable[[str], Spec]) -> None:
    """Announcing an event for a full agenda is a fault, reported at the step that announces the event."""
    game = Named(game_of(GAME.format(length=2, next="oldest", steps=later(NOTED, LEFT, NOTED))))
    with pytest.raises(Fault) as caught:
        game.apply(game.options[0])
    told = fault_of(caught.value, game.compiled)
    assert (told.code, told.message) == ("GS505", "3 is not in `0..2`, the maximum length of `todo`")


@pytest.mark.parametrize(
    ("steps", "code", "message"),
    [
        ("- {announce: noted, with: {x: 1, who: me}, later: tdo}", "GS201", "there is no agenda `tdo`"),
        ("- {announce: noted, with: {x: 1, who: me}, later: log}", "GS205", "`log` is not an agenda"),
        ("- {announce: noted, with: {x: 1}, later: todo}", "GS208", "`noted` needs `who`"),
        ("- {announce: noted, with: {x: ruby, who: me}, later: todo}", "GS302", None),
        ("- {resolve: box}", "GS205", "`box` is not an agenda"),
        ("- {set: {n: pending(log)}}", "GS302", "`pending` needs the name of an agenda"),
        ("- {set: {n: todo}}", "GS305", "`todo` is an agenda"),
    ],
)
def test_mistakes(tmp_path: Path, steps: str, code: str, message: str | None) -> None:
    """Each incorrect use of an agenda is reported with its own code."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME.format(length=2, next="oldest", steps=f"      {steps}"), encoding="utf-8")
    found = [d for d in check(path).diagnostics if d.severity == "error"]
    assert [d.code for d in found] == [code]
    assert message in {None, found[0].message}


def test_what_resolves_an_agenda_is_not_handled_by_it(tmp_path: Path) -> None:
    """A handler must not resolve the agenda on which its own event waits, because it would run itself."""
    path = tmp_path / "game.yaml"
    text = GAME.format(length=2, next="oldest", steps=later(DOUBLED))
    path.write_text(
        text.replace(
            "    do:\n      - {announce: noted",
            "    do:\n      - {resolve: todo}\n      - {announce: noted",
            1,
        )
    )
    assert "GS204" in {d.code for d in check(path).diagnostics}


def test_lists_do_not_wait(tmp_path: Path) -> None:
    """An event that has a list as a parameter cannot be announced for later."""
    path = tmp_path / "game.yaml"
    text = GAME.format(length=2, next="oldest", steps=later("doubled, with: {x: {1}}"))
    path.write_text(text.replace("doubled: {with: {x: 0..9}}", 'doubled: {with: {x: "list of player"}}'))
    assert "no parameter of an event on an agenda can be a list" in {
        d.message for d in check(path).diagnostics
    }


GIVEN = """
language: 1
scenarios:
  - id: later
    title: Later
    given: [{announce: EVENT, later: todo}]
    then: [pending(todo) == 1]
"""


@pytest.mark.parametrize(
    ("event", "said"),
    [(NOTED, ""), ("shown, with: {c: pawn_1, s: none}", "no rule of the game announces `shown` for `todo`")],
)
def test_a_scenario_announces_what_the_game_has_room_for(
    game_of: Callable[[str], Spec], tmp_path: Path, event: str, said: str
) -> None:
    """A scenario may announce an event for an agenda only if some rule of the game does so too."""
    spec = game_of(
        GAME.format(length=2, next="oldest", steps=later(NOTED)).replace("who: me", "who: seat(1)")
    )
    (tmp_path / "scenarios").mkdir()
    text = GIVEN.replace("EVENT", event).replace("who: me", "who: seat(1)")
    (tmp_path / "scenarios" / "one.yaml").write_text(text, encoding="utf-8")
    (scenario,), found = load_scenarios(spec)
    assert not found
    report = run_scenario(spec, scenario).report
    assert said in report if said else not report
