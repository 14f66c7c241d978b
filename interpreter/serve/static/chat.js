/** What people say to one another; what is new is announced, and counted while the drawer is closed. */

import { announce } from "./announcing.js";
import { byId, make } from "./elements.js";
import { ngettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Chat} Chat */
/** @typedef {import("./types.js").Send} Send */

let unread = 0;

/** @param {Table} table Spectators may read, but say nothing. */
export function seated(table) {
  byId("say").hidden = table.you.role === "watch";
  byId("chatbox").hidden = table.you.role === "watch" && byId("chat").hidden;
}

/** @param {Send} send @param {() => boolean} open Whether one can send at all. */
export function listen(send, open) {
  byId("say").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = byId("line");
    if (!(line instanceof HTMLInputElement)) return;
    const text = line.value.replace(/\s+/g, " ").trim();
    if (!text || !open()) return;
    send({ kind: "say", line: text });
    line.value = "";
  });
}

/** @param {Chat} chat */
export function hear(chat) {
  const place = byId("chat");
  const near = place.scrollHeight - place.scrollTop - place.clientHeight < 40;
  if (chat.whole) place.replaceChildren();
  for (const { by, text, mine } of chat.lines) {
    place.append(make("li", mine ? { class: "mine" } : {}, make("b", {}, by), ` ${text}`));
  }
  place.hidden = byId("chatbox").hidden = false;
  if (chat.whole || near) place.scrollTop = place.scrollHeight;
  if (chat.whole) return;
  const others = chat.lines.filter(({ mine }) => !mine);
  announce(...others.map(({ by, text }) => `${by}: ${text}`));
  if (!document.body.classList.contains("opened")) count(unread + others.length);
}

/** The drawer is open: everything can be read. */
export function seen() {
  byId("chat").scrollTop = byId("chat").scrollHeight;
  count(0);
}

/** @param {number} now */
function count(now) {
  unread = now;
  const place = byId("unread");
  place.textContent = now ? String(now) : "";
  place.title = now ? ngettext("{count} new line", "{count} new lines", now) : "";
}
