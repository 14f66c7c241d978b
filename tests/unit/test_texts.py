"""Tests for conditional parts of texts, and for variables that are not shown to people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec import SpecError
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]

NIM = """
    players: 2
    variables:
      pile: {{type: 0..3, start: 3}}
      taken: {{type: 0..9, {shown}}}
    actions:
      take:
        label: {label}
        with: {{n: {{from: 1..3, where: n <= pile}}}}
        do: [{{set: {{pile: pile - n, taken: taken + 1}}}}]
    phases:
      play:
        turns: clockwise
        until: pile == 0
        do:
          - offer: [take]
            prompt:
              en: "{{pile}} {{'coins are' if pile > 1 else 'coin is'}} left."
              de: "{{'Noch eine' if pile == 1}}"
"""
LABEL = """{en: "take {n}{' and win' if n == pile}", de: "{'nimm' if n < pile else 'gewinne mit'} {n}"}"""


def nim(game_of: Maker, label: str = LABEL, shown: str = "label: Turns") -> Named:
    """Return a game with three coins in which the player who takes the last coin wins."""
    return Named(game_of(NIM.format(label=label, shown=shown)), record=True)


def test_a_text_by_condition(game_of: Maker) -> None:
    """A conditional part of a text appears only if its condition holds, in each language.

    With 3 coins left, taking all of them wins. If the part has no `else`, nothing replaces it.
    """
    game = nim(game_of)
    german = Words(game.compiled, "de")
    assert [game.text(o) for o in game.options] == ["take 1", "take 2", "take 3 and win"]
    assert [german.option(game, o) for o in game.options] == ["nimm 1", "nimm 2", "gewinne mit 3"]
    assert (game.words.prompt(game), german.prompt(game)) == ("3 coins are left.", "")
    game.apply(game.options[1])
    assert (game.words.prompt(game), german.prompt(game)) == ("1 coin is left.", "Noch eine")


def test_lists_in_braces_stand_in_braces(game_of: Maker) -> None:
    """A brace that closes a list within an expression does not end the expression."""
    label = """\"take {n} of {sum(x in {n, pile - n}: x)}{' now' if n in {1, pile}}\""""
    game = nim(game_of, label)
    assert [game.text(o) for o in game.options] == ["take 1 of 3 now", "take 2 of 3", "take 3 of 3 now"]
    with pytest.raises(SpecError) as caught:
        nim(game_of, '"take {n in {1, pile}"')
    ((code, text),) = ((d.code, d.span.text) for d in caught.value.diagnostics)
    assert (code, text) == ("GS125", "{")


def test_labels_of_components(game_of: Maker) -> None:
    """The label of a component can depend on its attributes.

    Texts in the label may be in single or double quotes.
    """
    game = Named(
        game_of(
            """
    components:
      card:
        attributes: {n: 1..2, wild: bool}
        rows: [{n: 1, wild: false}, {n: 2, wild: true}]
        label: 'card {n}{" (wild)" if wild}'
        start: deck
    zones: {deck: {of: card, ordered: true}}
    phases: {over: {do: [{choose: {c: {from: deck}}, by: seat(1)}]}}"""
        )
    )
    assert [game.text(o) for o in game.options] == ["card 1", "card 2 (wild)"]


def test_a_number_that_is_not_printed_is_not_said(game_of: Maker) -> None:
    """A label leaves out a 0 that the component does not show either, with the space before it."""
    game = """
    components:
      card: {attributes: {n: 0..1}, all: {n: 0..1}, label: "card {n}", start: deck}
    zones: {deck: {of: card, ordered: true}}
    phases: {over: {do: [{choose: {c: {from: deck}}, by: seat(1)}]}}
    view: {components: {card: {zeros: ZEROS}}}"""
    printed, unprinted = (
        sorted(named.text(option) for option in named.options)
        for named in (Named(game_of(game.replace("ZEROS", zeros))) for zeros in ("true", "false"))
    )
    assert printed == ["card 0", "card 1"]
    assert unprinted == ["card", "card 1"]


def test_what_is_chosen_unseen_decides_no_text(game_of: Maker) -> None:
    """A condition on an unseen component reveals nothing, because the conditional part is omitted."""
    game = Named(
        game_of(
            """
    components: {card: {attributes: {n: 1..2}, all: {n: 1..2}, start: deck}}
    zones: {deck: {of: card, ordered: true, seen_by: nobody}}
    phases:
      over:
        do:
          - choose: {c: {from: deck}}
            by: seat(1)
            label: "{c}{' is the one' if c.n == 1 else ' is the two'}" """
        )
    )
    assert [game.text(o) for o in game.options] == ["card 1 (deck)", "card 2 (deck)"]


@pytest.mark.parametrize(
    ("label", "code", "place"),
    [
        ("\"take {'n'}\"", "GS125", "'n'"),
        ("\"take {'n' if}\"", "GS125", ""),
        ("\"take {'n' if n}\"", "GS302", "n"),
        ("\"take {'n' if m == 1}\"", "GS201", "m"),
        ("\"take {'n' when n == 1}\"", "GS125", "'n' when n == 1"),
        ("{en: take, de: \"{'n' if m == 1}\"}", "GS201", "m"),
    ],
)
def test_mistakes(game_of: Maker, label: str, code: str, place: str) -> None:
    """A text without a condition and a mistaken condition are reported at their places, in every language."""
    with pytest.raises(SpecError) as told:
        nim(game_of, label)
    found = told.value.diagnostics[0]
    assert (found.code, found.span.text.strip()) == (code, place)


def test_a_variable_that_people_are_not_shown(game_of: Maker) -> None:
    """A variable with `shown: false` is missing from descriptions and logs, but not from observations."""
    shown, silent = nim(game_of), nim(game_of, shown="shown: false")
    for game in (shown, silent):
        game.apply(game.options[0])
    lines = [
        [game.words.describe(game, 0), *filter(None, map(game.words.event, game.events))]
        for game in (shown, silent)
    ]
    assert any("Turns" in line for line in lines[0])
    assert not any("taken" in line or "Turns" in line for line in lines[1])
    assert shown.observation(1) == silent.observation(1)
    assert shown.information_state(1) == silent.information_state(1)
