/** Brings something on the table into sight, wherever it lies: what is folded opens, rows scroll, and it lights up once. */

/** How often and for how long it lights up, in milliseconds. */
const PULSES = 3;
const LASTS = 500;

/** @param {Element} thing What hides it opens, and what is scrolled away from it scrolls to it. */
export function disclose(thing) {
  for (let fold = thing.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  if (thing.closest(".seat, .tables") && !thing.checkVisibility()) document.body.classList.add("players-opened");
  if (thing.closest(".side[data-more]")) document.body.classList.add("side-opened");
  thing.scrollIntoView({ block: "center", inline: "center" });
}

/** @param {HTMLElement | SVGElement} thing */
export function reveal(thing) {
  document.getElementById("all")?.removeAttribute("open");
  disclose(thing);
  thing.focus({ preventScroll: true });
  flash(thing);
}

/** @param {HTMLElement | SVGElement} thing It lights up, for one who does not prefer less motion. */
export function flash(thing) {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return; // the focus is seen
  const lit = getComputedStyle(thing).getPropertyValue("--lit").trim() || "currentColor";
  const bright = `brightness(1.35) drop-shadow(0 0 7px ${lit}) drop-shadow(0 0 14px ${lit})`;
  thing.animate([{ filter: "none" }, { filter: bright }, { filter: "none" }], { duration: LASTS, iterations: PULSES });
}
