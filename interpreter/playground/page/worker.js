/** The worker in which Python runs. Each request names a method of the workbench; see `workbench.py`. */

const PAGE = 65536; // bytes, by the specification of WebAssembly
const OFTEN = 100; // milliseconds between two words about how far it is

/** After an attempt that failed, nothing is taken from a cache. @type {RequestInit} */
const HOW = new URL(import.meta.url).search ? { cache: "reload" } : {};

/** Files that are stored compressed, so that every server sends them small. */
const plain = self.fetch.bind(self);
self.fetch = async (resource, init) => {
  const url = String(resource instanceof Request ? resource.url : resource);
  if (!url.endsWith(".wasm")) return plain(resource, { ...init, ...HOW });
  return new Response((await unpacked(`${url}.gz`)).body, { headers: { "Content-Type": "application/wasm" } });
};

/** How many bytes of the compressed files have come, and when the page was told. */
const bytes = { loaded: 0, told: 0 };

function tell() {
  bytes.told = performance.now();
  postMessage({ loaded: bytes.loaded });
}

/** @param {string | URL} url @returns {Promise<Response>} The content of a gzip file; reading fails if it is not all there. */
async function unpacked(url) {
  const found = await plain(url, HOW);
  if (!found.ok || !found.body) throw new Error(`${url}: ${found.status}`);
  const counted = new TransformStream({
    transform(chunk, to) {
      bytes.loaded += chunk.length;
      if (performance.now() - bytes.told > OFTEN) tell();
      to.enqueue(chunk);
    },
    flush: tell,
  });
  return new Response(found.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip")));
}

/** @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function bytesOf(name) {
  return new Uint8Array(await (await unpacked(new URL(name, import.meta.url))).arrayBuffer());
}

/** @param {string} name Of a script of Pyodide, which comes from npm and is not joined with this one. @returns {Promise<any>} */
const imported = (name) => import(new URL(`./pyodide/${name}${new URL(import.meta.url).search}`, import.meta.url).href);

/** Takes up the memory of a Python that has imported everything, and puts the files beside it that it may read. */
async function begun() {
  const indexURL = new URL("./pyodide/", import.meta.url).href;
  const [memory, site] = [bytesOf("./memory.gz"), bytesOf("./site.zip.gz")];
  const [{ default: create }, { loadPyodide }] = await Promise.all(["pyodide.asm.mjs", "pyodide.mjs"].map(imported));
  const python = await loadPyodide({
    indexURL,
    stdLibURL: `${indexURL}python_stdlib.zip`,
    createPyodideModule: roomy(create, memory),
    _loadSnapshot: memory,
  });
  python.unpackArchive(await site, "zip", { extractDir: "/site" });
  const { Workbench } = python.pyimport("interpreter.playground.workbench");
  return Workbench((/** @type {string} */ table) => postMessage({ table }), (/** @type {string} */ faults) => postMessage({ faults: JSON.parse(faults) }));
}

/**
 * @param {(settings: any) => Promise<any>} create Makes a module of Pyodide.
 * @param {Promise<Uint8Array>} memory
 * @returns {(settings: any) => Promise<any>} Makes a module that has room for the memory. Pyodide does not see to that.
 */
function roomy(create, memory) {
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
    return create(settings);
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
    if (id !== undefined) postMessage({ id, found }, { transfer: found instanceof Uint8Array ? [found.buffer] : [] });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
}
