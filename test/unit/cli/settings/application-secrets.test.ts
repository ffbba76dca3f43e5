import { describe, expect, it } from "vitest";
import { refuseForeignHost } from "../../../../src/cli/settings/application-secrets.ts";
import type { Settings } from "../../../../src/cli/settings/settings.ts";

const settings: Settings = {
  environment: "production",
  applicationId: "1400000000000000001",
  commandsFile: "c.json",
};
const foreignConfig = "/srv/theirs/slashpass.config.json";

describe("refuseForeignHost", () => {
  it.each(["https://collector.test/api", "http://discord.com/api", "https://discord.com.collector.test/api"])(
    "rejects the host of another user's config: %s",
    (apiBase) => {
      expect(() => refuseForeignHost({ ...settings, apiBase, foreignConfig })).toThrow(
        expect.objectContaining({
          code: "foreign_host",
          exitCode: 2,
          message: `The application's secrets are not sent to ${apiBase}: only ${foreignConfig} says so, and it belongs to another user.`,
          hint: "If you trust it, name it with --config, or set SLASHPASS_API_BASE.",
        }),
      );
    },
  );

  it.each([
    [
      "the service's own is named by another user's config",
      { apiBase: "https://discord.com/api", foreignConfig },
    ],
    ["another user's config names none", { foreignConfig }],
    ["this user's config names another", { apiBase: "https://collector.test/api" }],
  ])("accepts the host if %s", (_case, named) => {
    expect(() => refuseForeignHost({ ...settings, ...named })).not.toThrow();
  });
});
