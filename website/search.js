// The search of the site: a worker that answers what somebody types with sections of the manual, the best first.
//
// It takes the place of the theme's worker, and speaks its protocol (`Told`). The theme's search wants every word
// and orders sections by where the first of them stands; people ask whole questions in words of their own. This one
// ranks sections by BM25F: a word counts for more if it is rare and stands in a heading, the more words the better,
// and pages that teach come before pages that list. Endings don't matter, and unknown words are taken for misspelt.

/** @typedef {{location: string, level: number, title: string, text: string, path?: string[], tags?: string[]}} Item */
/** @typedef {{start: number, end: number, value: number}} Range */
/** @typedef {{input: unknown, page?: {from: number}}} Query */
/** @typedef {{type: 0, data: {items: Item[]}} | {type: 2, data: Query}} Told */
/** @typedef {Map<string, number>} Weights */

const FIELDS = { title: 6, path: 2, prose: 1, code: 0.3 };
/** How much it counts that a page is of a kind, by the beginning of its place; the first that fits. */
const KINDS = /** @type {[string, number][]} */ ([
  ["reference/python/", 0.35],
  ["reference/keys-of-", 0.4],
  ["reference/output", 0.5],
  ["reference/compiled-programs", 0.5],
  ["reference/modules", 0.5],
  ["reference/commands", 0.7],
  ["project/", 0.3],
  ["codes/", 0.4],
  ["games/", 0.45],
  ["reports/", 0.4],
  ["notebooks/", 0.4],
  ["explanation/", 0.8],
  ["", 1],
]);
const SATURATION = 1.2;
const LENGTH = 0.6; // how much a long section has to repeat a word more often
const AGAIN = 0.85; // what further sections of a page count, so that other pages are seen
const MOST = 30; // results of a question
const PAGE = 10; // results that the theme shows at a time

const SAYS_NOTHING = new Set(
  ("a about after all am an and any are as at be been by can could did do does doing done for from get gets give given go goes got had has have " +
    "he her his how i if in into is it its just let lets make makes many may me mean means might much must my need needs not of on one ones or our " +
    "out she should so some somebody someone something than that the their them then there these they thing things this those to too until use " +
    "used using want was way we were what when where whether which while who whom whose why will with within work works would you your n game games")
    .split(" "),
);

/** Words that ask for the same. */
const SAME = [
  "auction bid",
  "variant variation expansion extension addon",
  "point score",
  "tie draw",
  "bot opponent ai computer",
  "chance random luck",
  "hidden secret private",
  "pawn meeple figure",
  "online internet network multiplayer",
  "picture image art icon",
  "mistake bug error debug",
].map((line) => line.split(" "));

/** What people say in several words, and the words by which it is found. */
const PHRASES = /** @type {[RegExp, string][]} */ ([
  [/ (?:at|the) (?:the )?(?:same time|once) /, " simultaneous "],
  [/ goes first /, " first player "],
  [/ start(?:ing|s)? player /, " first player "],
]);

/** Return what the forms of a word have in common. @param {string} word */
const stem = (word) => {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const cut = word.replace("our", "or").replace(/ies$/, "y").replace(/(?:ations?|ings?|ors?|ers?|ed|es|s|y|e)$/, (end) => (word.length - end.length < 3 ? end : ""));
  return cut.length > 3 ? cut.replace(/([^aeiouls])\1$/, "$1") : cut;
};

const PRONOUNS = new Set(["i", "you", "we"]);
const CODE = /\bgs\d{3}\b/i;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** Return the words of a text with their places. @param {string} text */
const words = (text) =>
  [...text.matchAll(WORD)].map((found) => ({ term: termOf(found[0]), start: found.index, end: found.index + found[0].length }));

/** @param {string} word */
const plain = (word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/['’]s?$/, "");

/** @type {Map<string, string>} */
const known = new Map();
/** Return the term under which a word is found. @param {string} word */
const termOf = (word) => {
  const term = known.get(word) ?? stem(plain(word));
  known.set(word, term);
  return term;
};

/** Blank out the tags of a text, so that its words keep their places. @param {string} html */
const untagged = (html) => html.replace(/<[^>]*>|&\w+;/g, (tag) => " ".repeat(tag.length));

/** Separate prose from blocks of code. @param {string} html */
const split = (html) => {
  /** @type {string[]} */
  const code = [];
  const prose = html.replace(/<pre[\s>].*?<\/pre>/gs, (block) => (code.push(block), " "));
  return { prose: untagged(prose), code: untagged(code.join(" ")) };
};

/** The sections, and for each term how much it weighs in which of them. */
class Index {
  /** @param {Item[]} items */
  constructor(items) {
    this.items = items;
    const home = items.map(({ location }) => location).reduce((a, b) => (a.length < b.length ? a : b), items[0]?.location ?? "");
    this.kinds = items.map(({ location }) => kind(location.slice(home.length)));
    /** @type {Map<string, Map<number, number>>} */
    this.sections = new Map();
    /** @type {Set<string>[]} */
    this.heads = items.map(({ title, path }) => new Set(words(untagged([title, path?.at(-1) ?? ""].join(" "))).map(({ term }) => term)));
    /** @type {Set<string>[]} */
    this.titles = items.map(({ title }) => new Set(words(untagged(title).replace(CODE, "")).map(({ term }) => term)));
    const texts = items.map(({ title, text, path }) => ({ title: untagged(title), path: untagged((path ?? []).join(" ")), ...split(text) }));
    for (const field of /** @type {(keyof typeof FIELDS)[]} */ (Object.keys(FIELDS))) {
      const terms = texts.map((each) => words(each[field]));
      const mean = terms.reduce((sum, { length }) => sum + length, 0) / terms.length || 1;
      terms.forEach((found, section) => {
        const part = FIELDS[field] / (1 - LENGTH + (LENGTH * found.length) / mean);
        for (const { term } of found) {
          const weights = this.sections.get(term) ?? new Map();
          weights.set(section, (weights.get(section) ?? 0) + part);
          this.sections.set(term, weights);
        }
      });
    }
    this.terms = [...this.sections.keys()].sort();
  }

  /** How rare a term is. @param {string} term */
  rarity(term) {
    const count = this.sections.get(term)?.size ?? 0;
    return Math.log(1 + (this.items.length - count + 0.5) / (count + 0.5));
  }

  /** Return the terms that a word may mean, and how surely. @param {string} word @param {boolean} last */
  meant(word, last) {
    /** @type {Weights} */
    const found = new Map();
    for (const group of SAME.filter((each) => each.includes(word) || each.some((one) => stem(one) === stem(word)))) {
      for (const each of group) if (this.sections.has(stem(each))) found.set(stem(each), 0.7);
    }
    const term = stem(word);
    if (this.sections.has(term)) found.set(term, 1);
    if (word.length > 2 && (last || !found.size)) {
      for (const each of this.terms) if (each.startsWith(word) && !found.has(each)) found.set(each, 0.6);
    }
    if (!found.size && term.startsWith("re") && this.sections.has(term.slice(2))) found.set(term.slice(2), 0.8);
    if (!found.size && term.length > 3) {
      for (const form of [term, term.replace(/^re/, "")]) {
        const most = form.length > 6 ? 2 : 1;
        for (const each of this.terms) {
          const wrong = each[0] === form[0] ? distance(each, form, most) : most + 1;
          if (wrong <= most) found.set(each, Math.max(found.get(each) ?? 0, 0.9 ** wrong * 0.9));
        }
      }
    }
    return found;
  }

  /** Return the two known words of which an unknown one is composed, if it is. @param {string} word */
  halves(word) {
    if (this.sections.has(stem(word))) return undefined;
    for (let at = 3; at <= word.length - 3; at++) {
      const parts = [word.slice(0, at), word.slice(at)];
      if (parts.every((part) => this.sections.has(stem(part)))) return parts;
    }
    return undefined;
  }

  /** Return the sections that answer a question, the best first, and the terms that it asks for. @param {string} input */
  answers(input) {
    const asked = question(input).flatMap((word) => this.halves(word) ?? [word]);
    const meant = asked.map((word, at) => this.meant(word, at === asked.length - 1)).filter(({ size }) => size);
    const rarities = meant.map((terms) => Math.max(...[...terms].map(([term, sure]) => sure * this.rarity(term))));
    const all = rarities.reduce((sum, each) => sum + each, 0);
    /** @type {Map<number, {score: number, covered: number}>} */
    const scores = new Map();
    meant.forEach((terms, at) => {
      /** @type {Map<number, number>} */
      const best = new Map();
      for (const [term, sure] of terms) {
        for (const [section, weight] of this.sections.get(term) ?? []) {
          const score = (sure * this.rarity(term) * weight * (SATURATION + 1)) / (weight + SATURATION);
          best.set(section, Math.max(best.get(section) ?? 0, score));
        }
      }
      for (const [section, score] of best) {
        const sum = scores.get(section) ?? { score: 0, covered: 0 };
        scores.set(section, { score: sum.score + score, covered: sum.covered + rarities[at] });
      }
    });
    const whole = new Set(words(input).map(({ term }) => term));
    const named = (/** @type {Set<string>} */ head) => meant.every((terms) => [...terms.keys()].some((term) => head.has(term)));
    const ranked = [...scores].map(([section, { score, covered }]) => {
      const title = this.titles[section];
      const within = title.size > 1 && [...title].every((term) => whole.has(term) || PRONOUNS.has(term));
      const heading = within ? 2 : named(title) ? 1.6 : named(this.heads[section]) ? 1.3 : 1;
      return { section, score: score * (covered / all) * heading * this.kind(section, asked) };
    }).sort((a, b) => b.score - a.score || a.section - b.section);
    return { sections: varied(ranked, this.items).slice(0, MOST), terms: new Set(meant.flatMap((terms) => [...terms.keys()])) };
  }

  /** Return what a section counts; one that the question calls by its code counts in full. @param {number} section @param {string[]} asked */
  kind(section, asked) {
    return asked.some((word) => CODE.test(word)) ? 1 : this.kinds[section];
  }
}

/** Return what a section counts by its place below the home page; the beginning of a page counts more. @param {string} place */
const kind = (place) => (KINDS.find(([beginning]) => place.startsWith(beginning))?.[1] ?? 1) * (place ? (place.includes("#") ? 1 : 1.25) : 0.5);

/** Return the words of a question that say something about its subject. @param {string} input */
const question = (input) => {
  let text = ` ${[...input.matchAll(WORD)].map(([word]) => plain(word)).join(" ")} `;
  for (const [said, meant] of PHRASES) text = text.replace(said, meant);
  const asked = text.trim().split(" ");
  const left = asked.filter((word) => !SAYS_NOTHING.has(word));
  return left.length ? left : asked;
};

/** Return the sections with those after the first of a page moved down. @param {{section: number, score: number}[]} ranked @param {Item[]} items */
const varied = (ranked, items) => {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return ranked.map(({ section, score }) => {
    const page = items[section].location.split("#")[0];
    const before = seen.get(page) ?? 0;
    seen.set(page, before + 1);
    return { section, score: score * AGAIN ** Math.min(before, 4) };
  }).sort((a, b) => b.score - a.score).map(({ section }) => section);
};

/** Return how many letters are wrong, missing, added or swapped, or more than `most`. @param {string} a @param {string} b @param {number} most */
const distance = (a, b, most) => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = /** @type {number[]} */ ([]);
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
};

/** Return the places of terms in a text, as the theme marks them. @param {string} html @param {Set<string>} terms @returns {Range[]} */
const marks = (html, terms) =>
  words(untagged(html)).filter(({ term }) => terms.has(term)).map(({ start, end }) => ({ start, end, value: end - start }));

/** Return a page of the answers to a query. @param {Index} index @param {Query} query */
const answer = (index, query) => {
  const { sections, terms } = typeof query.input === "string" ? index.answers(query.input) : { sections: [], terms: new Set("") };
  const from = query.page?.from ?? 0;
  const items = sections.slice(from, from + PAGE).map((id) => {
    const { title, text, path } = index.items[id];
    const fields = { title, text, path: (path ?? []).join("") };
    const matches = Object.entries(fields).map(([field, value]) => ({ id, field, score: 0, value: { highlight: { ranges: marks(value, terms) } } }));
    return { id, matches };
  });
  const pagination = {
    total: sections.length,
    prev: from ? { from: Math.max(0, from - PAGE) } : undefined,
    next: from + PAGE < sections.length ? { from: from + PAGE } : undefined,
  };
  return { items, query: { values: [] }, pagination, aggregations: [] };
};

/** @type {Index | undefined} */
let index;

self.addEventListener("message", (/** @type {MessageEvent<Told>} */ { data: told }) => {
  if (told.type === 0) {
    index = new Index(told.data.items);
    self.postMessage({ type: 1 });
  } else if (index) {
    self.postMessage({ type: 3, data: answer(index, told.data) });
  }
});
