"""A claim about every game: logs show labels as they were displayed when the answer was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.play.narrate import log, log_of_seat
from interpreter.play.errors import Fault
from interpreter.play.events import Decided
from interpreter.play.luck import Seeds
from interpreter.replay import Origin
from interpreter.scene.happened.log import line_of
from interpreter.sitting import HUMAN, Sitting

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from strategies.dice import Dice

__all__ = ["labels_are_kept"]


def labels_are_kept(compiled: Compiled, dice: Dice, most: int, language: str = "en") -> Sitting:
    """Play random answers, check that logs show the labels of their options, and return the game.

    The check covers the log of the player who answered, and the log with all information. It is made
    immediately, after the game has continued, and after the answers have been replayed, as for a saved game
    or a resumed table. Raises `Fault` if the game cannot begin.
    """
    seats = (HUMAN,) * compiled.program.players
    sitting = Sitting(compiled, Origin("labels", None), Seeds(dice.below(1000), 0), seats, language)
    words, offered = sitting.words, dict[int, str]()
    while sitting.game.decision is not None and len(sitting.answers) < most:
        option, before = dice.pick(sitting.game.options), len(sitting.game.events)
        try:
            said = words.option(sitting.game, option)
            sitting.answer(option)
        except Fault:
            break
        if words.names.actions[option.action].label is not None:
            given, who = next(
                (number, event.player)
                for number, event in enumerate(sitting.game.events[before:], before)
                if isinstance(event, Decided) and not event.forced
            )
            offered[given] = f"{words.player(who)}: {said}"
            assert _lines(sitting, given) == {offered[given]}
    again = Sitting(
        compiled, sitting.origin, sitting.seeds, seats, language, sitting.answers[: len(sitting.taken)]
    )
    for given, said in offered.items():
        assert _lines(sitting, given) == {said}
        assert _lines(again, given) == {said}
    assert log(again) == log(sitting)
    for seat in range(len(seats)):
        assert log_of_seat(again, seat) == log_of_seat(sitting, seat)
    return sitting


def _lines(sitting: Sitting, number: int) -> set[str | None]:
    """Return the texts of an event in two logs.

    They are the log with all information and the log of the player who answered.
    """
    event = sitting.game.events[number]
    assert isinstance(event, Decided)
    lines = {line_of(sitting.words, event, sitting.labels.get(number), seat) for seat in (None, event.player)}
    you, name = (
        sitting.words.texts.gettext("you: {answer}", answer=""),
        f"{sitting.words.player(event.player)}: ",
    )
    return {
        name + line.removeprefix(you) if line is not None and line.startswith(you) else line for line in lines
    }
