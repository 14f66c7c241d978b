/** The editor: YAML with mistakes underlined, cures to press, names told, and what could be written next. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import {
  bracketMatching,
  codeFolding,
  foldEffect,
  foldGutter,
  foldKeymap,
  foldService,
  HighlightStyle,
  indentService,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { getChunks, goToNextChunk, unifiedMergeView } from "@codemirror/merge";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { make } from "./elements.js";
import { shownAs } from "./markdown.js";
import { indentOf, spotOf } from "./placing.js";
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

/** @param {string} text In the syntax that all editors know. @returns {string} In that of this one. */
const template = (text) => text.replace("\\}", "}").replaceAll("$0", "${}").replace(/\$(\d)/g, "${$1}");

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
    apply: each.snippet ? snippet(template(each.text)) : each.text,
  }));
  return { from, to: context.pos, options, validFor: /^\w*$/ };
};

/** @param {Answers} answers */
const telling = ({ hover }) =>
  hoverTooltip(async (_view, at) => {
    const told = await hover(at);
    return told && { pos: told.from, end: told.to, create: () => ({ dom: make("div", { class: "told" }, shownAs(told.text)) }) };
  });

/** The first line of a file that tells other editors where the schema is. */
const MODELINE = /^# yaml-language-server:/;

/**
 * @param {EditorView} _view @param {(event: Event) => void} unfold @param {boolean} modeline Whether it is such a line, which says
 *     nothing to those who write here.
 */
function folded(_view, unfold, modeline) {
  const made = make("span", { class: "cm-foldPlaceholder", role: "button" }, modeline ? gettext("a line for other editors") : "…");
  made.title = made.ariaLabel = gettext("show it");
  made.dataset.label = "show it"; // in whatever language is chosen later
  if (modeline) made.dataset.word = "a line for other editors";
  made.addEventListener("click", unfold);
  return made;
}

/**
 * @param {import("@codemirror/language").IndentContext} context @param {number} at Where a line is to begin.
 * @returns {number | undefined} Its indentation, if the line above leads in a block; all others begin as that line does.
 */
function leading(context, at) {
  const { text } = context.lineAt(at, -1);
  const [begin] = /^\s*(?:- +)*/.exec(text) ?? [""];
  return /^[^#]*:\s*(?:[|>][-+]?\s*)?(?:#.*)?$/.test(text) ? begin.length + context.unit : undefined;
}

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
    codeFolding({ preparePlaceholder: (state, { from }) => from === 0 && MODELINE.test(state.doc.line(1).text), placeholderDOM: folded }),
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
    indentService.of(leading),
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
  /** @param {string} doc @param {string} [original] What it is compared with. @returns {EditorState} */
  function made(doc, original) {
    const compared = original === undefined ? [] : unifiedMergeView({ original, mergeControls: false, syntaxHighlightDeletions: false });
    const state = EditorState.create({ doc, extensions: [extensions, compared] });
    const { from, to, text } = state.doc.line(1);
    return MODELINE.test(text) ? state.update({ effects: foldEffect.of({ from, to }) }).state : state;
  }
  const view = new EditorView({ parent: place, state: made("") });
  /** The state of each file, with its history. @type {Map<string, EditorState>} */
  const states = new Map();
  let shown = "";

  return {
    view,
    /** @param {Record<string, string>} files @param {string} main Other files, in place of all. @param {Record<string, string>} begun What they are compared with. */
    open(files, main, begun) {
      states.clear();
      for (const [name, text] of Object.entries(files)) states.set(name, made(text, begun[name]));
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
    /** @returns {number} How many lines differ from what the file is compared with, counting lines that are gone by their place. */
    differing() {
      const { doc } = view.state;
      const lines = (getChunks(view.state)?.chunks ?? []).map(({ fromB, toB, endB }) => (fromB === toB ? 1 : doc.lineAt(endB).number - doc.lineAt(fromB).number + 1));
      return lines.reduce((sum, each) => sum + each, 0);
    },
    /** @param {boolean} first Whether to go to the first change, or to the one after the cursor. */
    nextChange(first) {
      if (first) view.dispatch({ selection: { anchor: 0 } });
      const starts = (getChunks(view.state)?.chunks ?? [])[0]?.fromB === 0;
      if (!(first && starts)) goToNextChunk(view);
      const { head } = view.state.selection.main;
      requestAnimationFrame(() => view.dispatch({ effects: EditorView.scrollIntoView(head, { y: "center" }) })); // what stood there is above it
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
    /**
     * @param {import("./types.js").Phrase} phrase To insert where it belongs. @param {string[]} sections In their usual order.
     * @returns {boolean} Whether there is such a place.
     */
    insert(phrase, sections) {
      const { doc, selection } = view.state;
      const { from, to } = selection.main;
      if (phrase.place === "expression") {
        snippet(template(phrase.text))(view, null, from, to);
        view.focus();
        return true;
      }
      const spot = spotOf(doc.toString().split("\n"), doc.lineAt(from).number - 1, phrase, sections);
      if (!spot) return false;
      const at = spot.line < 0 ? 0 : doc.line(spot.line + 1).to;
      const gap = [at ? "\n" : "", spot.head ? `${spot.head}\n` : "", " ".repeat(spot.indent)].join("");
      view.dispatch({ changes: { from: at, insert: gap }, userEvent: "input.phrase" });
      snippet(template(phrase.text))(view, null, at + gap.length, at + gap.length);
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: "center" }) });
      view.focus();
      return true;
    },
    /** @param {{from: number, to: number, text: string}[]} edits */
    edit(edits) {
      view.dispatch({ changes: edits.map(({ from, to, text }) => ({ from, to, insert: text })), userEvent: "input.cure" });
      view.focus();
    },
  };
}
