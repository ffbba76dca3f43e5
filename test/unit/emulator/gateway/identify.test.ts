import { expect, it } from "vitest";
import { findBot, readIdentify } from "../../../../src/emulator/gateway/identify.ts";
import { GatewayIntent } from "../../../../src/wire/gateway.ts";
import { createIdentity } from "../../../setup/emulator/gateway-session.ts";

const { world, application } = createIdentity({ privilegedIntents: true });
const d = { token: application.botToken, properties: {}, intents: GatewayIntent.GuildMembers };

it("reads application, intents, shard and compression", () => {
  expect(readIdentify(world, { ...d, shard: [1, 2] })).toEqual({
    application,
    intents: 2,
    shard: [1, 2],
    compresses: false,
  });
  expect(readIdentify(world, d).shard).toEqual([0, 1]);
  expect(readIdentify(world, { ...d, shard: null }).shard).toEqual([0, 1]);
});

it("rejects a privileged intent that the application no longer has", () => {
  application.settings = { flags: 0 };
  expect(() => readIdentify(world, d)).toThrow("Disallowed intent(s).");
});

it("finds a bot by its token with the prefix Bot, and rejects missing tokens", () => {
  expect(findBot(world, `Bot ${application.botToken}`)).toBe(application);
  expect(() => findBot(world, "Bot ")).toThrow("Authentication failed.");
  expect(() => findBot(world, undefined)).toThrow("Authentication failed.");
});
