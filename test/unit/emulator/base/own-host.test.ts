import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { isOwnHost } from "../../../../src/emulator/base/http.ts";

const isOwn = (host: string | undefined) =>
  isOwnHost({ headers: { host } } as IncomingMessage, "http://127.0.0.1:8181");

test.each([
  "127.0.0.1:8181",
  "localhost:8181",
  "192.168.7.1:8181",
  "[::1]:8181",
  "emulator:8181",
  "host.docker.internal:8181",
  "game.test",
  "discord.com",
  "canary.discord.com.",
  "cdn.discordapp.com",
  "gateway.discord.gg:443",
])("accepts the host %s", (host) => {
  expect(isOwn(host)).toBe(true);
});

test.each([
  "evil.example:8181",
  "127.0.0.1.evil.example:8181",
  "discord.com.evil.example",
  "notdiscord.com",
  "localhost.evil.example",
  "evil.example.",
  "a b.localhost:8181:1",
  "",
  undefined,
])("rejects the host %s", (host) => {
  expect(isOwn(host)).toBe(false);
});
