"""Writes the opening of a report, which consists of a few plain sentences with statements of certainty."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from gamespec.program.frozen import dataclass
from gamespec.text.plurals import counted, form, with_noun
from interpreter.report.facts import Facts, Spread
from interpreter.report.numbers import about, number, part, percent, points, several
from interpreter.report.seats import Wins
from interpreter.report.verdicts import Strength, Verdict
from interpreter.simulate.intervals import share_of

__all__ = ["ASSOCIATION", "MOST", "Sentence", "sentences", "strength"]

MOST = 5
"""Maximum number of sentences in the opening."""

ASSOCIATION = "An association, not an effect: players who play longer, or are ahead, have more of everything."
"""The caveat that accompanies findings about what players chose deliberately rather than at random."""

TWO = 2
HALF_FROM, HALF_TO, MOST_GAMES = 0.25, 0.75, 0.95


@dataclass(frozen=True, slots=True)
class Sentence:
    """A finding and a statement of its certainty. Both are texts with names in backticks."""

    text: str
    strength: str


def sentences(facts: Facts) -> tuple[Sentence, ...]:
    """Return the opening sentences of a report, most important first, or none if no game has a result."""
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
    """Describe the certainty of a difference.

    With `games`, also say how many more games would make the difference clear.
    """
    if verdict.strength is Strength.CLEAR:
        return "Clear."
    if not games:
        return "Suggestive." if verdict.strength is Strength.SUGGESTIVE else "Not enough games."
    if verdict.strength is Strength.SUGGESTIVE:
        more = (
            ""
            if verdict.more is None
            else f": {about(verdict.more)} more {form(verdict.more, 'game', 'games')} would make it clear"
        )
        return f"Suggestive{more}."
    if verdict.more is None:
        return "Not enough games to show a smaller difference."
    return f"A smaller difference would need {about(verdict.more)} more games to show."


# --- seats ----------------------------------------------------------------------------------------------


class _Team(NamedTuple):
    """A team or a player without partners, with its name, its wins, and the verdict on its wins."""

    name: str
    wins: Wins
    verdict: Verdict


def _teams(facts: Facts) -> list[_Team]:
    """Return the teams that have enough games for a verdict."""
    return [
        _Team(f"the team of {fact.name}" if fact.seats[1:] else fact.name, fact.wins, fact.wins.verdict)
        for fact in facts.teams
        if fact.wins is not None and fact.wins.verdict is not None
    ]


def _of_seats(facts: Facts) -> Iterator[Sentence]:
    if facts.run.deciding.together:
        yield from _of_the_table(facts)
        return
    teams = _teams(facts)
    told = [team for team in teams if team.verdict.strength is Strength.CLEAR]
    told = told or [team for team in teams if team.verdict.strength is Strength.SUGGESTIVE]
    parts = [
        what
        for what, some in (
            ("shared wins", any(fact.shared for fact in facts.teams)),
            ("draws", any(fact.drawn for fact in facts.teams)),
        )
        if some
    ]
    games = f"{counted(facts.completed, 'game')}{f' ({several(parts)} count in part)' if parts else ''}"
    if told:
        yield _uneven(facts, told, games, alone=len(teams) == TWO)
    elif teams:
        most = max(teams, key=lambda team: abs(team.wins.share - team.wins.even))
        low, high = min(team.wins.low for team in teams), max(team.wins.high for team in teams)
        what = "team" if len(teams) < facts.run.players else "seat"
        text = (
            f"No {what} clearly wins more than its share of {games}: all shares lie between {percent(low)} "
            f"and {percent(high)}, where {percent(most.wins.even)} is even, {facts.run.among}."
        )
        yield Sentence(text, strength(most.verdict))


def _uneven(facts: Facts, told: list[_Team], games: str, *, alone: bool) -> Sentence:
    """Say which teams win more than their share or, if no team does, which win less.

    With `alone` there are two teams, only one of which is named.
    """
    first = max(told, key=lambda team: team.wins.share)
    above = first.wins.share > first.wins.even
    if not above:
        first = min(told, key=lambda team: team.wins.share)
    wins, verdict = first.wins, first.verdict
    seems = "wins" if verdict.strength is Strength.CLEAR else "seems to win"
    end = f"at least {percent(wins.low)}" if above else f"at most {percent(wins.high)}"
    others = [f"{team.name} {percent(team.wins.share)}" for team in told if team is not first and not alone]
    also = f"; {several(others)}" if others else ""
    text = (
        f"{first.name[0].upper()}{first.name[1:]} {seems} {'more' if above else 'less'} than its share: "
        f"{percent(wins.share)} of {games}, {end}, where {percent(wins.even)} is even{also}, "
        f"{facts.run.among}."
    )
    return Sentence(text, strength(verdict))


def _of_the_table(facts: Facts) -> Iterator[Sentence]:
    """Yield sentences on how well all players do together, and on what their result depends."""
    games, seat = counted(facts.completed, "game"), facts.seats[0]
    if "won" in facts.run.deciding.fates:
        won = sum(end.games for end in facts.ends if end.fate == "won")
        low, high = share_of(won, facts.completed, facts.run.confidence)
        who = "The player wins" if facts.run.players == 1 else "The players win together in"
        text = f"{who} {percent(won / facts.completed)} of {games}, {facts.run.among}."
        yield Sentence(text, f"Between {percent(low)} and {percent(high)}.")
        fate = "lost" if 2 * won >= facts.completed else "won"
        ends = [end for end in facts.ends if (end.fate == "won") == (fate == "won")]
        those = counted(sum(end.games for end in ends), "game")
        of = f"of the {those} that {'were' if fate == 'won' else 'were not'} won"
    else:
        ends, of = list(facts.ends), f"of {games}"
        if seat.low is not None and seat.high is not None:
            text = f"Only the score tells how well a game went: it is {number(seat.score or 0)} on average"
            yield Sentence(
                f"{text}, {facts.run.among}.", f"Between {number(seat.low)} and {number(seat.high)}."
            )
    if ends:
        first, all_ = ends[0], sum(end.games for end in ends)
        low, high = share_of(first.games, all_, facts.run.confidence)
        text = f"`{first.end}` ended {percent(first.games / all_)} {of}."
        yield Sentence(text, f"Between {percent(low)} and {percent(high)}.")


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
        more = with_noun(points(ahead.low if ahead.low > 0 else ahead.mean), "percentage point")
        least = f"at least {more}" if ahead.low > 0 else more
        text = f"`{best.name}` {seems} stronger than `{last.name}`: it wins {won}, {least} in the same games."
    yield Sentence(text, strength(ahead))


# --- length, scores, lead ---------------------------------------------------------------------------------


def _of_length(facts: Facts) -> Iterator[Sentence]:
    spread, unit = (facts.turns, "turn") if facts.turns.counts else (facts.decisions, "decision")
    found = facts.estimate(f"{unit}s")
    if found is None or found.mean is None:
        return
    if found.low is None or found.high is None:
        yield Sentence(f"The game took {with_noun(number(found.mean), unit)}.", "One game tells little.")
    elif spread.counts[0][0] == spread.counts[-1][0]:
        every = f"Every game takes {counted(spread.counts[0][0], unit)}."
        yield Sentence(every, f"In {counted(spread.games, 'game')}.")
    else:
        mean = with_noun(number(found.mean), unit)
        reach = number((found.high - found.low) / 2)
        text = f"A game takes {mean} on average; {_most_lengths(spread)}."
        yield Sentence(text, f"The mean is known to within {with_noun(reach, unit)}.")


def _most_lengths(spread: Spread) -> str:
    """Say how many games have a length between the quartiles, and how many are exceptionally long.

    Where games have few different lengths, these shares are far from a half and a twentieth.
    """
    low, high, most = (spread.quantile(share) for share in (HALF_FROM, HALF_TO, MOST_GAMES))
    middle = f"{low:,} to {high:,}" if low < high else f"{low:,}"
    longer = spread.share(most + 1, spread.counts[-1][0])
    than = f" than {most:,}" if most > high else ""
    return (
        f"{part(spread.share(low, high))} of the games take {middle}; "
        f"{f'{part(longer)} take' if longer else 'none takes'} more{than}"
    )


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
                f"Most of the score {comes} {parts[most]}: "
                f"{with_noun(number(means[most]), 'point')} a player, "
                f"{percent(abs(means[most]) / whole, 0)} of all that counts."
            )
            yield Sentence(text, f"Means of {counted(facts.completed, 'game')}.")
            return
    margin = facts.estimate("margin")
    if margin is None or margin.mean is None:
        return
    if margin.low is not None and margin.high is not None:
        text = f"The leader in points is {number(margin.mean)} ahead of the next on average."
        reach = number((margin.high - margin.low) / 2)
        yield Sentence(text, f"Known to within {with_noun(reach, 'point')}.")


def _of_the_lead(facts: Facts) -> Iterator[Sentence]:
    led, changes = facts.estimate("winner_led"), facts.estimate("lead_changes")
    if led is None or led.mean is None or led.low is None or led.high is None:
        return
    if changes is None or changes.mean is None:
        return
    text = (
        f"The winner had been alone in the lead after {percent(led.mean, 0)} of the turns, and somebody else "
        f"took the lead {with_noun(number(changes.mean), 'time')} a game."
    )
    yield Sentence(text, f"The share lies between {percent(led.low)} and {percent(led.high)}.")


# --- actions ----------------------------------------------------------------------------------------------


def _of_actions(facts: Facts) -> Iterator[Sentence]:
    never = [action for action in facts.actions if action.offered and not action.chosen]
    if never:
        names = several([f"`{action.name}`" for action in never])
        offers = min(action.offered for action in never)
        least = "at least " if any(action.offered > offers for action in never) else ""
        text = (
            f"Nobody ever chose {names}, {facts.run.among}, though "
            f"{'each' if never[1:] else 'it'} was offered {least}{counted(offers, 'time')}."
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
        what = "No action clearly wins more, or less, than another option where it is first offered"
        yield Sentence(f"{what}, {facts.run.among}.", "Not enough games for small differences.")
    else:
        links = [(f"used `{action.name}`", action.link) for action in facts.actions]
        yield from _of_links(facts, links, "players in the same games who could have used it but never did")


def _of_effects(facts: Facts, told: list[tuple[str, Verdict]]) -> Sentence:
    """Name the actions that gain most and lose most when players take them at their first free offer."""
    text, verdicts = "", []
    for (name, effect), how in zip(_extremes(told), ("more", "less"), strict=True):
        if (effect.mean > 0) == (how == "more"):
            low, high = sorted((abs(effect.low), abs(effect.high)))
            ends = f"{_plain(low)} to {_plain(high)}" if effect.low * effect.high > 0 else "95 % holds 0"
            than = "" if text else " than another option"
            text += (
                f"{'; taking' if text else 'Taking'} {name} where it is first offered wins "
                f"{with_noun(_plain(effect.mean), 'percentage point')} {how}{than} ({ends})"
            )
            verdicts.append(effect)
    sure = strength(min(verdicts, key=lambda effect: effect.strength is Strength.CLEAR))
    return Sentence(f"{text}, {facts.run.among}.", f"{sure} Chance decides who takes it there.")


def _of_components(facts: Facts) -> Iterator[Sentence]:
    """Yield a sentence on the components whose receipt is most associated with winning and losing."""
    links = [(f"received {facts.run.label(each.face)} in `{each.zone}`", each.link) for each in facts.held]
    yield from _of_links(facts, links, "others in the same games")


def _of_links(facts: Facts, links: list[tuple[str, Verdict | None]], others: str) -> Iterator[Sentence]:
    """Yield a sentence on the names most associated with winning and losing, if a difference is clear.

    Say how many games each difference rests on, which are those that had players of both kinds.
    """
    told = [(did, link) for did, link in links if link is not None and link.strength is Strength.CLEAR]
    if not told:
        return
    text = ""
    for (did, link), how in zip(_extremes(told), ("more", "less"), strict=True):
        if (link.mean > 0) == (how == "more"):
            than = "" if text else f" than {others}"
            by = with_noun(_plain(link.mean), "percentage point")
            both = f"{link.games:,}" if text else f"{link.games:,} of {facts.completed:,} games had both"
            text += f"{'; players who' if text else 'Players who'} {did} won {by} {how}{than} ({both})"
    yield Sentence(f"{text}.", ASSOCIATION)


def _extremes(told: list[tuple[str, Verdict]]) -> tuple[tuple[str, Verdict], tuple[str, Verdict]]:
    """Return the pair with the greatest difference and the pair with the least."""
    return max(told, key=lambda pair: pair[1].mean), min(told, key=lambda pair: pair[1].mean)


def _plain(difference: float) -> str:
    """Format a difference in percentage points without its sign."""
    return points(abs(difference)).lstrip("+")


def _of_what_was_never_offered(facts: Facts) -> Iterator[Sentence]:
    never = [f"`{action.name}`" for action in facts.actions if not action.offered]
    if never:
        high = share_of(0, facts.completed, facts.run.confidence)[1]
        text = f"{several(never)} {form(len(never), 'was', 'were')} never on offer."
        yield Sentence(text, f"On offer in {percent(high, 2)} of such games at most.")
