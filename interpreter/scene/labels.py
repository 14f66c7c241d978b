"""The texts of answers at the time when they were given, for the deciding player and for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.game import Game
from interpreter.engine.knowledge.in_the_open import runs_in_the_open
from interpreter.engine.machine.alone import answered_alone
from interpreter.play.events import Decided
from interpreter.words.options import plain_text
from interpreter.words.public import public_label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.play.events import Event
    from interpreter.play.options import Option
    from interpreter.words import Words

__all__ = ["Label", "labels_of"]


@dataclass(frozen=True, slots=True)
class Label:
    """The text of an answer as its player may see it, and as everybody may see it.

    `None` means that the answer is described only by the names of the action and its values.
    """

    own: str | None
    public: str | None

    @classmethod
    def of(cls, words: Words, game: Game, option: Option) -> Label:
        """Return the label of an option that is on offer. Raises `Fault` if evaluating the label fails."""
        labelled = words.names.actions[option.action].label is not None
        text = words.option(game, option)
        own = text if labelled or text != plain_text(words, game, option) else None
        return cls(own, own if runs_in_the_open(words.program) else public_label(words, game, option))


def labels_of(
    words: Words, events: Sequence[Event], first: int, given: Label | None, play: Callable[[], object]
) -> dict[int, Label]:
    """Return the labels of the answers among the events from `first` on, keyed by the number of the event.

    These are the answer `given`, if there is one, and forced answers, which had no alternative. To describe
    forced answers as of their time, `play` replays what led to the events on a recording game. Raises `Fault`
    if the replay or a label leads to one.
    """
    found: dict[int, Label] = {}
    alone: list[int] = []
    for number in range(first, len(events)):
        event = events[number]
        if isinstance(event, Decided) and event.forced:
            alone.append(number)
        elif isinstance(event, Decided) and given is not None:
            found[number] = given
    if alone:
        for number, position in zip(alone, answered_alone(words.program, play), strict=True):
            game = Game.restore(words.program, position)
            found[number] = Label.of(words, game, game.options[0])
    return found
