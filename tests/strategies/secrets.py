"""Random games with much hidden information: hands, secret draws and bids, cards chosen unseen.

Their declarations are like those of all generated games, but their steps hide or show information. So many of
their histories differ only in what some player cannot know. Occasionally, a step of another kind occurs in
between.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from strategies import forms_of_lists  # noqa: F401 - registers forms
from strategies.declarations import declare
from strategies.dice import Dice, Made
from strategies.expressions import Expressions
from strategies.sketch import Sketch, Step
from strategies.steps import Place, Steps
from strategies.words import BOOL, PLAYER, Family, Num, Scope, Words

__all__ = ["make_secrets", "secrets"]

NUMBER = Num(0, 3)
SECRET = Family("secret", NUMBER, (PLAYER,), seen_by="owner")
WHOM = ("me", "nobody", "everyone", "left(me)", "filter(q in players: q != me)", "{me, left(me)}")


def secrets() -> st.SearchStrategy[Sketch]:
    """Return a strategy for small games with much hidden information."""
    return Made(make_secrets)


def make_secrets(dice: Dice) -> Sketch:
    """Generate a small game with much hidden information."""
    m = Expressions(dice)
    words = _hiding(dice, declare(m, players=((2, 2), (2, 3), (3, 3))))
    return _Maker(m, Steps(m, words), words).game()


def _hiding(dice: Dice, words: Words) -> Words:
    """Return the words changed so that hands, the deck, and a number of each player are hidden."""
    zones = dict(words.zones)
    hand, deck, pile = zones["hand"], zones["deck"], zones["pile"]
    how = dice.pick(["owner", "owner", "others", "nobody"])
    zones["hand"] = replace(hand, seen_by=how, capacity=None)
    zones["deck"] = replace(deck, seen_by="nobody")
    zones["pile"] = replace(pile, capacity=None)
    variables = {**words.variables, "secret": replace(SECRET, seen_by=dice.pick(["owner", "others"]))}
    return replace(words, zones=zones, variables=variables)


@dataclass
class _Maker:
    """A generator of one game."""

    m: Expressions
    steps: Steps
    words: Words
    named: int = 0

    def _name(self, letter: str) -> str:
        """Return a name that begins with `letter` and is not used in the game yet."""
        self.named += 1
        return f"{letter}{self.named + 1}"

    def game(self) -> Sketch:
        """Return the game, in which players are dealt cards or draw a number, and then take some turns."""
        dice = self.m.dice
        actions = {"bid": self._bid(), "call": {"do": self._shown("me")}, "pass": {}}
        counter = Family("turns1", Num(0, 9), counter=True)
        phase: dict[str, object] = {"turns": "clockwise", "until": f"turns1 > {dice.between(2, 6)}"}
        count: Step = {"set": {"turns1": "turns1 + 1"}}
        phase["do"] = (count, *(step for _ in range(dice.between(1, 3)) for step in self._act()))
        words = replace(self.words, variables={**self.words.variables, "turns1": counter})
        words = replace(words, variables={**words.variables, **self.steps.counters})
        limit = {"decisions": 9, "then": "rank"}
        score = "secret[player]" if dice.chance(1, 2) else None
        return Sketch(
            words, actions, setup=self._beginning(), phases={"phase1": phase}, score=score, limit=limit
        )

    def _shuffled(self, zone: str) -> tuple[Step, ...]:
        return ({"shuffle": zone},) if self.words.zones[zone.partition("[")[0]].ordered else ()

    def _beginning(self) -> tuple[Step, ...]:
        dice = self.m.dice
        dealt: tuple[Step, ...] = ({"move": f"top(deck, {dice.between(1, 2)})", "to": "hand[x1]"},)
        if not self.words.zones["deck"].ordered:  # then cards are dealt that nobody has seen
            drawn = {"random": {"c1": {"from": "deck"}}, "seen_by": dice.pick(["nobody", "x1"])}
            dealt = ({"if": "not empty(deck)", "then": (drawn, {"move": "c1", "to": "hand[x1]"})},)
        whom = dice.pick(["x1", "nobody", "left(x1)"])
        fell: tuple[Step, ...] = (
            {"random": {"n1": {"from": self._numbers()}}, "seen_by": whom},
            {"set": {"secret[x1]": "n1"}},
        )
        each = (*dealt, *fell) if dice.chance(3, 4) else dice.pick([dealt, fell])
        return (*self._shuffled("deck"), {"for": {"x1": "players"}, "do": each})

    def _numbers(self) -> str:
        return self.m.dice.pick(["0..2", "{1, 3}", "{0, 1, 1}", "0..3"])

    def _bid(self) -> Mapping[str, object]:
        """Return an action by which a player chooses a number and stores it secretly."""
        pick: dict[str, object] = {"from": "0..2"}
        if self.m.dice.chance(1, 3):
            pick["where"] = self._condition("n")
        asked = self._asked() if self.m.dice.chance(1, 2) else {}
        return {"with": {"n": pick}, "do": ({"set": {"secret[me]": "n"}},)} | asked | self._label("n")

    def _asked(self) -> dict[str, object]:
        """Return a condition for an action, which combines hidden and public information.

        The action requires it before its steps (`when`), keeps it through its steps (`keeps`), or maximizes a
        number (`most`).
        """
        dice = self.m.dice
        parts = [self._condition(str(dice.between(0, 2))) for _ in range(2)]
        joined = dice.pick([" and ", " or "]).join([*parts, dice.pick(["size(hand[me]) > 0", "turns1 != 1"])])
        ways: list[dict[str, object]] = [{"when": joined}, {"keeps": joined}]
        ways.append({"most": f"secret[me] + {dice.pick(['secret[left(me)]', 'size(pile)', '1'])}"})
        return dice.pick(ways)

    def _label(self, name: str) -> dict[str, object]:
        """Return a label that names the choice and sometimes adds hidden information, or no label."""
        dice = self.m.dice
        told = dice.pick(
            ["{size(hand[me])}", "{secret[me]}", "{'most' if secret[left(me)] > 1 else 'least'}"]
        )
        label = f"take {{{name}}}{' of ' + told if dice.chance(1, 3) else ''}"
        return {"label": label} if dice.chance(3, 4) else {}

    def _condition(self, number: str) -> str:
        """Return a condition on a number, usually one that the decider can check.

        The decider can check it if the variable `secret` is visible to its owner.
        """
        own = [f"{number} <= size(hand[me])", f"{number} != secret[me]", f"{number} + 1 >= secret[me]"]
        other = [f"{number} != secret[left(me)]", f"any(q in players: secret[q] >= {number})"]
        return self.m.dice.pick(own if self.m.dice.chance(3, 4) else other)

    def _whose(self) -> str:
        return self.m.dice.pick(
            ["hand[me]", "hand[me]", "hand[left(me)]", "hand[left(me)]", "hand[right(me)]", "deck"]
        )

    def _act(self) -> tuple[Step, ...]:
        """Return steps of a turn, which usually include a decision."""
        ways = [
            (self._takes, 4), (self._offers, 3), (self._chooses, 2), (self._draws, 2), (self._lifts, 2),
            (self._mixes, 2), (self._tells, 1), (self._anything, 1), (self._either, 2), (self._exchanges, 2),
        ]  # fmt: skip
        return self.m.dice.weighted(ways)()

    def _takes(self) -> tuple[Step, ...]:
        """Return steps that choose cards from a random place, and then move or reveal them."""
        dice, c = self.m.dice, self._name("c")
        pick: dict[str, object] = {"from": self._whose()}
        several = dice.chance(1, 4)
        if several:
            pick["count"] = dice.pick(["1..2", "2", "0..2"])
        elif dice.chance(1, 6):
            pick["where"] = f"{c} in {self._whose()}"
        step: dict[str, object] = {"choose": {c: pick}}
        step |= {"seen_by": dice.pick(WHOM)} if dice.chance(1, 2) else {}
        step |= {"ask": "choice"} if dice.chance(1, 2) else {}
        step |= self._label(c)
        step["otherwise"] = ({"stop": "turn"},)
        return (step, *self._becomes(c))

    def _becomes(self, what: str) -> tuple[Step, ...]:
        """Return steps that move `what`, reveal it, or do both."""
        dice = self.m.dice
        to = dice.pick(["hand[me]", "hand[left(me)]", "pile", "deck"])
        moved: Step = {"move": what, "to": to}
        shown = self._shown(what)
        return dice.pick([(moved,), shown, (*shown, moved), (moved, *shown)])

    def _shown(self, what: str) -> tuple[Step, ...]:
        """Return a step that reveals a card or an attribute of it, or the hand if `what` is `me`."""
        dice, kind = self.m.dice, self.words.kinds["card"]
        step: dict[str, object] = {"reveal": "hand[me]" if what == "me" else what}
        columns = [name for name in ("row", *sorted(kind.columns)) if name not in kind.back]
        if columns and dice.chance(1, 2):
            step["only"] = dice.pick(columns)
        if dice.chance(2, 3):
            step["to"] = dice.pick(["me", "left(me)", "{me, left(me)}", "filter(q in players: q != me)"])
        return (step,)

    def _offers(self) -> tuple[Step, ...]:
        """Return an offer to one player, or a secret offer to several players."""
        dice = self.m.dice
        step: dict[str, object] = {"offer": dice.pick([("bid",), ("bid", "pass"), ("bid", "call", "pass")])}
        if dice.chance(2, 3):
            step["by"] = dice.pick(["players", "{me, left(me)}", "filter(q in players: q != me)"])
        elif dice.chance(1, 2):
            step["seen_by"] = dice.pick(WHOM)
        return ({**step, "otherwise": ()},)

    def _chooses(self) -> tuple[Step, ...]:
        """Return steps that choose a number, which only some players may see, and store it secretly."""
        dice, n = self.m.dice, self._name("n")
        pick: dict[str, object] = {"from": "0..3"}
        if dice.chance(1, 2):
            pick["where"] = self._condition(n)
        step = {"choose": {n: pick}, "seen_by": dice.pick(WHOM), "otherwise": ({"stop": "turn"},)}
        return step | self._label(n), {"set": {dice.pick(["secret[me]", "secret[left(me)]"]): n}}

    def _either(self) -> tuple[Step, ...]:
        """Return a choice between two decisions that depends on a hidden value.

        The other players cannot tell which of the decisions was made.
        """
        dice = self.m.dice
        ways = [self._takes, self._offers, self._chooses, self._exchanges]
        asked = [dice.pick(ways)() for _ in range(2)]
        hidden = ["secret[me]", "secret[left(me)]", "size(hand[me])"]
        condition = f"{dice.pick(hidden)} > {dice.between(0, 2)}"
        return ({"if": condition, "then": asked[0], "else": asked[1]},)

    def _exchanges(self) -> tuple[Step, ...]:
        """Return steps that draw cards and put equally many cards of the hand back, unseen by the others."""
        count, c = self.m.dice.between(1, 2), self._name("c")
        drawn: Step = {"move": f"top(deck, {count})", "to": "hand[me]"}
        pick = {"from": "hand[me]", "count": f"min({count}, size(hand[me]))"}
        step: Step = {"choose": {c: pick}, "seen_by": "me", "otherwise": ({"stop": "turn"},)}
        return drawn, step, {"move": c, "to": "deck"}, *self._shuffled("deck")

    def _draws(self) -> tuple[Step, ...]:
        """Return steps that randomly draw a number, or a card from a random place."""
        dice, n, c = self.m.dice, self._name("n"), self._name("c")
        if dice.chance(1, 2):
            of = {"random": {n: {"from": "0..3"}}, "seen_by": dice.pick(WHOM)}
            return of, {"set": {dice.pick(["secret[me]", "secret[left(me)]"]): n}}
        whose = self._whose()
        drawn = {"random": {c: {"from": whose}}, "seen_by": dice.pick(WHOM)}
        return ({"if": f"not empty({whose})", "then": (drawn, *self._becomes(c))},)

    def _lifts(self) -> tuple[Step, ...]:
        """Return a step that moves all cards of a zone, or its first cards, to another zone."""
        source = self.m.dice.pick(["deck", "pile", "hand[me]", "hand[left(me)]"])
        target = self.m.dice.pick(["deck", "pile", "hand[me]", "hand[left(me)]"])
        what = source if self.m.dice.chance(1, 5) else f"top({source}, {self.m.dice.between(1, 2)})"
        return ({"move": what, "to": target},)

    def _mixes(self) -> tuple[Step, ...]:
        return self._shuffled(self.m.dice.pick(["deck", "pile", "hand[me]"])) or self._lifts()

    def _tells(self) -> tuple[Step, ...]:
        """Return steps that publish a hidden number, or do something that depends on one."""
        dice = self.m.dice
        if dice.chance(1, 2):
            self.steps.counters["shown"] = Family("shown", NUMBER, counter=True)
            return ({"set": {"shown": dice.pick(["secret[me]", "secret[left(me)]"])}},)
        return ({"if": f"secret[me] > {dice.between(0, 2)}", "then": self._lifts(), "else": self._mixes()},)

    def _anything(self) -> tuple[Step, ...]:
        """Return a conditional step, made by the generator of steps for all games."""
        place = Place(Scope(self.words, me=True), waits=True, depth=1)
        condition = self.steps.value(place, BOOL, 1)
        return ({"if": condition, "then": self.steps.several(place.inner(), 1, 1)},)
