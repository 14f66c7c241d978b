"""Tests that players complete an option step by step, with `choosing.js` called in a browser.

The expected values of each case are worked out by hand from the following rule. The choices that agree with
the steps so far remain. For each of these choices, the next step is the first open step in which the
remaining choices of the same action differ. Where one choice remains, it is the last thing on the table that
the choice names after what was said, which is where the thing that was pressed goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUN = """async ({ asked, says }) => {
  const c = await import("/static/choosing.js");
  const found = [];
  let state = c.begin(asked);
  const texts = (members) => members.map((member) => asked.members[member].text);
  for (const said of [null, ...says]) {
    if (said === "done") state = c.done(state);
    else if (said === "back") state = c.back(state);
    else if (said !== null) {
      const point = c.points(state).find((each) => asked.members[each.member].text === said);
      if (!point) throw new Error(`${said} is not asked`);
      state = c.say(state, point);
    }
    found.push({
      next: texts(c.points(state).map((point) => point.member)),
      left: c.remaining(state).map((choice) => choice.number),
      meant: c.meant(state)?.number ?? null,
      done: c.done(state) !== null,
      later: [...c.later(state)].sort(),
      question: c.question(state),
      counting: c.counting(state),
    });
  }
  return found;
}"""


def choice(
    number: int, action: int, *said: tuple[int, list[int]] | tuple[int, list[int], bool]
) -> dict[str, Any]:
    """Return a choice with the given members for some steps.

    Each step is a step number and its members; a third element marks a step in which several are chosen.
    """
    return {
        "number": str(number),
        "label": str(number),
        "action": action,
        "said": [{"step": each[0], "members": each[1], "several": len(each) > 2} for each in said],
    }


def members(*texts: str) -> list[dict[str, Any]]:
    """Return members with the given names, each with its name in capitals as its ref."""
    return [{"text": text, "refs": [text.upper()]} for text in texts]


MOVES: dict[str, Any] = {
    "actions": False,
    "steps": ["from", "to"],
    "members": members("a", "b", "x", "y"),
    "choices": [
        choice(1, 0, (0, [0]), (1, [2])),
        choice(2, 0, (0, [0]), (1, [3])),
        choice(3, 0, (0, [1]), (1, [3])),
    ],
}
"""Three moves, two from a to x or y, and one from b to y."""

PASS = choice(3, 1, (0, [1]))

ACTIONS: dict[str, Any] = {
    "actions": True,
    "steps": ["action", "card", "onto"],
    "members": [
        *({"text": each, "refs": []} for each in ("play", "pass", "swap")),
        *members("k", "q", "k2", "q2"),
    ],
    "choices": [
        choice(1, 0, (0, [0]), (1, [3])),
        choice(2, 0, (0, [0]), (1, [4])),
        PASS,
        choice(4, 2, (0, [2]), (1, [3]), (2, [5])),
        choice(5, 2, (0, [2]), (1, [3]), (2, [6])),
    ],
}
"""Three actions, which play k or q, pass, and swap k for k2 or q2."""

SEVERAL: dict[str, Any] = {
    "actions": False,
    "steps": ["which"],
    "members": members("a", "b", "c"),
    "choices": [
        choice(0, 0, (0, [], True)),
        choice(1, 0, (0, [0], True)),
        choice(2, 0, (0, [0, 1], True)),
        choice(3, 0, (0, [1, 2], True)),
        choice(4, 0, (0, [2, 2], True)),
    ],
}
"""The possible choices are none, a, a and b, b and c, and two members that are both called c."""


def run(module: Page, asked: dict[str, Any], *says: str) -> list[dict[str, Any]]:
    """Return the state at the beginning and after each click.

    Among other things, a state has the members that can be clicked next and the choices that remain.
    """
    found: list[dict[str, Any]] = module.evaluate(
        RUN, {"asked": {"seat": 0, "prompt": "", **asked}, "says": says}
    )
    return found


def test_one_step_after_another(module: Page) -> None:
    """After a, the targets x and y remain, and y completes the choice.

    All possible targets are already known before the first click.
    """
    first, second, third = run(module, MOVES, "a", "y")
    assert first["next"] == ["a", "b"]
    assert first["later"] == ["X", "Y"]
    assert second["next"] == ["x", "y"]
    assert second["left"] == ["1", "2"]
    assert third["meant"] == "2"


def test_where_a_thing_goes_is_pointed_at(module: Page) -> None:
    """Only one move begins at b, but nothing goes anywhere before its target has been pressed."""
    first, b, y = run(module, MOVES, "b", "y")
    assert b["meant"] is None
    assert b["next"] == ["y"]
    assert y["meant"] == "3"
    assert first["next"] == ["a", "b"]
    back = [
        choice(1, 0, (1, [0]), (0, [2])),
        choice(2, 0, (1, [0]), (0, [3])),
        choice(3, 0, (1, [1]), (0, [3])),
    ]
    moves = MOVES | {"choices": back}
    assert run(module, moves, "b")[1]["next"] == ["y"], "steps are numbered over all actions, in any order"


def test_a_step_in_which_nothing_differs_is_not_asked(module: Page) -> None:
    """A step in which all remaining choices agree is skipped if nothing else on the table stands for it.

    Only one move begins at b, and its target is none of the table, or b itself: a click on b is enough.
    """
    for refs in ([], ["B"]):
        targets = [*MOVES["members"][:3], {"text": "y", "refs": refs}]
        assert run(module, MOVES | {"members": targets}, "b")[1]["meant"] == "3"


def test_what_lies_before_is_not_pointed_at(module: Page) -> None:
    """If the target is pressed first, the only thing that can go there is meant."""
    meant = module.evaluate(
        """async (asked) => {
          const c = await import("/static/choosing.js");
          const state = c.begin(asked);
          return c.meant(c.say(state, c.anyMeanings(state, ["X"])[0])).number;
        }""",
        {"seat": 0, "prompt": "", **MOVES},
    )
    assert meant == "1"


def test_nothing_is_meant_before_something_is_said(module: Page) -> None:
    """A decision with a single choice is not answered until the player clicks."""
    one = {**MOVES, "choices": MOVES["choices"][:1]}
    (first,) = run(module, one)
    assert first["meant"] is None
    assert first["next"] == ["x"]
    assert run(module, one, "x")[1]["meant"] == "1"


def test_actions_are_asked_for_where_nothing_else_tells_them(module: Page) -> None:
    """An action is asked for by name only if nothing else identifies it.

    The first click is on the card to play, on the action's name to pass, or on the card to swap for.
    """
    first, second = run(module, ACTIONS, "pass")
    assert first["next"] == ["k", "q", "pass", "k2", "q2"]
    assert second["meant"] == "3"
    assert run(module, ACTIONS, "q2")[1]["meant"] == "5"
    assert run(module, ACTIONS, "k")[1]["meant"] == "1", "`k` plays the card; a swap begins with another one"


def test_the_only_choice_of_an_action_is_pointed_at(module: Page) -> None:
    """If only one card can be played, the card itself is offered, and a click on it completes the choice."""
    one = {**ACTIONS, "choices": [ACTIONS["choices"][0], PASS]}
    first, second = run(module, one, "k")
    assert first["next"] == ["k", "pass"]
    assert second["meant"] == "1"


def test_back(module: Page) -> None:
    """The player can take back steps one by one, the last one first."""
    states = run(module, MOVES, "a", "back", "b", "y")
    assert states[2]["next"] == ["a", "b"]
    assert states[2]["left"] == ["1", "2", "3"]
    assert states[4]["meant"] == "3"


def test_several(module: Page) -> None:
    """Members are added until a choice has exactly these members.

    A second click on a member removes it unless a choice contains the member twice. Several are meant once it
    is said that no more are.
    """
    first, a, done = run(module, SEVERAL, "a", "done")
    assert first["done"], "none may be chosen"
    assert first["next"] == ["a", "b", "c"]
    assert a["left"] == ["1", "2"]
    assert a["done"]
    assert done["meant"] == "1"
    assert run(module, SEVERAL, "a", "b")[2]["meant"] is None
    assert run(module, SEVERAL, "a", "b", "done")[3]["meant"] == "2"
    b = run(module, SEVERAL, "b")[1]
    assert b["left"] == ["2", "3"]
    assert not b["done"]
    assert run(module, SEVERAL, "a", "a")[2]["left"] == ["0", "1", "2", "3", "4"], (
        "a second click removes `a`"
    )
    assert run(module, SEVERAL, "c", "c", "done")[3]["meant"] == "4"
    assert run(module, SEVERAL, "done")[1]["meant"] == "0"


def test_an_element_may_mean_several_things(module: Page) -> None:
    """If an element belongs to several steps, the player must choose between its meanings."""
    two = {
        **ACTIONS,
        "choices": [
            choice(1, 0, (0, [0]), (1, [3])),
            choice(2, 0, (0, [0]), (1, [4])),
            choice(3, 2, (0, [2]), (1, [3])),
            choice(4, 2, (0, [2]), (1, [4])),
        ],
    }
    found = module.evaluate(
        """async (asked) => {
          const c = await import("/static/choosing.js");
          const state = c.begin(asked);
          return c.meanings(state, ["K"]).map((point) => [c.context(state, point), c.called(state, point)]);
        }""",
        {"seat": 0, "prompt": "", **two},
    )
    assert found == [["play: card", "k"], ["swap: card", "k"]]


def test_the_question(module: Page) -> None:
    """The question is what the answers that remain have in common, with a gap for what tells them apart.

    If an action is to be chosen, or they have nothing in common, it is that of the game.
    """
    labels = ["lay k on f at once", "lay k on g at once", "lay q on g at once", "pass"]
    asked = {
        "actions": True,
        "steps": ["action", "card", "field"],
        "members": [*({"text": each, "refs": []} for each in ("lay", "pass")), *members("k", "q", "f", "g")],
        "choices": [
            choice(1, 0, (0, [0]), (1, [2]), (2, [4])),
            choice(2, 0, (0, [0]), (1, [2]), (2, [5])),
            choice(3, 0, (0, [0]), (1, [3]), (2, [5])),
            choice(4, 1, (0, [1])),
        ],
    }
    for each, label in zip(asked["choices"], labels, strict=True):
        each["label"] = label
    first, second = (each["question"] for each in run(module, asked, "k"))
    assert (first, second) == ("", "lay k on … at once")
    assert run(module, asked | {"choices": asked["choices"][:3]})[0]["question"] == "lay … at once"
    assert run(module, MOVES, "a")[-1]["question"] == "", "its labels are 1 and 2"
    wanted = module.evaluate(
        """async (asked) => {
          const c = await import("/static/choosing.js");
          return c.wanted(c.say(c.begin(asked), c.points(c.begin(asked))[0]));
        }""",
        {"seat": 0, "prompt": "", **MOVES},
    )
    assert wanted == "to"


def test_what_nothing_on_the_table_stands_for_is_asked_last(module: Page) -> None:
    """A row is shifted west up to x or east up to y: pressing x or y says the way, too."""
    ways = [{"text": each, "refs": []} for each in ("west", "east")]
    shifts = MOVES | {
        "steps": ["from", "way", "up to"],
        "members": [*MOVES["members"], *ways],
        "choices": [
            choice(1, 0, (0, [0]), (1, [4]), (2, [2])),
            choice(2, 0, (0, [0]), (1, [5]), (2, [3])),
            choice(3, 0, (0, [1]), (1, [5]), (2, [3])),
        ],
    }
    first, a, x = run(module, shifts, "a", "x")
    assert first["next"] == ["a", "b"]
    assert a["next"] == ["x", "y"]
    assert x["meant"] == "1"


def test_what_one_chooses_after_an_answer_is_wished_for_before(module: Page) -> None:
    """A wish leaves the answers that lead to it: for g both, for h the one with y, which then is meant."""
    led = [
        each | {"leads": leads} for each, leads in zip(MOVES["choices"], (["G"], ["G", "H"], []), strict=True)
    ]
    found = module.evaluate(
        """async (asked) => {
          const c = await import("/static/choosing.js");
          const numbers = (state) => c.remaining(state).map((each) => each.number);
          const begun = c.begin(asked);
          const [g, h] = ["G", "H"].map((ref) => c.wishing(begun, [ref]));
          const back = c.back(g);
          return [[...c.later(begun)].sort(), numbers(g), c.fulfilling(g), numbers(h), c.fulfilling(h).number,
                  c.wishing(begun, ["A"]), c.wishing(g, ["H"]), numbers(back)];
        }""",
        {"seat": 0, "prompt": "", **(MOVES | {"choices": led})},
    )
    assert found == [["G", "H", "X", "Y"], ["1", "2"], None, ["2"], "2", None, None, ["1", "2", "3"]]


def test_what_an_answer_says_beside_its_name(module: Page) -> None:
    """Two cards pay for the same thing: what a card costs is what its answer says beside its name."""
    labels = ["go: play 1 x", "go: play 2 y", "stay: play 1 y"]
    asked = MOVES | {
        "choices": [each | {"label": label} for each, label in zip(MOVES["choices"], labels, strict=True)]
    }
    found = module.evaluate(
        """async (asked) => {
          const c = await import("/static/choosing.js");
          const [a] = c.points(c.begin(asked));
          return [[...c.beyondNames(c.say(c.begin(asked), a)).values()], c.beyondNames(c.begin(asked)).size];
        }""",
        {"seat": 0, "prompt": "", **asked},
    )
    assert found == [["1", "2"], 0]


def test_how_many_are_chosen(module: Page) -> None:
    """Of several, it is said how many are chosen, and of how many if all answers that remain have as many."""
    pairs = SEVERAL | {"choices": [choice(0, 0, (0, [0, 1], True)), choice(1, 0, (0, [0, 2], True))]}
    assert [each["counting"] for each in run(module, pairs, "a")] == [
        {"said": 0, "of": 2},
        {"said": 1, "of": 2},
    ]
    assert run(module, SEVERAL, "a")[-1]["counting"] == {"said": 1, "of": None}, "a alone, or a and b"
    assert run(module, MOVES)[0]["counting"] is None


def test_one_of_several_is_taken_out(module: Page) -> None:
    """Any of the chosen can be taken out, one of two that are called alike at a time."""
    found = module.evaluate(
        """async (asked) => {
          const c = await import("/static/choosing.js");
          const said = (state, text) =>
            c.say(state, c.points(state).find((each) => asked.members[each.member].text === text));
          const texts = (state) => c.tray(state).map((each) => asked.members[each.member].text);
          const both = said(said(c.begin(asked), "c"), "c");
          const one = c.without(both, c.tray(both)[0]);
          const none = c.without(one, c.tray(one)[0]);
          return [texts(both), texts(one), texts(none), c.remaining(none).length];
        }""",
        {"seat": 0, "prompt": "", **SEVERAL},
    )
    assert found == [["c", "c"], ["c"], [], 5]


def test_equal_things_in_one_place_are_one_choice(module: Page) -> None:
    """Of two stones that are called alike and drawn as one, the first is meant; of others each can be."""
    found = module.evaluate(
        """async (asked) => {
          const c = await import("/static/choosing.js");
          const state = c.begin(asked);
          const told = (refs) => c.apart(state, c.meanings(state, refs)).map((each) => each.member);
          return [told(["S1", "S2"]), told(["S1", "T"])];
        }""",
        {
            "seat": 0,
            "prompt": "",
            "actions": False,
            "steps": ["stone"],
            "members": [
                {"text": "stone", "refs": ["S1"]},
                {"text": "stone", "refs": ["S2"]},
                {"text": "tree", "refs": ["T"]},
            ],
            "choices": [choice(number, 0, (0, [number])) for number in range(3)],
        },
    )
    assert found == [[0], [0, 2]]


def test_what_nobody_can_tell_apart(module: Page) -> None:
    """Choices that say the same are one: nobody is asked which of them is meant."""
    twice = MOVES | {"choices": [*MOVES["choices"], choice(4, 0, (0, [1]), (1, [3]))]}
    assert run(module, twice, "b", "y")[-1]["meant"] == "3"


def test_what_two_actions_name_stands_for_neither_alone(module: Page) -> None:
    """Attacks and waiting name the same ship, so that it is no shortcut for waiting, which is asked for."""
    asked = {
        "actions": True,
        "steps": ["action", "ship", "prey"],
        "members": [
            *({"text": each, "refs": []} for each in ("attack", "wait")),
            *members("ship", "left", "right"),
        ],
        "choices": [
            choice(1, 0, (0, [0]), (1, [2]), (2, [3])),
            choice(2, 0, (0, [0]), (1, [2]), (2, [4])),
            choice(3, 1, (0, [1]), (1, [2])),
        ],
    }
    first, second = run(module, asked, "wait")
    assert first["next"] == ["left", "right", "wait"]
    assert second["meant"] == "3"


def test_an_action_begins_with_what_it_moves(module: Page) -> None:
    """An action for which something on the table stands can be said before its values, and only then."""
    asked: dict[str, Any] = {
        "actions": True,
        "steps": ["action", "steps", "card"],
        "members": [
            {"text": "drive", "refs": ["DOG"]},
            {"text": "play", "refs": []},
            *members("one", "two", "king", "queen"),
        ],
        "choices": [
            choice(1, 0, (0, [0]), (1, [2])),
            choice(2, 0, (0, [0]), (1, [3])),
            choice(3, 1, (0, [1]), (2, [4])),
            choice(4, 1, (0, [1]), (2, [5])),
        ],
    }
    first, begun, over = module.evaluate(RUN, {"asked": asked, "says": ["drive", "two"]})
    assert sorted(first["next"]) == ["drive", "king", "one", "queen", "two"]
    assert sorted(begun["next"]) == ["one", "two"]
    assert over["meant"] == "2"
