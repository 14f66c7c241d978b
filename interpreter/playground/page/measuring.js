/** Many games: a worker of their own plays them with the module that Python makes, and Python makes statistics. */

import { button, byId, make, say, the } from "./elements.js";
import { compared, count, summary } from "./numbers.js";
import { Stopped } from "./python.js";
import { gettext } from "../../serve/static/words.js";

/** @typedef {import("./types.js").Opened} Opened */

/**
 * @param {(call: string, ...given: string[]) => Promise<any>} ask
 * @param {{begun: () => Opened, status: () => void, faulted: (faults: import("./types.js").Faulted[]) => void}} of What the
 *     rules are compared with; told when games begin or end, and what has stopped games of the rules.
 */
export function measuringOf(ask, of) {
  const result = byId("result");
  const hint = /** @type {HTMLElement} */ (result.firstElementChild);
  /** @type {Worker | null} */
  let running = null;

  /** @param {Worker} worker */
  function end(worker) {
    worker.terminate();
    if (running !== worker) return;
    running = null;
    of.status();
  }

  /** Plays many games of the rules, and of those that were opened if they are to be compared. */
  async function run() {
    if (running) return;
    const games = Number(the("games", HTMLSelectElement).value);
    const given = the("seed", HTMLInputElement).value;
    const apart = the("compare", HTMLInputElement).checked;
    const begin = performance.now();
    const worker = (running = new Worker(new URL("./games.js", import.meta.url), { type: "module" }));
    of.status();
    const progress = document.createElement("progress");
    Object.assign(progress, { max: games, value: 0, ariaLabel: gettext("games played") });
    const stop = button(gettext("Stop"), () => {
      end(worker);
      result.replaceChildren(make("p", {}, gettext("Stopped.")));
    });
    result.replaceChildren(make("p", {}, progress, " ", stop));
    try {
      const modules = [await ask("module")];
      if (!modules[0].length) throw new Stopped(); // the rules have changed, and cannot be played
      const other = apart ? await ask("module_of", JSON.stringify(of.begun())) : [];
      if (other.length) modules.unshift(other);
      if (running !== worker) return;
      const [made, size] = [performance.now() - begin, modules[modules.length - 1].length];
      const done = await played(worker, { modules, seed: /^[0-9]{1,18}$/.test(given) ? given : "1", games }, (now) => void (progress.value = now));
      if (running !== worker) return;
      const stopped = done.faults.map((/** @type {import("./types.js").Faults} */ each) => measured(each, games));
      const told = JSON.parse(await ask("numbers", JSON.stringify({ ...done, stopped })));
      of.faulted(told.faults);
      const way = { seconds: done.seconds, made: made / 1000, size, faults: done.faults, seed: given };
      result.replaceChildren(...(told.compared ? compared(told, way) : [summary(told.games[0], way)]));
      if (apart && !told.compared) result.prepend(make("p", { class: "refused" }, gettext("The start cannot be compared: it has other players, or is no game.")));
      result.dataset.told = JSON.stringify({ ...told, seconds: done.seconds, decisions: done.decisions });
      say(gettext("{games} games played", { games: count(games) }));
    } catch (error) {
      if (!(error instanceof Stopped)) result.replaceChildren(make("p", { class: "refused" }, String(error).replace(/^Error: /, "")));
      else if (running === worker) result.replaceChildren(make("p", {}, gettext("Stopped.")));
    } finally {
      end(worker);
    }
  }

  byId("games").addEventListener("change", () => speak());
  byId("many").addEventListener("submit", (event) => {
    event.preventDefault();
    void run();
  });

  function speak() {
    const games = count(Number(the("games", HTMLSelectElement).value));
    byId("run").textContent = gettext("Play {games} games", { games });
    for (const each of the("games", HTMLSelectElement).options) each.textContent = count(Number(each.value));
  }

  return {
    /** @returns {boolean} */
    running: () => running !== null,
    /** Forget what games of other rules have said. */
    forget() {
      if (running) return;
      result.replaceChildren(hint);
      delete result.dataset.told;
    },
    speak,
  };
}

/** @param {import("./types.js").Faults} faults @param {number} games What Python is told of them. */
function measured({ count, first }, games) {
  return first && { count, games, code: first.code, at: first.at, text: first.text, help: first.help };
}

/**
 * @param {Worker} worker @param {{modules: Uint8Array<ArrayBuffer>[], seed: string, games: number}} wanted
 * @param {(games: number) => void} progress @returns {Promise<any>} Rejects if the games fail.
 */
function played(worker, wanted, progress) {
  return new Promise((resolve, reject) => {
    worker.addEventListener("error", (event) => reject(new Error(event.message)));
    worker.addEventListener("message", ({ data }) => {
      if (data.games) progress(data.games);
      else if (data.failed) reject(new Error(data.failed));
      else resolve(data.done);
    });
    worker.postMessage(wanted, wanted.modules.map((each) => each.buffer));
  });
}
