import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { userAgent } from "../../../../src/core/request/fetch.ts";

test("has the required format and the package's version", () => {
  const text = readFileSync(new URL("../../../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { version: string };
  expect(userAgent).toMatch(/^DiscordBot \(https:\/\/\S+, \d+\.\d+\.\d+\)$/);
  expect(userAgent).toContain(`, ${version})`);
});
