/**
 * Makes what the page's Python starts from, by the very Python that the page runs:
 *
 *     node compile.mjs code IN OUT PLACE KEPT…
 *
 * compiles the Python files of the zip archive IN, which will lie below PLACE, to bytecode without docstrings. Files
 * below the folders KEPT stay in source, too. And
 *
 *     node compile.mjs memory LIBRARY SITE GAME MEMORY
 *
 * starts Python with the archive LIBRARY and the folder SITE, imports the workbench, lets it check and compile GAME, and
 * writes the memory that Python has then: a page that takes it up need not do all this again. It prints the paths of
 * the modules in that memory, as JSON.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const WARM = 3; // how often the game is checked and compiled
const BLANK = 4; // megabytes of memory that are filled with zeros, so that no remains of earlier work are written

/** @param {string} from @param {string} to @param {string} place @param {...string} kept */
async function code(from, to, place, ...kept) {
  const python = await loadPyodide();
  python.FS.writeFile("/in.zip", readFileSync(from));
  python.globals.set("given", python.toPy({ place, kept }));
  python.runPython(`
import ast, importlib.util, marshal, zipfile

class Undocumented(ast.NodeTransformer):
    def visit(self, node):
        self.generic_visit(node)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            node.body[0].value = ast.copy_location(ast.Constant(""), node.body[0].value)
        return node

def bytecode(source, name):
    tree = Undocumented().visit(ast.parse(source))
    code = compile(tree, f"{given['place']}/{name}", "exec", dont_inherit=True, optimize=0)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)

with zipfile.ZipFile("/in.zip") as files, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as made:
    def put(name, content):
        made.writestr(zipfile.ZipInfo(name), content)
    for name in files.namelist():
        if name.endswith("/"):
            continue
        content = files.read(name)
        stays = any(name.startswith(f"{folder}/") for folder in given["kept"])
        if not name.endswith(".py") or stays:
            put(name, content)
        if name.endswith(".py"):
            code = bytecode(content, name)
            if stays:  # unchecked, by PEP 552: nobody compares it with the source
                code = code[:4] + (1).to_bytes(4, "little") + code[8:]
                folder, _, last = name.rpartition("/")
                put(f"{folder}/__pycache__/{last.removesuffix('.py')}.cpython-314.pyc", code)
            else:
                put(f"{name}c", code)
`);
  writeFileSync(to, python.FS.readFile("/out.zip"));
}

/** @param {string} library @param {string} site @param {string} game @param {string} to */
async function memory(library, site, game, to) {
  const python = await loadPyodide({ stdLibURL: library, env: { PYTHONHASHSEED: "0" }, _makeSnapshot: true });
  for (const [place, root] of [["/site", site], ["/game", game]]) {
    python.FS.mkdir(place);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
  }
  const there = python.runPython(`
import gc, json, sys, zipimport
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, "/site")
from interpreter.playground.workbench import Workbench

def warmed():
    bench = Workbench(lambda message: None, lambda faults: None)
    request = json.dumps({"files": {"game.yaml": Path("/game/game.yaml").read_text()}, "main": "game.yaml"})
    for _ in range(${WARM}):
        bench.check(request)
    bench.module()

def told():
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return json.dumps(sorted({file for file in files if file}))

warmed()
found = told()
del warmed, told
zipimport._zip_directory_cache.clear()  # what the page's archive and folders hold is looked up there
sys.path_importer_cache.clear()
gc.collect()
blank = [bytes(size) for size in (1 << 18, 1 << 14, 1 << 11, 600) for _ in range(${BLANK} * (1 << 20) // size)]
del blank
gc.collect()
found
`);
  for (const place of ["/site", "/game"]) python.FS.unmount(place);
  writeFileSync(to, python.makeMemorySnapshot());
  console.log(there);
}

const [what, one, other, ...given] = process.argv.slice(2);
try {
  if (what === "code") await code(one, other, given[0], ...given.slice(1));
  else await memory(one, other, given[0], given[1]);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error)); // not the script of the error, which is a megabyte in a line
  process.exit(1);
}
