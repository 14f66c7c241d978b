/**
 * Things are dragged to where they should go. A drag says the same as two presses: the thing, and the place where it is
 * let go. A thing that every answer lays somewhere, such as a card that has been drawn, needs no press. What is an answer by itself, such as a card that is played, can be let go anywhere in the centre of the table.
 * Elsewhere the thing flies back, and the page says why it can't go there.
 */

import { make } from "./elements.js";
import { held, side } from "./flying.js";
import { meant, pressed, say } from "./choosing.js";
import { litAround, nameOf, refsOf } from "./lighting.js";
import { still } from "./pacing.js";

/** @typedef {import("./choosing.js").State} State */
/** @typedef {import("./choosing.js").Point} Point */
/** @typedef {{element: Element, seen: Element, id: number, x: number, y: number, moved: HTMLElement | null, alone: Point | null, over: Element | null}} Drag */

/** How far a pointer moves before it drags, in pixels. */
const FAR = 9;
/** Within how many milliseconds after a drag a click belongs to it. */
const AFTER = 60;
/** How long a thing flies back, in milliseconds. */
const BACK = 220;

/** @param {Element} element @returns {Element | null} What is dragged with it: itself, or what lies on it if it is a cell. */
function thingOn(element) {
  if (element.matches(".piece[data-ref]")) return element;
  if (!element.matches(".cell[data-ref]")) return null;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const all = [...(element.closest("svg")?.querySelectorAll(".piece, .mark") ?? [])];
  const found = all.find((each) => {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return left <= x && x <= right && top <= y && y <= bottom;
  });
  return found ?? null;
}

/**
 * @param {HTMLElement} place The table.
 * @param {{state: () => State | null, say: (point: Point) => void, press: (element: Element) => void, back: () => void,
 *   wrong: (what: string, x: number, y: number) => void}} does What is asked of the page; `wrong` says why something can't
 *   be, in the words of the table, beside a point of the window.
 */
export function dragging(place, does) {
  /** @type {Drag | null} */
  let drag = null;
  /** When the last drag ended. The click that follows it means nothing. */
  let ended = -Infinity;

  /** @param {PointerEvent} event */
  function begin(event) {
    const state = does.state();
    const under = event.target instanceof Element ? event.target : null;
    if (!state || !under || !event.isPrimary || event.button !== 0) return;
    const laid = under.closest(".draggable") ?? under.closest("svg.alone")?.querySelector(".draggable") ?? null;
    const element = litAround(under) ?? under.closest(".hinted[data-ref]") ?? laid;
    const seen = element && thingOn(element);
    if (element && seen) drag = { element, seen, id: event.pointerId, x: event.clientX, y: event.clientY, moved: null, alone: null, over: null };
  }

  /** @param {Drag} now @returns {boolean} Whether there is something to drag: it is said, if that is no answer yet. */
  function lift(now) {
    const state = does.state();
    const there = held(now.seen);
    if (!state || !there) return false;
    const { box } = there;
    const found = pressed(state, refsOf(now.element));
    if (found.length > 1 || (!found.length && !now.element.matches(".draggable"))) return false;
    now.moved = make("div", { class: "dragged", "aria-hidden": "true" });
    now.moved.inert = true; // it is not what lies under the pointer
    Object.assign(now.moved.style, { width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(now.moved);
    side(now.moved, there, box, false);
    now.seen.classList.add("lifted");
    if (!found.length) {
      if (state.spoken.length) does.back(); // it is taken up again from where it was shown
      return true;
    }
    if (meant(say(state, found[0]))) now.alone = found[0];
    else does.say(found[0]);
    place.classList.toggle("awaits", now.alone !== null);
    return true;
  }

  /** @param {PointerEvent} event */
  function go(event) {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.moved) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      if (!lift(drag)) return void (drag = null);
      place.setPointerCapture(drag.id);
    }
    const { moved } = drag;
    if (moved) moved.style.translate = shift(event.clientX, event.clientY);
    hover(drag, target(drag, event.clientX, event.clientY));
    event.preventDefault();
  }

  /** @param {number} x @param {number} y @returns {string} Where a thing is drawn that is held at a point. */
  const shift = (x, y) => `calc(${x}px - 50%) calc(${y}px - 60%)`;

  /** @param {Drag} now @param {number} x @param {number} y @returns {Element | null} Where the thing would go if it were let go there. */
  function target(now, x, y) {
    const under = document.elementFromPoint(x, y);
    if (!under || !place.contains(under)) return null;
    const found = now.alone ? under.closest(".center") : litAround(under);
    return found === now.element ? null : found;
  }

  /** @param {Drag} now @param {Element | null} over Mark where the thing would go. */
  function hover(now, over) {
    if (over === now.over) return;
    now.over?.classList.remove("over");
    over?.classList.add("over");
    now.over = over;
  }

  /** @param {Drag} now @param {HTMLElement} moved The thing flies back to where it was taken. */
  function flyBack(now, moved) {
    if (still()) return moved.remove();
    const flight = moved.animate({ translate: shift(now.x, now.y), rotate: "0deg" }, { duration: BACK, easing: "ease-in", fill: "forwards" });
    flight.onfinish = flight.oncancel = () => moved.remove();
  }

  /** @param {Drag} now @param {number} x @param {number} y Say why the thing can't go to where it was let go. */
  function complain(now, x, y) {
    const under = document.elementFromPoint(x, y)?.closest("[data-ref]") ?? null;
    if (!under || !place.contains(under) || under === now.element || now.element.contains(under)) return;
    does.wrong(`${nameOf(now.element)} ${nameOf(under)}`, x, y);
  }

  /** @param {PointerEvent} event @param {boolean} letGo */
  function end(event, letGo) {
    if (!drag || event.pointerId !== drag.id) return;
    const now = drag;
    const { moved, alone } = now;
    drag = null;
    if (!moved) return;
    place.classList.remove("awaits");
    now.seen.classList.remove("lifted");
    ended = event.timeStamp;
    const to = letGo ? target(now, event.clientX, event.clientY) : null;
    hover(now, null);
    if (to) moved.remove();
    else flyBack(now, moved);
    if (to) return alone ? does.say(alone) : does.press(to);
    if (letGo) complain(now, event.clientX, event.clientY);
    if (!alone && does.state()?.spoken.length) does.back();
  }

  /** @param {MouseEvent} event */
  function click(event) {
    if (event.timeStamp - ended < AFTER) event.stopImmediatePropagation();
  }

  place.addEventListener("click", click, { capture: true });
  place.addEventListener("pointerdown", begin);
  place.addEventListener("pointermove", go);
  place.addEventListener("pointerup", (event) => end(event, true));
  place.addEventListener("pointercancel", (event) => end(event, false));
}
