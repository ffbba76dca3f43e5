import { expect, it } from "vitest";
import { apiOf, serviceHost } from "../../../../src/cli/settings/settings.ts";
import { serviceHost as knownHost } from "../../../../src/wire/service-host.ts";

it("returns the API base of the settings, or Discord's", () => {
  expect(apiOf({ apiBase: "http://127.0.0.1:8181/api" })).toBe("http://127.0.0.1:8181/api");
  expect(apiOf({})).toBe("https://discord.com/api");
});

it("uses the same host as the library, without importing it", () => {
  expect(serviceHost).toBe(knownHost);
});
