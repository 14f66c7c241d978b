/** The connection of the table's page to the playground around it, in place of a socket to a server. */

/** @typedef {import("../../serve/static/types.js").Message} Message */

/**
 * @param {(message: Message) => void} hear What to do with a message.
 * @param {(open: boolean) => void} told Told when a game begins.
 * @param {() => void} _lost Never called: there is no link that could be lost.
 * @param {() => Record<string, unknown>} hello The first message.
 * @returns {import("../../serve/static/types.js").Send}
 */
export function connect(hear, told, _lost, hello) {
  /** @param {Record<string, unknown>} message */
  const send = (message) => parent.postMessage({ table: JSON.stringify(message) }, location.origin);
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== parent || origin !== location.origin || typeof data?.table !== "string") return;
    const message = JSON.parse(data.table);
    if (message.kind !== "open") return hear(message);
    told(true);
    send({ kind: "hello", ...hello() });
  });
  queueMicrotask(() => send({ kind: "ready" }));
  return send;
}
