"""The texts of answers at the time when they were given, for the deciding player and for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter.engine.game import Game
from interpreter.engine.knowledge.in_the_open import runs_in_the_open
from interpreter.engine.machine.alone import answered_alone
from interpreter.play.events import Decided
from interpreter.words.options import plain_text
from interpreter.words.public import public_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gamespec.trees import types as t
    from interpreter.play.events import Event
    from interpreter.play.options import Option, Value
    from interpreter.words import Words

__all__ = ["Label", "labels_of"]


@dataclass(frozen=True, slots=True)
class Label:
    """The text of an answer as its player may see it, and as everybody may see it.

    `None` means that the answer is described only by the names of the action and its values. `told` says in
    the third person what the player does, without naming the player, if the author has given words for it.
    `shown` has the values that the texts for everybody show, each with its type.
    """

    own: str | None
    public: str | None
    told: str | None = None
    shown: tuple[tuple[t.Type, Value], ...] = ()

    @classmethod
    def of(cls, words: Words, game: Game, option: Option) -> Label:
        """Return the label of an option that is on offer. Raises `Fault` if evaluating the label fails."""
        labelled = words.names.actions[option.action].label is not None
        text = words.option(game, option)
        own = text if labelled or text != plain_text(words, game, option) else None
        return cls.public_of(words, game, option, own)

    @classmethod
    def public_of(cls, words: Words, game: Game, option: Option, own: str | None) -> Label:
        """Return the label whose text for the deciding player is `own`. Raises `Fault`."""
        told = public_text(words, game, option, told=True)
        open_ = runs_in_the_open(words.program)
        said = None if open_ and told is not None else public_text(words, game, option, told=False)
        public = own if open_ else said.text if said is not None else None
        shown = (*(told.values if told is not None else ()), *(said.values if said is not None else ()))
        return cls(own, public, told.text if told is not None else None, shown)


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
