/**
 * A small board at a seat is shown large when it is pressed, and by itself when all that is asked lies on it. It is a picture of
 * the same controls, for eyes and fingers: what is pressed there is pressed on the table.
 */

import { button, make } from "./elements.js";
import { refsOf } from "./lighting.js";
import { gettext } from "./words.js";

const BOARDS = ".seat .board";
/** Cells at least so large can be hit where they are, in pixels (WCAG 2.2, 2.5.8). */
const TARGET = 24;
/** Boards with smaller cells open by themselves, in pixels. */
const SMALL = 44;
/** How many units of a drawing a cell has, and its largest side in the picture, in pixels. */
const CELL = 100;
const LARGEST = 76;
/** The distance to the edges of the window, and the height of the line above the board, in pixels. */
const EDGE = 10;
const LINE = 48;

const AWAY = ["data-keep", "data-lit", "tabindex", "role", "aria-label", "aria-pressed", "title"];

/** @param {Element} board @returns {string} Which board it is, whatever lies on it. */
const nameOf = (board) => board.querySelector("[data-keep]")?.getAttribute("data-keep") ?? "";

/** @param {Element} board @returns {number} How large a cell is on the screen, in pixels. */
function cellSize(board) {
  const svg = board.querySelector("svg");
  return svg instanceof SVGSVGElement && svg.viewBox.baseVal.width ? (svg.getBoundingClientRect().width / svg.viewBox.baseVal.width) * CELL : 0;
}

/** @param {HTMLElement} place The table. */
export function magnifying(place) {
  const glass = make("div", { class: "magnified", "aria-hidden": "true" });
  glass.hidden = true;
  document.body.append(glass);
  /** The board that is shown, what it was made from, and what was asked when it was closed. */
  let [shown, made, closed] = ["", "", ""];
  /** Whether it has opened by itself, so that it closes when that has been answered. */
  let itself = false;

  /** @param {string} name @returns {Element | undefined} */
  const board = (name) => [...place.querySelectorAll(BOARDS)].find((each) => nameOf(each) === name);

  /** @returns {{name: string, refs: string} | null} The small board on which all lies that is asked. */
  function asked() {
    const lit = [...place.querySelectorAll(".lit[data-ref]")];
    const boards = new Set(lit.map((each) => each.closest(BOARDS)));
    const [only] = boards;
    if (boards.size !== 1 || !only || cellSize(only) >= SMALL) return null;
    return { name: nameOf(only), refs: lit.flatMap(refsOf).join(" ") };
  }

  function hide() {
    if (!shown) return;
    closed = asked()?.refs ?? "";
    [shown, made, itself] = ["", "", false];
    glass.hidden = true;
    glass.replaceChildren();
  }

  /** @param {Element} from */
  function draw(from) {
    const svg = from.querySelector("svg");
    if (!(svg instanceof SVGSVGElement)) return;
    const { width, height } = svg.viewBox.baseVal;
    const bar = document.getElementById("asked")?.getBoundingClientRect();
    const low = bar && bar.top > window.innerHeight / 2 ? bar.top : window.innerHeight;
    const scale = Math.min((window.innerWidth - 4 * EDGE) / width, (low - LINE - 4 * EDGE) / height, LARGEST / CELL);
    if (from.outerHTML + scale === made) return;
    made = from.outerHTML + scale;
    const figure = /** @type {Element} */ (from.cloneNode(true));
    for (const each of [figure, ...figure.querySelectorAll("*")]) for (const name of AWAY) each.removeAttribute(name);
    const copy = figure.querySelector("svg");
    if (copy) Object.assign(copy.style, { width: `${width * scale}px`, height: `${height * scale}px`, minWidth: "0", maxWidth: "none" });
    figure.querySelector("figcaption")?.remove();
    const title = from.querySelector("figcaption")?.textContent ?? "";
    const who = from.closest(".seat")?.querySelector(".player b")?.textContent ?? "";
    const felt = place.querySelector(":scope > .gamespec")?.getAttribute("data-felt") ?? "";
    const line = make("p", {}, [who, title].filter(Boolean).join(": "));
    const inside = make("div", { class: "gamespec table", "data-felt": felt }, figure);
    inside.style.width = `${width * scale}px`; // it is a container, so what is inside does not say how wide it is
    glass.replaceChildren(line, inside, button("×", hide, { tabindex: "-1", title: gettext("close") }));
    glass.hidden = false;
    glass.style.left = `${Math.max(EDGE, (window.innerWidth - glass.offsetWidth) / 2)}px`; // the box grows, its layout does not
    glass.style.top = `${Math.max(EDGE, (low - glass.offsetHeight) / 2)}px`;
  }

  function update() {
    const now = asked();
    if (!now) closed = "";
    if (shown && itself && now?.name !== shown) hide();
    if (!shown && now && now.refs !== closed) [shown, itself] = [now.name, true];
    const from = shown ? board(shown) : undefined;
    if (from) draw(from);
    else hide();
  }

  place.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest(BOARDS) : null;
    const large = pressed && cellSize(pressed) >= TARGET;
    const meant = event.target instanceof Element && event.target.closest(".lit, .hinted");
    if (!pressed || (large && meant) || (!event.clientX && !event.clientY)) return; // the keyboard presses what has the focus
    event.stopImmediatePropagation();
    [shown, made, itself] = [nameOf(pressed), "", false];
    update();
  }, { capture: true });

  glass.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest(":is(.lit, .hinted)[data-ref]") : null;
    const refs = pressed?.getAttribute("data-ref");
    const there = refs ? board(shown)?.querySelector(`[data-ref="${refs}"]`) : null;
    there?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  });

  document.addEventListener("pointerdown", (event) => {
    if (shown && event.target instanceof Node && !glass.contains(event.target)) hide();
  }, { capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });

  new MutationObserver(update).observe(place, { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "data-lit"] });
  window.addEventListener("resize", update);
}
