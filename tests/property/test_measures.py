"""Both engines compute the same measures of generated games, and measuring does not change the games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from strategies.games import sketches
from strategies.sample import sample, sizes

from gamespec import SpecError, load
from gamespec.program.written import About, program_hash, read, write
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Seeds
from interpreter.play.tally import ALL, NOTHING, Counts

if TYPE_CHECKING:
    from pathlib import Path

    from strategies.sketch import Sketch

    from interpreter.play.result import Result
    from interpreter.play.tally import Tally
    from interpreter.protocol import Engine

MAY_FAIL = 5
"""Maximum share of games for which the checker says that a measure may fail, in per cent."""


def told(
    engine: Engine, seeds: list[Seeds], counts: Counts = NOTHING
) -> list[tuple[int, Result | None, str, Tally | None]]:
    """Return the number of decisions, the result, the fault and the counts of each game."""
    return [(p.decisions, p.result, str(p.fault), p.tally) for p in engine.batch(seeds, tally=counts)]


@sizes(20, 60)
def test_engines_measure_the_same(number: int, folder: Path) -> None:
    """Both engines compute the same measures, and games have the same results without measures."""
    counts = Counter[str]()

    @sample(number)
    @given(sketch=sketches(), seed=st.integers(0, 9999))
    def holds(sketch: Sketch, seed: int) -> None:
        if not sketch.measures:
            return
        path = folder / "game.yaml"
        path.write_text(sketch.yaml(), encoding="utf-8")
        counts["games"] += 1
        try:
            plain = load(path).compiled()
        except SpecError as why:
            counts["rejected"] += 1
            counts["may fail"] += any(d.code == "GS321" for d in why.diagnostics)
            return
        program = plain.measured.program
        seeds = [Seeds.of(seed, index) for index in range(4)]
        wanted = told(DefinitionalEngine(program), seeds, ALL)
        assert told(CompiledEngine(program, jobs=1), seeds, ALL) == wanted
        assert [rest for *rest, _ in wanted] == [
            rest for *rest, _ in told(DefinitionalEngine(plain.program), seeds)
        ]
        again = read(write(program, About("sketch", {}, ""))).program
        assert told(DefinitionalEngine(again), seeds, ALL) == wanted
        assert program_hash(load(path).program()) == program_hash(plain.program) != program_hash(program)
        counts["compared"] += sum(tally is not None and tally.measures is not None for *_, tally in wanted)

    holds()
    print(counts)  # noqa: T201 - shown with a failure, and with `-s`
    assert counts["compared"] > counts["games"]
    assert counts["may fail"] * 100 <= MAY_FAIL * counts["games"]
