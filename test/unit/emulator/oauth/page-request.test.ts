import { afterAll, expect, test } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { authorizeUrl } from "../../../setup/emulator/players.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

test("rejects a state of 20,000 characters with an explanation on the page", async () => {
  const url = authorizeUrl(emulator, { state: "s".repeat(20_000) });
  const response = await fetch(url, { redirect: "manual" });
  expect(response.status).toBe(414);
  expect(await response.text()).toContain("The state has 20000 characters; 4000 are allowed");
});

test("accepts a state of 4,000 characters", async () => {
  const url = authorizeUrl(emulator, { state: "s".repeat(4_000) });
  const response = await fetch(url, { redirect: "manual" });
  expect(response.headers.get("location")).toMatch(/^\/sign-in\//);
});

test("accepts a request without a state", async () => {
  const url = new URL(authorizeUrl(emulator));
  url.searchParams.delete("state");
  const response = await fetch(url, { redirect: "manual" });
  expect(response.headers.get("location")).toMatch(/^\/sign-in\//);
});
