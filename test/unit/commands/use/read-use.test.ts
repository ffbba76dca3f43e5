import { expect, test } from "vitest";
import { readUse } from "../../../../src/commands/use/read-use.ts";

const member = { roles: [], permissions: "0" };
const channel = { id: "500" };
const use = { guild_id: "1000", member, channel };

test.each<[unknown, unknown, string]>([
  [undefined, use, "command is missing, but must be an object."],
  [{}, null, "use is null, but must be an object."],
  [{}, { guild_id: 1000 }, "use.guild_id is a JavaScript number, which loses digits above 2^53."],
  [{}, { context: 3 }, "use.context is a number, but must be 0 (GUILD), 1 (BOT_DM) or 2 (PRIVATE_CHANNEL)."],
  [{}, { ...use, member: undefined }, "use.member is missing, but must be an object."],
  [{}, { ...use, channel: [] }, "use.channel is a list, but must be an object."],
  [{}, { ...use, channel: {} }, "use.channel.id is missing."],
  [{}, { ...use, channel: { id: "500", type: 11 } }, "use.channel.parent_id is missing."],
  [{}, { ...use, member: { ...member, roles: "7" } }, "use.member.roles is a string, but must be a list."],
  [
    {},
    { ...use, member: { ...member, permissions: 8 } },
    "use.member.permissions is a number, but must be permission bits as a decimal string.",
  ],
  [
    { default_member_permissions: "all" },
    use,
    "command.default_member_permissions is a string, but must be permission bits as a decimal string.",
  ],
  [{}, { ...use, permissions: {} }, "use.permissions is an object, but must be a list."],
  [
    { id: "20" },
    { ...use, permissions: [null, { id: "20" }] },
    "use.permissions[].permissions is missing, but must be a list.",
  ],
  [
    { id: "20" },
    { ...use, permissions: [{ id: "20", permissions: [null] }] },
    "use.permissions[].permissions is null, but must be a list of { id, type, permission }.",
  ],
])("rejects %j with %j", (command, given, message) => {
  expect(() => readUse(command, given)).toThrow(message);
});

test("ignores other fields of an interaction or a command", () => {
  expect(readUse({ id: "20", name: "play" }, { ...use, token: "x", data: {} }).place).toMatchObject({
    at: { channelId: "500" },
    ofCommand: {},
    ofApplication: {},
  });
});
