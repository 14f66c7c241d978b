"""Mending: turns a guess into a history by changes that make more of it match what was shown.

A guess is replayed, which shows how far it matches. At an open answer the listed options are
candidates, preferably those that name the components that move next. Elsewhere something before that point is
changed slightly: a missing component changes places with another, a secret answer differs, or an unseen throw
has another result. Where a component moves in place of another one, these two change places (`turns`).
Changes that match at least as far are accepted. So mending needs no knowledge of the rules, and a try takes
no longer than playing the game as far as it matches.

The history found depends on the search rather than on probabilities: `histories` continues from it.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from interpreter.kernels.items import HEAD, Item, components_of, fields_of, values_of
from interpreter.play.events import EventKind
from interpreter.play.luck import Draws
from interpreter.play.observation import Unknown
from interpreter.play.options import Value
from interpreter.redeal.chapters import Guess
from interpreter.redeal.proposals import Proposal
from interpreter.redeal.replayer import Listed, Replayer
from interpreter.redeal.rewriter import exchange_in_plan
from interpreter.redeal.scripts import OPEN, Thrown
from interpreter.redeal.stops import GuessReplay, Stop

__all__ = ["Mending"]

NEAR = 4
"""Number of the most recent answers and throws that are changed in preference to earlier ones."""

PATIENCE = 10, 500
"""Number of other changes to try before accepting an option that does not name the components that move next.

The first number is for moves known only from the plan, the second for moves that were seen.
"""

IN_TURN = 8
"""One time in this many, the change has nothing to do with a component that moved in place of another."""

LEAST_LIKELY = 16
"""One time in this many, a choice among options considers only the components that are seen to move next."""


_Exchange: TypeAlias = tuple[Mapping[int, int], int, int]
"""Which components replace others, from one word of the script up to another."""


class Mending:
    """Turns a guess into a history, if possible, by changing its script."""

    def __init__(self, replay: Replayer, guess: Guess, luck: Draws) -> None:
        self._program = program = guess.index.program
        self._luck, self._followed = luck, GuessReplay(replay, guess).followed
        self._guess, self._script, self._shown = guess, guess.script, guess.index.shown
        self._fields = fields_of(program)
        self._components = tuple(components_of(program, action) for action in range(len(program.actions)))
        self._proposal = Proposal(program, self._script)
        hidden = {program.backs[c] for c in self._script.labels}
        hidden |= {
            Unknown - sight[1]
            for sight in self._shown[guess.first : guess.stop]
            if sight[0] == EventKind.MOVED and sight[1] < 0
        }
        self._groups: dict[int, list[int]] = {}
        for c, back in enumerate(program.backs):
            if back in hidden:
                self._groups.setdefault(back, []).append(c)
        self._known = {c for group in self._groups.values() for c in group}
        self._patience: Counter[int] = Counter()
        self._went = guess.went
        self._exchange: _Exchange | None = None

    def mended(self, most: int) -> bool:
        """Return whether `most` changes are enough to find a history, which is then in the script."""
        stop = self._followed()
        for _ in range(most):
            if stop is None:
                break
            stop = self._followed() if self._recopied(stop) or self._answered(stop) else self._changed(stop)
        return stop is None

    def _recopied(self, stop: Stop) -> bool:
        """Replace components in an order by copies that lie in its zone; return whether any was replaced."""
        script, layout, first = self._script, self._program.layout, stop.at + 2
        zone = self._guess.shuffled.get(first)
        if zone is None or stop.position is None:
            return False
        place = stop.position[layout.zone_of : layout.zone_of + len(self._program.alike)]
        listed = script.words[first : first + script.words[first - 1]]
        wrong = sorted((c for c in listed if place[c] != zone), key=self._program.alike.__getitem__)
        right = sorted({c for c, at in enumerate(place) if at == zone}.difference(listed))
        right.sort(key=self._program.alike.__getitem__)
        alike = [self._program.alike[c] for c in wrong] == [self._program.alike[c] for c in right]
        if not (wrong and alike):
            return False
        goes = dict(zip(wrong, right, strict=True))
        self._proposal.relabel({**goes, **{new: c for c, new in goes.items()}}, first)
        self._proposal.accept()
        return True

    # --- answers --------------------------------------------------------------------------------------

    def _answered(self, stop: Stop, other_than: Listed | None = None) -> bool:
        """Fill in an open answer, or replace another, with a listed option; return whether this was done.

        Nothing is done where the game waits for no answer that was guessed. If the options fail to name the
        components that move next, something else may be wrong, so such an option is taken only from time to
        time. If an option `other_than` a certain one is wanted, it need name only the components that are
        seen to move next.
        """
        at, script, position, options = stop.at, self._script, stop.position, stop.options
        if options is None or position is None or at not in self._guess.answers:
            return False
        if script.words[at] != OPEN and self._luck.below(2):
            return False
        told, room = self._guess.told[at], script.words[at + 1]
        fit = [
            option
            for option in options
            if len(option[1]) <= room and option != other_than and (not told or self._fits(option, told))
        ]
        if not fit:
            return False
        following = self._following(at)
        zone_of = self._program.layout.zone_of
        lies = [*position[zone_of : zone_of + len(self._program.alike)]]
        missing = [self._missing(option, following, lies) for option in fit]
        self._patience[at] += 1
        least = min(missing)
        if other_than is None and least[0] and self._patience[at] % PATIENCE[least[1] > 0]:
            return False
        if other_than is None and self._luck.below(LEAST_LIKELY):
            best = [option for option, number in zip(fit, missing, strict=True) if number == least]
        else:
            lacking = min(number for _, number in missing)
            best = [option for option, (_, number) in zip(fit, missing, strict=True) if number == lacking]
        option = best[self._luck.below(len(best))]
        self._proposal.answered(at, option, self._visible(option[0], self._guess.told[at]))
        return True

    def _visible(self, action: int, told: Sequence[int]) -> list[int]:
        """Return the indexes of the values of an answer that the player was told."""
        found: list[int] = []
        at = 1
        for which, pick in enumerate(self._program.actions[action].picks if told else ()):
            count = 1
            if pick.counts is not None:
                count, at = told[at], at + 1
            if not (pick.component and Unknown in told[at : at + count]):
                found.append(which)
            at += count
        return found

    def _values(self, option: Listed) -> tuple[Value, ...]:
        action, words = option
        _, places = self._fields[action]
        return values_of(words, places, [p.counts is not None for p in self._program.actions[action].picks])

    def _fits(self, option: Listed, told: Sequence[int]) -> bool:
        """Return whether an option agrees with what the player was told of the answer: not nothing."""
        if option[0] != told[0]:
            return False
        parts: list[int] = []
        for pick, value in zip(self._program.actions[option[0]].picks, self._values(option), strict=True):
            several = value if isinstance(value, tuple) else (value,)
            parts += [len(several)] if isinstance(value, tuple) else []
            parts += [self._program.alike[c] if pick.component and c >= 0 else c for c in several]
        return len(parts) == len(told) - 1 and all(
            theirs in {mine, Unknown} for mine, theirs in zip(parts, told[1:], strict=True)
        )

    def _following(self, at: int) -> dict[int, tuple[list[int], list[bool]]]:
        """Return the components that leave each zone before the player answers again, and which are seen."""
        sight, found = self._guess.answers[at], dict[int, tuple[list[int], list[bool]]]()
        for move in range(sight + 1, self._guess.next_answer(self._shown[sight][1], sight + 1)):
            if self._shown[move][0] == EventKind.MOVED:
                going, seen = found.setdefault(self._shown[move][2], ([], []))
                going.append(self._goes(move))
                seen.append(self._shown[move][1] >= 0)
        return found

    def _missing(
        self, option: Listed, following: Mapping[int, tuple[list[int], list[bool]]], lies: Sequence[int]
    ) -> tuple[int, int]:
        """Count the components that move next but that an option does not name; each lies in a zone.

        Return their number, and how many of them the player has seen.
        """
        (action, words), named, alike = option, dict[int, list[int]](), self._program.alike
        for at, several in self._components[action]:
            for c in words[at + 1 : at + 1 + words[at]] if several else words[at : at + 1]:
                if c >= 0 and lies[c] in following:
                    zone = lies[c]
                    if zone in named:
                        named[zone].append(alike[c])
                    else:
                        named[zone] = [alike[c]]
        missing = lacking = 0
        for zone, components in named.items():
            going, seen = following[zone]
            for i in range(min(len(components), len(going))):
                c = going[i]
                if c in components:
                    components.remove(c)
                elif c != Unknown:
                    missing += 1
                    lacking += seen[i]
        return missing, lacking

    # --- changes --------------------------------------------------------------------------------------

    def _changed(self, stop: Stop) -> Stop | None:
        """Try a change before a stop, and keep it if the game then gets at least as far.

        Return where the game stops afterwards; `None` if it follows all. A change with which the game gets
        equally far is undone if more options are then on offer.
        """
        script, luck, reached = self._script, self._luck, stop.reached
        answers = sorted(at for at in self._guess.answers if at < reached and script.words[at] != OPEN)
        thrown = [one for one in script.thrown if one.at < reached or one.at >= script.end]
        ways = [
            way for way, some in ((0, self._groups), (0, self._groups), (1, answers), (2, thrown)) if some
        ]
        way = ways[luck.below(len(ways))] if ways else -1
        self._exchange = None
        turns = self._turns(stop) if stop.differs is not None and luck.below(IN_TURN) else []
        if turns:
            self._exchange_components(*turns[luck.below(len(turns))])
        elif way == 1:
            return self._answered_otherwise(self._near(answers), stop)
        elif way == 0:
            self._components_otherwise(stop)
        elif way == 2:  # noqa: PLR2004 - the third of them
            one = self._one_thrown(thrown)
            self._proposal.put(one.at, one.low + luck.below(one.count))
        if self._proposal.changes:
            now = self._followed()
            if now is None or not (now.precedes(stop) or now.only_offers_more(stop)):
                self._proposal.accept()
                self._replan()
                return now
        self._proposal.undo()
        return stop

    def _one_thrown(self, thrown: Sequence[Thrown]) -> Thrown:
        """Choose one of the last numbers thrown, or any of the luck."""
        luck = [one for one in thrown if one.at >= self._script.end]
        near = thrown[: len(thrown) - len(luck)][-NEAR:]
        some = luck if luck and (not near or self._luck.below(2)) else near
        return some[self._luck.below(len(some))]

    def _replan(self) -> None:
        """Exchange components in the plan, too, if they have changed places in the script."""
        if self._exchange is None:
            return
        goes, first, stop = self._exchange
        alike, place = self._program.alike, self._place(first)
        until = self._place(stop) if stop < self._script.end else self._guess.stop
        exchange_in_plan(self._went, {alike[c]: alike[new] for c, new in goes.items()}, place, until)

    def _place(self, at: int) -> int:
        """Return the index among the sights at which the game last waited before a word, or the first one."""
        before = bisect(self._script.sights, at) - 1
        return self._guess.waits[before] if before >= 0 else self._guess.first

    def _near(self, places: Sequence[int]) -> int:
        """Choose one of some places, half of the time one of the last."""
        some = places[-NEAR:] if self._luck.below(2) else places
        return some[self._luck.below(len(some))]

    def _answered_otherwise(self, at: int, stop: Stop) -> Stop | None:
        """Try another answer, and restore the old one unless the game then gets at least as far."""
        script = self._script
        words = script.words[at : at + HEAD + script.words[at + 1]]
        end, action = at + len(words), words[2]
        old = action, tuple(words[HEAD : HEAD + self._fields[action][0]])
        here = set(range(at, end))
        named = {c: those & here for c, those in script.labels.items()}
        script.words[at] = OPEN
        open_at = self._followed()
        other_than = old if self._luck.below(2) else None
        if open_at is not None and open_at.at == at and self._answered(open_at, other_than):
            self._exchange_later({c for c, those in named.items() if those}, here, end)
            now = self._followed()
            if now is None or not now.precedes(stop):
                self._proposal.accept()
                self._replan()
                return now
        self._proposal.undo()
        script.words[at:end] = words
        for c in script.labels:
            script.labels[c] = script.labels[c] - here | named.get(c, set())
        return stop

    def _exchange_later(self, before: set[int], here: set[int], end: int) -> None:
        """If an answer now names another component than `before`, propose that they also change places later.

        `here` are the words of the answer, and `end` is the word after them.
        """
        now = {c for c, those in self._script.labels.items() if those & here}
        if len(before - now) == len(now - before) == 1:
            (one,), (other,) = before - now, now - before
            stop = self._proposal.stop((one, other), end)
            self._exchange_components({one: other, other: one}, end, stop)

    def _goes(self, move: int) -> int:
        """Return the first copy of the component that a move takes, as seen or according to the plan."""
        seen = self._shown[move][1]
        return self._went.get(move, Unknown) if seen < 0 else seen

    def _components_otherwise(self, stop: Stop) -> None:
        """Propose that two components change places, mostly one that should have been somewhere else."""
        luck, place = self._luck, self._place(stop.reached)
        group = [*self._groups.values()][luck.below(len(self._groups))]
        focus = self._focus(stop)
        if stop.options is not None and luck.below(2):
            focus = [c for c in self._offered(stop.options) if self._is_free(c, place)]
        one = group[luck.below(len(group))]
        if focus and luck.below(8):
            one = focus[luck.below(len(focus))]
            group = self._groups[self._program.backs[one]]
        if self._is_free(one, place) and luck.below(4):
            group = [c for c in group if self._is_free(c, place)]
        other = group[luck.below(len(group))]
        if self._program.alike[one] == self._program.alike[other]:
            return
        spans = [span for span in self._proposal.spans((one, other)) if span[0] < stop.reached]
        if spans:
            first, last = spans[-1] if luck.below(2) else spans[luck.below(len(spans))]
            self._exchange_components({one: other, other: one}, first, last)

    def _turns(self, stop: Stop) -> list[_Exchange]:
        """Return exchanges by which another component may move where a game differs from what was shown."""
        assert stop.differs is not None  # noqa: S101 - asked only then
        assert stop.position is not None  # noqa: S101 - there was no fault
        zone_of = self._program.layout.zone_of
        lies = stop.position[zone_of : zone_of + len(self._program.alike)]
        found = list[_Exchange]()
        for goes in stop.differs.replacements(self._groups, lies):
            spans = [span for span in self._proposal.spans(goes) if span[0] < stop.reached <= span[1]]
            found += [(goes, *spans[-1])] if spans else []
        return found

    def _exchange_components(self, goes: Mapping[int, int], first: int, stop: int) -> None:
        """Propose that components replace one another from one word of the script up to another."""
        self._proposal.relabel(goes, first, stop)
        self._exchange = goes, first, stop

    def _is_free(self, c: int, place: int) -> bool:
        """Return whether no copy of a component is seen from an index of the sights on."""
        return self._guess.index.next_seen(self._program.alike[c], place) is None

    def _offered(self, options: Sequence[Listed]) -> list[int]:
        """Return the components that options name."""
        found: dict[int, None] = {}
        for action, words in options:
            for at, several in self._components[action]:
                found |= dict.fromkeys(words[at + 1 : at + 1 + words[at]] if several else words[at : at + 1])
        return [c for c in found if c in self._known]

    def _focus(self, stop: Stop) -> list[int]:
        """Return the components that are named or revealed by the item that the game cannot follow."""
        script, item = self._script, stop.at
        if script.words[item] == Item.SIGHT:
            sight = bisect(script.sights, item + 1) - 1
            answers = [at for at in self._guess.answers if at < item and script.words[at] != OPEN][-NEAR:]
            named = [c for at in answers for c in script.words[at + HEAD : at + HEAD + script.words[at + 1]]]
            return [c for c in (*self._guess.news[sight], *named) if c in self._known]
        following = bisect(script.items, item)
        end = script.items[following] if following < len(script.items) else script.end
        return [c for c in script.words[item + HEAD : end] if c in self._known]
