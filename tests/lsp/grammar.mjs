/** Tokenizes lines by the extension's grammars: `node grammar.mjs EXTENSION` reads JSON from standard input.

The grammar of YAML, which comes with the editor, is replaced by one of quoted and plain texts. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const extension = process.argv[2];
const require = createRequire(path.join(extension, "package.json"));
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const YAML = {
  scopeName: "source.yaml",
  patterns: [
    { match: "#.*$", name: "comment.line.number-sign.yaml" },
    { begin: '"', end: '"', name: "string.quoted.double.yaml" },
    { begin: "'", end: "'", name: "string.quoted.single.yaml" },
    { match: "[\\w.]+(?=:(?:\\s|$))", name: "entity.name.tag.yaml" },
    { match: "[^\\s:#\"'{}\\[\\],-][^:#\"'{}\\[\\],]*", name: "string.unquoted.plain.out.yaml" },
  ],
};
const manifest = JSON.parse(readFileSync(path.join(extension, "package.json"), "utf8"));
const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (name) => {
    if (name === "source.yaml") return YAML;
    const said = manifest.contributes.grammars.find((each) => each.scopeName === name);
    return said && JSON.parse(readFileSync(path.join(extension, said.path), "utf8"));
  },
  getInjections: (name) => manifest.contributes.grammars
    .filter((each) => each.injectTo?.includes(name)).map((each) => each.scopeName),
});
const grammar = await registry.loadGrammar("source.gamespec");
let state = textmate.INITIAL;
const told = [];
for (const line of JSON.parse(readFileSync(0, "utf8"))) {
  const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
  state = ruleStack;
  told.push(tokens.map((t) => [line.slice(t.startIndex, t.endIndex), t.scopes.at(-1)]));
}
console.log(JSON.stringify(told));
