"""Claims about documents: printing a game preserves it, and overlays give the same game in any grouping."""

from __future__ import annotations

from pathlib import Path

from gamespec import SpecError, load
from gamespec.loader import Spec
from gamespec.program import Program
from interpreter import Fault, Game, Option
from interpreter.cli.common.loading import document
from interpreter.cli.design.resolved import resolved
from interpreter.scenario import Played, load_scenarios, run_scenario, scenario_text
from strategies import engine
from strategies.claims import Tally
from strategies.dice import Dice

__all__ = ["overlaid", "printed_again", "retold"]

HEAD = "language: 1\ngame: {name}\ntitle: Sketch\nextends: {extends}\n"


def _text(spec: Spec) -> str:
    """Return the text of a game as `gamespec show --resolved` prints it."""
    return "".join(f"{line}\n" for line in resolved(document(spec, {})))


def printed_again(spec: Spec, folder: Path) -> Path:
    """Print a game, check that the printed file has the same program, and return the path of the file."""
    copy = folder / "printed" / "game.yaml"
    copy.parent.mkdir(exist_ok=True)
    copy.write_text(_text(spec), encoding="utf-8")
    again = load(copy)
    for players in spec.players:
        same = engine.same_program(spec.program(players), again.program(players))
        assert same, f"the printed game differs for {players} players"
    return copy


def retold(game: Path, dice: Dice, tally: Tally) -> None:
    """Play a game, and check that the scenario recorded from it passes. A game that faults is skipped."""
    spec, seed = load(game), dice.below(1000)
    compiled, answers = spec.compiled(), list[tuple[int, Option]]()
    try:
        played = Game(compiled.program, seed)
        while not played.over:
            answers.append((played.player, dice.pick(played.options)))
            played.apply(answers[-1][1])
    except Fault:
        return
    told = scenario_text(Played(compiled, seed, {}, "", tuple(answers), played), "told", "Told")
    (game.parent / "scenarios").mkdir(exist_ok=True)
    (game.parent / "scenarios" / "told.yaml").write_text(told, encoding="utf-8")
    ((scenario,), _) = load_scenarios(spec)
    outcome = run_scenario(spec, scenario)
    assert outcome.passed, f"{told}\n{outcome.report}"
    tally.counts["retold"] += 1


def overlaid(game: Path, texts: list[str], folder: Path, tally: Tally) -> None:
    """Check that three overlays give the same game however they are grouped.

    They are applied all at once, then each as an extension of the previous one, and then the last two are
    applied to the printed game that includes the first.
    """
    for name in ("beside", "chain", "base"):
        (folder / name / "variants").mkdir(parents=True, exist_ok=True)
    (folder / "beside" / "game.yaml").write_text(game.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "chain" / "game.yaml").write_text(game.read_text(encoding="utf-8"), encoding="utf-8")
    for i, text in enumerate(texts):
        own = folder / "beside" / "variants" / f"over{i + 1}.yaml"
        own.write_text(HEAD.format(name="laid", extends="../game.yaml") + text, encoding="utf-8")
        before = f"over{i}.yaml" if i else "../game.yaml"
        own = folder / "chain" / "variants" / f"over{i + 1}.yaml"
        own.write_text(HEAD.format(name="laid", extends=before) + text, encoding="utf-8")
        own = folder / "base" / "variants" / f"over{i + 1}.yaml"
        own.write_text(HEAD.format(name="laid", extends="../game.yaml") + text, encoding="utf-8")
    tally.counts["overlaid"] += 1
    names = "+".join(f"over{i + 1}" for i in range(len(texts)))
    at_once = _program(f"{folder / 'beside'}+{names}")
    if isinstance(at_once, str):
        tally.rejected[at_once] += 1
    first = _read(f"{folder / 'beside'}+over1")
    others = [_program(str(folder / "chain" / "variants" / f"over{len(texts)}.yaml"))]
    if first is not None:
        (folder / "base" / "game.yaml").write_text(_text(first), encoding="utf-8")
        rest = "+".join(f"over{i + 2}" for i in range(len(texts) - 1))
        others.append(_program(f"{folder / 'base'}+{rest}"))
    for other in others:
        if isinstance(at_once, str) or isinstance(other, str):
            assert at_once == other, f"all at once: {at_once}; in another grouping: {other}"
            continue
        assert engine.same_program(at_once, other), "overlays differ in another grouping"


def _program(name: str) -> Program | str:
    """Return the program of a game, or the code of its first error."""
    try:
        return load(name).program()
    except SpecError as why:
        return why.diagnostics[0].code


def _read(name: str) -> Spec | None:
    try:
        return load(name)
    except SpecError:
        return None
