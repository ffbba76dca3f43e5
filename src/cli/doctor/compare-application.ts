import { existsSync } from "node:fs";
import { ApiClient, type ApplicationData, type ApplicationPlan } from "slashpass/api";
import { CommandType, type DesiredCommand } from "slashpass/commands";
import { ApplicationFlag } from "../../wire/application.ts";
import { EventWebhooksStatus } from "../../wire/webhook-event.ts";
import { readAndPlan, readDesiredSettings, type DesiredSettings } from "../app/read-desired-settings.ts";
import { loadDefinitions } from "../commands/source.ts";
import { misunderstood, describeError } from "../frame/failure.ts";
import { counted } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import { refusePlanted } from "../settings/config-file.ts";
import type { Settings } from "../settings/settings.ts";
import { failure, type Finding, ok, type Verdict, warning } from "./report.ts";

export async function compareApplication(
  settings: Settings,
  botToken: string | undefined,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const faults: Finding[] = [];
  const attempt = async <T>(fault: Pick<Finding, "check" | "verdict">, read: () => Promise<T>) => {
    try {
      return await read();
    } catch (error) {
      signal.throwIfAborted();
      faults.push(faultOf(fault, error));
      return undefined;
    }
  };
  const desired = await attempt(
    { check: "settings", verdict: "failure" },
    async () => settings.application && readDesiredSettings(settings),
  );
  const commands = await attempt({ check: "commands", verdict: "failure" }, () => commandsOf(settings));
  if (!desired && !commands) return faults;
  if (botToken === undefined) return [...faults, withoutToken];
  const compared = await attempt({ check: "settings", verdict: "not-checked" }, async () => {
    const { applicationId, apiBase } = settings;
    const api = new ApiClient({ applicationId, apiBase, credential: { botToken }, timeoutMs });
    return checkNeeds({ desired, commands, ...(await readAndPlan(api, desired ?? nothingDesired, signal)) });
  });
  return [...faults, ...(compared ?? [])];
}

const timeoutMs = 10_000;

const nothingDesired = { settings: {}, imageHashes: {} };

async function commandsOf({
  commandsFile,
  guildId,
  languagesFolder,
}: Settings): Promise<readonly DesiredCommand[] | undefined> {
  if (!existsSync(commandsFile)) return undefined;
  refusePlanted(commandsFile, "If you trust it, take ownership with chown.");
  const { commands, findings } = await loadDefinitions(commandsFile, { guildId, languagesFolder });
  if (findings.every(({ finding }) => finding.severity !== "error"))
    return commands as readonly DesiredCommand[];
  throw misunderstood(
    `The service would reject commands in ${commandsFile}.`,
    "Run 'slashpass commands validate' for details.",
  );
}

const withoutToken: Finding = {
  check: "settings",
  verdict: "not-checked",
  found: "The application's settings can only be read with its bot token.",
  advice: "Set SLASHPASS_BOT_TOKEN to compare them with the config and the commands.",
};

function faultOf(fault: Pick<Finding, "check" | "verdict">, error: unknown): Finding {
  const { code, message, hint } = describeError(error);
  return { ...fault, found: message, code, ...(hint !== undefined && { advice: hint }) };
}

export interface Needs {
  readonly live: ApplicationData;
  readonly plan: ApplicationPlan;
  readonly desired: Pick<DesiredSettings, "settings"> | undefined;
  readonly commands: readonly DesiredCommand[] | undefined;
}

export function checkNeeds(needs: Needs): Finding[] {
  const { live, plan, desired, commands = [] } = needs;
  const { event_webhooks_url: eventsUrl } = live;
  return [
    ...(desired ? [{ check: "settings", ...checkSettings(plan) }] : []),
    ...(commands.length > 0
      ? [
          { check: "endpoint", ...checkEndpoint(needs) },
          { check: "installation", ...checkInstallation(live, commands) },
        ]
      : []),
    ...(eventsUrl ? [{ check: "events", ...checkEvents(live, escapeControls(eventsUrl)) }] : []),
    ...(commands.some(({ type }) => type === CommandType.PrimaryEntryPoint)
      ? [{ check: "activities", ...checkActivities(live) }]
      : []),
  ];
}

/** Settings that do not affect how the application works. */
const profile = new Set(["description", "icon", "cover_image", "tags"]);

function checkSettings({ changes }: ApplicationPlan): Verdict {
  const names = [...new Set(changes.map(({ path }) => path.replace(/\..*/, "")))];
  if (names.length === 0) return ok("The settings match the config.");
  const differing = names.every((name) => profile.has(name)) ? warning : failure;
  return differing(
    `These settings differ from the config: ${names.join(", ")}.`,
    "'slashpass app plan' shows the differences, and 'slashpass app apply' applies the config.",
  );
}

function checkEndpoint({ live, desired }: Needs): Verdict {
  const { interactions_endpoint_url: url } = live;
  if (url) return ok(`Interactions go to ${escapeControls(url)}.`);
  const found =
    "Interactions go to the bot over the gateway, because the application has no interactions endpoint URL.";
  if (desired?.settings.interactions_endpoint_url === null) return ok(found);
  const advice =
    "Set interactions_endpoint_url under 'application' in the config to the URL, or to null for a bot.";
  return warning(found, advice);
}

const contextNames = ["0 (guilds)", "1 (user accounts)"] as const;

function checkInstallation(live: ApplicationData, commands: readonly DesiredCommand[]): Verdict {
  const { install_params: params, integration_types_config: contexts } = live;
  const needed = new Set(commands.flatMap(({ integration_types: types }) => types ?? []));
  const missing = [...needed].filter((type) => contexts && !contexts[`${type}`]);
  if (missing.length > 0) {
    return failure(
      `Some commands require an installation context that the application does not support: ${missing.map((type) => contextNames[type]).join(", ")}.`,
      `Add ${missing.join(" and ")} to integration_types_config under 'application' in the config.`,
    );
  }
  const presets = Object.entries(contexts ?? {}).map(
    ([type, context]) => [`integration_types_config.${type}`, context?.oauth2_install_params] as const,
  );
  const bare = [["install_params", params] as const, ...presets]
    .filter(([, preset]) => preset && !preset.scopes.includes("applications.commands"))
    .map(([path]) => path);
  if (bare.length === 0) return ok("Installing the application also adds its commands.");
  return failure(
    `The applications.commands scope is missing in ${escapeControls(bare.join(", "))}, so the commands are not available there.`,
    "Add the scope under 'application' in the config, or in the developer portal (Installation).",
  );
}

/** A status that only the service sets (Discord documentation, Application, "Application Event Webhook Status"). */
const stopped = 3;

function checkEvents(
  { event_webhooks_status: status, event_webhooks_types: types }: ApplicationData,
  url: string,
): Verdict {
  if (status === stopped) {
    return failure(
      `The service has disabled events for ${url}.`,
      "Fix the endpoint, then enable events again in the developer portal (Webhooks).",
    );
  }
  const count = status === EventWebhooksStatus.Enabled ? (types ?? []).length : 0;
  if (count > 0) return ok(`Events go to ${url}: ${counted(count, "kind")}.`);
  return warning(
    `No events go to ${url}: events are disabled, or no event is selected.`,
    "Set event_webhooks_status to 2, and set event_webhooks_types, under 'application' in the config.",
  );
}

function checkActivities({ flags }: ApplicationData): Verdict {
  if ((flags & ApplicationFlag.Embedded) !== 0)
    return ok("Activities are enabled, as the entry point requires.");
  return failure(
    "The commands include an entry point, but Activities are not enabled.",
    "Enable them in the developer portal (Activities, Settings).",
  );
}
