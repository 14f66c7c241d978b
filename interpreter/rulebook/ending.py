"""Writes how a game ends: conditions, the limit, scores and ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.model import model as m
from gamespec.trees import types as t
from interpreter.locale import gettext_noop
from interpreter.rulebook.sheet import Example, Line, Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.rulebook.writer import Writer

__all__ = ["Ending"]

ENDS = (
    gettext_noop("The game is over if all of this holds:"),
    gettext_noop("The game is over if at least one of these holds:"),
)


class Ending:
    """Writes the part of the sheet on the end. `examples` has the scenarios of each name."""

    def __init__(self, writer: Writer, examples: Mapping[str, tuple[Example, ...]]) -> None:
        self.w, self.s, self.examples = writer, writer.s, examples
        self.game, self.gettext = writer.s.world.game, writer.gettext

    def part(self) -> Part:
        """Return the part on the end of the game, on scores and on ranks."""
        lines: list[Line] = []
        if self.game.end:
            asked = self.gettext("Check this after every turn, and wherever a step says so:")
            lines.append(Line(asked, (self.game.end[0].ident.span,), tuple(map(self._end, self.game.end))))
        if self.game.phases and not self.game.end:
            lines.append(
                Line(
                    self.gettext("The game is over when its last phase has ended."),
                    (self.game.phases[-1].ident.span,),
                )
            )
        elif self.game.phases:
            lines.append(
                Line(
                    self.gettext("Otherwise the game is over when its last phase has ended."),
                    (self.game.phases[-1].ident.span,),
                )
            )
        if self.game.limit is not None:
            lines.append(self._limit(self.game.limit))
        with self.s.inside():
            self.s.bind_player(self.game.ident)
            lines += self._scores()
            lines += self._ranks()
        return Part(
            self.gettext("The end of the game"), "end", tuple(lines), (), (), self.examples.get("ended", ())
        )

    def _end(self, end: m.EndDecl) -> Line:
        said = self.w.condition(gettext_noop("the game is over if {condition}"), ENDS, end.when)
        label = self.s.nouns.label(end.ident.name, end.label)
        if end.winner is not None:
            made = self.s.elaborate(end.winner)
            who = self.s.value(end.winner.root)
            several = isinstance(made.type, t.ListType)
            text = (
                self.gettext("these players win: {players}", players=who)
                if several
                else self.gettext("the winner: {player}", player=who)
            )
        elif end.draw:
            text = self.gettext("the game is a draw")
        else:
            text = self.gettext("the ranking decides")
        result = self.w.line(text, end.ident.span)
        return Line(
            f"{label}: {said.text[:1].lower() + said.text[1:] if self.s.language == 'en' else said.text}",
            (end.ident.span, *said.places),
            (*said.lines, Line(self.gettext("In that case:"), (), (result,))) if said.lines else (result,),
        )

    def _limit(self, limit: m.LimitDecl) -> Line:
        number = self.s.say(limit.decisions)
        outcome = {
            "rank": self.gettext("the ranking decides"),
            "draw": self.gettext("the game is a draw"),
            "truncate": self.gettext("the game is broken off and does not count"),
        }[limit.then]
        return self.w.line(
            self.gettext("after {number} decisions, {outcome}", number=number, outcome=outcome),
            limit.decisions.span,
        )

    def _scores(self) -> Iterator[Line]:
        if self.game.teams is not None:
            said = self.s.say(self.game.teams)
            yield self.w.line(
                self.gettext("players with the same value of this win and lose together: {value}", value=said)
            )
        for part in self.game.score:
            said, cases = self.w.values(part.body)
            label = (
                self.gettext("Score")
                if part.ident is None
                else self.s.nouns.label(part.ident.name, part.label)
            )
            if cases:
                yield self.w.line(f"{label}:", *([part.ident.span] if part.ident else []), lines=cases)
            else:
                yield self.w.line(f"{label}: {said}", *([part.ident.span] if part.ident else []))
        if len(self.game.score) > 1:
            first = self.game.score[0].body.span
            yield Line(self.gettext("The score is the sum of these parts."), (first,))

    def _ranks(self) -> Iterator[Line]:
        if not self.game.ranking:
            if self.game.score:
                yield Line(
                    self.gettext("More is better: the highest score wins, and equal scores share a place."),
                    (self.game.score[0].body.span,),
                )
            return
        lines = []
        for each in self.game.ranking:
            if each.text == "score":
                self.s.told.append(each.span)
                lines.append(self.w.line(self.gettext("the score")))
            else:
                lines.append(self.w.line(self.s.say(each)))
        yield Line(
            self.gettext(
                "The ranking: a greater number is better, "
                "and each one breaks the ties that those before it leave:"
            ),
            (self.game.ranking[0].span,),
            tuple(lines),
        )
