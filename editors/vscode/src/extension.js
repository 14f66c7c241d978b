"use strict";
// Starts the language server, and runs commands on the game of the file in the editor.

const { execFile, spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { mkdir, mkdtemp, readFile, rm } = require("node:fs/promises");
const { tmpdir } = require("node:os");
const path = require("node:path");
const { promisify } = require("node:util");
const vscode = require("vscode");
const { CloseAction, LanguageClient, TransportKind } = require("vscode-languageclient/node");

const run = promisify(execFile);
const MOST = 64 * 1024 * 1024; // bytes of what a program prints
const PATIENCE = 10_000; // milliseconds after which a command that should fail at once is stopped

const INSTALL = "Make a virtual environment `.venv` in this folder and run `pip install 'gamespec[lsp]'` in it, or name the command in the settings.";

/** The files that the server is told of. It ignores those that belong to no game. */
const SELECTOR = [
  { scheme: "file", language: "gamespec" },
  { scheme: "file", pattern: "**/{game,bands}.{yaml,yml}" },
  { scheme: "file", pattern: "**/{variants,scenarios}/*.{yaml,yml}" },
  { scheme: "file", pattern: "**/*.csv" },
];

/** @type {Client | undefined} */
let client;

/** A setting of this extension. */
function setting(name, otherwise) {
  return vscode.workspace.getConfiguration("gamespec").get(name, otherwise);
}

/** The command with its first arguments: from the settings, of a virtual environment in a folder, or on the path. */
function command() {
  const said = setting("command", []);
  if (said.length > 0) return said;
  const inside = process.platform === "win32" ? ["Scripts", "gamespec.exe"] : ["bin", "gamespec"];
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    for (const name of [".venv", "venv"]) {
      const program = path.join(folder.uri.fsPath, name, ...inside);
      if (existsSync(program)) return [program];
    }
  }
  return ["gamespec"];
}

/** A client that leaves it to us to say that the server did not start, and starts one again only if it ran. */
class Client extends LanguageClient {
  constructor(server) {
    super("gamespec", "gamespec", server, {
      documentSelector: SELECTOR,
      middleware: { provideCompletionItem: withArguments },
      errorHandler: {
        error: (...told) => this.usual.error(...told),
        closed: () => (this.ran ? this.usual.closed() : { action: CloseAction.DoNotRestart, handled: true }),
      },
    });
    this.usual = this.createDefaultErrorHandler();
    this.ran = false;
  }

  async start() {
    await super.start();
    this.ran = true;
  }

  error(message, data, notify = true) {
    super.error(message, data, this.ran && notify);
  }
}

/** Start the server; say what to do if it does not start. */
async function start() {
  const [program, ...first] = command();
  client = new Client({ command: program, args: [...first, "lsp"], transport: TransportKind.stdio });
  try {
    await client.start();
  } catch (error) {
    const [again, settings] = ["Try Again", "Open Settings"];
    const why = await reason(program, [...first, "lsp"]).catch(() => String(error));
    const chosen = await vscode.window.showErrorMessage(`gamespec: ${why}`, again, settings);
    if (chosen === again) await start();
    if (chosen === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "gamespec.command");
  }
}

/** Why the server does not start, by what it says if nobody talks to it. */
function reason(program, args) {
  return new Promise((resolve, reject) => {
    const server = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], timeout: PATIENCE });
    let said = "";
    server.stderr.on("data", (data) => (said += data));
    server.on("error", (error) => (error.code === "ENOENT" ? resolve(`there is no command \`${program}\`. ${INSTALL}`) : reject(error)));
    server.on("close", () => (said ? resolve(said.replace(/^error: /, "").replace(/\s*\n\s*= help: /, "; ").trim()) : reject(new Error())));
  });
}

async function restart() {
  await client?.stop().catch(() => {});
  await start();
}

/** Completions; those of functions show their arguments. */
async function withArguments(document, position, context, token, next) {
  const found = await next(document, position, context, token);
  for (const item of Array.isArray(found) ? found : (found?.items ?? [])) {
    if (item.insertText instanceof vscode.SnippetString && item.insertText.value.includes("(")) {
      item.command = { command: "editor.action.triggerParameterHints", title: "Show Arguments" };
    }
  }
  return found;
}

/** The file in the editor, once all files are saved, or nothing after saying what is missing. */
async function current() {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || document.uri.scheme !== "file") {
    await vscode.window.showInformationMessage("gamespec: open the file of a game first.");
    return undefined;
  }
  await vscode.workspace.saveAll(false);
  return document.uri.fsPath;
}

/** The game of a file: the file itself, or the game beside a folder `scenarios`, bands or a table. */
function gameOf(file) {
  const folder = path.dirname(file);
  const home = path.basename(folder) === "scenarios" ? path.dirname(folder) : folder;
  const own = file.endsWith(".csv") || path.basename(file) === "bands.yaml" || home !== folder;
  return own ? path.join(home, "game.yaml") : file;
}

/** What follows the name of a command and its game. */
const FURTHER = {
  validate: () => ["--format", "concise"],
  test: () => [],
  play: () => setting("play.arguments", []),
  serve: () => setting("play.arguments", []),
  simulate: () => ["--games", String(setting("simulate.games", 1000))],
};

/** What the editor reads in the output of a command. */
const MATCHERS = {
  validate: ["$gamespec"],
  test: ["$gamespec-scenarios", "$gamespec-text"],
  play: ["$gamespec-faults"],
  simulate: ["$gamespec-faults"],
};

/** The commands that take all games of a folder. */
const WHOLE = ["validate", "test"];

/** A task that runs a command on a game, or on all games of a folder. No shell reads its arguments. */
function task(definition, scope) {
  const { task: name, game } = definition;
  const [program, ...first] = command();
  const args = [...first, name, ...(game ? [game] : []), ...FURTHER[name]()];
  const execution = new vscode.ProcessExecution(program, args);
  const title = game ? `${name} ${path.basename(path.dirname(game))}` : name;
  const made = new vscode.Task(definition, scope, title, "gamespec", execution, MATCHERS[name] ?? []);
  made.presentationOptions = { focus: game !== undefined, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  if (WHOLE.includes(name)) made.group = vscode.TaskGroup.Test;
  return made;
}

/** Run a command on a game; if it still runs on this game, it begins anew. */
async function runTask(name, game) {
  const running = vscode.tasks.taskExecutions.find(({ task: { definition: d } }) => d.type === "gamespec" && d.task === name && d.game === game);
  if (running !== undefined) await stopped(running);
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(game)) ?? vscode.TaskScope.Workspace;
  return vscode.tasks.executeTask(task({ type: "gamespec", task: name, game }, folder));
}

/** Stop a task, and wait for its end. */
function stopped(execution) {
  return new Promise((resolve) => {
    const listening = vscode.tasks.onDidEndTask((event) => {
      if (event.execution !== execution) return;
      listening.dispose();
      resolve();
    });
    execution.terminate();
  });
}

/** The tasks of each folder, and those that a file of tasks or an earlier use names. */
const TASKS = {
  provideTasks: () => (vscode.workspace.workspaceFolders ?? [])
    .flatMap((folder) => WHOLE.map((name) => task({ type: "gamespec", task: name }, folder))),
  resolveTask: (asked) => task(asked.definition, asked.scope ?? vscode.TaskScope.Workspace),
};

const COMMANDS = {
  play: (game) => runTask("play", game),
  serve: (game) => runTask("serve", game),
  simulate: (game) => runTask("simulate", game),
  test: (game) => runTask("test", game),
  whatChanged,
};

/** Texts that are shown, by the path of their address. */
const SHOWN = new (class {
  #texts = new Map();
  #changed = new vscode.EventEmitter();
  onDidChange = this.#changed.event;

  provideTextDocumentContent(uri) {
    return this.#texts.get(uri.path) ?? "";
  }

  async show(name, text) {
    const uri = vscode.Uri.from({ scheme: "gamespec", path: name });
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, "gamespec-changes");
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true, viewColumn: vscode.ViewColumn.Beside });
  }
})();

/** Show what differs between the game of the last commit, or what a new variant extends, and the game as it is. */
async function whatChanged(game) {
  const { isNew, missing } = await notCommitted(game);
  const variant = isNew && /^extends:/m.test(await readFile(game, "utf8"));
  if (missing !== undefined && !variant) {
    await vscode.window.showInformationMessage(`gamespec: ${missing}`);
    return;
  }
  const old = await mkdtemp(path.join(tmpdir(), "gamespec-"));
  try {
    const before = variant ? [] : [await committed(game, old)];
    const [program, ...first] = command();
    const { stdout } = await run(program, [...first, "diff", ...before, game], { cwd: path.dirname(game), maxBuffer: MOST });
    const [, ...changes] = stdout.trimEnd().split("\n");
    const name = vscode.workspace.asRelativePath(game, false);
    const since = variant ? "what it extends" : "the last commit";
    if (changes.length > 1) await SHOWN.show("what changed", [`${name}: ${since} → now`, ...changes].join("\n"));
    else await vscode.window.showInformationMessage(`gamespec: ${name} does not differ from ${since}.`);
  } catch (error) {
    const said = String(error.stderr || error.message).trim().split("\n")[0];
    await vscode.window.showErrorMessage(`gamespec: ${said}`);
  } finally {
    await rm(old, { recursive: true, force: true });
  }
}

/** Why there is no earlier state of a file to compare with, if there is none, and whether the file is new since the last commit. */
async function notCommitted(file) {
  const env = { ...process.env, LC_ALL: "C" };
  const git = (...args) => run("git", args, { cwd: path.dirname(file), env }).then(() => undefined, (error) => error);
  const outside = await git("rev-parse");
  if (outside?.code === "ENOENT") return { missing: "this needs git, which is not installed." };
  if (/not a git repository/.test(outside?.stderr)) return { missing: "nothing to compare with: run `git init`, and commit your files once." };
  const absent = outside === undefined && (await git("cat-file", "-e", `HEAD:./${path.basename(file)}`)) !== undefined;
  if (!absent) return {};
  return { isNew: true, missing: "the last commit does not have this file; commit it once, and later changes can be shown." };
}

/** Write the specifications of the last commit into a folder, and return where a file of today lies in it. */
async function committed(file, folder) {
  const tree = path.join(folder, "tree");
  const env = { ...process.env, GIT_INDEX_FILE: path.join(folder, "index") };
  const git = async (cwd, ...args) => (await run("git", args, { cwd, env, maxBuffer: MOST })).stdout;
  const [top, prefix = ""] = (await git(path.dirname(file), "rev-parse", "--show-toplevel", "--show-prefix")).split("\n");
  await mkdir(path.join(tree, ".git"), { recursive: true }); // the root of a project
  await git(top, "read-tree", "HEAD");
  const listed = await git(top, "ls-files", "-z", "--", "*.yaml", "*.yml", "*.csv", "*gamespec.toml");
  const writing = run("git", ["checkout-index", "-z", "--stdin", `--prefix=${tree}/`], { cwd: top, env });
  writing.child.stdin.end(listed);
  await writing;
  return path.join(tree, prefix, path.basename(file));
}

/** Make a YAML file ours that begins as the manifest says; the editor itself asks only for the end of its name. */
function recognise(document, begins) {
  if (document.languageId !== "yaml" || !begins.test(document.lineAt(0).text)) return;
  vscode.languages.setTextDocumentLanguage(document, "gamespec");
}

exports.activate = async (context) => {
  const begins = new RegExp(context.extension.packageJSON.contributes.languages[0].firstLine);
  context.subscriptions.push(vscode.workspace.onDidOpenTextDocument((document) => recognise(document, begins)));
  for (const document of vscode.workspace.textDocuments) recognise(document, begins);
  const faults = vscode.languages.createDiagnosticCollection("gamespec-faults"); // shared with the matcher of that owner
  context.subscriptions.push(
    faults,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) faults.delete(document.uri);
    }),
  );
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
    vscode.workspace.registerTextDocumentContentProvider("gamespec", SHOWN),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("gamespec.command")) restart();
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();
