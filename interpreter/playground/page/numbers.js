/** What many games say, as tables. */

import { make } from "./elements.js";
import { gettext, ngettext, pgettext } from "../../serve/static/words.js";

/** @typedef {import("./types.js").Mean} Mean @typedef {import("./types.js").Summary} Summary */
/** @typedef {{seconds: number, made: number, size: number, faults: import("./types.js").Faults[], seed: string}} Way How they were played. */

/** @param {number} value @param {number} [least] @param {number} [most] Of digits after the point. */
const digits = (value, least = 0, most = least) =>
  value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: least, maximumFractionDigits: most });
/** @param {number} share */
const percent = (share) => `${digits(100 * share, 1)} %`;
/** @param {number} value */
const number = (value) => digits(value, 0, Math.abs(value) < 10 ? 2 : 1);
/** @param {number} value */
export const count = (value) => digits(value);

/** @param {string[]} heads @param {(Node | string)[][]} rows @param {string} caption */
function table(heads, rows, caption) {
  const head = make("tr", {}, ...heads.map((each) => make("th", { scope: "col" }, each)));
  const body = rows.map(([first, ...others]) => make("tr", {}, make("th", { scope: "row" }, first), ...others.map((each) => make("td", {}, each))));
  const made = make("table", {}, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...body));
  return make("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": caption }, made);
}

/** @param {string} low @param {string} high An interval, or a range. */
const between = (low, high) => gettext("{low} to {high}", { low, high });

/** @param {Mean} mean A share, drawn as a bar with its interval. */
function bar({ mean, low, high }) {
  const [at, from, to] = [mean ?? 0, low ?? 0, high ?? 1];
  const made = make("span", { class: "bar", "aria-hidden": "true" });
  for (const [name, share] of Object.entries({ at, from, to })) made.style.setProperty(`--${name}`, `${100 * share}%`);
  return make("span", { class: "barred" }, made, make("b", {}, percent(at)), make("small", {}, between(percent(from), percent(to))));
}

/** @param {Mean} mean @param {(value: number) => string} [as] @returns {Node | string} */
function within({ mean, low, high }, as = number) {
  if (mean === null) return pgettext("measure", "none");
  if (low === null || high === null) return as(mean);
  return make("span", {}, as(mean), " ", make("small", {}, between(as(low), as(high))));
}

/** @param {Mean} mean @returns {Node | string} */
const alone = (mean) => within({ ...mean, low: null });

/** @param {string} name Of an entry of `end`, or what else ends games. */
const ended = (name) => (name === "limit" ? gettext("limit of decisions") : name);

/** @param {import("./types.js").Faults} fault What stopped games before their ends. @returns {Node[]} */
function stopped(fault) {
  if (!fault.count) return [];
  const games = ngettext("A fault stopped {games} game.", "A fault stopped {games} games.", fault.count, { games: count(fault.count) });
  return [make("p", { class: "refused" }, `${games} ${fault.first?.message ?? ""}`)];
}

/** @param {Summary} told @param {Way} way @param {string} [title] @param {import("./types.js").Faults} [fault] */
export function summary(told, way, title = "", fault = way.faults[way.faults.length - 1]) {
  const score = told.scored ? [gettext("score, 95 %")] : [];
  const heads = [gettext("seat"), gettext("share of the wins, 95 %"), gettext("won"), gettext("shared"), gettext("drawn"), ...score];
  const rows = told.seats.map((seat, i) => [
    String(i + 1),
    bar(seat.share),
    ...[seat.won, seat.shared, seat.drawn].map(count),
    ...(told.scored ? [within(seat.score)] : []),
  ]);
  const { length } = told;
  const range = length.mean === null ? "" : between(count(length.least ?? 0), count(length.greatest ?? 0));
  const ends = Object.entries(told.ends).map(([name, games]) => `${ended(name)} ${count(games)}`);
  const cut = gettext("{games}, of them {cut} cut off", { games: count(told.limited), cut: count(told.truncated) });
  const facts = [
    [gettext("decisions"), within(length), range],
    [gettext("ends"), ends.join(", "), ""],
    ...(told.limited ? [[gettext("reached the limit"), cut, ""]] : []),
  ];
  const made = make("section", { class: "said" });
  if (title) made.append(make("h2", {}, title));
  made.append(...stopped(fault));
  const how = { made: digits(way.made, 2), size: count(way.size), seconds: digits(way.seconds, 2) };
  made.append(
    table(heads, rows, gettext("{games} games, all players at random, seed {seed}", { games: count(told.games), seed: way.seed })),
    table([gettext("measure"), gettext("mean, 95 %"), gettext("range")], facts, gettext("lengths and ends")),
    make("p", { class: "hint" }, gettext("Players who try to win may fare differently. Compiled in {made} s to {size} bytes of WebAssembly, played in {seconds} s.", how)),
  );
  return made;
}

/** @param {{games: Summary[], compared: import("./types.js").Comparison}} told @param {Way} way The start, and the rules as they are now. */
export function compared({ games: [then, now], compared: by }, way) {
  /** @param {Mean} change @param {(value: number) => string} as */
  const change = (change, as) => {
    const signed = (/** @type {number} */ value) => `${value > 0 ? "+" : ""}${as(value)}`;
    const clear = change.low !== null && change.high !== null && (change.low > 0 || change.high < 0);
    return make("span", { class: clear ? "clear" : "" }, within(change, signed));
  };
  const points = (/** @type {number} */ share) => gettext("{points} pp", { points: digits(100 * share, 1) });
  const seats = now.seats.map((seat, i) => ({ seat, then: then.seats[i], i }));
  const rows = [
    ...seats.map(({ seat, then, i }) => [gettext("seat {seat}: share of the wins", { seat: i + 1 }), percent(then.share.mean ?? 0), percent(seat.share.mean ?? 0), change(by.shares[i], points)]),
    ...(now.scored || then.scored ? seats.map(({ seat, then, i }) => [gettext("seat {seat}: score", { seat: i + 1 }), alone(then.score), alone(seat.score), change(by.scores[i], number)]) : []),
    [gettext("decisions"), alone(then.length), alone(now.length), change(by.length, number)],
  ];
  const same =
    by.same === by.pairs
      ? gettext("No game differs from its pair: the change has had no effect in these games.")
      : gettext("{same} of {pairs} pairs do not differ.", { same: count(by.same), pairs: count(by.pairs) });
  const caption = gettext("{pairs} pairs of games with the same luck, seed {seed}", { pairs: count(by.pairs), seed: way.seed });
  const first = make("section", { class: "said" });
  first.append(
    make("h2", {}, gettext("What has changed")),
    ...stopped(way.faults[1]),
    table([gettext("measure"), gettext("start"), gettext("now"), gettext("difference, 95 %")], rows, caption),
    make("p", { class: "hint" }, `${same} ${gettext("Differences whose interval excludes 0 are bold.")}`),
  );
  return [first, summary(now, way, gettext("Now"), way.faults[1]), summary(then, way, gettext("Start"), way.faults[0])];
}
