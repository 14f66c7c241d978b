/** The list of all options that agree with what was said, which can be filtered. */

import { button, byId, make, refill } from "./elements.js";
import { remaining } from "./choosing.js";
import { gettext, ngettext } from "./words.js";

/** @typedef {import("./choosing.js").State} State */
/** @typedef {import("./types.js").Choice} Choice */

const SHOWN = 60;
let all = false;

/** @param {State | null} state @param {(choice: Choice) => void} answer */
export function list(state, answer) {
  byId("all").hidden = state === null;
  const place = byId("options");
  if (state === null) return place.replaceChildren();
  const filter = byId("filter");
  const wanted = filter instanceof HTMLInputElement ? filter.value.toLowerCase().split(/\s+/).filter(Boolean) : [];
  const fitting = remaining(state).filter((choice) => {
    const label = choice.label.toLowerCase();
    return wanted.every((each) => label.includes(each));
  });
  const few = all ? fitting : fitting.slice(0, SHOWN);
  const items = few.map((choice) =>
    make("li", {}, button(choice.label, () => answer(choice), { "data-number": choice.number, "data-key": choice.number })),
  );
  if (few.length < fitting.length) {
    const more = button(gettext("show all"), () => {
      all = true;
      list(state, answer);
    });
    items.push(make("li", {}, `${ngettext("{count} more: filter them, or", "{count} more: filter them, or", fitting.length - few.length)} `, more));
  }
  if (!fitting.length) items.push(make("li", {}, gettext("no option fits")));
  refill(place, items);
}

/** The next decision is listed from its beginning, unfiltered. */
export function listAnew() {
  all = false;
  const filter = byId("filter");
  if (filter instanceof HTMLInputElement) filter.value = "";
}
