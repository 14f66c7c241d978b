"""Builds the playground: `python -m interpreter.playground.build FOLDER` writes static files for any server.

It needs Node with npm, and the Python libraries that the page's Python uses, from which it takes what they
have in pure Python. What comes from npm is pinned in `page/package-lock.json`, with a hash of each package
that npm checks: Pyodide (CPython as WebAssembly), CodeMirror (the editor) and esbuild (which joins scripts).
Equal sources give equal files. One hash names them all: the folder in which they lie, beside the page that
leads to them, so that a browser never mixes two versions.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from gamespec import games
from gamespec.system import resources
from interpreter.drawn import html as drawn
from interpreter.locale import LANGUAGES, of_the_page
from interpreter.playground.packed import DATES, archive, entries
from interpreter.playground.phrases import phrases, sections
from interpreter.playground.starts import first, index, start

__all__ = ["Unbuilt", "build", "main"]

PAGE = Path(__file__).with_name("page")

SCRIPTS = ("main.js", "worker.js", "games.js")
"""The scripts of the page that others are joined with."""

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs")

SOURCES = ("interpreter/kernels", "interpreter/play")
"""Folders whose source the compiled engine reads, because it translates it."""

UNUSED = re.compile(
    r"(_pyrepl|bdb|cProfile|cgi|cgitb|cmd|curses|dbm|doctest|ensurepip|filecmp|ftplib"
    r"|idlelib|imaplib|lib2to3|mailbox|mailcap|modulefinder|nntplib|optparse|pdb|pickletools|poplib|profile"
    r"|pstats|pty|pyclbr|pydoc|pydoc_data|sched|shelve|smtplib|socketserver|sqlite3|tabnanny|telnetlib"
    r"|tkinter|trace|turtle|turtledemo|unittest|venv|wsgiref|xdrlib|xmlrpc|zipapp)\b"
)
"""Modules of the standard library that nothing here imports."""


class Unbuilt(Exception):
    """The playground cannot be built. The message says why."""


def build(folder: Path) -> str:
    """Write the playground into a folder, which must be new or empty, and return its version.

    Raises `Unbuilt`.
    """
    if folder.exists() and any(folder.iterdir()):
        raise Unbuilt(f"`{folder}` is not empty")
    with TemporaryDirectory() as place:
        work = Path(place)
        for name in ("package.json", "package-lock.json", "compile.mjs"):
            shutil.copy(PAGE / name, work)
        _run(work, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--silent")
        made = work / "made"
        (made / "pyodide").mkdir(parents=True)
        _copy_page(made)
        _join_scripts(work, made)
        _write_python(work, made)
        version = _version(made)
        whole = work / "whole"
        shutil.copytree(made, whole / version)
        _write_root(whole, version)
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copytree(whole, folder, dirs_exist_ok=True)
    return version


def _run(place: Path, *command: str) -> str:
    """Run a program in a folder and return what it prints. Raises `Unbuilt` if that fails."""
    program = shutil.which(command[0], path=None)
    if program is None:
        raise Unbuilt(f"`{command[0]}` is not installed: the build needs Node with npm")
    done = subprocess.run(  # noqa: S603 - our own commands
        [program, *command[1:]], cwd=place, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Unbuilt(f"`{' '.join(command[:2])}` failed: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


def _copy_page(made: Path) -> None:
    """Write what needs no program: pages, style sheets, fonts, and the games to start from."""
    static = files("interpreter.serve") / "static"
    for style in PAGE.glob("*.css"):
        shutil.copy(style, made)
    for file in static.iterdir():
        if file.name.endswith((".css", ".woff2", ".txt")) and not file.name.startswith("hall"):
            content = file.read_bytes()
            if file.name == "fonts.css":
                content = content.replace(b"/static/", b"")
            made.joinpath(file.name).write_bytes(content)
    page = (static / "page.css").read_text(encoding="utf-8")
    (made / "palette.css").write_text(page[: page.index("*, *::before")], encoding="utf-8")
    (made / "table.css").write_text(drawn.style(), encoding="utf-8")
    (made / "table.html").write_text(_table_page((static / "page.html").read_text("utf-8")), "utf-8")
    (made / "starts.json").write_text(_json(index()), encoding="utf-8")
    (made / "phrases.json").write_text(
        _json(
            {
                "sections": sections(),
                "phrases": {
                    language: [phrase._asdict() for phrase in phrases(language)] for language in LANGUAGES
                },
            }
        ),
        "utf-8",
    )
    (made / "starts").mkdir()
    for game in games():
        (made / "starts" / f"{game}.json").write_text(_json(start(game)), encoding="utf-8")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _table_page(page: str) -> str:
    """Return the page of `gamespec serve` as the frame of the playground shows it."""
    options = "".join(
        f'<option value="{key}" lang="{key}">{name}</option>' for key, name in LANGUAGES.items()
    )
    page = _translated(page, "interpreter/serve/static/")
    page = page.replace('<select id="language">', f'<select id="language">{options}')
    page = page.replace('src="/static/main.js"', 'src="table.js"').replace('href="/static/', 'href="')
    page = page.replace('href="/table.css"', 'href="table.css"')
    return page.replace("</head>", '<link rel="stylesheet" href="frame.css">\n</head>')


def _translated(page: str, folder: str) -> str:
    """Return a page with the messages, in other languages, of itself and of the scripts in its folder."""
    said = _json(of_the_page(folder)).replace("<", "\\u003c")
    return page.replace('id="catalogues">{}<', f'id="catalogues">{said}<')


def _join_scripts(work: Path, made: Path) -> None:
    """Join the scripts of the page, and those of the table with another connection."""
    for package in ("interpreter.playground.page", "interpreter.serve.static", "interpreter.compiled.export"):
        place = work.joinpath(*package.split("."))
        place.mkdir(parents=True)
        for file in files(package).iterdir():
            if file.name.endswith((".js", ".mjs")):
                (place / file.name).write_bytes(file.read_bytes())
    page, static = work / "interpreter/playground/page", work / "interpreter/serve/static"
    how = (
        "--bundle",
        "--minify",
        "--format=esm",
        "--target=es2022",
        "--charset=utf8",
        "--legal-comments=none",
    )
    esbuild = str(work / "node_modules" / ".bin" / "esbuild")
    for script in SCRIPTS:
        _run(work, esbuild, str(page / script), *how, f"--outfile={made / script}")
    shutil.copy(page / "connection.js", static)
    _run(work, esbuild, str(static / "main.js"), *how, f"--outfile={made / 'table.js'}")


def _write_python(work: Path, made: Path) -> None:
    """Write Pyodide and what its Python imports, compiled to bytecode and compressed."""
    pyodide = work / "node_modules" / "pyodide"
    for name in PYODIDE:
        shutil.copy(pyodide / name, made / "pyodide")
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (made / "pyodide" / "pyodide-lock.json").write_text(_json(lock | {"packages": {}}), encoding="utf-8")
    wasm = (pyodide / "pyodide.asm.wasm").read_bytes()
    (made / "pyodide" / "pyodide.asm.wasm.gz").write_bytes(_gzip(wasm))
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as given:
        names = [name for name in given.namelist() if not name.endswith("/") and not UNUSED.match(name)]
        (work / "in.zip").write_bytes(_only(given, names))
    _run(work, "node", "compile.mjs", "code", "in.zip", "library.zip", "/lib/python314.zip")
    (work / "in.zip").write_bytes(archive(entries()))
    _run(work, "node", "compile.mjs", "code", "in.zip", "site.zip", "/site", *SOURCES)
    with zipfile.ZipFile(work / "site.zip") as site:
        site.extractall(work / "site")
    game = str(resources.directory("games") / first())
    there = set(
        json.loads(_run(work, "node", "compile.mjs", "memory", "library.zip", "site", game, "memory"))
    )
    (made / "memory.gz").write_bytes(_gzip((work / "memory").read_bytes()))
    with zipfile.ZipFile(work / "library.zip") as given:
        names = [name for name in given.namelist() if f"/lib/python314.zip/{name}" not in there]
        (made / "pyodide" / "python_stdlib.zip").write_bytes(_only(given, names))
    with zipfile.ZipFile(work / "site.zip") as given:
        names = [name for name in given.namelist() if not _is_known(name, there)]
        (made / "site.zip.gz").write_bytes(_gzip(_only(given, names, zipfile.ZIP_STORED)))


def _is_known(name: str, there: set[str]) -> bool:
    """Return whether a file of the site is the bytecode of a module that is in the memory."""
    path = PurePosixPath("/site", name)
    if path.parent.name == "__pycache__":
        return str(path.parents[1] / f"{path.name.partition('.')[0]}.py") in there
    return path.suffix == ".pyc" and str(path) in there


def _only(given: zipfile.ZipFile, names: list[str], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive with some of the files of another one."""
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for name in sorted(names):
            packed.writestr(zipfile.ZipInfo(name, DATES), given.read(name), how, 9)
    return written.getvalue()


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


def _version(made: Path) -> str:
    """Return the version, which names the content of all files."""
    digest = sha256()
    for path in (*sorted(_below(made)), PAGE / "index.html", PAGE / "sw.js"):
        name = path.relative_to(made).as_posix() if path.is_relative_to(made) else path.name
        digest.update(f"{name} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:16]


def _write_root(whole: Path, version: str) -> None:
    """Write, beside the folder of a version, its page and the service worker that keeps both."""
    paths = (path.relative_to(whole).as_posix() for path in sorted(_below(whole)) if path.suffix != ".txt")
    page = (PAGE / "index.html").read_text(encoding="utf-8").replace("{version}", version)
    size = sum(path.stat().st_size for path in (whole / version).rglob("*.gz"))
    page = page.replace("{bytes}", str(size))
    (whole / "index.html").write_text(_translated(page, "interpreter/playground/page/"), encoding="utf-8")
    text = (PAGE / "sw.js").read_text(encoding="utf-8").replace("{version}", version)
    text = text.replace("/** @type {string[]} */ ([]); // {files}", f"{_json(['./', 'index.html', *paths])};")
    (whole / "sw.js").write_text(text, encoding="utf-8")
    (whole / "version.txt").write_text(f"{version}\n", encoding="utf-8")


def _below(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def main() -> int:
    """Build the playground into the folder that the command line names, and return the exit status."""
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):  # noqa: PLR2004 - the program and the folder
        sys.stderr.write("usage: python -m interpreter.playground.build FOLDER\n")
        return 2
    folder = Path(sys.argv[1])
    try:
        version = build(folder)
    except (Unbuilt, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    size = sum(path.stat().st_size for path in _below(folder))
    sys.stdout.write(f"{folder}: playground {version}, {size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
