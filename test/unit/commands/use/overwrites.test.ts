import { expect, test } from "vitest";
import {
  decideByApplication,
  decideByCommand,
  decideChannel,
  denyByApplication,
} from "../../../../src/commands/use/overwrites.ts";
import { readUse } from "../../../../src/commands/use/read-use.ts";

test("entries that are nothing are passed over", () => {
  const permissions = [{ id: "20", permissions: [null, undefined, 5] }];
  const asked = readUse(
    { id: "20" },
    { guild_id: "1000", member: { roles: ["7"], permissions: "0" }, channel: { id: "500" }, permissions },
  );
  for (const decide of [decideChannel, decideByCommand, denyByApplication, decideByApplication]) {
    expect(decide(asked)).toBeUndefined();
  }
});

test("outside of guilds there are no overwrites", () => {
  const asked = readUse({}, {});
  for (const decide of [decideChannel, decideByCommand, denyByApplication, decideByApplication]) {
    expect(decide(asked)).toBeUndefined();
  }
});
