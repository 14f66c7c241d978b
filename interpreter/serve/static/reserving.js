/**
 * The room that the reader's own things, and what lies beside the centre, once took stays theirs, so that the board keeps its
 * size while a hand empties.
 */

/** The parts of the table whose room is kept, and the properties that hold their heights. */
const KEPT = [[".mine", "--reserved"], [".side", "--sided"]];

/** @param {HTMLElement} place The table, whose properties those heights are. */
export function reserving(place) {
  for (const [part, property] of KEPT) reserve(place, part, property);
}

/** @param {HTMLElement} place @param {string} part @param {string} property */
function reserve(place, part, property) {
  let [most, wide] = [0, window.innerWidth];
  const sizes = new ResizeObserver((entries) => {
    const high = Math.max(...entries.map(({ target }) => target.getBoundingClientRect().height));
    if (high <= most) return;
    most = high;
    place.style.setProperty(property, `${most}px`);
  });
  /** @type {Element | null} */
  let watched = null;
  const watch = () => {
    const found = place.querySelector(part);
    if (found === watched) return;
    sizes.disconnect();
    watched = found;
    if (found) sizes.observe(found);
  };
  new MutationObserver(watch).observe(place, { subtree: true, childList: true });
  window.addEventListener("resize", () => {
    if (window.innerWidth === wide) return;
    [most, wide] = [0, window.innerWidth];
    place.style.removeProperty(property);
  });
  watch();
}
