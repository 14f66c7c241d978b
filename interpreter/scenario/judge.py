"""Checks a game against the entries of a scenario, and describes what fails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from gamespec.compile.draft.draft import Site
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.engine import Game, Option
from interpreter.inspection import Inspector
from interpreter.play.chance import Script
from interpreter.scenario.answers import CHOOSE, Answer, By, asks_for, fits
from interpreter.scenario.course import Course
from interpreter.scenario.entries import (
    NOBODY,
    Asked,
    Condition,
    Draw,
    Ended,
    Given,
    Item,
    Known,
    Offered,
    Places,
    Scores,
    Subject,
)
from interpreter.scenario.knowledge import facts, knows, told
from interpreter.scene.happened.log import line_of
from interpreter.scene.labels import Label
from interpreter.words import Words
from interpreter.words.conditions import failing, values_in
from interpreter.words.known import Inquiry
from interpreter.words.refused import refused

__all__ = ["Judge", "Unmet"]

MOST_LOGGED = 40
"""The greatest number of options, and of recent events, that a report shows."""


class Unmet(Exception):
    """An assertion of a scenario failed. The text gives its place in the file and the actual state."""


class Judge:
    """Applies the entries of a scenario to the game that the scenario plays."""

    def __init__(self, course: Course, language: str) -> None:
        self.course = course
        self.game = course.game
        self.compiled = course.setting.compiled
        self.words = Words(self.compiled)
        """The words in which scenarios name options."""
        self.told = Words(self.compiled, language)
        """The words of reports."""
        self._texts = self.told.texts
        self._given: dict[int, tuple[list[int], Option]] = {}
        """The answers given so far, each with the position in which it was given, by the number of the event.
        """

    def judge(self, item: Item) -> None:
        """Give the answer of an entry, or check its assertion. Raises `Unmet` and `Fault`."""
        if not isinstance(item, Condition | Known | Scores) or (
            isinstance(item, Condition | Known) and item.uses_me
        ):
            self.course.play_on()
        match item:
            case Given(answer):
                self._give(answer)
            case Offered():
                self._offered(item)
            case Condition():
                self._holds(item)
            case Asked():
                self._asked(item)
            case Known():
                self._known(item)
            case Ended():
                self._ended(item)
            case Places():
                self._places(item)
            case Scores():
                self._scores(item)
            case _:
                assert_never(item)

    def all_used(self, said: Mapping[str, list[Draw]], left: Script) -> None:
        """Raise `Unmet` if an outcome of chance was not used, or part of the set-up was not reached."""
        if self.course.missed is not None:
            raise _unmet(self.course.missed, self._texts.gettext("the game has not come to this"))
        for stream, values in left.items():
            if values:
                span = said[stream][-len(values)].span
                drawn, often = isinstance(said[stream][-len(values)].value, int), len(said[stream]) > 1
                raise _unmet(span, self._unused(stream, drawn=drawn, often=often))

    def _unused(self, stream: str, *, drawn: bool, often: bool) -> str:
        if drawn and often:
            return self._texts.gettext("`{stream}` was not drawn so often", stream=stream)
        if drawn:
            return self._texts.gettext("`{stream}` was not drawn", stream=stream)
        if often:
            return self._texts.gettext("`{stream}` was not shuffled so often", stream=stream)
        return self._texts.gettext("`{stream}` was not shuffled", stream=stream)

    def log(self) -> str:
        """Return a log of the events since the first decision, with one event on each line."""
        events, first = self.game.events, len(self.game.events) - len(self.course.events)
        lines = [
            text
            for number in range(first, len(events))
            if (text := line_of(self.told, events[number], self._label(number), None)) is not None
        ]
        if len(events) in self._given:  # a fault took back what it led to
            lines.append(
                f"p{self.game.player + 1}: {self.told.option(self.game, self._given[len(events)][1])}"
            )
        if len(lines) > MOST_LOGGED:
            before = len(lines) - MOST_LOGGED
            more = self._texts.ngettext("{count} event before", "{count} events before", before)
            lines = [f"… {more}", *lines[-MOST_LOGGED:]]
        return "\n".join(f"  {line}" for line in lines or [self._texts.gettext("nothing")])

    def _label(self, number: int) -> Label | None:
        """Return the label that an answer had when it was given.

        `number` is the number of the event. Returns `None` for other events.
        """
        if number not in self._given:
            return None
        position, option = self._given[number]
        return Label.of(self.told, Game.restore(self.compiled.program, position), option)

    def _give(self, answer: Answer) -> None:
        self._due(answer)
        matching = self._matching(answer)
        if len(matching) > 1:
            listed = self._listed(matching)
            said = self._texts.gettext("this is not enough to tell options apart; there are")
            raise _unmet(answer.span, f"{said}\n{listed}")
        if not matching:
            said = self._texts.gettext("this is not on offer")
            raise _unmet(answer.span, said + self._instead(answer))
        ((option, brought),) = matching.items()
        self._given[len(self.game.events)] = self.game.position[:], option
        self.course.answer(option, brought)

    def _offered(self, item: Offered) -> None:
        self._due(item.answer)
        matching = self._matching(item.answer)
        if item.refused and matching:
            said = self._texts.gettext("expected refused, but on offer is")
            raise _unmet(item.span, f"{said}\n{self._listed(matching)}")
        if not item.refused and not matching:
            said = self._texts.gettext("expected on offer")
            raise _unmet(item.span, said + self._instead(item.answer))

    def _due(self, answer: Answer) -> None:
        """Raise `Unmet` unless the pending decision asks the right player for an answer of this kind."""
        site = self._site(answer.span)
        if answer.by is not None:
            self._is_asked(answer.by)
        asked = [self.compiled.names.actions[fit.action] for fit in answer.actions]
        if not asked or any(spec in site.branches for spec in asked):
            return
        if any(asks_for(branch, answer.said) for branch in site.branches):
            names = ", ".join(f"`{p.slot.name}`" for p in site.branches[0].picks)
            said = self._texts.gettext(
                "`{answer}` is not what is asked here: the values are {names}",
                answer=answer.said,
                names=names,
            )
        else:
            said = self._texts.gettext(
                "`{answer}` is not what is asked; asked is {names}",
                answer=answer.said,
                names=_question(site),
            )
        raise _unmet(answer.span, said)

    def _site(self, span: Span) -> Site:
        decision = self.game.decision if not self.game.over else None
        if decision is None:
            raise _unmet(span, self._texts.gettext("nobody is asked, the game is over"))
        return self.compiled.names.sites[decision.site]

    def _matching(self, answer: Answer) -> dict[Option, dict[str, list[int]]]:
        """Return the options that match an answer, each with the outcomes of chance that it needs.

        The outcomes are given by stream.
        """
        if not answer.actions:
            return {option: {} for option in self.game.options if self._text(option) == answer.said}
        inspector = Inspector.of(self.compiled, self.game)
        offered = {option.action for option in self.game.options}
        said = {fit.action: fit.known(inspector) for fit in answer.actions if fit.action in offered}
        fitting = ((o, fits(o, said.get(o.action), self.game)) for o in self.game.options)
        return {option: brought for option, brought in fitting if brought is not None}

    def _instead(self, answer: Answer) -> str:
        """Explain why an answer is not on offer, if that is known, and list the options on offer.

        Options of the answer's actions are listed first.
        """
        named = {fit.action for fit in answer.actions}
        listed = self._listed(sorted(self.game.options, key=lambda option: option.action not in named))
        reason = self._because(answer)
        there = self._texts.gettext("there are")
        return f"; {there}\n{listed}" if reason is None else f": {reason}\n{there}\n{listed}"

    def _because(self, answer: Answer) -> str | None:
        """Return why an answer is not on offer or how to write it, or `None` if neither is known."""
        decision = self.game.decision
        assert decision is not None  # noqa: S101 - the answer is due
        site = self.compiled.names.sites[decision.site]
        branches = site.branches
        if not answer.actions:
            actions = (s for s in self.compiled.names.actions if s.routine is not None)
            named = next((s for s in actions if s.name == answer.said), None)
            if named is None:
                return None
            values = ", ".join(f"{p.slot.name}: …" for p in named.picks)
            form = f"`{answer.said}: {{{values}}}`"
            if named in branches:
                return self._texts.gettext("the action is written {form}", form=form)
            return self._texts.gettext(
                "the action is written {form}, and asked is {names}", form=form, names=_question(site)
            )
        asked = self.compiled.program.sites[decision.site].actions
        fit = next(each for each in answer.actions if each.action in asked)
        spec = branches[asked.index(fit.action)]
        texts, inspector = dict(fit.texts), Inspector.of(self.compiled, self.game)
        for (index, given), (_, value) in zip(fit.values, fit.known(inspector), strict=True):
            slot = spec.picks[index].slot
            if not isinstance(given, int | tuple) and isinstance(value, int):
                texts[slot.name] = self.compiled.world.values.text(slot.type, value)
        return refused(self.game, spec.name, texts, self.told)

    def _text(self, option: Option) -> str:
        return self.words.option(self.game, option)

    def _listed(self, options: Iterable[Option]) -> str:
        listed, names = list(options), self.compiled.names.actions
        shown = listed[:MOST_LOGGED]
        lines = [f"  {names[o.action].name}: {self.told.option(self.game, o)}" for o in shown]
        if more := len(listed) - len(shown):
            said = self._texts.ngettext("and {count} more", "and {count} more", more)
            lines.append(f"  … {said}")
        return "\n".join(lines)

    def _is_asked(self, by: By) -> None:
        if by.player != self.game.player:
            who, other = f"p{by.player + 1}", f"p{self.game.player + 1}"
            said = self._texts.gettext("expected {who} to be asked, but {other} is", who=who, other=other)
            raise _unmet(by.span, said)

    def _asked(self, item: Asked) -> None:
        if item.names == (NOBODY,) and not item.exactly:
            if not self.game.over:
                who, names = f"p{self.game.player + 1}", _question(self._site(item.span))
                said = self._texts.gettext("{who} is asked: {names}", who=who, names=names)
                raise _unmet(item.span, said)
            return
        site = self._site(item.span)
        if item.by is not None:
            self._is_asked(item.by)
        if item.exactly:
            met = set(item.names) == set(_names(site))
        else:
            met = item.names[0] in {site.name, *_names(site)}
        if not met:
            wanted = ", ".join(f"`{name}`" for name in item.names)
            said = self._texts.gettext(
                "expected {who} to be asked, but {other} is", who=wanted, other=_question(site)
            )
            raise _unmet(item.span, said)

    def _holds(self, item: Condition) -> None:
        if item.uses_me and self.game.over:
            raise _unmet(
                item.span, self._texts.gettext("there is no `me`: the game is over, nobody is asked")
            )
        inspector = Inspector.of(self.compiled, self.game)
        if inspector.holds(item.node):
            self._about_something(inspector, item.node)
            return
        known = Inquiry(inspector)
        part = failing(known, item.node)
        values = dict.fromkeys(values_in(known, part, self.told))
        text = " ".join(part.span.text.split())
        said = self._texts.gettext("expected {what}", what=f"`{text}`")
        raise Unmet("\n".join([f"{item.span}: {said}", *(f"  {v}" for v in values)]))

    def _known(self, item: Known) -> None:
        if item.uses_me and self.game.over:
            raise _unmet(
                item.span, self._texts.gettext("there is no `me`: the game is over, nobody is asked")
            )
        inspector = Inspector.of(self.compiled, self.game)
        for player, subjects in item.of:
            for subject in subjects:
                self._claim(player, subject, inspector, hidden=item.hidden)

    def _claim(self, player: int, subject: Subject, inspector: Inspector, *, hidden: bool) -> None:
        """Raise `Unmet` unless a player knows all facts that a subject names.

        If `hidden` is true, raise `Unmet` unless the player knows none of them.
        """
        named, text = facts(subject, inspector), " ".join(subject.span.text.split())
        if not named:
            one = t.element(subject.node.type) is None
            said = (
                self._texts.gettext("there is nothing to know, {what} is none", what=f"`{text}`")
                if one
                else self._texts.gettext("there is nothing to know, {what} is empty", what=f"`{text}`")
            )
            raise _unmet(subject.span, said)
        program, p = self.compiled.program, inspector.position
        wrong = [fact for fact in named if knows(program, p, player, fact) == hidden]
        if wrong:
            who, what = f"p{player + 1}", f"`{text}`"
            said = (
                self._texts.gettext("expected that {who} does not know {what}", who=who, what=what)
                if hidden
                else self._texts.gettext("expected that {who} knows {what}", who=who, what=what)
            )
            lines = [f"  {told(fact, inspector, self.told)}" for fact in wrong[:MOST_LOGGED]]
            raise Unmet("\n".join([f"{subject.span}: {said}", *lines]))

    def _ended(self, item: Ended) -> None:
        if self.game.over != item.over:
            said = (
                self._texts.gettext("the game is over")
                if self.game.over
                else self._texts.gettext("the game is not over")
            )
            raise _unmet(item.span, said)

    def _places(self, item: Places) -> None:
        result = self.game.result
        if result is None:
            raise _unmet(item.span, self._texts.gettext("the game is not over"))
        if result.truncated:
            raise _unmet(item.span, self._texts.gettext("the game was cut short and has no places"))
        for span, player, number in item.of:
            if result.places[player] != number:
                listed = _by_player(result.places)
                said = self._texts.gettext(
                    "expected place {number}; the places are {listed}", number=number, listed=listed
                )
                raise _unmet(span, said)

    def _scores(self, item: Scores) -> None:
        result = self.game.result
        if result is not None:
            scores, parts = result.scores, result.parts
        elif self.compiled.program.score:
            parts = Inspector.of(self.compiled, self.game).scores()
            scores = tuple(map(sum, parts))
        else:
            raise _unmet(item.span, self._texts.gettext("the game says no `score`, and is not over"))
        for span, player, number in item.of:
            if scores[player] != number:
                listed = _by_player(scores)
                said = self._texts.gettext(
                    "expected score {number}; the scores are {listed}", number=number, listed=listed
                )
                raise _unmet(span, said)
        for part, wanted in item.parts.items():
            ident = self.compiled.names.score[part].ident
            found = [of_seat[part] for of_seat in parts]
            for span, player, number in wanted:
                if found[player] != number:
                    said = self._texts.gettext(
                        "expected score of {part} {number}; the scores of {part} are {listed}",
                        part=f"`{ident}`",
                        number=number,
                        listed=_by_player(found),
                    )
                    raise _unmet(span, said)

    def _about_something(self, inspector: Inspector, node: core.Core) -> None:
        """Raise `Unmet` if an `all` condition holds only because its list is empty."""
        if isinstance(node, core.And):
            for part in node.parts:
                self._about_something(inspector, part)
        if isinstance(node, core.Quantifier) and node.kind == "all" and not inspector.members(node.over):
            text = " ".join(node.over.span.text.split())
            said = self._texts.gettext("this holds because {what} is empty", what=f"`{text}`")
            raise _unmet(node.span, said)


def _unmet(span: Span, said: str) -> Unmet:
    return Unmet(f"{span}: {said}")


def _names(site: Site) -> list[str]:
    return [CHOOSE if branch.routine is None else branch.name for branch in site.branches]


def _question(site: Site) -> str:
    """Describe what a step asks, by the names of its actions."""
    return ", ".join(f"`{name}`" for name in _names(site))


def _by_player(values: Iterable[int]) -> str:
    return ", ".join(f"p{i + 1}: {value}" for i, value in enumerate(values))
