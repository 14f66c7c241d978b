/** Rows that can be scrolled sideways say so: `data-beyond` names the sides at which there is more. */

/** The rows that can be scrolled. */
export const ROWS = ".mine, .seats > ul, .tables > .scroll, .main > .places";
const BARS = "#next, #again, #advice";
/** What is hidden at an edge at least, in pixels. */
const LEAST = 4;

/** @param {Element} row */
function say(row) {
  const most = getComputedStyle(row).overflowX === "auto" ? row.scrollWidth - row.clientWidth : 0;
  const sides = [row.scrollLeft > LEAST ? "before" : "", most - row.scrollLeft > LEAST ? "after" : ""].filter(Boolean).join(" ");
  if (sides === (row.getAttribute("data-beyond") ?? "")) return;
  if (sides) row.setAttribute("data-beyond", sides);
  else row.removeAttribute("data-beyond");
}

/** @param {HTMLElement} place The table. */
export function fading(place) {
  const all = () => [...place.querySelectorAll(ROWS), ...document.querySelectorAll(BARS)].forEach(say);
  let frame = 0;
  const soon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      all();
    });
  };
  document.addEventListener("scroll", (event) => {
    if (event.target instanceof Element && event.target.matches(`${ROWS}, ${BARS}`)) say(event.target);
  }, { capture: true, passive: true });
  window.addEventListener("resize", soon);
  const seen = new MutationObserver(soon);
  for (const each of [place, ...document.querySelectorAll(BARS)]) seen.observe(each, { subtree: true, childList: true });
  soon();
}
