/** The worker in which Python runs. Each request names a method of the workbench; see `workbench.py`. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

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

async function begun() {
  const indexURL = new URL("./pyodide/", import.meta.url).href;
  const [python, site] = await Promise.all([
    loadPyodide({ indexURL, stdLibURL: `${indexURL}python_stdlib.zip` }),
    unpacked(new URL("./site.zip.gz", import.meta.url)).then((found) => found.arrayBuffer()),
  ]);
  python.unpackArchive(site, "zip", { extractDir: "/site" });
  python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/site')");
  const { Workbench } = python.pyimport("interpreter.playground.workbench");
  return Workbench((/** @type {string} */ table) => postMessage({ table }));
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
