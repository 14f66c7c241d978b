/** The worker in which Python runs. Each request names a method of the workbench; see `workbench.py`. */

import createPyodide from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PAGE = 65536; // bytes, by the specification of WebAssembly

/** Files that are stored compressed, so that every server sends them small. */
const plain = self.fetch.bind(self);
self.fetch = async (resource, init) => {
  const url = String(resource instanceof Request ? resource.url : resource);
  if (!url.endsWith(".wasm")) return plain(resource, init);
  return new Response((await unpacked(`${url}.gz`)).body, { headers: { "Content-Type": "application/wasm" } });
};

/** @param {string | URL} url @returns {Promise<Response>} The content of a gzip file. */
async function unpacked(url) {
  const found = await plain(url);
  if (!found.ok || !found.body) throw new Error(`${url}: ${found.status}`);
  return new Response(found.body.pipeThrough(new DecompressionStream("gzip")));
}

/** @param {string} name @returns {Promise<Uint8Array>} */
async function bytesOf(name) {
  return new Uint8Array(await (await unpacked(new URL(name, import.meta.url))).arrayBuffer());
}

/** Takes up the memory of a Python that has imported everything, and puts the files beside it that it may read. */
async function begun() {
  const indexURL = new URL("./pyodide/", import.meta.url).href;
  const [memory, site] = [bytesOf("./memory.gz"), bytesOf("./site.zip.gz")];
  const python = await loadPyodide({
    indexURL,
    stdLibURL: `${indexURL}python_stdlib.zip`,
    createPyodideModule: roomy(memory),
    _loadSnapshot: memory,
  });
  python.runPython("import importlib; importlib.invalidate_caches()"); // the archives hold less than they did then
  python.unpackArchive(await site, "zip", { extractDir: "/site" });
  const { Workbench } = python.pyimport("interpreter.playground.workbench");
  return Workbench((/** @type {string} */ table) => postMessage({ table }));
}

/**
 * @param {Promise<Uint8Array>} memory
 * @returns {(settings: any) => Promise<any>} Makes a module that has room for the memory. Pyodide does not see to that.
 */
function roomy(memory) {
  return async (settings) => {
    const { length } = await memory;
    const instantiate = settings.instantiateWasm;
    settings.instantiateWasm = (/** @type {any} */ imports, /** @type {any} */ done) =>
      instantiate(imports, (/** @type {any} */ instance, /** @type {any} */ module) => {
        const { memory: room } = instance.exports;
        const lacking = length - room.buffer.byteLength;
        if (lacking > 0) room.grow(Math.ceil(lacking / PAGE));
        done(instance, module);
      });
    return createPyodide(settings);
  };
}

const bench = begun();
bench.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ broken: String(error) }),
);

/** One request after the other, in order. */
let last = Promise.resolve();
addEventListener("message", ({ data }) => {
  last = last.then(() => answer(data));
});

/** @param {{id?: number, call: string, given: string[]}} request */
async function answer({ id, call, given }) {
  try {
    let found = await (await bench)[call](...given);
    if (found?.toJs) {
      const proxy = found;
      found = proxy.toJs();
      proxy.destroy();
    }
    if (id !== undefined) postMessage({ id, found }, found instanceof Uint8Array ? [found.buffer] : []);
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
}
