"""What holds of every expression, asked of many expressions in the position of one game.

Each is asked twice in one game: as it is written, and with its constants behind functions that hold them, so
that nothing of it is known before the game. Both, and what is folded, must come to the same value or fault,
and the value must lie in the type that was inferred (see `engine.watched`).
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from gamespec.compile.draft import Program
from interpreter import Fault, Game
from strategies import engine
from strategies.claims import FAULTS
from strategies.dice import Dice
from strategies.expressions import ANY, Expressions, plain
from strategies.occurrence import words_in
from strategies.sketch import Sketch
from strategies.words import BOOL, Bool, Family, List, Named, Num, Opt, Scope, Type, Words

__all__ = ["Asked", "Batch", "ask", "batch", "begun", "keys_hold", "numbers_as_keys"]

NO_ME = "GS206"


@dataclass
class Asked:
    """What came of expressions: by codes, and which words of the language occurred in how many of them."""

    rejected: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, repr=False)
class Batch:
    """A game, the answers after which expressions are asked in it, and the expressions."""

    sketch: Sketch
    texts: tuple[str, ...]
    answers: tuple[int, ...] = ()

    def __repr__(self) -> str:
        texts = "\n  ".join(map(plain, self.texts))
        return f"Batch, after the answers {self.answers}:\n  {texts}\nin {self.sketch}"

    def _repr_pretty_(self, printer: Any, _: bool) -> None:  # noqa: FBT001 - Hypothesis calls this by place
        printer.text(repr(self))


def goals(words: Words) -> list[Type]:
    """The types of which expressions are made."""
    values: list[Bool | Num | Named] = [Num(0, 3), BOOL, *words.named()]
    return [ANY, *values[1:], *map(Opt, values), *map(List, values)]


def batch(dice: Dice, sketch: Sketch, number: int, *, played: bool = False, depth: int = 2) -> Batch:
    """Some expressions for the scope of a game, and the game, without its course unless it is played."""
    m, words = Expressions(dice), sketch.words
    scope = Scope(words, me=True)
    texts = tuple(m.featuring(scope, goals(words), depth)[1] for _ in range(number))
    if played or dice.chance(1, 3):
        return Batch(sketch, texts, tuple(dice.below(100) for _ in range(dice.between(0, 3))))
    return Batch(still(sketch), texts)


def still(sketch: Sketch) -> Sketch:
    """The game at its first question, which is asked at once after the set-up."""
    ask = {"choose": {"x1": {"from": "players"}}}
    phases = {"play": {"turns": "clockwise", "do": (ask,)}}
    setup = tuple(step for step in sketch.setup if "lay" in step or "for" in step)[:3]
    return Sketch(sketch.words, setup=setup, phases=phases)


def begun(program: Program, answers: tuple[int, ...]) -> Game | None:
    """The game after some answers, as far as they lead to no fault; `None` if its set-up comes to one."""
    try:
        game = Game(program, 1)
    except Fault:
        return None
    for answer in answers:
        if not game.over:
            with suppress(Fault):
                game.apply(game.options[answer % len(game.options)])
    return game


def ask(game: Game, text: str, hidden: str, found: Asked) -> None:
    """One expression, in both ways."""
    found.counts["expressions"] += 1
    for word in words_in(text):
        found.words[word] += 1
    one, other = engine.judged(game, text), engine.judged(game, hidden)
    if one.codes == (NO_ME,):
        found.counts["nobody is `me`"] += 1
        return
    if one.codes:
        found.rejected[one.codes[0]] += 1
        return
    value, folded = one.value(), one.folded()
    _counted(value, found)
    if folded is not None:
        found.counts["folded"] += 1
        failed = isinstance(folded, str) and isinstance(value, str)
        assert folded == value or failed, f"{text} is folded to {folded}, and comes to {value}"
    if other.codes:
        found.counts["only with its constants in place"] += 1
        return
    found.counts["asked twice"] += 1
    apart = other.value()
    assert apart == value, f"{text} comes to {value}, with its constants behind functions to {apart}"


def _counted(value: engine.Outcome, found: Asked) -> None:
    if isinstance(value, str):
        assert value in FAULTS, f"{value} is no fault of a valid expression"
        found.faults[value] += 1
    found.counts["values"] += not isinstance(value, str)


def numbers_as_keys(dice: Dice, sketch: Sketch, number: int) -> tuple[Sketch, list[tuple[str, str, str]]]:
    """Numbers made at random, each also as a key of a family, and whether the family has that key."""
    m = Expressions(dice)
    tested = {
        "tested": Family("tested", Num(0, 3), (Num(-1, 2),)),
        "wide": Family("wide", Num(-9, 9), start="4"),
    }
    words = replace(sketch.words, variables={**sketch.words.variables, **tested})
    scope = Scope(words, me=True)
    texts = [plain(m.make(scope, ANY, 2)) for _ in range(number)]
    found = [(text, f"tested[{text}]", f"({text}) in -1..2") for text in texts]
    return replace(still(sketch), words=words), found


def keys_hold(game: Game, key: str, member: str, within: str, found: Asked) -> None:
    """A key that is not one of a family's is a fault, and any other is none."""
    judged = [engine.judged(game, text) for text in (member, within)]
    found.counts["keys"] += 1
    if judged[0].codes or judged[1].codes:
        found.rejected[(judged[0].codes or judged[1].codes)[0]] += 1
        if judged[0].codes[:1] == ("GS304",) and not judged[1].codes:
            inside = judged[1].value()
            assert inside != 1, f"{key} is refused as a key, and is one"
        return
    value, inside = judged[0].value(), judged[1].value()
    expected = "GS505" if inside == 0 else value if inside == 1 else inside
    assert value == expected, f"{member} comes to {value}, {within} to {inside}"
    assert inside != 1 or not isinstance(value, str), f"{member} comes to {value}, and the key is one"
