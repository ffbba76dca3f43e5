// Runs the main flow with the package installed next to this file. Prints one line per part: its name, and "works" or the error
// code. XDG_DATA_HOME must be an empty directory. Usage: smoke.mjs [index.js of a second copy of the package]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import * as slashpass from "slashpass";
import { AuthorizationTokenType, Client, keychainTokenStore, memoryTokenStore } from "slashpass";
import { CommandsClient } from "slashpass/commands";
import { startEmulator } from "slashpass/emulator";
import { createInteractionHandler, createNodeListener, defineCommand } from "slashpass/interactions";

const emulator = await startEmulator({ world: { applications: [{ activities: true }] } });
const { application, apiBase, webBase } = emulator;
const options = { applicationId: application.id, apiBase, webBase, store: memoryTokenStore() };
const client = new Client({ ...options, openBrowser: emulator.player().browser() });

await part("sign-in", async () => {
  const session = await client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
  const token = await session.accessToken();
  const { name } = await client.FetchCurrentUser(AuthorizationTokenType.Bearer, token);
  return name === "Ada";
});

await part("commands and launch", async () => {
  const launch = defineCommand({
    type: 4,
    name: "launch",
    handle: (interaction) => interaction.launchActivity(),
  });
  const handle = createInteractionHandler({ ...emulator.handlerOptions(), commands: [launch] });
  const server = createServer(createNodeListener(handle)).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const credential = { clientId: application.id, clientSecret: application.clientSecret };
    const commands = new CommandsClient({ applicationId: application.id, credential, apiBase });
    const { name } = await commands.global.create({
      type: 4,
      name: "launch",
      description: "Play",
      handler: 1,
    });
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    await application.setInteractionsEndpoint(`http://127.0.0.1:${port}/`);
    return (await emulator.player().use(name)).activityInstance !== undefined;
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

await part("redactor", () => masks(slashpass));

await part("redactor of a second copy", async () => {
  const copy = process.argv[2];
  return copy === undefined ? "not tried" : masks(await import(pathToFileURL(copy).href));
});

await part("20 worker threads in a row", async () => {
  for (let number = 0; number < 20; number += 1) {
    const worker = new Worker(new URL("worker.mjs", import.meta.url));
    const [[message]] = await Promise.all([once(worker, "message"), once(worker, "exit")]);
    if (message !== "masked") return false;
  }
  return true;
});

await part("custom scheme", async () => {
  const game = new Client({ ...options, openBrowser: () => undefined });
  try {
    /** @type {Promise<string>} */
    const opened = new Promise((resolve, reject) => {
      const authorizeOptions = { redirect: /** @type {const} */ ("custom-scheme"), onAuthorizeUrl: open };
      const authorized = game.Authorize({ scopes: "identify" }, authorizeOptions);
      authorized.then(({ code }) => resolve(code), reject);
      /** @param {string} url */
      function open(url) {
        openRedirect(new URL(url).searchParams).catch(reject);
      }
    });
    return (await opened) === "c0de";
  } finally {
    await game.close();
  }
});

await part("keychain", async () => {
  const store = keychainTokenStore({ service: "slashpass-smoke" });
  await store.set("account", "record");
  const stored = await store.get("account");
  await store.delete("account");
  return stored === "record" && (await store.get("account")) === undefined;
});

await part("command line", async () => {
  const manifest = createRequire(import.meta.url).resolve("slashpass/package.json");
  const args = [join(manifest, "../dist/cli/main.js"), "emulator"];
  const child = start(process.execPath, process.versions["deno"] ? ["run", "-A", ...args] : args);
  const ended = once(child, "exit");
  for await (const line of createInterface(child.stdout)) {
    const [, address] = /webBase +(\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    await fetch(address);
    process.kill(Number(child.pid), "SIGINT");
  }
  return (await ended)[0] === 0;
});

await client.signOut();
await client.close();
await emulator.close();

/**
 * @param {string} name
 * @param {() => unknown} work - returns true, or a short description of the failure
 */
async function part(name, work) {
  try {
    const result = await work();
    console.log(`${name}: ${result === true ? "works" : String(result)}`);
  } catch (error) {
    const { code } = /** @type {{ code?: string }} */ (error);
    console.log(`${name}: ${code ?? String(error)}`);
  }
}

/** @param {{ createRedactor: typeof slashpass.createRedactor }} copy */
function masks({ createRedactor }) {
  const redactor = createRedactor({ secrets: ["correct horse battery"] });
  return !redactor.redact("They said: correct horse battery, twice.").includes("horse");
}

/**
 * Opens the redirect as a desktop does, with the program named in the desktop file.
 *
 * @param {URLSearchParams} parameters - of the authorize URL
 */
async function openRedirect(parameters) {
  const applications = join(process.env["XDG_DATA_HOME"] ?? "", "applications");
  const [entry = ""] = readdirSync(applications).filter((name) => name.endsWith(".desktop"));
  const [, line = ""] = /^Exec=(.*)$/m.exec(readFileSync(join(applications, entry), "utf8")) ?? [];
  const answer = new URLSearchParams({ code: "c0de", state: parameters.get("state") ?? "" });
  const args = line.split(" ").map((word) => word.replace(/^"(.*)"$/, "$1"));
  const uri = `${parameters.get("redirect_uri")}?${answer.toString()}`;
  const [program = "", ...rest] = args.map((word) => (word === "%u" ? uri : word));
  const [code] = await once(start(program, rest), "exit");
  if (code !== 0) throw new Error(`The opener exited with ${code}.`);
}

/**
 * Starts a program, through the command in SMOKE_LAUNCHER if this system needs one to run programs.
 *
 * @param {string} program
 * @param {string[]} args
 */
function start(program, args) {
  const [first = program, ...rest] = [...(process.env["SMOKE_LAUNCHER"]?.split(" ") ?? []), program, ...args];
  return spawn(first, rest, { stdio: ["ignore", "pipe", "inherit"] });
}
