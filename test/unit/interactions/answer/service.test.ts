import { expect, test } from "vitest";
import { apiPath } from "../../../../src/core/request/addresses.ts";
import { createServiceCalls } from "../../../../src/interactions/answer/service.ts";

const call = {
  operation: "Answering",
  method: "POST",
  path: apiPath`/interactions/1/token-of-it/callback`,
  token: "token-of-it",
  timeoutMs: 60_000,
} as const;

test("sends requests to the default or a custom base URL", async () => {
  const urls: string[] = [];
  const fetch = (url: string) => {
    urls.push(url);
    return Promise.resolve(Response.json({ well: true }));
  };
  expect(await createServiceCalls({ fetch })(call)).toEqual({ well: true });
  await createServiceCalls({ fetch, apiBase: "http://127.0.0.1:1/api" })(call);
  expect(urls).toEqual([`https://discord.com/api/v10${call.path}`, `http://127.0.0.1:1/api${call.path}`]);
});

test("rejects an invalid base URL at once", () => {
  expect(() => createServiceCalls({ apiBase: "http://service.example" })).toThrow(
    expect.objectContaining({ code: "invalid_base_url" }),
  );
});
