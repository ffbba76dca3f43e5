import { expect, it, vi } from "vitest";
import { openConnection } from "../../../src/client/open-connection.ts";
import { type CheckedClientOptions, describeService } from "../../../src/client/options.ts";
import { createRedactor } from "../../../src/log/redactor.ts";
import { Secrets } from "../../../src/log/secrets.ts";

const context = {
  secrets: new Secrets(createRedactor),
  log: vi.fn(),
  requestTimeoutMs: () => 1_000,
  service: describeService("https://discord.com/api/v10", "https://discord.com"),
  fetch: vi.fn(),
};
const open = (options: CheckedClientOptions) => openConnection(options, context);

it("A game that opens the browser itself is taken at its word that one can be shown", () => {
  expect(open({ openBrowser: () => undefined }).canShowBrowser()).toBe(true);
});

it("Whether a browser can be shown is looked up when it matters, and not when a client is made", () => {
  const { canShowBrowser } = open({});
  vi.stubEnv("XDG_CURRENT_DESKTOP", "gamescope");
  expect(canShowBrowser()).toBe(false);
  vi.unstubAllEnvs();
});
