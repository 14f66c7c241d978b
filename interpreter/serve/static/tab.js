/** The tab says whose turn it is: by its title, by its icon, and by a sound for those who want one. */

import { gettext } from "./words.js";

/** @typedef {import("./types.js").Table} Table */

const KEPT = "gamespec sound";
const NOTES = [659.3, 880];
const EACH = 0.11;
const LOUD = 0.12;

const ICONS = {
  yours: '<circle cx="16" cy="16" r="15" fill="#b3261e"/><circle cx="16" cy="16" r="6" fill="#fff"/>',
  others: '<circle cx="16" cy="16" r="12" fill="none" stroke="#7a8087" stroke-width="6"/>',
  over: '<path d="M8 3v26M8 5h18l-5 6 5 6H8" fill="#7a8087" stroke="#7a8087" stroke-width="4" stroke-linejoin="round"/>',
};

/** @returns {boolean} */
export const sounds = () => localStorage.getItem(KEPT) === "on";

/** @param {boolean} on */
export function wantSound(on) {
  localStorage.setItem(KEPT, on ? "on" : "off");
  if (on) ring();
}

/** @param {Table} table @returns {boolean} */
function yours({ players, you }) {
  const deciding = players.findIndex((player) => player.deciding);
  return deciding >= 0 && deciding === you.seat && players[deciding].by === "human";
}

/** @param {Table} table @returns {string} */
function said(table) {
  if (table.over) return gettext("the game is over");
  const who = table.players.find((player) => player.deciding)?.name ?? "";
  if (yours(table)) return gettext("your turn");
  return who ? gettext("{who} decides", { who }) : "";
}

/** @param {Table | null} before @param {Table} table */
export function tab(before, table) {
  const text = said(table);
  const first = text.charAt(0).toLocaleUpperCase(table.language) + text.slice(1);
  const own = !table.over && yours(table);
  document.title = [own ? `● ${first}` : first, table.title].filter(Boolean).join(" – ");
  show(table.over ? "over" : own ? "yours" : "others");
  if (own && before && !yours(before) && sounds()) ring();
}

/** @param {keyof typeof ICONS} name */
function show(name) {
  const link = document.querySelector("link[rel=icon]");
  if (!(link instanceof HTMLLinkElement) || link.dataset.name === name) return;
  link.dataset.name = name;
  link.href = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ICONS[name]}</svg>`)}`;
}

/** @type {AudioContext | null} */
let audio = null;

/** Two short notes. Browsers are silent until somebody has pressed something on the page. */
function ring() {
  audio ??= new AudioContext();
  audio.resume();
  const { currentTime, destination } = audio;
  for (const [number, frequency] of NOTES.entries()) {
    const note = new OscillatorNode(audio, { frequency });
    const volume = new GainNode(audio, { gain: 0 });
    const start = currentTime + number * EACH;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUD, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * EACH);
    note.connect(volume).connect(destination);
    note.start(start);
    note.stop(start + 2 * EACH);
  }
}
