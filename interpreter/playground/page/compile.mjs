/**
 * Compiles Python files to bytecode, by the very Python that the page runs: `node compile.mjs IN OUT PLACE KEPT…`. `IN` is a
 * zip archive, and so is `OUT`. Files will lie below PLACE; those below the folders KEPT stay in source, too.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [from, to, place, ...kept] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.writeFile("/in.zip", readFileSync(from));
python.globals.set("kept", python.toPy(kept));
python.globals.set("place", place);
python.runPython(`
import importlib.util, io, marshal, zipfile

def bytecode(source, name):
    code = compile(source, f"{place}/{name}", "exec", dont_inherit=True, optimize=0)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)

with zipfile.ZipFile("/in.zip") as given, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as made:
    def put(name, content):
        made.writestr(zipfile.ZipInfo(name), content)
    for name in given.namelist():
        content = given.read(name)
        if name.endswith("/"):
            continue
        stays = any(name.startswith(f"{folder}/") for folder in kept)
        if not name.endswith(".py") or stays:
            put(name, content)
        if name.endswith(".py"):
            folder, _, last = name.rpartition("/")
            stem = last.removesuffix(".py")
            cached = f"{folder}/__pycache__/{stem}.cpython-314.pyc".lstrip("/")
            code = bytecode(content, name)
            if stays:  # unchecked, by PEP 552: nobody compares it with the source
                code = code[:4] + (1).to_bytes(4, "little") + code[8:]
            put(cached if stays else f"{name}c", code)
`);
writeFileSync(to, python.FS.readFile("/out.zip"));
