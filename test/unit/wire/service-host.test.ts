import { expect, test } from "vitest";
import { withoutVersion } from "../../../src/wire/service-host.ts";

test.each([
  ["https://discord.com/api/v10", "https://discord.com/api"],
  ["https://discord.com/api", "https://discord.com/api"],
  ["http://127.0.0.1:1/v10/api", "http://127.0.0.1:1/v10/api"],
])("maps %s to the service %s without the version", (apiBase, service) => {
  expect(withoutVersion(apiBase)).toBe(service);
});
