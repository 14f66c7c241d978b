"""Random conditions and numbers in the style of card games, each an idiom of several words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from strategies.dice import Dice

__all__ = ["Conditions", "Env", "Rule"]

OPTIONAL = (
    ("led", "card"), ("led", "card"), ("trump", "suit"), ("leader", "player"), ("spot", "board"),
)  # fmt: skip
"""Variables that may be `none`, each with the type of its other values. `led` occurs twice and is used most.
"""
ORDER = ("==", "!=", "<", "<=", ">", ">=")


@dataclass(frozen=True)
class Rule:
    """A function that can be called.

    It has the types of its parameters, whether its value is a number, and whether it reads `me`.
    """

    name: str
    kinds: tuple[str, ...]
    number: bool
    me: bool


@dataclass(frozen=True)
class Env:
    """The names in scope, each with its type, and in `me` whether a player is acting."""

    names: tuple[tuple[str, str], ...] = ()
    me: bool = False

    def of(self, *names: tuple[str, str]) -> Env:
        """Return the environment extended by more names, each with its type."""
        return replace(self, names=(*self.names, *names))

    def without(self, name: str) -> Env:
        """Return the environment from which `name` has been removed."""
        return replace(self, names=tuple(each for each in self.names if each[0] != name))

    def those(self, kind: str) -> list[str]:
        """Return the names in scope whose type is `kind`."""
        return [name for name, its in self.names if its == kind]


class Conditions:
    """A generator of conditions. `rules` are the functions declared so far, which conditions can call."""

    def __init__(self, dice: Dice, suits: Sequence[str], ranks: Sequence[str], rules: list[Rule]) -> None:
        self.dice, self.suits, self.ranks, self.rules = dice, suits, ranks, rules
        self._named = 0

    def make(self, env: Env, depth: int) -> str:
        """Return a random condition."""
        if depth <= 0:
            return self._compared(env)
        ways = [
            (self._compared, 1), (self._called, 3), (self._guarded, 3), (self._over_a_zone, 3),
            (self._joined, 2), (self._counted, 1), (self._member, 1), (self._looked_up, 2),
            (self._found, 1), (self._near, 4 if env.those("board") else 0),
        ]  # fmt: skip
        return self.dice.weighted(ways)(env, depth)

    def body(self, env: Env) -> str:
        """Return the condition of a function, which usually begins with the function's parameters."""
        optional = [(name, kind) for name, kind in env.names if kind.endswith("?")]
        if optional:
            name, kind = optional[0]
            return self.guarded(env, name, kind.removesuffix("?"), 1)
        cards = env.those("card")
        alike = f"{cards[0]}.suit == {cards[-1]}.suit" if len(cards) > 1 else self._compared(env)
        unary = [r for r in self.rules if not r.number and r.kinds == ("card",) and (env.me or not r.me)]
        if (
            len(cards) > 1 and unary and self.dice.chance(1, 2)
        ):  # whether a card follows, where some are trump
            trump = self.dice.pick(unary).name
            one, other = cards[:2]
            return f"{trump}({other}) if {trump}({one}) else not {trump}({other}) and {alike}"
        return self.dice.pick([self.make(env, 1), f"{alike} or {self.make(env, 1)}", alike])

    def duty(self, env: Env, card: str) -> str:
        """Return a condition on the played card, usually the duty to follow.

        The duty is met if nothing is led, if the card follows, or if no card of the hand can follow.
        """
        name, kind = self.dice.pick(OPTIONAL[:3]) if self.dice.chance(4, 5) else ("last[me]", "card")
        able = [
            rule for rule in self.rules
            if not rule.number and len(rule.kinds) > 1 and rule.kinds[0] == "card"
            and rule.kinds[1].removesuffix("?") == kind
        ]  # fmt: skip
        if not able or self.dice.chance(1, 4):
            return self.make(env, 3)
        rule, held = self.dice.pick(able).name, self._fresh("h")
        quantifier = self.dice.pick(["none({}: {})"] * 2 + ["not any({}: {})", "all({}: not {})"])
        among = f"{held} in {self.dice.pick(['hand[me]', 'hand[me]', 'hand'])}"
        free = quantifier.format(among, f"{rule}({held}, {name})")
        return self.dice.pick([
            *[f"{name} == none or {rule}({card}, {name}) or {free}"] * 2,
            f"(true if {name} == none else {rule}({card}, {name}) or {free})",
            f"{name} == none or {free} or {rule}({card}, {name})",
            f"not ({name} != none and not {rule}({card}, {name}) and not ({free}))",
        ])  # fmt: skip

    def guarded(self, env: Env, name: str, kind: str, depth: int) -> str:
        """Return a condition that uses `name` only behind a guard, because it may be `none`."""
        inner = self.make(env.of((name, kind)), depth - 1) if kind != "suit?" else "true"
        return self.dice.pick([
            f"({name} == none or {inner})",
            f"({name} != none and {inner})",
            f"({inner} if {name} != none else {self.make(env, depth - 1)})",
            f"({self.make(env, depth - 1)} if {name} == none else {inner})",
            f"not ({name} != none and not ({inner}))",
        ])  # fmt: skip

    def cards(self, env: Env, depth: int) -> str:
        """Return a list of cards: a zone, part of a zone, a union of these, or a zone without duplicates."""
        if depth <= 0 or self.dice.chance(1, 3):
            return self._zone(env)
        held = self._fresh("g")
        kept = f"filter({held} in {self._zone(env)}: {self.make(env.of((held, 'card')), depth - 1)})"
        joined = f"union({self._zone(env)}, {kept})"
        return self.dice.pick([kept, kept, joined, f"distinct({self._zone(env)})"])

    def number(self, env: Env, depth: int) -> str:
        """Return an expression for a number that is at least 0 and may be large."""
        dice = self.dice
        cards, held = env.those("card"), self._fresh("m")
        ways = [str(dice.between(0, 3)), f"size({self.cards(env, depth - 1)})", "round"]
        if env.those("player") or env.me:
            ways.append(f"bid[{self._value(env, 'player')}]")
        ways += [f"number({card}.rank)" for card in cards]
        ways += [f"price[{card}.wish].cost" for card in cards]
        ways += [f"{card}.worth[{self._suit(env)}]" for card in cards]
        ways += ["price[trump].cost", f"count_of[{self._suit(env)}]"]
        ways += [f"{self._call(env, rule)}" for rule in self._callable(env, number=True)]
        if depth > 0:
            inner = self.number(env.of((held, "card")), depth - 1)
            among, one, other = self._zone(env), self.number(env, depth - 1), self.number(env, depth - 1)
            ways += [
                f"sum({held} in {among}: {inner})",
                f"(max({held} in {among}: {inner}) if not empty({among}) else 0)",
                f"({one} if {self.make(env, depth - 1)} else {other})",
                f"{one} + {other}",
            ]
        return dice.pick(ways)

    # --- the idioms -----------------------------------------------------------------------------------

    def _compared(self, env: Env, depth: int = 0) -> str:  # noqa: ARG002 - as the others
        """Return a comparison of the values of one or two things in scope."""
        dice, cards = self.dice, env.those("card")
        ways = [f"bid[{self._value(env, 'player')}] > {dice.between(0, 2)}"] if env.me else ["round > 1"]
        for card in cards:
            ways += [
                f"{card}.suit {dice.pick(['==', '!='])} {self._suit(env)}",
                f"{card}.rank {dice.pick(ORDER)} {dice.pick(self.ranks)}",
                f"{card}.suit in {{{self._suit(env)}, {dice.pick(self.suits)}}}",
                f"{card}.suit == trump", f"{card}.wish == {self._suit(env)}",
            ]  # fmt: skip
            ways.append(f"{card}.wish {dice.pick(['==', '!='])} trump")
        if len(cards) > 1:
            one, other = cards[dice.below(len(cards))], cards[-1]
            ways += [f"{one}.suit == {other}.suit", f"{one}.rank {dice.pick(ORDER)} {other}.rank"] * 2
            ways += [f"{one} {dice.pick(['==', '!='])} {other}", f"{one}.wish == {other}.suit"]
        ways += [f"{suit} {dice.pick(['==', '!='])} {self._suit(env)}" for suit in env.those("suit")]
        ways += [f"mark[{cell}] {dice.pick(['==', '!='])} leader" for cell in env.those("board")]
        ways += [f"{number} > {self.dice.between(0, 2)}" for number in env.those("number")]
        return dice.pick(ways)

    def _called(self, env: Env, depth: int) -> str:
        """Return a call of a declared function whose arguments are names in scope."""
        able = [*self._callable(env, number=False)]
        return self._call(env, self.dice.pick(able)) if able else self.make(env, depth - 1)

    def _guarded(self, env: Env, depth: int) -> str:
        own = [("last[me]", "card")] if env.me else []
        own += [(f"last[{p}]", "card") for p in env.those("player")]
        own += [(f"mark[{cell}]", "player") for cell in env.those("board")]
        own += [(f"{card}.wish", "suit") for card in env.those("card") if "[" not in card]
        inside = {name for name, _ in env.names}
        able = [each for each in (*OPTIONAL, *own) if each[0] not in inside]
        name, kind = self.dice.pick(able or [("trump", "suit")])
        return self.guarded(env, name, kind, depth)

    def _over_a_zone(self, env: Env, depth: int) -> str:
        """Return a quantifier over cards, players, suits or cells.

        Usually another condition is nested in it.
        """
        dice = self.dice
        kind, among = dice.weighted([
            (("card", self.cards(env, depth - 1)), 6), (("player", "players"), 2), (("suit", "suit"), 1),
            (("board", "board"), 1),
        ])  # fmt: skip
        held = self._fresh("h")
        inner = self.make(env.of((held, kind)), depth - 1)
        return f"{dice.pick(['any', 'all', 'none'])}({held} in {among}: {inner})"

    def _joined(self, env: Env, depth: int) -> str:
        one, other = (self.make(env, depth - 1) for _ in range(2))
        return self.dice.pick([
            f"({one} and {other})", f"({one} or {other})", f"not ({one})",
            f"({one} if {other} else {self.make(env, depth - 1)})",
        ])  # fmt: skip

    def _counted(self, env: Env, depth: int) -> str:
        held = self._fresh("k")
        inner = self.make(env.of((held, "card")), depth - 1)
        counted = f"count({held} in {self.cards(env, depth - 1)}: {inner})"
        return f"{counted} {self.dice.pick(ORDER)} {self.dice.pick(['0', '1', '2', self.number(env, 0)])}"

    def _member(self, env: Env, depth: int) -> str:
        cards = env.those("card")
        if not cards:
            return f"empty({self.cards(env, depth - 1)})"
        return f"{self.dice.pick(cards)} {self.dice.pick(['in', 'not in'])} {self.cards(env, depth)}"

    def _looked_up(self, env: Env, depth: int) -> str:
        """Return a condition on a value that is looked up in a table.

        `bonus` lacks rows for some keys, and `price` has a row for `none`.
        """
        dice, suit = self.dice, self._suit(env)
        cards = env.those("card")
        ways = [f"price[trump].cost > {dice.between(0, 2)}", f"count_of[{suit}] > {dice.between(0, 1)}"]
        for card in cards:
            ways += [f"beats[{card}.suit, {card}.rank].wins", f"beats[{suit}, {card}.rank].wins"]
            ways += [f"price[{card}.wish].cost {dice.pick(ORDER)} {dice.between(0, 3)}"]
            ways += [f"default(bonus[{card}.suit], bonus[{self.suits[0]}]).more > {dice.between(0, 2)}"]
            ways += [f"(bonus[{card}.suit] == none or bonus[{card}.suit].more > {dice.between(0, 2)})"]
            ways += [f"{card}.worth[{suit}] {dice.pick(ORDER)} {self.number(env, depth - 1)}"]
        return dice.pick(ways)

    def _near(self, env: Env, depth: int) -> str:
        """Return a condition on the positions of cells, or on the marks on and around them."""
        dice, cells, n = self.dice, env.those("board"), self._fresh("n")
        one, other = dice.pick(cells), cells[-1]
        way, beside = dice.pick(["north", "east", "south", "west"]), f"{n} in neighbours({one})"
        columns, rows = (f"abs({axis}({one}) - {axis}({other}))" for axis in ("column", "row"))
        ways = [
            f"{dice.pick(['any', 'all', 'none'])}({beside}: {self.make(env.of((n, 'board')), depth - 1)})",
            f"count({beside}: mark[{n}] != none) {dice.pick(ORDER)} {dice.pick(['1', 'mark_count()'])}",
            f"any(l in lines(board, 2): {one} in l and all({n} in l: mark[{n}] != none))",
            f"any({n} in ray({one}, {way}): mark[{n}] == none)",
            f"size(reach({n} from {one}: filter(o in neighbours({n}): mark[o] == mark[{n}]))) > 1",
        ]
        if one != other:
            ways += [
                f"default(distance({one}, {other}), 9) {dice.pick(ORDER)} 1", f"{one} in neighbours({other})",
                f"direction({one}, {other}) {dice.pick(['==', '!='])} {way}",
                f"{one} {dice.pick(ORDER)} {other}",
                f"{columns} + {rows} {dice.pick(ORDER)} 1", f"max({columns}, {rows}) == 1",
                f"{one} in ray({other}, {way})", f"step({other}, {way}) {dice.pick(['==', '!='])} {one}",
            ]  # fmt: skip
        return dice.pick(ways)

    def _found(self, env: Env, depth: int) -> str:
        """Return a guarded condition on the first card of a zone that meets another condition."""
        found, held = self._fresh("f"), self._fresh("h")
        condition = self.make(env.of((held, "card")), depth - 1)
        inner = self.guarded(env, found, "card", depth)
        return f"let({found} = first({held} in {self._zone(env)}: {condition}): {inner})"

    # --- their parts ----------------------------------------------------------------------------------

    def _zone(self, env: Env) -> str:
        ways = ["trick", "taken", "hand", f"market[{self._suit(env)}]", "market"]
        ways += ["hand[me]", "hand[me]", "hand[me]", "hand[left(me)]", "trick[me]"] if env.me else []
        ways += [f"hand[{player}]" for player in env.those("player")]
        return self.dice.pick(ways)

    def _suit(self, env: Env) -> str:
        ways = [*self.suits, *env.those("suit"), *(f"{card}.suit" for card in env.those("card"))]
        return self.dice.pick(ways)

    def _value(self, env: Env, kind: str) -> str:
        """Return an expression for a value of type `kind`. The scope must contain one."""
        match kind.removesuffix("?"):
            case "suit":
                return self._suit(env) if kind == "suit" else self.dice.pick([self._suit(env), "trump"])
            case "board":
                return self.dice.pick(env.those("board"))
            case "player":
                return self.dice.pick(env.those("player") + (["me", "left(me)"] if env.me else []))
            case _:
                optional = ["led", "none"] if kind == "card?" else []
                return self.dice.pick([*env.those("card"), *optional])

    def _callable(self, env: Env, *, number: bool) -> list[Rule]:
        """Return the functions whose parameters can all be given values from the scope.

        `number` selects functions that return a number, and otherwise conditions.
        """
        return [
            rule for rule in self.rules
            if rule.number == number and (env.me or not rule.me)
            and (not any(kind in {"card", "card?"} for kind in rule.kinds) or env.those("card"))
            and ("player" not in rule.kinds or env.me or env.those("player"))
            and ("board" not in rule.kinds or env.those("board"))
        ]  # fmt: skip

    def _call(self, env: Env, rule: Rule) -> str:
        return f"{rule.name}({', '.join(self._value(env, kind) for kind in rule.kinds)})"

    def _fresh(self, letter: str) -> str:
        """Return a name that has not been used yet."""
        self._named += 1
        return f"{letter}{self._named}"
