import { expect, it, describe } from "vitest";
import { settingsPlanText, portalText } from "../../../../src/cli/app/plan-text.ts";
import { createPaint } from "../../../../src/cli/frame/terminal.ts";
import { ApplicationFlag } from "../../../../src/wire/application.ts";
import { newApplication } from "../../../setup/application-settings.ts";

const applicationId = "1400000000000000001";
const settings = { environment: "development", applicationId, commandsFile: "commands.mjs" };
const screen = { paint: createPaint(false), columns: 200 };

function line(path: string, to: unknown): string {
  const plan = { applicationId, changes: [{ path, to }], writes: [] };
  return settingsPlanText(plan, settings, screen).split("\n")[2] ?? "";
}

it.each([
  ["permissions", "8", "+ permissions: ADMINISTRATOR"],
  ["permissions", "all", '+ permissions: "all"'],
  ["event_webhooks_status", 3, "+ event_webhooks_status: stopped by the service"],
  ["event_webhooks_status", 4, "+ event_webhooks_status: 4"],
  ["explicit_content_filter", 1, "+ explicit_content_filter: 1"],
  ["tags", [], "+ tags: none"],
  [
    "flags",
    565_248,
    "+ flags: GatewayPresenceLimited + GatewayGuildMembersLimited + GatewayMessageContentLimited",
  ],
  ["integration_types_config.0", {}, "+ integration_types_config.0: no preset"],
  [
    "role_connections_metadata.level.name_localizations",
    { de: "Stufe" },
    '+ role_connections_metadata.level.name_localizations: de "Stufe"',
  ],
  ["role_connections_metadata", ["a", "b"], '+ role_connections_metadata: "a", "b"'],
])("formats %s: %j", (path, value, text) => {
  expect(line(path, value)).toBe(text);
});

describe("portalText", () => {
  it("shows one row per page, including the values that the service reports", () => {
    const application = {
      ...newApplication,
      id: "1400000000000000001",
      name: "A\u001B[2Jgame",
      flags: ApplicationFlag.PublicClient | ApplicationFlag.Embedded,
      redirect_uris: ["http://127.0.0.1/callback"],
      bot_public: true,
      bot_require_code_grant: false,
      terms_of_service_url: "https://game.example/terms",
      privacy_policy_url: "https://game.example/privacy",
    };
    const text = portalText(application, 200).replaceAll(/\s+/g, " ");
    expect(text).toContain(
      "/information name (A\\u001b[2Jgame), terms of service (https://game.example/terms), privacy policy (https://game.example/privacy) /oauth2 redirects (http://127.0.0.1/callback), Public Client (on),",
    );
    expect(text).toContain("public bot (on), OAuth2 code grant for the bot (off), intents");
    expect(text).toContain("/embedded/settings Activities (on)");
  });

  it("omits values that the service does not report", () => {
    const { redirect_uris: _, ...bare } = newApplication;
    const text = portalText(bare, 200);
    expect(text).toContain("redirects (none), Public Client (off), client secret reset");
    expect(text).toContain("public bot, OAuth2 code grant for the bot, intents");
  });
});
