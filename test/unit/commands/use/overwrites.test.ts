import { expect, test } from "vitest";
import { canUse } from "../../../../src/commands/use/can-use.ts";
import { findApplying, readUse } from "../../../../src/commands/use/read-use.ts";

test.each(["5", "6"])("ignores overwrites of %s, the command or its application, outside of guilds", (id) => {
  const command = { id: "5", application_id: "6" };
  const overwrites = [
    { id: "1", type: 2, permission: false },
    { id: "500", type: 3, permission: false },
  ] as const;
  const permissions = [{ id, application_id: "6", guild_id: "1000", permissions: overwrites }];
  expect(readUse(command, { permissions }).place).toBeUndefined();
  expect(canUse(command, { permissions })).toMatchObject({ allowed: true, rule: "unrestricted" });
});

test("matches an overwrite by its id and type", () => {
  const whereabouts = { guildId: "1000", allChannels: "999", channelId: "500", userId: "1", roles: ["7"] };
  const overwrites = [
    { id: "500", type: 1, permission: true },
    { id: "7", type: 2, permission: true },
    { id: "1", type: 3, permission: true },
    { id: "1000", type: 3, permission: true },
    { id: "999", type: 1, permission: true },
  ] as const;
  expect(findApplying(overwrites, whereabouts)).toEqual({ channel: undefined, member: undefined });
});
