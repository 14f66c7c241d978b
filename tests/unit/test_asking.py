"""Tests for asking the value of an expression by name, either of the true position or of a seat's view.

A view never reveals anything that its seat does not know.
"""

from __future__ import annotations

import pickle
import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

import gamespec
from gamespec.expr.elaborate import elaborate
from gamespec.expr.parse import parse_slice
from gamespec.expr.scope import MeUse
from gamespec.program.written import About, read, write
from gamespec.resolve import scope_apart
from gamespec.text.diagnostics import Collector
from gamespec.text.effort import Effort
from gamespec.text.source import Source
from gamespec.trees import types as t
from interpreter import Fault, Game, Hidden, Unknown
from interpreter.bots import View
from interpreter.bots.match import Match, matches
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Seeds
from interpreter.words import Words
from interpreter.words.held import member_name
from interpreter.words.values import parse_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gamespec import Spec
    from gamespec.compile import Compiled
    from interpreter.asking import Answer

    Maker = Callable[[str], Spec]

HIDDEN = (
    "kuhn-poker", "leduc-poker", "goofspiel", "goofspiel+hidden-bids", "liars-dice", "hearts", "euchre",
    "hanabi", "trapper", "trumpet", "carcassonne", "carcassonne+traders-and-builders",
    "ogallala", "rufus", "pig",
)  # fmt: skip
"""Names of shipped games in which something is hidden or decided by chance."""

TABLE = """
    players: 2
    components:
      card:
        attributes: {rank: 1..3}
        rows: [{id: low, rank: 1}, {id: middle, rank: 2}, {id: high, rank: 3, copies: 2}]
        start: deck
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      row: {of: card, ordered: true}
    resources:
      gold: {per: player, type: 0..10, supply: 10}
    variables:
      bid: {per: player, type: 0..9, seen_by: owner}
      shown: {type: 0..9}
      kept: {type: "card?"}
    functions:
      worth: {with: {p: player}, is: "sum(c in hand[p]: c.rank)"}
    setup:
      - move: middle
        to: hand[seat(1)]
      - move: low
        to: hand[seat(2)]
      - move: the(top(deck))
        to: row
      - transfer: 4
        from: gold.bank
        to: gold[seat(1)]
      - for: {p: players}
        do: [{set: {"bid[p]": "number(p) + 2"}}]
      - set: {shown: 5, kept: top(row)}
    actions:
      go: {do: []}
    phases:
      play: {turns: clockwise, do: [{offer: [go]}]}
"""
"""Game with four cards: p1 has `middle`, p2 has `low`, and deck and row have one `high` each."""


def view(game: Game) -> View:
    """Return the view of the seat that is to decide."""
    decision = game.decision
    assert decision is not None
    return View(DefinitionalEngine(game.program), game, decision)


@pytest.fixture
def table(game_of: Maker) -> Game:
    """Return the `TABLE` game at its first decision, which is p1's."""
    return Game(game_of(TABLE).program())


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("me", 0),
        ("seat(2)", 1),
        ("gold[me]", 4),
        ("gold.bank", 6),
        ("gold[me] > gold[left(me)]", True),
        ("bid[me]", 3),
        ("shown", 5),
        ("hand[me]", ("middle",)),
        ("size(hand[left(me)])", 1),
        ("size(deck)", 1),
        ("worth(me)", 2),
        ("row", ("high",)),
        ("top(row)", "high"),
        ("the(top(row)).rank", 3),
        ("middle in hand[me]", True),
        ("count(c in row: c.row == high)", 1),
        ("map(p in players: size(hand[p]))", (1, 1)),
        ("top(hand[me] if shown == 4 else row)", "high"),
    ],
)
def test_what_a_seat_sees_it_is_told(table: Game, expression: str, wanted: Answer) -> None:
    """A view gives the value of everything its seat sees, and the true position gives the same value."""
    assert view(table).value(expression) == wanted
    assert table.value(expression) == wanted


@pytest.mark.parametrize(
    ("expression", "true", "why"),
    [
        ("bid[left(me)]", 4, "what `bid[p2]` is, which `bid[left(me)]` asks for"),
        ("bid[me] + bid[seat(2)]", 7, "what `bid[p2]` is, which `bid[seat(2)]` asks for in `bid[me] +"),
        ("hand[left(me)]", ("low",), "what lies in `hand[p2]`, which `hand[left(me)]` asks for"),
        ("any(c in hand[left(me)]: c.rank == 9)", False, "what lies in `hand[p2]`, which `hand[left(me)]`"),
        ("top(deck)", "high", "what lies in `deck`"),
        ("low in deck", False, "where `low` lies"),
        ("worth(left(me))", 1, "what lies in `hand[p2]`, which `hand[p]` asks for ("),
        ("kept", "high", "what `kept` is"),
        ("high in row", None, "which of several alike components is which, which `high` asks for"),
    ],
)
def test_what_a_seat_cannot_know_is_refused_with_its_place(
    table: Game, expression: str, true: Answer, why: str
) -> None:
    """A view refuses an expression that its seat cannot know, and names the part that is hidden.

    The true position gives the value. It is not compared for the two `high` cards, either of which may be
    first.
    """
    with pytest.raises(Hidden) as refused:
        view(table).value(expression)
    assert str(refused.value).startswith(f"p1 can't know {why}")
    assert true is None or table.value(expression) == true


def test_what_is_not_looked_at_is_not_refused(table: Game) -> None:
    """A view needs to know only those parts of a condition that are actually evaluated."""
    assert view(table).value("shown == 5 or bid[left(me)] == 1") is True
    with pytest.raises(Hidden, match="bid"):
        view(table).value("shown == 4 or bid[left(me)] == 1")


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("gold[me", "`]`|too soon"),
        ("goold[me]", "unknown name `goold`"),
        ("", "the expression:1:1"),
    ],
)
def test_what_is_no_expression_is_a_mistake_with_its_place(
    table: Game, expression: str, message: str
) -> None:
    """A text that is not a valid expression raises `SpecError` with its place, even when a view is asked."""
    for ask in (table.value, view(table).value):
        with pytest.raises(gamespec.SpecError, match=message):
            ask(expression)


def test_there_is_a_me_while_somebody_decides(game_of: Maker) -> None:
    """`me` has a value only while somebody decides, but other names can be asked for after the game too."""
    game = Game(game_of(TABLE.replace("{turns: clockwise, do: [{offer: [go]}]}", "{do: []}")).program())
    assert game.over
    assert game.value("gold[seat(1)]") == 4
    with pytest.raises(gamespec.SpecError, match="me"):
        game.value("gold[me]")


def test_a_fault_is_one(table: Game) -> None:
    """Dividing by 0 raises the fault GS502, and the next expression is evaluated as usual."""
    with pytest.raises(Fault, match="GS502"):
        view(table).value("1 // (shown - 5)")
    assert view(table).value("shown") == 5


def test_a_program_from_a_file_has_no_names(table: Game) -> None:
    """A program read from a file cannot be asked by name, because it contains only numbers."""
    program = read(write(table.program, About("", {}, ""))).program
    with pytest.raises(ValueError, match="no names"):
        Game(program).value("shown")


def test_a_program_is_pickled_with_its_names(table: Game) -> None:
    """A pickled program keeps its names, so another process can evaluate the same expressions.

    The bid of p1, who decides first, is 3.
    """
    compiled = pickle.loads(pickle.dumps(gamespec.compile.named(table.program)))  # noqa: S301 - our own
    assert Game(compiled.program).position == table.position
    assert Game(compiled.program).value("bid[me]") == 3


def test_an_expression_that_looks_ahead_reads_what_it_needs(game_of: Maker) -> None:
    """A view refuses an expression that looks ahead only if the expression reads a hidden value.

    p1 can tell whether its own action is possible, but whether p2 could win depends on a hidden bid.
    """
    actions = "go: {when: 'gold[me] > 3', do: []}\n      win: {when: 'bid[me] > 3', do: []}"
    text = TABLE.replace("go: {do: []}", actions).replace("offer: [go]", "offer: [go, win]")
    asked = "{done: {when: 'can(seat(1): go, win) and shown == 9', draw: true}}"
    spec = game_of(f"{text}    end: {asked}\n")
    seen = view(Game(spec.program()))
    assert seen.value("can(go)") is True
    assert seen.value("can(win)") is False
    with pytest.raises(Hidden, match="bid"):
        seen.value("can(left(me): win)")


# --- expressions in shipped games -------------------------------------------------------------------------


def expressions(compiled: Compiled) -> Iterator[tuple[str, Callable[[View], bool]]]:
    """Yield expressions about a game, each with a function that tells whether a view must refuse it.

    The function decides this from the observation of the view.
    """
    program, words, at = compiled.program, Words(compiled), 0
    for number, zone in enumerate(program.zones):
        name = keyed(compiled.world.zone_name(number), compiled.names.zone(number).zone.keys)
        if name is None:
            continue
        yield f"size({name})", lambda _: False
        yield f"map(c in {name}: c)", lambda view, n=number: Unknown in view.observation.zones[n]
        if zone.ordered:
            yield f"top({name})", lambda view, n=number: view.observation.zones[n][:1] == (Unknown,)
    for number, store in enumerate(program.stores):
        for member in range(len(store.start)):
            name = keyed(member_name(words, number, member), compiled.names.stores[number].keys)
            if name is not None and "~" not in name and not store.component:
                yield name, lambda view, n=at + member: view.observation.hidden[n]
        at += len(store.start)


def keyed(name: str, keys: tuple[t.Type, ...]) -> str | None:
    """Return `name` with its key, a player, written as `seat(N)`, or None if it has other keys.

    A name without keys is returned unchanged.
    """
    if "[" not in name:
        return name
    inner = name[name.index("[") + 1 : -1]
    by_player = len(keys) == 1 and isinstance(keys[0], t.Named) and keys[0].sort == "player"
    return f"{name[: name.index('[')]}[seat({inner[1:]})]" if by_player else None


@pytest.mark.parametrize("name", sampled(HIDDEN, "commands", 15))
def test_a_view_says_what_is_so_and_what_can_be_known(name: str) -> None:
    """In random games, a view refuses exactly what its observation hides, and tells the truth otherwise.

    An exact redeal gives the seat the same answers, word for word.
    """
    compiled = gamespec.load(name).compiled()
    asked, told = list(expressions(compiled)), 0
    for seed in range(2):
        luck = random.Random(seed)  # noqa: S311 - nothing secret
        game = Game(compiled.program, seed, record=True)
        for step in range(24):
            if game.over:
                break
            mine = view(game)
            other = game.redealt(game.player, seed) if step % 8 == 2 else None
            theirs = view(other) if other is not None and other.exact and not other.over else None
            for expression, is_hidden in asked:
                said = _said(mine, expression)
                assert isinstance(said, Hidden) == is_hidden(mine), (expression, said)
                if not isinstance(said, Hidden):
                    assert said == game.value(expression), expression
                    told += 1
                assert theirs is None or str(_said(theirs, expression)) == str(said)
            game.play(luck.choice(game.options))
    assert told > 20


def asked_of_rules(game: Game, compiled: Compiled) -> Iterator[str]:
    """Yield valid expressions that use the functions and the families of zones of a game."""
    world = compiled.world
    names = [function.ident.name for function in world.game.functions]
    rules = list(world.zones.values())
    zones = [(rule.zone.name, rule.kind.name, bool(rule.zone.keys)) for rule in rules]
    for expression in (
        *(f"{name}{given}" for name in names for given in ("", "(me)", "(left(me))")),
        *(f"count(c in {kind}: c in {zone}{'[me]' if keys else ''})" for zone, kind, keys in zones),
        *(f"map(c in {zone}{'[left(me)]' if keys else ''}: c.row)" for zone, _, keys in zones),
        *(f"count(c in family({zone}): true)" for zone, _, _ in zones),
    ):
        try:
            game.value(expression)
        except gamespec.SpecError:
            continue
        except Fault:
            pass
        yield expression


@pytest.mark.parametrize(
    "name", sampled(["hanabi", "hearts", "euchre", "trapper", "ogallala", "rufus"], "commands", 6)
)
def test_whatever_is_answered_is_so(name: str) -> None:
    """A view either refuses an expression or gives its true value.

    The expressions use functions, families of zones and interchangeable components.
    """
    compiled, answered = gamespec.load(name).compiled(), 0
    game, luck = Game(compiled.program, 1), random.Random(1)  # noqa: S311 - nothing secret
    expressions = list(asked_of_rules(game, compiled))
    for _ in range(30):
        if game.over:
            break
        for expression in expressions:
            said, true = (_or_fault(ask, expression) for ask in (view(game).value, game.value))
            assert isinstance(said, Hidden) or said == true, expression
            answered += not isinstance(said, Hidden)
        game.play(luck.choice(game.options))
    assert answered > 10


def _or_fault(ask: Callable[[str], Answer], expression: str) -> Answer | Hidden:
    try:
        return ask(expression)
    except Hidden as hidden:
        return hidden
    except Fault as fault:
        return fault.code


def _said(view: View, expression: str) -> Answer | Hidden:
    try:
        return view.value(expression)
    except Hidden as hidden:
        return hidden


@pytest.mark.long("processes")
def test_bots_in_other_processes_ask_by_name(tmp_path: Path) -> None:
    """A bot that asks its view for the size of its hand plays the same games in one process as in two."""
    path = tmp_path / "mine.py"
    path.write_text(
        "def holds(view, draws):\n    return view.options[view.value('size(hand[me])') % len(view.options)]\n"
    )
    program, names = gamespec.load("trapper").program(2), [f"{path}:holds", "random"]
    games = [Match(Seeds.of(5, number), (number % 2, 1 - number % 2)) for number in range(6)]
    alone, together = (list(matches(program, DefinitionalEngine, names, games, jobs)) for jobs in (1, 2))
    assert alone == together
    assert all(each.fault is None for each in alone)


def test_a_bot_that_asks_too_much_is_told(tmp_path: Path) -> None:
    """If a bot asks for a hidden value, the error says what the bot's seat cannot know."""
    path = tmp_path / "mine.py"
    path.write_text("def peeks(view, draws):\n    return view.options[len(view.value('top(deck)'))]\n")
    program = gamespec.load("trapper").program(2)
    with pytest.raises(RuntimeError, match="p1 can't know what lies in `deck`"):
        list(matches(program, DefinitionalEngine, [f"{path}:peeks"] * 2, [Match(Seeds(1, 2), (0, 1))]))


def test_asking_takes_nothing_from_the_effort_of_the_check() -> None:
    """However many expressions were elaborated before, values of expressions and options are still read."""
    compiled = gamespec.load("tic-tac-toe").compiled()
    compiled.world.effort.left = 0
    assert Game(compiled.program, 1).value("1 + 1") == 2
    assert parse_value(compiled.world, "p2", compiled.world.player) == 1


def test_an_expression_that_takes_too_much_is_a_mistake() -> None:
    """If a single expression uses up its own effort, that is reported once, at the part that exceeds it."""
    found, source = Collector(), Source("test", "1 + 2 + 3")
    parsed = parse_slice(source, 0, 9, found)
    assert parsed is not None
    world = gamespec.load("tic-tac-toe").compiled().world
    elaborate(parsed, replace(scope_apart(world, source, found, MeUse(available=False)), effort=Effort(3)))
    assert [(each.code, each.span.text) for each in found] == [("GS318", "2")]
