/** Says what has changed to those who hear the page: each change once, in one go. */

const LONGEST = 600;

/** @type {string[]} */
let waiting = [];
let timer = 0;

/** @param {string[]} texts What is to be said; several within a moment are said together. */
export function announce(...texts) {
  waiting.push(...texts.filter(Boolean));
  if (timer || !waiting.length) return;
  timer = window.setTimeout(() => {
    const place = document.getElementById("spoken");
    const said = waiting.join("; ");
    if (place) place.textContent = said.length > LONGEST ? `… ${said.slice(-LONGEST)}` : said;
    waiting = [];
    timer = 0;
  }, 150);
}
