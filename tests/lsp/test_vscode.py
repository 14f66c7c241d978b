"""The packed extension in Visual Studio Code: games are typed and played, mistakes cured, changes shown.

GAMESPEC_VSCODE names the folder of VS Code's own server, which the npm package `code-server` contains
(CONTRIBUTING.md says how to get it); a browser shows its page.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from chromium import chromium, reason
from playwright.sync_api import Page, expect, sync_playwright

VARIABLE = "GAMESPEC_VSCODE"
ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")
PATIENCE = 600
SLOW = 120_000
"""Milliseconds that the page may take to show something."""

pytestmark = [
    pytest.mark.long("editors"),
    pytest.mark.skipif(NODE is None or VARIABLE not in os.environ, reason=f"needs node and {VARIABLE}"),
    pytest.mark.skipif(reason() is not None, reason=str(reason())),
]


def called(*args: object, **more: object) -> None:
    """Run a program to its end."""
    subprocess.run([*map(str, args)], check=True, timeout=PATIENCE, **more)  # type: ignore[call-overload]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the packed extension."""
    path: Path = tmp_path_factory.mktemp("extension") / "gamespec.vsix"
    called(NODE, ROOT / "editors" / "vscode" / "pack.mjs", path)
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a new project, with `gamespec` in a virtual environment of its own."""
    folder = tmp_path / "my-games"
    called(sys.executable, "-m", "gamespec", "init", folder, "--project", cwd=tmp_path)
    command = folder / ".venv" / "bin" / "gamespec"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m gamespec "$@"\n')
    command.chmod(0o755)
    return folder


def commit(folder: Path) -> None:
    """Put all files of a folder under version control."""
    author = ("-c", "user.name=author", "-c", "user.email=author@example.org")
    for args in (("init", "-q"), ("add", "."), (*author, "commit", "-qm", "a game")):
        called("git", *args, cwd=folder)


@contextmanager
def editor(folder: Path, archive: Path, data: Path) -> Iterator[Page]:
    """Start the editor with the packed extension, and yield its page with a folder open."""
    code = Path(os.environ[VARIABLE]) / "out" / "server-main.js"
    where = ["--server-data-dir", data / "server", "--extensions-dir", data / "extensions"]
    called(NODE, code, *where, "--accept-server-license-terms", "--install-extension", archive)
    options = [
        "--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--disable-workspace-trust",
        "--telemetry-level", "off", "--accept-server-license-terms",
    ]  # fmt: skip
    started = [NODE, code, *where, *options]
    with subprocess.Popen([*map(str, started)], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            ports = (re.search(r"listening on (\d+)", line) for line in server.stdout)
            port = next(found[1] for found in ports if found)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1400, "height": 900})
                page.set_default_timeout(SLOW)
                page.goto(f"http://127.0.0.1:{port}/?folder={folder}")
                yield page
                browser.close()
        finally:
            server.terminate()
            server.wait(PATIENCE)


def opened(page: Page, *names: str) -> None:
    """Click on names in the explorer, one after the other."""
    for name in names:
        page.locator(".explorer-folders-view .monaco-list-row", has_text=name).first.click()


def colour(page: Page, word: str) -> str:
    """Return the colour of the first word with this text."""
    shown = page.locator(".view-line span span", has_text=re.compile(f"^{word}$")).first
    return str(shown.evaluate("each => getComputedStyle(each).color"))


def test_a_mistake_is_cured_and_a_change_shown(project: Path, archive: Path, tmp_path: Path) -> None:
    """Types appear, a mistake is underlined, a key cures it, and a button tells what has changed."""
    expect.set_options(timeout=SLOW)
    commit(project)
    game = project / "games" / "my-games" / "game.yaml"
    sound = game.read_text().replace("label: draw a card", "label: take a card")
    with editor(project, archive, tmp_path) as page:
        opened(page, "games", "game.yaml")
        line = page.locator(".view-line", has_text=re.compile("fits.*bool"))
        expect(line).to_have_count(1)  # the server tells the type
        assert colour(page, "options") != colour(page, "default")  # a section and a key
        game.write_text(sound.replace("empty(deck)", "emty(deck)", 1))
        expect(page.locator(".squiggly-error")).to_have_count(1)
        line.click()
        page.keyboard.press("F8")  # to the mistake
        expect(page.locator(".marker-widget")).to_contain_text("emty")
        page.keyboard.press("Escape")
        expect(page.locator(".marker-widget")).to_have_count(0)
        expect(page.locator("[class*=lightbulb-autofix]").first).to_be_visible()
        page.keyboard.press("Control+.")
        expect(page.locator(".action-widget")).to_contain_text("write `empty`")
        page.keyboard.press("Enter")
        expect(page.locator(".squiggly-error")).to_have_count(0)
        page.locator('a.action-label[aria-label*="What Changed"]').first.click()
        expect(page.locator(".view-line", has_text="draw.label")).to_contain_text("take a card")
        assert game.read_text() == sound  # the button saves


def terminal_in_page(folder: Path) -> None:
    """Let the terminal put its text into the page."""
    settings = folder / ".vscode" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"terminal.integrated.gpuAcceleration": "off"}')


RACE = """\
language: 1
game: my-games
title: Race
players: 2

variables:
  points: {per: player, type: 0..9}

actions:
  step:
    do:
      - set:
          "points[me]": "points[me] + 1"

phases:
  race:
    turns: clockwise
    do:
      - offer: [step]

end:
  done: {when: "any(p in players: points[p] == 9)"}
limit: {decisions: 30, then: draw}"""


def typed(page: Page, text: str) -> None:
    """Type lines into an empty file. The editor indents them; only an end of an indentation needs a key."""
    given = 0
    for number, line in enumerate(text.split("\n")):
        if number:
            page.keyboard.press("Enter")
        if not line:
            continue
        indentation = len(line) - len(line.lstrip())
        for _ in range((given - indentation) // 2):
            page.keyboard.press("Shift+Tab")
        page.keyboard.type(line.lstrip(), delay=20)
        if line.endswith("clockwise"):
            page.keyboard.press("Control+Space")
            expect(page.locator(".suggest-widget.visible")).to_be_visible()  # which Enter does not accept
        deeper = 4 if line.lstrip().startswith("- ") else 2
        given = indentation + (deeper if line.endswith(":") else 0)


def test_a_game_is_typed_and_played_again(project: Path, archive: Path, tmp_path: Path) -> None:
    """Keys type a game with its layout, *play* plays it anew each time, and *what changed* asks for git."""
    expect.set_options(timeout=SLOW)
    game = project / "games" / "my-games" / "game.yaml"
    game.write_text("language: 1\n")
    terminal_in_page(project)
    with editor(project, archive, tmp_path) as page:
        opened(page, "games", "game.yaml")
        expect(page.locator(".squiggly-error")).to_have_count(1)  # the server answers
        page.locator(".view-line").first.click()
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        typed(page, RACE)
        expect(page.locator(".squiggly-error")).to_have_count(0)
        for _ in range(2):
            page.locator('a.action-label[aria-label*="Play"]').first.click()
            expect(page.locator(".xterm-rows")).not_to_contain_text("your points up")
            expect(page.locator(".xterm-rows")).to_contain_text("choose an action")
            assert game.read_text() == RACE  # the button saves
            page.keyboard.type("1\n")
            expect(page.locator(".xterm-rows")).to_contain_text("your points up from 0 to 1")
        page.locator('a.action-label[aria-label*="What Changed"]').first.click()
        expect(page.locator(".notification-toast")).to_contain_text("git init")
        expect(page.locator(".notification-toast")).to_have_count(1)


FAULTY = """\
language: 1
game: my-games
title: Countdown
players: 2
variables: {left: {type: 0..10, start: 3}}
actions:
  lower: {do: [{set: {left: left - 1}}]}
phases:
  play: {turns: clockwise, do: [{offer: [lower]}]}
end:
  over: {when: 10 // left > 10, draw: true}
limit: {decisions: 30, then: draw}
"""


def test_a_fault_is_marked_and_a_new_variant_compared(project: Path, archive: Path, tmp_path: Path) -> None:
    """A fault of *simulate* is underlined until the next edit; a new variant is compared with its base."""
    expect.set_options(timeout=SLOW)
    game = project / "games" / "my-games" / "game.yaml"
    game.write_text(FAULTY)
    commit(project)
    terminal_in_page(project)
    variant = game.parent / "variants" / "longer.yaml"
    variant.parent.mkdir(exist_ok=True)
    edit = "edit: [{set: {variables.left.start: 5}}]"
    variant.write_text(f"language: 1\ngame: longer\ntitle: Longer\nextends: ../game.yaml\n{edit}\n")
    with editor(project, archive, tmp_path) as page:
        opened(page, "games", "game.yaml")
        expect(page.locator(".squiggly-error")).to_have_count(0)
        page.locator('a.action-label[aria-label*="Simulate"]').first.click()
        expect(page.locator(".squiggly-error")).to_have_count(1)
        expect(page.locator(".xterm-rows")).to_contain_text("exit code: 1")
        page.locator(".view-line", has_text="Countdown").first.click()
        page.keyboard.press("F8")
        expect(page.locator(".marker-widget")).to_contain_text("division by zero")
        page.keyboard.press("Escape")
        page.locator(".view-line", has_text="Countdown").first.click()  # F8 went to the fault
        page.keyboard.press("End")
        page.keyboard.type("!")
        expect(page.locator(".squiggly-error")).to_have_count(0)
        opened(page, "variants", "longer.yaml")
        page.locator('a.action-label[aria-label*="What Changed"]').first.click()
        expect(page.locator(".view-line", has_text="→ now")).to_contain_text(
            "longer.yaml: what it extends → now"
        )
        expect(page.locator(".view-line", has_text="left.start: 3")).to_contain_text("3 → 5")
