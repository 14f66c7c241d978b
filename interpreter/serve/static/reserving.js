/** The room that the reader's own things once took stays theirs, so that the board keeps its size while a hand empties. */

/** @param {HTMLElement} place The table, whose `--reserved` is that height. */
export function reserving(place) {
  let [most, wide] = [0, window.innerWidth];
  const sizes = new ResizeObserver((entries) => {
    const high = Math.max(...entries.map(({ target }) => target.getBoundingClientRect().height));
    if (high <= most) return;
    most = high;
    place.style.setProperty("--reserved", `${most}px`);
  });
  /** @type {Element | null} */
  let watched = null;
  const watch = () => {
    const mine = place.querySelector(".mine");
    if (mine === watched) return;
    sizes.disconnect();
    watched = mine;
    if (mine) sizes.observe(mine);
  };
  new MutationObserver(watch).observe(place, { subtree: true, childList: true });
  window.addEventListener("resize", () => {
    if (window.innerWidth === wide) return;
    [most, wide] = [0, window.innerWidth];
    place.style.removeProperty("--reserved");
  });
  watch();
}
