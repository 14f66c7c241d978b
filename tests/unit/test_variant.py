"""Tests for variants: what each edit does, which edits collide, and where mistakes are reported.

The set-up of the game below calculates a number from 0, step by step, as (0 + 1) * 2 + 3 = 5. The result
shows how an edit has changed the steps. Handlers write another number, digit by digit.
"""

# ruff: noqa: E501 - a case is read best in one line

from __future__ import annotations

from textwrap import dedent, indent
from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec import Spec, UnknownGame, check, load
from interpreter import Fault, Game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BASE = """\
game: market
title: Market
players: 2..3
options:
  size: {type: 1..9, default: 4}
  debt: {type: bool, default: true}
enums:
  good: [wine, salt]
variables:
  total: {type: 0..9999}
  digits: {type: 0..9999}
actions:
  pass: {}
events:
  opened: {}
handlers:
  one: {event: opened, do: [{set: {digits: digits * 10 + 1}}]}
  two: {event: opened, do: [{set: {digits: digits * 10 + 2}}]}
procedures:
  work:
    do:
      - id: maybe
        if: debt
        then:
          - {id: much, set: {total: total + 3}}
        else:
          - {set: {total: total + 4}}
setup:
  - {id: first, set: {total: total + 1}}
  - {id: double, set: {total: total * 2}}
  - {run: work}
  - {announce: opened}
phases:
  play: {turns: clockwise, do: [{offer: [pass]}]}
limit: {decisions: 2, then: draw}
"""


@pytest.fixture
def overlaid(tmp_path: Path) -> Callable[..., str]:
    """Return a function that writes the game and its overlays, and returns the name to load them by."""

    def write(*edits: str, **named: str) -> str:
        folder = tmp_path / "market"
        (folder / "variants").mkdir(parents=True)
        (folder / "game.yaml").write_text(BASE, encoding="utf-8")
        overlays = {f"v{i}": edit for i, edit in enumerate(edits, 1)} | named
        for name, edit in overlays.items():
            text = dedent(edit)
            head = "" if "extends:" in text else "extends: ../game.yaml\n"
            (folder / "variants" / f"{name}.yaml").write_text(
                f"game: market-{name}\ntitle: Market {name}\n{head}{text}", encoding="utf-8"
            )
        return "+".join([str(folder), *overlays])

    return write


def total(spec: Spec, **options: object) -> tuple[int, int]:
    """Return the number that the set-up calculates and the number that handlers write."""
    game = Named(spec, options=options)  # type: ignore[arg-type]
    return game.held("total")[0], game.held("digits")[0]


def edit(text: str) -> str:
    """Return the text of an overlay's section `edit` that contains the given edits."""
    return f"edit:\n{indent(dedent(text).strip(), '  ')}\n"


def test_the_game_itself(overlaid: Callable[..., str]) -> None:
    """Without an overlay, the set-up calculates (0 + 1) * 2 + 3 = 5, or 6 without debt.

    The handlers write 12.
    """
    spec = load(overlaid())
    assert total(spec) == (5, 12)
    assert total(spec, debt=False) == (6, 12)


# --- single edits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edits", "result"),
    [
        pytest.param("- set: {setup.1: {set: {total: total + 10}}}", (23, 12), id="set a step by number"),
        pytest.param("- set: {first: {set: {total: total + 10}}}", (23, 12), id="set a step by id"),
        pytest.param("- set: {first.set.total: total + 10}", (23, 12), id="set a part of a step by id"),
        pytest.param("- set: {procedures.work.do.1.then.1.set.total: total + 9}", (11, 12), id="set by a long path"),
        pytest.param("- set: {much.set.total: total + 9}", (11, 12), id="set a step within another by id"),
        pytest.param("- set: {options.debt.default: false}", (6, 12), id="set a default"),
        pytest.param("- set: {variables.total.start: 10}", (25, 12), id="set a key that was not there"),
        pytest.param("- set: {handlers.one.when: 1 > 2}", (5, 2), id="set a condition that was not there"),
        pytest.param("- set: {setup: [{announce: opened}]}\n- remove: procedures.work", (0, 12), id="set a whole section"),
        pytest.param("- add: {setup: [{set: {total: total * 10}}]}", (50, 12), id="add to the end of a list"),
        pytest.param(
            "- add: {maybe.then: [{set: {total: total * 10}}]}", (50, 12), id="add to a list within a step"
        ),
        pytest.param(
            "- add: {handlers: {three: {event: opened, do: [{set: {digits: digits * 10 + 3}}]}}}",
            (5, 123),
            id="add to a mapping",
        ),
        pytest.param("- remove: setup.2", (4, 12), id="remove a step by number"),
        pytest.param("- remove: first", (3, 12), id="remove a step by id"),
        pytest.param("- remove: [first, double]", (3, 12), id="remove several"),
        pytest.param("- remove: setup.1\n- remove: setup.1", (3, 12), id="numbers count what is there then"),
        pytest.param("- remove: [setup.1, setup.2]", (3, 12), id="several mean what they were"),
        pytest.param("- remove: [setup.2, first]", (3, 12), id="several in any order"),
        pytest.param("- remove: [setup.1, setup.3, setup.4]", (0, 0), id="several that are apart"),
        pytest.param("- remove: [handlers.one, handlers.one.do.1]", (5, 2), id="one within another"),
        pytest.param("- remove: handlers.one", (5, 2), id="remove an entry"),
        pytest.param("- remove: maybe.else", (5, 12), id="remove a key of a step"),
        pytest.param("- before: first\n  put: [{set: {total: total + 5}}]", (15, 12), id="before a step"),
        pytest.param("- after: double\n  put: [{set: {total: total + 5}}]", (10, 12), id="after a step"),
        pytest.param("- after: setup.4\n  put: [{set: {total: total + 5}}]", (10, 12), id="after the last step"),
        pytest.param("- before: much\n  put: [{set: {total: total * 10}}]", (23, 12), id="before a step within a step"),
        pytest.param(
            "- before: first\n  put: [{set: {total: total + 5}}, {set: {total: total * 3}}]",
            (35, 12),
            id="several steps, in their order",
        ),
        pytest.param(
            "- before: handlers.two\n  put: {half: {event: opened, do: [{set: {digits: digits * 10 + 5}}]}}",
            (5, 152),
            id="before an entry",
        ),
        pytest.param(
            "- after: handlers.two\n  put: {half: {event: opened, do: [{set: {digits: digits * 10 + 5}}]}}",
            (5, 125),
            id="after an entry",
        ),
        pytest.param(
            "- before: double\n  put: [{id: new, set: {total: total + 5}}]\n- set: {new.set.total: total + 6}",
            (17, 12),
            id="edits see what those before them did",
        ),
        pytest.param(
            "- remove: setup.1\n- set: {setup.1: {set: {total: total + 7}}}",
            (10, 12),
            id="and numbers count anew",
        ),
    ],
)  # fmt: skip
def test_edits(overlaid: Callable[..., str], edits: str, result: tuple[int, int]) -> None:
    """An edit changes the part that its path leads to, and nothing else."""
    assert total(load(overlaid(edit(edits)))) == result


def test_sections_of_an_overlay_are_added(overlaid: Callable[..., str]) -> None:
    """New entries and set-up steps of an overlay are added to those of the game.

    The result is (5 + 1) * 4 = 24, where 4 is the size.
    """
    spec = load(
        overlaid("""
            options: {bonus: {type: 0..9, default: 1}}
            handlers:
              three: {event: opened, do: [{set: {digits: digits * 10 + 3}}]}
            setup:
              - {set: {total: total + bonus}}
              - {set: {total: total * size}}
        """)
    )
    assert total(spec) == (24, 123)
    assert total(spec, bonus=3) == (32, 123)


def test_a_section_that_the_game_lacks(overlaid: Callable[..., str]) -> None:
    """An overlay can add a section that the game does not have."""
    spec = load(overlaid("resources: {gold: {per: player, type: 0..9, start: 3}}"))
    assert Named(spec).held("gold") == [3, 3]


def test_an_overlay_changes_invariants(overlaid: Callable[..., str]) -> None:
    """An overlay can add, replace, change and remove invariants, and those that remain are checked.

    The set-up calculates 5.
    """
    first = """\
        invariants:
          small: {is: total < 5}
          written: {is: digits == 12, at: step}
          big: {is: total > 5, per: player, says: It is big.}
        """
    second = "extends: v1.yaml\n" + edit("""
        - remove: invariants.small
        - set:
            invariants.written: {is: digits == old(digits), after: pass}
            invariants.big.is: total > 4
        - add: {invariants: {exact: {is: total == 5, at: end}}}
        """)
    folder = overlaid(first, second).partition("+")[0]
    declared = {each.ident.name: each for each in load(f"{folder}+v2").model.invariants}
    assert {name: each.body.text for name, each in declared.items()} == {
        "written": "digits == old(digits)", "big": "total > 4", "exact": "total == 5",
    }  # fmt: skip
    assert (declared["written"].at, str(declared["written"].after)) == (None, "pass")
    assert (declared["big"].per, str(declared["big"].says)) == ("player", "It is big.")
    assert _broken(load(f"{folder}+v1")) == "GS517"
    assert _broken(load(f"{folder}+v2")) is None


def _broken(spec: Spec) -> str | None:
    """Play a game by always taking the first option; return the code of the fault that occurs, if one does."""
    try:
        game = Game(spec.compiled(checked=True).program)
        while not game.over:
            game.apply(game.options[0])
    except Fault as fault:
        return fault.code
    return None


def test_an_overlay_has_its_own_name(overlaid: Callable[..., str]) -> None:
    """`game`, `title` and `about` are taken from the overlay, and an edit can set the number of players."""
    spec = load(overlaid(edit("- set: {players: 4}")))
    assert (spec.id, str(spec.title), list(spec.players)) == ("market-v1", "Market v1", [4])


def test_values_are_added_at_the_end(overlaid: Callable[..., str]) -> None:
    """A value that is added to an enumeration comes after all others."""
    world = load(overlaid(edit("- add: {enums.good: [pepper, silk]}"))).world()
    assert world.values.labels["good"] == ("wine", "salt", "pepper", "silk")


# --- combined overlays ------------------------------------------------------------------------------


def test_overlays_are_laid_in_the_order_named(overlaid: Callable[..., str]) -> None:
    """Overlays apply in the order in which they are named, each to the result of those before it.

    The results are (5 * 10) + 7 and (5 + 7) * 10.
    """
    name = overlaid(times="setup: [{set: {total: total * 10}}]", plus="setup: [{set: {total: total + 7}}]")
    folder = name.partition("+")[0]
    assert total(load(f"{folder}+times+plus")) == (57, 12)
    assert total(load(f"{folder}+plus+times")) == (120, 12)


def test_an_overlay_on_an_overlay(overlaid: Callable[..., str]) -> None:
    """An overlay can extend another overlay.

    Each of the two applies exactly once, whether the overlay is loaded by path, by name, or together with the
    other one.
    """
    name = overlaid(
        times="setup: [{id: tenfold, set: {total: total * 10}}]",
        plus="extends: times.yaml\n" + edit("- set: {tenfold.set.total: total * 10 + 7}"),
    )
    folder = name.partition("+")[0]
    for path in (f"{folder}/variants/plus.yaml", f"{folder}+plus", f"{folder}+times+plus"):
        assert total(load(path)) == (57, 12), path


def test_an_overlay_may_correct_what_it_extends(overlaid: Callable[..., str]) -> None:
    """An overlay may change a part that the overlay it extends has changed.

    Unrelated overlays must not change the same part.
    """
    name = overlaid(
        low=edit("- set: {options.size.default: 2}"),
        high="extends: low.yaml\n" + edit("- set: {options.size.default: 9}"),
    )
    spec = load(f"{name.partition('+')[0]}+high")
    assert spec.compiled().names.options["size"] == 9


SAME_PART = [
    pytest.param("- set: {options.size.default: 5}", "- set: {options.size.default: 6}", id="set twice"),
    pytest.param("- set: {options.size: {type: 1..8, default: 5}}", "- set: {options.size.default: 6}", id="set within what is set"),
    pytest.param("- set: {options.size.default: 5}", "- set: {options.size: {type: 1..8, default: 5}}", id="set around what is set"),
    pytest.param("- set: {much.set.total: total + 9}", "- remove: much", id="remove what is set"),
    pytest.param("- set: {much.set.total: total + 9}", "- remove: maybe", id="remove what holds it"),
    pytest.param("- set: {variables.total.start: 1}", "- set: {variables.total.start: 2}", id="the same new key"),
    pytest.param("- set: {first: {set: {total: 7}}}", "- set: {setup.1: {set: {total: 8}}}", id="by id and by number"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME_PART)
def test_two_overlays_must_not_change_one_part(overlaid: Callable[..., str], one: str, other: str) -> None:
    """If two overlays set or remove the same part, this is an error, and the message shows both places."""
    found = check(overlaid(edit(one), edit(other))).diagnostics
    assert [d.code for d in found if d.severity == "error"] == ["GS212"]
    files = {d.span.source.name for d in found} | {
        label.span.source.name for d in found for label in d.others
    }
    assert {file.rpartition("/")[2] for file in files} == {"v1.yaml", "v2.yaml"}


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        ("- set: {first.set.total: total + 10}", "- set: {double.set.total: total * 3}", (33, 12)),
        ("- add: {setup: [{set: {total: total * 10}}]}", "- add: {setup: [{set: {total: total + 7}}]}", (57, 12)),
        ("- set: {first.set.total: total + 10}", "- after: first\n  put: [{set: {total: total + 1}}]", (25, 12)),
        ("- before: double\n  put: [{set: {total: total + 1}}]", "- before: double\n  put: [{set: {total: total * 3}}]", (15, 12)),
        ("- remove: first", "- remove: double", (3, 12)),
        ("- set: {options.size.default: 5}", "- set: {options.debt.default: false}", (6, 12)),
    ],
)  # fmt: skip
def test_overlays_that_keep_apart(
    overlaid: Callable[..., str], one: str, other: str, result: tuple[int, int]
) -> None:
    """Overlays that change different parts, or that only add parts, can be combined."""
    assert total(load(overlaid(edit(one), edit(other)))) == result


# --- mistakes and their places ----------------------------------------------------------------------


def errors(name: str) -> list[tuple[str, str, str]]:
    """Return the code, the file name and the marked text of each error."""
    found = check(name).diagnostics
    return [
        (d.code, d.span.source.name.rpartition("/")[2], d.span.text) for d in found if d.severity == "error"
    ]


@pytest.mark.parametrize(
    ("text", "code", "file", "at"),
    [
        ("options: {size: {type: 1..5, default: 5}}", "GS210", "v1.yaml", "size"),
        (edit("- add: {options: {debt: {type: bool, default: true}}}"), "GS210", "v1.yaml", "debt"),
        (edit("- set: {options.sise.default: 5}"), "GS211", "v1.yaml", "options.sise.default"),
        (edit("- set: {setup.9: {run: work}}"), "GS211", "v1.yaml", "setup.9"),
        (edit("- set: {setup.0: {run: work}}"), "GS211", "v1.yaml", "setup.0"),
        (edit("- remove: nothing_here"), "GS211", "v1.yaml", "nothing_here"),
        (edit("- add: {first.set.total: [1]}"), "GS211", "v1.yaml", "[1]"),
        (edit("- before: first\n  put: {half: {event: opened, do: []}}"), "GS211", "v1.yaml", None),
        (edit("- set: {first.set.total: total + tax}"), "GS201", "v1.yaml", "tax"),
        (edit("- set: {options.size.default: 12}"), "GS304", "v1.yaml", "12"),
        (edit("- set: {setup.1: {sett: {total: 1}}}"), "GS120", "v1.yaml", "sett"),
        (edit("- remove: procedures.work"), "GS201", "v1.yaml", "procedures.work"),
        (edit("- remove: variables.digits"), "GS201", "v1.yaml", None),
        (edit("- remove: options.debt"), "GS201", "v1.yaml", "options.debt"),
        ("setup: [{set: {total: total + tax}}]", "GS201", "v1.yaml", "tax"),
        ("handlers: {late: {event: opend, do: []}}", "GS201", "v1.yaml", "opend"),
    ],
)
def test_a_mistake_is_found_where_it_was_made(
    overlaid: Callable[..., str], text: str, code: str, file: str, at: str | None
) -> None:
    """A mistake in a merged game is reported in the file that caused it.

    The report marks the wrong words or, if there are none, the edit.
    """
    found = errors(overlaid(text))
    assert {(c, f) for c, f, _ in found} == {(code, file)}
    assert at is None or {said for _, _, said in found} == {at}


def test_a_mistake_deep_in_a_chain(overlaid: Callable[..., str]) -> None:
    """In a chain of three files, a mistake is reported in the file that contains it."""
    name = overlaid(
        low="setup: [{id: tenfold, set: {total: total * tax}}]",
        high="extends: low.yaml\nsetup: [{set: {total: total + 1}}]",
    )
    assert errors(f"{name.partition('+')[0]}+high") == [("GS201", "low.yaml", "tax")]


def test_what_is_extended_must_be_there(overlaid: Callable[..., str]) -> None:
    """A base that does not exist is an error at `extends`.

    The error about an unknown variant lists the known ones.
    """
    name = overlaid("extends: no-such-game\n")
    assert [(c, f, at) for c, f, at in errors(name)] == [("GS201", "v1.yaml", "no-such-game")]
    with pytest.raises(UnknownGame, match="v1"):
        load(f"{name.partition('+')[0]}+v2")


def test_overlays_must_not_extend_each_other(overlaid: Callable[..., str]) -> None:
    """Overlays that extend each other in a circle are an error."""
    name = overlaid(a="extends: b.yaml\n", b="extends: a.yaml\n")
    assert {code for code, _, _ in errors(f"{name.partition('+')[0]}/variants/a.yaml")} == {"GS204"}


def test_the_digest_tells_variants_apart(overlaid: Callable[..., str]) -> None:
    """Each combination of overlays has a different digest, so a saved game finds its own combination."""
    name = overlaid(edit("- set: {options.size.default: 5}"), edit("- set: {options.debt.default: false}"))
    folder = name.partition("+")[0]
    digests = {
        load(n).hash for n in (folder, f"{folder}+v1", f"{folder}+v2", f"{folder}+v1+v2", f"{folder}+v2+v1")
    }
    assert len(digests) == 5
