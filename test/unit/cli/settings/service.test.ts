import { expect, it } from "vitest";
import { apiOf, serviceHost } from "../../../../src/cli/settings/settings.ts";
import { serviceHost as knownHost } from "../../../../src/wire/service-host.ts";

it("is the one of the settings, else Discord's", () => {
  expect(apiOf({ apiBase: "http://127.0.0.1:8181/api" })).toBe("http://127.0.0.1:8181/api");
  expect(apiOf({})).toBe("https://discord.com/api");
});

it("is at the host that the library knows, of which the program imports nothing", () => {
  expect(serviceHost).toBe(knownHost);
});
