// Writes the live commands to a file, then plans from that file, which results in no changes.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandsClient } from "slashpass/commands";
import { commandsOptions, emulator } from "./setting.js";

const { global } = new CommandsClient(commandsOptions);
await global.create({ name: "hello", description: "Says hello", name_localizations: { de: "hallo" } });
await global.create({ type: 3, name: "Quote it" });

const folder = await mkdtemp(join(tmpdir(), "commands-"));
const file = join(folder, "commands.json");
await writeFile(file, JSON.stringify(await global.pull(), undefined, 2));
const text = await readFile(file, "utf8");
console.log(text);

const plan = await global.plan(JSON.parse(text));
console.log(`${plan.unchanged.length} unchanged, ${plan.writes.length} requests that change something`);
await rm(folder, { recursive: true });
await emulator.close();
