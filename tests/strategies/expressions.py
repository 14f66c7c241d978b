"""Random expressions of a given type.

A form is a way to write a value of a type: an operator, a built-in, a quantifier or a name.
`Expressions.make` selects an applicable form and then generates its operands in the same way, down to leaves.
Constants are marked (`MARK`). So the same expression can also be printed with each constant moved into a
function, which makes all parts of the expression non-constant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from strategies.dice import Dice
from strategies.words import Bool, List, Named, Num, Scalar, Scope, Type

__all__ = ["ANY", "Applies", "Build", "Expressions", "Form", "form", "forms", "hidden", "marked", "plain"]

ANY = Num(-(2**31) + 1, 2**31 - 1)
"""The type of a number without any restriction."""

MARK = re.compile("⟨([^⟨⟩]*)⟩")


def marked(text: str) -> str:
    """Return the text of a constant, surrounded by marks."""
    return f"⟨{text}⟩"


def plain(text: str) -> str:
    """Return an expression without marks, as an author writes it."""
    return MARK.sub(r"\1", text)


def hidden(text: str, held: dict[str, str]) -> str:
    """Return an expression with each constant moved into a function.

    The functions are added to `held`, by constant.
    """
    return MARK.sub(lambda m: f"{held.setdefault(m[1], f'held_{len(held) + 1}')}()", text)


Applies = Callable[[Scope, Type], bool]
Build = Callable[["Expressions", Scope, Type, int], str]


@dataclass(frozen=True)
class Form:
    """A way to write a value of a type, with the condition under which it applies and its generator."""

    name: str
    applies: Applies
    build: Build
    leaf: bool
    weight: int
    risky: bool
    constant: bool
    keyed: bool
    rare: bool


_FORMS: dict[type, list[Form]] = {}


def form(  # noqa: PLR0913 - the traits of a form
    *goals: type,
    when: Applies = lambda scope, goal: True,
    leaf: bool = False,
    weight: int = 2,
    risky: bool = False,
    constant: bool = False,
    keyed: bool = False,
    rare: bool = False,
) -> Callable[[Build], Build]:
    """Register a form.

    A form is `risky` if it may fault, `constant` if it is constant whenever all its operands are, and `keyed`
    if it may need keys. A `rare` form applies only in some games, or covers several words of the language.
    """

    def register(build: Build) -> Build:
        name = build.__name__.strip("_")
        made = Form(name, when, build, leaf, weight, risky, constant, keyed, rare)
        for goal in goals:
            _FORMS.setdefault(goal, []).append(made)
        return build

    return register


def forms(scope: Scope, goal: Type) -> Iterator[Form]:
    """Yield the forms that apply in a scope and can express values of a type."""
    for each in _FORMS[type(goal)]:
        if (each.constant or not scope.constant) and each.applies(scope, goal):
            yield each


class Expressions:
    """A generator of expressions."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def make(self, scope: Scope, goal: Type, depth: int) -> str:
        """Return an expression for a value of type `goal`, or of type `T` if the goal is `T?`.

        If the type is a narrow range, the checker can usually infer that the number lies in it.
        """
        if isinstance(goal, Num) and goal != ANY:
            return self._bounded(scope, goal, depth)
        return self.by_form(scope, goal, depth)

    def by_form(self, scope: Scope, goal: Type, depth: int) -> str:
        """Return an expression for a value of type `goal`, built from a random form that applies."""
        found = [f for f in forms(scope, goal) if depth > 0 or (f.leaf and not (f.keyed and depth < 0))]
        if scope.safe:
            found = [f for f in found if not f.risky] or found
        if depth > 0 and self.dice.chance(3, 4):
            found = [f for f in found if not f.leaf] or found
        chosen = self.dice.weighted([(f, f.weight) for f in found])
        return chosen.build(self, scope, goal, depth)

    def featuring(self, scope: Scope, goals: list[Type], depth: int, number: int) -> list[str]:
        """Return `number` expressions, each with an outermost form that applies to one of the `goals`.

        Rare forms are preferred.
        """
        by_name: dict[str, list[tuple[Type, Form]]] = {}
        for goal in goals:
            for each in forms(scope, goal):
                by_name.setdefault(each.name, []).append((goal, each))
        weights = [(name, 3 if by_name[name][0][1].rare else 1) for name in sorted(by_name)]
        made: list[str] = []
        for _ in range(number):
            goal, chosen = self.dice.pick(by_name[self.dice.weighted(weights)])
            made.append(chosen.build(self, scope, goal, depth))
        return made

    def _bounded(self, scope: Scope, goal: Num, depth: int) -> str:
        """Return an expression for a number that usually lies between the bounds of `goal`."""
        low, high = goal.low, goal.high
        size = high - low + 1
        numbers = [(name, type_) for name, type_ in self.readable(scope) if isinstance(type_, Num)]
        fitting = [name for name, type_ in numbers if _may_fit(scope, name, type_, goal)]
        ways = ["literal", "name"] if fitting else ["literal"]
        if depth > 0:
            ways += ["modulo", "clamp", "choice"]
            ways += ["wide"] * (not scope.safe and bool(numbers))
            ways += ["size"] * (low <= 0 < high and bool(scope.words.zones) and not scope.constant)
        match self.dice.pick(ways):
            case "name":
                return self.dice.pick(fitting)
            case "modulo":
                return _plus(low, f"{self.atom(scope, ANY, depth - 1)} % {marked(str(size))}")
            case "wide":
                return _plus(low, f"{self.dice.pick(numbers)[0]} % {marked(str(size + 1))}")
            case "clamp":
                inner = self.make(scope, ANY, depth - 1)
                return f"min(max({inner}, {marked(str(low))}), {marked(str(high))})"
            case "choice":
                condition = self.make(scope, Bool(), depth - 1)
                a, b = (self._bounded(scope, goal, depth - 1) for _ in range(2))
                return f"({a} if {condition} else {b})"
            case "size":
                zone = self.dice.pick(list(scope.words.zones.values()))
                return f"size({self.keyed(scope, zone.name, zone.keys, depth - 1)})"
            case _:
                return marked(str(self.dice.between(max(low, -(10**9)), min(high, 10**9))))

    def readable(self, scope: Scope) -> Iterator[tuple[str, Type]]:
        """Yield each name that needs no key and always has a value, with its type."""
        yield from scope.locals
        yield from ((marked(name), type_) for name, (type_, _) in scope.words.options.items())
        if not scope.constant:
            yield from ((v.name, v.type) for v in scope.words.variables.values() if not v.keys)

    def atom(self, scope: Scope, goal: Type, depth: int) -> str:
        """Return an expression that can be used as an operand, in parentheses if they are necessary."""
        text = self.make(scope, goal, depth)
        return text if re.fullmatch(r"[\w.⟨⟩]+(?:\([^()]*\))?", text) else f"({text})"

    def keyed(self, scope: Scope, name: str, keys: tuple[Scalar, ...], depth: int) -> str:
        """Return an expression for a member of the family `name`, with random keys."""
        if not keys:
            return name
        return f"{name}[{', '.join(self.make(scope, key, depth) for key in keys)}]"

    def fresh(self, scope: Scope) -> str:
        """Return a name that differs from the names of all locals in the scope."""
        return f"{scope.prefix}{len(scope.locals) + 1}"

    def filled(self, scope: Scope, of: Scalar, depth: int) -> str:
        """Return an expression for a list that is not empty."""
        if isinstance(of, Num):
            return f"{marked('1')}..{marked(str(self.dice.between(1, 3)))}"
        values = (self.make(scope, of, depth - 1) for _ in range(self.dice.between(1, 3)))
        return f"{{{', '.join(values)}}}"

    def anything(self, scope: Scope) -> Bool | Num | Named:
        """Return a random type that has at least one value."""
        types: list[Bool | Num | Named] = [Num(0, 3), Bool()]
        return self.dice.pick([*types, *(n for n in scope.words.named() if usable(scope, n))])

    def listing(self, scope: Scope, depth: int) -> str:
        """Return an expression for a list of any type."""
        return self.make(scope, List(self.anything(scope)), depth)


def usable(scope: Scope, type_: Type) -> bool:
    """Return whether the scope can name a value of a type."""
    return not scope.constant or not isinstance(type_, Named) or type_.sort not in {"table", "direction"}


def _may_fit(scope: Scope, name: str, type_: Num, goal: Num) -> bool:
    """Return whether a name may hold a number within the bounds of `goal`.

    An option or a name in a safe scope must always hold such a number.
    """
    if name.startswith("⟨"):
        return goal.low <= type_.low and type_.high <= goal.high
    if scope.safe:
        return goal.low <= type_.low and type_.high <= goal.high
    return type_.low <= goal.high and type_.high >= goal.low


def _plus(low: int, text: str) -> str:
    return (
        text if low == 0 else f"{marked(str(low))} + {text}" if low > 0 else f"{text} - {marked(str(-low))}"
    )
