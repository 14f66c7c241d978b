"""The long checks, which the README's test command omits. `python bench/long.py` runs them by name.

A mark assigns a test to a check: `@pytest.mark.long("contract")`. Parameters of a test can carry the mark,
too. `pytest --long contract` selects the tests of that check, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

__all__ = ["ALL", "CHECKS", "SCRIPTS", "Script", "Tests", "chosen", "every", "sampled", "split"]

ALL = "all"
"""The name that selects all checks that consist of tests."""


@dataclass(frozen=True)
class Tests:
    """A check that consists of the tests with one mark. `ci` says whether CI runs it."""

    covers: str
    ci: bool = True


@dataclass(frozen=True)
class Script:
    """A check that is a program, which searches for longer than any test. CI runs none of these."""

    covers: str
    command: tuple[str, ...]


CHECKS = {
    "agreement": Tests("the engines against each other: the rest of the sample, and each technique left out"),
    "browser": Tests("the page in a browser, and shipped games played there to their ends"),
    "contract": Tests("the contract with most players, with every variant and with every option"),
    "counts": Tests("published counts of positions, a move deeper"),
    "environments": Tests("environments of other libraries, with their own tests, of every game"),
    "golden": Tests("screens and playthroughs of every game"),
    "manual": Tests("pages of the manual whose commands play thousands of games, and one of its reports"),
    "openspiel": Tests("the classics in lock-step with OpenSpiel, their trees, and our games in it"),
    "processes": Tests("commands and servers in processes of their own: interrupts, kills, streams, imports"),
    "redeals": Tests("redeals against enumeration, in small games"),
    "bots": Tests("bots in every game: what they may know, their search inside and outside", ci=False),
    "commands": Tests("commands, views and pages with every shipped game", ci=False),
    "agreement-deep": Tests("techniques left out, and guards, in the games that take longest", ci=False),
    "browser-deep": Tests("every other shipped game in a browser", ci=False),
    "contract-deep": Tests(
        "the contract with all numbers of players, and all values of each option", ci=False
    ),
    "counts-deep": Tests("published counts of the largest trees", ci=False),
    "deep": Tests("games by the hundred and whole trees, where other checks take samples", ci=False),
    "editors": Tests("the extension in Visual Studio Code, which GAMESPEC_VSCODE names", ci=False),
    "generated": Tests("larger samples of generated games, expressions and spoilt files", ci=False),
    "processes-deep": Tests("commands and servers again, with other games and formats", ci=False),
    "manual-deep": Tests("pages of the manual on which bots think, and its other reports", ci=False),
    "openspiel-deep": Tests("OpenSpiel again: more games and histories, larger trees and boards", ci=False),
    "redeals-deep": Tests("redeals against enumeration, where trees are large", ci=False),
}
"""The checks that consist of tests, by name."""

SCRIPTS = {
    "mutants": Script("every rule mutant of five games against their scenarios", ("tests/mutation",)),
    "engines": Script(
        "three engines against each other: 1,000 games each, shipped, generated and mutants",
        ("bench/agreement.py", "--games", "1000", "--generated", "1000", "--mutants", "1000"),
    ),
    "planted": Script(
        "faults planted in the compiler: the share that `tests/agreement_sample.py` finds",
        ("bench/planted.py", "--out", "planted.jsonl"),
    ),
    "games": Script("generated games by the thousand", ("bench/generated.py", "--games", "1000")),
    "secrets": Script(
        "generated games in which much is hidden, and their histories",
        ("bench/generated.py", "--secrets", "--each", "0"),
    ),
    "hostile": Script("hostile inputs: answered in time and memory", ("bench/hostile.py", "--count", "1000")),
    "soak": Script(
        "ten million decisions of all games under their invariants", ("bench/soak.py", "--decisions", "1e7")
    ),
    "invalid": Script("spoilt specifications: reported, at their place", ("bench/invalid.py", "5000")),
}
"""The checks that are separate programs, by name."""


def chosen(names: set[str]) -> set[str]:
    """Return the checks of tests with the given names, or all of them if `all` is among the names.

    Raises `ValueError` for an unknown name.
    """
    unknown = sorted(names - {*CHECKS, ALL})
    if unknown:
        message = f"there is no long check `{unknown[0]}`; there are {', '.join(CHECKS)}, {ALL}"
        raise ValueError(message)
    return {*CHECKS} if ALL in names else names


def split(
    values: Iterable[Any],
    check: str,
    always: Callable[..., bool],
    deep: Callable[..., bool] = lambda *_: False,
) -> list[Any]:
    """Split the parameters of a test. Those for which `always` holds run always, the others in a check.

    Among the others, those for which `deep` holds run in the deep check, such as `contract-deep` beside
    `contract`. If a test has several parameters, each of `values` is a tuple.
    """
    found = []
    for value in values:
        each = value if isinstance(value, tuple) else (value,)
        name = f"{check}-deep" if deep(*each) else check
        found.append(pytest.param(*each, marks=[] if always(*each) else [pytest.mark.long(name)]))
    return found


def every(number: int) -> Callable[..., bool]:
    """Return a predicate that holds for its first call and for every `number`-th call after that."""
    turn = count()
    return lambda *_: next(turn) % number == 0


def sampled(values: Iterable[Any], check: str, number: int) -> list[Any]:
    """Split the parameters of a test, so that every `number`-th one runs always, and the others in a check.

    The first parameter runs always.
    """
    return split(values, check, every(number))
