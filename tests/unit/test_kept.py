"""Functions whose results are kept: a result counts where all that was read for it is as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from inside import Named, elaborated, fault_of, place

from gamespec.program.budget import BUDGET
from interpreter import Fault, Game
from interpreter.coverage import measure
from interpreter.engine.expressions import kept
from interpreter.inspection import Inspector
from interpreter.kernels import budget
from interpreter.words.explain import why

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]

GAME = """
players: 2
spaces: {board: {grid: [5, 5]}, wide: {grid: [20, 20]}}
variables:
  lit: {per: board, type: bool}
  k: {type: 0..9}
  other: {type: 0..9}
  spot: {type: wide, start: wide.a1}
functions:
  lamps: {is: "count(c in board: lit[c])", kept: true}
  group: {with: {c: board}, is: "size(reach(x from c: filter(n in neighbours(x): lit[n])))", kept: true}
  within: {with: {of: list of board}, is: "count(c in of: any(n in neighbours(c): n in of))", kept: true}
  share: {is: "20 // k + 0 * lamps()", kept: true}
  both: {with: {c: board}, is: "group(c) + k", kept: true}
  mine: {is: "number(me) + 0 * lamps()", kept: true}
  far: {is: "the(distance(spot, wide.t20))", kept: true}
actions:
  tell: {label: "tell n={n}", with: {n: {from: 0..9}}, do: [{set: {k: n}}]}
  tell_other: {label: "tell_other n={n}", with: {n: {from: 0..9}}, do: [{set: {other: n}}]}
  light:
    label: "light c={c}"
    with: {c: {from: board, where: "not lit[c]"}}
    do: [{set: {"lit[c]": true}}]
    keeps: group(c) <= 3
phases: {play: {turns: clockwise, do: [{offer: [tell, tell_other, light]}]}}
"""


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The arguments of all evaluations of which the result is kept, in their order."""
    found: list[tuple[Any, ...]] = []
    usual = kept.Kept._evaluated  # noqa: SLF001 - a look inside

    def counted(self: kept.Kept, p: Any, args: tuple[Any, ...], at: int) -> Any:
        found.append(args)
        return usual(self, p, args, at)

    monkeypatch.setattr(kept.Kept, "_evaluated", counted)
    return found


def value(compiled: Named, text: str, game: Game | None = None) -> Any:
    """The value of an expression in a game, by default that which has the names."""
    node, found = elaborated(compiled.compiled, text)
    assert node is not None
    assert not found.errors
    return Inspector.of(compiled.compiled, game or compiled).value(node)


def act(game: Named, text: str) -> None:
    """The option that reads so is taken."""
    game.apply(next(option for option in game.options if game.text(option) == text))


def test_until_what_it_reads_changes(game_of: Maker, evaluated: list[Any]) -> None:
    """A result is asked for again while other things change, and found anew when what it reads does."""
    game = Named(game_of(GAME))
    evaluated.clear()
    assert value(game, "group(board.a1)") == 1
    act(game, "tell_other n=3")
    act(game, "light c=e5")  # which group(a1) has not read
    evaluated.clear()
    assert value(game, "group(board.a1)") == 1
    assert evaluated == []
    act(game, "light c=a2")
    evaluated.clear()
    assert value(game, "group(board.a1)") == 2
    assert len(evaluated) == 1


def test_what_is_kept_of_what_is_kept(game_of: Maker, evaluated: list[Any]) -> None:
    """A function is evaluated anew for what it reads itself, and what it applies only if that has changed."""
    game = Named(game_of(GAME))
    assert value(game, "both(board.a1)") == 1 + 0
    act(game, "tell n=4")
    evaluated.clear()
    assert value(game, "both(board.a1)") == 1 + 4
    assert len(evaluated) == 1
    act(game, "light c=b1")
    assert value(game, "both(board.a1)") == 2 + 4  # what `group` has read has been read for `both`


def test_other_positions(game_of: Maker) -> None:
    """Clones, trials and positions that were written from outside have each its own."""
    game = Named(game_of(GAME))
    for cell in ("a1", "a2"):
        act(game, f"light c={cell}")
    other = game.clone()
    act(game, "light c=a3")
    assert [value(game, "group(board.a1)", each) for each in (game, other, game)] == [3, 2, 3]
    offered = {game.text(option) for option in game.options}
    # a fourth lamp beside the three makes a group of four
    assert not {"light c=a4", "light c=b1", "light c=b2", "light c=b3"} & offered
    assert {"light c=b4", "light c=a5", "light c=c3"} <= offered
    position = list(game.position)
    lit = place(game.compiled, "lit")
    position[lit : lit + 25] = [0] * 25
    assert value(game, "lamps()") == 3
    assert value(game, "lamps()", Game.restore(game.program, position)) == 0


def test_who_acts(game_of: Maker) -> None:
    """What depends on who acts is another for each."""
    game = Named(game_of(GAME))
    assert value(game, "mine()") == 1
    act(game, "tell n=1")
    assert value(game, "mine()") == 2
    act(game, "tell n=1")
    assert value(game, "mine()") == 1


def test_lists_as_arguments(game_of: Maker, evaluated: list[Any]) -> None:
    """Lists are arguments like others: the same members in one order are one list."""
    game = Named(game_of(GAME))
    evaluated.clear()
    for text, number, asked in [
        ("within({board.a1, board.b1, board.e5})", 2, 1),
        ("within(filter(c in board: c in {board.a1, board.b1, board.e5}))", 2, 1),
        ("within({board.a1, board.b1, board.c1})", 3, 2),
    ]:
        assert value(game, text) == number
        assert len(set(evaluated)) == asked
    assert len(evaluated) == 2


def test_a_fault_is_met_again(game_of: Maker) -> None:
    """A fault is no result: it comes each time, at one place, and is gone when what it came of is."""
    game = Named(game_of(GAME))
    found = []
    for _ in range(2):
        with pytest.raises(Fault) as fault:
            value(game, "share()")
        diagnostic = fault_of(fault.value, game.compiled)
        found.append((diagnostic.code, diagnostic.label.span.text))
    assert found == [("GS502", "20 // k")] * 2
    act(game, "tell n=5")
    assert value(game, "share()") == 20 // 5


def used(game: Named, text: str) -> int:
    """What one evaluation of an expression costs."""
    node, _ = elaborated(game.compiled, text)
    assert node is not None
    game.asked(node)
    return BUDGET - game.machine.evaluator.scratch[0]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("lamps()", 3 + 25),  # a function, and the cells it counts
        ("lamps() + lamps()", 2 * (3 + 25)),
        ("group(board.a1)", 3 + 1 + 2),  # one cell to go on from, two neighbours gone through, none met
        ("far()", 3 + 400 + 1_520 // 8),  # 400 cells, of which 2 * 2 * 19 * 20 have another beside them
        ("far() + far()", 2 * 3 + 400 + 1_520 // 8),  # paid for once
    ],
)
def test_it_costs_the_same(text: str, units: int, game_of: Maker) -> None:
    """The first time and again, and without results: a game that goes on from a list costs what it cost."""
    game, other = (Named(game_of(text)) for text in (GAME, GAME.replace(", kept: true", "")))
    assert [used(game, text), used(game, text), used(other, text)] == [units] * 3


def test_the_budget_ends_at_one_place(game_of: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a result would take more than is left, the fault is that of the evaluation."""
    games = [Named(game_of(text)) for text in (GAME, GAME.replace(", kept: true", ""))]
    assert [used(game, "lamps() + lamps()") for game in games] == [2 * 28, 2 * 28]
    monkeypatch.setattr(budget, "BUDGET", 2 * 28 - 1)
    found = []
    for game in games:
        with pytest.raises(Fault) as fault:
            value(game, "lamps() + lamps()")
        diagnostic = fault_of(fault.value, game.compiled)
        found.append((diagnostic.code, diagnostic.label.span.text))
    assert found == [("GS508", "count(c in board: lit[c])")] * 2


def test_so_much_is_kept(game_of: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond some combinations of arguments all begins anew; values stay what they are."""
    monkeypatch.setattr(kept, "KEPT", 3)
    game = Named(game_of(GAME))
    for _ in range(2):
        assert [value(game, f"group(board.{cell})") for cell in ("a1", "b1", "c1", "d1")] == [1] * 4
    results = [of.results for of in game.machine.evaluator._kept.values() if of is not None]  # noqa: SLF001 - as above
    assert max(map(len, results)) <= 3


def test_what_is_never_asked_again_rests(game_of: Maker, evaluated: list[Any], monkeypatch: Any) -> None:
    """Of four evaluations no result is asked for again: the five applications that follow keep nothing."""
    monkeypatch.setattr(kept, "TRIED", 4)
    monkeypatch.setattr(kept, "REST", 5)
    game = Named(game_of(GAME.replace("keeps: group(c) <= 3", "keeps: true")))
    cells = [f"{column}{row}" for row in (1, 2) for column in "abcde"]
    for i, cell in enumerate(cells):
        assert value(game, f"group(board.{cell})") == 1
        assert len(evaluated) == min(i + 1, 4) + max(0, i + 1 - 4 - 5)


def test_why_says_the_same(game_of: Maker) -> None:
    """A condition that fails is explained by what it is made of, whether it is kept or not."""
    text = GAME.replace("not lit[c]", "dark(c)").replace(
        "actions:", '  dark: {with: {c: board}, is: "not lit[c] and lamps() < 2", kept: true}\nactions:'
    )
    for each in (text, text.replace(", kept: true", "")):
        game = Named(game_of(each))
        act(game, "light c=a1")
        assert why(game, "light", {"c": "b1"}, game.words) == "it is on offer"
        for _ in range(2):
            assert "`not lit[c]` does not hold" in why(game, "light", {"c": "a1"}, game.words)
        act(game, "light c=a2")
        assert "`lamps() < 2` does not hold" in why(game, "light", {"c": "b1"}, game.words)
        assert "`lamps()` is 2" in why(game, "light", {"c": "b1"}, game.words)


def test_what_rows_are_read_is_counted(game_of: Maker) -> None:
    """Coverage counts each time a row is read, though its result could have been kept."""
    text = """
        players: 2
        variables: {k: {type: 0..9}}
        tables:
          step: {columns: {to: 0..9}, rows: [{to: 3}, {to: 5}]}
        functions:
          least: {is: "min(s in step: s.to if k >= 0 else 9)", kept: true}
        phases:
          play: {turns: clockwise, do: [{choose: {n: {from: 0..least() + least()}}}, {set: {k: n}}]}
        limit: {decisions: 9, then: draw}
    """
    found = [
        list(measure(game_of(each), games=2, scenarios=False).reached.values())
        for each in (text, text.replace(", kept: true", ""))
    ]
    assert found[0] == found[1]
    assert max(found[0]) > 0
