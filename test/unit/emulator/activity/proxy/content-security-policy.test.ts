import { expect, it } from "vitest";
import {
  contentSecurityPolicy,
  frameAncestors,
} from "../../../../../src/emulator/activity/proxy/own-pages.ts";

const origin = { host: "1.localhost:8181", webBase: "http://127.0.0.1:8181" };
const directives = new Map(
  contentSecurityPolicy(origin)
    .split("; ")
    .map((one) => [one.split(" ", 1)[0] ?? "", one.split(" ").slice(1)]),
);

it("allows the documented exceptions and the emulator's equivalents", () => {
  const exceptions = [
    "https://discord.com/api/",
    "https://canary.discord.com/api/",
    "https://ptb.discord.com/api/",
    "https://cdn.discordapp.com/attachments/",
    "https://cdn.discordapp.com/avatars/",
    "https://cdn.discordapp.com/icons/",
    "https://media.discordapp.net/attachments/",
    "https://media.discordapp.net/avatars/",
    "https://media.discordapp.net/icons/",
    "http://127.0.0.1:8181/api/",
    "ws://1.localhost:8181",
  ];
  expect(directives.get("connect-src")).toEqual(expect.arrayContaining(exceptions));
  expect(directives.get("default-src")).toEqual(["'self'"]);
});

it("allows no whole network scheme and no wildcard host", () => {
  for (const sources of directives.values())
    for (const source of sources) expect(source).not.toMatch(/^(?:\*|https?:|wss?:)$/);
});

it("allows framing by the emulator's page and the origin itself", () => {
  expect(frameAncestors(origin)).toBe("frame-ancestors 'self' http://127.0.0.1:8181");
});
