"""Tests that what players are shown follows from a program file and events as the reference describes.

`Reader` follows the page on compiled programs. It does not use the classes of programs but reads the lines of
a file. Only the numbers of options, which section 10 of the reference defines, come from the interpreter.
"""

from __future__ import annotations

import dataclasses
import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest

import gamespec
from gamespec import Spec
from gamespec.program.written import About, write
from interpreter import Game, Option
from interpreter.kernels.sights import sight
from interpreter.play import events as e
from interpreter.play.events import EventKind
from interpreter.play.information import Sight

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAGE = Path(__file__).resolve().parents[2] / "docs/reference/compiled-programs.md"
UNKNOWN = -1

ROW = re.compile(r"^\| (\d+) \| (\w+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
"""Pattern of a row in the table of sights: number, name, parts, and who is shown this form of the sight."""

ROWS = [(int(number), name, parts.split(", ")) for number, name, parts, _ in ROW.findall(PAGE.read_text())]

EVENT = re.compile(r"^\| ([a-z, ]+) \| ([a-z_,; ]+) \| [^|]+ \|$", re.MULTILINE)
"""Pattern of a row in the table of events: name, parts and masks."""

HINTS = """
    players: 2
    enums: {colour: [red, blue], era: [old, new]}
    components:
      card:
        attributes: {colour: colour, value: 1..2, era: era}
        all: {colour: colour, value: 1..2, era: era}
        back: [era]
        start: deck
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, ordered: true, seen_by: others}
      bag: {of: card, seen_by: nobody}
      table: {of: card}
    variables:
      die: {per: player, type: 1..6, seen_by: owner}
    resources:
      chip: {per: player, type: 0..9, start: 9}
    setup:
      - shuffle: deck
      - for: {p: players}
        do:
          - {move: "top(deck, 2)", to: "hand[p]"}
          - random: {n: {from: 1..6}}
            seen_by: p
          - set: {"die[p]": n}
      - {move: "top(deck, 3)", to: bag}
    actions:
      hint: {with: {x: {from: colour}}, do: [{reveal: "hand[left(me)]", only: {colour: x}, to: left(me)}]}
      count: {do: [{reveal: bag, only: value, to: me}]}
      play: {with: {c: {from: "hand[me]"}}, do: [{move: c, to: table}, {transfer: 1, from: "chip[me]", to: chip.bank}]}
      draw: {with: {c: {from: bag}}, do: [{move: c, to: "hand[me]"}]}
      drop: {with: {c: {from: "hand[me]", count: 1..2}}, do: [{move: c, to: bag}]}
      peek: {with: {c: {from: bag}}, do: [{reveal: c, to: me}]}
      guess: {with: {n: {from: 1..6}}, do: []}
    phases:
      play:
        turns: clockwise
        do:
          - offer: [hint, count, play, draw, drop, peek]
          - offer: [guess]
            seen_by: nobody
    limit: {decisions: 80, then: draw}
"""  # noqa: E501 - a table of actions


class Reader:
    """Reader of the visibility data in a program file, and of the sights that follow from these data."""

    def __init__(self, file: bytes) -> None:
        lines = [json.loads(line) for line in file.decode("ascii").splitlines()[1:]]
        sections: dict[str, Any] = {name: value for name, value in lines}  # noqa: C416 - of pairs
        tables = sections["tables"]
        self.kinds: list[list[int]] = sections["kinds"]
        self.backs: list[int] = tables[sections["backs"]]
        self.attributes: list[list[int]] = sections["attributes"]
        self.components = [[pick[8] for pick in action[2]] for action in sections["actions"]]
        faces: list[int] = tables[sections["faces"]]
        tiles = {plane[2] + i for plane in sections["planes"] for i in range(len(plane[5]))}
        self.alike = [
            c
            if face == -1 or c in tiles
            else next(d for d in range(c + 1) if faces[d] == face and d not in tiles)
            for c, face in enumerate(faces)
        ]
        self.copies = any(c != first for c, first in enumerate(self.alike))

    def which(self, c: int, mask: int, player: int) -> int:
        """Return the first copy of the component if the player sees it, or else its back.

        A back is given as a negative number.
        """
        return self.alike[c] if mask >> player & 1 else -1 - self.backs[c]

    def excluded(self, c: int, told: e.PartKnowledge, player: int) -> list[int]:
        """Return the values that the player excludes for the component, as a bit mask for each attribute."""
        number = next(k for k, (first, size) in enumerate(self.kinds) if first <= c < first + size)
        mine = list(told[player]) if told else []
        assert len(mine) == sum(kind == number for kind, _, _ in self.attributes)
        return mine

    def value(self, part: int, *, component: bool) -> int:
        """Return a value that the player is shown; a component is replaced by its first copy."""
        return self.alike[part] if component and part >= 0 else part

    def sight(self, event: e.Event, player: int) -> list[int] | None:  # noqa: C901, PLR0912 - a row each
        """Return what the player is shown of an event, or None if the player is shown nothing."""
        match event:
            case e.Moved(c, source, target, seen, place, bottom, told):
                return [
                    0,
                    self.which(c, seen, player),
                    source,
                    target,
                    place,
                    int(bottom),
                    *self.excluded(c, told, player),
                ]
            case e.Changed(store, index, _, after, seen):
                return [1, store, index, after] if seen >> player & 1 else None
            case e.Transferred(store, amount, source, target):
                return [2, store, amount, source, target]
            case e.Laid(plane, tile, spot):
                return [3, plane, self.alike[tile], spot]
            case e.Shuffled(zone):
                return [4, zone]
            case e.Revealed(c, seen, zone, place, told) if seen >> player & 1:
                return [5, self.alike[c], zone, place, *(self.excluded(c, told, player) if told else [])]
            case e.Drew(stream, slot, value, seen, component):
                shown = [self.value(value, component=component)] if seen >> player & 1 else []
                return [6, stream, slot, *shown]
            case e.Asked(who, site, options):
                return [7, who, site, *self.numbers(options)] if who == player else [7, who]
            case e.Decided(who, action, values, seen_of, _, told_to):
                return [
                    8,
                    who,
                    *(self.answer(action, values, seen_of, player) if told_to >> player & 1 else []),
                ]
            case e.PhaseBegan(phase):
                return [9, phase]
            case e.TurnBegan(who):
                return [10, who]
            case e.Ended(outcome):
                return [11, outcome]
            case e.Shown(c, seen, known, zone, place, attribute, value, whether, told) if seen >> player & 1:
                which = self.which(c, known, player)
                return [
                    12,
                    which,
                    zone,
                    place,
                    attribute,
                    value,
                    int(whether),
                    *self.excluded(c, told, player),
                ]
            case e.BackSeen(c, zone, place):
                return [13, self.backs[c], zone, place]
            case _:
                return None

    def numbers(self, options: tuple[Option, ...]) -> list[int]:
        """Return the numbers of the options, in ascending order if the game has copies."""
        numbers = [option.number for option in options]
        return sorted(numbers) if self.copies else numbers

    def answer(
        self, action: int, values: tuple[Any, ...], seen: tuple[int, ...], player: int
    ) -> Iterator[int]:
        """Yield the action and values of an answer, with `UNKNOWN` for values that the player is not told."""
        yield action
        for flag, value, mask in zip(self.components[action], values, seen, strict=True):
            if isinstance(value, tuple):
                yield len(value)
            for part in value if isinstance(value, tuple) else (value,):
                yield self.value(part, component=flag) if mask >> player & 1 else UNKNOWN


def games(game_of: Callable[[str], Spec]) -> Iterator[Spec]:
    """Yield games with copies, tiles, secret answers, secret dice, backs, hints and tokens."""
    yield game_of(HINTS)
    for name in (
        "carcassonne",
        "euchre",
        "goofspiel",
        "leduc-poker",
        "liars-dice",
        "ogallala",
        "rufus",
        "trapper",
    ):
        yield gamespec.load(name)
    yield gamespec.load("goofspiel", ["hidden-bids"])


def played(spec: Spec, seed: int) -> tuple[bytes, Game]:
    """Play a random game, and return its program file and the game."""
    made = spec.compiled()
    game = Game(made.program, seed, record=True)
    chosen = random.Random(seed)  # noqa: S311 - no secret
    for _ in range(120):
        if game.over:
            break
        game.apply(chosen.choice(game.options))
    return write(made.program, About(made.names.game, made.names.options, made.names.spec_hash)), game


@pytest.mark.long("contract")
def test_sights_follow_from_the_file_and_the_events(game_of: Callable[[str], Spec]) -> None:
    """Every sight of every player follows from the file and the events.

    All rows of the page's table occur in the games.
    """
    met = set[int]()
    for spec in games(game_of):
        for seed in (1, 2):
            file, game = played(spec, seed)
            reader = Reader(file)
            for event in game.events:
                for player in range(game.program.players):
                    shown = sight(game.program, event, player)
                    made = reader.sight(event, player)
                    assert shown == (None if made is None else tuple(made)), (spec, event, player)
                    if shown is not None:
                        met.add(_row(shown))
    assert met == set(range(len(ROWS)))


def _row(shown: Sight) -> int:
    """Return the index of the only row of the table that fits a sight's number and its count of parts."""
    sort, *parts = shown
    rows = [
        i
        for i, (number, _, names) in enumerate(ROWS)
        if number == sort
        and (len(parts) >= len(names) - 1 if names[-1].endswith("…") else len(parts) == len(names))
    ]
    assert len(rows) == 1, (shown, rows)
    return rows[0]


def test_the_page_names_every_sort() -> None:
    """The page's table has the numbers and names of all `EventKind`s except `REMEMBERED`, in order."""
    assert list(dict.fromkeys((number, name) for number, name, _ in ROWS)) == [
        (sort.value, sort.name.lower()) for sort in EventKind if sort != EventKind.REMEMBERED
    ]


def test_the_page_names_every_event_and_its_parts() -> None:
    """The page lists each event with its parts in order.

    Only `forced` is missing, because no sight contains it.
    """
    text = PAGE.read_text().partition("## What players are shown")[2].partition("## What an engine takes")[0]
    on_page = {name: parts for name, parts in EVENT.findall(text) if name != "event"}
    assert on_page.pop("phase, turn, ended") == "phase; player; outcome"
    said = {name.title().replace(" ", ""): parts.split(", ") for name, parts in on_page.items()}
    said |= {"PhaseBegan": ["phase"], "TurnBegan": ["player"], "Ended": ["outcome"]}
    real = {
        cls.__name__: [f.name for f in dataclasses.fields(cls) if f.name != "forced"]
        for cls in get_args(e.Event)
    }
    assert said == real


def _steps(game: Game, chosen: random.Random, most: int) -> Iterator[tuple[bool, int]]:
    """Play at random for up to `most` nodes, and yield a pair for each of them.

    The pair says whether the node was a chance node, and gives the number of the outcome or option.
    """
    for _ in range(most):
        if game.over:
            return
        if game.chance is not None:
            outcome = chosen.choices(game.chance.outcomes, game.chance.shares)[0]
            game.settle(outcome)
            yield True, outcome
        else:
            option = chosen.choice(game.options)
            game.apply(option)
            yield False, option.number


def test_proposals_are_integers(game_of: Callable[[str], Spec]) -> None:
    """The numbers of options and outcomes are enough to reproduce a position and its information states."""
    for spec in (game_of(HINTS), gamespec.load("ogallala"), gamespec.load("euchre")):
        program = spec.compiled().program
        game, again = (Game(program, seed, record=True, explicit=True) for seed in (1, 2))
        for chance, proposed in list(_steps(game, random.Random(3), 150)):  # noqa: S311 - no secret
            if chance:
                again.settle(proposed)
            else:
                again.apply(next(option for option in again.options if option.number == proposed))
        assert again.position[8:] == game.position[8:]  # except for the seed, which is unused
        for player in range(program.players):
            assert again.information_state(player) == game.information_state(player)


def test_the_recipe_of_the_page_finds_a_redeal() -> None:
    """The page's recipe for redeals finds every history that looks the same to the player.

    In Kuhn poker there is one such history for each card that the opponent can have.
    """
    program = gamespec.load("kuhn-poker").compiled().program
    true = Game(program, 5, record=True)
    true.apply(true.options[0])
    wanted = true.information_state(1)
    chosen, found = random.Random(1), set[tuple[int, ...]]()  # noqa: S311 - no secret
    for _ in range(200):
        game = Game(program, 0, record=True, explicit=True)
        steps = _steps(game, chosen, 10)
        while game.information_state(1) == wanted[: len(game.information_state(1))]:
            if game.information_state(1) == wanted and game.chance is None:
                found.add(tuple(game.position))
                break
            if next(steps, None) is None:
                break
    assert len(found) == 2
