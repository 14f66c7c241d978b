"""In any game, logs and replays show labels as they were when the answers were given."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_checks import sampled
from strategies import engine
from strategies.claims import Tally, built
from strategies.dice import Rolled
from strategies.games import sketches
from strategies.labels import labels_are_kept
from strategies.sample import sample, sizes

import gamespec
from interpreter.bots import is_open
from interpreter.play.errors import Fault
from interpreter.play.events import Decided
from interpreter.serve.course import Course
from interpreter.serve.edition import Edition
from interpreter.words import Words

if TYPE_CHECKING:
    from pathlib import Path

    from strategies.sketch import Sketch

    from interpreter.scene.labels import Label
    from interpreter.sitting import Sitting


OPENLY = {"carcassonne", "ogallala"}
"""Games with hidden information in which all players can read every answer in full."""


def answers_read(sitting: Sitting) -> list[tuple[int, Label]]:
    """Return the player and the label of each labeled answer that was not forced."""
    return [
        (event.player, label)
        for event, label in sitting.read
        if isinstance(event, Decided) and not event.forced and label is not None and label.own is not None
    ]


@pytest.mark.parametrize("name", sampled(gamespec.games(), "generated", 5))
@pytest.mark.parametrize("language", ["en", "de"])
def test_shipped_games_tell_what_was_offered(name: str, language: str) -> None:
    """Logs, replays and resumed tables of the shipped games show the labels that were offered."""
    spec = gamespec.load(name)
    made = spec.compiled()
    sitting = labels_are_kept(made, Rolled(name), 12, language)
    read, words = answers_read(sitting), Words(made, language)
    if name in OPENLY or is_open(made.program):
        assert all(label.public == label.own for _, label in read)
    course, whole = Course.replayed(Edition(spec, made), sitting.seeds.game, sitting.answers)
    assert whole
    for seat, label in read:
        told = [course.told(words, number + 1, seat) for number in range(len(course.answers))]
        said = words.texts.gettext("you: {answer}", answer=label.own)
        assert any(line.text.startswith(said) for line in chain.from_iterable(told))


@sizes(10, 30)
def test_games_made_at_random_tell_what_was_offered(number: int, folder: Path) -> None:
    """Logs and replays of generated games show the labels that were offered."""
    tally = Tally()

    @sample(number)
    @given(sketch=sketches(), seed=st.integers(0, 9999))
    def holds(sketch: Sketch, seed: int) -> None:
        program = built(sketch, folder, tally)
        if program is None:
            return
        try:
            labels_are_kept(engine.compiled_of(program), Rolled(seed), 10)
        except Fault:
            tally.counts["games that do not begin"] += 1

    holds()
