"""Tests that the readers of foreign input withstand the inputs that `bench/inputs.py` has kept."""

from __future__ import annotations

import json
import random
import sys
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from readers import READERS

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "bench" / "inputs.py"
INPUTS = ROOT / "tests" / "inputs"
MOST, LARGEST = 20, 8192
"""Maximum number of inputs of a reader, and of bytes of an input."""


KEPT = [file for name in READERS for file in sorted((INPUTS / name).iterdir())]


@pytest.mark.parametrize("file", KEPT, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_an_input_is_read_or_refused(file: Path) -> None:
    """A reader accepts each input or refuses it in the documented way; earlier, some made it crash."""
    READERS[file.parent.name](file.read_bytes())


def test_the_inputs_are_few_and_small() -> None:
    """Each reader has some inputs, but not many, and no input is long."""
    assert {folder.name for folder in INPUTS.iterdir()} == set(READERS)
    for name in READERS:
        files = list((INPUTS / name).iterdir())
        assert 0 < len(files) <= MOST
        assert all(file.stat().st_size <= LARGEST for file in files)


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """Return the script `bench/inputs.py` as a module."""
    spec = spec_from_file_location("inputs", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["inputs"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("target", READERS)
def test_changed_inputs_are_read_or_refused(target: str, script: ModuleType) -> None:
    """The search has inputs to begin with, its changes follow from a seed, and readers withstand some."""
    luck = random.Random(target)  # noqa: S311 - reproducible, not secret
    every = sorted(script.beginnings(target), key=len)[:50]
    assert every
    for seed in range(8):
        data = luck.choice(every)
        made = script.changed(target, data, seed, partial(shuffled, seed))
        assert made == script.changed(target, data, seed, partial(shuffled, seed))
        READERS[target](made)


def shuffled(seed: int, data: bytes) -> bytes:
    """Return the bytes with two of them exchanged at random."""
    luck, made = random.Random(seed), bytearray(data)  # noqa: S311 - as above
    if made:
        a, b = luck.randrange(len(made)), luck.randrange(len(made))
        made[a], made[b] = made[b], made[a]
    return bytes(made)


def test_changes_keep_json(script: ModuleType) -> None:
    """A change of a JSON text as a tree gives another JSON text."""
    data = json.dumps({"a": [1, "x", {"b": None}], "c": True}).encode()
    made = {script.change_json(data, random.Random(seed), lambda some: some) for seed in range(40)}  # noqa: S311
    assert len(made) > 20
    for text in made:
        json.loads(text)


def test_without_the_fuzzer_it_says_what_to_install(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without atheris the script says how to install it, and its exit status is 2."""
    monkeypatch.setitem(sys.modules, "atheris", None)
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), "saved"])
    assert script.main() == 2
    assert "pip install atheris" in capsys.readouterr().err


def test_a_finding_is_reported(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that a reader does not document is a finding, and its shortest input is kept."""

    def broken(data: bytes) -> None:
        if b"x" in data:
            raise KeyError(data)

    monkeypatch.setitem(READERS, "saved", broken)
    findings = script.Findings(tmp_path / "found")
    for data in (b"aaaa", b"aax", b"x", b"xa"):
        script.attempted("saved", data, findings)
    (name,) = findings.known
    assert name.startswith("KeyError-test_inputs-")
    assert (tmp_path / "found" / name).read_bytes() == b"x"
    assert "KeyError" in (tmp_path / "found" / f"{name}.txt").read_text(encoding="utf-8")
