import { expect, test } from "vitest";
import { resolveApiBase, versionOf } from "../../../../src/core/request/addresses.ts";
import { ErrorType } from "../../../../src/core/errors.ts";

const own = "https://proxy.example/discord";

test.each([
  [{}, "https://discord.com/api/v10"],
  [{ apiVersion: 10 }, "https://discord.com/api/v10"],
  [{ apiVersion: 11 }, "https://discord.com/api/v11"],
  [{ apiBase: "http://127.0.0.1:1/api", apiVersion: 11 }, "http://127.0.0.1:1/api/v11"],
  [{ apiBase: "http://127.0.0.1:1/api/v11/" }, "http://127.0.0.1:1/api/v11"],
  [{ apiBase: "http://127.0.0.1:1/api/v11/", apiVersion: 11 }, "http://127.0.0.1:1/api/v11"],
  [{ apiBase: own }, own],
  [{ apiBase: own, apiVersion: 10 }, `${own}/v10`],
] as const)("resolves %j to %s", (options, base) => {
  expect(resolveApiBase(options)).toBe(base);
});

test.each([
  ["https://discord.com/api/v10", 11, "apiBase ends in /v10, and apiVersion is 11."],
  ["https://discord.com/api/v9/", 10, "apiBase ends in /v9, and apiVersion is 10."],
] as const)("rejects %s with version %i", (apiBase, apiVersion, message) => {
  expect(() => resolveApiBase({ apiBase, apiVersion })).toThrow(
    expect.objectContaining({
      type: ErrorType.ValidationError,
      code: "conflicting_versions",
      message,
      hint: `Leave apiVersion out, or let apiBase end in /v${apiVersion}.`,
    }),
  );
});

test("rejects an invalid base URL regardless of the version", () => {
  expect(() => resolveApiBase({ apiBase: "http://service.example", apiVersion: 11 })).toThrow(
    expect.objectContaining({ code: "invalid_base_url" }),
  );
});

test.each([
  ["https://discord.com/api/v10", 10],
  ["https://discord.com/api", undefined],
  ["https://discord.com/v11/api", undefined],
  ["https://discord.com/api/v10.1", undefined],
  ["https://discord.com/apiv10", undefined],
])("parses the version at the end of %s: %j", (base, version) => {
  expect(versionOf(base)).toBe(version);
});
