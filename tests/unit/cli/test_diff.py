"""Tests for `gamespec diff` and for the document comparison on which it is based."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from gamespec.differ import address, compare, compare_rows, one_line, readers
from gamespec.documents.document import Mapping, read_document
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


def read(text: str) -> Mapping:
    """Return the document that a YAML text describes."""
    node = read_document(Source("game.yaml", text), Collector())
    assert isinstance(node, Mapping)
    return node


def steps(*texts: str) -> Mapping:
    """Return a document whose `setup` consists of these steps, each given as the inside of a flow mapping."""
    return read("setup:\n" + "".join(f"  - {{{text}}}\n" for text in texts))


def found(before: Mapping, after: Mapping) -> list[tuple[str, str, str | None, str | None]]:
    """Return the changes between two documents as tuples of kind, path, old text and new text.

    Each text is on one line. It is `None` where the change has no such text.
    """
    return [
        (
            change.kind,
            address(before if change.kind == "removed" else after, change.path),
            None if change.before is None else one_line(change.before),
            None if change.after is None else one_line(change.after),
        )
        for change in compare(before, after)
    ]


def test_a_changed_text() -> None:
    """A changed condition is reported as one change, with its path and with the old and the new text."""
    one, other = read("end: {out: {when: a > 1, draw: true}}"), read("end: {out: {when: a > 2, draw: true}}")
    assert found(one, other) == [("changed", "end.out.when", "a > 1", "a > 2")]


def test_layout_is_no_difference() -> None:
    """Quotes, folding, flow or block style, and the order of keys in a declaration make no difference."""
    one = read('options: {n: {type: 1..9, default: "3"}}\nscore: a + b\n')
    other = read("score: >-\n  a +\n  b\noptions:\n  n:\n    default: 3\n    type: 1..9\n")
    assert found(one, other) == []


def test_an_added_section_is_entries() -> None:
    """If only one game has a section, each entry of that section is reported as added or removed."""
    one, other = read("game: x"), read("game: x\nevents: {sold: {}, had: {}}")
    assert found(one, other) == [("added", "events.sold", None, "{}"), ("added", "events.had", None, "{}")]
    assert found(other, one) == [
        ("removed", "events.sold", "{}", None),
        ("removed", "events.had", "{}", None),
    ]


def test_steps_before_others_shift_nothing() -> None:
    """Inserting a step is one change, because the steps after it are recognized in their new places."""
    one = steps("shuffle: deck", "move: a, to: b")
    other = steps("check: end", "shuffle: deck", "move: a, to: b")
    assert found(one, other) == [("added", "setup.1", None, "{check: end}")]


def test_a_step_is_known_by_its_verb() -> None:
    """Two steps with the same verb at the same position are compared part by part."""
    one = steps("shuffle: deck", "move: a, to: b", "check: end")
    other = steps("shuffle: deck", "move: a, to: c, at: bottom", "check: end")
    assert found(one, other) == [("changed", "setup.2.to", "b", "c"), ("added", "setup.2.at", None, "bottom")]


def test_a_step_is_known_by_its_id() -> None:
    """A step with an `id` is recognized by that `id`, and the paths of its parts begin with it."""
    one = steps("id: deal, if: a, then: [{shuffle: deck}]")
    other = steps("check: end", "id: deal, if: b, then: [{shuffle: pile}]")
    assert found(one, other) == [
        ("added", "setup.1", None, "{check: end}"),
        ("changed", "deal.if", "a", "b"),
        ("changed", "deal.then.1.shuffle", "deck", "pile"),
    ]


def test_a_step_that_moves() -> None:
    """A step that has only changed its position in the list is reported as moved."""
    one = steps("shuffle: a", "check: end", "stop: turn")
    other = steps("check: end", "stop: turn", "shuffle: a")
    assert found(one, other) == [("moved", "setup.3", "{shuffle: a}", "{shuffle: a}")]


def test_a_row_is_known_by_its_first_value() -> None:
    """A table row is recognized by its first value and compared column by column."""
    one = read("tables: {t: {rows: [{place: 1, gold: 12}, {place: 2, gold: 8}]}}")
    other = read("tables: {t: {rows: [{place: 1, gold: 12}, {place: 2, gold: 9}, {place: 3, gold: 5}]}}")
    assert found(one, other) == [
        ("changed", "tables.t.rows.2.gold", "8", "9"),
        ("added", "tables.t.rows.3", None, "{place: 3, gold: 5}"),
    ]


@pytest.mark.parametrize("text", ["actions: {{{}}}", "setup: [{{set: {{{}}}}}]"])
def test_order_where_it_counts(text: str) -> None:
    """Actions or assignments in another order are reported as a difference."""
    one, other = read(text.format("a: {}, b: {}")), read(text.format("b: {}, a: {}"))
    assert [change[0] for change in found(one, other)] == ["moved"]


def test_rows_of_csv() -> None:
    """Rows of CSV files are compared line by line, and comment lines are ignored."""
    one, other = "# old\nid,value\na,1\nb,2\n", "id,value\na,1\nb,3\nc,4\n"
    assert list(compare_rows(one, other)) == [("removed", "b,2"), ("added", "b,3"), ("added", "c,4")]


def test_who_reads_an_option() -> None:
    """The readers of an option are the rules that name it.

    Texts, rulings and the declaration of the option itself do not count.
    """
    root = read("""\
options: {n: {type: 1..9, default: 3}, m: {type: 1..9, default: n}}
variables: {heap: {type: 0..9, start: n}, nn: {type: 0..9}}
actions: {take: {label: n of n, do: [{set: {"heap": heap - n}}]}}
score: heap + n
rulings: {few: {heading: n, says: n, option: n}}
""")
    assert readers(root, "n") == ("options.m", "variables.heap", "actions.take", "score")


def test_a_game_and_its_variant(run: Run, heap: Path, misere: str) -> None:
    """The changes of a variant are listed in the order of the game's sections, with old and new texts."""
    outcome = run("diff", heap, misere)
    assert outcome.exit_code == 0, outcome.output
    shown = [line.strip() for line in outcome.stdout.splitlines() if line]
    assert shown[1:] == [
        "game",
        "~ game: heap → heap-misere",
        "~ title: {en: Heap, de: Haufen} → Misère",
        "options",
        "~ size.default: 7 → 9",
        "read by variables.heap",
        "variables",
        "+ takes: {type: 0..20}",
        "actions",
        "+ take.do.2: {set: {takes: takes + 1}}",
        "end",
        "~ empty.winner: the(taker) → left(the(taker))",
    ]


def test_invariants_of_a_variant(run: Run, tmp_path: Path) -> None:
    """The report lists invariants that a variant adds, changes and removes, and an option that one reads."""
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.yaml").write_text(WATCHED, encoding="utf-8")
    overlay = """\
game: watched-more
title: Watched
extends: ../game.yaml
invariants:
  more: {is: n > 0, at: end}
edit:
  - set: {options.most.default: 5, invariants.few.at: step}
  - remove: invariants.fewer
"""
    (tmp_path / "variants" / "more.yaml").write_text(overlay, encoding="utf-8")
    outcome = run("diff", tmp_path, f"{tmp_path}+more")
    assert outcome.exit_code == 0, outcome.output
    shown = [line.strip() for line in outcome.stdout.splitlines() if line]
    assert shown[3:] == [
        "options",
        "~ most.default: 4 → 5",
        "read by invariants.few",
        "invariants",
        "- fewer: {after: pass, is: n == old(n)}",
        "+ few.at: step",
        "+ more: {is: n > 0, at: end}",
    ]


WATCHED = """\
game: watched
title: Watched
players: 2
options: {most: {type: 1..9, default: 4}}
variables: {n: {type: 0..9, start: 3}}
actions: {pass: {}}
phases: {play: {turns: clockwise, do: [{offer: [pass]}]}}
invariants:
  few: {is: n <= most}
  fewer: {after: pass, is: n == old(n)}
limit: {decisions: 9, then: draw}
"""


def test_one_game_with_other_options(run: Run, heap: Path) -> None:
    """If no second game is given, the game is compared with itself under the options given with `--set`."""
    outcome = run("diff", heap, "--set", "forced=true")
    lines = [line.strip() for line in outcome.stdout.splitlines() if line]
    assert lines == [
        f"{heap} → {heap} (forced=true)", "options", "~ forced.default: false → true", "read by actions.take",
    ]  # fmt: skip


def test_components_are_counted(run: Run, tmp_path: Path) -> None:
    """If the two games have different numbers of components or cells, the report shows each number."""
    for name, rows in (("one", "1\n"), ("other", "2\n3\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.yaml").write_text(SIZES, encoding="utf-8")
        (tmp_path / name / "more.csv").write_text(f"value\n{rows}", encoding="utf-8")
    outcome = run("diff", tmp_path / "one", tmp_path / "other", "--set", "size=4")
    assert outcome.exit_code == 0, outcome.output
    lines = [line.strip() for line in outcome.stdout.splitlines() if line]
    assert "~ chip: 6 → 12 components" in lines  # 3 x (1 + 1), 4 x (1 + 2)
    assert "~ board: 9 → 16 cells" in lines
    assert lines[-4:] == ["more.csv", "- 1", "+ 2", "+ 3"]


SIZES = """\
game: sizes
title: Sizes
players: 2
options: {size: {type: 3..5, default: 3}}
spaces: {board: {grid: [size, size]}}
components: {chip: {attributes: {value: 1..9}, rows: [{value: 9}], copies: size, table: more.csv, start: bag}}
zones: {bag: {of: chip}, at: {of: chip, per: board}}
phases:
  play:
    turns: clockwise
    do: [{choose: {c: {from: chip}}}, {move: c, to: "at[a1]"}, {move: c, to: bag}]
limit: {decisions: 9, then: draw}
"""


def test_json_has_places(run: Run, heap: Path, misere: str) -> None:
    """The JSON report gives old and new values as data, each with its file and line number."""
    shown = json.loads(run("diff", heap, misere, "--format", "json").stdout)
    change = next(c for c in shown["changes"] if c["path"] == "options.size.default")
    assert (change["change"], change["section"], change["before"], change["after"]) == (
        "changed",
        "options",
        7,
        9,
    )
    assert change["before_at"] == f"{heap / 'game.yaml'}:7"
    assert change["after_at"].endswith("misere.yaml:9")
    assert shown["after"]["options"] == {"size": 9, "forced": False}
    assert (shown["counts"], shown["rows"]) == ([], [])


def test_no_difference(run: Run, heap: Path) -> None:
    """A game compared with itself shows no difference."""
    assert run("diff", heap, heap).stdout.splitlines()[1:] == ["no difference"]


def test_nothing_to_compare_with(run: Run, heap: Path) -> None:
    """A single game without `--set` is refused with status 2, because there is nothing to compare it with."""
    outcome = run("diff", heap)
    assert outcome.exit_code == 2
    assert "nothing to compare with" in outcome.stderr


def test_a_variant_alone(run: Run, heap: Path, misere: Path, tmp_path: Path) -> None:
    """A variant alone is compared with what it extends: a game, a game with overlays, or a shipped game."""
    changes = run("diff", heap, misere).stdout.splitlines()[1:]
    assert changes
    assert run("diff", misere).stdout.splitlines()[1:] == changes
    alone = heap / "variants" / "misere.yaml"
    assert run("diff", alone).stdout.splitlines()[1:] == changes
    top = heap / "variants" / "top.yaml"
    top.write_text(
        "language: 1\ngame: heap-misere\ntitle: Top\nextends: misere.yaml\n"
        "edit: [{set: {options.size.default: 8}}]\n"
    )
    told = [line.strip() for line in run("diff", top).stdout.splitlines() if line.strip().startswith("~")]
    assert told == ["~ title: Misère → Top", "~ size.default: 9 → 8"]
    (tmp_path / "mine.yaml").write_text(
        "language: 1\ngame: mine\ntitle: Mine\nextends: pig\nedit: [{set: {title: Piglet}}]\n"
    )
    told = run("diff", tmp_path / "mine.yaml").stdout.splitlines()
    assert told[0] == f"pig → {tmp_path / 'mine.yaml'}"
    assert any("title" in line and "Piglet" in line for line in told)
    assert run("diff", "trapper+young").stdout.startswith("trapper → trapper+young\n")


def test_a_value_outside_its_type(run: Run, heap: Path) -> None:
    """`--set` with a value outside the option's type is refused with status 2."""
    outcome = run("diff", heap, "--set", "size=99")
    assert outcome.exit_code == 2
    assert "`size` cannot be `99`" in outcome.stderr
