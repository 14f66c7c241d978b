/**
 * Things are dragged to where they should go. A drag says the same as two presses: the thing, and the place where it is
 * let go. What is an answer by itself, such as a card that is played, can be let go anywhere in the centre of the table.
 */

import { make } from "./elements.js";
import { held, side } from "./flying.js";
import { apart, meanings, meant, say } from "./choosing.js";
import { litAround, refsOf } from "./lighting.js";

/** @typedef {import("./choosing.js").State} State */
/** @typedef {import("./choosing.js").Point} Point */
/** @typedef {{element: Element, seen: Element, id: number, x: number, y: number, moved: HTMLElement | null, alone: Point | null}} Drag */

/** How far a pointer moves before it drags, in pixels. */
const FAR = 9;
/** Within how many milliseconds after a drag a click belongs to it. */
const AFTER = 60;

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
 * @param {{state: () => State | null, say: (point: Point) => void, press: (element: Element) => void, back: () => void}} does
 */
export function dragging(place, does) {
  /** @type {Drag | null} */
  let drag = null;
  /** When the last drag ended. The click that follows it means nothing. */
  let ended = -Infinity;

  /** @param {State} state @param {Element} element @returns {boolean} Whether it is the tile that is to be laid. */
  const isLaid = (state, element) => {
    const refs = refsOf(element);
    return state.asked.members.some((member) => member.shows && refs.includes(member.shows[0]));
  };

  /** @param {PointerEvent} event */
  function begin(event) {
    const state = does.state();
    const under = event.target instanceof Element ? event.target : null;
    if (!state || !under || !event.isPrimary || event.button !== 0) return;
    const laid = under.closest("[data-shows]")?.querySelector("[data-ref]");
    const element = litAround(under) ?? (laid && isLaid(state, laid) ? laid : null);
    const seen = element && thingOn(element);
    if (element && seen) drag = { element, seen, id: event.pointerId, x: event.clientX, y: event.clientY, moved: null, alone: null };
  }

  /** @param {Drag} now @returns {boolean} Whether there is something to drag: it is said, if that is no answer yet. */
  function lift(now) {
    const state = does.state();
    const there = held(now.seen);
    if (!state || !there) return false;
    const { box } = there;
    const found = apart(state, meanings(state, refsOf(now.element)));
    if (found.length > 1 || (!found.length && !isLaid(state, now.element))) return false;
    now.moved = make("div", { class: "dragged", "aria-hidden": "true" });
    Object.assign(now.moved.style, { width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(now.moved);
    side(now.moved, there, box, false);
    if (!found.length) return true;
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
    if (moved) moved.style.translate = `calc(${event.clientX}px - 50%) calc(${event.clientY}px - 60%)`;
    event.preventDefault();
  }

  /** @param {PointerEvent} event @param {boolean} letGo */
  function end(event, letGo) {
    if (!drag || event.pointerId !== drag.id) return;
    const { moved, alone } = drag;
    drag = null;
    if (!moved) return;
    moved.remove();
    place.classList.remove("awaits");
    ended = event.timeStamp;
    const under = letGo ? document.elementFromPoint(event.clientX, event.clientY) : null;
    const lit = under && litAround(under);
    if (alone) {
      if (under?.closest(".center")) does.say(alone);
    } else if (lit) does.press(lit);
    else if (does.state()?.spoken.length) does.back();
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
