/** What is joined across tiles lights up as a whole, where the pointer rests on a part of it or a finger holds one. */

/** How long a finger holds a part, in milliseconds, and how far it may move meanwhile, in pixels. */
const HOLD = 500;
const STILL = 8;

/** @param {Element} part @returns {string} What is told of the feature of a part, or "" if it has none. */
export function featureTold(part) {
  const name = part.getAttribute("data-feature");
  const told = name && document.querySelector(`#table .features > [data-named="${name}"]`);
  return told ? (told.getAttribute("data-told") ?? "") : "";
}

/** @param {Element} part @returns {{text: string, name: string} | null} What the feature of a part counts, and what that is called. */
export function featureWorth(part) {
  const name = part.getAttribute("data-feature");
  const told = name && document.querySelector(`#table .features > [data-named="${name}"][data-worth]`);
  return told ? { text: told.getAttribute("data-worth") ?? "", name: told.getAttribute("data-counts") ?? "" } : null;
}

/** @param {Element} part @returns {{left: number, width: number} | null} Where all that is joined to a part lies, from left to right. */
export function featureBox(part) {
  const name = part.getAttribute("data-feature");
  const all = name ? [...document.querySelectorAll(`#table .part[data-feature="${name}"]`)] : [];
  if (!all.length) return null;
  const boxes = all.map((each) => each.getBoundingClientRect());
  const left = Math.min(...boxes.map((each) => each.left));
  return { left, width: Math.max(...boxes.map((each) => each.right)) - left };
}

/** @param {Element} part @param {{left: number, top: number, width: number, height: number}} tile @returns {[number, number]} Where what stands on a part of a tile stands, in sides of the tile. */
export function spot(part, tile) {
  const box = (part.querySelector(":scope > .reach") ?? part).getBoundingClientRect();
  return [(box.left + box.width / 2 - tile.left) / tile.width, (box.top + box.height / 2 - tile.top) / tile.height];
}

/** @param {Element} table @param {string | null} name Light the parts of a feature alone. */
function light(table, name) {
  for (const each of document.querySelectorAll(".part.joined")) if (each.getAttribute("data-feature") !== name) each.classList.remove("joined");
  const parts = name ? [...document.querySelectorAll(`.part[data-feature="${name}"]`)] : [];
  for (const each of parts) each.classList.add("joined");
  table.classList.toggle("joining", parts.length > 0);
}

/**
 * @param {MouseEvent} event
 * @returns {Element | null} The part of a tile under the pointer, even if pressing it means nothing.
 */
export function partAt({ target, clientX: x, clientY: y }) {
  const svg = target instanceof Element ? target.closest("svg") : null;
  for (const tile of svg?.querySelectorAll(".printed") ?? []) {
    const { left, right, top, bottom } = tile.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) continue;
    const parts = [...tile.querySelectorAll(":scope > .part")];
    const found = parts.findLast((part) => [...part.querySelectorAll(":scope > .ground")].some((each) => covers(each, x, y)));
    if (found) return found;
  }
  return null;
}

/** @param {Element} ground @param {number} x @param {number} y @returns {boolean} Whether a point of the window lies in a shape. */
function covers(ground, x, y) {
  const matrix = ground instanceof SVGGeometryElement ? ground.getScreenCTM() : null;
  return matrix !== null && /** @type {SVGGeometryElement} */ (ground).isPointInFill(new DOMPoint(x, y).matrixTransform(matrix.inverse()));
}

/**
 * Let the parts in an element light up the features of the table.
 * @param {HTMLElement} element @param {HTMLElement} table
 */
export function drawnParts(element, table) {
  let timer = 0;
  let [x, y] = [0, 0];
  /** @param {Element | null} part */
  const named = (part) => part?.getAttribute("data-feature") ?? null;
  /** @type {string | null} */
  let now = null;
  /** @param {string | null} name */
  const show = (name) => {
    if (name === now) return;
    now = name;
    light(table, name);
  };
  const away = () => {
    window.clearTimeout(timer);
    show(null);
  };
  /** @param {MouseEvent} event */
  const under = (event) => named((event.target instanceof Element ? event.target.closest(".target") : null) ?? partAt(event));
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") {
      window.cancelAnimationFrame(timer);
      timer = window.requestAnimationFrame(() => show(event.buttons ? null : under(event)));
    } else if (Math.hypot(event.clientX - x, event.clientY - y) > STILL) away();
  });
  element.addEventListener("pointerdown", (event) => {
    away();
    [x, y] = [event.clientX, event.clientY];
    const name = event.pointerType === "mouse" ? null : under(event);
    if (name) timer = window.setTimeout(() => show(name), HOLD);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(kind, (event) => {
    if (kind !== "pointerup" || /** @type {PointerEvent} */ (event).pointerType !== "mouse") away();
  });
  table.addEventListener("viewed", away); // it is drawn again, so other parts may be joined
  element.addEventListener("focusin", (event) => show(named(event.target instanceof Element ? event.target.closest(".part") : null)));
  element.addEventListener("focusout", away);
}
