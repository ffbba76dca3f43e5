// Registers commands with a token that the client obtains itself, then prints the error for an invalid command.
import { CommandsClient, isClientError } from "slashpass/commands";
import { commandsOptions, emulator } from "./setting.js";

const commands = new CommandsClient(commandsOptions);

await commands.global.create({ type: 4, name: "launch", description: "Play together", handler: 1 });
await commands.global.create({
  name: "score",
  description: "Show a score",
  options: [{ type: 6, name: "player", description: "Whose score", required: true }],
});
for (const { name, type } of await commands.global.list()) console.log(`registered ${name} (type ${type})`);

try {
  await commands.global.create({ name: "Score Board", description: "" });
} catch (error) {
  if (!isClientError(error)) throw error;
  console.log(error.message);
}
await emulator.close();
