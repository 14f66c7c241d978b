/** What Python tells of names and keys, in Markdown: paragraphs, blocks of code, and `code`. */

import { make } from "./elements.js";

/** @param {string} text @returns {HTMLElement} */
export function shownAs(text) {
  const parts = text.split(/^```\w*\n([^]*?)\n```$/m).map((part, i) => (i % 2 ? [make("pre", {}, part)] : paragraphs(part)));
  return make("div", { class: "markdown" }, ...parts.flat());
}

/** @param {string} text */
const paragraphs = (text) =>
  text.split(/\n{2,}/).filter((each) => each.trim()).map((each) => make("p", {}, ...each.trim().split(/`([^`]+)`/).map((part, i) => (i % 2 ? make("code", {}, part) : part))));
