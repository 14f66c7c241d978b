/** The editor: YAML with the places of mistakes underlined, and cures to press. */

import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  foldService,
  HighlightStyle,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: tags.atom, color: "var(--code-key)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.keyword], color: "var(--code-value)" },
  { tag: tags.meta, color: "var(--code-mark)" },
]);

/** @param {string} line @returns {number} The blanks before the text, or -1 if there is none. */
const indentOf = (line) => line.search(/\S/);

/**
 * @param {EditorState} state @param {number} from Where a line begins.
 * @returns {{from: number, to: number} | null} What the line leads in: the lines below that are indented deeper.
 */
function indented(state, from) {
  const head = state.doc.lineAt(from);
  const margin = indentOf(head.text);
  if (margin < 0) return null;
  let last = head;
  for (let number = head.number + 1; number <= state.doc.lines; number++) {
    const line = state.doc.line(number);
    const indent = indentOf(line.text);
    if (indent > margin) last = line;
    else if (indent >= 0) break;
  }
  return last === head ? null : { from: head.to, to: last.to };
}

/**
 * @param {HTMLElement} place
 * @param {(text: string) => void} changed Told of each change that somebody makes.
 * @param {() => void} play What Ctrl-Enter does.
 */
export function editor(place, changed, play) {
  const extensions = [
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    highlightSpecialChars(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    history(),
    drawSelection(),
    bracketMatching(),
    indentUnit.of("  "),
    EditorView.lineWrapping,
    StreamLanguage.define(yaml), // line by line: a tree of a text nested a thousand times needs more than the stack
    foldService.of(indented),
    syntaxHighlighting(colours),
    EditorView.contentAttributes.of({ "aria-label": "the rules, as YAML", spellcheck: "false" }),
    keymap.of([
      { key: "Mod-Enter", run: () => (play(), true) },
      { key: "Mod-]", run: indentMore },
      { key: "Mod-[", run: indentLess },
      ...lintKeymap,
      ...searchKeymap,
      ...foldKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.state.doc.toString());
    }),
  ];
  const made = (/** @type {string} */ doc) => EditorState.create({ doc, extensions });
  const view = new EditorView({ parent: place, state: made("") });
  /** The state of each file, with its history. @type {Map<string, EditorState>} */
  const states = new Map();
  let shown = "";

  return {
    view,
    /** @param {Record<string, string>} files @param {string} main Other files, in place of all. */
    open(files, main) {
      states.clear();
      for (const [name, text] of Object.entries(files)) states.set(name, made(text));
      shown = main;
      view.setState(states.get(main) ?? made(""));
    },
    /** @param {string} name */
    show(name) {
      const state = states.get(name);
      if (!state || name === shown) return;
      states.set(shown, view.state);
      shown = name;
      view.setState(state);
    },
    /** @param {string} name @param {string} text Another file. */
    add: (name, text) => void states.set(name, made(text)),
    /** @param {any[]} found What is wrong with the file that is shown. */
    mark(found) {
      const { length } = view.state.doc;
      const diagnostics = found.map((each) => {
        const from = Math.min(each.from, length);
        const to = Math.min(Math.max(each.to, from + (from < length ? 1 : 0)), length);
        return {
          from,
          to,
          severity: each.severity,
          source: each.code,
          message: [each.message, each.label, each.help && `help: ${each.help}`].filter(Boolean).join("\n"),
          actions: each.cures.map((/** @type {any} */ cure) => ({ name: cure.title, apply: () => each.cure(cure) })),
        };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    /** @param {number} from @param {number} to */
    select(from, to) {
      const { length } = view.state.doc;
      view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) }, effects: EditorView.scrollIntoView(Math.min(from, length), { y: "center" }) });
      view.focus();
    },
    /** @param {{from: number, to: number, text: string}[]} edits */
    edit(edits) {
      view.dispatch({ changes: edits.map(({ from, to, text }) => ({ from, to, insert: text })), userEvent: "input.cure" });
      view.focus();
    },
  };
}
