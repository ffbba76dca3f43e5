// Uses one client for commands and their permissions. The application's credential registers the commands, and the signed-in
// player's token edits their permissions. Neither token works for the other task.
import { Client } from "slashpass";
import { everyoneId } from "slashpass/commands";
import { clientOptions, commandsOptions, emulator } from "./setting.js";

const guild = emulator.addGuild({ name: "The Arcade", owner: "Ada" });
const client = new Client({ ...clientOptions, applicationCredential: commandsOptions.credential });
const session = await client.signIn({ scopes: "identify applications.commands.permissions.update" });
const { name } = await session.user();

const command = await client.commands.global.create({
  type: 4,
  name: "launch",
  description: "Play together",
  handler: 2,
});
console.log(`The application registered /${command.name}.`);

const { permissions } = client.commands.guild(guild.id);
await permissions.edit(command.id, [{ id: everyoneId(guild.id), type: 1, permission: true }]);
console.log(`${name} let everybody in ${guild.name} use it.`);

const { activityInstance } = await emulator.player(name, { guild: guild.name }).use(command.name);
console.log(activityInstance ? `${name} used it, and the Activity runs.` : "No Activity was launched.");

await client.signOut();
await client.close();
await emulator.close();
