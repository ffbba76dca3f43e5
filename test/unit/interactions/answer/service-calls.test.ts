import { inspect } from "node:util";
import { expect, test } from "vitest";
import { withoutToken } from "../../../../src/interactions/answer/service-calls.ts";
import { apiPath } from "../../../../src/core/request/addresses.ts";
import { createServiceCalls } from "../../../../src/interactions/answer/service.ts";

const token = "aW50ZXJhY3Rpb246dG9rZW4tb2YtdGhlLXRlc3Q";
const url = `https://discord.com/api/v10/webhooks/1/${token}/messages`;

const leaks: [string, unknown][] = [
  ["a string", `failed: ${url}`],
  ["a message", new Error(`failed: ${url}`)],
  ["a cause", new Error("failed", { cause: new Error(url) })],
  ["one of several errors", new AggregateError([new Error(url)], "failed")],
  ["a field", Object.assign(new Error("failed"), { config: { request: { url } } })],
  ["a field name", Object.assign(new Error("failed"), { [token]: 1 })],
  ["a list", Object.assign(new Error("failed"), { urls: [url] })],
  ["a symbol-keyed field", Object.assign(new Error("failed"), { [Symbol("request")]: { url } })],
  ["a map", Object.assign(new Error("failed"), { urls: new Map([[1, url]]) })],
  ["bytes", Object.assign(new Error("failed"), { body: Buffer.from(url) })],
  ["percent-encoding", new Error(encodeURIComponent(`${token}=`).replace("a", "%61"))],
  ["an object", { url }],
];

test.each(leaks)("masks the token in %s", (_, thrown) => {
  const printed = inspect(withoutToken(thrown, token), { showHidden: true, depth: 20 });
  expect(printed).not.toContain(token);
  expect(decodeURIComponent(printed.replaceAll(/%(?![0-9a-f]{2})/gi, "%25"))).not.toContain(token);
  expect(printed).not.toContain(Buffer.from(token).toString("hex").slice(0, 20));
});

test("returns a value unchanged if it does not contain the token", () => {
  const circular: Error & { self?: unknown } = new TypeError("failed", { cause: { code: "E" } });
  circular.self = circular;
  for (const thrown of [circular, { a: [1, null, undefined, "x"] }, null, undefined, 7, Symbol("x")]) {
    expect(withoutToken(thrown, token)).toBe(thrown);
  }
});

test("keeps a masked error's name and stack", () => {
  const masked = withoutToken(new TypeError(`failed: ${url}`), token);
  expect(masked).toMatchObject({ name: "TypeError", message: expect.stringContaining("failed: https://") });
  expect((masked as Error).stack).toContain("service-calls.test.ts");
});

test.each([
  ["a revoked proxy", revoked()],
  [
    "a getter that throws",
    {
      get url(): string {
        throw new Error(url);
      },
    },
  ],
  [
    "a message that throws",
    Object.defineProperty(new Error("x"), "message", {
      get: () => {
        throw new Error(url);
      },
    }),
  ],
  ["an excessively large object", { list: Array.from({ length: 100_000 }, () => ({ url })) }],
])("replaces %s with an error", (_, thrown) => {
  const printed = withoutToken(thrown, token);
  expect(printed).toBeInstanceOf(Error);
  expect(inspect(printed)).not.toContain(token);
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const call = {
  operation: "Answering",
  method: "POST",
  path: apiPath`/interactions/1/token-of-it/callback`,
  token: "token-of-it",
  timeoutMs: 60_000,
} as const;

test("sends requests to the default or a custom base URL", async () => {
  const urls: string[] = [];
  const fetch = (called: string) => {
    urls.push(called);
    return Promise.resolve(Response.json({ well: true }));
  };
  expect(await createServiceCalls({ fetch })(call)).toEqual({ well: true });
  await createServiceCalls({ fetch, apiBase: "http://127.0.0.1:1/api" })(call);
  expect(urls).toEqual([`https://discord.com/api/v10${call.path}`, `http://127.0.0.1:1/api${call.path}`]);
});

test("rejects an invalid base URL immediately", () => {
  expect(() => createServiceCalls({ apiBase: "http://service.example" })).toThrow(
    expect.objectContaining({ code: "invalid_base_url" }),
  );
});
