/** What the page says by itself, in German; in English it is said as it stands in the source. */

/** @type {Record<string, string>} */
const GERMAN = {
  "skip to what is asked": "zur Frage",
  "skip to the table": "zum Tisch",
  language: "Sprache",
  players: "Spieler",
  table: "Tisch",
  "show on the table": "auf dem Tisch zeigen",
  "all options": "alle Möglichkeiten",
  filter: "filtern",
  "why not?": "warum nicht?",
  "beside the table": "neben dem Tisch",
  "the rules have changed": "die Regeln haben sich geändert",
  "course of the game": "Verlauf",
  "what happened": "was geschehen ist",
  notes: "Notizen",
  "the table": "der Tisch",
  "the connection is lost; trying again": "die Verbindung ist unterbrochen; neuer Versuch läuft",
  "this link is good for no table any more: ask for a new one": "dieser Link gilt für keinen Tisch mehr: bitten Sie um einen neuen",
  notices: "Mitteilungen",
  "put away": "wegräumen",
  "your turn": "Sie sind am Zug",
  "the game is over": "das Spiel ist vorbei",
  "{who} is thinking": "{who} denkt nach",
  "{who} decides": "{who} entscheidet",
  "the position after {count} answers": "die Stellung nach {count} Antworten",
  next: "weiter",
  "which one?": "was davon?",
  back: "zurück",
  done: "fertig",
  "{count} more: filter them, or": "{count} weitere: filtern, oder",
  "show all": "alle zeigen",
  "no option fits": "keine Möglichkeit passt",
  "so far": "bisher",
  you: "Sie",
  person: "Mensch",
  empty: "frei",
  "not connected": "nicht verbunden",
  agree: "zustimmen",
  refuse: "ablehnen",
  "take it back": "zurückziehen",
  "waiting for {who}": "warten auf {who}",
  "what, in the words of the table": "was, in den Worten des Tischs",
  "ask why": "fragen",
  "after {at} of {count} answers": "nach {at} von {count} Antworten",
  "to the beginning": "zum Anfang",
  "one back": "eins zurück",
  "one on": "eins weiter",
  now: "jetzt",
  "go on from here": "von hier an weiterspielen",
  "before the first answer": "vor der ersten Antwort",
  "since your last turn": "seit Ihrem letzten Zug",
  "answer {at}": "Antwort {at}",
  "note beside answer {at}": "Notiz zu Antwort {at}",
  keep: "behalten",
  "undo my last answer": "meine letzte Antwort zurücknehmen",
  "undo the last answer": "die letzte Antwort zurücknehmen",
  "take this seat": "diesen Platz einnehmen",
  "leave the seat": "aufstehen",
  "let {who} play here": "hier {who} spielen lassen",
  "a bot": "einen Bot",
  "name of the saved game": "Name des gespeicherten Spiels",
  save: "speichern",
  load: "laden",
  "links: hand each only to whom it is for": "Links: jeden nur dem geben, für den er ist",
  "who plays": "wer spielt",
  seat: "Platz",
  watch: "zuschauen",
  host: "leiten",
  human: "Mensch",
  "the specification can't be played as it is": "die Spezifikation ist so nicht spielbar",
};

const SPOKEN = ["en", "de"];

let language = "en";

/** @returns {string | null} The language of this browser that the page speaks best. */
export const usual = () =>
  navigator.languages.map((each) => each.slice(0, 2).toLowerCase()).find((each) => SPOKEN.includes(each)) ?? null;

/** @param {string} wanted */
export function speak(wanted) {
  language = wanted;
  document.documentElement.lang = wanted;
  for (const each of document.querySelectorAll("[data-word]")) {
    if (each instanceof HTMLElement) each.textContent = word(each.dataset.word ?? "");
  }
  for (const each of document.querySelectorAll("[data-label]")) {
    if (each instanceof HTMLElement) each.setAttribute("aria-label", word(each.dataset.label ?? ""));
  }
}

/** @param {string} said @param {Record<string, string | number>} values @returns {string} */
export function word(said, values = {}) {
  const template = language === "de" ? (GERMAN[said] ?? said) : said;
  return template.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
