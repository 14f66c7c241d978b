/** After the end of a game: another one, if everybody agrees; the table below the end; what decided it, shown where it happened. */

import { button, byId, make, refill } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Send} Send */

/** @param {Table} table @param {Send} send @param {(at: number) => void} look */
export function again(table, send, look) {
  const offered = table.over && table.live && table.you.role !== "watch" && table.proposal === null;
  const ask = () => send({ kind: "again" });
  const another = button(gettext("play again"), ask, { "data-key": "again", class: "done", title: gettext("everybody moves on by one seat") });
  refill(byId("again"), offered ? [another] : []);
  const ending = byId("table").querySelector(".ending");
  if (!(ending instanceof HTMLDetailsElement)) return;
  ending.querySelector(".does")?.remove();
  const close = () => {
    ending.open = false;
    byId("table").focus({ preventScroll: true });
  };
  ending.append(make("div", { class: "does buttons" }, button(gettext("look at the table"), close)));
  for (const told of ending.querySelectorAll("[data-at]")) show(told, look);
}

/** @param {Element} told What happened with an answer, which is shown when one presses it. @param {(at: number) => void} look */
function show(told, look) {
  if (told.querySelector("button")) return;
  const at = Number(told.getAttribute("data-at"));
  told.append(" ", button(gettext("show"), () => look(at), { class: "there", "aria-label": `${gettext("show")}: ${told.textContent}` }));
}
