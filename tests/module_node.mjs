/** Plays modules in Node: `node module_node.mjs LOADER MODULE...` reads what to play from standard input. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { told } from "./module_games.mjs";

const [loader, ...modules] = process.argv.slice(2);
const { load } = await import(pathToFileURL(loader));
const asked = JSON.parse(readFileSync(0, "utf-8"));
const found = [];
for (const [i, module] of modules.entries()) found.push(await told(load, readFileSync(module), asked[i]));
process.stdout.write(JSON.stringify(found));
