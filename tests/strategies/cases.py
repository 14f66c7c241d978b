"""A test case, which consists of a game, the way to play it, and expressions to evaluate in it.

`try_case` checks all properties of a case, and `smallest` shrinks a case that fails.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gamespec import check
from gamespec.program import Program
from strategies import engine
from strategies.claims import Tally, explicit_play, made, play
from strategies.dice import Rolled
from strategies.expressions import plain
from strategies.indistinct import nothing_tells_apart
from strategies.judgements import Asked, Batch, ask, begun
from strategies.print import printed
from strategies.shrink import shrunk, simpler
from strategies.words import Words

__all__ = ["Case", "Found", "case_of", "smallest", "try_case"]

Visit = Callable[[Program], None]


@dataclass(frozen=True)
class Case:
    """A test case: a document, the words that generated it, the seed for playing it, and expressions.

    Each expression is given in two forms, which must have the same value. The `answers` are given before the
    expressions are evaluated.
    """

    document: Mapping[str, object]
    words: Words | None = None
    seed: int = 0
    texts: tuple[tuple[str, str], ...] = ()
    answers: tuple[int, ...] = ()
    played: bool = True
    histories: int = 2
    """Number of histories that are played and compared."""

    def __str__(self) -> str:
        asked = "".join(f"\n  asked: {one}\n     and {other}" for one, other in self.texts)
        return f"seed of play {self.seed}, answers {self.answers}{asked}\n{printed(self.document)}"


def case_of(asked: Batch) -> Case:
    """Return the case that evaluates the expressions of a batch."""
    sketch, behind = asked.sketch.hiding(list(asked.texts))
    texts = tuple((plain(text), hidden) for text, hidden in zip(asked.texts, behind, strict=True))
    return Case(sketch.document(), sketch.words, 0, texts, asked.answers, played=False)


@dataclass
class Found:
    """Counts of events, summed over all cases that were tried."""

    tally: Tally = field(default_factory=Tally)
    asked: Asked = field(default_factory=Asked)


def try_case(case: Case, folder: Path, found: Found, visit: Visit = lambda program: None) -> None:
    """Try a case, and check every value against its type.

    Raises the error of the first claim that fails.
    """
    with engine.watched():
        program = made(case.document, folder, found.tally)
        if program is None:
            return
        visit(program)
        if case.played:
            dice = Rolled(case.seed)
            play(program, dice, found.tally, case.words)
            explicit_play(program, dice, found.tally)
            told_apart(program, case, folder, found.tally)
        game = begun(program, case.answers) if case.texts else None
        for text, hidden in case.texts if game is not None else ():
            assert game is not None
            ask(game, text, hidden, found.asked)


def told_apart(program: Program, case: Case, folder: Path, tally: Tally) -> None:
    """Check that a player cannot distinguish histories that show the player the same.

    If a decision nevertheless reveals more, count whether the checker warns of it.
    """
    before = tally.counts["offers that told"]
    luck = Rolled(f"{case.seed} told apart")
    nothing_tells_apart(engine.compiled_of(program), luck, tally, case.histories)
    if tally.counts["offers that told"] > before:
        warned = any(d.code == "GS410" for d in check(folder / "game.yaml").diagnostics)
        tally.counts[f"games with revealing offers, {'with' if warned else 'without'} a warning"] += 1


def smallest(case: Case, error: Exception, folder: Path, seconds: float = 40) -> str:
    """Return the smallest case found within `seconds` that fails in the same way, as readable text."""
    kind = _kind(error)

    def fails(tried: Case) -> bool:
        try:
            try_case(tried, folder, Found())
        except Exception as other:  # noqa: BLE001 - it is compared with the one that was found
            return _kind(other) == kind
        return False

    for part in (
        replace(case, texts=()),
        *(replace(case, texts=(text,), played=False) for text in case.texts),
    ):
        if fails(part):
            case = part
            break
    if fails(replace(case, words=None)):
        case = replace(case, words=None)
    if case.texts:
        case = _simpler(case, fails)
    document = shrunk(case.document, lambda d: fails(replace(case, document=d)), seconds)
    return str(replace(case, document=document))


def _simpler(case: Case, fails: Callable[[Case], bool]) -> Case:
    """Return the case with its first expression shrunk as far as it still fails."""
    one, other = case.texts[0]
    improved = True
    while improved:
        improved = False
        for text in simpler(one):
            tried = replace(case, texts=((text, other),))
            if fails(tried) or fails(tried := replace(case, texts=((text, text),))):
                case, improved = tried, True
                one, other = case.texts[0]
                break
    return case


def _kind(error: Exception) -> object:
    """Return what identifies a failure: the type of the error, and the file and line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    return type(error), frames[-1].filename, frames[-1].lineno
