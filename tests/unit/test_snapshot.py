"""Tests for snapshots, which describe a position by names and can be transferred to edited rules."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from long_checks import sampled

import gamespec
from gamespec import load
from interpreter import Fault, Game
from interpreter.snapshot import CannotGoOn, laid, resumed, taken

pytest_plugins = ["tests.games_of"]

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.compile import Compiled
    from interpreter.snapshot import Snapshot

MARKET = """\
game: market
title: Market
players: 3
enums:
  colour: [red, green, blue]
components:
  card:
    attributes: {colour: colour, worth: 1..4}
    start: deck
    rows:
      - {id: ruby, colour: red, worth: 1}
      - {id: cherry, colour: red, worth: 2}
      - {id: leaf, colour: green, worth: 3}
      - {id: emerald, colour: green, worth: 1}
      - {id: sky, colour: blue, worth: 2}
      - {id: sapphire, colour: blue, worth: 4}
      - {id: grape, colour: blue, worth: 3}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  sold: {of: card}
resources:
  gold: {type: 0..12, per: player, supply: 12}
variables:
  price: {type: 0..9, start: 2}
  favourite: {type: card?, start: none}
  round: {type: 0..99, start: 0}
histories:
  prices: {of: [price], length: 40}
actions:
  sell:
    with: {c: {from: "hand[me]"}}
    do:
      - {choose: {to: {from: players, where: to != me}}, by: me, id: buyer}
      - {move: c, to: sold}
      - {set: {favourite: c}}
      - {transfer: 1, from: gold.bank, to: "gold[me]"}
      - {announce: sale, with: {of: c, buyer: to}}
  pass: {}
events:
  sale: {with: {of: card, buyer: player}}
handlers:
  smile: {event: sale, do: []}
  thank:
    event: sale
    do: [{run: thanks, with: {who: buyer}}]
procedures:
  thanks:
    with: {who: player}
    do:
      - for: {n: 1..2}
        do: [{choose: {more: {from: 0..3}}, by: who, id: tip}, {set: {price: "min(9, price + more)"}}]
setup:
  - shuffle: deck
  - for: {p: players}
    do: [{move: "top(deck, 2)", to: "hand[p]"}]
  - {reveal: "hand[seat(1)]", to: "{seat(2)}", only: colour}
phases:
  day:
    turns: clockwise
    do:
      - {set: {round: round + 1}}
      - {remember: prices}
      - {offer: [sell, pass]}
      - {offer: [sell, pass], by: players, id: bids, otherwise: []}
end:
  late: {when: round >= 6}
score:
  gold: gold[player]
limit: {decisions: 300, then: draw}
"""


@pytest.fixture
def market(game_of: Callable[[str], Spec]) -> Compiled:
    """Return the compiled game before any edit."""
    return compiled(game_of(MARKET))


def compiled(spec: Spec) -> Compiled:
    """Compile a game for three players."""
    return spec.compiled(3)


def edited(game_of: Callable[[str], Spec], *edits: tuple[str, str]) -> Compiled:
    """Return the compiled game after replacing texts in its rules.

    Each edit is an old and a new text; the old text must occur exactly once.
    """
    text = MARKET
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return compiled(game_of(text))


def positions(made: Compiled, seed: int = 0, most: int = 40) -> list[Game]:
    """Play a random game, and return a copy of it at each of its first `most` decisions."""
    game, luck = Game(made.program, seed), random.Random(seed)  # noqa: S311 - not for secrets
    found: list[Game] = []
    while not game.over and len(found) < most:
        found.append(game.clone())
        game.apply(luck.choice(game.options))
    return found


def waiting_at(made: Compiled, name: str) -> Game:
    """Return a random game at a decision whose step is called `name`."""
    for seed in range(20):
        for game in positions(made, seed):
            decision = game.decision
            assert decision is not None
            if made.names.sites[decision.site].name == name:
                return game
    raise AssertionError(name)


def snapshot(made: Compiled, game: Game) -> Snapshot:
    """Return the snapshot of a game after it has been written to JSON and read back."""
    read: Snapshot = json.loads(json.dumps(taken(made, game.position)))
    return read


def carried(made: Compiled, game: Game, new: Compiled) -> Snapshot:
    """Transfer the position of a game to the rules `new`, and return the snapshot of the result."""
    return taken(new, laid(new, snapshot(made, game)).position)


@pytest.mark.parametrize("seed", range(6))
def test_a_position_is_the_same_again(market: Compiled, seed: int) -> None:
    """Under unchanged rules, every integer of a position is restored, at any depth of the call stack.

    Some positions are within handlers and loops, or contain secret answers.
    """
    for game in positions(market, seed):
        assert laid(market, snapshot(market, game), seed).position == game.position


INNOCENT = {
    "a value before others": [("[red,", "[white, red,")],
    "a zone before others": [("  deck: {of", "  attic: {of: card}\n  deck: {of")],
    "a variable before others": [("  price: {type", "  age: {type: 0..9, start: 3}\n  price: {type")],
    "an action before others": [
        ("  pass: {}\n", "  pass: {}\n  wait: {}\n"),
        ("offer: [sell, pass]}\n", "offer: [wait, sell, pass]}\n"),
    ],
    "a step before the question": [
        ("  - {remember: prices}", "  - {set: {price: 3}}\n      - {remember: prices}")
    ],
    "a handler before others": [("  thank:\n", "  frown: {event: sale, do: []}\n  thank:\n")],
    "a phase before others": [("  day:\n", "  dawn: {do: []}\n  day:\n")],
    "more to choose from": [("{from: 0..3}", "{from: 0..5}")],
    "a procedure nobody runs": [("  thanks:\n", "  nothing: {do: []}\n  thanks:\n")],
}


@pytest.mark.parametrize("edit", INNOCENT)
def test_what_is_new_disturbs_nothing(market: Compiled, game_of: Callable[[str], Spec], edit: str) -> None:
    """Additions to the rules change nothing in a position, and the game can be played to its end."""
    new = edited(game_of, *INNOCENT[edit])
    for game in positions(market):
        before, after = snapshot(market, game), carried(market, game, new)
        for part in ("phase", "turn", "me", "decisions", "zones", "known", "histories", "chance", "excluded"):
            assert after[part] == before[part], part
        assert after["values"].items() >= before["values"].items()
        ran = [[(frame["in"], frame["step"]) for frame in each["waits"]] for each in (before, after)]
        assert ran[0] == ran[1]
    for last in positions(market)[-3:]:
        again, luck = resumed(new, snapshot(market, last), 5), random.Random(1)  # noqa: S311 - as above
        while not again.over:
            again.apply(luck.choice(again.options))


def test_new_components_begin_where_they_start(market: Compiled, game_of: Callable[[str], Spec]) -> None:
    """A card that the edit adds starts at the bottom of the deck, unknown to everybody.

    A card that the edit removes is left out of the position.
    """
    game = positions(market)[0]
    gone = snapshot(market, game)["zones"]["deck"][0].removeprefix("card: ")
    new = edited(game_of, (f"{{id: {gone}, colour", "{id: plum, colour"))
    found = laid(new, snapshot(market, game))
    assert (found.new, found.gone) == (("card: plum",), (f"card: {gone}",))
    after = taken(new, found.position)
    assert after["zones"]["deck"][-1] == "card: plum"
    assert "card: plum" not in after["known"]
    everywhere = [card for lying in after["zones"].values() for card in lying]
    assert sorted(everywhere) == sorted(f"card: {name}" for name in new.world.kinds["card"].names)


def test_who_sees_by_the_new_rules_knows(market: Compiled, game_of: Callable[[str], Spec]) -> None:
    """Players know the cards in all zones that they can see under the new rules.

    They also keep the knowledge that they had before.
    """
    game = positions(market)[0]
    opened = carried(market, game, edited(game_of, (", per: player, seen_by: owner}", ", per: player}")))
    held = [card for name, lying in opened["zones"].items() if name.startswith("hand") for card in lying]
    assert opened["known"] == {card: ["p1", "p2", "p3"] for card in held}
    covered = carried(market, game, edited(game_of, ("seen_by: owner", "seen_by: nobody")))
    assert covered["known"] == snapshot(market, game)["known"]


def test_nobody_is_deceived(market: Compiled, game_of: Callable[[str], Spec]) -> None:
    """Knowledge that a card is not red is dropped if the card is red under the new rules."""
    game = positions(market)[0]
    card, told = next(iter(snapshot(market, game)["excluded"]["card.colour"].items()))
    line = next(line for line in MARKET.splitlines() if f"id: {card.removeprefix('card: ')}," in line)
    was, now = line.partition("colour: ")[2].partition(",")[0], told["p2"][0]
    assert was not in told["p2"]
    new = edited(game_of, (line, line.replace(f"colour: {was}", f"colour: {now}")))
    assert card not in carried(market, game, new)["excluded"]["card.colour"]


LOST = {
    "phase": ("offer", "  day:\n", "  noon:\n", "there is no phase `day` any more"),
    "question": (
        "bids", ", id: bids,", ", id: asks,", "in `phase day` there is no step any more that asks bids"
    ),
    "which question": (
        "offer", "- {remember: prices}\n", "- {offer: [pass, sell]}\n",
        "steps of `phase day` that asks offer it is can't be told: give those that are new an `id`",
    ),
    "call": (
        "tip", "do: [{run: thanks, with: {who: buyer}}]", "do: []",
        "in `handler thank` there is no step any more that runs procedure thanks",
    ),
    "local": (
        "tip", "do: [{choose: {more", "do: [{let: {extra: n + 1}}, {choose: {more",
        "what `extra` would be in `procedure thanks` nobody has said",
    ),
    "value": (
        "buyer", 'with: {c: {from: "hand[me]"}}', 'with: {c: {from: "hand[me]"}, d: {from: 0..2}}',
        "what `d` would be in `action sell` nobody has said",
    ),
    "bounds": ("offer", "{type: 0..9, start: 2}", "{type: 3..9, start: 3}", "`price` can't be `2` any more"),
    "history": (
        "offer", "{of: [price], length: 40}", "{of: [price, favourite], length: 40}",
        "what `prices` remembers of a situation is something else now",
    ),
    "length": ("later", "length: 40", "length: 1", "`prices` has no room for 2 situations any more"),
    "room": ("tip", "sold: {of: card}", "sold: {of: card, capacity: 0}", "there is no room for 1 in `sold`"),
    "tokens": ("tip", "supply: 12", "supply: 0", "there are not so many tokens of `gold` any more"),
    "zone": ("tip", "  sold: {of: card}", "  shop: {of: card}", "there is no `sold` any more, the place of"),
    "component": ("tip", None, "plum", "`favourite` can't be"),
}  # fmt: skip


@pytest.mark.parametrize("lost", LOST)
def test_what_is_lost_is_named(market: Compiled, game_of: Callable[[str], Spec], lost: str) -> None:
    """If something that the game needs has disappeared or no longer fits, the error names it."""
    at, old, new, why = LOST[lost]
    game = positions(market)[14] if at == "later" else waiting_at(market, at)
    if old is None:
        old = str(snapshot(market, game)["values"]["favourite"])
    edits = [(f"id: {old}," if lost == "component" else old, f"id: {new}," if lost == "component" else new)]
    edits += [("move: c, to: sold", "move: c, to: shop")] if lost == "zone" else []
    with pytest.raises(CannotGoOn) as caught:
        laid(edited(game_of, *edits), snapshot(market, game))
    assert why in str(caught.value)
    assert caught.value.in_("de") != str(caught.value)


def test_named_questions_are_told_apart(market: Compiled, game_of: Callable[[str], Spec]) -> None:
    """A question with an `id` is found even if the edit inserts another question before it."""
    game = waiting_at(market, "bids")
    new = edited(game_of, ("- {remember: prices}\n", "- {offer: [pass]}\n"))
    assert carried(market, game, new)["waits"][-1]["step"] == "asks bids"


def test_a_question_with_one_answer_is_gone_on_from(market: Compiled, game_of: Callable[[str], Spec]) -> None:
    """If the new rules leave only one option and need not ask, the game takes that option."""
    game = waiting_at(market, "tip")
    new = edited(game_of, ("{from: 0..3}}, by: who,", "{from: 1..1}}, by: who, ask: choice,"))
    again = resumed(new, snapshot(market, game), 3)
    assert again.over or new.names.sites[again.decision.site].name != "tip"  # type: ignore[union-attr] # it asks


def test_a_fault_there_is_one_of_the_new_rules(market: Compiled, game_of: Callable[[str], Spec]) -> None:
    """If the new rules leave a question without any answer, this raises a fault, as it would in play."""
    game = waiting_at(market, "tip")
    new = edited(game_of, ("{from: 0..3}", "{from: 0..3, where: price > 9}"))
    with pytest.raises(Fault):
        resumed(new, snapshot(market, game), 3)


WAYS = {
    "the turn of nobody": (
        """
        variables: {a: {type: 0..99}}
        phases: {one: {do: [{choose: {x: {from: 0..1}}, by: seat(2)}, {set: {a: x}}]}}
        """,
        ("one: {do:", "one: {turns: clockwise, until: a > 3, do:"),
        "whose turn it is",
    ),
    "an answer that was given": (
        """
        variables: {c: {per: 0..3, type: 0..9, start: 0}}
        actions: {bid: {with: {n: {from: 0..3, where: n < 4}}, do: [{set: {"c[n]": 7}}]}}
        phases: {p: {do: [{offer: [bid], by: players}]}}
        """,
        ("where: n < 4", "where: n != 3"),
        "the answer `bid`, given in secret, can't be given any more",
    ),
    "an answer out of its type": (
        """
        variables: {c: {per: 0..3, type: 0..9, start: 0}}
        actions:
          bid: {with: {n: {from: 0..3}}, do: [{set: {"c[n]": 7}}]}
          ask: {with: {n: {from: 0..9}}, do: []}
        phases: {p: {do: [{offer: [bid, ask], by: players}]}}
        """,
        ("bid: {with: {n: {from: 0..3}}", "bid: {with: {n: {from: 0..2}}"),
        "the answer `bid`, given in secret, can't be given any more",
    ),
    "an answer that nobody would hear": (
        """
        actions: {bid: {with: {n: {from: 0..3}}, do: []}}
        phases: {p: {do: [{offer: [bid], by: players}]}}
        """,
        ("by: players", "by: seat(2)"),
        "who is asked in `phase p` is said in another way now",
    ),
    "who acts outside": (
        """
        variables: {m: {per: player, type: 0..99}}
        procedures: {k: {do: [{choose: {x: {from: 0..3}}}, {set: {"m[me]": x}}]}}
        phases: {p: {turns: clockwise, until: false, do: [{run: k, as: left(me)}, {set: {"m[me]": 9}}]}}
        """,
        ("run: k, as: left(me)", "run: k"),
        "who is asked in `phase p` is said in another way now",
    ),
    "what waits": (
        """
        variables: {a: {type: 0..99}}
        agendas: {fx: {length: 5, next: oldest}}
        events: {gain: {}, lose: {}}
        handlers: {g: {event: gain, do: [{set: {a: a + 1}}]}, l: {event: lose, do: [{set: {a: 0}}]}}
        actions:
          x: {do: [{announce: gain, later: fx}, {announce: lose, later: fx}]}
          done: {do: [{resolve: fx}]}
        phases: {p: {turns: clockwise, until: a > 50, do: [{offer: [x, done]}]}}
        """,
        ("{gain: {}, lose: {}}", "{lose: {}, gain: {}}"),
        "what waits on `fx` may be something else now",
    ),
}
"""Rules of games, each with an edit made during play and the reason why the game cannot go on."""


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_taken_for_something_else(game_of: Callable[[str], Spec], way: str) -> None:
    """An edit that would silently change the meaning of a position is refused, and the error says why."""
    text, (old, new), why = WAYS[way]
    assert text.count(old) == 1
    made = compiled(game_of(text))
    game = Game(made.program, 1)
    if way not in {"the turn of nobody", "who acts outside"}:
        game.apply(game.options[3 if "answer" in way else 0])
    kept = snapshot(made, game)
    assert laid(made, kept, 1).position == game.position
    with pytest.raises(CannotGoOn, match=re.escape(why)):
        laid(compiled(game_of(text.replace(old, new))), kept)


SWAPPED = """
variables: {done: {type: 0..9, start: 0}}
actions: {draw: {do: [{set: {done: done + 1}}]}, play: {do: [{set: {done: done + 5}}]}}
phases: {p: {turns: clockwise, until: done > 3, do: [{offer: [draw]}, {offer: [play]}]}}
"""


def test_alike_steps_are_told_apart_by_what_they_ask(game_of: Callable[[str], Spec]) -> None:
    """Two questions without an `id` that swap places are distinguished by the actions that they offer."""
    made = compiled(game_of(SWAPPED))
    game = Game(made.program)
    game.apply(game.options[0])
    new = compiled(
        game_of(SWAPPED.replace("[{offer: [draw]}, {offer: [play]}]", "[{offer: [play]}, {offer: [draw]}]"))
    )
    again = resumed(new, snapshot(made, game), 0)
    assert [new.names.actions[option.action].name for option in again.options] == ["play"]


LOOPS = """
variables: {a: {type: 0..99}}
phases:
  p:
    do:
      - for: {x: 1..3}
        do:
          - for: {y: 4..5}
            do: [{choose: {v: {from: 0..1}}, by: seat(1)}, {set: {a: 10 * x + y}}]
"""


def test_loops_that_change_places_keep_their_members(game_of: Callable[[str], Spec]) -> None:
    """Nested loops that swap places keep their current members.

    The loops are exchanged at x = 2 and y = 4, so x first continues to 3, and then y continues to 5.
    """
    made = compiled(game_of(LOOPS))
    game = Game(made.program)
    for _ in range(2):
        game.apply(game.options[0])
    new = (
        LOOPS.replace("{x: 1..3}", "{z: 1..3}")
        .replace("{y: 4..5}", "{x: 1..3}")
        .replace("{z: 1..3}", "{y: 4..5}")
    )
    turned = compiled(game_of(new))
    again = resumed(turned, snapshot(made, game), 0)
    seen = []
    while not again.over:
        again.apply(again.options[0])
        seen.append(again.position[turned.program.stores[turned.names.store("a")].place])
    assert seen == [24, 34, 15, 25, 35]


def test_copies_come_and_go(market: Compiled, game_of: Callable[[str], Spec]) -> None:
    """If an edit gives a card a second copy, the old card becomes the first copy, and the second is new."""
    new = edited(game_of, ("{id: grape, colour", "{id: grape, copies: 2, colour"))
    for game in positions(market)[::5]:
        found = laid(new, snapshot(market, game))
        assert (found.new, found.gone) == (("card: grape#2",), ())
        back = taken(market, laid(market, taken(new, found.position)).position)
        assert back["zones"] == snapshot(market, game)["zones"]


def test_what_is_lost_of_variables_is_listed(game_of: Callable[[str], Spec]) -> None:
    """The value of a variable is reported as lost if its cell disappears; a cell without a value is not."""
    text = """
    spaces: {board: {grid: [2, 2]}}
    variables: {mark: {per: board, type: player?}, n: {type: 0..9}}
    actions: {put: {with: {c: {from: board, where: "mark[c] == none"}}, do: [{set: {"mark[c]": me}}]}}
    phases: {p: {turns: clockwise, until: false, do: [{offer: [put]}]}}
    """
    made = compiled(game_of(text))
    game = Game(made.program)
    game.apply(game.options[3])
    found = laid(compiled(game_of(text.replace("[2, 2]", "[1, 2]"))), snapshot(made, game))
    assert found.lost == ("mark[b2]",)


def nodes(found: Any) -> list[tuple[Any, Any]]:
    """Return every place in the JSON value `found`, as a container and a key or an index in it."""
    here = list(found.items()) if isinstance(found, dict) else list(enumerate(found))
    return [
        place
        for key, value in here
        for place in [(found, key), *(nodes(value) if isinstance(value, dict | list) else [])]
    ]


JUNK = (None, True, -1, 2**40, 1.5, "", "p9", "grape", [], {}, [[]], ["x", {}], {"next": -1, "of": []})


@pytest.mark.parametrize(
    "name", sampled(["market", "carcassonne", "hanabi", "trapper", "goofspiel"], "commands", 5)
)
def test_whatever_a_file_holds_is_refused_or_sound(game_of: Callable[[str], Spec], name: str) -> None:
    """A damaged snapshot is refused with a reason, or yields a position that passes all checks."""
    made = (game_of(MARKET) if name == "market" else load(name)).compiled(3)
    luck = random.Random(4)  # noqa: S311 - not for secrets
    refused = 0
    for game in positions(made, 1, 24)[::6]:
        for _ in range(60):
            damaged = snapshot(made, game)
            holder, key = luck.choice(nodes(damaged))
            if isinstance(holder, dict) and luck.random() < 0.3:
                del holder[key]
            else:
                holder[key] = luck.choice(JUNK)
            try:
                again = resumed(made, damaged, 7)
            except (CannotGoOn, Fault):
                refused += 1
                continue
            for _ in range(6):
                if not again.over:
                    again.apply(luck.choice(again.options))
    assert refused > 60  # most parts have few valid values


@pytest.mark.parametrize("name", sampled(gamespec.games(), "commands", 5))
def test_shipped_games_go_on(name: str) -> None:
    """A shipped game that is restored from a snapshot continues exactly like the original."""
    made = load(name).compiled()
    game = positions(made, 2, 60)[-1]
    again = resumed(made, snapshot(made, game), 2)
    assert again.options == game.options
    luck = random.Random(3)  # noqa: S311 - as above
    while not game.over:
        option = luck.choice(game.options)
        game.apply(option)
        again.apply(option)
    assert again.result == game.result
