"""Information states of card games, held against OpenSpiel's: which histories are one to a player.

Two random games show nobody the same. So a history is compared with its siblings: two cards exchanged in the
deal, with or without who plays them, or another last answer. Each is played through in both; what is no
history is left out.

A state of OpenSpiel's shows a player the own hand, as it is, and what is open to all, in order; in Hearts
what was passed and received, too. So it forgets in which order the cards of a hand came, and in Euchre which
card one has discarded oneself. Ours forget nothing. Nothing is compared at the end, where OpenSpiel turns
all hands up.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import pytest
from long_checks import split
from openspiel import PAIRS, Same, Shown, Theirs, bring, take

from gamespec.program import Program
from interpreter import Option
from interpreter.kernels.sights import sight
from interpreter.play.events import Decided, Event, Moved

pytestmark = pytest.mark.long("openspiel")

CARD_GAMES = [same for same in PAIRS if same.ours == "euchre" or same.theirs == "hearts"]
LINES, MANY_LINES = 5, 40
SIBLINGS = 8
"""How many of each sort are tried."""

Outcome = tuple[str, int]


@dataclass(frozen=True)
class Line:
    """A history: what each stream of chance has brought, and the answers, both in order."""

    outcomes: tuple[Outcome, ...]
    answers: tuple[Option, ...]
    other: Option
    """Another option instead of the last answer, or the same."""


def random_line(same: Same, draws: random.Random) -> Line:
    """A random game up to some decision before its end."""
    shown = same.begun()
    game = shown.game
    outcomes: list[Outcome] = []
    answers: list[tuple[Option, Option]] = []
    while not game.over:
        if game.chance is not None:
            outcomes.append((shown.stream, draws.choice(game.chance.outcomes)))
            game.settle(outcomes[-1][1])
            continue
        rare = [option for option in game.options if shown.action(option) == same.first]
        option = draws.choice(rare or game.options)
        answers.append((option, draws.choice(game.options)))
        game.apply(option)
    kept = answers[: draws.randint(1, len(answers) - 1)]
    return Line(tuple(outcomes), tuple(option for option, _ in kept), kept[-1][1])


def follow(same: Same, line: Line) -> tuple[Shown, Theirs] | None:
    """Play a history in both; `None` if it is none."""
    shown, theirs = same.begun(record=True), Theirs(same)
    outcomes, answers = list(line.outcomes), list(line.answers)
    while answers or shown.game.chance is not None:
        if shown.game.chance is not None:
            _, outcome = outcomes.pop(0)
            if outcome not in shown.game.chance.outcomes:
                return None
            bring(same, shown, theirs, outcome)
        else:
            option = answers.pop(0)
            if option not in shown.game.options:
                return None
            take(same, shown, theirs, option)
    return shown, theirs


def exchanged(program: Program, option: Option, other: dict[int, int]) -> Option:
    """The same answer with other cards."""

    def card(value: object) -> object:
        return tuple(sorted(map(card, value))) if isinstance(value, tuple) else other.get(value, value)  # type: ignore[type-var,call-overload]

    picks = program.actions[option.action].picks
    values = (card(v) if pick.component else v for pick, v in zip(picks, option.values, strict=True))
    return Option(program, option.action, tuple(values))  # type: ignore[arg-type]


def siblings(program: Program, line: Line, draws: random.Random) -> Iterator[Line]:
    """Histories that may be one with this to somebody."""
    yield Line(line.outcomes, (*line.answers[:-1], line.other), line.other)
    for _ in range(SIBLINGS):
        a, b = draws.sample(range(len(program.start)), 2)
        other = {a: b, b: a}
        outcomes = tuple((stream, other.get(x, x) if stream == "deck" else x) for stream, x in line.outcomes)
        yield Line(outcomes, line.answers, line.other)
        yield Line(outcomes, tuple(exchanged(program, x, other) for x in line.answers), line.other)


def summed_up(same: Same, shown: Shown, player: int) -> Hashable:
    """What OpenSpiel shows a player: the own hand, what was passed and received, and what is open to all."""
    game, program, zones = shown.game, shown.game.program, same.compiled.world.zones
    hand = zones["hand"].zone.first + player
    between = {zones["passed"].zone.first + p for p in range(program.players)} if "passed" in zones else set()
    passed = [e.values for e in answered(shown, player) if shown.words.names.actions[e.action].name == "pass"]
    received = {e.component for e in moved(shown) if e.source in between and e.target == hand}
    sights = ({sight(program, e, p) for p in range(program.players)} for e in events(shown))
    everybody = tuple(seen.pop() for seen in sights if len(seen) == 1)
    return tuple(game.atoms.contents(game.position, hand)), tuple(passed), frozenset(received), everybody


def forgotten(same: Same, shown: Shown, player: int) -> Hashable:
    """What OpenSpiel forgets: in which order the own cards came, and what one has answered oneself."""
    zones = same.compiled.world.zones
    deck, hand = zones["deck"].zone.first, zones["hand"].zone.first + player
    dealt = [e.component for e in moved(shown) if (e.source, e.target) == (deck, hand)]
    return tuple(dealt), tuple((e.action, e.values) for e in answered(shown, player))


def events(shown: Shown) -> tuple[Event, ...]:
    """What has happened."""
    assert shown.game.record is not None
    return shown.game.record.events


def moved(shown: Shown) -> list[Moved]:
    """The moves among it."""
    return [event for event in events(shown) if isinstance(event, Moved)]


def answered(shown: Shown, player: int) -> list[Decided]:
    """The answers of a player among it."""
    return [event for event in events(shown) if isinstance(event, Decided) and event.player == player]


def compare(same: Same, seeds: range) -> Counter[tuple[bool, bool]]:
    """How often two histories are one to a player, in ours and in OpenSpiel's."""
    found: Counter[tuple[bool, bool]] = Counter()
    for seed in seeds:
        draws = random.Random(seed)  # noqa: S311 - not for secrets
        line = random_line(same, draws)
        played = follow(same, line)
        assert played is not None
        for sibling in siblings(same.compiled.program, line, draws):
            also = follow(same, sibling)
            if also is None or (sibling.outcomes, sibling.answers) == (line.outcomes, line.answers):
                continue
            for player in range(same.players):
                states = [shown.game.information_state(player) for shown, _ in (played, also)]
                strings = [theirs.state.information_state_string(player) for _, theirs in (played, also)]
                sums = [summed_up(same, shown, player) for shown, _ in (played, also)]
                rests = [forgotten(same, shown, player) for shown, _ in (played, also)]
                ours, theirs, summed, rest = (a == b for a, b in (states, strings, sums, rests))
                assert theirs == summed
                assert ours == (summed and rest)
                found[ours, theirs] += 1
    return found


def check(same: Same, seeds: range) -> None:
    """Compare; what can't be must not occur, and everything else must."""
    found = compare(same, seeds)
    assert not found[True, False]
    assert min(found[True, True], found[False, True], found[False, False]) > 0


@pytest.mark.parametrize(
    "same",
    split(CARD_GAMES, "openspiel", lambda _: False, lambda same: same.theirs.startswith("hearts")),
    ids=lambda same: same.theirs,
)
def test_some_histories(same: Same) -> None:
    """What OpenSpiel tells apart we tell apart, and what we tell apart beyond is what it forgets."""
    check(same, range(LINES))


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", CARD_GAMES, ids=lambda same: same.theirs)
def test_many_histories(same: Same) -> None:
    """So it is with more of them."""
    check(same, range(LINES, LINES + MANY_LINES))
