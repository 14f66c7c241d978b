/** The course of the game: any position of it can be looked at, and, if others agree, gone on from. */

import { button, byId, make, refill } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */

let sliding = 0;

/** @param {Table} table @param {(at: number | null) => void} look @param {(at: number) => void} goOn */
export function slide(table, look, goOn) {
  const { at, answers, live } = table;
  const text = gettext("move {at} of {count}", { at, count: answers });
  const range = make("input", {
    type: "range", min: "0", max: String(answers), "aria-label": gettext("course of the game"),
    "aria-valuetext": text, "data-key": "range",
  });
  if (range instanceof HTMLInputElement) {
    range.value = String(at);
    range.addEventListener("input", () => {
      window.clearTimeout(sliding);
      const wanted = Number(range.value);
      sliding = window.setTimeout(() => look(wanted === answers ? null : wanted), 80);
    });
  }
  /** @param {string} key @param {string} sign @param {string} said @param {number | null} to @param {boolean} off */
  const step = (key, sign, said, to, off) => {
    const made = button(sign, () => look(to), { "data-key": key, "aria-label": said, title: said });
    if (made instanceof HTMLButtonElement) made.disabled = off;
    return made;
  };
  const steps = make(
    "div", { class: "buttons" },
    step("to the beginning", "|◀", gettext("to the beginning"), 0, at === 0),
    step("one back", "◀", gettext("one back"), Math.max(at - 1, 0), at === 0),
    step("one on", "▶", gettext("one on"), at + 1 >= answers ? null : at + 1, live),
    step("now", "▶|", gettext("now"), null, live),
  );
  if (!live && table.you.role !== "watch") {
    steps.append(button(gettext("go on from here"), () => goOn(at), { "data-key": "go on" }));
  }
  refill(byId("slider"), [make("p", {}, text), range, steps]);
}
