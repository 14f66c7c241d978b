"""The claims of the language reference, checked by means of its examples.

A topic is a text with blocks of YAML. Each block is a game or a part of a game. The test adds the sections
that every game needs, and also the sections of the topic's first block if that block begins with the comment
`# in every example`. A comment `# error: [GS201]` at the end of a line (or `warning`, or `fault` for a fault
in a playout) states which diagnostic the line must cause. No other line may cause a diagnostic, except the
warning that something is never used.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec.text.diagnostics import Diagnostic

HERE = Path(__file__).parent
FRAME = "# in every example\n"
ADDED = {
    "language": "language: 1\n",
    "game": "game: sample\n",
    "title": "title: Sample\n",
    "players": "players: 2\n",
    "phases": "phases:\n  play: {turns: clockwise, do: [{offer: [pass]}]}\n",
    "actions": "actions:\n  pass: {do: []}\n",
    "limit": "limit: {decisions: 10, then: draw}\n",
}
_SECTION = re.compile(r"(?m)^(\w+):.*\n(?:(?![a-z]).*\n)*")
_MARK = re.compile(r"#.*\b(?:error|warning|fault): \[(GS\d{3})\]")


def _blocks(topic: Path) -> list[tuple[str, str]]:
    """Return the examples of a topic, each as its heading and the text of a whole game."""
    text = topic.read_text(encoding="utf-8")
    found: list[tuple[str, str]] = []
    frame = heading = ""
    for match in re.finditer(r"(?m)^#+ (?P<heading>.*)$|^```yaml\n(?P<block>(?s:.*?))^```$", text):
        if match["heading"]:
            heading = match["heading"]
        elif match["block"].startswith(FRAME):
            frame = match["block"].removeprefix(FRAME)
        else:
            found.append((heading, _whole(frame, match["block"])))
    return found


def _whole(frame: str, block: str) -> str:
    """Return a block completed to a whole game by the sections in `frame`.

    Sections that occur in both are merged.
    """
    sections = {match[1]: match[0] for match in _SECTION.finditer(frame)}
    for match in _SECTION.finditer(block):
        before, own = sections.get(match[1]), match[0]
        sections[match[1]] = own if before is None else before + own.partition("\n")[2]
    if "phases" in sections:
        sections.setdefault("actions", "")
    return "".join({**ADDED, **sections}.values())


EXAMPLES = [
    pytest.param(text, id=f"{topic.stem}: {heading} {i}")
    for topic in sorted(HERE.glob("*.md"))
    for i, (heading, text) in enumerate(_blocks(topic), 1)
]


@pytest.mark.parametrize("text", EXAMPLES)
def test_claim(
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mistakes: Callable[[Path], tuple[Diagnostic, ...]],
) -> None:
    """Each example causes exactly the diagnostics that its comments announce."""
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(text, encoding="utf-8")
    lines = enumerate(text.splitlines(), 1)
    expected = [(number, mark[1]) for number, line in lines if (mark := _MARK.search(line))]
    found = [(d.span.line, d.code) for d in mistakes(Path("game.yaml"))]
    assert [f for f in found if f in expected or f[1] != "GS401"] == expected, text
