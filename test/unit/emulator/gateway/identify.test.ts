import { expect, it } from "vitest";
import { findBot, readIdentify } from "../../../../src/emulator/gateway/identify.ts";
import { GatewayIntent } from "../../../../src/wire/gateway.ts";
import { createIdentity } from "../../../setup/emulator/gateway-session.ts";

const { world, application } = createIdentity({ privilegedIntents: true });
const d = { token: application.botToken, properties: {}, intents: GatewayIntent.GuildMembers };

it("an identify says whose session it is, and what it hears", () => {
  expect(readIdentify(world, { ...d, shard: [1, 2] })).toEqual({
    application,
    intents: 2,
    shard: [1, 2],
    compresses: false,
  });
  expect(readIdentify(world, d).shard).toEqual([0, 1]);
  expect(readIdentify(world, { ...d, shard: null }).shard).toEqual([0, 1]);
});

it("a privileged intent that was taken away is not allowed any more", () => {
  application.settings = { flags: 0 };
  expect(() => readIdentify(world, d)).toThrow("Disallowed intent(s).");
});

it("a token may have Bot before it", () => {
  expect(findBot(world, `Bot ${application.botToken}`)).toBe(application);
  expect(() => findBot(world, "Bot ")).toThrow("Authentication failed.");
  expect(() => findBot(world, undefined)).toThrow("Authentication failed.");
});
