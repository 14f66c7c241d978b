"""Explicit and seeded chance have the same distribution in random games.

The distribution of a small game is computed twice, in exact fractions: from the outcomes of explicit chance,
and from all numbers that shuffles, throws and players can draw (see chances.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from chances import TooMany, by_draws, by_outcomes
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from gamespec import load

if TYPE_CHECKING:
    from pathlib import Path

MOST_ENDS = 400
EXAMPLES = 40

ZONES = ("deck", "pile", "row", "hand")
ORDERED = ("deck", "pile", "row")

BOX = """
game: sample
title: Sample
players: 2
components:
  card: {{attributes: {{rank: 0..3}}, rows: [{cards}], start: deck}}
zones:
  deck: {{of: card, ordered: true, seen_by: nobody}}
  pile: {{of: card, ordered: true, seen_by: nobody}}
  row: {{of: card, ordered: true}}
  hand: {{of: card}}
variables:
  v: {{type: -9999..9999}}
  w: {{type: -9999..9999}}
  turns: {{type: 0..9}}
  who: {{type: player?}}
functions:
  total: {{with: {{cards: list of card}}, is: "sum(c in cards: c.rank)"}}
  foremost: {{with: {{cards: list of card}}, is: "nth(cards, 1).rank if not empty(cards) else 9"}}
procedures:
  mix: {{with: {{z: zone of card}}, do: [{{shuffle: z}}]}}
actions:
  draw:
    with: {{n: {{from: 1..2}}}}
    keeps: "{keeps}"
    do: [{step}]
  pass: {{do: []}}
setup:
  - {{move: "top(deck, {cut})", to: pile}}
  - shuffle: deck
  - shuffle: pile
{setup}
phases:
  play:
    turns: clockwise
    until: "turns > 1 or {until}"
    do:
{turn}
      - set: {{turns: turns + 1}}
end: {{early: {{when: "{end}", winner: me}}}}
ranking: ["{ranking}"]
limit: {{decisions: 3, then: rank}}
"""

zones = st.sampled_from(ZONES)
ordered = st.sampled_from(ORDERED)
small = st.integers(0, 3)


@st.composite
def numbers(draw: st.DrawFn) -> str:
    """Return an expression for a number that depends on the content of some zone."""
    z, o, k = draw(zones), draw(ordered), draw(small)
    form = draw(st.sampled_from(NUMBERS))
    return form.format(z=z, o=o, y=draw(zones), k=k, n=k + 1)


NUMBERS = (
    "(the(top({o})).rank if not empty({o}) else 9)",
    "(the(bottom({o})).rank if size({o}) > {k} else 9)",
    "(nth({z}, {n}).rank if size({z}) >= {n} else 9)",
    "sum(c in top({o}, {k}): c.rank)",
    "sum(c in bottom({o}, {k}): c.rank * {n})",
    "count(c in {z}: c.rank > {k})",
    "total({z})",
    "foremost({z})",
    "foremost(filter(c in {z}: c.rank > {k}))",
    "foremost(sort(c in {z}: -c.rank))",
    "foremost(best(c in {z}: c.rank % 2))",
    "foremost(union({z}, {y}))",
    "foremost(reverse({z}))",
    "size(while(c in {z}: c.rank != {k}))",
    "sum(c in until(c in {z}: c.rank == {k}): c.rank)",
    "let(d = {z}: foremost(d) * size(d))",
    "(1 if top({o}, 2) == bottom({o}, 2) else 2)",
    "(1 if map(c in {z}: c.rank) == map(c in {y}: c.rank) else 2)",
    "let(d = filter(c in {z}: c.rank > {k}): sum(c in d: c.rank) + foremost(d))",
    "let(i = ({n} if any(c in top({o}, 1): c.rank > {k}) else 0): i * i)",
    "foremost(map(i in 1..2: top({o}, i)))",
    "sum(c in map(d in {z}: filter(c in {y}: c.rank == d.rank)): c.rank)",
    "(nth(map(c in {z}: c.rank * {n}), 1) if not empty({z}) else 9)",
    "(max(c in {z}: c.rank) if not empty({z}) else 9)",
    "count(c in {z}: c in top({o}, {n}))",
    "matching(c in {z}: filter(d in {y}: d.rank < c.rank))",
    "matching(c in top({o}, {n}): filter(d in {y}: d.rank != c.rank))",
    "(1 if any(c in {z}: 6 // (c.rank + 1) == {k}) else 2)",
    "(1 if any(c in {z}: 6 // c.rank == {n}) else 2)",
    "(1 if who != none and the(top({o})).rank > {k} else 2)",
    "(1 if any(c in {z}: c.rank == {k} and the(top({o})) == c) else 2)",
    "(the(first(c in {z}: c.rank > {k})).rank if any(c in {z}: c.rank > {k}) else 9)",
    "size({z})",
)


@st.composite
def conditions(draw: st.DrawFn) -> str:
    """Return a condition that depends on the content of some zone."""
    a, sign = draw(numbers()), draw(st.sampled_from(["<", "==", ">"]))
    return f"{a} {sign} {draw(small)}"


@st.composite
def moves(draw: st.DrawFn) -> str:
    """Return a step that the checker accepts in any of these games."""
    z, o, y = draw(zones), draw(ordered), draw(zones)
    where = draw(st.sampled_from(["", ", at: bottom"])) if y in ORDERED else ""
    form = draw(st.sampled_from(MOVES))
    return form.format(z=z, o=o, y=y, where=where, e=draw(numbers()), n=draw(small) + 1)


MOVES = (
    "{{move: {z}, to: {y}{where}}}",
    '{{move: "top({o}, {n})", to: {y}{where}}}',
    '{{move: "bottom({o}, 1)", to: {y}{where}}}',
    '{{move: "filter(c in {z}: c.rank > 1)", to: {y}{where}}}',
    '{{move: "sort(c in {z}: c.rank)", to: {y}{where}}}',
    '{{move: "filter(c in card: c.rank > {n} - 2)", to: {y}{where}}}',
    '{{set: {{v: "{e}"}}}}',
    '{{set: {{w: "{e}"}}}}',
)


# One pile is put onto another. Then two places are read, each of which may hold a card from either pile.
JOIN = (
    "{{if: turns < 9, then: [{{move: pile, to: deck, at: {at}}},"
    " {{set: {{w: '(nth(deck, 1).rank * 10 + nth(deck, 3).rank if size(deck) > 2 else 9)'}}}}]}}"
)
STEPS = ("move", "move", "shuffle", "mix", "random", "weighed", "if", "offer", "join", "join")


@st.composite
def steps(draw: st.DrawFn) -> str:
    """Return a step, including steps that draw or shuffle."""
    form = draw(st.sampled_from(STEPS))
    e, o = draw(numbers()), draw(ordered)
    match form:
        case "shuffle":
            return f"{{shuffle: {o}}}"
        case "mix":
            return f"{{run: mix, with: {{z: {o}}}}}"
        case "random":
            return f"{{random: {{x: {{from: 'map(c in {o}: c.rank // 2)'}}}}, stream: dice}}"
        case "weighed":
            return f"{{random: {{y: {{from: 0..2, weight: 'y + 1 + {e}'}}}}, stream: dice}}"
        case "if":
            return f"{{if: '{draw(conditions())}', then: [{draw(moves())}]}}"
        case "join":
            return JOIN.format(at=draw(st.sampled_from(["top", "bottom"])))
        case "offer":
            return "{offer: [draw, pass], by: seat(1)}"
        case _:
            return draw(moves())


@st.composite
def small_games(draw: st.DrawFn) -> str:
    """Return the text of a game with three or four cards, two of which may be identical."""
    ranks = draw(st.lists(small, min_size=3, max_size=4, unique=True))
    copies = 2 if len(ranks) < 4 and draw(st.booleans()) else 1
    rows = [f"{{rank: {r}, copies: {copies if i == 0 else 1}}}" for i, r in enumerate(ranks)]
    names = "abcdefghijkl"
    setup = [JOIN.format(at="top")] if draw(st.booleans()) else []
    setup += [draw(steps()) for _ in range(draw(st.integers(0, 3)))]
    turn = [draw(steps()) for _ in range(draw(st.integers(1, 3)))]

    def lines(found: list[str], indent: int) -> str:
        # Each draw needs a name of its own.
        return "".join(
            f"{' ' * indent}- "
            + step.replace("{x:", f"{{x{n}:").replace("{y:", f"{{y{n}:").replace("y + 1", f"y{n} + 1")
            + "\n"
            for step, n in zip(found, names[indent:], strict=False)
        )

    return BOX.format(
        cards=", ".join(rows), setup=lines(setup, 2).rstrip("\n"), turn=lines(turn, 6).rstrip("\n"),
        keeps=draw(conditions()), step=draw(moves()), until=draw(conditions()), end=draw(conditions()),
        ranking=draw(numbers()), cut=draw(st.sampled_from([2, 1])),
    )  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path for the file of a generated game."""
    return tmp_path_factory.mktemp("chance") / "game.yaml"


@pytest.mark.long("generated")
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # an example is printed whole, and small enough; making it smaller takes minutes
)
@given(text=small_games())
def test_games_made_at_random(place: Path, text: str) -> None:
    """Explicit and seeded chance give the same distribution of outcomes, and its probabilities sum to one.

    If a game names a component whose place is not settled yet, explicit chance ends with a fault of its own.
    """
    place.write_text(text, encoding="utf-8")
    program = load(place).program()
    try:
        found = by_outcomes(program, MOST_ENDS)
        assert sum(found.values()) == 1
        if any(end[-1] == "GS513" for end in found):
            event("GS513")
            return
        drawn = by_draws(program, MOST_ENDS)
    except TooMany:
        event("too many ends")
        return
    event("compared")
    assert found == drawn
