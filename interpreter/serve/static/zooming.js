/**
 * The boards in the centre of the table, as large as they fit. They are zoomed by wheel, fingers, buttons and keys, and moved
 * by dragging their ground. The view stays when the table is drawn again, and is fitted when what is asked lies outside it.
 */

import { button, make } from "./elements.js";
import { gettext } from "./words.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Frame In the units of the drawing. */
/** @typedef {{x: number, y: number, scale: number}} View The middle, and the pixels of a unit of the drawing. */
/** @typedef {{scroll: HTMLElement, svg: SVGSVGElement, name: string, frame: Frame, fit: number, base: number, helps: boolean}} Shown */

/** How many units of a drawing the sizes of boards refer to. */
const CELL = 100;
/** How much a button or a key zooms, and the wheel by a pixel. */
const STEP = 1.4;
const WHEEL = 0.0016;
/** The greatest zoom: so many pixels for a cell, or so many times as large as fitted. */
const LARGEST = 200;
const TIMES = 4;
/** How far a pointer moves before it moves the board, in pixels: farther than what is dragged needs. */
const FAR = 11;
/** Within how many milliseconds after a move a click belongs to it, and two presses are one. */
const AFTER = 60;
const TWICE = 350;
/** Cells at least so large can be hit without zooming, in pixels (WCAG 2.2, 2.5.8). */
const TARGET = 24;
/** Cells below this size are enlarged where that leaves what is lit in sight, up to the size of a finger, in pixels. */
const SMALL = 30;
const FINGER = 48;
/** The largest cell of a plane that grows, in pixels. */
const GROWING = 120;
const LASTS = 160;

const BOARDS = ".main > .board > .scroll";
const TAKEN = ".lit, .hinted, .ghost, [data-shows], button";

const roomy = window.matchMedia("(min-width: 62rem)");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** @param {number} value @param {number} least @param {number} most */
const between = (value, least, most) => Math.max(least, Math.min(most, value));

/** @param {Element} element @returns {[number, number]} */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/**
 * @param {HTMLElement} place The table.
 * @returns {{restore: () => void, follow: () => void}} To be called when the table was drawn again, and when other things are lit.
 */
export function zooming(place) {
  /** @type {Map<string, View>} What was chosen. All other boards are fitted. */
  const views = new Map();
  /** @type {Map<string, View>} What was seen last. */
  const seen = new Map();
  /** @type {WeakMap<SVGSVGElement, {frame: Frame, given: string}>} The frame that a drawing came with, and what it was given instead. */
  const frames = new WeakMap();
  /** @type {Map<string, HTMLElement>} The buttons of boards. */
  const buttons = new Map();
  /** @type {Map<number, [number, number]>} The fingers on boards. */
  const fingers = new Map();
  /** @type {{name: string, id: number, x: number, y: number, moves: boolean} | null} */
  let hold = null;
  let ended = -Infinity;
  let pressed = { at: -Infinity, x: 0, y: 0 };
  let asked = "";
  let gliding = 0;

  const corner = make("section", { class: "zooms" });
  place.after(corner);

  /** @returns {Shown[]} */
  const all = () => [...place.querySelectorAll(BOARDS)].map(shown).filter((each) => each !== null);

  /** @param {Element} scroll @returns {Shown | null} */
  function shown(scroll) {
    const svg = scroll.querySelector(":scope > svg");
    if (!(scroll instanceof HTMLElement) || !(svg instanceof SVGSVGElement)) return null;
    const [wide, high] = [scroll.clientWidth, scroll.clientHeight];
    if (!wide || !high) return null;
    const now = svg.getAttribute("viewBox") ?? "";
    let kept = frames.get(svg);
    if (!kept || kept.given !== now) {
      const [x, y, width, height] = now.split(" ").map(Number);
      kept = { frame: { x, y, width, height }, given: now };
      frames.set(svg, kept);
    }
    const { frame } = kept;
    const style = getComputedStyle(svg);
    const size = parseFloat(style.getPropertyValue(roomy.matches ? "--roomy" : "--least")) / CELL || 0;
    const plane = scroll.closest("[data-form=plane]") !== null;
    const fit = Math.min(wide / frame.width, high / frame.height);
    const base = plane ? Math.min(Math.max(fit, size), GROWING / CELL) : Math.max(fit, Math.min(size, TARGET / CELL));
    const helps = plane || base > 1.02 * fit || base * CELL < TARGET;
    return { scroll, svg, name: scroll.dataset.keep ?? "", frame, fit, base, helps };
  }

  /** @param {string} name */
  const named = (name) => all().find((each) => each.name === name) ?? null;

  /** @param {Event} event @returns {Shown | null} The board on which something happens. */
  function around(event) {
    const scroll = event.target instanceof Element ? event.target.closest(BOARDS) : null;
    return scroll ? shown(scroll) : null;
  }

  /**
   * @param {Shown} board
   * @returns {View} The board as it is fitted: all of it, or as much as is large enough, around what is lit. Where cells would be
   * small, they are as large as they can be with all that is lit in sight, up to the size of a finger.
   */
  function fitted({ scroll, svg, frame, fit, base }) {
    const view = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2, scale: base };
    if (base <= fit && base * CELL >= SMALL) return view;
    const around = svg.querySelectorAll(".lit[data-ref]").length ? ".lit[data-ref]" : ":is(.latest, .changed)[data-ref]";
    const boxes = [...svg.querySelectorAll(around)].filter((each) => each instanceof SVGGraphicsElement).map(placeOf);
    if (!boxes.length) return view;
    const [xs, ys] = [boxes.map(([x]) => x), boxes.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = Math.min(scroll.clientWidth / (right - left + 3 * CELL), scroll.clientHeight / (bottom - top + 3 * CELL));
    return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.max(base, Math.min(room, FINGER / CELL)) };
  }

  /** @param {Element} element @returns {[number, number]} Its middle, in the units of the drawing. */
  function placeOf(element) {
    const svg = /** @type {SVGElement} */ (element).ownerSVGElement;
    const matrix = svg?.getScreenCTM()?.inverse();
    const [x, y] = middle(element);
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return [point.x, point.y];
  }

  /** @param {Shown} board @param {View} view @returns {View} The view, without ground beyond the frame where that is not needed. */
  function clamped({ scroll, frame, fit, base }, { x, y, scale }) {
    const now = between(scale, Math.min(fit, base), Math.max(TIMES * base, LARGEST / CELL));
    /** @param {number} at @param {number} from @param {number} long @param {number} seen */
    const along = (at, from, long, seen) => {
      const ends = [from + seen / 2, from + long - seen / 2];
      return between(at, Math.min(...ends), Math.max(...ends));
    };
    return {
      x: along(x, frame.x, frame.width, scroll.clientWidth / now),
      y: along(y, frame.y, frame.height, scroll.clientHeight / now),
      scale: now,
    };
  }

  /** @param {Shown} board @returns {View} */
  const viewOf = (board) => clamped(board, views.get(board.name) ?? resting(board));

  /** @param {Shown} board @returns {View} A plane that grows moves no farther than is needed to see all of it. */
  function resting(board) {
    const now = fitted(board);
    const last = seen.get(board.name);
    const { scroll, svg, frame } = board;
    if (!last || !svg.closest("[data-form=plane]") || Math.abs(last.scale / now.scale - 1) > 0.01) return now;
    const [wide, high] = [scroll.clientWidth / last.scale / 2, scroll.clientHeight / last.scale / 2];
    if (2 * wide < frame.width || 2 * high < frame.height) return now;
    return {
      x: between(last.x, frame.x + frame.width - wide, frame.x + wide),
      y: between(last.y, frame.y + frame.height - high, frame.y + high),
      scale: now.scale,
    };
  }

  /** @param {Shown} board @param {View} view */
  function draw({ svg, scroll }, { x, y, scale }) {
    const [wide, high] = [scroll.clientWidth / scale, scroll.clientHeight / scale];
    const given = [x - wide / 2, y - high / 2, wide, high].map((each) => each.toFixed(2)).join(" ");
    const kept = frames.get(svg);
    if (kept) kept.given = given;
    svg.setAttribute("viewBox", given);
  }

  /** @param {Shown} board */
  function apply(board) {
    const view = viewOf(board);
    seen.set(board.name, view);
    draw(board, view);
    const { width, height } = board.frame;
    const moves = view.scale * width > board.scroll.clientWidth + 1 || view.scale * height > board.scroll.clientHeight + 1;
    board.scroll.classList.toggle("movable", moves);
    place.dispatchEvent(new Event("viewed"));
  }

  /** @param {Shown} board @param {View | null} view Show a board in another view; in a moment, unless less motion is preferred. */
  function glide(board, view) {
    cancelAnimationFrame(gliding);
    const from = viewOf(board);
    if (view) views.set(board.name, clamped(board, view));
    else views.delete(board.name);
    const to = viewOf(board);
    offer(board);
    if (still.matches) return apply(board);
    const began = performance.now();
    const frame = (/** @type {number} */ now) => {
      const share = between((now - began) / LASTS, 0, 1);
      if (share === 1 || !board.svg.isConnected) return apply(named(board.name) ?? board);
      const scale = from.scale * (to.scale / from.scale) ** share;
      const along = to.scale === from.scale ? share : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
      draw(board, { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along, scale });
      gliding = requestAnimationFrame(frame);
    };
    gliding = requestAnimationFrame(frame);
  }

  /**
   * @param {Shown} board @param {number} times @param {number} [x] @param {number} [y] The point of the window that stays.
   * @returns {View} The board so many times as large.
   */
  function zoomed(board, times, x, y) {
    const { left, top, width, height } = board.scroll.getBoundingClientRect();
    const [right, down] = [(x ?? left + width / 2) - left - width / 2, (y ?? top + height / 2) - top - height / 2];
    const view = viewOf(board);
    const { scale } = clamped(board, { ...view, scale: view.scale * times });
    return { x: view.x + right / view.scale - right / scale, y: view.y + down / view.scale - down / scale, scale };
  }

  /** @param {Shown} board @param {View} view At once, as fingers and wheels want it. */
  function see(board, view) {
    cancelAnimationFrame(gliding);
    const now = clamped(board, view);
    if (now.scale <= Math.min(board.base, board.fit) * 1.001) views.delete(board.name);
    else views.set(board.name, now);
    if (board.base > board.fit) views.set(board.name, now); // what is fitted is not all of it
    apply(board);
    offer(board);
  }

  // --- buttons --------------------------------------------------------------------------------------

  /** @param {Shown} board Show the buttons of a board. */
  function offer(board) {
    let made = buttons.get(board.name);
    if (!made) {
      const { name } = board;
      /** @param {(board: Shown) => void} does */
      const on = (does) => () => {
        const now = named(name);
        if (now) does(now);
      };
      made = make("div", { class: "zoom" },
        button("+", on((now) => glide(now, zoomed(now, STEP)))),
        button("−", on((now) => glide(now, zoomed(now, 1 / STEP)))),
        button("⤢", on((now) => glide(now, views.has(name) ? null : { ...viewOf(now), scale: now.fit }))));
      buttons.set(name, made);
      corner.append(made);
    }
    corner.setAttribute("aria-label", gettext("size of the board"));
    const [larger, smaller, whole] = made.querySelectorAll("button");
    const labels = [gettext("zoom in"), gettext("zoom out"), gettext("show all of the board")];
    made.querySelectorAll("button").forEach((each, index) => each.setAttribute("aria-label", labels[index]));
    const { scale } = viewOf(board);
    larger.disabled = scale >= clamped(board, { x: 0, y: 0, scale: Infinity }).scale;
    smaller.disabled = scale <= Math.min(board.fit, board.base) * 1.001;
    whole.disabled = !views.has(board.name) && scale <= board.fit * 1.001;
    made.hidden = !(board.helps || views.has(board.name));
  }

  /** @param {Shown[]} boards The buttons stand in the lower right corner of their board. */
  function settle(boards) {
    for (const [name, made] of buttons) {
      const board = boards.find((each) => each.name === name);
      if (!board) made.hidden = true;
      if (!board || made.hidden) continue;
      const { right, bottom } = board.scroll.getBoundingClientRect();
      Object.assign(made.style, { right: `${window.innerWidth - right + 4}px`, bottom: `${window.innerHeight - bottom + 4}px` });
    }
  }

  // --- what hands do --------------------------------------------------------------------------------

  place.addEventListener("wheel", (event) => {
    const board = around(event);
    if (!board?.helps || document.querySelector(".dragged")) return;
    event.preventDefault();
    place.dispatchEvent(new PointerEvent("pointerleave")); // what is looked at closely is elsewhere now
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const much = event.ctrlKey ? 6 : 1; // two fingers on a touchpad
    see(board, zoomed(board, Math.exp(-WHEEL * much * lines * between(event.deltaY, -240, 240)), event.clientX, event.clientY));
  }, { passive: false });

  place.addEventListener("pointerdown", (event) => {
    const board = around(event);
    if (!board) return;
    if (event.pointerType === "touch") fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 2) pinch(board);
    else if (event.button === 0) hold = { name: board.name, id: event.pointerId, x: event.clientX, y: event.clientY, moves: false };
  });

  /** @param {Shown} board Two fingers move and zoom; what the first one did means nothing. */
  function pinch(board) {
    if (hold) place.dispatchEvent(new PointerEvent("pointercancel", { pointerId: hold.id }));
    hold = { name: board.name, id: -1, x: 0, y: 0, moves: true };
  }

  place.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    const board = hold && named(hold.name);
    if (!hold || !board || document.querySelector(".dragged")) return;
    if (fingers.size > 1 && finger) {
      const before = [...fingers.values()];
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      return follow(board, before, [...fingers.values()]);
    }
    if (event.pointerId !== hold.id || (event.pointerType === "mouse" && !event.buttons)) return;
    const [right, down] = [event.clientX - hold.x, event.clientY - hold.y];
    if (!hold.moves && (Math.hypot(right, down) < FAR || !board.scroll.classList.contains("movable"))) return;
    if (!hold.moves) place.setPointerCapture(event.pointerId);
    Object.assign(hold, { moves: true, x: event.clientX, y: event.clientY });
    board.scroll.classList.add("moves");
    const view = viewOf(board);
    see(board, { ...view, x: view.x - right / view.scale, y: view.y - down / view.scale });
  });

  /** @param {Shown} board @param {[number, number][]} before @param {[number, number][]} now Two fingers have moved. */
  function follow(board, [a, b], [c, d]) {
    const long = Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
    const view = zoomed(board, Math.hypot(c[0] - d[0], c[1] - d[1]) / long, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
    const [right, down] = [(c[0] + d[0] - a[0] - b[0]) / 2, (c[1] + d[1] - a[1] - b[1]) / 2];
    see(board, { ...view, x: view.x - right / view.scale, y: view.y - down / view.scale });
  }

  for (const kind of ["pointerup", "pointercancel"]) {
    document.addEventListener(kind, (event) => {
      if (!(event instanceof PointerEvent) || !event.isTrusted) return;
      fingers.delete(event.pointerId);
      if (!hold || (event.pointerId !== hold.id && hold.id !== -1)) return;
      if (hold.moves) ended = event.timeStamp;
      named(hold.name)?.scroll.classList.remove("moves");
      if (hold.id !== -1 || !fingers.size) hold = null;
    });
  }

  place.addEventListener("click", (event) => {
    if (event.timeStamp - ended < AFTER) event.stopImmediatePropagation();
  }, { capture: true });

  place.addEventListener("click", (event) => {
    const board = around(event);
    if (!board?.helps || !(event.target instanceof Element) || event.target.closest(TAKEN)) return;
    const { at, x, y } = pressed;
    const twice = event.timeStamp - at < TWICE && Math.hypot(event.clientX - x, event.clientY - y) < 2 * FAR;
    pressed = { at: twice ? -Infinity : event.timeStamp, x: event.clientX, y: event.clientY };
    if (twice) glide(board, views.has(board.name) ? null : zoomed(board, 2, event.clientX, event.clientY));
  });

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !["+", "=", "-", "0"].includes(key)) return;
    if (target instanceof Element && target.closest("input, textarea, select")) return;
    const inside = target instanceof Element ? target.closest(BOARDS) : null;
    const board = (inside && shown(inside)) ?? all().find((each) => each.helps);
    if (!board) return;
    event.preventDefault();
    glide(board, key === "0" ? null : zoomed(board, key === "-" ? 1 / STEP : STEP));
  });

  place.addEventListener("focusin", (event) => {
    const board = around(event);
    if (!board || hold || !(event.target instanceof SVGElement)) return; // what is pressed stays below the pointer
    const box = board.scroll.getBoundingClientRect();
    const { left, right, top, bottom } = event.target.getBoundingClientRect();
    if (box.left <= left && right <= box.right && box.top <= top && bottom <= box.bottom) return;
    const [x, y] = middle(event.target);
    const view = viewOf(board);
    see(board, { ...view, x: view.x + (x - box.left - box.width / 2) / view.scale, y: view.y + (y - box.top - box.height / 2) / view.scale });
  });

  // --- the table as it is now -----------------------------------------------------------------------

  /** @param {Shown} board @returns {boolean} Whether all that is lit on a board is in its view. */
  function inSight({ scroll, svg }) {
    const box = scroll.getBoundingClientRect();
    return [...svg.querySelectorAll(".lit[data-ref]")].every((each) => {
      const [x, y] = middle(each);
      return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
    });
  }

  /** @type {WeakSet<Element>} The boxes whose sizes are watched. */
  const watched = new WeakSet();
  const sizes = new ResizeObserver(() => fit(all()));

  /** @param {Shown[]} boards */
  function fit(boards) {
    for (const board of boards) {
      apply(board);
      offer(board);
    }
    settle(boards);
  }

  function restore() {
    const boards = all();
    fit(boards);
    for (const { scroll } of boards) {
      if (!watched.has(scroll)) sizes.observe(scroll);
      watched.add(scroll);
    }
  }

  return {
    restore,
    follow: () => {
      const boards = all();
      const lit = boards.flatMap(({ svg }) => [...svg.querySelectorAll(".lit[data-ref]")].map((each) => each.getAttribute("data-ref"))).join(" ");
      if (lit === asked) return;
      asked = lit;
      for (const board of boards) {
        if (views.has(board.name) && !inSight(board)) views.delete(board.name);
        if (lit || views.has(board.name)) apply(board);
        offer(board);
      }
      settle(boards);
    },
  };
}
