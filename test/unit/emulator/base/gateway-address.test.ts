import { expect, it } from "vitest";
import { gatewayUrl } from "../../../../src/emulator/base/gateway-address.ts";

it.each(["127.0.0.1:5000", "emulator:8181", "[::1]:80", "discord.com.evil.test"])(
  "returns a URL with the host %s of the request",
  (host) => {
    expect(gatewayUrl(host)).toBe(`ws://${host}/gateway`);
  },
);

it.each(["discord.com", "gateway.discord.gg:443", "canary.discord.com.", "DISCORD.COM"])(
  "returns the service's gateway for the service's host %s",
  (host) => {
    expect(gatewayUrl(host)).toBe("wss://gateway.discord.gg");
  },
);
