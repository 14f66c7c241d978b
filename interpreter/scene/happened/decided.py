"""Says what decided a game that is over, from the scores after each answer and their parts at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from interpreter.locale import Catalogue
    from interpreter.scene.things import Ending, Ranked, ScoresAfter

__all__ = ["decided"]


class _Gain(NamedTuple):
    """The points that a player gained with an answer."""

    points: int
    seat: int
    answers: int


def decided(
    texts: Catalogue, ending: Ending, course: Sequence[ScoresAfter], called: Callable[[int], str]
) -> tuple[tuple[str, int | None], ...]:
    """Return short sentences, each with the number of answers after which it happened, or `None`.

    `course` has the scores after every answer, and `called` gives the name of a seat. There are sentences
    only about a game that one player has won with the highest score, after which the last scores rank.
    """
    winners = [each for each in ending.ranked if each.won]
    if ending.truncated or len(winners) != 1 or len(ending.ranked) < 2:  # noqa: PLR2004 - a rival
        return ()
    (winner,) = winners
    rivals = [each for each in ending.ranked if each is not winner]
    second = max(rivals, key=lambda each: each.score)
    if winner.score <= second.score:
        return ()
    said = [*_by_part(texts, ending, winner, second, called)]
    if len({after.scores for after in course}) > 1:
        said = [*_lead(texts, course, winner.seat, called), *_gain(texts, course, called), *said]
    return tuple(said)


def _leader(scores: Sequence[int]) -> int | None:
    """Return the seat that leads alone, or `None`."""
    most = max(scores)
    return scores.index(most) if list(scores).count(most) == 1 else None


def _lead(
    texts: Catalogue, course: Sequence[ScoresAfter], winner: int, called: Callable[[int], str]
) -> Iterator[tuple[str, int | None]]:
    """Yield when the winner took the lead for good."""
    last = course[-1].answers
    taken = next(
        (
            course[index + 1].answers
            for index in reversed(range(len(course) - 1))
            if _leader(course[index].scores) != winner
        ),
        None,
    )
    if taken is None:
        return
    if taken == last:
        yield texts.gettext("{who} took the lead only with the last answer", who=called(winner)), taken
    else:
        said = texts.gettext(
            "{who} took the lead for good with answer {number} of {last}",
            who=called(winner),
            number=taken,
            last=last,
        )
        yield said, taken


def _gain(
    texts: Catalogue, course: Sequence[ScoresAfter], called: Callable[[int], str]
) -> Iterator[tuple[str, int | None]]:
    """Yield the largest single gain, unless another one is as large."""
    gains = sorted(
        (
            _Gain(after.scores[seat] - before.scores[seat], seat, after.answers)
            for before, after in pairwise(course)
            for seat in range(len(after.scores))
        ),
        reverse=True,
    )
    if len(gains) > 1 and gains[0].points > max(1, gains[1].points):
        points, seat, number = gains[0]
        yield (
            texts.gettext(
                "the largest gain: {points} points for {who} with answer {number}",
                points=points,
                who=called(seat),
                number=number,
            ),
            number,
        )


def _by_part(
    texts: Catalogue, ending: Ending, winner: Ranked, second: Ranked, called: Callable[[int], str]
) -> Iterator[tuple[str, int | None]]:
    """Yield the part of the score in which the winner was furthest ahead of the second."""
    if len(ending.parts) < 2 or not winner.parts:  # noqa: PLR2004 - a single part equals the score
        return
    ahead = [own - other for own, other in zip(winner.parts, second.parts, strict=True)]
    part = max(range(len(ahead)), key=ahead.__getitem__)
    if ahead.count(ahead[part]) == 1 and ahead[part] > 0:
        said = texts.gettext(
            "{part}: {own} for {who}, {other} for {second}",
            part=ending.parts[part],
            own=winner.parts[part],
            who=called(winner.seat),
            other=second.parts[part],
            second=called(second.seat),
        )
        yield said, None
