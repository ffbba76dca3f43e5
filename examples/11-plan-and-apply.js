// Says what would change, then changes only that. Doing it again changes nothing, and the entry point is safe.
import { CommandsClient } from "slashpass/commands";
import { commandsOptions, emulator } from "./setting.js";

const { global } = new CommandsClient(commandsOptions);
await global.create({ type: 4, name: "launch", handler: 2 });
await global.create({ name: "hello", description: "Says hello" });

/** @type {import("slashpass/commands").GlobalCommand[]} */
const desired = [
  { type: 4, name: "launch", handler: 2 },
  { name: "hello", description: "Says hello to everybody" },
  { name: "bye", description: "Says goodbye" },
];

for (const round of ["first run", "second run"]) {
  const plan = await global.plan(desired);
  for (const { name } of plan.creates) console.log(`${round}: create ${String(name)}`);
  for (const { name, changes } of plan.edits)
    console.log(`${round}: edit ${name}, ${changes.map(({ path }) => path).join()}`);
  console.log(`${round}: ${plan.writes.length} requests that change something`);
  await global.apply(plan);
}
await emulator.close();
