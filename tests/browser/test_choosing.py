"""Tests that players complete an option step by step, with `choosing.js` called in a browser.

The expected values of each case are worked out by hand from the following rule. The choices that agree with
the steps so far remain. For each of these choices, the next step is the first open step in which the
remaining choices of the same action differ.
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


def test_a_step_in_which_nothing_differs_is_not_asked(module: Page) -> None:
    """A step in which all remaining choices agree is skipped.

    Only one move begins at b, so a click on b is enough.
    """
    assert run(module, MOVES, "b")[1]["meant"] == "3"


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
    states = run(module, MOVES, "a", "back", "b")
    assert states[2]["next"] == ["a", "b"]
    assert states[2]["left"] == ["1", "2", "3"]
    assert states[3]["meant"] == "3"


def test_several(module: Page) -> None:
    """Members are added until a choice has exactly these members.

    A second click on a member removes it unless a choice contains the member twice.
    """
    first, a, done = run(module, SEVERAL, "a", "done")
    assert first["done"], "none may be chosen"
    assert first["next"] == ["a", "b", "c"]
    assert a["left"] == ["1", "2"]
    assert a["done"]
    assert done["meant"] == "1"
    assert run(module, SEVERAL, "a", "b")[2]["meant"] == "2"
    b = run(module, SEVERAL, "b")[1]
    assert b["left"] == ["2", "3"]
    assert not b["done"]
    assert run(module, SEVERAL, "a", "a")[2]["left"] == ["0", "1", "2", "3", "4"], (
        "a second click removes `a`"
    )
    assert run(module, SEVERAL, "c", "c")[2]["meant"] == "4"
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


def test_how_many_are_chosen(module: Page) -> None:
    """Of several, it is said how many are chosen of how many, if all answers that remain have as many."""
    pairs = SEVERAL | {"choices": [choice(0, 0, (0, [0, 1], True)), choice(1, 0, (0, [0, 2], True))]}
    assert [each["counting"] for each in run(module, pairs, "a")] == [None, {"said": 1, "of": 2}]
    assert run(module, SEVERAL, "a")[-1]["counting"] is None, "a alone, or a and b"


def test_what_nobody_can_tell_apart(module: Page) -> None:
    """Choices that say the same are one: nobody is asked which of them is meant."""
    twice = MOVES | {"choices": [*MOVES["choices"], choice(4, 0, (0, [1]), (1, [3]))]}
    assert run(module, twice, "b")[-1]["meant"] == "3"


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
