import { afterEach, describe, expect, it, vi } from "vitest";
import type { RequestListener } from "node:http";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { checkEndpoint, deliver, refuseOtherService } from "../../../../src/emulator/outbound/endpoint.ts";
import type { Endpoint } from "../../../../src/emulator/outbound/signed-post.ts";
import { type LocalServer, startGame, startServer } from "../../../setup/emulator/game.ts";

const application = new EmulatorApplication();
const running: LocalServer[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of running.splice(0)) await server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = await startServer(listener);
  running.push(server);
  return server.url;
}

/** Starts a game that always sends the same response without checking signatures. */
function careless(status: number, body: string): Promise<string> {
  return serve((_request, response) => void response.writeHead(status).end(body));
}

describe("saving an endpoint", () => {
  it("accepts an endpoint that responds to PING and rejects wrong signatures", async () => {
    const game = await startGame(application.publicKey);
    running.push(game);
    await checkEndpoint(application, game.url);
    await application.setInteractionsEndpoint(game.url);
    expect(application.interactionsEndpoint).toBe(game.url);
  });

  it("sends PING with the fields that every interaction has", async () => {
    const requests: unknown[] = [];
    const url = await serve(async (request, response) => {
      requests.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
      response.writeHead(401).end();
    });
    await expect(checkEndpoint(application, url)).rejects.toMatchObject({ code: "bad_endpoint" });
    expect(requests[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      application_id: application.id,
      type: 1,
      token: expect.any(String),
      version: 1,
      app_permissions: "0",
      authorizing_integration_owners: {},
      attachment_size_limit: 10_485_760,
      entitlements: [],
    });
  });

  it.each([
    [200, '{"type":1}', "to a wrong signature with 200"],
    [401, "", "rejected PING with 401, although the signature is valid"],
    [200, "pong", "PING with status 200"],
  ])("rejects an endpoint that responds to every request with %i %s", async (status, body, reason) => {
    const url = await careless(status, body);
    const other = new EmulatorApplication();
    await expect(other.setInteractionsEndpoint(url)).rejects.toMatchObject({
      code: "bad_endpoint",
      message: expect.stringContaining(reason),
    });
    expect(other.interactionsEndpoint).toBeUndefined();
  });

  it("rejects an endpoint that does not respond within 3 seconds", async () => {
    const { clock } = application;
    const url = await serve((request) => void request.once("end", () => clock.advance(3_000)).resume());
    await expect(checkEndpoint(application, url)).rejects.toMatchObject({
      code: "endpoint_unreachable",
      message: expect.stringContaining("did not respond within 3 seconds"),
      hint: expect.stringContaining("type 5"),
    });
  });

  it("rejects an unknown host and a broken connection", async () => {
    const url = "http://gmae.invalid:3000/interactions";
    const cause = { code: "ENOTFOUND" };
    vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("fetch failed", { cause }));
    await expect(checkEndpoint(application, url)).rejects.toMatchObject({
      message: expect.stringContaining("host gmae.invalid:3000 could not be resolved"),
      hint: expect.stringContaining("127.0.0.1"),
    });
    const broken = await serve((request) => void request.socket.destroy());
    await expect(checkEndpoint(application, broken)).rejects.toMatchObject({
      message: expect.stringContaining("was closed before a response was received"),
    });
  });

  it("rejects an endpoint that refuses connections", async () => {
    const game = await startGame(application.publicKey);
    await game.close();
    const { host } = new URL(game.url);
    await expect(checkEndpoint(application, `${game.url}?key=hidden`)).rejects.toMatchObject({
      code: "endpoint_unreachable",
      message: `No server listens at ${host}: the connection to the interactions endpoint was refused.`,
      hint: expect.stringContaining("Start the game's server"),
      retryable: true,
    });
  });
});

describe("deliver", () => {
  const { id, privateKey, clock, exchanges } = application;
  const at = (endpoint: Endpoint | undefined) => ({ id, privateKey, clock, exchanges, endpoint });

  it("returns an immediate response, or status 202 if a callback follows", async () => {
    const now = await careless(200, '{"type":5}');
    expect(await deliver(at(now), {})).toEqual({ status: 200, response: { type: 5 }, files: [] });
    const later = await careless(202, "");
    expect(await deliver(at(later), {})).toEqual({ status: 202, response: undefined, files: [] });
  });

  it("requires an endpoint", async () => {
    await expect(deliver(at(undefined), {})).rejects.toMatchObject({
      code: "no_endpoint",
      hint: expect.stringContaining("setInteractionsEndpoint"),
    });
  });

  it.each([
    [500, '{"type":5}'],
    [202, '{"type":5}'],
    [200, "not JSON"],
    [302, ""],
  ])("rejects the response %i %s", async (status, body) => {
    const url = await careless(status, body);
    await expect(deliver(at(url), {})).rejects.toMatchObject({ code: "bad_answer", status });
  });
});

describe("a handler as the endpoint", () => {
  const { id, privateKey, clock, exchanges } = application;
  const at = (endpoint: Endpoint) => ({ id, privateKey, clock, exchanges, endpoint });

  it("receives the signed request and returns the response", async () => {
    const requests: Request[] = [];
    const handler = (request: Request) => {
      requests.push(request);
      return Response.json({ type: 5 });
    };
    expect(await deliver(at(handler), { id: "1" })).toEqual({
      status: 200,
      response: { type: 5 },
      files: [],
    });
    expect(requests[0]?.headers.get("x-signature-ed25519")).toMatch(/^[\da-f]{128}$/);
    expect(await requests[0]?.json()).toEqual({ id: "1" });
  });

  it.each([
    ["throws", () => expect.unreachable()],
    ["rejects", () => Promise.reject(new Error("a secret"))],
    ["returns no response", () => undefined as unknown as Response],
  ])("does not leak its error if it %s", async (_what, handler) => {
    const answer = deliver(at(handler), {});
    await expect(answer).rejects.toMatchObject({
      code: "endpoint_unreachable",
      message: expect.stringContaining("handler threw an error"),
    });
    await expect(answer).rejects.not.toThrow("secret");
  });

  it("times out after 3 seconds", async () => {
    const answer = deliver(
      at(() => new Promise<Response>(() => setImmediate(() => clock.advance(3_000)))),
      {},
    );
    await expect(answer).rejects.toMatchObject({ code: "endpoint_unreachable" });
  });

  it("is checked like a server", async () => {
    const own = new EmulatorApplication();
    const handler = (status: number) => () => Response.json({ type: 1 }, { status });
    await expect(own.setInteractionsEndpoint(handler(200))).rejects.toMatchObject({ code: "bad_endpoint" });
    let calls = 0;
    await own.setInteractionsEndpoint(() => handler(calls++ === 0 ? 200 : 401)());
    expect([own.interactionsEndpoint, typeof own.endpoint]).toEqual([undefined, "function"]);
  });

  it("is rejected before any request is sent if its API base belongs to another service", async () => {
    const own = new EmulatorApplication({}, { clock: new Clock(), apiBase: "http://127.0.0.1:1/api/v10" });
    const requests: unknown[] = [];
    const answering = (apiBase: unknown) =>
      Object.assign((request: Request) => Response.json({ type: requests.push(request) }), { apiBase });
    await expect(
      own.setInteractionsEndpoint(answering("https://discord.com/api/v10") as never),
    ).rejects.toMatchObject({
      type: 6,
      code: "other_service",
      message:
        "The handler sends deferrals and follow-ups to https://discord.com/api/v10, but receives interactions from http://127.0.0.1:1/api/v10.",
      hint: expect.stringContaining("emulator.handlerOptions(application)"),
    });
    expect(requests).toEqual([]);
  });

  it.each(["http://127.0.0.1:1/api/v11", "http://127.0.0.1:1/api", undefined, 7])(
    "is accepted with the API base %s",
    (apiBase) => {
      const handler = Object.assign(() => Response.json({}), { apiBase });
      expect(() => refuseOtherService(handler as never, "http://127.0.0.1:1/api/v10")).not.toThrow();
    },
  );
});
