// Shows the differences, then applies only those. A second run changes nothing and preserves the entry point command.
import { CommandsClient, formatPlan } from "slashpass/commands";
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

for (const round of ["First run", "Second run"]) {
  const plan = await global.plan(desired);
  console.log(`${round}\n\n${formatPlan(plan)}\n`); // { as: "markdown" } for a pull request
  await global.apply(plan);
}
await emulator.close();
