// gamespec-loader 1: plays the modules that `gamespec compile --wasm` writes, in browsers, Node and other hosts.
/**
 * `load` gives the engine of a module. It begins single games, goes on from positions, and plays batches of whole
 * random games. All numbers are those of gamespec in Python: positions, options and their order, results, seeds.
 *
 * The games of an engine share one instance of the module. Each holds its own position, and puts it into the
 * instance unless it is there already. After a fault the instance is worthless, so the next call makes another one.
 */

/** @typedef {{game: bigint, luck: bigint}} Seeds The seeds of a game and of its players' random choices. */
/** @typedef {{action: number, name: string, values: (number | number[])[]}} Option Values are in the order of picks. */
/**
 * @typedef {object} Result
 * @property {number} outcome Why the game is over, as it stands in the position.
 * @property {string} reason The same as a name: an entry of `end`, `finished`, `limit` or `truncated`.
 * @property {number[]} places The place of each seat, from 1.
 * @property {number[]} scores The score of each seat.
 * @property {number[]} winners The seats that have won, from 0.
 * @property {number[][]} parts For each seat, the parts of its score.
 */
/** @typedef {{seed: bigint, decisions: number, result: Result | null, fault: Fault | null}} Playout */
/** @typedef {(first: number, count: number) => void} Write Puts the seeds of some games of a batch into memory. */
/**
 * @typedef {any} About The interface of a module, as JSON holds it. `load` has checked its version; the reference
 *     describes it.
 */

const FORMAT = "gamespec-module";
const VERSION = 1;
const [RUNNING, FINISHED, LIMIT_DRAW, TRUNCATED, END] = [0, 1, 3, 4, 8];
const WORD = 4;
/** How many games the first call of a batch plays, and for how many milliseconds a call may play. */
const [FIRST, MOMENT] = [4, 20];

/** A mistake of the game's author that shows in play. It stops a game. */
export class Fault extends Error {
  /** @override */
  name = "Fault";

  /**
   * @param {string} code Such as `GS502`; `gamespec explain` describes it.
   * @param {string} text What happened.
   * @param {string | null} place The file, line and column of the specification.
   * @param {string | null} help
   * @param {number} at The number of the place in the interface's `text.places`.
   */
  constructor(code, text, place, help, at) {
    super(`${code}: ${text}${place ? ` (${place})` : ""}`);
    this.code = code;
    this.text = text;
    this.place = place;
    this.help = help;
    this.at = at;
  }
}

/**
 * @param {BufferSource | WebAssembly.Module} source The bytes of a file, or a module from another engine.
 * @returns {Promise<Engine>} Rejects with a `TypeError` if it is another kind of module, or of another version.
 */
export async function load(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const [section] = WebAssembly.Module.customSections(module, "gamespec");
  if (!section) throw new TypeError("this is not a module of gamespec");
  const about = JSON.parse(new TextDecoder().decode(section));
  if (about.format !== FORMAT || about.version !== VERSION) {
    throw new TypeError(`this module is ${about.format} ${about.version}, but this loader reads ${FORMAT} ${VERSION}`);
  }
  return new Engine(module, about);
}

/** The instance of a module, and the game whose position and options are in its memory. */
class Table {
  /** @type {WebAssembly.Instance | null} */
  instance = null;
  /** @type {Game | null} */
  there = null;

  /** @param {WebAssembly.Module} module @param {About} about */
  constructor(module, about) {
    this.module = module;
    this.about = about;
  }

  /** @returns {any} The memory and the functions of the module, by name. */
  get exports() {
    this.instance ??= new WebAssembly.Instance(this.module);
    return this.instance.exports;
  }

  get view() {
    return new DataView(this.exports.memory.buffer);
  }

  /** @param {number} address @param {number} count */
  words(address, count) {
    return new Int32Array(this.exports.memory.buffer, address, count);
  }

  /** @param {ArrayLike<number>} position */
  put(position) {
    this.there = null;
    this.words(this.about.position.address, position.length).set(position);
    this.exports.indexed();
  }

  get position() {
    return this.words(this.about.position.address, this.about.position.length).slice();
  }

  /** @param {string} name Of a function of the module. @param {...(number | bigint)} operands @throws {Fault} */
  call(name, ...operands) {
    const { memory, [name]: run } = this.exports;
    try {
      return run(...operands);
    } catch (error) {
      this.instance = this.there = null;
      const [number] = new Int32Array(memory.buffer, this.about.fault.address, 1);
      throw number ? faultOf(this.about, number, new Int32Array(memory.buffer, this.about.fault.numbers)) : error;
    }
  }
}

/** Begins the games of a module. */
export class Engine {
  #table;

  /** @param {WebAssembly.Module} module @param {About} about */
  constructor(module, about) {
    this.module = module;
    /** The interface of the module, which the reference describes. */
    this.about = about;
    this.#table = new Table(module, about);
  }

  /** @param {bigint | number} seed Of all chance; of a number, only integers are exact. @throws {Fault} */
  begin(seed) {
    const { address, beginning, seed: at } = this.about.position;
    this.#table.put(beginning);
    this.#table.view.setBigUint64(address + WORD * at, unsigned(seed), true);
    return new Game(this.#table, this.#table.call("start"));
  }

  /** @param {ArrayLike<number>} position Of a game of the same program. @throws {Fault} */
  restore(position) {
    if (position.length !== this.about.position.length) {
      throw new RangeError(`a position has ${this.about.position.length} integers, not ${position.length}`);
    }
    this.#table.put(position);
    const over = position[this.about.position.outcome] !== RUNNING;
    return new Game(this.#table, over ? 0 : this.#table.call("ask", 0));
  }

  /** @param {Iterable<Seeds>} seeds One random game for each. @returns {Generator<Playout>} In order. */
  *batch(seeds) {
    const all = [...seeds];
    yield* this.#played(all.length, (first, count) => {
      const keys = all.slice(first, first + count).map(({ luck }) => this.#table.call("policy", unsigned(luck)));
      keys.forEach((key, i) => {
        const [at, { view }] = [this.about.batch.seeds + 16 * i, this.#table];
        view.setBigUint64(at, unsigned(all[first + i].game), true);
        view.setBigUint64(at + 8, unsigned(key), true);
      });
    });
  }

  /**
   * @param {bigint | number} run The seed of the run, as in `gamespec simulate --seed`.
   * @param {number} count How many random games of the run to play.
   * @param {number} from The number of the first game.
   * @returns {Generator<Playout>} In order.
   */
  *simulate(run, count, from = 0) {
    yield* this.#played(count, (first, size) => {
      this.#table.call("seeds", unsigned(run), BigInt(from + first), size, this.about.batch.seeds);
    });
  }

  /**
   * Plays games in calls of about the same time.
   * @param {number} total @param {Write} write @returns {Generator<Playout>}
   */
  *#played(total, write) {
    const { seeds, results, width, done, most } = this.about.batch;
    const table = this.#table;
    for (let first = 0, size = FIRST, count; first < total; first += count) {
      const begun = performance.now();
      const found = /** @type {Playout[]} */ ([]);
      count = Math.min(size, total - first);
      while (found.length < count) {
        const begin = found.length;
        let [end, fault] = [count, /** @type {Fault | null} */ (null)];
        table.there = null;
        write(first, count);
        const { memory } = table.exports;
        try {
          table.call("batch", begin, count);
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          fault = error;
          [end] = new Int32Array(memory.buffer, done, 1);
        }
        const view = new DataView(memory.buffer);
        const seed = (/** @type {number} */ i) => view.getBigUint64(seeds + 16 * i, true);
        for (let i = begin; i < end; i += 1) {
          const [decisions, ...row] = new Int32Array(memory.buffer, results + WORD * width * i, width);
          found.push({ seed: seed(i), decisions, result: resultOf(this.about, row), fault: null });
        }
        if (fault) {
          const { address, decisions } = this.about.position;
          const given = view.getInt32(address + WORD * decisions, true);
          found.push({ seed: seed(end), decisions: Math.max(given - 1, 0), result: null, fault });
        }
      }
      if (performance.now() - begun < MOMENT / 4) size = Math.min(4 * size, most);
      yield* found;
    }
  }
}

/** One game. A fault leaves it as it was. */
class Game {
  #table;
  #position = new Int32Array();
  #count = 0;

  /** @param {Table} table @param {number} count */
  constructor(table, count) {
    this.#table = table;
    this.#at(count);
  }

  /** @param {number} count */
  #at(count) {
    this.#position = this.#table.position;
    this.#count = count;
    this.#table.there = this;
  }

  /** Puts the position into the instance, and lists its options. */
  #enter() {
    if (this.#table.there === this) return;
    this.#table.put(this.#position);
    if (!this.over) this.#table.call("ask", 0);
    this.#table.there = this;
  }

  get over() {
    return this.#count === 0;
  }

  /** The seat that decides next or acted last, from 0. */
  get player() {
    return this.#position[this.#table.about.position.player];
  }

  /** How many decisions the players have made. */
  get decisions() {
    return this.#position[this.#table.about.position.decisions];
  }

  /** How many options there are. */
  get branching() {
    return this.#count;
  }

  /** A copy of the whole state of the game, hidden cards and the seed included. */
  get position() {
    return this.#position.slice();
  }

  /** @returns {Option[]} */
  options() {
    if (this.over) return [];
    this.#enter();
    const { decisions, actions, listed, position } = this.#table.about;
    const decision = decisions.find((/** @type {About} */ { counter }) => counter === this.#position[position.counter]);
    return decision.actions.flatMap((/** @type {number} */ action, /** @type {number} */ i) => {
      const { name, size, picks } = actions[action];
      const [address, count] = this.#table.words(listed + 2 * WORD * i, 2);
      return Array.from({ length: count }, (_, k) => {
        const words = [...this.#table.words(address + WORD * size * k, size)];
        const value = (/** @type {About} */ { word, several }) => (several ? words.slice(word + 1, word + 1 + words[word]) : words[word]);
        return { action, name, values: picks.map(value) };
      });
    });
  }

  /** @param {number} k The index of the option to take. @throws {Fault} */
  take(k) {
    if (!Number.isInteger(k) || k < 0 || k >= this.#count) {
      throw new RangeError(`there is no option ${k} among ${this.#count}`);
    }
    this.#enter();
    this.#at(this.#table.call("answer", k));
  }

  /** @returns {Result | null} `null` while the game goes on. @throws {Fault} */
  get result() {
    if (!this.over) return null;
    const { about } = this.#table;
    const { outcome, places } = about.position;
    const seats = this.#position.slice(places, places + about.players);
    this.#enter();
    if (about.score.parts.length) this.#table.call("score");
    const parts = this.#table.words(about.score.address, about.players * about.score.parts.length);
    return resultOf(about, [this.#position[outcome], ...seats, ...parts]);
  }
}

/** @param {About} about @param {number[]} row The outcome, the places and the parts of scores. @returns {Result} */
function resultOf({ players, teams, end, score }, [outcome, ...row]) {
  const places = row.slice(0, players);
  const each = score.parts.length;
  const parts = each ? places.map((_, i) => row.slice(players + each * i, players + each * (i + 1))) : [];
  const rule = end[outcome - END];
  const first = places.flatMap((place, i) => (place === 1 ? [i] : []));
  const drawn = outcome === LIMIT_DRAW || outcome === TRUNCATED || rule?.draw;
  const tied = first.length === players && new Set(teams).size > 1;
  const winners = !rule?.winner && (drawn || tied) ? [] : first;
  const none = winners.length === 0 && first.length > 0 ? 0 : -1;
  const scores = places.map((_, i) =>
    each ? parts[i].reduce((sum, part) => sum + part, 0) : winners.includes(i) ? 1 : none,
  );
  const named = /** @type {Record<number, string>} */ ({ [FINISHED]: "finished", [TRUNCATED]: "truncated" });
  return { outcome, reason: rule?.name ?? named[outcome] ?? "limit", places, scores, winners, parts };
}

/**
 * @param {About} about @param {number} number Of the fault in the module's list.
 * @param {Int32Array} said Begins with the numbers of its message.
 */
function faultOf({ faults, text, sides }, number, said) {
  const { code, at: fixed, message, help, numbers } = faults[number - 1];
  const found = Object.fromEntries(numbers.map((/** @type {string} */ name, /** @type {number} */ i) => [name, said[i]]));
  for (const name of numbers.filter((/** @type {string} */ each) => `${each}_high` in found)) {
    found[name] = (BigInt(found[`${name}_high`]) << 32n) | BigInt(found[name] >>> 0);
  }
  const at = found.at ?? fixed;
  const lists = /** @type {Record<string, string[]>} */ ({ zone: text.zones, store: text.stores, history: text.histories });
  const word = (/** @type {string} */ name) => {
    if (name === "goes") return text.goes[at] ? `, ${text.goes[at]}` : "";
    if (name === "spot") return spotName(sides[found.plane], found.spot);
    return name in lists ? `\`${lists[name][found[name]]}\`` : String(found[name]);
  };
  const place = text.places[at];
  const where = place ? `${text.files[place[0]]}:${place[1]}:${place[2]}` : null;
  return new Fault(code, message.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => word(name)), where, help, at);
}

/**
 * @param {number} side @param {number} spot Of a plane.
 * @returns {string} How far it lies east and south of the centre, and how it is turned.
 */
function spotName(side, spot) {
  const half = Math.floor(side / 2);
  const [place, turn] = [Math.floor(spot / 4), spot % 4];
  const name = `(${(place % side) - half}, ${Math.floor(place / side) - half})`;
  return turn ? `${name} turned ${90 * turn}` : name;
}

/** @param {bigint | number} value @returns {bigint} An integer as an unsigned 64-bit number. */
function unsigned(value) {
  return BigInt.asUintN(64, BigInt(value));
}
