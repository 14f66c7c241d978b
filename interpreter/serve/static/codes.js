/** QR codes of links: asked for when one of them is opened, since only few people look at them. */

import { make } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {import("./types.js").Codes} Codes */
/** @typedef {import("./types.js").Send} Send */

const SVG = "http://www.w3.org/2000/svg";
/** The light border around a code, in modules. */
const BORDER = 3;

/** @type {Codes | null} */
let known = null;
/** @type {Set<string>} The links whose codes are open. */
const open = new Set();

/** @param {string} path The link. @param {string} title @param {Send} send @returns {HTMLElement} A code that can be opened. */
export function code(path, title, send) {
  const inside = make("div", { "data-code": path });
  const box = make("details", { class: "code" }, make("summary", {}, title), inside);
  if (open.has(path)) box.setAttribute("open", "");
  if (open.has(path)) fill(inside);
  box.addEventListener("toggle", () => {
    if (!(box instanceof HTMLDetailsElement)) return;
    if (!box.open) return void open.delete(path);
    open.add(path);
    if (known?.codes[path]) return fill(inside);
    send({ kind: "codes" });
  });
  return box;
}

/** @param {Codes} codes */
export function show(codes) {
  known = codes;
  for (const place of document.querySelectorAll("[data-code]")) fill(place);
}

/** @param {Element} place */
function fill(place) {
  const path = place.getAttribute("data-code") ?? "";
  const found = known?.codes[path];
  if (!known || !found) {
    const why = gettext("other devices reach this table only if the host starts it with --host 0.0.0.0");
    return place.replaceChildren(...(known ? [make("p", {}, why)] : []));
  }
  const size = found.size + 2 * BORDER;
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", `${-BORDER} ${-BORDER} ${size} ${size}`);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", known.address + path);
  const dark = document.createElementNS(SVG, "path");
  dark.setAttribute("d", found.path);
  drawn.append(dark);
  place.replaceChildren(drawn);
}
