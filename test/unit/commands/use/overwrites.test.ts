import { expect, test } from "vitest";
import {
  decideByApplication,
  decideByCommand,
  decideChannel,
  denyByApplication,
  findApplying,
  readUse,
} from "../../../../src/commands/use/read-use.ts";

test("outside of guilds there are no overwrites", () => {
  const asked = readUse({}, {});
  for (const decide of [decideChannel, decideByCommand, denyByApplication, decideByApplication]) {
    expect(decide(asked)).toBeUndefined();
  }
});

test("an id says something only together with its type", () => {
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
