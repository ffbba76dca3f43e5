import { expect, it } from "vitest";
import { describeService } from "../../../src/client/options.ts";

it("derives all addresses from the two base URLs", () => {
  expect(describeService("https://api.example/v10/", "https://web.example")).toEqual({
    issuer: "https://web.example",
    authorizationEndpoint: "https://web.example/oauth2/authorize",
    tokenEndpoint: "https://api.example/v10/oauth2/token",
    revocationEndpoint: "https://api.example/v10/oauth2/token/revoke",
    apiBase: "https://api.example/v10",
    insecure: false,
    isReal: false,
  });
});

it.each([
  ["http://127.0.0.1:1", "https://web.example"],
  ["https://api.example", "http://127.0.0.1:1"],
])("accepts plain http on this machine: %s %s", (api, web) => {
  expect(describeService(api, web).insecure).toBe(true);
});

it.each([
  ["http://api.example", "https://web.example"],
  ["https://api.example", "ftp://web.example"],
])("rejects plain http and other schemes elsewhere: %s %s", (api, web) => {
  expect(() => describeService(api, web)).toThrow(expect.objectContaining({ code: "invalid_base_url" }));
});

it.each([
  ["https://discord.com", true],
  ["https://canary.discord.com", true],
  ["https://discord.com.example", false],
  ["https://notdiscord.com", false],
  ["http://127.0.0.1:8181", false],
])("detects whether %s is the real service: %s", (web, isReal) => {
  expect(describeService("https://discord.com/api/v10", web).isReal).toBe(isReal);
});
