import { expect, test } from "vitest";
import {
  readApplyOptions,
  readGuildIds,
  readListOptions,
  readOverwriteOptions,
  readScopePlanOptions,
  readSyncOptions,
} from "../../../src/commands/input.ts";

test("ids of guilds are read one by one", () => {
  expect(readGuildIds(["7", 8n], "guildIds")).toEqual(["7", "8"]);
  expect(() => readGuildIds(["7", 8], "guildIds")).toThrow("guildIds[1] is a JavaScript number");
});

const signal = AbortSignal.abort();

test.each([
  ["a list", readListOptions, { signal, withLocalizations: true, locale: "de" }],
  ["an overwrite", readOverwriteOptions, { signal, allow: ["empty-scope"] }],
  ["a plan", readScopePlanOptions, { signal, allow: [], createsUsed: 1, applicationInstalls: [0] }],
  ["an application", readApplyOptions, { signal, guildIds: ["7"] }],
  ["both at once", readSyncOptions, { signal, guildIds: ["7"], createsUsed: 1 }],
])("%s takes its options, and refuses another", (_, read, options) => {
  expect(read(options, "options")).toEqual(options);
  expect(() => read({ ...options, sginal: signal }, "options")).toThrow("Did you mean options.signal?");
});
