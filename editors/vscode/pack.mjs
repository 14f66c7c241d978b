// Packs the extension: `node pack.mjs [OUT.vsix]`. The only network it needs is the npm registry.
//
// It copies the sources into a folder of its own, installs what `package-lock.json` names, and lets vsce make
// the archive. All files get one time, so that equal sources give equal bytes.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2] ?? path.join(here, "gamespec.vsix"));
const folder = mkdtempSync(path.join(tmpdir(), "gamespec-vsix-"));
const parts = [
  "package.json", "package-lock.json", "language-configuration.json", "README.md", "CHANGELOG.md",
  ".vscodeignore", "src", "syntaxes", "snippets",
];
const environment = { ...process.env, SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? "1767225600" };
const npm = (...args) => execFileSync("npm", args, { cwd: folder, stdio: ["ignore", 2, 2], env: environment });

try {
  for (const part of parts) cpSync(path.join(here, part), path.join(folder, part), { recursive: true });
  cpSync(path.join(here, "..", "..", "LICENSE"), path.join(folder, "LICENSE"));
  npm("ci", "--ignore-scripts", "--no-audit", "--no-fund");
  npm("exec", "--", "vsce", "package", "--allow-missing-repository", "--no-git-tag-version", "--out", out);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(out);
