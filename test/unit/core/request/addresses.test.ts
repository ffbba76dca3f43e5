import { expect, test } from "vitest";
import {
  apiPath,
  below,
  parseBaseUrl,
  pathPart,
  pathPartOf,
  resolveApiBase,
  versionOf,
  withQuery,
  withoutVersion,
} from "../../../../src/core/request/addresses.ts";
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
  ["https://discord.com/api/v10", 11, "apiBase ends in /v10, but apiVersion is 11."],
  ["https://discord.com/api/v9/", 10, "apiBase ends in /v9, but apiVersion is 10."],
] as const)("rejects %s with version %i", (apiBase, apiVersion, message) => {
  expect(() => resolveApiBase({ apiBase, apiVersion })).toThrow(
    expect.objectContaining({
      type: ErrorType.ValidationError,
      code: "conflicting_versions",
      message,
      hint: `Omit apiVersion, or change the end of apiBase to /v${apiVersion}.`,
    }),
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

test.each([
  ["https://discord.com/api/v10", "https://discord.com/api/v10"],
  ["https://discord.com/api/v10/", "https://discord.com/api/v10"],
  ["https://mydiscordapp.com/api", "https://mydiscordapp.com/api"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["http://localhost/api", "http://localhost/api"],
  ["http://[::1]:80/api", "http://[::1]/api"],
])("accepts %s", (value, url) => {
  expect(parseBaseUrl(value, "apiBase")).toBe(url);
});

test.each([
  "http://discord.com",
  "http://127.0.0.1.example.com",
  "http://localhost.example.com",
  "ftp://127.0.0.1",
  "https://user:pass@discord.com",
  "https://discord.com/?a",
  "https://discord.com/?",
  "https://discord.com/#",
  "https://discord.com/#a",
  "discord.com",
  "https://discordapp.com/api/v10",
  "https://ptb.discordapp.com/api",
  "",
  undefined,
])("rejects %s", (value) => {
  expect(() => parseBaseUrl(value, "apiBase")).toThrowError(
    expect.objectContaining({ code: "invalid_base_url" }),
  );
});

test.each([
  ["a/b", "/x/a%2Fb/y"],
  ["../..", "/x/..%2F../y"],
  ["?wait=true#top", "/x/%3Fwait%3Dtrue%23top/y"],
  ["%2e%2e", "/x/%252e%252e/y"],
  ["@original", "/x/@original/y"],
  ["👋", "/x/%F0%9F%91%8B/y"],
])("encodes %j as one path segment", (value, path) => {
  expect(apiPath`/x/${value}/y`).toBe(path);
  expect(new URL(`https://service.example/api${path}`).pathname).toBe(`/api${path}`);
});

test("appends a path to another", () => {
  expect(below(apiPath`/lobbies/${"7"}`)`/members/${"a/b"}`).toBe("/lobbies/7/members/a%2Fb");
});

test.each([
  [{}, "/x"],
  [{ after: undefined }, "/x"],
  [{ with_member: false, limit: 5, after: "7", before: undefined }, "/x?with_member=false&limit=5&after=7"],
  [{ name: "a b&c" }, "/x?name=a+b%26c"],
])("adds the query parameters %j", (parameters, path) => {
  expect(withQuery(apiPath`/x`, parameters)).toBe(path);
});

test.each([
  ["", "leads elsewhere"],
  [".", "leads elsewhere"],
  ["..", "leads elsewhere"],
  ["\ud800", "contains half a surrogate pair"],
  ["i-\udfff-1", "contains half a surrogate pair"],
])("rejects %j and names the argument", (text, why) => {
  expect(() => pathPart(text, "instanceId")).toThrow(
    expect.objectContaining({
      type: ErrorType.ValidationError,
      code: "invalid_argument",
      message: `instanceId cannot be part of a request path: it ${why}.`,
    }),
  );
});

test("returns a valid segment unchanged and rejects a segment that is too long", () => {
  expect(pathPartOf(5)("a/😀b", "instanceId")).toBe("a/😀b");
  expect(() => pathPartOf(5)("123456", "instanceId")).toThrow("1 to 5 characters");
  expect(() => pathPartOf(5)("..", "instanceId")).toThrow("leads elsewhere");
});

test.each([
  ["https://discord.com/api/v10", "https://discord.com/api"],
  ["https://discord.com/api", "https://discord.com/api"],
  ["http://127.0.0.1:1/v10/api", "http://127.0.0.1:1/v10/api"],
])("removes the version at the end of %s: %s", (apiBase, service) => {
  expect(withoutVersion(apiBase)).toBe(service);
});
