import { expect, test } from "vitest";
import { ask, retrySeconds } from "../../../../src/core/request/ask.ts";
import { createOAuthFetch } from "../../../../src/core/request/oauth-fetch.ts";
import { userAgent } from "../../../../src/core/request/fetch.ts";

function answering(response: () => Response) {
  const requests: { url: string; headers: Headers; body: unknown }[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    requests.push({ url, headers: new Headers(init.headers), body: init.body });
    return Promise.resolve(response());
  };
  return { requests, fetch };
}

const refuse = ({ status }: { status: number }): Error => new Error(`refused with ${status}`);
const question = {
  operation: "Asking",
  method: "POST",
  url: "https://service.example/x",
  timeoutMs: 60_000,
  refuse,
} as const;

test("sends JSON with the library's user agent and returns the parsed response", async () => {
  const { requests, fetch } = answering(() => Response.json({ well: true }));
  const texts: string[] = [];
  const headers = { "user-agent": "somebody else" };
  const onText = (text: string): number => texts.push(text);
  expect(await ask({ ...question, body: { a: 1 }, headers, fetch, onText })).toEqual({ well: true });
  expect(requests[0]?.body).toBe('{"a":1}');
  expect(Object.fromEntries(requests[0]?.headers ?? [])).toEqual({
    accept: "application/json",
    "content-type": "application/json",
    "user-agent": userAgent,
  });
  expect(texts).toEqual(['{"well":true}']);
});

test("sends OAuth requests with the library's user agent instead of oauth4webapi's", async () => {
  const { requests, fetch } = answering(() => Response.json({}));
  const send = createOAuthFetch({ operation: "Asking", timeoutMs: 60_000, fetch, refuse });
  const body = new URLSearchParams({ a: "1" });
  await send("https://service.example/token", { headers: { "user-agent": "oauth4webapi/3" }, body });
  expect(requests[0]?.headers.get("user-agent")).toBe(userAgent);
});

test.each([
  [204, null, undefined],
  [200, "", undefined],
  [201, "[1]", [1]],
])("resolves status %i with the body %j to %j", async (status, text, expected) => {
  const { fetch } = answering(() => new Response(text, { status }));
  expect(await ask({ ...question, fetch })).toEqual(expected);
});

test("accepts status 202 unless it reports an index that is not ready", async () => {
  const answers = [{ code: 1 }, { code: 110_000, message: "Index not yet available. Try again later" }];
  const { fetch } = answering(() => Response.json(answers.shift(), { status: 202 }));
  expect(await ask({ ...question, fetch })).toEqual({ code: 1 });
  await expect(ask({ ...question, fetch })).rejects.toThrow("refused with 202");
});

test("rejects other statuses, invalid JSON and bodies that cannot be serialized", async () => {
  for (const status of [300, 307, 400, 500]) {
    const { fetch } = answering(() => new Response(null, { status }));
    await expect(ask({ ...question, fetch })).rejects.toThrow(`refused with ${status}`);
  }
  const { fetch } = answering(() => new Response("<html>"));
  await expect(ask({ ...question, fetch })).rejects.toMatchObject({ code: "invalid_response" });
  await expect(ask({ ...question, fetch, body: { a: 1n } })).rejects.toMatchObject({ code: "invalid_body" });
});

const seconds = (text: string, header?: string) =>
  retrySeconds({ status: 429, headers: new Headers(header ? { "retry-after": header } : {}), text });

test.each<[string, string | undefined, number | undefined]>([
  ['{"retry_after":0.25}', "1", 0.25],
  ['{"retry_after":"0.25"}', "1", 0.25],
  ['{"retry_after":0}', "1", 0],
  ['{"retry_after":-1}', "1", 1],
  ['{"retry_after":null}', undefined, undefined],
  ["no JSON", "2", 2],
  ["{}", "soon", undefined],
  ["{}", undefined, undefined],
])("parses %s with the header %s as %s s", (text, header, expected) => {
  expect(seconds(text, header)).toBe(expected);
});

test("uses an already parsed body", () => {
  const answer = { status: 429, headers: new Headers(), text: "{}" };
  expect(retrySeconds(answer, { retry_after: 3 })).toBe(3);
});
