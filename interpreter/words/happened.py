"""Describes the events of a game in words, as far as a given player can tell what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from interpreter.engine.knowledge.knowledge import EVERYBODY
from interpreter.play.events import (
    Asked,
    BackSeen,
    Changed,
    Decided,
    Drew,
    Ended,
    Event,
    Laid,
    Moved,
    PhaseBegan,
    Remembered,
    Revealed,
    Shown,
    Shuffled,
    Transferred,
    TurnBegan,
)
from interpreter.words.answered import told_label
from interpreter.words.became import became, transferred
from interpreter.words.happening import SUBJECT, Happening, Sentence, always
from interpreter.words.moved import moved
from interpreter.words.unknown import back_of, is_shown
from interpreter.words.whose import is_reader, place

if TYPE_CHECKING:
    from interpreter.words.text import Words

__all__ = ["answered", "happened", "happening", "is_told"]


def happening(words: Words, event: Event, player: int | None, *, exact: bool = False) -> Happening | None:
    """Return the parts of the sentence about an event that affected one thing.

    Returns `None` for any other event, or if the player can tell nothing about the event (see `happened`). An
    `exact` sentence says of each move from which zone it goes to which.
    """
    match event:
        case Moved(seen=seen):
            return moved(words, event, player, known=is_told(words, seen, player), exact=exact)
        case Changed(store=store, seen=seen):
            told = is_told(words, seen, player) and store not in words.unshown
            return became(words, event, player) if told else None
        case Revealed(c, seen):
            if not is_told(words, seen, player):
                return None
            one, many = (
                words.texts.ngettext("{what} is revealed", "{what} are revealed", count, what=SUBJECT)
                for count in (1, 2)
            )
            return always(words.component(c), Sentence(one, many))
        case Shown(_, seen, knew):
            shown = is_told(words, seen, player)
            return is_shown(words, event, player, known=is_told(words, knew, player)) if shown else None
        case _:
            return None


def is_told(words: Words, seen: int, player: int | None) -> bool:
    """Return whether a player can tell something, given the bit mask of the seats that can tell it."""
    bit = (1 << words.program.players) - 1 if player in {None, EVERYBODY} else 1 << (player or 0)
    return player is None or seen & bit == bit


def happened(words: Words, event: Event, player: int | None) -> str | None:  # noqa: C901, PLR0912 - a case an event
    """Return what a player can tell about an event, or `None` if that is nothing.

    If the player is `None`, everything is told. `EVERYBODY` stands for what all players can tell.
    """

    def known(seen: int) -> bool:
        return is_told(words, seen, player)

    match event:
        case Moved() | Changed() | Revealed() | Shown():
            told = happening(words, event, player, exact=True)
            return told.sentence if told is not None else None
        case Transferred(store=store):
            return None if store in words.unshown else transferred(words, event, player)
        case Laid(plane, tile, spot):
            where = words.spot(words.names.planes[plane].name, spot)
            return words.texts.gettext("{what} lies at {where}", what=words.component(tile), where=where)
        case Shuffled(zone):
            if zone in words.unshown_zones:
                return None
            return words.texts.gettext("{zone} is shuffled", zone=place(words, zone, player))
        case BackSeen(c, zone, at):
            if zone in words.unshown_zones:
                return None
            return f"{words.at_place(zone, at, place(words, zone, player))}: {', '.join(back_of(words, c))}"
        case Drew(_, _, _, seen):
            return _drew(words, event, known=known(seen))
        case Asked():
            return None
        case Decided():
            return _decided(words, event, known, own=is_reader(words, event.player, player))
        case PhaseBegan(phase):
            called = words.phase(phase)
            if words.has_label(phase):
                return words.texts.gettext("phase: {phase}", phase=called)
            return words.texts.gettext("phase {phase}", phase=called)
        case TurnBegan(who):
            if is_reader(words, who, player):
                return words.texts.gettext("it is your turn")
            return words.texts.gettext("it is {player}'s turn", player=words.player(who))
        case Remembered(history, held):
            name = words.names.histories[history].name
            return (
                words.texts.gettext("{history}: {count} remembered", history=name, count=held)
                if player is None
                else None
            )
        case Ended(outcome):
            return words.texts.gettext("the game is over: {reason}", reason=_said(words, outcome))
        case _:
            assert_never(event)


def _drew(words: Words, event: Drew, *, known: bool) -> str:
    drawn = words.value(words.single(event.slot), event.value) if known else words.texts.gettext("hidden")
    return words.texts.gettext(
        "{what}: {value} by chance", what=words.drawn(event.stream, event.slot), value=drawn
    )


def _decided(words: Words, event: Decided, known: Callable[[int], bool], *, own: bool) -> str:
    """Describe an answer by its label or, as options do, by the names of the action and its values."""
    who = words.player(event.player)
    if not known(event.told):
        return words.texts.gettext("{player} has decided", player=who)
    spec = words.names.actions[event.action]
    picks = words.program.actions[event.action].picks
    if label := told_label(words, spec, picks, event.values, tuple(map(known, event.seen))):
        return answered(words, event.player, label, own=own)
    hidden = words.texts.gettext("hidden")
    values = [
        words.chosen(pick, named.slot.type, value, words.value) if known(seen) else hidden
        for named, pick, value, seen in zip(spec.picks, picks, event.values, event.seen, strict=True)
    ]
    if spec.routine is not None:
        said = f"{spec.name.replace('_', ' ')} {', '.join(values)}".rstrip()
        return answered(words, event.player, said, own=own)
    told = ", ".join(f"{words.pick(named)} {value}" for named, value in zip(spec.picks, values, strict=True))
    if own:
        return words.texts.gettext("you: chose {values}", values=told)
    return words.texts.gettext("{player}: chose {values}", player=who, values=told)


def answered(words: Words, player: int, answer: str, *, own: bool) -> str:
    """Say that a player, who may be the reader's `own` seat, gave an answer."""
    if own:
        return words.texts.gettext("you: {answer}", answer=answer)
    return f"{words.player(player)}: {answer}"


def _said(words: Words, outcome: int) -> str:
    """Return the reason for the end of a game with this outcome, for use within a sentence."""
    if words.names.reason(outcome) in {"limit", "truncated"}:
        return words.texts.gettext("limit of decisions")
    return words.reason(outcome)
