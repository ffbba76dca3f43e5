import { expect, test } from "vitest";
import { fromRequest, toResponse } from "../../../../src/interactions/endpoint/web.ts";

const limits = { maxBytes: 10, timeoutMs: 60_000 };
const url = "https://game.example/interactions";

function post(body: string | ReadableStream | null, headers: Record<string, string> = {}): Request {
  return new Request(url, { method: "POST", body, headers, duplex: "half" });
}

/** A body that arrives in chunks and then ends, hangs or fails. */
function stream(pieces: readonly string[], end: "close" | "hang" | "fail" = "close"): ReadableStream {
  const remaining = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = remaining.shift();
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
  ["no pieces", post(null), ""],
])("reads a body consisting of %s", async (_, request, text) => {
  const body = await fromRequest(request).readBody(limits);
  expect(Buffer.from(body as Uint8Array).toString()).toBe(text);
});

test.each<[string, () => Request, number]>([
  ["whose declared length exceeds the limit", () => post("hi", { "content-length": "11" }), 413],
  ["that is too long", () => post(stream(["hello", "hello", "!"])), 413],
  ["that is cut off", () => post(stream(["hello"], "fail")), 400],
  [
    "that is already being read",
    () => {
      const request = post("hello");
      request.body?.getReader();
      return request;
    },
    500,
  ],
])("returns an error status for a body %s", async (_, request, status) => {
  expect(await fromRequest(request()).readBody(limits)).toBe(status);
});

test("returns 408 for a body that never ends", async () => {
  const request = post(stream(["hello"], "hang"));
  expect(await fromRequest(request).readBody({ ...limits, timeoutMs: 20 })).toBe(408);
});

test("returns 500 for a body that has already been read", async () => {
  const request = post("hello");
  await request.text();
  expect(await fromRequest(request).readBody(limits)).toBe(500);
});

test("returns a request's method and headers", () => {
  const incoming = fromRequest(post("x", { "X-Own": "1" }));
  expect([incoming.method, incoming.header("x-own"), incoming.header("x-other")]).toEqual([
    "POST",
    "1",
    null,
  ]);
});

test("converts an answer to a `Response`", async () => {
  const response = toResponse({ status: 200, body: "{}" });
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    200,
    "application/json",
    "{}",
  ]);
  expect(toResponse({ status: 204 }).body).toBeNull();
});
