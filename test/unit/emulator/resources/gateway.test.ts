import { afterAll, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { getAccessToken } from "../../../setup/emulator/players.ts";
import { connectBot } from "../../../setup/emulator/gateway-bot.ts";
import { send } from "../../../setup/emulator/requests.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());
const url = emulator.webBase.replace("http", "ws") + "/gateway";

const get = (authorization: string) =>
  send(`${emulator.apiBase}/gateway/bot`, { headers: { authorization } });

it("tells everybody where the gateway is", async () => {
  expect(await send(`${emulator.apiBase}/gateway`, {})).toMatchObject({ status: 200, body: { url } });
});

it("tells a bot beside how often it can start", async () => {
  const application = emulator.addApplication();
  const bot = `Bot ${application.botToken}`;
  const limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 16 };
  expect((await get(bot)).body).toEqual({ url, shards: 1, session_start_limit: limit });
  await using _ = await connectBot(emulator, application);
  expect((await get(bot)).body["session_start_limit"]).toMatchObject({ remaining: 999 });
});

it("tells players and strangers nothing of bots", async () => {
  expect(await get("Bot wrong")).toMatchObject({ status: 401 });
  expect(await get(`Bearer ${await getAccessToken(emulator, "identify")}`)).toMatchObject({ status: 401 });
});
