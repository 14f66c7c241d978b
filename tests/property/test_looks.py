"""Labels and views do not change generated games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from strategies.dice import Rolled
from strategies.games import sketches
from strategies.looks import looked
from strategies.print import printed
from strategies.sample import sample, sizes

from gamespec import SpecError, load
from gamespec.program.written import program_hash
from interpreter import Fault, Game
from interpreter.words import Words

if TYPE_CHECKING:
    from pathlib import Path

    from strategies.sketch import Sketch

    from gamespec.compile import Compiled

LONGEST = 60


def told(compiled: Compiled, seed: int) -> list[str]:
    """Return German texts of a game as the first seat sees them, and its events also in full."""
    words, lines = Words(compiled, "de"), list[str]()
    try:
        game = Game(compiled.program, seed, record=True)
        for _ in range(LONGEST):
            lines += [words.describe(game, 0)]
            if game.over:
                break
            lines += [words.prompt(game), *(words.option(game, option) for option in game.options[:3])]
            game.apply(game.options[seed % len(game.options)])
    except Fault:
        return lines
    for event in game.events:
        lines += [text for player in (None, 0) if (text := words.event(event, player)) is not None]
    return lines


def in_german(label: object) -> str:
    """Return the German text of a label."""
    return str(label["de"]) if isinstance(label, dict) else str(label)


@sizes(12, 60)
def test_looks_change_nothing(number: int, folder: Path) -> None:
    """A game with labels and a view is the same program, and its texts use the labels of phases and kinds."""
    counts = Counter[str]()

    @sample(number)
    @given(sketch=sketches(), seed=st.integers(0, 9999))
    def holds(sketch: Sketch, seed: int) -> None:
        path = folder / "game.yaml"
        path.write_text(sketch.yaml(), encoding="utf-8")
        counts["games"] += 1
        try:
            plain = load(path).compiled()
        except SpecError:
            counts["rejected"] += 1
            return
        document, labels = looked(sketch.document(), Rolled(seed))
        path.write_text(printed(document), encoding="utf-8")
        seen = load(path).compiled()
        assert program_hash(seen.program) == program_hash(plain.program)
        german, lines = Words(seen, "de"), told(seen, seed)
        for at, name in enumerate(seen.names.phases):
            if f"phases.{name}" in labels:
                assert german.phase(at) == in_german(labels[f"phases.{name}"])
        for name in seen.world.kinds:
            assert german.kind(name) == in_german(labels[f"components.{name}"])
        hidden = [german.zone(at) for at in german.unshown_zones]
        assert not [line for line in lines for zone in hidden if line.startswith(f"{zone}:")]
        counts["told"] += bool(lines)

    holds()
    assert counts["told"] * 2 > counts["games"]
