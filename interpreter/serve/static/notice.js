/** What everybody should see wherever they have scrolled to: it stays at the top of the window. */

import { button, byId, refill } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */

/** @type {string} What was put away, so that it is not shown again. */
let seen = "";
/** How long it is said what has happened, in milliseconds, for its length. */
const STAYS = 5000;
const EACH = 60;
let timer = 0;
/** What is about to be put away by itself. */
let going = "";

/** @param {string} id @param {string} text */
function put(id, text) {
  byId(id).textContent = text;
  byId(id).hidden = !text;
}

/** @param {Table} table @param {(at: number | null) => void} look */
export function notice(table, look) {
  const past = byId("past");
  past.hidden = table.live;
  const said = [gettext("move {at} of {count}", { at: table.at, count: table.answers })];
  const deciding = table.players.findIndex((player) => player.deciding);
  if (!table.live && table.you.seat !== null && deciding === table.you.seat) said.push(gettext("your turn"));
  refill(past, table.live ? [] : [`${said.join("; ")} `, button(gettext("now"), () => look(null), { "data-key": "now" })]);
  const text = table.stopped ?? table.happened ?? "";
  const key = `${table.epoch} ${table.revision} ${text}`;
  const happened = byId("happened");
  happened.hidden = !text || key === seen;
  const away = () => {
    seen = key;
    happened.hidden = true;
  };
  if (going !== key) {
    window.clearTimeout(timer);
    going = key;
    if (!happened.hidden && !table.stopped) timer = window.setTimeout(away, STAYS + EACH * text.length);
  }
  refill(happened, happened.hidden ? [] : [`${text} `, button("×", away, { "aria-label": gettext("put away"), "data-key": "away" })]);
  byId("edited").hidden = table.checker === null;
}

/** @param {string} text What is said to this page only, be it that something was refused; until something happens. */
export function complain(text) {
  put("refused", text);
}
