/** What many games say, as tables. */

/** @typedef {{mean: number | null, low: number | null, high: number | null, least?: number, greatest?: number}} Mean */
/** @typedef {{seconds: number, made: number, size: number, faults: any[], seed: string}} Way How they were played. */

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;
/** @param {number} value */
const number = (value) => value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1, minimumFractionDigits: 0 });
/** @param {number} value */
const count = (value) => value.toLocaleString("en");

/** @param {string} tag @param {Record<string, any>} of @param {...(Node | string)} inside */
function element(tag, of = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), of);
  made.append(...inside);
  return made;
}

/** @param {string[]} heads @param {(Node | string)[][]} rows @param {string} caption */
function table(heads, rows, caption) {
  const head = element("tr", {}, ...heads.map((each) => element("th", { scope: "col" }, each)));
  const body = rows.map(([first, ...others]) => element("tr", {}, element("th", { scope: "row" }, first), ...others.map((each) => element("td", {}, each))));
  const made = element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body));
  const frame = element("div", { className: "scrolls", tabIndex: 0, role: "region" }, made);
  frame.setAttribute("aria-label", caption);
  return frame;
}

/** @param {Mean} mean A share, drawn as a bar with its interval. */
function bar({ mean, low, high }) {
  const [at, from, to] = [mean ?? 0, low ?? 0, high ?? 1].map((each) => 100 * each);
  const made = element("span", { className: "bar" });
  made.style.setProperty("--at", `${at}%`);
  made.style.setProperty("--from", `${from}%`);
  made.style.setProperty("--to", `${to}%`);
  made.setAttribute("aria-hidden", "true");
  return element("span", { className: "barred" }, made, element("b", {}, percent(mean ?? 0)), element("small", {}, ` ${percent(low ?? 0)} to ${percent(high ?? 1)}`));
}

/** @param {Mean} mean @param {(value: number) => string} [as] */
function within({ mean, low, high }, as = number) {
  if (mean === null) return "none";
  return low === null || high === null ? as(mean) : element("span", {}, as(mean), element("small", {}, ` ${as(low)} to ${as(high)}`));
}

/** @param {any} told @param {Way} way @param {string} [title] @param {any} [fault] */
export function summary(told, way, title = "", fault = way.faults[way.faults.length - 1]) {
  const heads = ["seat", "share of the wins, 95 %", "won", "shared", "drawn", ...(told.scored ? ["score, 95 %"] : [])];
  const rows = told.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => [
    String(i + 1),
    bar(seat.share),
    ...[seat.won, seat.shared, seat.drawn].map(count),
    ...(told.scored ? [within(seat.score)] : []),
  ]);
  const { length } = told;
  const facts = [
    ["decisions", within(length), length.mean === null ? "" : `${length.least} to ${length.greatest}`],
    ["ends", Object.entries(told.ends).map(([name, games]) => `${name} ${count(Number(games))}`).join(", "), ""],
    ...(told.limited ? [["reached the limit", `${count(told.limited)}, of them ${count(told.truncated)} cut off`, ""]] : []),
  ];
  const made = element("section", { className: "said" });
  if (title) made.append(element("h2", {}, title));
  if (fault.count) made.append(element("p", { className: "refused" }, `A fault stopped ${count(fault.count)} games. ${fault.first}`));
  made.append(
    table(heads, rows, `${count(told.games)} games, all players at random, seed ${way.seed}`),
    table(["measure", "mean, 95 %", "range"], facts, "lengths and ends"),
    element("p", { className: "hint" }, `Compiled in ${way.made.toFixed(2)} s to ${count(way.size)} bytes of WebAssembly, played in ${way.seconds.toFixed(2)} s. Players who try to win may fare differently.`),
  );
  return made;
}

/** @param {any} told @param {Way} way The start, and the rules as they are now. */
export function compared(told, way) {
  const [then, now] = told.games;
  const by = told.compared;
  /** @param {Mean} change @param {(value: number) => string} as */
  const change = (change, as) => {
    const signed = (/** @type {number} */ value) => `${value > 0 ? "+" : ""}${as(value)}`;
    const clear = change.low !== null && change.high !== null && (change.low > 0 || change.high < 0);
    return element("span", { className: clear ? "clear" : "" }, within(change, signed));
  };
  const points = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} pp`;
  const rows = [
    ...now.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => [`seat ${i + 1}: share of the wins`, percent(then.seats[i].share.mean ?? 0), percent(seat.share.mean ?? 0), change(by.shares[i], points)]),
    ...(now.scored || then.scored ? now.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => [`seat ${i + 1}: score`, within({ ...then.seats[i].score, low: null }), within({ ...seat.score, low: null }), change(by.scores[i], number)]) : []),
    ["decisions", within({ ...then.length, low: null }), within({ ...now.length, low: null }), change(by.length, number)],
  ];
  const same = by.same === by.pairs ? "No game differs from its pair: the change has had no effect in these games." : `${count(by.same)} of ${count(by.pairs)} pairs do not differ.`;
  const first = element("section", { className: "said" });
  first.append(
    element("h2", {}, "What has changed"),
    table(["measure", "start", "now", "difference, 95 %"], rows, `${count(by.pairs)} pairs of games with the same luck, seed ${way.seed}`),
    element("p", { className: "hint" }, `${same} Differences whose interval excludes 0 are bold.`),
  );
  return [first, summary(now, way, "Now", way.faults[1]), summary(then, way, "Start", way.faults[0])];
}
