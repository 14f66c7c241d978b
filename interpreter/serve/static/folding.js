/** On phones, what is opened on the table lies above it: it closes with the next press elsewhere, and with the next answer. */

const FOLDED = "#table :is(.side, .mine) details[open]";

/** @param {Element | null} kept Close what is open, except for what is around an element. */
function close(kept) {
  for (const each of document.querySelectorAll(FOLDED)) if (!kept || !each.contains(kept)) each.removeAttribute("open");
}

/** @param {MediaQueryList} narrow Whether the window is one of a phone. */
export function folding(narrow) {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!narrow.matches || !event.isTrusted) return;
    const list = document.getElementById("all");
    if (list && target && !list.contains(target)) list.removeAttribute("open");
    close(target?.closest("summary, [data-ref]") ?? null);
  }, { capture: true }); // what is pressed may open something
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && narrow.matches) close(null);
  });
  new MutationObserver(() => {
    if (narrow.matches) close(null);
  }).observe(document.body, { attributeFilter: ["data-revision"] });
}
