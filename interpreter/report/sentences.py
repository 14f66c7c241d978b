"""What comes first in a report: a few plain sentences, each with how sure it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from interpreter.report.facts import Facts
from interpreter.report.numbers import about, counted, number, percent, points, several
from interpreter.report.seats import SeatFact
from interpreter.report.verdicts import Strength, Verdict
from interpreter.simulate.intervals import share_of

__all__ = ["ASSOCIATION", "MOST", "Sentence", "sentences", "strength"]

MOST = 5
"""So many sentences at most."""

ASSOCIATION = "An association, not an effect: players who play longer, or are ahead, have more of everything."
"""What is said of those who did something, where chance did not decide who."""

TWO = 2
HALF_FROM, HALF_TO, MOST_GAMES = 0.25, 0.75, 0.95


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was found, and how sure it is: two texts, in which names stand between backticks."""

    text: str
    strength: str


def sentences(facts: Facts) -> tuple[Sentence, ...]:
    """The sentences of a report, the weightiest first; none if no game came to a result."""
    if not facts.completed:
        return ()
    every = (
        _of_seats,
        _of_players,
        _of_length,
        _of_actions,
        _of_components,
        _of_scores,
        _of_the_lead,
        _of_what_was_never_offered,
    )
    return tuple(islice((said for say in every for said in say(facts)), MOST))


def strength(verdict: Verdict, *, games: bool = True) -> str:
    """How sure a difference is, in words; with `games`, how many more would make it clear."""
    if verdict.strength is Strength.CLEAR:
        return "Clear."
    if not games:
        return "Suggestive." if verdict.strength is Strength.SUGGESTIVE else "Not enough games."
    if verdict.strength is Strength.SUGGESTIVE:
        more = "" if verdict.more is None else f": {about(verdict.more)} games more would make it clear"
        return f"Suggestive{more}."
    more = "" if verdict.more is None else f" ({about(verdict.more)} more, if it is as small as it seems)"
    return f"Not enough games for a difference smaller than that{more}."


# --- seats ----------------------------------------------------------------------------------------------


class _Team(NamedTuple):
    """A team, or a player who plays alone: what it is called, and the verdict on what it won."""

    name: str
    shared: int
    even: float
    verdict: Verdict


def _teams(facts: Facts) -> list[_Team]:
    """Each team once, as its first seat fared."""
    found: dict[int, tuple[list[str], SeatFact]] = {}
    for team, fact in zip(facts.run.teams, facts.seats, strict=True):
        found.setdefault(team, ([], fact))[0].append(str(fact.seat))
    return [
        _Team(
            f"the team of seats {several(seats)}" if seats[1:] else f"seat {seats[0]}",
            fact.shared,
            fact.even,
            fact.points,
        )
        for seats, fact in found.values()
        if fact.points is not None
    ]


def _of_seats(facts: Facts) -> Iterator[Sentence]:
    if len(set(facts.run.teams)) == 1:
        yield _won_together(facts)
        return
    teams = _teams(facts)
    told = [team for team in teams if team.verdict.strength is Strength.CLEAR]
    told = told or [team for team in teams if team.verdict.strength is Strength.SUGGESTIVE]
    shared = " (shared wins count in parts)" if any(team.shared for team in teams) else ""
    games = f"{counted(facts.completed, 'game')}{shared}"
    if told:
        yield _uneven(facts, told, games, alone=len(teams) == TWO)
    elif teams:
        most = max(teams, key=lambda team: abs(team.verdict.mean - team.even))
        low, high = min(team.verdict.low for team in teams), max(team.verdict.high for team in teams)
        what = "team" if len(teams) < facts.run.players else "seat"
        text = (
            f"No {what} is seen to win more than its share of "
            f"{games}: all lie between {percent(low)} and {percent(high)}, and {percent(most.even)} is even, "
            f"{facts.run.among}."
        )
        yield Sentence(text, strength(most.verdict))


def _uneven(facts: Facts, told: list[_Team], games: str, *, alone: bool) -> Sentence:
    """Who wins more than its share, or where that is nobody who wins less; of two, `alone`, one is enough."""
    first = max(told, key=lambda team: team.verdict.mean)
    above = first.verdict.mean > first.even
    if not above:
        first = min(told, key=lambda team: team.verdict.mean)
    verdict = first.verdict
    seems = "wins" if verdict.strength is Strength.CLEAR else "seems to win"
    end = f"at least {percent(verdict.low)}" if above else f"at most {percent(verdict.high)}"
    others = [f"{team.name} {percent(team.verdict.mean)}" for team in told if team is not first and not alone]
    also = f"; {several(others)}" if others else ""
    text = (
        f"{first.name[0].upper()}{first.name[1:]} {seems} {'more' if above else 'less'} than its share: "
        f"{percent(verdict.mean)} of {games}, {end}, where {percent(first.even)} is even{also}, "
        f"{facts.run.among}."
    )
    return Sentence(text, strength(verdict))


def _won_together(facts: Facts) -> Sentence:
    wins, games = facts.seats[0].wins, facts.completed
    low, high = share_of(wins, games, facts.run.confidence)
    who = "The player wins" if facts.run.players == 1 else "The players win together in"
    text = f"{who} {percent(wins / games)} of {counted(games, 'game')}, {facts.run.among}."
    return Sentence(text, f"Between {percent(low)} and {percent(high)}.")


# --- players ----------------------------------------------------------------------------------------------


def _of_players(facts: Facts) -> Iterator[Sentence]:
    if facts.players is None or facts.players.ahead is None:
        return
    ahead, best, last = facts.players.ahead, facts.players.bots[0], facts.players.bots[-1]
    won = f"{percent(best.points)} of its games against {percent(last.points)}"
    if ahead.strength is Strength.OPEN:
        text = f"`{best.name}` and `{last.name}` can't be told apart by what they win: {won}."
    else:
        seems = "is" if ahead.strength is Strength.CLEAR else "seems to be"
        least = f"at least {points(ahead.low)} points" if ahead.low > 0 else f"{points(ahead.mean)} points"
        text = f"`{best.name}` {seems} stronger than `{last.name}`: it wins {won}, {least} in the same games."
    yield Sentence(text, strength(ahead))


# --- length, scores, lead ---------------------------------------------------------------------------------


def _of_length(facts: Facts) -> Iterator[Sentence]:
    spread, unit = (facts.turns, "turns") if facts.turns.counts else (facts.decisions, "decisions")
    found = facts.estimate(unit)
    if found is None or found.mean is None:
        return
    low, high, most = (spread.quantile(share) for share in (HALF_FROM, HALF_TO, MOST_GAMES))
    half = f"half of the games take {low:,} to {high:,}" if low < high else f"half of the games take {low:,}"
    text = (
        f"A game takes {number(found.mean)} {unit} on average; {half}, and one in twenty more than {most:,}."
    )
    if found.low is None or found.high is None:
        yield Sentence(text, "One game tells little.")
    elif low == most:
        every = "Every" if spread.counts[0][0] == spread.counts[-1][0] else "Almost every"
        yield Sentence(f"{every} game takes {low:,} {unit}.", f"In {counted(spread.games, 'game')}.")
    else:
        reach = number((found.high - found.low) / 2)
        yield Sentence(text, f"The mean is known to {reach} {unit} to each side.")


def _of_scores(facts: Facts) -> Iterator[Sentence]:
    parts = facts.run.parts
    if len(parts) > 1:
        means = {
            part: sum(dict(seat.parts)[part] for seat in facts.seats) / facts.run.players for part in parts
        }
        whole = sum(abs(mean) for mean in means.values())
        most = max(means, key=lambda part: abs(means[part]))
        if whole:
            comes = "comes from" if means[most] > 0 else "is taken away by"
            text = (
                f"Most of the score {comes} {parts[most]}: {number(means[most])} points a player, "
                f"{percent(abs(means[most]) / whole, 0)} of all that counts."
            )
            yield Sentence(text, f"Means of {counted(facts.completed, 'game')}.")
            return
    margin = facts.estimate("margin")
    if margin is None or margin.mean is None:
        return
    if margin.low is not None and margin.high is not None:
        text = f"Who is first in points is {number(margin.mean)} ahead of the next on average."
        reach = number((margin.high - margin.low) / 2)
        yield Sentence(text, f"Known to {reach} points to each side.")


def _of_the_lead(facts: Facts) -> Iterator[Sentence]:
    led, changes = facts.estimate("winner_led"), facts.estimate("lead_changes")
    if led is None or led.mean is None or led.low is None or led.high is None:
        return
    if changes is None or changes.mean is None:
        return
    text = (
        f"Who won had been alone in the lead after {percent(led.mean, 0)} of the turns, and somebody else "
        f"took the lead {number(changes.mean)} times a game."
    )
    yield Sentence(text, f"The share lies between {percent(led.low)} and {percent(led.high)}.")


# --- actions ----------------------------------------------------------------------------------------------


def _of_actions(facts: Facts) -> Iterator[Sentence]:
    never = [action for action in facts.actions if action.offered and not action.chosen]
    if never:
        names = several([f"`{action.name}`" for action in never])
        offers = min(action.offered for action in never)
        text = (
            f"Nobody ever chose {names}, {facts.run.among}, though offered {counted(offers, 'time')} or more."
        )
        high = share_of(0, offers, facts.run.confidence)[1]
        yield Sentence(text, f"Chosen in {percent(high, 2)} of such offers at most.")
        return
    tried = [
        (f"`{action.name}`", action.tried.effect) for action in facts.actions if action.tried is not None
    ]
    effects = [(name, effect) for name, effect in tried if effect is not None]
    seen = [(name, effect) for name, effect in effects if effect.strength is not Strength.OPEN]
    told = [(name, effect) for name, effect in seen if effect.strength is Strength.CLEAR] or seen
    if told:
        yield _of_effects(facts, told)
    elif effects:
        what = "No action is seen to win more, or less, than another option where it is first offered."
        yield Sentence(f"{what[:-1]}, {facts.run.among}.", "Not enough games for small differences.")
    else:
        links = [(f"used `{action.name}`", action.link) for action in facts.actions]
        yield from _of_links(links, "who could have and did not, in the same games")


def _of_effects(facts: Facts, told: list[tuple[str, Verdict]]) -> Sentence:
    """What wins most where it is first offered, and what least."""
    text, verdicts = "", []
    for (name, effect), how in zip(_extremes(told), ("more", "less"), strict=True):
        if (effect.mean > 0) == (how == "more"):
            low, high = sorted((abs(effect.low), abs(effect.high)))
            ends = f"{_plain(low)} to {_plain(high)}" if effect.low * effect.high > 0 else "95 % holds 0"
            than = "" if text else " than another option"
            text += (
                f"{'; taking' if text else 'Taking'} {name} where it is first offered wins "
                f"{_plain(effect.mean)} percentage points {how}{than} ({ends})"
            )
            verdicts.append(effect)
    sure = strength(min(verdicts, key=lambda effect: effect.strength is Strength.CLEAR))
    return Sentence(f"{text}, {facts.run.among}.", f"{sure} Chance decides who takes it there.")


def _of_components(facts: Facts) -> Iterator[Sentence]:
    """To whom came what goes with winning most."""
    links = [(f"had `{each.face}` come to `{each.zone}`", each.link) for each in facts.held]
    yield from _of_links(links, "others in the same games")


def _of_links(links: list[tuple[str, Verdict | None]], others: str) -> Iterator[Sentence]:
    """What goes with winning most, and what with losing, if that is no chance."""
    told = [(did, link) for did, link in links if link is not None and link.strength is Strength.CLEAR]
    if not told:
        return
    text = ""
    for (did, link), how in zip(_extremes(told), ("more", "less"), strict=True):
        if (link.mean > 0) == (how == "more"):
            than = "" if text else f" than {others}"
            by = f"{_plain(link.mean)} percentage points"
            text += f"{'; players who' if text else 'Players who'} {did} won {by} {how}{than}"
    yield Sentence(f"{text}.", ASSOCIATION)


def _extremes(told: list[tuple[str, Verdict]]) -> tuple[tuple[str, Verdict], tuple[str, Verdict]]:
    """What won most more, and what least."""
    return max(told, key=lambda pair: pair[1].mean), min(told, key=lambda pair: pair[1].mean)


def _plain(difference: float) -> str:
    """So many percentage points, without a sign."""
    return points(abs(difference)).lstrip("+")


def _of_what_was_never_offered(facts: Facts) -> Iterator[Sentence]:
    never = [f"`{action.name}`" for action in facts.actions if not action.offered]
    if never:
        high = share_of(0, facts.completed, facts.run.confidence)[1]
        text = f"{several(never)} {'was' if len(never) == 1 else 'were'} never on offer."
        yield Sentence(text, f"On offer in {percent(high, 2)} of such games at most.")
