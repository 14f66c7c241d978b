/** The worker that plays many random games, of one module or of two with the same luck. */

import { load } from "../../compiled/export/loader.mjs";

/** @typedef {import("../../compiled/export/loader.mjs").Playout} Playout @typedef {import("../../compiled/export/loader.mjs").Result} Result */

const OFTEN = 200;

/** Counts equal results, as whole numbers: Python makes statistics of the counts. */
class Counts {
  /** @type {number[][]} */
  outcomes = [];
  decisions = 0;
  /** @type {Map<string, number>} */
  pairs = new Map();
  /** @type {Map<string, number>} */
  #known = new Map();

  /** @param {number} games */
  constructor(games) {
    this.kinds = Array.from({ length: games }, () => /** @type {Map<string, number>} */ (new Map()));
    this.faults = Array.from({ length: games }, () => /** @type {import("./types.js").Faults} */ ({ count: 0, first: null }));
  }

  /** @param {Result} result @returns {number} The number of its outcome with places and parts of scores. */
  outcome({ outcome, places, parts }) {
    const row = [outcome, ...places, ...parts.flat()];
    const key = row.join();
    let number = this.#known.get(key);
    if (number === undefined) {
      number = this.outcomes.push(row) - 1;
      this.#known.set(key, number);
    }
    return number;
  }

  /** @param {Playout[]} playouts One of each module. */
  add(playouts) {
    const found = playouts.map(({ decisions, result, fault }, i) => {
      this.decisions += decisions;
      if (fault || !result) {
        const faults = this.faults[i];
        faults.count += 1;
        faults.first ??= fault && { code: fault.code, text: fault.text, help: fault.help, at: fault.at, message: fault.message };
        return null;
      }
      const outcome = this.outcome(result);
      count(this.kinds[i], `${outcome},${decisions}`);
      return [outcome, decisions];
    });
    if (found.length > 1 && found.every(Boolean)) count(this.pairs, found.join());
  }

  get told() {
    return { outcomes: this.outcomes, kinds: this.kinds.map(rows), pairs: rows(this.pairs) };
  }
}

/** @param {Map<string, number>} counts Of lists of numbers. @returns {number[][]} Each list, with its count at the end. */
const rows = (counts) => [...counts].map(([key, number]) => [...key.split(",").map(Number), number]);

/** @param {Map<string, number>} counts @param {string} key */
function count(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

addEventListener("message", async ({ data: { modules, seed, games } }) => {
  try {
    const engines = await Promise.all(modules.map((/** @type {BufferSource} */ each) => load(each)));
    const counts = new Counts(engines.length);
    const begun = performance.now();
    const played = engines.map((engine) => engine.simulate(BigInt(seed), games));
    let told = begun;
    for (let game = 0; game < games; game += 1) {
      counts.add(played.map((each) => /** @type {Playout} */ (each.next().value)));
      if (performance.now() - told > OFTEN) {
        told = performance.now();
        postMessage({ games: game + 1 });
      }
    }
    const seconds = (performance.now() - begun) / 1000;
    const programs = engines.map(({ about }) => about.hash);
    postMessage({ done: { ...counts.told, programs, faults: counts.faults, decisions: counts.decisions, seconds } });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
});
