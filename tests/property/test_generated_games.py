"""Generated games have the properties of all games, however they are played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from chances import Shown, TooMany, by_draws, by_outcomes
from hypothesis import given
from hypothesis import strategies as st
from strategies.cases import Case, Found, try_case
from strategies.claims import Tally, built
from strategies.dice import Rolled
from strategies.documents import overlaid, printed_again, retold
from strategies.games import overlaid_sketches, sketches
from strategies.looks import looked
from strategies.occurrence import HAPPENS, HIDES, VERBS, hidden_in, verbs_in
from strategies.sample import made_smaller, sample, sizes
from strategies.secrets import secrets
from strategies.vocabulary import EVERYTHING, said_in

from gamespec import load

if TYPE_CHECKING:
    from pathlib import Path

    from strategies.sketch import Sketch, Step

    from gamespec.program import Program

MOST_ENDS = 200
FILES = "a generated game is one file"
REJECTED = 8
"""Maximum share of games that the checker may reject, in per cent."""

seeds = st.integers(0, 9999)


def sound(tally: Tally) -> None:
    """Print the counts, and check that the checker has rejected only a few games."""
    print(tally)  # noqa: T201 - shown with a failure, and with `-s`
    assert tally.rejected.total() * 100 <= REJECTED * tally.counts["games"]


@sizes(30, 80)
def test_play(number: int, folder: Path) -> None:
    """In every position, the state is valid, and options have unique numbers.

    Saved games can be continued, and redeals look the same to the player. All of this also holds with
    explicit chance. Each value lies in its type, and features match the tiles.
    """
    found = Found()
    told: dict[str, str] = {}
    tally = found.tally

    @sample(number)
    @given(sketch=sketches(), seed=seeds)
    def holds(sketch: Sketch, seed: int) -> None:
        case = Case(sketch.document(), sketch.words, seed)
        with made_smaller(case, folder, told):
            try_case(case, folder, found)

    holds()
    sound(tally)
    assert tally.counts["decisions"] > tally.counts["games"]
    assert tally.counts["planes with several tiles"] > 0


@pytest.mark.long("generated")
def test_secrets(folder: Path) -> None:
    """In games with many secrets, a player cannot distinguish histories that show the player the same.

    Each kind of hidden event occurs in some games. If two such histories have different positions, their
    offers are equal.
    """
    found = Found()
    told: dict[str, str] = {}
    tally = found.tally

    @sample(40)
    @given(sketch=secrets(), seed=seeds)
    def holds(sketch: Sketch, seed: int) -> None:
        case = Case(sketch.document(), sketch.words, seed, histories=10)
        with made_smaller(case, folder, told):
            try_case(case, folder, found)

    holds()
    sound(tally)
    assert [what for what in HAPPENS if not tally.hiding[what]] == []
    assert tally.counts["one sequence of two positions"] > 5 * tally.counts["games"]
    assert tally.counts["one offer of two positions"] > tally.counts["games"]
    assert tally.counts["labels told alike"] > 0
    assert tally.counts["redeals that are exact"] * 4 > tally.counts["redeals"] * 3


def agree(program: Program, most: int, tally: Tally, told: Shown | None = None) -> None:
    """Check that explicit and seeded chance give the same distribution.

    The check is skipped if the game has too many ends.
    """
    try:
        found = by_outcomes(program, most, told)
        assert sum(found.values()) == 1
        if any("GS513" in (end, end[-1]) for end in found):  # not settled: only with explicit chance
            tally.counts["GS513"] += 1
            return
        drawn = by_draws(program, most, told)
    except TooMany:
        tally.counts["too many ends"] += 1
        return
    tally.counts["compared"] += 1
    assert found == drawn


@sizes(25, 50)
def test_chance(number: int, folder: Path) -> None:
    """Explicit and seeded chance give the same distribution of outcomes."""
    tally = Tally()

    @sample(number)
    @given(sketch=sketches(decisions=1, lucky=True))
    def holds(sketch: Sketch) -> None:
        program = built(sketch, folder, tally)
        if program is None:
            return
        agree(program, MOST_ENDS, tally)

    holds()
    sound(tally)
    assert tally.counts["compared"] * 2 > tally.counts["games"]


@sizes(20, 100)
def test_copies(number: int, folder: Path) -> None:
    """With identical copies, explicit and seeded chance show the players the same, equally often."""
    tally = Tally()

    @sample(number)
    @given(sketch=secrets(), decisions=st.integers(1, 2))
    def holds(sketch: Sketch, decisions: int) -> None:
        program = built(copied(sketch, decisions), folder, tally)
        if program is None or not program.has_copies:
            return
        agree(program, 2 * MOST_ENDS, tally, Shown())

    holds()
    assert tally.counts["compared"] * 5 > tally.counts["games"]


def copied(sketch: Sketch, decisions: int) -> Sketch:
    """Return a short game with two copies and another card, in which a player gets another player's hand."""
    words, card = sketch.words, sketch.words.kinds["card"]
    if card.form == "rows":
        card = replace(card, rows=({**card.rows[0], "copies": 2}, *card.rows[1:2]), names=card.names[:2])
    kinds, limit = {**words.kinds, "card": card}, {"decisions": decisions, "then": "rank"}
    given: Step = {"move": "hand[right(seat(1))]", "to": "hand[seat(1)]"}
    return replace(sketch, words=replace(words, kinds=kinds), setup=(*sketch.setup, given), limit=limit)


@sizes(4, 16)
def test_documents(number: int, folder: Path) -> None:
    """A printed game is the same program when it is read again, and overlays can be grouped in any way.

    A scenario that records a played game passes.
    """
    tally = Tally()

    @sample(number)
    @given(made=overlaid_sketches(), seed=seeds)
    def holds(made: tuple[Sketch, list[str]], seed: int) -> None:
        sketch, texts = made
        if built(sketch, folder, tally) is not None:
            game = folder / "game.yaml"
            printed_again(load(game), folder)
            retold(game, Rolled(seed), tally)
            overlaid(game, texts, folder, tally)

    holds()
    sound(tally)
    assert tally.counts["retold"] > 0


NOT_MADE = {
    "kind.table": FILES, "part.table": FILES, "table.table": FILES,
}  # fmt: skip
"""Constructs that generated games never contain, each with the reason."""


@pytest.mark.long("generated")
def test_all_words_are_made() -> None:
    """Games generated from some seeds contain every construct of the language.

    The constructs are each verb, each word that hides information, each key of the schema with the words that
    it allows, and each form of values. (Another test covers the constructs of expressions.)
    """
    from strategies.games import make_game

    made = [make_game(Rolled(seed)) for seed in range(250)]
    verbs, hiding = [verbs_in(sketch) for sketch in made], [hidden_in(sketch) for sketch in made]
    assert [verb for verb in VERBS if sum(verb in those for those in verbs) < 4] == []
    assert [what for what in HIDES if sum(what in those for those in hiding) < 4] == []
    looks = [looked(sketch.document(), Rolled(seed))[0] for seed, sketch in enumerate(made)]
    said = set().union(*map(said_in, looks))
    assert {word for word in EVERYTHING if word not in said} == set(NOT_MADE)
