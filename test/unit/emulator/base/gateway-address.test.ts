import { expect, it } from "vitest";
import { gatewayUrl } from "../../../../src/emulator/base/gateway-address.ts";

it.each(["127.0.0.1:5000", "emulator:8181", "[::1]:80", "discord.com.evil.test"])(
  "the gateway is at the host %s, by which the emulator was reached",
  (host) => {
    expect(gatewayUrl(host)).toBe(`ws://${host}/gateway`);
  },
);

it.each(["discord.com", "gateway.discord.gg:443", "canary.discord.com.", "DISCORD.COM"])(
  "a client that comes by the service's name %s is told the service's gateway",
  (host) => {
    expect(gatewayUrl(host)).toBe("wss://gateway.discord.gg");
  },
);
