"""Games of a module, as a host other than Python must play them, and as Python plays them."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gamespec.program.written import About
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.export import module_file
from interpreter.labels import labels_of
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds
from interpreter.words import diagnose

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gamespec import Spec
    from interpreter.play.playout import Playout
    from interpreter.play.result import Result
    from interpreter.protocol import Playing

__all__ = ["Games", "written"]

RUN, FIRST = 2**64 - 5, 3
"""The seed of the run of which hosts play some games, and the number of the first of them."""


def written(spec: Spec, folder: Path) -> tuple[Path, Path]:
    """Write the loader and the module of a game to a folder, and return both paths."""
    compiled = spec.compiled()
    names = compiled.names
    about = About(names.game, names.options, names.spec_hash)
    loader, module = folder / "gamespec.mjs", folder / "game.wasm"
    folder.mkdir(exist_ok=True)
    loader.write_bytes(module_file.loader())
    module.write_bytes(module_file.write(compiled.program, about, labels_of(compiled, spec.path.parent)))
    return loader, module


class Games:
    """Some games of a specification, played by random indexes, and batches of whole games."""

    def __init__(self, spec: Spec, *, games: int = 2, batch: int = 20, most: int = 400) -> None:
        self._compiled, self._folder = spec.compiled(), spec.path.parent
        self._engine = CompiledEngine(self._compiled.program, jobs=1)
        luck = random.Random(spec.name)  # noqa: S311 - any games will do
        self._seeds = [Seeds(luck.getrandbits(64), luck.getrandbits(64)) for _ in range(batch)]
        self._batch = batch
        begun = [luck.getrandbits(64) for _ in range(games)]
        self._games = [self._play(seed, luck, most) for seed in begun]
        self.asked: dict[str, Any] = {
            "games": [
                {"seed": str(seed), "choices": choices}
                for seed, (choices, _) in zip(begun, self._games, strict=True)
            ],
            "seeds": [[str(each.game), str(each.luck)] for each in self._seeds],
            "run": str(RUN),
            "count": batch,
            "restored": 7,
        }
        """What the host is asked to play; see `module_games.mjs`."""

    def expected(self) -> dict[str, Any]:
        """Return what the host must answer."""
        run = [Seeds.of(RUN, FIRST + i) for i in range(self._batch)]
        return {
            "games": [told for _, told in self._games],
            "batch": [*self._told(self._seeds)],
            "simulated": [*self._told(run)],
        }

    def _told(self, seeds: list[Seeds]) -> Iterator[dict[str, Any]]:
        return (self._playout(each) for each in self._engine.batch(seeds))

    def _play(self, seed: int, luck: random.Random, most: int) -> tuple[list[int], dict[str, Any]]:
        """Play a game by random indexes. Return them and what was seen at each step."""
        choices, steps = list[int](), list[dict[str, Any]]()
        try:
            game = self._engine.begin(seed)
        except Fault as fault:
            return choices, {"steps": steps, "fault": self._fault(fault)}
        steps.append(self._seen(game))
        while not game.over and len(choices) < most:
            choices.append(luck.randrange(game.branching))
            try:
                game.take(choices[-1])
            except Fault as fault:
                return choices, {"steps": [*steps, self._seen(game)], "fault": self._fault(fault)}
            steps.append(self._seen(game))
        return choices, {"steps": steps, "fault": None}

    def _seen(self, game: Playing) -> dict[str, Any]:
        names = self._compiled.names.actions
        return {
            "position": list(game.position),
            "options": [
                [each.action, names[each.action].name, _listed(each.values)] for each in game.options
            ],
            "branching": game.branching,
            "player": game.player,
            "over": game.over,
            "result": self._result(game.result),
        }

    def _playout(self, playout: Playout) -> dict[str, Any]:
        return {
            "seed": str(playout.seeds.game),
            "decisions": playout.decisions,
            "result": self._result(playout.result),
            "fault": None if playout.fault is None else self._fault(playout.fault),
        }

    def _result(self, result: Result | None) -> dict[str, Any] | None:
        if result is None:
            return None
        return {key: _listed(value) for key, value in asdict(result).items()} | {
            "reason": self._compiled.names.reason(result.outcome)
        }

    def _fault(self, fault: Fault) -> dict[str, Any]:
        told = diagnose(fault, self._compiled.names)
        span = told.span
        place = f"{span.source.name.removeprefix(f'{self._folder}/')}:{span.line}:{span.column}"
        return {"code": told.code, "text": told.message, "place": place, "help": told.help}


def _listed(value: Any) -> Any:
    """Return a value with lists in place of tuples, as JSON gives it."""
    return [_listed(each) for each in value] if isinstance(value, tuple) else value
