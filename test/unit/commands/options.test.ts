import { expect, test, describe } from "vitest";
import {
  readApplyOptions,
  readEditOptions,
  readListOptions,
  readOverwriteOptions,
  readScopePlanOptions,
  readSyncOptions,
  readReport,
} from "../../../src/commands/options.ts";

const signal = AbortSignal.abort();

test.each([
  ["a list", readListOptions, { signal, withLocalizations: true, locale: "de" }],
  ["an overwrite", readOverwriteOptions, { signal, allow: ["empty-scope"], guildIds: ["7"] }],
  ["a plan", readScopePlanOptions, { signal, allow: [], applicationInstalls: [0] }],
  ["an edit", readEditOptions, { signal, guildIds: ["7"], allowPermissionLoss: true }],
  ["an apply", readApplyOptions, { signal, allowPermissionLoss: true }],
  ["a sync", readSyncOptions, { signal, guildIds: ["7"] }],
])("accepts the options for %s and rejects others", (_, read, options) => {
  expect(read(options, "options")).toEqual(options);
  expect(() => read({ ...options, sginal: signal }, "options")).toThrow("Did you mean options.signal?");
});

describe("readReport", () => {
  const saved = { guildId: "7", commandId: "5", permissions: [] };
  const report = { done: [], remaining: [], savedPermissions: [saved] };

  test("accepts an earlier run's report and freezes it", () => {
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
});
