"""Everything that a player or a bot receives at a decision, besides the texts of the options.

This includes the reasons why an action is not offered, which must depend only on what was shown before. The
module asks for the reason without naming any values, and for some values that the action could choose: every
copy of a component, and every place, by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

from gamespec.compile.draft.draft import ActionSpec
from gamespec.trees import types as t
from interpreter import Game
from interpreter.bots.view import View
from interpreter.engine.playout import DefinitionalEngine
from interpreter.inspection import Inspector
from interpreter.play.observation import Observation
from interpreter.play.options import place_at
from interpreter.scene import asked_of, scene_of
from interpreter.scene.computed import Computed
from interpreter.scene.whose import whose
from interpreter.words import Words, why, why_plainly
from interpreter.words.places import place_name

__all__ = ["Handed", "handed"]

VALUES = 6
"""Approximate number of values of a pick that are named in questions."""

Handed = tuple[object, ...]


def handed(words: Words, game: Game) -> Handed:
    """Return everything that the decider receives, in a form that can be compared between games."""
    decision = game.decision
    assert decision is not None
    view = View(DefinitionalEngine(game.program), game, decision)
    options = tuple((option.number, option.action, option.values, option.counted) for option in view.options)
    asked = asked_of(words, game)
    assert asked is not None
    choices = tuple((choice.number, choice.said) for choice in asked.choices)
    seen = view.observation, view.decision.site, repr(view), scene_of(words, game, decision.player)
    reasons = tuple(_reasons(words, game, decision.player))
    return (
        options,
        seen,
        asked.steps,
        asked.members,
        choices,
        reasons,
        tuple(_seers(words, game, decision.player)),
        tuple(_computed(words, game, view.observation)),
    )


def _computed(words: Words, game: Game, seen: Observation) -> Iterator[int | None]:
    """Yield what a view could show of each function, for some values of its parameters.

    What the player is shown is the value in the true position.
    """
    computed, true = Computed(words, game, seen), Inspector.of(words.compiled, game)
    for function in words.names.world.functions.made.values():
        domains = [t.domain(slot.type) for slot in function.parameters]
        listed = t.element(function.type) is not None
        if function.body is None or function.uses_me or None in domains or listed or words.program.has_copies:
            continue
        ranges = [range(first, first + size)[:: -(-size // VALUES)] for first, size in filter(None, domains)]
        for values in product(*ranges):
            shown = computed.number(function.name, *values)
            yield shown
            assert shown is None or shown == true.applied(function, values), f"{function.name}{values}"


def _seers(words: Words, game: Game, player: int) -> Iterator[str]:
    """Yield who can see each thing in a zone, as far as the player can tell."""
    for zone, lying in enumerate(game.observation(player).zones):
        for place, component in enumerate(lying):
            ref = f"z{zone}.c{component}" if component >= 0 else f"z{zone}.{place}"
            yield whose(words, game, player, ref, words.player)


def _reasons(words: Words, game: Game, player: int) -> Iterator[str]:
    decision = game.decision
    assert decision is not None
    site = words.program.sites[decision.site]
    offered = {words.names.actions[option.action].name for option in game.options}
    for action, spec in zip(site.actions, words.names.sites[decision.site].branches, strict=True):
        for values in _asked(words, action, spec):
            try:
                said = why(game, spec.name, values, words, player)
            except ValueError as error:
                said = str(error)
            assert spec.name in offered or said != "it is on offer", f"{spec.name} {values}: {said}"
            yield said
            try:
                yield str(why_plainly(game, spec.name, values, words, player))
            except ValueError as error:
                yield str(error)


def _asked(words: Words, action: int, spec: ActionSpec) -> Iterator[Mapping[str, str]]:
    """Yield the values that questions about an action name.

    The first question names no value. The following ones name a value of the first pick, and the last ones
    name values of the first two picks.
    """
    yield {}
    first = [*_values(words, action, spec, 0)]
    yield from first
    for value in first[:2]:
        yield from (value | other for other in _values(words, action, spec, 1))


def _values(words: Words, action: int, spec: ActionSpec, number: int) -> Iterator[dict[str, str]]:
    for pick, closed in islice(
        zip(spec.picks, words.program.actions[action].picks, strict=True), number, number + 1
    ):
        type_ = t.strip(pick.slot.type)
        domain = t.domain(type_)
        if pick.counts is not None or domain is None:
            continue
        first, size = domain
        every = range(first, first + size)
        those = every if size <= VALUES else every[:: -(-size // VALUES)]
        yield from ({pick.slot.name: words.names.world.values.text(type_, value)} for value in those)
        for zone, count in closed.hidden[:2]:
            for index in range(min(count, 2)):
                yield {pick.slot.name: place_name(words.compiled, closed, place_at(closed, zone, index))}
