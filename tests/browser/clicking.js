// Plays at a page by clicking what is lit, or the buttons for what nothing on the table stands for.
// Returns what was clicked, by sort, once so many answers were given, or the game is over. Before each click it
// waits for so many milliseconds.
async ({ seed, answers, pause = 0 }) => {
  let state = seed >>> 0;
  const below = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  localStorage.setItem("gamespec speed", "off"); // nobody waits
  const asked = document.getElementById("asked");
  const over = () => document.body.dataset.over === "true";
  const ready = () => over() || (asked.classList.contains("yours") && asked.getAttribute("aria-busy") !== "true");
  const until = (holds) =>
    new Promise((done, failed) => {
      if (holds()) return done();
      const late = setTimeout(() => { seen.disconnect(); failed(new Error("nothing happens")); }, 20000);
      const seen = new MutationObserver(() => {
        if (!holds()) return;
        seen.disconnect();
        clearTimeout(late);
        done();
      });
      seen.observe(document.body, { attributes: true, subtree: true, childList: true });
    });
  const clicked = { lit: 0, button: 0, listed: 0, steps: 0 };
  let given = 0;
  while (given < answers) {
    await until(ready);
    if (over()) break;
    if (pause) await new Promise((done) => setTimeout(done, pause));
    const lit = [...document.querySelectorAll("#table .lit")];
    const finished = [...document.querySelectorAll("#next button.done:enabled")];
    const buttons = [...document.querySelectorAll("#next button.say")];
    const all = [...lit, ...buttons];
    const listed = [...document.querySelectorAll("#options button[data-number]")];
    const chosen = finished.length && below(2) ? finished[0] : all.length ? all[below(all.length)] : listed[below(listed.length)];
    clicked[chosen.classList.contains("lit") ? "lit" : chosen.dataset.number ? "listed" : "button"] += 1;
    clicked.steps += 1;
    const revision = document.body.dataset.revision;
    chosen.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    if (asked.getAttribute("aria-busy") === "true") {
      await until(() => document.body.dataset.revision !== revision || over());
      given += 1;
    }
    if (!document.getElementById("refused").hidden) throw new Error(document.getElementById("refused").textContent);
  }
  return clicked;
}
