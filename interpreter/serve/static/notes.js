/** Notes beside decisions: one for each position and person. One that is being written stays until it is kept. */

import { button, byId, make } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */

let kept = "";

/** @param {Table} table @param {(decision: number, text: string) => void} note @param {(at: number) => void} look */
export function write(table, note, look) {
  byId("notesbox").hidden = table.you.role === "watch";
  const now = JSON.stringify([table.notes, table.at, table.language]);
  if (now === kept) return;
  const place = byId("notes");
  const old = place.querySelector("textarea");
  const draft = old && old.value !== old.defaultValue ? old.value : null;
  const at = draft === null ? table.at : Math.min(Number(old?.dataset.at), table.answers);
  kept = now;
  const mine = table.notes.find((each) => each.decision === at && each.mine);
  const area = make("textarea", { rows: "2", maxlength: "2000", id: "note", "data-at": String(at) });
  area.textContent = mine ? mine.text : "";
  if (draft !== null && area instanceof HTMLTextAreaElement) area.value = draft;
  const keep = button(gettext("keep"), () => {
    if (!(area instanceof HTMLTextAreaElement)) return;
    note(at, area.value);
    area.defaultValue = area.value;
  });
  const label = make("label", { for: "note" }, gettext("note beside answer {at}", { at }));
  const items = table.notes.map((each) => {
    const to = button(gettext("answer {at}", { at: each.decision }), () => look(each.decision));
    return make("li", {}, to, ` ${each.by}: ${each.text}`);
  });
  const focused = document.activeElement === old;
  place.replaceChildren(label, area, keep, ...(items.length ? [make("ul", {}, ...items)] : []));
  if (focused) area.focus();
}
