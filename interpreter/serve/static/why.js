/** Why something is not on offer: an action with its values is asked for. */

import { byId, make } from "./elements.js";
import { word } from "./words.js";

/** @typedef {import("./types.js").Table} Table */

let kept = "";

/** @param {Table} table @param {(action: string, values: Record<string, string>) => void} ask */
export function form(table, ask) {
  byId("whybox").hidden = !table.whys.length;
  const now = JSON.stringify([table.whys, table.language]);
  if (now === kept) return;
  kept = now;
  byId("because").textContent = "";
  const place = byId("why");
  const actions = make("select", { id: "why-action" }, ...table.whys.map((each) => make("option", {}, each.action)));
  const fields = make("div", { class: "fields" });
  const chosen = () => table.whys[actions instanceof HTMLSelectElement ? actions.selectedIndex : 0];
  const fill = () => {
    const rows = (chosen()?.values ?? []).map((value) =>
      make("label", {}, `${value} `, make("input", { name: value, maxlength: "200", autocomplete: "off" })),
    );
    fields.replaceChildren(...rows);
  };
  actions.addEventListener("change", fill);
  fill();
  place.replaceChildren(
    make("label", { for: "why-action" }, word("action"), " "), actions, fields,
    make("button", { type: "submit" }, word("ask why")),
  );
  place.onsubmit = (event) => {
    event.preventDefault();
    /** @type {Record<string, string>} */
    const values = {};
    for (const input of fields.querySelectorAll("input")) if (input.value.trim()) values[input.name] = input.value.trim();
    ask(chosen()?.action ?? "", values);
  };
}
