"""Values of the wrong shape that fit their place in another form: the text that the cure writes."""

from __future__ import annotations

import pytest

from gamespec.documents.document import read_document
from gamespec.schema import check_structure
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.edits import applied
from gamespec.text.source import Source

HEAD = "language: 1\ngame: sample\ntitle: Sample\nplayers: 2\nlimit: {decisions: 9, then: draw}\n"
PHASES = "phases: {play: {do: []}}\n"


def found(body: str) -> list[Diagnostic]:
    """Return what reading and checking the structure of a game with a body reports."""
    collector = Collector()
    node = read_document(Source("game.yaml", HEAD + body), collector)
    assert node is not None
    check_structure(node, "game", collector)
    return list(collector)


@pytest.mark.parametrize(
    ("body", "cured"),
    [
        # Each verb begins a step; so does a key that the step has already. Comments stay in their order.
        (
            "setup:\n  move: a\n  to: b\n\n  # then\n  shuffle: b\n  move: c\n  to: d\n" + PHASES,
            "setup:\n  - move: a\n    to: b\n\n    # then\n  - shuffle: b\n  - move: c\n    to: d\n" + PHASES,
        ),
        (
            "setup: {move: a, to: b, move: c, to: d}\n" + PHASES,
            "setup: [{move: a, to: b}, {move: c, to: d}]\n" + PHASES,
        ),
        # What has no verbs begins anew with the first key that comes again.
        (
            "requires:\n  is: a\n  says: A\n  is: b\n  says: B\n" + PHASES,
            "requires:\n  - is: a\n    says: A\n  - is: b\n    says: B\n" + PHASES,
        ),
        # Each `elif` is within the `else` of the condition before it, and the last `else` within the last.
        (
            "setup:\n- if: a\n  then: []\n  elif: b\n  then:\n  - shuffle: x\n"
            "  elif: c\n  then: []\n  else: []\n" + PHASES,
            "setup:\n- if: a\n  then: []\n  else:\n    - if: b\n      then:\n      - shuffle: x\n"
            "      else:\n        - if: c\n          then: []\n          else: []\n" + PHASES,
        ),
        (
            "setup: [{if: a, then: [], elif: b, then: [], elsif: c, then: []}]\n" + PHASES,
            "setup: [{if: a, then: [], else: [{if: b, then: [], else: [{if: c, then: []}]}]}]\n" + PHASES,
        ),
        (
            "setup: [{if: a, then: [], elif: [{shuffle: x}]}]\n" + PHASES,
            "setup: [{if: a, then: [], else: [{shuffle: x}]}]\n" + PHASES,
        ),
        # Keys without values are a list only where the place takes one.
        ("enums:\n  suit:\n    red:\n    blue:\n" + PHASES, "enums:\n  suit:\n    [red, blue]\n" + PHASES),
        (
            "variables: {gold: {type: 0..9, label: {one: coin, other: coins}}}\n" + PHASES,
            "variables: {gold: {type: 0..9, label: {en: {one: coin, other: coins}}}}\n" + PHASES,
        ),
    ],
)
def test_the_other_form(body: str, cured: str) -> None:
    """There is one message, although keys occur twice, and its cure writes the form that is meant."""
    (d,) = found(body)
    assert applied(d.cures[:1])["game.yaml"] == HEAD + cured
    assert found(cured) == []


def test_no_other_form() -> None:
    """Where the place takes no list, or forms by number are names like others, the message is another."""
    (d,) = found("functions: {f: {with: {a}, is: 1}}\n" + PHASES)
    assert (d.code, d.span.text, d.cures) == ("GS122", "a", ())
    assert [d.span.text for d in found("enums: {one: 3, other: [a]}\n" + PHASES)] == ["3"]


def test_a_key_twice_is_still_told() -> None:
    """A key that occurs twice beside a mistake elsewhere is reported."""
    assert [d.code for d in found("setup:\n  shuffle: a\nabout: A\nabout: B\n" + PHASES)] == [
        "GS122",
        "GS103",
    ]


def test_many_of_them() -> None:
    """However many there are, each is told; the other form is tried only for some of them."""
    enums = "".join(f"  e{i}: {{a{i}, b{i}}}\n" for i in range(40))
    told = found(f"enums:\n{enums}{PHASES}")
    assert sum("without values" in d.message for d in told) == 16
    assert len({d.span.line for d in told}) == 40
