import { get as httpGet } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { getAccessToken } from "../../../setup/emulator/players.ts";
import { GatewayOpcode } from "../../../../src/wire/gateway.ts";
import { connectBot } from "../../../setup/emulator/gateway-bot.ts";
import { send } from "../../../setup/emulator/requests.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());
const url = emulator.webBase.replace("http", "ws") + "/gateway";

const get = (authorization: string) =>
  send(`${emulator.apiBase}/gateway/bot`, { headers: { authorization } });

it("returns the gateway's URL to every caller", async () => {
  expect(await send(`${emulator.apiBase}/gateway`, {})).toMatchObject({ status: 200, body: { url } });
});

it("returns the service's gateway URL to a client that uses the service's host name", async () => {
  const headers = { host: "discord.com" };
  const asked = new Promise<unknown>((resolve, reject) => {
    httpGet(`${emulator.apiBase}/gateway`, { headers }, (answer) => resolve(json(answer))).on(
      "error",
      reject,
    );
  });
  expect(await asked).toEqual({ url: "wss://gateway.discord.gg" });
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

it("rejects requests of players and unknown bots", async () => {
  expect(await get("Bot wrong")).toMatchObject({ status: 401 });
  expect(await get(`Bearer ${await getAccessToken(emulator, "identify")}`)).toMatchObject({ status: 401 });
});
