import { expect, test } from "vitest";
import { readGuildIds, readPermits, readReport } from "../../../../src/commands/options.ts";

const saved = { guildId: "7", commandId: "5", permissions: [] };
const report = { done: [], remaining: [], savedPermissions: [saved] };

test("accepts the report of an earlier run and freezes it", () => {
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
])("rejects %j as a report", (value) => {
  expect(() => readReport(value, "resume")).toThrow("must be a report");
});

test("reads each guild id and rejects numbers", () => {
  expect(readGuildIds(["7", 8n], "guildIds")).toEqual(["7", "8"]);
  expect(() => readGuildIds(["7", 8], "guildIds")).toThrow("guildIds[1] is a JavaScript number");
});

test("accepts only the two known permits", () => {
  expect(readPermits(undefined, "allow")).toBeUndefined();
  expect(readPermits(["empty-scope", "delete-entry-point"], "allow")).toHaveLength(2);
  expect(() => readPermits(["everything"], "allow")).toThrow("allow[0]");
});
