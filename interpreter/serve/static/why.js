/** Why something is not on offer: asked in the words of the table. */

import { byId, make } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */

let kept = "";

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
