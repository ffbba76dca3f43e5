import { expect, it } from "vitest";
import { describeTarget, isSame, parseTarget } from "../../../../src/cli/permissions/open-guild.ts";

const guildId = "1400000000000000002";

it.each([
  ["everyone", { id: guildId, type: 1 }],
  ["all-channels", { id: "1400000000000000001", type: 3 }],
  ["role:1400000000000000003", { id: "1400000000000000003", type: 1 }],
  ["user:1400000000000000003", { id: "1400000000000000003", type: 2 }],
  ["channel:1400000000000000003", { id: "1400000000000000003", type: 3 }],
] as const)("parses %s, and formats it the same way", (text, target) => {
  expect(parseTarget(text, guildId)).toEqual(target);
  expect(describeTarget(target, guildId)).toBe(text);
});

it.each(["Moderators", "role:", "role:x", "toString:1400000000000000003", ""])("rejects %j", (text) => {
  expect(() => parseTarget(text, guildId)).toThrow("names no role, user or channel");
});

it("shows an unknown type as its number", () => {
  expect(describeTarget({ id: "7", type: 9 as never }, guildId)).toBe("9:7");
});

it("distinguishes a role and a user with the same id", () => {
  expect(isSame({ id: "7", type: 1 }, { id: "7", type: 2 })).toBe(false);
  expect(isSame({ id: "7", type: 1 }, { id: "8", type: 1 })).toBe(false);
  expect(isSame({ id: "7", type: 1 }, { id: "7", type: 1 })).toBe(true);
});
