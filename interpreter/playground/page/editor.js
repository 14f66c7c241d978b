/** The editor: YAML with mistakes underlined, cures to press, names told, and what could be written next. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet } from "@codemirror/autocomplete";
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
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { make } from "./elements.js";
import { shownAs } from "./markdown.js";
import { gettext } from "../../serve/static/words.js";

/** @typedef {import("./types.js").Item} Item @typedef {import("./types.js").Told} Told */
/**
 * @typedef {object} Answers What the editor asks of Python about a place in the file that is shown.
 * @property {(at: number) => Promise<Item[]>} complete
 * @property {(at: number) => Promise<Told | null>} hover
 */

const colours = HighlightStyle.define([
  { tag: tags.atom, color: "var(--code-key)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.keyword], color: "var(--code-value)" },
  { tag: tags.meta, color: "var(--code-mark)" },
]);

/** @param {Answers} answers @returns {import("@codemirror/autocomplete").CompletionSource} */
const completing = ({ complete }) => async (context) => {
  const word = context.matchBefore(/\w+/);
  if (!word && !context.explicit && !context.matchBefore(/[.[({] ?|[:,-] /)) return null;
  const found = await complete(context.pos);
  if (context.aborted || !found.length) return null;
  const from = Math.min(...found.map((each) => each.from));
  const options = found.map((each, i) => ({
    label: each.label,
    detail: each.detail || undefined,
    boost: 99 - Math.min(i, 198),
    info: each.about ? () => shownAs(each.about) : undefined,
    apply: each.snippet ? snippet(each.text.replace("\\}", "}").replace("$1", "${}")) : each.text,
  }));
  return { from, to: context.pos, options, validFor: /^\w*$/ };
};

/** @param {Answers} answers */
const telling = ({ hover }) =>
  hoverTooltip(async (_view, at) => {
    const told = await hover(at);
    return told && { pos: told.from, end: told.to, create: () => ({ dom: make("div", { class: "told" }, shownAs(told.text)) }) };
  });

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
 * @param {Answers} answers
 * @param {{changed: (text: string) => void, play: () => void}} to Told of each change that somebody makes, and of
 *     Ctrl-Enter.
 */
export function editor(place, answers, to) {
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
    closeBrackets(),
    autocompletion({ override: [completing(answers)], activateOnTypingDelay: 150, icons: false }),
    telling(answers),
    indentUnit.of("  "),
    EditorView.lineWrapping,
    StreamLanguage.define(yaml), // line by line: a tree of a text nested a thousand times needs more than the stack
    foldService.of(indented),
    syntaxHighlighting(colours),
    EditorView.contentAttributes.of({ "aria-label": gettext("the rules, as YAML"), spellcheck: "false" }),
    keymap.of([
      { key: "Mod-Enter", run: () => (to.play(), true) },
      { key: "Mod-]", run: indentMore },
      { key: "Mod-[", run: indentLess },
      ...completionKeymap,
      ...closeBracketsKeymap,
      ...lintKeymap,
      ...searchKeymap,
      ...foldKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) to.changed(update.state.doc.toString());
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
    /** @param {string} name */
    remove: (name) => void states.delete(name),
    /**
     * @param {import("./types.js").Diagnostic[]} found What is wrong with the file that is shown.
     * @param {(cure: import("./types.js").Cure) => void} cure
     */
    mark(found, cure) {
      const { length } = view.state.doc;
      const diagnostics = found.map((each) => {
        const from = Math.min(each.from, length);
        const to = Math.min(Math.max(each.to, from + (from < length ? 1 : 0)), length);
        const help = each.help && gettext("help: {text}", { text: each.help });
        return {
          from,
          to,
          severity: each.severity,
          source: each.code,
          message: [each.message, each.label, help].filter(Boolean).join("\n"),
          actions: each.cures.map((one) => ({ name: one.title, apply: () => cure(one) })),
        };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    /** The editor may have become smaller: show the place where somebody is writing. */
    keepInView() {
      if (view.hasFocus) view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: "nearest" }) });
    },
    /** @param {number} number */
    line(number) {
      const { from, to } = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
      this.select(from, to);
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
