/** After the end of a game: another one, if everybody agrees. */

import { button, byId, refill } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Send} Send */

/** @param {Table} table @param {Send} send */
export function again(table, send) {
  const offered = table.over && table.live && table.you.role !== "watch" && table.proposal === null;
  const ask = () => send({ kind: "again" });
  refill(byId("again"), offered ? [button(gettext("play again"), ask, { "data-key": "again" })] : []);
}
