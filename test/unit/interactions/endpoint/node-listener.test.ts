import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  createInteractionHandler,
  createNodeListener,
  type IncomingRequest,
  type Problem,
  type SignedEndpoint,
} from "../../../../src/interactions/index.ts";
import { serve } from "../../../setup/interactions/serve.ts";
import { publicKey, signedHeaders } from "../../../setup/interactions/service.ts";

const problems: Problem[] = [];
const report = (problem: Problem): void => void problems.push(problem);
const handler = createInteractionHandler({ publicKey, commands: [], maxBodyBytes: 1000, report });
const listener = createNodeListener(handler);
const ping = '{"type":1}';

afterEach(() => void (problems.length = 0));

function post(port: number, body = ping): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers: signedHeaders(body) });
}

test("reports the request and sends no response if middleware has already answered it", async () => {
  await using server = await serve((request, response) => {
    response.end("answered");
    listener(request, response);
  });
  expect(await (await post(server.port)).text()).toBe("answered");
  expect(problems).toMatchObject([{ code: "response_already_sent" }]);
});

test("reports the response and sends nothing if middleware has already sent its headers", async () => {
  await using server = await serve((request, response) => {
    response.writeHead(204);
    listener(request, response);
    response.end();
  });
  expect((await post(server.port)).status).toBe(204);
  expect(problems).toMatchObject([{ code: "response_already_sent" }]);
});

test("reports the request and sends no second response if it is answered while the handler is running", async () => {
  await using server = await serve((request, response) => {
    listener(request, response);
    request.once("end", () => response.writeHead(503).end());
  });
  expect((await post(server.port)).status).toBe(503);
  await expect.poll(() => problems).toMatchObject([{ code: "response_already_sent" }]);
});

test.each([
  ["that rejects", () => Promise.reject(new Error("broken"))],
  ["that throws", () => fail()],
  ["that returns no answer", async () => undefined as never],
  ["that returns an invalid status", async () => ({ status: 7 })],
])("closes the connection and reports an endpoint %s", async (_, receive) => {
  const broken: SignedEndpoint = Object.assign(async () => new Response(), { receive, report });
  await using server = await serve(createNodeListener(broken));
  await expect(post(server.port)).rejects.toThrow();
  expect(problems).toMatchObject([{ code: "endpoint_failed", error: expect.any(Error) }]);
});

function fail(): never {
  throw new Error("broken");
}

/** The points in the request at which the client disconnects. */
const cuts: [string, (headers: string) => string][] = [
  ["within the headers", (headers) => headers.slice(0, -10)],
  ["before the body", (headers) => headers],
  ["within the body", (headers) => `${headers}{"ty`],
  ["before the answer", (headers) => `${headers}${ping}`],
  [
    "within a body that is too large",
    (headers) => `${headers.replace(/content-length: \d+/, "content-length: 99999")}${"x".repeat(2000)}`,
  ],
];

test.each(cuts)("serves the next client after one that disconnects %s", async (_, cut) => {
  await using server = await serve(listener);
  const lines = Object.entries({ host: "x", "content-length": ping.length, ...signedHeaders(ping) });
  const headers = ["POST / HTTP/1.1", ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join(
    "\r\n",
  );
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  await new Promise((resolve) => socket.write(cut(headers), resolve));
  socket.resetAndDestroy();
  expect((await post(server.port)).status).toBe(200);
  expect(problems).toEqual([]);
});

test("does not wait for the body of a closed request", async () => {
  const bodies: unknown[] = [];
  const reading: SignedEndpoint = Object.assign(async () => new Response(), {
    report,
    receive: async (incoming: IncomingRequest) => {
      bodies.push(await incoming.readBody({ maxBytes: 1000, timeoutMs: 3000 }));
      return { status: 400 };
    },
  });
  await using server = await serve((request, response) => {
    request.once("close", () => createNodeListener(reading)(request, response));
    request.destroy();
  });
  await expect(post(server.port)).rejects.toThrow();
  await expect.poll(() => bodies).toEqual([400]);
});
