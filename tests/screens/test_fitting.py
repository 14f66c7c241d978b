"""Tests that every decision of the shipped games fits on the screen of a terminal, and that nothing is lost.

People play whole games by random numbers, in terminals that are 80 columns wide. What counts is what lies
between two headlines, which includes the line in which a person types.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from long_checks import sampled

from gamespec import games, load
from interpreter.cli.app import cli
from interpreter.contract import choose_at_random
from interpreter.drawn.text import legend_lines
from interpreter.drawn.text.options import Listing
from interpreter.drawn.text.screens import fitted
from interpreter.play.luck import Seeds
from interpreter.replay import Origin
from interpreter.scene.asked import asked_of
from interpreter.sitting import Sitting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.drawn.text.screens import Screen
    from interpreter.scene.things import Scene

SEED = 5
WIDTH, HEIGHT = 80, 24
FRAME = 2
"""The headline and the line in which a person types."""
DECISIONS, APART = 90, 5
"""Number of decisions played, and after how many of them a screen is measured again."""


def screens(name: str, language: str, height: int) -> Iterator[tuple[Sitting, Listing, Scene, Screen]]:
    """Play a game at random, and yield some of its screens, with what is on them."""
    spec = load(name)
    players = spec.players[-1]
    sitting = Sitting(spec.compiled(players), Origin.of(spec), Seeds(SEED, 0), ("human",) * players, language)
    for step in range(DECISIONS):
        decision = sitting.game.decision
        if decision is None:
            return
        if step % APART == 0:
            asked = asked_of(sitting.words, sitting.game)
            assert asked is not None
            labels = [choice.label for choice in asked.choices]
            listing = Listing(asked, labels, range(len(labels)), language)
            scene = sitting.scene(decision.player)
            legend = [*legend_lines(scene, WIDTH)] if step == 0 else []
            told = sitting.news(decision.player)
            screen = fitted(scene, told, asked.prompt, listing, legend, WIDTH, height - FRAME)
            yield sitting, listing, scene, screen
        sitting.answer(choose_at_random(sitting.game, SEED, step))


def lines(screen: Screen) -> list[str]:
    """Return all lines of a screen, from top to bottom."""
    return [*screen.told, *screen.table, *screen.question, *screen.options.lines]


@pytest.mark.parametrize(
    ("name", "language"), sampled([(g, x) for g in games() for x in ("en", "de")], "golden", 3)
)
def test_every_decision_fits(name: str, language: str) -> None:
    """With the largest number of players, each screen has at most 24 lines of at most 80 characters."""
    for _, _, _, screen in screens(name, language, HEIGHT):
        shown = lines(screen)
        assert len(shown) + FRAME <= HEIGHT, "\n".join(shown)
        assert max(map(len, shown)) <= WIDTH, "\n".join(shown)


@pytest.mark.parametrize("name", sampled(games(), "golden", 3))
def test_boards_and_options_are_there(name: str) -> None:
    """Each screen shows some of the shared boards and of the options, and each card in the own hand is there.

    All zones of the deciding player appear by their name, unless they are empty.
    """
    for sitting, listing, scene, screen in screens(name, "en", HEIGHT):
        table = "\n".join(screen.table)
        assert screen.options.lines
        assert re.match(r" *1(-\d+)?  ", screen.options.lines[0])
        for board in scene.groups[0].boards:
            named = [text for _, text in (*board.columns, *board.rows)] or [cell.name for cell in board.cells]
            assert any(re.search(rf"(?<!\w){re.escape(text)}", table) for text in named), board.name
        me = listing.asked.seat
        counted = scene.scoreboard.columns if scene.scoreboard else ()
        for group in scene.groups[1:]:
            for place in group.places if group.player == me else ():
                assert place.name in table or not place.pieces or place.name in {h.text for h in counted}
        assert sitting.game.decision is not None


@pytest.mark.parametrize("name", sampled(games(), "golden", 3))
def test_pages_list_every_option_once(name: str) -> None:
    """Going from page to page lists each option once, in order, with its whole text."""
    for _, listing, _, _ in islice(screens(name, "en", HEIGHT), 3):
        found, start = list[str](), 0
        while True:
            page = Listing(listing.asked, listing.labels, listing.shown, "en", start).page(WIDTH, 6)
            assert len(page.lines) <= 6
            hint = next(i for i, line in enumerate(page.lines) if line.startswith("      options"))
            entries = page.lines[:hint]
            text = "\n".join(entries)
            found += re.findall(r"(?<!\S)(\d+)  (?=\S)", text)
            assert page.following is not None
            if page.following <= start:
                break
            start = page.following
        assert found == [str(index + 1) for index in listing.shown]


@pytest.mark.parametrize("name", sampled(games(), "golden", 7))
def test_a_high_screen_shows_what_a_low_one_does_not(name: str) -> None:
    """On 400 lines, each option has a line of its own, nothing is cut, and no events are left out."""
    for _, listing, _, screen in islice(screens(name, "en", 400), 5):
        assert screen.whole
        assert screen.before == 0
        numbers = [line.split()[0] for line in screen.options.lines if re.match(r" *\d+  ", line)]
        if len(listing.labels) < 200:
            assert numbers == [str(index + 1) for index in listing.shown]


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_fits(language: str) -> None:
    """What `?` prints fits on the screen, too."""
    runner = CliRunner(env={"COLUMNS": str(WIDTH), "LINES": str(HEIGHT)})
    done = runner.invoke(cli, ["play", "hex", "--lang", language], input="?\nquit\n", catch_exceptions=False)
    shown = done.stdout.split("> ")[1].splitlines()
    assert 12 < len(shown) < HEIGHT
    assert max(map(len, shown)) <= WIDTH
