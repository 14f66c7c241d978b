// The search of the site: a worker that answers what somebody types with sections of the manual, the best first.
//
// It takes the place of the theme's worker, and speaks its protocol (`Told`). The theme's search wants every word and
// orders sections by where the first of them stands; people ask whole questions in words of their own. MiniSearch ranks
// sections by BM25+, finds the beginnings of words and words that are misspelt, and here learns which words mean the
// same, what endings don't matter, and which pages teach rather than list.

import MiniSearch from "npm:minisearch@7.2.0";
import { stemmer } from "npm:stemmer@2.0.1";

/** @typedef {{location: string, level: number, title: string, text: string, path?: string[]}} Item */
/** @typedef {{start: number, end: number, value: number}} Range */
/** @typedef {{input: unknown, page?: {from: number}}} Query */
/** @typedef {{type: 0, data: {items: Item[], other: Record<string, string>}} | {type: 2, data: Query}} Told */

/** What a word counts by where it stands; a section is `called` what tables that lead to it say, which `called.py` adds to its text. */
const FIELDS = { title: 2, called: 2, path: 1.2, prose: 1, code: 0.3 };
/** How much it counts that a page is of a kind, by the beginning of its place; the first that fits. */
const KINDS = /** @type {[string, number][]} */ ([
  ["reference/python/", 0.3],
  ["reference/keys-of-", 0.35],
  ["reference/output", 0.45],
  ["reference/compiled-programs", 0.45],
  ["reference/modules", 0.45],
  ["reference/commands", 0.65],
  ["project/", 0.25],
  ["codes/", 0.5],
  ["games/", 0.4],
  ["reports/", 0.35],
  ["notebooks/", 0.35],
  ["explanation/", 0.75],
  ["", 1],
]);
const PAGE_ITSELF = 1.2; // what the beginning of a page counts
const MISSPELT = 0.3; // the share of its letters that may be wrong in a word that the manual doesn't have
const MEANT = 0.4; // what a word of the manual counts that the question only means
const AGAIN = 0.7; // what further sections of a page count, so that other pages are seen
const EXCERPT = 200; // letters of an excerpt that are in sight
const MOST = 30; // results of a question
const PAGE = 10; // results that the theme shows at a time

const SAYS_NOTHING = new Set(
  ("a about after all an and any are as at be by can could do does each else ever every few for from game games get had has have how i if in " +
    "into is it its let make me most much my new no of on one only or other our out over s same should so some such than that the their them " +
    "then there these they this those to too two up use used using want was we were what when where which who why will with would you your").split(" "),
);

/** Irregular forms of words, after the form under which they are found. */
const FORMS = new Map(
  ("begin began begun, bid bade, break broke broken, bring brought, build built, buy bought, catch caught, choose chose chosen, die dice, draw drew drawn, fall fell " +
    "fallen, fight fought, find found, forbid forbade forbidden, forget forgot forgotten, give gave given, go goes went gone, grow grew grown, hide hid hidden, hold held, " +
    "keep kept, know knew known, lay laid, lead led, lend lent, lose lost, pay paid, run ran, see saw seen, sell sold, send sent, shoot shot, speak spoke spoken, " +
    "spend spent, stand stood, steal stole stolen, take took taken, teach taught, tell told, think thought, throw threw thrown, win won, write wrote written")
    .split(", ").flatMap((line) => line.split(" ").slice(1).map((form) => /** @type {const} */ ([form, line.split(" ")[0]]))),
);

const CODE = /\bgs\d{3}\b/i;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** Return the words of a text. @param {string} text */
const words = (text) => text.match(WORD) ?? [];

/** @type {Map<string, string | null>} */
const memo = new Map();
/** Return the term under which a word is found, or nothing if it doesn't say what a text is about. @param {string} word */
const termOf = (word) => {
  let term = memo.get(word);
  if (term === undefined) {
    const plain = word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/['’]s?$/, "");
    term = SAYS_NOTHING.has(plain) ? null : stemmer((FORMS.get(plain) ?? plain).replace(/our/g, "or"));
    memo.set(word, term);
  }
  return term;
};

/** Return the terms of a text. @param {string} text */
const terms = (text) => words(text).flatMap((word) => termOf(word) ?? []);

/** Blank out the tags of a text, so that its words keep their places. @param {string} html */
const untagged = (html) => html.replace(/<[^>]*>|&\w+;/g, (tag) => " ".repeat(tag.length));

/** Separate prose, blocks of code, and what tables call a section. @param {string} html */
const split = (html) => {
  const code = html.match(/<pre[\s>].*?<\/pre>/gs) ?? [];
  const called = html.match(/<p>Also under: .*?<\/p>$/s)?.[0] ?? "";
  const prose = html.slice(0, html.length - called.length).replace(/<pre[\s>].*?<\/pre>/gs, " ");
  return { prose: untagged(prose), code: untagged(code.join(" ")), called: untagged(called).replace("Also under:", "") };
};

/** Return what a section counts by its place; the beginning of a page counts more. @param {string} place */
const kind = (place) => (KINDS.find(([beginning]) => place.startsWith(beginning))?.[1] ?? 1) * (place ? (place.includes("#") ? 1 : PAGE_ITSELF) : 0.5);

/** The sections of the site. */
class Sections {
  /** @param {Item[]} items @param {Record<string, string>} other the manual's words for words that it uses less, or never */
  constructor(items, other) {
    this.items = items;
    this.other = new Map(Object.entries(other).flatMap(([word, ours]) => terms(word).map((term) => [term, terms(ours)])));
    const home = items.map(({ location }) => location).reduce((a, b) => (a.length < b.length ? a : b), items[0]?.location ?? "");
    this.kinds = items.map(({ location }) => kind(location.slice(home.length)));
    this.known = new Set(items.flatMap(({ title, text }) => terms(untagged(`${title} ${text}`))));
    this.index = new MiniSearch({ fields: Object.keys(FIELDS), tokenize: words, processTerm: termOf });
    this.index.addAll(
      items.map(({ title, text, path }, id) => ({ id, title: untagged(title), path: untagged((path ?? []).join(" ")), ...split(text) })),
    );
  }

  /** Return the sections that answer a question, the best first, and the terms by which they were found. @param {string} input */
  answers(input) {
    const coded = CODE.test(input); // a page that the question calls by its code counts in full
    const asked = terms(input);
    const found = this.index.search(input, {
      boost: FIELDS,
      processTerm: (word) => terms(word).flatMap((term) => [term, ...(this.other.get(term) ?? [])]),
      boostTerm: (term) => (asked.includes(term) ? 1 : MEANT),
      prefix: (term) => term.length > 2 && (term === asked.at(-1) || !this.known.has(term)),
      fuzzy: (term) => !this.known.has(term) && term.length > 3 && MISSPELT,
      weights: { fuzzy: 0.8, prefix: 0.3 },
      boostDocument: (id) => (coded ? 1 : this.kinds[id]),
    });
    return { sections: varied(found, this.items).slice(0, MOST), terms: new Set(found.flatMap((each) => each.terms)) };
  }
}

/** Return the sections with those after the first of a page moved down. @param {{id: number, score: number}[]} ranked @param {Item[]} items */
const varied = (ranked, items) => {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return ranked.map(({ id, score }) => {
    const page = items[id].location.split("#")[0];
    const before = seen.get(page) ?? 0;
    seen.set(page, before + 1);
    return { id, score: score * AGAIN ** Math.min(before, 4) };
  }).sort((a, b) => b.score - a.score).map(({ id }) => id);
};

/** Return the places of terms in a text, as the theme marks them. @param {string} html @param {Set<string>} terms @returns {Range[]} */
const marks = (html, terms) =>
  [...untagged(html).matchAll(WORD)].filter(([word]) => terms.has(termOf(word) ?? "")).map(({ 0: word, index }) => ({ start: index, end: index + word.length, value: word.length }));

/** Return the places of terms from the passage on that has the most of them: there the theme begins its excerpt. @param {string} html @param {Set<string>} terms */
const passage = (html, terms) => {
  const all = marks(html, terms);
  const within = all.map(({ start }) => new Set(all.filter((each) => each.start >= start && each.end <= start + EXCERPT).map((each) => termOf(html.slice(each.start, each.end)))).size);
  return all.slice(within.indexOf(Math.max(...within)));
};

/** Return a page of the answers to a query. @param {Sections} all @param {Query} query */
const answer = (all, query) => {
  const { sections, terms } = typeof query.input === "string" ? all.answers(query.input) : { sections: [], terms: new Set("") };
  const from = query.page?.from ?? 0;
  const items = sections.slice(from, from + PAGE).map((id) => {
    const { title, text, path } = all.items[id];
    const ranges = { title: marks(title, terms), text: passage(text, terms), path: marks((path ?? []).join(""), terms) };
    const matches = Object.entries(ranges).map(([field, found]) => ({ id, field, score: 0, value: { highlight: { ranges: found } } }));
    return { id, matches };
  });
  const pagination = {
    total: sections.length,
    prev: from ? { from: Math.max(0, from - PAGE) } : undefined,
    next: from + PAGE < sections.length ? { from: from + PAGE } : undefined,
  };
  return { items, query: { values: [] }, pagination, aggregations: [] };
};

/** @type {Sections | undefined} */
let all;

self.addEventListener("message", (/** @type {MessageEvent<Told>} */ { data: told }) => {
  if (told.type === 0) {
    all = new Sections(told.data.items, told.data.other);
    self.postMessage({ type: 1 });
  } else if (all) {
    self.postMessage({ type: 3, data: answer(all, told.data) });
  }
});
