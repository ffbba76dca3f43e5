import { expect, test } from "vitest";
import {
  readApplyOptions,
  readEditOptions,
  readListOptions,
  readOverwriteOptions,
  readScopePlanOptions,
  readSyncOptions,
} from "../../../src/commands/options.ts";

const signal = AbortSignal.abort();

test.each([
  ["a list", readListOptions, { signal, withLocalizations: true, locale: "de" }],
  ["an overwrite", readOverwriteOptions, { signal, allow: ["empty-scope"], guildIds: ["7"] }],
  ["a plan", readScopePlanOptions, { signal, allow: [], applicationInstalls: [0] }],
  ["an edit", readEditOptions, { signal, guildIds: ["7"], allowPermissionLoss: true }],
  ["an application", readApplyOptions, { signal, allowPermissionLoss: true }],
  ["both at once", readSyncOptions, { signal, guildIds: ["7"] }],
])("accepts the options of %s, and rejects others", (_, read, options) => {
  expect(read(options, "options")).toEqual(options);
  expect(() => read({ ...options, sginal: signal }, "options")).toThrow("Did you mean options.signal?");
});
