import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { startEndpoint } from "../../../../src/cli/dev/endpoint.ts";
import type { HandlerRequest, HandlerResponse } from "../../../../src/cli/dev/serve-handler.ts";

const given = {
  status: 200,
  headers: [
    ["x-a", "1"],
    ["content-length", "999"],
  ] as const,
  body: Buffer.from("hi"),
};

/** Starts an endpoint on a free port and records its failures. */
async function start(ask: (request: HandlerRequest) => Promise<HandlerResponse>) {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  return { failures, ...(await startEndpoint({ port: undefined, ask, onFailure })) };
}

it("forwards the request and the response unchanged", async () => {
  const requests: HandlerRequest[] = [];
  await using endpoint = await start((request) => {
    requests.push(request);
    return Promise.resolve(given);
  });
  const answer = await fetch(`${endpoint.origin}/interactions?a=b`, {
    method: "POST",
    headers: { "x-signature": "s" },
    body: "body",
  });
  expect([answer.status, answer.headers.get("x-a"), await answer.text()]).toEqual([200, "1", "hi"]);
  await fetch(endpoint.origin);
  expect(requests).toMatchObject([
    { method: "POST", url: `${endpoint.origin}/interactions?a=b`, body: Buffer.from("body") },
    { method: "GET", url: `${endpoint.origin}/`, body: undefined },
  ]);
  expect(requests[0]?.headers).toContainEqual(["x-signature", "s"]);
});

it("reports failures and responds with 500 if the handler fails or 413 if the body is too large", async () => {
  await using endpoint = await start(() => Promise.reject(new Error("Not today.")));
  const failed = await fetch(endpoint.origin, { method: "POST", body: "1" });
  const large = await fetch(endpoint.origin, { method: "POST", body: Buffer.alloc(9 * 1024 * 1024) });
  expect([failed.status, large.status, endpoint.failures]).toEqual([500, 413, [new Error("Not today.")]]);
});

it("ignores an aborted request and reports a response that cannot be sent", async () => {
  await using endpoint = await start(() => Promise.resolve({ ...given, status: 1 }));
  const socket = connect(Number(new URL(endpoint.origin).port), "127.0.0.1");
  await once(socket, "connect");
  socket.end("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf");
  socket.resume();
  await once(socket, "close");
  expect(endpoint.failures).toEqual([]);
  expect((await fetch(endpoint.origin)).status).toBe(500);
  expect(endpoint.failures).toMatchObject([{ code: "ERR_HTTP_INVALID_STATUS_CODE" }]);
});
