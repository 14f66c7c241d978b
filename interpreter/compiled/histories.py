"""Histories that a player cannot tell from the true one, many of them from one.

`Histories` begins with one such history, which `interpreter.redeal` has found from what the player was shown
and from nothing else, and goes from each to another that is a little different: components that the player does
not know have changed places from some shuffle on, a number that was thrown unseen is another one, somebody has
answered otherwise in secret. Such a change is replayed inside the module. If the player is shown the same, the
new history is taken with the chance that leaves the posterior as it is (Metropolis and others, "Equation of
state calculations by fast computing machines", 1953; Hastings 1970): all changes are as likely as those that
take them back, but for answers, which are proposed as likely as they are; else the old one stays.

So the histories that are given are drawn from the posterior among those that can be reached so: that come to
as many draws and answers, one after another, as the first one did. Those that follow one another are alike the
less the more changes lie between them.
"""

from __future__ import annotations

from array import array
from bisect import bisect, insort
from collections.abc import Collection, Sequence
from operator import itemgetter

from gamespec.program import Program
from interpreter.compiled.host import Astray, Instance
from interpreter.compiled.made import Made
from interpreter.compiled.memory import WORD
from interpreter.compiled.replays import SAME
from interpreter.compiled.scripted import HEAD, RAISED, Item
from interpreter.compiled.scripts import Script, Secret, named, script_of, weighed
from interpreter.play.errors import Fault
from interpreter.play.events import Event
from interpreter.play.luck import Draws

__all__ = ["Histories"]

_PARTS = 1 << 53
_first = itemgetter(0)


class Histories:
    """Histories that show a player (the seat, from 0) the same as that of a record, by one draw after another.

    `events` go back to the beginning and have led to `position`. Raises `ValueError` if they cannot be
    replayed.
    """

    def __init__(  # noqa: PLR0913 - a history, and who is shown what of it
        self,
        program: Program,
        made: Made,
        events: Sequence[Event],
        position: Sequence[int],
        player: int,
        luck: Draws,
    ) -> None:
        self._program, self._made, self._player, self._luck = program, made, player, luck
        self._instance: Instance | None = None
        self._script: Script = script_of(program, made.interface, events, position, player)
        if not self._replayed(marks=True):
            message = "the history cannot be replayed"
            raise ValueError(message)
        self.position = self._at.packed
        self._weight = self._at.weight
        size = WORD * len(self._script.words)
        self._script.words[:] = self._script.words[:0]
        self._script.words.frombytes(self._at.followed(size))
        self._all, self._unknown = self._exchangeable()
        self.changes = self._wanted()

    position: bytes
    """Where the present history has led."""
    changes: int
    """So many changes lie between two histories that have little to do with one another."""

    @property
    def _at(self) -> Instance:
        """The module, with a memory of its own; what a call that has ended astray has left is not kept."""
        if self._instance is None:
            self._instance = self._made.instance()
        return self._instance

    def _replayed(self, *, marks: bool = False) -> bool:
        """Whether the script, as it is now, shows the player the same."""
        try:
            return self._at.replay(self._script.words.tobytes(), self._player, marks=marks) == SAME
        except Astray:  # where this comes nothing is half done, and each replay begins anew
            return False
        except Fault:
            self._instance = None
            return False

    # --- what can be changed --------------------------------------------------------------------------

    def _exchangeable(self) -> tuple[list[list[int]], list[list[int]]]:
        """Components by their backs, some of them not alike: all, and those that the player doesn't know now.

        Of those that are known it may be hidden how they came to lie where they do.
        """
        program, layout = self._program, self._program.layout
        place = memoryview(self.position).cast("i")
        every: dict[int, list[int]] = {}
        for c in sorted(self._script.labels):
            every.setdefault(program.backs[c], []).append(c)
        groups = [group for group in every.values() if len({program.alike[c] for c in group}) > 1]
        unknown = [[c for c in group if not place[layout.known + c] >> self._player & 1] for group in groups]
        return groups, [some or group for some, group in zip(unknown, groups, strict=True)]

    def _wanted(self) -> int:
        """So many that each component, number and answer has been proposed a few times."""
        script = self._script
        return 2 * (sum(len(group) for group in self._unknown) + len(script.thrown) + len(script.secrets))

    def step(self) -> None:
        """Propose a change."""
        script = self._script
        ways = [
            way for way, some in zip(_WAYS, (self._all, script.thrown, script.secrets), strict=True) if some
        ]
        if ways:
            ways[self._luck.below(len(ways))](self)

    def _components_otherwise(self) -> None:
        """Propose that components lay elsewhere: two of them, or those that lie in one zone now, in any way."""
        which = self._luck.below(len(self._all))
        if self._luck.below(4) == 0:
            self._mix(self._unknown[which])
            return
        one, other = (self._one_of(self._groups_of(which)) for _ in range(2))
        if self._program.alike[one] != self._program.alike[other]:
            self._relabelled({one: other, other: one})

    def _groups_of(self, which: int) -> list[int]:
        """Those of a group that the player does not know now, or, once in four times, all of them."""
        return (self._unknown if self._luck.below(4) else self._all)[which]

    def _one_of(self, group: Sequence[int]) -> int:
        return group[self._luck.below(len(group))]

    def _mix(self, group: list[int]) -> None:
        """Let components that lie in one zone now change places in any way."""
        place, zone_of = memoryview(self.position).cast("i"), self._program.layout.zone_of
        one = self._one_of(group)
        there = [c for c in group if place[zone_of + c] == place[zone_of + one]]
        mixed = there[:]
        for i in range(len(mixed) - 1, 0, -1):
            j = self._luck.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        goes = {c: new for c, new in zip(there, mixed, strict=True) if c != new}
        if goes:
            self._relabelled(goes)

    def _relabelled(self, goes: dict[int, int]) -> None:
        """Propose that components stand for one another from some place on, and take it or put it back.

        That is a shuffle in which all of them were, or where one is named that the player was not told.
        """
        words, labels = self._script.words, self._script.labels
        starts = self._starts(goes)
        if not starts:
            return
        first = starts[self._luck.below(len(starts))]
        changed = {at: words[at] for c in goes for at in labels[c] if at >= first}
        for at, c in changed.items():
            words[at] = goes[c]
        if not self._taken():
            for at, c in changed.items():
                words[at] = c
            return
        if self._program.has_copies:
            self._name_all_anew()
            return
        for at, c in changed.items():
            labels[c].remove(at)
        for at in changed:
            insort(labels.setdefault(words[at], []), at)

    def _name_all_anew(self) -> None:
        """Take the script as the replay has left it, which may name other copies."""
        words, labels = self._script.words, self._script.labels
        places = sorted(at for those in labels.values() for at in those)
        words[:] = array("i", self._at.followed(WORD * len(words)))
        labels.clear()
        for at in places:
            labels.setdefault(words[at], []).append(at)

    def _starts(self, goes: Collection[int]) -> list[int]:
        """From where on components can stand for one another; the same if they have."""
        orders, labels = self._script.orders, self._script.labels
        inside = [{bisect(orders, at, key=_first) - 1 for at in labels[c] if self._ordered(at)} for c in goes]
        common = set.intersection(*inside)
        named = {at for c in goes for at in labels[c] if not self._ordered(at)}
        return sorted({orders[number][0] for number in common} | named)

    def _ordered(self, at: int) -> bool:
        """Whether a word is one of the components of a shuffle."""
        orders = self._script.orders
        before = bisect(orders, at, key=_first)
        return before > 0 and at < orders[before - 1][1]

    def _throw_otherwise(self) -> None:
        """Propose another number where one was thrown unseen."""
        words, thrown = self._script.words, self._script.thrown
        one = thrown[self._luck.below(len(thrown))]
        domain, before = self._program.slots[one.slot].domain, words[one.at]
        words[one.at] = domain.low + self._luck.below(domain.high - domain.low + 1)
        if words[one.at] == before or not self._taken():
            words[one.at] = before

    def _answer_otherwise(self) -> None:
        """Propose that somebody has answered otherwise, each option as likely."""
        words, secrets = self._script.words, self._script.secrets
        secret = secrets[self._luck.below(len(secrets))]
        at, room = secret.at, words[secret.at + 1]
        before = words[at : at + HEAD + room]
        words[at], words[at + 2] = Item.PICK, self._luck.below(1 << 32) - (1 << 31)
        taken = self._taken()
        words[at : at + HEAD + room] = self._answered(secret.site, room) if taken else before
        if taken:
            self._name_anew(secret, before)
            if self._program.has_copies:
                self._name_all_anew()

    def _answered(self, site: int, room: int) -> array[int]:
        """What was taken, as an answer."""
        interface = self._made.interface
        index, *words = self._at.words(interface.picked, 1 + room)
        fields = interface.listed.fields[self._program.sites[site].actions[index]]
        size = fields[0]
        option = [*words[:size], *([0] * (room - size))]
        return array("i", [Item.ANSWER, room, index, size, weighed(fields), *option])

    def _name_anew(self, secret: Secret, before: array[int]) -> None:
        """Write down where components are named now, in an answer that has changed."""
        labels, words, first = self._script.labels, self._script.words, secret.at + HEAD
        program, actions = self._program, self._program.sites[secret.site].actions
        action, fields = actions[before[2]], self._made.interface.listed.fields
        for _, at in named(program, fields[action], action, before[HEAD:]):
            labels[before[HEAD + at]].remove(first + at)
        action, option = actions[words[secret.at + 2]], words[first : first + before[1]]
        for _, at in named(program, fields[action], action, option):
            insort(labels.setdefault(option[at], []), first + at)

    def _taken(self) -> bool:
        """Replay what is proposed, and take it with the chance that leaves the posterior as it is."""
        if not self._replayed():
            return False
        weight, now = self._at.weight, self._weight
        ratio = weight[0] / now[0] * 2.0 ** (RAISED * max(min(now[1] - weight[1], 1), -1))
        if ratio < 1 and self._luck.below(_PARTS) >= ratio * _PARTS:
            return False
        self._weight, self.position = weight, self._at.packed
        return True


_WAYS = (
    Histories._components_otherwise,  # noqa: SLF001 - the ways in which a history is changed
    Histories._throw_otherwise,  # noqa: SLF001 - as above
    Histories._answer_otherwise,  # noqa: SLF001 - as above
)
