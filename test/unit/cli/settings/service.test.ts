import { expect, it } from "vitest";
import { apiOf } from "../../../../src/cli/settings/service.ts";

it("is the one of the settings, else Discord's", () => {
  expect(apiOf({ apiBase: "http://127.0.0.1:8181/api" })).toBe("http://127.0.0.1:8181/api");
  expect(apiOf({})).toBe("https://discord.com/api");
});
