/** Where the drawer lies above the table, Escape closes it, and so does a press on the bare table. */

/** @param {() => void} close Close the drawer. */
export function overlaying(close) {
  const above = window.matchMedia("(min-width: 62rem) and (max-width: 99.99rem)");
  const covers = () => above.matches && document.body.classList.contains("opened");
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (covers() && target?.closest("#table") && !target.closest("[data-ref], button, a, summary, .zoom")) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !covers() || document.getElementById("all")?.hasAttribute("open")) return;
    event.stopImmediatePropagation(); // what has been said so far stays
    close();
  }, { capture: true });
}
