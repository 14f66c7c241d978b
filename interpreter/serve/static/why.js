/** Why something is not on offer: asked in the words of the table. */

import { byId, make } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */

/** How long an answer to a press stays, in milliseconds, for its length; and how far from the finger. */
const STAYS = 2200;
const EACH = 45;
const BESIDE = 18;

let kept = "";
let timer = 0;
/** @type {HTMLElement | null} */
let shown = null;

/** @param {string} text @param {number} x @param {number} y Say something beside a press. It goes by itself, or with the next press. */
export function beside(text, x, y) {
  hush();
  if (!text) return;
  shown = make("div", { class: "bubble", "aria-hidden": "true" }, text);
  document.body.append(shown);
  const { width, height } = shown.getBoundingClientRect();
  const left = Math.max(4, Math.min(x - width / 2, window.innerWidth - width - 4));
  const top = y - height - BESIDE < 4 ? y + BESIDE : y - height - BESIDE;
  Object.assign(shown.style, { left: `${left}px`, top: `${Math.max(4, Math.min(top, window.innerHeight - height - 4))}px` });
  timer = window.setTimeout(hush, STAYS + EACH * text.length);
}

/** Nothing is said beside a press any more. */
export function hush() {
  window.clearTimeout(timer);
  shown?.remove();
  shown = null;
}

/** @param {Table} table @param {(text: string) => void} ask */
export function form(table, ask) {
  byId("whybox").hidden = table.asked === null;
  const now = `${table.language} ${table.revision}`;
  if (now === kept) return;
  kept = now;
  byId("because").textContent = "";
  const place = byId("why");
  const input = make("input", { id: "why-text", maxlength: "200", autocomplete: "off" });
  place.replaceChildren(
    make("label", { for: "why-text" }, gettext("what, in the words of the table"), " "),
    input,
    make("button", { type: "submit" }, gettext("ask why")),
  );
  place.onsubmit = (event) => {
    event.preventDefault();
    if (input instanceof HTMLInputElement && input.value.trim()) ask(input.value.trim());
  };
}
