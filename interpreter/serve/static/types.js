/**
 * What the server sends; see `interpreter/serve/sent.py`. Only types stand here.
 *
 * @typedef {{text: string, refs: string[], shows?: [string, number]}} Member
 * @typedef {{step: number, members: number[], several: boolean}} Said
 * @typedef {{number: string, label: string, action: number, said: Said[], confirm?: boolean, idle?: boolean, leads?: string[], lays?: string}} Choice
 * @typedef {{seat: number, prompt: string, actions: boolean, steps: string[], members: Member[],
 *   choices: Choice[]}} Asked
 * @typedef {{name: string, by: string, level: string, taken: boolean, connected: boolean, deciding: boolean,
 *   thinking: boolean}} Player
 * @typedef {{text: string, by: number | null, quiet: boolean}} Line
 * @typedef {{text: string, weight: number}} Part A part of what is told, and how much it means to the reader.
 * @typedef {{decision: number, by: string, text: string, mine: boolean}} Note
 * @typedef {{number: number, text: string, asked: boolean, yours: boolean, waiting: string[]}} Proposal
 * @typedef {{diagnostics: string, playable: boolean, ways: {way: string, text: string}[],
 *   note: string}} Checker
 * @typedef {{path: string[], count: number, pieces: [string | null, string | null][], legs: number[]}} Move
 * @typedef {{player: number, amount: number, at: string[]}} Gain
 * @typedef {{name: string, level: string, says: string, times: Record<string, string>}} Bot A bot that the host may seat.
 * @typedef {{links: {name: string, path: string}[], bots: Bot[], advice: boolean, saves?: string[]}} Host
 * @typedef {{kind: "table", revision: number, epoch: number, language: string, title: string,
 *   you: {role: "seat" | "watch" | "host", seat: number | null, name: string, called: string, color: string, colors: string[]}, html: string,
 *   asked: Asked | null, advice: boolean,
 *   log: {from: number, entries: Line[][]}, players: Player[], notes: Note[], at: number,
 *   answers: number, live: boolean, since: number, latest: string[], moves: Move[], gains: Gain[], over: boolean, stopped: string | null,
 *   happened: string | null, proposal: Proposal | null, undo: "free" | "ask" | null, told: Part[], forced: string[], checker: Checker | null, waiting: number[], host?: Host}} Table
 * @typedef {{text: string, lang: string}} Written
 * @typedef {{prompt: Written | null, actions: {title: Written, asks: Question[]}[]}} Question
 * @typedef {{name: Written | null, turns: boolean, again: boolean, asks: Question[], phases: Phase[]}} Phase
 * @typedef {{box: {count: number | null, name: string, printed: string[]}[], phases: Phase[], score: Written[],
 *   always: Written[], tables: {title: string, columns: string[], rows: string[][]}[]}} Goes
 * @typedef {{kind: "rules", title: Written, about: Written | null, variants: string[],
 *   options: {label: string, value: string, usual: boolean}[], ends: Written[], goes: Goes,
 *   rulings: {heading: string, says: Written[]}[], examples: {heading: string, says: Written[]}[]}} Rules
 * @typedef {{kind: "chat", whole: boolean, lines: {by: string, text: string, mine: boolean}[]}} Chat
 * @typedef {Omit<Table, "html" | "asked" | "players"> & {html: string | import("./patching.js").Patch,
 *   asked: import("./offered.js").Told | null, players?: Player[] | Record<number, Partial<Player>>}} Sent A table as it comes.
 * @typedef {{kind: "advice", revision: number, by: string, options: {label: string, percent: number}[]}} Advice
 * @typedef {{kind: "codes", address: string, codes: Record<string, {size: number, path: string}>}} Codes
 * @typedef {{kind: "who", ref: string, text: string}} Who
 * @typedef {Advice | Sent | Rules | Chat | Codes | Who | {kind: "refused", reason: string} |
 *   {kind: "sure", revision: number, number: string} | {kind: "announcement", text: string} |
 *   {kind: "why", text: string, short: string}} Message
 * @typedef {(message: Record<string, unknown>) => void} Send
 */

export {};
