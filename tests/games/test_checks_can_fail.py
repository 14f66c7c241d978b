"""Every check in the scenarios of shipped games can fail, because the negation of the check fails."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from long_checks import every, split

from gamespec import games, load
from gamespec.documents.document import Entry, Mapping, Node, Scalar, Sequence
from gamespec.text.source import Source
from interpreter.scenario import Scenario, load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator


OPPOSITE = {"knows": "hidden", "hidden": "knows"}
"""Each check about a player's knowledge, mapped to the opposite check about the same things."""


def scalar(value: int | str) -> Scalar:
    """Return a scalar node with the given value, as if it had been read from a file."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    span = Source("negated", text).span(0, len(text))
    return Scalar(value, text, span, span)


def negated(item: Node) -> Iterator[Node]:
    """Yield the negations of an entry of `then`.

    An entry about knowledge has one negation for each thing that is known or hidden.
    """
    if isinstance(item, Scalar):
        yield scalar(f"not ({item.inner.text})")
        return
    assert isinstance(item, Mapping)
    entry = next(e for e in item.entries if e.key.text != "by")
    if entry.key.text not in OPPOSITE:
        yield otherwise(item, entry)
        return
    assert isinstance(entry.value, Mapping)
    for who in entry.value.entries:
        assert isinstance(who.value, Sequence)
        for thing in who.value.items:
            said = Mapping((Entry(who.key, Sequence((thing,), thing.span)),), who.value.span)
            yield Mapping((Entry(scalar(OPPOSITE[entry.key.text]), said),), item.span)


def otherwise(item: Mapping, entry: Entry) -> Node:
    """Return the negation of an entry that is not about knowledge."""
    rest = tuple(e for e in item.entries if e is not entry)
    match entry.key.text, entry.value:
        case "offered", value:
            return Mapping((Entry(scalar("refused"), value), *rest), item.span)
        case "refused", value:
            return Mapping((Entry(scalar("offered"), value), *rest), item.span)
        case "ended", Scalar(value=bool() as over):
            return Mapping((Entry(entry.key, scalar(not over)),), item.span)
        case "asked", value:
            over = isinstance(value, Scalar) and value.text == "nobody"
            return Mapping((Entry(scalar("ended"), scalar(not over)),), item.span)
        case _, Mapping(entries=(Entry(value=Mapping() as parts) as first, *others)):
            said = otherwise(Mapping((Entry(first.key, parts),), parts.span), Entry(first.key, parts))
            assert isinstance(said, Mapping)
            return Mapping((Entry(entry.key, Mapping((*said.entries, *others), item.span)),), item.span)
        case _, Mapping(entries=(first, *others)):
            assert isinstance(first.value, Scalar)
            assert isinstance(first.value.value, int)
            other = Entry(first.key, scalar(first.value.value + 1))
            return Mapping((Entry(entry.key, Mapping((other, *others), item.span)),), item.span)
        case what:
            raise AssertionError(what)


def others(scenario: Scenario) -> Iterator[tuple[str, Scenario]]:
    """Yield copies of a scenario with one check negated, each with the source location of that check."""
    then = scenario.node.get("then")
    assert isinstance(then, Sequence)
    for i, item in enumerate(then.items):
        for other in negated(item):
            items = (*then.items[:i], other, *then.items[i + 1 :])
            changed = tuple(
                Entry(e.key, Sequence(items, then.span)) if e.value is then else e
                for e in scenario.node.entries
            )
            yield str(item.span), replace(scenario, node=Mapping(changed, scenario.node.span))


def pass_still(name: str, *, every: bool) -> list[str]:
    """Return the source locations of checks whose negation passes, too.

    With `every`, all checks are tested, and otherwise one check of each scenario.
    """
    spec = load(name)
    passed = []
    for number, scenario in enumerate(load_scenarios(spec)[0]):
        changed = list(others(scenario))
        for place, other in changed if every else [changed[number % len(changed)]]:
            outcome = run_scenario(spec, other)
            assert not outcome.diagnostics, outcome.report
            if outcome.passed:
                passed.append(place)
    return passed


LONG = {"carcassonne", "ogallala", "rufus", "trapper", "trumpet"}
"""The games that have the most scenarios."""


@pytest.mark.parametrize("name", split(games(), "contract", every(9), lambda name: name in LONG))
def test_a_check_can_fail(name: str) -> None:
    """A scenario fails if one of its checks is negated, and the run reports no diagnostic."""
    assert not pass_still(name, every=False)


@pytest.mark.long("deep")
@pytest.mark.parametrize("name", games())
def test_every_check_can_fail(name: str) -> None:
    """A scenario fails whichever of its checks is negated."""
    assert not pass_still(name, every=True)
