import { expect, test } from "vitest";
import { fromRequest, toResponse } from "../../../../src/interactions/endpoint/web.ts";

const limits = { maxBytes: 10, timeoutMs: 60_000 };
const url = "https://game.example/interactions";

function post(body: string | ReadableStream | null, headers: Record<string, string> = {}): Request {
  return new Request(url, { method: "POST", body, headers, duplex: "half" });
}

/** A body in pieces; the last may be one that never comes, or a failure. */
function stream(pieces: readonly string[], end: "close" | "hang" | "fail" = "close"): ReadableStream {
  const left = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) return controller.enqueue(new TextEncoder().encode(piece));
      if (end === "close") return controller.close();
      if (end === "fail") return controller.error(new Error("cut off"));
      return new Promise<void>(() => undefined);
    },
  });
}

test.each([
  ["one piece", post("hello"), "hello"],
  ["several pieces", post(stream(["he", "", "llo"])), "hello"],
  ["none", post(null), ""],
])("a body of %s is read", async (_, request, text) => {
  const body = await fromRequest(request).readBody(limits);
  expect(Buffer.from(body as Uint8Array).toString()).toBe(text);
});

test.each<[string, () => Request, number]>([
  ["that says it is too long", () => post("hi", { "content-length": "11" }), 413],
  ["that is too long", () => post(stream(["hello", "hello", "!"])), 413],
  ["that is cut off", () => post(stream(["hello"], "fail")), 400],
  [
    "that somebody reads already",
    () => {
      const request = post("hello");
      request.body?.getReader();
      return request;
    },
    500,
  ],
])("a body %s is a failure", async (_, request, status) => {
  expect(await fromRequest(request()).readBody(limits)).toBe(status);
});

test("a body that does not end is a failure", async () => {
  const request = post(stream(["hello"], "hang"));
  expect(await fromRequest(request).readBody({ ...limits, timeoutMs: 20 })).toBe(408);
});

test("a body that somebody has read is a failure", async () => {
  const request = post("hello");
  await request.text();
  expect(await fromRequest(request).readBody(limits)).toBe(500);
});

test("a request has its method and headers", () => {
  const incoming = fromRequest(post("x", { "X-Own": "1" }));
  expect([incoming.method, incoming.header("x-own"), incoming.header("x-other")]).toEqual([
    "POST",
    "1",
    null,
  ]);
});

test("an answer is a response", async () => {
  const response = toResponse({ status: 200, body: "{}" });
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    200,
    "application/json",
    "{}",
  ]);
  expect(toResponse({ status: 204 }).body).toBeNull();
});
