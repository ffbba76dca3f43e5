// Runs the main flow against a service on this machine: signs a player in, registers the entry point, and launches the Activity.
// `npm run demo` ends with "demo: Activity <instance id> launched for <player>". With --headless, or without a desktop, an
// installed Chromium acts as the player's browser.
import { pathToFileURL } from "node:url";
import { Client, LoggingSeverity } from "slashpass";
import { CommandsClient } from "slashpass/commands";
import { startEmulator } from "slashpass/emulator";
import { chooseBrowser, findChromium } from "./browser.js";
import { startEndpoint } from "./endpoint.js";
import { lastLines, openLog } from "./log.js";
import { chooseStore } from "./store.js";

/** @typedef {{ close(): Promise<unknown> }} Closable */

/**
 * @param {object} options
 * @param {boolean} options.headless
 * @param {(line: string) => void} options.print
 * @param {string | null} [options.chromium] - an installed Chromium's path, or null.
 * @param {typeof startEmulator} [options.emulate]
 * @param {typeof openLog} [options.log]
 */
export async function runDemo({
  headless,
  print,
  chromium = findChromium(),
  emulate = startEmulator,
  log: start = openLog,
}) {
  /** @type {Closable[]} */
  const opened = [];
  /** @type {<T extends Closable>(thing: T) => T} */
  const closeLater = (thing) => (opened.push(thing), thing);
  /** @param {string} name @param {...string} lines */
  const step = (name, ...lines) =>
    lines.forEach((line, index) => print(`${(index ? "" : name).padEnd(12)} ${line}`));

  try {
    const emulator = closeLater(await emulate({ world: { applications: [{ activities: true }] } }));
    const { application, webBase } = emulator;
    step("emulator", `${webBase} (the service, on this machine)`);

    const log = closeLater(await start());
    const browser = closeLater(await chooseBrowser(emulator, { headless, chromium }));
    const { store, place } = await chooseStore();
    const { openBrowser, description } = browser;
    const client = closeLater(new Client({ ...emulator.clientOptions(), store, openBrowser }));
    client.SetLogDir(log.dir, LoggingSeverity.Verbose);

    step("browser", description);
    const session = await client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
    let signedIn = true;
    closeLater({ close: async () => signedIn && client.signOut() });
    const player = await session.user();
    step("signed in", `${player.name} (${player.id})`, place);

    const commands = new CommandsClient(emulator.commandsOptions());
    const command = await commands.global.create({
      type: 4,
      name: "launch",
      description: "Play together",
      handler: 1,
    });
    step("entry point", `/${command.name} (${command.id}), answered by this program`);

    const endpoint = closeLater(await startEndpoint(emulator.handlerOptions()));
    await application.setInteractionsEndpoint(endpoint.url);
    const { activityInstance } = await emulator.player().use(command.name);
    if (!activityInstance) throw new Error("The command was answered, but no Activity was launched.");
    step("launched", `${player.name} used /${command.name}; the signed interaction was verified`);

    step("signed out", describe(await client.signOut()));
    signedIn = false;
    await client.close();
    step("log", ...(await lastLines(log.dir, 6, 67)));
    print(`demo: Activity ${activityInstance.id} launched for ${player.name}`);
  } finally {
    for (const thing of opened.toReversed()) await thing.close();
  }
}

/** @param {import("slashpass").SignOutReport} report */
function describe({ revocationError, storeError }) {
  const errors = [revocationError, storeError].flatMap((error) => error?.message ?? []);
  return errors.length === 0 ? "the player's tokens are revoked and deleted" : errors.join(" ");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runDemo({ headless: process.argv.includes("--headless"), print: (line) => console.log(line) });
}
