import { get as httpGet } from "node:http";
import { json } from "node:stream/consumers";
import { expect, test, it, describe, afterAll } from "vitest";
import { WebSocket } from "ws";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { endpoints } from "../../../../src/emulator/resources/routes.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { GatewayOpcode } from "../../../../src/wire/gateway.ts";
import { readOperations } from "../../../setup/description/operations.ts";
import { callApi } from "../../../setup/emulator/api.ts";
import { connectBot } from "../../../setup/emulator/gateway-bot.ts";
import { send } from "../../../setup/emulator/requests.ts";

describe("routes", () => {
  const world = new World({});
  const refused = (status: number) =>
    expect.objectContaining({ status, body: expect.objectContaining({ code: 0 }) });

  test.each([
    ["GET", "/nothing/here", 404],
    ["GET", "/users/@me/more", 404],
    ["GET", "/more/users/@me", 404],
    ["GET", "/applications/1/commands/2/3", 404],
    ["DELETE", "/users/@me", 405],
    ["PUT", "/applications/1/guilds/2/commands/permissions", 405],
  ])("responds to %s %s with %i", async (method, path, status) => {
    await expect(callApi(world, method, path)).rejects.toEqual(refused(status));
  });

  test("passes path parameters to the endpoint", async () => {
    const { id, commands } = world.applications[0];
    const { command } = commands.upsert("7", { name: "ping", description: "Answers with pong" });
    expect(await callApi(world, "GET", `/applications/${id}/guilds/7/commands/${command.id}`)).toEqual({
      status: 200,
      body: command,
    });
  });
});

describe("unsupported resources", () => {
  const world = new World({});

  /** The authorization server handles these paths. */
  const isElsewhere = (path: string) => /^\/oauth2\/(?:keys|userinfo)$/.test(path);

  /** The other operations of the API description, with ids in their paths. */
  const others = readOperations().filter(({ path }) => !isElsewhere(path));
  const described = others.map(({ method, path }) => {
    const filled = path.replaceAll(/\{[^}]+\}/g, "5");
    const isKnown = endpoints.some((endpoint) => {
      const [its, pattern = ""] = endpoint.split(" ");
      return its === method && new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(filled);
    });
    return { method, filled, isKnown };
  });

  test("covers operations with and without an endpoint", () => {
    expect(described.filter(({ isKnown }) => isKnown).length).toBeGreaterThan(50);
    expect(described.filter(({ isKnown }) => !isKnown).length).toBeGreaterThan(100);
  });

  it.each(described.filter(({ isKnown }) => !isKnown))(
    "rejects $method $filled, which has no endpoint",
    async ({ method, filled }) => {
      await expect(callApi(world, method, filled)).rejects.toMatchObject({
        status: expect.toBeOneOf([404, 405]) as number,
        body: {
          code: 0,
          message: expect.stringMatching(
            `^The emulator has no endpoint ${method} /[^ ]+\\. To simulate a response`,
          ),
        },
      });
    },
  );

  it("hides ids and tokens in the path", async () => {
    const path = `/webhooks/123456789/aW50ZXJhY3Rpb24tdG9rZW4tYXMtbG9uZy1hcy1pdC1pcw/slack`;
    await expect(callApi(world, "POST", path)).rejects.toMatchObject({
      body: { message: expect.stringContaining("no endpoint POST /webhooks/…/…/slack. ") },
    });
  });
});

const emulator = await startEmulator();
afterAll(() => emulator.close());
const url = emulator.webBase.replace("http", "ws") + "/gateway";

const get = (authorization: string) =>
  send(`${emulator.apiBase}/gateway/bot`, { headers: { authorization } });

it("returns the service's gateway URL to a client that uses the service's host name", async () => {
  const headers = { host: "discord.com" };
  const request = new Promise<unknown>((resolve, reject) => {
    httpGet(`${emulator.apiBase}/gateway`, { headers }, (answer) => resolve(json(answer))).on(
      "error",
      reject,
    );
  });
  expect(await request).toEqual({ url: "wss://gateway.discord.gg" });
});

it("returns the resume URL with the host name that the bot used", async () => {
  const { botToken: token } = emulator.addApplication();
  const socket = new WebSocket(url, { headers: { host: "emulator:8181" } });
  const ready = new Promise((resolve, reject) => {
    socket.on("error", reject).on("message", (bytes: Buffer) => {
      const { op, t, d } = JSON.parse(bytes.toString()) as { op: number; t: string | null; d: unknown };
      if (op === GatewayOpcode.Hello)
        socket.send(JSON.stringify({ op: GatewayOpcode.Identify, d: { token, intents: 0, properties: {} } }));
      if (t === "READY") resolve(d);
    });
  });
  expect(await ready).toMatchObject({ resume_gateway_url: "ws://emulator:8181/gateway" });
  socket.terminate();
});

it("returns the session start limit to a bot", async () => {
  const application = emulator.addApplication();
  const bot = `Bot ${application.botToken}`;
  const limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 16 };
  expect((await get(bot)).body).toEqual({ url, shards: 1, session_start_limit: limit });
  await using _ = await connectBot(emulator, application);
  expect((await get(bot)).body["session_start_limit"]).toMatchObject({ remaining: 999 });
});
