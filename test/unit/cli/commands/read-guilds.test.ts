import { join } from "node:path";
import { expect, it } from "vitest";
import { readGuilds } from "../../../../src/cli/commands/rollout.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

const ids = ["1400000000000000002", "1400000000000000003"];
const read = (content: unknown) => readGuilds(join(folderWith({ guilds: content }), "guilds"));

it("accepts one id per line with comments, or a JSON array", async () => {
  expect(await read(`# ours\n${ids[0]} # test\r\n\n${ids[1]}`)).toEqual(ids);
  expect(await read(ids)).toEqual(ids);
});

it.each([
  [`${ids[0]}\nmy guild`, 'line 2 is not the id of a guild: "my guild"'],
  ["[140]", "item 1 is not the id of a guild: 140"],
  ["[140", "cannot be used: "],
  ["# none", "it contains no guild id"],
  ["[]", "it contains no guild id"],
])("rejects %j with the position", async (content, words) => {
  await expect(read(content)).rejects.toMatchObject({
    code: "guilds_invalid",
    message: expect.stringContaining(words),
  });
});

it("reports a missing file", async () => {
  await expect(readGuilds("/nowhere/guilds")).rejects.toMatchObject({ code: "file_unreadable" });
});
