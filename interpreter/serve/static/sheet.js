/** On phones, what lies beside the board is as much as fits there; all of it is in a sheet, which a press opens and closes. */

const OPENED = "side-opened";
/** What is hidden at least, in pixels, so that there is more to see. */
const LEAST = 6;

/** @param {HTMLElement} place The table. @param {MediaQueryList} narrow Whether the window is one of a phone. */
export function sheet(place, narrow) {
  const opened = () => document.body.classList.contains(OPENED);
  /** @param {boolean} now */
  const open = (now) => document.body.classList.toggle(OPENED, now);

  const measure = () => {
    const side = place.querySelector(".side");
    if (!side || !narrow.matches) open(false);
    if (!side || opened()) return;
    const hides = getComputedStyle(side).overflowY === "hidden" && side.scrollHeight - side.clientHeight > LEAST;
    if (side.hasAttribute("data-more") !== (narrow.matches && hides)) side.toggleAttribute("data-more");
    side.scrollTop = 0;
  };

  let frame = 0;
  const soon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      measure();
    });
  };

  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const side = target.closest("#table .side");
    if (side && target === side && (opened() || side.hasAttribute("data-more"))) open(!opened());
    else if (opened() && !side) open(false);
    soon();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && opened()) open(false);
    const side = event.target instanceof Element && event.target.matches(".side[data-more]");
    if (side && event.key === "Enter") open(!opened());
    soon();
  });
  window.addEventListener("resize", soon);
  new MutationObserver(soon).observe(place, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
  soon();
}
