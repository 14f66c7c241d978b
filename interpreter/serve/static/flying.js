/** Pictures of things on the table that fly over it: copies on a layer of their own, which nobody can press. */

import { make } from "./elements.js";

/** @typedef {{left: number, top: number, width: number, height: number}} Box In pixels of the window. */
/** @typedef {{element: Element, box: Box, matrix: DOMMatrix | null}} Held A thing, and where it was. */
/**
 * @typedef {{stops: Box[], steps: number[], front: Held | null, back: Held | null, turns: boolean, fades: boolean,
 *   hides: Element[], by?: (string | null)[], lost?: boolean, appears?: boolean}} Flight
 * It goes from stop to stop, one leg in each of `steps`, and lies at each stop until its next leg. `front` is what
 * arrives, `back` what sets out if that looks otherwise; `hides` is invisible meanwhile. `by` says, for each stop, the
 * refs of the place there; `lost` is what leaves a board, `appears` what comes
 * from nowhere.
 * @typedef {{starts: number[], lasts: number}} Times When each leg of a flight starts, and how long it lasts.
 * @typedef {{from: number, until: number}} Span In milliseconds.
 */

const AWAY = ["id", "data-ref", "data-also", "data-keep", "data-lit", "data-value", "tabindex", "role", "aria-label", "title"];
const MARKS = ["lit", "completes", "hinted", "foreseen", "chosen", "changed", "latest"];
/** How many pieces a stack has; it belongs to none of them. */
const COUNTS = ".times, .count";
/** How much larger a thing is while it is lifted. */
const LIFTED = 1.16;
const EASE = "cubic-bezier(.3, .5, .25, 1)";

/** @type {Set<Animation>} What moves now. */
const running = new Set();

/** @param {Animation} animation @param {() => void} [after] */
export function follow(animation, after = () => {}) {
  running.add(animation);
  const end = () => {
    running.delete(animation);
    after();
  };
  animation.finished.then(end, end);
}

/** Everything that moves arrives at once. */
export function settle() {
  for (const animation of running) animation.finish();
}

/** @param {Element} element @returns {boolean} Whether it is a part of a board, which has one coordinate system. */
const onBoard = (element) => element instanceof SVGElement && element.closest(".board") !== null;

/** @param {Element} element @returns {Element} What is to be seen of a piece as a whole. */
export function whole(element) {
  const around = onBoard(element) ? element.closest(".printed") : (element.closest("svg.alone") ?? element.closest(".laid"));
  return around ?? element;
}

/** @param {Element} element @returns {Element[]} A piece, with the letters that are drawn above it. */
export function layers(element) {
  const found = [whole(element)];
  if (!onBoard(element)) return found;
  for (let next = found[0].nextElementSibling; next?.matches(".said"); next = next.nextElementSibling) found.push(next);
  return found;
}

/** @param {Element} element @returns {boolean} Whether it is one of several pieces that are drawn once. */
export const stacked = (element) => whole(element).querySelector(COUNTS) !== null;

/** @param {Element} element @returns {Held | null} Where a thing is now, if it can be seen. */
export function held(element) {
  const box = whole(element).getBoundingClientRect();
  if (!box.width || !box.height) return null;
  const parent = onBoard(element) ? whole(element).parentNode : null;
  return { element, box, matrix: parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null };
}

/** @param {Element} element @param {boolean} deep */
function copied(element, deep) {
  const copy = /** @type {Element} */ (element.cloneNode(deep));
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of AWAY) each.removeAttribute(name);
    each.classList.remove(...MARKS);
  }
  for (const each of copy.querySelectorAll(COUNTS)) each.remove();
  return copy;
}

/**
 * A copy of what is around an element, without boxes of its own, so that the style sheet finds what it looks for.
 * @param {Element} element @param {Element} inside
 */
function shelled(element, inside) {
  let made = inside;
  for (let around = element.parentElement; around && around.id !== "table"; around = around.parentElement) {
    if (around instanceof SVGElement) continue;
    const shell = around instanceof HTMLDetailsElement ? make("div", { class: around.className }) : copied(around, false);
    if (shell instanceof HTMLElement) shell.style.display = "contents";
    shell.append(made);
    made = shell;
  }
  return made;
}

/** @param {Held} from @returns {{shell: Element, picture: Element}} */
function pictured({ element, box, matrix }) {
  const copies = layers(element).map((each) => copied(each, true));
  if (!matrix) return { shell: shelled(whole(element), copies[0]), picture: copies[0] };
  const svg = /** @type {SVGSVGElement} */ (copied(/** @type {SVGElement} */ (element).ownerSVGElement ?? element, false));
  svg.removeAttribute("viewBox");
  svg.setAttribute("style", `display:block;position:static;overflow:visible;min-width:0;max-width:none;width:${box.width}px;height:${box.height}px`);
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const { a, b, c, d, e, f } = matrix;
  group.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e - box.left} ${f - box.top})`);
  group.append(...copies);
  svg.append(group);
  return { shell: shelled(element, svg), picture: svg };
}

/** @param {Element} element @returns {Element | null} A small picture of a thing, which is as high as the letters around it. */
export function portrait(element) {
  const there = held(element);
  if (!there) return null;
  const { shell, picture } = pictured(there);
  const { width, height } = there.box;
  if (there.matrix) picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  else return null; // letters scale only in drawings
  picture.setAttribute("style", "display:block;overflow:visible;min-width:0;width:1.7em;height:1.7em");
  return make("span", { class: "portrait", "aria-hidden": "true" }, shell);
}

/** @returns {HTMLElement} The layer above the page. */
export function layer() {
  const found = document.getElementById("flights");
  if (found) return found;
  const made = make("div", { id: "flights", "aria-hidden": "true" });
  Object.assign(made.style, { position: "fixed", inset: "0", overflow: "clip", pointerEvents: "none", zIndex: "5" });
  document.body.append(made);
  return made;
}

/**
 * Put a copy of a thing into an element, as large as a box.
 * @param {HTMLElement} around @param {Held | null} face `null` is a back of nothing in particular.
 * @param {Box} to @param {boolean} turned Whether it is turned away.
 */
export function side(around, face, to, turned) {
  const made = make("div");
  Object.assign(made.style, { position: "absolute", inset: "0", backfaceVisibility: "hidden", transform: turned ? "rotateY(180deg)" : "" });
  around.append(made);
  if (face === null) {
    const nobody = make("div", { class: "gamespec" }, make("div", { class: "card back" }));
    Object.assign(nobody.style, { display: "contents" });
    if (nobody.firstElementChild instanceof HTMLElement) Object.assign(nobody.firstElementChild.style, { position: "absolute", inset: "0", width: "auto", minHeight: "0" });
    return made.append(nobody);
  }
  const fit = make("div");
  const { shell, picture } = pictured(face);
  fit.append(shell);
  Object.assign(fit.style, { position: "absolute", left: "0", top: "0", width: "max-content", transformOrigin: "0 0" });
  made.append(fit);
  const there = fit.getBoundingClientRect();
  const has = picture.getBoundingClientRect();
  const [across, down] = [to.width / (has.width || 1), to.height / (has.height || 1)];
  fit.style.transform = `scale(${across}, ${down}) translate(${there.left - has.left}px, ${there.top - has.top}px)`;
}

/** @param {Box} box @param {Box} to @returns {string} */
function placed(box, to) {
  const right = box.left + box.width / 2 - to.left - to.width / 2;
  const down = box.top + box.height / 2 - to.top - to.height / 2;
  return `translate(${right}px, ${down}px) scale(${box.width / to.width})`;
}

/** @param {Flight} flight @param {Times} times @returns {Keyframe[]} Where it is, at which part of the whole time. */
function course({ stops, fades }, { starts, lasts }) {
  const to = stops[stops.length - 1];
  const whole = starts[starts.length - 1] + lasts;
  /** @type {Keyframe[]} */
  const frames = [{ offset: 0, transform: placed(stops[0], to), opacity: 1, easing: "linear" }];
  starts.forEach((start, leg) => {
    const last = leg === starts.length - 1;
    frames.push({ offset: start / whole, transform: placed(stops[leg], to), opacity: 1, easing: EASE });
    const opacity = last && fades ? 0 : 1;
    frames.push({ offset: (start + lasts) / whole, transform: placed(stops[leg + 1], to), opacity, easing: "linear" });
  });
  return frames;
}

/**
 * @param {Flight} flight @param {Times} times
 * @param {Span | null} wins When it is marked as what has won the others.
 */
export function fly(flight, times, wins = null) {
  const { stops, front, back, turns, hides } = flight;
  const to = stops[stops.length - 1];
  const duration = times.starts[times.starts.length - 1] + times.lasts;
  const made = make("div", { class: "flyer" });
  Object.assign(made.style, {
    position: "absolute", left: `${to.left}px`, top: `${to.top}px`, width: `${to.width}px`, height: `${to.height}px`,
    filter: "drop-shadow(0 .25rem .3rem rgb(0 0 0 / .35))",
  });
  const body = make("div");
  Object.assign(body.style, { position: "absolute", inset: "0", transformStyle: "preserve-3d" });
  made.append(body);
  layer().append(made);
  side(body, front, to, false);
  if (turns) side(body, back, to, true);
  const fill = /** @type {FillMode} */ ("both");
  follow(made.animate(course(flight, times), { duration, fill }), () => made.remove());
  const turning = { delay: times.starts[0], duration: times.lasts, fill, easing: "ease-in-out" };
  if (turns) follow(body.animate({ transform: ["rotateY(180deg)", "rotateY(0deg)"] }, turning));
  for (const start of stops.length > 1 ? times.starts : []) {
    const raised = { scale: [1, LIFTED, LIFTED, 1], offset: [0, 0.25, 0.75, 1] };
    follow(body.animate(raised, { delay: start, duration: times.lasts, easing: "ease-in-out" }));
  }
  if (wins) {
    const ring = make("div", { class: "wins" });
      const rests = stops[stops.length - 2] ?? to;
      ring.style.setProperty("--enlarged", String(rests.width / to.width || 1)); // as it is larger there than where it ends
    made.append(ring);
    const shown = { opacity: [0, 1, 1, 0], scale: [1.15, 1, 1, 1], offset: [0, 0.15, 0.9, 1] };
    follow(ring.animate(shown, { delay: wins.from, duration: wins.until - wins.from, fill }));
  }
  for (const each of hides) follow(each.animate({ opacity: [0, 0] }, { duration }));
}
