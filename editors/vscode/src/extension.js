"use strict";
// Starts the language server, and runs commands on the game of the file in the editor.

const { execFile } = require("node:child_process");
const { mkdtemp, mkdir, rm, writeFile } = require("node:fs/promises");
const { tmpdir } = require("node:os");
const path = require("node:path");
const { promisify } = require("node:util");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const run = promisify(execFile);
const MOST = 64 * 1024 * 1024; // bytes of what git prints

/** The files that the server is told of. It ignores those that belong to no game. */
const SELECTOR = [
  { scheme: "file", language: "gamespec" },
  { scheme: "file", pattern: "**/{game,bands}.{yaml,yml}" },
  { scheme: "file", pattern: "**/{variants,scenarios}/*.{yaml,yml}" },
  { scheme: "file", pattern: "**/*.csv" },
];

/** @type {LanguageClient | undefined} */
let client;

/** The command with its first arguments, from the settings. */
function command() {
  return vscode.workspace.getConfiguration("gamespec").get("command", ["gamespec"]);
}

/** Start the server; say what to do if it does not start. */
async function start() {
  const [program, ...first] = command();
  const server = { command: program, args: [...first, "lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("gamespec", "gamespec", server, { documentSelector: SELECTOR });
  try {
    await client.start();
  } catch (error) {
    const settings = "Open Settings";
    const said = `gamespec: the language server did not start. Install it with: pip install 'gamespec[lsp]', or name the command in the settings. (${error})`;
    if ((await vscode.window.showErrorMessage(said, settings)) === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "gamespec.command");
    }
  }
}

async function restart() {
  await client?.stop().catch(() => {});
  await start();
}

/** The file in the editor, saved, or nothing after saying what is missing. */
async function current() {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || document.uri.scheme !== "file") {
    await vscode.window.showInformationMessage("gamespec: open the file of a game first.");
    return undefined;
  }
  await document.save();
  return document.uri.fsPath;
}

/** The game of a file: the file itself, or the game beside a folder `scenarios`, bands or a table. */
function gameOf(file) {
  const folder = path.dirname(file);
  const home = path.basename(folder) === "scenarios" ? path.dirname(folder) : folder;
  const own = file.endsWith(".csv") || path.basename(file) === "bands.yaml" || home !== folder;
  return own ? path.join(home, "game.yaml") : file;
}

/** Run the command in a terminal. Arguments are handed over as they are: no shell reads them. */
function inTerminal(name, file, args) {
  const [program, ...first] = command();
  const task = new vscode.Task(
    { type: "gamespec", task: name },
    vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file)) ?? vscode.TaskScope.Workspace,
    name,
    "gamespec",
    new vscode.ProcessExecution(program, [...first, ...args], { cwd: path.dirname(file) }),
    [],
  );
  task.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  return vscode.tasks.executeTask(task);
}

function extra() {
  return vscode.workspace.getConfiguration("gamespec").get("play.arguments", []);
}

const COMMANDS = {
  play: (game) => inTerminal("play", game, ["play", game, ...extra()]),
  serve: (game) => inTerminal("serve", game, ["serve", game, ...extra()]),
  simulate: (game) => {
    const games = vscode.workspace.getConfiguration("gamespec").get("simulate.games", 1000);
    return inTerminal("simulate", game, ["simulate", game, "--games", String(games)]);
  },
  test: (game) => inTerminal("test", game, ["test", game]),
  whatChanged,
};

/** Show what differs between the game of the last commit and the game as it is. */
async function whatChanged(game) {
  const folder = path.dirname(game);
  const old = await mkdtemp(path.join(tmpdir(), "gamespec-"));
  try {
    const home = path.basename(folder) === "variants" ? path.dirname(folder) : folder;
    const git = (...args) => run("git", ["-C", home, ...args], { maxBuffer: MOST, encoding: "buffer" });
    const prefix = (await git("rev-parse", "--show-prefix")).stdout.toString().trim();
    const listed = (await git("ls-tree", "-r", "-z", "--name-only", "HEAD", "--", ".")).stdout.toString();
    const name = path.basename(home);
    for (const file of listed.split("\0").filter((each) => /\.(ya?ml|csv)$/.test(each))) {
      const place = path.join(old, name, file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, (await git("show", `HEAD:${prefix}${file}`)).stdout);
    }
    const before = path.join(old, name, path.relative(home, game));
    const [program, ...first] = command();
    const told = await run(program, [...first, "diff", before, game], { cwd: home, maxBuffer: MOST });
    const content = told.stdout.trim() || "Nothing has changed since the last commit.";
    const document = await vscode.workspace.openTextDocument({ content, language: "diff" });
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  } catch (error) {
    const said = String(error.stderr ?? error.message).trim().split("\n")[0];
    await vscode.window.showErrorMessage(`gamespec: ${said}`);
  } finally {
    await rm(old, { recursive: true, force: true });
  }
}

/** The tasks `validate` and `test` of each folder, whose mistakes the editor lists. */
const TASKS = {
  provideTasks: () => (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => [
    task({ type: "gamespec", task: "validate" }, folder),
    task({ type: "gamespec", task: "test" }, folder),
  ]),
  resolveTask: (asked) => task(asked.definition, asked.scope ?? vscode.TaskScope.Workspace),
};

function task(definition, scope) {
  const [program, ...first] = command();
  const style = definition.task === "validate" ? ["--format", "concise"] : [];
  const execution = new vscode.ProcessExecution(program, [...first, definition.task, ...style]);
  return new vscode.Task(definition, scope, definition.task, "gamespec", execution, ["$gamespec"]);
}

exports.activate = async (context) => {
  for (const [name, act] of Object.entries(COMMANDS)) {
    const registered = vscode.commands.registerCommand(`gamespec.${name}`, async () => {
      const file = await current();
      return file === undefined ? undefined : act(gameOf(file));
    });
    context.subscriptions.push(registered);
  }
  context.subscriptions.push(
    vscode.commands.registerCommand("gamespec.restart", restart),
    vscode.tasks.registerTaskProvider("gamespec", TASKS),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("gamespec.command")) restart();
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();
