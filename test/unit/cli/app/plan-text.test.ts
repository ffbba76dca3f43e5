import { expect, it } from "vitest";
import { settingsPlanText } from "../../../../src/cli/app/plan-text.ts";
import { createPaint } from "../../../../src/cli/frame/terminal.ts";

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
