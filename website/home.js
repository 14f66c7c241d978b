// The home page: edits chosen in the text of a game are checked, played and measured at once.
//
// `website.trying` makes what this needs: a module for each valid choice of edits, and what the checker says about the
// others. The engine is the one that `gamespec compile --wasm` writes, so the numbers are those of `gamespec simulate`.

/** @typedef {{winners: number[]}} Result */
/** @typedef {{over: boolean, player: number, branching: number, result: Result | null, options(): {values: number[]}[], take(option: number): void}} Game */
/** @typedef {{begin(seed: bigint): Game, simulate(seed: bigint, count: number, from: number): Iterable<{result: Result | null}>}} Engine */
/** @typedef {{games: number, won: [number, number], drawn: number}} Tally */

const GAMES = 10_000;
const AT_ONCE = 500; // games between two looks at the page
const MARKS = ["✕", "◯"];
const HUMAN = 0;

/** @param {string} selector */
const one = (selector) => {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return found;
};

const wrong = JSON.parse(one("#gs-wrong").textContent ?? "");
const menus = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll(".gs-try select")]);
const [board, word, numbers, said] = ["board", "word", "numbers", "said"].map((name) => one(`.gs-try-${name}`));
const choice = () => menus.map((menu) => menu.selectedIndex).join("");
const original = choice();

const loaded = import(new URL("gamespec.mjs", import.meta.url).href);
/** @type {Map<string, Promise<Engine>>} */
const engines = new Map();

/** @param {string} key @returns {Promise<Engine>} */
const engineOf = async (key) => {
  const [{ load }, file] = await Promise.all([loaded, fetch(new URL(`${key}.wasm`, import.meta.url))]);
  if (!file.ok) throw new Error(`no module ${key}`);
  return load(await file.arrayBuffer());
};

/** @param {string} key */
const engine = (key) => {
  const there = engines.get(key) ?? engineOf(key);
  engines.set(key, there);
  return there;
};

/** Go on with what the menus say: a game and its numbers, or the mistake. */
const show = async () => {
  const key = choice();
  const bad = key in wrong;
  one(".gs-try").classList.toggle("gs-bad", bad);
  menus.forEach((menu) => menu.classList.toggle("gs-edited", menu.selectedIndex > 0));
  if (bad) {
    one(".gs-try-said code").innerHTML = wrong[key];
    return;
  }
  const playing = await engine(key);
  if (choice() !== key) return;
  play(playing, key);
  await measure(key);
};

/** Let the reader play against random answers. @param {Engine} playing @param {string} key */
const play = (playing, key) => {
  const game = playing.begin(BigInt(Date.now()));
  const size = Math.sqrt(game.options().length);
  board.style.setProperty("--size", `${size}`);
  const cells = Array.from({ length: size * size }, (_, at) => {
    const cell = document.createElement("button");
    cell.ariaLabel = `column ${(at % size) + 1}, row ${Math.floor(at / size) + 1}`;
    cell.addEventListener("click", () => answer(game, cells, at, key));
    return cell;
  });
  board.replaceChildren(...cells);
  word.textContent = `You are ${MARKS[HUMAN]}. Press a field.`;
};

/** Give the reader's answer, and that of the other player. @param {Game} game @param {HTMLElement[]} cells @param {number} at @param {string} key */
const answer = (game, cells, at, key) => {
  const option = game.options().findIndex(({ values }) => values[0] === at);
  if (game.over || option < 0 || choice() !== key) return;
  take(game, cells, option);
  while (!game.over && game.player !== HUMAN) take(game, cells, Math.floor(Math.random() * game.branching));
  const winners = game.result?.winners ?? [];
  if (!game.over) word.textContent = "Your turn.";
  else word.textContent = `${winners.length !== 1 ? "A draw." : winners[0] === HUMAN ? "You have won." : "You have lost."} `;
  if (game.over) {
    const again = document.createElement("button");
    again.textContent = "Play again";
    again.addEventListener("click", show);
    word.append(again);
  }
};

/** @param {Game} game @param {HTMLElement[]} cells @param {number} option */
const take = (game, cells, option) => {
  const { player } = game;
  const [at] = game.options()[option].values;
  cells[at].textContent = MARKS[player];
  cells[at].dataset.seat = `${player}`;
  game.take(option);
};

/** @type {Map<string, Tally>} */
const tallies = new Map();

/** Measure the game as it came and the game as it is. @param {string} key */
const measure = async (key) => {
  for (const each of new Set([original, key])) {
    const there = tallies.get(each) ?? { games: 0, won: [0, 0], drawn: 0 };
    tallies.set(each, there);
    const playing = await engine(each);
    while (there.games < GAMES && choice() === key) {
      for (const { result } of playing.simulate(0n, AT_ONCE, there.games)) {
        if (result?.winners.length === 1) there.won[result.winners[0]] += 1;
        else there.drawn += 1;
      }
      there.games += AT_ONCE;
      if (choice() === key) tabulate(key);
      await new Promise((done) => setTimeout(done));
    }
  }
  if (choice() === key) tabulate(key);
};

/** @param {string} key */
const tabulate = (key) => {
  const columns = [original, ...(key === original ? [] : [key])].map((each) => tallies.get(each));
  const rows = /** @type {[string, (tally: Tally) => number][]} */ ([
    [`${MARKS[0]} wins`, ({ won }) => won[0]],
    [`${MARKS[1]} wins`, ({ won }) => won[1]],
    ["drawn", ({ drawn }) => drawn],
  ]);
  const share = (/** @type {Tally | undefined} */ tally, /** @type {(tally: Tally) => number} */ of) =>
    tally?.games ? `${((100 * of(tally)) / tally.games).toFixed(1)}%` : "…";
  const cells = (/** @type {(string | undefined)[]} */ values, /** @type {string} */ tag) =>
    values.map((value) => `<${tag}>${value ?? ""}</${tag}>`).join("");
  const games = columns.at(-1)?.games.toLocaleString("en") ?? "";
  numbers.innerHTML =
    `<caption>${games} random games, played here just now</caption><tr><td></td>${cells(["as it came", "edited"].slice(0, columns.length), "th")}</tr>` +
    rows.map(([name, of]) => `<tr><th scope="row">${name}</th>${cells(columns.map((tally) => share(tally, of)), "td")}</tr>`).join("");
};

menus.forEach((menu) => menu.addEventListener("change", show));
one(".gs-cure").addEventListener("click", () => {
  menus[2].selectedIndex = 0;
  show();
});
said.hidden = false;
one(".gs-try").hidden = false;
show();
