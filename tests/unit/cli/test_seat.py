"""Tests for `gamespec replay FILE --seat N`, which shows only what the player in that seat knows."""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

import gamespec
from interpreter import Game, Words
from interpreter.play.observation import Unknown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

SEED = 9_876_543_210_123_456_789
"""Seed of the saved games, chosen to differ from every other number in a game."""


def kept(run: Run, place: Path, *arguments: str, typed: str) -> Path:
    """Play part of a game with the answers in `typed`, and return the file in which it is saved.

    All seats are people who share a screen, so Enter is pressed before each answer to change seats.
    """
    file = place / "game.json"
    outcome = run("play", *arguments, "--save", file, typed="\n" + typed.replace("\n", "\n\n") + "quit\n")
    assert outcome.exit_code == 0, outcome.output
    return file


def told(run: Run, file: Path, seat: int) -> tuple[str, str]:
    """Return what `replay --seat` shows one seat of a saved game, first as text and then as JSON."""
    arguments = ("replay", file, "--seat", str(seat))
    outcomes = [run(*arguments), run(*arguments, "--format", "json")]
    assert [outcome.exit_code for outcome in outcomes] == [0, 0]
    return outcomes[0].stdout, outcomes[1].stdout


def numbers(value: Any) -> set[int]:
    """Return all integers that occur anywhere in a JSON value."""
    if isinstance(value, dict):
        return numbers(list(value.values()))
    if isinstance(value, list):
        return {number for part in value for number in numbers(part)}
    return {value} if isinstance(value, int) else set()


@pytest.mark.long("commands")
def test_a_card_that_a_seat_has_not_seen_makes_no_difference(run: Run, tmp_path: Path) -> None:
    """What a seat is shown does not depend on a card that the seat has not seen.

    In Kuhn poker two of three cards are dealt. In 20 games with different seeds, the first player passes and
    the second bets. Each seat's output depends only on its own card, so these games give each seat exactly
    three different outputs.
    """
    program = gamespec.load("kuhn-poker").program()
    stories: dict[tuple[int, int], set[tuple[str, str]]] = {}
    deals: set[tuple[int, int]] = set()
    for seed in range(20):
        file = kept(
            run, tmp_path, "kuhn-poker", "--seats", "human,human", "--seed", str(seed), typed="1\n2\n"
        )
        held = [Game(program, seed).observation(player).zones for player in range(2)]
        first, second = (next(c for zone in zones for c in zone if c != Unknown) for zones in held)
        deals.add((first, second))
        for player, card in enumerate((first, second)):
            stories.setdefault((player, card), set()).add(told(run, file, player + 1))
    assert len(deals) == 6
    assert len(stories) == 6
    assert all(len(story) == 1 for story in stories.values())
    assert all(a != b for a, b in combinations([text for story in stories.values() for text, _ in story], 2))


@pytest.mark.parametrize("bids", ["{}", "{}\nbid 4", "{}\nbid 4\nbid 3", "{}\nbid 4\nbid 3\nbid 1"])
def test_an_answer_given_in_secret_makes_no_difference(run: Run, tmp_path: Path, bids: str) -> None:
    """A secret answer of one seat does not affect what the other seat is shown.

    The first seat bids 1 in one game and 2 in the other. The second seat cannot tell the games apart, not
    even after later bids.
    """
    name = ("goofspiel+hidden-bids", "--seats", "human,human", "--set", "cards=4", "--seed", str(SEED))
    one, other = (
        [told(run, file, seat) for seat in (1, 2)]
        for bid in ("bid 1", "bid 2")
        for file in (kept(run, tmp_path, *name, typed=f"{bids.format(bid)}\n"),)
    )
    assert one[1] == other[1]
    assert one[0][0] != other[0][0]
    assert one[0][1] != other[0][1]


@pytest.mark.long("commands")
@pytest.mark.parametrize(("answers", "hidden"), [(2, 34), (3, 31)])
def test_neither_the_seed_nor_a_hidden_card_is_in_it(
    run: Run, tmp_path: Path, answers: int, hidden: int
) -> None:
    """A seat is shown neither the seed nor any hidden card.

    In hearts for three players, a seat sees 17 of the 52 cards and the one that is left out. Once all players
    have passed cards, it also knows 3 more.
    """
    seats = ("--seats", "human,human,human")
    file = kept(run, tmp_path, "hearts", *seats, "--seed", str(SEED), typed="1\n" * answers)
    compiled = gamespec.load("hearts").compiled(3)
    game, words = Game(compiled.program, SEED), Words(compiled)
    for _ in range(answers):
        game.apply(game.options[0])
    kind = compiled.program.kinds[0]
    for player in range(3):
        known = {c for zone in game.observation(player).zones for c in zone if c != Unknown}
        every = range(kind.first, kind.first + kind.size)
        unseen = {words.component(c) for c in every if c not in known}
        assert len(unseen) == hidden
        text, shown = told(run, file, player + 1)
        report = json.loads(shown)
        said = text + "\n".join([*report["log"], *report["shown"]])
        assert all(words.component(c) in said for c in known)
        assert not [card for card in unseen if re.search(rf"{re.escape(card)}(?!\d)", said)]
        assert {c for zone in report["observation"]["zones"] for c in zone} == known | {Unknown}
        assert str(SEED) not in text + shown
        halves = {SEED & 0xFFFFFFFF, SEED >> 32}
        assert numbers(report).isdisjoint({SEED} | halves | {half - 2**32 for half in halves})
        assert not {"seed", "digest", "answers"} & report.keys()


def test_the_whole_game_is_told_without_a_seat(run: Run, tmp_path: Path) -> None:
    """Without `--seat`, the whole game is shown, including the seed and all cards.

    This confirms that the tests above would notice it if a seat were shown the seed or a hidden card.
    """
    file = kept(
        run, tmp_path, "hearts", "--seats", "human,human,human,human", "--seed", str(SEED), typed="1\n"
    )
    assert json.loads(file.read_text(encoding="utf-8"))["seed"] == SEED
    shown = run("replay", file, "--format", "json").stdout
    assert str(SEED) in shown
    assert len(set(re.findall(r"[♠♥♦♣](?:\d+|[JQKA])", run("replay", file).stdout))) == 52


def test_the_numbers_are_those_of_python(run: Run, tmp_path: Path) -> None:
    """The reported observation and information state are equal to those that `Game` computes for the seat."""
    file = kept(run, tmp_path, "kuhn-poker", "--seats", "human,human", "--seed", "4", typed="1\n")
    game = Game(gamespec.load("kuhn-poker").program(), 4, record=True)
    game.apply(game.options[0])
    report = json.loads(told(run, file, 2)[1])
    assert report["information_state"] == [list(seen) for seen in game.information_state(1)]
    assert report["observation"]["zones"] == [list(zone) for zone in game.observation(1).zones]
    assert (report["seat"], report["over"], report["places"]) == (2, False, None)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--seat", "3"), "`--seat`: there is no seat 3, the saved game has 2"),
        (("--seat", "1", "--save", "other.json"), "`--save` saves the whole game"),
    ],
)
def test_what_does_not_go_together(run: Run, tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    """`--seat` is refused for a seat that does not exist, and together with `--save`.

    `--save` would write the whole game.
    """
    file = kept(run, tmp_path, "kuhn-poker", "--seats", "human,human", typed="1\n")
    outcome = run("replay", file, *arguments)
    assert outcome.exit_code == 2
    assert says in outcome.stderr
    assert not (tmp_path / "other.json").exists()


def test_why_an_answer_does_not_fit_is_not_told_to_a_seat(run: Run, heap: Path, tmp_path: Path) -> None:
    """A seat is told which answer no longer fits, but not why, since the reason may name hidden values."""
    file = kept(run, tmp_path, str(heap), "--seats", "human,human", typed="2\n3\n")
    rules = heap / "game.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("n <= heap", "n <= heap and n < 3"), "utf-8")
    outcome = run("replay", file, "--seat", "1")
    assert (outcome.exit_code, outcome.stdout) == (1, "")
    assert "answer 2 does not fit any more" in outcome.stderr
    assert "take" not in outcome.stderr


def test_over(run: Run, tmp_path: Path) -> None:
    """At the end of the game, a seat is shown the final places, but no hidden card is revealed.

    The player who folds comes second.
    """
    file = kept(run, tmp_path, "kuhn-poker", "--seats", "human,human", typed="2\n1\n")
    report = json.loads(told(run, file, 2)[1])
    assert (report["over"], report["places"]) == (True, [1, 2])
    assert "the game is over" in told(run, file, 2)[0]
