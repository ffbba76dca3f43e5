import { expect, test } from "vitest";
import { readGuildIds, readPermits, readReport } from "../../../../src/commands/options.ts";

const saved = { guildId: "7", commandId: "5", permissions: [] };
const report = { done: [], remaining: [], savedPermissions: [saved] };

test("a report is what an earlier run gave", () => {
  const taken = readReport(report, "resume");
  expect(taken).toEqual(report);
  expect(Object.isFrozen(taken.savedPermissions)).toBe(true);
});

test.each<unknown>([
  5,
  null,
  {},
  { ...report, done: {} },
  { ...report, savedPermissions: undefined },
  { ...report, savedPermissions: [null] },
  { ...report, savedPermissions: [{ ...saved, guildId: 7 }] },
  { ...report, savedPermissions: [{ ...saved, permissions: "all" }] },
])("%j is no report", (value) => {
  expect(() => readReport(value, "resume")).toThrow("must be a report");
});

test("ids of guilds are read one by one", () => {
  expect(readGuildIds(["7", 8n], "guildIds")).toEqual(["7", "8"]);
  expect(() => readGuildIds(["7", 8], "guildIds")).toThrow("guildIds[1] is a JavaScript number");
});

test("a permit is one of two words", () => {
  expect(readPermits(undefined, "allow")).toBeUndefined();
  expect(readPermits(["empty-scope", "delete-entry-point"], "allow")).toHaveLength(2);
  expect(() => readPermits(["everything"], "allow")).toThrow("allow[0]");
});
