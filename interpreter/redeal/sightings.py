"""What a player's sights say about components: which component must be where, and when.

A component that is seen to leave a zone was there before, and one that was lost sight of is where hidden
moves can have brought it. Each component is modelled as a walker. At each hidden move out of its zone, it is
the one that moves with probability 1/*n*, where *n* is the number of components there that the player cannot
tell. A forward pass through the sights computes the probability of each component being in each zone (as for
a hidden Markov model: Rabiner, "A tutorial on hidden Markov models", 1989). `plan` then goes backward and
draws the moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gamespec.program import Program
from gamespec.program.instructions import DrawSecret, Throw
from gamespec.program.tables import BY_OTHERS, BY_OWNER, NOWHERE
from interpreter.play.events import EventKind
from interpreter.play.information import InformationState
from interpreter.play.observation import Unknown
from interpreter.redeal.fates import Fates

__all__ = ["Hidden", "Part", "Sightings", "hides_values"]

Chances = dict[int, dict[int, float]]
"""For each component that the player cannot tell, its probability in each zone, up to a factor."""


@dataclass(slots=True)
class Hidden:
    """What is hidden from the player at a point of the sequence.

    `known` are the components that the player can tell, by zone; `unknown` is the number of others there, and
    `chances` their candidates. Alike components are counted under the first of them.
    """

    known: dict[int, Counter[int]] = field(default_factory=dict)
    unknown: Counter[int] = field(default_factory=Counter)
    chances: Chances = field(default_factory=dict)
    left: Counter[int] = field(default_factory=Counter)
    """The number of each alike component that the player cannot tell."""

    def copy(self) -> Hidden:
        """Return a copy that can be changed by itself."""
        known = {zone: there.copy() for zone, there in self.known.items()}
        chances = {c: zones.copy() for c, zones in self.chances.items()}
        return Hidden(known, self.unknown.copy(), chances, self.left.copy())

    def learn(self, c: int, zone: int) -> bool:
        """Record that the player is shown `c` in a zone; return whether that was unknown."""
        if self.known.setdefault(zone, Counter())[c] > 0:
            return False
        self.known[zone][c] += 1
        self.unknown[zone] -= 1
        self.left[c] -= 1
        if self.left[c] == 0:
            self.chances.pop(c, None)
        return True

    def lose(self, zone: int, components: Iterable[int]) -> Counter[int]:
        """Record that the player loses track of components in a zone; return the number of each."""
        known = self.known.get(zone, Counter())
        lost = +Counter({c: known.pop(c) for c in components})
        for c, number in lost.items():
            before = self.chances.get(c, {})
            whole = sum(before.values())
            scaled = {z: x / whole * self.left[c] for z, x in before.items()} if whole else {}
            scaled[zone] = scaled.get(zone, 0.0) + number
            self.chances[c] = scaled
            self.left[c] += number
        self.unknown[zone] += sum(lost.values())
        return lost

    def go(self, source: int, target: int, back: int, backs: Sequence[int]) -> dict[int, tuple[float, float]]:
        """Record that an unknown component with a certain back moves from zone to zone.

        Returns, for each candidate, the probability that it moved just now, and that it was in the target
        before.
        """
        crowd = max(1, self.unknown[source])
        came: dict[int, tuple[float, float]] = {}
        for c, zones in self.chances.items():
            if backs[c] != back:
                continue
            here, before = zones.get(target, 0.0), zones.get(source)
            if before:
                there = before / crowd
                came[c] = there, here
                if source != target:
                    zones[target] = here + there
                    zones[source] = before - there
            elif here:
                came[c] = 0.0, here
        self.unknown[source] -= 1
        self.unknown[target] += 1
        return came


@dataclass(slots=True)
class Part:
    """The sights from `start` to before `stop`, and what is hidden `before` and `after` them."""

    start: int
    stop: int
    before: Hidden
    after: Hidden


class Sightings:
    """What one player's sights say about the components.

    `came[at]` gives the candidates of a hidden move, `lost[at]` the components of which the player loses
    track just before a sight, and `news` are the sights that show a component that the player could not tell.

    Only the sights from `first` on are considered; `before` is what was hidden there, and `sizes` are the
    numbers of components in the zones.
    """

    def __init__(  # noqa: PLR0913 - what was shown to whom, from where on
        self,
        program: Program,
        shown: InformationState,
        player: int,
        *,
        cut: bool,
        first: int = 0,
        before: Hidden | None = None,
        sizes: Counter[int] | None = None,
    ) -> None:
        self.program, self.shown, self.player = program, shown, player
        self.first, self._before = first, before
        self.fates = Fates(program, shown, first, Counter(program.start) if sizes is None else sizes)
        self.came: dict[int, dict[int, tuple[float, float]]] = {}
        self.lost: dict[int, tuple[int, Counter[int]]] = {}
        self.news: set[int] = set()
        self._cut = cut
        self.parts = self._parts()

    def _sees(self, zone: int, c: int) -> bool:
        seen = self.program.zones[zone].seen
        if seen == BY_OWNER:
            return self.program.owners[c] == self.player
        if seen == BY_OTHERS:
            return self.program.owners[c] != self.player
        return bool(seen >> self.player & 1)

    def _beginning(self) -> Hidden:
        hidden = Hidden()
        for c, zone in enumerate(self.program.start):
            first = self.program.alike[c]
            if self._sees(zone, c):
                hidden.known.setdefault(zone, Counter())[first] += 1
            else:
                hidden.unknown[zone] += 1
                hidden.left[first] += 1
                hidden.chances.setdefault(first, {})[zone] = float(hidden.left[first])
        return hidden

    def _forward(self, part: Part) -> None:
        """Process a part: what is known before each sight, and each component's probabilities."""
        hidden = part.before.copy()
        for at in range(part.start, part.stop):
            sight = self.shown[at]
            if sight[0] == EventKind.MOVED:
                self._moved(hidden, at, sight)
            elif sight[0] == EventKind.REVEALED:
                if hidden.learn(sight[1], sight[2]):
                    self.news.add(at)
            elif sight[0] == EventKind.SHUFFLED and not self._sees_all(sight[1]):
                self._lose(hidden, at, sight[1])
                if self._cut and part.stop == len(self.shown) and set(+hidden.unknown) == {sight[1]}:
                    part.stop = at + 1
                    break
        part.after = hidden

    def _parts(self) -> list[Part]:
        """Cut the sequence where everything that the player cannot tell is shuffled together.

        What came before does not affect which component moves afterwards. If values are hidden as well, it
        may; then there should be one part.
        """
        parts: list[Part] = []
        before, start = self._before or self._beginning(), self.first
        while start < len(self.shown) or not parts:
            part = Part(start, len(self.shown), before, before)
            self._forward(part)
            parts.append(part)
            before, start = part.after, part.stop
        return parts

    def _moved(self, hidden: Hidden, at: int, sight: tuple[int, ...]) -> None:
        _, c, source, target, *_ = sight
        if c >= 0:
            if hidden.learn(c, source):
                self.news.add(at)
            hidden.known[source][c] -= 1
            hidden.known.setdefault(target, Counter())[c] += 1
            return
        back = Unknown - c
        if not self.program.zones[source].ordered:
            self._lose(hidden, at, source, back)
        self.came[at] = hidden.go(source, target, back, self.program.backs)

    def _lose(self, hidden: Hidden, at: int, zone: int, back: int | None = None) -> None:
        """Record that the player loses track of a zone's content; with a `back` only of that back."""
        backs = self.program.backs
        lost = hidden.lose(zone, [c for c in hidden.known.get(zone, ()) if back in {None, backs[c]}])
        if lost:
            self.lost[at] = zone, lost

    def _sees_all(self, zone: int) -> bool:
        seen = self.program.zones[zone].seen
        return seen >= 0 and bool(seen >> self.player & 1)

    def hidden_moves(self, part: Part) -> list[int]:
        """Return the hidden moves in a part of the sequence."""
        return [at for at in self.came if part.start <= at < part.stop]

    def is_free(self, at: int) -> bool:
        """Return whether a component that was seen, or moved, may have been any unseen one there."""
        sight = self.shown[at]
        return not self.program.zones[sight[2]].ordered or (
            sight[0] == EventKind.MOVED and sight[4] == NOWHERE
        )


def hides_values(program: Program, player: int) -> bool:
    """Return whether there are variables, draws or answers that a player is not shown."""
    stores = any(not mask >> player & 1 for store in program.stores for mask in store.seen)
    draws = any(
        isinstance(i, DrawSecret) or (isinstance(i, Throw) and i.told is not None) for i in program.code
    )
    return stores or draws or any(site.told is not None for site in program.sites)
