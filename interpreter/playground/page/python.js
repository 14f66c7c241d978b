/** Python as the page sees it: requests and replies, and another one in place of one that does not end. */

import { gettext } from "../../serve/static/words.js";

/** @typedef {{call: string, resolve: (found: any) => void, reject: (error: Error) => void, begun: number}} Pending */

/** Milliseconds before each further attempt to load what could not be loaded. */
const AGAIN = [1000, 4000];

/** Bytes of the files that Python is loaded from. */
const ALL = Number(document.body.dataset.bytes);

/** @param {number} loaded How many bytes have come. @returns {[string, number | null]} What is being done, and how far it is. */
function loading(loaded) {
  if (loaded >= ALL) return [gettext("starting the checker and the table …"), null];
  const [now, all] = [loaded, ALL].map((bytes) => (bytes / 1e6).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  return [gettext("loading the checker and the table: {now} of {all} MB", { now, all }), loaded / ALL];
}

/** Why a request has no reply: the page has stopped Python. */
export class Stopped extends Error {}

/**
 * @param {{ready: (again: boolean) => void, loading: (text: string, share: number | null) => void, broken: (why: string) => void,
 *     table: (message: string) => void, faulted: (faults: import("./types.js").Faulted[]) => void}} to Told when Python answers,
 *     how far it is loaded, why it cannot be used, and what has stopped the game at the table.
 */
export function python(to) {
  /** @type {Worker} */
  let worker;
  let next = 0;
  let asked = 0;
  let attempts = 0;
  let ready = false;
  /** Whether Python has been ready before. */
  let again = false;
  /** @type {Map<number, Pending>} */
  const pending = new Map();

  function start() {
    ready = false;
    to.loading(...loading(0));
    const url = new URL("./worker.js", import.meta.url);
    if (attempts) url.search = "again"; // the worker asks the server for everything, not a cache
    const mine = (worker = new Worker(url, { type: "module" }));
    worker.addEventListener("error", (event) => mine === worker && failed(event.message || "worker.js"));
    worker.addEventListener("message", ({ data }) => mine === worker && hear(data));
  }

  /** @param {any} data */
  function hear({ id, ready: able, loaded, broken, table, faults, found, failed: why }) {
    if (able) {
      [ready, attempts] = [true, 0];
      to.ready(again);
      again = true;
    } else if (loaded !== undefined) {
      to.loading(...loading(loaded));
    } else if (broken !== undefined) {
      failed(broken);
    } else if (faults !== undefined) {
      to.faulted(faults);
    } else if (table !== undefined) {
      asked = performance.now();
      to.table(table);
    } else {
      const request = pending.get(id);
      pending.delete(id);
      if (request) performance.measure(`python: ${request.call}`, { start: request.begun });
      if (why === undefined) request?.resolve(found);
      else if (request) request.reject(new Error(why));
      else console.error(why);
    }
  }

  /** @param {string} why Python could not be loaded, or has come to an end by itself. */
  function failed(why) {
    console.warn(why);
    end();
    const pause = AGAIN[attempts];
    attempts += 1;
    if (pause === undefined) {
      attempts = 1;
      const said = why.trim().split("\n").pop() ?? "";
      return to.broken(navigator.onLine ? gettext("Python could not be loaded: {why}", { why: said }) : gettext("Python could not be loaded: there is no network"));
    }
    to.loading(gettext("loading Python once more …"), null);
    setTimeout(start, pause);
  }

  function end() {
    worker.terminate();
    for (const each of pending.values()) each.reject(new Stopped());
    pending.clear();
  }

  start();
  return {
    /** @param {string} call @param {...string} given @returns {Promise<any>} Rejects with `Stopped` if Python is stopped. */
    ask(call, ...given) {
      if (call !== "examples") asked = performance.now();
      return new Promise((resolve, reject) => {
        if (!ready) return reject(new Stopped());
        pending.set(++next, { call, resolve, reject, begun: performance.now() });
        worker.postMessage({ id: next, call, given });
      });
    },
    /** @param {string} said A message of the table, which has no reply but messages to the table. */
    hear(said) {
      asked = performance.now();
      worker.postMessage({ call: "hear", given: [said] });
    },
    /** @returns {number} For how many milliseconds the oldest request has been waiting. */
    waiting: () => (pending.size ? performance.now() - Math.min(...[...pending.values()].map((each) => each.begun)) : 0),
    /** @returns {number} For how many milliseconds nothing has happened but that scenarios run. */
    idle: () => (pending.size ? 0 : performance.now() - asked),
    /** Ends Python whatever it does, and starts it again. */
    restart() {
      end();
      start();
    },
  };
}
