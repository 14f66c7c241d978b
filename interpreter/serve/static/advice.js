/** What a bot thinks of the options, if the host allows asking: the best of them, with percentages. */

import { announce } from "./announcing.js";
import { button, byId, make, refill } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Advice} Advice */
/** @typedef {import("./types.js").Send} Send */

/** @type {string} What the place shows: for which table, and in which language. */
let kept = "";

/** @param {Table} table @param {Send} send */
export function advisable(table, send) {
  const now = table.advice ? `${table.epoch} ${table.revision} ${table.language}` : "";
  if (now === kept) return;
  kept = now;
  const ask = () => {
    refill(byId("advice"), [make("p", { class: "sofar" }, gettext("a bot is thinking"))]);
    send({ kind: "advise", revision: table.revision });
  };
  const asking = button(gettext("what would you do?"), ask, { "data-key": "advise" });
  refill(byId("advice"), now ? [asking] : []);
}

/** The bot says nothing: one may ask again. */
export function forget() {
  kept = "?";
}

/** @param {Advice} advice @param {Table | null} table */
export function advised(advice, table) {
  if (!table || !table.advice || advice.revision !== table.revision) return;
  const said = advice.options.map(({ label, percent }) => `${label} (${percent} %)`);
  refill(byId("advice"), [make("p", { class: "sofar" }, `${advice.by}: ${said.join("; ")}`)]);
  announce(`${advice.by}: ${said.join("; ")}`);
}
