"""Tests for the dialogue of `gamespec play`.

They cover hidden hands, people taking turns at one screen, seeds, German and the command `why`.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

TRICKS = """\
language: 1
game: tricks
title: Tricks
players: 2
enums:
  suit: {acorns: {en: acorns, de: Eicheln}, bells: {en: bells, de: Schellen}}
components:
  card:
    name: {en: a card, de: eine Karte}
    attributes: {suit: suit, rank: 1..3}
    all: {suit: suit, rank: 1..3}
    label: "{suit} {rank}"
    start: deck
zones:
  deck: {of: card, ordered: true, seen_by: nobody, label: {en: pile, de: Stapel}}
  hand: {of: card, per: player, seen_by: owner, label: {en: hand, de: Hand}}
  trick: {of: card, per: player, capacity: 1, label: {en: trick, de: Stich}}
setup:
  - for: {p: players, i: 1..3}
    do: [{move: "top(deck, 1)", to: "hand[p]"}]
actions:
  play:
    label: {en: "play {c}", de: "{c} spielen"}
    with: {c: {from: "hand[me]", where: c.rank > 1}}
    do: [{move: c, to: "trick[me]"}]
phases:
  playing:
    label: {en: the play, de: das Spiel}
    turns: clockwise
    until: "not empty(trick[seat(2)])"
    do:
      - offer: [play]
        ask: always
score: "sum(c in trick[player]: c.rank)"
limit: {decisions: 4, then: draw}
view:
  values:
    suit: {acorns: {symbol: A, color: green}, bells: {symbol: O, color: yellow}}
  components:
    card: {short: "{suit}{rank}", color: suit}
"""
"""Game with hidden hands but no shuffle: p1 is dealt acorns 1 to 3, and p2 bells 1 to 3."""


@pytest.fixture
def tricks(tmp_path: Path) -> Path:
    """Return the path of the file with the `TRICKS` game."""
    file = tmp_path / "tricks.yaml"
    file.write_text(TRICKS, encoding="utf-8")
    return file


def test_seats_change_before_secrets_show(run: Run, tricks: Path) -> None:
    """If two people share a screen, a hand is shown only after its owner has come and pressed Enter."""
    outcome = run("play", tricks, "--seats", "human,human", typed="")
    assert outcome.stdout.startswith("p1 comes to the screen and presses Enter> ")
    assert "hand:" not in outcome.stdout
    outcome = run("play", tricks, "--seats", "human,human", typed="\nplay acorns 2\n")
    before, _, after = outcome.stdout.partition("p2 comes to the screen and presses Enter> ")
    assert "hand: A1, A2, A3" in before
    assert "hand: O" not in before
    assert not after.strip()


def test_who_is_alone_stays(run: Run, tricks: Path) -> None:
    """Nobody is called to the screen if only one person plays or if the game hides nothing."""
    assert "comes to the screen" not in run("play", tricks, typed="quit\n").stdout
    assert "comes to the screen" not in run("play", "hex", "--seats", "human,human", typed="quit\n").stdout


def test_who_comes_may_leave(run: Run, tricks: Path) -> None:
    """The prompt that calls a player to the screen accepts `quit`, and in German also `ende`."""
    for word, language in (("quit", "en"), ("ende", "de"), ("quit", "de")):
        outcome = run("play", tricks, "--seats", "human,human", "--lang", language, typed=f"{word}\n1\n")
        assert outcome.exit_code == 0
        assert "--- p1 ---" not in outcome.stdout


def test_a_seed_is_a_secret_until_the_end(run: Run, tricks: Path) -> None:
    """Each game draws a new seed and shows it when the game is over, but not when a player leaves early.

    A seed given with `--seed` is never shown.
    """
    ended = [run("play", tricks, typed="play acorns 2\nquit\n").stdout for _ in range(2)]
    seeds = [re.findall(r"the seed of this game was (\d+)", text) for text in ended]
    assert all(len(found) == 1 for found in seeds)
    assert seeds[0] != seeds[1]
    assert "seed" not in run("play", tricks, typed="quit\n").stdout
    assert "seed" not in run("play", tricks, "--seed", "3", typed="play acorns 2\nquit\n").stdout


def test_a_seed_brings_the_game_again(run: Run) -> None:
    """Playing with the seed that an earlier game has shown deals the same cards."""
    told = run("play", "kuhn-poker", typed="1\n1\nquit\n").stdout
    seed = re.findall(r"the seed of this game was (\d+)", told)[0]
    again = run("play", "kuhn-poker", "--seed", seed, typed="1\n1\nquit\n").stdout
    assert told.partition("the seed")[0] == again


def test_the_words_of_the_screen_are_understood(run: Run, tricks: Path) -> None:
    """An option can be chosen by its full text, by part of it, or by the symbols shown on the table."""
    for words in ("play acorns 3", "acorns 3", "A3"):
        outcome = run("play", tricks, "--seats", "human,human", typed=f"\n{words}\n\nquit\n")
        assert "* p1: play a card\n* acorns 3 goes from p1's hand to the trick\n" in outcome.stdout, words


def test_all_in_german(run: Run, tricks: Path) -> None:
    """In German, headings, names, events and commands are translated, and no English word remains."""
    typed = (
        "\nhilfe\nzeichen\noptionen eicheln\nEicheln 3 spielen\n\ntisch\nSchellen 2 spielen\nzurück\n\nende\n"
    )
    outcome = run("play", tricks, "--seats", "human,human", "--lang", "de", typed=typed)
    assert outcome.exit_code == 0, outcome.output
    assert "Hand: A1, A2, A3" in outcome.stdout
    assert "* p1: eine Karte spielen\n* Eicheln 3 geht von Hand von p1 nach Stich\n" in outcome.stdout
    assert "A Eicheln, O Schellen" in outcome.stdout
    assert "das Spiel ist aus" in outcome.stdout
    english = (
        r"\b(the|hand|trick|hidden|empty|score|play|you|turn|phase|show|options|look|undo|save|quit|help)\b"
    )
    found = set(re.findall(english, outcome.stdout.replace("`gamespec play --load", "")))
    assert not found


def test_english_commands_are_understood_in_german(run: Run, tricks: Path) -> None:
    """English commands also work when the dialogue is in German."""
    outcome = run("play", tricks, "--lang", "de", typed="look\nhelp\nquit\n")
    assert outcome.stdout.count("Hand: A1, A2, A3") == 2
    assert "aufhören" in outcome.stdout


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("why play c=acorns_1", "acorns 1 is not possible — rank: 1 (needed: at least 2)"),
        ("why acorns 1", "acorns 1 is not possible — rank: 1 (needed: at least 2)"),
        ("why play acorns 1", "acorns 1 is not possible — rank: 1 (needed: at least 2)"),
        ("why A1", "acorns 1 is not possible — rank: 1 (needed: at least 2)"),
        ("why acorns 2", "it is on offer"),
        ("why bells 1", "bells 1 is not in your hand"),  # the own hand, which its player sees
        ("why is the moon round", "say what, in the words of the options"),
        ("why", "say what, in the words of the options"),
    ],
)
def test_why_in_the_words_of_the_table(run: Run, tricks: Path, asked: str, says: str) -> None:
    """`why` accepts the names in the specification as well as the words and symbols shown on the table."""
    outcome = run("play", tricks, typed=f"{asked}\nquit\n")
    assert outcome.exit_code == 0, outcome.output
    assert says in outcome.stdout.rpartition("   2  ")[2]


def test_warum(run: Run, tricks: Path) -> None:
    """In German, `why` is called `warum`, and it understands German labels."""
    outcome = run("play", tricks, "--lang", "de", typed="warum Eicheln 1\nende\n")
    assert "rank: 1 (nötig: mindestens 2)" in outcome.stdout.rpartition("   2  ")[2]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the terminal 80 columns wide and 24 lines high."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


@pytest.mark.usefixtures("small")
def test_the_board_stays_when_options_scroll(run: Run) -> None:
    """`more` shows the board again, with the options that follow, until it begins again with the first one.

    Hex has 121 options at its beginning, one for each of 11 x 11 cells.
    """
    outcome = run("play", "hex", typed="more\nmore\nlook\nquit\n")
    screens = outcome.stdout.split("\n--- ")[1:]
    shown = [re.findall(r"(?<!\S)(\d+)  [a-k]\d", screen.partition("?\n")[2]) for screen in screens]
    assert [int(number) for numbers in shown[:-1] for number in numbers] == [*range(1, 122)]
    assert shown[-1] == shown[0]
    assert all("    a b c d e f g h i j k" in screen for screen in screens)
    assert all(len(screen.rpartition("\n> ")[0].splitlines()) <= 23 for screen in screens)


@pytest.mark.usefixtures("small")
def test_ranges_and_words_choose_what_is_listed(run: Run) -> None:
    """A range of numbers, and words that several options fit, list these options."""
    outcome = run("play", "hex", typed="7-9\nquit\n")
    _, second, *_ = outcome.stdout.split("\n--- ")[1:]
    assert "this fits several options:" in second
    assert re.findall(r"(?m)^ +(\d+)  (\w+)$", second) == [("7", "g1"), ("8", "h1"), ("9", "i1")]


def test_one_thing_is_shown_in_full(run: Run, tricks: Path) -> None:
    """`show` shows everything, with empty zones; `show hand` the hands; a wrong name lists the right ones."""
    outcome = run("play", tricks, typed="show\nshow hand\nshow moon\nquit\n")
    _, everything, hands, nothing, _ = outcome.stdout.split("\n> ")[0:1] + outcome.stdout.split("> ")[1:]
    assert "empty: pile, trick p1, trick p2" in everything
    assert hands.splitlines() == ["p1 (you): hand: A1, A2, A3", "p2: hand: 3 hidden"]
    told = " ".join(nothing.split())
    assert "nothing is called `moon`; these have names: pile, trick, hand, p1, p2" in told


def test_the_log_tells_what_the_screen_leaves_out(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`log` tells all events since the last decision; `log 2` the last two lines about the game."""
    monkeypatch.setenv("LINES", "18")
    outcome = run("play", "hearts", "--seed", "3", typed="1\nlog\nlog 2\nquit\n")
    screen, told, last, _ = outcome.stdout.split("> ")[1:]
    before = re.findall(r"(\d+) earlier lines: `log`", screen)
    shown = [*takewhile(lambda line: line.startswith("* "), screen.splitlines()[2:])]
    events = [line for line in told.splitlines() if line.startswith("* ")]
    assert len(events) == int(before[0]) + len(shown)
    assert events[-len(shown) :] == shown
    assert last.splitlines() == events[-2:]


def test_the_text_of_an_option_is_no_command(run: Run, tmp_path: Path) -> None:
    """An option whose text begins like a command is taken by its whole text."""
    file = tmp_path / "show.yaml"
    label = 'label: {en: "show {c}", de: "zeig {c}"}'
    file.write_text(TRICKS.replace('label: {en: "play {c}", de: "{c} spielen"}', label), encoding="utf-8")
    outcome = run("play", file, typed="show acorns 2\nquit\n")
    assert "the game is over" in outcome.stdout


def test_what_can_be_typed_at_the_end(run: Run, tricks: Path) -> None:
    """The commands stand above the prompt; whatever names an option is told that the game is over."""
    outcome = run("play", tricks, typed="1\n7\nplay\nquit\n")
    commands = "`undo`, `save`, `quit`"
    prompt, number, word, left = outcome.stdout.split("\n> ", 1)[1].rsplit("> ", 3)
    assert prompt.endswith(f"\n{commands}\n")
    assert number == word == f"the game is over; what is left: {commands}\n"
    assert "the game is over: its last phase has ended" in prompt
    assert left.startswith("the seed") or not left


def test_how_it_ended_by_parts(run: Run) -> None:
    """The final table has a labeled column for each part of the score, and the parts add up to the score."""
    outcome = run("play", "carcassonne", "--seats", "random,random", "--seed", "3")
    headings = next(line for line in outcome.stdout.splitlines() if line.split()[:2] == ["score", "roads"])
    assert headings.split() == ["score", "roads", "cities", "monasteries", "fields"]
    rows = [line.split()[3:] for line in outcome.stdout.splitlines() if re.match(r"  [12]\. ", line)]
    for score, *parts in rows:
        assert int(score) == sum(map(int, parts))


def test_nothing_to_play(run: Run) -> None:
    """`gamespec play` without a game or a saved game fails with status 2 and asks which game to play."""
    outcome = run("play")
    assert outcome.exit_code == 2
    assert "which game?" in outcome.stderr


def test_the_end_lays_everything_open(run: Run, tricks: Path) -> None:
    """When the game is over, the table shows both hands and the pile; before, only the hand at the screen.

    Each suit has three cards, so 6 lie on the table when everything is seen.
    """
    told = run("play", tricks, "--seed", "1", typed="1\nquit\n").stdout
    during, _, after = told.partition("the game is over")
    assert "* everything that was hidden is laid open" in after
    shown = set(re.findall(r"\b(?:A|O)[123]\b|(?:acorns|bells) [123]", after))
    assert len(shown) == 6
    assert "everything that was hidden" not in during
