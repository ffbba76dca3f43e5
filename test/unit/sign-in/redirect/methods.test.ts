import { expect, test } from "vitest";
import type { Loopback } from "../../../../src/sign-in/redirect/loopback.ts";
import { browserRedirects, redirectMethods } from "../../../../src/sign-in/redirect/methods.ts";
import { prepareLoopback } from "../../../../src/sign-in/redirect/loopback.ts";
import { parseScheme } from "../../../../src/sign-in/redirect/custom-scheme-name.ts";

test("lists the preferred method first and the device flow last", () => {
  expect(redirectMethods).toEqual(["loopback", "custom-scheme", "device"]);
});

test("opens the loopback redirect with the game's options", async () => {
  const loopback: Loopback = prepareLoopback({ prefer: "ipv4" });
  const scheme = parseScheme({ applicationId: "1" });
  await using receiver = await browserRedirects.loopback({ loopback, scheme, log: () => undefined });
  expect(receiver.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
});
