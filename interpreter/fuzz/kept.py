"""Keeps the games of a corpus as saved games in a folder, and finds them again after the rules have changed.

Each file is a saved game (`interpreter.replay`), named after the digest of its content. Its answers are given
by name. Where they no longer fit the rules, a game is played on at random.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from gamespec.spec import Spec
from interpreter import replay
from interpreter.answers import Answer, Answers, Unfit
from interpreter.fuzz.cases import Case
from interpreter.fuzz.corpus import Sample
from interpreter.play.errors import Fault
from interpreter.protocol import Engine
from interpreter.replay import Origin, Saved

__all__ = ["keep", "kept", "numbers_of", "of_case"]


def kept(folder: Path, spec: Spec) -> list[Saved]:
    """Return the saved games of a specification in a folder, in the order of their names.

    Raises OSError, and Malformed with the place of a mistake, also if a game is one of another specification.
    """
    found = list[Saved]()
    name = Origin.of(spec).name
    for path in sorted(folder.glob("*.json")):
        saved = replay.read(path)
        if saved.game != name or saved.numbered or saved.position is not None:
            message = f"{path}: this is not a whole game of `{name}`"
            raise replay.Malformed(message)
        found.append(saved)
    return found


def keep(folder: Path, sample: Sample, engine: Engine) -> None:
    """Write a game to a folder, unless it is there already. Raises OSError."""
    spec, compiled = sample.case.spec, sample.case.compiled
    origin, names = Origin.of(spec), Answers(compiled)
    answers = list[Answer]()
    with suppress(Fault):  # after the last answer
        for game, option in sample.course(engine):
            assert game.decision is not None  # noqa: S101 - an option is taken
            answers.append(names.of(game.decision, option))
    saved = Saved(
        game=origin.name,
        spec_hash=compiled.names.spec_hash,
        players=sample.case.players,
        options=dict(compiled.names.options),
        seed=sample.seeds.game,
        answers=tuple(answers),
        path=origin.seen_from(folder),
    )
    said = json.dumps([saved.players, saved.options, saved.seed, [str(answer) for answer in answers]])
    path = folder / f"{hashlib.sha256(said.encode()).hexdigest()[:12]}.json"
    if not path.exists():
        replay.write(path, saved)


def of_case(games: Iterable[Saved], case: Case) -> Iterator[Saved]:
    """Yield the saved games with the number of players and the options of a case."""
    options: Mapping[str, object] = case.compiled.names.options
    return (saved for saved in games if saved.players == case.players and saved.options == options)


def numbers_of(saved: Saved, case: Case, engine: Engine) -> tuple[int, ...]:
    """Return the numbers of the options that a saved game takes, until one is not on offer or stops play."""
    found, names = list[int](), Answers(case.compiled)
    with suppress(Unfit, Fault):
        game = engine.begin(saved.seed)
        for answer in saved.answers:
            assert not isinstance(answer, int)  # noqa: S101 - `kept` refuses numbers
            option = names.option(game, answer)
            found.append(option.number)
            game.play(option)
    return tuple(found)
