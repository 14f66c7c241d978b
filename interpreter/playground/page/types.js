/**
 * What the parts of the page, and Python, tell each other. Only types stand here.
 *
 * @typedef {{files: Record<string, string>, main: string}} Opened Files by name, and the one to check.
 * @typedef {{file: string | null, from: number, to: number, where: string}} Placed
 * @typedef {{title: string, edits: (Placed & {text: string})[]}} Cure
 * @typedef {Placed & {code: string, severity: "error" | "warning", message: string, label: string, help: string | null,
 *   notes: string[], others: (Placed & {label: string})[], cures: Cure[]}} Diagnostic
 * @typedef {{name: string, label: string} & ({kind: "bool", value: boolean} | {kind: "enum", value: string, values: string[]} |
 *   {kind: "int", value: number, least: number, most: number})} Choosable An option of the game.
 * @typedef {{refused?: string, diagnostics?: Diagnostic[], rules?: string[], playable?: true, title?: string,
 *   players?: {least: number, most: number, now: number}, options?: Choosable[], choice?: string | null, faults?: Faulted[]}} Checked
 * @typedef {"structure" | "names" | "everything"} Stage How far a check goes.
 * @typedef {{group: string, title: string, about: string, place: "file" | "section" | "entry" | "key" | "step" | "expression",
 *   section: string, text: string}} Phrase What could be inserted: `phrases.py` describes it.
 * @typedef {{label: string, sort: string, text: string, snippet: boolean, detail: string, about: string, from: number,
 *   to: number}} Item What could be written.
 * @typedef {{text: string, from: number, to: number}} Told What there is to tell of a place, in Markdown.
 * @typedef {Placed & {id: string, title: string}} Example A scenario.
 * @typedef {{passed: boolean, report: string, diagnostics: Diagnostic[]}} Ran What a scenario has shown.
 * @typedef {{mean: number | null, low: number | null, high: number | null, least?: number, greatest?: number}} Mean
 * @typedef {{games: number, truncated: number, limited: number, length: Mean, ends: Record<string, number>, scored: boolean,
 *   seats: {share: Mean, score: Mean, won: number, shared: number, drawn: number}[]}} Summary
 * @typedef {{pairs: number, same: number, shares: Mean[], scores: Mean[], length: Mean}} Comparison
 * @typedef {{code: string, text: string, help: string | null, at: number, message: string}} Fault A fault as the loader tells it.
 * @typedef {{count: number, first: Fault | null}} Faults How many of many games came to a stop, and why the first one did.
 * @typedef {Diagnostic & {count?: number, games?: number}} Faulted Why the game at the table came to a stop, or `count` of many games.
 */

export {};
