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

it("assumes that a browser can be shown if the game opens it", () => {
  expect(open({ openBrowser: () => undefined }).canShowBrowser()).toBe(true);
});

it("checks whether a browser can be shown at the time of use", () => {
  const { canShowBrowser } = open({});
  vi.stubEnv("XDG_CURRENT_DESKTOP", "gamescope");
  expect(canShowBrowser()).toBe(false);
  vi.unstubAllEnvs();
});
