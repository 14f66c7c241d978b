"""Tests that the browser of a seat receives no information that the seat may not have."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from long_checks import split
from served import Page, Server, hosted, page

from gamespec import load
from interpreter import Game, Words, replay
from interpreter.answers import Answers
from interpreter.play.known import recognized

if TYPE_CHECKING:
    from pathlib import Path

SEED = 8372638462836482
CARDS = re.compile(r"\bz\d+\.c(\d+)\b")


def play(pages: list[Page], decisions: int) -> None:
    """Answer up to `decisions` decisions on the given pages, with varying options.

    Stop earlier if the game ends.
    """
    for _ in range(decisions):
        while not any(each.table["asked"] for each in pages):
            for each in pages:
                if each.table["over"]:
                    return
            pages[0].hear()
            for other in pages[1:]:
                while other.table["revision"] < pages[0].table["revision"]:
                    other.hear()
        asked = next(each for each in pages if each.table["asked"])
        choices = asked.table["asked"]["choices"]
        asked.answer(choices[len(asked.heard) % len(choices)]["number"])
        for each in pages:
            while each.table["revision"] < asked.table["revision"]:
                each.hear()


def positions(server: Server, name: str) -> tuple[Words, list[Game]]:
    """Return the words of a game, and the game after each answer, replayed from the server's saved file."""
    saved = replay.read(server.folder / "game.json")
    compiled = load(name).compiled(saved.players, saved.options)
    game, known = Game(compiled.program, saved.seed), Answers(compiled)
    games = [game.clone()]
    for answer in saved.answers:
        assert not isinstance(answer, int)
        game.apply(known.option(game, answer))
        games.append(game.clone())
    return Words(compiled), games


@pytest.mark.long("processes")
def test_names_of_cards_in_other_hands(animals: Path, tmp_path: Path) -> None:
    """During a whole game, a page never receives the name or number of a card that its seat has not seen."""
    arguments = ("--seats", "human,human", "--seed", str(SEED))
    with hosted(tmp_path / "t", animals, *arguments) as server, ExitStack() as stack:
        both = [stack.enter_context(page(server, who)) for who in ("p1", "p2")]
        watching = stack.enter_context(page(server, "watch"))
        play(both, 60)
        assert both[0].table["over"]
        words, games = positions(server, str(animals))
        cards = range(12)
        secrets = 0
        for bits, each in ((1, both[0]), (2, both[1]), (3, watching)):
            seen: set[int] = set()
            known = []
            for game in games:
                seen = seen | {c for c in cards if recognized(words.program, game.position, c) & bits == bits}
                known.append(seen)
            known[-1] = set(cards)  # when the game is over, everything is laid open
            for answers, text in each.heard:
                hidden = set(cards) - known[answers]
                secrets += len(hidden)
                assert not {words.component(c) for c in hidden if words.component(c) in text}, (bits, answers)
                assert not {int(found) for found in CARDS.findall(text)} & hidden, (bits, answers)
        assert secrets > 100, "there was something to keep"


def test_the_end_lays_everything_open(tmp_path: Path) -> None:
    """When the game is over, all pages name both cards and the one left over; one answer earlier, none does.

    Kuhn's poker has three cards, J, Q and K: a seat sees its own one during the game, and a spectator none.
    """
    arguments = ("--seats", "human,human", "--seed", str(SEED))
    with hosted(tmp_path / "t", "kuhn-poker", *arguments) as server, ExitStack() as stack:
        both = [stack.enter_context(page(server, who)) for who in ("p1", "p2")]
        watching = stack.enter_context(page(server, "watch"))
        play(both, 10)
        watching.until(lambda message: message["kind"] == "table" and message["over"])
        for each, before in ((both[0], 1), (both[1], 1), (watching, 0)):
            assert each.table["over"]
            assert len(set(CARDS.findall(each.table["html"]))) == 3
            each.say("look", at=each.table["answers"] - 1)
            each.until(lambda message: message["kind"] == "table" and not message["live"])
            assert len(set(CARDS.findall(each.table["html"]))) == before


@pytest.mark.long("processes")
def test_why_tells_nothing(animals: Path, tmp_path: Path) -> None:
    """The explanation why a card cannot be played is the same for cards in the other hand and in the deck."""
    arguments = ("--seats", "human,human", "--seed", str(SEED))
    with hosted(tmp_path / "t", animals, *arguments) as server, page(server, "p1") as first:
        words, (game, *_) = positions(server, str(animals))
        replies: dict[bool, set[str]] = {False: set(), True: set()}
        for c in range(12):
            if recognized(words.program, game.position, c) & 1:
                continue
            name = words.component(c)
            first.say("why", text=f"play {name}")
            reply = first.until(lambda message: message["kind"] == "why")["text"]
            replies[bool(recognized(words.program, game.position, c))].add(reply.replace(name, "a card"))
        assert len(replies[True]) == 1, "of the other hand"
        assert replies[True] == replies[False]


@pytest.mark.parametrize(
    ("name", "players"),
    split(
        [("goofspiel", 2), ("euchre", 4), ("hearts", 4), ("hanabi", 2)],
        "processes",
        lambda *_: False,
        lambda _, players: players > 2,
    ),
)
def test_numbers_of_cards_in_other_hands(name: str, players: int, tmp_path: Path) -> None:
    """While a game is on, scene and options have numbers only of cards whose places the seat knows."""
    seats = ",".join(["human", "human", *["random"] * (players - 2)])
    with hosted(tmp_path / "t", name, "--seats", seats, "--seed", str(SEED)) as server, ExitStack() as stack:
        both = [stack.enter_context(page(server, who)) for who in ("p1", "p2")]
        play(both, 20)
        words, games = positions(server, name)
        checked = 0
        for seat, each in enumerate(both):
            for answers, text in each.heard:
                message = json.loads(text)
                if message["kind"] != "table" or games[answers].over:
                    continue  # when a game is over, all is laid open
                program, position = words.program, games[answers].position
                for found in CARDS.findall(message["html"] + json.dumps(message["asked"])):
                    alike = [c for c, first in enumerate(program.alike) if first == int(found)]
                    assert any(recognized(program, position, c) >> seat & 1 for c in alike), (
                        seat,
                        answers,
                        found,
                    )
                    checked += 1
        assert checked > 100


def test_seed_and_links(animals: Path, tmp_path: Path) -> None:
    """Seats and spectators never receive the seed or another viewer's link, whatever they request."""
    arguments = ("--seats", "human,human", "--seed", str(SEED))
    with hosted(tmp_path / "t", animals, *arguments) as server, ExitStack() as stack:
        pages = {who: stack.enter_context(page(server, who)) for who in ("p1", "p2", "watch", "host")}
        play([pages["p1"], pages["p2"]], 4)
        for each in (pages["p1"], pages["watch"]):
            for kind, values in [
                ("save", {"name": "evening"}),
                ("look", {"at": 1}),
                ("look", {}),
                ("hello", {}),
                ("undo", {}),
            ]:
                each.say(kind, **values)
                each.hear()
        for who, each in pages.items():
            others = {token for of, token in server.tokens.items() if of != who}
            for _, text in each.heard:
                assert str(SEED) not in text
                assert f"{SEED:x}" not in text
                if who != "host":
                    assert not [token for token in others if token in text]


@pytest.mark.long("processes")
def test_the_past_is_seen_with_the_eyes_of_then(animals: Path, tmp_path: Path) -> None:
    """An earlier position shows only what the seat could see then, and no card that was played later."""
    arguments = ("--seats", "human,human", "--seed", str(SEED))
    with hosted(tmp_path / "t", animals, *arguments) as server, ExitStack() as stack:
        both = [stack.enter_context(page(server, who)) for who in ("p1", "p2")]
        play(both, 2)  # each has played a card
        words, games = positions(server, str(animals))
        rule = next(r for r in words.names.families if r.zone.name == "played")
        lies = words.program.layout.zone_of
        (card,) = [c for c in range(12) if games[2].position[lies + c] == rule.zone.first + 1]
        name = words.component(card)
        assert name in both[0].table["html"]
        both[0].say("look", at=0)
        both[0].until(lambda message: message["kind"] == "table" and message["at"] == 0)
        assert name not in both[0].table["html"]
        assert both[0].table["asked"] is None
        assert not both[0].table["live"]
