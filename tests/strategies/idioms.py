"""Card games composed of whole idioms, as authors write them. `idiom_conditions` makes their conditions.

The games of `strategies.games` consist of single forms. So a condition such as `led == none or follows(c,
led) or none(h in hand[me]: follows(h, led))`, with `follows` a function of two cards, hardly ever occurs in
them. The building blocks of this module have that size: functions of one and two components that call one
another, optional values that are used only behind a guard, tables by key, nested quantifiers over zones,
lists that are filtered and joined, the duty to follow, and secret choices of one or several cards, which may
be copies.

A game deals hands. Then, in each round, all players are offered actions, in turn or in secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hypothesis import strategies as st

from strategies.dice import Dice, Made
from strategies.idiom_conditions import Conditions, Env, Rule
from strategies.sketch import Step

__all__ = ["idioms", "make_idioms"]

Section = Mapping[str, object]


def idioms() -> st.SearchStrategy[Section]:
    """Return a strategy for the documents of card games made of idioms."""
    return Made(make_idioms)


def make_idioms(dice: Dice) -> Section:
    """Return the document of a card game made of idioms."""
    return _Maker(dice).document()


@dataclass
class _Maker:
    """A generator of one game."""

    dice: Dice
    rules: list[Rule] = field(default_factory=list)
    conditions: Conditions = field(init=False)
    suits: tuple[str, ...] = field(init=False)
    ranks: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.suits = ("red", "blue", "green", "gold")[: self.dice.between(2, 4)]
        self.ranks = ("one", "two", "three", "four", "five")[: self.dice.between(2, 4)]
        self.conditions = Conditions(self.dice, self.suits, self.ranks, self.rules)

    def document(self) -> Section:
        """Return the document. Functions are made first, because the other sections call them."""
        functions = {f"rule{i}": self._function(f"rule{i}") for i in range(1, self.dice.between(4, 7))}
        functions["mark_count"] = {"is": "count(x in board: mark[x] != none)"}
        actions = self._actions()
        players = self.dice.pick([2, 3])
        score = self.conditions.number(Env().of(("player", "player")), 1)
        return {
            "language": 1,
            "game": "idioms",
            "title": "Idioms",
            "players": players,
            "enums": {"suit": self.suits, "rank": self.ranks},
            "components": {"card": self._cards()},
            "tables": self._tables(),
            "spaces": {"board": {"grid": (2, self.dice.between(2, 3))}},
            "zones": self._zones(),
            "variables": self._variables(),
            "functions": functions,
            "actions": actions,
            "setup": ({"shuffle": "deck"}, {"for": {"p": "players"}, "do": self._dealt()}),
            "phases": {"rounds": self._round([*actions])},
            "score": score,
            "measures": self._measures(),
            "invariants": self._invariants([*actions]),
            "limit": {"decisions": 24, "then": "rank"},
        }

    # --- what is declared -----------------------------------------------------------------------------

    def _cards(self) -> Section:
        """Return the declaration of the cards.

        Either there is a card for each suit and rank, sometimes in two copies, or the cards are rows, some of
        which have two copies.
        """
        dice = self.dice
        worth = {"per": "suit", "type": "0..3", "default": dice.between(0, 3)}
        attributes = {"suit": "suit", "rank": "rank", "wish": {"type": "suit?"}, "worth": worth}
        kind: dict[str, object] = {"attributes": attributes, "start": "deck"}
        if dice.chance(1, 2):
            kind["all"] = {"suit": "suit", "rank": "rank"}
            if len(self.suits) * len(self.ranks) <= 6 and dice.chance(1, 2):
                kind["copies"] = 2
            return kind
        kind["rows"] = tuple(self._row(i) for i in range(dice.between(5, 8)))
        return kind

    def _row(self, number: int) -> Section:
        dice = self.dice
        row: dict[str, object] = {"id": f"c{number}", "suit": dice.pick(self.suits)}
        row["rank"] = dice.pick(self.ranks)
        if dice.chance(1, 2):
            row["wish"] = dice.pick(self.suits)
        if dice.chance(1, 3):
            row["worth"] = {dice.pick(self.suits): dice.between(0, 3)}
        return {**row, "copies": 2} if dice.chance(1, 3) else row

    def _tables(self) -> Section:
        """Return three tables, with a row for each suit and `none`, each suit and rank, and some suits."""
        dice = self.dice
        price = tuple({"on": s, "cost": dice.between(0, 3)} for s in (*self.suits, "none"))
        trumps = tuple({"of": s, "at": r, "wins": dice.chance(1, 2)} for s in self.suits for r in self.ranks)
        some = (self.suits[0], *dice.some(self.suits[1:-1], 0, 1))
        extra = tuple({"on": s, "more": dice.between(0, 3)} for s in some)
        return {
            "price": {"columns": {"on": "suit?", "cost": "0..3"}, "key": "on", "rows": price},
            "beats": {
                "columns": {"of": "suit", "at": "rank", "wins": "bool"}, "key": ("of", "at"), "rows": trumps,
            },
            "bonus": {
                "columns": {"on": "suit", "more": "0..3"}, "key": "on", "partial": True, "rows": extra,
            },
        }  # fmt: skip

    def _zones(self) -> Section:
        dice = self.dice
        return {
            "deck": {"of": "card", "ordered": True, "seen_by": "nobody"},
            "hand": {"of": "card", "per": "player", "seen_by": dice.pick(["owner", "owner", "everyone"])},
            "trick": {"of": "card", "per": "player", **({"capacity": 1} if dice.chance(1, 2) else {})},
            "market": {"of": "card", "per": "suit"},
            "taken": {"of": "card", **({"ordered": True} if dice.chance(1, 3) else {})},
        }

    def _variables(self) -> Section:
        seen = self.dice.pick(["everyone", "owner"])
        return {
            "led": {"type": "card?"},
            "trump": {"type": "suit?", **({"start": self.suits[0]} if self.dice.chance(1, 2) else {})},
            "leader": {"type": "player?"},
            "spot": {"type": "board?"},
            "last": {"per": "player", "type": "card?"},
            "bid": {"per": "player", "type": "0..3", "seen_by": seen},
            "count_of": {"per": "suit", "type": "0..9"},
            "marked": {"per": "card", "type": "bool"} if self.dice.chance(1, 3) else {"type": "bool"},
            "mark": {"per": "board", "type": "player?"},
            "round": {"type": "0..9"},
        }

    def _function(self, name: str) -> Section:
        """Return a function of one or two parameters whose value is a condition or a number.

        One of the parameters may be optional.
        """
        dice = self.dice
        kinds = dice.weighted([
            (("card",), 3), (("card", "card"), 4), (("card", "suit"), 2), (("suit", "card"), 1),
            (("card", "card?"), 2), (("card", "suit?"), 1), (("player", "card"), 1), (("card", "player"), 1),
            (("board",), 1), (("board", "board"), 1),
        ])  # fmt: skip
        parameters = tuple((f"{'ab'[i]}", kind) for i, kind in enumerate(kinds))
        me, number = dice.chance(1, 4), dice.chance(1, 5)
        env = Env(me=me).of(*parameters)
        body = self.conditions.number(env, 1) if number else self.conditions.body(env)
        self.rules.append(Rule(name, kinds, number=number, me=me))
        kept = {"kept": True} if dice.chance(1, 6) else {}
        return {"with": dict(parameters), "is": body, **kept}

    def _measures(self) -> Section:
        """Return a measure that is taken for each player, and one of the whole game."""
        env = Env().of(("player", "player"))
        return {
            "each": {
                "is": self.conditions.number(env, 1),
                "at": self.dice.pick(["turn", "end"]),
                "per": "player",
            },
            "all": {"is": self.conditions.make(Env(), 1), "at": self.dice.pick(["turn", "end"])},
        }

    def _invariants(self, actions: list[str]) -> Section:
        """Return an invariant for each player, one of the game, and two of actions. Most of them hold."""
        dice, env, times = self.dice, Env().of(("player", "player")), ["step", "decision", "turn", "end"]
        now = self.conditions.number(Env(me=True), 1)

        def made(env: Env) -> str:
            condition = self.conditions.make(env, 1)
            return condition if dice.chance(1, 6) else f"({condition}) or round >= 0"

        return {
            "each": {"is": made(env), "at": dice.pick(times), "per": "player"},
            "all": {"is": f"{self.conditions.number(Env(), 1)} >= 0", "at": dice.pick(times)},
            "before": {"is": made(Env(me=True)), "before": dice.pick(actions)},
            "after": {"is": f"old({now}) {dice.pick(['<=', '!='])} {now} + 1", "after": dice.pick(actions)},
        }

    # --- what is done ---------------------------------------------------------------------------------

    def _dealt(self) -> tuple[Step, ...]:
        return ({"move": f"top(deck, {self.dice.between(2, 4)})", "to": "hand[p]"},)

    def _actions(self) -> dict[str, Section]:
        ways = {
            "play": self._play, "lay": self._lay, "give": self._give, "throw": self._throw,
            "take": self._take, "claim": self._claim, "say": self._say, "call": self._call,
        }  # fmt: skip
        others = self.dice.some([name for name in ways if name != "play"], 1, 3)
        return {**{name: ways[name]() for name in ("play", *others)}, "pass": {}}

    def _where(self, *names: tuple[str, str]) -> str:
        """Return a condition on the values that an action chooses, which are given by name and type."""
        return self.conditions.duty(Env(me=True).of(*names), "c")

    def _play(self) -> Section:
        """Return an action that plays a card to the trick. The first card of a trick becomes the led card."""
        leads: Step = {"if": "led == none", "then": ({"set": {"led": "c"}},)}
        to = {"move": "c", "to": "trick[me]"}
        return {
            "with": {"c": {"from": "hand[me]", "where": self._where(("c", "card"))}},
            "do": (leads, {"set": {"last[me]": "c"}}, to),
        }

    def _lay(self) -> Section:
        """Return an action that moves a card to the pile of its suit."""
        env = Env(me=True).of(("c", "card"))
        when = {"when": self.conditions.make(Env(me=True), 2)} if self.dice.chance(1, 2) else {}
        where = self.conditions.make(env, 3)
        counted: Step = {"set": {"count_of[c.suit]": "min(9, count_of[c.suit] + 1)"}}
        moved: Step = {"move": "c", "to": "market[c.suit]"}
        keeps = {"keeps": self.conditions.make(env, 1)} if self.dice.chance(1, 4) else {}
        pick = {"from": self.conditions.cards(env.without("c"), 1), "where": f"c in hand[me] and ({where})"}
        return {**when, "with": {"c": pick}, "do": (counted, moved), **keeps}

    def _give(self) -> Section:
        """Return an action that gives a card to another player."""
        first = {"from": "hand[me]", "where": self._where(("c", "card"))}
        env = Env(me=True).of(("c", "card"), ("p", "player"))
        second = {"from": "players", "where": f"p != me and ({self.conditions.make(env, 2)})"}
        return {
            "with": {"c": first, "p": second},
            "do": ({"set": {"leader": "p"}}, {"move": "c", "to": "hand[p]"}),
        }

    def _throw(self) -> Section:
        """Return an action that discards several cards at once."""
        dice, env = self.dice, Env(me=True).of(("x", "card"))
        named = dice.pick(["all", "any", "none"])
        where = f"{named}(x in cs: {self.conditions.make(env, 2)})"
        pick: dict[str, object] = {"from": "hand[me]", "count": dice.pick(["1..2", "2", "0..2"])}
        if dice.chance(1, 4):  # the copies of a card differ by what is asked of them
            pick["where"] = f"last[me] not in cs and {where}"
        elif dice.chance(2, 3):
            pick["where"] = where
        return {"with": {"cs": pick}, "do": ({"move": "cs", "to": "taken"},)}

    def _take(self) -> Section:
        """Return an action that takes all cards of a suit from the table and may make the suit trump."""
        env = Env(me=True).of(("s", "suit"))
        where = f"not empty(market[s]) and ({self.conditions.make(env, 2)})"
        named: Step = {"set": {"trump": self.dice.pick(["s", "none", "s if bid[me] > 0 else none"])}}
        return {
            "with": {"s": {"from": "suit", "where": where}},
            "do": ({"move": "market[s]", "to": "hand[me]"}, named),
        }

    def _claim(self) -> Section:
        """Return an action that claims a cell without a mark."""
        env = Env(me=True).of(("x", "board"))
        where = f"mark[x] == none and ({self.conditions.make(env, 2)})"
        return {
            "with": {"x": {"from": "board", "where": where}},
            "do": ({"set": {"mark[x]": "me", "spot": "x"}},),
        }

    def _say(self) -> Section:
        """Return an action that chooses a number and stores it as the player's bid."""
        env = Env(me=True).of(("n", "number"))
        where = {"where": self.conditions.make(env, 2)} if self.dice.chance(1, 3) else {}
        return {"with": {"n": {"from": "0..3", **where}}, "do": ({"set": {"bid[me]": "n"}},)}

    def _call(self) -> Section:
        """Return an action that names any suit, and sometimes any player."""
        named: dict[str, object] = {"s": {"from": "suit"}}
        sets = {"trump": "s"}
        if self.dice.chance(1, 2):
            named, sets = {**named, "p": {"from": "players"}}, {**sets, "leader": "p"}
        return {"with": named, "do": ({"set": sets},)}

    def _round(self, actions: list[str]) -> Section:
        """Return the phase of rounds.

        In a round, all players decide, in turn or secretly, and then a card wins the trick.
        """
        dice, others = self.dice, tuple(name for name in actions if name != "play")
        offered = ("play", *dice.some(others, 0, 2))
        in_turn: Step = {
            "for": {"p": "clockwise(me)"}, "do": ({"offer": offered, "by": "p", "otherwise": ()},),
        }  # fmt: skip
        secret: Step = {"offer": dice.some(others, 1, 3), "by": dice.pick(["players", "clockwise(me)"])}
        steps: list[Step] = [{"set": {"led": "none", "round": "round + 1"}}]
        steps += dice.pick([[in_turn], [in_turn], [in_turn, {**secret, "otherwise": ()}]])
        env = Env(me=True)
        power = self.conditions.number(env.of(("t", "card")), 2)
        steps += [
            {"let": {"w": f"first(b in best(t in trick: {power}): true)"}},
            {"if": "w != none", "then": ({"set": {"leader": "key(trick, w)"}},)},
            {"if": self.conditions.make(env, 1), "then": ({"set": {"trump": "none"}},)},
            {"move": "trick", "to": "taken"},
        ]
        next_ = {"next": "default(leader, left(me))"} if dice.chance(1, 2) else {}
        until = f"round > {dice.between(2, 5)} or empty(hand)"
        return {"turns": "clockwise", "until": until, **next_, "do": tuple(steps)}
