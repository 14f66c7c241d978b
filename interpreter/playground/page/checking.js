/**
 * When the files are checked: their structure at once, names and types after a moment, everything after a pause. Each
 * stage begins only if nothing has been typed since, so no answer is about a text that is gone.
 */

/** @typedef {import("./types.js").Stage} Stage */

/** @type {[Stage, number][]} For each stage, the milliseconds without a key after which it begins. */
const STAGES = [["structure", 0], ["names", 60], ["everything", 350]];

/**
 * @param {(stage: Stage) => Promise<string>} ask Python's answer for the files as they are now.
 * @param {(found: any, stage: Stage, taken: number) => Promise<void>} told
 * @param {(error: unknown) => void} failed
 */
export function checking(ask, told, failed) {
  let able = false;
  let busy = false;
  let stale = false;
  let edited = 0;
  /** Whether the next check need not tell the first mistake early, since nobody is typing. */
  let whole = false;

  /** @param {number} ms */
  const rest = (ms) => new Promise((done) => setTimeout(done, ms));

  async function run() {
    if (!able || busy) return;
    busy = true;
    try {
      while (stale && able) await once();
    } catch (error) {
      failed(error);
    } finally {
      busy = false;
      if (stale && able) void run();
    }
  }

  async function once() {
    stale = false;
    const begin = edited;
    for (const [stage, pause] of whole ? STAGES.slice(-1) : STAGES) {
      if (!whole) await rest(Math.max(0, begin + pause - performance.now()));
      if (stale) return;
      const asked = performance.now();
      const found = JSON.parse(await ask(stage));
      if (stale) return; // something has been written since, which is checked next
      await told(found, stage, performance.now() - asked);
      performance.measure(`told: ${stage}`, { start: begin });
    }
    whole = false;
  }

  return {
    /** Something has been typed. */
    edited() {
      edited = performance.now();
      stale = true;
      void run();
    },
    /** There are other files or choices. */
    changed() {
      whole = true;
      edited = performance.now();
      stale = true;
      void run();
    },
    /** @param {boolean} can Whether Python can check. */
    able(can) {
      able = can;
      if (can) void run();
      else stale = false;
    },
    /** @returns {boolean} Whether something is still to be checked. */
    stale: () => stale,
  };
}
