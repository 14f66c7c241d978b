/** How fast things move, whether a sound says that it is one's turn, whether answers are confirmed: each person's own choice, in this browser. */

import { byId, make, refill } from "./elements.js";
import { choose, speed, still } from "./pacing.js";
import { confirms, wantToConfirm } from "./slip.js";
import { sounds, wantSound } from "./tab.js";
import { gettext, pgettext } from "./words.js";

/** Show the choices, in the language of the page. */
export function tempo() {
  const select = make("select", { id: "speed", "data-key": "speed" });
  const names = {
    off: pgettext("speed", "off"), slow: pgettext("speed", "slow"), normal: pgettext("speed", "normal"), fast: pgettext("speed", "fast"),
  };
  for (const [value, name] of Object.entries(names)) {
    select.append(make("option", { value, ...(value === speed() ? { selected: "" } : {}) }, name));
  }
  select.addEventListener("change", () => {
    if (select instanceof HTMLSelectElement) choose(select.value);
  });
  const playing = make("select", { id: "confirm", "data-key": "confirm" });
  for (const [value, name] of Object.entries({ never: pgettext("confirm", "never"), always: pgettext("confirm", "always") })) {
    playing.append(make("option", { value, ...((value === "always") === confirms() ? { selected: "" } : {}) }, name));
  }
  playing.addEventListener("change", () => {
    if (playing instanceof HTMLSelectElement) wantToConfirm(playing.value === "always");
  });
  const box = make("input", { id: "sound", type: "checkbox", "data-key": "sound", ...(sounds() ? { checked: "" } : {}) });
  box.addEventListener("change", () => {
    if (box instanceof HTMLInputElement) wantSound(box.checked);
  });
  const rows = [
    make("p", {}, make("label", { for: "speed" }, `${gettext("motion")} `), select),
    make("p", {}, box, make("label", { for: "sound" }, ` ${gettext("a sound when it is my turn")}`)),
    make("h3", {}, gettext("playing")),
    make("p", {}, make("label", { for: "confirm" }, `${gettext("confirm each answer")} `), playing),
  ];
  if (still()) rows.splice(1, 0, make("p", {}, gettext("your system asks for less motion: nothing moves")));
  refill(byId("tempo"), rows);
}
