"""Tests for the layout of `gamespec fmt`: what it changes, what it leaves to authors, and what it refuses."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from shipped import loaded

import gamespec
from gamespec import SpecError, formatted
from gamespec.documents.yaml_tree import leaves, read_tree
from gamespec.layout.proof import ChangedMeaning, prove_equal
from gamespec.layout.roles import roles_of
from gamespec.program.written import program_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]

LONG = "a stack of a great many cards"

CHANGED = {
    "indentation, and lists under their key": (
        """
        zones:
           deck:
              of: card
        setup:
        - shuffle: deck
        -    for: {p: players}
             do: []
        """,
        """
        zones:
          deck:
            of: card
        setup:
          - shuffle: deck
          - for: {p: players}
            do: []
        """,
    ),
    "blanks in brackets": (
        "zones: { deck : {of:   card,per: [ player,card ] ,}, box:  {of: card} }\n",
        "zones: {deck: {of: card, per: [player, card]}, box: {of: card}}\n",
    ),
    "empty lines": (
        """

        game: x



        zones:

          deck: {of: card}

        """,
        """
        game: x

        zones:
          deck: {of: card}
        """,
    ),
    "one kind of quotes, where the text allows it": (
        """
        about: {en: 'It''s "one"', de: 'zwei'}
        title: 'a\\b'
        """,
        """
        about: {en: 'It''s "one"', de: "zwei"}
        title: 'a\\b'
        """,
    ),
    "expressions": (
        """
        functions:
          f: {with: {n: 1 ..goal+1}, is: "all( c in hand[ me ] :c.value>-1 and not( c . red ) )"}
          g: {is: 1+2*( 3-n )}
          h: {is: let(x=1:x)}
        """,
        """
        functions:
          f: {with: {n: 1..goal + 1}, is: "all(c in hand[me]: c.value > -1 and not (c.red))"}
          g: {is: 1 + 2 * (3 - n)}
          h: {is: "let(x = 1: x)"}
        """,
    ),
    "expressions in texts": (
        """
        actions:
          a: {label: "take {  size( x )+1 } of {{'one' if n==1 else  'many'}}", says: "{ a+b }"}
        """,
        """
        actions:
          a: {label: "take {size(x) + 1} of {{'one' if n==1 else  'many'}}", says: "{ a+b }"}
        """,
    ),
    "lines of an expression follow the tokens above them": (
        """
        score: >-
            sum(c in hand[player]:c.value
                                  +1)
              -2
        """,
        """
        score: >-
          sum(c in hand[player]: c.value
                                 + 1)
            - 2
        """,
    ),
    "a text in a block moves as a whole": (
        """
        about: |
              one
                two

              three
        """,
        """
        about: |
          one
            two

          three
        """,
    ),
    "what is too long in brackets becomes a block": (
        f"""
        zones:
          deck: {{of: card, ordered: true, label: {{en: {LONG}, de: {LONG}}}, seen_by: nobody}}  # all
          box: {{of: card}}
        """,
        """
        zones:
          deck:  # all
            of: card
            ordered: true
            label: {en: LONG, de: LONG}
            seen_by: nobody
          box: {of: card}
        """.replace("LONG", LONG),
    ),
    "lines in brackets": (
        """
        enums:
          suit: {red: {en: red},
            blue: {en: blue}
            }
          rank: [
            ace,
                two ]
        """,
        """
        enums:
          suit: {red: {en: red},
                 blue: {en: blue}}
          rank: [
            ace,
            two
          ]
        """,
    ),
    "comments": (
        """
        # first
        zones: # of cards
            deck: {of: card}    # aligned
            box: {of:   card}     # less so
              # of the zones
        # of the rest
        setup:
        -  shuffle: deck#1 # now
        """,
        """
        # first
        zones:  # of cards
          deck: {of: card}    # aligned
          box: {of: card}       # less so
          # of the zones
        # of the rest
        setup:
          - shuffle: deck#1  # now
        """,
    ),
}
"""Texts before and after, by what they show."""

KEPT = {
    "the order and the kind of collections": """
        title: X
        game: x
        options:
          a:
            type: bool
            default: true
          b: {type: bool, default: true}
        """,
    "quotes that are not needed": """
        about: {en: "one", de: zwei}
        title: "x"
        """,
    "comments in a column": """
        zones:
          deck: {of: card}             # where all begins
          box: {of: card}              # where all ends
        functions:
          f:             # what it is
            is: 1
        """,
    "lists that fill lines": """
        enums:
          suit:
            {red: {en: red}, blue: {en: blue}, green: {en: green},
             black: {en: black}}
        """,
    "a mistake in an expression": """
        score: a  +* b
        functions:
          f:
            is: >-
              one(two
               three
        """,
    "a long line whose warning is accepted": f"""
        zones:
          deck: {{of: card, label: {"x" * 120}}}  # accept GS410: it must be
        """,
    "anchors, aliases and tags": """
        a: &x {of: card}
        b: *x
        c: !t x
        d: &y
          e: 1
        """,
    "values that may be repeated elsewhere": """
        functions:
          f: {is: &sum a+b}
        about: *sum
        """,
    "literal blocks with blanks and empty lines": """
        about: |2+
            deeper
          than this

        title: >-
          x
        """,
}
"""Texts that have the layout."""


def _texts() -> Iterator[tuple[str, str]]:
    for before, after in CHANGED.values():
        yield dedent(before), dedent(after).lstrip("\n")
    for text in KEPT.values():
        yield (dedent(text).lstrip("\n"),) * 2


@pytest.mark.parametrize(("before", "after"), [*_texts()], ids=[*CHANGED, *KEPT])
def test_the_layout(before: str, after: str) -> None:
    """A text gets its layout, and keeps it."""
    assert formatted(before) == after
    assert formatted(after) == after


EXPRESSIONS = (
    """
functions: {f: {with: {a: 1..N}, is: N}}
requires: [{is: N}]
components: {card: {copies: N, start: "box[N]", rows: [{id: a, on: {}}]}}
spaces: {board: {grid: [N, N]}}
zones: {box: {of: card, capacity: N}}
variables: {v: {type: 0..N, start: N}}
setup:
  - {move: "top(box, N)", to: "box[N]"}
  - {for: {x: N}, do: [{while: N, do: [{set: {v: N}}]}]}
  - {if: N, then: [{let: {y: N}}], else: [{random: {z: {from: N}}}]}
  - {choose: {c: {from: 1..N, where: N}}, prompt: "{N}", by: N}
actions: {a: {with: {n: {from: N}}, when: N, label: {en: "take {N}"}, do: []}}
score: {all: {is: N}}
limit: {decisions: N, then: draw}
""",
    """
scenarios:
  - options: {a: 1}
    given: [{set: {v: N}}]
    when: [{a: {n: N}}, {expect: N}, {chance: s, is: [N]}]
    then: ["N", {refused: {a: {n: N}}}, {knows: {seat(1): ["N"]}}]
""",
    """
extends: x
edit: [{after: a, put: [{set: {v: N}}]}]
score: N
""",
)
"""Files in which each `N` is an expression."""

OTHER_TEXTS = """
title: a+b
about: {en: a+b}
enums: {suit: {red: {en: a+b}}}
components: {card: {name: a+b, rows: [{id: a+b}]}}
invariants: {i: {says: a+b}}
rulings: {r: {heading: a+b, says: a+b}}
edit: [{set: {a.b: a+b}}]
unknown: {is: a+b}
"""


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_where_expressions_are(text: str) -> None:
    """Expressions get their layout wherever the schemas of games, scenarios and overlays have one."""
    assert formatted(text.replace("N", "(m+1)")) == text.lstrip("\n").replace("N", "(m + 1)")


def test_where_no_expressions_are() -> None:
    """Texts that people read, cells of tables, and values of unknown kinds stay as they are."""
    assert formatted(OTHER_TEXTS) == OTHER_TEXTS.lstrip("\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a:  1\r\nb: 2", b"a: 1\r\nb: 2\r\n"),
        (b"\xef\xbb\xbfa:  1\n", b"\xef\xbb\xbfa: 1\n"),
        (b"a: |\n  x", b"a: |-\n  x\n"),
        (b"a:\t1 \nb: {c:\t2}\n", b"a: 1\nb: {c: 2}\n"),
        ("a: 'ä ♣ 😀'\n".encode(), 'a: "ä ♣ 😀"\n'.encode()),
        (b'{"a": 1, "b": [2]}', b'{"a": 1, "b": [2]}\n'),
        (b"--- |\n a\n", b"---\n|\n  a\n"),
        (b"a: # c\n   |\n  x\n", b"a:  # c\n  |\n  x\n"),
        (b"--- &r\n? game\n: x\nabout: *r", b"--- &r\n? game\n: x\nabout: *r\n"),
        (b"--- # x\n\na:  1\n...\n# y", b"---  # x\na: 1\n...\n# y\n"),
    ],
)
def test_bytes(before: bytes, after: bytes) -> None:
    """Line ends, a byte order mark and the marks of a document stay; a last line end is added."""
    assert formatted(before.decode()).encode() == after


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: [", "GS101"),
        ("\ta: 1", "GS102"),
        ("", "GS109"),
        ("# x\n", "GS109"),
        ("a: 1\n---\nb: 1\n", "GS109"),
        ("a: \x01", "GS112"),
        ("a: " + "[" * 65 + "]" * 65, "GS106"),
        ("a: [" + "1," * 15_000 + "]", "GS115"),
        ("a: " + "x" * 250_001, "GS115"),
    ],
)
def test_what_is_no_specification_is_refused(text: str, code: str) -> None:
    """A text that is not YAML, or is beyond the limits of a specification, raises an error with its place."""
    with pytest.raises(SpecError, match=r"^`mine\.yaml` has mistakes: mine\.yaml:\d+:\d+ ") as refused:
        formatted(text, "mine.yaml")
    assert {d.code for d in refused.value.diagnostics} == {code}


@pytest.mark.parametrize(
    "other",
    [
        "score: a - b\n",
        "score: a + b\nx: 1\n",
        'score: "1"\n',
        "# x\nscore: a + b\n",
        "score: [a + b]\n",
        "x: a + b\n",
    ],
)
def test_a_wrong_layout_is_noticed(other: str) -> None:
    """A layout with another expression, value, key or comment does not pass for the same text."""
    tree = read_tree("score: a+b\n")
    assert tree is not None
    roles = roles_of(tree.root)
    prove_equal(tree, "score: a + b\n", roles)
    with pytest.raises(ChangedMeaning):
        prove_equal(tree, other, roles)


@pytest.mark.parametrize(
    "path",
    sorted(p for part in ("games", "tests/games") for p in (ROOT / part).rglob("*.yaml")),
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_the_games_have_the_layout(path: Path) -> None:
    """The games of this repository are formatted: `gamespec fmt games tests/games`."""
    text = path.read_text(encoding="utf-8")
    assert formatted(text, str(path)) == text


def crowded(text: str) -> str:
    """Return a text without comments and with more white space between its tokens."""
    tree = read_tree(text)
    assert tree is not None
    made, at = "", 0
    for leaf in leaves(tree.root):
        made += re.sub(r"([{}\[\],]|:(?= ))", r" \1  ", re.sub("#.*", "", text[at : leaf.start]))
        made += text[leaf.start : leaf.end]
        at = leaf.end
    return made + re.sub("#.*", "", text[at:])


@pytest.mark.parametrize("name", gamespec.games())
def test_white_space_does_not_matter(name: str, tmp_path: Path) -> None:
    """A game with other white space gets the same layout, and compiles to the same program."""
    folder = ROOT / "games" / name
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    odd = crowded(text)
    made = formatted(odd)
    assert made != odd
    assert re.sub(r"\s", "", made) == re.sub(r"\s", "", odd)
    assert made == formatted(crowded(made))
    for file in folder.glob("*.csv"):
        shutil.copy(file, tmp_path)
    (tmp_path / "game.yaml").write_text(made, encoding="utf-8")
    assert program_hash(gamespec.load(tmp_path).program()) == program_hash(loaded(name).program())
