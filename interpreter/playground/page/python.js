/** Python as the page sees it: requests and replies, and another one in place of one that does not end. */

/** @typedef {{resolve: (found: any) => void, reject: (error: Error) => void, begun: number}} Pending */

/** Why a request has no reply: the page has stopped Python. */
export class Stopped extends Error {}

/**
 * @param {{ready: (again: boolean) => void, broken: (why: string) => void, table: (message: string) => void}} to
 */
export function python(to) {
  /** @type {Worker} */
  let worker;
  let next = 0;
  let starts = 0;
  /** @type {Map<number, Pending>} */
  const pending = new Map();

  function start() {
    starts += 1;
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("error", (event) => to.broken(event.message || "the worker could not be loaded"));
    worker.addEventListener("message", ({ data }) => {
      if (data.ready) return to.ready(starts > 1);
      if (data.broken) return to.broken(data.broken);
      if (data.table !== undefined) return to.table(data.table);
      const asked = pending.get(data.id);
      pending.delete(data.id);
      if (data.failed !== undefined) return asked ? asked.reject(new Error(data.failed)) : to.broken(data.failed);
      asked?.resolve(data.found);
    });
  }

  start();
  return {
    /** @param {string} call @param {...string} given @returns {Promise<any>} */
    ask(call, ...given) {
      return new Promise((resolve, reject) => {
        pending.set(++next, { resolve, reject, begun: performance.now() });
        worker.postMessage({ id: next, call, given });
      });
    },
    /** @param {string} said A message of the table, which has no reply but messages to the table. */
    hear: (said) => worker.postMessage({ call: "hear", given: [said] }),
    /** @returns {number} For how many milliseconds the oldest request has been waiting. */
    waiting: () => (pending.size ? performance.now() - Math.min(...[...pending.values()].map((each) => each.begun)) : 0),
    /** Ends Python whatever it does, and starts it again. */
    restart() {
      worker.terminate();
      for (const each of pending.values()) each.reject(new Stopped());
      pending.clear();
      start();
    },
  };
}
