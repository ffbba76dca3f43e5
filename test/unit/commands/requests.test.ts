import { expect, test } from "vitest";
import { connectTo, guildId, ping, storedCommand } from "../../setup/commands/samples.ts";

test.each([
  ["global", "Listing the global commands", "Getting a global command", "Deleting a global command"],
  ["guild", "Listing the guild commands", "Getting a guild command", "Deleting a guild command"],
])("names the failed operation in errors from a %s scope", async (scope, list, get, remove) => {
  const fetch = async () =>
    new Response(JSON.stringify({ code: 10_004, message: "Unknown Guild" }), { status: 404 });
  const client = connectTo({ fetch });
  const commands = scope === "global" ? client.global : client.guild(guildId);
  await expect(commands.list()).rejects.toThrow(list);
  await expect(commands.get("7")).rejects.toThrow(get);
  await expect(commands.delete("7")).rejects.toThrow(remove);
  await expect(commands.create(ping)).rejects.toThrow(`Creating a ${scope} command`);
  await expect(commands.edit("7", { nsfw: true })).rejects.toThrow(`Editing a ${scope} command`);
});

test("rejects a response with an unexpected shape", async () => {
  const answers: unknown[] = [storedCommand(), [storedCommand()], [storedCommand()], {}, {}];
  const fetch = async () => new Response(JSON.stringify(answers.shift()));
  const { global } = connectTo({ fetch });
  const wrong = { code: "invalid_response" };
  await expect(global.list()).rejects.toMatchObject(wrong);
  await expect(global.get("7")).rejects.toMatchObject(wrong);
  await expect(global.create(ping)).rejects.toMatchObject(wrong);
  await expect(global.edit("7", { nsfw: true })).rejects.toMatchObject(wrong);
});
