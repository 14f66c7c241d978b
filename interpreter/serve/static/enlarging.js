/**
 * A tile whose parts are asked for is shown enlarged over its place, with its neighbourhood faint around it. It is a picture of
 * the same controls, for eyes and fingers: what is pressed there is pressed on the table.
 */

import { button, make } from "./elements.js";
import { drawnParts, featureWorth, spot } from "./features.js";
import { gettext } from "./words.js";

/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/** @typedef {[number, number]} Point */

/** The side of an enlarged tile at least (as on phones) and at most, in pixels; a tile that is so large already is not enlarged. */
const LEAST = 180;
const MOST = 230;
/** How much of the neighbourhood is seen on each side, in sides of the tile. */
const AROUND = 0.24;
/** The distance between two places to press, and the radius of one, in pixels. */
const APART = 48;
const RADIUS = 21;
/** How far it stays away from the edges of the window, in pixels. */
const EDGE = 6;

const AWAY = ["data-keep", "data-lit", "data-ref", "data-also", "data-value", "tabindex", "role", "aria-label", "aria-pressed", "title"];
const PARTS = ".board .part.lit[data-ref]";

/** @param {string} name @param {Record<string, string | number>} attributes */
function drawn(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {Element} element @returns {Element} A copy that nobody can press, except for parts that are asked for. */
function copied(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    const pressed = each.matches(".part.lit");
    for (const name of AWAY) if (!(pressed && name === "data-ref")) each.removeAttribute(name);
    if (!pressed) each.classList.remove("lit");
    each.classList.remove("hinted", "latest", "changed", "joined");
  }
  return copy;
}

/** @param {Point[]} points @param {number} side @returns {Point[]} The points of a tile, at least so far apart that fingers can tell them. */
function apart(points, side) {
  const found = points.map(([x, y]) => /** @type {Point} */ ([x * side, y * side]));
  for (let round = 0; round < 80; round++) {
    for (let i = 0; i < found.length; i++) {
      for (let j = 0; j < i; j++) {
        const [right, down] = [found[i][0] - found[j][0], found[i][1] - found[j][1]];
        const far = Math.hypot(right, down) || 1;
        const lacks = (APART - far) / 2;
        if (lacks <= 0) continue;
        for (const [which, sign] of /** @type {[number, number][]} */ ([[i, 1], [j, -1]])) {
          found[which] = [found[which][0] + (sign * lacks * right) / far, found[which][1] + (sign * lacks * down) / far];
        }
      }
    }
    for (const point of found) for (const axis of [0, 1]) point[axis] = Math.max(RADIUS, Math.min(side - RADIUS, point[axis]));
  }
  return found;
}

const narrow = window.matchMedia("(max-width: 61.99rem)");

/** @param {HTMLElement} place The table. */
export function enlarging(place) {
  const glass = make("div", { class: "enlarged", "aria-hidden": "true" });
  glass.hidden = true;
  document.body.append(glass);
  let shown = "";
  let closed = "";

  /** @returns {{tile: Element, parts: Element[], box: Box} | null} The one tile whose parts are asked for, if it is drawn small. */
  function asked() {
    const parts = [...place.querySelectorAll(PARTS)];
    const tiles = new Set(parts.map((each) => each.closest(".printed")));
    const [tile] = tiles;
    if (tiles.size !== 1 || !tile || !parts[0].closest(".main")) return null;
    const frame = tile.querySelector(":scope > .frame") ?? tile;
    const box = frame.getBoundingClientRect();
    return box.width && box.width < LEAST ? { tile, parts, box } : null;
  }

  /** @param {Element} tile @param {Element[]} parts @param {Box} box @param {number} side The side of the enlarged tile, in pixels. */
  function picture(tile, parts, box, side) {
    const svg = /** @type {SVGSVGElement} */ (/** @type {SVGElement} */ (tile).ownerSVGElement);
    const around = AROUND * box.width;
    const matrix = svg.getScreenCTM();
    const unit = matrix?.a ?? 1;
    const corner = new DOMPoint(box.left, box.top).matrixTransform(matrix?.inverse());
    const [wide, margin] = [box.width / unit, around / unit];
    const made = drawn("svg", { viewBox: `${corner.x - margin} ${corner.y - margin} ${wide + 2 * margin} ${wide + 2 * margin}` });
    const [faint, clear] = [drawn("g", { class: "faint" }), drawn("g", { class: "tile" })];
    for (const each of svg.children) {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      const near = left < box.left + box.width + around && right > box.left - around && top < box.top + box.height + around && bottom > box.top - around;
      if (!near || !(right > left) || each.matches(".features, .headings, .ghost")) continue;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const own = each === tile || (!each.matches(".cell, .printed") && box.left < x && x < box.left + box.width && box.top < y && y < box.top + box.height);
      (own ? clear : faint).append(copied(each));
    }
    for (const each of clear.querySelectorAll(".part > .reach")) each.remove();
    made.append(faint, clear);
    const places = apart(parts.map((each) => spot(each, box)), side);
    parts.forEach((each, index) => {
      const [x, y] = places[index].map((value) => (value / side) * wide);
      const press = drawn("g", { class: `${each.getAttribute("class")} target`, "data-ref": each.getAttribute("data-ref") ?? "", "data-feature": each.getAttribute("data-feature") ?? "" });
      const radius = (RADIUS / side) * wide;
      for (const kind of ["rim", "reach"]) press.append(drawn("circle", { class: kind, cx: corner.x + x, cy: corner.y + y, r: radius }));
      const worth = featureWorth(each);
      if (worth) {
        const letters = drawn("text", { class: "worth", x: corner.x + x, y: corner.y + y, "font-size": radius });
        letters.textContent = worth.text;
        press.append(letters);
      }
      made.append(press);
    });
    return made;
  }

  /**
   * Where it stands: at the right or the left of the centre, so that its place is seen; above or below on phones; and over its
   * place if there is no room.
   * @param {Box} box @param {number} long @param {Element} tile
   */
  function stand(box, long, tile) {
    const room = (tile.closest(".center") ?? place).getBoundingClientRect();
    const bar = document.getElementById("asked")?.getBoundingClientRect();
    const [left, right] = [Math.max(EDGE, room.left), Math.min(window.innerWidth - EDGE, room.right)];
    const low = Math.min(window.innerHeight - EDGE, room.bottom, bar && bar.top > box.top ? bar.top - EDGE : Infinity);
    const high = Math.max(EDGE, Math.min(room.top, low - long));
    const middle = Math.max(left, Math.min(right - long, box.left + box.width / 2 - long / 2));
    const apart = box.left + box.width + EDGE <= right - long ? right - long : left + long + EDGE <= box.left ? left : middle;
    const x = narrow.matches ? middle : apart;
    const upper = box.top + box.height / 2 < (high + low) / 2;
    const over = Math.max(high, Math.min(low - long, box.top + box.height / 2 - long / 2));
    const y = narrow.matches ? (upper ? low - long : high) : over;
    if (narrow.matches && bar && bar.left > room.left + long) return put(window.innerWidth - EDGE - long, Math.max(EDGE, bar.top - EDGE - long));
    put(x, y);

    /** @param {number} left @param {number} top */
    function put(left, top) {
      glass.style.left = `${left}px`;
      glass.style.top = `${top}px`;
      glass.style.transformOrigin = `${box.left + box.width / 2 - left}px ${box.top + box.height / 2 - top}px`;
    }
  }

  function hide() {
    if (!shown) return;
    shown = "";
    glass.hidden = true;
    glass.replaceChildren();
  }

  function update() {
    const found = asked();
    const refs = found ? found.parts.map((each) => each.getAttribute("data-ref")).join(" ") : "";
    if (!found) closed = "";
    if (!found || refs === closed) return hide();
    const { tile, parts, box } = found;
    const room = (tile.closest(".center") ?? place).getBoundingClientRect();
    const space = Math.min(room.width, Math.max(room.height, window.innerHeight * 0.45)) - 2 * EDGE;
    const side = Math.max(LEAST, Math.min(narrow.matches ? LEAST : MOST, space / (1 + 2 * AROUND)));
    const long = side * (1 + 2 * AROUND);
    const now = `${refs} ${side} ${tile.closest(".board")?.getAttribute("data-form")}`;
    if (now !== shown) {
      shown = now;
      const figure = make("figure", { class: "board", "data-form": "plane" }, picture(tile, parts, box, side));
      const names = new Set(parts.flatMap((each) => featureWorth(each)?.name ?? []));
      if (names.size) figure.append(make("figcaption", { class: "counts" }, [...names].join(", ")));
      const table = place.querySelector(":scope > .gamespec");
      const inside = make("div", { class: "gamespec table", "data-felt": table?.getAttribute("data-felt") ?? "" }, figure);
      const close = button("×", () => {
        closed = refs;
        hide();
      }, { tabindex: "-1", title: gettext("close") });
      glass.replaceChildren(inside, close);
      Object.assign(glass.style, { width: `${long}px`, height: `${long}px` });
      glass.hidden = false;
    }
    stand(box, long, tile);
  }

  glass.addEventListener("click", (event) => {
    const part = event.target instanceof Element ? event.target.closest(".part.lit[data-ref]") : null;
    const there = part && place.querySelector(`.part.lit[data-ref="${part.getAttribute("data-ref")}"]`);
    if (!there) return;
    const { clientX, clientY, detail } = event;
    there.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY, detail }));
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !shown) return;
    closed = (asked()?.parts ?? []).map((each) => each.getAttribute("data-ref")).join(" ");
    hide();
  });

  drawnParts(glass, place);
  new MutationObserver(update).observe(place, { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "data-lit"] });
  place.addEventListener("viewed", update);
  window.addEventListener("resize", update);
}
