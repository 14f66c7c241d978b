/** Tables one after another, so that each can be watched: at what speed, and never far behind the game. */

/** @typedef {import("./types.js").Table} Table */

const KEPT = "gamespec speed";
/** After how long a wait a table is shown without motion, in milliseconds: longer than a trick takes to be swept. */
const LATEST = 6000;
const BREATH = 320;

/** How long everything takes, relative to the usual time; by the names of the speeds. */
export const SPEEDS = { off: 0, slow: 2, normal: 1, fast: 0.5 };

/** @typedef {keyof typeof SPEEDS} Speed */

/** @returns {boolean} Whether this person's system asks for less motion. */
export const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @returns {Speed} */
export function speed() {
  const kept = localStorage.getItem(KEPT);
  return kept === "off" || kept === "slow" || kept === "fast" ? kept : "normal";
}

/** @param {string} chosen */
export const choose = (chosen) => localStorage.setItem(KEPT, chosen);

/** @returns {number} How long everything takes, relative to the usual time; 0 if nothing moves. */
export const pace = () => (still() || document.hidden ? 0 : SPEEDS[speed()]);

/**
 * @param {(table: Table, quick: boolean) => number} show Shows a table, without motion if `quick`; returns how many
 *   milliseconds its motion takes.
 * @param {() => void} settle Ends the motion that is under way.
 */
export function pacing(show, settle) {
  /** @type {{table: Table, came: number}[]} */
  const waiting = [];
  let timer = 0;
  /** @type {Table | null} The last one that came. */
  let last = null;

  function next() {
    timer = 0;
    while (waiting.length && !timer) {
      const [{ table, came }] = waiting.splice(0, 1);
      const late = waiting.length > 0 && performance.now() - came > LATEST * Math.max(1, pace());
      begin(table, late);
    }
  }

  /** @param {Table} table @param {boolean} quick */
  function begin(table, quick) {
    const lasts = show(table, quick);
    if (lasts) timer = window.setTimeout(next, lasts + BREATH * pace());
  }

  /** Show at once all that has come. */
  function hurry() {
    window.clearTimeout(timer);
    timer = 0;
    settle();
    for (const { table } of waiting.splice(0)) show(table, true);
  }

  /** @param {Table} table */
  function take(table) {
    const before = last;
    last = table;
    if (before && (before.epoch !== table.epoch || before.language !== table.language || !table.live || !pace())) hurry();
    if (timer) waiting.push({ table, came: performance.now() });
    else begin(table, false);
  }

  return { take, hurry };
}
