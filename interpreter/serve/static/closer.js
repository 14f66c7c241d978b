/** A closer look: what the pointer rests on, or a finger holds, is shown large, with everything that is known of it. */

import { make } from "./elements.js";
import { clear } from "./clear.js";
import { featureBox, featureTold, partAt } from "./features.js";
import { held, side } from "./flying.js";

/** How long the pointer rests on a thing, or a finger holds it, in milliseconds. */
const REST = 450;
const HOLD = 500;
const STILL = 8;
/** The longer side of the picture, also on phones, in pixels, and the distance to the thing. */
const LARGE = 210;
const ON_PHONES = 140;
const BESIDE = 14;

/** How far from its middle a finger covers the window, in pixels. */
const FINGER = 30;

const narrow = window.matchMedia("(max-width: 61.99rem)");

/** @typedef {import("./clear.js").Box} Box */

/** @param {number} x @param {number} y @returns {Box} What a finger covers. */
const fingertip = (x, y) => ({ left: x - FINGER, top: y - FINGER, width: 2 * FINGER, height: 2 * FINGER });

/** @param {MouseEvent} event @returns {Element | null} The piece or part under the pointer, even if pressing it means nothing. */
function thing(event) {
  const { target, clientX, clientY } = event;
  if (!(target instanceof Element)) return null;
  const around = target.closest("svg, .laid");
  const all = around ? [...around.querySelectorAll(":is(.piece, .part)[data-ref]")] : [];
  const found = all.filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
  });
  return found.findLast((each) => each.matches(".piece:not(.whole)")) ?? partAt(event) ?? found.findLast(() => true) ?? null;
}

/** @param {Element} element @returns {string} Everything that is told of it. */
const told = (element) => element.getAttribute("data-was-aria-label") ?? element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";

/** @param {MouseEvent} event @returns {string} What the thing under the pointer is called, or "" if there is none. */
export function nameAt(event) {
  const cell = event.target instanceof Element ? event.target.closest("[data-ref]") : null;
  const found = thing(event) ?? cell;
  return found ? told(found).split(/, |: /)[0] : "";
}

/** @param {HTMLElement} place The table. @param {(ref: string) => void} ask Ask who can see a thing. */
export function closer(place, ask) {
  const panel = make("div", { id: "closer", class: "closer", "aria-hidden": "true" });
  panel.hidden = true;
  document.body.append(panel);
  let timer = 0;
  /** @type {Element | null} */
  let over = null;
  let [x, y] = [0, 0];
  /** @type {Box | null} Where the thing is that is shown, or all that belongs to it. */
  let at = null;
  /** The ref of what is shown. */
  let shown = "";
  /** Whether it was a finger that has touched the table last. */
  let touched = false;
  /** Whether a finger holds what is shown, so that letting go of it is no press. */
  let holds = false;

  /** @param {Element} element */
  function show(element) {
    const there = held(element);
    const name = told(element);
    if (!there || !name) return;
    const { box } = there;
    const scale = (narrow.matches ? ON_PHONES : LARGE) / Math.max(box.width, box.height);
    const picture = make("div", { class: "picture" });
    const size = { width: box.width * scale, height: box.height * scale };
    Object.assign(picture.style, { width: `${size.width}px`, height: `${size.height}px` });
    const lines = [name, featureTold(element)].filter(Boolean).join(", ").split(/, (?![^(]*\))/).map((line) => make("li", {}, line));
    panel.replaceChildren(...(element.matches(".piece") ? [picture] : []), make("ul", {}, ...lines));
    panel.hidden = false;
    at = { left: box.left, top: box.top, width: box.width, height: box.height, ...featureBox(element) };
    shown = element.getAttribute("data-ref")?.split(" ")[0] ?? "";
    if (shown) ask(shown);
    if (element.matches(".piece")) side(picture, there, { left: 0, top: 0, ...size }, false);
    lie(at);
  }

  /** @param {Box} box Put the panel beside a thing, inside the window, where it covers least of what can be pressed. */
  function lie(box) {
    const taken = [...place.querySelectorAll(".lit[data-ref]")].map((each) => each.getBoundingClientRect());
    const inside = { width: window.innerWidth, height: window.innerHeight };
    const [left, top] = clear(panel.getBoundingClientRect(), box, touched ? [...taken, fingertip(x, y)] : taken, inside, BESIDE);
    Object.assign(panel.style, { left: `${left}px`, top: `${top}px` });
  }

  function hide() {
    window.clearTimeout(timer);
    over = null;
    panel.hidden = true;
  }

  place.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") {
      if (Math.hypot(event.clientX - x, event.clientY - y) > STILL) hide();
      return;
    }
    const now = event.buttons ? null : thing(event);
    if (now === over) return;
    hide();
    over = now;
    if (now) timer = window.setTimeout(() => show(now), REST);
  });
  place.addEventListener("pointerdown", (event) => {
    hide();
    holds = false;
    [x, y] = [event.clientX, event.clientY];
    touched = event.pointerType === "touch";
    const now = event.pointerType === "mouse" ? null : thing(event);
    if (!now) return;
    timer = window.setTimeout(() => {
      holds = true;
      show(now);
    }, HOLD);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) place.addEventListener(kind, hide);
  place.addEventListener("contextmenu", (event) => {
    if (holds) event.preventDefault();
  });
  place.addEventListener("click", (event) => {
    if (holds) event.stopImmediatePropagation();
    holds = false;
  }, { capture: true });
  /** @param {string} ref @param {string} text Who can see it. */
  function who(ref, text) {
    if (!text || panel.hidden || ref !== shown) return;
    panel.querySelector(":scope > ul")?.append(...text.split("; ").map((line) => make("li", { class: "sees" }, line)));
    if (at) lie(at);
  }
  /** @param {MouseEvent} event @returns {boolean} Whether a finger has touched something of which more is shown now. */
  function tapped(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-ref]") : null;
    const found = thing(event) ?? cell;
    if (!found) return false;
    show(found);
    return !panel.hidden;
  }
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !place.contains(event.target)) hide();
  });
  return { hide, who, tapped };
}
