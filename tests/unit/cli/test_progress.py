"""Tests for the progress of long runs where standard error is not a terminal."""

from __future__ import annotations

import pytest

from interpreter.cli.common import playouts


def test_progress_in_logs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """There is a line for each half minute, which counts games that an earlier run played as well."""
    times = iter([0.0, 10.0, 31.0, 50.0, 62.0])
    monkeypatch.setattr(playouts, "perf_counter", lambda: next(times))
    with playouts.progress(2000, already=100) as step:
        for games in (40, 270, 190, 310):
            step(games)
    assert capsys.readouterr().err.splitlines() == [
        "410 of 2,000 games, 10.0 games/s",  # (40 + 270) in 31 s
        "910 of 2,000 games, 13.1 games/s",  # (40 + 270 + 190 + 310) in 62 s
    ]
